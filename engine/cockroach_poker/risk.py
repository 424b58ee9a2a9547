"""How near everybody is to losing, as a rule of thumb that bots weigh their choices by.

Each seat has a burden: what lies before it, the heavier the nearer to too many of a kind, and a hand that
runs out. The chance to lose is the share of the burden of all. A card that ends the game counts fully.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from engine.cockroach_poker import cards, rules
from engine.cockroach_poker import table as t
from engine.cockroach_poker.cards import Deck
from engine.cockroach_poker.table import State
from engine.core import Action, Seat

BASE = 1.0
MISSING = (0.0, 8.0, 2.5, 0.7)
"""The weight of a species by how many more of it lose the game (entry 0 is never asked for)."""
SHORT_HAND = 3.0


class Risk:
    """The chance of `seat` to lose, as it looks from its view after various outcomes."""

    def __init__(self, view: State, seat: Seat) -> None:
        self.view, self.seat = view, seat
        self.deck: Deck = cards.load(view.edition)
        self.limit = self.deck.of_a_kind(view.seats)
        self.shown = [Counter(map(cards.species, display)) for display in view.displays]
        self.sizes = list(view.hand_sizes)
        self._known: dict[tuple[Seat, str, str], float] = {}
        self.burdens = [self._burden(shown, size) for shown, size in zip(self.shown, self.sizes, strict=True)]

    def _burden(self, shown: Counter[str | None], size: int) -> float:
        weighed = sum(self._weight(number) for number in shown.values())
        return BASE + weighed + SHORT_HAND / (1 + size)

    def _weight(self, number: int) -> float:
        missing = self.limit - number
        return MISSING[missing] if missing < len(MISSING) else 0.0

    def after(self, loser: Seat, card: str, claim: str) -> float:
        """Return the chance to lose once `loser` gets the card on its way, with the last claim."""
        special = card in cards.SPECIALS
        outcome = (loser, card, claim if special else "")
        if outcome not in self._known:
            self._known[outcome] = self._special(loser, card, claim) if special else self._animal(loser, card)
        return self._known[outcome]

    def _animal(self, loser: Seat, card: str) -> float:
        return self._laid(loser, self._with_penalty(card), 0)

    def _special(self, loser: Seat, card: str, claim: str) -> float:
        if loser != self.seat:
            laid = (claim,) if claim in self.deck.species else ()
            return self._laid(loser, laid, 0 if laid else -1)
        ways = rules.payments((*(self.view.hands[loser] or ()), card), claim)
        if not ways:
            return 1.0
        return min(self._paid(loser, action) for action in ways)

    def paying(self, action: Action) -> float:
        """Return the chance to lose after paying so for a special that is in the hand already."""
        return self._paid(self.seat, action, 0)

    def _paid(self, seat: Seat, action: Action, taken: int = 1) -> float:
        paid = action.cards if isinstance(action, t.PayOthers) else (getattr(action, "card", ""),)
        laid = tuple(animal for card in paid for animal in self._with_penalty(card))
        return self._laid(seat, laid, taken - len(paid))

    def _with_penalty(self, card: str) -> tuple[str, ...]:
        """Return the species that come to lie with a card: a royal brings the open penalty card."""
        laid = [cards.species(card)]
        if cards.is_royal(card) and self.view.top is not None:
            laid.append(cards.species(self.view.top))
        return tuple(animal for animal in laid if animal is not None)

    def _laid(self, loser: Seat, laid: tuple[str, ...], drawn: int) -> float:
        shown = self.shown[loser] + Counter(laid)
        size = self.sizes[loser] + drawn
        if size <= 0 or max(shown.values(), default=0) >= self.limit:
            return float(loser == self.seat)
        burdens = [*self.burdens]
        burdens[loser] = self._burden(shown, size)
        return burdens[self.seat] / sum(burdens)


def expected(odds: dict[str, float], value: Callable[[str], float]) -> float:
    """Return the mean of a value over the odds of a card."""
    return sum(chance * value(card) for card, chance in odds.items())
