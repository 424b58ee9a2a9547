"""What every game is made of: seats, events with declared secrecy, actions, demands, results.

Glossary
  seat      a player's place in turn order, counted from 0; None is an onlooker
  event     something that happened; a game is its log of events and nothing else
  secret    a field of an event or state, with the fields that name who may see it
  action    what the deciding seat may do; a demand is what the rules need turned up next
  view      the state of a game as one seat knows it: the same class, None where it cannot know
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Annotated, Any, Protocol, TypeVar

from engine.chance import Chance

Seat = Annotated[int, "seat"]  # told from other numbers when a saved game is read
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Named:
    """A thing that has a name in every language: `kind` is what it is (card, door), `id` which one."""

    kind: str
    id: str | int


@dataclass(frozen=True, slots=True)
class Message:
    """A whole English sentence with named {slots}, and what fills them; the key of the catalogues.

    A slot is text to show as it is, a number, a `Named` thing, a `Message`, or a tuple of these; a
    Fraction is a probability. With `many`, `key` is for one and `many` for other numbers of slot {n}.
    """

    key: str
    slots: Mapping[str, Any] = field(default_factory=dict)
    many: str = ""

    def __str__(self) -> str:
        sentence = self.many if self.many and self.slots.get("n") != 1 else self.key
        return sentence.format_map({name: _plain(value) for name, value in self.slots.items()})


def plural(one: str, many: str, n: int, slots: Mapping[str, Any] | None = None) -> Message:
    """Return the Message that reads `one` or `many` by the whole number `n`, which is its slot {n}."""
    return Message(one, {"n": n, **(slots or {})}, many)


def _plain(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(_plain, value))
    return str(value.id) if isinstance(value, Named) else str(value)


class SaidError(ValueError):
    """An error that can be told to a person: `reason` is its sentence."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason.key)
        self.reason = reason

    def __str__(self) -> str:
        return str(self.reason)


class IllegalAction(SaidError):
    """The rules refuse an action: `reason` says why, `value` is the action, `where` the phase."""

    def __init__(self, reason: Message, value: Action, where: str) -> None:
        super().__init__(reason)
        self.value, self.where = value, where

    def __str__(self) -> str:
        return f"{self.reason} {self.value!r} in {self.where}"


class Event:
    """Base of everything that goes into a log."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Undone(Event):
    """Moves were taken back by `by`: the mark that stays in the log, `times` counting all so far.

    It belongs to every game and changes no state.
    """

    by: Seat
    times: int


class Action:
    """Base of everything a deciding seat may choose."""

    __slots__ = ()


class Demand:
    """Base of what the rules need from something hidden before they can go on: a tile, dice, a deal."""

    __slots__ = ()


_OWN = "own entry only"


def secret(*seen_by: str) -> Any:
    """Declare a field that only the seats named in the fields `seen_by` may see (none named: nobody).

    Such a field holds a seat or a tuple of seats. What may not be seen becomes None.
    """
    return field(metadata={"secret": seen_by}, default=None)


def own() -> Any:
    """Declare a field with one entry per seat, of which each seat may see its own only."""
    return field(metadata={"secret": _OWN}, default=())


@cache
def secrets(cls: type) -> Mapping[str, Any]:
    """Return the secret fields of an event or state class, each with what says who may see it."""
    return {f.name: f.metadata["secret"] for f in fields(cls) if "secret" in f.metadata}


def redact(thing: T, seat: Seat | None) -> T:
    """Return an event or state as `seat` may see it: secrets of others replaced by None."""
    kind: type = type(thing)
    hidden = secrets(kind)
    if not hidden:
        return thing
    blanked: dict[str, Any] = {}
    for name, seen_by in hidden.items():
        value = getattr(thing, name)
        if value is None:
            continue
        if seen_by is _OWN:
            blanked[name] = tuple(v if i == seat else None for i, v in enumerate(value))
        elif not any(_names(getattr(thing, viewer), seat) for viewer in seen_by):
            blanked[name] = None
    return replace(thing, **blanked) if blanked else thing  # type: ignore[type-var]


def changed(state: T, **values: Any) -> T:
    """Return a state with some fields changed: `dataclasses.replace`, several times as fast.

    A game copies its state for every event and every seat, so states, unlike events, have no slots.
    """
    copy = object.__new__(type(state))
    object.__setattr__(copy, "__dict__", state.__dict__ | values)
    return copy


def put(entries: tuple[Any, ...], at: int, value: Any) -> tuple[Any, ...]:
    """Return the entries with another one at a place: what an event changes for one seat, say."""
    return (*entries[:at], value, *entries[at + 1 :])


def _names(viewer: Any, seat: Seat | None) -> bool:
    return seat is not None and (seat in viewer if isinstance(viewer, tuple) else viewer == seat)


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before a game: `seats` are the players' names in turn order."""

    game: str
    seats: tuple[str, ...]
    edition: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: `winners` (shared victory possible), `ranks` per seat from 1, and why.

    `reason` is a code such as `solved`, `points`, `survival`, or `cap` when a cap ended the game.
    """

    winners: tuple[Seat, ...]
    ranks: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Option:
    """A table rule that may be changed: its `default`, the `values` allowed, and its rule number.

    `values` is a tuple of choices, a range of whole numbers, or anything that knows what is in it.
    """

    default: Any
    values: Container[Any]
    rule: str


class Game(Protocol):
    """The pure functions that make a game; a module of this shape is one.

    States are frozen; a view is the same class. `refusal` is None exactly for the actions of
    `legal`. `reveal` alone reads hidden things; `follow` says the same from every seat's view, one
    thing at a time, so that a log which was cut off anywhere goes on where it stopped.
    """

    name: str
    rules: int
    seats: range
    options: Mapping[str, Option]
    events: tuple[type[Event], ...]

    start: Callable[[Setup], Any]
    decider: Callable[[Any], Seat | None]
    legal: Callable[[Any], tuple[Action, ...]]
    refusal: Callable[[Any, Action], Message | None]
    reveal: Callable[[Any, Action | Demand, Chance], tuple[Event, ...]]
    follow: Callable[[Any], Event | Demand | None]
    evolve: Callable[[Any, Event], Any]
    result: Callable[[Any], Result | None]


def settings(options: Mapping[str, Option], seats: range, setup: Setup) -> dict[str, Any]:
    """Return the value of every option in `setup`, the default where it names none.

    Raises SaidError for an option or a value that the game does not have, or too few or many seats.
    """
    if len(setup.seats) not in seats:
        raise SaidError(
            Message(
                "This game is for {least} to {most} players, not {number}.",
                {"least": seats[0], "most": seats[-1], "number": len(setup.seats)},
            )
        )
    for name, value in setup.options.items():
        if name not in options:
            raise SaidError(Message("There is no option called {name}.", {"name": name}))
        if value not in options[name].values:
            raise SaidError(
                Message("The option {name} cannot be {value}.", {"name": name, "value": str(value)})
            )
    return {name: setup.options.get(name, option.default) for name, option in options.items()}
