"""A saved game of Cockroach Poker Royal, as one seat saw it, read as knowledge."""

from __future__ import annotations

from assistant import files
from assistant.cockroach_poker.knowledge import Knowledge, begin
from engine.cockroach_poker import rules
from engine.core import Message

Told = files.Told[Knowledge]


def read(data: bytes) -> Told:
    """Return what a redacted saved game tells its viewer; raises LogError for what cannot be read."""
    return files.read(
        data,
        rules.name,
        begin,
        Message("This saved game is not one of Cockroach Poker Royal."),
        Message("This file shows all hands: save the game as one player saw it."),
        folded=False,
    )
