"""What each event of Cluedo does to the table: it copies what the event says and works nothing out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.cluedo import cards
from engine.cluedo import table as t
from engine.cluedo.table import Phase, Spot, State
from engine.core import Event, Seat, changed


def evolve(state: State, event: Event) -> State:
    """Return the state after an event; copies what it says, never reads a hidden card."""
    return _EVOLVE[event.__class__](state, event)


def _hand_dealt(state: State, event: t.HandDealt) -> State:
    return changed(
        state,
        hand_sizes=_at(state.hand_sizes, event.seat, event.size),
        hands=_at(state.hands, event.seat, event.cards),
    )


def _turn_began(state: State, event: t.TurnBegan) -> State:
    return changed(
        state,
        phase=Phase.START,
        active=event.seat,
        turn=state.turn + 1,
        summoned=_at(state.summoned, state.active, False) if state.turn else state.summoned,
        roll=None,
        suggestion=None,
        accusation=None,
        asked=None,
    )


def _stands(state: State, seat: Seat, spot: Spot) -> Mapping[str, Spot]:
    return {**state.tokens, state.played[seat]: spot}


def _suggested(state: State, event: t.Suggested) -> State:
    token, place = event.suspect, event.location
    summoned = state.summoned
    if token in state.played and state.tokens[token] != place:
        owner = state.played.index(token)
        summoned = _at(summoned, owner, owner != event.by)
    return changed(
        state,
        phase=Phase.REFUTE,
        tokens={**state.tokens, token: place},
        weapons={**state.weapons, event.weapon: place},
        summoned=summoned,
        suggestion=(event.suspect, event.weapon, event.location),
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
    return changed(state, phase=Phase.TURN_OVER, failed=_at(state.failed, event.by, True))


def _at(entries: tuple[Any, ...], seat: Seat, value: Any) -> tuple[Any, ...]:
    return (*entries[:seat], value, *entries[seat + 1 :])


_EVOLVE: dict[type[Event], Callable[[State, Any], State]] = {
    t.WeaponsPlaced: lambda state, event: changed(
        state, weapons=dict(zip(cards.load(state.edition).weapons, event.locations, strict=True))
    ),
    t.EnvelopeFilled: lambda state, event: changed(state, envelope=event.cards),
    t.HandDealt: _hand_dealt,
    t.TurnBegan: _turn_began,
    t.Rolled: lambda state, event: changed(state, phase=Phase.MOVE, roll=sum(event.dice)),
    t.Moved: lambda state, event: changed(
        state, phase=Phase.TURN_OVER, tokens=_stands(state, event.by, event.square)
    ),
    t.Entered: lambda state, event: changed(
        state, phase=Phase.ENTERED, tokens=_stands(state, event.by, event.location)
    ),
    t.Suggested: _suggested,
    t.Passed: _passed,
    t.MustShow: lambda state, event: changed(state, phase=Phase.SHOW),
    t.Shown: lambda state, event: changed(state, phase=Phase.TURN_OVER),
    t.Accused: lambda state, event: changed(
        state, phase=Phase.ACCUSED, accusation=(event.suspect, event.weapon, event.location)
    ),
    t.EnvelopeSeen: _envelope_seen,
    t.MovedIn: lambda state, event: changed(state, tokens=_stands(state, event.by, event.location)),
    t.TurnEnded: lambda state, event: changed(state, phase=Phase.TURN_OVER),
    t.SolutionRevealed: lambda state, event: changed(state, solution=event.cards),
    t.GameEnded: lambda state, event: changed(state, phase=Phase.OVER, end=event.reason, winner=event.winner),
    t.CardSeen: lambda state, event: state,
    t.CardTurnedUp: lambda state, event: changed(state, turned_up=state.turned_up | {event.card}),
    t.HandSizeSet: lambda state, event: changed(
        state, hand_sizes=_at(state.hand_sizes, event.seat, event.size)
    ),
}
