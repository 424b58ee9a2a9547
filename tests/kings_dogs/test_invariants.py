"""What is true in every game of King's Dogs (RULES.md 1.1, invariants a to d)."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from engine.bots import RandomBot
from engine.chance import Chance
from engine.core import Setup
from engine.kings_dogs import rules
from engine.kings_dogs.table import (
    Eliminated,
    GameEnded,
    PenaltyTaken,
    Phase,
    Raised,
    Reject,
    Rejected,
    RoundEnded,
    Scored,
    TilesSet,
    TileTurned,
)
from engine.match import Match
from engine.play import play

options = st.fixed_dictionaries(
    {
        "score_timing": st.sampled_from(["end_of_search", "immediate"]),
        "placement": st.sampled_from(["shuffle", "choose"]),
        "reward_optional": st.booleans(),
        "max_rounds": st.just(60),
    }
)


def plays(test):
    """Give a test the steps of random games: pairs of an event and the state before it."""

    @given(seats=st.integers(2, 5), chosen=options, seed=st.integers(0, 2**32))
    def with_games(seats, chosen, seed):
        setup = Setup("kings_dogs", tuple("ABCDE"[:seats]), options=chosen)
        match = Match(rules, setup, Chance(seed))
        play(match, dict.fromkeys(range(seats), RandomBot))
        state, steps = rules.start(setup), []
        for event in match.log:
            steps.append((event, state))
            state = rules.evolve(state, event)
        test(steps)

    with_games.__name__, with_games.__doc__ = test.__name__, test.__doc__
    return with_games


def rounds(steps):
    """Return the steps round by round."""
    ended = [[]]
    for step in steps:
        ended[-1].append(step)
        if isinstance(step[0], RoundEnded):
            ended.append([])
    return ended


@plays
def test_a_before_every_opening_each_living_player_has_at_most_two_tiles_up(steps):
    for event, before in steps:
        if before.phase is Phase.OPEN and not isinstance(event, TilesSet):
            for seat in before.living:
                assert len(before.face_up[seat]) <= 2
                assert before.dogs[seat] not in before.face_up[seat]


@plays
def test_b_the_open_doors_grow_with_every_raise_and_reject_four_times_at_most(steps):
    for part in rounds(steps):
        changes = [(e, before) for e, before in part if isinstance(e, Raised | Rejected)]
        assert len(changes) <= 4
        for event, before in changes:
            assert len(rules.evolve(before, event).open) == len(before.open) + 1


@plays
def test_c_a_round_finds_one_dog_and_takes_one_player_out_at_most(steps):
    for part in rounds(steps):
        number = Counter(type(event) for event, _ in part)
        found = sum(isinstance(event, TileTurned) and event.dog for event, _ in part)
        assert found == number[PenaltyTaken] <= 1
        assert number[Eliminated] <= found
        assert all(before.living for _, before in part)


@plays
def test_d_a_reject_is_legal_exactly_while_enough_doors_are_closed(steps):
    for _, before in steps:
        if before.phase is Phase.RESPOND and before.to_answer is not None:
            rejects = [action for action in rules.legal(before) if isinstance(action, Reject)]
            assert bool(rejects) == (5 - len(before.open) >= len(before.open) + 1)
            assert bool(rejects) == (len(before.open) <= 2)


@plays
def test_chips_are_flipped_one_at_a_time_and_the_game_stops_with_the_last(steps):
    for event, before in steps:
        after = rules.evolve(before, event)
        gained = sum(after.score) - sum(before.score), sum(after.penalty) - sum(before.penalty)
        points = len(event.seats) if isinstance(event, Scored) else 0
        assert gained == (points, isinstance(event, PenaltyTaken))
        if max(before.score) == 2:
            assert isinstance(event, GameEnded | Eliminated)
        assert all(before.penalty[seat] == 3 for seat in before.left)


@plays
def test_tiles_face_down_stay_unless_turned_or_gathered(steps):
    for event, before in steps:
        after = rules.evolve(before, event)
        for seat, tiles in enumerate(before.face_up):
            gathers = isinstance(event, PenaltyTaken) and event.seat == seat
            gathers |= isinstance(event, Scored) and seat in event.seats
            assert gathers or after.face_up[seat] >= tiles
