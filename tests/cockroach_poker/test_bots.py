"""The bots of Cockroach Poker Royal: what they count, read, answer, give, and give away."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from engine import arena
from engine.bots import RandomBot
from engine.chance import Chance
from engine.cockroach_poker import cards, liars, rules
from engine.cockroach_poker.bots import BOTS, CountingBot, ReaderBot
from engine.cockroach_poker.odds import Record, Specials, belief, on_its_way
from engine.cockroach_poker.table import (
    CardRevealed,
    Forward,
    Guess,
    Guessed,
    Offered,
    PassedOn,
    PassOn,
    PayMatching,
    PayOthers,
    Peeked,
    Phase,
    Play,
    SpecialTaken,
)
from engine.core import redact
from engine.intervals import estimate
from engine.match import Match
from engine.play import Company
from tests.cockroach_poker.tables import A, B, C, D, Table, setup, table

DECK = cards.load()


def made(name, seats=3, seat=B, events=()):
    """Return a bot that was told what happened."""
    bot = BOTS[name](rules, setup(seats), seat)
    for event in events:
        bot.notice(event)
    return bot


def choices(bot, state, times=30):
    """Return what the bot chose how often."""
    rng, view = Random(1), redact(state, rules.decider(state))
    return Counter(bot.choose(view, rng) for _ in range(times))


def offered(state):
    """Return what B sees after A has pushed a bat to B and called it a rat."""
    return redact(Table(state).play(Play("bat", B, "rat")).state, B)


def told(by, to, claim, card):
    return [Offered(by, to, claim), Guessed(to, True), CardRevealed(card)]


def test_bots_are_named_from_weak_to_strong():
    assert list(BOTS) == ["random", "counting", "reader"]


# What is counted


def test_the_card_on_its_way_is_any_card_that_the_receiver_does_not_see():
    """Nine rats less two in the own hand, one before a player and one on the pile; 65 cards less six."""
    state = table(
        hands={A: ["bat"] * 5, B: ["rat", "rat", "fly"]}, displays={C: ["rat", "toad"]}, pile=["rat"]
    )
    found = on_its_way(offered(state), B, Specials(3))
    unseen = 65 - 3 - 2 - 1
    assert found["rat"] + found["rat-royal"] == pytest.approx(Fraction(9 - 4, unseen))
    assert found["fly"] == pytest.approx(Fraction(8 - 1, unseen))
    assert found["joker"] == pytest.approx(Fraction(1, unseen))
    assert sum(found.values()) == pytest.approx(1)


def test_a_special_that_went_back_to_a_hand_is_one_of_its_cards():
    specials = Specials(3)
    specials.notice(SpecialTaken(A, "joker", "round"))
    view = redact(
        Table(table(hands={A: ["joker", "bat", "bat", "fly"]})).play(Play("bat", B, "rat")).state, B
    )
    found = on_its_way(view, B, specials)
    assert found["joker"] == pytest.approx(Fraction(1, 4))
    assert sum(found.values()) == pytest.approx(1)


def test_a_special_that_was_played_is_no_longer_known_to_be_there():
    specials = Specials(3)
    for event in [SpecialTaken(A, "joker", "round"), Offered(A, B, "fly"), CardRevealed("joker")]:
        specials.notice(event)
    assert not specials.held[A]["joker"]
    specials.notice(SpecialTaken(B, "joker", "round"))
    assert specials.held[B]["joker"] == 1


@pytest.mark.parametrize("honest", [0.2, 0.5, 0.9])
def test_belief_is_bayes_over_the_claims_of_the_whole_chain(honest):
    state = table(4, hands={A: ["bat"] * 5, C: ["rat", "rat", "fly"]})
    match = Table(state).play(Play("bat", B, "rat"), PassOn(), Forward(C, "royal"))
    view = redact(match.state, C)
    rates = {(A, True): honest, (B, False): 0.3}
    found = belief(view, C, Specials(4), lambda seat, own: rates[seat, own])
    prior, weights = on_its_way(view, C, Specials(4)), {}
    for card in prior:
        weight = prior[card]
        for claim, rate in (("rat", honest), ("royal", 0.3)):
            true = [c for c in DECK.claims if cards.true(card, c)]
            false = 8 - len(true)
            if card != "blank":
                weight *= rate / len(true) if claim in true else (1 - rate) / false
            else:
                weight /= 8
        weights[card] = weight
    for card, value in found.items():
        assert value == pytest.approx(weights[card] / sum(weights.values()))


# What is read


def test_the_record_keeps_own_cards_and_passed_ones_apart():
    record = Record(DECK, 4)
    for event in [
        Offered(A, B, "rat"),
        Peeked(B),
        PassedOn(B, C, "fly"),
        Guessed(C, True),
        CardRevealed("fly"),
    ]:
        record.notice(event)
    assert record.told[A, True] == [0, 1]
    assert record.told[B, False] == [1, 0]
    assert record.told[B, True] == record.told[A, False] == [0, 0]
    assert record.trusted[C] == [1, 0]


def test_who_gives_the_blank_has_no_choice_but_to_lie():
    record = Record(DECK, 3)
    for event in told(A, B, "rat", "blank"):
        record.notice(event)
    assert record.told[A, True] == [0, 0]


@pytest.mark.parametrize(("card", "answer"), [("fly", Guess(True)), ("toad", Guess(False))])
def test_the_reader_believes_the_honest_and_not_the_liar(card, answer):
    history = [event for _ in range(12) for event in told(A, B, "fly", card)]
    state = Table(table(2, hands={A: ["bat"] * 5})).play(Play("bat", B, "rat")).state
    assert set(choices(made("reader", 2, events=history), state)) == {answer}


# What is answered, paid and given


@pytest.mark.parametrize("name", ["counting", "reader"])
def test_a_certain_lie_is_called_a_lie(name):
    displays = {A: ["rat"] * 3, B: ["rat"] * 3, C: ["rat", "rat", "rat-royal"]}
    state = table(3, hands={A: ["bat"] * 5, B: ["joker", "toad"]}, displays=displays)
    match = Table(state).play(Play("bat", C, "rat"), PassOn(), Forward(B, "rat"))
    assert set(choices(made(name), match.state)) == {Guess(False)}


@pytest.mark.parametrize("name", ["counting", "reader"])
def test_with_one_dangerous_animal_the_answer_that_cannot_lose_at_once_is_given(name):
    state = table(2, displays={B: ["rat"] * 4}, hands={A: ["bat"] * 5})
    match = Table(state).play(Play("bat", B, "rat"))
    assert set(choices(made(name, 2), match.state)) == {Guess(True)}


@pytest.mark.parametrize("name", ["counting", "reader"])
def test_a_payment_does_not_complete_too_many_of_a_kind(name):
    hands = {A: ["blank", "bat"], B: ["fly", "toad", "rat"]}
    losing = Table(table(3, hands=hands, displays={B: ["fly"] * 3})).play(
        Play("blank", B, "fly"), Guess(True)
    )
    assert set(choices(made(name), losing.state)) == {PayOthers(("rat", "toad"))}
    losing = Table(table(3, hands=hands, displays={B: ["rat"] * 3})).play(
        Play("blank", B, "fly"), Guess(True)
    )
    assert set(choices(made(name), losing.state)) == {PayMatching("fly")}


@pytest.mark.parametrize("name", ["counting", "reader"])
def test_a_card_is_given_to_the_player_whom_it_endangers(name):
    state = table(4, hands={A: ["rat"] * 4}, displays={C: ["rat"] * 3})
    assert {action.to for action in choices(made(name, 4, A), state)} == {C}


@pytest.mark.parametrize("name", ["counting", "reader"])
def test_the_last_card_can_be_played(name):
    bot, state = made(name, 3, A), table(3, hands={A: ["blank"]})
    assert all(rules.refusal(state, action) is None for action in choices(bot, state))


# What is given away


def offers(bot, number):
    """Yield offers in positions of random games: claim, matching cards before the target, whether true."""
    seed = 0
    while True:
        seats = (2, 2, 3)[seed % 3]
        match, rng = Match(rules, setup(seats), Chance(seed)), Random(seed)
        company, seed = Company(match, dict.fromkeys(range(seats), RandomBot)), seed + 1
        while match.decider is not None:
            if match.state.phase is Phase.PLAY:
                player = bot(rules, match.setup, match.decider)
                offer = player.choose(match.view(match.decider), rng)
                display = match.state.displays[offer.to]
                before = sum(cards.fits(card, offer.claim) for card in display)
                yield offer.claim, before, cards.true(offer.card, offer.claim)
                number -= 1
                if not number:
                    return
            company.step()


def assert_no_sign(sorts, rate):
    """Assert that every sort of offer is true at this rate, all their 95 % intervals together."""
    for sort in {sort for sort, _ in sorts}:
        trues, lies = sorts[sort, True], sorts[sort, False]
        sample = [1.0] * trues + [0.0] * lies
        if len(sample) >= 20:
            assert not estimate([x - rate for x in sample], -1, 1, 1 - 0.05 / len(sorts)).excludes(0), sort


def test_5000_offers_give_no_sign_whether_they_are_true():
    told = list(offers(ReaderBot, 5000))
    by_both = Counter(((claim, before), true) for claim, before, true in told)
    assert len(by_both) > 50
    assert_no_sign(by_both, ReaderBot.TRUTH)
    assert_no_sign(Counter((claim, true) for claim, _, true in told), ReaderBot.TRUTH)
    assert_no_sign(Counter((before, true) for _, before, true in told), ReaderBot.TRUTH)
    assert_no_sign(Counter(("all", true) for _, _, true in told), ReaderBot.TRUTH)


class OpenBot(ReaderBot):
    """Lies to those in danger only: what the test before has to find out."""

    def choose(self, view, rng):
        offer = super().choose(view, rng)
        matching = sum(cards.fits(card, offer.claim) for card in view.displays[offer.to])
        fits = [card for card in rules.own_hand(view) if cards.true(card, offer.claim) == (matching < 2)]
        return Play(rng.choice(fits), offer.to, offer.claim) if fits else offer


def test_a_bot_that_lies_to_those_in_danger_would_be_found_out():
    told = Counter((before, true) for _, before, true in offers(OpenBot, 600))
    with pytest.raises(AssertionError):
        assert_no_sign(told, OpenBot.TRUTH)


def passes(bot, number):
    """Yield cards passed on with other players in danger: claim, matching before the target, whether true."""
    rng = Random(5)
    for _ in range(number):
        deck = [card for card in DECK.cards if card not in cards.SPECIALS]
        rng.shuffle(deck)
        displays, card = {C: deck[:6], D: deck[6:12]}, deck[12]
        match = Table(table(4, hands={A: [card, "bat"]}, displays=displays))
        match.play(Play(card, B, "bat"), PassOn())
        passed = bot(rules, setup(4), B).choose(redact(match.state, B), rng)
        before = min(sum(cards.fits(c, passed.claim) for c in displays[passed.to]), 3)
        yield passed.claim, before, cards.true(card, passed.claim)


@pytest.mark.parametrize("bot", [CountingBot, ReaderBot])
def test_a_card_passed_on_is_claimed_truly_at_the_stated_rate_to_whomever_it_goes(bot):
    told = list(passes(bot, 1500))
    assert_no_sign(Counter(("all", true) for _, _, true in told), bot.TRUTH)
    assert_no_sign(Counter((claim, true) for claim, _, true in told), bot.TRUTH)
    assert_no_sign(Counter((before, true) for _, before, true in told), bot.TRUTH)


# Liars and strength


@pytest.mark.parametrize("rate", [0.1, 0.5, 0.9])
def test_a_liar_is_true_at_its_rate_and_says_everything_as_often(rate):
    bot, rng = liars.liar(rate)(rules, setup(3), A), Random(2)
    said = Counter(bot.claim("rat-royal", rng) for _ in range(4000))
    true = [1.0] * (said["rat"] + said["royal"])
    sample = true + [0.0] * (4000 - len(true))
    assert not estimate([x - rate for x in sample], -1, 1, 0.99).excludes(0)
    assert said["rat"] == pytest.approx(2000 * rate, rel=0.2)
    lies = [said[claim] for claim in DECK.claims if claim not in ("rat", "royal")]
    assert max(lies) - min(lies) < 6 * (4000 * (1 - rate) / 6) ** 0.5


def test_a_liar_cannot_but_lie_about_the_blank():
    bot = liars.Honest90(rules, setup(3), A)
    assert {bot.claim("blank", Random(seed)) for seed in range(60)} == set(DECK.claims)


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_liars_play_whole_games(seats):
    match = Match(rules, setup(seats), Chance(1))
    company = Company(match, {seat: liars.liar(seat / 6) for seat in range(seats)})
    while company.step():
        pass
    assert match.result is not None


def test_counting_beats_random():
    contest = arena.Contest(
        game="cockroach_poker",
        seats=("counting", "random"),
        bots=BOTS,
        seed=1,
        edition="",
        options={},
        budget=1.0,
    )
    assert arena.run(contest, 10).difference("counting", "random", 0.99).excludes(0)
