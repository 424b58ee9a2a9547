"""The command line of King's Dogs: a saved game in, where every dog can be out."""

from __future__ import annotations

import argparse
from fractions import Fraction

from assistant.command import CONSISTENT, CONTRADICTORY, Answer, as_json, file_argument, file_of, flags
from assistant.kings_dogs import files, report
from assistant.kings_dogs.habits import USUAL, Conduct, always
from assistant.knowledge import LOGIC, MODELS, Impossible
from engine.kings_dogs.table import DOORS
from engine.log import LogError

HELP = "a saved game of King's Dogs as one seat saw it"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what may be asked of King's Dogs."""
    file_argument(parser)
    parser.add_argument(
        "--model", choices=MODELS, default=LOGIC, help="whether answers count as evidence (default: logic)"
    )
    parser.add_argument(
        "--habit",
        type=_habit,
        metavar="PROTECT,BLUFF",
        default=USUAL,
        help="how often everybody looks after the own dog, and exposes it on purpose: 9/10,1/20"
        " (default: learned for each player)",
    )
    parser.add_argument(
        "--search", type=_doors, metavar="DOORS", help="what a search of these doors brings: 1,3"
    )
    flags(parser)


def answer(options: argparse.Namespace) -> Answer:
    """Return the positions, or the clash of the log with the rules; raises LogError and OSError."""
    told = files.read(file_of(options), options.habit)
    code = CONTRADICTORY if told.clash else CONSISTENT
    if told.clash and not options.json:
        return Answer("", code, told.clash, report.names_of(told))
    try:
        if options.json:
            return Answer(as_json(report.as_json(told, options.model, options.search)), code)
        return Answer(report.as_text(told, options.lang, options.model, options.search), code)
    except Impossible as error:
        raise LogError(told.line, error.reason) from None


def _doors(text: str) -> frozenset[int]:
    doors = frozenset(map(int, text.split(",")))
    if not doors <= DOORS:
        raise ValueError
    return doors


def _habit(text: str) -> Conduct:
    try:
        protect, bluff = map(Fraction, text.split(","))
    except ZeroDivisionError:
        raise ValueError from None
    return always(protect, bluff)
