"""How a search or an accusation may end, and how likely: the rules run over possible dogs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.core import Event, Seat
from engine.kings_dogs import rules
from engine.kings_dogs import table as t
from engine.kings_dogs.table import DOORS, Phase, State

Dogs = Mapping[Seat, int]
"""A possible world: the position of each dog that matters."""


@dataclass(frozen=True, slots=True)
class End:
    """One way a round may end: whose dog is found, who scores, who is out, who wins the game."""

    found: Seat | None = None
    scored: tuple[Seat, ...] = ()
    eliminated: Seat | None = None
    winners: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """Every way a round may end with its probability, likeliest first; together they make 1."""

    ends: tuple[tuple[End, Fraction], ...]

    def found(self, seat: Seat | None) -> Fraction:
        """Return how likely the dog of `seat` is found; None: nobody's."""
        return sum((chance for end, chance in self.ends if end.found == seat), Fraction(0))

    def scores(self, seat: Seat) -> Fraction:
        """Return how likely `seat` flips a score chip."""
        return sum((chance for end, chance in self.ends if seat in end.scored), Fraction(0))

    def eliminated(self, seat: Seat) -> Fraction:
        """Return how likely `seat` is out after this round."""
        return sum((chance for end, chance in self.ends if end.eliminated == seat), Fraction(0))

    def wins(self, seat: Seat) -> Fraction:
        """Return how likely `seat` wins the game, alone or with others, in this round."""
        return sum((chance for end, chance in self.ends if seat in end.winners), Fraction(0))

    @property
    def won(self) -> Fraction:
        """How likely somebody wins the game in this round."""
        return sum((chance for end, chance in self.ends if end.winners), Fraction(0))


def outcome(state: State, worlds: Iterable[tuple[Fraction, Dogs]]) -> Outcome:
    """Return how `state` plays out in worlds that have these chances, together 1."""
    merged: dict[End, Fraction] = {}
    for chance, dogs in worlds:
        end, _ = play_out(state, dogs)
        merged[end] = merged.get(end, Fraction(0)) + chance
    return Outcome(tuple(sorted(merged.items(), key=lambda item: -item[1])))


def play_out(state: State, dogs: Dogs) -> tuple[End, State]:
    """Return how the round of `state` ends if the dogs stand there, and the table before the next round.

    The rules run to it, and nobody has to choose but the accuser, whose reward is the first X that is
    face down.
    """
    found, eliminated = None, None
    scored: tuple[Seat, ...] = ()
    while state.phase not in (Phase.OPEN, Phase.OVER):
        event = _next(state, dogs)
        match event:
            case t.TileTurned(seat, _, True):
                found = seat
            case t.Scored(seats):
                scored += seats
            case t.Eliminated(seat):
                eliminated = seat
        state = rules.evolve(state, event)
    result = rules.result(state)
    return End(found, tuple(sorted(scored)), eliminated, result.winners if result else ()), state


def _next(state: State, dogs: Dogs) -> Event:
    thing = rules.follow(state)
    match thing:
        case t.TurnUp(seat, position):
            return t.TileTurned(seat, position, dogs[seat] == position)
        case Event():
            return thing
    if state.unset:
        return t.TilesSet(min(state.unset))
    accuser = state.accuser
    assert accuser is not None
    assert state.phase is Phase.REWARD
    return t.TileTurned(accuser, min(DOORS - state.face_up[accuser] - {dogs[accuser]}), False)
