"""Advice for Cluedo: the order of suggestions, what is worked out closer, accusing, and showing."""

from __future__ import annotations

from fractions import Fraction
from math import comb, log2
from random import Random

import pytest

from assistant.cluedo import advice, rivals
from assistant.cluedo import outlook as o
from assistant.cluedo.advice import Accusing, Study, accusing, reasons
from assistant.cluedo.deck import ENVELOPE, Deck
from assistant.cluedo.knowledge import Knowledge, begin
from assistant.cluedo.rivals import Share
from assistant.cluedo.showing import as_known_to, showings
from assistant.knowledge import CHOICE, LOGIC
from engine.cluedo import table as t
from engine.core import Message, Named
from tests.assistant import worlds
from tests.assistant.test_outlook import known, law, mutual, sizes, tables
from tests.oracle.test_forecast import finished

DECK = Deck(("s0", "s1", "s2"), ("w0", "w1", "w2"), ("l0", "l1", "l2"))
ME, BEN, CY = 0, 1, 2
DEALT = (
    t.HandDealt(ME, 2, frozenset({"s0", "w0"})),
    t.HandDealt(BEN, 2),
    t.HandDealt(CY, 2),
)


def at_start(*events: object) -> Knowledge:
    return begin(DECK, 3, ME, [*DEALT, *events])  # type: ignore[list-item]


# Suggestions


def test_suggestions_are_ranked_by_the_bits_of_all_categories():
    for table in [table for table in tables(40) if len(table.deck.cards) < 8][:3]:
        asker = table.observer
        study = Study(known(table), asker, table.deck.locations, LOGIC).run()
        told = {
            outlook.cards: sum(
                mutual(law(table, outlook.cards, asker, LOGIC), lambda envelope, i=i: envelope[i])
                for i in range(3)
            )
            for outlook in study.outlooks
        }
        assert len(told) == len(table.deck.suspects) * len(table.deck.weapons) * len(table.deck.locations)
        ranked = list(told.values())
        assert ranked == pytest.approx(sorted(ranked, reverse=True), abs=1e-7)


def test_only_the_best_are_looked_at_closer():
    study = Study(at_start(), ME, ("l0", "l1"), closer=2).run()
    closer = [outlook for outlook in study.outlooks if outlook.triple is not None]
    assert len(closer) == 2
    assert {outlook.cards for outlook in closer} <= {
        outlook.cards for outlook in study.outlooks if outlook.total >= closer[-1].total - 1e-9
    }
    assert all(outlook.public is not None and outlook.guess is not None for outlook in closer)


def test_onlookers_learn_what_an_onlooker_of_the_table_would():
    study = Study(at_start(), ME, ("l0",)).run()
    onlooker = worlds.Table(DECK, 3, None, {}, tuple((None, t.HandDealt(seat, 2)) for seat in range(3)))
    outlook = study.outlooks[0]
    heard: dict[tuple[object, ...], Fraction] = {}
    for (answer, envelope), share in law(onlooker, outlook.cards, ME, LOGIC).items():
        key = tuple(seat for seat, _ in answer), envelope
        heard[key] = heard.get(key, Fraction(0)) + share
    for i, bits in enumerate(outlook.public or ()):
        assert bits == pytest.approx(mutual(heard, lambda envelope, i=i: envelope[i]), abs=1e-9)


def test_when_time_is_short_only_the_best_is_looked_at_closer(monkeypatch):
    monkeypatch.setattr(advice, "EFFORT", 0)
    best, *others = Study(at_start(), ME, ("l0",)).run().outlooks
    assert best.triple is not None
    assert best.guess is not None
    assert best.public is None
    assert [outlook.triple for outlook in others] == [None] * len(others)


def test_what_is_weighed_so_far_can_be_shown_between_the_pieces():
    study = Study(at_start(), ME, DECK.locations)
    assert study.outlooks == ()
    seen = [study.progress]
    while study.step():
        seen.append(study.progress)
    assert seen == sorted(seen)
    assert len(set(seen)) > 2
    assert study.progress == 1
    assert len(study.advice()) == 27


def test_spread_is_the_standard_deviation_of_what_the_answers_tell():
    knowledge = at_start()
    outlook = finished(o.Survey(knowledge, ME).outlook(("s1", "w0", "l0")))
    before = knowledge.cells()
    gains = []
    for answer, chance in outlook.answers.items():
        told = [t.Suggested(ME, "s1", "w0", "l0"), *_heard(answer)]
        after = knowledge.tell_all(told).cells(CHOICE)  # both models agree before the first card is shown
        gain = sum(
            float(p) * log2(p / before[card][ENVELOPE])
            for card, places in after.items()
            if (p := places.get(ENVELOPE, Fraction(0)))
        )
        gains.append((float(chance), gain))
    mean = sum(chance * gain for chance, gain in gains)
    assert outlook.total == pytest.approx(mean)
    assert outlook.spread == pytest.approx(sum(c * (gain - mean) ** 2 for c, gain in gains) ** 0.5)


def _heard(answer: o.Answer) -> list[object]:
    if not answer:
        return [t.Passed(BEN), t.Passed(CY)]
    ((seat, card),) = answer
    passed = [t.Passed(BEN)] if seat == CY else []
    return [*passed, t.MustShow(seat), t.Shown(seat, ME, card)]


def test_a_suggestion_of_known_cards_tells_nothing_and_says_so():
    seen = [t.CardSeen(ME, BEN, "l0"), t.CardSeen(ME, BEN, "l1")]
    (cards,) = [
        x for x in Study(at_start(*seen), ME, ("l0",)).run().outlooks if x.cards == ("s0", "w0", "l0")
    ]
    assert cards.total == 0
    assert reasons(cards) == (Message("Whatever the answer is, it tells you nothing new."),)


@pytest.mark.parametrize(
    ("cards", "about", "alone"),
    [
        (("s1", "w0", "l2"), "suspect", True),
        (("s0", "w1", "l2"), "weapon", True),
        (("s0", "w1", "l0"), "weapon", False),
    ],
)
def test_the_reason_names_what_it_tells_most_about_and_what_is_likely(cards, about, alone):
    seen = [t.CardSeen(ME, BEN, "l0"), t.CardSeen(ME, CY, "l1")]
    outlook = finished(o.Survey(at_start(*seen), ME).outlook(cards))
    seat, chance = max(outlook.answered.items(), key=lambda item: item[1])
    said, *more = reasons(outlook)
    assert f"most about the {about}" in said.key
    if chance >= outlook.nobody:
        assert (said.slots["player"], said.slots["chance"]) == (Named("seat", seat), chance)
    else:
        assert said.slots["chance"] == outlook.nobody
    assert any("alone" in reason.key for reason in more) == alone


def test_a_suggestion_with_two_own_cards_is_about_the_third_alone():
    outlook = finished(o.Survey(at_start(), ME).outlook(("s0", "w0", "l0")))
    alone = [reason for reason in reasons(outlook) if "alone" in reason.key]
    assert [reason.slots["card"] for reason in alone] == [Named("card", "l0")]


# Accusing


def test_a_certain_envelope_is_accused():
    seen = [t.CardSeen(ME, BEN, card) for card in ("s1", "w1")]
    seen += [t.CardSeen(ME, CY, card) for card in ("l0", "l1")]
    knowledge = at_start(*seen)
    found = finished(accusing(Study(knowledge, ME, ("l2",)), [*DEALT, *seen], Random(1), deals=3))
    assert found.cards == ("s2", "w2", "l2")
    assert found.now == 1
    assert found.accuse
    assert found.reason.key.startswith("Accuse: it is certain")


def test_later_is_the_best_chance_after_one_of_the_suggestions():
    study = Study(at_start(), ME, ("l0", "l1"))
    found = finished(accusing(study, DEALT, Random(1), deals=2))
    assert found.now == Fraction(1, 12)
    assert found.later == max(outlook.guess for outlook in study.outlooks if outlook.guess is not None)
    assert not found.accuse


@pytest.mark.parametrize(
    ("now", "later", "hits", "accuse"),
    [
        (Fraction(1, 2), Fraction(1), 24, True),
        (Fraction(1, 2), Fraction(3, 4), 0, False),
        (Fraction(1, 2), Fraction(3, 4), 8, True),
        (Fraction(1, 2), Fraction(3, 4), 7, False),
    ],
)
def test_to_accuse_is_weighed_against_not_being_beaten_and_then_being_right(now, later, hits, accuse):
    assert Accusing(("s0", "w0", "l0"), now, later, Share(hits, 24)).accuse == accuse


def test_a_close_call_is_called_one():
    close = Accusing(("s0", "w0", "l0"), Fraction(1, 2), Fraction(3, 4), Share(8, 24))
    assert not close.firm
    assert close.reason.key.startswith("Too close to call")


@pytest.mark.parametrize(("hits", "drawn"), [(0, 24), (1, 24), (7, 24), (23, 24), (24, 24)])
def test_the_interval_of_a_share_is_where_its_tails_are_two_and_a_half_per_cent(hits, drawn):
    share = Share(hits, drawn)

    def tail(p, counts):
        return sum(comb(drawn, k) * p**k * (1 - p) ** (drawn - k) for k in counts)

    assert share.low <= share.mean <= share.high
    if hits:
        assert tail(share.low, range(hits, drawn + 1)) == pytest.approx(0.025)
    if hits < drawn:
        assert tail(share.high, range(hits + 1)) == pytest.approx(0.025)


def test_who_holds_all_but_the_envelope_is_first_in_every_deal():
    deck = Deck(("s0", "s1"), ("w0", "w1"), ("l0", "l1"))
    events = [t.HandDealt(ME, 0, frozenset()), t.HandDealt(BEN, 3)]
    knowledge = begin(deck, 2, ME, events)
    assert finished(rivals.first(knowledge, events, Random(2), deals=5)) == Share(5, 5)


def test_who_has_failed_is_no_rival():
    deck = Deck(("s0", "s1"), ("w0", "w1"), ("l0", "l1"))
    wrong = [t.Accused(BEN, "s0", "w0", "l0"), t.EnvelopeSeen(BEN, False)]
    events = [t.HandDealt(ME, 0, frozenset()), t.HandDealt(BEN, 3), *wrong]
    knowledge = begin(deck, 2, ME, events)
    assert finished(rivals.first(knowledge, events, Random(2), deals=5)) == Share(0, 5)


def test_a_rivals_view_of_a_drawn_deal_fits_that_deal():
    for table in tables(20):
        events = [event for _, event in table.events]
        rng = Random(3)
        deal = known(table).draw(rng)
        for seat in range(table.seats):
            seen = list(rivals.as_seen(events, deal, seat, rng))
            assert worlds.weight([(None, event) for event in seen], deal, seat)


# Showing

ASKED = (t.Suggested(BEN, "s0", "w0", "l0"), t.Passed(CY), t.MustShow(ME))


def test_a_card_that_the_asker_has_seen_comes_first_and_tells_nothing():
    before = (t.Suggested(BEN, "s0", "w1", "l0"), t.Passed(CY), t.MustShow(ME), t.Shown(ME, BEN, "s0"))
    first, second = showings(at_start(*before, *ASKED), BEN)
    assert (first.card, first.seen, first.bits) == ("s0", True, 0)
    assert (second.card, second.seen) == ("w0", False)
    assert second.bits > 0


def test_only_cards_of_the_own_hand_can_be_shown():
    knowledge = at_start(t.Suggested(BEN, "s0", "w1", "l0"), t.Passed(CY), t.MustShow(ME))
    assert [showing.card for showing in showings(knowledge, BEN)] == ["s0"]
    assert showings(begin(DECK, 3, None, ASKED), BEN) == ()


@pytest.mark.parametrize("model", [LOGIC, CHOICE])
def test_what_a_card_tells_is_the_relative_entropy_of_all_deals_that_fit(model):
    public = [(None, event) for event in (*(t.HandDealt(seat, 2) for seat in range(3)), *ASKED)]

    def beliefs(card):
        told = public if card is None else [*public, (None, t.Shown(ME, BEN, card))]
        shares: list[dict[str, Fraction]] = [{}, {}, {}]
        weights = [
            (deal, worlds.weight(told, deal, BEN, model == CHOICE)) for deal in worlds.deals(DECK, (2, 2, 2))
        ]
        whole = sum(weight for _, weight in weights)
        for deal, weight in weights:
            for i, cards in enumerate(DECK.categories):
                for one in cards:
                    if weight and deal[one] == "envelope":
                        shares[i][one] = shares[i].get(one, Fraction(0)) + weight / whole
        return shares

    for showing in showings(at_start(*ASKED), BEN, model=model):
        expected = sum(
            float(p) * log2(p / was[card])
            for now, was in zip(beliefs(showing.card), beliefs(None), strict=True)
            for card, p in now.items()
        )
        assert showing.bits == pytest.approx(expected)


def test_the_asker_is_taken_to_know_what_was_shown_to_him_and_not_to_others():
    shown = (t.Suggested(BEN, "s0", "w1", "l0"), t.Passed(CY), t.MustShow(ME), t.Shown(ME, BEN, "s0"))
    knowledge = at_start(*shown)
    assert as_known_to(knowledge, BEN).knows("s0", ME) is True
    assert as_known_to(knowledge, CY).knows("s0", ME) is None


def test_a_reason_says_what_the_card_would_tell():
    first, *_ = showings(at_start(*ASKED), BEN)
    assert first.reason.slots["bits"] == first.bits
    assert sizes(worlds.Table(DECK, 3, ME, {}, tuple((None, event) for event in DEALT))) == [2, 2, 2]
