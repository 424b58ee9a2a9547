"""What lies on the table in Sleeping Queens 2: state, actions, demands; `events.py` says what happens.

Glossary
  realm    the cards before a player: numbers, books, queens awake and asleep; a sorted tuple of ids as in
           `cards.py` (`7`, `book`, `queen_red`, `queen_red_asleep`)
  ring     the places round the draw pile where companions lie, numbered from 0: `down`, `empty`, or the
           companion that lies there face up
  instant  `gnome`, `witch` or `willow`: carried out when drawn, before anything else
  face     what the die shows: `1`, `2`, `3` or `dragon`

Nothing is anybody's secret: only the order of the draw pile and what lies face down in the ring are
hidden, from everybody alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from engine.core import Action, Demand, Option, Seat, secret
from engine.sleeping_queens.cards import DRAGON, Box

DOWN, EMPTY = "down", "empty"
FACES = ("1", "2", "3", DRAGON)
MOST_FACES = 20


class Phase(StrEnum):
    """What the table waits for."""

    START = "start"
    ROLL = "roll"
    ROLLED = "rolled"
    WAKE = "wake"
    DRAW = "draw"
    GNOME = "gnome"
    WITCH = "witch"
    WILLOW = "willow"
    ACTIONS = "actions"
    PICK = "pick"
    DISCARD = "discard"
    OVER = "over"


class _Faces:
    """The values of the option that lists the faces of the die; without a number no turn would end."""

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, tuple) or len(value) > MOST_FACES:
            return False
        return value == () or (all(face in FACES for face in value) and any(face != DRAGON for face in value))


class _Counts:
    """The values of an option that lists how many there are of each kind."""

    def __contains__(self, value: object) -> bool:
        return isinstance(value, tuple) and all(type(entry) is int and entry >= 0 for entry in value)


OPTIONS = {
    "first_player": Option("random", ("random", *range(5)), "SQ-G24"),
    "dragon_reroll": Option(True, (True, False), "SQ-G1"),
    "reroll_limit": Option("none", ("none", 1), "SQ-G10"),
    "reroll_on_gnome": Option(True, (True, False), "SQ-G10"),
    "draw_bonus_optional": Option(False, (False, True), "SQ-G11"),
    "gnome_dragon_moves_knights": Option(False, (False, True), "SQ-G28"),
    "die_faces": Option((), _Faces(), "SQ-G4"),
    "queens": Option((), _Counts(), "SQ-G3"),
    "companions": Option((), _Counts(), "SQ-G3"),
    "max_turns": Option(1000, range(1, 100_001), "Caps"),
}
"""`die_faces` (such as `("1", "2", "3", "dragon")`), `queens` (red, green, blue) and `companions` (red,
green, blue, wild) change what is only assumed; empty, they are as the data file says."""


@dataclass(frozen=True)
class State:
    """A game of Sleeping Queens 2, whole or as seen at the table (`pile` and `under` are then None).

    By seat: `realms`, `companions` and `knights` owned, `kings` rescued. `discard` has its top card last,
    `pile` its top card first. `under` says what lies at each place of the `ring` that is `down`. Of the
    active seat: `drawn` are the cards not yet placed, `to_draw` how many are still to come, `face` the die's
    last roll, `kept` whether it stays, `rerolls` how often it was rolled again, `moved` whether the knights
    have moved for it, `instant` the one being carried out.
    """

    options: Mapping[str, Any]
    box: Box
    seats: int
    realms: tuple[tuple[str, ...], ...]
    companions: tuple[tuple[str, ...], ...]
    kings: tuple[int, ...]
    knights: tuple[str, ...] = ()
    phase: Phase = Phase.START
    active: Seat = 0
    turn: int = 0
    pile_size: int = 0
    discard: tuple[str, ...] = ()
    ring: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    to_draw: int = 0
    face: str | None = None
    kept: bool = False
    rerolls: int = 0
    moved: bool = False
    instant: str | None = None
    winner: Seat | None = None
    end: str | None = None
    pile: tuple[str, ...] | None = secret()
    under: tuple[str | None, ...] | None = secret()

    @property
    def realm(self) -> tuple[str, ...]:
        """The realm of the active seat."""
        return self.realms[self.active]

    @property
    def knight(self) -> str:
        """The knight of the active seat."""
        return self.knights[self.active]

    @property
    def face_down(self) -> tuple[int, ...]:
        """The places of the ring where a companion lies face down."""
        return tuple(place for place, lies in enumerate(self.ring) if lies == DOWN)

    @property
    def face_up(self) -> tuple[int, ...]:
        """The places of the ring where a companion lies face up."""
        return tuple(place for place, lies in enumerate(self.ring) if lies not in (DOWN, EMPTY))

    @property
    def kings_left(self) -> int:
        """How many kings lie in the middle."""
        return self.box.kings - sum(self.kings)

    def limit(self, seat: Seat) -> int:
        """Return how many cards `seat` may keep at the end of its turn (SQ-R20)."""
        return self.box.limit + (self.knights[seat] == "green")


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """Roll the die for the turn (SQ-R7), after a dragon once more (SQ-G1)."""


@dataclass(frozen=True, slots=True)
class KeepRoll(Action):
    """Let a rolled 1 stand (SQ-R22 b)."""


@dataclass(frozen=True, slots=True)
class Reroll(Action):
    """Roll again after a 1 (SQ-R22 b)."""


@dataclass(frozen=True, slots=True)
class DrawNumber(Action):
    """Draw as many as rolled or one more (only with `draw_bonus_optional`, SQ-G11)."""

    number: int


@dataclass(frozen=True, slots=True)
class WakeOne(Action):
    """After a dragon, wake one own queen (SQ-R8)."""

    symbol: str


@dataclass(frozen=True, slots=True)
class WakeNone(Action):
    """After a dragon, let all own queens sleep (SQ-R8)."""


@dataclass(frozen=True, slots=True)
class PlayInstant(Action):
    """Carry out one of the instants drawn (SQ-R9)."""

    card: str


@dataclass(frozen=True, slots=True)
class TakeCompanion(Action):
    """Take the face-down companion at `slot`, for an equation or a gnome's 1 (SQ-R10, SQ-R16)."""

    slot: int


@dataclass(frozen=True, slots=True)
class Steal(Action):
    """Take a card of another realm, a gnome's 2 (SQ-R10)."""

    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class TakeQueen(Action):
    """Take a queen out of the discard pile, a gnome's 3 (SQ-R10)."""

    symbol: str


@dataclass(frozen=True, slots=True)
class SwapKnights(Action):
    """Exchange the knights of two players, a gnome's dragon (SQ-R10); `one` is the lower seat."""

    one: Seat
    other: Seat


@dataclass(frozen=True, slots=True)
class SwapCards(Action):
    """Give an own card for one of another realm, by a witch (SQ-R11)."""

    own: str
    seat: Seat
    theirs: str


@dataclass(frozen=True, slots=True)
class SwapCompanions(Action):
    """Give an own companion for another player's, by a witch (SQ-R11)."""

    own: str
    seat: Seat
    theirs: str


@dataclass(frozen=True, slots=True)
class DeclineSwap(Action):
    """Discard a witch and swap nothing (SQ-R11)."""


@dataclass(frozen=True, slots=True)
class Summon(Action):
    """Make an equation of exactly these own numbers, sorted (SQ-R16, SQ-G26); then take a companion."""

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WakeAll(Action):
    """Discard two own cards of this number and wake all own queens (SQ-R14)."""

    number: int


@dataclass(frozen=True, slots=True)
class UseBook(Action):
    """Discard a book and take this number out of the discard pile (SQ-R15)."""

    number: int


@dataclass(frozen=True, slots=True)
class Rescue(Action):
    """Free a king with an awake queen of `symbol` and a companion that fits (SQ-R18, SQ-R19)."""

    symbol: str
    companion: str


@dataclass(frozen=True, slots=True)
class EndActions(Action):
    """Do no more in this turn."""


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Put away a card of the own realm above the limit (SQ-R20)."""

    card: str


@dataclass(frozen=True, slots=True)
class ShufflePile(Demand):
    """The deck, or what was discarded, is to be shuffled into a draw pile (SQ-R2, SQ-R21)."""


@dataclass(frozen=True, slots=True)
class TurnUpFirst(Demand):
    """The top card is to begin the discard pile (SQ-R2)."""


@dataclass(frozen=True, slots=True)
class LayCompanions(Demand):
    """The companions at these places of the ring are to be shuffled and laid face down (SQ-R3, SQ-R17)."""

    slots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GiveKnights(Demand):
    """Everybody is to get a knight by lot (SQ-R4)."""


@dataclass(frozen=True, slots=True)
class DrawFirstPlayer(Demand):
    """Who begins is to be drawn by lot (SQ-R6, SQ-G24)."""


@dataclass(frozen=True, slots=True)
class RollDie(Demand):
    """The die is to be rolled for a gnome (SQ-R10)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Draw(Demand):
    """`seat` is to draw this many cards, all of which the pile holds (SQ-R7, SQ-G21)."""

    seat: Seat
    number: int
