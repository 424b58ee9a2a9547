"""The commented example of a saved game."""

from pathlib import Path

from engine.kings_dogs import rules
from engine.kings_dogs.table import Phase
from engine.log import parse
from engine.match import fold
from tests.kings_dogs.tables import A, up

EXAMPLE = Path(__file__).parents[1] / "data" / "kings_dogs" / "example.jsonl"


def test_the_example_reads_as_anns_log_and_ends_with_her_turn():
    saved = parse(EXAMPLE.read_text(encoding="utf-8"))
    assert saved.viewer == A
    assert saved.setup.seats == ("Ann", "Bình", "Cho")
    view = fold(rules, saved.setup, saved.events)
    assert (view.phase, rules.decider(view), view.round) == (Phase.OPEN, A, 3)
    assert view.dogs == (2, None, None)
    assert view.face_up == up({}, {1}, {2, 4})
    assert view.penalty == (1, 1, 0)
