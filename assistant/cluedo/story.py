"""What happened in a game of Cluedo, told from one seat: an event becomes a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assistant.story import Told
from engine.cluedo import table as t
from engine.core import Event, Message, Named, Seat, Undone, plural


def story(events: Sequence[Event], viewer: Seat | None) -> tuple[Told, ...]:
    """Return the sentences of a seat's log, oldest first; an entry is a suggestion or an accusation.

    Silent events tell nothing.
    """
    told, entry = [], 0
    current: int | None = None
    for at, event in enumerate(events, 1):
        if isinstance(event, t.Suggested | t.Accused):
            entry += 1
            current = entry
        elif isinstance(event, t.TurnBegan):
            current = None
        message = tell(event, viewer)
        if message is not None:
            told.append(Told(at, getattr(event, "by", None), current, message))
    return tuple(told)


def tell(event: Event, viewer: Seat | None) -> Message | None:
    """Return what an event is to a person who sits on `viewer`, None if it need not be said."""
    by = getattr(event, "by", None)
    mine = by is not None and by == viewer
    slots: dict[str, object] = {"player": Named("seat", by)} if by is not None else {}
    match event:
        case t.Rolled(_, dice):
            slots["pips"] = sum(dice)
            return Message("You roll {pips}.", slots) if mine else Message("{player} rolls {pips}.", slots)
        case t.Moved():
            walk = Message("You walk along the corridor.")
            return walk if mine else Message("{player} walks along the corridor.", slots)
        case t.Entered(_, place, door):
            slots["location"] = Named("card", place)
            if door is None:
                went = Message("You go to {location}.", slots)
                return went if mine else Message("{player} goes to {location}.", slots)
            entered = Message("You enter {location}.", slots)
            return entered if mine else Message("{player} enters {location}.", slots)
        case t.Suggested(_, suspect, weapon, location):
            slots["cards"] = _named((suspect, weapon, location))
            asked = Message("You suggest {cards}.", slots)
            return asked if mine else Message("{player} suggests {cards}.", slots)
        case t.Passed():
            passed = Message("You have none of these.")
            return passed if mine else Message("{player} has none of these.", slots)
        case t.Shown():
            return _shown(event, viewer)
        case t.Accused(_, suspect, weapon, location):
            slots["cards"] = _named((suspect, weapon, location))
            accused = Message("You accuse: {cards}.", slots)
            return accused if mine else Message("{player} accuses: {cards}.", slots)
        case t.EnvelopeSeen(_, correct):
            return _checked(correct, mine, slots)
        case t.MovedIn(_, place):
            slots["location"] = Named("card", place)
            return Message("The token of {player} steps out of the way into {location}.", slots)
    return _ended(event, viewer)


def _checked(correct: bool, mine: bool, slots: dict[str, object]) -> Message:
    if correct:
        solved = Message("It is so. You have solved the case!")
        return solved if mine else Message("It is so. {player} has solved the case!", slots)
    failed = Message("It is not so. You only answer from now on.")
    return failed if mine else Message("It is not so. {player} only answers from now on.", slots)


def _ended(event: Event, viewer: Seat | None) -> Message | None:
    match event:
        case t.SolutionRevealed(cards):
            return Message("The envelope is opened: {cards}.", {"cards": _named(cards)})
        case t.GameEnded("all_failed"):
            return Message("Nobody is left who may accuse: the case stays unsolved.")
        case t.GameEnded("cap"):
            return Message("The game was stopped after its last turn: the case stays unsolved.")
        case t.GameEnded("last_standing", seat):
            if seat == viewer:
                return Message("Only you are left: you win.")
            return Message("Only {player} is left, and wins.", {"player": Named("seat", seat or 0)})
        case Undone(_, times):
            return plural("A move was taken back.", "Moves were taken back {n} times.", times)
    return None


def _shown(event: t.Shown, viewer: Seat | None) -> Message:
    slots = {
        "player": Named("seat", event.by),
        "asker": Named("seat", event.to),
        "card": Named("card", event.card or ""),
    }
    if event.by == viewer:
        return Message("You show {asker} {card}.", slots)
    if event.to == viewer:
        you = Message("{player} shows you {card}.", slots)
        return you if event.card is not None else Message("{player} shows you a card.", slots)
    if event.card is None:
        return Message("{player} shows {asker} a card.", slots)
    return Message("{player} shows {asker} {card}.", slots)


def _named(cards: Iterable[str]) -> tuple[Named, ...]:
    return tuple(Named("card", card) for card in cards)
