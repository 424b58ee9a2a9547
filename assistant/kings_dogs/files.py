"""A saved game of King's Dogs, as one seat saw it, read as knowledge."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.kings_dogs.habits import USUAL, Conduct
from assistant.kings_dogs.knowledge import Knowledge, begin
from assistant.kings_dogs.order import Impossible
from engine import log
from engine.core import Message, Setup
from engine.kings_dogs import rules
from engine.log import LogError


@dataclass(frozen=True, slots=True)
class Told:
    """What a file tells: `known` after its last `line`, or before the line that cannot be true (`clash`).

    `events` is how many are known.
    """

    setup: Setup
    known: Knowledge
    events: int
    line: int
    clash: LogError | None = None


def read(data: bytes, conduct: Conduct = USUAL) -> Told:
    """Return what a redacted saved game tells its viewer; raises LogError for what cannot be read.

    `conduct` is the model of how players choose.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise LogError(line, Message("This line is not text in UTF-8.")) from None
    lines = [n for n, line in enumerate(text.split("\n"), 1) if line.strip() and not line.startswith("#")]
    saved = log.parse(text)
    if saved.setup.game != rules.name:
        raise LogError(lines[0], Message("This saved game is not one of King’s Dogs."))
    if saved.viewer == "all":
        raise LogError(lines[0], Message("This file shows all dogs: save the game as one player saw it."))
    known = begin(saved.setup, saved.viewer, (), conduct)
    for told, event in enumerate(saved.events):
        try:
            known = known.tell(event)
        except Impossible as error:
            return Told(saved.setup, known, told, lines[told], LogError(lines[told + 1], error.reason))
    return Told(saved.setup, known, len(saved.events), lines[-1])
