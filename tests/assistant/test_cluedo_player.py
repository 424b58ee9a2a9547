"""The bot that plays the assistant's advice: legal under every table rule, and true to what it knows."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from assistant import games as assistants
from assistant.cluedo.player import QUICK, WORK, AdvisedBot
from engine.chance import Chance
from engine.cluedo import rules
from engine.cluedo import table as t
from engine.cluedo.cards import load
from engine.core import Event, Setup, redact
from engine.match import Match
from engine.play import Company
from tests.cluedo.tables import (
    BALLROOM,
    DINING,
    HALL,
    SOLUTION,
    STUDY,
    A,
    B,
    C,
    entered,
    rolled,
    setup,
    table,
)

VARIANTS: dict[str, tuple[int, str, dict[str, Any]]] = {
    "three players": (3, "", {}),
    "six players on another edition": (6, "classic_us", {}),
    "two players": (2, "", {"min_players": 2}),
    "rooms only": (4, "", {"board": "rooms_only"}),
    "everything allowed": (
        3,
        "",
        {"accuse_anywhere": True, "suggestion_optional": True, "allow_early_stop": True},
    ),
    "last one wins": (4, "", {"board": "rooms_only", "last_standing_wins": True}),
}


def bot(budget: float = QUICK, seats: int = 3, seat: int = A, *events: Event) -> AdvisedBot:
    made = AdvisedBot(rules, setup(seats), seat, budget)
    for event in events:
        made.notice(redact(event, seat))
    return made


def dealt(state: t.State) -> list[Event]:
    return [t.HandDealt(seat, len(hand), hand) for seat, hand in enumerate(state.hands) if hand is not None]


def chosen(made: AdvisedBot, state: t.State) -> Any:
    return made.choose(redact(state, made.seat), Random(1))


def told_all_but(state: t.State, *, hidden: tuple[str, ...] = SOLUTION) -> list[Event]:
    """The deal, and every card of the others seen but the `hidden` ones."""
    return [
        *dealt(state),
        *(
            t.CardSeen(A, seat, card)
            for seat in (B, C)
            for card in sorted(state.hands[seat] or ())
            if card not in hidden
        ),
    ]


def test_the_assistants_bots_stand_beside_the_engines():
    assert {"advised", "sheet", "random"} <= assistants.bots("cluedo").keys()


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_plays_every_variant_to_the_end(variant):
    seats, edition, options = VARIANTS[variant]
    agreed = Setup("cluedo", tuple("ABCDEF"[:seats]), edition, options)
    bots = assistants.bots("cluedo")
    match = Match(rules, agreed, Chance(variant))
    makers = {seat: bots["advised" if seat % 2 == 0 else "sheet"] for seat in range(seats)}
    company = Company(match, makers, QUICK)
    while company.step():
        pass
    assert match.result is not None
    assert match.result.reason in {"solved", "last_standing"}


def test_the_same_game_is_played_again():
    def log() -> list[Event]:
        match = Match(rules, setup(3, board="rooms_only"), Chance(4))
        company = Company(match, dict.fromkeys(range(3), AdvisedBot), QUICK)
        while company.step():
            pass
        return match.log

    assert log() == log()


@pytest.mark.parametrize("budget", [QUICK, 1.0])
def test_it_accuses_when_it_stands_where_it_knows(budget):
    state = entered(table(3), DINING)
    assert chosen(bot(budget, 3, A, *told_all_but(state)), state) == t.Accuse(*SOLUTION)


def test_it_walks_to_where_it_knows():
    state = rolled(table(3, at={"irene": (17, 16)}), 8)
    action = chosen(bot(QUICK, 3, A, *told_all_but(state)), state)
    assert isinstance(action, t.Enter)
    assert action.location == DINING


def test_it_does_not_accuse_of_what_is_hardly_likelier_than_the_rest():
    state = entered(table(3), DINING)
    assert isinstance(chosen(bot(QUICK, 3, A, *dealt(state)), state), t.Suggest)


@pytest.mark.parametrize("budget", [QUICK, 1.0])
def test_it_asks_about_the_only_card_that_is_open(budget):
    state = entered(table(3), HALL)
    weapon = min(card for card in state.hands[B] or () if card in load("sherlock").weapons)
    made = bot(budget, 3, A, *told_all_but(state, hidden=(*SOLUTION, weapon)))
    assert chosen(made, state).weapon in {SOLUTION[1], weapon}


def asked_twice(shown: str) -> tuple[t.State, list[Event]]:
    """A holds rope and two more that C asks for; once before it showed `shown`."""
    state = table(3, holding={A: {"rope", "lestrade", HALL}}, active=C, asked=A, phase=t.Phase.SHOW)
    state = rules.evolve(state, t.Suggested(C, "lestrade", "rope", HALL))
    state = rules.evolve(state, t.MustShow(A))
    before = [t.Suggested(C, "lestrade", "rope", STUDY), t.MustShow(A), t.Shown(A, C, shown)]
    again = [t.Suggested(C, "lestrade", "rope", HALL), t.MustShow(A)]
    return state, [*dealt(state), *before, *again]


@pytest.mark.parametrize("budget", [QUICK, 1.0])
@pytest.mark.parametrize("shown", ["rope", "lestrade"])
def test_it_shows_what_the_asker_has_seen(shown, budget):
    state, events = asked_twice(shown)
    assert state.asked == A
    assert chosen(bot(budget, 3, A, *events), state) == t.Show(shown)


def test_in_haste_it_keeps_to_its_work():
    state = entered(table(6), BALLROOM)
    made = bot(QUICK, 6, A, *dealt(state))
    counted = []

    def within(survey, cards, within=made._within):
        found = within(survey, cards)
        counted.append(survey.work)
        return found

    made._within = within  # type: ignore[method-assign]
    chosen(made, state)
    widest = 3_000  # states of the layer that is being dealt when the work is used up
    assert max(counted) <= WORK + widest
