"""A saved game of Sleeping Queens 2 read as knowledge."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.sleeping_queens.knowledge import Knowledge, begin
from assistant.sleeping_queens.order import Impossible
from engine import log
from engine.core import Message, Seat, Setup, redact
from engine.log import LogError
from engine.sleeping_queens import rules


@dataclass(frozen=True, slots=True)
class Told:
    """What a file tells: `known` after its last line, or before the line that cannot be true (`clash`).

    `seat` is whose chances are asked for: the viewer's, in a log of nobody or of all that of whoever has
    the turn. `events` is how many are known.
    """

    setup: Setup
    known: Knowledge
    seat: Seat
    events: int
    clash: LogError | None = None


def read(data: bytes) -> Told:
    """Return what a saved game tells those who watch; raises LogError for what cannot be read.

    What a full log says about cards that lie face down is left aside.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise LogError(line, Message("This line is not text in UTF-8.")) from None
    lines = [n for n, line in enumerate(text.split("\n"), 1) if line.strip() and not line.startswith("#")]
    saved = log.parse(text, folded=False)
    if saved.setup.game != rules.name:
        raise LogError(lines[0], Message("This saved game is not one of Sleeping Queens 2."))
    viewer = saved.viewer if isinstance(saved.viewer, int) else None
    known, clash, told = begin(saved.setup, viewer), None, 0
    for event in saved.events:
        try:
            known = known.tell(redact(event, viewer))
        except Impossible as error:
            clash = LogError(lines[told + 1], error.reason)
            break
        told += 1
    seat = known.view.active if viewer is None else viewer
    return Told(saved.setup, known, seat, told, clash)
