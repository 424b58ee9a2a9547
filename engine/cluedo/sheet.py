"""A bot's note sheet: what follows step by step from one seat's events, without case analysis.

Cards are bits of a whole number. A holder is a seat, or a category of the envelope, which holds one
card. The assistant knows more than this sheet; bots of the engine must do without it.
"""

from __future__ import annotations

from engine.cluedo import table as t
from engine.cluedo.cards import CATEGORIES, Edition
from engine.core import Event, Seat

Holder = Seat | str


class Sheet:
    """Marks by propagation: `can` and `has` give each holder's possible and certain cards as bits."""

    def __init__(self, edition: Edition, seats: int) -> None:
        self.cards = edition.cards
        self.bit = {card: 1 << place for place, card in enumerate(edition.cards)}
        self.size: dict[Holder, int] = dict.fromkeys(CATEGORIES, 1)
        self.can: dict[Holder, int] = {c: self._bits(edition.of(c)) for c in CATEGORIES}
        self.can.update(dict.fromkeys(range(seats), self._bits(edition.cards)))
        self.has: dict[Holder, int] = dict.fromkeys(self.can, 0)
        self.clauses: set[tuple[Holder, int]] = set()
        self._asked: int = 0
        self._stale = True

    def _bits(self, cards: tuple[str, ...] | frozenset[str]) -> int:
        return sum(self.bit[card] for card in cards)

    def note(self, event: Event) -> None:
        """Take in an event as the sheet's owner saw it."""
        match event:
            case t.HandDealt(seat, size, cards):
                self.size[seat] = size
                if cards is not None:
                    self.has[seat] = self.can[seat] = self._bits(cards)
            case t.Suggested(_, suspect, weapon, location):
                self._asked = self._bits((suspect, weapon, location))
                return
            case t.Passed(seat):
                self.can[seat] &= ~self._asked
            case t.Shown(seat, _, card) if card is None:
                self.clauses.add((seat, self._asked))
            case t.Shown(seat, _, card):
                self.has[seat] |= self.bit[str(card)]
            case _:
                return
        self._stale = True

    def open(self, category: str) -> tuple[str, ...]:
        """Return the cards of a category that may still be in the envelope, in sheet order."""
        self._propagate()
        return tuple(card for card in self.cards if self.bit[card] & self.can[category])

    def holds(self, seat: Seat, card: str) -> bool:
        """Tell whether `seat` certainly holds a card."""
        self._propagate()
        return bool(self.has[seat] & self.bit[card])

    def _propagate(self) -> None:
        while self._stale:
            before = (tuple(self.can.values()), tuple(self.has.values()))
            self._from_hand_sizes()
            self._from_single_places()
            self._from_clauses()
            self._stale = before != (tuple(self.can.values()), tuple(self.has.values()))

    def _from_hand_sizes(self) -> None:
        for holder, size in self.size.items():
            if self.has[holder].bit_count() == size:
                self.can[holder] = self.has[holder]
            elif self.can[holder].bit_count() == size:
                self.has[holder] = self.can[holder]

    def _from_single_places(self) -> None:
        once = twice = 0
        for holder in self.can:
            for other, cards in self.has.items():
                if other != holder:
                    self.can[holder] &= ~cards
            twice |= once & self.can[holder]
            once |= self.can[holder]
        for holder, cards in self.can.items():
            self.has[holder] |= cards & ~twice

    def _from_clauses(self) -> None:
        for holder, cards in list(self.clauses):
            left = cards & self.can[holder]
            if left & self.has[holder]:
                self.clauses.discard((holder, cards))
            elif left.bit_count() == 1:
                self.has[holder] |= left
