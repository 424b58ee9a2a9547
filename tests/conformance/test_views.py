"""A game is its log, and a seat's view is what the rules make of the part of it that the seat sees."""

from dataclasses import fields

import pytest

from engine import games, log
from engine.chance import Chance
from engine.core import redact
from engine.match import Match, decisions, fold
from engine.play import play
from tests.conformance.games import ENTRIES
from tests.conformance.playing import all_played, folded, played, seats_and_onlooker

pytestmark = pytest.mark.parametrize("name", games.NAMES)


def test_a_match_plays_what_the_pure_functions_say(name):
    bot = games.bots(name)["random"]
    for number, setup in enumerate(ENTRIES[name].setups):
        match = Match(games.load(name), setup, Chance(0))
        play(match, dict.fromkeys(range(len(setup.seats)), bot))
        assert tuple(match.log) == played(name, number, 0).log


def test_replaying_a_log_gives_the_state(name):
    for setup in ENTRIES[name].setups:
        match = Match(games.load(name), setup, Chance(0))
        play(match, dict.fromkeys(range(len(setup.seats)), games.bots(name)["random"]))
        again = Match(match.game, setup, Chance("another"), match.log)
        assert again.state == match.state
        assert again.log == match.log
        assert again.result == match.result


def test_every_view_is_the_redacted_state_at_every_prefix(name):
    for game in all_played(name):
        states = list(folded(game.game, game.setup, game.log))
        for seat in seats_and_onlooker(game.setup):
            start = redact(states[0], seat)
            assert start == states[0], "nothing is hidden before the first event"
            seen = [redact(event, seat) for event in game.log]
            for state, view in zip(states, folded(game.game, game.setup, seen), strict=True):
                assert view == redact(state, seat)


def test_everybody_agrees_on_what_follows_and_who_decides(name):
    for game in all_played(name):
        rules = game.game
        for state in folded(rules, game.setup, game.log):
            follows, decider = rules.follow(state), rules.decider(state)
            for seat in seats_and_onlooker(game.setup):
                view = redact(state, seat)
                assert rules.follow(view) == follows
                assert rules.decider(view) == decider
                assert rules.result(view) == rules.result(state)


def test_a_seat_decides_exactly_until_there_is_a_result(name):
    for game in all_played(name):
        rules = game.game
        for state in folded(rules, game.setup, game.log):
            if rules.follow(state) is None:
                assert (rules.decider(state) is None) == (rules.result(state) is not None)


def test_a_log_that_stops_after_any_step_goes_on_where_it_stopped(name):
    for game in all_played(name):
        rules, state = game.game, game.game.start(game.setup)
        for step in game.steps:
            following = rules.follow(state)
            if step.cause is None:
                assert following == step.events[0]
            else:
                assert following in (None, step.cause)
            state = rules.evolve(state, step.events[0])
            for event in step.events[1:]:
                state = rules.evolve(state, event)


def test_a_state_has_its_declared_fields_and_no_other(name):
    game = played(name, 0, 0)
    for state in folded(game.game, game.setup, game.log):
        declared = {field.name for field in fields(state)}
        assert set(getattr(state, "__dict__", declared)) == declared


def test_saved_and_loaded_games_are_the_same_for_every_viewer(name):
    for game in all_played(name):
        for viewer in ("all", *seats_and_onlooker(game.setup)):
            seen = game.log if viewer == "all" else tuple(redact(event, viewer) for event in game.log)
            saved = log.Saved(game.setup, viewer, seen)
            loaded = log.parse(log.dump(saved))
            assert loaded == saved
            assert log.dump(loaded) == log.dump(saved)


def test_decisions_are_found_in_the_full_and_in_the_own_log(name):
    for game in all_played(name):
        for seat in range(len(game.setup.seats)):
            expected = [length for length, who in game.decided if who == seat]
            own = [redact(event, seat) for event in game.log]
            assert decisions(game.game, game.setup, game.log, seat) == expected
            assert decisions(game.game, game.setup, own, seat) == expected


def test_a_resumed_match_shows_every_seat_the_same_view(name):
    game = played(name, 1, 1)
    match = Match(game.game, game.setup, Chance(0), game.log)
    for seat in seats_and_onlooker(game.setup):
        own = [redact(event, seat) for event in game.log]
        assert match.seen(seat) == own
        assert match.view(seat) == fold(game.game, game.setup, own)
