"""What each event of Cockroach Poker Royal does to the table: it copies what the event says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.cockroach_poker import cards
from engine.cockroach_poker import table as t
from engine.cockroach_poker.table import Phase, State
from engine.core import Event, Seat, changed, put

Hand = tuple[str, ...]


def evolve(state: State, event: Event) -> State:
    """Return the state after an event; copies what it says, never reads a hidden card.

    Raises ValueError for an event that cannot come now, or that speaks of what this game does not have:
    a card, a claim, a hand that lacks the card it gives, a card pushed to somebody who has seen it.
    """
    phase, change = _EVOLVE[event.__class__]
    _same(state.phase, phase)
    return change(state, event)


def _same(told: object, expected: object) -> None:
    if told != expected:
        raise ValueError(told)


def _known(state: State, *these: str | None) -> None:
    counts = cards.load(state.edition).counts
    for card in these:
        if card is not None and card not in counts:
            raise ValueError(card)


def _claimed(state: State, claim: str) -> None:
    if claim not in cards.load(state.edition).claims:
        raise ValueError(claim)


def _less(hand: Hand | None, given: Hand) -> Hand | None:
    """Return a hand without some cards; a hidden hand stays hidden. Raises ValueError if it lacks one."""
    if hand is None:
        return None
    left = list(hand)
    for card in given:
        left.remove(card)
    return tuple(left)


def _more(hand: Hand | None, card: str) -> Hand | None:
    return None if hand is None else tuple(sorted((*hand, card)))


def _given(state: State, seat: Seat, given: Hand | None, number: int) -> dict[str, Any]:
    """Return the changes when `number` cards leave a hand; `given` are None where they are hidden."""
    left = state.hand_sizes[seat] - number
    if left < 0:
        raise ValueError(number)
    hands = state.hands
    if given is None:
        if hands[seat] is not None:
            raise ValueError(given)
    else:
        hands = put(hands, seat, _less(hands[seat], given))
    return {"hands": hands, "hand_sizes": put(state.hand_sizes, seat, left)}


def _dealt(state: State, event: t.HandDealt) -> State:
    sizes, _ = cards.load(state.edition).sizes(state.seats, state.starter)
    _same(event.size, sizes[event.seat])
    hand = event.cards
    if hand is not None:
        _known(state, *hand)
        _same(len(hand), event.size)
        hand = tuple(sorted(hand))
    return changed(
        state,
        hands=put(state.hands, event.seat, hand),
        hand_sizes=put(state.hand_sizes, event.seat, event.size),
    )


def _pile_formed(state: State, event: t.PileFormed) -> State:
    _, size = cards.load(state.edition).sizes(state.seats, state.starter)
    _same(event.size, size)
    _known(state, *(event.cards or ()))
    return changed(state, phase=Phase.LAY, pile_size=event.size, pile=event.cards)


def _top_turned(state: State, event: t.TopTurned) -> State:
    _known(state, event.card)
    _same(state.top, None)
    return changed(state, top=event.card, pile=None if state.pile is None else state.pile[1:])


def _round_began(state: State, event: t.RoundBegan) -> State:
    _same(event.seat, state.starter)
    return changed(
        state,
        phase=Phase.PLAY,
        starter=event.seat,
        round=state.round + 1,
        givers=(),
        claims=(),
        receiver=None,
        guess=None,
        draws=0,
        broke=False,
    )


def _offered(state: State, event: t.Offered) -> State:
    _known(state, event.card)
    _claimed(state, event.claim)
    _same(event.by, state.starter)
    if event.to == event.by:
        raise ValueError(event.to)
    return changed(
        state,
        phase=Phase.RECEIVE,
        givers=(event.by,),
        claims=(event.claim,),
        receiver=event.to,
        card=event.card,
        **_given(state, event.by, None if event.card is None else (event.card,), 1),
    )


def _peeked(state: State, event: t.Peeked) -> State:
    _known(state, event.card)
    _same(event.by, state.receiver)
    card = state.card if event.card is None else event.card
    return changed(state, phase=Phase.FORWARD, card=card)


def _passed_on(state: State, event: t.PassedOn) -> State:
    _claimed(state, event.claim)
    _same(event.by, state.receiver)
    if event.to not in state.unseen_by:
        raise ValueError(event.to)
    return changed(
        state,
        phase=Phase.RECEIVE,
        givers=(*state.givers, event.by),
        claims=(*state.claims, event.claim),
        receiver=event.to,
    )


def _guessed(state: State, event: t.Guessed) -> State:
    _same(event.by, state.receiver)
    return changed(state, phase=Phase.GUESSED, guess=event.true)


def _revealed(state: State, event: t.CardRevealed) -> State:
    _known(state, event.card)
    return changed(state, phase=Phase.RESOLVE, card=None, revealed=event.card)


def _lost(state: State, event: t.RoundLost) -> State:
    if event.seat not in (state.giver, state.receiver):
        raise ValueError(event.seat)
    return changed(state, phase=Phase.LAY, starter=event.seat)


def _laid(state: State, event: t.CardLaid) -> State:
    _same(event.seat, state.starter)
    if cards.species(event.card) is None:
        raise ValueError(event.card)
    display = (*state.displays[event.seat], event.card)
    return changed(
        state,
        displays=put(state.displays, event.seat, display),
        draws=state.draws + cards.is_royal(event.card) - (event.source == "pile"),
        **_from(state, event.card, event.source),
    )


def _special_taken(state: State, event: t.SpecialTaken) -> State:
    _same(event.seat, state.starter)
    if cards.species(event.card) is not None:
        raise ValueError(event.card)
    pays = event.source == "round" or state.options["penalty_special"] == "pay"
    return changed(
        state,
        hands=put(state.hands, event.seat, _more(state.hands[event.seat], event.card)),
        hand_sizes=put(state.hand_sizes, event.seat, state.hand_sizes[event.seat] + 1),
        debts=state.debts + pays,
        draws=state.draws - (event.source == "pile"),
        **_from(state, event.card, event.source),
    )


def _from(state: State, card: str, source: str) -> dict[str, Any]:
    """Return the changes at the place that a card was taken from. Raises ValueError if it lies not there."""
    paid = state.laying[0] if state.laying else None
    place = {"round": state.revealed, "pile": state.top, "payment": paid}[source]
    _known(state, card)
    _same(card, place)
    match source:
        case "round":
            return {"revealed": None}
        case "pile":
            return {"top": None, "pile_size": state.pile_size - 1}
    return {"laying": state.laying[1:]}


def _paid(state: State, event: t.Paid) -> State:
    _known(state, *event.cards)
    _same(event.seat, state.starter)
    return changed(
        state,
        phase=Phase.LAY,
        laying=event.cards,
        debts=state.debts - 1,
        **_given(state, event.seat, event.cards, len(event.cards)),
    )


_EVOLVE: dict[type[Event], tuple[Phase, Callable[[State, Any], State]]] = {
    t.StarterChosen: (
        Phase.START,
        lambda state, event: changed(state, phase=Phase.DEAL, starter=event.seat),
    ),
    t.HandDealt: (Phase.DEAL, _dealt),
    t.PileFormed: (Phase.DEAL, _pile_formed),
    t.TopTurned: (Phase.LAY, _top_turned),
    t.RoundBegan: (Phase.LAY, _round_began),
    t.Offered: (Phase.PLAY, _offered),
    t.Peeked: (Phase.RECEIVE, _peeked),
    t.PassedOn: (Phase.FORWARD, _passed_on),
    t.Guessed: (Phase.RECEIVE, _guessed),
    t.CardRevealed: (Phase.GUESSED, _revealed),
    t.RoundLost: (Phase.RESOLVE, _lost),
    t.CardLaid: (Phase.LAY, _laid),
    t.SpecialTaken: (Phase.LAY, _special_taken),
    t.PaymentDue: (Phase.LAY, lambda state, event: changed(state, phase=Phase.PAY)),
    t.CannotPay: (Phase.LAY, lambda state, event: changed(state, broke=True, debts=0)),
    t.Paid: (Phase.PAY, _paid),
    t.GameEnded: (
        Phase.LAY,
        lambda state, event: changed(state, phase=Phase.OVER, end=event.reason, loser=event.loser),
    ),
}
"""What each event changes, and the phase that it belongs to."""
