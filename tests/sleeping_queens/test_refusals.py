"""Why an action is refused: each reason names what is in the way."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bots import RandomBot
from engine.chance import Chance
from engine.core import IllegalAction, Setup
from engine.match import Match
from engine.play import Company
from engine.sleeping_queens import rules
from engine.sleeping_queens.table import (
    DeclineSwap,
    Discard,
    DrawNumber,
    EndActions,
    KeepRoll,
    Phase,
    PlayInstant,
    Reroll,
    Rescue,
    Roll,
    Steal,
    Summon,
    SwapCards,
    SwapCompanions,
    SwapKnights,
    TakeCompanion,
    TakeQueen,
    UseBook,
    WakeAll,
    WakeNone,
    WakeOne,
)
from tests.sleeping_queens.tables import P1, P2, P3, Table, drawing, realm, ring, table


def refused(match, action):
    """Return the reason why an action is refused, which has changed nothing."""
    before = match.state
    with pytest.raises(IllegalAction) as caught:
        match.step(action)
    assert match.state is before
    return str(caught.value.reason)


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ((1, 2, 3, 4), "1 + 4 = 2 + 3 has operators on both sides; only one side may have them."),
        ((1, 2, 4, 9), "2 × 4 + 1 = 9 has more than one kind of operator; only one kind is allowed."),
        ((4, 4), "Two cards are no equation, not even two equal ones: it needs an operator."),
        ((4,), "A single card is no equation. Take three cards at least, as in 2 + 3 = 5."),
        ((3, 4, 9), "3, 4, 9 make no equation."),
        ((2, 3, 5), "Missing in your realm: 5."),
        ((10, 10, 12), "Missing in your realm: 10, 10, 12."),
    ],
)
def test_sq_r16_why_numbers_cannot_summon(numbers, said):
    match = Table(table(realms=(realm(1, 2, 3, 4, 4, 9), (), ())))
    assert refused(match, Summon(numbers)) == said


@pytest.mark.parametrize(
    ("held", "action", "said"),
    [
        ((4, 4, "queen_red"), WakeAll(4), "None of your queens is asleep."),
        ((4, "queen_red_asleep"), WakeAll(4), "It takes two cards of the same number to wake your queens."),
        ((4,), UseBook(5), "You have no Spell Book."),
        (("book",), UseBook(6), "That number does not lie in the discard pile."),
        (("queen_red",), Rescue("red", "blue"), "You do not have this companion."),
        (("queen_blue",), Rescue("red", "red"), "You do not have such a queen."),
        (
            ("queen_red_asleep",),
            Rescue("red", "red"),
            "A sleeping queen cannot rescue a king. Wake her first.",
        ),
        (
            ("queen_blue",),
            Rescue("blue", "red"),
            "The companion must have the symbol of the queen, or be the wild one.",
        ),
        ((4,), Discard("4"), "End your actions first, then put cards away."),
        ((4,), Roll(), "That cannot be done now."),
    ],
)
def test_why_an_action_of_the_turn_is_refused(held, action, said):
    match = Table(table(realms=(realm(*held), (), ()), companions=(("red",), (), ())))
    assert refused(match, action) == said


def test_sq_g19_why_nobody_can_be_summoned():
    match = Table(table(realms=(realm(2, 3, 5), (), ()), **ring()))
    assert refused(match, Summon((2, 3, 5))) == "No companion is left in the middle."


@pytest.mark.parametrize(
    ("given", "faces", "actions", "said"),
    [
        ({"phase": Phase.ROLL}, (), (), "Roll the die first."),
        (
            {"phase": Phase.ROLL, "knights": ("reroll_one", "black", "white")},
            ("1",),
            (Roll(),),
            "You rolled a 1: keep it, or roll again.",
        ),
        (
            {
                "phase": Phase.ROLL,
                "knights": ("draw_one_more", "black", "white"),
                "options": {"draw_bonus_optional": True},
            },
            ("2",),
            (Roll(),),
            "Draw as many cards as you rolled, or one more.",
        ),
        ({}, (), (Summon((1, 2, 3)),), "Choose one of the companions that lie face down."),
        ({}, (), (EndActions(),), "You may keep 6 cards: choose one of your cards to put away."),
    ],
)
def test_what_is_to_be_done_now(given, faces, actions, said):
    state = table(realms=(realm(1, 2, 3, 4, 6, 7, 8), (), ()), **given)
    assert refused(Table(state, *faces).play(*actions), WakeAll(9)) == said


def test_after_a_dragon_one_queen_may_be_woken():
    state = table(phase=Phase.ROLL, realms=(realm("queen_red_asleep"), (), ()))
    match = Table(state, "dragon").play(Roll())
    assert refused(match, WakeOne("blue")) == "After a dragon, wake one of your sleeping queens, or none."


def test_instants_come_first():
    match = Table(drawing(realm(1), "gnome", "6"))
    assert refused(match, EndActions()) == "First carry out the instant cards that you drew."


@pytest.mark.parametrize(
    ("face", "action", "said"),
    [
        ("1", TakeCompanion(11), "Choose one of the companions that lie face down."),
        ("2", Steal(P1, "1"), "Steal a card from another realm; companions and kings cannot be stolen."),
        ("3", TakeQueen("red"), "Take one of the queens out of the discard pile."),
        ("dragon", SwapKnights(P2, P2), "Choose two players whose knights change places."),
    ],
)
def test_sq_r10_what_the_gnomes_roll_asks_for(face, action, said):
    state = drawing(realm(1), "gnome", realms=(realm(2), ()), discard=("queen_blue",))
    assert refused(Table(state, face).play(PlayInstant("gnome")), action) == said


def test_sq_g10_before_a_gnomes_1_is_used_it_is_kept_or_rolled_again():
    state = drawing(realm(1), "gnome", knights=("reroll_one", "black", "white"))
    match = Table(state, "1").play(PlayInstant("gnome"))
    assert refused(match, TakeCompanion(0)) == "You rolled a 1: keep it, or roll again."


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (SwapCards("1", P1, "1"), "Swap with another player."),
        (SwapCards("1", P2, "2"), "1 has the Black Knight: no witch can swap there."),
        (SwapCards("9", P3, "3"), "Swap a card of your realm for one that lies in the other realm."),
        (
            SwapCompanions("red", P3, "blue"),
            "A companion can only be swapped for a companion of the other player.",
        ),
        (EndActions(), "Swap a card with the Switch Witch, or put her away."),
    ],
)
def test_sq_r11_why_a_swap_is_refused(action, said):
    state = drawing(
        realm(1),
        "witch",
        realms=(realm(2), realm(3)),
        companions=(("red",), (), ()),
        knights=("green", "black", "white"),
    )
    match = Table(state).play(PlayInstant("witch"))
    assert DeclineSwap() in match.legal()
    assert refused(match, action) == said


cards_or_junk = st.sampled_from(
    ["1", "5", "10", "book", "queen_red", "queen_red_asleep", "gnome", "", "joker"]
)
numbers_or_junk = st.integers(-1, 12)
symbols_or_junk = st.sampled_from(["red", "green", "blue", "wild", "gold", ""])
seats_or_junk = st.integers(-1, 5)
anything = st.one_of(
    st.sampled_from([Roll(), KeepRoll(), Reroll(), WakeNone(), DeclineSwap(), EndActions()]),
    st.builds(DrawNumber, numbers_or_junk),
    st.builds(WakeOne, symbols_or_junk),
    st.builds(PlayInstant, cards_or_junk),
    st.builds(TakeCompanion, numbers_or_junk),
    st.builds(Steal, seats_or_junk, cards_or_junk),
    st.builds(TakeQueen, symbols_or_junk),
    st.builds(SwapKnights, seats_or_junk, seats_or_junk),
    st.builds(SwapCards, cards_or_junk, seats_or_junk, cards_or_junk),
    st.builds(SwapCompanions, symbols_or_junk, seats_or_junk, symbols_or_junk),
    st.builds(Summon, st.lists(numbers_or_junk, max_size=10).map(tuple)),
    st.builds(WakeAll, numbers_or_junk),
    st.builds(UseBook, numbers_or_junk),
    st.builds(Rescue, symbols_or_junk, symbols_or_junk),
    st.builds(Discard, cards_or_junk),
)


@settings(max_examples=50)
@given(
    seed=st.integers(0, 10**6), moves=st.integers(0, 80), tried=st.lists(anything, min_size=1, max_size=30)
)
def test_whatever_is_tried_is_done_or_refused_with_a_whole_sentence(seed, moves, tried):
    match = Match(rules, Setup("sleeping_queens", tuple("ABC")), Chance(seed))
    company = Company(match, dict.fromkeys(range(3), RandomBot))
    for _ in range(moves):
        company.step()
    for action in tried:
        if match.decider is None or action in match.legal():
            continue
        before = match.state
        reason = rules.refusal(match.view(match.decider), action)
        assert "{" not in str(reason)
        with pytest.raises(IllegalAction):
            match.step(action)
        assert match.state is before
