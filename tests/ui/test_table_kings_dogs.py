"""The companion for a real table of King's Dogs, tried without a browser."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from assistant.kings_dogs.knowledge import Knowledge, begin
from assistant.ui import parcel
from assistant.ui.kings_dogs.table import TableKingsDogs
from assistant.ui.kings_dogs.taps import TAPS
from assistant.ui.screen import Copy, Download, Touch
from engine import log
from engine.chance import Chance
from engine.core import SaidError, Setup
from engine.kings_dogs import rules
from engine.kings_dogs import table as t
from engine.match import Match
from tests.ui.taps import any_touch, touches


def tap(screen: TableKingsDogs, do: str, value: str | None = None, **args: str) -> list[object]:
    return list(screen.touch(Touch(do, args, value)) or ())


def laid(players: int = 3, folder: Path | None = None, *, watching: bool = False) -> TableKingsDogs:
    screen = TableKingsDogs(folder=folder)
    tap(screen, "start")
    tap(screen, "players", n=str(players))
    if watching:
        tap(screen, "watch")
    tap(screen, "on")
    return screen


@pytest.fixture
def screen() -> TableKingsDogs:
    return laid()


def opened(screen: TableKingsDogs) -> TableKingsDogs:
    """An leads and has opened door 2; Chi answers, then you."""
    tap(screen, "lead", seat="1")
    tap(screen, "place", position="3")
    tap(screen, "door", door="2")
    return screen


def known(screen: TableKingsDogs) -> Knowledge:
    found = screen.record.known
    assert isinstance(found, Knowledge)
    return found


@pytest.mark.parametrize("seed", range(3))
def test_taps_in_any_order_never_fail(seed: int) -> None:
    rng, screen = Random(seed), laid(2 + seed, watching=seed == 2)
    for _ in range(80):
        offered = any_touch(screen.render(), rng)
        with suppress(SaidError):
            screen.touch(offered)


@pytest.mark.parametrize(
    ("watching", "rules_on"), [(False, ()), (True, ()), (False, ("placement", "reward_optional"))]
)
def test_a_whole_game_is_noted_with_one_touch_per_door_answer_and_tile(
    watching: bool, rules_on: tuple[str, ...]
) -> None:
    """A real game, touched as it goes, becomes the log that the seat saw."""
    screen = TableKingsDogs(folder=None)
    tap(screen, "start")
    tap(screen, "players", n="2")
    for rule in rules_on:
        tap(screen, "rule", id=rule)
    if watching:
        tap(screen, "watch")
    tap(screen, "on")
    setup, seat = screen.set_up.setup("You"), screen.set_up.seat
    match, rng = Match(rules, setup, Chance(5)), Random(5)
    while match.decider is not None:
        match.step(rng.choice(match.legal()))
    seen = match.seen(seat)
    while len(screen.record.log) < len(seen):
        length, event = len(screen.record.log), seen[len(screen.record.log)]
        offered = {one.do: one for one in touches(screen.render()) if one.do in TAPS}
        wanted = next(
            one for one in touches(screen.render()) if one.do in TAPS and made(screen, one) == event
        )
        assert wanted.do in offered
        screen.touch(wanted)
        assert len(screen.record.log) > length
    assert list(screen.record.log) == seen
    assert screen.record.over
    assert screen.record.troubles == ()


def made(screen: TableKingsDogs, touch: Touch) -> object:
    ((event,),) = screen.at_once(touch)
    return event


def test_the_numbers_are_those_of_the_command_line(screen: TableKingsDogs) -> None:
    opened(screen)
    (saved,) = tap(screen, "save")
    assert isinstance(saved, Download)
    read = log.parse(saved.text)
    again = begin(read.setup, read.viewer, read.events)  # type: ignore[arg-type]
    shown = re.findall(r'data-key="cell-(\d)-(\d)"[^>]*>(?:(?!</button>).)*data-p="([^"]*)"', screen.render())
    for seat, position, chances in shown:
        if int(seat) != screen.set_up.seat:
            expected = [again.positions(int(seat), model)[int(position)] for model in screen.models]
            assert chances.split() == [str(chance) for chance in expected]


def test_what_the_rules_bring_is_not_asked(screen: TableKingsDogs) -> None:
    opened(screen)
    tap(screen, "accuse", position="4")
    assert {one.do for one in touches(screen.render())} & TAPS == {"turned"}
    tap(screen, "turned", dog="yes")
    assert known(screen).view.penalty == (0, 1, 0)
    assert {one.do for one in touches(screen.render())} & TAPS == {"turn"}


# -- bad input


def test_a_sixth_tile_is_refused_with_a_sentence(screen: TableKingsDogs) -> None:
    opened(screen)
    with pytest.raises(SaidError, match="face down"):
        tap(screen, "accuse", position="6")
    assert len(screen.entries) == 3


def test_four_open_doors_cannot_be_rejected(screen: TableKingsDogs) -> None:
    opened(screen)
    for door in "135":
        tap(screen, "raise", door=door)
    with pytest.raises(SaidError, match="three or more doors"):
        tap(screen, "reject", doors="4")
    assert 'data-do="reject"' not in screen.render()


def test_an_answer_out_of_turn_is_kept_marked_and_told(screen: TableKingsDogs) -> None:
    opened(screen)
    tap(screen, "agree")
    tap(screen, "raise", door="4")
    tap(screen, "move", n="4", to="3")
    markup = screen.render()
    assert screen.tables[-1].troubles == (4,)
    assert "It is the turn of Bình, not of You." in markup
    assert len(screen.entries) == 5


def test_a_dog_twice_is_kept_marked_and_told(screen: TableKingsDogs) -> None:
    opened(screen)
    tap(screen, "agree")
    tap(screen, "agree")
    tap(screen, "turned", dog="yes")
    assert screen.ledger is not None
    screen.ledger = screen.ledger.add((t.TileTurned(1, 2, True),))
    screen.changed()
    assert len(screen.tables[-1].troubles) == 1
    assert "It cannot be so" in screen.render()


def test_a_corrected_entry_folds_the_later_ones_again(screen: TableKingsDogs) -> None:
    opened(screen)
    tap(screen, "raise", door="4")
    tap(screen, "view", id="log")
    tap(screen, "entry", n="2")
    tap(screen, "door", door="4")
    assert screen.tables[-1].troubles == (4,)
    assert "open already" in screen.render()
    tap(screen, "undo")
    assert screen.tables[-1].troubles == ()
    tap(screen, "redo")
    assert screen.tables[-1].troubles == (4,)


def test_an_entry_that_was_forgotten_is_put_in(screen: TableKingsDogs) -> None:
    opened(screen)
    tap(screen, "agree")
    tap(screen, "insert", n="3")
    assert known(screen).view.to_answer == 2
    tap(screen, "raise", door="1")
    assert [type(entry[0]) for entry in screen.entries[3:]] == [t.Raised, t.Agreed]
    assert screen.tables[-1].troubles == (5,)


def test_entries_that_cannot_be_there_come_back_from_the_file(tmp_path: Path) -> None:
    first = opened(laid(folder=tmp_path))
    tap(first, "agree")
    tap(first, "delete", n="2")
    assert first.tables[-1].troubles
    again = TableKingsDogs(folder=tmp_path)
    tap(again, "resume", id="0")
    assert again.entries == first.entries
    tap(again, "undo")
    assert again.tables[-1].troubles == ()


def test_the_file_is_a_saved_game_of_the_seat(screen: TableKingsDogs) -> None:
    opened(screen)
    (saved,) = tap(screen, "save")
    assert isinstance(saved, Download)
    read = log.parse(saved.text)
    assert read.viewer == 0
    assert read.events == screen.record.log
    assert all(
        "position" not in json.loads(line) or json.loads(line)["seat"] == 0
        for line in saved.text.splitlines()[1:]
        if "TilesSet" in line
    )


def test_a_game_that_a_seat_saw_can_be_gone_on_with_at_a_table(screen: TableKingsDogs) -> None:
    match, rng = Match(rules, Setup("kings_dogs", ("You", "An", "Bình")), Chance(2)), Random(2)
    for _ in range(15):
        match.step(rng.choice(match.legal()))
    text = log.dump(log.Saved(match.setup, 0, tuple(match.seen(0))))
    tap(screen, "open", value=text)
    assert list(screen.record.log) == match.seen(0)


def test_a_copied_table_is_pasted_elsewhere(screen: TableKingsDogs) -> None:
    opened(screen)
    (copied,) = tap(screen, "copy")
    assert isinstance(copied, Copy)
    assert copied.text.startswith(parcel.MARK)
    other = TableKingsDogs(folder=None)
    tap(other, "paste", text=copied.text)
    assert other.entries == screen.entries


@pytest.mark.parametrize(
    "text", ["", "nonsense", '{"format": 1, "game": "cluedo"}', parcel.MARK + "eJx", "{}"]
)
def test_what_is_no_table_is_refused_with_a_sentence_and_takes_the_place_of_none(
    screen: TableKingsDogs, text: str
) -> None:
    opened(screen)
    before = screen.entries
    with pytest.raises(SaidError):
        tap(screen, "open", value=text)
    assert screen.entries == before


@pytest.mark.parametrize("key", ["entries", "history", "numbers", "advice", "idle", "saved"])
@pytest.mark.parametrize("value", [5, "x", [[5]], [[{"event": "Agreed", "by": 77}]], {"first": 3}, None])
def test_a_header_that_was_changed_loses_no_event(screen: TableKingsDogs, key: str, value: object) -> None:
    opened(screen)
    (saved,) = tap(screen, "save")
    assert isinstance(saved, Download)
    header, rest = saved.text.split("\n", 1)
    values = json.loads(header)
    values["table"][key] = value
    other = TableKingsDogs(folder=None)
    tap(other, "open", value=f"{json.dumps(values)}\n{rest}")
    assert other.record.log == screen.record.log
    assert other.render()


def test_what_else_was_agreed_stays_agreed(screen: TableKingsDogs) -> None:
    setup = Setup("kings_dogs", ("You", "An"), options={"first_leader": 1, "placement": "choose"})
    tap(screen, "open", value=log.dump(log.Saved(setup, 0, ())))
    assert screen.set_up.setup("You") == setup
    assert known(screen).view.leader == 1


def test_two_players_of_one_name_are_refused_before_the_table_is_laid() -> None:
    screen = TableKingsDogs(folder=None)
    tap(screen, "start")
    tap(screen, "name", value="An", n="1")
    tap(screen, "name", value="An", n="2")
    with pytest.raises(SaidError, match="Two players are called An"):
        tap(screen, "on")


def test_a_covered_table_holds_nothing_of_the_game(screen: TableKingsDogs) -> None:
    opened(screen)
    tap(screen, "cover")
    markup = screen.render()
    assert {one.do for one in touches(markup)} == {"uncover"}
    assert "tile-" not in markup


def test_advice_is_for_oneself_only(screen: TableKingsDogs) -> None:
    opened(screen)
    tap(screen, "advice", id="on")
    assert "kd-ask" not in screen.render()
    tap(screen, "agree")
    assert "kd-tap best" in screen.render()


ENGLISH = re.compile(r"\b(the|your|you|door|dog|with|and|agree|tile|round|chip|entry)\b", re.IGNORECASE)


@pytest.mark.parametrize("view", ["sheet", "enter", "log", "chances", "more"])
@pytest.mark.parametrize("page", ["", "help", "why"])
def test_nothing_is_left_in_english(screen: TableKingsDogs, view: str, page: str) -> None:
    opened(screen)
    tap(screen, "agree")
    tap(screen, "language", id="vi")
    tap(screen, "delete", n="2")
    tap(screen, "view", id=view)
    if page == "why":
        tap(screen, "why", seat="1", doors="2")
    else:
        tap(screen, "page", id=page)
    markup = re.sub(r"<svg.*?</svg>", "", screen.render(), flags=re.DOTALL)
    said = re.sub(r"<[^>]*>", " ", markup) + " ".join(re.findall(r'(?:aria-label|title)="([^"]*)"', markup))
    assert ENGLISH.findall(said) == []
