"""A physical table of King's Dogs, noted by one of those who play or watch."""

from __future__ import annotations

from assistant.kings_dogs.knowledge import Knowledge, begin
from assistant.record import Record
from assistant.record import begin as record
from engine import games
from engine.core import Demand, Event, Seat, Setup
from engine.kings_dogs import table as t


def table(setup: Setup, observer: Seat | None) -> Record[Knowledge]:
    """Return the table before anything is noted; raises SaidError for a wrong set-up."""
    return record(games.load(setup.game), begin(setup, observer), settled)


def settled(known: Knowledge, demand: Demand | None) -> Event | None:
    """Return what need not be noted: where others set up their tiles, and tiles that are known anyhow."""
    match demand:
        case t.ShuffleTiles(seat):
            return None if seat == known.observer else t.TilesSet(seat)
        case t.TurnUp(seat, position):
            chance = known.positions(seat)[position]
            return None if 0 < chance < 1 else t.TileTurned(seat, position, chance == 1)
        case None if known.view.unset and (seat := min(known.view.unset)) != known.observer:
            return t.TilesSet(seat)
    return None
