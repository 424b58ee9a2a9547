"""A real table of Cockroach Poker Royal: what it waits for, and the event that a touch stands for."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, cast

from assistant.cockroach_poker.knowledge import Knowledge
from assistant.record import Record
from assistant.ui.cockroach_poker import now
from assistant.ui.cockroach_poker.now import Moment
from assistant.ui.screen import NOT_NOW, Touch, number, said
from engine.chance import Chance
from engine.cockroach_poker import cards, rules
from engine.cockroach_poker import table as t
from engine.cockroach_poker.table import Phase
from engine.core import Event, Message, SaidError, Seat

TAPS = {"begins", "dealt", "turned", "guess", "pass_on", "peeked", "give", "means", "pay", "paid"}
"""The touches that are entries: `data-do`."""
PAID_AT_MOST = 2


@dataclass(frozen=True, slots=True)
class Waiting(Moment):
    """What the table waits for. `kind` is one of: begins, dealt, top, turned, means, give, answer, peek,
    pay, paid, over.

    `seat` is who is to do it, None where a card is to be turned up; `mine` tells whether that is you.
    `size` is how many cards you were dealt, `possible` which cards a face-down one can be, `laid` are
    those touched so far of a hand or a payment.
    """

    seat: Seat | None = None
    mine: bool = False
    size: int = 0
    possible: Collection[str] = ()
    laid: tuple[str, ...] = ()


def waiting(record: Record[Any], parts: Mapping[str, str], laid: tuple[str, ...]) -> Waiting:
    """Return what a table waits for; `parts` and `laid` are what was chosen of an entry so far."""
    known = cast("Knowledge", record.known)
    view, deck, me = known.view, known.deck, known.observer
    match record.waits:
        case t.DrawStarter():
            return Waiting("begins")
        case t.Deal():
            size = deck.sizes(view.seats, view.starter)[0][me or 0]
            return Waiting("dealt", seat=me, mine=True, size=size, possible=tuple(deck.counts), laid=laid)
        case t.TurnTop():
            return Waiting("top", possible=_left(known))
        case t.TurnOver():
            return Waiting("turned", possible=tuple(known.card()))
        case t.AskMeans(seat):
            return Waiting("means", seat=seat)
    by = record.decider
    if by is None:
        return Waiting("over")
    mine = by == me
    match view.phase:
        case Phase.RECEIVE if mine and "peek" in parts:
            return Waiting("peek", seat=by, mine=True, possible=tuple(known.card()))
        case Phase.PAY if not mine:
            return Waiting("paid", seat=by, possible=_left(known), laid=laid)
    offered = now.moment(view, by, live=True, draft=parts)
    form = dict(offered.form) if mine else {part: of for part, of in offered.form.items() if part != "card"}
    return Waiting(
        offered.kind, form, offered.chosen, offered.passing, offered.can_pass, offered.payments, by, mine
    )


def _left(known: Knowledge) -> tuple[str, ...]:
    """Return the cards that may lie out of the observer's sight."""
    return tuple(card for card, number in known.sight.pool().items() if number)


def event(touch: Touch, record: Record[Any], expected: Waiting) -> Event:
    """Return the event that a touch stands for; raises SaidError for one that stands for none."""
    known = cast("Knowledge", record.known)
    view, seat = known.view, expected.seat
    match expected.kind, touch.do:
        case "begins", "begins" if number(touch, "seat") in range(view.seats):
            return t.StarterChosen(number(touch, "seat"))
        case "dealt", "dealt" if seat is not None:
            return _dealt(seat, expected)
        case "top", "turned":
            return t.TopTurned(_card(touch, known))
        case "turned", "turned":
            return t.CardRevealed(_card(touch, known))
        case "means", "means" if seat is not None and said(touch, "id") in ("yes", "no"):
            return t.PaymentDue(seat) if said(touch, "id") == "yes" else t.CannotPay(seat)
        case "answer" | "peek", "guess" if seat is not None and said(touch, "id") in ("true", "false"):
            return t.Guessed(seat, said(touch, "id") == "true")
        case "answer", "pass_on" if seat is not None and not expected.mine:
            return t.Peeked(seat)
        case "peek", "peeked" if seat is not None:
            return t.Peeked(seat, _card(touch, known))
        case "give", "give" if seat is not None:
            return _given(seat, expected)
        case "pay", "pay" if seat is not None:
            (happens,) = rules.reveal(view, now.action(touch, expected), Chance(0))
            return happens
        case "paid", "paid" if seat is not None and expected.laid:
            paid = tuple(sorted(expected.laid))
            fits = len(paid) == 1 and cards.fits(paid[0], view.claim or "")
            return t.Paid(seat, paid, fits)
    raise SaidError(NOT_NOW)


def _dealt(seat: Seat, expected: Waiting) -> Event:
    held, size = len(expected.laid), expected.size
    if held != size:
        slots: dict[str, object] = {"number": size, "size": held}
        raise SaidError(Message("There must be {number} cards here, not {size}.", slots))
    return t.HandDealt(seat, size, tuple(sorted(expected.laid)))


def _given(seat: Seat, expected: Waiting) -> Event:
    if not expected.ready:
        raise SaidError(Message("Choose a card, a player and what you say first."))
    to, claim = int(expected.chosen["to"]), expected.chosen["claim"]
    if expected.passing:
        return t.PassedOn(seat, to, claim)
    return t.Offered(seat, to, claim, expected.chosen.get("card"))


def _card(touch: Touch, known: Knowledge) -> str:
    card = said(touch, "id")
    if card not in known.deck.counts:
        raise SaidError(NOT_NOW)
    return card


def laid_after(touch: Touch, expected: Waiting) -> tuple[str, ...]:
    """Return the cards of a hand or a payment after a touch that adds one or takes the last such away."""
    card, laid = said(touch, "id"), expected.laid
    if expected.kind not in ("dealt", "paid"):
        raise SaidError(NOT_NOW)
    if touch.do == "less" and card in laid:
        at = len(laid) - 1 - laid[::-1].index(card)
        return laid[:at] + laid[at + 1 :]
    most = expected.size if expected.kind == "dealt" else PAID_AT_MOST
    if touch.do != "more" or card not in expected.possible or len(laid) >= most:
        raise SaidError(NOT_NOW)
    return (*laid, card)
