"""What is chosen before a game of King's Dogs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from assistant.ui import opening
from assistant.ui.opening import TableRule
from engine.core import Message


@dataclass(frozen=True, slots=True)
class Opening(opening.Opening):
    """The choices of the first page of King's Dogs."""

    bots: tuple[str, ...] = ("careful", "careful", "careful")

    GAME = "kings_dogs"
    STRENGTHS: ClassVar[Mapping[str, Message]] = {
        "random": Message("plays at random"),
        "careful": Message("looks after the own dog"),
        "advised": Message("plays what the assistant advises"),
    }
    USUAL = "careful"
    TABLE_RULES: ClassVar[Mapping[str, TableRule]] = {
        "placement": TableRule(Message("Everybody places the own dog"), "placement", "choose"),
        "score_timing": TableRule(
            Message("Whoever has three tiles up scores at once"), "score_timing", "immediate"
        ),
        "reward_optional": TableRule(
            Message("Whoever accuses rightly need not turn up a tile"), "reward_optional"
        ),
    }
