"""What is chosen before a game of Cluedo against bots: edition, seats, strengths, pace, table rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from assistant.ui.screen import Touch
from engine.cluedo import cards, rules
from engine.core import Message, Setup

NAMES = ("An", "Bình", "Chi", "Dũng", "Mai", "Khoa")
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
        args = touch.args
        match touch.do:
            case "edition" if args["id"] in cards.available():
                return replace(self, edition=args["id"], token="")
            case "players":
                return self._with_players(int(args["n"]))
            case "strength" if args["id"] in STRENGTHS:
                bots = list(self.bots)
                bots[int(args["bot"])] = args["id"]
                return replace(self, bots=tuple(bots))
            case "seat" if 0 <= int(args["n"]) <= len(self.bots):
                return replace(self, seat=int(args["n"]))
            case "token":
                return replace(self, token="" if self.token == args["id"] else args["id"])
            case "pace" if args["id"] in PACE_NAMES:
                return replace(self, pace=args["id"])
            case "rule" if args["id"] in TABLE_RULES:
                return replace(self, rules=self.rules ^ {args["id"]})
            case "name":
                return replace(self, name=" ".join((touch.value or "").split())[:16])
        return self

    def _with_players(self, number: int) -> Opening:
        if number not in rules.seats:
            return self
        bots = (*self.bots, *("sheet",) * 5)[: number - 1]
        return replace(self, bots=bots, seat=min(self.seat, number - 1))

    def setup(self, you: str) -> Setup:
        """Return the set-up of the game; `you` is the name of the person where none was given."""
        number = len(self.bots) + 1
        others = [name for name in NAMES if name != self.name]
        seats = tuple(self.name or you if seat == self.seat else others.pop(0) for seat in range(number))
        tokens = cards.load(self.edition).tokens
        mine = self.token or next(token for token in tokens[self.seat :])
        free = [token for token in tokens if token != mine]
        played = tuple(mine if seat == self.seat else free.pop(0) for seat in range(number))
        options: dict[str, Any] = dict.fromkeys(sorted(self.rules - {"rooms_only"}), True)
        if "rooms_only" in self.rules:
            options["board"] = "rooms_only"
        return Setup("cluedo", seats, self.edition, {"tokens": played, **options})

    @property
    def strengths(self) -> Mapping[int, str]:
        """The strength of each bot by its seat."""
        seats = [seat for seat in range(len(self.bots) + 1) if seat != self.seat]
        return dict(zip(seats, self.bots, strict=True))
