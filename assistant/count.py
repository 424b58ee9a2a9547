"""How likely every place of every card is: exact, from the weight of all deals that fit a position.

A deal weighs 1, times 1 / (1 + k) for every choice whose place holds k of the other cards it could have
shown. So a position without choices gives the model `logic`, and one with them the model `choice`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from random import Random

from assistant.frontier import Layer, Program, backward, forward, program, shifted_total, walk
from assistant.position import Card, Place, Position, World
from assistant.reduce import Reduced, reduce


class NoDeal(ValueError):
    """No deal fits the position, so nothing in it has a probability."""


def count(position: Position) -> Posterior:
    """The posterior of `position`; nothing is counted before it is asked for.

    Raises KeyError where a domain, a clause or a choice has a place without capacity, or a clause or choice
    a card without a domain.
    """
    return Posterior(position)


class Posterior:
    """What the fitting deals of a position say together; each answer is worked out when first asked for.

    For an impossible position `weight` and `deals` are 0, and everything else raises NoDeal.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        reduced = reduce(position)
        self._problem = None if reduced is None else (reduced, program(reduced))

    @cached_property
    def weight(self) -> Fraction:
        """The sum of the weights of all fitting deals."""
        return Fraction(self._total, self._problem[1].scale) if self._problem else Fraction(0)

    @cached_property
    def deals(self) -> int:
        """How many deals fit, whatever they weigh."""
        return count(replace(self.position, choices=())).deals if self.position.choices else self._total

    @cached_property
    def cells(self) -> Mapping[Card, Mapping[Place, Fraction]]:
        """For each card the places it may lie in, and how likely it lies there; never 0."""
        reduced, _ = self._fitting()
        cells = {card: {place: Fraction(1)} for card, place in reduced.settled().items()}
        for card, shares in self._backward[1].items():
            cells[card] = {place: Fraction(share, self._total) for place, share in shares.items()}
        return {
            card: {reduced.places[place]: chance for place, chance in cells[i].items()}
            for i, card in enumerate(reduced.cards)
        }

    def cell(self, card: Card, place: Place) -> Fraction:
        """How likely the card lies in the place."""
        return self.cells[card].get(place, Fraction(0))

    def joint(self, pairs: Iterable[tuple[Card, Place]]) -> Fraction:
        """How likely every card of these pairs lies in the place it is paired with."""
        domain = dict(self.position.domain)
        for card, place in pairs:
            domain[card] &= {place}
        self._fitting()
        return count(replace(self.position, domain=domain)).weight / self.weight

    def table(self, places: tuple[Place, ...]) -> Mapping[tuple[Card, ...], Fraction]:
        """How likely each tuple of cards lies in these places, one card in each; never 0.

        Raises ValueError for a place that does not take exactly one card, or is named twice.
        """
        if len(set(places)) < len(places) or any(self.position.capacity[place] != 1 for place in places):
            raise ValueError(f"not different places for one card each: {places!r}")
        reduced, steps = self._fitting()
        slots = [reduced.places.index(place) for place in places]
        candidates = [[i for i, at in enumerate(reduced.domain) if at >> slot & 1] for slot in slots]
        digits = self._total.bit_length()
        counts = shifted_total(steps, _shifts(slots, candidates, digits))
        shares = {
            cards: counts >> rank * digits & (1 << digits) - 1
            for rank, cards in enumerate(product(*candidates))
        }
        return {
            tuple(reduced.cards[card] for card in cards): Fraction(share, self._total)
            for cards, share in shares.items()
            if share
        }

    def draw(self, rng: Random) -> World:
        """A deal, drawn with exactly the chance that its weight gives it."""
        reduced, steps = self._fitting()
        drawn = reduced.settled() | dict(walk(steps, self._backward[0], rng))
        return {card: reduced.places[drawn[i]] for i, card in enumerate(reduced.cards)}

    def _fitting(self) -> tuple[Reduced, Program]:
        if self._problem is None or not self._total:
            raise NoDeal("no deal fits the position")
        return self._problem

    @cached_property
    def _layers(self) -> list[Layer]:
        return forward(self._problem[1]) if self._problem else [{}]

    @cached_property
    def _total(self) -> int:
        return self._layers[-1].get(0, 0)

    @cached_property
    def _backward(self) -> tuple[list[Layer], dict[int, dict[int, int]]]:
        return backward(self._fitting()[1], self._layers)


def _shifts(slots: list[int], candidates: list[list[int]], digits: int) -> dict[tuple[int, int], int]:
    """Shifts that give every tuple of candidates `digits` bits of its own in the total.

    A card dealt to its slot shifts the count of the deal; tuples rank as in `itertools.product`.
    """
    shifts: dict[tuple[int, int], int] = {}
    for slot, cards in zip(reversed(slots), reversed(candidates), strict=True):
        shifts |= {(card, slot): rank * digits for rank, card in enumerate(cards)}
        digits *= len(cards)
    return shifts
