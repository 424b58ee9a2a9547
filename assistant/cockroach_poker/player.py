"""Players of Cockroach Poker Royal that know what the assistant knows."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random

from assistant.cockroach_poker.fall import Falls
from assistant.cockroach_poker.habits import likelihood
from assistant.cockroach_poker.knowledge import begin
from assistant.cockroach_poker.risk import Panel
from assistant.knowledge import CHOICE
from engine.bots import MakeBot
from engine.cockroach_poker import cards, rules
from engine.cockroach_poker import table as t
from engine.cockroach_poker.table import Phase, State
from engine.core import Action, Event, Game, Seat, Setup


class AdvisedBot:
    """Plays the advice of `choice`; of the pile no more than the next unseen card is looked at.

    Among choices worth the same it takes any.
    """

    DEPTH = 1

    def __init__(self, game: Game, setup: Setup, seat: Seat, budget: float = 1.0) -> None:
        self.known = begin(setup, seat)

    def notice(self, event: Event) -> None:
        self.known = self.known.tell(event)

    def choose(self, view: State, rng: Random) -> Action:
        panel = Panel(self.known, CHOICE, Falls(self.known, depth=self.DEPTH))
        ranked = panel.ranked()
        return rng.choice([action for value, action in ranked if value == ranked[0][0]])


class Habitual:
    """Does exactly what the model of `choice` says: two honesties are drawn for the game, then kept.

    It is for measuring the model, not for winning: whatever the model says nothing about is left to chance.
    """

    def __init__(self, game: Game, setup: Setup, seat: Seat, budget: float = 1.0) -> None:
        self.deck = cards.load(setup.edition or cards.DEFAULT)
        self.honesty: tuple[Fraction, Fraction] | None = None

    def notice(self, event: Event) -> None:
        pass

    def choose(self, view: State, rng: Random) -> Action:
        if self.honesty is None:
            self.honesty = Fraction(rng.randrange(1, 1000), 1000), Fraction(rng.randrange(1, 1000), 1000)
        match view.phase:
            case Phase.PLAY:
                card = rng.choice(rules.own_hand(view))
                others = [seat for seat in range(view.seats) if seat != view.starter]
                return t.Play(card, rng.choice(others), self._claim(card, self.honesty[0], rng))
            case Phase.FORWARD:
                assert view.card is not None
                return t.Forward(rng.choice(view.unseen_by), self._claim(view.card, self.honesty[1], rng))
        return rng.choice(rules.legal(view))

    def _claim(self, card: str, honesty: Fraction, rng: Random) -> str:
        chances = likelihood(self.deck, card, honesty)
        return rng.choices(list(chances), list(map(float, chances.values())))[0]


ADVISED: Mapping[str, MakeBot] = {"advised": AdvisedBot}
"""The bots that need the assistant."""
