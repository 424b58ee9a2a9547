"""Random play: how many decisions a second one core carries out, the whole match loop with every seat's view.

Decisions are counted over whole games, seeds 0, 1, 2 and on, until each set-up has had its seconds of
processor time; three such runs a set-up, of which the slowest and the fastest are printed.
"""

from __future__ import annotations

import time

from engine import games
from engine.chance import Chance
from engine.core import Setup
from engine.match import Match
from engine.play import Company
from tests.conformance.games import ENTRIES

SECONDS = 3.0
RUNS = 3


def decisions_a_second(setup: Setup) -> tuple[float, int]:
    """Play random games for a while: decisions a second of processor time, and games played."""
    game, make = games.load(setup.game), games.bots(setup.game)["random"]
    start, number, seed = time.process_time(), 0, 0
    while (passed := time.process_time() - start) < SECONDS:
        company = Company(Match(game, setup, Chance(seed)), dict.fromkeys(range(len(setup.seats)), make))
        while company.step():
            number += 1
        seed += 1
    return number / passed, seed


def main() -> None:
    for name, entry in ENTRIES.items():
        for what, setup in entry.timed.items():
            decisions_a_second(setup)  # fills what is computed once, such as the board's ways
            runs = [decisions_a_second(setup) for _ in range(RUNS)]
            slowest, fastest = min(runs)[0], max(runs)[0]
            played = sum(number for _, number in runs)
            print(f"{name:12} {what:22} {slowest:8,.0f} to {fastest:8,.0f} decisions/s ({played} games)")


if __name__ == "__main__":
    main()
