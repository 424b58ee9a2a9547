"""The exact chance to free a king in the next turn, for any holding that this turn may end with.

As in `odds`, only the draw is counted: instants, and what the others do until then, are left out. In that
turn everything is done that frees a king with the best chance: books, waking by a pair, equations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb

from assistant.sleeping_queens import dice, kernel
from assistant.sleeping_queens.holding import PLUS_MINUS_ONE, Holding
from assistant.sleeping_queens.odds import Hand, ways_to_draw
from assistant.sleeping_queens.order import unseen
from engine.core import Seat
from engine.sleeping_queens import cards as c
from engine.sleeping_queens.table import State

_ZERO, _ONE = Fraction(0), Fraction(1)
_OTHER = ""
_NO_PAIR = -1
_LEAST_FOR_BOTH, _LEAST_FOR_TWO = 5, 6


@dataclass(frozen=True, slots=True)
class Ring:
    """The kinds of companions, and how many of each lie in the ring face down and face up."""

    kinds: tuple[str, ...]
    down: tuple[int, ...]
    up: tuple[int, ...]

    def fits(self, symbols: frozenset[str], picks: int) -> Fraction:
        """Return the chance that of so many companions taken one goes with one of the symbols."""
        if picks <= 0 or not symbols:
            return _ZERO
        wanted = [kind in symbols or kind == c.WILD for kind in self.kinds]
        missed = _ONE
        for lying in (self.down, self.up):
            total, fitting = sum(lying), sum(n for n, good in zip(lying, wanted, strict=True) if good)
            taken = min(picks, total)
            missed *= Fraction(comb(total - fitting, taken), comb(total, taken))
            picks -= taken
        return 1 - missed


@dataclass(frozen=True, slots=True)
class _Drawing:
    """Number cards and books drawn out of `bag` to numbers and books; `found` is the discard pile.

    `clever` is the knight of plus and minus one, `sleepers`: there are queens to wake.
    """

    numbers: tuple[int, ...]
    books: int
    clever: bool
    sleepers: bool
    found: int
    bag: Hand


class NextTurn:
    """The next turn of a seat at one table."""

    def __init__(self, view: State, seat: Seat) -> None:
        self.draw: dict[tuple[int, bool], Fraction] = {}
        for (number, knight), chance in dice.outcomes(view, seat).items():
            key = (number, knight == PLUS_MINUS_ONE)
            self.draw[key] = self.draw.get(key, _ZERO) + chance
        self._deck = view.box.deck
        left = unseen(view)
        self._pile = {card: left[card] for card in self._deck}
        others = (view.realms[other] for other in range(view.seats) if other != seat)
        self._elsewhere = left + Counter(c.awake(card) for realm in others for card in realm)

    def chance(self, has: Holding, ring: Ring) -> Fraction:
        """Return the chance that the holding frees a king in the next turn."""
        discard = self._discard(has)
        drawn = [chance * self._after(has, ring, discard, *draw) for draw, chance in self.draw.items()]
        return sum(drawn, _ZERO)

    def _discard(self, has: Holding) -> Mapping[str, int]:
        """Return the discard pile: all that is neither in the draw pile nor in a realm."""
        own = Counter((*map(str, has.numbers), *map(c.queen, has.awake + has.asleep)))
        own[c.BOOK] += has.books
        return {card: n - self._elsewhere[card] - own[card] for card, n in self._deck.items()}

    def _after(
        self, has: Holding, ring: Ring, discard: Mapping[str, int], number: int, clever: bool
    ) -> Fraction:
        """Return the chance if so many cards are drawn, the discard pile's after those of the pile."""
        size = sum(self._pile.values())
        sure, bag = ({}, self._pile) if number <= size else (self._pile, discard)
        number = min(number - sum(sure.values()), sum(bag.values()))
        numbers = (*has.numbers, *_numbers(sure))
        drawing = _Drawing(
            tuple(sorted(numbers)),
            has.books + sure.get(c.BOOK, 0),
            clever,
            bool(has.asleep),
            kernel.mask(_numbers(discard if bag is self._pile else {})),
            tuple((card, n) for card, n in bag.items() if n and (card.isdigit() or card == c.BOOK)),
        )
        awake = {*has.awake, *(c.symbol(card) for card, n in sure.items() if n and c.is_queen(card))}
        couples = _Couples(has, ring)
        ways = _ZERO
        for counted in range(number + 1):
            made = _made(drawing, counted)
            for queens, more in ways_to_draw(_others(bag), number - counted) if made else ():
                up = frozenset((*awake, *(symbol for symbol, _ in queens if symbol != _OTHER)))
                for options, times in made.items():
                    ways += more * times * couples.chance(up, *options)
        return ways / comb(sum(bag.values()), number)


class _Couples:
    """Whether a king is freed, once it is known which queens are awake and what the numbers make possible."""

    def __init__(self, has: Holding, ring: Ring) -> None:
        self.friends, self.asleep, self.ring = set(has.friends), frozenset(has.asleep), ring
        self._known: dict[tuple[frozenset[str], int, int], Fraction] = {}

    def chance(self, awake: frozenset[str], equations: int, beside: int) -> Fraction:
        """Return the chance with so many equations, or so many beside a pair that wakes the queens."""
        key = (awake, equations, beside)
        if key not in self._known:
            self._known[key] = self._chance(*key)
        return self._known[key]

    def _chance(self, awake: frozenset[str], equations: int, beside: int) -> Fraction:
        everybody = awake | self.asleep
        if self._fits(awake) or (beside != _NO_PAIR and self._fits(everybody)):
            return _ONE
        return max(self.ring.fits(awake, equations), self.ring.fits(everybody, beside))

    def _fits(self, queens: frozenset[str]) -> bool:
        return bool(queens & self.friends) or bool(queens and c.WILD in self.friends)


@lru_cache(maxsize=4096)
def _made(drawing: _Drawing, number: int) -> Mapping[tuple[int, int], int]:
    """Return in how many ways so many are drawn, by what they make possible."""
    found: dict[tuple[int, int], int] = {}
    for hand, ways in ways_to_draw(drawing.bag, number):
        numbers, books = list(drawing.numbers), drawing.books
        for card, copies in hand:
            if card == c.BOOK:
                books += copies
            else:
                numbers += [int(card)] * copies
        discarded = drawing.found if books else 0
        options = possible(tuple(sorted(numbers)), drawing.clever, books, discarded, drawing.sleepers)
        found[options] = found.get(options, 0) + ways
    return found


@lru_cache(maxsize=65536)
def possible(
    numbers: tuple[int, ...], clever: bool, books: int, found: int, sleepers: bool
) -> tuple[int, int]:
    """Return how many equations the numbers make, and how many beside a pair: -1 without a pair to need.

    Each of the books may bring a number out of the discard pile, of which `found` is the mask.
    """
    hand, size = kernel.mask(numbers), len(numbers) + books
    few = size < (_LEAST_FOR_BOTH if sleepers else _LEAST_FOR_TWO)
    if few or not books:
        made = int(kernel.makes(hand, clever, books, found)) if few else kernel.at_once(numbers, clever)
        if not sleepers or not kernel.pairs(hand, books, found):
            return made, _NO_PAIR
        return made, 0 if few else _beside_a_pair(numbers, clever)
    ways = [possible(numbers, clever, 0, 0, sleepers)]
    for number in c.NUMBERS:
        if found >> 4 * number & 1:
            more = tuple(sorted((*numbers, number)))
            ways.append(possible(more, clever, books - 1, kernel.taken(found, number), sleepers))
    return max(made for made, _ in ways), max(beside for _, beside in ways)


def _beside_a_pair(numbers: tuple[int, ...], clever: bool) -> int:
    pairs = [number for number in set(numbers) if numbers.count(number) >= 2]
    return max(kernel.at_once(kernel.without(numbers, (number, number)), clever) for number in pairs)


@lru_cache(maxsize=16)
def _other_kinds(bag: Hand) -> Hand:
    kinds: dict[str, int] = {}
    for card, number in bag:
        kind = c.symbol(card) if c.is_queen(card) else _OTHER
        kinds[kind] = kinds.get(kind, 0) + number
    return tuple(kinds.items())


def _others(bag: Mapping[str, int]) -> Hand:
    """Return what else lies in a bag: queens by symbol, and all the rest."""
    return _other_kinds(
        tuple((card, n) for card, n in bag.items() if n and not (card.isdigit() or card == c.BOOK))
    )


def _numbers(cards: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(int(card) for card, n in cards.items() if card.isdigit() for _ in range(n))
