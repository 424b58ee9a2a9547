"""What is chosen before a game of Cluedo against bots: edition, seats, strengths, pace, table rules."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from assistant.cluedo.deck import ENVELOPE, PUBLIC
from assistant.ui.cluedo.now import number
from assistant.ui.screen import Touch
from engine.cluedo import cards, rules
from engine.core import Message, SaidError, Setup

NAMES = ("An", "Bình", "Chi", "Dũng", "Mai", "Khoa")
JOINERS = "\u200c\u200d"
"""What holds letters and emoji together, the only marks without a shape that a name may have."""
PACES = {"slow": 1800, "steady": 900, "quick": 0}
STRENGTHS: Mapping[str, Message] = {
    "random": Message("plays at random"),
    "seen_only": Message("notes what it is shown"),
    "sheet": Message("keeps a full sheet"),
}
PACE_NAMES: Mapping[str, Message] = {
    "step": Message("step by step"),
    "slow": Message("slow"),
    "steady": Message("steady"),
    "quick": Message("straight to my turn"),
}
TABLE_RULES: Mapping[str, Message] = {
    "rooms_only": Message("No dice: every turn leads to any location"),
    "allow_early_stop": Message("You may stop before the roll is used up"),
    "suggestion_optional": Message("Whoever enters a location need not suggest"),
    "accuse_anywhere": Message("Accuse from anywhere, naming any location"),
    "last_standing_wins": Message("Whoever is left alone wins"),
}


def _name(text: str) -> str:
    """Return a name fit to be read in the middle of a sentence: one line, 16 letters at most.

    Raises SaidError for the words that the answers of the command line have for places.
    """
    shown = "".join(c for c in " ".join(text.split()) if c.isprintable() or c in JOINERS)
    name = unicodedata.normalize("NFC", shown.strip(JOINERS))[:16]
    if name in (ENVELOPE, PUBLIC):
        raise SaidError(Message("A player cannot be called {name}.", {"name": name}))
    return name


@dataclass(frozen=True, slots=True)
class Opening:
    """The choices of the first page. `bots` are their strengths in turn order, you left out; `seat` is
    yours; `token` is your suspect ("" takes what is free); `rules` are the table rules switched on.
    """

    edition: str = rules.DEFAULT_EDITION
    bots: tuple[str, ...] = ("sheet", "sheet", "seen_only")
    seat: int = 0
    token: str = ""
    name: str = ""
    pace: str = "steady"
    rules: frozenset[str] = field(default=frozenset())

    def touched(self, touch: Touch) -> Opening:
        """Return the choices after a touch on the page."""
        chosen = touch.args.get("id", "")
        match touch.do:
            case "edition" if chosen in cards.available():
                return replace(self, edition=chosen, token="")
            case "players":
                return self._with_players(number(touch, "n"))
            case "strength" if chosen in STRENGTHS and number(touch, "bot") in range(len(self.bots)):
                bots = list(self.bots)
                bots[number(touch, "bot")] = chosen
                return replace(self, bots=tuple(bots))
            case "seat" if number(touch, "n") in range(len(self.bots) + 1):
                return replace(self, seat=number(touch, "n"))
            case "token" if chosen in cards.load(self.edition).tokens:
                return replace(self, token="" if self.token == chosen else chosen)
            case "pace" if chosen in PACE_NAMES:
                return replace(self, pace=chosen)
            case "rule" if chosen in TABLE_RULES:
                return replace(self, rules=self.rules ^ {chosen})
            case "name":
                return replace(self, name=_name(touch.value or ""))
        return self

    def _with_players(self, players: int) -> Opening:
        if players not in rules.seats:
            return self
        bots = (*self.bots, *("sheet",) * 5)[: players - 1]
        return replace(self, bots=bots, seat=min(self.seat, players - 1))

    def setup(self, you: str) -> Setup:
        """Return the set-up of the game; `you` is the name of the person where none was given."""
        players = len(self.bots) + 1
        others = [name for name in NAMES if name != self.name]
        seats = tuple(self.name or you if seat == self.seat else others.pop(0) for seat in range(players))
        tokens = cards.load(self.edition).tokens
        mine = self.token or next(token for token in tokens[self.seat :])
        free = [token for token in tokens if token != mine]
        played = tuple(mine if seat == self.seat else free.pop(0) for seat in range(players))
        options: dict[str, Any] = dict.fromkeys(sorted(self.rules - {"rooms_only"}), True)
        if "rooms_only" in self.rules:
            options["board"] = "rooms_only"
        return Setup("cluedo", seats, self.edition, {"tokens": played, **options})

    @property
    def strengths(self) -> Mapping[int, str]:
        """The strength of each bot by its seat."""
        seats = [seat for seat in range(len(self.bots) + 1) if seat != self.seat]
        return dict(zip(seats, self.bots, strict=True))
