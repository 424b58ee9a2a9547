"""Equations by constraints, by the smallest sets and by the rules: three ways that must agree."""

from __future__ import annotations

from random import Random

import pytest

from assistant.sleeping_queens import kernel
from assistant.sleeping_queens.equations import Wish, hints, longest, search
from engine.sleeping_queens import equations as rules
from engine.sleeping_queens.cards import NUMBERS
from engine.sleeping_queens.equations import Equation

DECK = [number for number in NUMBERS for _ in range(4)]


def realms(count: int, most: int = 8) -> list[tuple[int, ...]]:
    rng = Random("realms")
    return [tuple(sorted(rng.sample(DECK, rng.randint(1, most)))) for _ in range(count)]


def cards(found: tuple[Equation, ...]) -> list[tuple[int, ...]]:
    return [equation.cards for equation in found]


@pytest.mark.parametrize(("knight", "count"), [(False, 400), (True, 80)])
def test_sq_r16_constraints_find_what_the_rules_find(knight, count):
    for realm in realms(count):
        asked, told = search(Wish(realm, knight)), rules.find(realm, knight)
        assert cards(asked) == cards(told), realm
        assert [bool(e.changed) for e in asked] == [bool(e.changed) for e in told], realm


def test_sq_t2_all_equations_of_a_realm():
    assert cards(search(Wish((2, 3, 5, 6, 10)))) == [(2, 3, 5), (2, 3, 6), (2, 5, 10), (2, 3, 5, 10)]


def test_sq_t5_the_knight_lets_a_nine_count_as_eight():
    assert search(Wish((3, 5, 9))) == ()
    (equation,) = search(Wish((3, 5, 9), plus_minus_one=True))
    assert equation.cards == (3, 5, 9)


def test_a_wish_to_use_a_card():
    assert cards(search(Wish((2, 3, 5, 6, 10), use=(6,)))) == [(2, 3, 6)]


def test_a_wish_to_keep_the_pair():
    assert cards(search(Wish((2, 4, 4, 6, 8, 10)))) == [
        (2, 4, 6), (2, 4, 8), (2, 6, 8), (2, 8, 10), (4, 4, 8), (4, 6, 10), (2, 4, 4, 10),
    ]  # fmt: skip
    assert cards(search(Wish((2, 4, 4, 6, 8, 10), keep=(4, 4)))) == [(2, 6, 8), (2, 8, 10)]


def test_a_wish_for_as_many_cards_as_possible():
    assert cards(longest(Wish((2, 3, 5, 6, 10)))) == [(2, 3, 5, 10)]
    assert cards(longest(Wish((2, 3, 5, 6, 10), use=(6,)))) == [(2, 3, 6)]
    assert longest(Wish((9, 10))) == ()


def test_a_wish_for_a_size():
    assert cards(search(Wish((2, 3, 5, 6, 10), least=4, most=4))) == [(2, 3, 5, 10)]


@pytest.mark.parametrize("wish", [Wish((2, 3, 5), use=(7,)), Wish((2, 3, 5), keep=(2, 2)), Wish(())])
def test_nothing_grants_a_wish_for_cards_that_are_not_held(wish):
    assert search(wish) == ()


def test_every_wish_is_granted_in_full():
    for realm in realms(150):
        use, keep = realm[:1], realm[-1:]
        wanted = [
            e.cards
            for e in rules.find(realm)
            if use[0] in e.cards and not set(keep) - set(kernel.without(realm, e.cards))
        ]
        if len(realm) > 1:
            assert cards(search(Wish(realm, use=use, keep=keep))) == wanted, realm


def test_hints_tell_the_size_then_a_card_then_the_whole():
    (equation,) = search(Wish((2, 3, 5)))
    assert list(map(str, hints(equation))) == [
        "There is an equation with 3 cards.",
        "One of its cards is the 5.",
        "The whole of it: 2 + 3 = 5",
    ]


def test_the_last_hint_tells_what_the_knight_does():
    equation = Equation((3, 5, 9), (3, 5), "+", 8)
    assert str(hints(equation)[2]) == "The whole of it: 3 + 5 = 8. By your knight the 9 counts 8."


@pytest.mark.parametrize("knight", [False, True])
def test_a_hand_holds_a_smallest_set_exactly_if_it_makes_an_equation(knight):
    for realm in realms(1500, most=6):
        assert kernel.makes(kernel.mask(realm), knight) == bool(rules.find(realm, knight)), realm


@pytest.mark.parametrize("knight", [False, True])
def test_no_smallest_set_has_another_within(knight):
    for _, whole in kernel.smallest(knight):
        assert cards(rules.find(whole, knight)) == [whole]


def most_at_once(realm: tuple[int, ...]) -> int:
    return max(
        (1 + most_at_once(kernel.without(realm, e.cards)) for e in rules.find(realm)),
        default=0,
    )


def test_how_many_equations_one_after_the_other():
    assert kernel.at_once(kernel.mask((1, 2, 3, 4, 5, 9))) == 2
    for realm in realms(60):
        assert kernel.at_once(kernel.mask(realm)) == most_at_once(realm), realm


@pytest.mark.parametrize("books", [1, 2])
def test_a_book_brings_a_number_out_of_the_discard_pile(books):
    rng = Random(books)
    for realm in realms(120, most=4):
        discard = tuple(rng.sample([n for n in DECK if n not in realm], 3))
        brought = {(a,) for a in discard} if books == 1 else {(a, b) for a in discard for b in discard}
        brought = {cards for cards in brought if all(cards.count(n) <= discard.count(n) for n in cards)}
        possible = any(rules.find(tuple(sorted(realm + cards))) for cards in brought)
        hand, pile = kernel.mask(realm), kernel.mask(discard)
        assert kernel.makes(hand, False, books, pile) == possible, (realm, discard)
        pairs = any(len(set(realm + cards)) < len(realm + cards) for cards in brought)
        assert kernel.pairs(hand, books, pile) == pairs, (realm, discard)
