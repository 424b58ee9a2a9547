"""Editions as data: what comes with the game, and what a person's own text may say."""

import tomllib
import unicodedata

import pytest

from engine.cluedo.board import board_of
from engine.cluedo.cards import (
    LANGUAGES,
    LONGEST_SHORT_NAME,
    EditionError,
    assumptions,
    available,
    data_text,
    load,
    parse,
)

SMALL = """
id = "manor"
title = "Murder at the manor"
[[suspects]]
id = "rouge"
name = "Miss Rouge"
[[suspects]]
id = "noir"
name = { en = "Doctor Noir", vi = "Bác sĩ Noir" }
[[weapons]]
id = "axe"
name = "Axe"
[[locations]]
id = "attic"
name = "The Old Attic under the Roof"
short = "Old Attic"
[[locations]]
id = "cellar"
name = "Cellar"
"""


def edition_text(suspects=2, weapons=2, locations=2):
    """Return the text of an edition with so many cards of each kind."""
    cards = {"suspects": suspects, "weapons": weapons, "locations": locations}
    entries = (
        f'[[{key}]]\nid = "{key}{i}"\nname = "{key} {i}"' for key, n in cards.items() for i in range(n)
    )
    return "\n".join(['id = "own"', 'title = "Own"', *entries])


def refused(text):
    """Return the sentence with which a text is refused."""
    with pytest.raises(EditionError) as refusal:
        parse(text)
    return str(refusal.value)


def test_f1_sherlock_has_the_cards_of_the_edition_in_sheet_order():
    edition = load()
    assert edition.id == available()[0] == "sherlock"
    assert edition.suspects == ("lestrade", "hudson", "irene", "watson", "sherlock", "mycroft")
    assert edition.weapons == ("dagger", "candlestick", "revolver", "rope", "piping", "wrench")
    assert edition.locations == (
        "baskerville", "221b", "tower", "flat", "lab", "battersea", "dartmoor", "kitchen", "pool"
    )  # fmt: skip
    assert edition.name("kitchen") == "Mrs Hudson’s Kitchen"
    assert edition.name("lestrade", "vi") == "Thám tử Lestrade"


def test_r1_the_weapons_have_the_vietnamese_names_of_the_rule_sheet():
    edition = load("sherlock")
    names = {edition.name(weapon, "vi").lower() for weapon in edition.weapons}
    assert names == {"dây thừng", "ống chì", "dao găm", "cờ lê", "chân nến", "súng lục"}


def test_r5_and_g4_irene_begins_and_the_tokens_follow_in_order():
    edition = load("sherlock")
    assert edition.first == "irene"
    assert edition.tokens == ("irene", "lestrade", "hudson", "watson", "mycroft", "sherlock")


def test_g3_the_locations_lie_where_the_rules_put_them():
    assert load("sherlock").slots == {
        "pool": "study",
        "baskerville": "hall",
        "221b": "lounge",
        "tower": "dining_room",
        "flat": "kitchen",
        "lab": "ballroom",
        "battersea": "conservatory",
        "dartmoor": "billiard_room",
        "kitchen": "library",
    }


def test_the_classic_editions_differ_in_the_names_that_do():
    uk, us = load("classic_uk"), load("classic_us")
    assert uk.locations == us.locations
    assert [uk.name(card) for card in (*uk.suspects, *uk.weapons)] == [
        "Miss Scarlett", "Colonel Mustard", "Mrs White", "Reverend Green", "Mrs Peacock", "Professor Plum",
        "Dagger", "Candlestick", "Revolver", "Rope", "Lead Piping", "Spanner",
    ]  # fmt: skip
    assert [us.name(card) for card in (*us.suspects, *us.weapons)] == [
        "Miss Scarlet", "Colonel Mustard", "Mrs. White", "Mr. Green", "Mrs. Peacock", "Professor Plum",
        "Knife", "Candlestick", "Revolver", "Rope", "Lead Pipe", "Wrench",
    ]  # fmt: skip


@pytest.mark.parametrize("name", available())
def test_every_edition_has_6_6_and_9_cards_on_a_whole_board(name):
    edition = load(name)
    assert [len(edition.of(category)) for category in ("suspect", "weapon", "location")] == [6, 6, 9]
    assert edition.dice == 2
    assert tuple(board_of(edition).rooms) == edition.locations
    assert len(set(edition.slots.values())) == 9


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", available())
def test_names_tell_cards_apart_in_each_language_and_short_names_fit(name, language):
    edition = load(name)
    for names in (edition.names[language], edition.short_names[language]):
        assert len(set(names.values())) == len(edition.cards)
        assert all(unicodedata.is_normalized("NFC", text) for text in names.values())
    assert max(map(len, edition.short_names[language].values())) <= LONGEST_SHORT_NAME


@pytest.mark.parametrize("name", [*available(), "board_classic"])
def test_every_value_of_a_data_file_names_its_source(name):
    table = tomllib.loads(data_text(name))
    covered = [key for source in table["sources"] for key in source["covers"]]
    assert len(covered) == len(set(covered))
    assert set(table) - {"id", "sources", "rooms"} <= set(covered)
    if "locations" in table:
        assert "locations.slot" in covered
    else:
        assert {f"rooms.{key}" for room in table["rooms"] for key in room} <= set(covered)
    assert all(source["text"].keys() == set(LANGUAGES) for source in table["sources"])


def test_assumptions_tell_what_nobody_has_confirmed():
    assumed = assumptions(load("sherlock"))
    assert {key for source in assumed for key in source.covers} == {"locations.slot", "tokens"}
    assert {source.rule for source in assumed} == {"CL-G3", "CL-G4"}
    assert assumptions(load("classic_uk")) == ()


def test_an_own_edition_needs_only_ids_and_names():
    edition = parse(SMALL)
    assert edition.cards == ("rouge", "noir", "axe", "attic", "cellar")
    assert [edition.category(card) for card in edition.cards] == [
        "suspect", "suspect", "weapon", "location", "location"
    ]  # fmt: skip
    assert edition.tokens == ("rouge", "noir")
    assert (edition.first, edition.dice) == ("rouge", 2)
    assert edition.slots == {"attic": "study", "cellar": "hall"}
    assert edition.symbols["attic"] == "place-attic"


def test_an_own_edition_falls_back_to_english_and_to_full_names():
    edition = parse(SMALL)
    assert edition.name("rouge", "vi") == edition.name("rouge", "fr") == "Miss Rouge"
    assert edition.name("noir", "vi") == edition.short_name("noir", "vi") == "Bác sĩ Noir"
    assert edition.short_name("attic", "vi") == "Old Attic"


def test_load_takes_a_whole_text_and_gives_the_same_object_again():
    assert load(SMALL) is load(SMALL)
    assert load(SMALL).title == "Murder at the manor"


def test_a_small_edition_plays_on_the_slots_it_fills():
    board = board_of(load(SMALL))
    assert set(board.reach("attic", (), 4).locations) == {"cellar"}
    assert board.shortcut("attic") is None


def test_an_edition_of_30_cards_is_read_and_one_of_31_is_not():
    assert len(parse(edition_text(10, 8, 12)).cards) == 30
    assert refused(edition_text(10, 9, 12)) == "An edition has at most 30 cards, not 31."


def test_tokens_of_an_edition_without_a_board_start_beside_it():
    edition = parse(edition_text(7, 2, 9))
    assert (edition.board, edition.slots) == (None, {})
    assert len(set(edition.starts.values())) == 7
    assert {row for row, column in edition.starts.values()} == {-1}


def test_an_unknown_edition_is_refused():
    with pytest.raises(EditionError, match="There is no edition called atlantis"):
        load("atlantis")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('title = "Murder at the manor"', "", "The edition lacks title."),
        ('id = "manor"', 'id = "manor"\ntokens = ["rouge"]', "tokens must name every suspect once."),
        ('id = "manor"', 'id = "manor"\nfirst = "axe"', "first must be one of rouge, noir."),
        ('id = "manor"', 'id = "manor"\ndice = 0', "dice must be a whole number from 1 to 4."),
        ('id = "manor"', 'id = "manor"\ndice = true', "dice must be a whole number from 1 to 4."),
        ('id = "manor"', 'id = "manor"\nboard = "moon"', "board must be one of classic."),
        (
            'id = "manor"',
            'id = "manor',
            "The edition cannot be read: line 2 is not right TOML from column 12 on.",
        ),
        ('id = "manor"', "id =", "The edition cannot be read: line 2 is not right TOML from column 5 on."),
    ],
)
def test_a_mistake_at_the_head_of_an_own_edition_is_named(old, new, sentence):
    assert old in SMALL
    assert refused(SMALL.replace(old, new)) == sentence


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ('id = "attic"\nname = "Axe"', "Two cards have the id attic."),
        ('name = "Axe"', "The edition lacks weapons.1.id."),
        (
            'id = "<b>"\nname = "Axe"',
            "weapons.1.id must be of at most 24 letters a to z, digits, _ and -, not “<b>”.",
        ),
        ('id = "axe"', "The edition lacks weapons.axe.name."),
        ('id = "axe"\nname = ""', "weapons.axe.name.en must not be empty."),
        ('id = "axe"\nname = "A\\nxe"', "weapons.axe.name.en must be one line of plain text."),
        ('id = "axe"\nname = 7', "weapons.axe.name must be a text, or one per language."),
        ('id = "axe"\nname = { vi = "Rìu" }', "The edition lacks weapons.axe.name.en."),
        ('id = "axe"\nname = { en = "Axe", fr = "Hache" }', "An edition has no key weapons.axe.name.fr."),
        ('id = "axe"\nnmae = "Axe"', "An edition has no key weapons.axe.nmae."),
        ('id = "axe"\nname = "Axe"\nslot = "hall"', "An edition has no key weapons.axe.slot."),
        (
            'id = "axe"\nname = "Double-bitted axe"',
            "weapons.axe.short.en has at most 16 letters; “Double-bitted axe” is longer.",
        ),
    ],
)
def test_a_mistake_in_a_card_of_an_own_edition_is_named(lines, sentence):
    assert refused(SMALL.replace('id = "axe"\nname = "Axe"', lines)) == sentence


@pytest.mark.parametrize("weapons", ["weapons = []", "weapons = 3", 'weapons = ["axe"]', "weapons = [{}, 3]"])
def test_a_category_must_be_a_list_of_cards(weapons):
    text = SMALL.replace('[[weapons]]\nid = "axe"\nname = "Axe"\n', "")
    assert refused(text) == "The edition lacks weapons."
    assert refused(weapons + text) == "weapons must be a list that is not empty: [[weapons]] begins an entry."


def test_a_text_that_breaks_off_is_refused_with_a_sentence():
    assert (
        refused('id = "own"\ntitle = ') == "The edition cannot be read: its TOML text breaks off too early."
    )


@pytest.mark.parametrize(
    ("attic", "cellar", "sentence"),
    [
        ("hall", "hall", "Two locations name the slot hall."),
        ("hall", None, "Either every location names its slot, or none does."),
        ("hall", "moon", "The board has no slot moon; it has study, hall, lounge"),
    ],
)
def test_slots_must_be_different_rooms_of_the_board(attic, cellar, sentence):
    text = SMALL.replace('id = "attic"', f'id = "attic"\nslot = "{attic}"')
    if cellar:
        text = text.replace('id = "cellar"', f'id = "cellar"\nslot = "{cellar}"')
    assert refused(text).startswith(sentence)


def test_more_suspects_than_start_squares_cannot_have_slots():
    text = edition_text(7, 1, 1).replace('id = "locations0"', 'id = "locations0"\nslot = "hall"')
    assert refused(text) == "The board has room for 9 locations and 6 suspects."
