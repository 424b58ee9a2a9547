"""What happens in Sleeping Queens 2, as events: all that a log holds."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core import Event, Seat, secret


@dataclass(frozen=True, slots=True)
class PileShuffled(Event):
    """The deck or the discard pile became a draw pile of `number` cards; `cards` has the top one first."""

    number: int
    cards: tuple[str, ...] | None = secret()


@dataclass(frozen=True, slots=True)
class FirstTurnedUp(Event):
    """The top card was laid on the discard pile; an instant is shuffled back (SQ-R2)."""

    card: str


@dataclass(frozen=True, slots=True)
class CompanionsLaid(Event):
    """Companions were shuffled and laid face down at `slots`, `cards` in that order."""

    slots: tuple[int, ...]
    cards: tuple[str, ...] | None = secret()


@dataclass(frozen=True, slots=True)
class KnightsGiven(Event):
    """Each seat's first knight."""

    knights: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    seat: Seat


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    by: Seat
    face: str


@dataclass(frozen=True, slots=True)
class RollKept(Event):
    """`by` could have rolled again after a 1 and did not."""

    by: Seat


@dataclass(frozen=True, slots=True)
class KnightsMoved(Event):
    """A dragon: every knight went to the player on the left; `knights` are by seat now (SQ-R8)."""

    knights: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class QueenWoken(Event):
    """After a dragon `by` woke one queen, or none."""

    by: Seat
    symbol: str | None


@dataclass(frozen=True, slots=True)
class DrawDue(Event):
    """`by` is to draw this many cards."""

    by: Seat
    number: int


@dataclass(frozen=True, slots=True)
class CardsDrawn(Event):
    """`by` turned up these cards from the draw pile."""

    by: Seat
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class InstantPlayed(Event):
    """`by` begins to carry out an instant, which lies on the discard pile now."""

    by: Seat
    card: str


@dataclass(frozen=True, slots=True)
class NothingHappened(Event):
    """The instant of `by` could do nothing (SQ-G16)."""

    by: Seat


@dataclass(frozen=True, slots=True)
class CompanionTaken(Event):
    """`by` took the companion at `slot`, which all can see from now on (SQ-G20)."""

    by: Seat
    slot: int
    companion: str


@dataclass(frozen=True, slots=True)
class Stolen(Event):
    by: Seat
    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class QueenTaken(Event):
    """`by` took a queen out of the discard pile; she is awake (SQ-G18)."""

    by: Seat
    symbol: str


@dataclass(frozen=True, slots=True)
class KnightsSwapped(Event):
    by: Seat
    one: Seat
    other: Seat


@dataclass(frozen=True, slots=True)
class CardsSwapped(Event):
    """`by` gave `own` to `seat` for `theirs`."""

    by: Seat
    own: str
    seat: Seat
    theirs: str


@dataclass(frozen=True, slots=True)
class CompanionsSwapped(Event):
    """`by` gave the companion `own` to `seat` for `theirs`."""

    by: Seat
    own: str
    seat: Seat
    theirs: str


@dataclass(frozen=True, slots=True)
class SwapDeclined(Event):
    by: Seat


@dataclass(frozen=True, slots=True)
class WindBlew(Event):
    """The willow put all queens of `seat` to sleep; None: it met nobody (SQ-R12)."""

    seat: Seat | None


@dataclass(frozen=True, slots=True)
class CardsPlaced(Event):
    """What `by` drew, instants aside, lies in its realm."""

    by: Seat
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Summoned(Event):
    """`by` discarded `numbers` for a companion; `equation` is how they go together ("2 + 3 = 5").

    Where a number stands in it that is not among `numbers`, the knight added or subtracted 1.
    """

    by: Seat
    numbers: tuple[int, ...]
    equation: str


@dataclass(frozen=True, slots=True)
class AllWoken(Event):
    """`by` discarded two cards of `number`; all its queens are awake."""

    by: Seat
    number: int


@dataclass(frozen=True, slots=True)
class BookUsed(Event):
    """`by` discarded a book and took `number` out of the discard pile."""

    by: Seat
    number: int


@dataclass(frozen=True, slots=True)
class Rescued(Event):
    """`by` freed a king; the queen lies on the discard pile, the companion face up at `slot`."""

    by: Seat
    symbol: str
    companion: str
    slot: int


@dataclass(frozen=True, slots=True)
class ActionsEnded(Event):
    by: Seat


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    by: Seat
    card: str


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The game is over: `reason` is `rescued`, or `cap` with no winner."""

    reason: str
    winner: Seat | None
