"""The commented example of a saved game."""

from pathlib import Path

from engine.chance import Chance
from engine.cockroach_poker import rules
from engine.cockroach_poker.table import Guess, Phase
from engine.core import redact
from engine.log import dump, parse
from engine.match import Match, fold
from tests.cockroach_poker.tables import A, B, C

EXAMPLE = Path(__file__).parents[1] / "data" / "cockroach_poker" / "example.jsonl"
TEXT = EXAMPLE.read_text(encoding="utf-8")


def test_the_example_reads_as_anns_log_and_ends_with_her_guess():
    saved = parse(TEXT)
    assert saved.viewer == A
    assert saved.setup.seats == ("Ann", "Bình", "Cho")
    view = fold(rules, saved.setup, saved.events)
    assert (view.phase, view.round, rules.decider(view)) == (Phase.RECEIVE, 4, A)
    assert (view.givers, view.claims) == ((C, B), ("bat", "stinkbug"))
    assert rules.legal(view) == (Guess(True), Guess(False))
    assert view.displays == (("rat",), (), ("toad-royal", "rat", "bat", "cockroach"))
    assert view.hand_sizes == (18, 19, 16)
    assert view.card is view.hands[B] is view.hands[C] is None
    assert (view.top, view.pile_size) == ("scorpion", 6)


def test_the_example_hides_nothing_that_it_should_show_and_shows_nothing_hidden():
    saved = parse(TEXT)
    assert [redact(event, A) for event in saved.events] == list(saved.events)
    assert dump(saved).splitlines()[1:] == [line for line in TEXT.splitlines() if '"event"' in line]


def test_the_example_keeps_to_the_rules():
    """What the rules make of the public events is what stands in the log."""
    saved = parse(TEXT)
    view = rules.start(saved.setup)
    for event in saved.events:
        following = rules.follow(view)
        if isinstance(following, rules.events):
            assert following == event
        view = rules.evolve(view, event)
    assert rules.follow(view) is None
    assert Match(rules, saved.setup, Chance(0), saved.events).log == list(saved.events)
