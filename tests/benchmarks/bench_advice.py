"""How long advice takes in Cluedo, as distributions over the questions of seeded games between `sheet` bots.

    python -m tests.benchmarks.bench_advice [--games N] [--players P ...]

Whenever seat 0 has entered a location, all its suggestions there are weighed anew: what is certain (cells),
the bits of all of them, then the five best more closely. `all` is the sum, by thirds of the game's entries;
`piece` is the longest time in which a screen could not answer. `decision` is every choice of an `advised`
bot with the arena's small budget. Times are CPU time of this process in milliseconds.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterator
from time import process_time
from typing import Any

from assistant import games as assistants
from assistant.cluedo.advice import Study
from assistant.cluedo.deck import Deck
from assistant.cluedo.knowledge import Knowledge, begin
from assistant.cluedo.player import QUICK, AdvisedBot
from assistant.cluedo.showing import showings
from assistant.knowledge import CHOICE
from engine import games
from engine.chance import Chance
from engine.cluedo.cards import load
from engine.cluedo.table import Phase
from engine.core import Setup
from engine.match import Match
from engine.play import Company

GOALS = {("all, middle", 6): "max <= 1500", ("all, late", 6): "max <= 300", ("decision", 6): "max <= 50"}
THIRDS = ("early", "middle", "late")


def main() -> None:
    parser = argparse.ArgumentParser(description="How long advice for Cluedo takes.")
    parser.add_argument("--games", type=int, default=10, help="games per number of players (10)")
    parser.add_argument("--players", type=int, nargs="+", default=[3, 4, 6], choices=[2, 3, 4, 5, 6])
    asked = parser.parse_args()
    print(f"seeds 0 to {asked.games - 1}")
    print(f"{'':20}{'players':>8}{'n':>8}{'median':>10}{'p99':>10}{'max':>10}   goal")
    for players in asked.players:
        times: dict[str, list[float]] = defaultdict(list)
        for seed in range(asked.games):
            asking, showing, last = moments(players, seed)
            for knowledge, location in asking:
                weighed(times, knowledge, location, THIRDS[3 * knowledge.entry // (last + 1)])
            for knowledge, asker in showing:
                times["which card to show"].append(timed(lambda k=knowledge, a=asker: showings(k, a)))
            times["decision"] += decisions(players, seed)
        for name in sorted(times):
            show(name, players, times[name])


def moments(players: int, seed: int) -> tuple[list[tuple[Knowledge, str]], list[tuple[Knowledge, int]], int]:
    """What seat 0 knows whenever it may suggest, with the location, and whenever it shows, with the asker.

    The third is the number of the game's last entry.
    """
    match = sheets(players, seed)
    deck = Deck.of(load("sherlock"))
    company = Company(match, dict.fromkeys(range(players), games.bots("cluedo")["sheet"]))
    asking, showing = [], []
    while match.decider is not None:
        if match.decider == 0 and match.state.phase in (Phase.ENTERED, Phase.SHOW):
            view, known = match.view(0), begin(deck, players, 0, match.seen(0))
            if view.phase is Phase.ENTERED:
                asking.append((known, view.location))
            else:
                showing.append((known, view.active))
        company.step()
    return asking, showing, begin(deck, players, 0, match.seen(0)).entry


def sheets(players: int, seed: int) -> Match:
    return Match(games.load("cluedo"), Setup("cluedo", tuple("ABCDEF"[:players])), Chance(seed))


def weighed(times: dict[str, list[float]], knowledge: Knowledge, location: str, third: str) -> None:
    start = last = process_time()
    knowledge.cells(CHOICE)
    times["cells"].append(1000 * (process_time() - start))
    longest, study, more = 0.0, Study(knowledge, 0, (location,)), True
    while more:
        more = study.step()
        last, before = process_time(), last
        longest = max(longest, last - before)
    times[f"all, {third}"].append(1000 * (last - start))
    times["piece"].append(1000 * longest)


def decisions(players: int, seed: int) -> Iterator[float]:
    """The time of every choice of an `advised` bot in seat 0 against `sheet` bots."""
    match = sheets(players, seed)
    made: list[Timed] = []

    def timed_bot(*given: Any) -> Timed:
        made.append(Timed(*given))
        return made[-1]

    bots = assistants.bots("cluedo")
    makers = dict.fromkeys(range(1, players), bots["sheet"]) | {0: timed_bot}
    company = Company(match, makers, QUICK)
    while company.step():
        pass
    return iter(made[0].times)


class Timed(AdvisedBot):
    """Keeps how long each choice took."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.times: list[float] = []

    def choose(self, view: Any, rng: Any) -> Any:
        start = process_time()
        action = super().choose(view, rng)
        self.times.append(1000 * (process_time() - start))
        return action


def timed(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return 1000 * (process_time() - start)


def show(name: str, players: int, values: list[float]) -> None:
    ranked = sorted(values)
    median, p99, most = (ranked[min(len(ranked) - 1, int(len(ranked) * q))] for q in (0.5, 0.99, 1))
    goal = GOALS.get((name, players), "")
    print(
        f"{name:20}{players:>8}{len(ranked):>8}{median:>10.1f}{p99:>10.1f}{most:>10.1f}   {goal}", flush=True
    )


if __name__ == "__main__":
    main()
