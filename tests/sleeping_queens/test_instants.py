"""Drawing and the instants of Sleeping Queens 2, rule by rule (RULES.md section 2)."""

import pytest

from engine.sleeping_queens.events import (
    CardsPlaced,
    CompanionsLaid,
    KnightsMoved,
    NothingHappened,
    PileShuffled,
    Stolen,
    WindBlew,
)
from engine.sleeping_queens.table import (
    DeclineSwap,
    EndActions,
    Phase,
    PlayInstant,
    Roll,
    Steal,
    SwapCards,
    SwapKnights,
    TakeCompanion,
    TakeQueen,
    WakeOne,
)
from tests.sleeping_queens.tables import (
    P1,
    P2,
    P3,
    Table,
    drawing,
    legal,
    realm,
    ring,
    table,
)


def happened(match, kind):
    return [event for event in match.log if isinstance(event, kind)]


# Drawing


def test_sq_r09_instants_are_carried_out_in_any_order_each_by_itself():
    state = drawing(realm("queen_red"), "willow", "gnome", "willow", "8", realms=(realm("queen_blue"), ()))
    match = Table(state, "3")
    assert legal(match.state) == {PlayInstant("willow"), PlayInstant("gnome")}
    match.play(PlayInstant("willow"))
    assert legal(match.state) == {PlayInstant("willow"), PlayInstant("gnome")}
    match.play(PlayInstant("willow"))
    assert match.state.realms == (realm("queen_red_asleep"), realm("queen_blue_asleep"), ())
    match.play(PlayInstant("gnome"))
    assert match.state.realms[P1] == realm(8, "queen_red_asleep")
    assert match.state.discard == ("5", "willow", "willow", "gnome")


def test_sq_g06_a_card_drawn_with_a_witch_cannot_be_swapped():
    state = drawing((), "witch", "queen_red", "7", realms=(realm(8), ()), knights=("green", "white", "black"))
    match = Table(state).play(PlayInstant("witch"))
    assert NothingHappened(P1) in match.happened
    assert match.state.realms[P1] == realm("queen_red", 7)


def test_sq_r21_the_pile_is_made_of_the_discard_pile_when_a_card_is_needed():
    state = table(phase=Phase.ROLL, pile=("6",), discard=("7", "8", "8"))
    match = Table(state, "1").play(Roll())
    assert (match.state.pile_size, match.state.discard) == (0, ("7", "8", "8"))
    match.play(EndActions())
    assert not happened(match, PileShuffled)
    match.chance.dice.faces.append("2")
    match.play(Roll())
    assert happened(match, PileShuffled)[0].number == 3
    assert (match.state.pile_size, len(match.state.realms[P2])) == (1, 2)


def test_sq_g21_with_both_piles_empty_fewer_cards_are_drawn():
    match = Table(table(phase=Phase.ROLL, pile=("6",), discard=()), "3").play(Roll())
    assert match.state.realms[P1] == realm(6)
    assert match.state.phase is Phase.ACTIONS


def test_sq_g21_an_instant_discarded_after_a_short_draw_is_not_drawn_again():
    match = Table(table(phase=Phase.ROLL, pile=("willow",), discard=()), "3").play(Roll())
    match.play(PlayInstant("willow"))
    assert match.state.phase is Phase.ACTIONS
    assert match.state.discard == ("willow",)


def test_sq_g27_all_cards_are_drawn_before_the_first_instant():
    match = Table(table(phase=Phase.ROLL, pile=("gnome", "6", "willow", "7")), "3").play(Roll())
    assert match.state.drawn == ("gnome", "6", "willow")
    assert match.state.realms[P1] == ()


# The gnome


def test_sq_r10_a_gnomes_1_takes_a_companion():
    match = Table(drawing((), "gnome", "6"), "1").play(PlayInstant("gnome"))
    assert legal(match.state) == {TakeCompanion(slot) for slot in range(10)}
    match.play(TakeCompanion(9))
    assert match.state.companions[P1] == ("wild",)
    assert match.state.realms[P1] == realm(6)


def test_sq_r17_a_gnomes_1_shuffles_the_face_up_companions_where_none_lies_face_down():
    match = Table(drawing((), "gnome", **ring(up=("red", "blue"))), "1").play(PlayInstant("gnome"))
    assert happened(match, CompanionsLaid)[0].slots == (0, 1)
    assert legal(match.state) == {TakeCompanion(0), TakeCompanion(1)}


def test_sq_r10_a_gnomes_2_steals_cards_but_no_companions_and_kings():
    state = drawing(
        realm(1),
        "gnome",
        realms=(realm(7, 7, "book"), realm("queen_red", "queen_blue_asleep")),
        companions=((), ("wild",), ()),
        kings=(0, 2, 0),
    )
    match = Table(state, "2").play(PlayInstant("gnome"))
    assert legal(match.state) == {
        Steal(P2, "7"),
        Steal(P2, "book"),
        Steal(P3, "queen_red"),
        Steal(P3, "queen_blue_asleep"),
    }
    match.play(Steal(P2, "7"))
    assert match.state.realms[:2] == (realm(1, 7), realm(7, "book"))


def test_sq_g18_a_stolen_sleeping_queen_sleeps_on():
    state = drawing((), "gnome", realms=((), realm("queen_blue_asleep")))
    match = Table(state, "2").play(PlayInstant("gnome"), Steal(P3, "queen_blue_asleep"))
    assert match.state.realms == (realm("queen_blue_asleep"), (), ())
    assert match.happened[-2] == Stolen(P1, P3, "queen_blue_asleep")


def test_sq_g18_a_queen_out_of_the_discard_pile_is_awake():
    discard = ("queen_red", "5", "queen_blue", "queen_red", "6")
    match = Table(drawing((), "gnome", discard=discard), "3").play(PlayInstant("gnome"))
    assert legal(match.state) == {TakeQueen("red"), TakeQueen("blue")}
    match.play(TakeQueen("red"))
    assert match.state.realms[P1] == realm("queen_red")
    assert match.state.discard == ("queen_red", "5", "queen_blue", "6", "gnome"), "the upper one is taken"


def test_sq_r10_a_gnomes_dragon_exchanges_two_knights_and_moves_no_others():
    state = drawing(realm("queen_red_asleep"), "gnome", "6", knights=("green", "black", "white"))
    match = Table(state, "dragon").play(PlayInstant("gnome"))
    assert legal(match.state) == {SwapKnights(P1, P2), SwapKnights(P1, P3), SwapKnights(P2, P3)}
    match.play(SwapKnights(P2, P3))
    assert match.state.knights == ("green", "white", "black")
    assert match.state.realms[P1] == realm("queen_red_asleep", 6)
    assert not happened(match, KnightsMoved)


def test_sq_g28_if_agreed_a_gnomes_dragon_is_a_dragon_as_well():
    state = drawing(
        realm("queen_red_asleep"),
        "gnome",
        knights=("green", "black", "white"),
        options={"gnome_dragon_moves_knights": True},
    )
    match = Table(state, "dragon").play(PlayInstant("gnome"))
    assert match.state.knights == ("white", "green", "black")
    match.play(WakeOne("red"), SwapKnights(P1, P2))
    assert match.state.knights == ("green", "white", "black")
    assert match.state.realms[P1] == realm("queen_red")
    assert match.state.phase is Phase.ACTIONS, "there is no second roll"


@pytest.mark.parametrize("face", ["1", "2", "3"])
def test_sq_g16_a_gnome_that_can_do_nothing_is_discarded(face):
    match = Table(drawing(realm(1), "gnome", **ring()), face).play(PlayInstant("gnome"))
    assert match.happened[-2:] == [NothingHappened(P1), CardsPlaced(P1, ())]
    assert match.state.discard == ("5", "gnome")
    assert match.state.realms == (realm(1), (), ())


@pytest.mark.parametrize("face", ["1", "2", "3", "dragon"])
def test_sq_g17_what_a_gnome_can_do_must_be_done(face):
    state = drawing(realm(1), "gnome", realms=(realm(2), ()), discard=("queen_red",))
    match = Table(state, face).play(PlayInstant("gnome"))
    kind = {"1": TakeCompanion, "2": Steal, "3": TakeQueen, "dragon": SwapKnights}[face]
    assert legal(match.state) == legal(match.state, kind) != set()


# Witch and willow


def test_sq_r11_a_witch_swaps_any_card_of_two_realms_or_none():
    state = drawing(
        realm(1, "book"),
        "witch",
        realms=(realm("queen_red_asleep"), realm(2, 2)),
        knights=("black", "white", "green"),
    )
    match = Table(state).play(PlayInstant("witch"))
    swaps = {SwapCards(own, P2, "queen_red_asleep") for own in ("1", "book")}
    assert legal(match.state) == swaps | {
        SwapCards("1", P3, "2"),
        SwapCards("book", P3, "2"),
        DeclineSwap(),
    }
    match.play(SwapCards("1", P2, "queen_red_asleep"))
    assert match.state.realms == (realm("book", "queen_red_asleep"), realm(1), realm(2, 2))


def test_sq_r11_a_declined_witch_changes_nothing():
    state = drawing(realm(1), "witch", realms=(realm(2), ()), knights=("black", "white", "green"))
    match = Table(state).play(PlayInstant("witch"), DeclineSwap())
    assert match.state.realms == state.realms
    assert match.state.discard == ("5", "witch")


def test_sq_g15_the_holder_of_the_black_knight_may_use_witches():
    state = drawing(realm(1), "witch", realms=(realm(2), ()), knights=("black", "white", "green"))
    match = Table(state).play(PlayInstant("witch"), SwapCards("1", P2, "2"))
    assert match.state.realms[:2] == (realm(2), realm(1))


def test_sq_r12_only_one_realm_is_hit_and_all_its_awake_queens_fall_asleep():
    realms = (realm("queen_blue", "queen_red", "queen_red_asleep"), realm("queen_red"))
    match = Table(drawing(realm(2), "willow", realms=realms)).play(PlayInstant("willow"))
    assert WindBlew(P2) in match.happened
    assert match.state.realms == (
        realm(2),
        realm("queen_blue_asleep", "queen_red_asleep", "queen_red_asleep"),
        realm("queen_red"),
    )


def test_sq_r12_a_drawer_with_an_awake_queen_is_hit_first():
    state = drawing(realm("queen_red"), "willow", realms=(realm("queen_blue"), ()))
    assert WindBlew(P1) in Table(state).play(PlayInstant("willow")).happened


def test_sq_g14_the_wind_does_not_come_back_to_a_white_drawer():
    state = drawing(realm("queen_red"), "willow", knights=("white", "green", "black"))
    assert WindBlew(None) in Table(state).play(PlayInstant("willow")).happened
