"""The acceptance tests of RULES.md 2.4, SQ-T1 to T18; T1 to T5 once more as equations in test_equations."""

import pytest

from engine.core import IllegalAction, redact
from engine.sleeping_queens.events import (
    CardsDrawn,
    CardsPlaced,
    CompanionsLaid,
    CompanionTaken,
    Discarded,
    GameEnded,
    PileShuffled,
    Summoned,
    TurnBegan,
    WindBlew,
)
from engine.sleeping_queens.table import (
    DOWN,
    DeclineSwap,
    Discard,
    EndActions,
    Phase,
    PlayInstant,
    Rescue,
    Roll,
    Steal,
    Summon,
    SwapCards,
    SwapCompanions,
    TakeCompanion,
    WakeAll,
    WakeNone,
    WakeOne,
)
from tests.sleeping_queens.tables import P1, P2, P3, Table, drawing, legal, realm, ring, table


def summons(*numbers, knight="green"):
    state = table(realms=(realm(*numbers), (), ()), knights=(knight, "black", "white"))
    return {action.numbers for action in legal(state, Summon)}


def happened(match, kind):
    return [event for event in match.happened if isinstance(event, kind)]


def test_sq_t01_summon_with_1_2_3_4():
    assert summons(1, 2, 3, 4) == {(1, 2, 3), (1, 3, 4)}


def test_sq_t02_summon_with_2_3_5_6_10():
    assert summons(2, 3, 5, 6, 10) == {(2, 3, 5), (2, 3, 6), (2, 5, 10), (2, 3, 5, 10)}


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ((5, 5), set()),
        ((7, 7, 1), {(1, 7, 7)}),
        ((8, 2, 4, 1), {(2, 4, 8), (1, 2, 4, 8)}),
        ((10, 1, 1, 8), {(1, 1, 8, 10)}),
    ],
)
def test_sq_t03_summon_with_few_numbers(numbers, expected):
    assert summons(*numbers) == expected


def test_sq_t04_operators_on_both_sides_are_illegal():
    match = Table(table(realms=(realm(1, 4, 2, 3), (), ())))
    with pytest.raises(IllegalAction, match="operators on both sides"):
        match.step(Summon((1, 2, 3, 4)))
    assert match.happened == []


def test_sq_t05_the_knight_makes_an_equation_of_3_5_9_and_all_three_are_discarded():
    assert summons(3, 5, 9) == set()
    assert summons(3, 5, 9, knight="plus_minus_one") == {(3, 5, 9)}
    knights = ("plus_minus_one", "black", "white")
    match = Table(table(realms=(realm(3, 5, 9, 9), (), ()), knights=knights)).play(Summon((3, 5, 9)))
    assert match.state.realms[P1] == realm(9)
    assert match.state.discard[-3:] == ("3", "5", "9")
    assert match.state.phase is Phase.PICK


def test_sq_t06_a_willow_does_not_touch_the_queen_drawn_with_it():
    state = drawing(realm("queen_red"), "willow", "queen_blue", "7")
    match = Table(state).play(PlayInstant("willow"))
    assert match.state.realms[P1] == realm("queen_red_asleep", "queen_blue", 7)
    assert match.state.phase is Phase.ACTIONS
    assert [type(event) for event in match.happened[1:]] == [WindBlew, CardsPlaced]


def test_sq_t07_the_white_knight_sends_the_wind_on_to_the_first_awake_queen():
    realms = (realm(3), realm("queen_blue", "queen_red", 4))
    state = drawing(realm("queen_green"), "willow", realms=realms, knights=("white", "green", "black"))
    match = Table(state).play(PlayInstant("willow"))
    assert match.state.realms == (
        realm("queen_green"),
        realm(3),
        realm("queen_blue_asleep", "queen_red_asleep", 4),
    )


@pytest.mark.parametrize("realms", [((), ()), ((), realm("queen_red_asleep")), ((), realm("queen_blue"))])
def test_sq_t08_a_willow_that_finds_nobody_is_discarded(realms):
    state = drawing(realm(3), "willow", realms=realms, knights=("green", "black", "white"))
    match = Table(state).play(PlayInstant("willow"))
    assert match.state.realms == (realm(3), *realms)
    assert match.state.discard[-1] == "willow"
    assert WindBlew(None) in match.happened


def test_sq_t09_the_black_knight_is_safe_from_witches_but_not_from_gnomes():
    knights = ("green", "black", "white")
    state = drawing(realm(2), "witch", realms=(realm(7), realm(8)), knights=knights)
    assert legal(Table(state).play(PlayInstant("witch")).state) == {SwapCards("2", P3, "8"), DeclineSwap()}
    state = drawing(realm(2), "gnome", realms=(realm(7), realm(8)), knights=knights)
    assert legal(Table(state, "2").play(PlayInstant("gnome")).state) == {Steal(P2, "7"), Steal(P3, "8")}


def test_sq_t10_companions_are_swapped_for_companions_where_both_have_one():
    state = drawing(
        realm(2),
        "witch",
        realms=(realm(7), realm(8)),
        companions=(("red",), (), ("wild",)),
        knights=("green", "white", "reroll_one"),
    )
    match = Table(state).play(PlayInstant("witch"))
    assert legal(match.state, SwapCompanions) == {SwapCompanions("red", P3, "wild")}
    assert legal(match.state, SwapCards) == {SwapCards("2", P2, "7"), SwapCards("2", P3, "8")}
    match.play(SwapCompanions("red", P3, "wild"))
    assert match.state.companions == (("wild",), (), ("red",))


def test_sq_t11_a_dragon_moves_the_knights_first_then_wakes_one_queen_then_is_rolled_again():
    state = table(
        phase=Phase.ROLL,
        realms=(realm("queen_red_asleep", "queen_blue_asleep"), (), ()),
        knights=("green", "white", "draw_one_more"),
    )
    match = Table(state, "dragon", "1").play(Roll())
    assert match.state.knights == ("draw_one_more", "green", "white")
    assert legal(match.state) == {WakeOne("red"), WakeOne("blue"), WakeNone()}
    match.play(WakeOne("red"))
    assert match.state.realms[P1] == realm("queen_red", "queen_blue_asleep")
    assert legal(match.state) == {Roll()}
    match.play(Roll())
    assert [len(event.cards) for event in happened(match, CardsDrawn)] == [2], "with the knight that came"


def test_sq_t12_the_draw_knight_makes_four_of_a_three():
    match = Table(table(phase=Phase.ROLL, knights=("draw_one_more", "black", "white")), "3").play(Roll())
    assert [len(event.cards) for event in happened(match, CardsDrawn)] == [4]
    assert len(match.state.realms[P1]) == 4


def test_sq_t13_a_sleeping_queen_is_woken_by_a_pair_and_then_rescues():
    state = table(
        realms=(realm("queen_red_asleep", 4, 4), (), ()),
        companions=(("red",), (), ()),
        **ring(down=("red", "blue"), up=("green",)),
    )
    match = Table(state)
    with pytest.raises(IllegalAction, match="sleeping queen cannot rescue"):
        match.step(Rescue("red", "red"))
    match.play(WakeAll(4))
    assert match.state.realms[P1] == realm("queen_red")
    assert match.state.discard[-2:] == ("4", "4")
    match.play(Rescue("red", "red"))
    assert match.state.discard[-1] == "queen_red"
    assert match.state.realms[P1] == ()
    assert match.state.companions[P1] == ()
    assert sorted(match.state.ring[place] for place in match.state.face_up) == ["green", "red"]
    assert len(match.state.face_down) == 2
    assert match.state.kings == (1, 0, 0)


@pytest.mark.parametrize("symbol", ["red", "green", "blue"])
def test_sq_t14_the_wild_companion_goes_with_every_queen_and_back_face_up(symbol):
    state = table(realms=(realm(f"queen_{symbol}"), (), ()), companions=(("wild",), (), ()), **ring())
    match = Table(state).play(Rescue(symbol, "wild"))
    assert match.state.kings[P1] == 1
    assert [match.state.ring[place] for place in match.state.face_up] == ["wild"]


def test_sq_t15_face_up_companions_are_shuffled_before_one_is_chosen():
    up = ("red", "green", "blue", "wild")
    match = Table(table(realms=(realm(2, 3, 5), (), ()), **ring(up=up))).play(Summon((2, 3, 5)))
    assert [type(event) for event in match.happened] == [Summoned, CompanionsLaid]
    view = match.view(P1)
    assert view.ring[:4] == (DOWN,) * 4
    assert view.under is None
    assert redact(match.happened[1], P1).cards is None
    assert legal(match.state) == {TakeCompanion(slot) for slot in range(4)}
    match.play(TakeCompanion(2))
    taken = happened(match, CompanionTaken)[0]
    assert taken.companion == happened(match, CompanionsLaid)[0].cards[2]
    assert match.state.companions[P1] == (taken.companion,)
    assert match.state.face_down == (0, 1, 3)


@pytest.mark.parametrize(("knight", "surplus"), [("white", 1), ("green", 0)])
def test_sq_t16_numbers_books_and_queens_count_towards_the_limit(knight, surplus):
    cards = realm(1, 2, 6, "book", "queen_red_asleep", "queen_blue_asleep")
    state = table(
        realms=(cards, (), ()),
        companions=(("red", "green", "wild"), (), ()),
        kings=(1, 0, 0),
        knights=(knight, "black", "reroll_one"),
    )
    match = Table(state).play(EndActions())
    if surplus:
        assert legal(match.state) == {Discard(card) for card in cards}
        match.play(Discard("book"))
    assert len(happened(match, Discarded)) == surplus
    assert happened(match, TurnBegan) == [TurnBegan(P2)]
    assert len(match.state.realms[P1]) == 6 - surplus
    assert match.state.companions[P1] == ("red", "green", "wild")


def test_sq_t17_the_last_king_ends_the_game_at_once():
    state = table(
        5,
        realms=(realm("queen_red", 1, 2, 3, 4, 6, 7), *[()] * 4),
        companions=(("red",), *[()] * 4),
        kings=(1, 0, 0, 0, 0),
        **ring(),
    )
    match = Table(state).play(Rescue("red", "red"))
    assert match.happened[-1] == GameEnded("rescued", P1)
    assert match.result.winners == (P1,)
    assert match.decider is None
    assert not happened(match, Discarded)


def test_sq_t18_the_pile_is_made_anew_in_the_middle_of_a_draw_and_instants_wait():
    discard = ("gnome", *["willow"] * 3, *["1", "2", "3", "4", "6", "7"])
    match = Table(table(phase=Phase.ROLL, pile=("willow",), discard=discard), "3").play(Roll())
    assert [type(event) for event in match.happened[2:5]] == [CardsDrawn, PileShuffled, CardsDrawn]
    assert [len(event.cards) for event in happened(match, CardsDrawn)] == [1, 2]
    assert (match.state.pile_size, match.state.discard) == (8, ())
    assert len(match.state.drawn) == 3
    assert PlayInstant("willow") in legal(match.state)
