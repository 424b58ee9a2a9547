"""The player of Sleeping Queens 2 that does what the assistant advises."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from assistant.sleeping_queens import choices
from engine.bots import MakeBot
from engine.core import Action, Event, Game, Seat, Setup
from engine.sleeping_queens.table import State


class AdvisedBot:
    """Plays the best of `choices`, of equally good ones any."""

    def __init__(self, game: Game, setup: Setup, seat: Seat, budget: float = 1.0) -> None:
        self.game = game

    def notice(self, event: Event) -> None:
        pass

    def choose(self, view: State, rng: Random) -> Action:
        actions = self.game.legal(view)
        if len(actions) == 1:
            return actions[0]
        valued = choices.values(view)
        most = max(valued.values())
        return rng.choice([action for action, value in valued.items() if value >= most - _ALIKE])


_ALIKE = 1e-9
ADVISED: Mapping[str, MakeBot] = {"advised": AdvisedBot}
