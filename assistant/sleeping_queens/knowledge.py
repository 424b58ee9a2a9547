"""What everybody at the table knows of the draw pile and of the companions that lie face down.

Nothing is anybody's secret: what is in the pile is the deck less all that is seen, in any order with equal
chance, for a shuffle is forgotten by nobody. Companions go back face up and are shuffled only when none lies
face down, so those face down are the box less all that is seen, each of them anywhere with equal chance.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from assistant.knowledge import Impossible
from assistant.sleeping_queens.order import hidden_companions, objection, unseen
from engine.core import Event, Message, Seat, Setup, Undone, redact
from engine.sleeping_queens import rules
from engine.sleeping_queens.cards import WILD
from engine.sleeping_queens.table import DOWN, EMPTY, State


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What `observer` (None: an onlooker) knows after `entries` events; `view` is the table as all see it."""

    view: State
    observer: Seat | None
    entries: int = 0

    def tell(self, event: Event) -> Knowledge:
        """Return what is known after an event of the redacted log; raises Impossible for what cannot be."""
        if isinstance(event, Undone):
            return replace(self, entries=self.entries + 1)
        reason = objection(self.view, event)
        if reason is not None:
            raise Impossible(reason)
        try:
            view = rules.evolve(self.view, event)
        except (ValueError, IndexError):
            raise Impossible(Message("This does not come next by the rules.")) from None
        return Knowledge(view, self.observer, self.entries + 1)

    def tell_all(self, events: Iterable[Event]) -> Knowledge:
        """Return what is known after several events; raises Impossible."""
        knowledge = self
        for event in events:
            knowledge = knowledge.tell(event)
        return knowledge

    @property
    def pile(self) -> Mapping[str, int]:
        """How many of each card lie in the draw pile, in the order of the box, none left out."""
        left = unseen(self.view)
        return {card: left[card] for card in self.view.box.deck}

    @property
    def slots(self) -> Mapping[int, Mapping[str, Fraction]]:
        """By place of the ring that is not empty, how likely each companion that may lie there is."""
        view = self.view
        return {
            place: companions(view) if lies == DOWN else {lies: Fraction(1)}
            for place, lies in enumerate(view.ring)
            if lies != EMPTY
        }

    def fits(self, symbols: Collection[str]) -> Fraction | None:
        """Return the chance that the next companion taken goes with a queen of one of these symbols (SQ-R18).

        If none lies face down, those face up are shuffled first. None if there is none at all.
        """
        likely = companions(self.view)
        if not likely:
            return None
        wanted = {*symbols, WILD} if symbols else set()
        return sum((chance for friend, chance in likely.items() if friend in wanted), Fraction(0))


def companions(view: State) -> Mapping[str, Fraction]:
    """Return how likely the next companion taken out of the ring is of each kind; empty if there is none."""
    there = ring(view)
    total = sum(there.values())
    return {friend: Fraction(number, total) for friend, number in there.items() if number}


def ring(view: State) -> Mapping[str, int]:
    """Return how many of each companion the next one is taken from: those face down, else those face up."""
    if view.face_down:
        return hidden_companions(view)
    lie = [view.ring[place] for place in view.face_up]
    return {friend: lie.count(friend) for friend in view.box.companions}


def begin(setup: Setup, observer: Seat | None, events: Iterable[Event] = ()) -> Knowledge:
    """Return what is known after a redacted log; raises Impossible, SaidError for the set-up."""
    return Knowledge(redact(rules.start(setup), observer), observer).tell_all(events)
