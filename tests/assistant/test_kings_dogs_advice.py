"""What an action is expected to bring, against every dog, habit and answer played out one by one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod

import pytest

from assistant.kings_dogs.advice import advise, prospects
from assistant.kings_dogs.habits import Habit
from assistant.kings_dogs.knowledge import Knowledge
from assistant.kings_dogs.player import Advised
from assistant.knowledge import CHOICE
from engine.chance import Chance
from engine.core import Action, Event, Seat, Setup, redact
from engine.kings_dogs import rules
from engine.kings_dogs import table as t
from engine.kings_dogs.bots import BOTS
from engine.kings_dogs.table import DOORS, Phase, State
from engine.match import Match
from engine.play import play
from tests.assistant.test_kings_dogs_choice import SMALL, chance_of, heard
from tests.kings_dogs.tables import A, B, C, Table, table, up

Minds = Mapping[Seat, tuple[Habit, int]]
"""A habit and a dog for every seat but the observer's."""


def minds(known: Knowledge) -> Iterator[tuple[Fraction, Minds]]:
    """Every habit with every dog of the others, and how likely that is believed to be."""
    others = [seat for seat in known.hiding if seat != known.observer]
    tables = []
    for seat in others:
        weights = known.beliefs[seat].weights
        whole = sum(map(sum, weights))
        tables.append(
            [
                (Fraction(weight, whole), (habit, dog))
                for (habit, _), row in zip(known.beliefs[seat].conduct.habits, weights, strict=True)
                for dog, weight in enumerate(row, 1)
                if weight
            ]
        )
    for chosen in product(*tables):
        yield prod(p for p, _ in chosen), dict(zip(others, (mind for _, mind in chosen), strict=True))


def answers(known: Knowledge, state: State, minds: Minds) -> Iterator[tuple[Fraction, Action]]:
    """What the seat that is to answer may do, by its mind; who accuses, points where belief is."""
    seat = rules.decider(state)
    assert seat is not None
    watched = known.seen_by_others().positions(state.leader, CHOICE)
    habit, dog = minds[seat]
    legal = rules.legal(state)
    accuse = sum(chance_of(a, state, habit, dog) for a in legal if isinstance(a, t.Accuse))
    for action in legal:
        if isinstance(action, t.Accuse):
            yield accuse * watched[action.position], action
        else:
            yield chance_of(action, state, habit, dog), action


def chips(known: Knowledge, state: State, minds: Minds, seat: Seat) -> tuple[Fraction, Fraction]:
    """The expected score and penalty chips of a seat, from a table that others decide about."""
    if state.phase is Phase.RESPOND and rules.decider(state) != seat:
        found = [Fraction(0), Fraction(0)]
        for chance, action in answers(known, state, minds):
            if isinstance(action, t.Agree | t.Accuse):
                gained = chips(known, Table(state).play(action).state, minds, seat)
                found = [sum_ + chance * more for sum_, more in zip(found, gained, strict=True)]
        return found[0], found[1]
    if state.phase is Phase.REWARD:
        state = Table(state).play(rules.legal(state)[-1]).state
    before = known.view
    return (
        Fraction(state.score[seat] - before.score[seat]),
        Fraction(state.penalty[seat] - before.penalty[seat]),
    )


def expected(known: Knowledge, action: Action) -> tuple[Fraction, Fraction]:
    seat, score, penalty = known.observer, Fraction(0), Fraction(0)
    assert seat is not None
    after = known.tell(told(action, seat))
    for chance, mind in minds(known):
        dogs = tuple(mind[s][1] if s in mind else known.view.dogs[s] for s in range(known.view.seats))
        state = Table(replace(known.view, dogs=dogs)).play(action).state
        gained = chips(replace(after, view=known.view), state, mind, seat)
        score, penalty = score + chance * gained[0], penalty + chance * gained[1]
    return score, penalty


def told(action: Action, by: Seat) -> Event:
    match action:
        case t.Open(door):
            return t.DoorOpened(by, door)
        case t.Raise(door):
            return t.Raised(by, door)
        case t.Reject(doors):
            return t.Rejected(by, doors)
        case t.Accuse(position):
            return t.Accused(by, position)
    return t.Agreed(by)


OPENED = (t.DoorOpened(A, 2), t.Raised(B, 3), t.Agreed(C))
LATE = {"face_up": up({1, 2}, {4}, set()), "score": (1, 0, 1), "penalty": (2, 1, 0)}


@pytest.mark.parametrize(
    ("answers", "dog", "changes"),
    [((), 4, LATE), (OPENED, 3, {})],
    ids=["opening late", "own door open"],
)
def test_chips_are_expected_as_in_every_course_played_out(answers, dog, changes):
    known = heard(*answers, conduct=SMALL, state=table(3, dogs=(dog, 5, 5), **changes))
    known = replace(
        known,
        beliefs=tuple(
            belief.without(gone) for belief, gone in zip(known.beliefs, known.view.face_up, strict=True)
        ),
    )
    found = prospects(known)
    assert {prospect.action for prospect in found} == set(rules.legal(known.view))
    for prospect in found:
        assert (prospect.score, prospect.penalty) == expected(known, prospect.action), prospect.action


def test_what_an_action_gives_away_is_what_those_who_watch_believe_after_it():
    known = heard(*OPENED, state=table(3, dogs=(3, 5, 5)))
    for prospect in prospects(known):
        watching = known.tell(told(prospect.action, A)).seen_by_others()
        assert prospect.before == known.seen_by_others().positions(A, CHOICE)[3]
        assert prospect.after == watching.positions(A, CHOICE)[3]


def test_the_reward_that_gives_away_least_comes_first():
    state = table(3, dogs=(5, 3, 5))
    known = Knowledge(redact(state, B), B, heard(state=state).beliefs)
    known = known.tell_all([t.DoorOpened(A, 2), t.Raised(B, 1), t.Raised(C, 4), t.Agreed(A)])
    known = known.tell_all([t.Accused(B, 5), t.TileTurned(C, 5, True), t.PenaltyTaken(C), t.TilesSet(C)])
    known = known.tell(t.RewardDue(B))
    best = prospects(known)[0].action
    believed = known.seen_by_others().positions(B, CHOICE)
    assert best in {t.TurnOwnX(where) for where in (1, 2, 4, 5) if believed[where] == min(believed.values())}


def test_spread_is_that_of_a_chip_which_comes_or_not():
    known = heard(*OPENED, state=table(3, dogs=(3, 5, 5)))
    for prospect in prospects(known):
        assert prospect.penalty_spread**2 == pytest.approx(prospect.penalty * (1 - prospect.penalty))
        assert prospect.score_spread**2 == pytest.approx(prospect.score * (1 - prospect.score))


def test_a_certain_dog_is_pointed_at():
    known = heard(*OPENED)
    beliefs = (known.beliefs[A], known.beliefs[B].without(DOORS - {4}), known.beliefs[C])
    best = advise(replace(known, beliefs=beliefs))[0]
    assert best.action == t.Accuse(4)
    assert str(best.reasons[0]) == "The dog of 1 is at 4 with a chance of 1."


def test_nobody_is_advised_out_of_turn():
    known = heard(t.DoorOpened(A, 2))
    assert advise(known) == advise(known.seen_by_others()) == ()


REASONS = [
    (t.Agree(), "Your own dog is behind one of these doors."),
    (t.Raise(4), "Your own dog is behind one of these doors."),
    (t.Accuse(1), "The dog of 1 is at 1 with a chance of"),
]


@pytest.mark.parametrize(("action", "reason"), REASONS, ids=str)
def test_every_action_has_its_reason(action, reason):
    known = heard(*OPENED, state=table(3, dogs=(3, 5, 5)))
    reasons = {prospect.action: prospect.reasons for prospect in prospects(known)}
    assert str(reasons[action][0]).startswith(reason)


def test_three_tiles_are_a_reason():
    known = heard(
        t.DoorOpened(A, 2), t.Raised(B, 3), t.Agreed(C), state=table(3, face_up=up({1}, set(), set()))
    )
    reasons = next(prospect.reasons for prospect in prospects(known) if prospect.action == t.Agree())
    assert str(reasons[0]).startswith("If all agree and no dog is found before your turn")


@pytest.mark.parametrize(
    "options", [{}, {"placement": "choose", "score_timing": "immediate", "reward_optional": True}], ids=str
)
def test_the_advised_bot_plays_whole_games_under_every_option(options):
    match = Match(rules, Setup("kings_dogs", ("A", "B", "C"), options=options), Chance(1))
    assert play(match, {A: Advised, B: BOTS["careful"], C: Advised}).winners
