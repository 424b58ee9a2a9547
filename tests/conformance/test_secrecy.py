"""Non-interference: what a seat did not see changes nothing that it is shown, advised or asked."""

from itertools import islice
from random import Random

import pytest

from engine import games
from engine.chance import Chance
from engine.core import redact
from engine.log import Saved, dump
from engine.match import Match, fold
from engine.play import Company
from tests.conformance.games import ENTRIES
from tests.conformance.playing import all_played, replays

PAIRS = 200
TRIES = 100


def pairs(name):
    """Yield two full logs that a seat, who is to decide, cannot tell apart: (setup, seat, log, log)."""
    rng, entry = Random(name), ENTRIES[name]
    found = list(all_played(name))
    for _ in range(PAIRS * TRIES):
        game = rng.choice(found)
        length, seat = rng.choice(game.decided)
        log = game.log[:length]
        other = tuple(entry.exchange(game.setup, log, seat, rng))
        if (
            [redact(event, seat) for event in other] == [redact(event, seat) for event in log]
            and replays(game.game, game.setup, game.steps, other)
            and fold(game.game, game.setup, other) != fold(game.game, game.setup, log)
        ):
            yield game.setup, seat, log, other


def text(setup, seat, log):
    return dump(Saved(setup, seat, tuple(redact(event, seat) for event in log)))


@pytest.mark.parametrize("name", games.NAMES)
def test_what_a_seat_did_not_see_changes_nothing(name):
    rules, makers, entry = games.load(name), games.bots(name), ENTRIES[name]
    number = 0
    for setup, seat, *logs in islice(pairs(name), PAIRS):
        here, there = (Match(rules, setup, Chance("same"), log) for log in logs)
        assert tuple(here.log) == logs[0]
        assert here.state != there.state
        assert text(setup, seat, logs[0]) == text(setup, seat, logs[1])
        entry.conserved(there.state)
        assert here.decider == there.decider == seat
        assert here.view(seat) == there.view(seat)
        assert here.seen(seat) == there.seen(seat)
        assert here.legal() == there.legal()
        for make in makers.values():
            choices = [Company(match, {seat: make}).choice() for match in (here, there)]
            assert choices[0] == choices[1]
        for says in entry.says:
            assert says(setup, seat, here.seen(seat)) == says(setup, seat, there.seen(seat))
        for draws in entry.screens:
            assert draws(here, seat) == draws(there, seat)
        number += 1
    assert number == PAIRS, "too few pairs of deals to prove anything"
