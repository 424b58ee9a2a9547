"""How strong the bots are: `make strength` lets them play and writes docs/strength.md, a section per game.

    python -m tools.strength [--game NAME] [--minutes M] [--seed S]

A game joins in with an entry in CONTESTS. Each contest stops when its two bots are told apart with 99 %, or
after M minutes (20), and the page says which. A bot that knows what is hidden stands in a table as a bound;
it is made here, for one deal of a contest at a time, and no other part of the project can reach it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from assistant import games as assistants
from engine import games
from engine.arena import FEWEST_BLOCKS, NAMES, SURE, Block, Contest, Report, bot_called, play_block, run
from engine.bots import MakeBot
from engine.chance import Chance
from engine.core import Setup
from engine.intervals import Estimate
from engine.match import Match
from tools import strength_cluedo

PAGE = Path(__file__).parent.parent / "docs" / "strength.md"
MINUTES = 20.0
BUDGET = 0.05

Bounds = Callable[[Match], Mapping[str, MakeBot]]
"""The bots that may know everything of a match that has just been dealt, by name."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One contest: `seats` are bots in turn order, as the arena reads them, of two different kinds."""

    seats: str
    options: Mapping[str, Any] = field(default_factory=dict)
    budget: float = BUDGET


def against(bots: Sequence[str], other: str, players: Sequence[int], **options: Any) -> tuple[Entry, ...]:
    """Return a contest for each number of players and each bot: one of it, `other` in all other seats."""
    return tuple(
        Entry(",".join((bot, *[other] * (number - 1))), options) for number in players for bot in bots
    )


TITLES = {
    "cluedo": "Cluedo",
    "kings_dogs": "King's Dogs",
    "sleeping_queens": "Sleeping Queens 2",
    "cockroach_poker": "Cockroach Poker Royal",
}
CONTESTS: Mapping[str, tuple[Entry, ...]] = {
    "cluedo": against(("bound", "advised", "seen_only", "random"), "sheet", (3, 4, 6)),
    "kings_dogs": (
        *against(("advised",), "careful", (2, 3, 5)),
        *against(("careful", "advised"), "random", (2, 3, 5)),
    ),
    "sleeping_queens": (
        *against(("advised",), "greedy", (2, 3, 5)),
        *against(("greedy", "advised"), "random", (2, 3, 5)),
    ),
    "cockroach_poker": (
        *against(("advised",), "reader", (2, 3, 4, 6)),
        *against(("reader",), "counting", (2, 3, 4, 6)),
        *against(("counting",), "random", (2, 3, 4, 6)),
    ),
}
BOUNDS: Mapping[str, Bounds] = {"cluedo": strength_cluedo.bounds}

_HEAD = """# How strong the bots are

Made by `make strength`. Every deal is played once in every rotation of the seats (a block). A bot's rate is
its wins per game and seat, with the 95 % interval over blocks; the difference is taken within blocks. A
contest stops when the two bots are told apart by an interval of 99 %, or when its time is over.
"""


def played(game: str, entry: Entry, seed: int, minutes: float) -> Report:
    """Play a contest until it stops."""
    names = tuple(entry.seats.split(","))
    known = assistants.bots(game)
    hidden = _unmade(game)
    bots = {name: hidden[name] if name in hidden else bot_called(name, known) for name in names}
    contest = Contest(game, names, bots, seed, "", entry.options, entry.budget)
    return run(contest, seconds=60 * minutes, until_separated=True, play=_block)


def _unmade(game: str) -> Mapping[str, MakeBot]:
    """Return the names of a game's bounds; each is made anew for every deal."""
    return BOUNDS[game](Match(games.load(game), _setup(game, 3, {}), Chance(0))) if game in BOUNDS else {}


def _setup(game: str, players: int, options: Mapping[str, Any]) -> Setup:
    return Setup(game, NAMES[:players], "", options)


def _block(contest: Contest, number: int) -> Block:
    """Play a block in which the bounds know its deal."""
    if contest.game in BOUNDS:
        setup = _setup(contest.game, len(contest.seats), contest.options)
        dealt = Match(games.load(contest.game), setup, Chance(f"{contest.seed}/{number}"))
        bounds = BOUNDS[contest.game](dealt)
        contest = replace(contest, bots={name: bounds.get(name, bot) for name, bot in contest.bots.items()})
    return play_block(contest, number)


def section(game: str, reports: Sequence[Report], minutes: float, date: str) -> str:
    """Return a game's section of the page."""
    return "\n".join(_lines(game, reports, minutes, date)) + "\n"


def _lines(game: str, reports: Sequence[Report], minutes: float, date: str) -> Iterator[str]:
    contest = reports[0].contest
    yield f"## {TITLES[game]}"
    yield ""
    told = f"{date}, seed {contest.seed}, {contest.budget:g} s for a decision"
    yield f"{told}, at most {minutes:g} minutes for a contest."
    yield ""
    yield "| players | bot | rate | 95 % | others | rate | 95 % | difference | 95 % | games | stopped by |"
    yield "| --: | --- | --: | --- | --- | --: | --- | --: | --- | --: | --- |"
    for report in reports:
        bot, other = report.contest.names
        cells = [
            str(len(report.contest.seats)) + "".join(f", {k}={v}" for k, v in report.contest.options.items()),
            bot,
            *_shown(report.rate(bot)),
            other,
            *_shown(report.rate(other)),
            *_shown(report.difference(bot, other), "+"),
            str(report.games),
            "separation" if _told_apart(report) else "time",
        ]
        yield f"| {' | '.join(cells)} |"


def _told_apart(report: Report) -> bool:
    """Tell whether the contest stopped because its bots were told apart (see `engine.arena.run`)."""
    blocks = len(report.blocks)
    return blocks >= FEWEST_BLOCKS and blocks.bit_count() == 1 and report.separated(SURE)


def _shown(value: Estimate, sign: str = "") -> tuple[str, str]:
    return f"{value.mean:{sign}.1%}", f"{value.low:{sign}.1%} to {value.high:{sign}.1%}"


def with_section(page: str, text: str) -> str:
    """Return the page with a section put in, in place of the one with the same title, else at the end."""
    title = text.partition("\n")[0]
    head, *others = (page or _HEAD).split("\n## ")
    kept = [f"## {other.rstrip()}\n" for other in others]
    titles = [other.partition("\n")[0] for other in kept]
    if title in titles:
        kept[titles.index(title)] = text
    else:
        kept.append(text)
    return "\n".join((head.rstrip() + "\n", *kept))


def main(arguments: Sequence[str]) -> int:
    """Run the command line and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.strength", description=__doc__.partition("\n")[0])
    parser.add_argument("--game", choices=CONTESTS, help="only this game; left out: all")
    parser.add_argument("--minutes", type=float, default=MINUTES, help="the longest time for a contest (20)")
    parser.add_argument("--seed", type=int, default=0, help="same seed, same deals (0)")
    chosen = parser.parse_args(arguments)
    for game in [chosen.game] if chosen.game else CONTESTS:
        reports = []
        for entry in CONTESTS[game]:
            reports.append(played(game, entry, chosen.seed, chosen.minutes))
            print(f"{game}: {entry.seats}, {reports[-1].games} games", flush=True)  # noqa: T201
        date = f"{datetime.now(UTC):%Y-%m-%d}"
        page = PAGE.read_text("utf-8") if PAGE.exists() else ""
        PAGE.parent.mkdir(exist_ok=True)
        PAGE.write_text(with_section(page, section(game, reports, chosen.minutes, date)), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
