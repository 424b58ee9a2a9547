"""The command line: what is certain, and how likely is the rest?

    python -m assistant cluedo NOTES [--after N] [--model logic|choice] [--seat NAME] [--json] [--lang en|vi]
    python -m assistant GAME LOG [--json] [--lang en|vi]
    python -m assistant sleeping_queens equations NUMBER... [--plus-minus-one] [--json] [--lang en|vi]
    python -m assistant sleeping_queens odds LOG [--json] [--lang en|vi]

NOTES are table notes or a saved game, LOG is a saved game as one seat saw it; - reads them from the
standard input. `python -m assistant GAME --help` lists what else may be asked of a game. Exit code 0:
consistent, 1: contradictory, 2: unreadable, with one line `file:line: reason`.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import cast

from assistant import words
from assistant.command import UNREADABLE, Command
from engine import games
from engine.core import Message, SaidError
from engine.log import LogError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    commands = _commands()
    options = _parser(commands).parse_args(arguments)
    name = "<stdin>" if getattr(options, "notes", "-") == "-" else options.notes
    try:
        answer = commands[options.game].answer(options)
    except LogError as error:
        _refuse(name, error, options.lang)
        return UNREADABLE
    except SaidError as error:
        print(_printable(words.say(error.reason, options.lang)), file=sys.stderr)
        return UNREADABLE
    except OSError as error:
        reason = Message("This file cannot be read: {why}.", {"why": error.strerror or str(error)})
        _refuse(name, LogError(1, reason), options.lang)
        return UNREADABLE
    if answer.clash:
        _refuse(name, answer.clash, options.lang, answer.names)
    return answer.code if _say(answer.text, options.lang) else UNREADABLE


def _commands() -> Mapping[str, Command]:
    modules = {name: f"assistant.{name}.command" for name in games.NAMES if find_spec(f"assistant.{name}")}
    return {name: cast("Command", import_module(m)) for name, m in modules.items() if find_spec(m)}


def _parser(commands: Mapping[str, Command]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m assistant", description=(__doc__ or "").partition("\n")[0]
    )
    chosen = parser.add_subparsers(dest="game", required=True, metavar="GAME")
    for name, command in commands.items():
        command.arguments(chosen.add_parser(name, help=command.HELP))
    return parser


def _refuse(name: str, error: LogError, language: str, names: words.Names | None = None) -> None:
    sentence = f"{name}:{error.line}: {words.say(error.reason, language, names)}"
    print(_printable(sentence), file=sys.stderr)


def _printable(sentence: str) -> str:
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in sentence)


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
