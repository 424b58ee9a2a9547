"""A saved game of King's Dogs, as one seat saw it, read as knowledge."""

from __future__ import annotations

from assistant import files
from assistant.kings_dogs.habits import USUAL, Conduct
from assistant.kings_dogs.knowledge import Knowledge, begin
from engine.core import Message
from engine.kings_dogs import rules

Told = files.Told[Knowledge]


def read(data: bytes, conduct: Conduct = USUAL) -> Told:
    """Return what a redacted saved game tells its viewer; raises LogError for what cannot be read.

    `conduct` is the model of how players choose.
    """
    return files.read(
        data,
        rules.name,
        lambda setup, viewer: begin(setup, viewer, (), conduct),
        Message("This saved game is not one of King’s Dogs."),
        Message("This file shows all dogs: save the game as one player saw it."),
    )
