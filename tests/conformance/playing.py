"""Games played for the conformance tests, with the cause of every event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from engine import games
from engine.chance import Chance
from engine.core import Action, Demand, Event, Game, Seat, Setup, redact
from engine.log import Saved, dump
from engine.match import Match
from engine.play import play
from tests.conformance.games import ENTRIES


@dataclass(frozen=True, slots=True)
class Step:
    """What one cause brought: an action, a demand, or the rules themselves (None)."""

    cause: Action | Demand | None
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A whole game, step by step; `decided` are the lengths of the log at which a seat chose."""

    setup: Setup
    steps: tuple[Step, ...]
    log: tuple[Event, ...]
    decided: tuple[tuple[int, Seat], ...]

    @property
    def game(self) -> Game:
        return games.load(self.setup.game)


@cache
def played(name: str, setup_number: int, seed: int) -> Played:
    """Play a game with random bots, without Match, and remember what caused what."""
    game, setup = games.load(name), ENTRIES[name].setups[setup_number]
    make, chance = games.bots(name)["random"], Chance(seed)
    bots = [make(game, setup, seat) for seat in range(len(setup.seats))]
    state, steps, decided, length = game.start(setup), [], [], 0
    while True:
        cause: Action | Demand | Event | None = game.follow(state)
        if cause is None:
            seat = game.decider(state)
            if seat is None:
                break
            decided.append((length, seat))
            cause = bots[seat].choose(redact(state, seat), chance.stream(f"seat {seat}"))
        said = isinstance(cause, Event)
        events = (cause,) if said else game.reveal(state, cause, chance)
        for event in events:
            state = game.evolve(state, event)
        steps.append(Step(None if said else cause, events))
        length += len(events)
    log = tuple(event for step in steps for event in step.events)
    return Played(setup, tuple(steps), log, tuple(decided))


def all_played(name: str) -> Iterator[Played]:
    """Yield every random game of a game's set-ups."""
    for number in range(len(ENTRIES[name].setups)):
        for seed in range(ENTRIES[name].games):
            yield played(name, number, seed)


def seats_and_onlooker(setup: Setup) -> tuple[Seat | None, ...]:
    return (*range(len(setup.seats)), None)


def folded(game: Game, setup: Setup, events: Sequence[Event]) -> Iterator[Any]:
    """Yield the state at every prefix of a log, the empty one first."""
    state = game.start(setup)
    yield state
    for event in events:
        state = game.evolve(state, event)
        yield state


def texts(name: str) -> Iterator[str]:
    """Yield the saved games of a few matches, with every bot of the game at the table."""
    makers = list(games.bots(name).values())
    for number, setup in enumerate(ENTRIES[name].setups):
        match = Match(games.load(name), setup, Chance(number))
        play(match, {seat: makers[seat % len(makers)] for seat in range(len(setup.seats))})
        yield dump(Saved(setup, "all", tuple(match.log)))


class _DrewError(Exception):
    """Something random was asked for."""


class _NoChance(Chance):
    def stream(self, name: str) -> Random:
        raise _DrewError


def replays(game: Game, setup: Setup, steps: Sequence[Step], log: Sequence[Event]) -> bool:
    """Tell whether a changed log is a game by the rules, caused the same way as the one it came from.

    What chance brought is taken as it stands. Where an action no longer brings what the log says
    (another card is shown), any other legal action may.
    """
    state, length, chance = game.start(setup), 0, _NoChance(0)
    for step in steps:
        events = tuple(log[length : length + len(step.events)])
        if not events:
            break
        if not _brings(game, state, step.cause, events, chance):
            return False
        for event in events:
            state = game.evolve(state, event)
        length += len(events)
    return True


def _brings(
    game: Game, state: Any, cause: Action | Demand | None, events: tuple[Event, ...], chance: Chance
) -> bool:
    following = game.follow(state)
    if cause is None:
        return events[0] == following
    try:
        if isinstance(cause, Demand):
            return following == cause and game.reveal(state, cause, chance) == events
        legal = game.legal(redact(state, game.decider(state)))
        causes = [cause, *(other for other in legal if other != cause)]
        return any(c in legal and game.reveal(state, c, chance) == events for c in causes)
    except _DrewError:
        return True
