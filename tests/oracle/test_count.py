"""Exact counting against brute force, closed formulas and itself."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import factorial, prod
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from assistant.count import NoDeal, count
from assistant.position import Choice, Clause, Place, Position, World
from tests.benchmarks.positions import SLOTS, deck, positions, table
from tests.oracle import brute, small

HERE, THERE = frozenset({"here"}), frozenset({"there"})
EITHER = HERE | THERE


def _shares(position: Position) -> list[tuple[World, Fraction]]:
    """Every deal with its probability; a position that no deal fits is passed over."""
    fitting = brute.deals(position)
    assume(fitting)
    whole = sum(weight for _, weight in fitting)
    return [(world, weight / whole) for world, weight in fitting]


@given(small.positions())
def test_deals_and_weight_equal_brute_force(position: Position) -> None:
    fitting = brute.deals(position)
    posterior = count(position)
    assert posterior.deals == len(fitting)
    assert posterior.weight == sum(weight for _, weight in fitting)


@given(small.positions())
def test_cells_equal_brute_force_and_are_never_zero(position: Position) -> None:
    fitting = _shares(position)
    expected: dict[object, Counter[Place]] = {card: Counter() for card in position.domain}
    for world, share in fitting:
        for card, place in world.items():
            expected[card][place] += share
    assert count(position).cells == expected


@given(small.positions(), st.data())
def test_joint_equals_brute_force(position: Position, data: st.DataObject) -> None:
    fitting = _shares(position)
    pair = st.tuples(st.sampled_from(sorted(position.domain)), st.sampled_from(list(position.capacity)))
    pairs = data.draw(st.lists(pair, max_size=3))
    together = sum(share for world, share in fitting if all(world[card] == place for card, place in pairs))
    assert count(position).joint(pairs) == together


@given(small.positions())
def test_table_equals_brute_force_for_all_places_of_one_card(position: Position) -> None:
    fitting = _shares(position)
    places = tuple(place for place, capacity in position.capacity.items() if capacity == 1)
    expected: Counter[tuple[object, ...]] = Counter()
    for world, share in fitting:
        lies_in = {place: card for card, place in world.items()}
        expected[tuple(lies_in[place] for place in places)] += share
    assert count(position).table(places) == expected


@given(small.positions(), st.integers())
def test_draw_gives_a_deal_that_fits(position: Position, seed: int) -> None:
    fitting = _shares(position)
    assert count(position).draw(Random(seed)) in [world for world, _ in fitting]


def test_draw_follows_the_weights() -> None:
    position = Position(
        {"here": 3, "there": 3},
        dict.fromkeys("abcdef", EITHER),
        (Clause({"a": HERE, "b": HERE}),),
        (Choice("here", frozenset("cd")), Choice("there", frozenset("aef"))),
    )
    posterior, rng, draws = count(position), Random(2), 20_000
    drawn = Counter(tuple(sorted(posterior.draw(rng).items())) for _ in range(draws))
    fitting = brute.deals(position)
    expected = {tuple(sorted(world.items())): draws * float(w / posterior.weight) for world, w in fitting}
    assert drawn.keys() == expected.keys()
    chi_square = sum((drawn[deal] - mean) ** 2 / mean for deal, mean in expected.items())
    freedom = len(expected) - 1
    assert chi_square < freedom + 4 * (2 * freedom) ** 0.5


def test_the_same_seed_draws_the_same_deal() -> None:
    *_, position = positions(table(4, 1), None)
    assert count(position).draw(Random(7)) == count(position).draw(Random(7))


def test_a_choice_among_many_cards_weighs_by_how_many_are_held() -> None:
    cards = "abcdefg"
    position = Position(
        {"here": 4, "there": 3},
        dict.fromkeys(cards, EITHER) | {"g": HERE},
        choices=(Choice("here", frozenset("abcdef")), Choice("here", frozenset("abg"))),
    )
    # Three of a-f lie here: the first choice always weighs 1/4, the second 1/2 to 1/4.
    weights = {0: 4, 1: 12, 2: 4}
    assert count(position).weight == sum(Fraction(ways, 4 * (2 + k)) for k, ways in weights.items())
    assert count(position).deals == 20


@pytest.mark.parametrize(
    "position",
    [
        pytest.param(Position({"here": 2, "there": 1}, dict.fromkeys("ab", EITHER)), id="a card too few"),
        pytest.param(Position({"here": 1, "there": 1}, dict.fromkeys("ab", HERE)), id="a place too full"),
        pytest.param(Position({"here": 1}, {"a": frozenset()}), id="a card nowhere"),
        pytest.param(Position({"here": 1}, {"a": HERE}, (Clause({}),)), id="a clause without a way"),
        pytest.param(
            Position(
                {"here": 2, "there": 4},
                dict.fromkeys("abcdef", EITHER),
                tuple(Clause(dict.fromkeys(pair, HERE)) for pair in ("ab", "cd", "ef")),
            ),
            id="three clauses for two cards",
        ),
    ],
)
def test_an_impossible_position_has_no_deal_and_no_probabilities(position: Position) -> None:
    posterior = count(position)
    assert posterior.deals == posterior.weight == 0
    for question in (
        lambda: posterior.cells,
        lambda: posterior.cell("a", "here"),
        lambda: posterior.joint([("a", "here")]),
        lambda: posterior.draw(Random(1)),
        lambda: posterior.table(()),
    ):
        with pytest.raises(NoDeal):
            question()


def test_clauses_that_only_overlap_both_count() -> None:
    left, right = frozenset({"here", "middle"}), frozenset({"middle", "there"})
    position = Position(
        {"here": 2, "middle": 2, "there": 2},
        dict.fromkeys("abcdef", left | right),
        (Clause({"a": left, "b": left}), Clause({"a": right, "b": right})),
    )
    # Of 90 deals, 6 put both a and b there and 6 put both of them here.
    assert count(position).deals == 78


def test_no_cards_make_one_deal() -> None:
    posterior = count(Position({}, {}))
    assert (posterior.deals, posterior.cells, posterior.draw(Random(1))) == (1, {}, {})


def test_cell_is_zero_where_the_card_cannot_lie() -> None:
    assert count(Position({"here": 1, "there": 1}, {"a": HERE, "b": EITHER})).cell("b", "here") == 0


@pytest.mark.parametrize("places", [("here", "here"), ("there",)])
def test_table_refuses_places_that_do_not_take_one_card(places: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="not different places for one card each"):
        count(Position({"here": 1, "there": 2}, dict.fromkeys("abc", EITHER))).table(places)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_deals_without_any_event_are_the_multinomial(players: int) -> None:
    sizes = {"suspect": 8, "weapon": 9, "room": 13}
    cards = deck(sizes)
    hands = [27 // players + (seat < 27 % players) for seat in range(players)]
    domain = {card: frozenset({*range(players), kind}) for kind, named in cards.items() for card in named}
    posterior = count(Position(dict(enumerate(hands)) | dict.fromkeys(sizes, 1), domain))
    assert posterior.deals == prod(sizes.values()) * factorial(27) // prod(map(factorial, hands))
    assert posterior.cells["room1"]["room"] == Fraction(1, 13)
    assert posterior.cells["room1"][0] == Fraction(12, 13) * Fraction(hands[0], 27)


@pytest.mark.parametrize("seat", [0, None])
@pytest.mark.parametrize("seed", [1, 4])
def test_in_whole_games_cells_table_and_joint_tell_the_same(seat: int | None, seed: int) -> None:
    for position in list(positions(table(5, seed), seat))[::6]:
        posterior = count(position)
        triples = posterior.table(SLOTS)
        assert sum(triples.values()) == 1
        for card, (i, slot) in product(position.domain, enumerate(SLOTS)):
            assert posterior.cell(card, slot) == sum(p for cards, p in triples.items() if cards[i] == card)
        cards, likely = max(triples.items(), key=lambda item: item[1])
        assert posterior.joint(zip(cards, SLOTS, strict=True)) == likely


@pytest.mark.parametrize("seat", [0, None])
@pytest.mark.parametrize("seed", [2, 8])
def test_in_whole_games_the_true_deal_always_fits(seat: int | None, seed: int) -> None:
    game = table(6, seed)
    held = [(card, player) for player, hand in enumerate(game.hands) for card in hand]
    for position in list(positions(game, seat))[::10]:
        assert count(position).joint(held) > 0
