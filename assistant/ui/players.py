"""What is said about a real table before its first entry, where only players and table rules are asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from assistant.ui.opening import NAMES, TableRule, player_name
from assistant.ui.screen import NOT_NOW, Touch, number
from engine import games
from engine.core import Message, SaidError, Seat, Setup

STEPS: Mapping[str, Message] = {"players": Message("Who plays")}


def called(names: Sequence[str], seat: Seat | None, you: str) -> tuple[str, ...]:
    """Return what players are called who gave these names, "" for none; `you` if it is the one on `seat`.

    Nobody's name changes with another's, unless that one takes it.
    """
    others = [other for other in range(len(names)) if other != seat]
    usual = {other: name for other, name in zip(others, NAMES, strict=False) if not names[other]}
    spare = iter([name for name in NAMES if name not in {*names, *usual.values()}])
    return tuple(
        name or (you if n == seat else next(spare) if usual[n] in names else usual[n])
        for n, name in enumerate(names)
    )


@dataclass(frozen=True)
class SetUp:
    """A table of `game`: `names` in turn order, "" for none given; `seat` is yours (None: you only watch).

    `rules` are those of `table_rules` that are switched on, `agreed` other options that a file brought.
    """

    game: str
    table_rules: Mapping[str, TableRule]
    names: tuple[str, ...] = ("",) * 4
    seat: Seat | None = 0
    rules: frozenset[str] = frozenset()
    agreed: Mapping[str, Any] = field(default_factory=dict)

    @property
    def steps(self) -> tuple[str, ...]:
        """The pages that are asked, in order."""
        return tuple(STEPS)

    @property
    def sizes(self) -> range:
        """How many people can play."""
        return games.load(self.game).seats

    def players(self, you: str) -> tuple[str, ...]:
        """Return the players' names, `you` where you gave none; see `called`."""
        return called(self.names, self.seat, you)

    def setup(self, you: str) -> Setup:
        """Return the set-up of the game."""
        switched = (self.table_rules[rule] for rule in sorted(self.rules))
        options = {**self.agreed, **{rule.option: rule.value for rule in switched}}
        return Setup(self.game, self.players(you), "", options)

    def lacking(self, step: str) -> Message | None:
        """Return why this page cannot be left yet; None if it can."""
        players = self.players("\N{BULLET}")
        alike = next((name for name in players if players.count(name) > 1), None)
        return Message("Two players are called {name}.", {"name": alike}) if alike else None

    def touched(self, touch: Touch, step: str) -> Self:
        """Return the choices after a touch on the page; raises SaidError for one that cannot be."""
        match touch.do:
            case "players" if number(touch, "n") in self.sizes:
                n = number(touch, "n")
                seat = None if self.seat is None else min(self.seat, n - 1)
                return replace(self, names=(self.names + ("",) * n)[:n], seat=seat)
            case "name" if number(touch, "n") in range(len(self.names)):
                given = list(self.names)
                given[number(touch, "n")] = player_name(touch.value or "")
                return replace(self, names=tuple(given))
            case "watch":
                return replace(self, seat=0 if self.seat is None else None)
            case "rule" if touch.args.get("id") in self.table_rules:
                return replace(self, rules=self.rules ^ {touch.args["id"]})
        raise SaidError(NOT_NOW)


def of_setup(
    setup: Setup, seat: Seat | None, table_rules: Mapping[str, TableRule], you: frozenset[str]
) -> SetUp:
    """Return what was said for a game to begin so; `you` is what you are called without a name."""
    names = tuple("" if n == seat and name in you else name for n, name in enumerate(setup.seats))
    on = {rule for rule, means in table_rules.items() if setup.options.get(means.option) == means.value}
    switched = {table_rules[rule].option for rule in on}
    agreed = {option: value for option, value in setup.options.items() if option not in switched}
    return SetUp(setup.game, table_rules, names, seat, frozenset(on), agreed)
