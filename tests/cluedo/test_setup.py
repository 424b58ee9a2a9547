"""Cluedo before the first turn: players, tokens, weapons, deal, who begins (CL-R2 to R5)."""

from collections import Counter

import pytest

from engine.cluedo import cards, rules
from engine.cluedo import table as t
from engine.core import SaidError
from tests.cluedo.tables import (
    SMALL,
    STARTS,
    B,
    C,
    D,
    dealt,
    happened,
    setup,
)


def test_cl_r2_all_six_tokens_stand_on_their_start_squares():
    assert tuple(dealt(3).state.tokens.values()) == STARTS


def test_cl_r2_players_choose_their_tokens():
    state = dealt(3, tokens=("watson", "irene", "mycroft")).state
    assert state.played == ("watson", "irene", "mycroft")
    assert state.active == B


@pytest.mark.parametrize(
    "tokens",
    [
        ("irene", "watson"),
        ("irene", "irene", "watson"),
        ("irene", "watson", "rope"),
        ("irene", "watson", "hudson", "sherlock"),
    ],
)
def test_cl_r2_every_player_needs_a_token_of_their_own(tokens):
    with pytest.raises(SaidError, match=r"^Every player needs a token of their own\.$"):
        rules.start(setup(3, tokens=tokens))


@pytest.mark.parametrize("tokens", [5, "irene", (1, 2, 3)])
def test_cl_r2_tokens_are_given_as_a_list_of_ids(tokens):
    with pytest.raises(SaidError, match=r"^The option tokens cannot be "):
        rules.start(setup(3, tokens=tokens))


def test_cl_r3_weapons_lie_in_six_different_locations():
    state = dealt(3).state
    assert len(set(state.weapons.values())) == len(state.weapons) == 6
    assert set(state.weapons.values()) < set(cards.load("sherlock").locations)


def test_cl_g23_other_games_put_the_weapons_elsewhere():
    assert len({tuple(dealt(3, seed).state.weapons.values()) for seed in range(10)}) > 1


def test_cl_r3_more_weapons_than_locations_are_spread_evenly():
    weapons = dealt(2, edition=SMALL).state.weapons
    assert sorted(Counter(weapons.values()).values()) == [1, 2]


def test_cl_r4_every_card_may_be_the_solution():
    found = {card for seed in range(150) for card in dealt(3, seed, board="rooms_only").state.envelope}
    assert found == set(cards.load("sherlock").cards)


def test_cl_r4_a_seat_sees_its_own_hand_and_not_the_envelope():
    match = dealt(3)
    view = match.view(B)
    assert view.hands == (None, match.state.hands[B], None)
    assert view.envelope is None
    assert match.view(None).hands == (None, None, None)


@pytest.mark.parametrize(
    ("tokens", "first"),
    [
        (("mycroft", "watson", "irene"), C),
        (("mycroft", "watson", "sherlock"), B),
        (("sherlock", "mycroft", "lestrade"), C),
    ],
)
def test_cl_r5_irene_begins_or_else_the_next_suspect_in_token_order(tokens, first):
    match = dealt(3, tokens=tokens)
    assert happened(match, t.TurnBegan) == [t.TurnBegan(first)]


def test_cl_g4_token_order_is_counted_from_the_suspect_who_begins_in_the_edition():
    assert dealt(2, edition=SMALL, tokens=["one", "two"]).decider == B
    assert dealt(2, edition=SMALL, tokens=["one", "three"]).decider == B


def test_cl_g4_the_players_may_say_who_begins():
    assert dealt(3, first_seat=C).decider == C
    with pytest.raises(SaidError, match="Whoever begins must be one of the players"):
        rules.start(setup(3, first_seat=D))


def test_cl_g5_from_two_to_six_players_and_a_table_may_want_three():
    assert [len(dealt(seats).state.hands) for seats in range(2, 7)] == [2, 3, 4, 5, 6]
    for seats in (1, 7):
        with pytest.raises(SaidError, match="for 2 to 6 players"):
            rules.start(setup(seats))
    with pytest.raises(SaidError, match=r"^At least 3 must play\.$"):
        rules.start(setup(2, min_players=3))
