"""Which entries clash: a set that cannot all be true and has nothing to spare, and what repairs it.

Entries are numbers; all that is known about them is a predicate that tells whether some of them can be
true together. Leaving entries out must never turn possible into impossible.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

Consistent = Callable[[Collection[int]], bool]


def conflict(entries: Sequence[int], consistent: Consistent) -> tuple[int, ...]:
    """Return a set of entries that cannot all be true and from which none can be left out.

    The entries must be inconsistent together. Those that come late are left out first where there is a
    choice, so the conflict is the one that could have been noticed earliest. Asks `consistent` about
    k log(n / k) times for n entries and a conflict of k (QuickXplain); empty if nothing at all can be true.
    """
    if not consistent(()):
        return ()
    shortest = _shortest_prefix(entries, consistent)
    last = entries[shortest - 1]
    return tuple(sorted([last, *_needed([last], True, entries[: shortest - 1], consistent)]))


def repairs(entries: Sequence[int], consistent: Consistent, among: Collection[int]) -> tuple[int, ...]:
    """Return every entry of `among` whose removal alone makes the rest possible.

    It is enough to look among the entries of one conflict: a repair must break each of them.
    """
    return tuple(sorted(n for n in among if consistent([entry for entry in entries if entry != n])))


def _shortest_prefix(entries: Sequence[int], consistent: Consistent) -> int:
    """Return the length of the shortest inconsistent beginning."""
    possible, impossible = 0, len(entries)
    while impossible - possible > 1:
        middle = (possible + impossible) // 2
        if consistent(entries[:middle]):
            possible = middle
        else:
            impossible = middle
    return impossible


def _needed(
    background: Sequence[int], grown: bool, entries: Sequence[int], consistent: Consistent
) -> list[int]:
    """Return the entries that are needed, beside the background, to be inconsistent.

    `grown` says whether the background is larger than when it was last found consistent.
    """
    if grown and not consistent(background):
        return []
    if len(entries) == 1:
        return list(entries)
    half = len(entries) // 2
    early, late = entries[:half], entries[half:]
    from_late = _needed([*background, *early], True, late, consistent)
    from_early = _needed([*background, *from_late], bool(from_late), early, consistent)
    return from_early + from_late
