"""Tables of King's Dogs to start a test from: players A, B, C clockwise, A leads unless stated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.chance import Chance
from engine.core import Action, Event, Result, Seat, Setup
from engine.kings_dogs import rules
from engine.kings_dogs.table import Phase, State, TilesSet
from engine.match import Match

A, B, C, D, E = range(5)


def table(seats: int = 3, options: Mapping[str, Any] | None = None, **changes: Any) -> State:
    """Return a table with all dogs behind door 5 and A to open, with `changes` to any of its fields."""
    setup = Setup("kings_dogs", tuple("ABCDE"[:seats]), options=options or {})
    ready = replace(rules.start(setup), phase=Phase.OPEN, leader=A, unset=frozenset(), dogs=(5,) * seats)
    return replace(ready, **changes)


def answering(state: State, doors: set[int], to_answer: Seat, agrees: int = 0, leader: Seat = A) -> State:
    """Return the table with `doors` open and `to_answer` to say what it thinks of it."""
    return replace(
        state,
        phase=Phase.RESPOND,
        open=frozenset(doors),
        to_answer=to_answer,
        agrees=agrees,
        leader=leader,
    )


def up(*tiles: set[int]) -> tuple[frozenset[int], ...]:
    """Return which tiles lie face up, seat by seat."""
    return tuple(map(frozenset, tiles))


class Table(Match):
    """A match that goes on from a given table; `happened` is what came of the last steps."""

    def __init__(self, state: State, seed: int = 0) -> None:
        setup = Setup("kings_dogs", tuple("ABCDE"[: state.seats]), options=state.options)
        super().__init__(_From(state), setup, Chance(seed))

    @property
    def happened(self) -> Sequence[Event]:
        """What happened since the given table."""
        return self.log

    def play(self, *actions: Action) -> Table:
        """Carry out actions of whoever is to decide, one after the other."""
        for action in actions:
            self.step(action)
        return self

    def set_up_by(self) -> list[Seat]:
        """Return who set up tiles anew, in order."""
        return [event.seat for event in self.log if isinstance(event, TilesSet)]


class _From:
    """The rules of King's Dogs, with a game that begins in the middle."""

    def __init__(self, state: State) -> None:
        self.state = state

    def start(self, setup: Setup) -> State:
        return self.state

    def __getattr__(self, name: str) -> Any:
        return getattr(rules, name)


def finished(state: State) -> Result:
    """Return the result of a table whose game is over."""
    result = rules.result(state)
    assert result is not None
    return result
