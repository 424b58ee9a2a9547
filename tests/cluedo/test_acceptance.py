"""Cluedo's acceptance tests CL-T1 to T17 and T20 (RULES.md 4.5); T18 and T19 are the assistant's."""

import pytest

from engine.cluedo import cards
from engine.cluedo import table as t
from engine.cluedo.table import Accuse, EndTurn, MoveTo, Phase, Roll, Shortcut, Show, Suggest
from engine.core import IllegalAction, Named
from tests.cluedo.tables import (
    BALLROOM,
    BILLIARD,
    CONSERVATORY,
    DINING,
    HALL,
    KITCHEN,
    LESTRADE_ROPE,
    LIBRARY,
    LOUNGE,
    SOLUTION,
    STUDY,
    A,
    B,
    C,
    D,
    Table,
    asked,
    dealt,
    entered,
    kinds,
    legal,
    locations,
    rolled,
    seen,
    squares,
    summoned_to_the_hall,
    table,
)

WRONG = ("irene", "dagger")


@pytest.mark.parametrize(
    ("seats", "sizes"),
    [
        (2, (9, 9)),
        (3, (6, 6, 6)),
        (4, (5, 5, 4, 4)),
        (5, (4, 4, 4, 3, 3)),
        (6, (3,) * 6),
    ],
)
def test_cl_t01_18_cards_are_dealt_round_and_one_of_each_kind_lies_in_the_envelope(seats, sizes):
    state = dealt(seats).state
    edition = cards.load("sherlock")
    assert tuple(len(hand) for hand in state.hands) == state.hand_sizes == sizes
    assert [edition.category(card) for card in state.envelope] == ["suspect", "weapon", "location"]
    everywhere = [*state.envelope, *(card for hand in state.hands for card in hand)]
    assert sorted(everywhere) == sorted(edition.cards)
    assert len(everywhere) == 21


def test_cl_t02_from_irenes_square_a_7_leads_to_seven_squares():
    state = rolled(table(), 7)
    assert locations(state) == set()
    assert squares(state) == {(2, 15), (3, 16), (4, 15), (5, 16), (6, 15), (6, 17), (7, 16)}


@pytest.mark.parametrize(
    ("pips", "reached"), [(8, {LOUNGE}), (11, {LOUNGE, DINING}), (12, {LOUNGE, DINING, HALL})]
)
def test_cl_t03_from_irenes_square_more_pips_lead_into_more_locations(pips, reached):
    assert locations(rolled(table(), pips)) == reached


def test_cl_t04_from_the_study_the_hall_takes_four():
    study = table(at={"irene": STUDY})
    assert legal(rolled(study, 2)) == {MoveTo((4, 5)), MoveTo((4, 7)), MoveTo((5, 6))}
    four = rolled(study, 4)
    assert locations(rolled(study, 3)) == set()
    assert locations(four) == {HALL}
    assert squares(four) == {(2, 7), (3, 8), (4, 3), (4, 5), (4, 7), (5, 4), (5, 6), (5, 8), (6, 7)}


def test_cl_t05_in_a_blocked_lounge_only_the_shortcut_leads_anywhere():
    blocked = table(at={"irene": LOUNGE, "hudson": (6, 17)})
    assert kinds(blocked) == {Roll, Shortcut, Accuse}
    match = Table(blocked).play(Shortcut())
    assert match.state.location == CONSERVATORY
    assert Suggest("irene", "rope") in match.legal()


def test_cl_t05_a_roll_in_a_blocked_lounge_gives_no_move_and_ends_the_turn():
    match = Table(table(at={"irene": LOUNGE, "hudson": (6, 17)}), dice=[6, 6]).play(Roll())
    assert match.log == [t.Rolled(A, (6, 6)), t.TurnEnded(A), t.TurnBegan(B)]
    assert match.state.tokens["irene"] == LOUNGE


def test_cl_t06_hemmed_in_on_a_square_a_roll_gives_no_move_and_ends_the_turn():
    hemmed = table(at={"hudson": (1, 16)})
    assert legal(hemmed) == {Roll(), EndTurn()}
    match = Table(hemmed, dice=[2, 3]).play(Roll())
    assert match.log == [t.Rolled(A, (2, 3)), t.TurnEnded(A), t.TurnBegan(B)]
    assert match.state.tokens["irene"] == (0, 16)


def test_cl_t07_a_way_out_of_the_ballroom_does_not_lead_back_in_by_another_door():
    assert locations(rolled(table(at={"irene": BALLROOM}), 7)) == {CONSERVATORY, BILLIARD, DINING, KITCHEN}


def test_cl_t08_the_shortcut_is_the_whole_move_and_may_be_taken_back_next_turn():
    match = Table(table(at={"irene": KITCHEN}, holding={B: {"rope"}})).play(Shortcut())
    assert match.state.location == STUDY
    assert kinds(match.state) == {Suggest, Accuse}
    match.play(LESTRADE_ROPE)
    assert match.state.suggestion == ("lestrade", "rope", STUDY)
    match.play(Show("rope")).pass_to(A).play(Shortcut())
    assert match.state.location == KITCHEN
    assert LESTRADE_ROPE in match.legal()


def test_cl_t09_whoever_is_still_in_a_location_must_leave_before_suggesting_there_again():
    state = table(at={"irene": LIBRARY})
    assert kinds(state) == {Roll, Accuse}
    with pytest.raises(IllegalAction, match="Leave first"):
        Table(state).step(LESTRADE_ROPE)


def test_cl_t10_whoever_was_brought_to_a_location_may_suggest_there_without_rolling():
    match = summoned_to_the_hall().pass_to(A)
    assert match.state.location == HALL
    assert kinds(match.state) == {Roll, Suggest, Accuse}
    match.play(LESTRADE_ROPE)
    assert match.state.suggestion == ("lestrade", "rope", HALL)


def test_cl_t10_the_right_to_stay_is_gone_after_the_turn():
    match = summoned_to_the_hall().pass_to(A).play(LESTRADE_ROPE)
    while match.state.phase is Phase.SHOW:
        match.play(match.legal()[0])
    assert kinds(match.pass_to(A).state) == {Roll, Accuse}


def test_cl_t10_the_right_to_stay_is_gone_after_a_turn_in_which_it_was_not_used():
    match = summoned_to_the_hall().pass_to(A).pass_to(B).pass_to(A)
    assert match.state.location == HALL
    assert kinds(match.state) == {Roll, Accuse}


def test_cl_t11_a_suggestion_about_somebody_who_is_there_already_gives_no_right_to_stay():
    there = entered(table(3, active=B, holding={C: {"dagger"}}, at={"irene": HALL}), HALL)
    match = Table(there).play(Suggest("irene", "dagger"), Show("dagger")).pass_to(A)
    assert kinds(match.state) == {Roll, Accuse}


def test_cl_t12_the_first_to_the_left_who_can_must_show_one_of_the_named_cards():
    match = asked()
    assert match.log[1:] == [t.Passed(B), t.MustShow(C)]
    assert match.decider == C
    assert set(match.legal()) == {Show("rope"), Show(BALLROOM)}


def test_cl_t12_only_shower_and_asker_see_the_card():
    match = asked().play(Show("rope"))
    assert [seen(match, seat, t.Shown)[0].card for seat in (A, B, C, D)] == ["rope", None, "rope", None]


def test_cl_t12_nobody_else_is_asked_and_the_turn_is_over():
    match = asked().play(Show("rope"))
    assert match.log[-2:] == [t.Shown(C, A, "rope"), t.TurnBegan(B)]


def test_cl_t13_when_nobody_can_refute_the_asker_ends_the_turn_or_accuses_there():
    hands = {A: {"lestrade"}, B: {"hudson"}, C: {"watson"}, D: {"irene"}}
    match = Table(entered(table(holding=hands), BALLROOM)).play(LESTRADE_ROPE)
    assert match.log[1:] == [t.Passed(B), t.Passed(C), t.Passed(D)]
    assert kinds(match.state) == {EndTurn, Accuse}
    assert {action.location for action in match.legal() if isinstance(action, Accuse)} == {BALLROOM}
    assert match.play(EndTurn()).decider == B


def test_cl_t14_an_accusation_names_the_location_where_the_accuser_stands():
    accusation = Accuse("irene", "dagger", DINING)
    match = Table(entered(table(), BALLROOM))
    with pytest.raises(IllegalAction) as refused:
        match.step(accusation)
    assert refused.value.reason.slots == {"location": Named("card", BALLROOM)}
    assert match.log == []
    assert accusation in legal(entered(table(options={"accuse_anywhere": True}), BALLROOM))


def failed_in_the_lab(seats=4, **options):
    state = table(seats, at={"irene": BALLROOM}, options=options)
    return Table(state).play(Accuse(*WRONG, BALLROOM))


def test_cl_t15_a_wrong_accuser_is_never_asked_to_move_again():
    match = failed_in_the_lab(3)
    assert match.state.failed == (True, False, False)
    assert match.decider == B
    match.pass_to(C).pass_to(B).pass_to(C)
    assert t.TurnBegan(A) not in match.log


def test_cl_t15_the_others_learn_only_that_the_accusation_is_wrong():
    match = failed_in_the_lab()
    assert seen(match, A, t.EnvelopeSeen) == [t.EnvelopeSeen(A, False, SOLUTION)]
    assert seen(match, B, t.EnvelopeSeen) == [t.EnvelopeSeen(A, False, None)]
    assert seen(match, B, t.Accused) == [t.Accused(A, *WRONG, BALLROOM)]
    assert match.view(B).envelope is None
    assert match.view(B).solution is None


def test_cl_t15_the_token_of_a_wrong_accuser_stays_and_may_still_be_summoned():
    match = failed_in_the_lab()
    assert match.state.tokens["irene"] == BALLROOM
    asking = Table(entered(match.state, STUDY)).play(Suggest("irene", "dagger"))
    assert asking.state.tokens["irene"] == STUDY


def test_cl_t16_when_everybody_failed_nobody_wins_and_the_solution_is_revealed():
    last = table(3, active=C, failed=(True, True, False), at={"hudson": BALLROOM})
    match = Table(last).play(Accuse(*WRONG, BALLROOM))
    assert match.log[-2:] == [t.SolutionRevealed(SOLUTION), t.GameEnded("all_failed", None)]
    assert match.decider is None
    assert (match.result.winners, match.result.reason) == ((), "all_failed")
    assert match.view(A).solution == SOLUTION


def test_cl_t17_an_unplayed_suspect_and_a_weapon_come_and_stay():
    unplayed = entered(table(3, at={"watson": (24, 9)}), STUDY)
    match = Table(unplayed).play(Suggest("watson", "rope"))
    match.pass_to(B)
    assert match.state.tokens["watson"] == STUDY
    assert match.state.weapons["rope"] == STUDY
    assert match.state.weapons["dagger"] == HALL


def test_cl_t20_a_failed_player_goes_on_showing():
    hands = {A: {"irene"}, B: {"rope"}, C: {"hudson"}, D: {"watson"}}
    failed = table(holding=hands, failed=(False, True, False, False))
    match = Table(entered(failed, BALLROOM)).play(LESTRADE_ROPE)
    assert match.decider == B
    assert match.legal() == (Show("rope"),)
    assert match.play(Show("rope")).decider == C
