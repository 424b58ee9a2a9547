"""What a player's own openings and answers say about the own dog, and about the player's habits.

It is learned within the game: where the dog is starts anew with every set-up of the tiles, habits stay.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd
from operator import mul

from assistant.kings_dogs.habits import POSITIONS, Conduct, Habit, answering, decided
from engine.core import Event, put
from engine.kings_dogs import table as t
from engine.kings_dogs.table import DOORS, State

Weights = tuple[tuple[int, ...], ...]
"""Per habit, in the order of the conduct, and per position 1 to 5: whole numbers up to a common factor."""


@dataclass(frozen=True, slots=True)
class Belief:
    """What is believed about one player, from what everybody saw.

    `answers` are the entries of this player's openings and answers since the tiles were set up, and
    `heard` is how many there were in the whole game.
    """

    conduct: Conduct
    weights: Weights
    answers: tuple[int, ...] = ()
    heard: int = 0

    def positions(self) -> Mapping[int, Fraction]:
        """Return how likely the dog stands at each position from 1 to 5."""
        columns = [sum(column) for column in zip(*self.weights, strict=True)]
        whole = sum(columns)
        return {where: Fraction(part, whole) for where, part in zip(POSITIONS, columns, strict=True)}

    def habits(self) -> Mapping[Habit, Fraction]:
        """Return how likely the player has each habit."""
        rows = [sum(row) for row in self.weights]
        whole = sum(rows)
        return {
            habit: Fraction(part, whole) for (habit, _), part in zip(self.conduct.habits, rows, strict=True)
        }

    @property
    def protects(self) -> Fraction:
        """How often the player is expected to look after the own dog."""
        return sum((habit.protect * chance for habit, chance in self.habits().items()), Fraction(0))

    @property
    def bluffs(self) -> Fraction:
        """How often the player is expected to expose the own dog on purpose."""
        return sum((habit.bluff * chance for habit, chance in self.habits().items()), Fraction(0))

    def after(self, factors: Weights) -> Belief:
        """Return the belief after something that was this likely, per habit and position."""
        rows = zip(self.weights, factors, strict=True)
        return replace(self, weights=tuple(tuple(map(mul, row, likely)) for row, likely in rows))

    def without(self, positions: frozenset[int]) -> Belief:
        """Return the belief when the dog is known to stand at none of these."""
        left = tuple(int(where not in positions) for where in POSITIONS)
        return self.after((left,) * len(self.weights))

    def anew(self) -> Belief:
        """Return the belief when the tiles are gathered: any position again, the habits as they were."""
        rows = _reduced(tuple((sum(row),) * len(POSITIONS) for row in self.weights))
        return replace(self, weights=rows, answers=())


def unknown(conduct: Conduct) -> Belief:
    """Return what is believed of a player before anything is heard."""
    return Belief(conduct, tuple((weight,) * len(POSITIONS) for _, weight in conduct.habits))


def told(beliefs: tuple[Belief, ...], view: State, event: Event, entry: int) -> tuple[Belief, ...]:
    """Return what is believed of everybody after an event, which is this entry of the log.

    `view` is the table before it, of which only what everybody sees is used.
    """
    if answer := decided(event):
        seat, action = answer
        belief = beliefs[seat].after(answering(beliefs[seat].conduct, view.open)[1][action])
        belief = replace(belief, answers=(*belief.answers, entry), heard=belief.heard + 1)
        return put(beliefs, seat, belief)
    match event:
        case t.TileTurned(seat, position, dog):
            gone = DOORS - {position} if dog else frozenset({position})
            return put(beliefs, seat, beliefs[seat].without(gone))
        case t.PenaltyTaken(seat):
            return put(beliefs, seat, beliefs[seat].anew())
        case t.Scored(seats):
            for seat in seats:
                beliefs = put(beliefs, seat, beliefs[seat].anew())
    return beliefs


def _reduced(weights: Weights) -> Weights:
    common = gcd(*(weight for row in weights for weight in row))
    return tuple(tuple(weight // common for weight in row) for row in weights)
