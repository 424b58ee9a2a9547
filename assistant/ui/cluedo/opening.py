"""What is chosen before a game of Cluedo: besides what all games ask, the edition and one's suspect."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from assistant.cluedo.deck import ENVELOPE, PUBLIC
from assistant.ui import opening
from assistant.ui.opening import TableRule
from assistant.ui.screen import Touch
from engine.cluedo import cards, rules
from engine.core import Message, Setup


@dataclass(frozen=True, slots=True)
class Opening(opening.Opening):
    """The choices of the first page of Cluedo; `token` is your suspect ("" takes what is free)."""

    bots: tuple[str, ...] = ("sheet", "sheet", "seen_only")
    edition: str = rules.DEFAULT_EDITION
    token: str = ""

    GAME = "cluedo"
    STRENGTHS: ClassVar[Mapping[str, Message]] = {
        "random": Message("plays at random"),
        "seen_only": Message("notes what it is shown"),
        "sheet": Message("keeps a full sheet"),
        "advised": Message("plays the assistant’s advice"),
    }
    USUAL = "sheet"
    FORBIDDEN: ClassVar[Collection[str]] = (ENVELOPE, PUBLIC)
    TABLE_RULES: ClassVar[Mapping[str, TableRule]] = {
        "rooms_only": TableRule(Message("No dice: every turn leads to any location"), "board", "rooms_only"),
        "allow_early_stop": TableRule(Message("You may stop before the roll is used up"), "allow_early_stop"),
        "suggestion_optional": TableRule(
            Message("Whoever enters a location need not suggest"), "suggestion_optional"
        ),
        "accuse_anywhere": TableRule(Message("Accuse from anywhere, naming any location"), "accuse_anywhere"),
        "last_standing_wins": TableRule(Message("Whoever is left alone wins"), "last_standing_wins"),
    }

    def touched(self, touch: Touch) -> Self:
        """Return the choices after a touch on the page; raises SaidError for a name nobody can have."""
        chosen = touch.args.get("id", "")
        match touch.do:
            case "edition" if chosen in cards.available():
                return replace(self, edition=chosen, token="")
            case "token" if chosen in cards.load(self.edition).tokens:
                return replace(self, token="" if self.token == chosen else chosen)
        return opening.Opening.touched(self, touch)

    def setup(self, you: str) -> Setup:
        """Return the set-up of the game; `you` is the name of the person where none was given."""
        seats = self.seated(you)
        tokens = cards.load(self.edition).tokens
        mine = self.token or tokens[self.seat]
        free = [token for token in tokens if token != mine]
        played = tuple(mine if seat == self.seat else free.pop(0) for seat in range(len(seats)))
        return Setup("cluedo", seats, self.edition, {"tokens": played, **self.settings})
