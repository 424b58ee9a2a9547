"""What a person can do at this moment of a game of Cluedo, and which action a touch stands for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from assistant.cluedo.knowledge import Knowledge
from assistant.ui.screen import NOT_NOW, Touch, number, said
from engine.cluedo import cards, rules
from engine.cluedo import table as t
from engine.cluedo.board import Reach, board_of
from engine.cluedo.cards import CATEGORIES, Edition
from engine.cluedo.table import Phase, Square, State
from engine.core import Action, Message, SaidError, Seat


@dataclass(frozen=True, slots=True)
class Walk:
    """A square to walk to, the location that it leads towards and the `steps` still left from there."""

    square: Square
    towards: str
    steps: int


@dataclass(frozen=True, slots=True)
class Moment:
    """What is offered now. `kind` is one of: past, wait, start, move, ask, show, after, over.

    `moves` is where the roll leads, `walks` the squares worth naming among them, the nearest first;
    `enter` are the locations that can be entered without a roll.
    `form` lists, for `ask`, the cards to choose from by category; `accusing` tells an accusation from a
    suggestion, `ready` whether every category has a card. `fitting` are the cards that can be
    shown, each with whether the asker has seen it from you before.
    """

    kind: str
    moves: Reach | None = None
    walks: tuple[Walk, ...] = ()
    shortcut: str | None = None
    enter: tuple[str, ...] = ()
    actions: frozenset[str] = frozenset()
    form: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    chosen: Mapping[str, str] = field(default_factory=dict)
    accusing: bool = False
    fitting: Mapping[str, bool] = field(default_factory=dict)

    @property
    def ready(self) -> bool:
        """Whether the form of `ask` is filled in."""
        return set(self.form) <= set(self.chosen)


def moment(
    view: State, seat: Seat, knowledge: Knowledge, *, live: bool, asking: str, draft: Mapping[str, str]
) -> Moment:
    """Return what the person on `seat` can do; `live` is False while an earlier moment is looked at."""
    if not live:
        return Moment("past")
    if view.phase is Phase.OVER:
        return Moment("over")
    if rules.decider(view) != seat:
        return Moment("wait")
    legal = rules.legal(view)
    actions = frozenset(type(action).__name__ for action in legal)
    if view.phase is Phase.SHOW:
        before = knowledge.shown_to(view.active)
        return Moment("show", fitting={card: card in before for card in rules.showable(view)})
    if asking == "accuse" and "Accuse" in actions:
        return _ask(view, actions, draft, accusing=True)
    if view.phase is Phase.MOVE:
        moves = rules.reach(view)
        return Moment("move", moves=moves, walks=_walks(view, moves), actions=actions)
    if view.phase is Phase.ENTERED or (asking == "suggest" and "Suggest" in actions):
        return _ask(view, actions, draft, accusing=False)
    kind = "after" if view.phase is Phase.AFTER else "start"
    enter = tuple(action.location for action in legal if isinstance(action, t.Enter))
    return Moment(kind, shortcut=rules.shortcut(view), enter=enter, actions=actions)


def _ask(view: State, actions: frozenset[str], draft: Mapping[str, str], *, accusing: bool) -> Moment:
    edition = cards.load(view.edition)
    form = {category: edition.of(category) for category in CATEGORIES}
    if view.location is not None and not (accusing and view.options["accuse_anywhere"]):
        form["location"] = (view.location,)
    chosen = {category: card for category, card in draft.items() if card in form[category]}
    chosen.update({category: names[0] for category, names in form.items() if len(names) == 1})
    return Moment("ask", actions=actions, form=form, chosen=chosen, accusing=accusing)


def _walks(view: State, moves: Reach) -> tuple[Walk, ...]:
    """For each location out of reach, the square that brings one nearest to it; nearest first."""
    edition = cards.load(view.edition)
    board, blocked = board_of(edition), rules.others(view)
    best: dict[str, Walk] = {}
    for square in moves.squares:
        for location, steps in board.distances(square, blocked).items():
            if location not in moves.locations and (location not in best or steps < best[location].steps):
                best[location] = Walk(square, location, steps)
    return tuple(sorted(best.values(), key=lambda walk: walk.steps))


def action(touch: Touch, view: State, draft: Mapping[str, str]) -> Action:
    """Return the action that a touch stands for; raises SaidError for one that stands for none."""
    edition = cards.load(view.edition)
    match touch.do:
        case "roll":
            return t.Roll()
        case "shortcut":
            return t.Shortcut()
        case "end":
            return t.EndTurn()
        case "walk":
            return t.MoveTo((number(touch, "row"), number(touch, "column")))
        case "enter":
            door = (number(touch, "row"), number(touch, "column")) if "row" in touch.args else None
            return t.Enter(said(touch, "location"), door)
        case "show":
            return t.Show(said(touch, "card"))
        case "suggest":
            return t.Suggest(*_chosen(edition, draft, ("suspect", "weapon")))
        case "accuse":
            here = {**draft, "location": draft.get("location") or view.location or ""}
            return t.Accuse(*_chosen(edition, here, CATEGORIES))
    raise SaidError(NOT_NOW)


def _chosen(edition: Edition, draft: Mapping[str, str], categories: tuple[str, ...]) -> tuple[str, ...]:
    chosen = tuple(draft.get(category, "") for category in categories)
    if all(card in edition.of(category) for card, category in zip(chosen, categories, strict=True)):
        return chosen
    raise SaidError(Message("Choose a suspect, a weapon and a location first."))
