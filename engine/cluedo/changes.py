"""What each event of Cluedo does to the table: it copies what the event says and works nothing out."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from typing import Any

from engine.cluedo import cards
from engine.cluedo import table as t
from engine.cluedo.board import board_of
from engine.cluedo.table import Phase, Spot, State, Triple
from engine.core import Event, Seat, changed, put


def evolve(state: State, event: Event) -> State:
    """Return the state after an event; copies what it says, never reads a hidden card.

    Raises ValueError for an event that speaks of what this game does not have: a card, a square, seven pips.
    """
    return _EVOLVE[event.__class__](state, event)


def _all_of(these: Iterable[object], known: Container[object]) -> None:
    for each in these:
        if each not in known:
            raise ValueError(each)


def _cards(state: State, these: Iterable[str] | None) -> None:
    _all_of(these or (), cards.load(state.edition).cards)


def _one_of_each(state: State, suspect: str, weapon: str, location: str) -> Triple:
    edition = cards.load(state.edition)
    _all_of((suspect,), edition.suspects)
    _all_of((weapon,), edition.weapons)
    _all_of((location,), edition.locations)
    return suspect, weapon, location


def _weapons_placed(state: State, event: t.WeaponsPlaced) -> State:
    edition = cards.load(state.edition)
    _all_of(event.locations, edition.locations)
    return changed(state, weapons=dict(zip(edition.weapons, event.locations, strict=True)))


def _envelope_filled(state: State, event: t.EnvelopeFilled) -> State:
    return changed(state, envelope=event.cards and _one_of_each(state, *event.cards))


def _hand_dealt(state: State, event: t.HandDealt) -> State:
    _cards(state, event.cards)
    return changed(
        state,
        hand_sizes=put(state.hand_sizes, event.seat, event.size),
        hands=put(state.hands, event.seat, event.cards),
    )


def _turn_began(state: State, event: t.TurnBegan) -> State:
    return changed(
        state,
        phase=Phase.START,
        active=event.seat,
        turn=state.turn + 1,
        summoned=put(state.summoned, state.active, False) if state.turn else state.summoned,
        roll=None,
        suggestion=None,
        accusation=None,
        asked=None,
    )


def _rolled(state: State, event: t.Rolled) -> State:
    _all_of(event.dice, range(1, 7))
    _all_of((len(event.dice),), (cards.load(state.edition).dice,))
    return changed(state, phase=Phase.MOVE, roll=sum(event.dice))


def _moved(state: State, event: t.Moved) -> State:
    _all_of((event.square,), board_of(cards.load(state.edition)).squares)
    return changed(state, phase=Phase.TURN_OVER, tokens=_stands(state, event.by, event.square))


def _entered(state: State, event: t.Entered | t.MovedIn) -> State:
    _all_of((event.location,), cards.load(state.edition).locations)
    tokens = _stands(state, event.by, event.location)
    if isinstance(event, t.MovedIn):
        return changed(state, tokens=tokens)
    return changed(state, phase=Phase.ENTERED, tokens=tokens)


def _stands(state: State, seat: Seat, spot: Spot) -> Mapping[str, Spot]:
    return {**state.tokens, state.played[seat]: spot}


def _suggested(state: State, event: t.Suggested) -> State:
    token, place = event.suspect, event.location
    summoned = state.summoned
    if token in state.played and state.tokens[token] != place:
        owner = state.played.index(token)
        summoned = put(summoned, owner, owner != event.by)
    return changed(
        state,
        phase=Phase.REFUTE,
        tokens={**state.tokens, token: place},
        weapons={**state.weapons, event.weapon: place},
        summoned=summoned,
        suggestion=_one_of_each(state, event.suspect, event.weapon, event.location),
        asked=(event.by + 1) % state.seats,
    )


def _passed(state: State, event: t.Passed) -> State:
    following = (event.by + 1) % state.seats
    if following == state.active:
        return changed(state, phase=Phase.AFTER, asked=None)
    return changed(state, asked=following)


def _envelope_seen(state: State, event: t.EnvelopeSeen) -> State:
    if event.correct:
        return changed(state, phase=Phase.SOLVED)
    return changed(state, phase=Phase.TURN_OVER, failed=put(state.failed, event.by, True))


def _accused(state: State, event: t.Accused) -> State:
    accusation = _one_of_each(state, event.suspect, event.weapon, event.location)
    return changed(state, phase=Phase.ACCUSED, accusation=accusation)


def _shown(state: State, event: t.Shown) -> State:
    _cards(state, event.card and (event.card,))
    return changed(state, phase=Phase.TURN_OVER)


def _card_seen(state: State, event: t.CardSeen) -> State:
    _cards(state, event.card and (event.card,))
    return state


def _turned_up(state: State, event: t.CardTurnedUp) -> State:
    _cards(state, (event.card,))
    return changed(state, turned_up=state.turned_up | {event.card})


def _ended(state: State, event: t.GameEnded) -> State:
    if state.solution is None or (event.winner is None) is (event.reason in ("solved", "last_standing")):
        raise ValueError(event.reason)
    return changed(state, phase=Phase.OVER, end=event.reason, winner=event.winner)


_EVOLVE: dict[type[Event], Callable[[State, Any], State]] = {
    t.WeaponsPlaced: _weapons_placed,
    t.EnvelopeFilled: _envelope_filled,
    t.HandDealt: _hand_dealt,
    t.TurnBegan: _turn_began,
    t.Rolled: _rolled,
    t.Moved: _moved,
    t.Entered: _entered,
    t.Suggested: _suggested,
    t.Passed: _passed,
    t.MustShow: lambda state, event: changed(state, phase=Phase.SHOW),
    t.Shown: _shown,
    t.Accused: _accused,
    t.EnvelopeSeen: _envelope_seen,
    t.MovedIn: _entered,
    t.TurnEnded: lambda state, event: changed(state, phase=Phase.TURN_OVER),
    t.SolutionRevealed: lambda state, event: changed(state, solution=_one_of_each(state, *event.cards)),
    t.GameEnded: _ended,
    t.CardSeen: _card_seen,
    t.CardTurnedUp: _turned_up,
    t.HandSizeSet: lambda state, event: changed(
        state, hand_sizes=put(state.hand_sizes, event.seat, event.size)
    ),
}
