"""The table of King's Dogs as it is drawn: a row of five tiles for each player, doors, and who does what."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from assistant.kings_dogs.knowledge import Knowledge
from assistant.knowledge import Model
from engine.core import Message, Named, Seat
from engine.kings_dogs.table import DOORS, Phase, State

LEADS = Message("leader")
AGREES = Message("agreed")
ANSWERS = Message("to answer")
ACCUSES = Message("accuser")
SEARCHED = Message("searched now")
OUT = Message("out of the game")


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile behind a board. `face` is down, up (an X that all see), x or dog (seen by the owner only),
    caught (a dog that all see), or gone (gathered, or out of the game).

    `chances` is how likely the dog is there by model, empty where nothing is to be said. `touch` is what
    touching it does, "" for nothing.
    """

    position: int
    face: str
    open: bool
    chances: Mapping[Model, Fraction]
    touch: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A player's tiles and chips; `role` is what the player does in this round."""

    seat: Seat
    tiles: tuple[Tile, ...]
    score: int
    penalty: int
    role: Message | None
    leads: bool
    alive: bool


def rows(
    known: Knowledge, models: Collection[Model], touching: Mapping[tuple[Seat, int], str]
) -> tuple[Row, ...]:
    """Return the rows of all players in turn order, the observer's last.

    The numbers in the observer's own row are what those who watch can think. `touching` says which
    tiles can be touched for something else than a number.
    """
    view, me = known.view, known.observer
    first = 0 if me is None else me + 1
    order = [(first + step) % view.seats for step in range(view.seats)]
    return tuple(_row(known, seat, models, touching) for seat in order)


def _row(
    known: Knowledge, seat: Seat, models: Collection[Model], touching: Mapping[tuple[Seat, int], str]
) -> Row:
    view = known.view
    asked = known.seen_by_others() if seat == known.observer else known
    chances = {model: asked.positions(seat, model) for model in models}

    def tile(position: int) -> Tile:
        face = _face(known, seat, position)
        hidden = face in ("down", "x", "dog")
        here = {model: found[position] for model, found in chances.items() if hidden and found}
        touch = touching.get((seat, position), "why" if here else "")
        return Tile(position, face, position in view.open, here, touch)

    return Row(
        seat,
        tuple(tile(position) for position in sorted(DOORS)),
        view.score[seat],
        view.penalty[seat],
        role(view, seat),
        view.leader == seat and view.phase is not Phase.START,
        view.alive[seat],
    )


def _face(known: Knowledge, seat: Seat, position: int) -> str:
    view, dog = known.view, known.view.dogs[seat]
    if not view.alive[seat]:
        return "gone"
    if position in view.face_up[seat]:
        return "up"
    if view.found == seat and known.caught is not None:
        return "caught" if position == known.caught else "down"
    if seat in view.unset:
        return "gone"
    if dog is None:
        return "down"
    return "dog" if dog == position else "x"


def role(view: State, seat: Seat) -> Message | None:
    """Return what a player does in this round, None for nothing to tell."""
    if not view.alive[seat]:
        return OUT
    match view.phase:
        case Phase.SEARCH if seat == view.searched:
            return SEARCHED
        case Phase.ACCUSED | Phase.FOUND | Phase.REWARD if seat == view.accuser:
            return ACCUSES
        case Phase.RESPOND if seat == view.to_answer:
            return ANSWERS
        case Phase.RESPOND if seat in agreed(view):
            return AGREES
    return LEADS if seat == view.leader and view.phase is not Phase.START else None


def agreed(view: State) -> frozenset[Seat]:
    """Return the seats that have agreed to the open doors."""
    seats, seat = set(), view.leader
    for _ in range(view.agrees):
        seat = view.next_alive(seat)
        seats.add(seat)
    return frozenset(seats)


def status(view: State, me: Seat | None) -> Message:
    """Return the sentence that says what the table waits for."""
    mine = view.leader == me
    slots: dict[str, object] = {
        "player": Named("seat", view.leader),
        "doors": tuple(Named("door", door) for door in sorted(view.open)),
    }
    match view.phase:
        case Phase.START:
            return Message("The first leader is drawn by lot.")
        case Phase.OVER:
            return Message("The game is over.")
        case _ if view.unset:
            return Message("The tiles are set up.")
        case Phase.OPEN:
            return (
                Message("You lead: open a door.")
                if mine
                else Message("{player} leads and opens a door.", slots)
            )
        case Phase.RESPOND:
            led = Message("You lead. Open: {doors}.", slots)
            return led if mine else Message("{player} leads. Open: {doors}.", slots)
        case Phase.SEARCH:
            return Message("The search goes on behind {doors}.", slots)
        case Phase.ACCUSED | Phase.FOUND | Phase.REWARD if view.accuser is not None and view.accused:
            slots |= {"accuser": Named("seat", view.accuser), "position": view.accused}
            if view.accuser == me:
                return Message("You point at tile {position} of {player}.", slots)
            if mine:
                return Message("{accuser} points at your tile {position}.", slots)
            return Message("{accuser} points at tile {position} of {player}.", slots)
    return Message("The round is over: points are counted.")
