"""Small positions of every kind, for Hypothesis."""

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from hypothesis import strategies as st

from assistant.position import Card, Choice, Clause, Place, Position

SLOTS = (("envelope", "suspect"), ("envelope", "weapon"))
HANDS = ("Ann", "Bob", "Chi", "public")
PLACES: tuple[Place, ...] = (*HANDS, *SLOTS)
T = TypeVar("T")


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Up to 8 cards, two envelope slots, hands that may be empty, and cards lying open.

    Every domain leaves room for one hidden deal, which the clauses may exclude again.
    """
    deck = {slot: [f"{slot[1]}{i}" for i in range(draw(st.integers(1, 4)))] for slot in SLOTS}
    world: dict[Card, Place] = {}
    domain: dict[Card, frozenset[Place]] = {}
    for slot, kind in deck.items():
        for i, card in enumerate(kind):
            world[card] = draw(st.sampled_from(HANDS)) if i else slot
            domain[card] = _some(draw, (*HANDS, slot)) | {world[card]}
    lies_in = Counter(world.values())
    return Position(
        {place: lies_in[place] for place in PLACES},
        domain,
        tuple(_clause(draw, list(domain)) for _ in range(draw(st.integers(0, 5)))),
        tuple(
            Choice(draw(st.sampled_from(HANDS)), _some(draw, list(domain)))
            for _ in range(draw(st.integers(0, 4)))
        ),
    )


def _clause(draw: st.DrawFn, cards: list[Card]) -> Clause:
    """Some of the cards, but one at least, in one place or anywhere but there."""
    place = frozenset({draw(st.sampled_from(PLACES))})
    ways = place if draw(st.booleans()) else frozenset(PLACES) - place
    return Clause(dict.fromkeys(_some(draw, cards) or cards[:1], ways))


def _some(draw: st.DrawFn, items: Sequence[T]) -> frozenset[T]:
    chosen = draw(st.integers(0, 2 ** len(items) - 1))
    return frozenset(item for i, item in enumerate(items) if chosen >> i & 1)
