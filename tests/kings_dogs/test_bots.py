"""What the rule-of-thumb bots of King's Dogs do."""

from random import Random

import pytest

from engine import games
from engine.chance import Chance
from engine.core import Setup
from engine.kings_dogs import rules
from engine.kings_dogs import table as t
from engine.kings_dogs.bots import BOTS
from engine.kings_dogs.table import Phase, to_search
from engine.match import Match
from engine.play import play
from tests.kings_dogs.tables import A, B, answering, table, up


def choices(state):
    """Return everything that the careful bot may do at a table, over many draws."""
    seat = rules.decider(state)
    bot = BOTS["careful"](rules, Setup("kings_dogs", ("A", "B", "C")), seat)
    return {bot.choose(state, Random(seed)) for seed in range(60)}


@pytest.mark.parametrize(
    ("action", "doors"),
    [
        (t.Open(4), {2, 4}),
        (t.Agree(), {2}),
        (t.Raise(4), {2, 4}),
        (t.Reject(frozenset({1, 3})), {1, 3}),
        (t.Accuse(2), set()),
    ],
)
def test_the_doors_that_are_searched_if_all_agree(action, doors):
    assert to_search(frozenset({2}), action) == doors


def test_careful_opens_an_own_x_that_is_face_down():
    state = table(3, dogs=(4, 5, 5), face_up=up({1, 2}, set(), set()))
    assert choices(state) == {t.Open(3), t.Open(5)}


def test_careful_leads_with_most_own_tiles_and_spares_its_own_dog():
    state = answering(table(3, dogs=(5, 4, 5), face_up=up(set(), {2}, set())), {1}, B)
    assert choices(state) == {t.Reject(frozenset({3, 5})), t.Raise(3), t.Raise(5)}


def test_careful_points_at_the_leader_when_no_lead_spares_its_own_dog():
    state = answering(table(3, dogs=(5, 1, 5)), {1, 2, 3}, B)
    assert choices(state) == {t.Accuse(position) for position in range(1, 6)}


def test_careful_points_at_a_leader_with_one_tile_up():
    state = answering(table(3, face_up=up({3}, set(), set())), {2}, B, leader=A)
    assert choices(state) == {t.Accuse(position) for position in (1, 2, 4, 5)}


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_no_search_ever_finds_the_dog_of_careful(seats):
    setup = Setup("kings_dogs", tuple("ABCDE"[:seats]))
    makers = dict.fromkeys(range(seats), games.bots("kings_dogs")["random"]) | {A: BOTS["careful"]}
    for seed in range(30):
        match = Match(rules, setup, Chance(seed))
        play(match, makers)
        state = rules.start(setup)
        for event in match.log:
            found = isinstance(event, t.TileTurned) and event.dog
            assert not (found and state.phase is Phase.SEARCH and event.seat == A)
            state = rules.evolve(state, event)
