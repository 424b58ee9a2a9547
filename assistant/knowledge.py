"""What every game's knowledge shares: which model weighs the deals, and what contradictory notes mean.

A game's `Knowledge` is frozen. `tell(event)` returns the next one, and the knowledge before stays as it was.
Whether what was told can be true is found out when it is first asked for, or at once where that is cheap.
"""

from __future__ import annotations

from typing import Literal

from engine.core import Message, SaidError

Model = Literal["logic", "choice"]
"""`logic`: every deal that fits counts the same. `choice`: who could show several cards picked at random."""

LOGIC: Model = "logic"
CHOICE: Model = "choice"
MODELS: tuple[Model, ...] = (LOGIC, CHOICE)


class Impossible(SaidError):
    """What was told or asked cannot be at this table now: an event that cannot come next, say."""


class Contradiction(SaidError):
    """No deal fits what was told.

    `conflict` are entries that cannot all be true, and from which none can be left out; `repairs` is
    every entry whose removal alone makes the rest possible again. Both rise.
    """

    def __init__(self, conflict: tuple[int, ...], repairs: tuple[int, ...]) -> None:
        if conflict:
            reason = Message(
                "These entries cannot all be true: {entries}.", {"entries": tuple(map(str, conflict))}
            )
        else:
            reason = Message("No deal fits the cards and hand sizes of this table.")
        super().__init__(reason)
        self.conflict, self.repairs = conflict, repairs
