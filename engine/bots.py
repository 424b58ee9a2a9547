"""The contract of a bot: it is given a seat's view and the seat's events, and nothing else."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

from engine.core import Action, Event, Game, Seat, Setup


class Bot(Protocol):
    """A player that decides from one seat's view.

    `notice` tells it each event as its seat may see it, in order, from the first one on; after an
    undo a new bot is told the shorter log. `choose` returns one of the legal actions, using `rng`
    for all its randomness, within `budget` seconds.
    """

    def notice(self, event: Event) -> None: ...

    def choose(self, view: Any, rng: Random) -> Action: ...


class MakeBot(Protocol):
    """How a bot is made for a seat: a class of this signature, or a function."""

    def __call__(self, game: Game, setup: Setup, seat: Seat, budget: float = ...) -> Bot: ...


class RandomBot:
    """Plays any legal action, each as likely as the other; remembers nothing."""

    def __init__(self, game: Game, setup: Setup, seat: Seat, budget: float = 1.0) -> None:
        self.game = game

    def notice(self, event: Event) -> None:
        pass

    def choose(self, view: Any, rng: Random) -> Action:
        return rng.choice(self.game.legal(view))
