"""How a player is thought to pick card and claim: the stated model behind `choice`.

Who starts a round pushes any card of the hand, each as likely as the other, to anybody. Whoever gives a
card has looked at it. With the chance of his honesty he claims something that is true of it, otherwise
something that is not; of the claims left to him each is as likely. Nothing is true of the blank, so it is
always lied about. Own offers and passed-on cards have an honesty of their own each, about which nothing
is known before the game: every value from 0 to 1 is as likely (Beta(1, 1)).

Since every card is turned over in the end, what is learned of an honesty is exactly a Beta distribution.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from math import comb

from assistant.cockroach_poker.deal import ONE, ZERO
from engine.cockroach_poker.cards import Deck
from engine.cockroach_poker.odds import claims_of
from engine.core import Message, SaidError


@dataclass(frozen=True, slots=True)
class Share:
    """How often a player does one of two things, from having done it `yes` times and the other `no` times.

    `prior` are the numbers that count as seen before the game. `fixed` is a value set by hand, which
    takes the place of all that.
    """

    yes: int = 0
    no: int = 0
    prior: tuple[int, int] = (1, 1)
    fixed: Fraction | None = None

    @property
    def mean(self) -> Fraction:
        """The chance of `yes` the next time."""
        if self.fixed is not None:
            return self.fixed
        return Fraction(self.yes + self.prior[0], self.count + sum(self.prior))

    @property
    def count(self) -> int:
        """How often it was one or the other."""
        return self.yes + self.no

    def interval(self, level: float = 0.95) -> tuple[float, float]:
        """Return the ends of the interval in which the share lies with this chance, as much on each side."""
        if self.fixed is not None:
            return float(self.fixed), float(self.fixed)
        beta = (self.yes + self.prior[0], self.no + self.prior[1])
        return _quantile(beta, (1 - level) / 2), _quantile(beta, (1 + level) / 2)

    def after(self, yes: bool) -> Share:
        """Return the share after one more."""
        return replace(self, yes=self.yes + yes, no=self.no + (not yes))


@cache
def _quantile(beta: tuple[int, int], level: float) -> float:
    """Return where a Beta distribution of whole numbers reaches a level, to nine places."""
    low, high = 0.0, 1.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if _below(beta, middle) < level else (low, middle)
    return (low + high) / 2


def _below(beta: tuple[int, int], x: float) -> float:
    """Return how likely a Beta variable is below x: that of so many throws enough succeed."""
    yes, throws = beta[0], sum(beta) - 1
    return sum(comb(throws, n) * x**n * (1 - x) ** (throws - n) for n in range(yes, throws + 1))


@dataclass(frozen=True, slots=True)
class Heard:
    """A claim of a player that came to light: the entry of the log that made it, and what it was.

    `passed` if the card was passed on, not the player's own; `true` says if the claim was.
    """

    entry: int
    claim: str
    card: str
    passed: bool
    true: bool


@dataclass(frozen=True, slots=True)
class Manners:
    """What all have seen of a player's ways.

    `offers` and `passes` are how often claims about own and passed-on cards were true, as far as there
    was a choice; `heard` are all claims that came to light. `believes` is how often he said “true” when
    he said what he thinks of a claim, `hands_on` how often he passed a card on when he might have said it.
    """

    offers: Share = field(default_factory=Share)
    passes: Share = field(default_factory=Share)
    believes: Share = field(default_factory=Share)
    hands_on: Share = field(default_factory=Share)
    heard: tuple[Heard, ...] = ()

    def honesty(self, passed: bool) -> Share:
        """Return how honest the player is about cards passed on, or about his own."""
        return self.passes if passed else self.offers

    def after(self, heard: Heard, deck: Deck) -> Manners:
        """Return the manners after a claim came to light."""
        manners = replace(self, heard=(*self.heard, heard))
        if not all(claims_of(deck, heard.card)):
            return manners
        if heard.passed:
            return replace(manners, passes=self.passes.after(heard.true))
        return replace(manners, offers=self.offers.after(heard.true))

    def set_to(self, honesty: Fraction | None) -> Manners:
        """Return the manners with an honesty set by hand, None: as it was learned; raises SaidError.

        0 and 1 are refused: then a claim would count as certain, whatever the cards are.
        """
        if honesty is not None and not 0 < honesty < 1:
            raise SaidError(Message("Honesty must lie above 0% and below 100%."))
        offers, passes = replace(self.offers, fixed=honesty), replace(self.passes, fixed=honesty)
        return replace(self, offers=offers, passes=passes)


def likelihood(deck: Deck, card: str, honesty: Fraction) -> Mapping[str, Fraction]:
    """Return how likely each claim is from a player who gives this card."""
    true, false = claims_of(deck, card)
    honest = honesty if true and false else ONE if true else ZERO
    return {
        **{claim: honest / len(true) for claim in true},
        **{claim: (1 - honest) / len(false) for claim in false},
    }
