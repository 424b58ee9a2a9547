"""Cockroach Poker Royal under the conformance tests: what may be exchanged unseen, what stays the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from engine.cockroach_poker import cards
from engine.cockroach_poker import table as t
from engine.core import Event, Seat, Setup


def exchange(setup: Setup, events: Sequence[Event], seat: Seat, rng: Random) -> list[Event]:
    """Exchange the card on its way for another of its hand, or two dealt cards that `seat` did not see."""
    offers = [i for i, event in enumerate(events) if isinstance(event, t.Offered)]
    if offers and events[offers[-1]].by != seat and rng.random() < 1 / 3:
        return _another_on_its_way(events, offers[-1], rng)
    return _two_dealt(events, seat, rng)


def _another_on_its_way(events: Sequence[Event], at: int, rng: Random) -> list[Event]:
    card = rng.choice(_held(events[:at], events[at].by))
    later = (replace(e, card=card) if isinstance(e, t.Offered | t.Peeked) else e for e in events[at:])
    return [*events[:at], *later]


def _held(events: Sequence[Event], owner: Seat) -> list[str]:
    """Return a hand, from a full log."""
    hand: list[str] = []
    for event in events:
        match event:
            case t.HandDealt(seat, _, dealt) if seat == owner:
                hand.extend(dealt)
            case t.Offered(seat, _, _, card) if seat == owner:
                hand.remove(card)
            case t.SpecialTaken(seat, card) if seat == owner:
                hand.append(card)
            case t.Paid(seat, paid) if seat == owner:
                for card in paid:
                    hand.remove(card)
    return hand


def _two_dealt(events: Sequence[Event], seat: Seat, rng: Random) -> list[Event]:
    hands = [i for i, e in enumerate(events) if isinstance(e, t.HandDealt) and e.seat != seat]
    pile = next(i for i, event in enumerate(events) if isinstance(event, t.PileFormed))
    places = rng.sample([*hands, pile], 2)
    one, two = (list(events[place].cards) for place in places)
    i, j = rng.randrange(len(one)), rng.randrange(len(two))
    one[i], two[j] = two[j], one[i]
    exchanged = list(events)
    for place, dealt in zip(places, (one, two), strict=True):
        dealt = dealt if place == pile else sorted(dealt)
        exchanged[place] = replace(events[place], cards=tuple(dealt))
    return exchanged


def conserved(state: t.State) -> None:
    """Assert that every card is somewhere, and that what is counted is there."""
    if state.phase in (t.Phase.START, t.Phase.DEAL):
        return
    places: tuple[Any, ...] = (*state.hands, *state.displays, state.pile, state.laying)
    single = (state.card, state.revealed, state.top)
    everywhere = [card for place in places for card in place]
    everywhere += [card for card in single if card is not None]
    assert sorted(everywhere) == sorted(cards.load(state.edition).cards)
    assert state.hand_sizes == tuple(len(hand) for hand in state.hands)
    assert state.pile_size == len(state.pile) + (state.top is not None)
    assert not cards.SPECIALS.intersection(card for display in state.displays for card in display)
