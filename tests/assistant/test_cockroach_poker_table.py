"""Cockroach Poker Royal noted at a physical table, and the bots that know what the assistant knows."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from assistant import games, record
from assistant.cockroach_poker.habits import likelihood
from assistant.cockroach_poker.knowledge import begin, settled
from assistant.cockroach_poker.player import AdvisedBot, Habitual
from engine import log
from engine.chance import Chance
from engine.cockroach_poker import cards, rules
from engine.cockroach_poker import table as t
from engine.match import Match
from engine.play import play
from tests.cockroach_poker.tables import A, setup

EXAMPLE = Path(__file__).parents[1] / "data" / "cockroach_poker" / "example.jsonl"
SAVED = log.parse(EXAMPLE.read_text("utf-8"))
NOTED = (t.HandDealt, t.TopTurned, t.Offered, t.Peeked, t.PassedOn, t.Guessed, t.CardRevealed, t.Paid)


def test_the_example_comes_out_of_what_its_owner_notes_and_no_hidden_card():
    """Of the deal only the own hand; then what was done and turned up, but for cards that Ann gave."""
    start = record.begin(rules, begin(SAVED.setup, A), settled)
    hands = [event for event in SAVED.events if isinstance(event, t.HandDealt)]
    known, noted = begin(SAVED.setup, A), []
    for event in SAVED.events:
        if isinstance(event, NOTED) and event not in hands[1:] and not _given(known, event):
            noted.append(event)
        known = known.tell(event)
    table = record.records(start, [(event,) for event in noted])[-1]
    assert table.troubles == ()
    assert table.log == SAVED.events
    assert table.decider == A


def _given(known, event) -> bool:
    """Tell whether a card is turned over that Ann has seen."""
    return isinstance(event, t.CardRevealed) and known.view.card is not None


def test_an_impossible_entry_stands_in_the_notes_with_its_reason():
    start = record.begin(rules, begin(SAVED.setup, A), settled)
    own = next(event for event in SAVED.events if isinstance(event, t.HandDealt))
    entries = [(own,), (t.TopTurned("rat"),), (t.Offered(A, 1, "joker", "bat"),)]
    table = record.records(start, entries)[-1]
    assert table.troubles == (3,)
    assert str(table.notes[-1].trouble) == "Claim one of the animals, or royal."


@pytest.mark.parametrize("seats", [2, 4])
def test_advised_plays_a_game_to_its_end(seats):
    match = Match(rules, setup(seats), Chance(1))
    known = games.bots("cockroach_poker")
    result = play(match, {seat: known["reader" if seat else "advised"] for seat in range(seats)})
    assert result.reason in ("species", "empty_hand", "cannot_pay")


def test_advised_is_the_strongest_bot_of_the_list():
    assert list(games.bots("cockroach_poker").items())[-1] == ("advised", AdvisedBot)


def test_bots_that_follow_the_model_tell_the_truth_as_often_as_their_honesty_says():
    """Over many games: half of the time on average, for every honesty is as likely."""
    told = []
    for number in range(40):
        match = Match(rules, setup(3), Chance(number))
        play(match, dict.fromkeys(range(3), Habitual))
        given = [event for event in match.log if isinstance(event, t.Offered) and event.card != cards.BLANK]
        told += [cards.true(event.card or "", event.claim) for event in given]
    assert 0.4 < sum(told) / len(told) < 0.6


@pytest.mark.parametrize("card", ["bat", "bat-royal", "joker", "blank"])
def test_claims_of_a_card_make_up_one(card):
    chances = likelihood(cards.load(), card, Fraction(2, 3))
    assert sum(chances.values()) == 1
    assert set(chances) == set(cards.load().claims)
