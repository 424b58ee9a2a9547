"""The command line of Cockroach Poker Royal: a saved game in, the card on its way and every risk out."""

from __future__ import annotations

import argparse
from fractions import Fraction

from assistant.cockroach_poker import files, report
from assistant.command import CONSISTENT, CONTRADICTORY, Answer, as_json, file_argument, file_of, flags
from assistant.knowledge import LOGIC, MODELS
from engine.core import Message, SaidError, Seat
from engine.log import LogError

HELP = "a saved game of Cockroach Poker Royal as one seat saw it"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what may be asked of Cockroach Poker Royal."""
    file_argument(parser)
    parser.add_argument("--model", choices=MODELS, default=LOGIC, help="the model behind the chances")
    parser.add_argument(
        "--honesty",
        type=_honesty,
        action="append",
        default=[],
        metavar="NAME=SHARE",
        help="set by hand how often a player tells the truth: Ann=0.6 or Ann=3/5; may be repeated",
    )
    flags(parser)


def answer(options: argparse.Namespace) -> Answer:
    """Return the chances, or the clash of the log with the rules; raises LogError and OSError."""
    told = files.read(file_of(options))
    if told.clash:
        reason = as_json(report.clash_as_json(told)) if options.json else ""
        clash = None if options.json else told.clash
        return Answer(reason, CONTRADICTORY, clash, report.names_of(told))
    try:
        known = told.known.with_honesty(_by_seat(told, options.honesty))
    except SaidError as error:
        raise LogError(1, error.reason) from None
    if options.json:
        return Answer(as_json(report.as_json(told, known, options.model)), CONSISTENT)
    return Answer(report.as_text(told, known, options.model, options.lang), CONSISTENT)


def _by_seat(told: files.Told, given: list[tuple[str, Fraction]]) -> dict[Seat, Fraction | None]:
    players = told.setup.seats
    for name, _ in given:
        if name not in players:
            raise SaidError(Message("There is no player called {name}.", {"name": name}))
    return {players.index(name): share for name, share in given}


def _honesty(text: str) -> tuple[str, Fraction]:
    name, _, share = text.rpartition("=")
    try:
        return name, Fraction(share)
    except ZeroDivisionError:
        raise ValueError(text) from None
