"""Arithmetic practice: realms of rising difficulty from a seed, answers checked with a reason, levels.

Everything is a value: a screen keeps a `Practice` and replaces it by what these functions return.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from assistant.sleeping_queens.equations import hints as hints_to
from engine.chance import Chance
from engine.core import Message, SaidError, plural
from engine.sleeping_queens import equations, written
from engine.sleeping_queens.cards import NUMBERS
from engine.sleeping_queens.equations import Equation
from engine.sleeping_queens.written import TIMES

TO_RISE, TO_FALL = 3, 2
_COPIES = 4


@dataclass(frozen=True, slots=True)
class Level:
    """How hard a realm is: how many `cards` up to `greatest`, and how many cards its shortest equation takes.

    `times`: all its equations multiply. `longest`: the one with most cards is wanted, which takes more than
    the shortest. `knight`: only the knight of plus and minus one makes it. `maybe_none`: perhaps there is
    none, and to say so is the answer.
    """

    title: Message
    cards: int
    greatest: int = 10
    size: int = 3
    times: bool = False
    longest: bool = False
    knight: bool = False
    maybe_none: bool = False


LEVELS = (
    Level(Message("Small sums"), 4, greatest=6),
    Level(Message("Sums up to ten"), 5),
    Level(Message("Multiply"), 5, times=True),
    Level(Message("Four cards at least"), 6, size=4),
    Level(Message("As many cards as possible"), 6, longest=True),
    Level(Message("With the knight of plus and minus one"), 4, knight=True),
    Level(Message("Is there any?"), 5, maybe_none=True),
)


@dataclass(frozen=True, slots=True)
class Exercise:
    """A realm in which an equation is to be found; `level` counts from 1."""

    level: int
    numbers: tuple[int, ...]

    @property
    def rule(self) -> Level:
        """The level's description."""
        return LEVELS[self.level - 1]

    @property
    def solutions(self) -> tuple[Equation, ...]:
        """One equation for each right answer; none where "there is none" is right."""
        found = equations.find(self.numbers, self.rule.knight)
        if self.rule.longest and found:
            return tuple(one for one in found if len(one.cards) == len(found[-1].cards))
        return found

    @property
    def task(self) -> Message:
        """What is asked, as a sentence."""
        if self.rule.longest:
            return Message("Choose the cards of an equation that takes as many cards as possible.")
        if self.rule.maybe_none:
            return Message("Choose the cards of an equation, or say that there is none.")
        if self.rule.knight:
            return Message("Choose the cards of an equation. One of them may count one more or one less.")
        return Message("Choose the cards of an equation.")

    @property
    def hints(self) -> tuple[Message, ...]:
        """The hints, each telling more than the one before."""
        if not self.solutions:
            return (Message("There is no equation in these cards."),)
        return hints_to(self.solutions[0])


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an answer is right; `reason` is a sentence either way, `equation` one that the cards make."""

    right: bool
    reason: Message
    equation: Equation | None = None


@dataclass(frozen=True, slots=True)
class Practice:
    """Where somebody stands: the exercise, `hinted` hints to it, the last answer's verdict, and the score.

    `right` and `wrong` count answers in a row, `solved` all exercises solved, `best` is the highest level
    reached, `dealt` how many exercises there were. An exercise is solved once.
    """

    seed: int | str
    exercise: Exercise
    dealt: int = 1
    hinted: int = 0
    verdict: Verdict | None = None
    right: int = 0
    wrong: int = 0
    solved: int = 0
    best: int = 1

    @property
    def level(self) -> int:
        """The level of the exercise."""
        return self.exercise.level

    @property
    def done(self) -> bool:
        """True once the exercise is solved."""
        return self.verdict is not None and self.verdict.right

    @property
    def shown(self) -> tuple[Message, ...]:
        """The hints that were asked for."""
        return self.exercise.hints[: self.hinted]

    @property
    def progress(self) -> Message:
        """The score as a sentence."""
        return plural(
            "Level {level} of {levels}, {n} exercise solved.",
            "Level {level} of {levels}, {n} exercises solved.",
            self.solved,
            {"level": self.level, "levels": len(LEVELS)},
        )


def begin(seed: int | str, level: int = 1) -> Practice:
    """Return the first exercise of a seed; raises SaidError for a level that there is not."""
    if level not in range(1, len(LEVELS) + 1):
        what = {"level": level, "levels": len(LEVELS)}
        raise SaidError(Message("There is no level {level}: they go from 1 to {levels}.", what))
    return Practice(seed, deal(level, seed, 1), best=level)


def deal(level: int, seed: int | str, number: int) -> Exercise:
    """Return the realm of a level that comes as number so and so; the same arguments give the same one."""
    rule, rng = LEVELS[level - 1], Chance(seed).stream(f"practice {number}")
    deck = [value for value in NUMBERS if value <= rule.greatest for _ in range(_COPIES)]
    none_wanted = rule.maybe_none and rng.random() < 1 / 2
    while True:
        numbers = _realm(deck, rule, rng)
        found = equations.find(numbers, rule.knight)
        if bool(found) != none_wanted and (none_wanted or _suits(rule, numbers, found)):
            return Exercise(level, numbers)


def _realm(deck: Sequence[int], rule: Level, rng: Random) -> tuple[int, ...]:
    return tuple(sorted(rng.sample(deck, rule.cards)))


def _suits(rule: Level, numbers: tuple[int, ...], found: tuple[Equation, ...]) -> bool:
    if rule.knight and equations.find(numbers):
        return False
    if rule.times:
        return all(one.operator == TIMES and 1 not in one.operands for one in found)
    if rule.longest:
        return len(found[-1].cards) > len(found[0].cards)
    return len(found[0].cards) == rule.size and (rule.size > 3 or rule.knight or found[0].operator != TIMES)


def check(exercise: Exercise, cards: Sequence[int]) -> Verdict:
    """Return whether these cards are a right answer, with the reason; no cards: "there is none"."""
    chosen = tuple(sorted(cards))
    if not chosen:
        if exercise.solutions:
            return Verdict(False, Message("There is an equation. Look again."))
        return Verdict(True, Message("Right: there is no equation in these cards."))
    missing = list((Counter(chosen) - Counter(exercise.numbers)).elements())
    if missing:
        return Verdict(
            False, Message("Missing in your realm: {numbers}.", {"numbers": tuple(map(str, missing))})
        )
    reason = equations.why_not(chosen, exercise.rule.knight)
    if reason is not None:
        return Verdict(False, reason)
    equation = equations.sample(chosen, exercise.rule.knight)
    if exercise.rule.longest and len(chosen) < len(exercise.solutions[0].cards):
        more = Message(
            "{equation} is right, but there is an equation with more cards.", {"equation": str(equation)}
        )
        return Verdict(False, more, equation)
    return Verdict(True, Message("Right: {equation}", {"equation": str(equation)}), equation)


def check_written(exercise: Exercise, text: str) -> Verdict:
    """Return whether an equation as it was written, such as `2 + 3 = 5`, is a right answer."""
    try:
        equation = written.read(text)
    except SaidError as error:
        return Verdict(False, error.reason)
    knight = exercise.rule.knight
    reason = written.fault(equation) or written.misfit(equation, exercise.numbers, knight)
    if reason is not None:
        return Verdict(False, reason)
    verdict = check(exercise, _cards(exercise, equation.numbers))
    if not verdict.right:
        return verdict
    return replace(verdict, reason=Message("Right: {equation}", {"equation": str(equation)}))


def _cards(exercise: Exercise, numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Return the cards to lay for the numbers of an equation, one of which the knight may have changed."""
    missing = list((Counter(numbers) - Counter(exercise.numbers)).elements())
    if not missing:
        return numbers
    others = list(numbers)
    others.remove(missing[0])
    spare = Counter(exercise.numbers) - Counter(others)
    return (*others, next(card for card in (missing[0] - 1, missing[0] + 1) if spare[card]))


def answer(practice: Practice, cards: Sequence[int]) -> Practice:
    """Return the practice after chosen cards; no cards: "there is none"."""
    return _judged(practice, check(practice.exercise, cards))


def answer_written(practice: Practice, text: str) -> Practice:
    """Return the practice after a written equation."""
    return _judged(practice, check_written(practice.exercise, text))


def _judged(practice: Practice, verdict: Verdict) -> Practice:
    if practice.done:
        return practice
    if not verdict.right:
        return replace(practice, verdict=verdict, right=0, wrong=practice.wrong + 1)
    alone = practice.hinted < len(practice.exercise.hints)
    return replace(
        practice,
        verdict=verdict,
        right=practice.right + 1 if alone else 0,
        wrong=0,
        solved=practice.solved + alone,
    )


def hint(practice: Practice) -> Practice:
    """Return the practice with one more hint; the last one gives the exercise away."""
    return replace(practice, hinted=min(practice.hinted + 1, len(practice.exercise.hints)))


def go_on(practice: Practice) -> Practice:
    """Return the next exercise: a level higher after three right answers in a row, lower after two wrong."""
    level, right, wrong = practice.level, practice.right, practice.wrong
    if right >= TO_RISE and level < len(LEVELS):
        level, right = level + 1, 0
    elif wrong >= TO_FALL and level > 1:
        level, wrong = level - 1, 0
    number = practice.dealt + 1
    return Practice(
        practice.seed,
        deal(level, practice.seed, number),
        dealt=number,
        right=right,
        wrong=wrong,
        solved=practice.solved,
        best=max(practice.best, level),
    )
