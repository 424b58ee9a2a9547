"""A screen opened in a front end as a person opens it, and what the command line says of the same file."""

from __future__ import annotations

import io
import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from playwright.sync_api import BrowserContext, Page

from assistant.__main__ import main

DRAWN = 15_000
"""Milliseconds that an answer may take before a test gives up."""
ANSWERED = "Number((document.querySelector('.sleuth').dataset.after ?? '.0').split('.')[1])"
"""How many touches of this page have been answered; what happens by itself draws in between."""
SHEET = """() => [...document.querySelectorAll(".sheet .row > .c")].map(cell =>
    [cell.parentElement.dataset.card, cell.dataset.place, cell.dataset.p])"""


@dataclass
class Opened:
    """A page with a screen on it, and the file in which the screen keeps its game."""

    front: Any
    page: Page
    notebook: str
    file: Path

    def press(self, selector: str) -> None:
        """Press the first that can be seen and wait for the drawing that answers."""
        before = self.page.evaluate(ANSWERED)
        self.page.locator(selector).locator("visible=true").first.click()
        self._answered(before)

    def fill(self, selector: str, text: str) -> None:
        """Type into a field and wait until it has arrived."""
        before = self.page.evaluate(ANSWERED)
        self.page.fill(selector, text)
        self._answered(before)

    def _answered(self, before: int) -> None:
        self.page.wait_for_function(f"before => ({ANSWERED}) > before", arg=before, timeout=DRAWN)


T = TypeVar("T", bound=Opened)


@contextmanager
def opened(
    kind: type[T],
    front: Any,
    context: BrowserContext,
    screen: str,
    *,
    first: str = "main.opening",
    **options: Any,
) -> Iterator[T]:
    """Open a screen in a folder of its own and wait for `first`; closes the profile and ends its kernels."""
    saves = f"{screen}-{secrets.token_hex(4)}"
    given = "".join(f", {name}={value!r}" for name, value in options.items())
    show = f'show("{screen}", folder=__import__("pathlib").Path("{saves}"){given})'
    notebook = front.put(f"{saves}.ipynb", f"from assistant.ui import show\n\n{show}")
    page = context.new_page()
    front.open(page, notebook, first)
    yield kind(front, page, notebook, front.folder / saves / f"{screen}.jsonl")
    context.close()
    front.kill_kernels()


def answer(game: str, file: Path, *flags: str) -> Any:
    """Return what the command line answers, as JSON values."""
    output = io.StringIO()
    with redirect_stdout(output):
        assert main([game, str(file), "--json", *flags]) == 0
    return json.loads(output.getvalue())


def sheet_of(page: Page) -> dict[tuple[str, str], str]:
    """Return the exact numbers of the sheet on the screen: (card, column) to fraction, zeros left out."""
    return {(card, place): p for card, place, p in page.evaluate(SHEET) if p != "0"}


def sheet_told(file: Path, seats: tuple[str, ...], *flags: str) -> dict[tuple[str, str], str]:
    """Return what the command line says of the sheet, its columns named as the screen names them."""
    columns = {name: str(seat) for seat, name in enumerate(seats)}
    cells = answer("cluedo", file, *flags)["cells"]
    return {
        (card, columns.get(place, place)): p for card, places in cells.items() for place, p in places.items()
    }
