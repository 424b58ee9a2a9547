"""Walks over squares: which squares lie how far away, and where a walk without a repeated square ends.

Squares are numbered in reading order, and a set of squares is an int with one bit per square, so that
sets are joined and compared in one operation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

Square = tuple[int, int]
_USUAL = 12  # the highest roll of two dice


class Grid:
    """A fixed set of squares, orthogonal neighbours joined. Reading it changes no answer, only caches."""

    __slots__ = ("_exact", "_within", "beside", "bit", "everything", "number", "squares", "steps")

    def __init__(self, squares: Iterable[Square]) -> None:
        self.squares = tuple(sorted(squares))
        self.number = {square: i for i, square in enumerate(self.squares)}
        self.bit = {square: 1 << i for i, square in enumerate(self.squares)}
        self.everything = (1 << len(self.squares)) - 1
        self.steps = tuple(
            tuple(
                (self.number[beside], self.bit[beside])
                for beside in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
                if beside in self.number
            )
            for row, column in self.squares
        )
        self.beside = tuple(sum(bit for _, bit in steps) for steps in self.steps)
        self._exact: list[list[int]] = []
        self._within: list[list[int]] = []

    def members(self, mask: int) -> tuple[Square, ...]:
        """Return the squares of a set in reading order."""
        return tuple(self.squares[i] for i in bits(mask))

    def levels(self, start: int, free: int, most: int) -> list[int]:
        """Return the sets of squares at distance 0, 1, … `most` from `start` over free squares.

        The list ends early where no square is left. `start` itself need not be free.
        """
        steps = self.steps
        seen = 1 << start
        levels, edge = [seen], [start]
        for _ in range(most):
            ring, level = [], 0
            for square in edge:
                for following, bit in steps[square]:
                    if free & bit and not seen & bit:
                        seen |= bit
                        level |= bit
                        ring.append(following)
            if not level:
                break
            levels.append(level)
            edge = ring
        return levels

    def within(self, start: int, steps: int) -> int:
        """Return the squares at most `steps` from `start` when nothing is in the way."""
        self._measure(steps)
        return self._within[steps][start]

    def ends(self, start: int, rings: list[int], free: int, length: int) -> int:
        """Return the squares where a walk of exactly `length` steps that repeats no square can end.

        `rings` are the `levels` of `start`. Only squares at a distance that fits in number and parity can
        be ends. A depth-first search looks for those not yet found and turns back where none of them is
        near enough; it stops at the last.
        """
        if length == 0:
            return 1 << start
        missing = wanted = sum(rings[d] for d in range(length, 0, -2) if d < len(rings))
        self._measure(length)
        exact, steps, beside = self._exact, self.steps, self.beside

        def walk(square: int, free: int, left: int) -> None:
            nonlocal missing
            if left == 1:
                missing &= ~(beside[square] & free)
                return
            left -= 1
            near = exact[left]
            for following, bit in steps[square]:
                if free & bit and near[following] & missing:
                    walk(following, free ^ bit, left)

        if wanted:
            walk(start, free & ~(1 << start), length)
        return wanted & ~missing

    def way(self, start: int, free: int, length: int, target: int) -> tuple[int, ...] | None:
        """Return one such walk as the squares stepped on, `start` left out; None if there is none."""
        self._measure(length)
        exact, steps, goal = self._exact, self.steps, 1 << target

        def search(square: int, free: int, left: int) -> tuple[int, ...] | None:
            if left == 0:
                return ()
            for following, bit in steps[square]:
                if free & bit and exact[left - 1][following] & goal:
                    rest = search(following, free ^ bit, left - 1)
                    if rest is not None:
                        return (following, *rest)
            return None

        if length == 0:
            return () if start == target else None
        return search(start, free & ~(1 << start), length)

    def _measure(self, steps: int) -> None:
        """Know for every square which squares a walk of up to `steps` may end on, were all squares free.

        `_exact[n]` keeps those whose distance is n, n - 2, …: the ends that parity allows.
        """
        if len(self._exact) > steps:
            return
        steps = max(steps, _USUAL)
        everything = [self.levels(i, self.everything, steps) for i in range(len(self.squares))]
        self._exact, self._within = [], []
        for n in range(steps + 1):
            rings = [levels[n] if n < len(levels) else 0 for levels in everything]
            self._exact.append([r | (self._exact[n - 2][i] if n > 1 else 0) for i, r in enumerate(rings)])
            self._within.append([r | (self._within[n - 1][i] if n else 0) for i, r in enumerate(rings)])


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the squares of a set in rising order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
