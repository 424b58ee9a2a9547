"""Bots of a fixed honesty, to practise reading against: they follow exactly what the assistant supposes.

A liar plays any card of its hand to anybody, claims something true at its rate, else something false, each
such claim as likely as the other; where nothing is true, it claims anything. It passes a card on in a third
of the cases where it may, and it answers as it would have claimed: true at its own rate.
The arena takes them as `engine.cockroach_poker.liars:Honest20`.
"""

from __future__ import annotations

from random import Random

from engine.bots import MakeBot
from engine.cockroach_poker import cards, rules
from engine.cockroach_poker import table as t
from engine.cockroach_poker.odds import claims_of
from engine.cockroach_poker.table import Phase, State
from engine.core import Action, Event, Game, Seat, Setup


class Liar:
    """Claims something true at the rate of `honesty` (0 to 1)."""

    honesty = 1 / 2

    def __init__(self, game: Game, setup: Setup, seat: Seat, budget: float = 1.0) -> None:
        self.deck = cards.load(setup.edition or cards.DEFAULT)

    def notice(self, event: Event) -> None:
        pass

    def choose(self, view: State, rng: Random) -> Action:
        match view.phase:
            case Phase.PLAY:
                card = rng.choice(rules.own_hand(view))
                to = rng.choice([seat for seat in range(view.seats) if seat != view.starter])
                return t.Play(card, to, self.claim(card, rng))
            case Phase.FORWARD:
                assert view.card is not None
                return t.Forward(rng.choice(view.unseen_by), self.claim(view.card, rng))
            case Phase.RECEIVE if view.unseen_by and rng.random() < 1 / 3:
                return t.PassOn()
            case Phase.RECEIVE:
                return t.Guess(rng.random() < self.honesty)
        return rng.choice(rules.legal(view))

    def claim(self, card: str, rng: Random) -> str:
        """Return what to say of a card."""
        true, false = claims_of(self.deck, card)
        return rng.choice(true if true and rng.random() < self.honesty else false)


def liar(rate: float) -> MakeBot:
    """Return the maker of a bot that claims something true at this rate (0 to 1)."""
    made: type[Liar] = type(f"Honest{round(100 * rate)}", (Liar,), {"honesty": rate})
    return made


Honest10, Honest20, Honest50, Honest80, Honest90 = map(liar, (0.1, 0.2, 0.5, 0.8, 0.9))
