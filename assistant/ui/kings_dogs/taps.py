"""One tap at a real table of King's Dogs: what the table waits for, and the event that a touch stands for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from assistant.record import Record
from assistant.ui.kings_dogs import now
from assistant.ui.kings_dogs.now import Option
from assistant.ui.screen import NOT_NOW, Touch, number
from engine.chance import Chance
from engine.core import Event, Message, SaidError, Seat
from engine.kings_dogs import rules
from engine.kings_dogs import table as t
from engine.kings_dogs.table import DOORS, Phase


@dataclass(frozen=True, slots=True)
class Waiting:
    """What the table waits for. `kind` is one of: lead, own, turn, open, answer, reward, over.

    `seat` is who is to do it or whose tile it is, `position` the tile to be turned up. `options` are what
    may be decided.
    """

    kind: str
    seat: Seat | None = None
    position: int | None = None
    options: tuple[Option, ...] = ()

    def of(self, kind: str) -> tuple[Option, ...]:
        """Return the options of one kind."""
        return tuple(option for option in self.options if option.kind == kind)


def waiting(record: Record[Any]) -> Waiting:
    """Return what a table waits for."""
    view = record.known.view
    match record.waits:
        case t.DrawLeader():
            return Waiting("lead")
        case t.ShuffleTiles(seat):
            return Waiting("own", seat)
        case t.TurnUp(seat, position):
            return Waiting("turn", seat, position)
    decider = record.decider
    if decider is None:
        return Waiting("over")
    options = tuple(now.option(view, action) for action in rules.legal(view))
    if view.unset:
        return Waiting("own", decider)
    kinds = {Phase.OPEN: "open", Phase.RESPOND: "answer", Phase.REWARD: "reward"}
    return Waiting(kinds[view.phase], decider, None, options)


TAPS = {*now.KINDS.values(), "lead", "turned", "unseen"}
"""The touches that are entries: `data-do`."""


def event(touch: Touch, record: Record[Any]) -> Event:
    """Return the event that a touch stands for; raises SaidError for one that cannot be now."""
    expected = waiting(record)
    seat = expected.seat
    match expected.kind, touch.do:
        case "lead", "lead" if number(touch, "seat") in range(record.known.view.seats):
            return t.LeaderChosen(number(touch, "seat"))
        case "own", "place" if seat is not None and number(touch, "position") in DOORS:
            return t.TilesSet(seat, number(touch, "position"))
        case "own", "unseen" if seat is not None:
            return t.TilesSet(seat)
        case "turn", "turned" if seat is not None and expected.position is not None:
            return t.TileTurned(seat, expected.position, touch.args.get("dog") == "yes")
        case (("open" | "answer" | "reward"), _):
            return _decided(touch, record)
    raise SaidError(NOT_NOW)


def _decided(touch: Touch, record: Record[Any]) -> Event:
    view, action = record.known.view, now.action(touch)
    reason: Message | None = rules.refusal(view, action)
    if reason is not None:
        raise SaidError(reason)
    (happens,) = rules.reveal(view, action, Chance(0))
    return happens
