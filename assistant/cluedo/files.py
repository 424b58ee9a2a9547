"""Any file that tells what a seat of Cluedo saw, table notes or a saved game, read as notes."""

from __future__ import annotations

import json
from typing import Any

from assistant.cluedo import reader
from assistant.cluedo.deck import Deck
from assistant.cluedo.notes import Notes, noted
from assistant.files import text_of
from engine import log
from engine.cluedo import cards, rules
from engine.core import Message, Seat, redact
from engine.log import LogError, Saved


def read(data: bytes, player: str | None = None) -> Notes:
    """Return the notes in a file, or those that a seat would have made in the saved game in it.

    `player` is the name of that seat, needed for a full log only. Raises LogError.
    """
    text = text_of(data)
    if not _is_saved_game(text):
        notes = reader.read(text)
        if player is not None and (notes.observer is None or notes.players[notes.observer] != player):
            raise LogError(1, Message("These are not the notes of {player}.", {"player": player}))
        return notes
    saved = log.parse(text)
    if saved.setup.game != rules.name:
        raise LogError(1, Message("This saved game is not one of Cluedo."))
    seat = _seat(saved, player)
    edition = cards.load(saved.setup.edition or rules.DEFAULT_EDITION)
    return noted(Deck.of(edition), saved.setup.seats, seat, (redact(event, seat) for event in saved.events))


def _is_saved_game(text: str) -> bool:
    for line in text.split("\n"):
        if line.strip() and not line.startswith("#"):
            try:
                header: Any = json.loads(line)
            except (ValueError, RecursionError):
                return False
            return isinstance(header, dict) and "game" in header
    return False


def _seat(saved: Saved, player: str | None) -> Seat | None:
    """Return whose eyes to look through; raises LogError where that cannot be said."""
    names = saved.setup.seats
    wrong = reader.wrong_names(names)
    if wrong:
        raise LogError(1, wrong)
    if player is not None and player not in names:
        raise LogError(1, Message("Nobody at this table is called {name}.", {"name": player}))
    if saved.viewer != "all":
        if player is not None and (saved.viewer is None or names[saved.viewer] != player):
            raise LogError(1, Message("This file does not show what {player} saw.", {"player": player}))
        return saved.viewer
    if player is None:
        raise LogError(1, Message("This file shows all cards. Say with --seat whose eyes to look through."))
    return names.index(player)
