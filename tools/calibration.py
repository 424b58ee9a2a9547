"""Does what is said with 70 % come true 7 times in 10? `make calibration` writes docs/calibration.md.

A game joins in with a module `tools/calibration_GAME.py` that has a SECTION. What is said within one game
hangs together, so the intervals are Student's t over whole games.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from importlib import import_module
from pathlib import Path

from engine.intervals import estimate

GAMES = ("kings_dogs", "cockroach_poker")
PAGE = Path(__file__).parent.parent / "docs" / "calibration.md"
TENTHS = 10

Said = tuple[Fraction, bool]
"""Something said in a game: how likely it was called, and whether it was so."""


@dataclass(frozen=True, slots=True)
class Field:
    """Who plays: `said` plays the game of a number and returns all that was said in it.

    `asserted`: the bots follow exactly the model, so that a test demands what this page shows.
    """

    name: str
    said: Callable[[int], Sequence[Said]]
    games: int
    asserted: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """One game's part of the page: what is said, by which model."""

    title: str
    about: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Tenth:
    """What was said with a chance from `tenth` / 10 on, up to the next: how likely, and how often it was so.

    `low` and `high` are the interval of how often. With less than two games it is from 0 to 1.
    """

    tenth: int
    number: int
    said: float
    so: float
    low: float
    high: float

    @property
    def holds(self) -> bool:
        """Whether what was said lies within the interval."""
        return self.low <= self.said <= self.high


def tenths(games: Sequence[Sequence[Said]], level: float = 0.95) -> list[Tenth]:
    """Return every tenth in which something was said, from all that was said in independent games."""
    found = []
    for tenth in range(TENTHS):
        parts = [[(float(p), so) for p, so in said if _tenth(p) == tenth] for said in games]
        everything = [pair for part in parts for pair in part]
        if not everything:
            continue
        number = len(everything)
        said, so = (sum(values) / number for values in zip(*everything, strict=True))
        low, high = 0.0, 1.0
        if len(games) > 1:
            most = max(map(len, parts))
            errors = [sum(so - p for p, so in part) for part in parts]
            error = estimate(errors, -most, most, level)
            low, high = (said + end * len(games) / number for end in (error.low, error.high))
        found.append(Tenth(tenth, number, said, so, max(0.0, low), min(1.0, high)))
    return found


def _tenth(chance: Fraction) -> int:
    return min(int(chance * TENTHS), TENTHS - 1)


def page(sections: Sequence[Section], seed: int, share: float = 1.0) -> Iterator[str]:
    """Give the lines of docs/calibration.md; `share` of the games of each field are played."""
    yield "# Calibration"
    yield ""
    yield "Of all that was said with about this chance, how often was it so? One table per field of bots."
    yield "The interval (95 %) of how often it was so is Student's t over whole games. Where the bots follow"
    yield "exactly the model, a test demands calibration; elsewhere the table shows how far the model is off."
    yield ""
    yield f"Made by `make calibration` on {datetime.now(UTC):%Y-%m-%d}, seed {seed}."
    for section in sections:
        yield from ("", f"## {section.title}", "", section.about)
        for field in section.fields:
            number = max(2, round(field.games * share))
            games = [field.said(seed + game) for game in range(number)]
            kept = "; follows exactly the model, asserted by a test" if field.asserted else ""
            yield from ("", f"### {field.name}", "", f"{number} games{kept}.", "")
            yield "| said | number | mean said | was so | interval | |"
            yield "| --- | ---: | ---: | ---: | --- | --- |"
            for row in tenths(games):
                yield (
                    f"| {row.tenth * 10} to {row.tenth * 10 + 10} % | {row.number} | {row.said:.1%}"
                    f" | {row.so:.1%} | {row.low:.1%} to {row.high:.1%} | {'holds' if row.holds else 'off'} |"
                )


def main() -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(prog="python -m tools.calibration", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, default=1.0, help="play only this share of the games")
    parser.add_argument("--out", type=Path, default=PAGE)
    options = parser.parse_args()
    sections = [import_module(f"tools.calibration_{game}").SECTION for game in GAMES]
    lines = list(page(sections, options.seed, options.share))
    options.out.parent.mkdir(exist_ok=True)
    options.out.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
