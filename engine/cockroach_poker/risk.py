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
from engine.cockroach_poker.table import Phase, State
from engine.core import Action, Seat

BASE = 1.0
MISSING = (0.0, 8.0, 2.5, 0.7, 0.2)
"""The weight of a species that lies there by how many more of it lose the game (none: over already)."""
SHORT_HAND = 3.0


class Risk:
    """The chance of `seat` to lose, as it looks from its view after various outcomes.

    When it is to play, hand sizes are those after it has played.
    """

    def __init__(self, view: State, seat: Seat) -> None:
        self.view, self.seat = view, seat
        self.deck: Deck = cards.load(view.edition)
        limit = self.deck.of_a_kind(view.seats)
        self.weights = (
            0.0,
            *(MISSING[min(limit - number, len(MISSING) - 1)] for number in range(1, limit)),
        )
        self.sizes = [
            size - (seat == other and view.phase is Phase.PLAY) for other, size in enumerate(view.hand_sizes)
        ]
        self.shown = [Counter(map(cards.species, display)) for display in view.displays]
        self.burdens = [
            BASE + SHORT_HAND / (1 + size) + sum(self.weights[min(n, limit - 1)] for n in shown.values())
            for shown, size in zip(self.shown, self.sizes, strict=True)
        ]
        self._known: dict[tuple[Seat, str, str], float] = {}
        self._single: dict[str, float] = {}

    def after(self, loser: Seat, card: str, claim: str) -> float:
        """Return the chance to lose once `loser` gets the card on its way, with the last claim."""
        outcome = (loser, card, claim if card in cards.SPECIALS else "")
        if outcome not in self._known:
            special = card in cards.SPECIALS
            self._known[outcome] = (
                self._special(loser, card, claim)
                if special
                else self._laid(loser, self._with_penalty(card), 0)
            )
        return self._known[outcome]

    def _special(self, loser: Seat, card: str, claim: str) -> float:
        if loser != self.seat:
            laid = (claim,) if claim in self.deck.species else ()
            return self._laid(loser, laid, 0 if laid else -1)
        fitting, others = rules.payable(self.view.hands[loser] or (), claim)
        ways: list[tuple[str, ...]] = [(card,) for card in fitting]
        if len(others) > 1 or (others and not fitting):
            ways.append(tuple(sorted(others, key=self._alone)[:2]))
        return min((self._paid(paid, 1) for paid in ways), default=1.0)

    def paying(self, action: Action) -> float:
        """Return the chance to lose after paying so for a special that is in the hand already."""
        assert isinstance(action, t.PayMatching | t.PayOthers)
        return self._paid((action.card,) if isinstance(action, t.PayMatching) else action.cards, 0)

    def _paid(self, paid: tuple[str, ...], taken: int) -> float:
        laid = tuple(animal for card in paid for animal in self._with_penalty(card))
        return self._laid(self.seat, laid, taken - len(paid))

    def _alone(self, card: str) -> float:
        if card not in self._single:
            self._single[card] = self._laid(self.seat, self._with_penalty(card), 0)
        return self._single[card]

    def _with_penalty(self, card: str) -> tuple[str, ...]:
        """Return the species that come to lie with a card: a royal brings the open penalty card."""
        laid = [cards.species(card)]
        if cards.is_royal(card) and self.view.top is not None:
            laid.append(cards.species(self.view.top))
        return tuple(animal for animal in laid if animal is not None)

    def _laid(self, loser: Seat, laid: tuple[str, ...], drawn: int) -> float:
        shown, before = self.shown[loser], self.sizes[loser]
        size = before + drawn
        added = 0.0
        for number, animal in enumerate(laid):
            lay = shown[animal] + laid[:number].count(animal)
            if lay + 1 >= len(self.weights):
                return float(loser == self.seat)
            added += self.weights[lay + 1] - self.weights[lay]
        if size <= 0:
            return float(loser == self.seat)
        added += SHORT_HAND / (1 + size) - SHORT_HAND / (1 + before)
        mine = self.burdens[self.seat] + (added if loser == self.seat else 0)
        return mine / (sum(self.burdens) + added)


def expected(odds: dict[str, float], value: Callable[[str], float]) -> float:
    """Return the mean of a value over the odds of a card."""
    return sum(chance * value(card) for card, chance in odds.items())
