"""What lies on the table in King's Dogs: state, events, actions, demands.

Glossary
  door, position  1 to 5; the tile at position k stands behind door k
  dog             the one tile of a player that must not be found; the other four are X
  face up         X tiles that the search has turned; a found dog clears them
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from engine.core import Action, Demand, Event, Option, Seat, own, secret

DOORS = frozenset(range(1, 6))
SCORE_TO_WIN = 2
PENALTIES_TO_LEAVE = 3
TILES_TO_SCORE = 3

OPTIONS = {
    "first_leader": Option("random", ("random", *range(5)), "KD-G22"),
    "score_timing": Option("end_of_search", ("end_of_search", "immediate"), "KD-G2"),
    "placement": Option("shuffle", ("shuffle", "choose"), "KD-G20"),
    "reward_optional": Option(False, (False, True), "KD-G9"),
    "max_rounds": Option(500, range(1, 100_001), "KD-G7"),
}


class Phase(StrEnum):
    """What the table waits for."""

    START = "start"
    OPEN = "open"
    RESPOND = "respond"
    SEARCH = "search"
    ACCUSED = "accused"
    FOUND = "found"
    REWARD = "reward"
    SCORE = "score"
    OVER = "over"


@dataclass(frozen=True)
class State:
    """A game of King's Dogs, whole or as one seat knows it (`dogs` then holds the own dog only)."""

    options: Mapping[str, Any]
    seats: int
    phase: Phase
    leader: Seat
    alive: tuple[bool, ...]
    face_up: tuple[frozenset[int], ...]
    score: tuple[int, ...]
    penalty: tuple[int, ...]
    unset: frozenset[Seat]
    open: frozenset[int] = frozenset()
    to_answer: Seat | None = None
    agrees: int = 0
    searched: Seat | None = None
    accuser: Seat | None = None
    accused: int | None = None
    found: Seat | None = None
    left: tuple[Seat, ...] = ()
    round: int = 1
    end: str | None = None
    dogs: tuple[int | None, ...] = own()

    def next_alive(self, seat: Seat) -> Seat:
        """Return the nearest living seat to the left of `seat`."""
        others = ((seat + step) % self.seats for step in range(1, self.seats + 1))
        return next(other for other in others if self.alive[other])

    @property
    def living(self) -> tuple[Seat, ...]:
        """The seats still in the game."""
        return tuple(seat for seat in range(self.seats) if self.alive[seat])


@dataclass(frozen=True, slots=True)
class Open(Action):
    """The leader opens the first door of a round (KD-R7)."""

    door: int


@dataclass(frozen=True, slots=True)
class Agree(Action):
    """The open doors may be searched (KD-R8)."""


@dataclass(frozen=True, slots=True)
class Raise(Action):
    """One more door is opened and the actor leads (KD-R9)."""

    door: int


@dataclass(frozen=True, slots=True)
class Reject(Action):
    """Other doors are opened instead, one more than before, and the actor leads (KD-R10)."""

    doors: frozenset[int]


@dataclass(frozen=True, slots=True)
class Accuse(Action):
    """The leader's dog is said to be behind `position` (KD-R11)."""

    position: int


@dataclass(frozen=True, slots=True)
class TurnOwnX(Action):
    """The accuser's reward: one own X is turned up (KD-R14)."""

    position: int


@dataclass(frozen=True, slots=True)
class Decline(Action):
    """The reward is left (only with `reward_optional`, KD-G9)."""


@dataclass(frozen=True, slots=True)
class Place(Action):
    """The owner chooses where the dog stands (only with `placement = choose`, KD-G20)."""

    position: int


def to_search(opened: frozenset[int], action: Action) -> frozenset[int]:
    """Return the doors that are searched if `opened` are open, `action` follows and all agree to it.

    None for an accusation: only the tile that it names is turned up (KD-G24).
    """
    match action:
        case Open(door) | Raise(door):
            return opened | {door}
        case Reject(doors):
            return doors
        case Agree():
            return opened
    return frozenset()


@dataclass(frozen=True, slots=True)
class DrawLeader(Demand):
    """The first leader is to be drawn by lot (KD-R6, KD-G22)."""


@dataclass(frozen=True, slots=True)
class ShuffleTiles(Demand):
    """The five tiles of `seat` are to be shuffled and set up (KD-R4, KD-R13)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnUp(Demand):
    """The tile of `seat` at `position` is to be turned up (KD-R12, KD-R14)."""

    seat: Seat
    position: int


@dataclass(frozen=True, slots=True)
class LeaderChosen(Event):
    """`seat` takes the marker and leads the first round (KD-R6)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TilesSet(Event):
    """`seat` set its five tiles up, the dog at `position`."""

    seat: Seat
    position: int | None = secret("seat")


@dataclass(frozen=True, slots=True)
class DoorOpened(Event):
    by: Seat
    door: int


@dataclass(frozen=True, slots=True)
class Agreed(Event):
    by: Seat


@dataclass(frozen=True, slots=True)
class Raised(Event):
    by: Seat
    door: int


@dataclass(frozen=True, slots=True)
class Rejected(Event):
    by: Seat
    doors: frozenset[int]


@dataclass(frozen=True, slots=True)
class Accused(Event):
    by: Seat
    position: int


@dataclass(frozen=True, slots=True)
class Searched(Event):
    """The search has come to `seat`."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TileTurned(Event):
    """A tile was turned up before all."""

    seat: Seat
    position: int
    dog: bool


@dataclass(frozen=True, slots=True)
class SearchEnded(Event):
    """No tile is left to turn, or a dog was found."""


@dataclass(frozen=True, slots=True)
class PenaltyTaken(Event):
    """`seat` flips a penalty chip and gathers its tiles (KD-R13)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RewardDue(Event):
    """`seat` accused rightly and now turns up an own X (KD-R14)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RewardDeclined(Event):
    by: Seat


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """These seats flip a score chip and gather their tiles, all at the same time (KD-R15)."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Eliminated(Event):
    """`seat` has three penalty chips and leaves (KD-R16)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class LeaderPassed(Event):
    """The marker goes to `to`, since its holder left (KD-R16)."""

    to: Seat


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """All doors close (KD-R17)."""


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The game is over: `reason` is `survival`, `points` or `cap`."""

    reason: str
