"""Cards that a seat cannot see, dealt to the places where they may lie: every way counts the same.

Cards are told apart for counting (two bats are two cards), so each place holds a random sample of the
cards that may lie anywhere: multivariate hypergeometric, in whole numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, prod
from typing import Literal

from engine.core import Seat

Place = Seat | Literal["pile"]
"""A seat's hand, or what lies face down in the penalty pile."""
PILE: Literal["pile"] = "pile"

ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class Deal:
    """What may lie where.

    `pool` counts the cards that may lie anywhere, by card; `free` is how many of them each place takes,
    what is over lies out of reach; `known` are the cards that are certain to lie in a place.
    """

    pool: Mapping[str, int]
    free: Mapping[Place, int]
    known: Mapping[Place, tuple[str, ...]]

    @property
    def open(self) -> int:
        """How many cards may lie anywhere."""
        return sum(self.pool.values())

    def size(self, place: Place) -> int:
        """Return how many cards lie in a place."""
        return self.free.get(place, 0) + len(self.known.get(place, ()))

    def drawn(self, place: Place) -> dict[str, Fraction]:
        """Return how likely a card taken blindly from a place is which; nothing if none lies there."""
        size, free = self.size(place), self.free.get(place, 0)
        chances: dict[str, Fraction] = {}
        for card in self.known.get(place, ()):
            chances[card] = chances.get(card, ZERO) + Fraction(1, size)
        if free:
            for card, number in self.pool.items():
                if number:
                    chances[card] = chances.get(card, ZERO) + Fraction(free * number, size * self.open)
        return chances

    def without(self, place: Place, card: str) -> Deal:
        """Return the deal once this card has left a place; of equal cards the known one leaves first.

        Raises ValueError if it cannot lie there.
        """
        known = self.known.get(place, ())
        if card in known:
            at = known.index(card)
            return replace(self, known={**self.known, place: known[:at] + known[at + 1 :]})
        if not self.pool.get(card) or not self.free.get(place):
            raise ValueError(card)
        return replace(
            self,
            pool={**self.pool, card: self.pool[card] - 1},
            free={**self.free, place: self.free[place] - 1},
        )

    def number(self, place: Place, kind: Collection[str]) -> Mapping[int, Fraction]:
        """Return how likely a place holds how many cards that are of these, without zeros."""
        sure = sum(card in kind for card in self.known.get(place, ()))
        of = sum(self.pool.get(card, 0) for card in set(kind))
        chances = _sample(of, self.open - of, self.free.get(place, 0))
        return {sure + n: chance for n, chance in enumerate(chances) if chance}

    def holds(self, place: Place, cards: Mapping[str, int]) -> Fraction:
        """Return how likely a place holds exactly these cards, counted by card."""
        left = dict(cards)
        for card in self.known.get(place, ()):
            left[card] = left.get(card, 0) - 1
        free = self.free.get(place, 0)
        if min(left.values(), default=0) < 0 or sum(left.values()) != free:
            return ZERO
        return Fraction(prod(comb(self.pool.get(c, 0), n) for c, n in left.items()), comb(self.open, free))

    def filled(self, place: Place, kind: Collection[str]) -> Iterator[tuple[Fraction, Deal]]:
        """Give every deal in which a place holds nothing but these, with its chance among all deals."""
        free = self.free.get(place, 0)
        if any(card not in kind for card in self.known.get(place, ())):
            return
        may = [card for card in kind if self.pool.get(card)]
        for numbers in product(*(range(min(free, self.pool[card]) + 1) for card in may)):
            if sum(numbers) != free:
                continue
            taken = dict(zip(may, numbers, strict=True))
            ways = prod(comb(self.pool[card], number) for card, number in taken.items())
            more = tuple(card for card, number in taken.items() for _ in range(number))
            yield (
                Fraction(ways, comb(self.open, free)),
                Deal(
                    {card: number - taken.get(card, 0) for card, number in self.pool.items()},
                    {**self.free, place: 0},
                    {**self.known, place: (*self.known.get(place, ()), *more)},
                ),
            )


@lru_cache(maxsize=4096)
def _sample(of: int, rest: int, size: int) -> tuple[Fraction, ...]:
    """Return how likely a random sample has 0, 1, 2 ... of some cards among others."""
    ways = comb(of + rest, size)
    return tuple(Fraction(comb(of, n) * comb(rest, size - n), ways) for n in range(size + 1))
