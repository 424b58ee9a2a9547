"""Counting against table notes with known answers, which were computed elsewhere in two independent ways."""

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from assistant.count import count
from tests.oracle.notes import position

CASES = Path(__file__).parents[1] / "data" / "cluedo"


def checkpoints() -> Iterator[Any]:
    for file in sorted(CASES.glob("*.expected.json")):
        answers = json.loads(file.read_text(encoding="utf-8"))
        case = answers["id"]
        for expected in answers["checkpoints"]:
            yield pytest.param(CASES / f"{case}.jsonl", expected, id=f"{case}-{expected['after']}")


@pytest.mark.parametrize(("notes", "expected"), list(checkpoints()))
@pytest.mark.parametrize(("model", "choices"), [("uniform", False), ("show_random", True)])
def test_case(notes: Path, expected: dict[str, Any], model: str, choices: bool) -> None:
    known = position(notes, expected["after"], choices=choices)
    posterior = count(known)
    cells = {
        card: {place[0] if isinstance(place, tuple) else place: p for place, p in places.items()}
        for card, places in posterior.cells.items()
    }
    envelope = posterior.table(tuple(place for place in known.capacity if isinstance(place, tuple)))
    assert posterior.deals == expected["deals"]
    assert cells == {
        card: {place: Fraction(p) for place, p in places.items()}
        for card, places in expected[model]["cells"].items()
    }
    assert envelope == {tuple(row["cards"]): Fraction(row["p"]) for row in expected[model]["envelope"]}
