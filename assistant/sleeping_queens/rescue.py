"""The exact chance to free a king in the next turn, for any holding that this turn may end with.

As in `odds`, only the draw is counted: instants, and what the others do until then, are left out. In that
turn everything is done that frees a king with the best chance: books, waking by dragons or by a pair,
equations. A 1 is rolled again whenever it may be, and the extra card is drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import permutations
from math import comb

from assistant.sleeping_queens import dice, kernel
from assistant.sleeping_queens.holding import PLUS_MINUS_ONE, Holding, less
from assistant.sleeping_queens.odds import Hand, ways_to_draw
from assistant.sleeping_queens.order import unseen
from engine.core import Seat
from engine.sleeping_queens import cards as c
from engine.sleeping_queens.table import State

_ZERO, _ONE = Fraction(0), Fraction(1)
_OTHER = ""
_NO_PAIR = -1


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
    """Number cards and books drawn out of `bag` to a hand; `found` are the numbers of the discard pile.

    Both are masks as in `kernel`. `clever`: with the knight of plus and minus one, `sleepers`: with queens
    to wake.
    """

    hand: int
    books: int
    clever: bool
    sleepers: bool
    found: int
    bag: Hand


class NextTurn:
    """The next turn of a seat at one table."""

    def __init__(self, view: State, seat: Seat) -> None:
        self._view, self._seat = view, seat
        self._deck = view.box.deck
        left = unseen(view)
        self._pile = {card: left[card] for card in self._deck}
        others = (view.realms[other] for other in range(view.seats) if other != seat)
        self._elsewhere = left + Counter(c.awake(card) for realm in others for card in realm)

    def chance(self, has: Holding, ring: Ring) -> Fraction:
        """Return the chance that the holding frees a king in the next turn.

        Every dragon wakes one queen before the draw, in the order of symbols that turns out best.
        """
        discard = self._discard(has)
        symbols = tuple(dict.fromkeys(has.asleep))
        draws = self._draws(len(symbols))
        known: dict[tuple[frozenset[str], int, bool], Fraction] = {}
        best = _ZERO
        for order in permutations(symbols):
            total = _ZERO
            for (number, clever, dragons), chance in draws.items():
                key = (frozenset(order[:dragons]), number, clever)
                if key not in known:
                    known[key] = self._after(_woken(has, key[0]), ring, discard, number, clever)
                total += chance * known[key]
            best = max(best, total)
        return best

    def _draws(self, most: int) -> Mapping[tuple[int, bool, int], Fraction]:
        """Return how likely so many cards are drawn, with the clever knight or not, after so many dragons."""
        found: dict[tuple[int, bool, int], Fraction] = {}
        for (number, knight, dragons), chance in dice.with_dragons(self._view, self._seat, most).items():
            key = (number, knight == PLUS_MINUS_ONE, dragons)
            found[key] = found.get(key, _ZERO) + chance
        return found

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
        drawing = _Drawing(
            kernel.mask((*has.numbers, *_numbers(sure))),
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


def _woken(has: Holding, symbols: frozenset[str]) -> Holding:
    """Return a holding with one queen of each of these symbols woken."""
    for symbol in symbols:
        has = replace(has, awake=tuple(sorted((*has.awake, symbol))), asleep=less(has.asleep, symbol))
    return has


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
    """Return in how many ways so many are drawn, by what they make possible.

    That is how many equations, and how many beside a pair: -1 without one, or with nobody to wake.
    """
    counts: dict[tuple[int, int], int] = {}
    clever = drawing.clever
    for drawn, ways in ways_to_draw(drawing.bag, number):
        hand, books = drawing.hand, drawing.books
        for card, copies in drawn:
            if card == c.BOOK:
                books += copies
            else:
                hand = kernel.added(hand, int(card), copies)
        found = drawing.found if books else 0
        beside = kernel.beside_pair(hand, clever, books, found) if drawing.sleepers else _NO_PAIR
        options = kernel.at_once(hand, clever, books, found), beside
        counts[options] = counts.get(options, 0) + ways
    return counts


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
