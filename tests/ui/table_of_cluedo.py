"""What a person does at the companion for a real table of Cluedo, and what is to be read on its screen."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Iterable
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from assistant.__main__ import main
from assistant.ui.cluedo.table import TableCluedo
from assistant.ui.screen import Touch

MINE = ("irene", "rope", "lab", "watson", "dagger", "kitchen")


def tap(screen: TableCluedo, do: str, value: str | None = None, **args: object) -> list[Any]:
    given = {name: str(arg) for name, arg in args.items()}
    return list(screen.touch(Touch(do, given, value)) or ())


def laid(players: int = 4, folder: Path | None = None, **rules: bool) -> TableCluedo:
    """A table that is set up as a person does it, with the first cards of MINE in hand."""
    screen = TableCluedo(folder=folder)
    tap(screen, "start")
    tap(screen, "on")
    tap(screen, "players", n=players)
    for rule in rules:
        tap(screen, "rule", id=rule)
    tap(screen, "on")
    tap(screen, "on")
    for card in MINE[: screen.set_up.sizes[0]]:
        tap(screen, "take", card=card)
    tap(screen, "on")
    assert screen.ledger is not None
    return screen


def note(screen: TableCluedo, named: Iterable[str], shown_by: int, card: str = "") -> None:
    """Write down a suggestion of the player whose turn it is; -1: nobody showed."""
    tap(screen, "new")
    for one in named:
        tap(screen, "choose", card=one)
    if card:
        tap(screen, "which", n=shown_by, card=card)
    else:
        tap(screen, "showed", n=shown_by)
    tap(screen, "record")


def with_entries() -> TableCluedo:
    """A table for four after four entries, the next being mine."""
    screen = laid()
    note(screen, ("irene", "piping", "tower"), 2, "tower")
    note(screen, ("hudson", "candlestick", "flat"), 3)
    note(screen, ("mycroft", "wrench", "pool"), 3)
    note(screen, ("sherlock", "revolver", "221b"), 1)
    return screen


def on_the_screen(screen: TableCluedo) -> dict[tuple[str, str], Fraction]:
    """The numbers as the markup of the sheet carries them: (card, column) to probability."""
    found: dict[tuple[str, str], Fraction] = {}

    class Cells(HTMLParser):
        card = ""

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            values = dict(attrs)
            if values.get("role") == "row":
                self.card = values.get("data-card") or ""
            if values.get("role") == "gridcell" and values["data-p"] != "0":
                found[self.card, str(values["data-place"])] = Fraction(str(values["data-p"]))

    Cells().feed(screen.render())
    return found


def told(path: Path, *flags: str) -> dict[str, Any]:
    """What the command line says of notes."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        main(["cluedo", str(path), "--json", *flags])
    return dict(json.loads(output.getvalue()))


def by_command(path: Path, players: tuple[str, ...], *flags: str) -> dict[tuple[str, str], Fraction]:
    seats = {name: str(seat) for seat, name in enumerate(players)}
    return {
        (card, seats.get(place, place)): Fraction(p)
        for card, places in told(path, *flags)["cells"].items()
        for place, p in places.items()
    }
