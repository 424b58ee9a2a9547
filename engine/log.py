"""Saved games: JSON lines, a header and one event a line; hidden fields are absent.

The header is `{"format": 1, "game", "rules", "edition", "seats", "options", "viewer"}`. `viewer` is
the seat whose redacted log this is, null for an onlooker's, and "all" for a full log. A header may
carry two more fields: `table`, what a screen keeps with the game, and `sealed`, the full log of a game
against bots, packed so that a glance at the file gives nothing away (against a glance, not against a
cheat).
"""

from __future__ import annotations

import base64
import json
import os
import tempfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from engine import games
from engine.core import Event, Game, Message, SaidError, Seat, Setup, Undone, secrets
from engine.match import advance

FORMAT = 1
_UNFIT = (ValueError, LookupError, TypeError, AttributeError, AssertionError)
Viewer = Seat | None | Literal["all"]


class LogError(SaidError):
    """A saved game cannot be read: `line` (from 1) is where, `reason` the sentence."""

    def __init__(self, line: int, reason: Message) -> None:
        super().__init__(reason)
        self.line = line


@dataclass(frozen=True, slots=True)
class Saved:
    """A saved game: its set-up, whose eyes it was written for, its events, and the sealed full log.

    `table` is what a screen wants to find again (who plays the other seats, own marks): JSON values.
    """

    setup: Setup
    viewer: Viewer
    events: tuple[Event, ...]
    sealed: str | None = None
    table: Mapping[str, Any] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        """The rules of its game."""
        return games.load(self.setup.game)


def dump(saved: Saved) -> str:
    """Return the text of a saved game."""
    setup = saved.setup
    header: dict[str, Any] = {
        "format": FORMAT,
        "game": setup.game,
        "rules": saved.game.rules,
        "edition": setup.edition,
        "seats": list(setup.seats),
        "options": dict(setup.options),
        "viewer": saved.viewer,
    }
    if saved.sealed is not None:
        header["sealed"] = saved.sealed
    if saved.table:
        header["table"] = dict(saved.table)
    return "".join(_line(entry) for entry in (header, *map(encode, saved.events)))


def encode(event: Event) -> dict[str, Any]:
    """Return an event as JSON values, `event` naming its class; secrets that are None are left out."""
    kind: type = type(event)
    hidden = secrets(kind)
    values = {f.name: getattr(event, f.name) for f in fields(kind)}
    shown = {k: _plain(v) for k, v in values.items() if not (k in hidden and v is None)}
    return {"event": type(event).__name__, **shown}


def decode(values: Any, game: Game, seats: int) -> Event:
    """Return the event that `encode` wrote, of a table of so many seats; raises LogError."""
    if not isinstance(values, dict):
        raise LogError(1, Message("This line is not an entry of a saved game."))
    return _event(1, values, {cls.__name__: cls for cls in (*game.events, Undone)}, seats)


def seal(saved: Saved) -> str:
    """Return a full log packed into one line of text that a glance cannot read."""
    return base64.b64encode(zlib.compress(dump(saved).encode(), 6)[::-1]).decode()


def unseal(text: str) -> Saved:
    """Return the full log that `seal` packed; raises LogError when it is damaged."""
    try:
        return parse(zlib.decompress(base64.b64decode(text, validate=True)[::-1]).decode())
    except (ValueError, zlib.error) as error:
        if isinstance(error, LogError):
            raise
        raise LogError(1, Message("The sealed part of this saved game is damaged.")) from None


def parse(text: str, folded: bool = True) -> Saved:
    """Return the saved game in `text`, having folded it once to see that it holds together.

    Raises LogError, with the line, for what is not JSON, is cut off, comes from a newer version, or
    does not fit the game. With `folded` False, whoever asks folds the events, and says why one does not fit.
    """
    lines = enumerate(text.removeprefix("\ufeff").split("\n"), 1)
    written = [(n, line) for n, line in lines if line.strip() and not line.startswith("#")]
    if not written:
        raise LogError(1, Message("This file is empty."))
    (first, line), *rest = written
    header = _json(first, line)
    setup, viewer = _header(first, header)
    game = games.load(setup.game)
    classes = {cls.__name__: cls for cls in (*game.events, Undone)}
    events = []
    try:
        state = game.start(setup)
    except SaidError as error:
        raise LogError(first, error.reason) from None
    except _UNFIT:
        raise LogError(first, Message("The first line of this saved game is damaged.")) from None
    for n, line in rest:
        event = _event(n, _json(n, line), classes, len(setup.seats))
        try:
            state = advance(game, state, event) if folded else state
        except _UNFIT:
            raise LogError(n, Message("This line does not fit the game so far.")) from None
        events.append(event)
    sealed, table = header.get("sealed"), header.get("table")
    return Saved(
        setup,
        viewer,
        tuple(events),
        sealed if isinstance(sealed, str) else None,
        table if isinstance(table, dict) else {},
    )


def write(path: Path, text: str) -> None:
    """Write a file whole or not at all: a full disk leaves what was there. Raises OSError."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _line(entry: Mapping[str, Any]) -> str:
    return json.dumps(entry, ensure_ascii=False) + "\n"


def _plain(value: Any) -> Any:
    if isinstance(value, frozenset):
        return sorted(value)
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def _json(n: int, line: str) -> dict[str, Any]:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        raise LogError(n, Message("This line is damaged or cut off.")) from None
    if not isinstance(entry, dict):
        raise LogError(n, Message("This line is not an entry of a saved game."))
    return entry


def _header(n: int, header: Mapping[str, Any]) -> tuple[Setup, Viewer]:
    version = header.get("format")
    if type(version) is not int or "game" not in header:
        raise LogError(n, Message("This is not a saved game of Sleuthbook."))
    newer = Message("This game was saved by a newer version of Sleuthbook. Update, then open it again.")
    if version > FORMAT:
        raise LogError(n, newer)
    try:
        game = games.load(header["game"])
        if header["rules"] > game.rules:
            raise LogError(n, newer)
        setup = Setup(
            header["game"],
            _decode(tuple[str, ...], header["seats"]),
            _decode(str, header["edition"]),
            _decode_options(header["options"]),
        )
        viewer: Viewer = header["viewer"]
        if viewer not in (None, "all"):
            _decode(Seat, viewer, len(setup.seats))
    except SaidError as error:
        raise error if isinstance(error, LogError) else LogError(n, error.reason) from None
    except (KeyError, TypeError, ValueError):
        raise LogError(n, Message("The first line of this saved game is damaged.")) from None
    return setup, viewer


def _decode_options(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise TypeError
    return {name: tuple(v) if isinstance(v, list) else v for name, v in value.items()}


def _event(n: int, entry: dict[str, Any], classes: Mapping[str, type[Event]], seats: int) -> Event:
    cls = classes.get(str(entry.get("event")))
    if cls is None:
        raise LogError(n, Message("This game knows no event {name}.", {"name": str(entry.get("event"))}))
    try:
        hints = _hints(cast("type", cls))
        return cls(**{k: _decode(hints[k], v, seats) for k, v in entry.items() if k != "event"})
    except (KeyError, TypeError, ValueError):
        raise LogError(n, Message("The event {name} is damaged.", {"name": cls.__name__})) from None


@cache
def _hints(cls: type) -> dict[str, Any]:
    return get_type_hints(cls, include_extras=True)


def _decode(hint: Any, value: Any, seats: int = 0) -> Any:
    """Turn JSON values back into what the field is declared as; raises TypeError or ValueError.

    A seat must be one of the `seats` at the table.
    """
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Seat:
        if type(value) is int and value in range(seats):
            return value
        raise ValueError
    if origin in (Union, UnionType):
        for option in inner:
            try:
                return _decode(option, value, seats)
            except (TypeError, ValueError):
                continue
        raise TypeError
    if hint is type(None):
        if value is None:
            return None
        raise TypeError
    if origin in (tuple, frozenset):
        return _decode_parts(origin, inner, value, seats)
    if type(value) is hint:
        return value
    raise TypeError


def _decode_parts(kind: type, hints: tuple[Any, ...], value: Any, seats: int) -> Any:
    if not isinstance(value, list):
        raise TypeError
    if kind is frozenset or hints[1:] == (Ellipsis,):
        return kind(_decode(hints[0], part, seats) for part in value)
    return tuple(_decode(hint, part, seats) for hint, part in zip(hints, value, strict=True))
