"""The ledger of a table: entries with all their changes, against a plain list."""

from __future__ import annotations

import json
from random import Random

import pytest

from assistant.ui.ledger import Ledger, restored


def shuffled(seed: int, changes: int = 200) -> tuple[Ledger[str], list[list[str]]]:
    """A ledger after random changes, and the lists that the same changes make of a plain list."""
    rng, ledger, states = Random(seed), Ledger[str](), [list[str]()]
    while len(states) <= changes:
        now = list(states[-1])
        at = rng.randrange(len(now) + 1)
        entry = f"entry {len(states)}"
        kind = rng.choice(("insert", "insert", "replace", "delete", "move")) if at < len(now) else "insert"
        if kind == "insert":
            ledger = ledger.insert(at, entry)
            now.insert(at, entry)
        elif kind == "replace":
            ledger = ledger.replace(at, entry)
            now[at] = entry
        elif kind == "delete":
            ledger = ledger.delete(at)
            del now[at]
        else:
            to = rng.randrange(len(now))
            if to == at:
                continue
            ledger = ledger.move(at, to)
            now.insert(to, now.pop(at))
        states.append(now)
    return ledger, states


@pytest.mark.parametrize("seed", range(5))
def test_two_hundred_changes_are_undone_and_redone_one_by_one(seed: int) -> None:
    ledger, states = shuffled(seed)
    for state in reversed(states):
        assert list(ledger.entries) == state
        ledger = ledger.undo() if ledger.can_undo else ledger
    assert not ledger.can_undo
    for state in states[1:]:
        ledger = ledger.redo()
        assert list(ledger.entries) == state
    assert not ledger.can_redo


def test_a_change_after_an_undo_takes_the_place_of_what_was_undone() -> None:
    ledger = Ledger[str]().add("a").add("b").undo().add("c")
    assert ledger.entries == ("a", "c")
    assert not ledger.can_redo
    assert ledger.undo().undo().entries == ()


def test_a_change_that_changes_nothing_is_none() -> None:
    ledger = Ledger[str]().add("a", "b")
    assert ledger.replace(0, "a") is ledger
    assert ledger.move(1, 1) is ledger


def test_all_changes_survive_being_saved_in_the_middle_of_an_undo() -> None:
    ledger, _ = shuffled(9)
    for _ in range(40):
        ledger = ledger.undo()
    kept = json.loads(json.dumps(ledger.history(str.upper)))
    assert restored(ledger.entries, kept, str.lower) == ledger


def test_a_ledger_that_began_with_entries_keeps_them_at_the_bottom_of_its_history() -> None:
    ledger = Ledger(("a", "b")).delete(0)
    again = restored(("b",), json.loads(json.dumps(ledger.history(str))), str)
    assert again.undo().entries == ("a", "b")


@pytest.mark.parametrize(
    "history",
    [
        None,
        {},
        "x",
        {"first": [], "changes": [[5, 0, ["a"]]], "done": 1},
        {"first": [], "changes": [["a"]], "done": 1},
        {"first": ["z"], "changes": [], "done": 0},
        {"first": ["a"], "changes": [], "done": "x"},
    ],
)
def test_a_damaged_history_costs_the_undo_and_no_entry(history: object) -> None:
    assert restored(("a",), history, str) == Ledger(("a",))


@pytest.mark.parametrize("change", ["insert", "replace", "delete", "undo", "redo", "move"])
def test_a_position_that_does_not_exist_is_an_index_error(change: str) -> None:
    ledger = Ledger(("a",))
    arguments = {"insert": (2, "x"), "replace": (1, "x"), "delete": (-1,), "move": (0, 1)}
    with pytest.raises(IndexError):
        getattr(ledger, change)(*arguments.get(change, ()))
