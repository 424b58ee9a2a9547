"""The bots of Sleeping Queens 2: what greedy prefers, and that it is the stronger one."""

from random import Random

import pytest

from engine import arena
from engine.core import Setup
from engine.sleeping_queens import rules
from engine.sleeping_queens.bots import BOTS
from engine.sleeping_queens.table import (
    Discard,
    EndActions,
    KeepRoll,
    Phase,
    PlayInstant,
    Reroll,
    Rescue,
    Roll,
    Steal,
    Summon,
    SwapCards,
    TakeQueen,
    UseBook,
    WakeAll,
    WakeOne,
)
from tests.sleeping_queens.tables import P2, P3, Table, drawing, realm, ring, table


def choices(match):
    """Return what greedy chooses at a match, over several draws of chance."""
    seat = match.decider
    setup = Setup("sleeping_queens", tuple("ABC"))
    bot = BOTS["greedy"](rules, setup, seat)
    return {bot.choose(match.view(seat), Random(seed)) for seed in range(10)}


def acting(*cards, companions=(), discard=("5",)):
    return Table(
        table(
            realms=(realm(*cards), (), ()),
            companions=(companions, (), ()),
            discard=discard,
            **ring(down=("green", "blue")),
        )
    )


def test_greedy_rescues_with_the_fitting_companion_before_the_wild_one():
    assert choices(acting("queen_red", companions=("red", "wild"))) == {Rescue("red", "red")}


def test_greedy_summons_with_cards_that_leave_another_equation():
    assert choices(acting(1, 2, 3, 4, 5, 9)) <= {Summon((1, 2, 3)), Summon((4, 5, 9))}


def test_greedy_wakes_a_queen_that_has_her_companion():
    assert choices(acting(4, 4, "queen_red_asleep", companions=("red",))) == {WakeAll(4)}


def test_greedy_uses_a_book_that_completes_an_equation():
    assert choices(acting(2, 10, "book", discard=("8", "9"))) == {UseBook(8)}


def test_greedy_keeps_a_book_that_completes_nothing():
    assert choices(acting(10, "book", discard=("8",))) == {EndActions()}


def test_greedy_discards_what_goes_with_nothing():
    match = acting(2, 3, 5, "queen_red", "book", 9, 9).play(EndActions())
    assert choices(match) == {Discard("9")}


def test_greedy_rolls_a_1_again():
    state = table(phase=Phase.ROLL, knights=("reroll_one", "black", "white"))
    assert choices(Table(state, "1").play(Roll())) == {Reroll()}


def test_greedy_keeps_a_1_where_the_die_shows_nothing_else():
    state = table(
        phase=Phase.ROLL, knights=("reroll_one", "black", "white"), options={"die_faces": ("1", "1")}
    )
    assert choices(Table(state, "1").play(Roll())) == {KeepRoll()}


def test_greedy_wakes_the_queen_whose_companion_it_has():
    state = table(
        phase=Phase.ROLL,
        realms=(realm("queen_red_asleep", "queen_blue_asleep"), (), ()),
        companions=(("blue",), (), ()),
    )
    assert choices(Table(state, "dragon").play(Roll())) == {WakeOne("blue")}


def test_greedy_carries_out_a_willow_before_it_takes_a_queen():
    assert choices(Table(drawing((), "gnome", "willow"))) == {PlayInstant("willow")}


def test_greedy_steals_the_queen_that_fits():
    state = drawing(
        (), "gnome", realms=(realm("queen_red", 3), realm("queen_blue")), companions=(("red",), (), ())
    )
    assert choices(Table(state, "2").play(PlayInstant("gnome"))) == {Steal(P2, "queen_red")}
    state = drawing((), "gnome", discard=("queen_red", "queen_blue"), companions=(("blue",), (), ()))
    assert choices(Table(state, "3").play(PlayInstant("gnome"))) == {TakeQueen("blue")}


def test_greedy_gives_a_number_for_a_queen():
    state = drawing(
        realm(9), "witch", realms=((), realm("queen_blue", 2)), knights=("green", "black", "white")
    )
    assert choices(Table(state).play(PlayInstant("witch"))) == {SwapCards("9", P3, "queen_blue")}


@pytest.mark.parametrize("slots", [ring(), ring(up=("red",))])
def test_greedy_gets_along_with_an_empty_middle(slots):
    match = Table(table(realms=(realm(2, 3, 5), (), ()), **slots))
    assert choices(match) <= set(match.legal())


@pytest.mark.parametrize(("seats", "blocks"), [(2, 16), (3, 10), (5, 6)])
def test_greedy_beats_random(seats, blocks):
    bots = ("greedy", *["random"] * (seats - 1))
    contest = arena.Contest("sleeping_queens", bots, BOTS, 1, "", {}, 1.0)
    report = arena.run(contest, blocks)
    assert report.difference("greedy", "random").low > 0
