"""Equations: SQ-T1 to T5, brute force over ordered operations, and the reasons why cards make none."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random

import pytest

from engine.core import SaidError
from engine.sleeping_queens.equations import find, sample, ways, why_not
from engine.sleeping_queens.written import fault, misfit, read

DECK = [number for number in range(1, 11) for _ in range(4)]


def sets(*numbers, knight=False):
    return {equation.cards for equation in find(numbers, knight)}


@cache
def reached(operator, numbers):
    """Return what all orders of these numbers make with one operator, from left to right."""
    if len(numbers) == 1:
        return {Fraction(numbers[0])}
    values = set()
    for place, last in enumerate(numbers):
        for value in reached(operator, numbers[:place] + numbers[place + 1 :]):
            match operator:
                case "+":
                    values.add(value + last)
                case "-":
                    values.add(value - last)
                case "*":
                    values.add(value * last)
                case "/" if last:
                    values.add(value / last)
    return values


def makes_one(values):
    """Tell by trying every order whether two or more of the sorted values make another of them."""
    return len(values) >= 3 and any(
        values[result] in reached(operator, values[:result] + values[result + 1 :])
        for result in range(len(values))
        for operator in "+-*/"
    )


def with_knight(cards):
    """Yield the values of the cards, as printed and with each one more and one less."""
    yield cards
    for place, card in enumerate(cards):
        for value in (card - 1, card + 1):
            yield tuple(sorted((*cards[:place], value, *cards[place + 1 :])))


def brute(realm, knight=False):
    """Return all sets of cards of a realm that make an equation."""
    every = {cards for size in range(len(realm) + 1) for cards in combinations(sorted(realm), size)}
    return {cards for cards in every if any(map(makes_one, with_knight(cards) if knight else [cards]))}


# The acceptance tests of RULES.md 2.4


def test_sq_t01_of_1_2_3_4_only_two_sets_make_an_equation():
    assert sets(1, 2, 3, 4) == {(1, 2, 3), (1, 3, 4)}


def test_sq_t02_of_2_3_5_6_10_four_sets_make_an_equation():
    assert sets(2, 3, 5, 6, 10) == {(2, 3, 5), (2, 3, 6), (2, 5, 10), (2, 3, 5, 10)}


@pytest.mark.parametrize(
    ("realm", "expected"),
    [
        ((5, 5), set()),
        ((7, 7, 1), {(1, 7, 7)}),
        ((8, 2, 4, 1), {(2, 4, 8), (1, 2, 4, 8)}),
        ((10, 1, 1, 8), {(1, 1, 8, 10)}),
    ],
)
def test_sq_t03_small_realms(realm, expected):
    assert sets(*realm) == expected


@pytest.mark.parametrize(
    ("text", "reason"),
    [("1+4=2+3", "operators on both sides"), ("1 + 4 - 3 = 2", "more than one kind of operator")],
)
def test_sq_t04_operators_on_both_sides_or_of_two_kinds_are_against_the_rules(text, reason):
    equation = read(text)
    assert equation.balanced
    assert reason in str(fault(equation))


def test_sq_t05_3_5_9_make_an_equation_with_the_knight_only():
    assert sets(3, 5, 9) == set()
    (equation,) = find((3, 5, 9), True)
    assert equation.cards == (3, 5, 9)
    assert (str(equation), equation.changed) == ("3 + 5 = 8", (9, 8))


# Against brute force


def test_sq_g08_the_search_is_complete_on_2000_random_realms():
    rng = Random("realms")
    for _ in range(2000):
        realm = rng.sample(DECK, rng.randint(2, 8))
        found = find(tuple(realm))
        assert {equation.cards for equation in found} == brute(realm)
        assert len({equation.cards for equation in found}) == len(found), "a set stands there once"


def test_sq_g09_the_search_with_the_knight_is_complete_on_random_realms():
    rng = Random("knight")
    for _ in range(150):
        realm = rng.sample(DECK, rng.randint(2, 6))
        assert {equation.cards for equation in find(tuple(realm), True)} == brute(realm, knight=True)


@pytest.mark.parametrize("knight", [False, True])
def test_sq_g26_the_sample_equation_is_right_and_uses_exactly_its_cards(knight):
    rng = Random("samples")
    for _ in range(100):
        realm = rng.sample(DECK, 8)
        for equation in find(tuple(realm), knight):
            again = read(str(equation))
            assert fault(again) is None
            assert misfit(again, equation.cards, knight) is None
            assert len(again.numbers) == len(equation.cards)
            assert not Counter(equation.cards) - Counter(realm)


def test_sq_g09_the_knight_is_used_only_where_cards_make_none_without_him():
    for equation in find((1, 2, 3, 4, 6), True):
        assert (equation.changed is None) == (equation.cards in sets(1, 2, 3, 4, 6))


def test_the_card_that_the_knight_changed_is_told():
    (equation,) = find((8, 1, 10), True)
    assert equation.cards == (1, 8, 10)
    printed, counted = equation.changed
    assert printed in (1, 8, 10)
    assert abs(printed - counted) == 1


def test_twelve_numbers_are_searched_without_trying_every_order():
    assert (1, 2, 3, 4, 10) in sets(1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 10)
    assert sets(*[10] * 4, *[9] * 4, *[8] * 4) == set()


def test_all_ways_to_write_an_equation_of_some_cards():
    assert {str(way) for way in ways((2, 3, 5))} == {"3 + 2 = 5", "5 − 3 = 2", "5 − 2 = 3"}
    assert {str(way) for way in ways((2, 3, 6))} == {"3 × 2 = 6", "6 ÷ 3 = 2", "6 ÷ 2 = 3"}
    assert next(str(way) for way in ways((3, 5, 9), True)) == "5 + 3 = 8"
    assert ways((4, 4)) == ()


def test_ways_are_found_exactly_for_cards_that_make_an_equation():
    rng = Random("ways")
    for _ in range(300):
        cards, knight = tuple(sorted(rng.sample(DECK, rng.randint(2, 5)))), rng.random() < 0.5
        assert bool(ways(cards, knight)) == (sample(cards, knight) is not None)
        assert all(fault(read(str(way))) is None for way in ways(cards, knight))


# Why not


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ((), "single card"),
        ((5,), "single card"),
        ((5, 5), "Two cards"),
        ((2, 3), "Two cards"),
        ((1, 2, 3, 4), "1 + 4 = 2 + 3 has operators on both sides"),
        ((2, 3, 4, 6), "operators on both sides"),
        ((1, 2, 4, 9), "2 × 4 + 1 = 9 has more than one kind"),
        ((3, 5, 9), "3, 5, 9 make no equation"),
        ((9, 9, 9, 9, 9, 9, 9, 9, 9), "make no equation"),
    ],
)
def test_it_is_said_why_cards_make_no_equation(cards, reason):
    assert reason in str(why_not(cards))


def test_nothing_is_said_against_cards_that_make_one():
    assert why_not((5, 2, 3)) is None
    assert why_not((3, 5, 9), plus_minus_one=True) is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("2+3=5", None),
        ("5 = 2 + 3", None),
        ("8:4:2=1", None),
        ("2 × 1 = 2", None),
        ("7=7", "no operator"),
        ("2+2=5", "not the same"),
        ("7 / 2 = 3", "not the same"),
        ("3 ÷ 0 = 3", "not the same"),
        ("2-5+6=3", "more than one kind"),
    ],
)
def test_a_written_equation_is_judged(text, reason):
    found = fault(read(text))
    assert found is None if reason is None else reason in str(found)


@pytest.mark.parametrize(
    "text", ["", "2+3", "2+3=5=5", "2++3=5", "=5", "a+b=c", "2+3=", "1" * 300, "12345+1=2"]
)
def test_a_text_that_is_no_equation_is_said_to_be_none(text):
    with pytest.raises(SaidError, match="Write an equation"):
        read(text)


@pytest.mark.parametrize(
    ("text", "cards", "knight", "reason"),
    [
        ("2+3=5", (2, 3, 5, 9), False, None),
        ("3+5=8", (3, 5, 9), False, "Missing in your realm: 8."),
        ("3+5=8", (3, 5, 9), True, None),
        ("3+5=8", (3, 4, 9), True, "Missing in your realm: 5, 8."),
        ("4+4=8", (4, 8), False, "Missing in your realm: 4."),
    ],
)
def test_a_written_equation_needs_its_cards(text, cards, knight, reason):
    found = misfit(read(text), cards, knight)
    assert found is None if reason is None else str(found) == reason
