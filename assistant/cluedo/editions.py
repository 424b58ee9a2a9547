"""The edition that belongs to a deck, and editions with names of one's own."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from assistant.cluedo.deck import Deck
from engine.cluedo import cards
from engine.cluedo.cards import CATEGORIES, LANGUAGES, LONGEST_SHORT_NAME, Edition

_DRAWINGS = {"suspect": "sus", "weapon": "weapon", "location": "place"}
_LISTS = {"suspect": "suspects", "weapon": "weapons", "location": "locations"}


@lru_cache(maxsize=32)
def edition_of(deck: Deck) -> Edition:
    """Return the edition that comes with the game and has these cards, else one that names them by their ids.

    The latter fits no board. The same deck gives the same object.
    """
    for edition in map(cards.load, cards.available()):
        if all(map(_same, Deck.of(edition).categories, deck.categories)):
            return edition
    names = {card: _spaced(card) for card in deck.cards}
    short = {card: name[:LONGEST_SHORT_NAME].rstrip() for card, name in names.items()}
    of_card = {card: kind for kind, ids in zip(CATEGORIES, deck.categories, strict=True) for card in ids}
    return Edition(
        id="",
        title="Cluedo",
        titles=dict.fromkeys(LANGUAGES, "Cluedo"),
        suspects=deck.suspects,
        weapons=deck.weapons,
        locations=deck.locations,
        cards=deck.cards,
        categories=MappingProxyType(of_card),
        names=dict.fromkeys(LANGUAGES, names),
        short_names=dict.fromkeys(LANGUAGES, short),
        symbols={card: f"{_DRAWINGS[kind]}-{card.lower()}" for card, kind in of_card.items()},
        tokens=deck.suspects,
        starts={token: (-1, column) for column, token in enumerate(deck.suspects)},
        first=deck.suspects[0],
        dice=2,
        board=None,
        slots={},
        sources=(),
    )


def _spaced(card: str) -> str:
    """An id as a name: `LeadPipe` and `lead_pipe` are read as two words."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", card).replace("_", " ")


def own_edition(title: str, names: Mapping[str, Sequence[str]]) -> str:
    """Return the text of an edition file with cards of these names, by category.

    Names that are equal, empty or too long are refused when it is read: `engine.cluedo.cards.parse`.
    """
    lines = [f"id = {_quoted(_slug(title, ()) or 'own')}", f"title = {_quoted(title)}"]
    used: list[str] = []
    for category in CATEGORIES:
        for name in names[category]:
            used.append(_slug(name, used) or f"{category}-{len(used) + 1}")
            short = name[:LONGEST_SHORT_NAME].rstrip()
            lines += [
                "",
                f"[[{_LISTS[category]}]]",
                f"id = {_quoted(used[-1])}",
                f"name = {_quoted(name)}",
                f"short = {_quoted(short)}",
            ]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _slug(name: str, used: Iterable[str]) -> str:
    """A name as an id that is not yet used: plain letters and digits, 24 at most."""
    plain = unicodedata.normalize("NFD", name.casefold().replace("đ", "d")).encode("ascii", "ignore").decode()
    slug = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:20]
    found, number = slug, 2
    while slug and found in used:
        found, number = f"{slug}_{number}", number + 1
    return found


def _same(cards_: tuple[str, ...], others: tuple[str, ...]) -> bool:
    return sorted(cards_) == sorted(others)
