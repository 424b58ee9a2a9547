"""What lies on the table in Cockroach Poker Royal: state, events, actions, demands.

Glossary
  species    one of the seven animals (`bat`); a royal is its crowned card (`bat-royal`)
  special    `joker`, true for every species, and `blank`, true for nothing
  claim      what a giver says the card is: a species or `royal`
  giver      who pushed the card: the starter of the round, then everybody who passed it on
  display    what lies face up before a player; four of one species there lose the game
  pile       the penalty pile: its top card lies face up, those below face down
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from engine.core import Action, Demand, Event, Option, Seat, own, secret

OPTIONS = {
    "starter": Option("random", ("random", *range(6)), "CP-G12"),
    "penalty_special": Option("pay", ("pay", "hand_only"), "CP-G3"),
    "special_unpayable": Option("lose", ("lose", "free"), "CP-G8"),
    "max_rounds": Option(200, range(1, 100_001), "CP-G16"),
}


class Phase(StrEnum):
    """What the table waits for."""

    START = "start"
    DEAL = "deal"
    PLAY = "play"
    RECEIVE = "receive"
    FORWARD = "forward"
    GUESSED = "guessed"
    RESOLVE = "resolve"
    LAY = "lay"
    PAY = "pay"
    OVER = "over"


@dataclass(frozen=True)
class State:
    """A game of Cockroach Poker Royal, whole or as one seat knows it.

    A seat's view has its own hand in `hands`, `card` only when it saw the card on its way, `pile` never.
    `edition` names the deck. `starter` starts the round; once the round is lost, it is who lost it: whom
    everything is laid before, and who starts the next. `givers` and `claims` run side by side, the
    first being the starter's; `receiver` has the card before him. `guess` is what he said of the last
    claim. `card` is the card on its way, `revealed` the same once all see it and until it is laid.
    `top` is the face-up card of the pile, `pile_size` counts it; `pile` is what lies below, next first.
    `laying` are cards paid and not yet laid, `draws` how many cards of the pile are owed for royals,
    `debts` how many payments for specials are, `broke` says that the loser could not pay one.
    """

    options: Mapping[str, Any]
    edition: str
    seats: int
    hand_sizes: tuple[int, ...]
    displays: tuple[tuple[str, ...], ...]
    phase: Phase = Phase.START
    starter: Seat = 0
    round: int = 0
    givers: tuple[Seat, ...] = ()
    claims: tuple[str, ...] = ()
    receiver: Seat | None = None
    guess: bool | None = None
    revealed: str | None = None
    pile_size: int = 0
    top: str | None = None
    laying: tuple[str, ...] = ()
    draws: int = 0
    debts: int = 0
    broke: bool = False
    loser: Seat | None = None
    end: str | None = None
    hands: tuple[tuple[str, ...] | None, ...] = own()
    card: str | None = secret("seen_by")
    pile: tuple[str, ...] | None = secret()

    @property
    def seen_by(self) -> tuple[Seat, ...]:
        """Who has seen the card on its way: everybody who gave it, and whoever is about to (CP-R7)."""
        if self.phase is Phase.FORWARD and self.receiver is not None:
            return (*self.givers, self.receiver)
        return self.givers

    @property
    def giver(self) -> Seat | None:
        """The last giver, whose claim is to be judged; None between rounds."""
        return self.givers[-1] if self.givers else None

    @property
    def claim(self) -> str | None:
        """The last claim, the one that counts (CP-R6); None between rounds."""
        return self.claims[-1] if self.claims else None

    @property
    def unseen_by(self) -> tuple[Seat, ...]:
        """The seats that the card may still be passed to: neither givers nor the receiver (CP-R7)."""
        met = (*self.givers, self.receiver)
        return tuple(seat for seat in range(self.seats) if seat not in met)


@dataclass(frozen=True, slots=True)
class Play(Action):
    """The starter pushes an own card face down to another player, with any claim."""

    card: str
    to: Seat
    claim: str


@dataclass(frozen=True, slots=True)
class Guess(Action):
    """The receiver says that the last claim is true or false; then the card is turned over (CP-R5)."""

    true: bool


@dataclass(frozen=True, slots=True)
class PassOn(Action):
    """The receiver says that he will pass the card on, and only then looks at it (CP-R5)."""


@dataclass(frozen=True, slots=True)
class Forward(Action):
    """Whoever looked passes the card to a player who has not seen it, with any claim (CP-R7, CP-G14)."""

    to: Seat
    claim: str


@dataclass(frozen=True, slots=True)
class PayMatching(Action):
    """The loser pays for a special with a hand card that fits the last claim (CP-R11, CP-G5)."""

    card: str


@dataclass(frozen=True, slots=True)
class PayOthers(Action):
    """The loser pays with two other cards, or with the only one there is (CP-R11, CP-G6, CP-G7).

    `cards` are in alphabetical order; none is a special or fits the last claim.
    """

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DrawStarter(Demand):
    """Who begins is to be drawn by lot (CP-G12)."""


@dataclass(frozen=True, slots=True)
class Deal(Demand):
    """The cards are to be shuffled and dealt (CP-R2, CP-R3)."""


@dataclass(frozen=True, slots=True)
class TurnTop(Demand):
    """The next card of the penalty pile is to be turned face up (CP-R2, CP-R12)."""


@dataclass(frozen=True, slots=True)
class TurnOver(Demand):
    """The card on its way is to be turned over, the guess having been made (CP-R5)."""


@dataclass(frozen=True, slots=True)
class AskMeans(Demand):
    """Whether `seat`, with two cards in hand, can pay at all: the second may be a special (CP-G8)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class StarterChosen(Event):
    """`seat` begins (CP-R4)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HandDealt(Event):
    """`seat` was dealt `size` cards (CP-R3)."""

    seat: Seat
    size: int
    cards: tuple[str, ...] | None = secret("seat")


@dataclass(frozen=True, slots=True)
class PileFormed(Event):
    """The other `size` cards lie face down as the penalty pile, `cards` from the top (CP-R2, CP-G1)."""

    size: int
    cards: tuple[str, ...] | None = secret()


@dataclass(frozen=True, slots=True)
class TopTurned(Event):
    """The top card of the penalty pile lies face up (CP-R2, CP-R12)."""

    card: str


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """`seat` has to start a round (CP-R8)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Offered(Event):
    """The starter pushed a card from the hand to `to` and made the first claim."""

    by: Seat
    to: Seat
    claim: str
    card: str | None = secret("by")


@dataclass(frozen=True, slots=True)
class Peeked(Event):
    """`by` will pass the card on and looks at it; to whom and with which claim comes next (CP-R5)."""

    by: Seat
    card: str | None = secret("by")


@dataclass(frozen=True, slots=True)
class PassedOn(Event):
    """`by`, who has looked, pushed the same card to `to` with a claim of his own (CP-R7)."""

    by: Seat
    to: Seat
    claim: str


@dataclass(frozen=True, slots=True)
class Guessed(Event):
    """`by` said that the last claim is true or false (CP-R5)."""

    by: Seat
    true: bool


@dataclass(frozen=True, slots=True)
class CardRevealed(Event):
    """The card on its way was turned over before all."""

    card: str


@dataclass(frozen=True, slots=True)
class RoundLost(Event):
    """The last claim was `true` or false; `seat`, the giver or the receiver, gets the card (CP-R6)."""

    seat: Seat
    true: bool


@dataclass(frozen=True, slots=True)
class CardLaid(Event):
    """A card was laid face up before `seat`.

    `source` is `round` (the card of the round), `payment` (from the hand, CP-R11) or `pile` (the top
    card of the penalty pile, owed for a royal, CP-R12).
    """

    seat: Seat
    card: str
    source: str


@dataclass(frozen=True, slots=True)
class SpecialTaken(Event):
    """A special went face up into the hand of `seat` (CP-R11), from the `round` or the `pile` (CP-G3)."""

    seat: Seat
    card: str
    source: str


@dataclass(frozen=True, slots=True)
class PaymentDue(Event):
    """`seat` must pay for a special and can (CP-R11)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CannotPay(Event):
    """`seat` must pay for a special and holds nothing but specials (CP-G8)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Paid(Event):
    """`seat` chose these cards of the hand to pay with; `matching` if one that fits the claim."""

    seat: Seat
    cards: tuple[str, ...]
    matching: bool


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The game is over.

    `reason` is `species` (too many of one species before the loser, CP-R15), `empty_hand` (CP-R14),
    `cannot_pay` (CP-G8) or `cap` (CP-G16, nobody lost); `species` names the animal of the first.
    """

    reason: str
    loser: Seat | None
    species: str | None
