"""What happened in a game, told from one seat: the sentences that a game makes of its events, in order."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core import Message, Seat


@dataclass(frozen=True, slots=True)
class Told:
    """One sentence of the story: `at` counts the events told so far, `seat` is whom it is about.

    `entry` is the number of the entry that it belongs to (a suggestion with its answers, an offer, a
    search), None for what belongs to none.
    """

    at: int
    seat: Seat | None
    entry: int | None
    message: Message
