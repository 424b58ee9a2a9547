"""What a seat knows, against every deal there may be, and the worked examples of the rules."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.cluedo.deck import ENVELOPE, PUBLIC, Deck
from assistant.cluedo.knowledge import Knowledge, ShownCard, begin
from assistant.knowledge import MODELS, Contradiction, Model
from engine.cluedo import table as t
from engine.core import Event, Undone
from tests.assistant import worlds

DECK = Deck(
    tuple(f"s{i}" for i in range(6)), tuple(f"w{i}" for i in range(6)), tuple(f"l{i}" for i in range(9))
)
A, B, C = range(3)
HAND = frozenset({"s0", "w0", "l0", "s1", "w1", "l1"})
DEAL: tuple[Event, ...] = (t.HandDealt(A, 6, HAND), t.HandDealt(B, 6), t.HandDealt(C, 6))

rngs = st.randoms(use_true_random=False)


def known(*events: Event, observer: int | None = A) -> Knowledge:
    return begin(DECK, 3, observer, (*DEAL, *events))


def told(table: worlds.Table) -> Knowledge:
    knowledge = Knowledge(table.deck, table.seats, table.observer)
    for entry, event in table.events:
        knowledge = knowledge.tell(event, entry)
    return knowledge


@settings(max_examples=60)
@given(rng=rngs, entries=st.integers(0, 8), model=st.sampled_from(MODELS))
def test_numbers_equal_brute_force(rng: Random, entries: int, model: Model) -> None:
    table = worlds.table(rng, entries)
    knowledge = told(table)
    cells: dict[str, dict[object, Fraction]] = {card: {} for card in table.deck.cards}
    envelopes: dict[tuple[str, ...], Fraction] = {}
    total, number = Fraction(0), 0
    for deal in worlds.deals(table.deck, knowledge.hand_sizes):
        weight = worlds.weight(table.events, deal, table.observer, choice=model == "choice")
        if weight:
            total, number = total + weight, number + 1
            for card, place in deal.items():
                cells[card][place] = cells[card].get(place, Fraction(0)) + weight
            solution = tuple(card for card in table.deck.cards if deal[card] == "envelope")
            envelopes[solution] = envelopes.get(solution, Fraction(0)) + weight
    assert knowledge.deals == number
    assert knowledge.cells(model) == {
        card: {place: share / total for place, share in places.items()} for card, places in cells.items()
    }
    ranked = knowledge.envelope(model)
    assert dict(ranked) == {solution: share / total for solution, share in envelopes.items()}
    assert [p for _, p in ranked] == sorted((p for _, p in ranked), reverse=True)


@settings(max_examples=40)
@given(rng=rngs, entries=st.integers(0, 6), model=st.sampled_from(MODELS))
def test_joint_probabilities_equal_brute_force_and_a_drawn_deal_fits(
    rng: Random, entries: int, model: Model
) -> None:
    table = worlds.table(rng, entries)
    knowledge = told(table)
    weights = [
        (deal, worlds.weight(table.events, deal, table.observer, choice=model == "choice"))
        for deal in worlds.deals(table.deck, knowledge.hand_sizes)
    ]
    pairs = [(card, rng.choice(knowledge.places)) for card in rng.sample(table.deck.cards, 2)]
    total = sum(weight for _, weight in weights)
    both = sum(weight for deal, weight in weights if all(deal[card] == place for card, place in pairs))
    assert knowledge.joint(pairs, model) == both / total
    assert worlds.weight(table.events, knowledge.draw(rng, model), table.observer)


@settings(max_examples=100)
@given(rng=rngs, entries=st.integers(0, 12))
def test_the_truth_is_never_excluded_and_what_is_certain_is_true(rng: Random, entries: int) -> None:
    table = worlds.table(rng, entries)
    knowledge = told(table)
    for card, place in table.truth.items():
        assert knowledge.possible(card, place)
        assert knowledge.knows(card, place) in (True, None)


@settings(max_examples=100)
@given(rng=rngs, entries=st.integers(1, 10), lies=st.sampled_from((0.2, 0.5)))
def test_a_conflict_cannot_all_be_true_and_nothing_in_it_can_be_left_out(
    rng: Random, entries: int, lies: float
) -> None:
    table = worlds.table(rng, entries, lies)
    knowledge = told(table)
    spoilt = [
        worlds.contradicted(table.events, deal) for deal in worlds.deals(table.deck, knowledge.hand_sizes)
    ]
    spoilt = [entries for entries in spoilt if None not in entries]
    clash = knowledge.contradiction()
    assert (clash is None) == any(not entries for entries in spoilt)
    if clash is None:
        return
    conflict = set(clash.conflict)
    assert all(conflict & entries for entries in spoilt)
    for entry in conflict:
        assert any(not (conflict - {entry}) & entries for entries in spoilt)
    every = {entry for entry, _ in table.events if entry is not None}
    assert clash.repairs == tuple(
        sorted(entry for entry in every if any(entries <= {entry} for entries in spoilt))
    )


def test_cl_t18_who_passes_has_none_and_who_shows_has_the_card() -> None:
    knowledge = known(t.Suggested(A, "s0", "w2", "l2"), t.Passed(B), t.MustShow(C), t.Shown(C, A, "w2"))
    assert knowledge.knows("w2", C)
    assert [knowledge.knows(card, B) for card in ("s0", "w2", "l2")] == [False] * 3
    assert set(knowledge.cells()["l2"]) == {C, ENVELOPE}
    assert knowledge.knows("s0", A)


def test_cl_t19_the_only_card_left_is_the_one_that_was_shown() -> None:
    earlier = known(t.Suggested(A, "s2", "w0", "l4"), t.Passed(B), t.Passed(C))
    assert earlier.knows("l5", C) is None
    watched = earlier.tell_all((t.Suggested(B, "s2", "w0", "l5"), t.MustShow(C), t.Shown(C, B)))
    assert watched.knows("l5", C)


def test_cl_t19_who_has_shown_a_whole_hand_has_nothing_else() -> None:
    hand = ("s2", "s3", "w2", "w3", "l2", "l3")
    knowledge = known(*(t.CardSeen(A, C, card) for card in hand))
    assert {card for card in DECK.cards if knowledge.possible(card, C)} == set(hand)


def test_a_failed_accusation_excludes_the_three_together_and_none_alone() -> None:
    knowledge = known(t.Accused(B, "s2", "w2", "l2"), t.EnvelopeSeen(B, False))
    assert ("s2", "w2", "l2") not in dict(knowledge.envelope())
    assert {("s2", "w2", "l3"), ("s2", "w3", "l2"), ("s3", "w2", "l2")} <= set(dict(knowledge.envelope()))


def test_who_fails_has_seen_the_envelope_and_the_others_have_not() -> None:
    accused = t.Accused(A, "s2", "w2", "l2")
    seen = known(accused, t.EnvelopeSeen(A, False, ("s3", "w2", "l2")))
    assert seen.solution() == ("s3", "w2", "l2")
    assert seen.bits() == 0
    assert begin(DECK, 3, None, (accused, t.EnvelopeSeen(A, False))).solution() is None


def test_a_right_accusation_and_an_opened_envelope_tell_the_solution() -> None:
    assert known(t.Accused(B, "s2", "w2", "l2"), t.EnvelopeSeen(B, True)).solution() == ("s2", "w2", "l2")
    assert known(t.SolutionRevealed(("s2", "w2", "l2"))).solution() == ("s2", "w2", "l2")


def test_a_card_that_lies_open_is_in_nobody_s_hand() -> None:
    sizes = (t.HandDealt(A, 6, HAND), t.HandDealt(B, 6), t.HandDealt(C, 5))
    dealt = begin(DECK, 3, A, sizes)
    assert dealt.places == (A, B, C, PUBLIC, ENVELOPE)
    assert dealt.probability("s2", PUBLIC) == Fraction(
        1, 16
    )  # one of the 12 unseen ones: 3/4 not in the envelope
    assert dealt.tell(t.CardTurnedUp("s2")).knows("s2", PUBLIC)


def test_a_corrected_hand_size_replaces_the_old_one() -> None:
    knowledge = known(t.Suggested(B, "s2", "w2", "l2"), t.HandSizeSet(B, 5), t.HandSizeSet(C, 7))
    assert knowledge.hand_sizes == (6, 5, 7)
    assert sum(knowledge.probability(card, B) for card in DECK.cards) == 5


def test_what_the_observer_showed_is_kept_with_whom_and_when() -> None:
    knowledge = known(t.Suggested(B, "s0", "w0", "l2"), t.Passed(C), t.MustShow(A), t.Shown(A, B, "w0"))
    assert knowledge.shown == (ShownCard(B, "w0", 1),)
    assert knowledge.shown_to(B) == {"w0"}
    assert knowledge.shown_to(C) == frozenset()


def test_entries_are_suggestions_and_accusations_and_what_is_seen_between_them() -> None:
    knowledge = known(
        t.TurnBegan(A),
        t.Rolled(A, (3, 4)),
        t.Suggested(A, "s2", "w2", "l2"),
        t.Passed(B),
        t.Passed(C),
        t.Accused(B, "s2", "w2", "l3"),
        t.EnvelopeSeen(B, False),
        t.CardSeen(A, B, "s5"),
    )
    assert knowledge.entry == 3
    assert sorted({fact.entry for fact in knowledge.facts if fact.entry is not None}) == [1, 2, 3]


@pytest.mark.parametrize(
    "event",
    [t.TurnBegan(B), t.Rolled(B, (1, 2)), t.TurnEnded(B), t.CardSeen(B, C), t.Shown(B, C), Undone(A, 1)],
)
def test_what_says_nothing_about_cards_changes_nothing(event: Event) -> None:
    knowledge = known(t.Suggested(C, "s2", "w2", "l2"), t.Passed(A))
    assert knowledge.tell(event) is knowledge


def test_a_contradiction_leaves_the_last_good_state_as_it_was() -> None:
    good = known(t.Suggested(A, "s2", "w2", "l2"), t.Passed(B))
    before = good.cells()
    bad = good.tell(t.CardSeen(A, B, "s2"))
    with pytest.raises(Contradiction) as clash:
        bad.cells()
    assert (clash.value.conflict, clash.value.repairs) == ((1, 2), (1, 2))
    assert good.consistent
    assert good.cells() == before


def test_a_clash_that_hangs_on_a_corrected_hand_size_names_it() -> None:
    hand = [t.CardSeen(A, B, card) for card in ("s2", "s3", "w2", "w3", "l2", "l3")]
    clash = known(*hand, t.HandSizeSet(B, 5), t.HandSizeSet(C, 7)).contradiction()
    assert clash is not None
    assert clash.conflict == (1, 2, 3, 4, 5, 6, 7)
    assert clash.repairs == (1, 2, 3, 4, 5, 6)


def test_a_clash_that_does_without_the_corrected_hand_sizes_leaves_them_out() -> None:
    corrected = (t.HandSizeSet(B, 5), t.HandSizeSet(C, 7))
    clash = known(t.CardSeen(A, B, "s2"), *corrected, t.CardSeen(A, C, "s2")).contradiction()
    assert clash is not None
    assert (clash.conflict, clash.repairs) == ((1, 4), (1, 4))
