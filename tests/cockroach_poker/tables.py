"""Tables of Cockroach Poker Royal to start a test from: players A, B, C clockwise, A starts the round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.chance import Chance
from engine.cockroach_poker import rules
from engine.cockroach_poker.table import CardLaid, Phase, State
from engine.core import Action, Event, Seat, Setup
from engine.match import Match

A, B, C, D, E, F = range(6)
HAND = ("bat", "fly", "toad")
PILE = ("stinkbug", "scorpion", "cockroach")


def setup(seats: int, **options: Any) -> Setup:
    """Return a set-up of players called A, B, C …"""
    return Setup("cockroach_poker", tuple("ABCDEFG"[:seats]), options=options)


def table(
    seats: int = 3,
    hands: Mapping[Seat, Sequence[str]] | None = None,
    displays: Mapping[Seat, Sequence[str]] | None = None,
    pile: Sequence[str] = PILE,
    starter: Seat = A,
    **options: Any,
) -> State:
    """Return a table in its first round; hands not given are HAND, `pile` begins with the open card."""
    held = tuple(tuple(sorted((hands or {}).get(seat, HAND))) for seat in range(seats))
    return replace(
        rules.start(setup(seats, **options)),
        phase=Phase.PLAY,
        starter=starter,
        round=1,
        hands=held,
        hand_sizes=tuple(map(len, held)),
        displays=tuple(tuple((displays or {}).get(seat, ())) for seat in range(seats)),
        pile_size=len(pile),
        top=pile[0] if pile else None,
        pile=tuple(pile[1:]),
    )


class Table(Match):
    """A match that goes on from a given table; its log is what came of the steps."""

    def __init__(self, state: State, seed: int = 0) -> None:
        super().__init__(_From(state), setup(state.seats, **state.options), Chance(seed))

    def play(self, *actions: Action) -> Table:
        """Carry out actions of whoever is to decide, one after the other."""
        for action in actions:
            self.step(action)
        return self

    @property
    def may(self) -> set[Action]:
        """What the deciding seat may do."""
        return set(self.legal())

    @property
    def laid(self) -> list[tuple[Seat, str]]:
        """What was laid before whom, in order."""
        return [(event.seat, event.card) for event in self.log if isinstance(event, CardLaid)]

    def happened(self, *kinds: type[Event]) -> list[Event]:
        """Return the events of some kinds, in order."""
        return [event for event in self.log if isinstance(event, kinds)]


class _From:
    """The rules of the game, with a game that begins in the middle."""

    def __init__(self, state: State) -> None:
        self.state = state

    def start(self, setup: Setup) -> State:
        return self.state

    def __getattr__(self, name: str) -> Any:
        return getattr(rules, name)
