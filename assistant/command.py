"""What the command lines of all games share: how a game joins in, what it answers, how it reads.

A game joins in with a module `assistant/NAME/command.py` of three things: `HELP`, one line;
`arguments(parser)`, which adds what may be asked, `flags` among it; `answer(options)`, which returns an
Answer and raises LogError for a file that cannot be read.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from assistant import words
from assistant.words import Names
from engine.log import LogError

CONSISTENT, CONTRADICTORY, UNREADABLE = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Answer:
    """What is printed, and the exit code; `clash` is the line that cannot be true, said instead of a text.

    `names` are the seats' and things' names for that line's reason.
    """

    text: str
    code: int = CONSISTENT
    clash: LogError | None = None
    names: Names | None = None


class Command(Protocol):
    """The module by which a game joins in."""

    HELP: str

    def arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def answer(self, options: argparse.Namespace) -> Answer: ...


def file_argument(parser: argparse.ArgumentParser, metavar: str = "LOG") -> None:
    """Add the file as the positional argument `notes`."""
    parser.add_argument("notes", metavar=metavar, help="the file; - is the standard input")


def flags(parser: argparse.ArgumentParser) -> None:
    """Add what every game can be asked: `json` and `lang`."""
    parser.add_argument("--json", action="store_true", help="answer as JSON, with exact fractions")
    parser.add_argument(
        "--lang", choices=tuple(words.LANGUAGES), default=words.DEFAULT, help="language of the table"
    )


def file_of(options: argparse.Namespace) -> bytes:
    """Return what the file holds; raises OSError."""
    path: str = options.notes
    return sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()


def as_json(answer: dict[str, Any]) -> str:
    """Return an answer for programs, as text."""
    return json.dumps(answer, ensure_ascii=False, indent=1) + "\n"
