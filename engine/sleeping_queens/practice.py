"""Arithmetic to practise with the number cards: realms that grow harder, and what is wrong with an answer."""

from __future__ import annotations

from dataclasses import dataclass

from engine.chance import Chance
from engine.core import Message, SaidError
from engine.sleeping_queens import cards, equations, written
from engine.sleeping_queens.written import PLUS, TIMES

TASKS_A_LEVEL = 3


@dataclass(frozen=True, slots=True)
class _Level:
    """How a realm is dealt: `size` cards up to `greatest`; what its equations must be like.

    `operator` is the only one that works (− counts as +, ÷ as ×; None: either will do), `fewest` the
    number of cards that the shortest equation takes, `knight` whether none works without the knight.
    """

    size: int
    greatest: int
    operator: str | None = None
    fewest: int = 3
    knight: bool = False

    def fits(self, realm: tuple[int, ...]) -> bool:
        """Tell whether a realm is of this level."""
        found = equations.find(realm, self.knight)
        return (
            bool(found)
            and len(found[0].cards) == self.fewest
            and (self.operator is None or {equation.operator for equation in found} == {self.operator})
            and not (self.knight and equations.find(realm))
        )


_LEVELS = (
    _Level(size=3, greatest=5, operator=PLUS),
    _Level(size=3, greatest=10, operator=PLUS),
    _Level(size=4, greatest=10, operator=PLUS),
    _Level(size=4, greatest=10, operator=TIMES),
    _Level(size=5, greatest=10),
    _Level(size=4, greatest=10, operator=PLUS, fewest=4),
    _Level(size=5, greatest=10, fewest=4),
    _Level(size=4, greatest=10, knight=True),
)
LEVELS = len(_LEVELS)


@dataclass(frozen=True, slots=True)
class Task:
    """A realm to make an equation of; `level` is 1 to LEVELS, `plus_minus_one` lends the knight."""

    level: int
    realm: tuple[int, ...]
    plus_minus_one: bool


def task(seed: int | str, number: int) -> Task:
    """Return the task of a number, from 0 on: three of each level, then always the hardest.

    The same seed and number give the same task; each can be solved.
    """
    level = min(number // TASKS_A_LEVEL, LEVELS - 1)
    wanted, deal = _LEVELS[level], Chance(seed).stream(f"practice {number}")
    deck = [value for value in cards.NUMBERS if value <= wanted.greatest for _ in range(4)]
    while True:
        realm = tuple(deal.sample(deck, wanted.size))
        if wanted.fits(realm):
            return Task(level + 1, realm, wanted.knight)


def wrong(given: Task, answer: str) -> Message | None:
    """Return what is wrong with an answer such as `2 + 3 = 5`, None if it is right."""
    try:
        equation = written.read(answer)
    except SaidError as error:
        return error.reason
    return written.fault(equation) or written.misfit(equation, given.realm, given.plus_minus_one)


def solutions(given: Task) -> tuple[equations.Equation, ...]:
    """Return an equation for every set of cards that solves a task, the shortest first."""
    return equations.find(given.realm, given.plus_minus_one)
