"""Where games and tables are kept: one file per screen, and the browser's storage beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from engine import log
from engine.core import Message, SaidError
from engine.match import fold


@dataclass(frozen=True, slots=True)
class Reading:
    """What the text of a game holds: the game itself (`saved`), what its screen keeps with it (`table`,
    with the time under "saved"), how many entries it has, and whether it is over.
    """

    saved: Any
    table: Mapping[str, Any]
    entries: int
    over: bool = False


@dataclass(frozen=True, slots=True)
class Kept:
    """A game that can go on: what was read from it, when it was saved, its number of entries, its text."""

    saved: Any
    at: datetime | None
    entries: int
    text: str

    @property
    def order(self) -> tuple[float, int]:
        """Later games stand higher; of two from one second, the longer."""
        return (self.at.timestamp() if self.at else 0.0, self.entries)


def game_in(text: str) -> Reading:
    """Return the game against bots in a text; raises LogError."""
    saved = log.parse(text)
    over = saved.game.result(fold(saved.game, saved.setup, saved.events)) is not None
    return Reading(saved, saved.table, len(saved.events), over)


class Shelf:
    """Keeps the last game of a screen called `name`, and the one before it, in `folder`.

    Without a folder (None) only the browser keeps them. A file that cannot be read is never overwritten:
    it is moved aside first. `read` says what a text holds; it raises LogError.
    """

    def __init__(self, name: str, folder: Path | None, read: Callable[[str], Reading] = game_in) -> None:
        self._reading = read
        self.path = folder / f"{name}.jsonl" if folder is not None else None
        self._kept: list[Kept] = []
        self.trouble: Message | None = None
        for path in (self.path, self._before):
            if path is not None and path.exists():
                self._read(path)

    @property
    def _before(self) -> Path | None:
        return self.path.with_suffix(".before.jsonl") if self.path is not None else None

    def _read(self, path: Path) -> None:
        try:
            self.found(path.read_text(encoding="utf-8"), strict=True)
        except (SaidError, OSError, UnicodeDecodeError):
            aside = path.with_suffix(f".{datetime.now():%Y%m%d-%H%M%S}.unreadable")
            try:
                path.rename(aside)
            except OSError:
                self.path = None
            name = aside.name if self.path else path.name
            self.trouble = Message("The saved game could not be read. It was kept as {file}.", {"file": name})

    def found(self, text: str | None, *, strict: bool = False) -> None:
        """Take in a kept game from elsewhere; one that cannot be read is passed over unless `strict`."""
        if not text:
            return
        try:
            found = self._reading(text)
        except log.LogError:
            if strict:
                raise
            return
        try:
            at = datetime.fromisoformat(str(found.table.get("saved")))
            at.timestamp()
        except (ValueError, OverflowError):
            at = None
        if not found.over and all(kept.text != text for kept in self._kept):
            self._kept.append(Kept(found.saved, at, found.entries, text))

    def offers(self) -> tuple[Kept, ...]:
        """Return the two games that were saved last and are not over, the later one first."""
        return tuple(sorted(self._kept, key=lambda kept: kept.order, reverse=True)[:2])

    def put(self, text: str) -> None:
        """Keep a game; where the disk refuses, say so once in `trouble` and go on."""
        self._write(self.path, text)

    def put_before(self, text: str) -> None:
        """Keep a game as the one before, since another takes its place."""
        self._write(self._before, text)

    def _write(self, path: Path | None, text: str) -> None:
        if path is None:
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            log.write(path, text)
        except OSError:
            self.path = None
            self.trouble = Message("The disk does not take the game: it is kept in this browser only.")
