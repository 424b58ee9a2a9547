"""The command line of Cluedo: notes or a saved game in, the sheet out."""

from __future__ import annotations

import argparse
import os
import shutil
import sys

from assistant.cluedo import files
from assistant.cluedo.report import Report, as_json
from assistant.command import CONSISTENT, CONTRADICTORY, Answer, file_argument, file_of, flags
from assistant.command import as_json as written
from assistant.knowledge import LOGIC, MODELS

HELP = "table notes or a saved game of Cluedo"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add what may be asked of Cluedo."""
    file_argument(parser, "NOTES")
    parser.add_argument("--after", type=_entry, metavar="N", help="take only the entries numbered up to N")
    parser.add_argument(
        "--model", choices=MODELS, default=LOGIC, help="how deals are weighed (default: logic)"
    )
    parser.add_argument("--seat", metavar="NAME", help="whose eyes to look through, in a game that shows all")
    flags(parser)


def answer(options: argparse.Namespace) -> Answer:
    """Return the table, or its numbers; raises LogError and OSError."""
    notes = files.read(file_of(options), options.seat)
    known = notes.knowledge(options.after)
    if options.json:
        text = written(as_json(notes, known, options.model))
    else:
        colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        width = shutil.get_terminal_size((100, 24)).columns
        text = Report(notes, options.lang, width, colour).text(known, options.model)
    return Answer(text, CONSISTENT if known.consistent else CONTRADICTORY)


def _entry(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError
    return number
