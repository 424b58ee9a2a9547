"""What each event of Sleeping Queens 2 does to the table: it copies what the event says.

An event that cannot be (a fifth card of one number, a companion that nobody has, a move of somebody whose
turn it is not) raises ValueError: a saved game that holds one is damaged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.core import Event, Seat, changed, put
from engine.sleeping_queens import cards as c
from engine.sleeping_queens import equations
from engine.sleeping_queens import events as e
from engine.sleeping_queens.table import DOWN, EMPTY, FACES, Phase, State

_INSTANTS = {"gnome": Phase.GNOME, "witch": Phase.WITCH, "willow": Phase.WILLOW}


def evolve(state: State, event: Event) -> State:
    """Return the state after an event; what lies face down is carried along and decides nothing."""
    phases, change = _EVOLVE[event.__class__]
    _must(state.phase in phases and getattr(event, "by", state.active) == state.active)
    return change(state, event)


def _pile_shuffled(state: State, event: e.PileShuffled) -> State:
    cards = state.box.deck if state.phase is Phase.START else Counter(state.discard)
    _must(state.phase is Phase.START or not state.pile_size)
    _must(event.number == sum(cards.values()))
    _must(event.cards is None or Counter(event.cards) == Counter(cards))
    return changed(state, pile_size=event.number, pile=event.cards, discard=())


def _first_turned_up(state: State, event: e.FirstTurnedUp) -> State:
    _must(event.card in state.box.deck and not state.discard)
    return changed(_off_the_pile(state, (event.card,)), discard=(event.card,))


def _off_the_pile(state: State, cards: tuple[str, ...]) -> State:
    number = len(cards)
    _must(number <= state.pile_size)
    _must(state.pile is None or state.pile[:number] == cards)
    left = None if state.pile is None else state.pile[number:]
    return changed(state, pile_size=state.pile_size - number, pile=left)


def _companions_laid(state: State, event: e.CompanionsLaid) -> State:
    first = not state.ring
    _must(first == (state.phase is Phase.START) and not state.face_down)
    places = sum(state.box.companions.values())
    _must(event.slots == (tuple(range(places)) if first else state.face_up))
    lying = state.box.companions if first else Counter(state.ring[place] for place in event.slots)
    _must(event.cards is None or Counter(event.cards) == Counter(lying))
    ring = tuple(DOWN if place in event.slots else EMPTY for place in range(places))
    return changed(state, ring=ring, under=event.cards and _under(places, event.slots, event.cards))


def _under(places: int, slots: tuple[int, ...], cards: tuple[str, ...]) -> tuple[str | None, ...]:
    lies: Mapping[int, str] = dict(zip(slots, cards, strict=True))
    return tuple(lies.get(place) for place in range(places))


def _knights_given(state: State, event: e.KnightsGiven) -> State:
    _must(len(set(event.knights)) == len(event.knights) == state.seats)
    knights = [state.box.knights[knight] for knight in event.knights]
    _must(all(knight.least_players <= state.seats for knight in knights))
    return changed(state, knights=event.knights)


def _turn_began(state: State, event: e.TurnBegan) -> State:
    ready = (
        bool(state.knights) if state.phase is Phase.START else len(state.realm) <= state.limit(state.active)
    )
    _must(ready and (not state.turn or event.seat == (state.active + 1) % state.seats))
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
    again = state.face == "1" and state.knight == "reroll_one" and not state.kept
    _must(event.face in FACES and (state.face is None or again))
    return changed(
        state,
        phase=Phase.GNOME if state.instant else Phase.ROLLED,
        face=event.face,
        rerolls=state.rerolls + (state.face is not None),
    )


def _knights_moved(state: State, event: e.KnightsMoved) -> State:
    _must(state.face == c.DRAGON and not state.moved)
    _must(event.knights == (state.knights[-1], *state.knights[:-1]))
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
    _must(state.face in FACES[:3] and 0 <= event.number - int(state.face or 0) <= 1)
    return changed(state, phase=Phase.DRAW, to_draw=event.number)


def _cards_drawn(state: State, event: e.CardsDrawn) -> State:
    _must(0 < len(event.cards) <= state.to_draw)
    open_now = [*state.discard, *state.drawn, *(card for realm in state.realms for card in realm)]
    seen = Counter(map(c.awake, (*open_now, *event.cards)))
    _must(all(seen[card] <= state.box.deck[card] for card in event.cards))
    return changed(
        _off_the_pile(state, event.cards),
        drawn=state.drawn + event.cards,
        to_draw=state.to_draw - len(event.cards),
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
    _must(
        event.slot in state.face_down
        and _open(state, event.companion) < state.box.companions[event.companion]
    )
    _must(state.under is None or state.under[event.slot] == event.companion)
    _must(state.phase is Phase.PICK or state.face == "1")
    taken = changed(
        state,
        ring=put(state.ring, event.slot, EMPTY),
        under=state.under and put(state.under, event.slot, None),
        companions=put(state.companions, event.by, _sorted((*state.companions[event.by], event.companion))),
    )
    return _done(taken) if state.instant else changed(taken, phase=Phase.ACTIONS)


def _open(state: State, companion: str) -> int:
    """Return how many companions of one kind lie where all can see them."""
    return sum(owned.count(companion) for owned in (state.ring, *state.companions))


def _stolen(state: State, event: e.Stolen) -> State:
    _must(state.face == "2" and event.seat != event.by)
    return _done(_realm(_realm(state, event.seat, gone=(event.card,)), event.by, new=(event.card,)))


def _queen_taken(state: State, event: e.QueenTaken) -> State:
    _must(state.face == "3")
    lady = c.queen(event.symbol)
    return _done(_realm(changed(state, discard=_without_top(state.discard, lady)), event.by, new=(lady,)))


def _knights_swapped(state: State, event: e.KnightsSwapped) -> State:
    _must(state.face == c.DRAGON and event.one < event.other)
    one, other = state.knights[event.one], state.knights[event.other]
    return _done(changed(state, knights=put(put(state.knights, event.one, other), event.other, one)))


def _cards_swapped(state: State, event: e.CardsSwapped) -> State:
    _must(event.by != event.seat and state.knights[event.seat] != "black")
    given = _realm(state, event.by, gone=(event.own,), new=(event.theirs,))
    return _done(_realm(given, event.seat, gone=(event.theirs,), new=(event.own,)))


def _companions_swapped(state: State, event: e.CompanionsSwapped) -> State:
    _must(event.by != event.seat and state.knights[event.seat] != "black")
    mine, theirs = state.companions[event.by], state.companions[event.seat]
    mine = _sorted((*_without(mine, (event.own,)), event.theirs))
    theirs = _sorted((*_without(theirs, (event.theirs,)), event.own))
    return _done(changed(state, companions=put(put(state.companions, event.by, mine), event.seat, theirs)))


def _wind_blew(state: State, event: e.WindBlew) -> State:
    if event.seat is None:
        return _done(state)
    sleeping = _sorted(map(c.asleep, state.realms[event.seat]))
    return _done(changed(state, realms=put(state.realms, event.seat, sleeping)))


def _cards_placed(state: State, event: e.CardsPlaced) -> State:
    _must(event.cards == state.drawn and not set(event.cards) & set(c.INSTANTS))
    return changed(_realm(state, event.by, new=event.cards), drawn=(), phase=Phase.ACTIONS)


def _summoned(state: State, event: e.Summoned) -> State:
    _must(equations.sample(event.numbers, state.knight == "plus_minus_one") is not None)
    gone = tuple(map(str, event.numbers))
    return changed(_discarded(state, event.by, gone), phase=Phase.PICK)


def _all_woken(state: State, event: e.AllWoken) -> State:
    _must(event.number in c.NUMBERS)
    paid = _discarded(state, event.by, (str(event.number),) * 2)
    up = _sorted(map(c.awake, paid.realms[event.by]))
    return changed(paid, realms=put(paid.realms, event.by, up))


def _book_used(state: State, event: e.BookUsed) -> State:
    _must(event.number in c.NUMBERS)
    found = changed(state, discard=_without_top(state.discard, str(event.number)))
    return _discarded(_realm(found, event.by, new=(str(event.number),)), event.by, (c.BOOK,))


def _rescued(state: State, event: e.Rescued) -> State:
    _must(event.symbol in state.box.symbols and event.companion in (event.symbol, c.WILD))
    _must(event.slot >= 0 and state.ring[event.slot] == EMPTY and state.kings_left > 0)
    left = _without(state.companions[event.by], (event.companion,))
    return changed(
        _discarded(state, event.by, (c.queen(event.symbol),)),
        companions=put(state.companions, event.by, left),
        ring=put(state.ring, event.slot, event.companion),
        kings=put(state.kings, event.by, state.kings[event.by] + 1),
    )


def _discarded_one(state: State, event: e.Discarded) -> State:
    return _discarded(state, event.by, (event.card,))


def _ended(state: State, event: e.GameEnded) -> State:
    won = event.reason == "rescued" and event.winner == state.active
    _must(won or (event.reason == "cap" and event.winner is None))
    return changed(state, phase=Phase.OVER, end=event.reason, winner=event.winner)


def _discarded(state: State, seat: Seat, gone: tuple[str, ...]) -> State:
    """Return the table with cards of a realm on top of the discard pile; a queen lies there awake."""
    put_away = (*state.discard, *map(c.awake, gone))
    return changed(_realm(state, seat, gone=gone), discard=put_away)


def _realm(state: State, seat: Seat, gone: Iterable[str] = (), new: Iterable[str] = ()) -> State:
    """Return the table with cards taken out of a realm, then others put into it."""
    cards = (*_without(state.realms[seat], gone), *new)
    return changed(state, realms=put(state.realms, seat, _sorted(cards)))


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


def _must(fact: bool) -> None:
    if not fact:
        raise ValueError


_EVOLVE: Mapping[type[Event], tuple[tuple[Phase, ...], Callable[[State, Any], State]]] = {
    e.PileShuffled: ((Phase.START, Phase.DRAW), _pile_shuffled),
    e.FirstTurnedUp: ((Phase.START,), _first_turned_up),
    e.CompanionsLaid: ((Phase.START, Phase.GNOME, Phase.PICK), _companions_laid),
    e.KnightsGiven: ((Phase.START,), _knights_given),
    e.TurnBegan: ((Phase.START, Phase.DISCARD), _turn_began),
    e.Rolled: ((Phase.ROLL, Phase.ROLLED, Phase.GNOME), _rolled),
    e.RollKept: ((Phase.ROLLED, Phase.GNOME), lambda state, event: changed(state, kept=True)),
    e.KnightsMoved: ((Phase.ROLLED, Phase.GNOME), _knights_moved),
    e.QueenWoken: ((Phase.WAKE,), _queen_woken),
    e.DrawDue: ((Phase.ROLLED,), _draw_due),
    e.CardsDrawn: ((Phase.DRAW,), _cards_drawn),
    e.InstantPlayed: ((Phase.DRAW,), _instant_played),
    e.NothingHappened: ((Phase.GNOME, Phase.WITCH), lambda state, event: _done(state)),
    e.CompanionTaken: ((Phase.GNOME, Phase.PICK), _companion_taken),
    e.Stolen: ((Phase.GNOME,), _stolen),
    e.QueenTaken: ((Phase.GNOME,), _queen_taken),
    e.KnightsSwapped: ((Phase.GNOME,), _knights_swapped),
    e.CardsSwapped: ((Phase.WITCH,), _cards_swapped),
    e.CompanionsSwapped: ((Phase.WITCH,), _companions_swapped),
    e.SwapDeclined: ((Phase.WITCH,), lambda state, event: _done(state)),
    e.WindBlew: ((Phase.WILLOW,), _wind_blew),
    e.CardsPlaced: ((Phase.DRAW,), _cards_placed),
    e.Summoned: ((Phase.ACTIONS,), _summoned),
    e.AllWoken: ((Phase.ACTIONS,), _all_woken),
    e.BookUsed: ((Phase.ACTIONS,), _book_used),
    e.Rescued: ((Phase.ACTIONS,), _rescued),
    e.ActionsEnded: ((Phase.ACTIONS,), lambda state, event: changed(state, phase=Phase.DISCARD)),
    e.Discarded: ((Phase.DISCARD,), _discarded_one),
    e.GameEnded: ((Phase.ACTIONS, Phase.DISCARD), _ended),
}
