"""What the players, cards and claims of a table of Cockroach Poker Royal are called."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.words import Names, t
from engine.cockroach_poker import cards
from engine.cockroach_poker.cards import Deck


def naming(players: Sequence[str], deck: Deck) -> Names:
    """Return the names of one table: `seat` by its number, `species`, `card` and `claim` by their ids.

    The function raises KeyError for all else.
    """

    def name(kind: str, which: str | int, language: str) -> str:
        match kind, which:
            case "seat", int(seat) if 0 <= seat < len(players):
                return players[seat]
            case (("species" | "card" | "claim"), str(thing)):
                return _thing(deck, thing, language)
        raise KeyError(kind)

    return name


def _thing(deck: Deck, thing: str, language: str) -> str:
    """Return the name of an animal, a card or a claim; raises KeyError."""
    match thing:
        case cards.JOKER:
            return t("joker", language)
        case cards.BLANK:
            return t("blank", language)
        case cards.ROYAL:
            return t("royal", language)
    species = cards.species(thing)
    assert species is not None
    animal = deck.names[language][species]
    return t("royal {animal}", language, animal=animal) if cards.is_royal(thing) else animal
