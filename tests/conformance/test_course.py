"""How games run: they repeat from the seed, keep their cards, end, and can be taken back."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from engine import games, log
from engine.chance import Chance
from engine.core import Undone, redact
from engine.match import Match, fold
from engine.play import Company
from tests.conformance.games import ENTRIES
from tests.conformance.playing import all_played, folded, played, seats_and_onlooker

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.parametrize("name", games.NAMES)


def test_the_same_seed_gives_the_same_log_whatever_the_hash_seed(name):
    script = f"from tests.conformance.playing import texts; print(*texts({name!r}), sep='')"
    logs = [
        subprocess.run(
            [sys.executable, "-c", script],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2")
    ]
    assert logs[0] == logs[1]
    assert logs[0].count(b'"format"') == len(ENTRIES[name].setups)


def test_another_seed_gives_another_log(name):
    logs = {played(name, 0, seed).log for seed in range(ENTRIES[name].games)}
    assert len(logs) == ENTRIES[name].games


def test_nothing_is_lost_or_made_on_the_way(name):
    for game in all_played(name):
        length, starts = 0, set()
        for step in game.steps:
            length += len(step.events)
            starts.add(length)
        for at, state in enumerate(folded(game.game, game.setup, game.log)):
            if at in starts:
                ENTRIES[name].conserved(state)


def test_random_games_end_within_the_cap(name):
    reasons = set()
    for game in all_played(name):
        states = list(folded(game.game, game.setup, game.log))
        assert all(ENTRIES[name].within_cap(state) for state in states)
        result = game.game.result(states[-1])
        assert result is not None
        assert len(result.ranks) == len(game.setup.seats)
        assert min(result.ranks) == 1
        assert all(result.ranks[seat] == 1 for seat in result.winners)
        assert result.winners or result.reason in ("cap", "all_failed")
        reasons.add(result.reason)
    assert "cap" in reasons, "a set-up with a low cap belongs into the registry"
    assert len(reasons) > 1


def test_moves_can_be_taken_back(name):
    rng = Random(name)
    for number in range(len(ENTRIES[name].setups)):
        game = played(name, number, 0)
        length, seat = rng.choice(game.decided)
        match = Match(game.game, game.setup, Chance(0), game.log)
        back = match.undone(length, by=seat)
        assert tuple(match.log) == game.log
        assert back.log == [*game.log[:length], Undone(seat, 1)]
        assert back.state == fold(game.game, game.setup, game.log[:length])
        assert back.decider == seat
        for viewer in seats_and_onlooker(game.setup):
            own = [redact(event, viewer) for event in game.log[:length]]
            assert back.view(viewer) == fold(game.game, game.setup, own)
        saved = log.Saved(game.setup, "all", tuple(back.log))
        assert log.parse(log.dump(saved)) == saved
        twice = back.undone(game.decided[0][0], by=game.decided[0][1])
        assert twice.times_undone == 2


def test_after_an_undo_the_game_goes_on_to_its_end(name):
    game = played(name, 1, 2)
    length, seat = game.decided[len(game.decided) // 2]
    match = Match(game.game, game.setup, Chance(0), game.log).undone(length, by=seat)
    company = Company(match, dict.fromkeys(range(len(game.setup.seats)), games.bots(name)["random"]))
    while company.step():
        pass
    assert match.result is not None
    assert match.times_undone == 1


def test_chance_is_fresh_after_an_undo(name):
    game = played(name, 0, 0)
    match = Match(game.game, game.setup, Chance(0), game.log)
    back = match.undone(game.decided[0][0], by=game.decided[0][1])
    draws = [
        [chance.stream("deal").random() for _ in range(3)]
        for chance in (Chance(0), back.chance, back.undone(game.decided[0][0], by=0).chance)
    ]
    assert draws[0] != draws[1] != draws[2] != draws[0]
