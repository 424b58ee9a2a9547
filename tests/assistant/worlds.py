"""Small tables of Cluedo and every deal there may be, each held against what the events mean.

An oracle: it shares the events with the assistant and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from random import Random

from assistant.cluedo.deck import Deck
from engine.cluedo import table as t
from engine.core import Event, Seat, redact

Deal = Mapping[str, object]
Numbered = tuple[int | None, Event]


@dataclass(frozen=True)
class Table:
    """A table as one seat saw it; `truth` is how the cards really lay, `events` carry their entries."""

    deck: Deck
    seats: int
    observer: Seat | None
    truth: Deal
    events: tuple[Numbered, ...]


def table(rng: Random, entries: int, lies: float = 0.0) -> Table:
    """Return a table with up to nine cards; each answer is a lie with this chance, all else is true."""
    deck = Deck(*(tuple(f"{kind}{i}" for i in range(rng.randint(2, 3))) for kind in "swl"))
    seats = rng.choice((2, 3))
    observer = rng.choice((None, *range(seats)))
    solution = tuple(rng.choice(cards) for cards in deck.categories)
    rest = [card for card in deck.cards if card not in solution]
    rng.shuffle(rest)
    left_over = rng.choice((0, 0, 1))
    truth: dict[str, object] = dict.fromkeys(solution, "envelope") | dict.fromkeys(rest[:left_over], "public")
    hands = [frozenset(rest[left_over + seat :: seats]) for seat in range(seats)]
    for seat, hand in enumerate(hands):
        truth |= dict.fromkeys(hand, seat)
    events: list[Numbered] = [
        (None, redact(t.HandDealt(seat, len(hand), hand), observer)) for seat, hand in enumerate(hands)
    ]
    for number in range(1, entries + 1):
        events += [(number, redact(event, observer)) for event in _entry(deck, seats, truth, rng, lies)]
    return Table(deck, seats, observer, truth, tuple(events))


def _entry(deck: Deck, seats: int, truth: Deal, rng: Random, lies: float) -> Iterator[Event]:
    named = tuple(rng.choice(cards) for cards in deck.categories)
    by = rng.randrange(seats)
    kind = rng.random()
    if kind < 0.1:
        wrong = any(truth[card] != "envelope" for card in named)
        if rng.random() < lies:
            wrong = not wrong
        yield t.Accused(by, *named)
        yield t.EnvelopeSeen(by, not wrong)
    elif kind < 0.2:
        card = rng.choice(deck.cards)
        holder = truth[card] if rng.random() >= lies else rng.choice((None, *range(seats)))
        if holder == "public":
            yield t.CardTurnedUp(card)
        else:
            yield t.CardSeen(rng.randrange(seats), holder if isinstance(holder, int) else None, card)
    else:
        yield t.Suggested(by, *named)
        for step in range(1, seats):
            seat = (by + step) % seats
            fitting = [card for card in named if truth[card] == seat]
            if rng.random() < lies:
                fitting = [] if fitting else list(named)
            if fitting:
                yield t.MustShow(seat)
                yield t.Shown(seat, by, rng.choice(fitting))
                return
            yield t.Passed(seat)


def deals(deck: Deck, sizes: Sequence[int]) -> Iterator[Deal]:
    """Return every deal: an envelope, hands of these sizes, the rest lying open."""
    for solution in product(*deck.categories):
        rest = [card for card in deck.cards if card not in solution]
        yield from _hands(rest, list(enumerate(sizes)), dict.fromkeys(solution, "envelope"))


def _hands(rest: list[str], sizes: list[tuple[Seat, int]], dealt: dict[str, object]) -> Iterator[Deal]:
    if not sizes:
        yield dealt | dict.fromkeys(rest, "public")
        return
    (seat, size), *others = sizes
    for hand in combinations(rest, size):
        left = [card for card in rest if card not in hand]
        yield from _hands(left, others, dealt | dict.fromkeys(hand, seat))


def weight(events: Sequence[Numbered], deal: Deal, observer: Seat | None, choice: bool = False) -> Fraction:
    """Return 0 if the deal contradicts an event, else its weight: 1, or under `choice` what shows weigh."""
    total, named = Fraction(1), ()
    for _, event in events:
        if isinstance(event, t.Suggested | t.Accused):
            named = (event.suspect, event.weapon, event.location)
        elif not _true(event, deal, named):
            return Fraction(0)
        elif choice and isinstance(event, t.Shown) and event.to == observer:
            total /= sum(deal[card] == event.by for card in named)
    return total


def _true(event: Event, deal: Deal, named: tuple[str, ...]) -> bool:
    match event:
        case t.HandDealt(seat, size, cards):
            hand = {card for card, place in deal.items() if place == seat}
            return len(hand) == size and cards in (None, hand)
        case t.Passed(seat):
            return all(deal[card] != seat for card in named)
        case t.MustShow(seat):
            return any(deal[card] == seat for card in named)
        case t.Shown(seat, _, card):
            return card is None or deal[card] == seat
        case t.EnvelopeSeen(_, correct, seen):
            matches = all(deal[card] == "envelope" for card in named)
            return matches == correct and all(deal[card] == "envelope" for card in seen or ())
        case t.CardSeen(_, holder, card):
            return card is None or deal[card] == ("envelope" if holder is None else holder)
        case t.CardTurnedUp(card):
            return deal[card] == "public"
    raise TypeError(event)


def contradicted(events: Sequence[Numbered], deal: Deal) -> frozenset[int | None]:
    """Return the entries that the deal contradicts; None stands for the deal itself."""
    found, named = set(), ()
    for entry, event in events:
        if isinstance(event, t.Suggested | t.Accused):
            named = (event.suspect, event.weapon, event.location)
        elif not _true(event, deal, named):
            found.add(entry)
    return frozenset(found)
