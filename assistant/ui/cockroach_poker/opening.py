"""What is chosen before a game of Cockroach Poker Royal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from assistant.ui import opening
from assistant.ui.opening import TableRule
from engine.core import Message


@dataclass(frozen=True, slots=True)
class Opening(opening.Opening):
    """The choices of the first page of Cockroach Poker Royal."""

    bots: tuple[str, ...] = ("counting", "reader", "counting")

    GAME = "cockroach_poker"
    STRENGTHS: ClassVar[Mapping[str, Message]] = {
        "random": Message("plays at random"),
        "counting": Message("counts the cards"),
        "reader": Message("counts, and remembers who lies"),
        "advised": Message("plays what the assistant advises"),
    }
    USUAL = "counting"
    TABLE_RULES: ClassVar[Mapping[str, TableRule]] = {
        "hand_only": TableRule(
            Message("A special from the penalty pile costs nothing"), "penalty_special", "hand_only"
        ),
        "free": TableRule(Message("Whoever cannot pay goes on playing"), "special_unpayable", "free"),
    }
