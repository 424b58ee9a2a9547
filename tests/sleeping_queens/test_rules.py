"""Sleeping Queens 2, rule by rule: what SQ-T1 to T18 leave open (RULES.md section 2)."""

from collections import Counter

import pytest

from engine.chance import Chance
from engine.core import IllegalAction, SaidError, Setup, redact
from engine.match import Match
from engine.sleeping_queens import cards, rules
from engine.sleeping_queens.events import (
    AllWoken,
    BookUsed,
    CardsDrawn,
    CompanionTaken,
    Discarded,
    FirstTurnedUp,
    GameEnded,
    KnightsMoved,
    NothingHappened,
    PileShuffled,
    Rolled,
    Summoned,
    TurnBegan,
)
from engine.sleeping_queens.table import (
    DOWN,
    Discard,
    EndActions,
    KeepRoll,
    Phase,
    PlayInstant,
    Reroll,
    Rescue,
    Roll,
    Summon,
    TakeCompanion,
    UseBook,
    WakeAll,
    WakeNone,
    WakeOne,
)
from tests.sleeping_queens.tables import (
    P1,
    P2,
    P4,
    Table,
    drawing,
    legal,
    realm,
    ring,
    table,
)


def new_game(seats=3, seed=0, **options):
    return Match(rules, Setup("sleeping_queens", tuple("ABCDE"[:seats]), options=options), Chance(seed))


def happened(match, kind):
    return [event for event in match.log if isinstance(event, kind)]


# Set-up


def test_sq_r01_everything_of_the_box_is_on_the_table():
    state = new_game(5, first_player=0).state
    pile = Counter([*state.pile, *state.discard])
    assert pile == Counter(state.box.deck)
    assert sum(pile.values()) == 72
    assert Counter(state.under) == Counter(red=3, green=3, blue=3, wild=1)
    assert state.kings_left == 10


def test_sq_r02_an_instant_turned_up_first_is_shuffled_back():
    for seed in range(40):
        match = new_game(seed=seed)
        turned = [event.card for event in happened(match, FirstTurnedUp)]
        assert len(happened(match, PileShuffled)) == len(turned)
        assert all(card in cards.INSTANTS for card in turned[:-1])
        assert match.state.discard == (turned[-1],)
        assert turned[-1] not in cards.INSTANTS
        assert all(event.number == 72 for event in happened(match, PileShuffled))
        if len(turned) > 1:
            return
    pytest.fail("no game began with an instant")


def test_sq_r03_nobody_knows_the_pile_or_what_lies_face_down():
    match = new_game()
    for seat in (P1, P2, None):
        assert match.view(seat).pile is None
        assert match.view(seat).under is None
        assert match.view(seat).ring == (DOWN,) * 10


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_sq_r04_everybody_gets_a_knight_and_two_players_never_the_black_one(seats):
    given = {new_game(seats, seed).state.knights for seed in range(60)}
    assert all(len(set(knights)) == seats for knights in given)
    assert {knight for knights in given for knight in knights} == {
        "plus_minus_one",
        "reroll_one",
        "white",
        *(["black"] if seats > 2 else []),
        "draw_one_more",
        "green",
    }


def test_sq_r05_players_begin_with_an_empty_realm():
    state = new_game(4).state
    assert state.realms == state.companions == ((),) * 4
    assert state.kings == (0,) * 4


def test_sq_r06_the_turn_goes_to_the_left():
    match = Table(table(4, active=P4, realms=((),) * 4)).play(EndActions())
    assert match.happened[-1] == TurnBegan(P1)
    assert match.decider == P1


def test_sq_g24_the_first_player_is_drawn_or_given():
    assert {new_game(3, seed).decider for seed in range(30)} == {0, 1, 2}
    assert {new_game(3, seed, first_player=1).decider for seed in range(5)} == {1}
    with pytest.raises(SaidError, match="one of the players"):
        new_game(3, first_player=3)


# The roll and the dragon


@pytest.mark.parametrize("face", ["1", "2", "3"])
def test_sq_r07_as_many_cards_are_drawn_as_rolled_and_placed(face):
    match = Table(table(phase=Phase.ROLL), face).play(Roll())
    assert match.state.realms[P1] == realm(*range(6, 6 + int(face)))
    assert match.state.phase is Phase.ACTIONS


def test_sq_r08_without_a_sleeping_queen_a_dragon_only_moves_the_knights():
    match = Table(table(phase=Phase.ROLL, realms=(realm("queen_red"), (), ())), "dragon").play(Roll())
    assert match.happened == [
        Rolled(P1, "dragon"),
        KnightsMoved(("plus_minus_one", "green", "black")),
    ]
    assert legal(match.state) == {Roll()}


def test_sq_r08_the_roller_may_let_all_queens_sleep():
    asleep = realm("queen_red_asleep", "queen_red_asleep")
    match = Table(table(phase=Phase.ROLL, realms=(asleep, (), ())), "dragon").play(Roll())
    assert legal(match.state) == {WakeOne("red"), WakeNone()}
    assert match.play(WakeNone()).state.realms[P1] == asleep


def test_sq_g01_dragons_are_rolled_again_until_a_number_comes():
    match = Table(table(phase=Phase.ROLL), "dragon", "dragon", "2").play(Roll(), Roll(), Roll())
    assert len(happened(match, KnightsMoved)) == 2
    assert [len(event.cards) for event in happened(match, CardsDrawn)] == [2]


def test_sq_g01_without_dragon_reroll_nothing_is_drawn():
    state = table(phase=Phase.ROLL, options={"dragon_reroll": False})
    match = Table(state, "dragon").play(Roll())
    assert match.state.phase is Phase.ACTIONS
    assert not happened(match, CardsDrawn)
    asleep = table(
        phase=Phase.ROLL, options={"dragon_reroll": False}, realms=(realm("queen_red_asleep"), (), ())
    )
    match = Table(asleep, "dragon").play(Roll(), WakeOne("red"))
    assert legal(match.state) == {EndActions()}


def test_sq_r22_the_owner_of_the_reroll_knight_may_roll_again_after_a_1_only():
    knights = ("reroll_one", "black", "white")
    match = Table(table(phase=Phase.ROLL, knights=knights), "1").play(Roll())
    assert legal(match.state) == {KeepRoll(), Reroll()}
    assert len(match.play(KeepRoll()).state.realms[P1]) == 1
    match = Table(table(phase=Phase.ROLL, knights=knights), "2").play(Roll())
    assert match.state.phase is Phase.ACTIONS
    match = Table(table(phase=Phase.ROLL, knights=knights[::-1]), "1").play(Roll())
    assert match.state.phase is Phase.ACTIONS


def test_sq_g10_every_1_may_be_rolled_again_and_the_last_roll_counts():
    state = table(phase=Phase.ROLL, knights=("reroll_one", "black", "white"))
    match = Table(state, "1", "1", "1", "2").play(Roll(), Reroll(), Reroll(), Reroll())
    assert len(match.state.realms[P1]) == 2


def test_sq_g10_with_a_limit_of_one_the_second_1_counts():
    state = table(phase=Phase.ROLL, knights=("reroll_one", "black", "white"), options={"reroll_limit": 1})
    match = Table(state, "1", "1").play(Roll(), Reroll())
    assert len(match.state.realms[P1]) == 1


@pytest.mark.parametrize("on_gnome", [True, False])
def test_sq_g10_a_gnomes_1_may_be_rolled_again_unless_agreed_otherwise(on_gnome):
    state = drawing(
        realm(1), "gnome", knights=("reroll_one", "black", "white"), options={"reroll_on_gnome": on_gnome}
    )
    match = Table(state, "1", "3").play(PlayInstant("gnome"))
    assert (Reroll() in legal(match.state)) == on_gnome
    assert (TakeCompanion(0) in legal(match.state)) != on_gnome
    if on_gnome:
        assert NothingHappened(P1) in match.play(Reroll()).happened, "no queen lies in the discard pile"
        match = Table(state, "1").play(PlayInstant("gnome"), KeepRoll())
        assert TakeCompanion(0) in legal(match.state)


def test_sq_g10_a_roll_kept_in_the_turn_says_nothing_about_the_gnomes_roll():
    state = table(phase=Phase.ROLL, knights=("reroll_one", "black", "white"), pile=("gnome", "6"), discard=())
    match = Table(state, "1", "1").play(Roll(), KeepRoll(), PlayInstant("gnome"))
    assert legal(match.state) == {KeepRoll(), Reroll()}


def test_sq_g11_the_draw_bonus_is_automatic_unless_agreed_otherwise():
    state = table(
        phase=Phase.ROLL, knights=("draw_one_more", "black", "white"), options={"draw_bonus_optional": True}
    )
    match = Table(state, "2").play(Roll())
    assert [action.number for action in match.legal()] == [2, 3]
    for action in match.legal():
        again = Table(state, "2").play(Roll(), action)
        assert len(again.state.realms[P1]) == action.number


def test_sq_g11_the_optional_bonus_asks_nothing_after_a_dragon():
    state = table(
        phase=Phase.ROLL, knights=("white", "black", "draw_one_more"), options={"draw_bonus_optional": True}
    )
    match = Table(state, "dragon").play(Roll())
    assert match.state.knight == "draw_one_more"
    assert legal(match.state) == {Roll()}


def test_sq_g12_the_knight_held_after_the_dragon_counts_for_the_next_roll():
    state = table(phase=Phase.ROLL, knights=("white", "black", "reroll_one"))
    match = Table(state, "dragon", "1").play(Roll(), Roll())
    assert legal(match.state) == {KeepRoll(), Reroll()}


# Actions


def test_sq_r14_a_pair_wakes_all_own_queens_and_nobody_elses():
    state = table(
        realms=(realm(4, 4, 4, "queen_red_asleep", "queen_blue_asleep"), realm("queen_red_asleep"), ())
    )
    match = Table(state).play(WakeAll(4))
    assert match.happened == [AllWoken(P1, 4)]
    assert match.state.realms[:2] == (realm(4, "queen_red", "queen_blue"), realm("queen_red_asleep"))
    assert match.state.phase is Phase.ACTIONS


def test_sq_r15_a_book_takes_any_number_out_of_the_discard_pile():
    discard = ("7", "queen_red", "gnome", "3", "7", "book")
    match = Table(table(realms=(realm("book", 2), (), ()), discard=discard))
    assert legal(match.state, UseBook) == {UseBook(3), UseBook(7)}
    match.play(UseBook(7))
    assert match.happened == [BookUsed(P1, 7)]
    assert match.state.realms[P1] == realm(2, 7)
    assert match.state.discard == ("7", "queen_red", "gnome", "3", "book", "book")


def test_sq_r15_a_book_may_be_kept():
    match = Table(table(realms=(realm("book", "book"), (), ()))).play(EndActions())
    assert match.state.realms[P1] == realm("book", "book")


def test_sq_r16_a_summoned_companion_lies_in_the_realm_for_all_to_see():
    match = Table(table(realms=(realm(2, 3, 5, 5), (), ()))).play(Summon((2, 3, 5)), TakeCompanion(9))
    assert match.happened == [Summoned(P1, (2, 3, 5), "2 + 3 = 5"), CompanionTaken(P1, 9, "wild")]
    assert match.view(P2).companions[P1] == ("wild",)
    assert match.state.realms[P1] == realm(5)
    assert match.state.ring[9] == "empty"
    assert match.state.phase is Phase.ACTIONS


def test_sq_r16_several_actions_of_a_turn_in_any_order():
    state = table(
        realms=(realm(2, 3, 4, 4, "book", "queen_red_asleep"), (), ()),
        discard=("1", "5"),
    )
    match = Table(state).play(
        UseBook(5), Summon((2, 3, 5)), TakeCompanion(0), WakeAll(4), Rescue("red", "red")
    )
    assert match.state.kings[P1] == 1
    assert match.state.realms[P1] == ()
    assert legal(match.state) == {EndActions()}


def test_sq_g09_the_knight_helps_with_equations_but_not_with_pairs():
    state = table(
        realms=(realm(3, 4, "queen_red_asleep"), (), ()), knights=("plus_minus_one", "black", "white")
    )
    assert legal(state) == {EndActions()}


def test_sq_g19_without_a_companion_in_the_middle_nobody_can_be_summoned():
    match = Table(table(realms=(realm(2, 3, 5), (), ()), **ring()))
    assert legal(match.state) == {EndActions()}
    with pytest.raises(IllegalAction, match="No companion is left"):
        match.step(Summon((2, 3, 5)))


def test_sq_g23_what_has_no_effect_is_illegal():
    awake = table(realms=(realm(4, 4, "queen_red"), (), ()))
    assert not legal(awake, WakeAll)
    no_number = table(realms=(realm("book"), (), ()), discard=("queen_red", "book", "gnome"))
    assert not legal(no_number, UseBook)


def test_sq_g26_a_set_of_equal_cards_is_summoned_with_in_one_way():
    state = table(realms=(realm(1, 1, 2, 2, 3, 3), (), ()))
    actions = rules.legal(state)
    assert len(actions) == len(set(actions))
    assert Summon((1, 2, 3)) in actions


def test_sq_r18_queen_and_companion_must_have_the_same_symbol():
    state = table(realms=(realm("queen_red", "queen_blue"), (), ()), companions=(("blue", "wild"), (), ()))
    assert legal(state, Rescue) == {Rescue("blue", "blue"), Rescue("blue", "wild"), Rescue("red", "wild")}


def test_sq_r19_a_rescued_companion_comes_back_face_up_and_is_not_shuffled_yet():
    state = table(
        realms=(realm("queen_red"), (), ()), companions=(("red",), (), ()), **ring(down=("blue", "wild"))
    )
    match = Table(state).play(Rescue("red", "red"))
    assert match.state.ring[:4] == (DOWN, DOWN, "red", "empty")
    assert match.state.kings == (1, 0, 0)
    assert match.state.kings_left == 9


def test_sq_r19_a_rescued_king_is_in_nobodys_reach():
    state = drawing((), "gnome", kings=(0, 2, 0))
    match = Table(state, "2").play(PlayInstant("gnome"))
    assert NothingHappened(P1) in match.happened
    assert match.state.kings == (0, 2, 0)


# The end of a turn and of the game


def test_sq_r20_surplus_cards_go_one_by_one_until_the_limit_is_kept():
    state = table(realms=(realm(1, 1, 2, 3, 4, 6, 7, 8), (), ()), knights=("white", "black", "green"))
    match = Table(state).play(EndActions(), Discard("1"), Discard("8"))
    assert match.decider == P1
    match.play(Discard("1"))
    assert match.decider == P2
    assert match.state.realms[P1] == realm(2, 3, 4, 6, 7)
    assert match.state.discard == ("5", "1", "8", "1")


def test_sq_r20_a_discarded_sleeping_queen_lies_face_up_in_the_pile():
    state = table(realms=(realm(1, 2, 3, 4, 6, 7, "queen_red_asleep"), (), ()))
    match = Table(state).play(EndActions(), Discard("queen_red_asleep"))
    assert match.state.discard[-1] == "queen_red"


def test_sq_g22_the_limit_holds_at_the_end_of_the_own_turn_only():
    six = realm(1, 2, 3, 4, 6, 7)
    state = table(realms=((), six, ()), knights=("green", "white", "black"))
    match = Table(state, "1").play(EndActions())
    assert match.state.realms[P2] == six
    match.play(Roll(), EndActions(), Discard("1"))
    assert (match.decider, len(match.happened)) == (P2, len(match.log))
    assert match.play(Discard("2")).state.realms[P2] == realm(3, 4, 6, 6, 7)


@pytest.mark.parametrize(("seats", "needed"), [(2, 4), (3, 3), (4, 3), (5, 2)])
def test_sq_r23_kings_to_win_by_number_of_players(seats, needed):
    others = [()] * (seats - 1)
    for before in range(needed):
        state = table(
            seats,
            realms=(realm("queen_red"), *others),
            companions=(("red",), *others),
            kings=(before, *[0] * (seats - 1)),
            **ring(),
        )
        match = Table(state).play(Rescue("red", "red"))
        assert (match.result is not None) == (before + 1 == needed)


def test_sq_g25_there_are_kings_enough_for_every_number_of_players():
    box = cards.load()
    for seats, needed in box.kings_to_win.items():
        assert seats * (needed - 1) + 1 <= box.kings


def test_the_others_are_ranked_by_their_kings():
    state = table(
        4,
        realms=(realm("queen_red"), (), (), ()),
        companions=(("red",), (), (), ()),
        kings=(2, 1, 2, 1),
        **ring(),
    )
    result = Table(state).play(Rescue("red", "red")).result
    assert (result.winners, result.ranks, result.reason) == ((P1,), (1, 3, 2, 3), "rescued")


def test_the_cap_ends_a_game_without_a_winner():
    state = table(kings=(1, 2, 0), turn=7, options={"max_turns": 7}, realms=(realm(*range(1, 8)), (), ()))
    match = Table(state).play(EndActions(), Discard("1"))
    assert match.happened[-2:] == [Discarded(P1, "1"), GameEnded("cap", None)]
    assert (match.result.winners, match.result.ranks, match.result.reason) == ((), (2, 1, 3), "cap")


def test_what_lies_face_down_changes_nothing_that_is_legal():
    state = table(realms=(realm(2, 3, 5), (), ()))
    assert rules.legal(state) == rules.legal(redact(state, P1)) == rules.legal(redact(state, None))
