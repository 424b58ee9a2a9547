"""The commented saved game that each game keeps in `tests/data/NAME/example.jsonl`."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import log
from engine.chance import Chance
from engine.core import redact
from engine.match import Match

DATA = Path(__file__).parents[1] / "data"
WITH_EXAMPLE = ("kings_dogs", "cockroach_poker", "sleeping_queens")


@pytest.fixture(params=WITH_EXAMPLE)
def text(request: pytest.FixtureRequest) -> str:
    return (DATA / request.param / "example.jsonl").read_text(encoding="utf-8")


def test_every_example_is_listed():
    assert {path.parent.name for path in DATA.glob("*/example.jsonl")} == set(WITH_EXAMPLE)


def test_it_hides_nothing_that_it_should_show_and_shows_nothing_hidden(text):
    saved = log.parse(text)
    assert isinstance(saved.viewer, int)
    assert [redact(event, saved.viewer) for event in saved.events] == list(saved.events)
    assert log.dump(saved).splitlines()[1:] == [line for line in text.splitlines() if '"event"' in line]


def test_it_keeps_to_the_rules(text):
    """What the rules make of the public events is what stands in the log."""
    saved = log.parse(text)
    rules = saved.game
    view = rules.start(saved.setup)
    for event in saved.events:
        following = rules.follow(view)
        if isinstance(following, rules.events):
            assert following == event
        view = rules.evolve(view, event)
    assert rules.follow(view) is None
    assert Match(rules, saved.setup, Chance(0), saved.events).log == list(saved.events)
