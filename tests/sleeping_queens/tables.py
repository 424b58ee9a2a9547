"""Tables of Sleeping Queens 2 to start a test from: players P1, P2, P3 clockwise, P1 active.

Unless stated, all realms are empty, the knights do nothing in the test, ten companions lie face down (the
reds first, the wild one last), and the draw pile begins 6, 7, 8, 9, 10.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.chance import Chance
from engine.core import Action, Event, Seat, Setup, redact
from engine.match import Match
from engine.sleeping_queens import cards, rules
from engine.sleeping_queens.table import DOWN, EMPTY, Phase, State

P1, P2, P3, P4, P5 = range(5)
FRIENDS = ("red",) * 3 + ("green",) * 3 + ("blue",) * 3 + ("wild",)


def table(
    seats: int = 3,
    phase: Phase = Phase.ACTIONS,
    options: Mapping[str, Any] | None = None,
    pile: Sequence[str] = ("6", "7", "8", "9", "10") * 3,
    **changes: Any,
) -> State:
    """Return a table with P1 to act, the top of the draw pile first in `pile`, and `changes` to any field."""
    setup = Setup("sleeping_queens", tuple("ABCDE"[:seats]), options=options or {})
    idle = ("green", "black", "plus_minus_one", "reroll_one", "white")
    ready = replace(
        rules.start(setup),
        phase=phase,
        turn=1,
        knights=idle[:seats],
        ring=(DOWN,) * len(FRIENDS),
        under=FRIENDS,
        pile=tuple(pile),
        pile_size=len(pile),
        discard=("5",),
    )
    return replace(ready, **changes)


def realm(*held: str | int) -> tuple[str, ...]:
    """Return a realm of these cards, in its order."""
    return tuple(sorted(map(str, held), key=cards.order))


def ring(down: Sequence[str] = (), up: Sequence[str] = ()) -> dict[str, Any]:
    """Return the fields of a ring with companions face down first, then face up, then empty places."""
    empty = len(FRIENDS) - len(down) - len(up)
    return {
        "ring": (*(DOWN for _ in down), *up, *(EMPTY,) * empty),
        "under": (*down, *(None,) * (len(up) + empty)),
    }


class Dice:
    """Dice that show what they are told to, one after the other."""

    def __init__(self, faces: Sequence[str]) -> None:
        self.faces = list(faces)

    def choice(self, die: Sequence[str]) -> str:
        face = self.faces.pop(0)
        assert face in die
        return face


class _Chance(Chance):
    def __init__(self, faces: Sequence[str]) -> None:
        super().__init__(0)
        self.dice = Dice(faces)

    def stream(self, name: str) -> Any:
        return self.dice if name == "dice" else super().stream(name)


class Table(Match):
    """A match that goes on from a given table, with dice that show `faces`."""

    def __init__(self, state: State, *faces: str) -> None:
        setup = Setup("sleeping_queens", tuple("ABCDE"[: state.seats]), options=state.options)
        super().__init__(_From(state), setup, _Chance(faces))

    @property
    def happened(self) -> Sequence[Event]:
        """What happened since the given table."""
        return self.log

    def play(self, *actions: Action) -> Table:
        """Carry out actions of whoever is to decide, one after the other."""
        for action in actions:
            self.step(action)
        return self


class _From:
    """The rules of Sleeping Queens 2, with a game that begins in the middle."""

    def __init__(self, state: State) -> None:
        self.state = state

    def start(self, setup: Setup) -> State:
        return self.state

    def __getattr__(self, name: str) -> Any:
        return getattr(rules, name)


def drawing(seat_realm: tuple[str, ...], *drawn: str, **changes: Any) -> State:
    """Return a table where P1, with this realm, has drawn these cards and now carries out the instants."""
    seats = changes.pop("seats", 3)
    realms = changes.pop("realms", ((),) * (seats - 1))
    return table(seats, phase=Phase.DRAW, realms=(seat_realm, *realms), drawn=drawn, **changes)


def legal(state: State, kind: type[Action] | tuple[type[Action], ...] = Action) -> set[Action]:
    """Return the legal actions of one kind, by what the active seat knows."""
    return {action for action in rules.legal(redact(state, state.active)) if isinstance(action, kind)}


def owner(state: State, knight: str) -> Seat:
    """Return who has a knight."""
    return state.knights.index(knight)
