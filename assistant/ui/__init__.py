"""What a person sees and touches: screens drawn as markup, carried by one widget, the Stage."""

from __future__ import annotations

import logging
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from assistant.ui.stage import Stage

logging.getLogger(__name__).addHandler(logging.NullHandler())

SCREENS = {
    "play_cluedo": "assistant.ui.cluedo.play:PlayCluedo",
    "table_cluedo": "assistant.ui.cluedo.table:TableCluedo",
    "play_cockroach_poker": "assistant.ui.cockroach_poker.play:PlayCockroachPoker",
    "table_cockroach_poker": "assistant.ui.cockroach_poker.table:TableCockroachPoker",
    "play_kings_dogs": "assistant.ui.kings_dogs.play:PlayKingsDogs",
    "table_kings_dogs": "assistant.ui.kings_dogs.table:TableKingsDogs",
}


def show(name: str, **options: Any) -> Stage:
    """Return the Stage with a screen of SCREENS, for the start cell of its notebook.

    `options` are those of the screen: `language`, `seed` (repeats deal and dice), `folder`. Raises KeyError
    for a screen or a language that does not exist.
    """
    from assistant.ui.stage import Stage  # noqa: PLC0415 - whoever only draws needs no widget

    module, screen = SCREENS[name].split(":")
    return Stage(getattr(import_module(module), screen)(**options))
