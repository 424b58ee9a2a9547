"""An equation as somebody writes it down: does it keep to the rules, is it right, do the cards allow it.

The screens for practice check an answer with it, and a refused set of cards is explained by what its
player may have had in mind (SQ-R16, SQ-G7, SQ-G8).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product

from engine.core import Message, SaidError

PLUS, MINUS, TIMES, DIVIDED = OPERATORS = ("+", "−", "×", "÷")
_TYPED = str.maketrans(
    {"-": MINUS, "–": MINUS, "*": TIMES, "x": TIMES, "X": TIMES, "/": DIVIDED, ":": DIVIDED}
)
_SIDE = re.compile(rf"\d{{1,4}}(?:[{''.join(OPERATORS)}]\d{{1,4}})*")
_MOST_LETTERS = 200
_MOST_EXPLAINED = 8


@dataclass(frozen=True, slots=True)
class Written:
    """Numbers and operators on each side of the equals sign, one operator fewer than numbers."""

    left: tuple[int, ...]
    left_operators: tuple[str, ...]
    right: tuple[int, ...]
    right_operators: tuple[str, ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        """All its numbers, sorted."""
        return tuple(sorted(self.left + self.right))

    @property
    def balanced(self) -> bool:
        """True if both sides have the same value, whether or not the rules allow them."""
        left, right = value(self.left, self.left_operators), value(self.right, self.right_operators)
        return left is not None and left == right

    def __str__(self) -> str:
        return f"{_text(self.left, self.left_operators)} = {_text(self.right, self.right_operators)}"


def value(numbers: Sequence[int], operators: Sequence[str]) -> Fraction | None:
    """Return what a side makes, worked out from left to right; None where it divides by 0 (SQ-G8)."""
    result = Fraction(numbers[0])
    for operator, number in zip(operators, numbers[1:], strict=True):
        match operator:
            case "+":
                result += number
            case "−":
                result -= number
            case "×":
                result *= number
            case _ if number:
                result /= number
            case _:
                return None
    return result


def read(text: str) -> Written:
    """Return the equation in a text such as `2 + 3 = 5`; -, *, x, / and : are understood as well.

    Raises SaidError for a text that is none.
    """
    sides = "".join(text[:_MOST_LETTERS].split()).translate(_TYPED).split("=")
    if len(sides) != 2 or len(text) > _MOST_LETTERS or not all(map(_SIDE.fullmatch, sides)):
        raise SaidError(Message("Write an equation such as 2 + 3 = 5."))
    (left, left_operators), (right, right_operators) = map(_side, sides)
    return Written(left, left_operators, right, right_operators)


def _side(text: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
    return tuple(map(int, re.findall(r"\d+", text))), tuple(re.findall(r"\D", text))


def _text(numbers: Sequence[int], operators: Sequence[str]) -> str:
    parts = [str(numbers[0])]
    for operator, number in zip(operators, numbers[1:], strict=True):
        parts += (operator, str(number))
    return " ".join(parts)


def fault(equation: Written) -> Message | None:
    """Return what is against the rules in an equation, or wrong; None if nothing is."""
    what = {"equation": str(equation)}
    operators = equation.left_operators + equation.right_operators
    if not operators:
        return Message("{equation} has no operator: two equal cards are no equation.", what)
    if equation.left_operators and equation.right_operators:
        return Message("{equation} has operators on both sides; only one side may have them.", what)
    if len(set(operators)) > 1:
        return Message("{equation} has more than one kind of operator; only one kind is allowed.", what)
    if not equation.balanced:
        return Message("{equation} is not right: the two sides are not the same.", what)
    return None


def misfit(equation: Written, cards: Sequence[int], plus_minus_one: bool = False) -> Message | None:
    """Return why an equation cannot be laid with some of these cards, None if it can.

    With the knight of plus and minus one, one number may be out by one, 0 to 11 (SQ-G9).
    """
    missing = list((Counter(equation.numbers) - Counter(cards)).elements())
    spare = Counter(cards) - Counter(equation.numbers)
    if not missing:
        return None
    if len(missing) == 1 and plus_minus_one and (spare[missing[0] - 1] or spare[missing[0] + 1]):
        return None
    return Message("Missing in your realm: {numbers}.", {"numbers": tuple(map(str, missing))})


def near_miss(numbers: Sequence[int]) -> Message | None:
    """Return what is against the rules in the equation that somebody with these cards may have in mind.

    Operators on both sides are looked for with up to eight cards, two kinds of them with four.
    """
    right = (attempt for attempt in _attempts(tuple(sorted(numbers))) if attempt.balanced)
    attempt = next(right, None)
    return None if attempt is None else fault(attempt)


def _attempts(numbers: tuple[int, ...]) -> Iterator[Written]:
    number = len(numbers)
    for chosen in range(1, 2 ** (number - 1) if number <= _MOST_EXPLAINED else 0):
        left = tuple(numbers[i] for i in range(number) if not chosen >> i & 1)
        right = tuple(numbers[i] for i in range(number) if chosen >> i & 1)
        if min(len(left), len(right)) >= 2:
            for sign in (PLUS, TIMES):
                yield Written(left, (sign,) * (len(left) - 1), right, (sign,) * (len(right) - 1))
    if number == 4:
        for *operands, result in sorted(set(permutations(numbers))):
            for signs in product(OPERATORS, repeat=2):
                if len(set(signs)) == 2:
                    yield Written(tuple(operands), signs, (result,), ())
