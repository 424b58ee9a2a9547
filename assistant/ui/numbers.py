"""Which numbers a screen shows, and whether it advises: the same two choices in every game that has them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import ClassVar

from assistant.knowledge import CHOICE, LOGIC, Model

NUMBERS: Mapping[str, tuple[Model, ...]] = {"both": (LOGIC, CHOICE), "logic": (LOGIC,), "none": ()}


class Numbers:
    """The part of a GameScreen that holds these choices; `numbers.html` draws them."""

    settings: ClassVar[Mapping[str, Collection[str]]] = {"numbers": tuple(NUMBERS), "advice": ("on", "off")}
    numbers: str = "both"
    advice: str = "off"
    page: str

    @property
    def models(self) -> tuple[Model, ...]:
        """The models whose numbers are shown."""
        return NUMBERS[self.numbers]
