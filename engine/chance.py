"""Named random streams, so that deal, dice and each seat's bot do not disturb one another."""

from __future__ import annotations

from random import Random


class Chance:
    """All randomness of one match: independent streams by name, repeatable from `seed`.

    `fork` tells a match that goes on after an undo or a resume from the one that it left.
    """

    def __init__(self, seed: int | str, fork: int = 0) -> None:
        self.seed, self.fork = seed, fork
        self._streams: dict[str, Random] = {}

    def stream(self, name: str) -> Random:
        """Return the stream called `name` (`deal`, `dice`, `seat 2`); the same object each time."""
        if name not in self._streams:
            self._streams[name] = Random(f"{self.seed}/{self.fork}/{name}")
        return self._streams[name]
