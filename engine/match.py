"""A match: one game from its first event to its result, with what each seat may see of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.chance import Chance
from engine.core import (
    Action,
    Event,
    Game,
    IllegalAction,
    Message,
    Result,
    Seat,
    Setup,
    Undone,
    redact,
)


def fold(game: Game, setup: Setup, events: Iterable[Event]) -> Any:
    """Return the state that a log leads to; from a redacted log, the view of its seat."""
    state = game.start(setup)
    for event in events:
        state = advance(game, state, event)
    return state


def advance(game: Game, state: Any, event: Event) -> Any:
    """Return the state after one event; a mark of an undo leaves it as it is."""
    return state if isinstance(event, Undone) else game.evolve(state, event)


def decisions(game: Game, setup: Setup, events: Iterable[Event], seat: Seat) -> list[int]:
    """Return the lengths of the log at which `seat` had to decide, from the seat's or the full log."""
    state, lengths = game.start(setup), []
    for length, event in enumerate((*events, None)):
        asked = not isinstance(event, Undone) and game.follow(state) is None
        if asked and game.decider(state) == seat:
            lengths.append(length)
        if event is not None:
            state = advance(game, state, event)
    return lengths


class _Seen:
    """What one seat has seen so far: its redacted log and the view it folds to."""

    __slots__ = ("log", "view")

    def __init__(self, view: Any) -> None:
        self.log: list[Event] = []
        self.view = view


class Match:
    """Runs a game: takes actions, asks `reveal` and `follow` for events, keeps the log.

    `events` is a log to go on from. Attributes: `log` (full, for replay and saving only),
    `state` (full). Whoever plays, advises or draws uses `view`, `seen` and `legal`.
    """

    def __init__(self, game: Game, setup: Setup, chance: Chance, events: Iterable[Event] = ()) -> None:
        self.game, self.setup, self.chance = game, setup, chance
        self.log: list[Event] = []
        self.state = game.start(setup)
        self._seen: dict[Seat | None, _Seen] = {}
        for event in events:
            self._append(event)
        self._settle()

    @property
    def decider(self) -> Seat | None:
        """The seat that must act now; None when the game is over."""
        return self.game.decider(self.state)

    @property
    def result(self) -> Result | None:
        """The result, or None while the game goes on."""
        return self.game.result(self.state)

    def view(self, seat: Seat | None) -> Any:
        """Return the state as `seat` knows it."""
        return self._catch_up(seat).view

    def seen(self, seat: Seat | None) -> list[Event]:
        """Return the log as `seat` saw it; the list grows with the match, do not change it."""
        return self._catch_up(seat).log

    def legal(self) -> tuple[Action, ...]:
        """Return what the deciding seat may do, from its own view; empty when the game is over."""
        seat = self.decider
        return () if seat is None else self.game.legal(self.view(seat))

    def step(self, action: Action) -> None:
        """Carry out an action of the deciding seat and all that the rules make of it.

        Raises IllegalAction, with nothing changed, when the rules refuse it.
        """
        seat = self.decider
        if seat is None:
            raise IllegalAction(Message("The game is over."), action, "over")
        reason = self.game.refusal(self.view(seat), action)
        if reason is not None:
            raise IllegalAction(reason, action, str(getattr(self.state, "phase", "")))
        for event in self.game.reveal(self.state, action, self.chance):
            self._append(event)
        self._settle()

    @property
    def times_undone(self) -> int:
        """How often moves were taken back."""
        return max((event.times for event in self.log if isinstance(event, Undone)), default=0)

    def undone(self, length: int, by: Seat) -> Match:
        """Return a match that goes on from the first `length` events and the mark of the undo.

        Its chance is a fresh fork: the same dice need not come again.
        """
        chance = Chance(self.chance.seed, self.chance.fork + 1)
        kept = [*self.log[:length], Undone(by, self.times_undone + 1)]
        return Match(self.game, self.setup, chance, kept)

    def _settle(self) -> None:
        while thing := self.game.follow(self.state):
            if isinstance(thing, Event):
                self._append(thing)
            else:
                for event in self.game.reveal(self.state, thing, self.chance):
                    self._append(event)

    def _append(self, event: Event) -> None:
        self.state = advance(self.game, self.state, event)
        self.log.append(event)

    def _catch_up(self, seat: Seat | None) -> _Seen:
        if seat not in self._seen:
            self._seen[seat] = _Seen(redact(self.game.start(self.setup), seat))
        seen = self._seen[seat]
        for event in self.log[len(seen.log) :]:
            visible = redact(event, seat)
            seen.view = advance(self.game, seen.view, visible)
            seen.log.append(visible)
        return seen
