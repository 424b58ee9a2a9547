"""What an entry of the notes says about where cards lie, and the position that such facts make.

A fact keeps the number of its entry; None is what the table began with (the own hand, hand sizes).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from assistant.cluedo.deck import ENVELOPE, PUBLIC, Deck, Place
from assistant.position import Card, Choice, Clause, Position
from assistant.position import Place as PositionPlace
from engine.core import Seat


@dataclass(frozen=True, slots=True)
class Holds:
    """All of `cards` lie in `place`."""

    place: Place
    cards: tuple[str, ...]
    entry: int | None


@dataclass(frozen=True, slots=True)
class Lacks:
    """None of `cards` is in the hand of `seat`."""

    seat: Seat
    cards: tuple[str, ...]
    entry: int | None


@dataclass(frozen=True, slots=True)
class OneOf:
    """`seat` holds one of `cards` at least."""

    seat: Seat
    cards: tuple[str, ...]
    entry: int | None


@dataclass(frozen=True, slots=True)
class NotAll:
    """The envelope does not hold exactly these `cards` (a failed accusation)."""

    cards: tuple[str, ...]
    entry: int | None


@dataclass(frozen=True, slots=True)
class Size:
    """`seat` holds `size` cards; a later one corrects an earlier one."""

    seat: Seat
    size: int
    entry: int | None


@dataclass(frozen=True, slots=True)
class Picked:
    """`seat` showed the observer a card and could have shown these `others` too, if it holds them."""

    seat: Seat
    others: tuple[str, ...]
    entry: int | None


Fact = Holds | Lacks | OneOf | NotAll | Size | Picked


def sizes(facts: Iterable[Fact], seats: int) -> tuple[int, ...]:
    """Return how many cards each seat holds; 0 while nobody has said."""
    known = {fact.seat: fact.size for fact in facts if isinstance(fact, Size)}
    return tuple(known.get(seat, 0) for seat in range(seats))


def position(deck: Deck, seats: int, facts: tuple[Fact, ...], choices: bool = False) -> Position:
    """Return what the facts say together; places are seats, the slots of the deck, and PUBLIC.

    Cards that no hand and no slot has room for are left over and lie in PUBLIC, known or not.
    """
    hands = sizes(facts, seats)
    left_over = max(0, len(deck.cards) - len(deck.slots) - sum(hands))
    capacity: dict[PositionPlace, int] = {**dict(enumerate(hands)), PUBLIC: left_over}
    capacity |= dict.fromkeys(deck.slots, 1)
    if not left_over and not any(isinstance(fact, Holds) and fact.place == PUBLIC for fact in facts):
        del capacity[PUBLIC]
    anywhere = frozenset(capacity) - frozenset(deck.slots)
    domain: dict[Card, frozenset[PositionPlace]] = {card: anywhere | {deck.slot(card)} for card in deck.cards}
    clauses: dict[tuple[Seat | None, frozenset[str]], Clause] = {}
    picked = []
    for fact in facts:
        match fact:
            case Holds(place, cards):
                for card in cards:
                    domain[card] &= {deck.slot(card) if place == ENVELOPE else place}
            case Lacks(seat, cards):
                for card in cards:
                    domain[card] -= {seat}
            case OneOf(seat, cards):
                key = seat, frozenset(cards)
                if key not in clauses:
                    clauses[key] = Clause(dict.fromkeys(cards, frozenset({seat})))
            case NotAll(cards):
                outside: dict[Card, frozenset[PositionPlace]] = {
                    card: frozenset(capacity) - {deck.slot(card)} for card in cards
                }
                clauses[None, frozenset(cards)] = Clause(outside)
            case Picked(seat, others) if choices:
                picked.append(Choice(seat, frozenset(others)))
    return Position(capacity, domain, tuple(clauses.values()), tuple(picked))
