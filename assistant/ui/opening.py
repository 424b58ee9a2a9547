"""What is chosen before a game against bots: seats, strengths, pace, table rules."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from assistant.ui.screen import Touch, number
from engine import games
from engine.core import Message, SaidError, Setup

NAMES = ("An", "Bình", "Chi", "Dũng", "Mai", "Khoa")
LONGEST = 16
JOINERS = "\u200c\u200d"
"""What holds letters and emoji together, the only marks without a shape that a name may have."""
PACES = {"slow": 1800, "steady": 900, "quick": 0}
PACE_NAMES: Mapping[str, Message] = {
    "step": Message("step by step"),
    "slow": Message("slow"),
    "steady": Message("steady"),
    "quick": Message("straight to my turn"),
}


def player_name(text: str, forbidden: Collection[str] = ()) -> str:
    """Return a name fit to be read in the middle of a sentence: one line, 16 letters at most.

    Raises SaidError for a name that is among `forbidden`.
    """
    shown = "".join(c for c in " ".join(text.split()) if c.isprintable() or c in JOINERS)
    name = unicodedata.normalize("NFC", shown.strip(JOINERS))[:LONGEST]
    if name in forbidden:
        raise SaidError(Message("A player cannot be called {name}.", {"name": name}))
    return name


@dataclass(frozen=True, slots=True)
class TableRule:
    """A switch of the first page: it sets `option` of the game to `value`."""

    says: Message
    option: str
    value: Any = True


@dataclass(frozen=True, slots=True)
class Opening:
    """The choices of the first page. `bots` are their strengths in turn order, you left out; `seat` is
    yours; `rules` are the table rules switched on.

    A game says what it is called, its `STRENGTHS` weakest first, the one a further bot gets (`USUAL`), its
    `TABLE_RULES`, and the names that nobody can have.
    """

    bots: tuple[str, ...] = ()
    seat: int = 0
    name: str = ""
    pace: str = "steady"
    rules: frozenset[str] = field(default=frozenset())

    GAME: ClassVar[str]
    STRENGTHS: ClassVar[Mapping[str, Message]]
    USUAL: ClassVar[str]
    TABLE_RULES: ClassVar[Mapping[str, TableRule]] = {}
    FORBIDDEN: ClassVar[Collection[str]] = ()
    PACE_NAMES: ClassVar[Mapping[str, Message]] = PACE_NAMES

    @property
    def sizes(self) -> range:
        """How many people can play."""
        return games.load(self.GAME).seats

    def touched(self, touch: Touch) -> Self:
        """Return the choices after a touch on the page; raises SaidError for a name nobody can have."""
        chosen = touch.args.get("id", "")
        match touch.do:
            case "players" if number(touch, "n") in self.sizes:
                return self._with_players(number(touch, "n"))
            case "strength" if chosen in self.STRENGTHS and number(touch, "bot") in range(len(self.bots)):
                bots = list(self.bots)
                bots[number(touch, "bot")] = chosen
                return replace(self, bots=tuple(bots))
            case "seat" if number(touch, "n") in range(len(self.bots) + 1):
                return replace(self, seat=number(touch, "n"))
            case "pace" if chosen in PACE_NAMES:
                return replace(self, pace=chosen)
            case "rule" if chosen in self.TABLE_RULES:
                return replace(self, rules=self.rules ^ {chosen})
            case "name":
                return replace(self, name=player_name(touch.value or "", self.FORBIDDEN))
        return self

    def _with_players(self, players: int) -> Self:
        bots = (*self.bots, *(self.USUAL,) * self.sizes[-1])[: players - 1]
        return replace(self, bots=bots, seat=min(self.seat, players - 1))

    def setup(self, you: str) -> Setup:
        """Return the set-up of the game; `you` is the name of the person where none was given."""
        return Setup(self.GAME, self.seated(you), "", self.settings)

    def seated(self, you: str) -> tuple[str, ...]:
        """Return the players' names in turn order."""
        others = [name for name in NAMES if name != self.name]
        seats = range(len(self.bots) + 1)
        return tuple(self.name or you if seat == self.seat else others.pop(0) for seat in seats)

    @property
    def settings(self) -> dict[str, Any]:
        """The options that the table rules make."""
        switched = (self.TABLE_RULES[rule] for rule in sorted(self.rules))
        return {rule.option: rule.value for rule in switched}

    @property
    def strengths(self) -> Mapping[int, str]:
        """The strength of each bot by its seat."""
        seats = [seat for seat in range(len(self.bots) + 1) if seat != self.seat]
        return dict(zip(seats, self.bots, strict=True))
