"""Advice: how long the advised bot of each game takes to choose, among the strongest other bots.

It sits on every seat in turn, seeds 0, 1, 2 and on, until each set-up has had its seconds of processor
time. The first game is not counted: it fills what is worked out once.
"""

from __future__ import annotations

import time
from random import Random
from typing import Any

from assistant.games import bots
from engine import games
from engine.bots import MakeBot
from engine.chance import Chance
from engine.core import Action, Event, Game, Seat, Setup
from engine.match import Match
from engine.play import play
from tests.conformance.games import ENTRIES

SECONDS = 15.0


class Timed:
    """A bot, with the processor time of its choices in milliseconds."""

    def __init__(self, make: MakeBot, took: list[float]) -> None:
        self.make, self.took = make, took

    def __call__(self, game: Game, setup: Setup, seat: Seat, budget: float = 1.0) -> Timed:
        self.bot = self.make(game, setup, seat, budget)
        return self

    def notice(self, event: Event) -> None:
        self.bot.notice(event)

    def choose(self, view: Any, rng: Random) -> Action:
        start = time.process_time()
        action = self.bot.choose(view, rng)
        self.took.append(1000 * (time.process_time() - start))
        return action


def choices(setup: Setup) -> list[float]:
    """Return how many milliseconds each choice took."""
    game, made = games.load(setup.game), bots(setup.game)
    other = list(games.bots(setup.game).values())[-1]
    took: list[float] = []
    start, seats = time.process_time(), len(setup.seats)
    seed = 0
    while time.process_time() - start < SECONDS:
        counted = took if seed else []
        makers = dict.fromkeys(range(seats), other) | {seed % seats: Timed(made["advised"], counted)}
        play(Match(game, setup, Chance(seed)), makers)
        seed += 1
    return sorted(took)


def main() -> None:
    for name, entry in ENTRIES.items():
        if "advised" not in bots(name):
            continue
        for what, setup in entry.timed.items():
            took = choices(setup)
            median, most = took[len(took) // 2], took[int(0.95 * len(took))]
            times = f"median {median:.1f} ms, 95th percentile {most:.1f} ms, max {took[-1]:.1f} ms"
            print(f"{name}, {what}: {times} ({len(took)} choices)")


if __name__ == "__main__":
    main()
