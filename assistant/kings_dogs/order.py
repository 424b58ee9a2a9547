"""Whether something can have happened now, by the rules as one seat sees them; if not, why."""

from __future__ import annotations

from engine.core import Action, Event, Message, Named, Seat
from engine.kings_dogs import rules
from engine.kings_dogs import table as t
from engine.kings_dogs.table import DOORS, Phase, State


def objection(view: State, event: Event) -> Message | None:
    """Return why an event cannot come next in the log of a seat with this view; None if it can."""
    if isinstance(event, t.TileTurned):
        return _tile(view, event) or _order(view, event)
    if isinstance(event, t.TilesSet) and event.position not in (None, *DOORS):
        return Message("Every player has five tiles, numbered 1 to 5.")
    return _order(view, event)


def _tile(view: State, event: t.TileTurned) -> Message | None:
    """Return what is wrong with a tile by what lies on the table."""
    seat, position = event.seat, event.position
    slots = {"player": Named("seat", seat), "position": position}
    hidden = DOORS - view.face_up[seat]
    dog = view.dogs[seat]
    if position not in DOORS:
        return Message("Every player has five tiles, numbered 1 to 5.")
    if position not in hidden:
        return Message("Tile {position} of {player} lies face up already.", slots)
    if view.found is not None and view.phase is not Phase.REWARD:
        return Message("A dog has been found already, so nothing more is turned up.")
    if event.dog and dog not in (None, position):
        return Message("The dog of {player} does not stand at {position}.", slots)
    if not event.dog and (dog == position or len(hidden) == 1):
        return Message("Tile {position} of {player} must be the dog.", slots)
    return None


def _order(view: State, event: Event) -> Message | None:
    """Return what is wrong with an event by what the rules have come next."""
    thing = rules.follow(view)
    match thing, event:
        case (t.DrawLeader(), t.LeaderChosen()):
            return None
        case (t.ShuffleTiles(owner), t.TilesSet(seat)) if owner == seat:
            return None
        case (t.TurnUp(owner, position), t.TileTurned(seat, turned)) if (owner, position) == (seat, turned):
            return None
        case (Event(), _) if thing == event:
            return None
        case (None, _) if (chosen := _choice(view, event)) is not None:
            seat, action = chosen
            decider = rules.decider(view)
            if decider is None:
                return Message("The game is over.")
            if seat != decider:
                turn = {"player": Named("seat", decider), "other": Named("seat", seat)}
                return Message("It is the turn of {player}, not of {other}.", turn)
            return None if action is None else rules.refusal(view, action)
    return Message("This does not come next by the rules.")


def _choice(view: State, event: Event) -> tuple[Seat, Action | None] | None:
    """Return who chose what for this event to happen; the action is None if it is the owner's secret."""
    match event:
        case t.TilesSet(seat, position):
            if view.unset:
                return seat, None if position is None else t.Place(position)
        case t.DoorOpened(by, door):
            return by, t.Open(door)
        case t.Agreed(by):
            return by, t.Agree()
        case t.Raised(by, door):
            return by, t.Raise(door)
        case t.Rejected(by, doors):
            return by, t.Reject(doors)
        case t.Accused(by, position):
            return by, t.Accuse(position)
        case t.TileTurned(seat, position, False):
            return seat, t.TurnOwnX(position)
        case t.RewardDeclined(by):
            return by, t.Decline()
    return None
