"""King's Dogs, rule by rule: KD-T1 to T17 and what they leave open (RULES.md section 1)."""

from collections import Counter
from dataclasses import replace

import pytest

from engine.chance import Chance
from engine.core import IllegalAction, SaidError, Setup, redact
from engine.kings_dogs import rules
from engine.kings_dogs.table import (
    Accuse,
    Accused,
    Agree,
    Decline,
    DoorOpened,
    Eliminated,
    GameEnded,
    LeaderChosen,
    LeaderPassed,
    Open,
    PenaltyTaken,
    Phase,
    Place,
    Raise,
    Reject,
    RewardDue,
    RoundEnded,
    Scored,
    Searched,
    TilesSet,
    TileTurned,
    TurnOwnX,
)
from engine.match import Match
from tests.kings_dogs.tables import A, B, C, D, E, Table, answering, finished, table, up


def doors(*numbers):
    return Reject(frozenset(numbers))


def legal(state):
    return set(rules.legal(redact(state, rules.decider(state))))


def kinds(events):
    return [type(event) for event in events]


def turned(match):
    return [(e.seat, e.position) for e in match.happened if isinstance(e, TileTurned)]


# The acceptance tests of RULES.md 1.4


def test_kd_t01_a_reject_opens_one_door_more_and_everybody_answers_again():
    match = Table(answering(table(), {2}, to_answer=B)).play(doors(1, 3))
    assert match.state.open == {1, 3}
    assert match.state.leader == B
    assert match.state.agrees == 0
    assert match.decider == C
    assert match.play(Agree()).decider == A


@pytest.mark.parametrize("wrong", [(2, 3), (1,), (1, 3, 4)])
def test_kd_t02_a_reject_of_open_doors_or_of_the_wrong_number_is_illegal(wrong):
    match = Table(answering(table(), {2}, to_answer=B))
    with pytest.raises(IllegalAction):
        match.step(doors(*wrong))
    assert match.happened == []


def test_kd_t03_with_three_doors_open_nobody_may_reject():
    state = answering(table(face_up=up({2}, {}, {})), {1, 3, 4}, to_answer=B)
    assert legal(state) == {Agree(), Raise(2), Raise(5), Accuse(1), Accuse(3), Accuse(4), Accuse(5)}


def test_kd_t04_with_five_doors_open_one_may_only_agree_or_accuse():
    state = answering(table(), {1, 2, 3, 4, 5}, to_answer=B)
    assert legal(state) == {Agree(), *map(Accuse, range(1, 6))}


def test_kd_t05_a_raise_makes_those_who_agreed_answer_again():
    match = Table(answering(table(dogs=(5, 5, 5)), {2}, to_answer=B)).play(Agree(), Raise(4))
    assert match.state.leader == C
    assert match.state.agrees == 0
    assert match.decider == A
    assert match.play(Agree()).decider == B
    assert Searched not in kinds(match.happened)
    match.play(Agree())
    assert [e.seat for e in match.happened if isinstance(e, Searched)] == [C, A, B]


def search_led_by_b(**changes):
    state = table(dogs=(5, 5, 3), **changes)
    return Table(answering(state, {1, 3}, to_answer=A, agrees=1, leader=B)).play(Agree())


def test_kd_t06_the_search_stops_at_the_first_dog():
    match = search_led_by_b()
    assert turned(match) == [(B, 1), (B, 3), (C, 1), (C, 3)]
    assert match.state.penalty == (0, 0, 1)
    assert match.set_up_by() == [C]
    assert match.state.face_up == up({}, {1, 3}, {})
    assert match.state.score == (0, 0, 0)
    assert (match.state.phase, match.decider) == (Phase.OPEN, B)


def test_kd_t07_a_third_tile_scores_although_the_search_stopped_at_another():
    match = search_led_by_b(face_up=up({}, {2}, {}))
    assert turned(match) == [(B, 1), (B, 3), (C, 1), (C, 3)]
    assert Scored((B,)) in match.happened
    assert match.state.score == (0, 1, 0)
    assert match.state.face_up == up({}, {}, {})
    assert sorted(match.set_up_by()) == [B, C]


def test_kd_t08_a_tile_already_face_up_is_not_turned_again():
    state = table(face_up=up({2}, {}, {}))
    match = Table(answering(state, {2}, to_answer=B)).play(Agree(), Agree())
    assert turned(match) == [(B, 2), (C, 2)]
    assert match.state.face_up == up({2}, {2}, {2})
    assert match.state.score == (0, 0, 0)


def test_kd_t09_a_right_accusation_is_rewarded_with_an_own_x():
    state = answering(table(dogs=(5, 4, 1), face_up=up({}, {}, {4})), {2}, to_answer=C, agrees=1)
    match = Table(state).play(Accuse(5))
    assert match.state.penalty == (1, 0, 0)
    assert match.set_up_by() == [A]
    assert match.decider == C
    assert legal(match.state) == {TurnOwnX(2), TurnOwnX(3), TurnOwnX(5)}
    match.play(TurnOwnX(3))
    assert match.state.face_up == up({}, {}, {3, 4})
    assert match.happened[-2:] == [TileTurned(C, 3, False), RoundEnded()]
    assert (match.state.phase, match.decider, match.state.open) == (Phase.OPEN, A, frozenset())


def test_kd_t10_a_wrong_accusation_turns_the_leaders_x_and_may_score_for_him():
    state = table(face_up=up({1, 2}, {}, {}))
    match = Table(answering(state, {3}, to_answer=C, agrees=1)).play(Accuse(4))
    assert match.happened[:2] == [Accused(C, 4), TileTurned(A, 4, False)]
    assert Scored((A,)) in match.happened
    assert match.state.score == (1, 0, 0)
    assert match.state.penalty == (0, 0, 0)
    assert match.state.face_up == up({}, {}, {})
    assert match.set_up_by() == [A]
    assert match.decider == A


def test_kd_t11_only_face_down_tiles_of_the_leader_can_be_accused():
    """An accusation names a position only, so that of another than the leader cannot be said."""
    state = table(face_up=up({2}, {4}, {}))
    match = Table(answering(state, {3}, to_answer=C, agrees=1))
    with pytest.raises(IllegalAction, match="leader"):
        match.step(Accuse(2))
    match.step(Accuse(4))
    assert TileTurned(A, 4, False) in match.happened


def test_kd_t12_the_leader_out_his_left_neighbour_leads_and_nobody_asks_him_again():
    state = table(penalty=(2, 0, 0), dogs=(5, 4, 4))
    match = Table(answering(state, {1}, to_answer=B)).play(Accuse(5), TurnOwnX(1))
    assert kinds(match.happened) == [
        Accused,
        TileTurned,
        PenaltyTaken,
        RewardDue,
        TileTurned,
        Eliminated,
        LeaderPassed,
        RoundEnded,
    ]
    assert match.state.alive == (False, True, True)
    assert match.state.face_up[B] == {1}
    assert (match.state.phase, match.decider) == (Phase.OPEN, B)
    match.play(Open(2))
    assert match.decider == C
    match.play(Agree())
    assert A not in {e.seat for e in match.happened if isinstance(e, Searched)}
    assert match.decider == B


def test_kd_t13_the_last_one_living_wins_without_a_reward():
    state = table(2, penalty=(2, 0))
    match = Table(answering(state, {1}, to_answer=B)).play(Accuse(5))
    assert RewardDue not in kinds(match.happened)
    assert match.decider is None
    assert match.result.winners == (B,)
    assert match.result.ranks == (2, 1)
    assert match.result.reason == "survival"


@pytest.mark.parametrize(
    ("penalty", "winners", "ranks"),
    [((2, 1, 0), (B,), (2, 1, 3)), ((1, 1, 0), (A, B), (1, 1, 3))],
)
def test_kd_t14_two_second_points_at_the_same_time(penalty, winners, ranks):
    state = table(score=(1, 1, 0), penalty=penalty, face_up=up({1, 2}, {2, 3}, {}))
    match = Table(answering(state, {4}, to_answer=B)).play(Agree(), Agree())
    assert Scored((A, B)) in match.happened
    assert match.state.score == (2, 2, 0)
    assert match.result.reason == "points"
    assert match.result.winners == winners
    assert match.result.ranks == ranks


def test_kd_t15_four_tiles_are_one_point_and_nothing_carries_over():
    state = table(face_up=up({1, 2}, {}, {}))
    match = Table(answering(state, {3, 4}, to_answer=B)).play(Agree(), Agree())
    assert match.state.score == (1, 0, 0)
    assert match.state.face_up[A] == frozenset()


def test_kd_t16_a_seat_sees_its_own_dog_and_face_up_tiles_only():
    """What the assistant makes of it (1/3 each on 1, 3, 5) is tested with the assistant."""
    state = table(face_up=up({2, 4}, {}, {}), dogs=(3, 1, 2))
    view = redact(state, B)
    assert view.dogs == (None, 1, None)
    assert view.face_up == state.face_up
    assert redact(TilesSet(A, 4), B) == TilesSet(A)
    assert redact(TilesSet(B, 4), B) == TilesSet(B, 4)


@pytest.mark.parametrize(
    ("opened", "sizes"),
    [
        ({2}, {Agree: 1, Raise: 4, Reject: 6, Accuse: 5}),
        ({2, 4}, {Agree: 1, Raise: 3, Reject: 1, Accuse: 5}),
        ({1, 2, 4}, {Agree: 1, Raise: 2, Accuse: 5}),
        ({1, 2, 3, 4}, {Agree: 1, Raise: 1, Accuse: 5}),
        ({1, 2, 3, 4, 5}, {Agree: 1, Accuse: 5}),
    ],
)
def test_kd_t17_the_number_of_answers(opened, sizes):
    actions = rules.legal(answering(table(), opened, to_answer=B))
    assert Counter(map(type, actions)) == sizes
    if len(opened) == 2:
        assert Reject(frozenset({1, 3, 5})) in actions


# Set-up


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_kd_r04_r05_everybody_sets_up_one_dog_and_nothing_is_flipped(seats):
    match = Match(rules, Setup("kings_dogs", tuple("ABCDE"[:seats])), Chance(3))
    assert [e.seat for e in match.log if isinstance(e, TilesSet)] == list(range(seats))
    assert all(dog in range(1, 6) for dog in match.state.dogs)
    assert match.state.face_up == (frozenset(),) * seats
    assert match.state.score == match.state.penalty == (0,) * seats
    assert match.state.open == frozenset()


def test_kd_r04_the_dog_is_equally_likely_behind_every_door():
    setup = Setup("kings_dogs", ("A", "B"))
    found = Counter(Match(rules, setup, Chance(seed)).state.dogs[0] for seed in range(2000))
    assert set(found) == {1, 2, 3, 4, 5}
    assert all(300 < number < 500 for number in found.values())


@pytest.mark.parametrize("seats", [0, 1, 6])
def test_kd_g19_two_to_five_play(seats):
    with pytest.raises(SaidError, match="2 to 5"):
        rules.start(Setup("kings_dogs", tuple("ABCDEF"[:seats])))


def test_kd_r06_g22_the_caller_names_the_first_leader():
    setup = Setup("kings_dogs", ("A", "B", "C"), options={"first_leader": 2})
    match = Match(rules, setup, Chance(0))
    assert match.log[0] == LeaderChosen(C)
    assert match.decider == C


def test_kd_r06_g22_otherwise_the_first_leader_is_drawn_from_the_seed():
    setup = Setup("kings_dogs", ("A", "B", "C"))
    leaders = [Match(rules, setup, Chance(seed)).decider for seed in range(30)]
    assert leaders == [Match(rules, setup, Chance(seed)).decider for seed in range(30)]
    assert set(leaders) == {A, B, C}


def test_kd_g22_the_first_leader_must_be_at_the_table():
    with pytest.raises(SaidError, match="one of the players"):
        rules.start(Setup("kings_dogs", ("A", "B"), options={"first_leader": 2}))


@pytest.mark.parametrize(
    "options", [{"placement": "hidden"}, {"max_rounds": 0}, {"eliminated_at": 4}, {"first_leader": 5}]
)
def test_an_option_or_value_that_the_game_does_not_have_is_refused(options):
    with pytest.raises(SaidError):
        rules.start(Setup("kings_dogs", ("A", "B"), options=options))


# Rounds


def test_kd_r07_the_leader_opens_exactly_one_door_then_his_left_neighbour_answers():
    state = table(leader=B)
    assert legal(state) == {Open(door) for door in range(1, 6)}
    match = Table(state).play(Open(4))
    assert match.happened == [DoorOpened(B, 4)]
    assert match.state.open == {4}
    assert match.decider == C


def test_kd_r08_answers_go_round_the_living_and_never_to_the_leader():
    state = table(
        5, alive=(True, False, True, True, False), left=(B, E), leader=C, dogs=(5, None, 5, 5, None)
    )
    match = Table(state).play(Open(1))
    assert match.decider == D
    assert match.play(Agree()).decider == A
    match.play(Agree())
    assert [e.seat for e in match.happened if isinstance(e, Searched)] == [C, D, A]


def test_kd_r09_the_former_leader_answers_a_raise_last_but_for_those_between():
    match = Table(answering(table(4), {1}, to_answer=B)).play(Agree(), Raise(3))
    assert match.state.open == {1, 3}
    deciders = []
    for _ in range(3):
        deciders.append(match.decider)
        match.play(Agree())
    assert deciders == [D, A, B]


def test_kd_r10_after_two_rejects_the_first_door_may_be_open_again():
    """KD-G3: only doors that are closed at this moment count."""
    match = Table(answering(table(), {1}, to_answer=B)).play(doors(2, 3))
    assert legal(match.state) >= {doors(1, 4, 5)}
    match.play(doors(1, 4, 5))
    assert match.state.open == {1, 4, 5}
    assert match.state.leader == C


def test_kd_r11_a_tile_behind_a_closed_door_may_be_accused():
    match = Table(answering(table(), {1}, to_answer=B)).play(Accuse(5))
    assert PenaltyTaken(A) in match.happened


def test_kd_r12_the_leader_is_searched_first_and_a_dog_spares_the_rest():
    match = Table(answering(table(dogs=(1, 1, 1)), {1}, to_answer=B)).play(Agree(), Agree())
    assert turned(match) == [(A, 1)]
    assert match.state.penalty == (1, 0, 0)


def test_kd_r13_only_the_found_gather_their_tiles():
    state = table(dogs=(3, 5, 5), face_up=up({1, 2}, {4}, {}), leader=B)
    match = Table(answering(state, {3}, to_answer=C, leader=B)).play(Agree(), Agree())
    assert match.state.penalty == (1, 0, 0)
    assert match.state.face_up == up({}, {3, 4}, {3})
    assert match.set_up_by() == [A]


def test_kd_r15_two_tiles_score_nothing():
    match = Table(answering(table(face_up=up({1}, {}, {})), {2}, to_answer=B)).play(Agree(), Agree())
    assert match.state.face_up[A] == {1, 2}
    assert Scored not in kinds(match.happened)


def test_kd_r15_the_found_do_not_score():
    state = table(dogs=(4, 5, 5), face_up=up({1, 2}, {}, {}))
    match = Table(answering(state, {3, 4}, to_answer=B)).play(Agree(), Agree())
    assert match.state.score == (0, 0, 0)
    assert match.state.penalty == (1, 0, 0)


def test_kd_r16_the_third_penalty_chip_takes_a_searched_player_out():
    state = table(penalty=(0, 2, 0), dogs=(5, 2, 5))
    match = Table(answering(state, {2}, to_answer=B)).play(Agree(), Agree())
    assert match.state.alive == (True, False, True)
    assert match.set_up_by() == []
    assert match.decider == A
    assert match.play(Open(1)).decider == C


def test_kd_r16_the_second_penalty_chip_does_not():
    state = table(penalty=(0, 1, 0), dogs=(5, 2, 5))
    match = Table(answering(state, {2}, to_answer=B)).play(Agree(), Agree())
    assert match.state.penalty == (0, 2, 0)
    assert match.state.alive == (True, True, True)


def test_kd_r17_the_last_holder_of_the_marker_opens_the_next_round():
    match = Table(table(dogs=(5, 5, 5))).play(Open(1), Raise(2), Agree(), Agree())
    assert match.state.open == frozenset()
    assert (match.state.phase, match.decider, match.state.round) == (Phase.OPEN, B, 2)


def test_kd_r18_the_second_point_ends_the_game_before_anything_is_set_up_anew():
    state = table(score=(1, 0, 1), penalty=(2, 0, 1), face_up=up({1, 2}, {}, {}))
    match = Table(answering(state, {3}, to_answer=B)).play(Agree(), Agree())
    assert match.happened[-2:] == [Scored((A,)), GameEnded("points")]
    assert match.result.winners == (A,)
    assert match.result.ranks == (1, 3, 2)


# Gaps


def test_kd_g10_an_accuser_always_has_an_x_to_turn():
    state = answering(table(dogs=(5, 1, 1), face_up=up({}, {2, 3}, {})), {2}, to_answer=B)
    match = Table(state).play(Accuse(5))
    assert legal(match.state) == {TurnOwnX(4), TurnOwnX(5)}


def test_kd_g08_the_reward_counts_towards_the_three():
    state = answering(table(dogs=(5, 1, 1), face_up=up({}, {2, 3}, {})), {2}, to_answer=B)
    match = Table(state).play(Accuse(5), TurnOwnX(4))
    assert match.state.score == (0, 1, 0)
    assert match.set_up_by() == [A, B]


def test_kd_g09_the_reward_cannot_be_left():
    match = Table(answering(table(dogs=(5, 1, 1)), {2}, to_answer=B)).play(Accuse(5))
    with pytest.raises(IllegalAction):
        match.step(Decline())


@pytest.mark.parametrize("wrong", [1, 2])
def test_kd_r14_the_reward_is_an_x_that_is_face_down(wrong):
    state = answering(table(dogs=(5, 1, 1), face_up=up({}, {2}, {})), {2}, to_answer=B)
    match = Table(state).play(Accuse(5))
    with pytest.raises(IllegalAction, match="own X"):
        match.step(TurnOwnX(wrong))


def test_kd_g14_penalty_reward_scoring_elimination_and_then_the_marker():
    state = table(penalty=(2, 0, 0), dogs=(5, 1, 1), face_up=up({}, {2, 3}, {}))
    match = Table(answering(state, {2}, to_answer=B)).play(Accuse(5), TurnOwnX(4))
    assert match.happened[2:5] == [PenaltyTaken(A), RewardDue(B), TileTurned(B, 4, False)]
    assert match.happened[5:7] == [Scored((B,)), Eliminated(A)]
    assert kinds(match.happened[7:]) == [TilesSet, LeaderPassed, RoundEnded]
    assert match.decider == B


def test_kd_g16_a_tie_in_everything_is_a_shared_victory():
    state = table(4, score=(2, 2, 0, 0), penalty=(1, 1, 1, 1), phase=Phase.OVER, end="points")
    assert finished(state).winners == (A, B)
    assert finished(state).ranks == (1, 1, 3, 3)


def test_kd_g17_whoever_left_later_ranks_higher():
    state = table(
        4,
        score=(0, 1, 1, 0),
        penalty=(0, 3, 3, 2),
        alive=(True, False, False, True),
        left=(C, B),
        phase=Phase.OVER,
        end="cap",
    )
    assert finished(state).ranks == (1, 3, 4, 2)


def test_kd_g18_survival_is_tested_before_points():
    state = table(2, score=(0, 1), penalty=(2, 0), face_up=up({}, {1, 2}), dogs=(4, 5), leader=B)
    match = Table(answering(state, {3, 4}, to_answer=A, leader=B)).play(Agree())
    assert match.state.score == (0, 2)
    assert match.result.reason == "survival"
    assert match.result.winners == (B,)


def test_kd_g24_an_accusation_searches_nothing_else():
    match = Table(answering(table(dogs=(5, 1, 1)), {1, 2}, to_answer=B)).play(Accuse(3))
    assert turned(match) == [(A, 3)]
    assert match.state.penalty == (0, 0, 0)


def test_kd_g23_a_leader_who_was_found_keeps_the_marker():
    match = Table(answering(table(dogs=(1, 5, 5)), {1}, to_answer=B)).play(Agree(), Agree())
    assert match.state.penalty == (1, 0, 0)
    assert match.decider == A


def test_kd_g07_the_cap_ranks_by_score_then_penalties_and_nobody_wins():
    state = table(score=(0, 1, 0), penalty=(2, 0, 1), options={"max_rounds": 1})
    match = Table(answering(state, {1}, to_answer=B)).play(Agree(), Agree())
    assert match.happened[-1] == GameEnded("cap")
    assert match.result.reason == "cap"
    assert match.result.winners == ()
    assert match.result.ranks == (3, 1, 2)


def test_kd_g07_a_round_that_turns_nothing_is_legal():
    state = table(face_up=up({1}, {1}, {1}))
    match = Table(answering(state, {1}, to_answer=B)).play(Agree(), Agree())
    assert turned(match) == []
    assert match.state.round == 2


# Options


def test_kd_g02_immediate_scoring_goes_player_by_player_and_may_end_the_search():
    state = table(options={"score_timing": "immediate"}, score=(0, 1, 1), face_up=up({1, 2}, {1, 2}, {1, 2}))
    match = Table(answering(state, {3}, to_answer=B)).play(Agree(), Agree())
    assert match.state.score == (1, 2, 1)
    assert [e.seat for e in match.happened if isinstance(e, Searched)] == [A, B]
    assert match.happened[-1] == GameEnded("points")
    assert match.result.winners == (B,)


def test_kd_g02_immediate_scoring_waits_until_all_tiles_of_the_player_are_up():
    state = table(options={"score_timing": "immediate"}, dogs=(4, 5, 5), face_up=up({1, 2}, {}, {}))
    match = Table(answering(state, {3, 4}, to_answer=B)).play(Agree(), Agree())
    assert match.state.score == (0, 0, 0)
    assert match.state.penalty == (1, 0, 0)


def test_kd_g02_immediate_whoever_scored_is_not_searched_again():
    state = table(options={"score_timing": "immediate"}, face_up=up({1, 2}, {}, {}))
    match = Table(answering(state, {3}, to_answer=B)).play(Agree(), Agree())
    assert turned(match) == [(A, 3), (B, 3), (C, 3)]
    assert match.state.score == (1, 0, 0)


def test_kd_g02_immediate_scoring_counts_a_reward_too():
    state = table(options={"score_timing": "immediate"}, dogs=(5, 1, 1), face_up=up({}, {2, 3}, {}))
    match = Table(answering(state, {2}, to_answer=B)).play(Accuse(5), TurnOwnX(4))
    assert match.state.score == (0, 1, 0)


def test_kd_g20_owners_may_choose_where_their_dogs_stand():
    setup = Setup("kings_dogs", ("A", "B"), options={"placement": "choose", "first_leader": 1})
    match = Match(rules, setup, Chance(0))
    assert match.decider == A
    assert match.legal() == tuple(Place(position) for position in range(1, 6))
    match.step(Place(4))
    assert match.decider == B
    match.step(Place(2))
    assert match.state.dogs == (4, 2)
    assert match.decider == B
    assert Open(1) in match.legal()


def test_kd_g20_chosen_placement_at_every_re_set():
    state = table(options={"placement": "choose"}, dogs=(1, 5, 5), face_up=up({}, {2, 3}, {}), leader=C)
    match = Table(answering(state, {1}, to_answer=A, leader=C)).play(Agree(), Agree())
    assert match.decider == A
    match.play(Place(5))
    assert match.state.dogs == (5, 5, 5)
    assert (match.decider, match.state.phase) == (C, Phase.OPEN)


def test_kd_g20_nobody_places_a_dog_once_the_game_is_over():
    state = table(options={"placement": "choose"}, score=(1, 0, 0), face_up=up({1, 2}, {}, {}))
    match = Table(answering(state, {3}, to_answer=B)).play(Agree(), Agree())
    assert match.decider is None
    assert match.result.winners == (A,)


def test_kd_g09_an_optional_reward_may_be_left():
    state = table(options={"reward_optional": True}, dogs=(5, 1, 1))
    match = Table(answering(state, {2}, to_answer=B)).play(Accuse(5))
    assert Decline() in legal(match.state)
    match.play(Decline())
    assert match.state.face_up == up({}, {}, {})
    assert match.decider == A


# Reasons


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (Raise(2), "2 is open already."),
        (doors(1), "Open exactly 2 other doors."),
        (doors(2, 3), "Only doors that are closed now may be opened instead."),
        (doors(6, 7), "Only doors that are closed now may be opened instead."),
        (Accuse(1), "Point at a tile of the leader that is still face down."),
        (Raise(6), "That cannot be done now."),
        (Open(1), "That cannot be done now."),
    ],
)
def test_what_is_refused_is_told_why(action, reason):
    state = answering(table(face_up=up({1}, {}, {})), {2}, to_answer=B)
    assert str(rules.refusal(state, action)) == reason


def test_four_open_doors_cannot_be_rejected():
    state = answering(table(), {1, 2, 3, 4}, to_answer=B)
    assert "three or more" in str(rules.refusal(state, doors(5)))


def test_a_view_without_a_hand_sees_the_same_table():
    state = replace(table(), round=7)
    assert redact(state, None) == replace(state, dogs=(None, None, None))
