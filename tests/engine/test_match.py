"""A match and the bots that sit at it, on King's Dogs."""

import pytest

from engine.bots import RandomBot
from engine.chance import Chance
from engine.core import IllegalAction, Setup, Undone, redact
from engine.kings_dogs import rules
from engine.kings_dogs.table import Agree, Open, Raise
from engine.match import Match, decisions, fold
from engine.play import Company, play

SETUP = Setup("kings_dogs", ("A", "B", "C"), options={"first_leader": 0})


@pytest.fixture
def match():
    return Match(rules, SETUP, Chance(5))


class Witness:
    """A bot that remembers what it was told and shown."""

    def __init__(self, game, setup, seat, budget=1.0):
        self.seat, self.budget, self.told, self.views = seat, budget, [], []

    def notice(self, event):
        self.told.append(event)

    def choose(self, view, rng):
        self.views.append((len(self.told), view))
        return rng.choice(rules.legal(view))


def test_a_match_begins_with_the_first_decision(match):
    assert match.decider == 0
    assert match.result is None
    assert rules.follow(match.state) is None


def test_a_step_appends_the_action_and_what_the_rules_make_of_it(match):
    before = len(match.log)
    match.step(Open(2))
    assert len(match.log) == before + 1
    match.step(Agree())
    match.step(Agree())
    assert len(match.log) > before + 4


def test_the_view_of_the_decider_is_what_legal_is_asked_with(match):
    assert match.legal() == rules.legal(match.view(0))


def test_a_refused_action_changes_nothing(match):
    match.step(Open(2))
    log, state, view = list(match.log), match.state, match.view(1)
    with pytest.raises(IllegalAction) as caught:
        match.step(Raise(2))
    assert caught.value.where == "respond"
    assert (match.log, match.state, match.view(1)) == (log, state, view)


def test_views_catch_up_whenever_they_are_asked_for(match):
    early = match.view(1)
    match.step(Open(2))
    assert match.view(1) != early
    assert match.view(1) == fold(rules, SETUP, match.seen(1))
    assert match.view(2) == redact(match.state, 2)
    assert match.view(None) == redact(match.state, None)


def test_what_is_seen_grows_with_the_match(match):
    seen = match.seen(2)
    number = len(seen)
    match.step(Open(2))
    assert match.seen(2) is seen
    assert len(seen) == number + 1


def test_a_bot_is_told_what_its_seat_sees_before_it_is_asked(match):
    witnesses = {}

    def make(game, setup, seat, budget):
        witnesses[seat] = Witness(game, setup, seat, budget)
        return witnesses[seat]

    play(match, dict.fromkeys(range(3), make), budget=0.25)
    for seat, bot in witnesses.items():
        assert bot.budget == 0.25
        assert bot.told == match.seen(seat)[: len(bot.told)]
        assert [length for length, _ in bot.views] == decisions(rules, SETUP, match.log, seat)
        for length, view in bot.views:
            assert view == fold(rules, SETUP, bot.told[:length])


def test_a_company_leaves_empty_seats_to_somebody_else(match):
    company = Company(match, {1: RandomBot, 2: RandomBot})
    assert company.choice() is None
    assert not company.step()
    match.step(Open(1))
    assert company.step()


def test_undone_moves_leave_a_mark_and_the_original_alone(match):
    length = len(match.log)
    match.step(Open(2))
    match.step(Raise(3))
    back = match.undone(length, by=1)
    assert back.log == [*match.log[:length], Undone(1, 1)]
    assert back.decider == 0
    assert len(match.log) == length + 2
    back.step(Open(5))
    again = back.undone(length, by=0)
    assert again.log[-1] == Undone(0, 2)
    assert again.times_undone == 2
    assert (again.chance.seed, again.chance.fork) == (5, 2)


def test_a_mark_of_an_undo_is_no_decision_of_its_own(match):
    length = len(match.log)
    match.step(Open(2))
    back = match.undone(length, by=1)
    back.step(Open(3))
    assert decisions(rules, SETUP, back.log, 0) == [length + 1]


def test_a_resumed_match_settles_what_the_rules_still_have_to_do(match):
    match.step(Open(2))
    match.step(Agree())
    cut = len(match.log)
    match.step(Agree())
    resumed = Match(rules, SETUP, Chance(5), match.log[: cut + 1])
    assert len(resumed.log) > cut + 1
    assert resumed.log[: cut + 2] == match.log[: cut + 2]
    assert rules.follow(resumed.state) is None
