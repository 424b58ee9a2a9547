"""Bots against one another: `python -m engine.arena cluedo --seats sheet,seen_only,random --games 60`.

Games come in blocks: one deal, played once in every rotation of the bots over the seats, so that
neither a good hand nor a good seat favours anybody. A win counts 1, a victory shared by k seats 1/k
each, a game that a cap ended 0. Where most games have several winners, the table also says how often each
lost. A bot's rate is its wins per game and seat, with everybody of that name
pooled; bots that are equally strong have the same rate, however many seats they hold. A block gives one
rate per bot, blocks are independent, and the intervals are Student's t over the blocks. Differences are
taken within blocks. Where one bot wins nearly every game, the others are hardly told apart: let them
play without it. Everything but the speed, and a stop by the clock, repeats from the seed.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import count, pairwise
from typing import Any, NoReturn

from engine import games
from engine.bots import MakeBot
from engine.chance import Chance
from engine.core import Game, IllegalAction, Message, Result, SaidError, Setup
from engine.intervals import Estimate, estimate
from engine.match import Match
from engine.play import Company

FEWEST_BLOCKS = 8
SURE = 0.99
NAMES = ("A", "B", "C", "D", "E", "F", "G", "H")
LoadBots = Callable[[str], Mapping[str, MakeBot]]


@dataclass(frozen=True, slots=True)
class Contest:
    """Who plays what: `seats` are the bots' names in turn order before any rotation."""

    game: str
    seats: tuple[str, ...]
    bots: Mapping[str, MakeBot]
    seed: int
    edition: str
    options: Mapping[str, Any]
    budget: float

    @property
    def names(self) -> tuple[str, ...]:
        """The bots that play, each once, in the order of the seats."""
        return tuple(dict.fromkeys(self.seats))

    @property
    def rotations(self) -> tuple[tuple[str, ...], ...]:
        """The different ways to seat the bots in the same circle: the games of a block."""
        turned = (self.seats[shift:] + self.seats[:shift] for shift in range(len(self.seats)))
        return tuple(dict.fromkeys(turned))


@dataclass(frozen=True, slots=True)
class Block:
    """One deal in every rotation: `wins` per bot, how the games ended, how much work that was.

    `seconds` are of processor time. `losses` per bot counts its seats that did not win where somebody
    did, `shared` the games that had several winners.
    """

    wins: Mapping[str, float]
    endings: tuple[str, ...]
    decisions: int
    seconds: float
    losses: Mapping[str, int] = field(default_factory=dict)
    shared: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """What a contest has shown so far."""

    contest: Contest
    blocks: tuple[Block, ...]

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(len(block.endings) for block in self.blocks)

    @property
    def endings(self) -> Mapping[str, int]:
        """How many games ended for which reason, the most frequent first."""
        return dict(Counter(ending for block in self.blocks for ending in block.endings).most_common())

    @property
    def decisions(self) -> int:
        """How many choices the bots made."""
        return sum(block.decisions for block in self.blocks)

    @property
    def speed(self) -> float:
        """Decisions per second of processor time, the bots' thinking included."""
        return self.decisions / (sum(block.seconds for block in self.blocks) or 1e-9)

    def wins(self, bot: str) -> float:
        """How many games a bot won, a shared victory as a fraction."""
        return sum(block.wins[bot] for block in self.blocks)

    def rate(self, bot: str, level: float = 0.95) -> Estimate:
        """How many games a bot wins per game and seat: at most one game in as many as it holds seats."""
        return estimate(self._rates(bot), 0, self._most(bot), level)

    @property
    def often_shared(self) -> bool:
        """Tell whether most games had several winners, so that losing says more than winning."""
        return 2 * sum(block.shared for block in self.blocks) > self.games

    def losses(self, bot: str) -> int:
        """How many games were lost by a seat that the bot held."""
        return sum(block.losses.get(bot, 0) for block in self.blocks)

    def loss(self, bot: str, level: float = 0.95) -> Estimate:
        """How many games a bot loses per game and seat."""
        held = self.contest.seats.count(bot)
        rates = [block.losses.get(bot, 0) / (held * len(block.endings)) for block in self.blocks]
        return estimate(rates, 0, 1, level)

    def difference(self, bot: str, other: str, level: float = 0.95) -> Estimate:
        """How much higher the rate of `bot` is than that of `other`, compared within each block."""
        pairs = zip(self._rates(bot), self._rates(other), strict=True)
        return estimate([mine - theirs for mine, theirs in pairs], -self._most(other), self._most(bot), level)

    def separated(self, level: float = 0.95) -> bool:
        """Tell whether every bot differs from the next one: no interval of a difference holds 0."""
        return all(
            self.difference(bot, other, level).excludes(0) for bot, other in pairwise(self.contest.names)
        )

    def _most(self, bot: str) -> float:
        return 1 / self.contest.seats.count(bot)

    def _rates(self, bot: str) -> list[float]:
        most = self._most(bot)
        return [most * block.wins[bot] / len(block.endings) for block in self.blocks]


PlayBlock = Callable[[Contest, int], Block]


def run(
    contest: Contest,
    blocks: int | None = None,
    *,
    seconds: float | None = None,
    until_separated: bool = False,
    play: PlayBlock | None = None,
) -> Report:
    """Play a contest of `blocks` blocks, fewer when `seconds` have passed, and at least one.

    `play` plays a block by its number, left out: `play_block`.
    With `until_separated` it also stops when every bot is told from the next one by intervals of 99 %.
    That is looked at after 8, 16, 32, … blocks only: looking often finds differences where none are.
    Raises SaidError for a set-up that the game refuses and for a bot that breaks the rules.
    """
    started = time.monotonic()
    report = Report(contest, ())
    for number in count():
        if number and seconds is not None and time.monotonic() - started >= seconds:
            break
        looks = until_separated and number >= FEWEST_BLOCKS and number.bit_count() == 1
        if number == blocks or (looks and report.separated(SURE)):
            break
        report = Report(contest, (*report.blocks, (play or play_block)(contest, number)))
    return report


def play_block(contest: Contest, number: int) -> Block:
    """Play one deal, told by its number, in every rotation of the seats."""
    game = games.load(contest.game)
    wins: dict[str, float] = dict.fromkeys(contest.names, 0.0)
    losses, shared = dict.fromkeys(contest.names, 0), 0
    endings, decisions, started = [], 0, time.process_time()
    for seated in contest.rotations:
        result, made = _play(game, contest, seated, number)
        decisions += made
        endings.append(result.reason)
        for seat in result.winners:
            wins[seated[seat]] += 1 / len(result.winners)
        if result.winners:
            for seat in set(range(len(seated))) - set(result.winners):
                losses[seated[seat]] += 1
        shared += len(result.winners) > 1
    return Block(wins, tuple(endings), decisions, time.process_time() - started, losses, shared)


def _play(game: Game, contest: Contest, seated: Sequence[str], number: int) -> tuple[Result, int]:
    setup = Setup(contest.game, NAMES[: len(seated)], contest.edition, contest.options)
    match = Match(game, setup, Chance(f"{contest.seed}/{number}"))
    makers = {seat: contest.bots[bot] for seat, bot in enumerate(seated)}
    company, decisions = Company(match, makers, contest.budget), 0
    try:
        while company.step():
            decisions += 1
    except IllegalAction as error:
        seat = match.decider
        culprit = "" if seat is None else seated[seat]
        broken = {"bot": culprit, "action": repr(error.value), "reason": error.reason}
        raise SaidError(Message("{bot} chose {action}, which is refused: {reason}", broken)) from error
    assert match.result is not None
    return match.result, decisions


def bot_called(name: str, bots: Mapping[str, MakeBot]) -> MakeBot:
    """Return a bot by its name, or by `package.module:Class`; raises SaidError if there is none."""
    if name in bots:
        return bots[name]
    module, colon, attribute = name.partition(":")
    if not colon:
        raise SaidError(
            Message(
                "There is no bot called {bot}. There are {bots}, or your own as package.module:Class.",
                {"bot": name, "bots": tuple(bots)},
            )
        )
    try:
        made: MakeBot = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise SaidError(
            Message("The bot {bot} cannot be loaded: {error}.", {"bot": name, "error": str(error)})
        ) from error
    return made


def as_json(report: Report) -> dict[str, Any]:
    """Return a report as plain values: rates and differences as numbers with their 95 % intervals."""
    contest = report.contest
    return {
        "game": contest.game,
        "edition": contest.edition,
        "options": dict(contest.options),
        "seats": list(contest.seats),
        "seed": contest.seed,
        "blocks": len(report.blocks),
        "games": report.games,
        "bots": [
            {"bot": bot, "seats": contest.seats.count(bot), "wins": report.wins(bot)}
            | _ends(report.rate(bot), "rate")
            | _losses(report, bot)
            for bot in contest.names
        ],
        "differences": [
            {"bot": bot, "other": other} | _ends(report.difference(bot, other), "difference")
            for bot, other in pairwise(contest.names)
        ],
        "endings": report.endings,
        "decisions": report.decisions,
        "decisions_per_second": round(report.speed),
    }


def _losses(report: Report, bot: str) -> dict[str, float]:
    if not report.often_shared:
        return {}
    loss = report.loss(bot)
    return {"losses": report.losses(bot), "loss": loss.mean, "loss_low": loss.low, "loss_high": loss.high}


def _ends(value: Estimate, name: str) -> dict[str, float]:
    return {name: value.mean, "low": value.low, "high": value.high}


def as_text(report: Report) -> str:
    """Return a report as a table for a terminal."""
    return "\n".join(_lines(report))


def _lines(report: Report) -> Iterator[str]:
    contest, names = report.contest, report.contest.names
    played = f"{report.games} games in {len(report.blocks)} blocks"
    yield f"{contest.game}, {len(contest.seats)} players, {played}, seed {contest.seed}"
    yield ""
    pairs = [f"{bot} - {other}" for bot, other in pairwise(names)]
    width = max(map(len, ("bot", *names, *pairs)))
    yield f"{'bot':{width}}  seats   wins     rate   95 % interval"
    for bot in names:
        rate, seats = report.rate(bot), contest.seats.count(bot)
        yield f"{bot:{width}}  {seats:5}  {report.wins(bot):5.6g}  {_percent(rate)}"
    if report.often_shared:
        yield ""
        yield f"{'bot':{width}}           lost     rate   95 % interval"
        for bot in names:
            yield f"{bot:{width}}         {report.losses(bot):6}  {_percent(report.loss(bot))}"
    if pairs:
        yield ""
        yield f"{'difference':{width}}                     95 % interval"
    for pair, (bot, other) in zip(pairs, pairwise(names), strict=True):
        value = report.difference(bot, other)
        verdict = "apart" if value.excludes(0) else "not told apart"
        yield f"{pair:{width}}                {_percent(value, '+')}   {verdict}"
    yield ""
    yield "ended: " + ", ".join(f"{reason} {number}" for reason, number in report.endings.items())
    yield f"{report.decisions} decisions, {report.speed:.0f} a second of processor time"


def _percent(value: Estimate, sign: str = "") -> str:
    return f"{value.mean:{sign}6.1%}  {value.low:{sign}6.1%} to {value.high:{sign}6.1%}"


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, message[:1].upper() + message[1:] + "\n")


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"must be a whole number from 1 on, not {text!r}")
    return int(text)


def _above_zero(text: str) -> float:
    try:
        if 0 < (value := float(text)) < float("inf"):
            return value
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(f"must be a number above 0, not {text!r}")


def _option(text: str) -> tuple[str, Any]:
    """Return a table rule given as name=value; a value is JSON, or else a text."""
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise argparse.ArgumentTypeError(f"must be name=value, not {text!r}")
    try:
        return name, json.loads(value.lower() if value in {"True", "False"} else value)
    except ValueError:
        return name, value


def _arguments() -> _Parser:
    parser = _Parser(
        prog="python -m engine.arena",
        description="Let bots play against one another and say who is stronger.",
    )
    parser.add_argument("game", help=", ".join(games.NAMES))
    parser.add_argument("--seats", required=True, help="bots in turn order: sheet,random,my.module:Bot")
    parser.add_argument("--games", type=_positive, help="how many games, rounded up to whole blocks (60)")
    parser.add_argument("--seed", type=int, default=0, help="same seed, same games (0)")
    parser.add_argument("--edition", default="", help="the edition played, where the game has several")
    parser.add_argument(
        "--option", type=_option, action="append", default=[], metavar="NAME=VALUE", help="a table rule"
    )
    parser.add_argument("--budget", type=_above_zero, default=1.0, help="seconds a bot may think (1)")
    parser.add_argument("--until-separated", action="store_true", help="stop when the bots are told apart")
    parser.add_argument("--minutes", type=_above_zero, help="stop after a block when so long has passed")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    return parser


def main(arguments: Sequence[str], load_bots: LoadBots = games.bots) -> int:
    """Run the command line and return its exit code; `load_bots` gives the bots of a game by name."""
    chosen = _arguments().parse_args(arguments)
    try:
        games.load(chosen.game)
        bots = load_bots(chosen.game)
        seats = tuple(name.strip() for name in chosen.seats.split(","))
        contest = Contest(
            game=chosen.game,
            seats=seats,
            bots={name: bot_called(name, bots) for name in seats},
            seed=chosen.seed,
            edition=chosen.edition,
            options=dict(chosen.option),
            budget=chosen.budget,
        )
        wanted = chosen.games
        if wanted is None and not chosen.until_separated and chosen.minutes is None:
            wanted = 60
        minutes = 20 if wanted is None and chosen.minutes is None else chosen.minutes
        report = run(
            contest,
            wanted and -(-wanted // len(contest.rotations)),
            seconds=minutes and minutes * 60,
            until_separated=chosen.until_separated,
        )
    except SaidError as error:
        print(error.reason, file=sys.stderr)
        return 2
    print(json.dumps(as_json(report), ensure_ascii=False, indent=2) if chosen.json else as_text(report))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
