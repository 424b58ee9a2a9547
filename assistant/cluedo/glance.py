"""A quick guess at what suggestions would tell, by where each card may lie, and what a walk is worth.

The guess takes cards as independent. It says in which order to weigh suggestions exactly, and stands in
where a bot has to choose among locations; it is never shown to a person as a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from math import log2

from assistant.cluedo.deck import ENVELOPE
from assistant.cluedo.knowledge import Knowledge
from assistant.cluedo.outlook import suggestions
from assistant.knowledge import CHOICE, Model
from engine.cluedo.table import Triple
from engine.core import Seat

TURN = 0.5
"""What a suggestion one turn later is worth, as a share of one now."""
STRIDE = 7
"""The pips of an average roll of two dice."""


@dataclass(frozen=True, slots=True)
class Glance:
    """How likely each card is in the envelope (`hidden`), and in the hand of another player (`held`)."""

    knowledge: Knowledge
    hidden: Mapping[str, float]
    held: Mapping[str, float]

    @classmethod
    def of(cls, knowledge: Knowledge, asker: Seat, model: Model = CHOICE) -> Glance:
        """Look at a knowledge with the eyes of `asker`."""
        cells = knowledge.cells(model)
        others = [seat for seat in range(knowledge.seats) if seat != asker]
        hidden = {card: float(places.get(ENVELOPE, 0)) for card, places in cells.items()}
        held = {card: sum(float(places.get(seat, 0)) for seat in others) for card, places in cells.items()}
        return cls(knowledge, hidden, held)

    def bits(self, cards: Triple) -> float:
        """Return about how many bits a suggestion would tell."""
        held = [self.held[card] for card in cards]
        nobody = (1 - held[0]) * (1 - held[1]) * (1 - held[2])
        told = 0.0
        for i, card in enumerate(cards):
            hidden, own = self.hidden[card], held[i]
            if not 0 < hidden < 1:
                continue
            one, other = (held[j] for j in range(3) if j != i)
            shown = own * (1 - (one + other) / 2 + one * other / 3)
            told += shown * log2(1 / (1 - hidden))
            if own < 1:
                told += nobody * _surprise(min(1.0, hidden / (1 - own)), hidden)
        return told

    def ranked(self, location: str) -> list[Triple]:
        """Return the suggestions of a location, the most telling first."""
        named = suggestions(self.knowledge.deck, location)
        return sorted(named, key=self.bits, reverse=True)

    def best(self, location: str) -> float:
        """Return about how many bits the best suggestion of a location would tell."""
        suspects, weapons, _ = map(self._different, self.knowledge.deck.categories)
        return max(self.bits((suspect, weapon, location)) for suspect in suspects for weapon in weapons)

    def _different(self, cards: tuple[str, ...]) -> Iterable[str]:
        """Return one card of each kind that `bits` can tell apart."""
        return {(self.hidden[card], self.held[card]): card for card in cards}.values()


def _surprise(now: float, was: float) -> float:
    """The relative entropy of chance `now` to chance `was`, in bits."""
    parts = ((now, was), (1 - now, 1 - was))
    return sum(p * log2(p / q) for p, q in parts if p > 0 and q > 0)


def worth(values: Mapping[str, float], distances: Mapping[str, int], dice: int) -> float:
    """Return what it is worth to roll `dice` dice now: `values` of locations, `distances` to them in pips.

    A location within the roll counts whole, one further away TURN for each turn that it takes besides.
    """
    return sum(
        share
        * max(
            (
                value * TURN ** -(-max(0, distances[place] - pips) // STRIDE)
                for place, value in values.items()
                if place in distances
            ),
            default=0.0,
        )
        for pips, share in rolls(dice).items()
    )


@cache
def rolls(dice: int) -> Mapping[int, float]:
    """Return how likely each roll of so many dice is."""
    shares = {0: 1.0}
    for _ in range(dice):
        following: dict[int, float] = {}
        for pips, share in shares.items():
            for face in range(1, 7):
                following[pips + face] = following.get(pips + face, 0.0) + share / 6
        shares = following
    return shares
