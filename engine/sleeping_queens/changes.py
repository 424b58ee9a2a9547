"""What each event of Sleeping Queens 2 does to the table: it copies what the event says.

An event that cannot be (a fifth card of one number, a companion that nobody has) raises ValueError.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from engine.core import Event, Seat, changed
from engine.sleeping_queens import cards as c
from engine.sleeping_queens import events as e
from engine.sleeping_queens.table import DOWN, EMPTY, FACES, Phase, State

_INSTANTS = {"gnome": Phase.GNOME, "witch": Phase.WITCH, "willow": Phase.WILLOW}


def evolve(state: State, event: Event) -> State:
    """Return the state after an event; never reads what lies face down."""
    return _EVOLVE[event.__class__](state, event)


def _pile_shuffled(state: State, event: e.PileShuffled) -> State:
    whole = (
        sum(state.box.deck.values()) if state.phase is Phase.START else state.pile_size + len(state.discard)
    )
    _must(event.number == whole)
    return changed(state, pile_size=event.number, pile=event.cards, discard=())


def _first_turned_up(state: State, event: e.FirstTurnedUp) -> State:
    _must(event.card in state.box.deck and state.pile_size > 0)
    return changed(
        state, pile_size=state.pile_size - 1, pile=state.pile and state.pile[1:], discard=(event.card,)
    )


def _companions_laid(state: State, event: e.CompanionsLaid) -> State:
    places = sum(state.box.companions.values())
    ring = list(state.ring or (EMPTY,) * places)
    under: list[str | None] = list(state.under or (None,) * places)
    _must(len(set(event.slots)) == len(event.slots))
    for place in event.slots:
        _must(ring[place] != DOWN)
        ring[place] = DOWN
    for place, companion in zip(event.slots, event.cards or (), strict=event.cards is not None):
        under[place] = companion
    return changed(state, ring=tuple(ring), under=event.cards and tuple(under))


def _knights_given(state: State, event: e.KnightsGiven) -> State:
    _must(len(set(event.knights)) == len(event.knights) == state.seats)
    _must(all(knight in state.box.knights for knight in event.knights))
    return changed(state, knights=event.knights)


def _turn_began(state: State, event: e.TurnBegan) -> State:
    return changed(
        state,
        phase=Phase.ROLL,
        active=event.seat,
        turn=state.turn + 1,
        face=None,
        kept=False,
        rerolls=0,
        moved=False,
    )


def _rolled(state: State, event: e.Rolled) -> State:
    _must(event.face in FACES)
    return changed(
        state,
        phase=Phase.GNOME if state.instant else Phase.ROLLED,
        face=event.face,
        rerolls=state.rerolls + (state.face is not None),
    )


def _knights_moved(state: State, event: e.KnightsMoved) -> State:
    _must(sorted(event.knights) == sorted(state.knights))
    moved = changed(state, knights=event.knights, moved=True)
    if any(map(c.is_asleep, state.realm)):
        return changed(moved, phase=Phase.WAKE)
    return _after_dragon(moved)


def _queen_woken(state: State, event: e.QueenWoken) -> State:
    if event.symbol is None:
        return _after_dragon(state)
    lady = c.queen(event.symbol)
    return _after_dragon(_realm(state, event.by, gone=(c.asleep(lady),), new=(lady,)))


def _after_dragon(state: State) -> State:
    if state.instant:
        return changed(state, phase=Phase.GNOME)
    phase = Phase.ROLL if state.options["dragon_reroll"] else Phase.ACTIONS
    return changed(state, phase=phase, face=None, kept=False, rerolls=0, moved=False)


def _draw_due(state: State, event: e.DrawDue) -> State:
    return changed(state, phase=Phase.DRAW, to_draw=event.number)


def _cards_drawn(state: State, event: e.CardsDrawn) -> State:
    number = len(event.cards)
    _must(number <= min(state.pile_size, state.to_draw))
    seen = Counter(map(c.awake, [*state.discard, *state.drawn, *event.cards, *sum(state.realms, ())]))
    _must(all(seen[card] <= state.box.deck[card] for card in event.cards if card in state.box.deck))
    _must(all(card in state.box.deck for card in event.cards))
    return changed(
        state,
        drawn=state.drawn + event.cards,
        to_draw=state.to_draw - number,
        pile_size=state.pile_size - number,
        pile=state.pile and state.pile[number:],
    )


def _instant_played(state: State, event: e.InstantPlayed) -> State:
    return changed(
        state,
        phase=_INSTANTS[event.card],
        instant=event.card,
        drawn=_without(state.drawn, (event.card,)),
        discard=(*state.discard, event.card),
        to_draw=0,
        face=None,
        kept=False,
        rerolls=0,
        moved=False,
    )


def _done(state: State) -> State:
    """Return the table with the instant carried out."""
    return changed(state, phase=Phase.DRAW, instant=None)


def _companion_taken(state: State, event: e.CompanionTaken) -> State:
    _must(state.ring[event.slot] == DOWN and event.companion in state.box.companions)
    taken = changed(
        state,
        ring=_at(state.ring, event.slot, EMPTY),
        under=state.under and _at(state.under, event.slot, None),
        companions=_at(state.companions, event.by, _sorted((*state.companions[event.by], event.companion))),
    )
    return _done(taken) if state.instant else changed(taken, phase=Phase.ACTIONS)


def _stolen(state: State, event: e.Stolen) -> State:
    return _done(_realm(_realm(state, event.seat, gone=(event.card,)), event.by, new=(event.card,)))


def _queen_taken(state: State, event: e.QueenTaken) -> State:
    lady = c.queen(event.symbol)
    return _done(_realm(changed(state, discard=_without_top(state.discard, lady)), event.by, new=(lady,)))


def _knights_swapped(state: State, event: e.KnightsSwapped) -> State:
    one, other = state.knights[event.one], state.knights[event.other]
    return _done(changed(state, knights=_at(_at(state.knights, event.one, other), event.other, one)))


def _cards_swapped(state: State, event: e.CardsSwapped) -> State:
    given = _realm(state, event.by, gone=(event.own,), new=(event.theirs,))
    return _done(_realm(given, event.seat, gone=(event.theirs,), new=(event.own,)))


def _companions_swapped(state: State, event: e.CompanionsSwapped) -> State:
    _must(event.by != event.seat)
    mine, theirs = state.companions[event.by], state.companions[event.seat]
    mine = _sorted((*_without(mine, (event.own,)), event.theirs))
    theirs = _sorted((*_without(theirs, (event.theirs,)), event.own))
    return _done(changed(state, companions=_at(_at(state.companions, event.by, mine), event.seat, theirs)))


def _wind_blew(state: State, event: e.WindBlew) -> State:
    if event.seat is None:
        return _done(state)
    sleeping = _sorted(map(c.asleep, state.realms[event.seat]))
    return _done(changed(state, realms=_at(state.realms, event.seat, sleeping)))


def _cards_placed(state: State, event: e.CardsPlaced) -> State:
    left = _without(state.drawn, event.cards)
    return changed(_realm(state, event.by, new=event.cards), drawn=left, phase=Phase.ACTIONS)


def _summoned(state: State, event: e.Summoned) -> State:
    gone = tuple(map(str, event.numbers))
    return changed(_discarded(state, event.by, gone), phase=Phase.PICK)


def _all_woken(state: State, event: e.AllWoken) -> State:
    paid = _discarded(state, event.by, (str(event.number),) * 2)
    up = _sorted(map(c.awake, paid.realms[event.by]))
    return changed(paid, realms=_at(paid.realms, event.by, up))


def _book_used(state: State, event: e.BookUsed) -> State:
    _must(event.number in c.NUMBERS)
    found = changed(state, discard=_without_top(state.discard, str(event.number)))
    return _discarded(_realm(found, event.by, new=(str(event.number),)), event.by, (c.BOOK,))


def _rescued(state: State, event: e.Rescued) -> State:
    _must(state.ring[event.slot] == EMPTY and state.kings_left > 0)
    left = _without(state.companions[event.by], (event.companion,))
    return changed(
        _discarded(state, event.by, (c.queen(event.symbol),)),
        companions=_at(state.companions, event.by, left),
        ring=_at(state.ring, event.slot, event.companion),
        kings=_at(state.kings, event.by, state.kings[event.by] + 1),
    )


def _ended(state: State, event: e.GameEnded) -> State:
    _must(event.reason in ("rescued", "cap") and (event.winner is None) == (event.reason == "cap"))
    return changed(state, phase=Phase.OVER, end=event.reason, winner=event.winner)


def _discarded(state: State, seat: Seat, gone: tuple[str, ...]) -> State:
    """Return the table with cards of a realm on top of the discard pile; a queen lies there awake."""
    put_away = (*state.discard, *map(c.awake, gone))
    return changed(_realm(state, seat, gone=gone), discard=put_away)


def _realm(state: State, seat: Seat, gone: Iterable[str] = (), new: Iterable[str] = ()) -> State:
    """Return the table with cards taken out of a realm, then others put into it."""
    cards = (*_without(state.realms[seat], gone), *new)
    return changed(state, realms=_at(state.realms, seat, _sorted(cards)))


def _sorted(cards: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(cards, key=c.order))


def _without(cards: tuple[str, ...], gone: Iterable[str]) -> tuple[str, ...]:
    """Return cards less some of them; raises ValueError if one is not there."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def _without_top(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Return a pile less the topmost card of one kind; raises ValueError if there is none."""
    below = len(cards) - 1 - cards[::-1].index(card)
    return cards[:below] + cards[below + 1 :]


def _at(entries: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*entries[:place], value, *entries[place + 1 :])


def _must(fact: bool) -> None:
    if not fact:
        raise ValueError


_EVOLVE: dict[type[Event], Callable[[State, Any], State]] = {
    e.PileShuffled: _pile_shuffled,
    e.FirstTurnedUp: _first_turned_up,
    e.CompanionsLaid: _companions_laid,
    e.KnightsGiven: _knights_given,
    e.TurnBegan: _turn_began,
    e.Rolled: _rolled,
    e.RollKept: lambda state, event: changed(state, kept=True),
    e.KnightsMoved: _knights_moved,
    e.QueenWoken: _queen_woken,
    e.DrawDue: _draw_due,
    e.CardsDrawn: _cards_drawn,
    e.InstantPlayed: _instant_played,
    e.NothingHappened: lambda state, event: _done(state),
    e.CompanionTaken: _companion_taken,
    e.Stolen: _stolen,
    e.QueenTaken: _queen_taken,
    e.KnightsSwapped: _knights_swapped,
    e.CardsSwapped: _cards_swapped,
    e.CompanionsSwapped: _companions_swapped,
    e.SwapDeclined: lambda state, event: _done(state),
    e.WindBlew: _wind_blew,
    e.CardsPlaced: _cards_placed,
    e.Summoned: _summoned,
    e.AllWoken: _all_woken,
    e.BookUsed: _book_used,
    e.Rescued: _rescued,
    e.ActionsEnded: lambda state, event: changed(state, phase=Phase.DISCARD),
    e.Discarded: lambda state, event: _discarded(state, event.by, (event.card,)),
    e.GameEnded: _ended,
}
