"""Why a number about a dog is what it is: told by its entries, and again by leaving them out."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from assistant.kings_dogs.knowledge import begin
from assistant.kings_dogs.why import Log, why, why_found
from assistant.knowledge import CHOICE, LOGIC, MODELS
from engine import log
from engine.core import Undone
from tests.kings_dogs.tables import A, B, C

SAVED = log.parse((Path(__file__).parents[1] / "data" / "kings_dogs" / "example.jsonl").read_text("utf-8"))
EXAMPLE = Log(SAVED.setup, A, SAVED.events)


def said(steps):
    return [(step.entry, str(step.message)) for step in steps]


def test_under_logic_the_tiles_turned_up_since_they_were_set_up_are_told():
    told = why(EXAMPLE, C, {3})
    assert told.chance == Fraction(1, 3)
    assert said(told.steps) == [
        (4, "2 set up the tiles, and the dog may be anywhere."),
        (11, "Tile 2 of 2 is an X."),
        (12, "Tile 4 of 2 is an X."),
    ]
    assert [step.after for step in told.steps] == [Fraction(1, 5), Fraction(1, 4), Fraction(1, 3)]
    assert told.learned is None


def test_under_choice_the_answers_are_told_as_well():
    told = why(EXAMPLE, C, {3}, CHOICE)
    assert said(told.steps)[1:] == [
        (7, "2 opened 4 as well as 2."),
        (11, "Tile 2 of 2 is an X."),
        (12, "Tile 4 of 2 is an X."),
        (23, "2 opened 1."),
    ]
    assert str(told.learned).startswith("From 2 openings and answers 2 is expected to look after the own dog")


def test_a_found_dog_and_what_came_before_it_count_no_more():
    told = why(EXAMPLE, B, {2}, CHOICE)
    assert said(told.steps) == [
        (20, "1 set up the tiles, and the dog may be anywhere."),
        (25, "1 pointed at tile 5 of 0 while 3, 5 stood open."),
        (30, "Tile 1 of 1 is an X."),
    ]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("length", range(0, len(SAVED.events), 5))
def test_the_chance_is_the_one_that_is_shown_and_the_steps_lead_to_it(model, length):
    cut = Log(SAVED.setup, A, SAVED.events[:length])
    positions = begin(SAVED.setup, A, cut.events).positions(B, model)
    told = why(cut, B, {1, 2}, model)
    assert told.chance == positions[1] + positions[2]
    for earlier, later in zip(told.steps, told.steps[1:], strict=False):
        assert earlier.after == later.before
    assert not told.steps or told.steps[-1].after == told.chance


def test_a_search_is_explained_by_all_who_are_searched_before():
    chain = why_found(EXAMPLE, B, {1, 3}, A, CHOICE)
    assert [told.seat for told in chain] == [A, B]
    known = begin(SAVED.setup, A, SAVED.events)
    missed, hit = chain[0].chance, chain[1].chance
    assert known.search({1, 3}, A, CHOICE).found(B) == (1 - missed) * hit


def test_entries_are_those_of_the_log_with_its_marks_of_undone_moves():
    undone = Log(SAVED.setup, A, (*SAVED.events[:4], Undone(A, 1), *SAVED.events[4:]))
    assert [step.entry for step in why(undone, C, {3}, LOGIC).steps] == [4, 12, 13]
