"""The commented example of a saved game."""

from pathlib import Path

from engine.chance import Chance
from engine.core import redact
from engine.kings_dogs import rules
from engine.kings_dogs.table import Phase
from engine.log import dump, parse
from engine.match import Match, fold
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


def test_the_example_hides_nothing_that_it_should_show_and_shows_nothing_hidden():
    saved = parse(EXAMPLE.read_text(encoding="utf-8"))
    assert [redact(event, A) for event in saved.events] == list(saved.events)
    assert dump(saved).splitlines()[1:] == [
        line for line in EXAMPLE.read_text(encoding="utf-8").splitlines() if '"event"' in line
    ]


def test_the_example_keeps_to_the_rules():
    """What the rules make of the public events is what stands in the log."""
    saved = parse(EXAMPLE.read_text(encoding="utf-8"))
    view = rules.start(saved.setup)
    for event in saved.events:
        following = rules.follow(view)
        if isinstance(following, rules.events):
            assert following == event
        view = rules.evolve(view, event)
    assert rules.follow(view) is None
    assert Match(rules, saved.setup, Chance(0), saved.events).log == list(saved.events)
