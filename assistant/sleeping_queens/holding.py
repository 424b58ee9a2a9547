"""What one player has, and how much it is worth: a stated rule of thumb, a rescued king being 10.

The rule of thumb ranks; the chances that are shown beside it (`rescue`, `odds`) are exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from assistant.sleeping_queens import kernel
from assistant.sleeping_queens.knowledge import ring
from assistant.sleeping_queens.order import unseen
from engine.core import Seat
from engine.sleeping_queens import cards as c
from engine.sleeping_queens.table import State

PLUS_MINUS_ONE = "plus_minus_one"
T = TypeVar("T", int, str)


@dataclass(frozen=True, slots=True)
class Holding:
    """A player's numbers and queens (by symbol), both sorted, books, companions and rescued kings."""

    numbers: tuple[int, ...]
    books: int
    awake: tuple[str, ...]
    asleep: tuple[str, ...]
    friends: tuple[str, ...]
    kings: int

    @property
    def size(self) -> int:
        """How many cards lie in the realm."""
        return len(self.numbers) + self.books + len(self.awake) + len(self.asleep)

    def discards(self) -> Iterator[tuple[str, Holding]]:
        """Yield each card of the realm with what is left without it."""
        for number in dict.fromkeys(self.numbers):
            yield str(number), replace(self, numbers=less(self.numbers, number))
        if self.books:
            yield c.BOOK, replace(self, books=self.books - 1)
        for symbol in dict.fromkeys(self.awake):
            yield c.queen(symbol), replace(self, awake=less(self.awake, symbol))
        for symbol in dict.fromkeys(self.asleep):
            yield c.queen(symbol, asleep=True), replace(self, asleep=less(self.asleep, symbol))


def less(things: tuple[T, ...], gone: T) -> tuple[T, ...]:
    """Return a tuple less the first of one thing; raises ValueError if it is not there."""
    place = things.index(gone)
    return things[:place] + things[place + 1 :]


def holding(view: State, seat: Seat) -> Holding:
    """Return what a seat has, with the cards that it has drawn and will place."""
    drawn = view.drawn if seat == view.active else ()
    lying = [*view.realms[seat], *(card for card in drawn if card not in c.INSTANTS)]
    queens = [card for card in lying if c.is_queen(card)]
    return Holding(
        tuple(sorted(c.numbers(lying))),
        lying.count(c.BOOK),
        tuple(sorted(c.symbol(card) for card in queens if not c.is_asleep(card))),
        tuple(sorted(c.symbol(card) for card in queens if c.is_asleep(card))),
        tuple(sorted(view.companions[seat])),
        view.kings[seat],
    )


@dataclass(frozen=True, slots=True)
class Worth:
    """How much everything is worth, a rescued king being 10 and a game that is won 100 more.

    `fits` and `comes` weigh how likely the other half of a couple comes; `book` to `card` are by piece.
    """

    king: float = 10.0
    won: float = 100.0
    couple: float = 8.0
    sleeping_couple: float = 5.0
    queen: float = 1.6
    fits: float = 3.0
    sleeper: float = 0.6
    companion: float = 2.2
    comes: float = 3.0
    wild: float = 1.0
    equation: float = 3.0
    pair: float = 1.6
    idle_pair: float = 0.25
    book: float = 1.0
    card: float = 0.06


WORTH = Worth()
_DRAWS = 1.8


class Scene:
    """What the worth of a holding depends on at one table: what the pile and the ring still hold."""

    def __init__(self, view: State, worth: Worth = WORTH) -> None:
        self.view, self.rule = view, worth
        self.needed = view.box.kings_to_win[view.seats]
        self._numbers: dict[tuple[tuple[int, ...], bool, bool], float] = {}
        self._worth: dict[tuple[Holding, bool], float] = {}

    @cached_property
    def pile(self) -> Counter[str]:
        """How many of each card the draw pile holds; all there are once it is nearly out."""
        left = unseen(self.view)
        return left if self.view.pile_size >= self.view.seats else left + Counter(self.view.discard)

    @cached_property
    def fit(self) -> dict[str, float]:
        """By symbol, how likely the next companion goes with such a queen."""
        there = ring(self.view)
        total = sum(there.values()) or 1
        return {symbol: (there[symbol] + there[c.WILD]) / total for symbol in self.view.box.symbols}

    @cached_property
    def coming(self) -> dict[str, float]:
        """By symbol, how many such queens a turn's draw brings."""
        size = max(1, sum(self.pile.values()))
        return {symbol: _DRAWS * self.pile[c.queen(symbol)] / size for symbol in self.view.box.symbols}

    def worth(self, has: Holding, knight: str) -> float:
        """Return how much a holding is worth at the end of a turn."""
        clever = knight == PLUS_MINUS_ONE
        key = (has, clever)
        if key not in self._worth:
            self._worth[key] = self._of(has, clever)
        return self._worth[key]

    def _of(self, has: Holding, clever: bool) -> float:
        rule = self.rule
        value = rule.king * has.kings + rule.book * has.books + rule.card * len(has.numbers)
        if has.kings >= self.needed:
            return value + rule.won
        friends = Counter(has.friends)
        awake, asleep = list(has.awake), list(has.asleep)
        for queens, couple in ((awake, rule.couple), (asleep, rule.sleeping_couple)):
            for symbol in tuple(queens):
                if friends[symbol] > 0:
                    friends[symbol] -= 1
                    queens.remove(symbol)
                    value += couple
        for queens, couple in ((awake, rule.couple), (asleep, rule.sleeping_couple)):
            while queens and friends[c.WILD] > 0:
                friends[c.WILD] -= 1
                queens.remove(min(queens, key=self.fit.__getitem__))
                value += couple
        value += sum(rule.queen + rule.fits * self.fit[symbol] for symbol in awake)
        value += sum(rule.sleeper + rule.fits * self.fit[symbol] / 2 for symbol in asleep)
        everybody = sum(self.coming.values())
        for friend, number in friends.items():
            more = everybody if friend == c.WILD else self.coming[friend]
            value += number * (rule.companion + rule.comes * more + rule.wild * (friend == c.WILD))
        return value + self.numbers(has.numbers, clever, bool(has.asleep))

    def numbers(self, numbers: tuple[int, ...], clever: bool, sleepers: bool) -> float:
        """Return the worth of number cards: how likely the next draw completes an equation, and a pair."""
        key = (numbers, clever, sleepers)
        if key not in self._numbers:
            self._numbers[key] = self._of_numbers(numbers, clever, sleepers)
        return self._numbers[key]

    def _of_numbers(self, numbers: tuple[int, ...], clever: bool, sleepers: bool) -> float:
        hand, size = kernel.mask(numbers), max(1, sum(self.pile.values()))
        if kernel.makes(hand, clever):
            chance = 1.0
        else:
            one = sum(
                self.pile[str(number)]
                for number in c.NUMBERS
                if kernel.makes(kernel.added(hand, number, 1), clever)
            )
            chance = 1 - (1 - one / size) ** _DRAWS
        pair = self.rule.pair if sleepers else self.rule.idle_pair
        return self.rule.equation * chance + pair * kernel.pairs(hand)
