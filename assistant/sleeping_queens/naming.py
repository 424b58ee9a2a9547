"""What the cards, companions, knights and players of a table of Sleeping Queens 2 are called."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.words import Names
from engine.sleeping_queens.cards import Box


def naming(box: Box, players: Sequence[str]) -> Names:
    """Return the names of one table: `card`, `companion`, `symbol` and `knight` by id, `seat` by its number.

    The function raises KeyError for what is not at this table.
    """

    def name(kind: str, which: str | int, language: str) -> str:
        if kind == "seat" and isinstance(which, int) and 0 <= which < len(players):
            return players[which]
        return box.name(kind, str(which), language)

    return name
