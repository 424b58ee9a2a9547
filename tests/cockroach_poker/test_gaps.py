"""Cockroach Poker Royal where its sheet leaves something open: CP-R and CP-G by number (RULES.md 3)."""

import pytest

from engine.chance import Chance
from engine.cockroach_poker import cards, rules
from engine.cockroach_poker.table import (
    AskMeans,
    CannotPay,
    CardLaid,
    Forward,
    GameEnded,
    Guess,
    HandDealt,
    Paid,
    PassOn,
    PayMatching,
    PaymentDue,
    PayOthers,
    PileFormed,
    Play,
    RoundBegan,
    SpecialTaken,
    StarterChosen,
    TopTurned,
)
from engine.core import IllegalAction, SaidError, redact
from engine.match import Match
from tests.cockroach_poker.tables import HAND, A, B, C, D, Table, setup, table


def test_cp_r01_the_deck():
    deck = cards.load()
    assert len(deck.cards) == 65
    assert len(deck.species) == 7
    assert all(deck.counts[animal] == 8 for animal in deck.species)
    assert all(deck.counts[cards.royal(animal)] == 1 for animal in deck.species)
    assert deck.counts["joker"] == deck.counts["blank"] == 1


@pytest.mark.parametrize(
    ("card", "species", "another", "royal"),
    [
        ("rat", True, False, False),
        ("rat-royal", True, False, True),
        ("joker", True, True, False),
        ("blank", False, False, False),
    ],
)
def test_cp_r09_truth_of_a_claim(card, species, another, royal):
    assert cards.true(card, "rat") is species
    assert all(cards.true(card, claim) is another for claim in cards.load().species if claim != "rat")
    assert cards.true(card, "royal") is royal


def test_cp_r04_g12_the_caller_names_who_begins():
    match = Match(rules, setup(4, starter=2), Chance(0))
    assert match.log[0] == StarterChosen(C)
    assert (match.log[-1], match.decider) == (RoundBegan(C), C)


def test_cp_r04_g12_otherwise_who_begins_is_drawn_from_the_seed():
    drawn = [Match(rules, setup(3), Chance(seed)).decider for seed in range(30)]
    assert drawn == [Match(rules, setup(3), Chance(seed)).decider for seed in range(30)]
    assert set(drawn) == {A, B, C}


def test_cp_g12_who_begins_must_be_at_the_table():
    with pytest.raises(SaidError, match="one of the players"):
        rules.start(setup(2, starter=2))


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_cp_g18_two_to_six_play(seats):
    with pytest.raises(SaidError, match="2 to 6"):
        rules.start(setup(seats))


@pytest.mark.parametrize("options", [{"penalty_special": "keep"}, {"max_rounds": 0}, {"royals": False}])
def test_an_option_or_value_that_the_game_does_not_have_is_refused(options):
    with pytest.raises(SaidError):
        rules.start(setup(3, **options))


def test_cp_r02_the_top_of_the_pile_is_all_that_is_seen_of_it():
    match = Match(rules, setup(3), Chance(1))
    formed = next(event for event in match.log if isinstance(event, PileFormed))
    assert match.log[-2] == TopTurned(formed.cards[0])
    for seat in (A, B, C, None):
        assert redact(formed, seat) == PileFormed(7)
        assert match.view(seat).pile is None
        assert match.view(seat).top == formed.cards[0]


def test_cp_r03_each_sees_the_own_hand_only():
    match = Match(rules, setup(3), Chance(1))
    for seat in range(3):
        seen = [event.cards is not None for event in match.seen(seat) if isinstance(event, HandDealt)]
        assert seen == [seat == owner for owner in range(3)]


def test_any_card_any_other_player_any_claim_may_be_played():
    match = Table(table(3, hands={A: ["bat", "bat", "joker"]}))
    claims = (*cards.load().species, "royal")
    assert match.may == {Play(card, to, c) for card in ("bat", "joker") for to in (B, C) for c in claims}


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (Play("rat", B, "bat"), "do not hold"),
        (Play("bat", A, "bat"), "another player"),
        (Play("bat", 3, "bat"), "another player"),
        (Play("bat", B, "joker"), "Claim one"),
        (Guess(True), "cannot be done now"),
        (PassOn(), "cannot be done now"),
    ],
)
def test_what_may_not_be_played(action, reason):
    with pytest.raises(IllegalAction, match=reason):
        Table(table(3)).step(action)


def test_cp_r05_g13_nobody_looks_who_has_to_guess():
    match = Table(table(3)).play(Play("bat", B, "bat"), PassOn(), Forward(C, "bat"))
    with pytest.raises(IllegalAction, match="Nobody is left"):
        match.step(PassOn())
    assert redact(match.state, C).card is None


def test_cp_r05_who_looked_can_no_longer_guess():
    match = Table(table(4)).play(Play("bat", B, "bat"), PassOn())
    assert match.decider == B
    with pytest.raises(IllegalAction, match="cannot be done now"):
        match.step(Guess(True))


@pytest.mark.parametrize("to", [A, B])
def test_cp_r07_not_to_those_who_have_seen_it(to):
    match = Table(table(4)).play(Play("bat", B, "bat"), PassOn())
    with pytest.raises(IllegalAction, match="has not seen"):
        match.step(Forward(to, "bat"))


def test_cp_g14_a_lie_may_be_passed_on_as_it_is():
    match = Table(table(4)).play(Play("bat", B, "fly"), PassOn(), Forward(D, "fly"), Guess(True))
    assert match.state.displays[D] == ("bat",)
    assert match.decider == D


def test_cp_r08_who_got_the_card_begins_the_next_round():
    match = Table(table(3)).play(Play("bat", C, "bat"), Guess(False))
    assert match.log[-1] == RoundBegan(C)
    assert (match.decider, match.state.round) == (C, 2)
    assert (match.state.givers, match.state.claims, match.state.receiver) == ((), (), None)


def test_cp_r10_royals_count_as_their_species():
    state = table(3, hands={A: ["rat-royal", "bat"]}, displays={B: ["rat"] * 3})
    match = Table(state).play(Play("rat-royal", B, "royal"), Guess(False))
    assert match.log[-1] == GameEnded("species", B, "rat")


def test_cp_r15_royals_are_no_species_of_their_own():
    state = table(3, hands={A: ["rat-royal", "bat"]}, displays={B: ["bat-royal", "fly-royal", "toad-royal"]})
    match = Table(state).play(Play("rat-royal", B, "royal"), Guess(False))
    assert match.decider == B


def test_cp_r11_a_special_is_never_laid_and_begins_no_cascade():
    state = table(3, hands={A: ["blank", "bat"], B: ["toad", "rat", "fly"]})
    match = Table(state).play(Play("blank", B, "fly"), Guess(True), PayMatching("fly"))
    assert match.log[-5:] == [
        SpecialTaken(B, "blank", "round"),
        PaymentDue(B),
        Paid(B, ("fly",), True),
        CardLaid(B, "fly", "payment"),
        RoundBegan(B),
    ]
    assert match.state.hands[B] == ("blank", "rat", "toad")


def test_cp_r11_who_can_fit_the_claim_may_still_lay_two_others():
    state = table(3, hands={A: ["blank", "bat"], B: ["fly", "toad", "rat"]})
    match = Table(state).play(Play("blank", B, "fly"), Guess(True), PayOthers(("rat", "toad")))
    assert match.laid == [(B, "rat"), (B, "toad")]


def test_cp_r12_a_royal_laid_as_payment_draws_before_the_second_card_is_laid():
    state = table(3, hands={A: ["blank", "bat"], B: ["bat-royal", "toad", "rat"]})
    match = Table(state).play(Play("blank", B, "fly"), Guess(True), PayOthers(("bat-royal", "toad")))
    assert match.laid == [(B, "bat-royal"), (B, "stinkbug"), (B, "toad")]


def test_cp_g03_a_special_of_the_pile_goes_to_the_hand_and_is_paid_for():
    state = table(3, hands={A: ["fly-royal", "bat"]}, pile=["joker", "scorpion"])
    match = Table(state).play(Play("fly-royal", B, "fly"), Guess(False))
    assert match.log[-4:] == [
        CardLaid(B, "fly-royal", "round"),
        SpecialTaken(B, "joker", "pile"),
        TopTurned("scorpion"),
        PaymentDue(B),
    ]
    assert match.may == {PayMatching("fly"), PayOthers(("bat", "toad"))}
    match.play(PayMatching("fly"))
    assert match.state.displays[B] == ("fly-royal", "fly")
    assert match.state.hands[B] == ("bat", "joker", "toad")


def test_cp_g03_hand_only_a_special_of_the_pile_costs_nothing():
    state = table(3, hands={A: ["fly-royal", "bat"]}, pile=["joker", "scorpion"], penalty_special="hand_only")
    match = Table(state).play(Play("fly-royal", B, "fly"), Guess(False))
    assert match.state.hands[B] == tuple(sorted((*HAND, "joker")))
    assert match.log[-1] == RoundBegan(B)


def test_cp_g03_hand_only_the_special_of_the_round_is_still_paid_for():
    match = Table(table(3, hands={A: ["blank", "bat"]}, penalty_special="hand_only"))
    match.play(Play("blank", B, "fly"), Guess(True))
    assert match.decider == B
    assert PayMatching("fly") in match.may


def test_cp_g03_two_specials_in_a_round_are_paid_for_one_after_the_other():
    state = table(
        3,
        hands={A: ["blank", "bat"], B: ["fly-royal", "toad", "rat", "bat"]},
        pile=["joker", "scorpion", "cockroach"],
    )
    match = Table(state).play(Play("blank", B, "fly"), Guess(True), PayMatching("fly-royal"))
    assert [event.card for event in match.happened(SpecialTaken)] == ["blank", "joker"]
    assert match.decider == B
    assert match.may == {PayOthers(pair) for pair in [("bat", "rat"), ("bat", "toad"), ("rat", "toad")]}
    match.play(PayOthers(("bat", "rat")))
    assert match.state.displays[B] == ("fly-royal", "bat", "rat")
    assert match.state.hands[B] == ("blank", "joker", "toad")
    assert match.log[-1] == RoundBegan(B)


def test_cp_g02_g04_royals_draw_until_the_pile_is_empty():
    state = table(3, hands={A: ["fly-royal", "bat"]}, pile=["bat-royal"])
    match = Table(state).play(Play("fly-royal", B, "fly"), Guess(False))
    assert match.laid == [(B, "fly-royal"), (B, "bat-royal")]
    assert (match.state.top, match.state.pile_size) == (None, 0)
    match.play(Play("bat", A, "bat"), Guess(True))
    assert match.decider == B


def test_cp_g04_no_card_is_drawn_from_an_empty_pile():
    match = Table(table(3, hands={A: ["fly-royal", "bat"]}, pile=[]))
    match.play(Play("fly-royal", B, "fly"), Guess(False))
    assert match.laid == [(B, "fly-royal")]
    assert match.log[-1] == RoundBegan(B)


@pytest.mark.parametrize(
    ("hand", "claim", "ways"),
    [
        (("bat-royal", "fly-royal", "rat"), "royal", {PayMatching("bat-royal"), PayMatching("fly-royal")}),
        (("rat", "rat-royal", "blank"), "rat", {PayMatching("rat"), PayMatching("rat-royal")}),
        (("blank", "joker"), "rat", set()),
        (("blank", "rat", "rat"), "rat", {PayMatching("rat")}),
        (("blank", "rat", "toad"), "rat", {PayMatching("rat")}),
        (("blank", "toad"), "rat", {PayOthers(("toad",))}),
        (("blank", "toad", "toad"), "rat", {PayOthers(("toad", "toad"))}),
        (("joker", "toad", "toad-royal"), "royal", {PayMatching("toad-royal")}),
    ],
)
def test_cp_g05_g06_g07_ways_to_pay(hand, claim, ways):
    assert set(rules.payments(tuple(sorted(hand)), claim)) == ways


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (PayMatching("joker"), "never laid"),
        (PayOthers(("bat", "joker")), "never laid"),
        (PayMatching("bat"), "does not fit"),
        (PayMatching("rat"), "do not hold"),
        (PayOthers(("bat", "bat")), "do not hold"),
        (PayOthers(("bat", "fly")), "or with two that do not"),
        (PayOthers(("bat",)), "two other cards"),
        (PayOthers(("toad", "bat")), "two other cards"),
        (PassOn(), "cannot be done now"),
    ],
)
def test_cp_r11_what_may_not_be_paid(action, reason):
    match = Table(table(3, hands={A: ["joker", "bat"]})).play(Play("joker", B, "fly"), Guess(False))
    with pytest.raises(IllegalAction, match=reason):
        match.step(action)


def asked(match):
    """Return how the question whether a loser can pay came to be answered: by whom it was asked."""
    state, found = match.game.start(match.setup), []
    for event in match.log:
        if isinstance(event, PaymentDue | CannotPay):
            found.append((type(match.game.follow(state)), type(event)))
        state = match.game.evolve(state, event)
    return found


@pytest.mark.parametrize(
    ("hand", "answers"),
    [
        (["blank"], (CannotPay, CannotPay)),
        (["blank", "joker"], (AskMeans, CannotPay)),
        (["blank", "rat"], (AskMeans, PaymentDue)),
        (["blank", "rat", "bat"], (PaymentDue, PaymentDue)),
    ],
)
def test_cp_g08_the_table_is_asked_only_where_it_cannot_see_whether_the_loser_can_pay(hand, answers):
    match = Table(table(3, hands={A: hand})).play(Play("blank", B, "rat"), Guess(False))
    assert asked(match) == [answers]
    assert (match.decider is None) == (answers[1] is CannotPay)


def test_cp_g08_free_who_cannot_pay_goes_on_with_the_special():
    state = table(3, hands={A: ["blank"]}, special_unpayable="free")
    match = Table(state).play(Play("blank", B, "rat"), Guess(False))
    assert match.log[-2:] == [CannotPay(A), RoundBegan(A)]
    assert match.state.hands[A] == ("blank",)
    assert {action.card for action in match.may} == {"blank"}


def test_cp_g16_a_lone_blank_is_bounced_until_the_cap_and_nobody_wins():
    state = table(3, hands={A: ["blank"]}, special_unpayable="free", max_rounds=5)
    match = Table(state)
    while match.decider is not None:
        match.play(Play("blank", B, "rat"), Guess(False))
    assert match.log[-1] == GameEnded("cap", None, None)
    assert match.state.round == 5
    assert (match.result.winners, match.result.ranks, match.result.reason) == ((), (1, 1, 1), "cap")


def test_cp_g09_an_empty_hand_is_fatal_only_to_who_has_to_begin():
    state = table(3, hands={A: ["rat", "bat"], B: []})
    match = Table(state).play(Play("rat", B, "rat"), Guess(True))
    assert match.decider == A
    match.play(Play("bat", B, "rat"), Guess(True))
    assert match.log[-1] == GameEnded("empty_hand", B, None)


def test_cp_g10_the_fourth_of_a_kind_is_told_before_the_empty_hand():
    state = table(3, hands={A: ["rat"]}, displays={A: ["rat"] * 3})
    match = Table(state).play(Play("rat", B, "rat"), Guess(True))
    assert match.log[-1] == GameEnded("species", A, "rat")


def test_cp_g10_nothing_is_laid_after_the_card_that_ends_the_game():
    state = table(
        3,
        hands={A: ["blank", "bat"], B: ["bat-royal", "toad", "rat"]},
        displays={B: ["stinkbug"] * 3},
    )
    match = Table(state).play(Play("blank", B, "fly"), Guess(True), PayOthers(("bat-royal", "toad")))
    assert match.laid == [(B, "bat-royal"), (B, "stinkbug")]
    assert match.log[-1] == GameEnded("species", B, "stinkbug")


def test_cp_r15_one_loses_and_all_others_win():
    state = table(4, hands={A: ["fly", "bat"]}, displays={C: ["fly"] * 3})
    match = Table(state).play(Play("fly", C, "fly"), Guess(False))
    assert match.result.winners == (A, B, D)
    assert match.result.ranks == (1, 1, 4, 1)
    assert match.result.reason == "species"
