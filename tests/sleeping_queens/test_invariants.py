"""What is true in every game of Sleeping Queens 2, whatever the table agreed on."""

from collections import Counter
from functools import cache
from random import Random

from engine.chance import Chance
from engine.core import Setup
from engine.match import Match
from engine.play import play
from engine.sleeping_queens import cards, rules
from engine.sleeping_queens.bots import BOTS
from engine.sleeping_queens.events import (
    CardsDrawn,
    CardsPlaced,
    CardsSwapped,
    CompanionsLaid,
    CompanionsSwapped,
    CompanionTaken,
    DrawDue,
    GameEnded,
    KnightsMoved,
    KnightsSwapped,
    PileShuffled,
    Rescued,
    Stolen,
    Summoned,
    TurnBegan,
    WindBlew,
)
from engine.sleeping_queens.table import Phase
from engine.sleeping_queens.written import fault, misfit, read
from tests.conformance.queens import conserved

GAMES = 30


def share(rng, total, parts):
    """Share a total among parts at random."""
    ends = sorted(rng.choices(range(total + 1), k=parts - 1))
    return tuple(b - a for a, b in zip([0, *ends], [*ends, total], strict=True))


def agreed(rng):
    """Return table rules at random, those for what is assumed included."""
    die = (*rng.choices(("1", "2", "3", "dragon"), k=rng.randint(0, 5)), rng.choice("123"))
    return {
        "dragon_reroll": rng.random() < 0.5,
        "reroll_limit": rng.choice(("none", 1)),
        "reroll_on_gnome": rng.random() < 0.5,
        "draw_bonus_optional": rng.random() < 0.5,
        "gnome_dragon_moves_knights": rng.random() < 0.5,
        "die_faces": rng.choice(((), die)),
        "queens": rng.choice(((), share(rng, 12, 3))),
        "companions": rng.choice(((), share(rng, 10, 4))),
        "max_turns": 60,
    }


@cache
def steps_of(number):
    """Play a game of any size by any rules: each event with the states before and after it."""
    rng = Random(f"game {number}")
    seats, bot = rng.randint(2, 5), BOTS[rng.choice(("random", "random", "greedy"))]
    setup = Setup("sleeping_queens", tuple("ABCDE"[:seats]), options=agreed(rng))
    match = Match(rules, setup, Chance(number))
    play(match, dict.fromkeys(range(seats), bot))
    states = [rules.start(setup)]
    for event in match.log:
        states.append(rules.evolve(states[-1], event))
    return list(zip(match.log, states, states[1:], strict=False))


def plays(test):
    """Give a test the steps of many games, one after the other."""

    def over_all_games():
        for number in range(GAMES):
            test(steps_of(number))

    over_all_games.__name__, over_all_games.__doc__ = test.__name__, test.__doc__
    return over_all_games


@plays
def test_cards_companions_kings_and_knights_are_each_in_one_place(steps):
    for _, _, after in steps:
        conserved(after)


@plays
def test_other_realms_change_by_gnome_witch_and_willow_only(steps):
    for event, before, after in steps:
        others = [seat for seat in range(before.seats) if seat != before.active]
        touched = {seat for seat in others if after.realms[seat] != before.realms[seat]}
        robbed = {seat for seat in others if after.companions[seat] != before.companions[seat]}
        may = {event.seat} if isinstance(event, CardsSwapped | Stolen | WindBlew) else set()
        assert touched <= may
        assert robbed <= ({event.seat} if isinstance(event, CompanionsSwapped) else set())
        assert after.kings == before.kings or isinstance(event, Rescued)


@plays
def test_the_knights_protect_whoever_has_them(steps):
    for event, before, _ in steps:
        if isinstance(event, WindBlew) and event.seat is not None:
            assert before.knights[event.seat] != "white"
        if isinstance(event, CardsSwapped | CompanionsSwapped):
            assert before.knights[event.seat] != "black"


@plays
def test_knights_change_hands_by_dragons_and_gnomes_only(steps):
    for event, before, after in steps:
        if before.phase is not Phase.START and after.knights != before.knights:
            assert isinstance(event, KnightsMoved | KnightsSwapped)
            assert before.face == "dragon"


@plays
def test_every_equation_is_right_and_laid_with_own_cards(steps):
    for event, before, after in steps:
        if isinstance(event, Summoned):
            knight = before.knights[event.by] == "plus_minus_one"
            equation = read(event.equation)
            assert fault(equation) is None
            assert misfit(equation, event.numbers, knight) is None
            assert len(equation.numbers) == len(event.numbers) >= 3
            gone = Counter(before.realms[event.by]) - Counter(after.realms[event.by])
            assert gone == Counter(map(str, event.numbers))


@plays
def test_every_turn_draws_what_is_due_while_there_are_cards(steps):
    due, drawn = 0, 0
    for event, before, _ in steps:
        match event:
            case DrawDue():
                due, drawn = event.number, 0
            case CardsDrawn():
                drawn += len(event.cards)
            case CardsPlaced():
                assert drawn == due or before.pile_size == 0
            case PileShuffled() if before.phase is Phase.DRAW:
                assert before.pile_size == 0
                assert drawn < due


@plays
def test_companions_are_shuffled_when_one_is_to_be_taken_and_none_lies_face_down(steps):
    for at, (event, before, _) in enumerate(steps):
        if isinstance(event, CompanionsLaid) and before.phase is not Phase.START:
            assert not before.face_down
            assert event.slots == before.face_up
            assert isinstance(steps[at + 1][0], CompanionTaken)


@plays
def test_a_turn_ends_within_the_limit_and_the_last_king_ends_the_game(steps):
    for at, (event, before, after) in enumerate(steps):
        if isinstance(event, TurnBegan) and before.turn:
            limit = 6 if before.knights[before.active] == "green" else 5
            assert len(before.realms[before.active]) <= limit
        if isinstance(event, Rescued):
            won = after.kings[event.by] == {2: 4, 3: 3, 4: 3, 5: 2}[after.seats]
            assert won == (steps[at + 1][0] == GameEnded("rescued", event.by))


@plays
def test_equal_cards_are_offered_once_and_sleeping_queens_never_rescue(steps):
    for event, before, _ in steps:
        if rules.follow(before) is None and rules.decider(before) is not None:
            legal = rules.legal(before)
            assert legal
            assert len(set(legal)) == len(legal)
        if isinstance(event, Rescued):
            assert cards.queen(event.symbol) in before.realms[event.by]
