"""The command line: its answers to notes with known answers, its exit codes, and what it says to people."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from assistant.__main__ import main
from engine import games, log
from engine.chance import Chance
from engine.cluedo import cards
from engine.core import Setup
from engine.log import Saved
from engine.match import Match
from engine.play import play

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data" / "cluedo"
NOTES = DATA / "notes.jsonl"
CONTRADICTION = DATA / "contradiction.jsonl"

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch


def checkpoints() -> Iterator[Any]:
    for file in sorted(DATA.glob("*.expected.json")):
        answers = json.loads(file.read_text(encoding="utf-8"))
        for expected in answers["checkpoints"]:
            case = answers["id"]
            yield pytest.param(DATA / f"{case}.jsonl", expected, id=f"{case}-{expected['after']}")


def answer(capsys: Capture, *arguments: object) -> dict[str, Any]:
    main(("cluedo", *map(str, arguments), "--json"))
    said: dict[str, Any] = json.loads(capsys.readouterr().out)
    return said


def fractions(cells: dict[str, dict[str, str]]) -> dict[str, dict[str, Fraction]]:
    return {card: {place: Fraction(p) for place, p in places.items()} for card, places in cells.items()}


@pytest.mark.parametrize(("notes", "expected"), list(checkpoints()))
@pytest.mark.parametrize(("model", "key"), [("logic", "uniform"), ("choice", "show_random")])
def test_checkpoint(notes: Path, expected: dict[str, Any], model: str, key: str, capsys: Capture) -> None:
    said = answer(capsys, notes, "--after", expected["after"], "--model", model)
    right = expected[key]
    assert (said["consistent"], said["deals"], said["model"]) == (True, expected["deals"], model)
    assert fractions(said["cells"]) == fractions(right["cells"])
    if right["envelope"] is not None:
        ranked = [(tuple(guess["cards"]), Fraction(guess["p"])) for guess in said["envelope"]]
        assert dict(ranked) == {tuple(guess["cards"]): Fraction(guess["p"]) for guess in right["envelope"]}
        assert [p for _, p in ranked] == sorted((p for _, p in ranked), reverse=True)


def test_consistent_notes_exit_with_0(capsys: Capture) -> None:
    assert main(("cluedo", str(NOTES), "--json")) == 0
    assert json.loads(capsys.readouterr().out)["envelope"] == [
        {"cards": ["watson", "wrench", "flat"], "p": "1"}
    ]


def test_contradictory_notes_exit_with_1_and_name_conflict_and_repairs(capsys: Capture) -> None:
    assert main(("cluedo", str(CONTRADICTION), "--json")) == 1
    said = json.loads(capsys.readouterr().out)
    assert said == {"consistent": False, "conflict": [2, 4], "repairs": [2, 4]}


def test_entries_after_the_wanted_one_are_not_taken(capsys: Capture) -> None:
    assert main(("cluedo", str(CONTRADICTION), "--after", "3")) == 0
    assert "Ana’s notes after 3 entries" in capsys.readouterr().out


def test_unreadable_notes_exit_with_2_and_one_line(tmp_path: Path, capsys: Capture) -> None:
    cut_off = tmp_path / "notes.jsonl"
    cut_off.write_bytes(NOTES.read_bytes()[:-30])
    assert main(("cluedo", str(cut_off))) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"{cut_off}:26: This line is damaged or cut off.\n"


def test_a_file_that_is_not_there_exits_with_2(tmp_path: Path, capsys: Capture) -> None:
    missing = tmp_path / "none.jsonl"
    assert main(("cluedo", str(missing))) == 2
    assert capsys.readouterr().err == f"{missing}:1: This file cannot be read: No such file or directory.\n"


def test_what_cannot_be_printed_does_not_reach_the_terminal(tmp_path: Path, capsys: Capture) -> None:
    notes = tmp_path / "notes.jsonl"
    notes.write_text(NOTES.read_text(encoding="utf-8").replace('"by": "Chi"', '"by": "\\u001b[2J\\n"'))
    assert main(("cluedo", str(notes))) == 2
    assert capsys.readouterr().err == f"{notes}:9: Nobody at this table is called �[2J�.\n"


def test_a_saved_game_gives_the_numbers_of_its_viewer(tmp_path: Path, capsys: Capture) -> None:
    match = Match(games.load("cluedo"), Setup("cluedo", ("An", "Bình", "Chi")), Chance(8))
    play(match, dict.fromkeys(range(3), games.bots("cluedo")["sheet"]))
    own, whole = tmp_path / "own.jsonl", tmp_path / "whole.jsonl"
    own.write_text(log.dump(Saved(match.setup, 1, tuple(match.seen(1)))), encoding="utf-8")
    whole.write_text(log.dump(Saved(match.setup, "all", tuple(match.log))), encoding="utf-8")
    said = answer(capsys, own, "--after", 6)
    assert set(said["cells"]) == set(cards.load().cards)
    assert said == answer(capsys, whole, "--after", 6, "--seat", "Bình")
    assert said != answer(capsys, whole, "--after", 6, "--seat", "Chi")


def run(*arguments: str, **how: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "assistant", *arguments]
    return subprocess.run(command, cwd=ROOT, text=True, check=False, encoding="utf-8", **how)


def test_notes_come_from_the_standard_input_too() -> None:
    found = run("cluedo", "-", "--json", input=NOTES.read_text(encoding="utf-8"), capture_output=True)
    assert (found.returncode, json.loads(found.stdout)["deals"]) == (0, 1)


def test_unreadable_standard_input_is_named() -> None:
    found = run("cluedo", "-", input="{", capture_output=True)
    assert (found.returncode, found.stderr) == (2, "<stdin>:1: This line is damaged or cut off.\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_a_full_disk_gets_a_sentence() -> None:
    with Path("/dev/full").open("w") as full:
        found = run("cluedo", str(NOTES), stdout=full, stderr=subprocess.PIPE)
    assert found.returncode == 2
    assert found.stderr == "The answer could not be written: No space left on device.\n"


def test_a_reader_that_goes_away_gets_no_traceback() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "assistant", "cluedo", str(NOTES)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    with process.stderr as err:
        process.stdout.close()
        assert err.read() == b""
    assert process.wait() == 0


TABLE = """\
Ana’s notes after 8 entries
6 deals fit.
Model “logic”: every deal that fits counts the same.

            Ana  Bình   Chi  Open  Envelope
Suspects
irene        ✓     ✗     ✗     ✗       ✗
hudson       ✗     ✗     ✓     ✗       ✗
watson       ✗     ✗     ✗     ✗       ✓
sherlock     ✗     ✗     ✓     ✗       ✗
mycroft      ✗     ✗     ✗     ✓       ✗
Weapons
rope         ✓     ✗     ✗     ✗       ✗
dagger       ✗     ✗     ✓     ✗       ✗
wrench       ✗     ✗     ✗     ✗       ✓
revolver     ✗     ✓     ✗     ✗       ✗
piping       ✗     ✗     ✗     ✓       ✗
Locations
lab          ✓     ✗     ✗     ✗       ✗
pool         ✓     ✗     ✗     ✗       ✗
tower        ✗     ✓     ✗     ✗       ✗
flat         ✗    33%   33%    ✗      33%
kitchen      ✗    33%   33%    ✗      33%
battersea    ✗    33%   33%    ✗      33%

The envelope most likely holds
  33%  watson, wrench, flat
  33%  watson, wrench, kitchen
  33%  watson, wrench, battersea
"""


def test_the_table_for_people(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    main(("cluedo", str(NOTES), "--after", "8"))
    assert capsys.readouterr().out == TABLE


def test_the_table_in_vietnamese_and_with_the_cards_of_an_edition_named(
    capsys: Capture, tmp_path: Path
) -> None:
    match = Match(games.load("cluedo"), Setup("cluedo", ("An", "Bình", "Chi")), Chance(8))
    saved = tmp_path / "game.jsonl"
    saved.write_text(log.dump(Saved(match.setup, 0, tuple(match.seen(0)))), encoding="utf-8")
    main(("cluedo", str(saved), "--lang", "vi"))
    said = capsys.readouterr().out
    assert "Ghi chép của An sau 0 mục" in said
    assert "Dây thừng" in said


def test_a_contradiction_for_people(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    main(("cluedo", str(CONTRADICTION)))
    assert capsys.readouterr().out == (
        "These entries cannot all be true: 2 and 4.\n"
        "    2  You suggest hudson, rope and lab. Bob has none of these. Chi shows you hudson.\n"
        "    4  You suggest irene, rope and tower. Bob shows you rope.\n"
        "Without any one of the entries 2 and 4 the rest can be true.\n"
    )


@pytest.mark.parametrize("width", [30, 40, 50, 60, 80])
def test_no_line_is_longer_than_the_terminal(width: int, capsys: Capture, monkeypatch: Patch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    for notes in (DATA / "09_6p_late.jsonl", CONTRADICTION):
        for language in ("en", "vi"):
            main(("cluedo", str(notes), "--lang", language))
    assert max(map(len, capsys.readouterr().out.splitlines())) <= width


def test_a_terminal_gets_colour_unless_it_asks_for_none(capsys: Capture, monkeypatch: Patch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    main(("cluedo", str(NOTES)))
    assert "\x1b[32m" in capsys.readouterr().out
    monkeypatch.setenv("NO_COLOR", "1")
    main(("cluedo", str(NOTES)))
    assert "\x1b" not in capsys.readouterr().out


@pytest.mark.parametrize(
    "wrong", [("--after", "-1"), ("--after", "two"), ("--model", "hope"), ("--lang", "fr")]
)
def test_an_option_that_makes_no_sense_exits_with_2(wrong: tuple[str, str], capsys: Capture) -> None:
    with pytest.raises(SystemExit) as left:
        main(("cluedo", str(NOTES), *wrong))
    assert left.value.code == 2
    assert wrong[0] in capsys.readouterr().err
