"""What is known about hidden cards, in the form that counting and solving share.

A deal (a *world*) puts every card in one place. A place is a player's hand, one slot of an
envelope, or cards lying open; how many cards it takes is its capacity. What is known narrows
the deals: where a card may still be, and clauses that a deal must satisfy. A choice narrows
nothing, it only weighs deals (model `choice`; under `logic` choices are left out).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field

Card = Hashable
Place = Hashable
World = Mapping[Card, Place]


@dataclass(frozen=True, slots=True)
class Clause:
    """At least one of these cards lies in one of the places named with it.

    `ways` maps a card to the places that satisfy the clause. "Chi holds one of rope and lab" is
    `{rope: {chi}, lab: {chi}}`; "not all three of these are in the envelope" maps each of the three
    cards to every place but its envelope slot.
    """

    ways: Mapping[Card, frozenset[Place]]


@dataclass(frozen=True, slots=True)
class Choice:
    """`place` showed a card and could have shown these others too, if it holds them.

    A deal in which it holds k of `others` weighs 1 / (1 + k): it picked at random among what fits.
    """

    place: Place
    others: frozenset[Card]


@dataclass(frozen=True, slots=True)
class Position:
    """Everything known at one moment: `capacity` per place, `domain` per card, clauses and choices.

    The capacities add up to the number of cards, else no deal fits.
    """

    capacity: Mapping[Place, int]
    domain: Mapping[Card, frozenset[Place]]
    clauses: tuple[Clause, ...] = field(default=())
    choices: tuple[Choice, ...] = field(default=())
