"""What a suggestion is expected to bring, against every deal of a small table, one after the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction
from math import log2
from random import Random
from typing import Any

import pytest

from assistant.cluedo import outlook as o
from assistant.cluedo.knowledge import Knowledge, begin
from assistant.knowledge import CHOICE, LOGIC, Contradiction, Model
from engine.cluedo import table as t
from engine.core import Seat, redact
from tests.assistant import worlds
from tests.oracle.test_forecast import finished

Law = dict[tuple[Any, ...], Fraction]  # (answer, envelope): how likely


def tables(number: int, observed: bool = True) -> Iterable[worlds.Table]:
    found = (worlds.table(Random(seed), entries=seed % 6) for seed in range(1000))
    kept = [table for table in found if (table.observer is not None) == observed]
    return kept[:number]


def known(table: worlds.Table) -> Knowledge:
    return begin(table.deck, table.seats, table.observer, [event for _, event in table.events])


def sizes(table: worlds.Table) -> list[int]:
    return [event.size for _, event in table.events if isinstance(event, t.HandDealt)]


def law(
    table: worlds.Table, cards: tuple[str, ...], asker: Seat, model: Model, every_holder: bool = False
) -> Law:
    """How likely each answer comes with each envelope, by listing all deals."""
    found: dict[tuple[Any, ...], Fraction] = defaultdict(Fraction)
    for deal in worlds.deals(table.deck, sizes(table)):
        weight = worlds.weight(table.events, deal, table.observer, model == CHOICE)
        if not weight:
            continue
        envelope = tuple(card for card in table.deck.cards if deal[card] == "envelope")
        said: list[tuple[tuple[Any, ...], Fraction]] = [((), weight)]
        for step in range(1, table.seats):
            seat = (asker + step) % table.seats
            held = [card for card in cards if deal[card] == seat]
            if held and (every_holder or not said[0][0]):
                said = [
                    ((*answer, (seat, card)), share / len(held)) for answer, share in said for card in held
                ]
        for answer, share in said:
            found[answer, envelope] += share
    whole = sum(found.values())
    return {key: share / whole for key, share in found.items()}


def mutual(law: Law, about: Callable[[tuple[str, ...]], Any]) -> float:
    """The mutual information of answer and envelope, from entropies."""

    def entropy(key: Callable[[Any, Any], Any]) -> float:
        shares: dict[Any, Fraction] = defaultdict(Fraction)
        for (answer, envelope), share in law.items():
            shares[key(answer, envelope)] += share
        return -sum(share * log2(share) for share in shares.values())

    return (
        entropy(lambda answer, _: answer)
        + entropy(lambda _, envelope: about(envelope))
        - entropy(lambda answer, envelope: (answer, about(envelope)))
    )


def by_answer(law: Law) -> dict[Any, Fraction]:
    shares: dict[Any, Fraction] = defaultdict(Fraction)
    for (answer, _), share in law.items():
        shares[answer] += share
    return shares


def some(table: worlds.Table, number: int = 3) -> list[t.Triple]:
    rng = Random(len(table.events))
    return [tuple(rng.choice(cards) for cards in table.deck.categories) for _ in range(number)]  # type: ignore[misc]


@pytest.mark.parametrize("model", [LOGIC, CHOICE])
@pytest.mark.parametrize("every_holder", [False, True])
def test_answers_and_bits_equal_a_list_of_all_deals(model: Model, every_holder: bool) -> None:
    for table in tables(12):
        survey = o.Survey(known(table), table.observer, model, every_holder=every_holder)
        for cards in some(table):
            outlook = finished(survey.outlook(cards))
            expected = law(table, cards, table.observer, model, every_holder)
            assert outlook.cards == cards
            assert outlook.answers == by_answer(expected)
            for i, bits in enumerate(outlook.bits):
                assert bits == pytest.approx(mutual(expected, lambda envelope, i=i: envelope[i]), abs=1e-9)


@pytest.mark.parametrize("model", [LOGIC, CHOICE])
def test_the_three_cards_together_equal_a_list_of_all_deals(model: Model) -> None:
    for table in tables(12):
        survey = o.Survey(known(table), table.observer, model)
        for cards in some(table):
            together = finished(survey.together(cards))
            expected = law(table, cards, table.observer, model)
            best: dict[Any, Fraction] = defaultdict(Fraction)
            for (answer, _), share in expected.items():
                best[answer] = max(best[answer], share)
            assert together.guess == sum(best.values())
            assert together.bits == pytest.approx(mutual(expected, lambda envelope: envelope), abs=1e-9)


def test_sure_is_the_chance_that_one_envelope_is_left() -> None:
    for table in tables(12):
        survey = o.Survey(known(table), table.observer)
        for cards in some(table):
            expected = law(table, cards, table.observer, LOGIC)
            left = defaultdict(set)
            for answer, envelope in expected:
                left[answer].add(envelope)
            sure = sum(share for answer, share in by_answer(expected).items() if len(left[answer]) == 1)
            assert finished(survey.outlook(cards)).sure == sure


def test_an_onlooker_counts_who_shows_and_not_what() -> None:
    for table in tables(12, observed=False):
        survey = o.Survey(known(table), asker=0)
        for cards in some(table):
            expected: Law = defaultdict(Fraction)
            for (answer, envelope), share in law(table, cards, 0, LOGIC).items():
                expected[tuple((seat, None) for seat, _ in answer), envelope] += share
            outlook = finished(survey.outlook(cards))
            assert outlook.answers == by_answer(expected)
            assert outlook.bits[2] == pytest.approx(mutual(expected, lambda envelope: envelope[2]), abs=1e-9)


def test_what_is_public_is_what_an_onlooker_of_the_same_table_knows() -> None:
    for table in tables(30):
        public = [redact(event, None) for _, event in table.events]
        onlooker = begin(table.deck, table.seats, None, public)
        assert o.in_public(known(table)).cells() == onlooker.cells()


def test_sorted_keeps_every_suggestion() -> None:
    (table,) = tables(1)
    triples = [cards for place in table.deck.locations for cards in o.suggestions(table.deck, place)]
    assert sorted(o.Survey(known(table), table.observer).sorted(triples)) == sorted(triples)


def test_contradictory_notes_have_no_outlook() -> None:
    knowledge = known(next(iter(tables(1)))).tell_all([t.CardSeen(0, 0, "s0"), t.CardSeen(0, 1, "s0")])
    with pytest.raises(Contradiction):
        o.Survey(knowledge, 0)
