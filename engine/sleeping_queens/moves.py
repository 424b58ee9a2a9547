"""What the active seat may do, phase by phase."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations

from engine.core import Action, Seat
from engine.sleeping_queens import cards as c
from engine.sleeping_queens import equations
from engine.sleeping_queens import table as t
from engine.sleeping_queens.table import Phase, State


def legal(view: State) -> tuple[Action, ...]:
    """Return everything the deciding seat may do; equal cards count as one."""
    match view.phase:
        case Phase.ROLL:
            return (t.Roll(),)
        case Phase.ROLLED:
            return _reroll(view) or _bonus(view)
        case Phase.WAKE:
            asleep = _once(card for card in view.realm if c.is_asleep(card))
            return (*(t.WakeOne(c.symbol(card)) for card in asleep), t.WakeNone())
        case Phase.DRAW:
            return tuple(t.PlayInstant(card) for card in c.INSTANTS if card in view.drawn)
        case Phase.GNOME:
            return _reroll(view) or gnome(view)
        case Phase.WITCH:
            return (*_swaps(view), t.DeclineSwap())
        case Phase.PICK:
            return tuple(t.TakeCompanion(slot) for slot in view.face_down)
        case Phase.ACTIONS:
            return tuple(_actions(view))
        case Phase.DISCARD:
            return tuple(t.Discard(card) for card in _once(view.realm))
    return ()


def may_reroll(view: State) -> bool:
    """Tell whether the active seat may roll again (SQ-R22 b, SQ-G10)."""
    return (
        view.face == "1"
        and view.knight == "reroll_one"
        and not view.kept
        and (view.options["reroll_limit"] == "none" or view.rerolls < view.options["reroll_limit"])
        and (view.instant is None or view.options["reroll_on_gnome"])
    )


def may_draw_more(view: State) -> bool:
    """Tell whether the active seat chooses if its knight draws a card more (SQ-G11)."""
    return bool(view.options["draw_bonus_optional"]) and view.knight == "draw_one_more"


def plus_minus_one(view: State) -> bool:
    """Tell whether a number of the active seat's equations may count one more or less (SQ-R22 a)."""
    return view.knight == "plus_minus_one"


def _reroll(view: State) -> tuple[Action, ...]:
    return (t.KeepRoll(), t.Reroll()) if may_reroll(view) else ()


def _bonus(view: State) -> tuple[Action, ...]:
    if view.face in (None, c.DRAGON) or not may_draw_more(view):
        return ()
    assert view.face is not None
    return (t.DrawNumber(int(view.face)), t.DrawNumber(int(view.face) + 1))


def gnome(view: State) -> tuple[Action, ...]:
    """Return what the gnome's roll lets the active seat do (SQ-R10); empty if nothing is possible."""
    match view.face:
        case "1":
            return tuple(t.TakeCompanion(slot) for slot in view.face_down)
        case "2":
            return tuple(t.Steal(seat, card) for seat in others(view) for card in _once(view.realms[seat]))
        case "3":
            return tuple(
                t.TakeQueen(symbol) for symbol in view.box.symbols if c.queen(symbol) in view.discard
            )
        case c.DRAGON:
            return _knight_swaps(view.seats)
    return ()


@cache
def _knight_swaps(seats: int) -> tuple[Action, ...]:
    return tuple(t.SwapKnights(one, other) for one, other in combinations(range(seats), 2))


def swappable(view: State) -> tuple[Seat, ...]:
    """Return whose realms a witch of the active seat may turn to (SQ-R22 d, SQ-G15)."""
    return tuple(seat for seat in others(view) if view.knights[seat] != "black")


def can_swap(view: State) -> bool:
    """Tell whether a witch can do anything for the active seat (SQ-R11)."""
    mine = view.companions[view.active]
    return any((view.realm and view.realms[s]) or (mine and view.companions[s]) for s in swappable(view))


def _swaps(view: State) -> Iterator[Action]:
    friends = view.companions[view.active]
    for seat in swappable(view):
        theirs = _once(view.realms[seat])
        yield from (t.SwapCards(own, seat, card) for own in _once(view.realm) for card in theirs)
        yield from (
            t.SwapCompanions(own, seat, friend)
            for own in _once(friends)
            for friend in _once(view.companions[seat])
        )


def _actions(view: State) -> Iterator[Action]:
    yield from rescues(view)
    numbers = Counter(c.numbers(view.realm))
    if view.face_down or view.face_up:
        for equation in equations.find(c.numbers(view.realm), plus_minus_one(view)):
            yield t.Summon(equation.cards)
    if any(map(c.is_asleep, view.realm)):
        yield from (t.WakeAll(number) for number, held in numbers.items() if held >= 2)
    if c.BOOK in view.realm:
        yield from (t.UseBook(number) for number in sorted(set(c.numbers(view.discard))))
    yield t.EndActions()


def rescues(view: State) -> Iterator[t.Rescue]:
    """Yield the rescues that the active seat can make (SQ-R13, SQ-R18, SQ-R19)."""
    friends = _once(view.companions[view.active])
    for card in _once(view.realm):
        if friends and c.is_queen(card) and not c.is_asleep(card):
            fitting = (friend for friend in friends if friend in (c.symbol(card), c.WILD))
            yield from (t.Rescue(c.symbol(card), friend) for friend in fitting)


def others(view: State) -> tuple[Seat, ...]:
    """Return all seats but the active one."""
    return tuple(seat for seat in range(view.seats) if seat != view.active)


def _once(cards: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(cards))
