"""The commented example of a saved game."""

from pathlib import Path

from engine.cockroach_poker import rules
from engine.cockroach_poker.table import Guess, Phase
from engine.log import parse
from engine.match import fold
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
