"""What is said with a chance is so as often: demanded where bots follow exactly the model that says it."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from assistant.kings_dogs.habits import always
from assistant.kings_dogs.player import Habitual
from engine.kings_dogs.bots import BOTS
from tools.calibration import Field, Section, page, tenths
from tools.calibration_kings_dogs import said

SURE = 0.999


def tossed(chance: str, truth: str, games: int = 200) -> list[list[tuple[Fraction, bool]]]:
    """Games in each of which three things are said with one chance and are so with another."""
    rng = Random(1)
    return [[(Fraction(chance), rng.random() < Fraction(truth)) for _ in range(3)] for _ in range(games)]


def test_a_tenth_tells_how_often_what_was_said_was_so():
    (row,) = tenths([[(Fraction(1, 4), True), (Fraction(1, 5), False)], [(Fraction(1, 5), False)] * 2])
    assert (row.tenth, row.number) == (2, 4)
    assert (row.said, row.so) == pytest.approx((0.2125, 0.25))


def test_what_is_certain_belongs_to_the_last_tenth():
    assert [row.tenth for row in tenths([[(Fraction(1), True)], [(Fraction(0), False)]])] == [0, 9]


def test_a_right_chance_holds_and_a_wrong_one_is_off():
    assert [row.holds for row in tenths(tossed("1/3", "1/3"), SURE)] == [True]
    assert [row.holds for row in tenths(tossed("1/3", "1/2"), SURE)] == [False]


def test_one_game_proves_nothing():
    (row,) = tenths(tossed("1/3", "1/3", games=1))
    assert (row.low, row.high) == (0, 1)


def test_the_page_has_a_table_for_every_field():
    section = Section("Coins", "Tossed.", (Field("fair", lambda game: tossed("1/2", "1/2")[game], 50),))
    text = "\n".join(page([section], seed=3))
    assert "### fair" in text
    assert "| 50 to 60 % | 150 | 50.0% |" in text


def test_kings_dogs_choice_is_calibrated_where_bots_follow_exactly_its_model():
    games = [said([Habitual] * 3, number) for number in range(60)]
    rows = tenths(games, SURE)
    assert len(rows) == 10
    assert [row for row in rows if not row.holds] == []


def test_kings_dogs_choice_is_off_where_they_follow_another():
    assumed = always(Fraction(9, 10), Fraction(0))
    games = [said([Habitual] * 3, number, assumed) for number in range(20)]
    assert [row for row in tenths(games, SURE) if not row.holds]
    careful = [said([BOTS["careful"]] * 3, number) for number in range(20)]
    assert [row for row in tenths(careful, SURE) if not row.holds]
