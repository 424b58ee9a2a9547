"""How likely somebody else is to accuse first: counted in drawn deals, so always with its interval.

The model: every other player who is still in the game knows exactly what follows from his own hand, from
what he was shown and from what all could hear, and accuses rightly in his next turn once only one solution
is left for him. What he was shown out of sight was picked at random among what fitted. That he has to walk
to the place, and that he may learn something before, is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import comb
from random import Random

from assistant.cluedo.deck import Place
from assistant.cluedo.knowledge import Knowledge, begin
from assistant.count import count
from assistant.knowledge import CHOICE, Model
from assistant.reduce import reduce
from engine.cluedo import table as t
from engine.core import Event, Seat

DEALS = 24
LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Share:
    """In `hits` of `drawn` deals it is so; `low` and `high` are the exact 95 % interval (Clopper-Pearson)."""

    hits: int
    drawn: int

    @property
    def mean(self) -> float:
        """The share itself."""
        return self.hits / self.drawn

    @property
    def low(self) -> float:
        """The least chance under which so many hits or more are not too rare."""
        if not self.hits:
            return 0.0
        return _bisected(lambda p: 1 - _at_most(self.hits - 1, self.drawn, p) < (1 - LEVEL) / 2)

    @property
    def high(self) -> float:
        """The greatest chance under which so many hits or fewer are not too rare."""
        if self.hits == self.drawn:
            return 1.0
        return _bisected(lambda p: _at_most(self.hits, self.drawn, p) > (1 - LEVEL) / 2)


def _at_most(hits: int, drawn: int, p: float) -> float:
    return sum(comb(drawn, k) * p**k * (1 - p) ** (drawn - k) for k in range(hits + 1))


def _bisected(below: Callable[[float], bool]) -> float:
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if below(middle) else (low, middle)
    return (low + high) / 2


def first(
    knowledge: Knowledge, events: Sequence[Event], rng: Random, model: Model = CHOICE, deals: int = DEALS
) -> Generator[None, None, Share]:
    """Return, piece by piece, in how many drawn deals another player knows the envelope by now.

    `events` is the observer's redacted log, from which `knowledge` comes. Raises Contradiction if no deal
    fits.
    """
    out = {event.by for event in events if isinstance(event, t.EnvelopeSeen) and not event.correct}
    others = [seat for seat in range(knowledge.seats) if seat not in {knowledge.observer, *out}]
    hits = 0
    for _ in range(deals):
        deal = knowledge.draw(rng, model)
        yield
        for seat in others:
            known = begin(knowledge.deck, knowledge.seats, seat, as_seen(events, deal, seat, rng))
            if _knows_the_envelope(known):
                hits += 1
                break
            yield
    return Share(hits, deals)


def as_seen(events: Iterable[Event], deal: Mapping[str, Place], seat: Seat, rng: Random) -> Iterator[Event]:
    """Return the events as `seat` would have seen them, had the cards lain so."""
    named: tuple[str, ...] = ()
    for event in events:
        match event:
            case t.Suggested(_, suspect, weapon, location):
                named = (suspect, weapon, location)
                yield event
            case t.HandDealt(dealt, size):
                hand = frozenset(card for card, place in deal.items() if place == dealt)
                yield t.HandDealt(dealt, size, hand if dealt == seat else None)
            case t.Shown(by, to, card):
                seen = seat in (by, to)
                fitting = [one for one in named if deal[one] == by]
                yield t.Shown(by, to, (card or rng.choice(fitting)) if seen else None)
            case t.CardSeen():
                pass
            case t.EnvelopeSeen(by, correct):
                yield t.EnvelopeSeen(by, correct)
            case _:
                yield event


def _knows_the_envelope(known: Knowledge) -> bool:
    """Tell whether only one solution is left."""
    position = known.position()
    reduced = reduce(position)
    if reduced is None:
        return False
    for slot in known.deck.slots:
        bit = 1 << reduced.places.index(slot)
        candidates = [card for card, at in zip(reduced.cards, reduced.domain, strict=True) if at & bit]
        if len(candidates) > 1:
            fitting = 0
            for card in candidates:
                there = replace(position, domain={**position.domain, card: frozenset({slot})})
                fitting += bool(count(there).deals)
                if fitting > 1:
                    return False
    return True
