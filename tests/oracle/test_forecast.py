"""Where some cards lie together, and what is then in the envelope, against brute force over all deals."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from assistant.count import NoDeal, count
from assistant.forecast import Forecast, Work
from assistant.position import Card, Place, Position, World
from tests.oracle import brute, small


def finished(work: Work) -> Any:
    """The answer of work that is done in pieces."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value


def shares(position: Position) -> list[tuple[World, Fraction]]:
    fitting = brute.deals(position)
    assume(fitting)
    whole = sum(weight for _, weight in fitting)
    return [(world, weight / whole) for world, weight in fitting]


def counted(
    fitting: list[tuple[World, Fraction]], key: Callable[[World], Any]
) -> dict[tuple[Any, ...], Fraction]:
    """The share of the deals by what `key` says of them."""
    found: Counter[Any] = Counter()
    for world, share in fitting:
        found[key(world)] += share
    return dict(found)


def lying_in(world: World, place: Place) -> Card:
    return next(card for card, at in world.items() if at == place)


def questions(position: Position, data: st.DataObject) -> list[tuple[Card, ...]]:
    question = st.lists(st.sampled_from(sorted(position.domain)), min_size=1, max_size=3, unique=True)
    return [tuple(cards) for cards in data.draw(st.lists(question, min_size=1, max_size=3))]


@given(small.positions(), st.data())
def test_spread_equals_brute_force_with_the_cards_of_each_slot(
    position: Position, data: st.DataObject
) -> None:
    fitting = shares(position)
    forecast = Forecast(count(position), small.SLOTS)
    for asked in questions(position, data):
        found: dict[tuple[Any, ...], Fraction] = {}
        for places, packed in finished(forecast.spread(asked)).items():
            tally = forecast.tally(packed)
            for slot, cards in zip(forecast.open, tally.cards, strict=True):
                assert sum(cards.values()) == tally.weight
                found |= {
                    (slot, card, *places): Fraction(share, forecast.total) for card, share in cards.items()
                }
        expected: dict[tuple[Any, ...], Fraction] = {}
        for slot in forecast.open:
            expected |= counted(
                fitting,
                lambda world, slot=slot, asked=asked: (
                    slot,
                    lying_in(world, slot),
                    *(world[card] for card in asked),
                ),
            )
        assert found == expected


@given(small.positions(), st.data())
def test_spread_tells_the_watched_places_together(position: Position, data: st.DataObject) -> None:
    fitting = shares(position)
    forecast = Forecast(count(position), small.SLOTS, jointly=True)
    for asked in questions(position, data):
        found = {
            (held, *places): Fraction(share, forecast.total)
            for places, packed in finished(forecast.spread(asked)).items()
            for held, share in forecast.tally(packed).cards[0].items()
        }
        assert found == counted(
            fitting,
            lambda world, asked=asked: (
                tuple(lying_in(world, slot) for slot in forecast.open),
                *(world[card] for card in asked),
            ),
        )


@given(small.positions(), st.data())
def test_a_place_is_open_while_two_cards_may_lie_there(position: Position, data: st.DataObject) -> None:
    fitting = shares(position)
    certain = {slot for slot in small.SLOTS if len({lying_in(world, slot) for world, _ in fitting}) == 1}
    assert {*small.SLOTS} - {*Forecast(count(position), small.SLOTS).open} <= certain


@given(small.positions())
def test_cards_alike_can_be_exchanged(position: Position) -> None:
    shares(position)
    forecast = Forecast(count(position), ())
    cards = sorted(position.domain)
    for one in cards:
        for other in cards:
            if one < other and forecast.alike(one) == forecast.alike(other):
                swap = {one: other, other: one}
                fitting = counted(brute.deals(position), lambda world: frozenset(world.items()))
                exchanged = counted(
                    brute.deals(position),
                    lambda world, swap=swap: frozenset(
                        (swap.get(card, card), at) for card, at in world.items()
                    ),
                )
                assert fitting == exchanged


@pytest.mark.parametrize(
    "position",
    [
        Position({"here": 1}, {"a": frozenset()}),
        Position({"here": 2, "there": 1}, dict.fromkeys("ab", frozenset({"here", "there"}))),
    ],
)
def test_an_impossible_position_forecasts_nothing(position: Position) -> None:
    with pytest.raises(NoDeal):
        Forecast(count(position), ())
