"""Decks of Cockroach Poker Royal as data, and those that are refused."""

import pytest

from engine.chance import Chance
from engine.cockroach_poker import cards, rules
from engine.core import SaidError, Setup
from engine.match import Match
from tests.cockroach_poker.test_invariants import SMALL


def test_another_deck_can_be_played():
    match = Match(rules, Setup("cockroach_poker", ("A", "B", "C"), SMALL, {"starter": 0}), Chance(0))
    assert match.state.hand_sizes == (4, 3, 3)
    assert match.state.pile_size == 5
    assert {action.claim for action in match.legal()} == {"bat", "fly", "toad", "royal"}


def test_the_names_are_those_of_the_sheet():
    names = cards.load().names["vi"]
    assert list(names.values()) == ["dơi", "ruồi", "gián", "cóc", "chuột", "bọ cạp", "bọ xít"]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("[", "", "not right TOML"),
        ('id = "small"', "", "id of the deck"),
        ('id = "bat"', 'id = "royal"', "id of the deck"),
        ('id = "bat"', 'id = "bat-royal"', "id of the deck"),
        ('id = "bat"', 'id = "fly"', "species.id of the deck"),
        ("jokers = 2", "jokers = -1", "jokers of the deck"),
        ("jokers = 2", "jokers = true", "jokers of the deck"),
        ("of_a_kind = 3", "of_a_kind = 0", "of_a_kind of the deck"),
        ('name = "toad", ', "", "name of the deck"),
        ('name = "toad"', "name = { vi = 'cóc' }", "name of the deck"),
        ("species = [", "species = []\nothers = [", "species of the deck"),
    ],
)
def test_a_damaged_deck_is_refused_with_the_key(old, new, reason):
    assert old in SMALL
    with pytest.raises(cards.DeckError, match=reason):
        cards.parse(SMALL.replace(old, new, 1))


def test_a_deck_that_is_not_there_is_refused():
    with pytest.raises(cards.DeckError, match="no edition called plain"):
        cards.load("plain")


def test_a_deck_too_small_for_the_table_is_refused():
    with pytest.raises(SaidError, match="too small"):
        rules.start(Setup("cockroach_poker", tuple("ABCD"), SMALL.replace("pile = 4", "pile = 12")))
