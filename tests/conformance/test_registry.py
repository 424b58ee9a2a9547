"""Every game of the house is under test."""

import pytest

from engine import games
from tests.conformance.games import ENTRIES


def test_every_registered_game_has_an_entry():
    assert set(ENTRIES) == set(games.NAMES)


@pytest.mark.parametrize("name", games.NAMES)
def test_set_ups_cover_the_least_and_the_most_players(name):
    numbers = {len(setup.seats) for setup in ENTRIES[name].setups}
    seats = games.load(name).seats
    assert {min(seats), max(seats)} <= numbers


@pytest.mark.parametrize("name", games.NAMES)
def test_the_weakest_bot_is_random(name):
    assert next(iter(games.bots(name))) == "random"
