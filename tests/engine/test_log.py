"""Saved games: what is written, and the sentence that every unreadable file gets."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import log
from engine.bots import RandomBot
from engine.chance import Chance
from engine.core import Setup, Undone, redact
from engine.kings_dogs import rules
from engine.kings_dogs.table import Agreed, DoorOpened, LeaderChosen, Rejected, TilesSet
from engine.log import LogError, Saved, dump, parse, seal, unseal, write
from engine.match import Match
from engine.play import play

ROOT = Path(__file__).parents[2]
SETUP = Setup("kings_dogs", ("Ann", "Bình"), options={"first_leader": 1})
EVENTS = (
    LeaderChosen(1),
    TilesSet(0, 3),
    TilesSet(1, 5),
    DoorOpened(1, 2),
    Rejected(0, frozenset({3, 1})),
    Undone(1, 1),
)
SAVED = Saved(SETUP, "all", EVENTS)
TEXT = dump(SAVED)
LINES = TEXT.splitlines()


def with_line(number, line):
    """Return the saved game with another line `number` (from 1)."""
    lines = [*LINES]
    lines[number - 1] = line
    return "\n".join(lines)


def with_header(**changes):
    return with_line(1, json.dumps({**json.loads(LINES[0]), **changes}))


def refused(text):
    """Return the line and the sentence with which a text is refused."""
    with pytest.raises(LogError) as caught:
        parse(text)
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "{" not in sentence
    return caught.value.line, sentence


# What is written


def test_a_saved_game_is_a_header_and_an_event_a_line():
    assert [json.loads(line) for line in LINES] == [
        {
            "format": 1,
            "game": "kings_dogs",
            "rules": 1,
            "edition": "",
            "seats": ["Ann", "Bình"],
            "options": {"first_leader": 1},
            "viewer": "all",
        },
        {"event": "LeaderChosen", "seat": 1},
        {"event": "TilesSet", "seat": 0, "position": 3},
        {"event": "TilesSet", "seat": 1, "position": 5},
        {"event": "DoorOpened", "by": 1, "door": 2},
        {"event": "Rejected", "by": 0, "doors": [1, 3]},
        {"event": "Undone", "by": 1, "times": 1},
    ]
    assert "Bình" in LINES[0]


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_what_the_viewer_cannot_see_is_absent(viewer):
    text = dump(Saved(SETUP, viewer, tuple(redact(event, viewer) for event in EVENTS)))
    positions = [json.loads(line).get("position") for line in text.splitlines()[2:4]]
    assert positions == [3 if viewer == 0 else None, 5 if viewer == 1 else None]
    assert "null" not in text.split("\n", 1)[1]


def test_remarks_blank_lines_and_other_line_ends_are_read():
    text = "\ufeff# A remark\r\n\r\n" + TEXT.replace("\n", "\r\n# another\r\n")
    assert parse(text) == SAVED


@pytest.mark.parametrize("name", ["a\u2028b", "a\x85b", 'q"\\', "# no remark", "<b>", "Đỗ\n", "\U0001f415"])
def test_any_name_can_be_saved(name):
    saved = Saved(Setup("kings_dogs", (name, "B")), None, ())
    assert parse(dump(saved)) == saved


def test_the_sealed_log_and_the_screens_own_part_come_back():
    saved = Saved(SETUP, 0, (), seal(SAVED), {"bots": ["random"]})
    again = parse(dump(saved))
    assert again == saved
    assert unseal(again.sealed) == SAVED


def test_the_seal_hides_names_and_tiles_from_a_glance():
    assert "Ann" not in seal(SAVED)
    assert "\n" not in seal(SAVED)


@pytest.mark.parametrize("sealed", ["", "!!", "abcd", seal(SAVED)[4:], seal(SAVED)[:-8], "Đ"])
def test_a_damaged_seal_is_told(sealed):
    with pytest.raises(LogError) as caught:
        unseal(sealed)
    assert "sealed part" in str(caught.value)


def test_ten_thousand_lines_are_read():
    agreed = tuple(Agreed(number % 2) for number in range(10_000))
    saved = Saved(SETUP, 0, (LeaderChosen(1), *agreed))
    assert parse(dump(saved)) == saved


def test_a_long_game_is_damaged_on_its_ten_thousandth_line():
    text = dump(Saved(SETUP, 0, (Agreed(0),) * 9_998)) + '{"event": "Agr'
    assert refused(text) == (10_000, "This line is damaged or cut off.")


# What is refused


@pytest.mark.parametrize("text", ["", "\n\n", "# only a remark\n", "\ufeff"])
def test_an_empty_file(text):
    assert refused(text) == (1, "This file is empty.")


@pytest.mark.parametrize(
    "text", ["{}", '{"format": 1}', '{"game": "kings_dogs"}', '{"format": true, "game": "x"}']
)
def test_a_file_of_something_else(text):
    assert refused(text) == (1, "This is not a saved game of Sleuthbook.")


@pytest.mark.parametrize("text", ["hello", "\x00\x01", "[1", "[" * 100_000, "9" * 5_000])
def test_a_file_that_is_no_json(text):
    assert refused(text) == (1, "This line is damaged or cut off.")


@pytest.mark.parametrize("change", [{"format": 2}, {"rules": 2}, {"format": 99, "seats": "new"}])
def test_a_newer_version_is_named_as_the_cause(change):
    line, sentence = refused(with_header(**change))
    assert line == 1
    assert "newer version" in sentence


def test_a_newer_format_is_named_even_when_its_lines_cannot_be_read():
    line, sentence = refused(with_header(format=2) + "\n<binary>")
    assert line == 1
    assert "newer version" in sentence


@pytest.mark.parametrize("number", range(1, len(LINES) + 1))
def test_a_line_that_was_cut_off(number):
    cut = "\n".join([*LINES[: number - 1], LINES[number - 1][:-3]])
    assert refused(cut) == (number, "This line is damaged or cut off.")


@pytest.mark.parametrize("line", ["[]", "3", "null", '"Agreed"'])
def test_a_line_that_is_no_entry(line):
    assert refused(with_line(3, line)) == (3, "This line is not an entry of a saved game.")


@pytest.mark.parametrize("name", ["Dealt", "", None, 3, ["Agreed"], "Event"])
def test_an_event_that_the_game_does_not_know(name):
    line, sentence = refused(with_line(3, json.dumps({"event": name})))
    assert line == 3
    assert "knows no event" in sentence


@pytest.mark.parametrize(
    "entry",
    [
        {"by": "1", "door": 2},
        {"by": 1, "door": 2.0},
        {"by": True, "door": 2},
        {"by": None, "door": 2},
        {"by": 1, "door": [2]},
        {"by": 1},
        {"by": 1, "door": 2, "colour": "red"},
        {"by": 2, "door": 2},
        {"by": -1, "door": 2},
    ],
)
def test_an_event_with_wrong_fields(entry):
    text = with_line(5, json.dumps({"event": "DoorOpened", **entry}))
    assert refused(text) == (5, "The event DoorOpened is damaged.")


@pytest.mark.parametrize("doors", [3, "13", {"1": 3}, ["1", "3"], [[1], 3]])
def test_a_set_with_wrong_parts(doors):
    text = with_line(6, json.dumps({"event": "Rejected", "by": 0, "doors": doors}))
    assert refused(text) == (6, "The event Rejected is damaged.")


@pytest.mark.parametrize(
    "change",
    [
        {"seats": "Ann"},
        {"seats": [1, 2]},
        {"seats": None},
        {"edition": 3},
        {"options": ["max_rounds"]},
        {"rules": "1"},
        {"viewer": 2},
        {"viewer": -1},
        {"viewer": True},
        {"viewer": "Ann"},
        {"viewer": [0]},
    ],
)
def test_a_header_with_wrong_fields(change):
    assert refused(with_header(**change)) == (1, "The first line of this saved game is damaged.")


@pytest.mark.parametrize("field", ["rules", "edition", "seats", "options", "viewer"])
def test_a_header_without_a_field(field):
    header = {k: v for k, v in json.loads(LINES[0]).items() if k != field}
    assert refused(with_line(1, json.dumps(header))) == (1, "The first line of this saved game is damaged.")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": "chess"}, "There is no game called chess."),
        ({"game": ["kings_dogs"]}, "There is no game called ['kings_dogs']."),
        ({"seats": ["Ann"]}, "This game is for 2 to 5 players, not 1."),
        ({"options": {"speed": 3}}, "There is no option called speed."),
        ({"options": {"placement": "hidden"}}, "The option placement cannot be hidden."),
    ],
)
def test_a_header_of_a_game_that_there_is_not(change, reason):
    assert refused(with_header(**change)) == (1, reason)


def test_the_line_counts_remarks_and_blank_lines():
    assert refused("# a remark\n\n" + with_line(3, "x"))[0] == 5


@pytest.mark.parametrize(
    "header",
    [
        {"options": {"tokens": 5}},
        {"options": {"tokens": [["a"], ["b"]]}},
        {"options": {"tokens": None}},
        {"edition": "../classic_uk"},
        {"edition": "\x00"},
    ],
)
def test_a_cluedo_header_with_wrong_values(header):
    text = json.dumps(
        {
            "format": 1,
            "game": "cluedo",
            "rules": 1,
            "edition": "",
            "seats": ["Ann", "Bình"],
            "options": {},
            "viewer": None,
            **header,
        }
    )
    assert refused(text)[0] == 1


def played_text():
    match = Match(rules, SETUP, Chance(2))
    play(match, dict.fromkeys(range(2), RandomBot))
    return dump(Saved(SETUP, "all", tuple(match.log)))


def what_is_wrong(text):
    """Return the LogError with which a text is refused, None when it can be read."""
    try:
        parse(text)
    except LogError as error:
        return error
    return None


PLAYED = played_text()


@given(at=st.integers(0, len(PLAYED) - 1), lost=st.integers(0, 40), put=st.text(max_size=6))
def test_a_file_damaged_anywhere_is_read_or_gets_a_sentence(at, lost, put):
    error = what_is_wrong(PLAYED[:at] + put + PLAYED[at + lost :])
    if error is not None:
        assert 1 <= error.line <= PLAYED.count("\n") + len(put) + 1
        assert str(error).endswith(".")


@given(st.permutations(PLAYED.splitlines()[1:]))
def test_lines_in_another_order_are_read_or_get_a_sentence(lines):
    error = what_is_wrong("\n".join([PLAYED.splitlines()[0], *lines]))
    assert error is None or error.line > 1


# How it is written


def test_a_file_is_written_whole(tmp_path):
    path = tmp_path / "game.jsonl"
    write(path, TEXT)
    write(path, TEXT * 2)
    assert path.read_text(encoding="utf-8") == TEXT * 2
    assert [file.name for file in tmp_path.iterdir()] == ["game.jsonl"]


@pytest.mark.parametrize("fails", ["fsync", "replace"])
def test_a_full_disk_leaves_the_old_file(tmp_path, monkeypatch, fails):
    path = tmp_path / "game.jsonl"
    write(path, TEXT)

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(*((log.os, "fsync") if fails == "fsync" else (Path, "replace")), full)
    with pytest.raises(OSError, match="No space left"):
        write(path, "another")
    assert path.read_text(encoding="utf-8") == TEXT
    assert [file.name for file in tmp_path.iterdir()] == ["game.jsonl"]


def test_a_write_that_the_system_stops_half_way_leaves_the_old_file(tmp_path):
    """A file size limit stops the write as a full disk does."""
    path = tmp_path / "game.jsonl"
    write(path, TEXT)
    script = f"""
import resource
import signal
from pathlib import Path
from engine.log import write
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
try:
    write(Path({str(path)!r}), "x" * 100_000)
except OSError:
    print("refused")
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "refused\n"
    assert path.read_text(encoding="utf-8") == TEXT
    assert [file.name for file in tmp_path.iterdir()] == ["game.jsonl"]


def test_text_that_cannot_be_encoded_leaves_the_old_file(tmp_path):
    path = tmp_path / "game.jsonl"
    write(path, TEXT)
    with pytest.raises(UnicodeEncodeError):
        write(path, "\ud800")
    assert path.read_text(encoding="utf-8") == TEXT
    assert [file.name for file in tmp_path.iterdir()] == ["game.jsonl"]
