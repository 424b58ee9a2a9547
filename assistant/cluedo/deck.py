"""The cards and the places of a table of Cluedo, whether it is played here or noted down by hand.

A place is a seat (its hand), ENVELOPE, or PUBLIC: cards left over from the deal, in nobody's hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from engine.cluedo.cards import Edition
from engine.cluedo.table import Triple
from engine.core import Seat

ENVELOPE: Literal["envelope"] = "envelope"
PUBLIC: Literal["public"] = "public"
Place = Seat | Literal["envelope", "public"]
Slot = tuple[Literal["envelope"], int]


@dataclass(frozen=True, slots=True)
class Deck:
    """The ids of all cards, by category and in sheet order; none stands twice."""

    suspects: tuple[str, ...]
    weapons: tuple[str, ...]
    locations: tuple[str, ...]
    _slots: Mapping[str, Slot] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        of_card = {
            card: slot for slot, cards in zip(self.slots, self.categories, strict=True) for card in cards
        }
        object.__setattr__(self, "_slots", of_card)

    def __contains__(self, card: str) -> bool:
        return card in self._slots

    @classmethod
    def of(cls, edition: Edition) -> Deck:
        """Return the deck of an edition."""
        return cls(edition.suspects, edition.weapons, edition.locations)

    @property
    def categories(self) -> tuple[tuple[str, ...], ...]:
        """The three categories in the order suspects, weapons, locations."""
        return self.suspects, self.weapons, self.locations

    @property
    def cards(self) -> tuple[str, ...]:
        """All cards in sheet order."""
        return self.suspects + self.weapons + self.locations

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The envelope's slots, one per category; each takes one card."""
        return tuple((ENVELOPE, number) for number in range(len(self.categories)))

    def slot(self, card: str) -> Slot:
        """Return the slot of the envelope that a card would lie in; raises KeyError for no card."""
        return self._slots[card]

    def triple(self, cards: tuple[str, ...]) -> Triple | None:
        """Return three cards in the order suspect, weapon, location; None unless they are one of each."""
        by_category = {self._slots[card][1]: card for card in cards}
        if len(cards) != 3 or len(by_category) != 3:
            return None
        return by_category[0], by_category[1], by_category[2]
