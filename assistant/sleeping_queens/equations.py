"""Equations as a constraint problem, for wishes: use this card, keep the pair, as many cards as possible.

For a sign, + or ×, and a result the unknowns are how many cards of each number are joined by the sign
(and which of them the knight changes); that they make the result is the constraint, the cards held and the
wish narrow the domains. − and ÷ discard no other sets of cards than + and × do (SQ-R16, SQ-G7 to G9).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from constraint import BacktrackingSolver, Constraint, Problem

from engine.core import Message, plural
from engine.sleeping_queens.equations import Equation
from engine.sleeping_queens.written import PLUS, TIMES

KNIGHT = "knight"
_LEAST_OPERANDS = 2
_NOBODY = (0, 0)
_GREATEST = 11


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked: which sets of cards out of `numbers` make an equation, on some conditions.

    `use` are cards that must be in it, `keep` those that must be left over (a pair to wake the queens
    with: `(4, 4)`), `least` and `most` how many cards it takes.
    """

    numbers: tuple[int, ...]
    plus_minus_one: bool = False
    use: tuple[int, ...] = ()
    keep: tuple[int, ...] = ()
    least: int = 3
    most: int = 40


def search(wish: Wish) -> tuple[Equation, ...]:
    """Return one equation for every set of cards that grants the wish, fewer cards first.

    A set needs the knight only where it makes no equation without him.
    """
    held = Counter(wish.numbers)
    held.subtract(wish.keep)
    if any(copies < wish.use.count(number) for number, copies in held.items()) or {*wish.use} - {*held}:
        return ()
    found: dict[tuple[int, ...], Equation] = {}
    for result in _results(held, wish.plus_minus_one):
        for equation in _equations(wish, held, result):
            before = found.get(equation.cards)
            if before is None or (before.changed and not equation.changed):
                found[equation.cards] = equation
    return tuple(sorted(found.values(), key=lambda equation: (len(equation.cards), equation.cards)))


def longest(wish: Wish) -> tuple[Equation, ...]:
    """Return the equations that take as many cards as the wish allows."""
    found = search(wish)
    return tuple(equation for equation in found if len(equation.cards) == len(found[-1].cards))


def hints(equation: Equation) -> tuple[Message, Message, Message]:
    """Return three hints to an equation, each telling more: its size, one of its cards, the whole."""
    size = plural(
        "There is an equation with {n} card.", "There is an equation with {n} cards.", len(equation.cards)
    )
    one = Message("One of its cards is the {number}.", {"number": str(equation.cards[-1])})
    if equation.changed is None:
        return size, one, Message("The whole of it: {equation}", {"equation": str(equation)})
    printed, counted = map(str, equation.changed)
    what = {"equation": str(equation), "printed": printed, "counted": counted}
    return (
        size,
        one,
        Message("The whole of it: {equation}. By your knight the {printed} counts {counted}.", what),
    )


@dataclass(frozen=True, slots=True)
class _Result:
    """The result to be made with one sign: a card as it is printed and as it counts."""

    sign: str
    printed: int
    counted: int


def _results(held: Mapping[int, int], plus_minus_one: bool) -> Iterator[_Result]:
    """Yield every result that can be with + or ×, which make no 0."""
    for number in (number for number, copies in held.items() if copies > 0):
        changed = (number - 1, number + 1) if plus_minus_one else ()
        for value in (number, *changed):
            if 0 < value <= _GREATEST:
                yield from (_Result(sign, number, value) for sign in (PLUS, TIMES))


def _equations(wish: Wish, held: Mapping[int, int], result: _Result) -> Iterator[Equation]:
    """Yield the equations with this sign and result that grant the wish."""
    sign, printed, counted = result.sign, result.printed, result.counted
    problem = Problem(BacktrackingSolver())
    changed = printed != counted
    greatest = counted if changed or not wish.plus_minus_one else 2 * counted
    numbers: list[int] = []
    for number, copies in sorted(held.items()):
        is_result = number == printed
        least = max(0, wish.use.count(number) - is_result)
        room = [n for n in range(least, copies - is_result + 1) if _within(sign, number, n, greatest)]
        if not room:
            return
        if room != [0]:
            numbers.append(number)
            problem.addVariable(number, room)
    if not numbers:
        return
    problem.addVariable(KNIGHT, list(_knights(numbers, wish.plus_minus_one and not changed)))
    operands_wanted = range(max(_LEAST_OPERANDS, wish.least - 1), wish.most)
    problem.addConstraint(_Makes(sign, counted, operands_wanted), [*numbers, KNIGHT])
    for solution in problem.getSolutionIter():
        knight = solution.pop(KNIGHT)
        operands = [number for number, copies in solution.items() for _ in range(copies)]
        cards = tuple(sorted((*operands, printed)))
        if knight != _NOBODY:
            operands[operands.index(knight[0])] = knight[1]
        yield Equation(cards, tuple(sorted(operands)), sign, counted)


def _within(sign: str, number: int, copies: int, greatest: int) -> bool:
    """Tell whether so many cards of a number are not too much by themselves."""
    return (number * copies if sign == PLUS else number**copies) <= greatest


def _knights(numbers: Sequence[int], works: bool) -> Iterator[tuple[int, int]]:
    """Yield what the knight can do to an operand, as printed and as it counts; `_NOBODY`: nothing."""
    yield _NOBODY
    for number in numbers if works else ():
        yield number, number - 1
        yield number, number + 1


class _Makes(Constraint):  # type: ignore[misc]
    """The numbers, joined by one sign as often as they are counted, make the result, with `size` operands.

    Refuses as soon as those counted so far make too much, whatever the knight may still do.
    """

    def __init__(self, sign: str, result: int, size: range) -> None:
        self.sign, self.result, self.size = sign, result, size

    def __call__(
        self,
        variables: Sequence[Any],
        domains: Mapping[Any, Any],
        assignments: Mapping[Any, Any],
        forwardcheck: object = None,
    ) -> bool:
        missing, operands = False, 0
        value = 0 if self.sign == PLUS else 1
        printed, counted = assignments.get(KNIGHT, _NOBODY)
        for number in variables:
            copies = assignments.get(number)
            if copies is None:
                missing = True
            elif number != KNIGHT:
                operands += copies
                if number == printed:
                    if not copies:
                        return False
                    copies -= 1
                    value = value + counted if self.sign == PLUS else value * counted
                value = value + number * copies if self.sign == PLUS else value * number**copies
        if missing:
            knight = KNIGHT not in assignments and len(domains[KNIGHT]) > 1
            return value <= (2 * self.result if knight else self.result)
        return value == self.result and operands in self.size
