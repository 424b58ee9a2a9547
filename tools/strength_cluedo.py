"""The bound of Cluedo's table: a bot that knows the envelope from the deal on and only has to walk there."""

from __future__ import annotations

from collections.abc import Mapping

from engine.bots import MakeBot
from engine.cluedo.bots import SheetBot
from engine.cluedo.cards import CATEGORIES
from engine.cluedo.table import Triple
from engine.core import Game, Seat, Setup
from engine.match import Match


def bounds(match: Match) -> Mapping[str, MakeBot]:
    """Return the bots that know the envelope of a match."""
    solution: Triple = match.state.envelope

    def make(game: Game, setup: Setup, seat: Seat, budget: float = 1.0) -> Knowing:
        return Knowing(solution, game, setup, seat, budget)

    return {"bound": make}


class Knowing(SheetBot):
    """Walks straight to the place of the solution and accuses there."""

    def __init__(self, solution: Triple, game: Game, setup: Setup, seat: Seat, budget: float = 1.0) -> None:
        super().__init__(game, setup, seat, budget)
        self.solution = dict(zip(CATEGORIES, solution, strict=True))

    def open(self, category: str) -> tuple[str, ...]:
        return (self.solution[category],)
