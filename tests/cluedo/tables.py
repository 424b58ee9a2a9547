"""Tables of Cluedo to start a test from: players A, B, C, D clockwise, A's turn unless stated.

The tokens are the Sherlock edition's in token order: A plays Irene, B Lestrade, C Mrs Hudson, D Watson.
Its locations by their classic rooms are below.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from engine.chance import Chance
from engine.cluedo import cards, rules
from engine.cluedo import table as t
from engine.cluedo.table import Phase, Spot, State, Triple
from engine.core import Action, Event, Seat, Setup, redact
from engine.match import Match

A, B, C, D, E, F = range(6)

STUDY, HALL, LOUNGE = "pool", "baskerville", "221b"
DINING, KITCHEN, BALLROOM = "tower", "flat", "lab"
CONSERVATORY, BILLIARD, LIBRARY = "battersea", "dartmoor", "kitchen"

SOLUTION: Triple = ("sherlock", "wrench", DINING)
STARTS = ((0, 16), (7, 23), (24, 14), (24, 9), (18, 0), (5, 0))
LESTRADE_ROPE = t.Suggest("lestrade", "rope")

# The second suspect begins; there are more weapons than locations.
SMALL = """
id = "small"
title = "Small"
first = "two"
suspects = [{ id = "one", name = "One" }, { id = "two", name = "Two" }, { id = "three", name = "Three" }]
weapons = [{ id = "club", name = "Club" }, { id = "bow", name = "Bow" }, { id = "axe", name = "Axe" }]
locations = [{ id = "hut", name = "Hut" }, { id = "mill", name = "Mill" }]
"""
# So many suspects that the classic board has no start squares for them.
NO_BOARD = SMALL.replace(
    "suspects = [", "suspects = [" + "".join(f'{{ id = "x{n}", name = "X{n}" }},' for n in range(5))
)


def setup(seats: int = 4, edition: str = "", **options: Any) -> Setup:
    """Return a set-up of `seats` players."""
    return Setup("cluedo", tuple("ABCDEFG"[:seats]), edition, options)


def table(
    seats: int = 4,
    at: Mapping[str, Spot] | None = None,
    holding: Mapping[Seat, Iterable[str]] | None = None,
    options: Mapping[str, Any] | None = None,
    **changes: Any,
) -> State:
    """Return a table at the start of A's first turn, with `changes` to any of its fields.

    Tokens stand on their start squares unless `at` says otherwise. `holding` gives the hands of some
    seats; the other seats hold all cards that are left, dealt in sheet order. All weapons lie in the Hall.
    """
    state = rules.start(setup(seats, **(options or {})))
    deck = cards.load(state.edition)
    hands = {seat: frozenset(held) for seat, held in (holding or {}).items()}
    open_seats = [seat for seat in range(seats) if seat not in hands]
    rest = [
        card for card in deck.cards if card not in SOLUTION and not any(card in h for h in hands.values())
    ]
    for place, seat in enumerate(open_seats):
        hands[seat] = frozenset(rest[place :: len(open_seats)])
    ready = replace(
        state,
        phase=Phase.START,
        turn=1,
        tokens={**state.tokens, **(at or {})},
        weapons=dict.fromkeys(deck.weapons, HALL),
        hands=tuple(hands[seat] for seat in range(seats)),
        hand_sizes=tuple(len(hands[seat]) for seat in range(seats)),
        envelope=SOLUTION,
    )
    return replace(ready, **changes)


def rolled(state: State, pips: int) -> State:
    """Return the table with the active seat to move that many squares."""
    return replace(state, phase=Phase.MOVE, roll=pips)


def entered(state: State, location: str) -> State:
    """Return the table with the active seat's token just come into a location."""
    tokens = {**state.tokens, state.played[state.active]: location}
    return replace(state, phase=Phase.ENTERED, tokens=tokens)


def legal(state: State) -> set[Action]:
    """Return what the deciding seat may do by its own view."""
    seat = rules.decider(state)
    return set(rules.legal(redact(state, seat)))


def kinds(state: State) -> set[type[Action]]:
    """Return which kinds of action the deciding seat has."""
    return {type(action) for action in legal(state)}


def squares(state: State) -> set[tuple[int, int]]:
    """Return the squares that the roll leads to."""
    return {action.square for action in legal(state) if isinstance(action, t.MoveTo)}


def locations(state: State) -> set[str]:
    """Return the locations that can be entered now."""
    return {action.location for action in legal(state) if isinstance(action, t.Enter)}


class Loaded(Chance):
    """Chance with dice that fall as told."""

    def __init__(self, pips: Iterable[int]) -> None:
        super().__init__(0)
        self.pips = list(pips)

    def stream(self, name: str) -> Any:
        return self if name == "dice" else super().stream(name)

    def randint(self, least: int, most: int) -> int:
        """Return the next die."""
        return self.pips.pop(0)


class Table(Match):
    """A match that goes on from a given table, its log empty; the dice fall as `dice` says."""

    def __init__(self, state: State, dice: Iterable[int] = ()) -> None:
        agreed = setup(state.seats, state.edition, **state.options)
        super().__init__(_From(state), agreed, Loaded(dice))

    def play(self, *actions: Action) -> Table:
        """Carry out actions of whoever is to decide, one after the other."""
        for action in actions:
            self.step(action)
        return self

    def pass_to(self, seat: Seat) -> Table:
        """End this turn and those after it until `seat` begins one; nobody does anything."""
        while True:
            self._append(t.TurnEnded(self.state.active))
            self._settle()
            if self.result is not None or self.state.active == seat:
                return self


class _From:
    """The rules of Cluedo, with a game that begins in the middle."""

    def __init__(self, state: State) -> None:
        self.state = state

    def start(self, agreed: Setup) -> State:
        return self.state

    def __getattr__(self, name: str) -> Any:
        return getattr(rules, name)


def dealt(seats: int = 3, seed: int = 1, edition: str = "", **options: Any) -> Match:
    """Return a match just dealt."""
    return Match(rules, setup(seats, edition, **options), Chance(seed))


def happened(match: Match, kind: type[Event]) -> list[Event]:
    """Return what happened of one kind of event."""
    return [event for event in match.log if isinstance(event, kind)]


def seen(match: Match, seat: Seat, kind: type[Event]) -> list[Event]:
    """Return what a seat saw of one kind of event."""
    return [event for event in match.seen(seat) if isinstance(event, kind)]


def asked() -> Table:
    """Return a table where A asked for Lestrade, rope and Lab: B has none, C two and another card, D one."""
    hands = {A: {"irene"}, B: {"hudson"}, C: {"rope", BALLROOM, "dagger"}, D: {"lestrade"}}
    return Table(entered(table(holding=hands), BALLROOM)).play(LESTRADE_ROPE)


def unrefuted() -> Table:
    """Return a table where A asked in the Dining Room for Sherlock and rope, and nobody had any of it."""
    hands = {A: {"irene"}, B: {"hudson"}, C: {"watson"}, D: {"mycroft"}}
    return Table(entered(table(holding=hands), DINING)).play(t.Suggest("sherlock", "rope"))


def summoned_to_the_hall() -> Table:
    """Return a table where B has just brought A's token to the Hall, C has shown, and it is C's turn."""
    state = entered(table(3, active=B, holding={C: {"dagger"}}, at={"irene": (7, 16)}), HALL)
    return Table(state).play(t.Suggest("irene", "dagger"), t.Show("dagger"))
