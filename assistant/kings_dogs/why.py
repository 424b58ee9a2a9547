"""Why a dog is thought to be where it is thought to be: which tiles and which answers led to a number."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction

from assistant.kings_dogs.belief import Belief
from assistant.kings_dogs.habits import USUAL, Conduct, decided
from assistant.kings_dogs.knowledge import Knowledge, begin
from assistant.knowledge import CHOICE, LOGIC, Model
from engine.core import Event, Message, Named, Seat, Setup, plural
from engine.kings_dogs import table as t
from engine.kings_dogs.table import State

SAID: dict[Model, Message] = {
    LOGIC: Message("Model “logic”: every tile that is face down is equally likely the dog."),
    CHOICE: Message(
        "Model “choice”: a player looks after the own dog, or exposes it on purpose, or takes no heed of it;"
        " how often each is learned from what the player does."
    ),
}


@dataclass(frozen=True, slots=True)
class Step:
    """Something that happened and counts: its entry, what it was, and the chance `before` and `after` it."""

    entry: int
    message: Message
    before: Fraction
    after: Fraction


@dataclass(frozen=True, slots=True)
class Why:
    """Why the dog of `seat` is behind one of the doors `where` with this `chance`, under a `model`.

    `steps` are what happened since its tiles were set up, in order. `learned` says, under `choice`, what
    habits are expected of the player, from all that was heard in the game.
    """

    seat: Seat
    where: frozenset[int]
    chance: Fraction
    model: Model
    steps: tuple[Step, ...]
    learned: Message | None

    @property
    def said(self) -> Message:
        """The sentence that names the model."""
        return SAID[self.model]


@dataclass(frozen=True, slots=True)
class Log:
    """What a why is worked out from: a seat's redacted log, and how players are thought to choose."""

    setup: Setup
    observer: Seat | None
    events: tuple[Event, ...]
    conduct: Conduct = USUAL


def why(log: Log, seat: Seat, where: Collection[int], model: Model = LOGIC) -> Why:
    """Return why the dog of `seat` is thought to be behind one of the doors `where`; raises Impossible."""
    doors = frozenset(where)
    known = begin(log.setup, log.observer, (), log.conduct)
    chance = _chance(known, seat, doors, model)
    steps: list[Step] = []
    for event in log.events:
        view, before = known.view, chance
        known = known.tell(event)
        chance = _chance(known, seat, doors, model)
        if isinstance(event, t.TilesSet) and event.seat == seat:
            steps = []
        if message := _message(event, view, seat, model):
            steps.append(Step(known.entries, message, before, chance))
    habits = learned(known.beliefs[seat], seat) if model == CHOICE else None
    return Why(seat, doors, chance, model, tuple(steps), habits)


def why_found(
    log: Log, seat: Seat, doors: Collection[int], leader: Seat, model: Model = LOGIC
) -> tuple[Why, ...]:
    """Return why a search that begins with `leader` finds the dog of `seat` as often as it does.

    One Why for everybody who is searched up to `seat`, in order: the chance is that of the last one times
    that none before is found. Raises Impossible.
    """
    known = begin(log.setup, log.observer, log.events, log.conduct)
    seats = len(log.setup.seats)
    order = [other % seats for other in range(leader, leader + seats)]
    asked = [other for other in order[: order.index(seat) + 1] if other in known.hiding]
    return tuple(why(log, other, doors, model) for other in asked)


def _chance(known: Knowledge, seat: Seat, doors: Iterable[int], model: Model) -> Fraction:
    positions = known.positions(seat, model)
    return sum((positions.get(door, Fraction(0)) for door in doors), Fraction(0))


def _message(event: Event, view: State, seat: Seat, model: Model) -> Message | None:
    """Return what an event says about the dog of `seat`; None where it says nothing."""
    player = {"player": Named("seat", seat)}
    match event:
        case t.TilesSet(owner) if owner == seat:
            return Message("{player} set up the tiles, and the dog may be anywhere.", player)
        case t.TileTurned(owner, position, dog) if owner == seat:
            slots = player | {"position": position}
            if dog:
                return Message("The dog of {player} was found at {position}.", slots)
            return Message("Tile {position} of {player} is an X.", slots)
    answer = decided(event)
    if model == CHOICE and answer and answer[0] == seat:
        return _answer(event, view, player)
    return None


def _answer(event: Event, view: State, player: dict[str, Named]) -> Message | None:
    match event:
        case t.DoorOpened(_, door):
            return Message("{player} opened {door}.", player | {"door": Named("door", door)})
        case t.Agreed():
            return Message("{player} agreed to a search of {doors}.", player | {"doors": _named(view.open)})
        case t.Raised(_, door):
            slots = {"door": Named("door", door), "doors": _named(view.open)}
            return Message("{player} opened {door} as well as {doors}.", player | slots)
        case t.Rejected(_, doors):
            slots = {"doors": _named(doors), "closed": _named(view.open)}
            return Message("{player} opened {doors} instead of {closed}.", player | slots)
        case t.Accused(_, position):
            slots = {"position": position, "other": Named("seat", view.leader), "doors": _named(view.open)}
            return Message(
                "{player} pointed at tile {position} of {other} while {doors} stood open.", player | slots
            )
    return None


def _named(doors: Iterable[int]) -> tuple[Named, ...]:
    return tuple(Named("door", door) for door in sorted(doors))


def learned(belief: Belief, seat: Seat) -> Message:
    """Return the sentence that says what habits are expected of a player, and from how much evidence."""
    return plural(
        "From {n} opening or answer {player} is expected to look after the own dog {protects} of the time"
        " and to expose it on purpose {bluffs} of the time.",
        "From {n} openings and answers {player} is expected to look after the own dog {protects} of the time"
        " and to expose it on purpose {bluffs} of the time.",
        belief.heard,
        {"player": Named("seat", seat), "protects": belief.protects, "bluffs": belief.bluffs},
    )
