"""Equations of Sleeping Queens 2: milliseconds to find every set of cards in a realm of twelve numbers.

Realms are drawn from the 40 number cards, seed 0, each searched once with an empty cache; the middle, the
95th percentile and the slowest are printed, with the number of sets found.
"""

from __future__ import annotations

import time
from random import Random

from engine.sleeping_queens import equations

NUMBERS = 12
REALMS = 200


def measured(knight: bool) -> tuple[list[float], int]:
    """Search realms: the milliseconds each took, sorted, and the most sets that one held."""
    rng, taken, most = Random(0), [], 0
    deck = [number for number in range(1, 11) for _ in range(4)]
    for _ in range(REALMS):
        realm = tuple(rng.sample(deck, NUMBERS))
        equations.find.cache_clear()
        equations.sample.cache_clear()
        start = time.process_time()
        found = equations.find(realm, knight)
        taken.append((time.process_time() - start) * 1000)
        most = max(most, len(found))
    return sorted(taken), most


def main() -> None:
    for knight in (False, True):
        taken, most = measured(knight)
        middle, late = taken[len(taken) // 2], taken[len(taken) * 95 // 100]
        who = "with the knight of plus and minus one" if knight else "without"
        print(
            f"{NUMBERS} numbers, {who}: median {middle:.1f} ms, 95 % {late:.1f} ms, "
            f"slowest {taken[-1]:.1f} ms, {most} sets at most"
        )


if __name__ == "__main__":
    main()
