"""What happened in a game of Cockroach Poker Royal, told from one seat: an event becomes a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.story import Told
from engine.cockroach_poker import table as t
from engine.core import Event, Message, Named, Seat, Undone, plural


def story(events: Sequence[Event], viewer: Seat | None) -> tuple[Told, ...]:
    """Return the sentences of a seat's log, oldest first; an entry is a claim, numbered through the game.

    Silent events tell nothing.
    """
    told, entry = [], 0
    for at, event in enumerate(events, 1):
        claims = isinstance(event, t.Offered | t.PassedOn)
        entry += claims
        message = tell(event, viewer)
        if message is not None:
            told.append(Told(at, _whom(event), entry if claims else None, message))
    return tuple(told)


def _whom(event: Event) -> Seat | None:
    return getattr(event, "by", getattr(event, "seat", None))


def tell(event: Event, viewer: Seat | None) -> Message | None:
    """Return what an event is to a person who sits on `viewer`, None if it need not be said."""
    seat = _whom(event)
    mine = seat is not None and seat == viewer
    slots: dict[str, object] = {"player": Named("seat", seat)} if seat is not None else {}
    match event:
        case t.StarterChosen():
            return Message("You begin.") if mine else Message("{player} begins.", slots)
        case t.HandDealt(_, size) if mine:
            return plural("You are dealt {n} card.", "You are dealt {n} cards.", size)
        case t.TopTurned(card):
            return Message("On top of the penalty pile: {card}.", {"card": Named("card", card)})
        case t.Offered(_, to, claim, card):
            return _offered(slots, to, claim, card, viewer, mine=mine)
        case t.Peeked(_, card):
            if mine and card is not None:
                return Message("You look at the card: {card}.", {"card": Named("card", card)})
            looks = Message("You look at the card.")
            return looks if mine else Message("{player} looks at the card.", slots)
        case t.PassedOn(_, to, claim):
            return _passed_on(slots, to, claim, viewer, mine=mine)
        case t.Guessed(_, true):
            return _guessed(slots, true=true, mine=mine)
        case t.CardRevealed(card):
            return Message("The card is turned over: {card}.", {"card": Named("card", card)})
        case t.RoundLost():
            return Message("You get it.") if mine else Message("{player} gets it.", slots)
    return _laid(event, slots, mine=mine) or _ended(event, slots, viewer)


def _offered(
    slots: dict[str, object], to: Seat, claim: str, card: str | None, viewer: Seat | None, *, mine: bool
) -> Message:
    slots |= {"claim": Named("claim", claim), "other": Named("seat", to)}
    if mine and card is not None:
        slots["card"] = Named("card", card)
        return Message("You push {other} this card: {card}. You say: “{claim}”.", slots)
    if mine:
        return Message("You push {other} a card and say: “{claim}”.", slots)
    if to == viewer:
        return Message("{player} pushes you a card and says: “{claim}”.", slots)
    return Message("{player} pushes {other} a card and says: “{claim}”.", slots)


def _passed_on(slots: dict[str, object], to: Seat, claim: str, viewer: Seat | None, *, mine: bool) -> Message:
    slots |= {"claim": Named("claim", claim), "other": Named("seat", to)}
    if mine:
        return Message("You pass it on to {other} and say: “{claim}”.", slots)
    if to == viewer:
        return Message("{player} passes it on to you and says: “{claim}”.", slots)
    return Message("{player} passes it on to {other} and says: “{claim}”.", slots)


def _guessed(slots: dict[str, object], *, true: bool, mine: bool) -> Message:
    if true:
        return Message("You say: true.") if mine else Message("{player} says: true.", slots)
    return Message("You say: false.") if mine else Message("{player} says: false.", slots)


def _laid(event: Event, slots: dict[str, object], *, mine: bool) -> Message | None:
    match event:
        case t.CardLaid(_, card, "pile"):
            slots["card"] = Named("card", card)
            if mine:
                return Message("A royal brings you the card from the penalty pile too: {card}.", slots)
            return Message("A royal brings {player} the card from the penalty pile too: {card}.", slots)
        case t.SpecialTaken(_, card):
            slots["card"] = Named("card", card)
            if mine:
                return Message("You take {card} into your hand and must pay for it.", slots)
            return Message("{player} takes {card} into the hand and must pay for it.", slots)
        case t.CannotPay():
            cannot = Message("You have nothing to pay with.")
            return cannot if mine else Message("{player} has nothing to pay with.", slots)
        case t.Paid(_, paid):
            slots["cards"] = tuple(Named("card", card) for card in paid)
            return (
                Message("You pay with {cards}.", slots)
                if mine
                else Message("{player} pays with {cards}.", slots)
            )
    return None


def _ended(event: Event, slots: dict[str, object], viewer: Seat | None) -> Message | None:
    match event:
        case t.GameEnded("cap"):
            return Message("The game was stopped after its last round: nobody has lost.")
        case t.GameEnded(reason, loser, species) if loser is not None:
            slots |= {"player": Named("seat", loser), "species": Named("species", species or "")}
            return _lost(reason, slots, mine=loser == viewer)
        case Undone(_, times):
            return plural("A move was taken back.", "Moves were taken back {n} times.", times)
    return None


def _lost(reason: str, slots: dict[str, object], *, mine: bool) -> Message:
    match reason:
        case "species" if mine:
            return Message("You have too many of one animal ({species}) and lose.", slots)
        case "species":
            return Message("{player} has too many of one animal ({species}) and loses.", slots)
        case "empty_hand" if mine:
            return Message("You have no card left to push and lose.")
        case "empty_hand":
            return Message("{player} has no card left to push and loses.", slots)
    return Message("You cannot pay and lose.") if mine else Message("{player} cannot pay and loses.", slots)
