"""Legal actions are accepted, all others are refused with a reason and change nothing."""

from random import Random

import pytest

from engine import games
from engine.chance import Chance
from engine.core import Action, IllegalAction, Message, redact
from engine.match import Match, fold
from tests.conformance.games import ENTRIES
from tests.conformance.playing import all_played

pytestmark = pytest.mark.parametrize("name", games.NAMES)

DECISIONS = 60
OTHERS = 150
TRIED = 8


def decisions(name):
    """Yield some decisions of the random games: game, length of the log, seat and its view."""
    rng = Random(name)
    found = [(game, length, seat) for game in all_played(name) for length, seat in game.decided]
    for game, length, seat in rng.sample(found, min(DECISIONS, len(found))):
        seen = [redact(event, seat) for event in game.log[:length]]
        yield game, length, seat, fold(game.game, game.setup, seen)


def universe(name):
    """Return actions of every sort that were legal somewhere in the random games, some of each sort."""
    sorts: dict[tuple[type[Action], str], set[Action]] = {}
    for game, _, _, view in decisions(name):
        for action in game.game.legal(view):
            sorts.setdefault(type(action), set()).add(action)
    rng = Random(name)
    each = OTHERS // len(sorts)
    return [a for acts in sorts.values() for a in rng.sample(sorted(acts, key=repr), min(each, len(acts)))]


def test_the_deciding_seat_always_has_a_legal_action_and_none_twice(name):
    for game in all_played(name):
        state, decided = game.game.start(game.setup), dict(game.decided)
        for length, event in enumerate(game.log):
            if length in decided:
                legal = game.game.legal(redact(state, decided[length]))
                assert legal
                assert len(set(legal)) == len(legal)
            state = game.game.evolve(state, event)


def test_refusal_is_none_exactly_for_legal_actions(name):
    actions = universe(name)
    for game, _, _, view in decisions(name):
        legal = game.game.legal(view)
        for action in (*legal, *actions):
            reason = game.game.refusal(view, action)
            assert (reason is None) == (action in legal)
            assert reason is None or isinstance(reason, Message)


def test_legal_actions_are_accepted(name):
    rng = Random(name)
    for game, length, seat, view in decisions(name):
        legal = game.game.legal(view)
        for action in rng.sample(legal, min(TRIED, len(legal))):
            match = Match(game.game, game.setup, Chance("accepted"), game.log[:length])
            assert match.decider == seat
            assert match.legal() == legal
            match.step(action)
            assert tuple(match.log[:length]) == game.log[:length]
            assert len(match.log) > length
            ENTRIES[name].conserved(match.state)


def test_illegal_actions_are_refused_and_change_nothing(name):
    refused, actions = 0, universe(name)
    for game, length, _, view in decisions(name):
        match = Match(game.game, game.setup, Chance("refused"), game.log[:length])
        legal, before = game.game.legal(view), match.state
        for action in actions:
            if action in legal:
                continue
            with pytest.raises(IllegalAction) as caught:
                match.step(action)
            assert caught.value.value is action
            assert str(caught.value.reason)
            assert "{" not in str(caught.value.reason)
            assert match.state is before
            assert tuple(match.log) == game.log[:length]
            refused += 1
    assert refused > DECISIONS


def test_after_the_end_nothing_is_legal(name):
    for game in all_played(name):
        match = Match(game.game, game.setup, Chance(0), game.log)
        assert match.legal() == ()
    with pytest.raises(IllegalAction, match="The game is over"):
        match.step(universe(name)[0])
    assert tuple(match.log) == game.log
