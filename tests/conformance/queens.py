"""What the conformance tests do with Sleeping Queens 2: exchange what lies face down, and count the cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from engine.core import Event, Seat, Setup
from engine.sleeping_queens import cards
from engine.sleeping_queens import events as queens
from engine.sleeping_queens.table import DOWN, EMPTY, Phase, State


def exchange(setup: Setup, events: Sequence[Event], seat: Seat, rng: Random) -> list[Event]:
    """Exchange two cards of the draw pile, or two face-down companions, that nobody has seen yet."""
    kind = rng.choice((queens.PileShuffled, queens.CompanionsLaid))
    last = max(i for i, event in enumerate(events) if isinstance(event, kind))
    hidden = list(events[last].cards)
    unseen = set(range(len(hidden)))
    for event in events[last:]:
        match event:
            case queens.FirstTurnedUp() if kind is queens.PileShuffled:
                unseen.discard(min(unseen))
            case queens.CardsDrawn() if kind is queens.PileShuffled:
                unseen -= set(sorted(unseen)[: len(event.cards)])
            case queens.CompanionTaken(_, slot) if kind is queens.CompanionsLaid:
                unseen.discard(events[last].slots.index(slot))
    if len(unseen) >= 2:
        one, other = rng.sample(sorted(unseen), 2)
        hidden[one], hidden[other] = hidden[other], hidden[one]
    exchanged = list(events)
    exchanged[last] = replace(events[last], cards=tuple(hidden))
    return exchanged


def conserved(state: State) -> None:
    """Assert that every card, companion, king and knight is in one place, and that the piles are right."""
    if state.phase is Phase.START:
        return
    box = state.box
    assert state.pile is not None
    assert state.under is not None
    assert len(state.pile) == state.pile_size
    laid = [card for realm in state.realms for card in realm]
    everywhere = [*laid, *state.pile, *state.discard, *state.drawn]
    assert Counter(map(cards.awake, everywhere)) == Counter(box.deck)
    assert not any(map(cards.is_asleep, (*state.pile, *state.discard, *state.drawn)))
    assert not any(card in cards.INSTANTS for card in laid)
    assert all(realm == tuple(sorted(realm, key=cards.order)) for realm in state.realms)
    up = [lies for lies in state.ring if lies not in (DOWN, EMPTY)]
    down = [companion for companion in state.under if companion is not None]
    owned = [companion for companions in state.companions for companion in companions]
    assert Counter([*up, *down, *owned]) == Counter(box.companions)
    for lies, companion in zip(state.ring, state.under, strict=True):
        assert (lies == DOWN) == (companion is not None)
    assert state.kings_left >= 1
    assert len(set(state.knights)) == state.seats
