"""What a person notes at a physical table, folded: the rules add the rest, and nothing noted is lost."""

from __future__ import annotations

from random import Random

import pytest

from assistant.kings_dogs import noting
from assistant.kings_dogs.knowledge import Knowledge
from assistant.record import Entry, Record, records
from engine.chance import Chance
from engine.core import Event, Seat, Setup
from engine.kings_dogs import rules
from engine.kings_dogs import table as t
from engine.match import Match

THREE = Setup("kings_dogs", ("An", "Bình", "Chi"), options={"first_leader": 0})
OWN = t.TilesSet(0, 4)


def noted(*events: Event, observer: Seat | None = 0, setup: Setup = THREE) -> Record[Knowledge]:
    table = noting.table(setup, observer)
    for event in events:
        table = table.tell((event,))
    return table


def what_a_person_notes(seen: list[Event], setup: Setup, seat: Seat | None) -> list[Entry]:
    """Return the events of a seat's log that do not come by themselves at its table."""
    table, entries = noting.table(setup, seat), list[Entry]()
    while len(table.log) < len(seen):
        entry = (seen[len(table.log)],)
        entries.append(entry)
        table = table.tell(entry)
        assert table.log == tuple(seen[: len(table.log)])
    return entries


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("options", [{}, {"placement": "choose", "reward_optional": True}])
def test_what_is_noted_becomes_the_log_that_the_seat_saw(
    seat: Seat | None, options: dict[str, object]
) -> None:
    rng = Random(3)
    setup = Setup("kings_dogs", ("An", "Bình", "Chi"), options=options)
    match = Match(rules, setup, Chance(7))
    while match.decider is not None:
        match.step(rng.choice(match.legal()))
    seen = match.seen(seat)
    entries = what_a_person_notes(seen, setup, seat)
    table = records(noting.table(setup, seat), entries)[-1]
    assert list(table.log) == seen
    assert table.over
    by_rule = {t.Searched, t.SearchEnded, t.PenaltyTaken, t.RewardDue, t.Scored, t.RoundEnded, t.GameEnded}
    assert by_rule.isdisjoint({type(event) for (event,) in entries})


def test_a_tile_that_is_known_and_its_penalty_need_not_be_noted() -> None:
    table = noted(OWN, t.DoorOpened(0, 1), t.Accused(1, 4))
    assert table.log[-2:] == (t.TileTurned(0, 4, True), t.PenaltyTaken(0))
    assert table.known.view.penalty == (1, 0, 0)
    assert table.waits == t.ShuffleTiles(0)
    assert table.tell((t.TilesSet(0, 2),)).decider == 1


def test_what_others_turn_up_waits_for_an_entry() -> None:
    table = noted(OWN, t.DoorOpened(0, 1), t.Agreed(1), t.Agreed(2))
    assert table.waits == t.TurnUp(1, 1)
    assert table.decider is None
    assert table.tell((t.TileTurned(1, 1, False),)).waits == t.TurnUp(2, 1)


def test_an_entry_that_cannot_be_there_is_kept_and_the_rest_goes_on() -> None:
    table = noted(OWN, t.DoorOpened(0, 1), t.Agreed(2), t.Agreed(1))
    assert table.troubles == (3,)
    assert str(table.notes[2].trouble) == "It is the turn of 1, not of 2."
    assert table.notes[2].entry == (t.Agreed(2),)
    assert table.decider == 2


def test_events_noted_at_once_stand_or_fall_together() -> None:
    table = noted(OWN)
    after = table.tell((t.DoorOpened(0, 1), t.Agreed(2)))
    assert after.troubles == (2,)
    assert after.log == table.log
    assert table.tell((t.DoorOpened(0, 1), t.Agreed(1))).decider == 2


def test_changing_an_entry_folds_the_later_ones_again() -> None:
    start = noting.table(THREE, 0)
    entries: list[Entry] = [(OWN,), (t.DoorOpened(0, 1),), (t.Agreed(1),), (t.Raised(2, 1),)]
    before = records(start, entries)
    assert before[-1].troubles == (4,)
    after = records(start, [entries[0], (t.DoorOpened(0, 2),), *entries[2:]], before)
    assert after[-1].troubles == ()
    assert after[1] is before[1]
    assert after[-1] == records(start, [noted.entry for noted in after[-1].notes])[-1]


def test_the_entry_that_brought_the_log_to_a_length_is_found() -> None:
    table = noted(OWN, t.Agreed(2), t.DoorOpened(0, 1))
    assert table.entry_at(len(table.log)) == 3
    assert table.entry_at(table.notes[0].at) == 1
