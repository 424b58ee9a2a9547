"""The plainest possible counting: every deal of a small position, one after the other."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import prod

from assistant.position import Card, Place, Position, World


def deals(position: Position) -> list[tuple[World, Fraction]]:
    """Every deal that fits, with its weight."""
    return [
        (world, _weight(position, world))
        for world in _worlds(list(position.domain), position.domain, dict(position.capacity))
        if all(any(world[card] in places for card, places in c.ways.items()) for c in position.clauses)
    ]


def _weight(position: Position, world: World) -> Fraction:
    held = (sum(world[card] == c.place for card in c.others) for c in position.choices)
    return Fraction(1, prod(1 + k for k in held))


def _worlds(
    cards: list[Card], domain: Mapping[Card, frozenset[Place]], room: dict[Place, int]
) -> Iterator[dict[Card, Place]]:
    if not cards:
        if not any(room.values()):
            yield {}
        return
    for place in domain[cards[0]]:
        if room[place]:
            for rest in _worlds(cards[1:], domain, {**room, place: room[place] - 1}):
                yield {cards[0]: place, **rest}
