"""A saved game of Cockroach Poker Royal, as one seat saw it, read as knowledge."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.cockroach_poker.knowledge import Knowledge, begin
from assistant.cockroach_poker.order import Impossible
from engine import log
from engine.cockroach_poker import rules
from engine.core import Message, Setup, redact
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


def read(data: bytes) -> Told:
    """Return what a redacted saved game tells its viewer; raises LogError for what cannot be read."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise LogError(line, Message("This line is not text in UTF-8.")) from None
    lines = [n for n, line in enumerate(text.split("\n"), 1) if line.strip() and not line.startswith("#")]
    saved = log.parse(text, folded=False)
    if saved.setup.game != rules.name:
        raise LogError(lines[0], Message("This saved game is not one of Cockroach Poker Royal."))
    if saved.viewer == "all":
        raise LogError(lines[0], Message("This file shows all hands: save the game as one player saw it."))
    known = begin(saved.setup, saved.viewer)
    for told, event in enumerate(saved.events):
        try:
            known = known.tell(redact(event, saved.viewer))
        except Impossible as error:
            return Told(saved.setup, known, told, lines[told], LogError(lines[told + 1], error.reason))
    return Told(saved.setup, known, len(saved.events), lines[-1])
