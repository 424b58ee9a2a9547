"""How a player is thought to treat the own dog: the stated model behind `choice`.

At every opening and answer a player does one of three things. With chance `protect` he looks after
his dog: he does only what leaves its door closed if all agree to it. With chance `bluff` he does only
what leaves it open. Otherwise he takes no heed of it. Of the actions that are left he takes one by the
`leanings`, which say how much each kind weighs; actions of a kind are equally likely. Which tile
an accuser points at, and which X he turns up as his reward, has nothing to do with his own dog.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import lcm

from engine.core import Action, Message, SaidError
from engine.kings_dogs import rules
from engine.kings_dogs import table as t
from engine.kings_dogs.table import DOORS, to_search

POSITIONS = tuple(sorted(DOORS))
ACCUSE = t.Accuse(1)
"""Stands for an accusation of whichever tile: all are the same evidence."""


@dataclass(frozen=True, slots=True)
class Habit:
    """How often a player looks after the own dog, and how often he exposes it on purpose."""

    protect: Fraction
    bluff: Fraction


@dataclass(frozen=True, slots=True)
class Leanings:
    """How much each kind of answer weighs in the choice of one."""

    agree: int = 3
    raises: int = 3
    reject: int = 3
    accuse: int = 2

    def of(self, kind: type[Action]) -> int:
        """Return the weight of a kind of action; openings are of one kind only."""
        weights = {t.Agree: self.agree, t.Raise: self.raises, t.Reject: self.reject, t.Accuse: self.accuse}
        return weights.get(kind, 1)


@dataclass(frozen=True, slots=True, eq=False)
class Conduct:
    """The model: the habits a player may have, with the weight of each before anything is heard.

    One is equal to itself only, so that what is worked out for it is found again fast. Raises SaidError
    for a habit that leaves no decision without heed: then some answers could never be given, and what a
    player did would count as certain.
    """

    habits: tuple[tuple[Habit, int], ...]
    leanings: Leanings = Leanings()

    def __post_init__(self) -> None:
        for habit, weight in self.habits:
            if min(habit.protect, habit.bluff) < 0 or habit.protect + habit.bluff >= 1 or weight <= 0:
                raise SaidError(Message("Protecting and bluffing together must stay below 100%."))


def usual(protects: Iterable[Fraction], shares: Collection[Fraction]) -> Conduct:
    """Return the conduct where each of `protects` and each share of bluffs in the rest is equally likely."""
    habits = [Habit(protect, (1 - protect) * share) for protect in protects for share in shares]
    return Conduct(tuple((habit, 1) for habit in habits))


def always(protect: Fraction, bluff: Fraction) -> Conduct:
    """Return the conduct of players who all have one known habit; raises SaidError."""
    return Conduct(((Habit(protect, bluff), 1),))


USUAL = usual(
    (Fraction(0), Fraction(1, 2), Fraction(3, 4), Fraction(9, 10), Fraction(49, 50)),
    (Fraction(0), Fraction(1, 2)),
)


Chances = tuple[tuple[int, ...], ...]
"""Per habit and position of the dog, how likely an action is: whole numbers over a common denominator."""


@cache
def answering(conduct: Conduct, opened: frozenset[int]) -> tuple[int, Mapping[Action, Chances]]:
    """Return how likely every opening or answer is with these doors open, and the common denominator.

    All accusations together are `ACCUSE`.
    """
    exact = [
        [choices(conduct.leanings, habit, opened, dog) for dog in POSITIONS] for habit, _ in conduct.habits
    ]
    whole = lcm(*(p.denominator for row in exact for chances in row for p in chances.values()))
    return whole, {
        action: tuple(tuple(int(chances[action] * whole) for chances in row) for row in exact)
        for action in exact[0][0]
    }


def choices(leanings: Leanings, habit: Habit, opened: frozenset[int], dog: int) -> Mapping[Action, Fraction]:
    """Return how likely a player with this habit, whose dog stands there, opens or answers how."""
    any_, closed, exposed = _ways(leanings, opened, dog)
    heedless = 1 - habit.protect - habit.bluff
    return {
        action: heedless * share
        + habit.protect * closed.get(action, 0)
        + habit.bluff * exposed.get(action, 0)
        for action, share in any_.items()
    }


Shares = Mapping[Action, Fraction]


@cache
def _ways(leanings: Leanings, opened: frozenset[int], dog: int) -> tuple[Shares, Shares, Shares]:
    """Return how likely each action is without heed, looking after the dog, and exposing it."""
    if opened:
        answers = rules.answers(opened, DOORS)
        actions: tuple[Action, ...] = (*answers, ACCUSE)
    else:
        actions = tuple(map(t.Open, POSITIONS))
    exposed = [action for action in actions if dog in to_search(opened, action)]
    closed = [action for action in actions if action not in exposed]
    return _shares(leanings, actions), _shares(leanings, closed), _shares(leanings, exposed)


def _shares(leanings: Leanings, actions: Collection[Action]) -> Shares:
    """Return how likely each of these actions is if one of them is taken."""
    number = Counter(map(type, actions))
    whole = sum(leanings.of(kind) for kind in number)
    return {action: Fraction(leanings.of(type(action)), whole * number[type(action)]) for action in actions}


def decided(event: object) -> tuple[int, Action] | None:
    """Return who opened or answered, and how, if that is what an event tells."""
    match event:
        case t.DoorOpened(by, door):
            return by, t.Open(door)
        case t.Agreed(by):
            return by, t.Agree()
        case t.Raised(by, door):
            return by, t.Raise(door)
        case t.Rejected(by, doors):
            return by, t.Reject(doors)
        case t.Accused(by, _):
            return by, ACCUSE
    return None
