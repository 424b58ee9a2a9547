"""The board of Cluedo."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from engine.cluedo.board import Reach
from engine.cluedo.table import Square, State
from engine.core import Seat


def draw(
    view: State, speech: Mapping[str, Any], *, moves: Reach | None, seat: Seat, way: tuple[Square, ...] = ()
) -> Markup:
    """Return the board as the seat sees it, what `moves` can reach lit up."""
    return Markup("<p>{}</p>").format(", ".join(f"{k}: {v}" for k, v in view.tokens.items()))
