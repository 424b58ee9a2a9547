"""Arithmetic practice: tasks that can be solved and grow harder, and what is wrong with an answer."""

import pytest

from engine.sleeping_queens.practice import LEVELS, TASKS_A_LEVEL, Task, solutions, task, wrong

SEEDS = range(12)


def every(level):
    """Return tasks of a level, from several seeds."""
    numbers = range((level - 1) * TASKS_A_LEVEL, level * TASKS_A_LEVEL)
    return [task(seed, number) for seed in SEEDS for number in numbers]


@pytest.mark.parametrize("level", range(1, LEVELS + 1))
def test_every_task_can_be_solved_and_its_solutions_are_right(level):
    for given in every(level):
        assert given.level == level
        assert solutions(given)
        assert all(wrong(given, str(solution)) is None for solution in solutions(given))


def test_levels_rise_and_the_last_one_stays():
    levels = [task("class 5b", number).level for number in range(LEVELS * TASKS_A_LEVEL + 5)]
    assert levels == sorted(levels)
    assert set(levels) == set(range(1, LEVELS + 1))
    assert levels[-6:] == [LEVELS] * 6


def test_the_first_tasks_are_sums_of_three_small_numbers():
    for given in every(1):
        (solution,) = solutions(given)
        assert max(given.realm) <= 5
        assert sum(given.realm) == 2 * max(given.realm)
        assert solution.operator == "+"


def test_one_level_needs_multiplying_and_two_need_four_cards():
    assert {solution.operator for given in every(4) for solution in solutions(given)} == {"×"}
    for given in (*every(6), *every(7)):
        assert min(len(solution.cards) for solution in solutions(given)) == 4


def test_the_last_level_cannot_be_solved_without_the_knight():
    for given in every(LEVELS):
        assert given.plus_minus_one
        assert solutions(Task(given.level, given.realm, plus_minus_one=False)) == ()


def test_the_same_seed_gives_the_same_tasks_and_another_seed_others():
    assert [task(1, number) for number in range(24)] == [task(1, number) for number in range(24)]
    assert [task(1, number) for number in range(24)] != [task(2, number) for number in range(24)]


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("2 + 3 = 5", None),
        ("5 - 2 = 3", None),
        ("6 ÷ 2 = 3", None),
        ("5", "Write an equation"),
        ("2 + 6 = 3 + 5", "operators on both sides"),
        ("2 × 3 − 1 = 5", "more than one kind of operator"),
        ("5 = 5", "no operator"),
        ("2 + 5 = 6", "not the same"),
        ("1 + 5 = 6", "Missing in your realm: 1."),
    ],
)
def test_an_answer_is_right_or_it_is_said_why_not(answer, reason):
    found = wrong(Task(3, (2, 3, 5, 6), plus_minus_one=False), answer)
    assert found is None if reason is None else reason in str(found)


def test_with_the_knight_one_card_may_be_out_by_one():
    assert wrong(Task(LEVELS, (3, 5, 9, 10), plus_minus_one=True), "3 + 5 = 8") is None
    assert wrong(Task(LEVELS, (3, 5, 9, 10), plus_minus_one=False), "3 + 5 = 8") is not None
