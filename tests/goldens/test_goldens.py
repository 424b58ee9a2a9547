"""Golden playthroughs: a change of the rules, the bots or of chance shows as a difference to read."""

import pytest

from engine import games
from tests.conformance.games import ENTRIES
from tests.goldens.transcript import HERE, path, transcript

GOLDENS = [(game, name) for game, entry in ENTRIES.items() for name in entry.goldens]


@pytest.mark.parametrize("game", games.NAMES)
def test_every_registered_game_has_a_golden_playthrough(game):
    assert ENTRIES[game].goldens


@pytest.mark.parametrize(("game", "name"), GOLDENS)
def test_the_game_runs_as_it_did(game, name):
    again = transcript(ENTRIES[game].goldens[name])
    assert again == path(game, name).read_text(encoding="utf-8"), "see `python -m tests.goldens`"


def test_no_transcript_is_left_over():
    assert {file.relative_to(HERE) for file in HERE.glob("*/*.txt")} == {
        path(*golden).relative_to(HERE) for golden in GOLDENS
    }
