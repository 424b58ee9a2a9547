"""The games there are, by name; a module of the shape of `core.Game` stands behind each."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import cast

from engine.bots import MakeBot
from engine.core import Game, Message, SaidError

NAMES = ("cluedo", "kings_dogs", "cockroach_poker", "sleeping_queens")


def load(name: str) -> Game:
    """Return the rules of a game; raises SaidError for a name that is not in NAMES."""
    if name not in NAMES:
        raise SaidError(Message("There is no game called {name}.", {"name": name}))
    return cast("Game", import_module(f"engine.{name}.rules"))


def bots(name: str) -> Mapping[str, MakeBot]:
    """Return the bots of a game by name, weakest first."""
    module = import_module(f"engine.{name}.bots")
    return cast("Mapping[str, MakeBot]", module.BOTS)
