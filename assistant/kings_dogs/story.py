"""What happened in a game of King's Dogs, told from one seat: an event becomes a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assistant.story import Told
from engine.core import Event, Message, Named, Seat, Undone, plural
from engine.kings_dogs import table as t


def story(events: Sequence[Event], viewer: Seat | None) -> tuple[Told, ...]:
    """Return the sentences of a seat's log, oldest first; an entry is a round, told by its first door.

    Silent events tell nothing.
    """
    told = []
    leader, round_, searching = 0, 1, False
    for at, event in enumerate(events, 1):
        message = _searched(event, viewer, first=not searching) or tell(event, viewer, leader)
        entry = round_ if isinstance(event, t.DoorOpened) else None
        if isinstance(event, t.DoorOpened | t.Searched):
            searching = isinstance(event, t.Searched)
        match event:
            case t.LeaderChosen(seat) | t.LeaderPassed(seat):
                leader = seat
            case t.DoorOpened(by) | t.Raised(by) | t.Rejected(by):
                leader = by
            case t.RoundEnded():
                round_ += 1
        if message is not None:
            told.append(Told(at, _whom(event), entry, message))
    return tuple(told)


def _whom(event: Event) -> Seat | None:
    return getattr(event, "by", getattr(event, "seat", None))


def _searched(event: Event, viewer: Seat | None, *, first: bool) -> Message | None:
    """Return that a search begins; where it comes to the next player is told by the tiles."""
    if not (isinstance(event, t.Searched) and first):
        return None
    if event.seat == viewer:
        return Message("All agree, and the search begins with you.")
    return Message("All agree, and the search begins with {player}.", {"player": Named("seat", event.seat)})


def tell(event: Event, viewer: Seat | None, leader: Seat) -> Message | None:
    """Return what an event is to a person who sits on `viewer`, None if it need not be said."""
    whom = _whom(event)
    mine = whom is not None and whom == viewer
    slots: dict[str, object] = {"player": Named("seat", whom)} if whom is not None else {}
    match event:
        case t.LeaderChosen():
            return (
                Message("You lead the first round.")
                if mine
                else Message("{player} leads the first round.", slots)
            )
        case t.DoorOpened(_, door):
            slots["door"] = Named("door", door)
            return Message("You open {door}.", slots) if mine else Message("{player} opens {door}.", slots)
        case t.Agreed():
            return Message("You agree.") if mine else Message("{player} agrees.", slots)
        case t.Raised(_, door):
            slots["door"] = Named("door", door)
            raised = Message("You raise, open {door} too and lead.", slots)
            return raised if mine else Message("{player} raises, opens {door} too and leads.", slots)
        case t.Rejected(_, doors):
            slots["doors"] = _doors(doors)
            rejected = Message("You reject, open {doors} instead and lead.", slots)
            return rejected if mine else Message("{player} rejects, opens {doors} instead and leads.", slots)
        case t.Accused(_, position):
            return _accused(position, viewer, leader, mine, slots)
        case t.TileTurned(_, position, dog):
            return _turned(position, dog, mine, slots)
        case t.RewardDeclined():
            return Message("You leave the reward.") if mine else Message("{player} leaves the reward.", slots)
        case t.Eliminated():
            out = Message("Three penalty chips: you are out.")
            return out if mine else Message("Three penalty chips: {player} is out.", slots)
        case t.LeaderPassed():
            return Message("You lead now.") if mine else Message("{player} leads now.", slots)
    return _counted(event, viewer, slots, mine)


def _accused(
    position: int, viewer: Seat | None, leader: Seat, mine: bool, slots: dict[str, object]
) -> Message:
    slots |= {"position": position, "other": Named("seat", leader)}
    if mine:
        return Message("You accuse: the dog of {other} is at {position}.", slots)
    if leader == viewer:
        return Message("{player} accuses you: your dog is at {position}.", slots)
    return Message("{player} accuses: the dog of {other} is at {position}.", slots)


def _turned(position: int, dog: bool, mine: bool, slots: dict[str, object]) -> Message:
    slots["position"] = position
    if dog:
        found = Message("Your dog is found at {position}!", slots)
        return found if mine else Message("The dog of {player} is found at {position}!", slots)
    turned = Message("You turn up {position}: an X.", slots)
    return turned if mine else Message("{player} turns up {position}: an X.", slots)


def _counted(event: Event, viewer: Seat | None, slots: dict[str, object], mine: bool) -> Message | None:
    """Return the sentence of chips, and of the end."""
    match event:
        case t.PenaltyTaken():
            taken = Message("You take a penalty chip and set up your tiles anew.")
            return taken if mine else Message("{player} takes a penalty chip and sets up anew.", slots)
        case t.Scored(seats) if viewer in seats:
            others = tuple(Named("seat", seat) for seat in seats if seat != viewer)
            if not others:
                return Message("A score chip for you!")
            return Message("A score chip for you and for {players}.", {"players": others})
        case t.Scored(seats):
            return Message("A score chip for {players}.", {"players": tuple(Named("seat", s) for s in seats)})
        case t.GameEnded("survival"):
            return Message("Only one player is left: the game is over.")
        case t.GameEnded("points"):
            return Message("Two score chips: the game is over.")
        case t.GameEnded():
            return Message("The game was stopped after its last round.")
        case Undone(_, times):
            return plural("A move was taken back.", "Moves were taken back {n} times.", times)
    return None


def _doors(doors: Iterable[int]) -> tuple[Named, ...]:
    return tuple(Named("door", door) for door in sorted(doors))
