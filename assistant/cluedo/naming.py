"""What the cards and players of a table of Cluedo are called."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.words import Names
from engine.cluedo.cards import Edition


def naming(edition: Edition, players: Sequence[str]) -> Names:
    """Return the names of one table: `card` and `short` by card id, `seat` by its number.

    The function raises KeyError for what is not at this table.
    """

    def name(kind: str, which: str | int, language: str) -> str:
        match kind:
            case "card":
                return edition.name(str(which), language)
            case "short":
                return edition.short_name(str(which), language)
            case "seat" if isinstance(which, int) and 0 <= which < len(players):
                return players[which]
        raise KeyError(kind)

    return name
