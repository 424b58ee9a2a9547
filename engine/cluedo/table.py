"""What lies on the table in Cluedo: state, events, actions, demands.

Glossary
  suspect, weapon, location   the three categories of cards, as ids of the edition (`rope`)
  token                       a suspect's piece; it stands on a square (row, col) or in a location
  suggestion, refute, show    a question, the search for somebody who holds one of its cards, the answer
  envelope                    one card of each category, the solution
  summoned                    a token that another player's suggestion brought to a new location
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from engine.core import Action, Demand, Event, Option, Seat, own, secret

Square = tuple[int, int]
Spot = Square | str
Triple = tuple[str, str, str]


class Phase(StrEnum):
    """What the table waits for."""

    DEAL = "deal"
    START = "start"
    MOVE = "move"
    ENTERED = "entered"
    REFUTE = "refute"
    SHOW = "show"
    AFTER = "after"
    ACCUSED = "accused"
    TURN_OVER = "turn over"
    SOLVED = "solved"
    OVER = "over"


class _Ids:
    """The values of an option that is a list of ids."""

    def __contains__(self, value: object) -> bool:
        return isinstance(value, list | tuple) and all(isinstance(entry, str) for entry in value)


OPTIONS = {
    "tokens": Option((), _Ids(), "CL-R2"),
    "first_seat": Option("token", ("token", *range(6)), "CL-G4"),
    "board": Option("classic", ("classic", "rooms_only"), "CL-G2"),
    "allow_early_stop": Option(False, (False, True), "CL-G6"),
    "suggestion_optional": Option(False, (False, True), "CL-G9"),
    "accuse_anywhere": Option(False, (False, True), "CL-G11"),
    "last_standing_wins": Option(False, (False, True), "CL-G17"),
    "min_players": Option(2, (2, 3), "CL-G5"),
    "max_turns": Option(1000, range(1, 1_000_001), "CL-G18"),
}


@dataclass(frozen=True)
class State:
    """A game of Cluedo, whole or as one seat knows it (`hands` then holds the own hand only).

    `tokens` maps each suspect to where it stands, `weapons` each weapon to its location; `played`
    gives the suspect of each seat. `asked` is the seat that answers the open `suggestion`.
    """

    options: Mapping[str, Any]
    edition: str
    seats: int
    played: tuple[str, ...]
    tokens: Mapping[str, Spot]
    weapons: Mapping[str, str]
    hand_sizes: tuple[int, ...]
    failed: tuple[bool, ...]
    summoned: tuple[bool, ...]
    phase: Phase = Phase.DEAL
    active: Seat = 0
    turn: int = 0
    roll: int | None = None
    suggestion: Triple | None = None
    accusation: Triple | None = None
    asked: Seat | None = None
    turned_up: frozenset[str] = frozenset()
    solution: Triple | None = None
    winner: Seat | None = None
    end: str | None = None
    hands: tuple[frozenset[str] | None, ...] = own()
    envelope: Triple | None = secret()

    @property
    def spot(self) -> Spot:
        """Where the token of the active seat stands."""
        return self.tokens[self.played[self.active]]

    @property
    def location(self) -> str | None:
        """The location that the active seat is in, None on a corridor square."""
        spot = self.spot
        return spot if isinstance(spot, str) else None


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """Roll both dice (CL-R6)."""


@dataclass(frozen=True, slots=True)
class Shortcut(Action):
    """Go to the location in the opposite corner (CL-R8)."""


@dataclass(frozen=True, slots=True)
class MoveTo(Action):
    """Use the roll to walk to a corridor square (CL-R6)."""

    square: Square


@dataclass(frozen=True, slots=True)
class Enter(Action):
    """Use the roll to enter a location, through `door` unless the board has rooms only (CL-R7)."""

    location: str
    door: Square | None = None


@dataclass(frozen=True, slots=True)
class Suggest(Action):
    """Name a suspect and a weapon in the location where one stands (CL-R10, CL-R11)."""

    suspect: str
    weapon: str


@dataclass(frozen=True, slots=True)
class Show(Action):
    """Show one of the named cards to the asker (CL-R12)."""

    card: str


@dataclass(frozen=True, slots=True)
class Accuse(Action):
    """Say what is in the envelope, once per game (CL-R14)."""

    suspect: str
    weapon: str
    location: str


@dataclass(frozen=True, slots=True)
class EndTurn(Action):
    """Do no more in this turn (CL-R13, CL-G8)."""


@dataclass(frozen=True, slots=True)
class Deal(Demand):
    """Weapons, envelope and hands are to be laid out (CL-R3, CL-R4)."""


@dataclass(frozen=True, slots=True)
class Answer(Demand):
    """`seat` is to say whether it holds one of the three named cards (CL-R12)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class LookInEnvelope(Demand):
    """The accuser is to compare the envelope with the accusation (CL-R14)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class OpenEnvelope(Demand):
    """The envelope is to be opened for all, since the game is over (CL-R14, CL-G16)."""


@dataclass(frozen=True, slots=True)
class WeaponsPlaced(Event):
    """Each weapon, in the edition's order, with the location where it starts."""

    locations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EnvelopeFilled(Event):
    cards: Triple | None = secret()


@dataclass(frozen=True, slots=True)
class HandDealt(Event):
    """`seat` got `size` cards."""

    seat: Seat
    size: int
    cards: frozenset[str] | None = secret("seat")


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    seat: Seat


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    by: Seat
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """The token of `by` walked to a corridor square."""

    by: Seat
    square: Square


@dataclass(frozen=True, slots=True)
class Entered(Event):
    """The token of `by` came into a location: through a door, or without one by a shortcut."""

    by: Seat
    location: str
    door: Square | None


@dataclass(frozen=True, slots=True)
class Suggested(Event):
    """`by` suggested; suspect and weapon are in the location now."""

    by: Seat
    suspect: str
    weapon: str
    location: str


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """`by` holds none of the named cards."""

    by: Seat


@dataclass(frozen=True, slots=True)
class MustShow(Event):
    """`by` holds one of the named cards at least."""

    by: Seat


@dataclass(frozen=True, slots=True)
class Shown(Event):
    """`by` showed one of the named cards to `to`."""

    by: Seat
    to: Seat
    card: str | None = secret("by", "to")


@dataclass(frozen=True, slots=True)
class Accused(Event):
    by: Seat
    suspect: str
    weapon: str
    location: str


@dataclass(frozen=True, slots=True)
class EnvelopeSeen(Event):
    """`by` looked into the envelope and said whether the accusation was `correct`."""

    by: Seat
    correct: bool
    cards: Triple | None = secret("by")


@dataclass(frozen=True, slots=True)
class MovedIn(Event):
    """A failed accuser's token no longer blocks the door of `location` (CL-G12)."""

    by: Seat
    location: str


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    by: Seat


@dataclass(frozen=True, slots=True)
class SolutionRevealed(Event):
    """The envelope lies open for all."""

    cards: Triple


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The game is over: `reason` is `solved`, `last_standing`, `all_failed` or `cap`."""

    reason: str
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class CardSeen(Event):
    """At a table: `seat` saw a card outside any suggestion; `holder` None means in the envelope."""

    seat: Seat
    holder: Seat | None
    card: str | None = secret("seat")


@dataclass(frozen=True, slots=True)
class CardTurnedUp(Event):
    """At a table: a card lies open for all and is in nobody's hand."""

    card: str


@dataclass(frozen=True, slots=True)
class HandSizeSet(Event):
    """At a table: `seat` holds `size` cards after all."""

    seat: Seat
    size: int
