"""`python -m assistant cockroach_poker`: a saved game in, the card on its way and every risk out."""

from __future__ import annotations

import io
import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from assistant.__main__ import main

EXAMPLE = Path(__file__).parents[1] / "data" / "cockroach_poker" / "example.jsonl"
LINES = EXAMPLE.read_text(encoding="utf-8").splitlines(keepends=True)

Capture = pytest.CaptureFixture[str]


def asked(capsys: Capture, *arguments: object, code: int = 0) -> dict[str, Any]:
    assert main(("cockroach_poker", str(EXAMPLE), *map(str, arguments), "--json")) == code
    said: dict[str, Any] = json.loads(capsys.readouterr().out)
    return said


def read(monkeypatch: pytest.MonkeyPatch, text: str) -> int:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    return main(("cockroach_poker", "-"))


def test_the_card_is_any_of_chos_seventeen_and_the_joker_one_of_them(capsys: Capture):
    """Cho took the joker before all and has had 17 cards since; of the others 39 lie out of Ann's sight."""
    said = asked(capsys)
    assert said["card"]["joker"] == "1/17"
    assert Fraction(said["card"]["stinkbug"]) == Fraction(16, 17) * Fraction(6, 40)
    assert sum(map(Fraction, said["card"].values())) == 1
    fitting = (said["card"][card] for card in ("stinkbug", "stinkbug-royal", "joker"))
    assert Fraction(said["true"]) == Fraction(said["claims"]["stinkbug"]) == sum(map(Fraction, fitting))


def test_the_risk_panel_is_of_the_two_answers_left(capsys: Capture):
    said = asked(capsys)
    by_answer = {risk["true"]: risk for risk in said["risks"]}
    assert by_answer[True]["right"] == by_answer[False]["gets"] == said["true"]
    assert Fraction(by_answer[True]["gets"]) == 1 - Fraction(said["true"])
    assert {risk["loses"] for risk in said["risks"]} == {"0"}


def test_an_honesty_set_by_hand_weighs_the_claims(capsys: Capture):
    """Both givers at 3/5: of a card, a claim that is true has 3/5 over the number of true claims."""
    said = asked(capsys, "--model", "choice", "--honesty", "Cho=0.6", "--honesty", "Bình=3/5")
    deal = {card: Fraction(chance) for card, chance in asked(capsys)["card"].items()}
    true, false = Fraction(3, 5), Fraction(2, 5)
    claimed = {
        "bat": true * false / 7,
        "bat-royal": true / 2 * false / 6,
        "stinkbug": false / 7 * true,
        "stinkbug-royal": false / 6 * true / 2,
        "joker": true / 7 * true / 7,
    }
    other = {card: (false / 6) ** 2 if "royal" in card else (false / 7) ** 2 for card in deal}
    weights = {card: chance * claimed.get(card, other[card]) for card, chance in deal.items()}
    whole = sum(weights.values())
    assert {c: Fraction(p) for c, p in said["card"].items()} == {c: w / whole for c, w in weights.items()}
    assert said["players"]["Cho"]["offers"]["set"]


def test_honesty_is_learned_with_count_and_interval(capsys: Capture):
    offers = asked(capsys)["players"]["Cho"]["offers"]
    assert (offers["mean"], offers["count"]) == ("2/3", 1)
    assert offers["interval"] == pytest.approx([0.025**0.5, 0.975**0.5], abs=1e-4)  # Beta(2, 1) is x squared


@pytest.mark.parametrize("language", ["en", "vi"])
def test_people_get_a_table(capsys: Capture, language: str):
    assert main(("cockroach_poker", str(EXAMPLE), "--lang", language)) == 0
    text = capsys.readouterr().out
    assert ("royal stink bug" if language == "en" else "bọ xít hoàng gia") in text
    assert "19/85" in text


def test_a_claim_of_joker_is_refused_with_its_line(capsys: Capture, monkeypatch: pytest.MonkeyPatch):
    text = "".join(LINES).replace('"claim": "toad"', '"claim": "joker"')
    assert read(monkeypatch, text) == 1
    line = next(n for n, line in enumerate(LINES, 1) if '"claim": "toad"' in line)
    assert capsys.readouterr().err == f"<stdin>:{line}: Claim one of the animals, or royal.\n"


def test_a_pass_to_someone_who_saw_the_card_is_refused(capsys: Capture, monkeypatch: pytest.MonkeyPatch):
    text = "".join(LINES).replace('"by": 1, "to": 2, "claim": "royal"', '"by": 1, "to": 0, "claim": "royal"')
    assert read(monkeypatch, text) == 1
    assert "Ann has seen this card already." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("Nobody=0.5", "There is no player called Nobody."),
        ("Cho=1", "Honesty must lie above 0% and below 100%."),
    ],
)
def test_a_wrong_honesty_is_refused(capsys: Capture, given: str, reason: str):
    assert main(("cockroach_poker", str(EXAMPLE), "--honesty", given)) == 2
    assert reason in capsys.readouterr().err


def test_a_log_that_shows_all_hands_is_refused(capsys: Capture, monkeypatch: pytest.MonkeyPatch):
    assert read(monkeypatch, "".join(LINES).replace('"viewer": 0', '"viewer": "all"')) == 2
    assert "shows all hands" in capsys.readouterr().err
