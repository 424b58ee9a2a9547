"""Advice: what a seat may do, what each choice is worth, and why."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from engine.core import Action, Message


@dataclass(frozen=True, slots=True)
class Advice:
    """One choice and what it is worth to the seat that asks; a game ranks them best first.

    `value` is what they are ranked by, more is better; its unit is the game's own (bits, chips, chance of
    winning). `spread` is the standard deviation of that value over what the seat cannot see, None where
    it is not worked out. `reasons` are whole sentences, the most telling one first.
    """

    action: Action
    value: float | Fraction
    spread: float | None
    reasons: tuple[Message, ...]
