"""The deck of Cockroach Poker Royal: which cards there are, and of which card a claim is true.

A card is a neutral id: a species (`bat`), its royal (`bat-royal`), `joker` or `blank`; equal cards are
not told apart. A claim is a species or `royal`. Decks are data: `data/royal.toml` comes with the game,
`parse` reads any other, smaller ones to count by hand among them.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from engine.core import Message, SaidError, Seat

JOKER, BLANK, ROYAL = "joker", "blank", "royal"
SPECIALS = frozenset({JOKER, BLANK})
LANGUAGES = ("en", "vi")
DEFAULT = "royal"

_CROWN = "-royal"
_ID = re.compile(r"[a-z_]{1,24}")
_SHIPPED = ("royal",)


class DeckError(SaidError):
    """A deck that cannot be read or dealt: `reason` says what is wrong with it."""


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """The cards of one edition. Equal only to itself, so it can be a cache key.

    `species` in the order of the sheet; `counts` how many there are of each card, `cards` all of them,
    equal ones repeated. `names` gives each species its name per language.
    """

    id: str
    titles: Mapping[str, str]
    species: tuple[str, ...]
    counts: Mapping[str, int]
    names: Mapping[str, Mapping[str, str]]
    numbers: Mapping[str, int]

    @property
    def cards(self) -> tuple[str, ...]:
        """Every card of the deck, equal ones as often as there are of them."""
        return tuple(card for card, number in self.counts.items() for _ in range(number))

    @property
    def claims(self) -> tuple[str, ...]:
        """What a giver may claim: the species in the order of the sheet, then `royal`."""
        return (*self.species, ROYAL)

    def of_a_kind(self, seats: int) -> int:
        """Return how many of one species before a player lose a game of `seats` (CP-R15)."""
        return self.numbers["of_a_kind_for_two" if seats == 2 else "of_a_kind"]

    def sizes(self, seats: int, starter: Seat) -> tuple[tuple[int, ...], int]:
        """Return how many cards each seat is dealt, and the size of the penalty pile (CP-R2, CP-R3)."""
        pile = self.numbers["pile_for_two" if seats == 2 else "pile"]
        each, left = divmod(sum(self.counts.values()) - pile, seats)
        extra = min(left, 1)
        hands = tuple(each + extra if seat == starter else each for seat in range(seats))
        return hands, pile + left - extra


def species(card: str) -> str | None:
    """Return the species that a card counts as in a display (CP-R10); None for a special."""
    return None if card in SPECIALS else card.removesuffix(_CROWN)


def is_royal(card: str) -> bool:
    """Tell whether a card wears a crown."""
    return card.endswith(_CROWN)


def royal(of: str) -> str:
    """Return the royal of a species."""
    return of + _CROWN


def true(card: str, claim: str) -> bool:
    """Tell whether a claim is true of a card (CP-R9)."""
    if card == JOKER:
        return claim != ROYAL
    return fits(card, claim)


def fits(card: str, claim: str) -> bool:
    """Tell whether a card pays for a special after this claim: as `true`, but never a special (CP-G5)."""
    if card in SPECIALS:
        return False
    return is_royal(card) if claim == ROYAL else species(card) == claim


@lru_cache(maxsize=32)
def load(edition: str = DEFAULT) -> Deck:
    """Return a deck by its id, or by its whole TOML text (anything of more than one line).

    The same text gives the same object. Raises DeckError.
    """
    if "\n" in edition:
        return parse(edition)
    if edition not in _SHIPPED:
        raise DeckError(Message("There is no edition called {id}.", {"id": edition}))
    data = files("engine.cockroach_poker") / "data" / f"{edition}.toml"
    return parse(data.read_text(encoding="utf-8"))


def parse(text: str) -> Deck:
    """Return the deck that a TOML text describes, with the keys of `data/royal.toml`.

    Raises DeckError, naming the key that is missing or wrong.
    """
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise DeckError(Message("The deck cannot be read: it is not right TOML.")) from None
    entries = _entries(table)
    ids = tuple(_id(entry) for entry in entries)
    if len(set(ids)) < len(ids):
        raise _wrong("species.id")
    counts: Counter[str] = Counter()
    for name, entry in zip(ids, entries, strict=True):
        counts[name] = _number(entry, "animals", 0)
        counts[royal(name)] = _number(entry, "royals", 0)
    counts[JOKER], counts[BLANK] = _number(table, "jokers", 0), _number(table, "blanks", 0)
    numbers = {
        "of_a_kind": _number(table, "of_a_kind", 1),
        "of_a_kind_for_two": _number(table, "of_a_kind_for_two", 1),
        "pile": _number(table, "pile", 1),
        "pile_for_two": _number(table, "pile_for_two", 1),
    }
    names = [_named(entry, "name") for entry in entries]
    return Deck(
        id=_id(table),
        titles=_named(table, "title"),
        species=ids,
        counts=MappingProxyType({card: number for card, number in counts.items() if number}),
        names=MappingProxyType(
            {
                language: MappingProxyType({i: n[language] for i, n in zip(ids, names, strict=True)})
                for language in LANGUAGES
            }
        ),
        numbers=MappingProxyType(numbers),
    )


def _wrong(key: str) -> DeckError:
    return DeckError(Message("{key} of the deck is missing or wrong.", {"key": key}))


def _entries(table: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    entries = table.get("species")
    if not isinstance(entries, list) or not entries or not all(isinstance(entry, dict) for entry in entries):
        raise _wrong("species")
    return entries


def _id(table: Mapping[str, Any]) -> str:
    value = table.get("id")
    taken = {*SPECIALS, ROYAL} if "animals" in table else set()
    if not isinstance(value, str) or not _ID.fullmatch(value) or value in taken:
        raise _wrong("id")
    return value


def _number(table: Mapping[str, Any], key: str, least: int) -> int:
    value = table.get(key)
    if type(value) is not int or not least <= value <= 99:
        raise _wrong(key)
    return value


def _named(table: Mapping[str, Any], key: str) -> Mapping[str, str]:
    """Return a text per language; a plain text serves for all of them, English for one left out."""
    value = table.get(key)
    if isinstance(value, str):
        value = {"en": value}
    if not isinstance(value, dict) or not isinstance(value.get("en"), str):
        raise _wrong(key)
    texts = {language: value.get(language, value["en"]) for language in LANGUAGES}
    if not all(isinstance(text, str) and text for text in texts.values()):
        raise _wrong(key)
    return MappingProxyType(texts)
