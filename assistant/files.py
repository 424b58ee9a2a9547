"""A saved game, as one seat saw it, read as that seat's knowledge: the same for every game with a log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, Self, TypeVar

from assistant.knowledge import Impossible
from engine import log
from engine.core import Event, Message, Seat, Setup, redact
from engine.log import LogError


class Knows(Protocol):
    """A game's Knowledge: `tell` returns the next one and raises Impossible for what cannot come next."""

    def tell(self, event: Event) -> Self: ...


K = TypeVar("K", bound=Knows)


@dataclass(frozen=True, slots=True)
class Told(Generic[K]):
    """What a file tells: `known` after its last `line`, or before the line that cannot be true (`clash`).

    `viewer` is whose log it is, None for an onlooker's; `events` is how many are known.
    """

    setup: Setup
    viewer: Seat | None
    known: K
    events: int
    line: int
    clash: LogError | None = None


def text_of(data: bytes) -> str:
    """Return what a file says; raises LogError for a line that is no text in UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise LogError(line, Message("This line is not text in UTF-8.")) from None


def read(
    data: bytes,
    game: str,
    begin: Callable[[Setup, Seat | None], K],
    other: Message,
    full: Message | None = None,
    **parsing: Any,
) -> Told[K]:
    """Return what a saved game tells its viewer; raises LogError for what cannot be read.

    `other` is said of another game's file, `full` of one that shows everything; without it such a file is
    read as an onlooker's. `parsing` goes to `log.parse`.
    """
    text = text_of(data)
    lines = [n for n, line in enumerate(text.split("\n"), 1) if line.strip() and not line.startswith("#")]
    saved = log.parse(text, **parsing)
    if saved.setup.game != game:
        raise LogError(lines[0], other)
    if saved.viewer == "all" and full is not None:
        raise LogError(lines[0], full)
    viewer = saved.viewer if isinstance(saved.viewer, int) else None
    known = begin(saved.setup, viewer)
    for told, event in enumerate(saved.events):
        try:
            known = known.tell(redact(event, viewer))
        except Impossible as error:
            clash = LogError(lines[told + 1], error.reason)
            return Told(saved.setup, viewer, known, told, lines[told], clash)
    return Told(saved.setup, viewer, known, len(saved.events), lines[-1])
