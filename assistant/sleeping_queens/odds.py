"""The exact chances of the next turn: what is drawn, and what the realm can make with it.

The draw alone is counted, with the Spell Books that are held or drawn (a book brings a number out of the
discard pile as it is now). What instants may then do to the cards is left out, and what others do until
the turn comes: the screen says both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb

from assistant.sleeping_queens import dice, kernel
from assistant.sleeping_queens.knowledge import Knowledge
from assistant.sleeping_queens.order import unseen
from engine.core import Message, Seat
from engine.sleeping_queens import cards as c
from engine.sleeping_queens.table import State

PLUS_MINUS_ONE = "plus_minus_one"
LEFT_OUT = Message(
    "What Wild Gnomes, Switch Witches and Sleeping Willows may then do to your cards is left out, and so is"
    " what the others do before your turn."
)
POLICY = Message("A 1 is rolled again where the knight allows it, and Spell Books are used.")
_ZERO = Fraction(0)

Hand = tuple[tuple[str, int], ...]
"""Kinds of cards, each with how many there are."""


@dataclass(frozen=True, slots=True)
class Supply:
    """What can be drawn: how many of each card lie in the draw pile, and in the discard pile after it."""

    pile: Mapping[str, int]
    discard: Mapping[str, int]

    def draws(self, number: int, kind: Callable[[str], str]) -> Draws:
        """Return every way to draw so many cards, told apart by kind.

        Once the pile is out the discard pile is shuffled; if both are, fewer are drawn (SQ-R21, SQ-G21).
        """
        pile, later = _kinds(self.pile, kind), _kinds(self.discard, kind)
        size = sum(pile.values())
        sure, bag = ({}, pile) if number <= size else (pile, later)
        left = min(number - sum(sure.values()), sum(bag.values()))
        hands = ways_to_draw(tuple(bag.items()), left)
        if sure:
            hands = tuple(((*sure.items(), *hand), ways) for hand, ways in hands)
        return Draws(hands, comb(sum(bag.values()), left))


@dataclass(frozen=True, slots=True)
class Draws:
    """What may be drawn: per way how many of each kind and how many of the `whole` deals bring it.

    A kind may stand twice in a way (once from each pile), or not at all if there is none of it.
    """

    ways: Sequence[tuple[Hand, int]]
    whole: int


@dataclass(frozen=True, slots=True)
class Chances:
    """How likely each thing is after the draw: at least one equation, two equal numbers, a queen drawn.

    `cards` is by card of the deck: at least one of it is drawn.
    """

    equation: Fraction
    pair: Fraction
    queen: Fraction
    cards: Mapping[str, Fraction]

    @property
    def willow(self) -> Fraction:
        """The chance to draw a Sleeping Willow."""
        return self.cards["willow"]


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of a seat's turn: `draw` how many cards, `chances` with the realm as it is.

    `without` is by card of the realm: the chances of the turn if that card is put away first.
    """

    seat: Seat
    draw: Mapping[int, Fraction]
    chances: Chances
    without: Mapping[str, Chances]


def odds(known: Knowledge, seat: Seat, reroll: bool = True, cards: Collection[str] | None = None) -> Odds:
    """Return the chances of the turn of `seat`: this one's while it has not drawn, else the next one's.

    With `reroll` False a 1 that lies there stays. `cards` are those that may be put away, None for all.
    """
    view = known.view
    outcomes = dice.outcomes(view, seat, reroll)
    realm = held(view, seat)
    draw: dict[int, Fraction] = {}
    for (number, _), chance in outcomes.items():
        draw[number] = draw.get(number, _ZERO) + chance
    supply = supply_of(view)
    now = chances(realm, outcomes, supply)
    without = {}
    for card in dict.fromkeys(realm if cards is None else cards):
        left = list(realm)
        left.remove(card)
        discard = {**supply.discard, c.awake(card): supply.discard[c.awake(card)] + 1}
        without[card] = chances(left, outcomes, Supply(supply.pile, discard))
    return Odds(seat, draw, now, without)


def held(view: State, seat: Seat) -> tuple[str, ...]:
    """Return the realm of a seat, with the cards it has drawn that will lie there."""
    drawn = view.drawn if seat == view.active else ()
    return (*view.realms[seat], *(card for card in drawn if card not in c.INSTANTS))


def supply_of(view: State) -> Supply:
    """Return what can be drawn at a table."""
    left, gone = unseen(view), Counter(view.discard)
    deck = view.box.deck
    return Supply({card: left[card] for card in deck}, {card: gone[card] for card in deck})


def chances(realm: Iterable[str], outcomes: Mapping[dice.Outcome, Fraction], supply: Supply) -> Chances:
    """Return the chances of drawing by these outcomes to a realm."""
    realm = tuple(realm)
    draw: dict[int, Fraction] = {}
    for (number, _), chance in outcomes.items():
        draw[number] = draw.get(number, _ZERO) + chance
    cards = {card: _any_of(supply, draw, (card,)) for card in supply.pile}
    queens = tuple(filter(c.is_queen, supply.pile))
    equation, pair = _ZERO, _ZERO
    for number, chance in draw.items():
        knight = outcomes.get((number, PLUS_MINUS_ONE), _ZERO)
        with_knight, plain, two = _made(realm, supply, number, bool(knight), knight != chance)
        equation += knight * with_knight + (chance - knight) * plain
        pair += chance * two
    return Chances(equation, pair, _any_of(supply, draw, queens), cards)


def one_of(supply: Supply, number: int, cards: Sequence[str]) -> Fraction:
    """Return the chance that so many cards drawn have one of `cards` among them."""
    size = sum(supply.pile.values())
    if number > size and any(supply.pile[card] for card in cards):
        return Fraction(1)
    bag, number = (supply.pile, number) if number <= size else (supply.discard, number - size)
    total, wanted = sum(bag.values()), sum(bag[card] for card in cards)
    number = min(number, total)
    return 1 - Fraction(comb(total - wanted, number), comb(total, number))


def _made(
    realm: Sequence[str], supply: Supply, number: int, with_knight: bool, plain: bool
) -> tuple[Fraction, Fraction, Fraction]:
    """Return the chances of an equation with the knight, of one without, and of a pair, where wanted."""
    own, books = kernel.mask(c.numbers(realm)), realm.count(c.BOOK)
    discarded = 0
    for card, copies in supply.discard.items():
        if card.isdigit():
            discarded = kernel.added(discarded, int(card), copies)
    knight_ways = plain_ways = pair_ways = 0
    draws = supply.draws(number, _number_or_book)
    for drawn, ways in draws.ways:
        hand, more = own, books
        for kind, copies in drawn:
            if kind == c.BOOK:
                more += copies
            elif kind:
                hand = kernel.added(hand, int(kind), copies)
        found = discarded if more else 0
        if plain and kernel.makes(hand, False, more, found):
            plain_ways += ways
            knight_ways += ways
        elif with_knight and kernel.makes(hand, True, more, found):
            knight_ways += ways
        if kernel.pairs(hand, more, found):
            pair_ways += ways
    whole = draws.whole
    return Fraction(knight_ways, whole), Fraction(plain_ways, whole), Fraction(pair_ways, whole)


def _number_or_book(card: str) -> str:
    return card if card.isdigit() or card == c.BOOK else ""


def _any_of(supply: Supply, draw: Mapping[int, Fraction], cards: Sequence[str]) -> Fraction:
    return sum((share * one_of(supply, number, cards) for number, share in draw.items()), _ZERO)


def _kinds(cards: Mapping[str, int], kind: Callable[[str], str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for card, number in cards.items():
        if number:
            found[kind(card)] = found.get(kind(card), 0) + number
    return found


@lru_cache(maxsize=64)
def ways_to_draw(bag: Hand, number: int) -> tuple[tuple[Hand, int], ...]:
    """Return what so many cards of a bag can be, by kind, and in how many ways each."""
    if number == 0:
        return (((), 1),)
    if not bag:
        return ()
    (kind, copies), rest = bag[0], bag[1:]
    found = list(ways_to_draw(rest, number))
    for taken in range(1, min(copies, number) + 1):
        head, factor = ((kind, taken),), comb(copies, taken)
        found += [(head + tail, factor * ways) for tail, ways in ways_to_draw(rest, number - taken)]
    return tuple(found)
