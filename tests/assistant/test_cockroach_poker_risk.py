"""The risk panel and the advice of Cockroach Poker Royal, against the rules run over every card and pile."""

from __future__ import annotations

from fractions import Fraction

import pytest

from assistant.cockroach_poker import why
from assistant.cockroach_poker.advice import SAFE, advise
from assistant.cockroach_poker.deal import PILE
from assistant.cockroach_poker.risk import risks, safe
from assistant.knowledge import CHOICE, LOGIC, MODELS
from engine.chance import Chance
from engine.cockroach_poker import cards, rules
from engine.cockroach_poker import table as t
from engine.cockroach_poker.table import Phase, State
from engine.core import Event, changed
from tests.assistant.cockroach_deals import CARDS, World, tiny, trials
from tests.assistant.test_cockroach_poker import at
from tests.cockroach_poker.tables import A, B, C, table

HALF = Fraction(1, 2)


def ends(state: State, *actions) -> tuple[State, bool]:
    """Play actions on a whole table; return it before the next decision, and whether A lost meanwhile."""
    for action in actions:
        happened = list(rules.reveal(state, action, Chance(0)))
        while happened:
            state = rules.evolve(state, happened.pop(0))
            thing = rules.follow(state) if not happened else None
            if thing is not None:
                happened = (
                    [thing] if isinstance(thing, Event) else list(rules.reveal(state, thing, Chance(0)))
                )
    return state, rules.result(state) is not None and state.loser == A


def risk_of(known, action, model=LOGIC):
    return next(risk for risk in risks(known, model) if risk.action == action)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_guess_loses_as_often_as_over_every_deal_of_a_small_deck(seats):
    """Card by card; a card that leads to a payment is left out, for that is a player's choice."""
    compared, losing = 0, 0
    for seed in range(12):
        match = tiny(seats, seed)
        state, known = rules.start(match.setup), at(rules.start(match.setup))
        for event, (shown, worlds) in zip(match.log, list(trials(match, A)), strict=True):
            state, known = rules.evolve(state, event), known.tell(shown)
            if state.phase is not Phase.RECEIVE or state.receiver != A:
                continue
            for guess in (t.Guess(True), t.Guess(False)):
                for case in risk_of(known, guess).of(A):
                    alike = [world for world in worlds if CARDS[world.way or 0] == case.card]
                    played = [ends(_whole(state, world), guess) for world in alike]
                    assert case.chance == Fraction(len(played), len(worlds))
                    if all(after.phase is not Phase.PAY for after, _ in played):
                        assert case.fall.loses == Fraction(sum(lost for _, lost in played), len(played))
                        compared, losing = compared + 1, losing + (case.fall.loses > 0)
    assert compared > 10
    assert losing


def _whole(state: State, world: World) -> State:
    """The table as it is in a world."""
    hands = tuple(tuple(sorted(CARDS[one] for one in hand)) for hand in world.hands)
    pile = tuple(CARDS[one] for one in world.pile)
    return changed(state, hands=hands, card=CARDS[world.way or 0], pile=pile)


RATS = table(
    3,
    hands={A: ("bat", "bat", "fly"), B: ("fly",) * 5, C: ("fly",) * 5},
    displays={A: ("rat", "rat", "rat")},
    pile=("toad", "toad", "bat"),
    starter=B,
)


def test_a_third_rat_more_loses_and_nothing_else_does():
    known = at(RATS, t.Offered(B, A, "toad"))
    card = known.card()
    assert risk_of(known, t.Guess(True)).loses == card["rat"] + card["rat-royal"]
    assert risk_of(known, t.Guess(False)).loses == 0


def test_an_answer_that_cannot_lose_at_once_is_named():
    known = at(RATS, t.Offered(B, A, "toad"))
    assert safe(known) == (t.Guess(False),)
    known = at(RATS, t.Offered(B, A, "rat"))
    assert safe(known) == (t.Guess(True),)
    reasons = {advice.action: advice.reasons for advice in advise(known)}
    assert reasons[t.Guess(True)][0] == SAFE
    assert SAFE not in reasons[t.Guess(False)]


def test_no_answer_is_called_safe_where_none_can_lose():
    calm = changed(RATS, displays=((), (), ()))
    assert safe(at(calm, t.Offered(B, A, "rat"))) == ()


def test_a_royal_brings_the_open_penalty_card_which_may_be_the_fourth():
    """With a rat on top of the pile, each royal that A gets loses by it."""
    state = changed(RATS, top="rat")
    known = at(state, t.Offered(B, A, "rat"))
    royals = sum(p for card, p in known.card().items() if cards.is_royal(card) and "rat" not in card)
    assert risk_of(known, t.Guess(True)).loses == royals > 0
    assert safe(known) == ()


def test_a_royal_on_the_pile_draws_the_next_card_which_nobody_has_seen():
    """The open royal toad is taken with any royal and draws a card that is any of those out of sight."""
    pile = ("toad-royal", "toad", "bat")
    state = table(3, {A: ("bat",) * 3, B: ("fly",) * 3}, {A: ("rat",) * 3}, pile, starter=B)
    known = at(state, t.Offered(B, A, "fly"))
    pool = known.sight.pool()
    (case,) = [c for c in risk_of(known, t.Guess(True)).cases if c.card == "bat-royal"]

    def drawn(left: dict[str, int], below: int) -> Fraction:
        """The chance that a chain of royals ends in a rat, card by card."""
        if not below:
            return Fraction(0)
        chance, whole = Fraction(0), sum(left.values())
        for card, number in left.items():
            if not number:
                continue
            if cards.species(card) == "rat":
                chance += Fraction(number, whole)
            elif cards.is_royal(card):
                chance += Fraction(number, whole) * drawn({**left, card: number - 1}, below - 1)
        return chance

    assert case.fall.loses == drawn({**pool, "bat-royal": pool["bat-royal"] - 1}, 2)


def test_the_third_of_a_kind_is_told_apart_from_the_fourth():
    state = changed(RATS, displays=(("rat", "rat", "fly"), (), ()))
    risk = risk_of(at(state, t.Offered(B, A, "toad")), t.Guess(True))
    card = at(state, t.Offered(B, A, "toad")).card()
    assert (risk.loses, risk.triple) == (0, card["rat"] + card["rat-royal"])


def test_an_empty_hand_that_gets_a_card_loses_at_once_cp_r14():
    state = table(3, {A: (), B: ("fly",) * 3, C: ("fly",) * 3}, starter=B)
    known = at(state, t.Offered(B, A, "fly"))
    risk = risk_of(known, t.Guess(True))
    assert risk.loses == risk.gets > 0


def test_a_giver_with_three_flies_may_be_out():
    state = changed(RATS, displays=((), ("fly",) * 3, ()))
    known = at(state, t.Offered(B, A, "toad"))
    card = known.card()
    assert risk_of(known, t.Guess(False)).wins == card["fly"] + card["fly-royal"]


def test_a_special_that_the_observer_can_pay_for_does_not_lose():
    known = at(RATS, t.Offered(B, A, "rat"))
    (case,) = [case for case in risk_of(known, t.Guess(True)).cases if case.card == "blank"]
    assert (case.seat, case.fall.loses) == (A, 0)


def test_a_special_that_can_only_be_paid_with_the_fourth_rats_loses():
    state = table(3, {A: ("rat", "rat"), B: ("fly",) * 3}, {A: ("rat",) * 3}, starter=B)
    (case,) = [
        case
        for case in risk_of(at(state, t.Offered(B, A, "fly")), t.Guess(True)).cases
        if case.card == "blank"
    ]
    assert case.fall.loses == 1


def test_what_the_next_player_may_say_under_logic_is_a_coin():
    known = at(table(3, {A: ("bat", "fly")}, starter=A))
    for risk in risks(known):
        assert (risk.gets, risk.right) == (HALF, None)
    assert len(risks(known)) == 2 * 2 * 8


@pytest.mark.parametrize("model", MODELS)
def test_who_is_given_the_fourth_fly_is_out_as_often_as_he_is_wrong(model):
    state = table(3, {A: ("fly", "bat"), B: ("rat",) * 4}, {B: ("fly",) * 3}, starter=A)
    given = [risk for risk in risks(at(state), model) if (risk.action.to, risk.action.card) == (B, "fly")]
    assert len(given) == 8
    for risk in given:
        assert risk.wins == sum(case.chance for case in risk.of(B)) > 0


@pytest.mark.parametrize("model", MODELS)
def test_passing_on_is_as_good_as_the_best_way_to_give_each_card(model):
    known = at(table(4, starter=B), t.Offered(B, A, "fly"))
    by_card = 0.0
    for card, chance in known.card(model).items():
        looked = known.tell(t.Peeked(A, card))
        by_card += chance * max(risk.value for risk in risks(looked, model))
    assert risk_of(known, t.PassOn(), model).value == pytest.approx(by_card)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("seats", [2, 4])
def test_chances_of_who_gets_what_add_up_and_advice_is_ranked(model, seats):
    known = at(table(seats, starter=B), t.Offered(B, A, "fly"))
    found = risks(known, model)
    assert {risk.action for risk in found} == set(rules.legal(known.view))
    assert [risk.value for risk in found] == sorted((risk.value for risk in found), reverse=True)
    for risk in found:
        if risk.right is not None:
            assert sum(case.chance for case in risk.cases) == 1
        assert risk.gets == sum(case.chance for case in risk.of(A))


def test_nobody_is_advised_out_of_turn():
    assert advise(at(table(3, starter=B))) == risks(at(table(3, starter=B))) == ()


# --- why


def test_the_steps_to_a_claim_count_what_fits_and_name_the_entries():
    events = [t.Offered(B, A, "toad"), t.Guessed(A, True), t.CardRevealed("fly"), t.RoundLost(A, False)]
    events += [t.CardLaid(A, "fly", "round"), t.RoundBegan(A), t.Offered(A, B, "bat", "bat")]
    events += [t.Guessed(B, True), t.CardRevealed("bat"), t.RoundLost(A, True)]
    state = table(3, hands={A: ("bat", "fly", "toad"), B: ("fly",) * 4}, starter=B)
    known = at(state, *events[:5], t.RoundBegan(A), t.Offered(A, B, "fly", "bat"), t.Guessed(B, True))
    known = known.tell_all([t.CardRevealed("bat"), t.RoundLost(B, False), t.CardLaid(B, "bat", "round")])
    known = known.tell_all([t.RoundBegan(B), t.Offered(B, A, "fly")])
    counted, mine, lie, *_, last = why.claim(known, CHOICE)
    pool = known.sight.pool()
    assert counted.message.slots["of"] == pool["fly"] + pool["fly-royal"] + pool["joker"]
    assert mine.message.slots["n"] == 1
    assert lie.entries == (5,)
    assert last.message.slots["chance"] == known.truth(CHOICE)


def test_each_giver_of_a_chain_is_a_step_with_his_claim():
    chain = [t.Offered(B, C, "fly"), t.Peeked(C), t.PassedOn(C, A, "rat")]
    steps = why.claim(at(table(4, starter=B), *chain), CHOICE)
    assert [step.entries for step in steps if "knows the card" in step.message.key] == [(1,), (3,)]
    assert not any(
        "knows the card" in step.message.key for step in why.claim(at(table(4, starter=B), *chain), LOGIC)
    )


def test_a_card_that_i_looked_at_explains_itself():
    seen = [t.Offered(B, A, "toad"), t.Peeked(A, "blank"), t.PassedOn(A, C, "rat")]
    (step,) = why.claim(at(table(4, starter=B), *seen), LOGIC)
    assert step.entries == (2,)


def test_the_steps_to_a_number_of_cards_say_of_how_many_they_are_a_sample():
    known = at(RATS, t.Offered(B, A, "toad"))
    first, *_ = why.number(known, PILE, ["rat", "rat-royal"], LOGIC)
    pool = known.sight.pool()
    assert first.message.slots == {"n": sum(pool.values()), "of": pool["rat"] + pool["rat-royal"], "size": 2}


def test_the_steps_to_a_risk_begin_with_what_loses():
    known = at(RATS, t.Offered(B, A, "toad"))
    first, *_ = why.risk(known, risk_of(known, t.Guess(True)))
    assert cards.species(first.message.slots["card"].id) == "rat"
