"""What lies on the table of Cockroach Poker Royal, made ready to be drawn: displays, hand, penalty pile."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from engine.cockroach_poker import cards
from engine.cockroach_poker.cards import Deck
from engine.cockroach_poker.table import State
from engine.core import Seat


@dataclass(frozen=True, slots=True)
class Stack:
    """The cards of one species before a player, plain ones first; `danger` if one more loses the game."""

    species: str
    cards: tuple[str, ...]
    danger: bool


@dataclass(frozen=True, slots=True)
class Row:
    """What lies before one player, and how many cards the hand holds; `role` is giver, receiver or ""."""

    seat: Seat
    stacks: tuple[Stack, ...]
    hand: int
    role: str
    lost: bool


def rows(view: State, first: Seat) -> tuple[Row, ...]:
    """Return the displays in turn order, that of `first` last."""
    deck = cards.load(view.edition)
    order = [(first + step) % view.seats for step in (*range(1, view.seats), 0)]
    return tuple(_row(view, deck, seat) for seat in order)


def _row(view: State, deck: Deck, seat: Seat) -> Row:
    most = deck.of_a_kind(view.seats)
    shown = sorted(view.displays[seat], key=cards.is_royal)
    stacks = []
    for species in deck.species:
        lying = tuple(card for card in shown if cards.species(card) == species)
        stacks.append(Stack(species, lying, len(lying) >= most - 1))
    role = "giver" if seat == view.giver else "receiver" if seat == view.receiver else ""
    return Row(seat, tuple(stacks), view.hand_sizes[seat], role, seat == view.loser)


def hand(view: State, seat: Seat) -> tuple[tuple[str, int], ...]:
    """Return the different cards of a hand in the order of the deck, with how many there are of each."""
    held = Counter(view.hands[seat] or ())
    return tuple((card, held[card]) for card in cards.load(view.edition).counts if held[card])


def symbol(card: str) -> str:
    """Return the id of the drawing of a card, a species or a claim."""
    if card in cards.SPECIALS:
        return f"card-{card}"
    return "crown" if card == cards.ROYAL else f"an-{card}"
