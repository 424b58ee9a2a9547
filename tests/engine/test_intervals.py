"""Means with intervals, against printed tables and against what an interval promises."""

from random import Random

import pytest

from engine.intervals import estimate, student


@pytest.mark.parametrize(
    ("freedom", "at_975", "at_995"),
    [
        (1, 12.706, 63.657),
        (2, 4.303, 9.925),
        (3, 3.182, 5.841),
        (5, 2.571, 4.032),
        (10, 2.228, 3.169),
        (30, 2.042, 2.750),
        (100, 1.984, 2.626),
    ],
)
def test_quantiles_of_student_are_those_of_the_tables(freedom, at_975, at_995):
    assert student(0.975, freedom) == pytest.approx(at_975, rel=0.002)
    assert student(0.995, freedom) == pytest.approx(at_995, rel=0.01)


def test_a_small_sample_by_hand():
    found = estimate([1, 2, 3, 4], 0, 10)
    assert found.mean == 2.5
    assert (found.low, found.high) == (pytest.approx(0.446, abs=0.005), pytest.approx(4.554, abs=0.005))
    assert found.excludes(5)
    assert not found.excludes(4)


def test_an_interval_stays_within_what_can_be():
    found = estimate([0, 1, 1], 0, 1)
    assert (found.low, found.high) == (0, 1)


def test_59_of_59_leave_room_for_one_in_twenty():
    assert estimate([1.0] * 59, 0, 1).low == pytest.approx(0.95, abs=0.001)


def test_one_value_proves_next_to_nothing():
    assert estimate([1.0], 0, 1).low == pytest.approx(0.05)


@pytest.mark.parametrize(("level", "least", "most"), [(0.95, 0.92, 0.98), (0.99, 0.97, 1)])
def test_so_many_intervals_hold_the_true_mean_as_their_level_says(level, least, most):
    rng = Random(1)
    samples = [[rng.random() < 0.4 for _ in range(40)] for _ in range(2000)]
    held = sum(not estimate(sample, 0, 1, level).excludes(0.4) for sample in samples) / len(samples)
    assert least <= held <= most
