"""Arithmetic practice: what is dealt, how answers are judged, and how the levels rise."""

from __future__ import annotations

import pytest

from assistant.sleeping_queens import practice
from assistant.sleeping_queens.equations import Wish, search
from assistant.sleeping_queens.practice import LEVELS, Exercise, Practice
from engine.core import SaidError

ALL = range(1, len(LEVELS) + 1)


def exercises(level: int) -> list[Exercise]:
    return [practice.deal(level, "seed", number) for number in range(25)]


def sizes(exercise: Exercise) -> list[int]:
    return [len(one.cards) for one in search(Wish(exercise.numbers, exercise.rule.knight))]


@pytest.mark.parametrize("level", ALL)
def test_the_same_seed_deals_the_same_realms_and_another_seed_others(level):
    assert exercises(level) == exercises(level)
    others = [practice.deal(level, "other", number) for number in range(25)]
    assert exercises(level) != others


@pytest.mark.parametrize("level", [1, 2])
def test_the_first_levels_have_an_equation_of_three_cards(level):
    assert all(min(sizes(exercise)) == 3 for exercise in exercises(level))
    assert max(max(exercise.numbers) for exercise in exercises(1)) <= 6


def test_level_3_can_be_solved_by_multiplying_only():
    for exercise in exercises(3):
        numbers = exercise.numbers
        assert sizes(exercise)
        assert not any(a + b in numbers[i + 1 :] for i, a in enumerate(numbers) for b in numbers[:i])


def test_level_4_has_no_equation_of_three_cards():
    assert all(min(sizes(exercise)) == 4 for exercise in exercises(4))


def test_level_5_has_longer_equations_than_the_shortest():
    assert all(max(sizes(exercise)) > min(sizes(exercise)) for exercise in exercises(5))


def test_level_6_needs_the_knight():
    for exercise in exercises(6):
        assert sizes(exercise)
        assert search(Wish(exercise.numbers)) == ()


def test_level_7_has_an_equation_in_some_realms_only():
    assert {bool(sizes(exercise)) for exercise in exercises(7)} == {True, False}


@pytest.mark.parametrize("level", ALL)
def test_every_solution_is_judged_right_and_every_hint_leads_to_one(level):
    for exercise in exercises(level):
        for equation in exercise.solutions:
            assert practice.check(exercise, equation.cards).right
        assert exercise.hints
        assert str(exercise.task)


FIND, PAIR, LONGEST, KNIGHT, NONE = (
    Exercise(2, (1, 2, 3, 4, 7)),
    Exercise(2, (2, 2, 4, 8, 9)),
    Exercise(5, (2, 3, 5, 6, 9, 10)),
    Exercise(6, (3, 5, 9, 9)),
    Exercise(7, (4, 7, 9, 10, 10)),
)


@pytest.mark.parametrize(
    ("exercise", "cards", "reason"),
    [
        (FIND, (1, 2, 3), "Right: 1 + 2 = 3"),
        (FIND, (8,), "Missing in your realm: 8."),
        (FIND, (7,), "A single card is no equation. Take three cards at least, as in 2 + 3 = 5."),
        (PAIR, (2, 2), "Two cards are no equation, not even two equal ones: it needs an operator."),
        (LONGEST, (2, 3, 5), "2 + 3 = 5 is right, but there is an equation with more cards."),
        (LONGEST, (2, 3, 5, 10), "Right: 2 + 3 + 5 = 10"),
        (NONE, (), "Right: there is no equation in these cards."),
        (FIND, (), "There is an equation. Look again."),
    ],
)  # fmt: skip
def test_chosen_cards_are_judged_with_the_reason(exercise, cards, reason):
    verdict = practice.check(exercise, cards)
    assert str(verdict.reason) == reason
    assert verdict.right == reason.startswith("Right")


@pytest.mark.parametrize(
    ("exercise", "text", "reason"),
    [
        (FIND, "7 - 4 = 3", "Right: 7 − 4 = 3"),
        (FIND, "1 + 4 = 2 + 3", "1 + 4 = 2 + 3 has operators on both sides; only one side may have them."),
        (
            FIND,
            "1 + 4 − 3 = 2",
            "1 + 4 − 3 = 2 has more than one kind of operator; only one kind is allowed.",
        ),
        (FIND, "7 = 7", "7 = 7 has no operator: two equal cards are no equation."),
        (FIND, "1 + 2 = 4", "1 + 2 = 4 is not right: the two sides are not the same."),
        (FIND, "1 + 1 = 2", "Missing in your realm: 1."),
        (FIND, "three", "Write an equation such as 2 + 3 = 5."),
        (KNIGHT, "3 + 5 = 8", "Right: 3 + 5 = 8"),
        (KNIGHT, "3 + 7 = 10", "Missing in your realm: 7, 10."),
    ],
)
def test_a_written_equation_is_judged_with_the_reason(exercise, text, reason):
    verdict = practice.check_written(exercise, text)
    assert str(verdict.reason).startswith(reason)
    assert verdict.right == reason.startswith("Right")


def solve(state: Practice) -> Practice:
    first = state.exercise.solutions[:1]
    return practice.answer(state, first[0].cards if first else ())


def test_three_right_answers_in_a_row_lead_a_level_up():
    state = practice.begin(1)
    levels = []
    for _ in range(7):
        state = practice.go_on(solve(state))
        levels.append(state.level)
    assert levels == [1, 1, 2, 2, 2, 3, 3]
    assert (state.best, state.solved) == (3, 7)
    assert str(state.progress) == "Level 3 of 7, 7 exercises solved."


def test_two_wrong_answers_lead_a_level_down_but_not_below_the_first():
    state = practice.begin(1, level=2)
    state = practice.answer(practice.answer(state, (1,)), (2,))
    assert practice.go_on(state).level == 1
    state = practice.answer(practice.answer(practice.begin(1), (1,)), (2,))
    assert practice.go_on(state).level == 1


def test_an_exercise_given_away_by_its_last_hint_counts_as_no_success():
    state = practice.begin(4)
    for _ in range(5):
        state = practice.hint(state)
    assert len(state.shown) == 3
    state = solve(state)
    assert state.done
    assert (state.solved, state.right) == (0, 0)


def test_a_first_hint_costs_nothing():
    state = solve(practice.hint(practice.begin(4)))
    assert (state.solved, state.right) == (1, 1)


def test_what_is_solved_stays_solved():
    state = solve(practice.begin(4))
    assert practice.answer(state, (1,)) == state
    assert practice.answer_written(state, "1 + 1 = 3") == state


def test_the_highest_level_is_the_last():
    state = practice.begin(2, level=len(LEVELS))
    for _ in range(4):
        state = practice.go_on(solve(state))
    assert state.level == len(LEVELS)


@pytest.mark.parametrize("level", [0, len(LEVELS) + 1])
def test_there_is_no_other_level(level):
    with pytest.raises(SaidError):
        practice.begin(1, level)
