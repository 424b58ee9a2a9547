"""What is in the box: counts of the publisher's list, what is assumed, how it is changed."""

import pytest

from engine.core import SaidError, Setup
from engine.sleeping_queens import cards, rules
from engine.sleeping_queens.cards import assumptions, load
from engine.sleeping_queens.table import OPTIONS


def start(**options):
    return rules.start(Setup("sleeping_queens", ("An", "Bo"), options=options))


def test_sq_f01_the_deck_is_the_publishers():
    deck = load().deck
    assert [deck[str(number)] for number in cards.NUMBERS] == [4] * 10
    assert sum(number for card, number in deck.items() if cards.is_queen(card)) == 12
    assert {card: deck[card] for card in ("gnome", "witch", "willow", "book")} == {
        "gnome": 6,
        "witch": 5,
        "willow": 5,
        "book": 4,
    }
    assert sum(deck.values()) == 72
    assert (load().kings, sum(load().companions.values()), len(load().knights)) == (10, 10, 6)


def test_what_is_assumed_says_so_and_names_the_option_that_changes_it():
    assumed = {source.option: source for source in assumptions(load())}
    assert set(assumed) == {"queens", "companions", "die_faces", ""}
    assert {source.rule for source in assumed.values()} == {"SQ-G3", "SQ-G4", "SQ-G5"}
    for source in assumed.values():
        assert source.assumed
        assert set(source.text) == set(cards.LANGUAGES)
        assert source.option == "" or source.rule == OPTIONS[source.option].rule


def test_every_value_of_the_data_has_a_source_and_a_confidence():
    box = load()
    covered = {key.partition(".")[0] for source in box.sources for key in source.covers}
    assert {"deck", "companions", "die", "kings", "kings_to_win", "limit", "knights"} <= covered
    assert {source.confidence for source in box.sources} <= {"HIGH", "MED", "LOW", "NONE"}
    assert all(source.source and source.rule for source in box.sources)


def test_everything_has_a_name_in_both_languages():
    box = load()
    named = {
        "card": [*box.deck, *(cards.asleep(card) for card in box.deck)],
        "companion": box.companions,
        "symbol": [*box.symbols, "wild"],
        "knight": box.knights,
    }
    for kind, ids in named.items():
        for language in cards.LANGUAGES:
            names = {which: box.name(kind, which, language) for which in ids}
            assert len(set(names.values())) == len(names)
    with pytest.raises(KeyError):
        box.name("card", "joker")


def test_sq_g05_only_three_knights_have_a_colour():
    colours = {knight.id: knight.colour for knight in load().knights.values()}
    assert {colour for colour in colours.values() if colour} == {"white", "black", "green"}
    assert [knight for knight, colour in colours.items() if not colour] == [
        "plus_minus_one",
        "reroll_one",
        "draw_one_more",
    ]


def test_sq_g03_the_split_of_queens_and_companions_can_be_changed():
    box = start(queens=(5, 4, 3), companions=(4, 2, 2, 2)).box
    assert [box.deck[cards.queen(symbol)] for symbol in box.symbols] == [5, 4, 3]
    assert dict(box.companions) == {"red": 4, "green": 2, "blue": 2, "wild": 2}
    assert sum(box.deck.values()) == 72


@pytest.mark.parametrize(
    "options",
    [
        {"queens": (4, 4, 5)},
        {"queens": (12,)},
        {"queens": (6, 6, 0, 0)},
        {"queens": (13, 0, -1)},
        {"queens": [4, 4, 4]},
        {"companions": (3, 3, 3)},
        {"companions": (3, 3, 3, True)},
        {"die_faces": ("dragon",)},
        {"die_faces": ("1", "4")},
        {"die_faces": "123"},
        {"die_faces": (["1"],)},
        {"die_faces": ("1",) * 21},
        {"reroll_limit": 2},
        {"max_turns": 0},
        {"jokers": 2},
    ],
)
def test_options_that_cannot_be_are_refused(options):
    with pytest.raises(SaidError):
        start(**options)


def test_sq_g04_the_faces_of_the_die_can_be_changed():
    assert start().box.die == ("1", "1", "2", "2", "3", "dragon")
    assert start(die_faces=("1", "2", "3", "3", "dragon", "dragon")).box.die.count("dragon") == 2


def test_an_unknown_edition_is_refused():
    with pytest.raises(SaidError, match="no edition called gold"):
        rules.start(Setup("sleeping_queens", ("An", "Bo"), "gold"))


@pytest.mark.parametrize("seats", [1, 6])
def test_two_to_five_play(seats):
    with pytest.raises(SaidError, match="2 to 5 players"):
        rules.start(Setup("sleeping_queens", ("An",) * seats))
