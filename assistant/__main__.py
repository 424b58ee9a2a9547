"""The command line: what is certain, and how likely is the rest?

    python -m assistant cluedo NOTES [--after N] [--model logic|choice] [--seat NAME] [--json] [--lang en|vi]
    python -m assistant kings_dogs LOG [--search 1,3] [--json] [--lang en|vi]

NOTES are table notes or a saved game, LOG is a saved game as one seat saw it; - reads them from the
standard input. Exit code 0: consistent, 1: contradictory, 2: unreadable, with one line
`file:line: reason`.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from assistant import words
from assistant.cluedo import files
from assistant.cluedo.report import Report, as_json
from assistant.kings_dogs import files as kings_dogs
from assistant.kings_dogs import report as dogs_report
from assistant.kings_dogs.order import Impossible
from assistant.knowledge import LOGIC, MODELS
from engine.core import Message
from engine.kings_dogs.table import DOORS
from engine.log import LogError

CONSISTENT, CONTRADICTORY, UNREADABLE = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    options = _parser().parse_args(arguments)
    name = _name(options.notes)
    try:
        code, text = _GAMES[options.game](options)
    except LogError as error:
        return _refuse(name, error.line, error.reason, options.lang)
    except OSError as error:
        reason = Message("This file cannot be read: {why}.", {"why": error.strerror or str(error)})
        return _refuse(name, 1, reason, options.lang)
    return code if _say(text, options.lang) else UNREADABLE


def _cluedo(options: argparse.Namespace) -> tuple[int, str]:
    """Return the exit code and what to print; raises LogError."""
    notes = files.read(_bytes(options.notes), options.seat)
    known = notes.knowledge(options.after)
    if options.json:
        text = _json(as_json(notes, known, options.model))
    else:
        colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        width = shutil.get_terminal_size((100, 24)).columns
        text = Report(notes, options.lang, width, colour).text(known, options.model)
    return CONSISTENT if known.consistent else CONTRADICTORY, text


def _kings_dogs(options: argparse.Namespace) -> tuple[int, str]:
    """Return the exit code and what to print; raises LogError."""
    told = kings_dogs.read(_bytes(options.notes))
    if told.clash and not options.json:
        names = dogs_report.names_of(told)
        _refuse(_name(options.notes), told.clash.line, told.clash.reason, options.lang, names)
        return CONTRADICTORY, ""
    try:
        if options.json:
            text = _json(dogs_report.as_json(told, options.search))
        else:
            text = dogs_report.as_text(told, options.lang, options.search)
    except Impossible as error:
        raise LogError(told.line, error.reason) from None
    return CONTRADICTORY if told.clash else CONSISTENT, text


_GAMES = {"cluedo": _cluedo, "kings_dogs": _kings_dogs}


def _json(answer: dict[str, Any]) -> str:
    return json.dumps(answer, ensure_ascii=False, indent=1) + "\n"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m assistant", description=(__doc__ or "").partition("\n")[0]
    )
    games = parser.add_subparsers(dest="game", required=True, metavar="GAME")
    cluedo = games.add_parser("cluedo", help="table notes or a saved game of Cluedo")
    cluedo.add_argument("notes", metavar="NOTES", help="the file; - is the standard input")
    cluedo.add_argument("--after", type=_entry, metavar="N", help="take only the entries numbered up to N")
    cluedo.add_argument(
        "--model", choices=MODELS, default=LOGIC, help="how deals are weighed (default: logic)"
    )
    cluedo.add_argument("--seat", metavar="NAME", help="whose eyes to look through, in a game that shows all")
    dogs = games.add_parser("kings_dogs", help="a saved game of King's Dogs as one seat saw it")
    dogs.add_argument("notes", metavar="LOG", help="the file; - is the standard input")
    dogs.add_argument(
        "--search", type=_doors, metavar="DOORS", help="what a search of these doors brings: 1,3"
    )
    for game in (cluedo, dogs):
        game.add_argument("--json", action="store_true", help="answer as JSON, with exact fractions")
        game.add_argument(
            "--lang", choices=tuple(words.LANGUAGES), default=words.DEFAULT, help="language of the table"
        )
    return parser


def _doors(text: str) -> frozenset[int]:
    doors = frozenset(map(int, text.split(",")))
    if not doors <= DOORS:
        raise ValueError
    return doors


def _entry(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError
    return number


def _name(path: str) -> str:
    return "<stdin>" if path == "-" else path


def _bytes(path: str) -> bytes:
    return sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()


def _refuse(name: str, line: int, reason: Message, language: str, names: words.Names | None = None) -> int:
    sentence = f"{name}:{line}: {words.say(reason, language, names)}"
    print(
        "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in sentence),
        file=sys.stderr,
    )
    return UNREADABLE


def _say(text: str, language: str) -> bool:
    """Write the answer; False if it could not be written, as on a full disk."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return True
        reason = Message("The answer could not be written: {why}.", {"why": error.strerror or str(error)})
        print(words.say(reason, language), file=sys.stderr)
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())
