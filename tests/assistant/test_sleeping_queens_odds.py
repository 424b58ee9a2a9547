"""The chances of a turn in Sleeping Queens 2, against every order that small piles can have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product
from random import Random

import pytest

from assistant.knowledge import Impossible
from assistant.sleeping_queens import dice, odds, why
from assistant.sleeping_queens.knowledge import Knowledge, begin
from assistant.sleeping_queens.odds import Supply
from engine.chance import Chance
from engine.core import Setup, redact
from engine.match import Match
from engine.play import play
from engine.sleeping_queens import bots, cards, equations, rules
from engine.sleeping_queens import events as e
from engine.sleeping_queens.table import DOWN, Phase, State
from tests.sleeping_queens.tables import P1, P2, P3, realm, ring, table

DECK = cards.load().deck
PILES = (
    ("3", "5", "7", "queen_red", "willow", "book"),
    ("1", "1", "2", "9", "gnome", "queen_blue"),
    ("4", "6", "10", "queen_red", "queen_green"),
)
REALMS = ((), ("2", "5"), ("2", "9", "book"), ("4", "4", "queen_red_asleep"), ("1", "8", "10"))


def stock(lying: Sequence[str]) -> Mapping[str, int]:
    there = Counter(lying)
    return {card: there[card] for card in DECK}


def share(hands: Sequence[Sequence[str]], fact: Callable[[Sequence[str]], bool]) -> Fraction:
    return Fraction(sum(map(fact, hands)), len(hands))


def drawn(pile: Sequence[str], discard: Sequence[str], number: int) -> list[Sequence[str]]:
    """Every way to draw, each as likely as the other: all orders of the pile, then of the discard pile."""
    if number <= len(pile):
        return list(permutations(pile, number))
    more = min(number - len(pile), len(discard))
    return [(*pile, *later) for later in permutations(discard, more)]


def with_books(numbers: Sequence[int], books: int, discard: Sequence[str]) -> Iterator[tuple[int, ...]]:
    """Every hand of numbers to be had with the books."""
    for used in range(books + 1):
        for found in combinations(sorted(cards.numbers(discard)), used):
            yield tuple(sorted((*numbers, *found)))


@pytest.mark.parametrize("number", [1, 2, 3, 4])
@pytest.mark.parametrize("knight", ["white", "plus_minus_one"])
def test_chances_equal_every_order_of_a_small_pile(number, knight):
    for pile, lying, discard in product(PILES, REALMS, [("6", "1"), ("2", "9", "willow")]):
        said = odds.chances(lying, {(number, knight): Fraction(1)}, Supply(stock(pile), stock(discard)))
        hands = drawn(pile, discard, number)

        def made(hand, lying=lying, discard=discard):
            held = [*lying, *hand]
            got = with_books(cards.numbers(held), held.count("book"), discard)
            return any(equations.find(numbers, knight == "plus_minus_one") for numbers in got)

        def paired(hand, lying=lying, discard=discard):
            held = [*lying, *hand]
            got = with_books(cards.numbers(held), held.count("book"), discard)
            return any(len(set(numbers)) < len(numbers) for numbers in got)

        assert said.equation == share(hands, made), (pile, lying)
        assert said.pair == share(hands, paired), (pile, lying)
        assert said.queen == share(hands, lambda hand: any(map(cards.is_queen, hand)))
        for card in DECK:
            assert said.cards[card] == share(hands, lambda hand, card=card: card in hand)


@pytest.mark.parametrize("number", [2, 3, 4])
def test_sq_r21_a_pile_that_runs_out_is_drawn_whole_and_the_discard_pile_after_it(number):
    pile, discard, lying = ("3", "queen_red"), ("5", "2", "willow"), ("8",)
    said = odds.chances(lying, {(number, "white"): Fraction(1)}, Supply(stock(pile), stock(discard)))
    hands = drawn(pile, discard, number)
    assert said.cards["5"] == share(hands, lambda hand: "5" in hand)
    assert said.queen == 1
    makes = share(hands, lambda hand: bool(equations.find(tuple(sorted(cards.numbers((*lying, *hand)))))))
    assert said.equation == makes


def test_sq_g21_with_both_piles_empty_nothing_is_drawn():
    said = odds.chances(("2", "3", "5"), {(2, "white"): Fraction(1)}, Supply(stock(()), stock(())))
    assert (said.equation, said.queen, said.cards["1"]) == (1, 0, 0)


def test_what_a_discard_does_is_the_draw_to_the_realm_without_it():
    state = table(realms=(realm(2, 5, 9, "queen_red_asleep"), (), ()), phase=Phase.DISCARD)
    found = odds.odds(Knowledge(redact(state, P1), P1), P1)
    for card in state.realm:
        after = Knowledge(rules.evolve(redact(state, P1), e.Discarded(P1, card)), P1)
        assert found.without[card] == odds.odds(after, P1).chances


# --- the roll


def expected(view: State, seat: int, turns: int = 14) -> Mapping[tuple[int, str], Fraction]:
    """The outcomes of a roll by following every face, as the rules say, for this many rolls."""
    share = Fraction(1, len(view.box.die))
    found: Counter[tuple[int, str]] = Counter()

    def roll(knights: tuple[str, ...], weight: Fraction, rerolls: int, left: int) -> None:
        if not left:
            return
        for face in view.box.die:
            knight, limit = knights[seat], view.options["reroll_limit"]
            if face == "dragon":
                moved = (knights[-1], *knights[:-1])
                if view.options["dragon_reroll"]:
                    roll(moved, weight * share, 0, left - 1)
                else:
                    found[0, moved[seat]] += weight * share
            elif face == "1" and knight == "reroll_one" and (limit == "none" or rerolls < limit):
                roll(knights, weight * share, rerolls + 1, left - 1)
            else:
                found[int(face) + (knight == "draw_one_more"), knight] += weight * share

    roll(view.knights, Fraction(1), 0, turns)
    return found


KNIGHTS = (
    ("reroll_one", "draw_one_more", "green"),
    ("white", "reroll_one", "draw_one_more"),
    ("draw_one_more", "plus_minus_one", "reroll_one"),
)
TABLES = (
    {},
    {"reroll_limit": 1},
    {"dragon_reroll": False},
    {"dragon_reroll": False, "reroll_limit": 1},
)


@pytest.mark.parametrize("options", TABLES, ids=str)
@pytest.mark.parametrize("knights", KNIGHTS, ids=str)
def test_sq_g1_g10_g12_the_roll_comes_out_as_the_rules_say(knights, options):
    view = table(
        knights=knights, phase=Phase.ROLL, options={"die_faces": ("1", "2", "3", "dragon"), **options}
    )
    for seat in (P1, P2, P3):
        exact, followed = dice.outcomes(view, seat), expected(view, seat, 8)
        assert sum(exact.values()) == 1
        missing = 1 - sum(followed.values())
        for outcome, chance in exact.items():
            assert followed[outcome] <= chance <= followed[outcome] + missing


@pytest.mark.parametrize("options", TABLES, ids=str)
@pytest.mark.parametrize("most", [0, 1, 2, 4])
def test_with_the_dragons_counted_the_outcomes_are_the_same(options, most):
    for knights in KNIGHTS:
        view = table(knights=knights, phase=Phase.ROLL, options=options)
        summed: Counter[tuple[int, str]] = Counter()
        for (number, knight, dragons), chance in dice.with_dragons(view, P2, most).items():
            assert 0 <= dragons <= most
            summed[number, knight] += chance
        assert summed == dice.outcomes(view, P2)


def test_a_one_that_lies_there_is_kept_or_rolled_again():
    view = table(knights=("reroll_one", "white", "black"), phase=Phase.ROLLED, face="1")
    assert dice.outcomes(view, P1, reroll=False) == {(1, "reroll_one"): 1}
    assert dice.outcomes(view, P1)[1, "black"] > 0, "after a dragon the right neighbour's knight"
    assert (1, "reroll_one") not in dice.outcomes(view, P1)


def test_the_last_second_roll_may_be_a_one_again():
    options = {"reroll_limit": 1, "die_faces": ("1", "2")}
    view = table(knights=("reroll_one", "white", "black"), phase=Phase.ROLLED, face="1", options=options)
    half = Fraction(1, 2)
    assert dice.outcomes(view, P1) == {(1, "reroll_one"): half, (2, "reroll_one"): half}
    assert dice.outcomes(replace(view, phase=Phase.ROLL, face=None), P1)[1, "reroll_one"] == Fraction(1, 4)


def test_a_die_of_ones_is_not_rolled_again_for_ever():
    view = table(
        phase=Phase.ROLL, knights=("reroll_one", "white", "black"), options={"die_faces": ("1", "1")}
    )
    assert dice.outcomes(view, P1) == {(1, "reroll_one"): 1}


# --- the ring


def test_the_companions_face_down_are_the_box_less_all_that_is_seen():
    down = ("red", "green", "green", "blue", "blue")
    view = redact(table(companions=(("red", "wild"), ("red",), ("blue",)), **ring(down, up=("green",))), P1)
    slots = Knowledge(view, P1).slots
    fifth = Fraction(1, 5)
    assert [slots[place] for place in range(5)] == [{"red": fifth, "green": 2 * fifth, "blue": 2 * fifth}] * 5
    assert slots[5] == {"green": 1}
    assert 6 not in slots


def test_sq_r17_t15_with_none_face_down_those_face_up_are_shuffled():
    owned = (("red", "red"), ("green", "green"), ("blue", "wild"))
    known = Knowledge(redact(table(companions=owned, **ring(up=("red", "green", "blue", "blue"))), P1), P1)
    assert known.fits({"blue"}) == Fraction(1, 2)
    assert known.fits({"red", "blue"}) == Fraction(3, 4)


@pytest.mark.parametrize("symbols", [{"red"}, {"red", "blue"}, set(), {"red", "green", "blue"}])
def test_sq_r18_a_pick_fits_as_often_as_in_every_order_of_the_ring(symbols):
    down = ("red", "green", "green", "blue", "wild")
    view = redact(table(companions=(("red", "blue"), ("red",), ("blue", "green")), **ring(down)), P1)
    orders = list(permutations(down))
    fits = sum(bool(symbols) and order[2] in {*symbols, "wild"} for order in orders)
    assert Knowledge(view, P1).fits(symbols) == Fraction(fits, len(orders))


def test_sq_g19_with_no_companion_left_there_is_no_chance_to_tell():
    owned = (("red",) * 3 + ("wild",), ("green",) * 3, ("blue",) * 3)
    assert Knowledge(redact(table(companions=owned, **ring()), P1), P1).fits({"red"}) is None


# --- whole games


def logs() -> Iterator[tuple[Setup, Match]]:
    for seed, seats in enumerate((2, 3, 5)):
        setup = Setup("sleeping_queens", tuple("ABCDE"[:seats]), options={"max_turns": 50})
        match = Match(rules, setup, Chance(seed))
        makers = list(bots.BOTS.values())
        play(match, {seat: makers[(seat + seed) % len(makers)] for seat in range(seats)})
        yield setup, match


def test_the_truth_is_never_excluded_and_the_pile_is_always_told_right():
    for setup, match in logs():
        known, state = begin(setup, None), rules.start(setup)
        for event in match.log:
            known, state = known.tell(redact(event, None)), rules.evolve(state, event)
            if state.pile is not None and state.under:
                assert +Counter(known.pile) == Counter(state.pile)
                for place in state.face_down:
                    assert known.slots[place].get(state.under[place], 0) > 0


def test_where_cards_are_adds_up_to_the_box():
    for setup, match in logs():
        known = begin(setup, None, (redact(event, None) for event in match.log))
        for card, total in DECK.items():
            there = why.where(known, card)
            assert there.total == total == sum(there.realms.values()) + there.discard + there.pile


def test_why_an_equation_is_likely_names_the_numbers_that_make_one():
    known = Knowledge(redact(table(realms=(realm(2, 5), realm(3, 3), ())), P1), P1)
    first, second = map(str, why.of_equation(known, P1))
    assert first == "Each of these makes an equation: 3, 7, 10."
    assert second.startswith("Of these cards 10 are among the ")


# --- what cannot be


def told(state: State, event: e.Event) -> str:
    with pytest.raises(Impossible) as caught:
        Knowledge(redact(state, P1), P1).tell(event)
    return str(caught.value)


def test_an_eleventh_king():
    state = table(realms=(realm("queen_red"), (), ()), companions=(("red",), (), ()), kings=(4, 3, 3))
    assert told(replace(state, ring=(DOWN,) * 9 + ("empty",)), e.Rescued(P1, "red", "red", 9)) == (
        "All 10 kings are rescued already."
    )


def test_a_number_12():
    drawing = table(phase=Phase.DRAW, to_draw=1)
    assert told(drawing, e.CardsDrawn(P1, ("12",))) == "There is no number card 12: they go from 1 to 10."
    assert told(drawing, e.CardsDrawn(P1, ("dog",))) == "There is no card called dog in the deck."


def test_five_of_one_number():
    drawing = table(phase=Phase.DRAW, to_draw=1, realms=(realm(7, 7), realm(7, 7), ()))
    assert told(drawing, e.CardsDrawn(P1, ("7",))) == (
        "There are only 4 of this card, and all are on the table: 7."
    )


def test_a_companion_for_a_number_card():
    state = table(
        phase=Phase.WITCH, instant="witch", realms=(realm(2), realm(3), ()), companions=(("red",), (), ())
    )
    assert told(state, e.CardsSwapped(P1, "red", P2, "3")) == (
        "A companion can only be swapped for a companion of the other player."
    )


def test_a_companion_that_cannot_lie_face_down():
    down = ("green",) * 3
    state = table(phase=Phase.PICK, companions=(("red",) * 3, ("blue",) * 3, ("wild",)), **ring(down))
    assert told(state, e.CompanionTaken(P1, 0, "red")) == "No companion of this kind lies face down: red."
    assert told(state, e.CompanionTaken(P1, 0, "pink")) == "There is no companion called pink."


def test_a_face_that_the_die_does_not_have():
    assert told(table(phase=Phase.ROLL), e.Rolled(P1, "4")) == "The die does not show 4."


def test_somebody_else_s_turn():
    assert told(table(), e.ActionsEnded(P2)) == "It is the turn of 0, not of 1."


def test_what_the_rules_refuse():
    assert told(table(), e.Summoned(P1, (2, 3, 5), "2 + 3 = 5")) == "Missing in your realm: 2, 3, 5."
    assert told(table(), e.TurnBegan(P2)) == "This does not come next by the rules."
    assert told(table(phase=Phase.OVER), e.ActionsEnded(P1)) == "The game is over."


def test_every_event_of_another_moment_is_refused_or_can_be():
    """No event of a game, told at any other moment of it, ends in anything but a sentence."""
    rng = Random(5)
    setup, match = next(logs())
    seen = [redact(event, None) for event in match.log]
    known, refused = begin(setup, None), 0
    for event in seen:
        for other in rng.sample(seen, 8):
            try:
                known.tell(other)
            except Impossible:
                refused += 1
        known = known.tell(event)
    assert refused > len(seen)
