"""A saved game of Sleeping Queens 2 read as knowledge."""

from __future__ import annotations

from assistant import files
from assistant.sleeping_queens.knowledge import Knowledge, begin
from engine.core import Message, Seat
from engine.sleeping_queens import rules

Told = files.Told[Knowledge]


def read(data: bytes) -> Told:
    """Return what a saved game tells those who watch; raises LogError for what cannot be read.

    What a full log says about cards that lie face down is left aside.
    """
    other = Message("This saved game is not one of Sleeping Queens 2.")
    return files.read(data, rules.name, begin, other, folded=False)


def seat_of(told: Told) -> Seat:
    """Return whose chances are asked for: the viewer's, in a log of nobody or of all whoever has the turn."""
    return told.known.view.active if told.viewer is None else told.viewer
