"""What claims say of the card on its way (`choice`), against the model written down a second time."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb, prod

import pytest

from assistant.cockroach_poker.habits import Share
from assistant.cockroach_poker.knowledge import Knowledge, begin
from assistant.cockroach_poker.player import Habitual
from assistant.knowledge import CHOICE
from engine.cockroach_poker import cards
from engine.cockroach_poker import table as t
from engine.core import SaidError
from tests.assistant.cockroach_deals import CARDS, DECK, tiny, trials
from tests.assistant.test_cockroach_poker import at, nonzero, share
from tests.cockroach_poker.tables import A, B, C, D, table
from tools.calibration import tenths
from tools.calibration_cockroach_poker import said

SURE = 0.999


def says(card: str, claim: str, honesty: Fraction) -> Fraction:
    """How likely a player who knows the card claims this: true or not by honesty, then any such claim."""
    alike = [other for other in DECK.claims if cards.true(card, other) == cards.true(card, claim)]
    if not any(cards.true(card, other) for other in DECK.claims):
        return Fraction(1, len(alike))
    return (honesty if cards.true(card, claim) else 1 - honesty) / len(alike)


def learned(log, seat: int, passed: bool) -> Fraction:
    """The rule of succession over a player's claims that came to light, those without a choice left out."""
    chain, outcomes = [], []
    for event in log:
        match event:
            case t.Offered(by, _, claim):
                chain = [(by, claim, False)]
            case t.PassedOn(by, _, claim):
                chain.append((by, claim, True))
            case t.CardRevealed(card) if card != cards.BLANK:
                outcomes += [cards.true(card, claim) for by, claim, p in chain if (by, p) == (seat, passed)]
    return Fraction(sum(outcomes) + 1, len(outcomes) + 2)


@pytest.mark.parametrize(("seed", "seat"), [(3, A), (3, B), (4, None), (6, C)])
def test_the_card_is_that_of_every_deal_weighed_by_what_its_givers_would_have_claimed(seed, seat):
    match = tiny(3, seed)
    known, compared = begin(match.setup, seat), 0
    for event, worlds in trials(match, seat):
        known = known.tell(event)
        if not known.sight.moving:
            continue
        view, log = known.view, known.log
        honesties = [learned(log, giver, place > 0) for place, giver in enumerate(view.givers)]
        weights: Counter[str] = Counter()
        hands: Counter[tuple[str, ...]] = Counter()
        for world in worlds:
            card = CARDS[world.way or 0]
            chance = prod(says(card, c, h) for c, h in zip(view.claims, honesties, strict=True))
            weights[card] += chance
            if known.view.hands[B] is None:
                hands[tuple(sorted(CARDS[one] for one in world.hands[B]))] += chance
        assert known.card(CHOICE) == share(weights)
        for hand, chance in share(hands).items():
            assert known.holds(B, Counter(hand), CHOICE) == chance
        compared += 1
    assert compared


def test_a_chain_of_two_who_both_say_fly_weighs_more_than_one_alone():
    state = table(4, starter=B)
    once = at(state, t.Offered(B, C, "fly")).truth(CHOICE)
    twice = at(state, t.Offered(B, C, "fly"), t.Peeked(C), t.PassedOn(C, A, "fly")).truth(CHOICE)
    assert twice > once > at(state, t.Offered(B, C, "fly")).truth()


def test_who_contradicts_a_claim_makes_it_less_likely():
    chain = [t.Offered(B, C, "fly"), t.Peeked(C), t.PassedOn(C, A, "rat")]
    known = at(table(4, starter=B), *chain)
    alone = at(table(4, starter=B), chain[0])
    assert known.truths(CHOICE)["fly"] < alone.truths(CHOICE)["fly"]


def test_a_claim_of_a_known_liar_tells_the_opposite():
    liar = at(table(3, starter=B)).with_honesty({B: Fraction(1, 50)}).tell(t.Offered(B, A, "fly"))
    assert liar.truth(CHOICE) < liar.truth()


def resolved(claim: str, card: str) -> list[object]:
    return [t.Offered(B, A, claim), t.Guessed(A, True), t.CardRevealed(card)]


def test_own_offers_and_passed_on_cards_are_learned_apart_for_everybody_in_the_chain():
    chain = [t.Offered(B, C, "fly"), t.Peeked(C), t.PassedOn(C, D, "rat"), t.Guessed(D, True)]
    known = at(table(4, hands={B: ("fly",) * 3}, starter=B), *chain, t.CardRevealed("fly"))
    manners = known.manners
    assert (manners[B].offers, manners[B].passes) == (Share(1, 0), Share())
    assert (manners[C].offers, manners[C].passes) == (Share(), Share(0, 1))
    assert (manners[D].believes, manners[C].hands_on) == (Share(1, 0), Share(1, 0))
    assert [(h.entry, h.claim, h.true) for h in manners[C].heard] == [(3, "rat", False)]


def test_the_blank_teaches_nothing_for_nothing_is_true_of_it():
    known = at(table(3, starter=B), *resolved("fly", "blank"))
    assert known.manners[B].offers.count == 0
    assert [heard.true for heard in known.manners[B].heard] == [False]


@pytest.mark.parametrize(("yes", "no"), [(0, 0), (3, 1), (0, 7), (40, 25)])
def test_the_interval_leaves_a_fortieth_on_either_side(yes: int, no: int):
    low, high = Share(yes, no).interval()

    def above(x: float) -> float:
        """The chance that a Beta(yes + 1, no + 1) variable is above x, by its binomial sum."""
        n = yes + no + 1
        return sum(comb(n, k) * x**k * (1 - x) ** (n - k) for k in range(yes + 1))

    assert above(low) == pytest.approx(0.975, abs=1e-6)
    assert above(high) == pytest.approx(0.025, abs=1e-6)


@pytest.mark.parametrize("honesty", [Fraction(0), Fraction(1), Fraction(-1, 2)])
def test_an_honesty_that_would_make_claims_certain_evidence_is_refused(honesty):
    with pytest.raises(SaidError, match="above 0% and below 100%"):
        at(table(3)).with_honesty({B: honesty})


def test_an_honesty_set_by_hand_can_be_given_back_to_what_was_learned():
    known = at(table(3, starter=B), *resolved("fly", "fly"))
    by_hand = known.with_honesty({B: Fraction(3, 5)})
    assert by_hand.manners[B].offers.mean == Fraction(3, 5)
    assert by_hand.with_honesty({B: None}) == known


def test_what_others_can_think_of_my_card_comes_from_my_claim_not_from_my_card():
    def thought(card: str) -> object:
        known: Knowledge = at(table(3, hands={A: ("bat", "fly")}, starter=A), t.Offered(A, B, "toad", card))
        return nonzero(known.seen_by_others().card(CHOICE))

    assert thought("bat") == thought("fly")


def test_choice_is_calibrated_where_bots_follow_exactly_its_model():
    rows = tenths([said([Habitual] * 4, number) for number in range(40)], SURE)
    assert len(rows) == 10
    assert [row for row in rows if not row.holds] == []


def test_choice_is_off_where_honesty_is_taken_for_another():
    games = [said([Habitual] * 4, number, Fraction(19, 20)) for number in range(20)]
    assert [row for row in tenths(games, SURE) if not row.holds]
