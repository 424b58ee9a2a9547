"""Rule-of-thumb bots for Sleeping Queens 2; they see a view and nothing else.

random  plays anything that is legal
greedy  takes the action after which its realm is worth most against the others'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random

from engine.bots import MakeBot, RandomBot
from engine.core import Action, Event, Game, Seat, Setup
from engine.sleeping_queens import cards as c
from engine.sleeping_queens import equations, rules
from engine.sleeping_queens import table as t
from engine.sleeping_queens.table import Phase, State

_KING, _READY, _PROMISED = 10.0, 6.0, 4.0
_COMPANION, _WILD, _QUEEN, _SLEEPER = 2.2, 0.3, 1.5, 1.0
_EQUATION, _PAIR, _BOOK, _NUMBER = 1.6, 0.9, 0.8, 0.05
_KNIGHTS = {"draw_one_more": 0.8, "plus_minus_one": 0.8, "reroll_one": 0.5}
_OTHER_KNIGHT = 0.4
_AGAINST = 0.4
_FIRST = ("willow", "gnome", "witch")


class GreedyBot:
    """Looks one action ahead: rescues, then companions and queens that fit, then numbers that go together."""

    def __init__(self, game: Game, setup: Setup, seat: Seat, budget: float = 1.0) -> None:
        pass

    def notice(self, event: Event) -> None:
        pass

    def choose(self, view: State, rng: Random) -> Action:
        actions = rules.legal(view)
        if len(actions) == 1:
            return actions[0]
        if t.Reroll() in actions:
            return t.Reroll() if set(view.box.die) != {"1"} else t.KeepRoll()
        if view.phase is Phase.DRAW:
            return next(t.PlayInstant(card) for card in _FIRST if t.PlayInstant(card) in actions)
        worth = [(_after(view, action), action) for action in actions]
        most = max(value for value, _ in worth)
        return rng.choice([action for value, action in worth if value == most])


def _after(view: State, action: Action) -> float:
    """Return how the active seat stands after an action; all face-down companions are worth the same."""
    event = rules.plain(view, action)
    following = view if event is None else rules.evolve(view, event)
    others = (worth(following, seat) for seat in range(view.seats) if seat != view.active)
    extra = _COMPANION if following.phase is Phase.PICK else following.to_draw * _NUMBER
    return worth(following, view.active) + extra - _AGAINST * max(others)


def worth(view: State, seat: Seat) -> float:
    """Return a rough worth of what a seat has, a rescued king being 10."""
    realm, companions = view.realms[seat], Counter(view.companions[seat])
    awake = Counter(c.symbol(card) for card in realm if c.is_queen(card) and not c.is_asleep(card))
    asleep = Counter(c.symbol(card) for card in realm if c.is_asleep(card))
    ready, both = _fitting(awake, companions), _fitting(awake + asleep, companions)
    return (
        _KING * view.kings[seat]
        + _READY * ready
        + _PROMISED * (both - ready)
        + _COMPANION * (companions.total() - both)
        + _WILD * companions[c.WILD]
        + _QUEEN * max(0, awake.total() - both)
        + _SLEEPER * min(asleep.total(), awake.total() + asleep.total() - both)
        + _KNIGHTS.get(view.knights[seat], _OTHER_KNIGHT)
        + _BOOK * realm.count(c.BOOK)
        + _numbers(c.numbers(realm), view.knights[seat] == "plus_minus_one", bool(asleep))
    )


def _fitting(queens: Counter[str], companions: Counter[str]) -> int:
    """Return how many queens have a companion that goes with them."""
    exact = (queens & companions).total()
    return exact + min(companions[c.WILD], queens.total() - exact)


def _numbers(numbers: tuple[int, ...], plus_minus_one: bool, sleepers: bool) -> float:
    """Return the worth of numbers: an equation, or how many cards would complete one; a pair for sleepers."""
    pair = _PAIR if sleepers and len(set(numbers)) < len(numbers) else 0.0
    if equations.find(numbers, plus_minus_one):
        chance = 1.0
    else:
        outs = sum(bool(equations.find(tuple(sorted((*numbers, n))), plus_minus_one)) for n in c.NUMBERS)
        chance = outs / (2 * len(c.NUMBERS))
    return _EQUATION * chance + pair + _NUMBER * len(numbers)


BOTS: Mapping[str, MakeBot] = {"random": RandomBot, "greedy": GreedyBot}
