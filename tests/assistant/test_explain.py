"""Minimal conflicts and repairs, over any predicate."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from hypothesis import given
from hypothesis import strategies as st

from assistant import explain

clashes = st.frozensets(st.frozensets(st.integers(1, 12), min_size=1, max_size=4), min_size=1, max_size=5)


@given(clashes=clashes)
def test_a_conflict_clashes_and_loses_nothing_it_needs(clashes: frozenset[frozenset[int]]) -> None:
    def consistent(chosen: Collection[int]) -> bool:
        return not any(clash <= set(chosen) for clash in clashes)

    entries = range(1, 13)
    conflict = explain.conflict(entries, consistent)
    assert not consistent(conflict)
    assert all(consistent([n for n in conflict if n != left_out]) for left_out in conflict)
    mends = {n for n in entries if all(n in clash for clash in clashes)}
    assert set(explain.repairs(entries, consistent, among=conflict)) == mends


def test_the_conflict_is_the_one_that_shows_first() -> None:
    def consistent(chosen: Collection[int]) -> bool:
        return not ({2, 5} <= set(chosen) or {1, 9} <= set(chosen))

    assert explain.conflict(range(1, 10), consistent) == (2, 5)


def test_a_few_questions_find_a_conflict_among_ten_thousand_entries() -> None:
    asked: Iterator[int] = iter(range(10**6))

    def consistent(chosen: Collection[int]) -> bool:
        next(asked)
        return not {17, 4_000, 9_999} <= set(chosen)

    assert explain.conflict(range(1, 10_001), consistent) == (17, 4_000, 9_999)
    assert next(asked) < 150


def test_without_any_entry_there_is_nothing_to_leave_out() -> None:
    assert explain.conflict((1, 2), lambda chosen: False) == ()
