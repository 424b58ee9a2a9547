"""Plans for a turn of Sleeping Queens 2: their chances against the rules played out, and what is advised."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest

from assistant.sleeping_queens import advice, choices, holding, standing
from assistant.sleeping_queens.knowledge import Knowledge
from assistant.sleeping_queens.plans import Planner
from assistant.sleeping_queens.player import ADVISED, AdvisedBot
from assistant.sleeping_queens.rescue import NextTurn, Ring
from engine import games
from engine.chance import Chance
from engine.core import Setup, redact
from engine.match import Match
from engine.play import Company, play
from engine.sleeping_queens import bots, cards, rules
from engine.sleeping_queens import events as e
from engine.sleeping_queens import table as t
from engine.sleeping_queens.table import Phase, State
from tests.sleeping_queens.tables import FRIENDS, P1, P2, P3, realm, ring, table

BOX = cards.load()


def freed(view: State) -> Fraction:
    """The chance to free a king by the best actions, every one that the rules allow tried out."""
    best = Fraction(0)
    for action in rules.legal(view):
        if isinstance(action, t.Rescue):
            return Fraction(1)
        if isinstance(action, t.EndActions):
            continue
        event = rules.plain(view, action)
        assert event is not None
        after = rules.evolve(view, event)
        best = max(best, picked(after) if after.phase is Phase.PICK else freed(after))
    return best


def picked(view: State) -> Fraction:
    if not view.face_down:
        view = rules.evolve(view, e.CompanionsLaid(view.face_up))
    seen = Counter((*view.ring, *sum(view.companions, ())))
    hidden = {friend: n - seen[friend] for friend, n in BOX.companions.items() if n > seen[friend]}
    slot, total = view.face_down[0], sum(hidden.values())
    chances = (
        n * freed(rules.evolve(view, e.CompanionTaken(view.active, slot, friend)))
        for friend, n in hidden.items()
    )
    return sum(chances, Fraction(0)) / total


def small(own: Sequence[str], pile: Sequence[str], discard: Sequence[str], **changes: object) -> State:
    """A table whose draw pile holds these few cards; P2 has in his realm what is nowhere else."""
    there = Counter(map(cards.awake, [*own, *pile, *discard]))
    rest = [card for card, number in BOX.deck.items() for _ in range(number - there[card])]
    state = table(
        2,
        realms=(tuple(own), tuple(rest)),
        pile=pile,
        discard=tuple(discard),
        knights=("white", "green"),
        options={"die_faces": ("2", "3", "dragon", "dragon")},
    )
    return redact(replace(state, **changes), P1)


DRAGONS = ((0, Fraction(1, 2)), (1, Fraction(1, 4)), (2, Fraction(1, 4)))
"""How often no dragon, one, or two and more come before a number, if half of the die's faces are dragons."""


def after_draws(view: State, own: Sequence[str], woken: Sequence[str], pile: Sequence[str]) -> Fraction:
    """The chance to free a king after two or three cards, each as likely, with some queens woken before."""
    lying = [cards.awake(card) if card in woken else card for card in own]
    chance = Fraction(0)
    for number in (2, 3):
        orders = list(permutations(pile, number))
        for order in orders:
            new = [card for card in order if card not in cards.INSTANTS]
            placed = tuple(sorted((*lying, *new), key=cards.order))
            after = replace(view, realms=(placed, view.realms[1]), pile_size=len(pile) - number)
            chance += freed(after) / len(orders) / 2
    return chance


HANDS = (
    (
        realm(4, 4, "queen_blue_asleep", "queen_red_asleep"),
        ("blue",),
        ("5", "9", "queen_red", "8", "gnome"),
        (),
    ),
    (realm(2, 5), (), ("3", "7", "queen_red", "book", "willow"), ("8", "gnome")),
    (realm(3, 3, "queen_blue_asleep"), ("green", "blue"), ("4", "6", "queen_green", "5", "gnome"), ("1",)),
    (realm(1, 4, "queen_red_asleep", "book"), ("wild",), ("4", "9", "queen_blue", "10"), ("5", "2")),
    (realm(2, 2, 4, "queen_green", "queen_red_asleep"), ("blue",), ("6", "8", "queen_blue", "3"), ("2",)),
    (realm("queen_red", 9, 10), (), ("1", "1", "8", "book", "7"), ("1", "10")),
    (realm(1, 2, 3, 5, "queen_green"), (), ("7", "9", "witch"), ("5", "8", "queen_red")),
)


@pytest.mark.parametrize(("own", "friends", "pile", "discard"), HANDS, ids=[str(h[0]) for h in HANDS])
def test_the_next_turn_frees_a_king_as_often_as_in_every_order_of_the_pile(own, friends, pile, discard):
    left = list(FRIENDS)
    for friend in friends:
        left.remove(friend)
    view = small(own, pile, discard, companions=(tuple(friends), ()), **ring(left))
    asleep = [card for card in own if cards.is_asleep(card)]
    exact = max(
        sum(share * after_draws(view, own, order[:dragons], pile) for dragons, share in DRAGONS)
        for order in permutations(asleep)
    )
    planner = Planner(view)
    now = planner.now()
    said = NextTurn(view, P1).chance(now.has, Ring(planner.kinds, now.down, now.up))
    assert said == exact


def test_a_companion_is_picked_as_in_every_order_of_the_ring():
    kinds = ("red", "green", "blue", "wild")
    said = Ring(kinds, (2, 1, 1, 0), (0, 0, 1, 1))
    for picks in (1, 2, 3):
        orders = list(permutations(("red", "red", "green", "blue"), picks))
        for symbols in (frozenset({"red"}), frozenset({"green", "blue"})):
            hits = sum(bool(set(order) & symbols) for order in orders)
            assert said.fits(symbols, picks) == Fraction(hits, len(orders))
    assert said.fits(frozenset({"green"}), 5) == 1, "all four, then one of those face up"
    assert Ring(kinds, (1, 0, 0, 0), (0, 0, 1, 1)).fits(frozenset({"blue"}), 2) == 1
    assert said.fits(frozenset(), 3) == 0


# --- plans


def plans(**changes: object) -> tuple[advice.Plan, ...]:
    return advice.plans(Knowledge(redact(table(**changes), P1), P1))


def test_sq_t13_the_pair_wakes_the_queen_and_she_rescues():
    best = plans(realms=(realm(4, 4, "queen_red_asleep"), (), ()), companions=(("red",), (), ()))[0]
    assert best.actions[:2] == (t.WakeAll(4), t.Rescue("red", "red"))
    assert best.now == best.soon == 1


def test_a_king_that_can_be_freed_is_freed():
    best = plans(realms=(realm(2, 3, 5, "queen_blue"), (), ()), companions=(("wild",), (), ()))[0]
    assert best.actions[0] == t.Rescue("blue", "wild")


def test_an_equation_for_a_queen_that_waits_has_the_chance_of_the_pick():
    best = plans(realms=(realm(2, 3, 5, "queen_blue"), (), ()))[0]
    assert best.actions == (t.Summon((2, 3, 5)),)
    assert best.now == Fraction(4, 10)
    assert best.soon is not None
    assert best.now < best.soon < 1


def test_two_equations_are_better_than_one():
    best = plans(realms=(realm(1, 2, 3, 4, 5, 9, "queen_red"), (), ()))[0]
    (chosen,) = best.actions
    assert isinstance(chosen, t.Summon)
    assert sorted((*chosen.numbers,)) in ([1, 2, 3], [4, 5, 9])
    assert best.now == 1 - Fraction(6 * 5, 10 * 9)


def test_a_plan_says_what_to_put_away():
    knights = ("white", "black", "green")
    realms = (realm(7, 9, "queen_red", "queen_blue", "queen_green", "book"), (), ())
    best = plans(realms=realms, knights=knights)[0]
    assert best.actions == (t.EndActions(),)
    assert len(best.discards) == 1
    assert best.discards[0] in ("7", "9")


def test_the_chances_of_all_ends_of_a_turn_are_one():
    view = redact(table(realms=(realm(1, 2, 3, 4, 5, 9, "queen_red"), (), ())), P1)
    planner = Planner(view)
    for action in rules.legal(view):
        ends = planner.ends(planner.now(), action)
        assert sum(end.chance for end in ends) == 1
        assert all(end.has.size <= view.limit(P1) for end in ends)


def decisions(seats: int, seed: int, most: int = 7) -> Iterator[tuple[Match, int]]:
    setup = Setup("sleeping_queens", tuple("ABCDE"[:seats]), options={"max_turns": most})
    match = Match(rules, setup, Chance(seed))
    makers = (AdvisedBot, bots.BOTS["greedy"], bots.BOTS["random"])
    company = Company(match, {seat: makers[seat % 3] for seat in range(seats)})
    while (seat := match.decider) is not None:
        yield match, seat
        company.step()


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_every_legal_action_is_advised_once_best_first_and_in_words(seats):
    for match, seat in decisions(seats, seats):
        said = advice.advise(Knowledge(match.view(seat), seat))
        assert sorted(map(str, (one.action for one in said))) == sorted(map(str, match.legal()))
        assert [one.value for one in said] == sorted((one.value for one in said), reverse=True)
        assert all(one.reasons for one in said)
        assert set(choices.values(match.view(seat))) == set(match.legal())


def test_nothing_is_advised_to_those_whose_turn_it_is_not():
    view = redact(table(), P2)
    assert advice.advise(Knowledge(view, P2)) == ()
    assert advice.advise(Knowledge(view, None)) == ()


# --- who is ahead


def test_nobody_wins_in_fewer_turns_than_the_standing_says():
    checked = 0
    for seats in (2, 3, 5):
        for seed in range(2):
            setup = Setup("sleeping_queens", tuple("ABCDE"[:seats]))
            match = Match(rules, setup, Chance(seed))
            play(match, dict.fromkeys(range(seats), bots.BOTS["greedy"]))
            if match.result is None or not match.result.winners:
                continue
            (winner,) = match.result.winners
            state, said = rules.start(setup), []
            for event in match.log[:-1]:
                state = rules.evolve(state, event)
                if isinstance(event, e.TurnBegan | e.CardsPlaced):
                    one = next(one for one in standing.standings(state) if one.seat == winner)
                    said.append((state.turn, one.turns))
            own = [turn for turn in range(1, state.turn + 1) if turn % seats == state.turn % seats]
            for turn, turns in said:
                assert turns <= sum(later >= turn for later in own)
                checked += 1
    assert checked > 100


def test_standings_by_hand():
    kings = (2, 1, 0)
    view = redact(
        table(realms=(realm("queen_red"), realm(2, 3, 5), ()), companions=(("red",), (), ()), kings=kings), P1
    )
    first, second, third = standing.standings(view)
    assert (first.seat, first.needed, first.turns) == (P1, 1, 1)
    assert (second.seat, second.needed, second.turns) == (P2, 2, 1), "an equation and three cards more"
    assert (third.seat, third.needed, third.turns) == (P3, 3, 2), "six cards, three in a turn"
    assert str(standing.ahead(view)) == "0 is ahead."


# --- the bot


def test_the_advised_bot_is_one_of_the_bots_of_the_assistant():
    from assistant import games as assisted

    assert list(assisted.bots("sleeping_queens"))[-1] == "advised"
    assert ADVISED["advised"] is AdvisedBot


def test_it_plays_legally_with_every_option():
    options = {
        "dragon_reroll": False,
        "reroll_limit": 1,
        "draw_bonus_optional": True,
        "gnome_dragon_moves_knights": True,
        "die_faces": ("1", "2", "3", "dragon"),
        "max_turns": 60,
    }
    setup = Setup("sleeping_queens", tuple("ABCDE"), options=options)
    match = Match(games.load("sleeping_queens"), setup, Chance(9))
    assert play(match, dict.fromkeys(range(5), AdvisedBot)).ranks


def test_a_holding_is_worth_more_with_what_it_needs():
    view = redact(table(), P1)
    scene = holding.Scene(view)
    bare = holding.Holding((2, 3), 0, ("red",), (), (), 0)
    assert scene.worth(replace(bare, friends=("red",)), "green") > scene.worth(
        replace(bare, friends=("blue",)), "green"
    )
    assert scene.worth(replace(bare, numbers=(2, 3, 5)), "green") > scene.worth(
        replace(bare, numbers=(2, 3, 9)), "green"
    )
