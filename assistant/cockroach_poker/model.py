"""What a seat knows as variables, domains and constraints: what is possible, what is certain, an example.

A variable is how many cards of one kind lie in one place; the hidden hands, the pile and the card on its
way are the places. `deal.py` counts the same in closed form; here it is said in the game's own terms, as
a second method. `choice` excludes nothing, so it has no part in this.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import factorial, prod
from typing import Literal

from constraint import ExactSumConstraint, MinSumConstraint, Problem

from assistant.cockroach_poker.deal import PILE, Place
from assistant.cockroach_poker.sight import Sight
from engine.cockroach_poker import cards
from engine.cockroach_poker.table import Phase

WAY: Literal["way"] = "way"
Where = Place | Literal["way"]
"""A place, or `WAY`: on its way."""
World = Mapping[tuple[Where, str], int]
"""How many cards of each kind lie where."""


def problem(sight: Sight) -> Problem:
    """Return the constraints on where the cards are that the observer does not see, once all are dealt."""
    view, counts, stated = sight.view, _unseen(sight), Problem()
    rooms = _rooms(sight)
    for place, card in product(rooms, counts):
        stated.addVariable((place, card), list(range(min(rooms[place], counts[card]) + 1)))
    for place, size in rooms.items():
        stated.addConstraint(ExactSumConstraint(size), [(place, card) for card in counts])
    for card, number in counts.items():
        stated.addConstraint(ExactSumConstraint(number), [(place, card) for place in rooms])
    for seat in (place for place in sight.hidden if place != PILE):
        whole: list[Where] = [seat, WAY] if sight.moving and seat == view.givers[0] else [seat]
        held = sight.known(seat)
        for card in set(held):
            stated.addConstraint(MinSumConstraint(held.count(card)), [(place, card) for place in whole])
        animals = [(place, card) for place in whole for card in counts if card not in cards.SPECIALS]
        if seat in sight.bare:
            stated.addConstraint(ExactSumConstraint(0), animals)
        if view.phase is Phase.PAY and seat == view.starter:
            stated.addConstraint(MinSumConstraint(1), animals)
    return stated


def worlds(sight: Sight) -> Iterator[tuple[int, World]]:
    """Give every way the cards may lie, with how many ways it is when equal cards are told apart."""
    rooms, counts = _rooms(sight), _unseen(sight)
    for world in problem(sight).getSolutionIter():
        parts = (prod(factorial(world[place, card]) for place in rooms) for card in counts)
        yield prod(factorial(n) // p for n, p in zip(counts.values(), parts, strict=True)), world


def example(sight: Sight, place: Where | None = None, *kind: str) -> World | None:
    """Return one way the cards may lie, None if there is none; with a place, one of `kind` lies there."""
    stated = problem(sight)
    if place is not None:
        able = [cell for cell in stated._variables if cell[0] == place and cell[1] in kind]
        if not able:
            return None
        stated.addConstraint(MinSumConstraint(1), able)
    found: World | None = stated.getSolution()
    return found


def possible(sight: Sight, place: Where, *kind: str) -> bool:
    """Tell whether a card of one of these kinds may lie in a place."""
    return example(sight, place, *kind) is not None


def _rooms(sight: Sight) -> dict[Where, int]:
    view = sight.view
    rooms: dict[Where, int] = {
        place: view.pile_size - (view.top is not None) if place == PILE else view.hand_sizes[place]
        for place in sight.hidden
    }
    return rooms | {WAY: 1} if sight.moving else rooms


def _unseen(sight: Sight) -> dict[str, int]:
    """Return the cards that the observer does not see, counted, those known to be in a hand among them."""
    counts = sight.pool()
    for place in sight.hidden:
        if place != PILE:
            for card in sight.known(place):
                counts[card] += 1
    return {card: number for card, number in counts.items() if number}
