"""What one seat, or an onlooker, knows about the cards: a fold over what it saw happen.

Entries are the numbers by which people speak of what they heard: each suggestion with its answers is
one, and so is each accusation, each card seen or turned up and each corrected hand size. What is turned
up or corrected before the first of them belongs to the deal.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import log2
from random import Random
from typing import Any, TypeVar, cast

from assistant import explain
from assistant.cluedo import facts as f
from assistant.cluedo.deck import ENVELOPE, PUBLIC, Deck, Place, Slot
from assistant.count import Posterior, count
from assistant.knowledge import CHOICE, LOGIC, Contradiction, Model
from assistant.position import Position
from engine.cluedo import table as t
from engine.cluedo.table import Triple
from engine.core import Event, Seat

T = TypeVar("T")
_Learned = tuple[Any, ...]
"""Facts as a chain that grows at its end in constant time: empty, or (chain before, last facts)."""


@dataclass(frozen=True, slots=True)
class ShownCard:
    """The observer showed `card` to the seat `to`, in this entry."""

    to: Seat
    card: str
    entry: int


@dataclass(frozen=True, slots=True, eq=False)
class Knowledge:
    """What `observer` (None: an onlooker without a hand) knows at a table of `seats` players.

    `entry` is the number of the latest entry, `open` the suggestion or accusation that it is about,
    `shown` what the observer showed to whom. Each `Knowledge` counts at most once, when it is first
    asked; all questions about cards raise Contradiction if no deal fits what was told.
    """

    deck: Deck
    seats: int
    observer: Seat | None
    entry: int = 0
    open: Triple | None = None
    shown: tuple[ShownCard, ...] = ()
    _learned: _Learned = field(default=(), repr=False)
    _counted: dict[Any, Any] = field(default_factory=dict, repr=False)

    def tell(self, event: Event, entry: int | None = None) -> Knowledge:
        """Return what is known after an event of the observer's redacted log; itself if it says nothing.

        `entry` is the number of the entry that the event belongs to; left out, the events are counted.
        """
        match event:
            case t.HandDealt(seat, size, cards):
                return self._learn(self.entry, *self._dealt(seat, size, cards))
            case t.Suggested(_, suspect, weapon, location) | t.Accused(_, suspect, weapon, location):
                number = self._next(entry)
                return replace(self, entry=number, open=(suspect, weapon, location))
            case t.Passed(seat) if self.open:
                return self._learn(self.entry, f.Lacks(seat, self.open, self.entry))
            case t.MustShow(seat) if self.open:
                return self._learn(self.entry, f.OneOf(seat, self.open, self.entry))
            case t.Shown(seat, to, card) if card is not None:
                return self._shown(seat, to, card)
            case t.EnvelopeSeen(_, correct, seen) if self.open:
                said = (
                    f.Holds(ENVELOPE, self.open, self.entry) if correct else f.NotAll(self.open, self.entry)
                )
                saw = () if seen is None or correct else (f.Holds(ENVELOPE, seen, self.entry),)
                return self._learn(self.entry, said, *saw)
            case t.CardSeen(_, holder, card) if card is not None:
                number = self._next(entry)
                return self._learn(number, f.Holds(ENVELOPE if holder is None else holder, (card,), number))
            case t.CardTurnedUp() | t.HandSizeSet() if entry is None and not self.entry:
                return self._learn(0, _on_table(event, None))
            case t.CardTurnedUp() | t.HandSizeSet():
                number = self._next(entry)
                return self._learn(number, _on_table(event, number))
            case t.SolutionRevealed(cards):
                number = self._next(entry)
                return self._learn(number, f.Holds(ENVELOPE, cards, number))
        return self

    def tell_all(self, events: Iterable[Event]) -> Knowledge:
        """Return what is known after several events, counting the entries."""
        knowledge = self
        for event in events:
            knowledge = knowledge.tell(event)
        return knowledge

    def suppose(self, *facts: f.Fact) -> Knowledge:
        """Return what would be known if these facts were so as well; no entry is counted."""
        return self._learn(self.entry, *facts)

    def _next(self, entry: int | None) -> int:
        return self.entry + 1 if entry is None else entry

    def _learn(self, entry: int, *facts: f.Fact) -> Knowledge:
        return replace(self, _learned=(self._learned, facts), entry=entry, _counted={})

    def _dealt(self, seat: Seat, size: int, cards: frozenset[str] | None) -> tuple[f.Fact, ...]:
        if cards is None:
            return (f.Size(seat, size, None),)
        held = tuple(card for card in self.deck.cards if card in cards)
        others = tuple(card for card in self.deck.cards if card not in cards)
        return f.Size(seat, size, None), f.Holds(seat, held, None), f.Lacks(seat, others, None)

    def _shown(self, seat: Seat, to: Seat, card: str) -> Knowledge:
        learned: tuple[f.Fact, ...] = (f.Holds(seat, (card,), self.entry),)
        if to == self.observer and self.open:
            others = tuple(other for other in self.open if other != card)
            learned += (f.Picked(seat, others, self.entry),)
        known = self._learn(self.entry, *learned)
        if seat == self.observer:
            return replace(known, shown=(*self.shown, ShownCard(to, card, self.entry)))
        return known

    @property
    def facts(self) -> tuple[f.Fact, ...]:
        """All that was learned, in order."""
        return self._once("facts", lambda: tuple(reversed([*_backwards(self._learned)])))

    @property
    def places(self) -> tuple[Place, ...]:
        """All places a card may lie in: seats in turn order, PUBLIC if cards are left over, ENVELOPE."""
        left_over = PUBLIC in self.position().capacity
        return (*range(self.seats), *((PUBLIC,) if left_over else ()), ENVELOPE)

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds, as corrected."""
        return f.sizes(self.facts, self.seats)

    def shown_to(self, seat: Seat) -> frozenset[str]:
        """Return the cards that the observer has shown to a seat."""
        return frozenset(shown.card for shown in self.shown if shown.to == seat)

    def _once(self, key: object, make: Callable[[], T]) -> T:
        """Return what `make` returned the first time that this knowledge was asked for `key`."""
        if key not in self._counted:
            self._counted[key] = make()
        found: T = self._counted[key]
        return found

    def position(self, model: Model = LOGIC) -> Position:
        """Return what is known in the form that counting and solving share."""
        with_choices = model == CHOICE
        return self._once(
            ("position", model), lambda: f.position(self.deck, self.seats, self.facts, with_choices)
        )

    def posterior(self, model: Model = LOGIC) -> Posterior:
        """Return what the fitting deals say together; raises Contradiction if none fits."""
        counted = self._count(model)
        if not counted.weight and (contradiction := self.contradiction()):
            raise contradiction
        return counted

    def _count(self, model: Model) -> Posterior:
        return self._once(("count", model), lambda: count(self.position(model)))

    @property
    def consistent(self) -> bool:
        """Whether any deal fits what was told."""
        return self.deals > 0

    @property
    def deals(self) -> int:
        """How many deals fit, whatever the model; 0 for contradictory knowledge."""
        return self._count(LOGIC).deals

    def contradiction(self) -> Contradiction | None:
        """Return which entries clash, None while a deal fits."""
        return None if self.consistent else self._once("clash", lambda: _clash(self))

    def cells(self, model: Model = LOGIC) -> Mapping[str, Mapping[Place, Fraction]]:
        """Return for each card, in sheet order, the places it may lie in and how likely; never 0."""
        return self._once(("cells", model), lambda: self._cells(model))

    def _cells(self, model: Model) -> Mapping[str, Mapping[Place, Fraction]]:
        found, places = self.posterior(model).cells, self.places
        return {
            card: {
                place: found[card][slot]
                for place in places
                if (slot := self._slot(card, place)) in found[card]
            }
            for card in self.deck.cards
        }

    def _slot(self, card: str, place: Place) -> Place | Slot:
        return self.deck.slot(card) if place == ENVELOPE else place

    def probability(self, card: str, place: Place, model: Model = LOGIC) -> Fraction:
        """Return how likely a card lies in a place."""
        return self.cells(model)[card].get(place, Fraction(0))

    def joint(self, cells: Iterable[tuple[str, Place]], model: Model = LOGIC) -> Fraction:
        """Return how likely all these cards lie in the places that are paired with them."""
        return self.posterior(model).joint((card, self._slot(card, place)) for card, place in cells)

    def draw(self, rng: Random, model: Model = LOGIC) -> Mapping[str, Place]:
        """Return where each card lies in a deal drawn with exactly its probability, in sheet order."""
        drawn = self.posterior(model).draw(rng)
        seats = range(self.seats)
        return {
            card: next(
                place for place in (*seats, PUBLIC, ENVELOPE) if self._slot(card, place) == drawn[card]
            )
            for card in self.deck.cards
        }

    def possible(self, card: str, place: Place) -> bool:
        """Tell whether a card lies in a place in any deal that fits."""
        return place in self.cells()[card]

    def knows(self, card: str, place: Place) -> bool | None:
        """Return True or False if it is certain that a card lies in a place or not, else None."""
        places = self.cells()[card]
        return False if place not in places else True if len(places) == 1 else None

    def envelope(self, model: Model = LOGIC) -> tuple[tuple[Triple, Fraction], ...]:
        """Return every solution that may be, by falling probability, equal ones in sheet order."""
        return self._once(("envelope", model), lambda: self._envelope(model))

    def _envelope(self, model: Model) -> tuple[tuple[Triple, Fraction], ...]:
        order = {card: number for number, card in enumerate(self.deck.cards)}
        found = cast("Mapping[Triple, Fraction]", self.posterior(model).table(self.deck.slots))
        return tuple(sorted(found.items(), key=lambda item: (-item[1], [order[card] for card in item[0]])))

    def solution(self) -> Triple | None:
        """Return what is in the envelope if it is certain."""
        certain = [card for card in self.deck.cards if self.knows(card, ENVELOPE)]
        return self.deck.triple(tuple(certain))

    def bits(self, model: Model = LOGIC) -> float:
        """Return how much is missing to know the envelope, in bits (a rounded logarithm, not a fraction)."""
        return sum(float(p) * log2(1 / p) for _, p in self.envelope(model))


def begin(deck: Deck, seats: int, observer: Seat | None, events: Iterable[Event] = ()) -> Knowledge:
    """Return the knowledge of a seat after its redacted log, counting the entries."""
    return Knowledge(deck, seats, observer).tell_all(events)


def _backwards(learned: _Learned) -> Iterator[f.Fact]:
    while learned:
        learned, facts = learned
        yield from reversed(facts)


def _on_table(event: t.CardTurnedUp | t.HandSizeSet, entry: int | None) -> f.Fact:
    if isinstance(event, t.HandSizeSet):
        return f.Size(event.seat, event.size, entry)
    return f.Holds(PUBLIC, (event.card,), entry)


def _clash(known: Knowledge) -> Contradiction:
    """Return what clashes in knowledge that no deal fits.

    Corrected hand sizes are the one thing whose removal does not only lose something (the old size comes
    back), so they are taken as given at first and left out afterwards where the clash does without them.
    """
    by_entry: dict[int | None, list[f.Fact]] = {None: []}
    for fact in known.facts:
        by_entry.setdefault(fact.entry, []).append(replace(fact, entry=None))
    entries = sorted(entry for entry in by_entry if entry is not None)
    corrections = {entry for entry in entries if any(isinstance(fact, f.Size) for fact in by_entry[entry])}

    def kept(chosen: Collection[int]) -> tuple[f.Fact, ...]:
        """Return the facts of these entries once each, as late as they were learned."""
        facts = [fact for entry in (None, *sorted(chosen)) for fact in by_entry[entry]]
        return tuple(reversed(dict.fromkeys(reversed(facts))))

    def possible(chosen: Collection[int]) -> bool:
        return count(f.position(known.deck, known.seats, kept(chosen))).deals > 0

    def cards_more(chosen: Collection[int]) -> int:
        return sum(f.sizes(kept(chosen), known.seats)) - sum(known.hand_sizes)

    distinct = {tuple(by_entry[entry]): entry for entry in reversed(entries) if entry not in corrections}
    others = sorted(distinct.values())
    clash = {*explain.conflict(others, lambda chosen: possible({*chosen, *corrections})), *corrections}
    if corrections:
        singly = sorted(clash, key=lambda entry: (entry not in corrections, -entry))
        for left_out in (corrections, *({entry} for entry in singly)):
            rest = clash - left_out
            if cards_more(rest) <= 0 and not possible(rest):
                clash = rest
    mends = explain.repairs(
        entries, lambda rest: not cards_more(rest) and possible(rest), among=clash | corrections
    )
    return Contradiction(tuple(sorted(clash)), mends)
