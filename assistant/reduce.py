"""Everything that follows from a position at once, and the smaller problem that is left to count.

Cards and places become indices, a set of places becomes the bits of an int. Two rules run until nothing
changes: a place that is full takes no more cards and one that needs all its candidates gets them; a clause
that holds anyway goes and one that hangs on a single card decides it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from assistant.position import Card, Place, Position

Ways = dict[int, int]  # card -> places, as bits, that satisfy a clause


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """A choice in which the place surely could have shown `sure` others, and those of `others` that it holds.

    `others` is a set of cards as bits; `times` says how often the place chose among just these.
    """

    place: int
    others: int
    sure: int
    times: int


@dataclass(frozen=True, slots=True)
class Reduced:
    """What is left of a position, for the cards that could still be in more than one place.

    `domain` holds the places of every card, settled ones too, as bits; `room` counts what every place takes
    beside its settled cards. `clauses` map open cards to the places, as bits, that would satisfy them.
    """

    cards: tuple[Card, ...]
    places: tuple[Place, ...]
    domain: tuple[int, ...]
    room: tuple[int, ...]
    clauses: tuple[Ways, ...]
    choices: tuple[OpenChoice, ...]

    def open_cards(self) -> list[int]:
        """The cards that could be in more than one place."""
        return [card for card, places in enumerate(self.domain) if places.bit_count() > 1]

    def settled(self) -> dict[int, int]:
        """The place of every other card."""
        bits = enumerate(self.domain)
        return {card: places.bit_length() - 1 for card, places in bits if places.bit_count() == 1}


def reduce(position: Position) -> Reduced | None:
    """The reduced form of `position`; None if it is plainly impossible.

    What comes back may still turn out to be impossible when it is counted. Raises KeyError where a domain, a
    clause or a choice has a place without capacity, or a clause or choice a card without a domain.
    """
    if sum(position.capacity.values()) != len(position.domain):
        return None
    bit = {place: 1 << i for i, place in enumerate(position.capacity)}
    index = {card: i for i, card in enumerate(position.domain)}
    capacity = list(position.capacity.values())
    domain = [sum(bit[place] for place in places) for places in position.domain.values()]
    clauses = [
        {index[card]: sum(bit[place] for place in places) for card, places in clause.ways.items()}
        for clause in position.clauses
    ]
    try:
        clauses = _propagate(domain, capacity, clauses)
    except _Impossible:
        return None
    choices = Counter(
        _open_choice(domain, bit[choice.place], [index[card] for card in choice.others])
        for choice in position.choices
    )
    return Reduced(
        tuple(position.domain),
        tuple(position.capacity),
        tuple(domain),
        tuple(size - domain.count(1 << place) for place, size in enumerate(capacity)),
        tuple(_strongest(clauses)),
        tuple(OpenChoice(*choice, times) for choice, times in choices.items()),
    )


class _Impossible(Exception):
    """No deal fits."""


def _propagate(domain: list[int], capacity: list[int], clauses: list[Ways]) -> list[Ways]:
    """Narrow `domain` in place until nothing follows; return the clauses that are still open."""
    before: list[int] = []
    while domain != before:
        before = domain.copy()
        for place, size in enumerate(capacity):
            _fill(domain, 1 << place, size)
        if not all(domain):
            raise _Impossible
        clauses = [ways for clause in clauses if (ways := _still_open(clause, domain))]
    return clauses


def _fill(domain: list[int], place: int, size: int) -> None:
    """Close the place if it is full; give it all its candidates if it needs them all."""
    candidates = [card for card, places in enumerate(domain) if places & place]
    settled = sum(domain[card] == place for card in candidates)
    if not settled <= size <= len(candidates):
        raise _Impossible
    if settled == len(candidates):
        return
    if settled == size:
        for card in candidates:
            if domain[card] != place:
                domain[card] &= ~place
    elif size == len(candidates):
        for card in candidates:
            domain[card] = place


def _still_open(clause: Ways, domain: list[int]) -> Ways:
    """The ways that are left to satisfy the clause; empty if it holds, also by deciding its only card."""
    ways = {}
    for card, places in clause.items():
        possible = places & domain[card]
        if possible == domain[card]:
            return {}
        if possible:
            ways[card] = possible
    if not ways:
        raise _Impossible
    if len(ways) == 1:
        ((card, places),) = ways.items()
        domain[card] = places
        return {}
    return ways


def _strongest(clauses: list[Ways]) -> list[Ways]:
    """The clauses without those that follow from another one."""
    kept: list[Ways] = []
    for clause in sorted(clauses, key=len):
        if not any(_follows(clause, stronger) for stronger in kept):
            kept.append(clause)
    return kept


def _follows(clause: Ways, stronger: Ways) -> bool:
    return all(not places & ~clause.get(card, 0) for card, places in stronger.items())


def _open_choice(domain: list[int], place: int, others: list[int]) -> tuple[int, int, int]:
    """Place, others and sure, as in OpenChoice."""
    possible = [card for card in others if domain[card] & place]
    still_open = [card for card in possible if domain[card] != place]
    return place.bit_length() - 1, sum(1 << card for card in still_open), len(possible) - len(still_open)
