"""What each legal action of the active seat is worth to it, in tenths of a king (see `holding.Worth`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from assistant.sleeping_queens import dice
from assistant.sleeping_queens.holding import Scene, holding
from assistant.sleeping_queens.plans import Moment, Planner
from engine.core import Action, Seat
from engine.sleeping_queens import rules
from engine.sleeping_queens import table as t
from engine.sleeping_queens.table import Phase, State

AGAINST = 0.7
_KNIGHTS = {
    "plus_minus_one": 2.0,
    "draw_one_more": 2.0,
    "reroll_one": 1.0,
    "white": 0.7,
    "green": 0.5,
    "black": 0.3,
}
_FIRST = ("willow", "gnome", "witch")
_LOOKED_THROUGH = 6


def values(view: State) -> Mapping[Action, float]:
    """Return the worth of every legal action; nothing if there is none.

    What an action takes from or gives to the others counts against it, most that of whoever is ahead.
    """
    actions = rules.legal(view)
    match view.phase:
        case Phase.ROLLED:
            return {action: _cards(view, action) for action in actions}
        case Phase.DRAW:
            return {t.PlayInstant(card): -float(_FIRST.index(card)) for card in _drawn(actions)}
        case Phase.GNOME if t.Reroll() in actions:
            return {t.Reroll(): 1.0, t.KeepRoll(): _gnome_one(view)}
        case Phase.ACTIONS | Phase.PICK:
            planner = Planner(view)
            now = planner.now()
            return {action: planner.after(now, action) for action in actions}
        case Phase.DISCARD:
            planner = Planner(view)
            options = dict(planner.now().has.discards())
            return {a: planner.kept(options[a.card])[0] for a in actions if isinstance(a, t.Discard)}
        case Phase.GNOME | Phase.WITCH | Phase.WAKE:
            return _compared(view, actions)
    return dict.fromkeys(actions, 0.0)


def _drawn(actions: Iterable[Action]) -> list[str]:
    return [action.card for action in actions if isinstance(action, t.PlayInstant)]


def _cards(view: State, action: Action) -> float:
    """Return how many cards an action may be expected to draw."""
    if isinstance(action, t.DrawNumber):
        return float(action.number)
    likely = dice.outcomes(view, view.active, reroll=isinstance(action, t.Reroll))
    return float(sum(number * chance for (number, _), chance in likely.items()))


def _gnome_one(view: State) -> float:
    """Return what a gnome's 1 is worth beside another roll: more, if a companion would fit a queen."""
    queens = holding(view, view.active)
    return 2.0 if (view.face_down or view.face_up) and len(queens.awake) > len(queens.friends) else 0.5


def _compared(view: State, actions: tuple[Action, ...]) -> Mapping[Action, float]:
    """Return what actions are worth that may touch the others; only the likely best are thought through."""
    scene = Scene(view)
    planner = Planner(view, scene)
    quick = {action: _quick(view, action, scene) for action in actions}
    best = sorted(quick, key=lambda action: -sum(quick[action]))[:_LOOKED_THROUGH]
    low = min(sum(pair) for pair in quick.values()) - 1000.0
    found = {action: low + sum(pair) for action, pair in quick.items()}
    for action in best:
        found[action] = planner.value(_moment(planner, view, action)) + quick[action][1]
    return found


def _quick(view: State, action: Action, scene: Scene) -> tuple[float, float]:
    """Return a first guess at what an action is worth: what the seat has then, and what the others lose."""
    event = rules.plain(view, action)
    if event is None:
        return 0.0, 0.0
    after = rules.evolve(view, event)
    own = scene.worth(holding(after, view.active), after.knights[view.active])
    return own, _KNIGHTS.get(after.knights[view.active], 0.0) - AGAINST * against(after, view.active, scene)


def against(view: State, seat: Seat, scene: Scene) -> float:
    """Return how well the others stand: as well as the best of them and all of them on average."""
    stand = [
        scene.worth(holding(view, other), view.knights[other]) + _KNIGHTS.get(view.knights[other], 0.0)
        for other in range(view.seats)
        if other != seat
    ]
    return (max(stand) + sum(stand) / len(stand)) / 2


def _moment(planner: Planner, view: State, action: Action) -> Moment:
    event = rules.plain(view, action)
    if event is None:
        return planner.now()
    return Planner(rules.evolve(view, event), planner.scene).now()
