"""python-constraint as the judge of possible and certain, against counting on small decks."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from assistant import solve
from assistant.count import count
from assistant.position import Clause, Position
from tests.oracle.small import positions


@settings(max_examples=150)
@given(position=positions())
def test_a_position_is_possible_if_a_deal_is_counted_and_a_world_is_one_of_them(position: Position) -> None:
    world = solve.world(position)
    assert solve.possible(position) == (world is not None) == (count(position).deals > 0)
    if world is None:
        return
    assert all(world[card] in places for card, places in position.domain.items())
    assert all(list(world.values()).count(place) == n for place, n in position.capacity.items())
    assert all(any(world[card] in places for card, places in c.ways.items()) for c in position.clauses)


@settings(max_examples=40)
@given(position=positions(), data=st.data())
def test_what_is_certain_has_probability_one_and_nothing_else_has(
    position: Position, data: st.DataObject
) -> None:
    posterior = count(position)
    card = data.draw(st.sampled_from(list(position.domain)))
    for place in position.capacity:
        assert solve.certain(position, card, place) == (
            posterior.deals > 0 and posterior.cell(card, place) == 1
        )


def test_capacities_that_do_not_add_up_are_impossible() -> None:
    domain = {"a": frozenset({1, 2}), "b": frozenset({1, 2})}
    assert solve.world(Position({1: 1, 2: 2}, domain)) is None


def test_a_clause_that_no_card_can_satisfy_is_impossible() -> None:
    domain = {"a": frozenset({1}), "b": frozenset({1, 2})}
    clause = Clause({"a": frozenset({2})})
    assert not solve.possible(Position({1: 1, 2: 1}, domain, (clause,)))
