"""Which number cards make an equation, and why others do not (SQ-R16, SQ-G7 to G9).

An equation has one kind of operator, all operators on one side of the equals sign, and at least two
operands there. It is worked out from left to right with exact fractions; the player orders the operands.
What a − b − c = d or a ÷ b ÷ c = d discards, b + c + d = a or b × c × d = a discards too: so cards make an
equation exactly if their sum is twice the greatest, or their product its square. With the knight
of plus and minus one, one card may count one more or one less than printed, 0 to 11.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod

from engine.core import Message
from engine.sleeping_queens import written
from engine.sleeping_queens.written import PLUS, TIMES

_MOST_SUM = 2 * 11 + 1
_MOST_PRODUCT = 2 * 11 * 11
"""Above both, printed numbers make no equation: none counts more than 11, and one is out by one."""


@dataclass(frozen=True, slots=True)
class Equation:
    """One way to put cards together: `operands`, joined by `operator`, make `result`.

    `cards` are the printed numbers used, sorted; the values in the equation are the same, but for the one
    card that the knight changed, if any.
    """

    cards: tuple[int, ...]
    operands: tuple[int, ...]
    operator: str
    result: int

    @property
    def changed(self) -> tuple[int, int] | None:
        """The card that the knight changed, as it is printed and as it counts; None without the knight."""
        counted, printed = Counter((*self.operands, self.result)), Counter(self.cards)
        if counted == printed:
            return None
        return next(iter(printed - counted)), next(iter(counted - printed))

    def __str__(self) -> str:
        return f"{f' {self.operator} '.join(map(str, self.operands))} = {self.result}"


@lru_cache(maxsize=65536)
def find(numbers: tuple[int, ...], plus_minus_one: bool = False) -> tuple[Equation, ...]:
    """Return one equation for every set of cards out of `numbers` that makes one, each set once.

    Fewer cards come first; a set needs the knight only where it makes no equation without him.
    """
    sets = ((cards, sample(cards, plus_minus_one)) for cards in _sets(tuple(sorted(numbers))))
    found = [equation for _, equation in sets if equation is not None]
    return tuple(sorted(found, key=lambda equation: (len(equation.cards), equation.cards)))


def _sets(numbers: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield every set of three cards or more that is small enough for an equation, as a sorted tuple."""
    counts = sorted(Counter(numbers).items())

    def grow(kind: int, cards: tuple[int, ...], total: int, product: int) -> Iterator[tuple[int, ...]]:
        if kind == len(counts):
            if len(cards) >= 3:
                yield cards
            return
        number, copies = counts[kind]
        for used in range(copies + 1):
            yield from grow(kind + 1, cards + (number,) * used, total, product)
            total, product = total + number, product * number
            if total > _MOST_SUM and product > _MOST_PRODUCT:
                return

    yield from grow(0, (), 0, 1)


@lru_cache(maxsize=65536)
def sample(cards: tuple[int, ...], plus_minus_one: bool = False) -> Equation | None:
    """Return an equation of exactly these cards, None if there is none; the knight is used last."""
    cards = tuple(sorted(cards))
    if len(cards) < 3:
        return None
    plain = _plain(cards, cards)
    if plain is not None or not plus_minus_one:
        return plain
    return next((equation for values in _changed(cards) if (equation := _plain(cards, values))), None)


def _plain(cards: tuple[int, ...], values: tuple[int, ...]) -> Equation | None:
    """Return an equation of `values`, which are sorted; only the greatest can be the result."""
    result = values[-1]
    if sum(values) == 2 * result:
        return Equation(cards, values[:-1], PLUS, result)
    if prod(values) == result * result and result:
        return Equation(cards, values[:-1], TIMES, result)
    return None


def _changed(cards: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the values of the cards, sorted, with one of them one less or one more, the greatest first."""
    for place, card in reversed(list(enumerate(cards))):
        if place and card == cards[place - 1]:
            continue
        for value in (card - 1, card + 1):
            yield tuple(sorted((*cards[:place], value, *cards[place + 1 :])))


def ways(cards: Sequence[int], plus_minus_one: bool = False) -> tuple[Equation, ...]:
    """Return every equation of exactly these cards, each with its operands in falling order.

    All four operators are tried on every choice of the result (and of the card that the knight changes).
    """
    printed = tuple(sorted(cards))
    if len(printed) < 3:
        return ()
    changed = _changed(printed) if plus_minus_one else ()
    found: dict[Equation, None] = {}
    for values in (printed, *changed):
        for result in sorted(set(values), reverse=True):
            operands = sorted(values, reverse=True)
            operands.remove(result)
            for operator in written.OPERATORS:
                if written.value(operands, (operator,) * (len(operands) - 1)) == result:
                    found[Equation(printed, tuple(operands), operator, result)] = None
    return tuple(found)


def why_not(cards: Iterable[int], plus_minus_one: bool = False) -> Message | None:
    """Return why exactly these cards make no equation, None if they make one."""
    numbers = tuple(sorted(cards))
    if sample(numbers, plus_minus_one):
        return None
    if len(numbers) <= 1:
        return Message("A single card is no equation. Take three cards at least, as in 2 + 3 = 5.")
    if len(numbers) == 2:
        return Message("Two cards are no equation, not even two equal ones: it needs an operator.")
    return written.near_miss(numbers) or Message(
        "{numbers} make no equation.", {"numbers": tuple(map(str, numbers))}
    )
