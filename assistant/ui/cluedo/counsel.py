"""Advice in the making: what is known already can be shown while the rest is being weighed."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from fractions import Fraction
from random import Random
from time import monotonic

from assistant.cluedo.advice import CLOSER, Accusing, Study, accusing, reasons
from assistant.cluedo.knowledge import Knowledge
from assistant.cluedo.outlook import Outlook
from assistant.knowledge import Model
from engine.core import Event, Message, Seat

PIECE = 0.15
"""Seconds after which the screen is drawn again."""


class Counsel:
    """What `asker` had best suggest in one of `locations`, and whether to accuse; `step` goes on with it.

    `events` is the redacted log from which `knowledge` comes. Raises Contradiction if no deal fits.
    """

    def __init__(
        self,
        knowledge: Knowledge,
        asker: Seat,
        locations: Iterable[str],
        model: Model,
        events: Sequence[Event],
        *,
        every_holder: bool = False,
    ) -> None:
        self.locations = tuple(locations)
        self.study = Study(knowledge, asker, self.locations, model, every_holder=every_holder)
        self.accusing: Accusing | None = None
        self.done = False
        self._work = accusing(self.study, events, Random(0))

    def step(self, seconds: float | None = None) -> None:
        """Weigh on for about so long, PIECE if nothing is said."""
        end = monotonic() + (PIECE if seconds is None else seconds)
        while not self.done and monotonic() < end:
            self._piece(self._work)

    def _piece(self, work: Generator[None, None, Accusing]) -> None:
        try:
            next(work)
        except StopIteration as ended:
            self.accusing, self.done = ended.value, True

    @property
    def progress(self) -> Fraction:
        """How much of the suggestions is weighed."""
        return self.study.progress

    @property
    def best(self) -> tuple[tuple[Outlook, tuple[Message, ...]], ...]:
        """The best suggestions so far, each with its reasons."""
        return tuple((outlook, reasons(outlook)) for outlook in self.study.outlooks[:CLOSER])
