"""Why a chance is what it is: which cards are where, and which of them would help."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from assistant.sleeping_queens import kernel
from assistant.sleeping_queens.knowledge import Knowledge, ring
from assistant.sleeping_queens.odds import PLUS_MINUS_ONE, held
from engine.core import Message, Named, Seat, plural
from engine.sleeping_queens import cards as c


@dataclass(frozen=True, slots=True)
class Where:
    """Where the cards of one kind are: `realms` by seat (those just drawn among them); `total` in the box."""

    total: int
    realms: Mapping[Seat, int]
    discard: int
    pile: int


def where(known: Knowledge, card: str) -> Where:
    """Return where the cards of a kind are, awake or asleep; raises KeyError for a card not in the box."""
    view, card = known.view, c.awake(card)
    realms = {}
    for seat in range(view.seats):
        lying = [*view.realms[seat], *(view.drawn if seat == view.active else ())]
        if number := sum(c.awake(other) == card for other in lying):
            realms[seat] = number
    return Where(view.box.deck[card], realms, view.discard.count(card), known.pile[card])


def of_card(known: Knowledge, card: str) -> tuple[Message, ...]:
    """Return why a card is drawn with the chance it has: how many there are, and where they are."""
    there, which = where(known, card), {"card": Named("card", c.awake(card))}
    return (
        plural(
            "Of this card there is {n}: {card}.", "Of this card there are {n}: {card}.", there.total, which
        ),
        *(
            Message("{player} has {number}.", {"player": Named("seat", seat), "number": number})
            for seat, number in there.realms.items()
        ),
        plural("{n} lies in the discard pile.", "{n} lie in the discard pile.", there.discard),
        plural(
            "So {n} is among the {total} cards of the draw pile.",
            "So {n} are among the {total} cards of the draw pile.",
            there.pile,
            {"total": known.view.pile_size},
        ),
    )


def of_equation(known: Knowledge, seat: Seat) -> tuple[Message, ...]:
    """Return why the chance of an equation is what it is: which single number would make one."""
    hand = kernel.mask(c.numbers(held(known.view, seat)))
    knight = known.view.knights[seat] == PLUS_MINUS_ONE
    if kernel.makes(hand, knight):
        return (Message("The numbers there make an equation already."),)
    helpful = [n for n in c.NUMBERS if kernel.makes(kernel.added(hand, n, 1), knight)]
    if not helpful:
        return (Message("No single number makes an equation with those there: it takes two more or three."),)
    left = sum(known.pile[str(number)] for number in helpful)
    return (
        Message("Each of these makes an equation: {numbers}.", {"numbers": tuple(map(str, helpful))}),
        plural(
            "Of these cards {n} is among the {total} of the draw pile.",
            "Of these cards {n} are among the {total} of the draw pile.",
            left,
            {"total": known.view.pile_size},
        ),
    )


def of_pair(known: Knowledge, seat: Seat) -> tuple[Message, ...]:
    """Return why the chance of two equal numbers is what it is."""
    numbers = sorted(set(c.numbers(held(known.view, seat))))
    if kernel.pairs(kernel.mask(c.numbers(held(known.view, seat)))):
        return (Message("Two equal numbers are there already."),)
    if not numbers:
        return (Message("There is no number yet: both would have to be drawn."),)
    left = sum(known.pile[str(number)] for number in numbers)
    return (
        Message("Each of these makes a pair: {numbers}.", {"numbers": tuple(map(str, numbers))}),
        plural(
            "Of these cards {n} is among the {total} of the draw pile.",
            "Of these cards {n} are among the {total} of the draw pile.",
            left,
            {"total": known.view.pile_size},
        ),
    )


def of_companions(known: Knowledge) -> tuple[Message, ...]:
    """Return why a companion that is taken is of a kind with the chance it has."""
    return tuple(_companions(known))


def _companions(known: Knowledge) -> Iterator[Message]:
    view, there = known.view, ring(known.view)
    total = sum(there.values())
    if not total:
        yield Message("No companion is left in the middle.")
        return
    if view.face_down:
        yield plural(
            "{n} companion lies face down; where each lies nobody knows since they were shuffled.",
            "{n} companions lie face down; where each lies nobody knows since they were shuffled.",
            total,
        )
    else:
        yield plural(
            "No companion lies face down: the {n} face up is shuffled first.",
            "No companion lies face down: the {n} face up are shuffled first.",
            total,
        )
    for friend, number in there.items():
        what = {"companion": Named("companion", friend), "chance": Fraction(number, total)}
        owned = sum(friends.count(friend) for friends in view.companions)
        yield Message(
            "{companion}: {number} of {box}, {owned} with players, so {chance}.",
            {**what, "number": number, "owned": owned, "box": view.box.companions[friend]},
        )
