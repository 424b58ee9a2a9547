"""What is true in every game of Cockroach Poker Royal, whatever its options and its deck."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bots import RandomBot
from engine.chance import Chance
from engine.cockroach_poker import cards, rules
from engine.cockroach_poker.table import (
    CannotPay,
    CardLaid,
    CardRevealed,
    GameEnded,
    Guessed,
    Offered,
    Paid,
    PassedOn,
    PaymentDue,
    Peeked,
    Phase,
    RoundBegan,
    RoundLost,
    SpecialTaken,
    TopTurned,
)
from engine.core import Setup
from engine.match import Match
from engine.play import play
from tests.conformance.animals import conserved

SMALL = """
id = "small"
title = "Three animals"
of_a_kind = 3
of_a_kind_for_two = 4
pile = 4
pile_for_two = 5
jokers = 2
blanks = 2
species = [
  { id = "bat", name = "bat", animals = 3, royals = 2 },
  { id = "fly", name = "fly", animals = 2, royals = 1 },
  { id = "toad", name = "toad", animals = 2, royals = 1 },
]
"""

options = st.fixed_dictionaries(
    {
        "penalty_special": st.sampled_from(["pay", "hand_only"]),
        "special_unpayable": st.sampled_from(["lose", "free"]),
        "max_rounds": st.sampled_from([3, 40]),
    }
)


def plays(test):
    """Give a test the steps of random games: pairs of an event and the state before it."""

    @settings(max_examples=40)
    @given(st.integers(2, 6), options, st.sampled_from(["", SMALL]), st.integers(0, 2**32))
    def with_games(seats, chosen, edition, seed):
        setup = Setup("cockroach_poker", tuple("ABCDEF"[:seats]), edition, chosen)
        match = Match(rules, setup, Chance(seed))
        play(match, dict.fromkeys(range(seats), RandomBot))
        state, steps = rules.start(setup), []
        for event in match.log:
            steps.append((event, state))
            state = rules.evolve(state, event)
        test(steps)

    with_games.__name__, with_games.__doc__ = test.__name__, test.__doc__
    return with_games


def rounds(steps):
    """Return the steps round by round, the deal left out."""
    parts = []
    for step in steps:
        if isinstance(step[0], RoundBegan):
            parts.append([])
        if parts:
            parts[-1].append(step)
    return parts


@plays
def test_every_card_is_somewhere_after_every_event(steps):
    for event, before in steps:
        if before.phase not in (Phase.START, Phase.DEAL):
            conserved(before)
            conserved(rules.evolve(before, event))


@plays
def test_nobody_is_given_a_card_that_he_has_seen(steps):
    for part in rounds(steps):
        seen = []
        for event, before in part:
            match event:
                case Offered(by, to):
                    assert to != by
                    seen.append(by)
                case Peeked(by):
                    assert by not in seen
                    seen.append(by)
                    assert len(seen) < before.seats
                case PassedOn(by, to):
                    assert by == seen[-1]
                    assert to not in seen
                case Guessed(by):
                    assert by not in seen
        assert len(seen) == 1 or part[0][1].seats > 2


@plays
def test_a_round_has_one_guess_and_its_loser_gets_everything(steps):
    for part in rounds(steps):
        number = Counter(type(event) for event, _ in part)
        assert number[Offered] == number[Guessed] == number[CardRevealed] == number[RoundLost] == 1
        assert number[Peeked] == number[PassedOn]
        (lost,) = (event for event, _ in part if isinstance(event, RoundLost))
        got = {event.seat for event, _ in part if isinstance(event, CardLaid | SpecialTaken | Paid)}
        assert got == {lost.seat}


@plays
def test_the_loser_is_who_was_wrong_about_the_last_claim(steps):
    for event, before in steps:
        if isinstance(event, RoundLost):
            card, claim = before.revealed, before.claims[-1]
            royal = card.endswith("-royal")
            true = royal if claim == "royal" else card == "joker" or card.removesuffix("-royal") == claim
            wrong = before.receiver if before.guess != true else before.givers[-1]
            assert (event.seat, event.true) == (wrong, true)


@plays
def test_every_royal_laid_takes_a_card_while_the_pile_lasts(steps):
    for part in rounds(steps):
        laid = [event for event, _ in part if isinstance(event, CardLaid)]
        drawn = [e for e, _ in part if isinstance(e, CardLaid | SpecialTaken) and e.source == "pile"]
        royals, last = sum(cards.is_royal(event.card) for event in laid), part[-1]
        owed = min(royals, part[0][1].pile_size)
        assert len(drawn) == owed or isinstance(last[0], GameEnded)
        assert len(drawn) <= owed
        turned = sum(isinstance(event, TopTurned) for event, _ in part)
        assert turned <= len(drawn)


@plays
def test_a_special_is_paid_for_by_the_option_and_no_card_is_paid_without_one(steps):
    for part in rounds(steps):
        chosen = part[0][1].options["penalty_special"]
        taken = [event for event, _ in part if isinstance(event, SpecialTaken)]
        due = sum(event.source == "round" or chosen == "pay" for event in taken)
        paid = sum(isinstance(event, Paid) for event, _ in part)
        failed = any(isinstance(event, CannotPay | GameEnded) for event, _ in part)
        assert paid == due or (failed and paid < due)
        assert paid == sum(isinstance(event, PaymentDue) for event, _ in part)


@plays
def test_the_game_ends_with_the_first_display_of_too_many_and_not_before(steps):
    for event, before in steps:
        most = max(
            max(Counter(card.removesuffix("-royal") for card in display).values(), default=0)
            for display in before.displays
        )
        limit = cards.load(before.edition).of_a_kind(before.seats)
        assert most <= limit
        lost = isinstance(event, GameEnded) and event.reason == "species"
        assert (most == limit) == lost


@plays
def test_every_round_begins_with_a_card_in_hand_and_every_round_lays_one_or_the_cap_counts(steps):
    for part in rounds(steps):
        assert part[0][1].hand_sizes[part[0][0].seat] > 0
        if part[0][1].options["special_unpayable"] == "lose" and part[-1][0] != part[0][0]:
            assert any(isinstance(e, CardLaid | CannotPay) for e, _ in part)
