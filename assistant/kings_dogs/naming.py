"""What the players of a table of King's Dogs are called; doors have a name of their own."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.words import Names


def naming(players: Sequence[str]) -> Names:
    """Return the names of one table: `seat` by its number; the function raises KeyError for all else."""

    def name(kind: str, which: str | int, language: str) -> str:
        if kind == "seat" and isinstance(which, int) and 0 <= which < len(players):
            return players[which]
        raise KeyError(kind)

    return name
