"""Cockroach Poker Royal by the acceptance tests of its sheet: CP-T1 to T18 (RULES.md section 3.4)."""

from collections import Counter

import pytest

from engine.chance import Chance
from engine.cockroach_poker import cards, rules
from engine.cockroach_poker.table import (
    CannotPay,
    CardLaid,
    CardRevealed,
    Forward,
    GameEnded,
    Guess,
    Guessed,
    HandDealt,
    Offered,
    PassedOn,
    PassOn,
    PayMatching,
    PayOthers,
    Peeked,
    Phase,
    PileFormed,
    Play,
    RoundLost,
    SpecialTaken,
    TopTurned,
)
from engine.core import IllegalAction, redact
from engine.match import Match
from tests.cockroach_poker.tables import A, B, C, D, Table, setup, table


@pytest.mark.parametrize(
    ("seats", "starter", "others", "pile"),
    [(2, 25, 24, 16), (3, 20, 19, 7), (4, 15, 14, 8), (5, 12, 11, 9), (6, 10, 9, 10)],
)
def test_cp_t01_sizes_of_the_deal(seats, starter, others, pile):
    match = Match(rules, setup(seats, starter=1), Chance(5))
    sizes = {event.seat: event.size for event in match.log if isinstance(event, HandDealt)}
    assert sizes == {seat: starter if seat == 1 else others for seat in range(seats)}
    assert [event.size for event in match.log if isinstance(event, PileFormed)] == [pile]
    dealt = [card for hand in match.state.hands for card in hand] + [match.state.top, *match.state.pile]
    assert Counter(dealt) == Counter(cards.load().cards)
    assert len(dealt) == 65
    assert match.view(None).top == match.state.top is not None


def test_cp_t02_a_royal_claimed_as_its_species_is_true_and_takes_a_penalty_card():
    match = Table(table(hands={A: ["rat-royal", "fly"]})).play(Play("rat-royal", B, "rat"), Guess(True))
    assert match.happened(CardRevealed, RoundLost) == [CardRevealed("rat-royal"), RoundLost(A, True)]
    assert match.state.displays == (("rat-royal", "stinkbug"), (), ())
    assert (match.decider, match.state.phase) == (A, Phase.PLAY)


def test_cp_t03_a_royal_claimed_as_royal_is_true():
    match = Table(table(hands={A: ["rat-royal", "fly"]})).play(Play("rat-royal", B, "royal"), Guess(False))
    assert match.state.displays == ((), ("rat-royal", "stinkbug"), ())
    assert match.decider == B


def test_cp_t04_a_plain_animal_is_not_royal_and_takes_no_penalty_card():
    match = Table(table(hands={A: ["rat", "fly"]})).play(Play("rat", B, "royal"), Guess(False))
    assert match.state.displays == (("rat",), (), ())
    assert match.state.pile_size == 3
    assert match.decider == A


def test_cp_t05_the_joker_is_true_for_an_animal_and_is_paid_for_from_the_hand():
    hand = ["fly", "fly-royal", "toad", "bat", "blank"]
    match = Table(table(hands={A: ["joker", "fly"], B: hand})).play(Play("joker", B, "fly"), Guess(False))
    assert match.happened(SpecialTaken) == [SpecialTaken(B, "joker", "round")]
    assert Counter(match.state.hands[B]) == Counter([*hand, "joker"])
    assert match.decider == B
    assert match.may == {PayMatching("fly"), PayMatching("fly-royal"), PayOthers(("bat", "toad"))}
    match.play(PayOthers(("bat", "toad")))
    assert match.state.displays[B] == ("bat", "toad")
    assert match.decider == B


def test_cp_t06_the_joker_is_no_royal():
    state = table(hands={A: ["joker", "bat-royal", "toad", "rat"]})
    match = Table(state).play(Play("joker", B, "royal"), Guess(False))
    assert match.happened(RoundLost) == [RoundLost(A, False)]
    assert match.may == {PayMatching("bat-royal"), PayOthers(("rat", "toad"))}
    match.play(PayMatching("bat-royal"))
    assert match.laid == [(A, "bat-royal"), (A, "stinkbug")]
    assert match.state.top == "scorpion"
    assert match.state.hands[A] == ("joker", "rat", "toad")


@pytest.mark.parametrize("claim", cards.load().claims)
def test_cp_t07_the_blank_is_true_for_nothing(claim):
    match = Table(table(hands={A: ["blank", "rat"]})).play(Play("blank", B, claim), Guess(True))
    assert match.happened(RoundLost) == [RoundLost(B, False)]
    assert "blank" in match.state.hands[B]
    assert (match.state.phase, match.decider) == (Phase.PAY, B)


@pytest.mark.parametrize(("guess", "loser"), [(False, C), (True, B)])
def test_cp_t08_the_last_claim_counts_between_the_last_giver_and_the_receiver(guess, loser):
    match = Table(table(hands={A: ["bat", "fly"]})).play(
        Play("bat", B, "toad"), PassOn(), Forward(C, "bat"), Guess(guess)
    )
    assert match.happened(RoundLost) == [RoundLost(loser, True)]
    assert match.laid == [(loser, "bat")]
    assert match.decider == loser


def test_cp_t09_a_card_is_passed_only_to_those_who_have_not_seen_it():
    match = Table(table(4)).play(Play("bat", B, "bat"), PassOn(), Forward(C, "bat"))
    assert match.may == {Guess(True), Guess(False), PassOn()}
    match.play(PassOn())
    assert match.may == {Forward(D, claim) for claim in cards.load().claims}
    match.play(Forward(D, "fly"))
    assert match.may == {Guess(True), Guess(False)}


def test_cp_t10_two_players_only_guess():
    match = Table(table(2)).play(Play("bat", B, "bat"))
    assert match.may == {Guess(True), Guess(False)}
    with pytest.raises(IllegalAction, match="two players"):
        match.step(PassOn())


def test_cp_t11_the_penalty_card_of_a_royal_can_be_the_fourth():
    state = table(hands={A: ["toad-royal", "fly"]}, displays={B: ["rat"] * 3}, pile=["rat", "bat"])
    match = Table(state).play(Play("toad-royal", B, "toad"), Guess(False))
    assert match.laid == [(B, "toad-royal"), (B, "rat")]
    assert match.log[-1] == GameEnded("species", B, "rat")
    assert match.result.winners == (A, C)


def test_cp_t12_a_royal_of_the_pile_draws_again():
    state = table(hands={A: ["fly-royal", "fly"]}, pile=["bat-royal", "scorpion", "toad"])
    match = Table(state).play(Play("fly-royal", B, "bat"), Guess(False))
    assert match.laid == [(A, "fly-royal"), (A, "bat-royal"), (A, "scorpion")]
    assert match.happened(TopTurned) == [TopTurned("scorpion"), TopTurned("toad")]
    assert (match.state.top, match.state.pile_size) == ("toad", 1)


def test_cp_t13_who_has_to_start_with_an_empty_hand_loses():
    match = Table(table(hands={A: ["rat"]})).play(Play("rat", B, "rat"), Guess(True))
    assert match.state.displays[A] == ("rat",)
    assert match.log[-1] == GameEnded("empty_hand", A, None)
    assert match.result.winners == (B, C)


def test_cp_t14_who_holds_the_special_alone_cannot_pay_and_loses():
    match = Table(table(hands={A: ["blank"]})).play(Play("blank", B, "rat"), Guess(False))
    assert match.log[-3:] == [
        SpecialTaken(A, "blank", "round"),
        CannotPay(A),
        GameEnded("cannot_pay", A, None),
    ]
    assert match.result.winners == (B, C)


def test_cp_t15_ways_to_pay():
    state = table(hands={A: ["joker", "fly"], B: ["rat-royal", "toad", "bat"]})
    match = Table(state).play(Play("joker", B, "rat"), Guess(False))
    assert match.may == {PayMatching("rat-royal"), PayOthers(("bat", "toad"))}
    for cards_given in [("bat", "joker"), ("bat", "rat-royal")]:
        with pytest.raises(IllegalAction):
            match.step(PayOthers(cards_given))
    with pytest.raises(IllegalAction):
        match.step(PayMatching("joker"))
    match.play(PayMatching("rat-royal"))
    assert match.laid == [(B, "rat-royal"), (B, "stinkbug")]


@pytest.mark.parametrize(("seats", "enough"), [(2, 5), (3, 4), (6, 4)])
def test_cp_t16_four_of_a_species_lose_and_five_with_two_players(seats, enough):
    for before in range(enough):
        state = table(
            seats, hands={A: ["fly", "bat"]}, displays={B: ["fly-royal", *["fly"] * before][:before]}
        )
        match = Table(state).play(Play("fly", B, "fly"), Guess(False))
        assert (match.log[-1] == GameEnded("species", B, "fly")) == (before + 1 == enough)


def test_cp_t17_a_receiver_without_cards_may_guess_and_pass_on():
    match = Table(table(hands={B: []})).play(Play("bat", B, "bat"))
    assert match.may == {Guess(True), Guess(False), PassOn()}
    match.play(PassOn(), Forward(C, "fly"), Guess(False))
    assert match.log[-1] == GameEnded("empty_hand", B, None)


def test_cp_t18_what_a_seat_sees():
    """What the assistant counts from it (9 less those seen) is tested with the assistant."""
    state = table(hands={A: ["joker", "rat", "fly"], C: ["rat", "rat"]}, displays={B: ["rat-royal"]})
    match = Table(state).play(Play("joker", B, "rat"), Guess(True), PayMatching("rat"))
    view = redact(match.state, C)
    assert view.hands == (None, None, ("rat", "rat"))
    assert view.displays == (("rat",), ("rat-royal",), ())
    assert (view.top, view.pile_size, view.pile) == ("stinkbug", 3, None)
    assert SpecialTaken(A, "joker", "round") in [redact(event, C) for event in match.log]


def test_cp_r07_the_card_on_its_way_is_known_to_those_who_gave_it():
    match = Table(table(4)).play(Play("bat", B, "fly"))
    assert [redact(match.state, seat).card for seat in (A, B, C, D, None)] == ["bat", None, None, None, None]
    match.play(PassOn())
    assert [redact(match.state, seat).card for seat in (A, B, C, D, None)] == ["bat", "bat", None, None, None]
    match.play(Forward(C, "fly"))
    assert [redact(match.state, seat).card for seat in (A, B, C, D, None)] == ["bat", "bat", None, None, None]
    assert redact(Offered(A, B, "fly", "bat"), B) == Offered(A, B, "fly")
    assert redact(Peeked(B, "bat"), A) == Peeked(B)
    assert match.log == [Offered(A, B, "fly", "bat"), Peeked(B, "bat"), PassedOn(B, C, "fly")]


def test_cp_r05_the_guess_is_said_before_the_card_is_turned():
    match = Table(table()).play(Play("bat", B, "bat"), Guess(False))
    assert match.log[:5] == [
        Offered(A, B, "bat", "bat"),
        Guessed(B, False),
        CardRevealed("bat"),
        RoundLost(B, True),
        CardLaid(B, "bat", "round"),
    ]
