"""What a person has written down at a table, and every change to it: all of them can be undone and redone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

E = TypeVar("E")


@dataclass(frozen=True)
class Change(Generic[E]):
    """From position `at` on, the entries `old` gave way to `new`; either may be empty."""

    at: int
    old: tuple[E, ...]
    new: tuple[E, ...]


@dataclass(frozen=True)
class Ledger(Generic[E]):
    """The `entries` as they stand; of the `changes` that led here the first `done` are in force.

    Positions count from 0. A position that does not exist raises IndexError.
    """

    entries: tuple[E, ...] = ()
    changes: tuple[Change[E], ...] = ()
    done: int = 0

    def insert(self, at: int, *entries: E) -> Ledger[E]:
        """Return the ledger with `entries` written in before the one at `at`, or at the end."""
        return self._changed(at, 0, entries)

    def add(self, *entries: E) -> Ledger[E]:
        """Return the ledger with `entries` written at its end."""
        return self.insert(len(self.entries), *entries)

    def replace(self, at: int, *entries: E) -> Ledger[E]:
        """Return the ledger with `entries` in place of the one at `at`."""
        return self._changed(at, 1, entries)

    def delete(self, at: int) -> Ledger[E]:
        """Return the ledger without the entry at `at`."""
        return self._changed(at, 1, ())

    def move(self, at: int, to: int) -> Ledger[E]:
        """Return the ledger in which the entry at `at` has gone to position `to`."""
        first, last = sorted((at, to))
        part = list(self.entries[first : last + 1])
        if first < 0 or last >= len(self.entries):
            raise IndexError(to)
        part.insert(to - first, part.pop(at - first))
        return self._changed(first, len(part), tuple(part))

    def _changed(self, at: int, gone: int, new: tuple[E, ...]) -> Ledger[E]:
        if not 0 <= at <= len(self.entries) - gone:
            raise IndexError(at)
        change = Change(at, self.entries[at : at + gone], new)
        if change.old == change.new:
            return self
        return Ledger(
            _spliced(self.entries, at, change.old, new), (*self.changes[: self.done], change), self.done + 1
        )

    @property
    def can_undo(self) -> bool:
        """Whether a change is in force."""
        return self.done > 0

    @property
    def can_redo(self) -> bool:
        """Whether a change was undone and none made since."""
        return self.done < len(self.changes)

    def undo(self) -> Ledger[E]:
        """Return the ledger as it was before the last change; IndexError if there was none."""
        if not self.can_undo:
            raise IndexError(self.done)
        last = self.changes[self.done - 1]
        return Ledger(_spliced(self.entries, last.at, last.new, last.old), self.changes, self.done - 1)

    def redo(self) -> Ledger[E]:
        """Return the ledger with the change that was undone last; IndexError if there was none."""
        if not self.can_redo:
            raise IndexError(self.done)
        next_ = self.changes[self.done]
        return Ledger(_spliced(self.entries, next_.at, next_.old, next_.new), self.changes, self.done + 1)

    def history(self, encode: Callable[[E], Any]) -> dict[str, Any]:
        """Return all changes as JSON values, `encode` making those of an entry; see `restored`."""
        first = self
        while first.can_undo:
            first = first.undo()
        return {
            "first": [encode(entry) for entry in first.entries],
            "changes": [[c.at, len(c.old), [encode(entry) for entry in c.new]] for c in self.changes],
            "done": self.done,
        }


def _spliced(entries: tuple[E, ...], at: int, old: tuple[E, ...], new: tuple[E, ...]) -> tuple[E, ...]:
    return entries[:at] + new + entries[at + len(old) :]


def restored(entries: tuple[E, ...], history: Any, decode: Callable[[Any], E]) -> Ledger[E]:
    """Return the ledger with the `history` of a saved file.

    The `entries` of the file count: where its history is damaged or leads elsewhere, they begin a new one.
    `decode` turns JSON values back into an entry and may raise ValueError, TypeError or LookupError.
    """
    try:
        ledger = Ledger(tuple(map(decode, history["first"])))
        for at, gone, new in history["changes"]:
            ledger = ledger._changed(at, gone, tuple(map(decode, new)))
        while ledger.done > history["done"]:
            ledger = ledger.undo()
    except (ValueError, TypeError, LookupError):
        return Ledger(entries)
    return ledger if ledger.entries == entries else Ledger(entries)
