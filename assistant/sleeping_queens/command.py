"""The command line of Sleeping Queens 2: numbers in, equations out; a saved game in, chances out."""

from __future__ import annotations

import argparse

from assistant.command import CONSISTENT, CONTRADICTORY, Answer, as_json, file_argument, file_of, flags
from assistant.knowledge import Impossible
from assistant.sleeping_queens import equations, files, report
from assistant.sleeping_queens.equations import Wish
from assistant.sleeping_queens.order import misfit
from engine.sleeping_queens import cards

HELP = "equations of number cards, or the chances of the next turn in a saved game of Sleeping Queens 2"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what may be asked of Sleeping Queens 2."""
    asked = parser.add_subparsers(dest="asked", required=True, metavar="equations|odds")
    made = asked.add_parser("equations", help="every set of these number cards that makes an equation")
    made.add_argument("numbers", type=int, nargs="+", metavar="NUMBER", help="the number cards held")
    made.add_argument("--plus-minus-one", action="store_true", help="with the knight of plus and minus one")
    made.add_argument("--use", type=int, action="append", default=[], metavar="N", help="with this card")
    made.add_argument("--keep", type=int, action="append", default=[], metavar="N", help="leave this card")
    made.add_argument("--longest", action="store_true", help="only those with as many cards as possible")
    flags(made)
    drawn = asked.add_parser("odds", help="the chances of the next turn of whose log it is")
    file_argument(drawn)
    flags(drawn)


def answer(options: argparse.Namespace) -> Answer:
    """Return equations or chances; raises LogError, OSError, and Impossible for cards that there are not."""
    return _equations(options) if options.asked == "equations" else _odds(options)


def _equations(options: argparse.Namespace) -> Answer:
    held = tuple(sorted(options.numbers))
    if reason := misfit(cards.load().deck, map(str, held)):
        raise Impossible(reason)
    wish = Wish(held, options.plus_minus_one, tuple(options.use), tuple(options.keep))
    found = equations.longest(wish) if options.longest else equations.search(wish)
    if options.json:
        return Answer(as_json(report.equations_as_json(found)))
    return Answer(report.equations_as_text(found, options.lang))


def _odds(options: argparse.Namespace) -> Answer:
    told = files.read(file_of(options))
    code = CONTRADICTORY if told.clash else CONSISTENT
    if options.json:
        return Answer(as_json(report.as_json(told)), code)
    if told.clash:
        return Answer("", code, told.clash, report.names_of(told))
    return Answer(report.as_text(told, options.lang), code)
