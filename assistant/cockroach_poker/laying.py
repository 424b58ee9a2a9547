"""The rules of laying, followed from a card that a player gets to the next round, as far as one can see.

A royal takes the open card of the penalty pile, and the next one is turned up, which may be any unseen
card (CP-R12, CP-G2). A special goes to the hand and is paid for when the rest is laid (CP-R11, CP-G3).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from engine.cockroach_poker import cards
from engine.cockroach_poker import table as t
from engine.cockroach_poker.cards import Deck
from engine.core import Action

Shown = tuple[int, ...]
"""How many cards of each species lie before a player, in the order of the deck."""


@dataclass(frozen=True, slots=True)
class Worth:
    """How heavy the cards before a player weigh: by rule of thumb he loses in the share of his burden in all.

    `missing` is the weight of a species that lies there by how many more of it lose, `base` what
    everybody bears.
    """

    missing: tuple[int, ...] = (300, 80, 25, 7, 2)
    base: int = 20

    def of(self, shown: Shown, most: int) -> int:
        """Return the burden of a display when `most` of a kind lose."""
        return self.base + sum(self.one(number, most) for number in shown)

    def one(self, number: int, most: int) -> int:
        """Return the burden of so many cards of one species."""
        return self.missing[min(max(most - number, 0), len(self.missing) - 1)] if number else 0


class Ends(NamedTuple):
    """How laying ends: the chances to lose at once and to hold all but one of a kind anew, and a burden.

    `burden` is the mean of what the player bears then, 0 where he has lost.
    """

    loses: Fraction | int
    triple: Fraction | int
    burden: Fraction | int


LOST = Ends(1, 0, 0)


class Moment(NamedTuple):
    """What lies before the player, what is owed, and what may still come from the pile.

    `hand` is None where it is hidden. `top` is the open card of the pile, None where it is not turned
    yet; under it are `below` cards, any of `pool`, counted in the order of the deck, `turned` of them so far.
    """

    shown: Shown
    hand: tuple[str, ...] | None
    size: int
    top: str | None
    below: int
    pool: tuple[int, ...]
    laying: tuple[str, ...] = ()
    draws: int = 0
    debts: int = 0
    turned: int = 0


@dataclass(frozen=True, slots=True)
class Ground:
    """What laying goes by for one player in one round.

    `before` is what lay there, `claim` the last claim of the round, `broke` how likely a hidden hand
    holds nothing to pay with, `options` those of the table. What a hidden hand pays is left out. `depth`
    is how many cards of the pile that nobody has seen yet are followed.
    """

    deck: Deck
    most: int
    before: Shown
    claim: str
    broke: Fraction
    options: Mapping[str, Any]
    worth: Worth
    depth: int


class Laying:
    """Lays cards on some ground, each moment worked out only once."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._order = tuple(ground.deck.counts)
        self._at = {card: _species(ground.deck, card) for card in self._order}
        self._plainly = tuple(None if cards.is_royal(card) else at for card, at in self._at.items())
        self._done: dict[Moment, Ends] = {}

    def take(self, now: Moment, card: str, due: bool = True) -> Ends:
        """Return how it ends if the player takes a card; a special is paid for if `due`."""
        at = self._at[card]
        if at is None:
            hand = None if now.hand is None else (*now.hand, card)
            return self.go_on(now._replace(hand=hand, size=now.size + 1, debts=now.debts + due))
        shown = (*now.shown[:at], now.shown[at] + 1, *now.shown[at + 1 :])
        if shown[at] >= self.ground.most:
            return LOST
        if cards.is_royal(card):
            return self.go_on(now._replace(shown=shown, draws=now.draws + 1))
        return self.go_on(now._replace(shown=shown))

    def go_on(self, now: Moment) -> Ends:
        """Return how it ends from here: cards owed for royals, cards paid, payments owed."""
        if not (now.draws or now.laying or now.debts):
            return self._over(now)
        if now not in self._done:
            self._done[now] = self._next(now)
        return self._done[now]

    def pay(self, now: Moment, given: tuple[str, ...]) -> Ends:
        """Return how it ends if a debt is paid with these cards of the hand."""
        left = list(now.hand or ())
        for card in given:
            left.remove(card)
        after = now._replace(hand=tuple(left), size=now.size - len(given), debts=now.debts - 1, laying=given)
        return self.go_on(after)

    def _next(self, now: Moment) -> Ends:
        if now.draws and now.top is None and now.below and now.turned < self.ground.depth:
            return self._turn(now)
        if now.draws and now.top is not None:
            due = self.ground.options["penalty_special"] == "pay"
            return self.take(now._replace(draws=now.draws - 1, top=None), now.top, due)
        if now.laying:
            return self.take(now._replace(laying=now.laying[1:]), now.laying[0])
        return self._pay(now) if now.debts else self._over(now)

    def _turn(self, now: Moment) -> Ends:
        """Return how it ends when the next card of the pile may be any of the pool, and is taken."""
        last = now.draws == 1 and not now.laying and not now.debts and now.size > 0
        loses, triple, burden = self._plain(now) if last else (0, 0, 0)
        for place, card in enumerate(self._order):
            number = now.pool[place]
            if number and not (last and self._plainly[place] is not None):
                pool = (*now.pool[:place], number - 1, *now.pool[place + 1 :])
                below, deep = now.below - 1, now.turned + 1
                ends = self._next(now._replace(top=card, below=below, pool=pool, turned=deep))
                loses += number * ends.loses
                triple += number * ends.triple
                burden += number * ends.burden
        whole = sum(now.pool)
        return Ends(Fraction(loses, whole), Fraction(triple, whole), Fraction(burden, whole))

    def _plain(self, now: Moment) -> tuple[Any, Any, Any]:
        """Return sums over the animals without crown that may be the last card to lay, each by its number."""
        loses = triple = burden = 0
        base = self._over(now)
        worth, most = self.ground.worth, self.ground.most
        for at, number in zip(self._plainly, now.pool, strict=True):
            if at is None or not number:
                continue
            after = now.shown[at] + 1
            if after >= most:
                loses += number
            else:
                triple += number * int(base.triple or after == most - 1)
                burden += number * int(base.burden + worth.one(after, most) - worth.one(now.shown[at], most))
        return loses, triple, burden

    def _pay(self, now: Moment) -> Ends:
        """Return how it ends when the player pays with what harms least as it lies, royals last."""
        free = self._over(now)
        broke = LOST if self.ground.options["special_unpayable"] == "lose" else free
        if now.hand is None:
            return _mixed(self.ground.broke, broke, free)
        ways = [self.pay(now, given) for given in self._ways(now.shown, now.hand)]
        return min(ways, key=lambda ends: (ends.loses, ends.burden), default=broke)

    def _ways(self, shown: Shown, hand: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """Give the least harmful payment of each kind: with a card that fits, and with others (CP-R11)."""
        able = [card for card in hand if self._at[card] is not None]
        fitting = [card for card in able if cards.fits(card, self.ground.claim)]
        if fitting:
            yield (min(fitting, key=lambda card: self._harm(shown, card)),)
        others = [card for card in able if card not in fitting]
        if not others or (fitting and len(others) == 1):
            return
        first = min(others, key=lambda card: self._harm(shown, card))
        others.remove(first)
        if not others:
            yield (first,)
            return
        at = self._at[first] or 0
        shown = (*shown[:at], shown[at] + 1, *shown[at + 1 :])
        yield tuple(sorted((first, min(others, key=lambda card: self._harm(shown, card)))))

    def _harm(self, shown: Shown, card: str) -> int:
        """Return how much worse one more card makes a display; a royal by a little more."""
        at, worth, most = self._at[card] or 0, self.ground.worth, self.ground.most
        more = worth.one(shown[at] + 1, most) - worth.one(shown[at], most)
        return 2 * more + cards.is_royal(card)

    def _over(self, now: Moment) -> Ends:
        """Return what it is when all is laid: a player without a card to start with loses (CP-R14)."""
        if now.size == 0:
            return LOST
        most, worth = self.ground.most, self.ground.worth
        triple = any(b < most - 1 == a for b, a in zip(self.ground.before, now.shown, strict=True))
        return Ends(0, int(triple), worth.of(now.shown, most))


def paid(way: Action) -> tuple[str, ...]:
    """Return the cards that a payment lays."""
    match way:
        case t.PayMatching(card):
            return (card,)
        case t.PayOthers(given):
            return given
    raise TypeError(way)


def _species(deck: Deck, card: str) -> int | None:
    of = cards.species(card)
    return None if of is None else deck.species.index(of)


def _mixed(chance: Fraction, one: Ends, other: Ends) -> Ends:
    if not chance:
        return other
    return Ends(*(chance * a + (1 - chance) * b for a, b in zip(one, other, strict=True)))
