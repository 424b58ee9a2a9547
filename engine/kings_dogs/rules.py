"""The rules of King's Dogs as pure functions (RULES.md KD-R1 to R19 with KD-G1 to G24)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Any

from engine.chance import Chance
from engine.core import (
    Action,
    Demand,
    Event,
    Message,
    Named,
    Result,
    SaidError,
    Seat,
    Setup,
    changed,
    put,
    settings,
)
from engine.kings_dogs import table as t
from engine.kings_dogs.table import DOORS, OPTIONS, Phase, State

name = "kings_dogs"
rules = 1
seats = range(2, 6)
options = OPTIONS
events: tuple[type[Event], ...] = (
    t.LeaderChosen,
    t.TilesSet,
    t.DoorOpened,
    t.Agreed,
    t.Raised,
    t.Rejected,
    t.Accused,
    t.Searched,
    t.TileTurned,
    t.SearchEnded,
    t.PenaltyTaken,
    t.RewardDue,
    t.RewardDeclined,
    t.Scored,
    t.Eliminated,
    t.LeaderPassed,
    t.RoundEnded,
    t.GameEnded,
)


def start(setup: Setup) -> State:
    """Return the table before the first leader is known; raises SaidError for a wrong set-up."""
    chosen = settings(OPTIONS, seats, setup)
    number = len(setup.seats)
    if chosen["first_leader"] not in ("random", *range(number)):
        raise SaidError(Message("The first leader must be one of the players."))
    return State(
        options=chosen,
        seats=number,
        phase=Phase.START,
        leader=0,
        alive=(True,) * number,
        face_up=(frozenset(),) * number,
        score=(0,) * number,
        penalty=(0,) * number,
        unset=frozenset(range(number)),
        dogs=(None,) * number,
    )


def decider(view: State) -> Seat | None:
    """Return the seat that must choose now, None when nobody has to."""
    if view.phase in (Phase.START, Phase.OVER):
        return None
    if view.unset:
        return min(view.unset) if view.options["placement"] == "choose" else None
    if view.phase is Phase.OPEN:
        return view.leader
    if view.phase is Phase.RESPOND:
        return view.to_answer
    return view.accuser if view.phase is Phase.REWARD else None


def legal(view: State) -> tuple[Action, ...]:
    """Return everything the deciding seat may do, from its own view."""
    seat = decider(view)
    if seat is None:
        return ()
    if view.unset:
        return tuple(t.Place(position) for position in sorted(DOORS))
    if view.phase is Phase.OPEN:
        return tuple(t.Open(door) for door in sorted(DOORS))
    if view.phase is Phase.RESPOND:
        return answers(view.open, view.face_up[view.leader])
    kept = (t.Decline(),) if view.options["reward_optional"] else ()
    hidden = sorted(DOORS - view.face_up[seat] - {view.dogs[seat]})
    return (*(t.TurnOwnX(position) for position in hidden), *kept)


@cache
def answers(opened: frozenset[int], face_up: frozenset[int]) -> tuple[Action, ...]:
    """Return every answer to these open doors to a leader who has those tiles up (KD-R8 to R11)."""
    closed = sorted(DOORS - opened)
    swaps = combinations(closed, len(opened) + 1) if len(opened) <= 2 else ()
    return (
        t.Agree(),
        *(t.Raise(door) for door in closed),
        *(t.Reject(frozenset(doors)) for doors in swaps),
        *(t.Accuse(position) for position in sorted(DOORS - face_up)),
    )


def refusal(view: State, action: Action) -> Message | None:
    """Return why the deciding seat may not do this, None when it may."""
    if action in legal(view):
        return None
    if view.phase is Phase.RESPOND and not view.unset:
        match action:
            case t.Raise(door) if door in view.open:
                return Message("{door} is open already.", {"door": Named("door", door)})
            case t.Reject() if len(view.open) > 2:
                return Message("With three or more doors open nobody may reject.")
            case t.Reject(doors) if len(doors) != len(view.open) + 1:
                return Message("Open exactly {number} other doors.", {"number": len(view.open) + 1})
            case t.Reject():
                return Message("Only doors that are closed now may be opened instead.")
            case t.Accuse():
                return Message("Point at a tile of the leader that is still face down.")
    if view.phase is Phase.REWARD and isinstance(action, t.TurnOwnX):
        return Message("Turn up one of your own X tiles that is still face down.")
    return Message("That cannot be done now.")


def reveal(state: State, cause: Action | Demand, chance: Chance) -> tuple[Event, ...]:
    """Return what an action or a demand brings to the table; the only reader of hidden dogs."""
    match cause:
        case t.DrawLeader():
            return (t.LeaderChosen(chance.stream("leader").randrange(state.seats)),)
        case t.ShuffleTiles(owner):
            return (t.TilesSet(owner, chance.stream("tiles").randint(1, 5)),)
        case t.TurnUp(owner, position):
            return (t.TileTurned(owner, position, state.dogs[owner] == position),)
    seat = decider(state)
    assert seat is not None
    match cause:
        case t.Place(position):
            return (t.TilesSet(seat, position),)
        case t.Open(door):
            return (t.DoorOpened(seat, door),)
        case t.Agree():
            return (t.Agreed(seat),)
        case t.Raise(door):
            return (t.Raised(seat, door),)
        case t.Reject(doors):
            return (t.Rejected(seat, doors),)
        case t.Accuse(position):
            return (t.Accused(seat, position),)
        case t.TurnOwnX(position):
            return (t.TileTurned(seat, position, False),)
        case t.Decline():
            return (t.RewardDeclined(seat),)
    raise TypeError(f"not an action of King's Dogs: {cause!r}")


def follow(view: State) -> Event | Demand | None:
    """Return the next thing that the rules make of what all can see; None when a seat must choose."""
    match view.phase:
        case Phase.OVER:
            return None
        case Phase.START:
            first = view.options["first_leader"]
            return t.DrawLeader() if first == "random" else t.LeaderChosen(first)
        case Phase.SEARCH if view.searched in view.unset:
            return _onward(view)
        case Phase.SCORE if ending := _score(view):
            return ending
    if view.unset:
        return t.ShuffleTiles(min(view.unset)) if view.options["placement"] == "shuffle" else None
    match view.phase:
        case Phase.RESPOND if view.to_answer is None:
            return t.Searched(view.leader)
        case Phase.SEARCH:
            return _search(view)
        case Phase.ACCUSED:
            return _accusation(view)
        case Phase.FOUND:
            if view.accuser is None or len(_staying(view)) == 1:
                return t.SearchEnded()
            return t.RewardDue(view.accuser)
        case Phase.SCORE:
            return t.RoundEnded() if view.alive[view.leader] else t.LeaderPassed(view.next_alive(view.leader))
    return None


def _search(view: State) -> Event | Demand:
    if view.found is not None:
        return t.PenaltyTaken(view.found)
    seat = view.searched
    assert seat is not None
    hidden = view.open - view.face_up[seat]
    if hidden:
        return t.TurnUp(seat, min(hidden))
    if view.options["score_timing"] == "immediate" and seat in _scorers(view):
        return t.Scored((seat,))
    return _onward(view)


def _onward(view: State) -> Event:
    assert view.searched is not None
    if max(view.score) >= t.SCORE_TO_WIN:
        return t.GameEnded("points")
    following = view.next_alive(view.searched)
    return t.SearchEnded() if following == view.leader else t.Searched(following)


def _accusation(view: State) -> Event | Demand:
    if view.found is not None:
        return t.PenaltyTaken(view.found)
    assert view.accused is not None
    turned = view.accused in view.face_up[view.leader]
    return t.SearchEnded() if turned else t.TurnUp(view.leader, view.accused)


def _score(view: State) -> Event | None:
    """Score, take the eliminated out of the game, and see whether it is over (KD-G14, KD-G18)."""
    if scorers := _scorers(view):
        return t.Scored(scorers)
    staying = _staying(view)
    for seat in view.living:
        if seat not in staying:
            return t.Eliminated(seat)
    if len(staying) == 1:
        return t.GameEnded("survival")
    if max(view.score) >= t.SCORE_TO_WIN:
        return t.GameEnded("points")
    return t.GameEnded("cap") if view.round >= view.options["max_rounds"] else None


def _scorers(view: State) -> tuple[Seat, ...]:
    return tuple(seat for seat in view.living if len(view.face_up[seat]) >= t.TILES_TO_SCORE)


def _staying(view: State) -> tuple[Seat, ...]:
    return tuple(seat for seat in view.living if view.penalty[seat] < t.PENALTIES_TO_LEAVE)


def evolve(state: State, event: Event) -> State:
    """Return the state after an event; copies what it says, never reads a hidden dog."""
    return _EVOLVE[type(event)](state, event)


def _opened(state: State, leader: Seat, doors: frozenset[int]) -> State:
    return changed(
        state, phase=Phase.RESPOND, leader=leader, open=doors, agrees=0, to_answer=state.next_alive(leader)
    )


def _agreed(state: State, event: t.Agreed) -> State:
    following = state.next_alive(event.by)
    return changed(state, agrees=state.agrees + 1, to_answer=None if following == state.leader else following)


def _accused(state: State, event: t.Accused) -> State:
    return changed(state, phase=Phase.ACCUSED, accuser=event.by, accused=event.position, to_answer=None)


def _tiles_set(state: State, event: t.TilesSet) -> State:
    return changed(state, unset=state.unset - {event.seat}, dogs=put(state.dogs, event.seat, event.position))


def _turned(state: State, event: t.TileTurned) -> State:
    if event.dog:
        return changed(state, found=event.seat)
    face_up = put(state.face_up, event.seat, state.face_up[event.seat] | {event.position})
    phase = Phase.SCORE if state.phase is Phase.REWARD else state.phase
    return changed(state, face_up=face_up, phase=phase)


def _penalty(state: State, event: t.PenaltyTaken) -> State:
    chips = state.penalty[event.seat] + 1
    stays = frozenset({event.seat}) if chips < t.PENALTIES_TO_LEAVE else frozenset()
    return changed(
        _gather(state, (event.seat,)),
        phase=Phase.FOUND,
        penalty=put(state.penalty, event.seat, chips),
        unset=state.unset | stays,
    )


def _scored(state: State, event: t.Scored) -> State:
    score = tuple(points + (seat in event.seats) for seat, points in enumerate(state.score))
    return changed(_gather(state, event.seats), score=score, unset=state.unset | set(event.seats))


def _gather(state: State, seats: tuple[Seat, ...]) -> State:
    face_up, dogs = state.face_up, state.dogs
    for seat in seats:
        face_up, dogs = put(face_up, seat, frozenset()), put(dogs, seat, None)
    return changed(state, face_up=face_up, dogs=dogs)


def _eliminated(state: State, event: t.Eliminated) -> State:
    return changed(state, alive=put(state.alive, event.seat, False), left=(*state.left, event.seat))


def _round_ended(state: State, event: t.RoundEnded) -> State:
    return changed(
        state,
        phase=Phase.OPEN,
        open=frozenset(),
        agrees=0,
        to_answer=None,
        searched=None,
        accuser=None,
        accused=None,
        found=None,
        round=state.round + 1,
    )


_EVOLVE: dict[type[Event], Callable[[State, Any], State]] = {
    t.LeaderChosen: lambda state, event: changed(state, phase=Phase.OPEN, leader=event.seat),
    t.TilesSet: _tiles_set,
    t.DoorOpened: lambda state, event: _opened(state, event.by, frozenset({event.door})),
    t.Agreed: _agreed,
    t.Raised: lambda state, event: _opened(state, event.by, state.open | {event.door}),
    t.Rejected: lambda state, event: _opened(state, event.by, event.doors),
    t.Accused: _accused,
    t.Searched: lambda state, event: changed(state, phase=Phase.SEARCH, searched=event.seat),
    t.TileTurned: _turned,
    t.SearchEnded: lambda state, event: changed(state, phase=Phase.SCORE),
    t.PenaltyTaken: _penalty,
    t.RewardDue: lambda state, event: changed(state, phase=Phase.REWARD),
    t.RewardDeclined: lambda state, event: changed(state, phase=Phase.SCORE),
    t.Scored: _scored,
    t.Eliminated: _eliminated,
    t.LeaderPassed: lambda state, event: changed(state, leader=event.to),
    t.RoundEnded: _round_ended,
    t.GameEnded: lambda state, event: changed(state, phase=Phase.OVER, end=event.reason),
}


def result(state: State) -> Result | None:
    """Return the ranking (KD-R18, KD-G16 to G18), None while the game goes on.

    Shared ranks are shared victories; a game ended by the cap has ranks and no winner.
    """
    if state.end is None:
        return None

    def standing(seat: Seat) -> tuple[int, int, int]:
        if seat in state.left:
            return (1 + len(state.left) - state.left.index(seat), 0, 0)
        return (0, -state.score[seat], state.penalty[seat])

    standings = [standing(seat) for seat in range(state.seats)]
    ranks = tuple(1 + sum(other < mine for other in standings) for mine in standings)
    winners = tuple(seat for seat in range(state.seats) if ranks[seat] == 1)
    return Result(() if state.end == "cap" else winners, ranks, state.end)
