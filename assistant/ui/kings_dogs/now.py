"""What a person can do at this moment of a game of King's Dogs, and which action a touch stands for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from assistant.ui.screen import NOT_NOW, Touch, number, said
from engine.core import Action, SaidError, Seat
from engine.kings_dogs import rules
from engine.kings_dogs import table as t
from engine.kings_dogs.table import Phase, State, to_search

KINDS: Mapping[type[Action], str] = {
    t.Open: "door",
    t.Agree: "agree",
    t.Raise: "raise",
    t.Reject: "reject",
    t.Accuse: "accuse",
    t.TurnOwnX: "turn",
    t.Decline: "decline",
    t.Place: "place",
}
"""What the actions are called in the markup: `data-do`."""


@dataclass(frozen=True, slots=True)
class Option:
    """One action that can be taken: its `kind` and `args` are the touch, `doors` what it has searched."""

    action: Action
    kind: str
    args: Mapping[str, str]
    doors: tuple[int, ...]
    position: int | None = None

    @property
    def key(self) -> str:
        """A name that no other option of the same moment has."""
        return "-".join((self.kind, *self.args.values()))


@dataclass(frozen=True, slots=True)
class Moment:
    """What is offered now. `kind` is one of: past, wait, place, open, answer, reward, over.

    `asking` is the kind of answer whose options are listed, "" while the kinds are.
    """

    kind: str
    options: tuple[Option, ...] = ()
    asking: str = ""

    def of(self, kind: str) -> tuple[Option, ...]:
        """Return the options of one kind."""
        return tuple(option for option in self.options if option.kind == kind)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of options, each once, in their order."""
        return tuple(dict.fromkeys(option.kind for option in self.options))

    @property
    def listed(self) -> tuple[Option, ...]:
        """The options that can be taken by the next touch."""
        if self.kind != "answer":
            return self.options
        if self.asking:
            return self.of(self.asking)
        return tuple(option for option in self.options if len(self.of(option.kind)) == 1)


def moment(view: State, seat: Seat, *, live: bool, asking: str) -> Moment:
    """Return what the person on `seat` can do; `live` is False while an earlier moment is looked at."""
    if not live:
        return Moment("past")
    if view.phase is Phase.OVER:
        return Moment("over")
    if rules.decider(view) != seat:
        return Moment("wait")
    options = tuple(option(view, action) for action in rules.legal(view))
    if view.unset:
        return Moment("place", options)
    if view.phase is Phase.OPEN:
        return Moment("open", options)
    if view.phase is Phase.REWARD:
        return Moment("reward", options)
    kinds = {option.kind for option in options}
    return Moment("answer", options, asking if asking in kinds - {"agree"} else "")


def option(view: State, action: Action) -> Option:
    """Return an action as something to touch."""
    kind = KINDS[type(action)]
    doors = tuple(sorted(to_search(view.open, action)))
    match action:
        case t.Open(door) | t.Raise(door):
            return Option(action, kind, {"door": str(door)}, doors)
        case t.Reject(other):
            return Option(action, kind, {"doors": "".join(map(str, sorted(other)))}, doors)
        case t.Accuse(position) | t.TurnOwnX(position) | t.Place(position):
            return Option(action, kind, {"position": str(position)}, doors, position)
    return Option(action, kind, {}, doors)


def action(touch: Touch) -> Action:
    """Return the action that a touch stands for; raises SaidError for one that stands for none."""
    match touch.do:
        case "door":
            return t.Open(number(touch, "door"))
        case "agree":
            return t.Agree()
        case "raise":
            return t.Raise(number(touch, "door"))
        case "reject":
            return t.Reject(doors(said(touch, "doors")))
        case "accuse":
            return t.Accuse(number(touch, "position"))
        case "turn":
            return t.TurnOwnX(number(touch, "position"))
        case "decline":
            return t.Decline()
        case "place":
            return t.Place(number(touch, "position"))
    raise SaidError(NOT_NOW)


def doors(text: str) -> frozenset[int]:
    """Return the doors that an argument of a touch names, "134" say; raises SaidError for anything else."""
    if not set(text) <= set("12345"):
        raise SaidError(NOT_NOW)
    return frozenset(map(int, text))
