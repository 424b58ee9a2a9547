"""Where a few cards lie together, and what then lies in places for one card: exact, for many such questions.

Questions about a position share their work: the asked cards are dealt last, and the others again only from
the first one on that the question before did not deal in the same order. Each count carries, in fields of
its own, how many of its deals put which card into which of the watched places.

Glossary
  asked     the cards of a question
  watched   the places for one card each (the slots of an envelope) whose cards the answers tell
  spread    for each way the asked cards can lie, the weight of its deals by the cards watched
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from assistant.count import NoDeal, Posterior
from assistant.frontier import Deal, Layer, Settle, Steps, after, endings
from assistant.position import Card, Place
from assistant.reduce import Reduced, reduce

MARGIN = 6
"""How many bits wider a field is than the weight of all deals, so that weights may be multiplied."""

Work = Generator[None, None, Any]
"""Work in small pieces: each `next` does one, and what is returned at the end is the answer."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The weight of some deals, and of those among them with each card in a watched place.

    `cards` has one entry per watched place that is still open.
    """

    weight: int
    cards: tuple[Mapping[Any, int], ...]


class Forecast:
    """Answers about a position; `total` is the weight of all its deals, in the unit of every Tally.

    With `jointly` the watched places are told together: a Tally has a single entry, by tuples of cards.
    `open` are the watched places whose card is not certain, in order. `work` counts the states gone through
    so far, a measure of effort that is the same on every machine. Raises NoDeal if no deal fits, KeyError
    for an asked card that the position does not have.
    """

    def __init__(self, posterior: Posterior, watched: Iterable[Place], jointly: bool = False) -> None:
        self._reduced = _fitting(reduce(posterior.position))
        self._index = {card: i for i, card in enumerate(self._reduced.cards)}
        self._steps = Steps(self._reduced)
        self.total = int(posterior.weight * self._steps.scale)
        if not self.total:
            raise NoDeal("no deal fits the position")
        self._digits = self.total.bit_length() + MARGIN
        slots = {place: self._reduced.places.index(place) for place in watched}
        candidates = {
            place: [i for i, at in enumerate(self._reduced.domain) if at >> slot & 1]
            for place, slot in slots.items()
        }
        self.open = tuple(place for place, cards in candidates.items() if len(cards) > 1)
        self._watched = [(slots[place], candidates[place]) for place in self.open]
        self._jointly = jointly
        self._shifts = self._joint_shifts() if jointly else self._single_shifts()
        self._counted = 0 if jointly else (1 << self._digits) - 1
        self.work = 0
        self._orders: dict[int, list[int]] = {}
        self._route: list[int] = []
        self._layers: list[Layer] = [{self._steps.start: 1}]

    def _single_shifts(self) -> dict[tuple[int, int], int]:
        cells = [(card, slot) for slot, cards in self._watched for card in cards]
        return {cell: self._digits * rank for rank, cell in enumerate(cells, 1)}

    def _joint_shifts(self) -> dict[tuple[int, int], int]:
        shifts: dict[tuple[int, int], int] = {}
        width = self._digits
        for slot, cards in reversed(self._watched):
            shifts |= {(card, slot): rank * width for rank, card in enumerate(cards)}
            width *= len(cards)
        return shifts

    def alike(self, card: Card) -> Any:
        """What a card has to share with another one so that exchanging both changes nothing."""
        i = self._index[card]
        at = self._reduced.domain[i]
        if at.bit_count() == 1:
            return at
        clauses = ((n, ways[i]) for n, ways in enumerate(self._reduced.clauses) if i in ways)
        choices = (n for n, choice in enumerate(self._reduced.choices) if choice.others >> i & 1)
        return at, tuple(clauses), tuple(choices)

    def tally(self, packed: int) -> Tally:
        """What a packed weight of a spread, or a sum of such, says."""
        field, digits = (1 << self._digits) - 1, self._digits
        names = self._reduced.cards
        if self._jointly:
            cards = product(*(candidates for _, candidates in self._watched))
            shares = {
                tuple(names[card] for card in held): share
                for rank, held in enumerate(cards)
                if (share := packed >> rank * digits & field)
            }
            return Tally(sum(shares.values()), (shares,))
        found = []
        packed_cards = packed >> digits
        for _, candidates in self._watched:
            held = {}
            for card in candidates:
                if share := packed_cards & field:
                    held[names[card]] = share
                packed_cards >>= digits
            found.append(held)
        return Tally(packed & field, tuple(found))

    def route(self, asked: tuple[Card, ...]) -> list[int]:
        """Return in which order a question deals the other cards; questions are best sorted by it.

        Questions with the same last card share most of it.
        """
        without = self._bits(asked)
        return [card for card in self._order(self._bits(asked[-1:])) if not without >> card & 1]

    def _bits(self, cards: tuple[Card, ...]) -> int:
        return sum(1 << self._index[card] for card in cards)

    def _order(self, without: int) -> list[int]:
        if without not in self._orders:
            self._orders[without] = self._steps.order(without)
        return self._orders[without]

    def spread(self, asked: tuple[Card, ...]) -> Work:
        """Return, piece by piece, the packed weight of every way in which the asked cards can lie.

        The answer maps the places of the cards, in their order, to a packed weight for `tally`.
        """
        numbers = [self._index[card] for card in asked]
        layer = yield from self._before(self.route(asked))
        last = [i for i in numbers if self._reduced.domain[i].bit_count() > 1]
        closing: list[Deal | Settle] = []
        to_come = sum(1 << card for card in last)
        for card in last:
            to_come &= ~(1 << card)
            closing += self._steps.dealing(card, to_come)
        ways: dict[tuple[int, ...], int] = {}
        for state, counted in layer.items():
            for places, packed in endings(state, counted, closing, self._shifts, self._counted):
                ways[places] = ways.get(places, 0) + packed
        settled, names = self._reduced.settled(), self._reduced.places
        answer = {}
        for places, packed in ways.items():
            lies = settled | dict(zip(last, places, strict=True))
            answer[tuple(names[lies[card]] for card in numbers)] = packed
        return answer

    def _before(self, route: list[int]) -> Work:
        """Return the layer after all cards of a route."""
        same = 0
        while same < min(len(route), len(self._route)) and route[same] == self._route[same]:
            same += 1
        del self._route[same:], self._layers[same + 1 :]
        to_come = self._steps.cards & ~sum(1 << card for card in route[:same])
        for card in route[same:]:
            to_come &= ~(1 << card)
            layer = self._layers[-1]
            for step in self._steps.dealing(card, to_come):
                self.work += len(layer)
                layer = after(layer, step, self._steps.guard, self._shifts, self._counted)
            self._route.append(card)
            self._layers.append(layer)
            yield
        return self._layers[-1]


def _fitting(reduced: Reduced | None) -> Reduced:
    if reduced is None:
        raise NoDeal("no deal fits the position")
    return reduced
