"""`python -m assistant sleeping_queens`: equations of cards, and the chances in a saved game."""

from __future__ import annotations

import io
import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from assistant.__main__ import main

EXAMPLE = Path(__file__).parents[1] / "data" / "sleeping_queens" / "example.jsonl"

Capture = pytest.CaptureFixture[str]


def asked(capsys: Capture, *arguments: object) -> dict[str, Any]:
    assert main(("sleeping_queens", *map(str, arguments), "--json")) == 0
    said: dict[str, Any] = json.loads(capsys.readouterr().out)
    return said


def test_sq_t2_each_card_set_with_a_sample(capsys: Capture):
    assert main(("sleeping_queens", "equations", "10", "2", "3", "5", "6")) == 0
    assert capsys.readouterr().out.splitlines() == [
        "2 3 5      2 + 3 = 5",
        "2 3 6      2 × 3 = 6",
        "2 5 10     2 × 5 = 10",
        "2 3 5 10   2 + 3 + 5 = 10",
    ]


def test_sq_t5_the_knight_and_what_he_changes(capsys: Capture):
    assert asked(capsys, "equations", 3, 5, 9)["equations"] == []
    (only,) = asked(capsys, "equations", 3, 5, 9, "--plus-minus-one")["equations"]
    assert only["cards"] == [3, 5, 9]
    assert only["changed"] in ([5, 6], [9, 8], [3, 4])


def test_conditions(capsys: Capture):
    sets = asked(capsys, "equations", 2, 3, 5, 6, 10, "--use", 6)["equations"]
    assert [found["cards"] for found in sets] == [[2, 3, 6]]
    sets = asked(capsys, "equations", 2, 3, 5, 6, 10, "--longest", "--keep", 6)["equations"]
    assert [found["cards"] for found in sets] == [[2, 3, 5, 10]]


def test_cards_without_an_equation(capsys: Capture):
    assert main(("sleeping_queens", "equations", "9", "10")) == 0
    assert capsys.readouterr().out == "These cards make no such equation.\n"


@pytest.mark.parametrize(
    ("numbers", "reason"),
    [
        ("12 3", "There is no number card 12: they go from 1 to 10."),
        ("5 5 5 5 5", "There are only 4 of this card: 5."),
    ],
)
def test_cards_that_are_not_in_the_box_are_refused_with_2(numbers, reason, capsys: Capture):
    assert main(("sleeping_queens", "equations", *numbers.split())) == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", reason + "\n")


def test_the_chances_of_a_saved_game_are_exact(capsys: Capture):
    said = asked(capsys, "odds", EXAMPLE)
    assert said["player"] == "Ann"
    assert sum(map(Fraction, said["draw"].values())) == 1
    assert all(0 <= Fraction(chance) <= 1 for chance in said["cards"].values())
    for likely in said["slots"].values():
        assert sum(map(Fraction, likely.values())) == 1
    assert set(said["without"]["1"]) == {"equation", "pair"}


@pytest.mark.parametrize("language", ["en", "vi"])
def test_the_chances_for_people(language, capsys: Capture):
    assert main(("sleeping_queens", "odds", str(EXAMPLE), "--lang", language)) == 0
    assert "Ann" in capsys.readouterr().out


def changed(line: int, new: str) -> str:
    lines = EXAMPLE.read_text("utf-8").splitlines()
    return "\n".join([*lines[: line - 1], new, *lines[line:]])


def line_of(start: str) -> int:
    lines = EXAMPLE.read_text("utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if line.startswith(start))


def test_a_number_12_in_a_log_is_a_clash_with_its_line(monkeypatch, capsys: Capture):
    line = line_of('{"event": "CardsDrawn"')
    text = changed(line, '{"event": "CardsDrawn", "by": 0, "cards": ["1", "12"]}')
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert main(("sleeping_queens", "odds", "-")) == 1
    reason = "There is no number card 12: they go from 1 to 10."
    assert capsys.readouterr().err == f"<stdin>:{line}: {reason}\n"


def test_a_file_of_another_game_is_unreadable(capsys: Capture):
    other = EXAMPLE.parents[1] / "kings_dogs" / "example.jsonl"
    assert main(("sleeping_queens", "odds", str(other))) == 2
    assert "not one of Sleeping Queens 2" in capsys.readouterr().err
