"""Editions of Cluedo: which cards there are, what they are called, where their places lie.

An edition is a TOML text: those in `data/` come with the game, `parse` reads anybody's own. Cards are
neutral ids (`lestrade`, `rope`, `221b`); their names in each language are data of the edition, so that
adding one needs no code. Every value says where it comes from and how sure it is (`Source`).

Glossary
  slot    a room of the board by its classic name (`study`); a location lies in one
  token   the piece of a suspect; token order is the order of start squares and of CL-G4
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from engine.core import Message, SaidError

LANGUAGES = ("en", "vi")
CATEGORIES = ("suspect", "weapon", "location")
MOST_CARDS = 30
LONGEST_NAME = 40
LONGEST_SHORT_NAME = 16
CONFIDENCES = ("HIGH", "MED", "LOW", "NONE")

_LISTS = {"suspect": "suspects", "weapon": "weapons", "location": "locations"}
_DRAWINGS = {"suspect": "sus", "weapon": "weapon", "location": "place"}
_ID = re.compile(r"[A-Za-z0-9_-]{1,24}")
_SHIPPED = ("sherlock", "classic_uk", "classic_us")


class EditionError(SaidError):
    """An edition that cannot be read or played: `reason` says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where some values of a data file come from.

    `covers` are their keys (`locations.slot`), `text` says per language what was settled, `rule` is its
    rule number, `confidence` one of CONFIDENCES.
    """

    covers: tuple[str, ...]
    text: Mapping[str, str]
    source: str
    confidence: str
    rule: str

    @property
    def assumed(self) -> bool:
        """True if nobody was found who says so: the screen labels these values "assumed"."""
        return self.confidence in {"LOW", "NONE"}


@dataclass(frozen=True, slots=True, eq=False)
class Edition:
    """The cards of one edition and how they meet the board. Equal only to itself, so it can be a cache key.

    `title` is English, `titles` every language. `cards` lists suspects, weapons, locations in sheet
    order. `tokens` is the token order, `starts` where each token stands at first, `first` the suspect who
    begins (CL-R5), `dice` the number of six-sided dice. `slots` gives each location its room on `board`.
    An edition that fits no board has None there and no slots, and can be played with `rooms_only`; its
    tokens start beside the board, in row -1.
    """

    id: str
    title: str
    titles: Mapping[str, str]
    suspects: tuple[str, ...]
    weapons: tuple[str, ...]
    locations: tuple[str, ...]
    cards: tuple[str, ...]
    categories: Mapping[str, str]
    names: Mapping[str, Mapping[str, str]]
    short_names: Mapping[str, Mapping[str, str]]
    symbols: Mapping[str, str]
    tokens: tuple[str, ...]
    starts: Mapping[str, tuple[int, int]]
    first: str
    dice: int
    board: str | None
    slots: Mapping[str, str]
    sources: tuple[Source, ...]

    def category(self, card: str) -> str:
        """Return `suspect`, `weapon` or `location`. Raises KeyError for a card not of this edition."""
        return self.categories[card]

    def of(self, category: str) -> tuple[str, ...]:
        """Return the cards of one category in sheet order."""
        return {"suspect": self.suspects, "weapon": self.weapons, "location": self.locations}[category]

    def name(self, card: str, language: str = "en") -> str:
        """Return the full name of a card, in English where `language` is unknown."""
        return self.names.get(language, self.names["en"])[card]

    def short_name(self, card: str, language: str = "en") -> str:
        """Return a name of at most LONGEST_SHORT_NAME letters, in English where `language` is unknown."""
        return self.short_names.get(language, self.short_names["en"])[card]


def available() -> tuple[str, ...]:
    """Return the ids of the editions that come with the game, the default first."""
    return _SHIPPED


@lru_cache(maxsize=32)
def load(edition: str = "sherlock") -> Edition:
    """Return an edition by its id, or by its whole TOML text (anything of more than one line).

    The same text gives the same object. Raises EditionError.
    """
    if "\n" in edition:
        return parse(edition)
    if edition not in _SHIPPED:
        raise EditionError(Message("There is no edition called {id}.", {"id": edition}))
    return parse(data_text(edition))


def assumptions(edition: Edition) -> tuple[Source, ...]:
    """Return what is assumed about an edition and its board: the sources that are `assumed`."""
    found = edition.sources
    if edition.board:
        found += sources_of(tomllib.loads(data_text(f"board_{edition.board}")))
    return tuple(source for source in found if source.assumed)


def data_text(name: str) -> str:
    """Return the text of a data file of the game, named without `.toml`."""
    return (files("engine.cluedo") / "data" / f"{name}.toml").read_text(encoding="utf-8")


def parse(text: str) -> Edition:
    """Return the edition that a TOML text describes.

    Needed: `id`, `title`, and the lists `suspects`, `weapons`, `locations` of cards with `id` and
    `name`. A name is a text or one per language, `{ en = "Rope", vi = "Dây thừng" }`; Vietnamese falls
    back to English, a short name to the full one. Left out, `tokens` are the suspects in order, `first`
    is the first token, `dice` is 2, and locations fill the board's slots in order where they and the
    suspects fit it. Raises EditionError.
    """
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise EditionError(_unreadable(str(error))) from None
    _only(table, {"id", "title", "dice", "tokens", "first", "board", "sources", *_LISTS.values()}, "")
    lists = {category: _cards(table, category) for category in CATEGORIES}
    cards = [card for entries in lists.values() for card in entries]
    ids = tuple(str(card["id"]) for card in cards)
    _unique(ids)
    if len(ids) > MOST_CARDS:
        raise EditionError(
            Message(
                "An edition has at most {most} cards, not {number}.", {"most": MOST_CARDS, "number": len(ids)}
            )
        )
    by_category = {category: tuple(card["id"] for card in entries) for category, entries in lists.items()}
    categories = {card: category for category, entries in by_category.items() for card in entries}
    titles = _named(table, "title", LONGEST_NAME)
    tokens = _tokens(table, by_category["suspect"])
    board, slots, squares = _board(table, lists["location"], len(tokens))
    return Edition(
        id=_id(table, "id"),
        title=titles["en"],
        titles=titles,
        suspects=by_category["suspect"],
        weapons=by_category["weapon"],
        locations=by_category["location"],
        cards=ids,
        categories=MappingProxyType(categories),
        names=_per_language(cards, "name"),
        short_names=_per_language(cards, "short"),
        symbols=MappingProxyType({card["id"]: card["symbol"] for card in cards}),
        tokens=tokens,
        starts=MappingProxyType(dict(zip(tokens, squares, strict=False))),
        first=_one_of(table, "first", tokens, tokens[0]),
        dice=_dice(table),
        board=board,
        slots=MappingProxyType(slots),
        sources=sources_of(table),
    )


def sources_of(table: Mapping[str, Any]) -> tuple[Source, ...]:
    """Return the sources that a data file names. Raises EditionError."""
    sources = []
    for entry in _entries(table, "sources") if "sources" in table else ():
        _only(entry, {"covers", "text", "source", "confidence", "rule"}, "sources.")
        sources.append(
            Source(
                covers=_texts(entry, "covers", "sources."),
                text=_named(entry, "text", 200, "sources."),
                source=_text(entry, "source", 200, "sources."),
                confidence=_one_of(entry, "confidence", CONFIDENCES, "NONE", "sources."),
                rule=_text({"rule": "", **entry}, "rule", 40, "sources.", empty=True),
            )
        )
    return tuple(sources)


def _unreadable(error: str) -> Message:
    place = re.search(r"line (\d+), column (\d+)", error)
    if place is None:
        return Message("The edition cannot be read: its TOML text breaks off too early.")
    return Message(
        "The edition cannot be read: line {line} is not right TOML from column {column} on.",
        {"line": int(place[1]), "column": int(place[2])},
    )


def _cards(table: Mapping[str, Any], category: str) -> list[dict[str, Any]]:
    key = _LISTS[category]
    keys = {"id", "name", "short", "symbol", *(["slot"] if category == "location" else [])}
    cards = []
    for number, entry in enumerate(_entries(table, key), 1):
        card = _id(entry, "id", f"{key}.{number}.")
        where = f"{key}.{card}."
        _only(entry, keys, where)
        name = _named(entry, "name", LONGEST_NAME, where)
        symbol = _text(entry, "symbol", LONGEST_NAME, where) if "symbol" in entry else ""
        cards.append(
            {
                "id": card,
                "name": name,
                "short": _named({"short": dict(name), **entry}, "short", LONGEST_SHORT_NAME, where),
                "symbol": symbol or f"{_DRAWINGS[category]}-{card}",
                "slot": _text(entry, "slot", LONGEST_NAME, where) if "slot" in entry else None,
            }
        )
    return cards


def _per_language(cards: list[dict[str, Any]], key: str) -> Mapping[str, Mapping[str, str]]:
    return MappingProxyType(
        {
            language: MappingProxyType({card["id"]: card[key][language] for card in cards})
            for language in LANGUAGES
        }
    )


def _tokens(table: Mapping[str, Any], suspects: tuple[str, ...]) -> tuple[str, ...]:
    tokens = _texts(table, "tokens") if "tokens" in table else suspects
    if sorted(tokens) != sorted(suspects):
        raise EditionError(Message("{key} must name every suspect once.", {"key": "tokens"}))
    return tokens


def _one_of(
    table: Mapping[str, Any], key: str, values: tuple[str, ...], default: str, where: str = ""
) -> str:
    value = table.get(key, default)
    if value not in values:
        raise EditionError(Message("{key} must be one of {values}.", {"key": where + key, "values": values}))
    return str(value)


def _dice(table: Mapping[str, Any]) -> int:
    dice = table.get("dice", 2)
    if type(dice) is not int or not 1 <= dice <= 4:
        raise EditionError(
            Message(
                "{key} must be a whole number from {least} to {most}.", {"key": "dice", "least": 1, "most": 4}
            )
        )
    return dice


def _board(
    table: Mapping[str, Any], locations: list[dict[str, Any]], tokens: int
) -> tuple[str | None, dict[str, str], list[tuple[int, int]]]:
    """Return the board that the edition is played on, the slot of each location, the start squares."""
    name = _one_of(table, "board", ("classic",), "classic")
    board = tomllib.loads(data_text(f"board_{name}"))
    rooms = tuple(room["slot"] for room in board["rooms"])
    wanted = [location["slot"] for location in locations]
    fits = len(locations) <= len(rooms) and tokens <= len(board["starts"])
    if not any(wanted):
        if not fits:
            return None, {}, [(-1, column) for column in range(tokens)]
        wanted = list(rooms)
    elif not all(wanted):
        raise EditionError(Message("Either every location names its slot, or none does."))
    elif not fits:
        raise EditionError(
            Message(
                "The board has room for {rooms} locations and {starts} suspects.",
                {"rooms": len(rooms), "starts": len(board["starts"])},
            )
        )
    _fitting(wanted, rooms)
    slots = {location["id"]: slot for location, slot in zip(locations, wanted, strict=False)}
    return name, slots, [(row, column) for row, column in board["starts"]]


def _fitting(wanted: list[str], rooms: tuple[str, ...]) -> None:
    for slot in wanted:
        if slot not in rooms:
            raise EditionError(
                Message("The board has no slot {slot}; it has {slots}.", {"slot": slot, "slots": rooms})
            )
        if wanted.count(slot) > 1:
            raise EditionError(Message("Two locations name the slot {slot}.", {"slot": slot}))


def _only(table: Mapping[str, Any], keys: set[str], where: str) -> None:
    for key in table:
        if key not in keys:
            raise EditionError(Message("An edition has no key {key}.", {"key": where + key}))


def _needed(table: Mapping[str, Any], key: str, where: str) -> Any:
    if key not in table:
        raise EditionError(Message("The edition lacks {key}.", {"key": where + key}))
    return table[key]


def _entries(table: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    entries = _needed(table, key, "")
    if not isinstance(entries, list) or not entries or not all(isinstance(entry, dict) for entry in entries):
        raise EditionError(
            Message("{key} must be a list that is not empty: [[{key}]] begins an entry.", {"key": key})
        )
    return entries


def _texts(table: Mapping[str, Any], key: str, where: str = "") -> tuple[str, ...]:
    values = _needed(table, key, where)
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise EditionError(Message("{key} must be a list of texts.", {"key": where + key}))
    return tuple(values)


def _text(table: Mapping[str, Any], key: str, most: int, where: str = "", *, empty: bool = False) -> str:
    value = _needed(table, key, where)
    if not isinstance(value, str):
        raise EditionError(Message("{key} must be a text.", {"key": where + key}))
    value = unicodedata.normalize("NFC", value).strip()
    if not value and not empty:
        raise EditionError(Message("{key} must not be empty.", {"key": where + key}))
    if not value.isprintable():
        raise EditionError(Message("{key} must be one line of plain text.", {"key": where + key}))
    if len(value) > most:
        raise EditionError(
            Message(
                "{key} has at most {most} letters; “{value}” is longer.",
                {"key": where + key, "most": most, "value": value},
            )
        )
    return value


def _named(table: Mapping[str, Any], key: str, most: int, where: str = "") -> Mapping[str, str]:
    """Return a text per language; a plain text serves for all of them, English for one left out."""
    value = _needed(table, key, where)
    if isinstance(value, str):
        value = {"en": value}
    if not isinstance(value, dict):
        raise EditionError(Message("{key} must be a text, or one per language.", {"key": where + key}))
    _only(value, set(LANGUAGES), f"{where}{key}.")
    english = _text(value, "en", most, f"{where}{key}.")
    return MappingProxyType(
        {
            language: _text(value, language, most, f"{where}{key}.") if language in value else english
            for language in LANGUAGES
        }
    )


def _id(table: Mapping[str, Any], key: str, where: str = "") -> str:
    value = _needed(table, key, where)
    if not isinstance(value, str) or not _ID.fullmatch(value):
        raise EditionError(
            Message(
                "{key} must be of at most 24 letters a to z, digits, _ and -, not “{value}”.",
                {"key": where + key, "value": str(value)},
            )
        )
    return value


def _unique(ids: tuple[str, ...]) -> None:
    for card in ids:
        if ids.count(card) > 1:
            raise EditionError(Message("Two cards have the id {id}.", {"id": card}))
