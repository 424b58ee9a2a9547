"""What one seat can count: the odds of the card on its way, from its own view, and what claims say of it.

Probabilities here are for bots to act on, so they are floats. The exact ones are the assistant's.

Glossary
  pool      the cards that the seat has not seen and that may be in any hidden place
  honesty   the rate at which a giver claims something true
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from engine.cockroach_poker import cards
from engine.cockroach_poker import table as t
from engine.cockroach_poker.cards import Deck
from engine.cockroach_poker.table import State
from engine.core import Event, Seat

Odds = dict[str, float]
Honesty = Callable[[Seat, bool], float]
"""Return how honest a seat is: of its own cards (True), or of cards that it passes on."""


class Specials:
    """Which specials everybody knows to be in whose hand: those that were taken there before all."""

    def __init__(self, seats: int) -> None:
        self.held: tuple[Counter[str], ...] = tuple(Counter() for _ in range(seats))
        self._starter: Seat = 0

    def notice(self, event: Event) -> None:
        match event:
            case t.Offered(by):
                self._starter = by
            case t.CardRevealed(card) if self.held[self._starter][card]:
                self.held[self._starter][card] -= 1
            case t.SpecialTaken(seat, card):
                self.held[seat][card] += 1


def pool(view: State, seat: Seat, specials: Specials) -> Odds:
    """Return how many of each card lie where `seat` cannot see them; known specials are left out."""
    deck = cards.load(view.edition)
    left = Counter(deck.counts)
    left.subtract(view.hands[seat] or ())
    for display in view.displays:
        left.subtract(display)
    left.subtract(view.laying)
    left.subtract(card for card in (view.top, view.revealed, view.card) if card is not None)
    for other, held in enumerate(specials.held):
        if other != seat:
            left.subtract(held)
    return {card: float(left[card]) for card in deck.counts if left[card] > 0}


def on_its_way(view: State, seat: Seat, specials: Specials) -> Odds:
    """Return the odds of the card on its way as if any card of the starter's hand were as likely."""
    unseen = pool(view, seat, specials)
    held = {card: n for card, n in specials.held[view.givers[0]].items() if n}
    hand = view.hand_sizes[view.givers[0]] + 1
    rest = (1 - sum(held.values()) / hand) / (sum(unseen.values()) or 1)
    odds = {card: number * rest for card, number in unseen.items()}
    for card, number in held.items():
        odds[card] = odds.get(card, 0) + number / hand
    return odds


def belief(view: State, seat: Seat, specials: Specials, honesty: Honesty) -> Odds:
    """Return the odds of the card on its way after everything that was claimed of it.

    Everybody in the chain knew the card, and claimed something true with the giver's honesty, else
    something false, each true and each false claim as likely as the other.
    """
    deck = cards.load(view.edition)
    odds = on_its_way(view, seat, specials)
    for number, (giver, claim) in enumerate(zip(view.givers, view.claims, strict=True)):
        honest = honesty(giver, number == 0)
        for card in odds:
            odds[card] *= _likelihood(deck, card, claim, honest)
    total = sum(odds.values())
    if not total:
        return on_its_way(view, seat, specials)
    return {card: value / total for card, value in odds.items()}


def _likelihood(deck: Deck, card: str, claim: str, honest: float) -> float:
    true, false = claims_of(deck, card)
    if not true:
        return 1 / len(false)
    return honest / len(true) if claim in true else (1 - honest) / len(false)


@lru_cache(maxsize=256)
def claims_of(deck: Deck, card: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the claims that are true of a card and those that are false."""
    true = tuple(claim for claim in deck.claims if cards.true(card, claim))
    return true, tuple(claim for claim in deck.claims if claim not in true)


def chance_of(odds: Mapping[str, float], claim: str) -> float:
    """Return how likely a claim is true of a card with these odds."""
    return sum(value for card, value in odds.items() if cards.true(card, claim))


class Record:
    """What came of everybody's claims and guesses, from the events that all can see.

    `told` counts true and false claims per seat, of own cards and of those passed on. Claims of a card
    of which nothing is true are no choice and do not count. `trusted` counts guesses "true" and "false".
    """

    def __init__(self, deck: Deck, seats: int) -> None:
        self._deck = deck
        self.told: dict[tuple[Seat, bool], list[int]] = {
            (seat, own): [0, 0] for seat in range(seats) for own in (True, False)
        }
        self.trusted: tuple[list[int], ...] = tuple([0, 0] for _ in range(seats))
        self._chain: list[tuple[Seat, str]] = []

    def notice(self, event: Event) -> None:
        match event:
            case t.Offered(by, _, claim):
                self._chain = [(by, claim)]
            case t.PassedOn(by, _, claim):
                self._chain.append((by, claim))
            case t.Guessed(by, true):
                self.trusted[by][not true] += 1
            case t.CardRevealed(card):
                for told, true in self._judged(card):
                    told[not true] += 1

    def _judged(self, card: str) -> Iterator[tuple[list[int], bool]]:
        true, _ = claims_of(self._deck, card)
        for number, (seat, claim) in enumerate(self._chain):
            if true:
                yield self.told[seat, number == 0], claim in true
