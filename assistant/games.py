"""The bots of every game, those that need the assistant among them."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import cast

from engine import games
from engine.bots import MakeBot


def bots(name: str) -> Mapping[str, MakeBot]:
    """Return the bots of a game by name, weakest first: those of the engine, then those that are advised.

    The latter are `ADVISED` of `assistant/NAME/player.py`. Raises SaidError for a name that is no game.
    """
    games.load(name)
    advised = f"assistant.{name}.player"
    if find_spec(advised) is None:
        return games.bots(name)
    return {**games.bots(name), **cast("Mapping[str, MakeBot]", import_module(advised).ADVISED)}
