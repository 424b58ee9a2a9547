"""Cluedo rule by rule: what the acceptance tests leave open (RULES.md 4.1 and 4.2)."""

from collections import Counter

import pytest

from engine.bots import RandomBot
from engine.chance import Chance
from engine.cluedo import cards, rules
from engine.cluedo import table as t
from engine.cluedo.table import Accuse, EndTurn, Enter, MoveTo, Phase, Roll, Shortcut, Show, Suggest
from engine.core import SaidError, redact
from engine.match import Match, fold
from engine.play import play
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
    NO_BOARD,
    SMALL,
    SOLUTION,
    STUDY,
    A,
    B,
    C,
    D,
    Table,
    dealt,
    entered,
    happened,
    kinds,
    legal,
    locations,
    rolled,
    setup,
    squares,
    summoned_to_the_hall,
    table,
    unrefuted,
)

WRONG = ("irene", "dagger")


# Turns


def test_cl_r5_turns_go_to_the_left():
    match = Table(table(active=C))
    assert [match.pass_to(seat).state.active for seat in (D, A, B)] == [D, A, B]


def test_cl_r5_a_turn_begins_without_anything_left_from_the_one_before():
    left = table(roll=7, suggestion=("irene", "rope", STUDY), accusation=SOLUTION, asked=B)
    state = Table(left).pass_to(B).state
    assert (state.roll, state.suggestion, state.accusation, state.asked) == (None,) * 4


# Moving


def test_cl_r6_two_dice_are_thrown_and_their_sum_is_moved():
    match = Table(table(), dice=[3, 4]).play(Roll())
    assert match.log == [t.Rolled(A, (3, 4))]
    assert match.state.roll == 7
    match.play(MoveTo((7, 16)))
    assert match.state.tokens["irene"] == (7, 16)
    assert match.decider == B


def test_cl_r6_dice_fall_from_one_to_six_each_as_often():
    match, pips = dealt(3), Counter()
    for _ in range(3000):
        (event,) = rules.reveal(match.state, Roll(), match.chance)
        pips.update(event.dice)
    assert set(pips) == set(range(1, 7))
    assert all(850 < number < 1150 for number in pips.values())


def test_cl_r6_one_die_in_an_edition_that_has_one():
    match = dealt(2, edition=SMALL + "dice = 1")
    (event,) = rules.reveal(match.state, Roll(), match.chance)
    assert len(event.dice) == 1


def test_cl_r6_a_token_in_the_way_is_neither_passed_nor_stood_on():
    free = table(at={"hudson": (12, 7)})
    barred = table(at={"hudson": (4, 16), "lestrade": (4, 15)})
    assert {(5, 16), (6, 15)} <= squares(rolled(free, 7))
    assert not squares(rolled(barred, 7)) & {(4, 15), (4, 16), (5, 16), (6, 15)}


def test_cl_r7_surplus_pips_are_lost_inside():
    match = Table(rolled(table(), 12)).play(Enter(LOUNGE, (6, 17)))
    assert match.log == [t.Entered(A, LOUNGE, (6, 17))]
    assert kinds(match.state) == {Suggest, Accuse}


def test_cl_r7_a_token_before_a_door_closes_it_for_going_in_and_for_going_out():
    outside = rolled(table(at={"hudson": (6, 17)}), 12)
    assert LOUNGE not in locations(outside)
    inside = rolled(table(at={"irene": HALL, "hudson": (7, 11), "watson": (7, 12)}), 1)
    assert legal(inside) == {MoveTo((4, 8))}


@pytest.mark.parametrize(
    ("corner", "other"), [(STUDY, KITCHEN), (KITCHEN, STUDY), (LOUNGE, CONSERVATORY), (CONSERVATORY, LOUNGE)]
)
def test_cl_r8_shortcuts_join_opposite_corners(corner, other):
    assert Table(table(at={"irene": corner})).play(Shortcut()).log == [t.Entered(A, other, None)]


@pytest.mark.parametrize("place", [HALL, DINING, BALLROOM, BILLIARD, LIBRARY, (7, 7)])
def test_cl_r8_no_shortcut_starts_anywhere_else(place):
    assert Shortcut not in kinds(table(at={"irene": place}))


def test_cl_r8_no_shortcut_after_rolling():
    assert Shortcut not in kinds(rolled(table(at={"irene": STUDY}), 12))


def test_cl_g6_the_whole_roll_is_used_unless_the_table_allows_stopping_early():
    assert squares(rolled(table(), 2)) == {(2, 16), (1, 15)}
    early = rolled(table(options={"allow_early_stop": True}), 2)
    assert squares(early) == {(1, 16), (2, 16), (1, 15)}


def test_cl_g6_where_no_way_is_long_enough_the_longest_is_walked():
    dead_end = table(at={"irene": (24, 14), "hudson": (23, 15), "watson": (22, 16), "lestrade": (22, 15)})
    assert squares(rolled(dead_end, 9)) == {(23, 14)}


def test_cl_g8_with_all_doors_blocked_one_may_end_the_turn_or_accuse():
    blocked = table(at={"irene": BILLIARD, "hudson": (11, 1), "watson": (15, 6)})
    assert kinds(blocked) == {Roll, EndTurn, Accuse}
    assert Table(blocked).play(EndTurn()).decider == B


def test_cl_g8_with_all_doors_blocked_the_summoned_may_suggest():
    doors = {"irene": BILLIARD, "hudson": (11, 1), "watson": (15, 6)}
    blocked = table(at=doors, summoned=(True, False, False, False))
    assert kinds(blocked) == {Roll, EndTurn, Suggest, Accuse}


def test_cl_g24_tokens_in_a_location_block_nothing():
    crowd = dict.fromkeys(cards.load("sherlock").tokens[1:], LOUNGE)
    assert legal(rolled(table(at=crowd), 8)) == legal(rolled(table(), 8))
    assert legal(rolled(table(at={"irene": LOUNGE} | crowd), 3)) == legal(
        rolled(table(at={"irene": LOUNGE}), 3)
    )


# Suggesting


def test_cl_r10_any_suspect_and_any_weapon_may_be_named_ones_own_cards_too():
    state = entered(table(holding={A: {"lestrade", "rope", STUDY}}), STUDY)
    named = {(action.suspect, action.weapon) for action in legal(state) if isinstance(action, Suggest)}
    edition = cards.load("sherlock")
    assert named == {(suspect, weapon) for suspect in edition.suspects for weapon in edition.weapons}


def test_cl_r10_one_suggestion_per_entry():
    hands = {seat: {"hudson"} for seat in (B, C, D)} | {A: {"lestrade"}}
    match = Table(entered(table(holding=hands), BALLROOM)).play(LESTRADE_ROPE)
    assert match.state.phase is Phase.AFTER
    assert not any(isinstance(action, Suggest) for action in match.legal())


def test_cl_r10_naming_oneself_moves_nobody_and_gives_no_right_to_stay():
    match = Table(entered(table(), STUDY)).play(Suggest("irene", "dagger"))
    assert match.state.tokens["irene"] == STUDY
    assert match.state.summoned == (False,) * 4
    match.pass_to(B).pass_to(A)
    assert Suggest not in kinds(match.state)


def test_cl_g13_naming_oneself_gives_no_right_even_where_the_own_move_was_not_written_down():
    state = rules.evolve(table(), t.Suggested(A, "irene", "rope", STUDY))
    assert state.tokens["irene"] == STUDY
    assert state.summoned == (False,) * 4


def test_cl_r10_a_new_entry_gives_a_new_suggestion():
    match = Table(table(at={"irene": (4, 6)}), dice=[1, 1]).play(Roll(), Enter(STUDY, (4, 6)))
    assert kinds(match.state) == {Suggest, Accuse}


def test_cl_g13_summoned_twice_the_last_place_counts():
    match = summoned_to_the_hall()
    match = Table(entered(match.state, STUDY)).play(Suggest("irene", "rope"))
    match.pass_to(A)
    assert match.state.location == STUDY
    assert Suggest in kinds(match.state)


def test_cl_g13_summoned_away_and_back_again_one_may_stay():
    there = entered(table(3, active=B, holding={C: {"dagger"}}, at={"irene": HALL}), STUDY)
    away = Table(there).play(Suggest("irene", "dagger"), Show("dagger"))
    back = Table(entered(away.state, HALL)).play(Suggest("irene", "rope")).pass_to(A)
    assert back.state.location == HALL
    assert Suggest in kinds(back.state)


def test_cl_g13_an_unplayed_token_is_nobodys_to_stay():
    match = Table(entered(table(3), STUDY)).play(Suggest("mycroft", "rope"))
    assert match.state.summoned == (False,) * 3


def test_cl_g14_the_summoned_may_take_the_shortcut():
    state = table(at={"irene": STUDY}, summoned=(True, False, False, False))
    assert kinds(state) == {Roll, Shortcut, Suggest, Accuse}
    assert Table(state).play(Shortcut()).state.location == KITCHEN


def test_cl_r12_with_two_players_the_other_one_answers_alone():
    hands = {A: {"irene"}, B: {"hudson"}}
    match = Table(entered(table(2, holding=hands), STUDY)).play(LESTRADE_ROPE)
    assert match.log[1:] == [t.Passed(B)]
    assert match.state.phase is Phase.AFTER


def test_cl_r12_the_round_of_answers_passes_the_last_seat():
    hands = {A: {"rope"}, B: {"hudson"}, C: {"irene"}, D: {"watson"}}
    match = Table(entered(table(active=C, holding=hands), STUDY)).play(LESTRADE_ROPE)
    assert match.log[1:] == [t.Passed(D), t.MustShow(A)]


def test_cl_r12_the_asker_need_not_hold_back_what_is_in_the_own_hand():
    hands = {A: {"lestrade", "rope", STUDY}, B: {"hudson"}, C: {"irene"}, D: {"watson"}}
    match = Table(entered(table(holding=hands), STUDY)).play(LESTRADE_ROPE)
    assert match.log[1:] == [t.Passed(B), t.Passed(C), t.Passed(D)]


def test_cl_g9_whoever_enters_must_suggest_or_accuse_unless_the_table_leaves_it_open():
    assert kinds(entered(table(), STUDY)) == {Suggest, Accuse}
    free = entered(table(options={"suggestion_optional": True}), STUDY)
    assert kinds(free) == {EndTurn, Suggest, Accuse}
    assert Table(free).play(EndTurn()).decider == B


# Accusing


def at_start():
    return table(at={"irene": DINING})


@pytest.mark.parametrize("moment", [at_start, lambda: entered(table(), DINING), lambda: unrefuted().state])
def test_cl_g10_one_may_accuse_at_the_start_on_entering_and_when_nobody_refutes(moment):
    match = Table(moment()).play(Accuse(*SOLUTION))
    assert match.result.winners == (A,)


def test_cl_g10_one_may_not_accuse_between_rolling_and_moving():
    assert Accuse not in kinds(rolled(table(at={"irene": STUDY}), 7))


def test_cl_r14_a_right_accusation_wins_and_is_shown_to_all():
    match = Table(at_start()).play(Accuse(*SOLUTION))
    assert match.log == [
        t.Accused(A, *SOLUTION),
        t.EnvelopeSeen(A, True, SOLUTION),
        t.SolutionRevealed(SOLUTION),
        t.GameEnded("solved", A),
    ]
    assert match.view(C).solution == SOLUTION
    assert (match.result.reason, match.result.ranks) == ("solved", (1, 2, 2, 2))


@pytest.mark.parametrize(
    "close", [("irene", "wrench", DINING), ("sherlock", "dagger", DINING), ("irene", "dagger", DINING)]
)
def test_cl_r14_one_wrong_card_makes_an_accusation_wrong(close):
    match = Table(at_start()).play(Accuse(*close))
    assert match.state.failed == (True, False, False, False)
    assert match.result is None


def test_cl_r14_on_a_square_one_cannot_accuse():
    assert Accuse not in kinds(table())


def test_cl_g11_a_table_may_allow_accusing_from_anywhere_any_location():
    named = {a.location for a in legal(table(options={"accuse_anywhere": True})) if isinstance(a, Accuse)}
    assert named == set(cards.load("sherlock").locations)
    match = Table(table(options={"accuse_anywhere": True})).play(Accuse(*SOLUTION))
    assert match.result.winners == (A,)


def test_cl_g12_a_failed_accuser_before_a_door_is_moved_inside():
    before = table(at={"irene": (6, 17)}, options={"accuse_anywhere": True})
    match = Table(before).play(Accuse(*WRONG, STUDY))
    assert match.log[2:] == [t.MovedIn(A, LOUNGE), t.TurnBegan(B)]
    assert match.state.tokens["irene"] == LOUNGE


def test_cl_g12_whoever_stops_before_a_door_without_having_failed_stays_there():
    match = Table(rolled(table(), 9)).play(MoveTo((8, 17)))
    assert match.state.tokens["irene"] == (8, 17)


def test_cl_g20_a_failed_accuser_elsewhere_in_the_corridor_stays_and_blocks():
    corridor = table(at={"irene": (7, 22)}, options={"accuse_anywhere": True})
    match = Table(corridor).play(Accuse(*WRONG, STUDY))
    assert match.state.tokens["irene"] == (7, 22)
    assert legal(match.state) == {Roll(), EndTurn()} | {
        a for a in legal(match.state) if isinstance(a, Accuse)
    }


def test_cl_g17_the_last_one_left_must_still_accuse():
    match = Table(table(2, at={"irene": STUDY})).play(Accuse(*WRONG, STUDY))
    assert match.result is None
    assert match.decider == B
    assert match.pass_to(B).decider == B


def test_cl_g17_a_table_may_let_the_last_one_left_win():
    state = table(2, at={"irene": STUDY}, options={"last_standing_wins": True})
    match = Table(state).play(Accuse(*WRONG, STUDY))
    assert match.log[-2:] == [t.SolutionRevealed(SOLUTION), t.GameEnded("last_standing", B)]
    assert (match.result.winners, match.result.reason) == ((B,), "last_standing")


def test_cl_g17_with_two_left_nobody_has_won_yet():
    state = table(3, at={"irene": STUDY}, options={"last_standing_wins": True})
    assert Table(state).play(Accuse(*WRONG, STUDY)).decider == B


def test_cl_g18_the_cap_ends_a_game_without_a_winner_and_says_so():
    match = Table(table(options={"max_turns": 3})).pass_to(C)
    assert (match.state.turn, match.result) == (3, None)
    match.pass_to(D)
    assert match.log[-2:] == [t.SolutionRevealed(SOLUTION), t.GameEnded("cap", None)]
    assert (match.result.winners, match.result.reason) == ((), "cap")


def test_a_right_accusation_in_the_last_turn_of_the_cap_wins():
    match = Table(table(at={"irene": DINING}, options={"max_turns": 1})).play(Accuse(*SOLUTION))
    assert match.result.reason == "solved"


# Boards with rooms only


def test_cl_g2_with_rooms_only_every_turn_leads_to_any_other_location():
    state = table(options={"board": "rooms_only"})
    everywhere = set(cards.load("sherlock").locations)
    assert kinds(state) == {Enter}
    assert locations(state) == everywhere
    match = Table(state).play(Enter(STUDY))
    assert kinds(match.state) == {Suggest, Accuse}
    match.play(LESTRADE_ROPE).pass_to(A)
    assert locations(match.state) == everywhere - {STUDY}
    assert kinds(match.state) == {Enter, Accuse}


def test_cl_g2_an_edition_that_fits_no_board_is_played_with_rooms_only():
    with pytest.raises(SaidError, match="has no board"):
        rules.start(setup(2, NO_BOARD))
    match = dealt(2, edition=NO_BOARD, board="rooms_only", accuse_anywhere=True)
    play(match, dict.fromkeys(range(2), RandomBot))
    assert match.result is not None


def test_cl_g12_with_rooms_only_no_token_blocks_a_door():
    match = dealt(2, edition=NO_BOARD, board="rooms_only", accuse_anywhere=True)
    suspect, weapon, location = match.state.envelope
    match.step(Accuse("two" if suspect == "one" else "one", weapon, location))
    assert match.state.failed.count(True) == 1
    assert not happened(match, t.MovedIn)


# At a table with real cards


def test_what_is_seen_outside_a_suggestion_is_kept_from_the_others_and_changes_nothing():
    state = table()
    event = t.CardSeen(A, B, "rope")
    assert rules.evolve(state, event) == state
    assert [redact(event, seat).card for seat in (A, B, None)] == ["rope", None, None]


def test_a_card_turned_up_lies_open_and_a_hand_size_can_be_set_right():
    state = rules.evolve(table(), t.CardTurnedUp("rope"))
    assert state.turned_up == {"rope"}
    assert rules.evolve(state, t.HandSizeSet(B, 4)).hand_sizes[B] == 4


# A log that breaks off anywhere


def test_a_log_that_breaks_off_anywhere_goes_on_where_it_stopped():
    whole = dealt(3, seed=4, max_turns=12, board="rooms_only")
    play(whole, dict.fromkeys(range(3), RandomBot))
    deal = len(happened(whole, t.HandDealt)) + 2
    for length in range(deal, len(whole.log) + 1):
        again = Match(rules, whole.setup, Chance(4), whole.log[:length])
        assert again.log == whole.log[: len(again.log)]
        assert (again.decider is None) == (again.log == whole.log)


def test_a_deal_that_breaks_off_is_dealt_again():
    whole = dealt(3)
    again = Match(rules, whole.setup, Chance(2), whole.log[:3]).state
    everywhere = [*again.envelope, *(card for hand in again.hands for card in hand)]
    assert sorted(everywhere) == sorted(cards.load("sherlock").cards)


def test_a_view_is_the_fold_of_what_its_seat_saw():
    match = dealt(4, seed=2, max_turns=30)
    play(match, dict.fromkeys(range(4), RandomBot))
    for seat in (A, B, C, D, None):
        assert fold(rules, match.setup, match.seen(seat)) == redact(match.state, seat) == match.view(seat)
