"""King's Dogs against bots, played in Voilà on a phone and in JupyterLab on a laptop."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from assistant.ui.kings_dogs.play import PlayKingsDogs
from engine import log
from tests.browser.conftest import LAPTOP, PHONE, Shown
from tests.browser.opened import Opened, answer, opened

pytestmark = pytest.mark.browser

STEPS = ("agree", "door", "turn")


class Table(Opened):
    """A table of King's Dogs on a page."""

    def to_my_turn(self) -> None:
        """Let the others play, and what they do unfold, until the person is to decide."""
        while self.page.get_attribute("main.play", "data-kind") in ("wait", "watch"):
            self.press(".now [data-do=next]")

    def decide(self) -> None:
        """Agree, open the first door, or take the first reward."""
        self.to_my_turn()
        self.press(", ".join(f".now [data-do={what}]" for what in STEPS))
        self.to_my_turn()

    def numbers(self) -> dict[str, dict[str, list[str]]]:
        """The numbers beside the tiles of the others: player, position, the fractions of both models."""
        found: dict[str, dict[str, list[str]]] = {}
        for name, position, chances in self.page.evaluate(
            """() => [...document.querySelectorAll(".kd-row:not(.me) .kd-cell [data-p]")].map(n =>
                [n.closest(".kd-row").ariaLabel, n.closest("button").dataset.doors, n.dataset.p])"""
        ):
            found.setdefault(name, {})[position] = chances.split()
        return found


def told(file: Path) -> dict[str, dict[str, list[str]]]:
    """What the command line says of the dogs of the others in the same game, under both models."""
    found: dict[str, dict[str, list[str]]] = {}
    saved = log.parse(file.read_text("utf-8"))
    assert isinstance(saved.viewer, int)
    for model in ("logic", "choice"):
        for name, positions in answer("kings_dogs", file, "--model", model)["positions"].items():
            if name != saved.setup.seats[saved.viewer]:
                for position, chance in positions.items():
                    found.setdefault(name, {}).setdefault(position, []).append(chance)
    return found


@pytest.fixture(scope="module", params=["voila-phone", "jupyterlab-laptop"])
def table(request: pytest.FixtureRequest, chromium: Any) -> Iterator[Table]:
    name, _, size = request.param.partition("-")
    front = request.getfixturevalue(name)
    context = chromium.new_context(**(PHONE if size == "phone" else LAPTOP))
    with opened(Table, front, context, "play_kings_dogs", seed=11) as page:
        yield page


def test_1_a_game_begins_and_the_numbers_are_those_of_the_command_line(table: Table) -> None:
    table.press("[data-do=players][data-n='5']")
    table.press("[data-do=pace][data-id=step]")
    table.press("[data-do=start]")
    table.to_my_turn()
    assert len(table.numbers()) == 4
    assert table.numbers() == told(table.file)


def test_2_some_decisions_change_the_numbers(table: Table) -> None:
    before = table.numbers()
    for _ in range(3):
        table.decide()
    assert table.numbers() != before
    assert table.numbers() == told(table.file)


def test_3_one_touch_on_a_number_says_why(table: Table) -> None:
    table.press(".kd-row:not(.me) [data-do=why]")
    expect(table.page.locator("main.why .kd-model")).to_have_count(2)
    table.press("[data-do=page][data-id='']")
    expect(table.page.locator("main.play")).to_be_visible()


def test_4_the_other_language_and_the_cover(table: Table) -> None:
    table.press("[data-do=language][data-id=vi]")
    expect(table.page.locator(".kd-legend")).to_contain_text("đếm")
    table.press("[data-do=language][data-id=en]")
    table.press("[data-do=cover]")
    expect(table.page.locator(".cover")).to_be_visible()
    assert "tile-dog" not in table.page.locator(".stage-body").inner_html()
    table.press("[data-do=uncover]")


def test_5_a_killed_kernel_and_a_reload_lose_nothing(table: Table) -> None:
    entries = table.file.read_text("utf-8").splitlines()[1:]
    numbers = table.numbers()
    table.front.kill_kernels()
    table.front.open(table.page, table.notebook, "main.opening")
    table.press("[data-do=resume]")
    assert table.numbers() == numbers
    assert table.file.read_text("utf-8").splitlines()[1:] == entries
    table.decide()
    assert table.numbers() == told(table.file)
    assert "Traceback" not in table.page.content()


CUT = """() => [...document.querySelectorAll(".stage-body :is(button, h1, h2, p)")]
  .filter((n) => n.checkVisibility() && getComputedStyle(n).display !== "inline")
  .filter((n) => n.scrollWidth > n.clientWidth + 1)
  .map((n) => n.outerHTML.slice(0, 120))"""
SIZES = """(selector) => [...document.querySelectorAll(selector)].map((n) => n.getBoundingClientRect())
  .map((r) => [r.width, r.height])"""


@pytest.mark.parametrize("language", ["en", "vi"])
@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize("players", ["2", "5"])
def test_nothing_is_cut_or_scrolls_sideways(
    show: Callable[..., Shown], language: str, size: dict[str, Any], players: str
) -> None:
    screen = PlayKingsDogs(language, folder=None, seed=5)
    shown = show(screen, **size)
    shown.page.click(f"[data-do=players][data-n='{players}']")
    shown.page.click("[data-do=pace][data-id=quick]")
    shown.page.click("[data-do=start]")
    shown.page.wait_for_selector("main.play")
    screen.advice = "on"
    for tab in ("board", "sheet", "story"):
        for asking in ("", "accuse"):
            screen.tab, screen.asking = tab, asking
            shown.redraw()
            assert shown.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), tab
            assert shown.page.evaluate(CUT) == [], tab
    if size is LAPTOP:
        assert shown.page.evaluate("document.querySelector('.sleuth').offsetHeight") <= 800
    else:
        screen.tab = "board"
        shown.redraw()
        sizes = shown.page.evaluate(SIZES, ".now button, .kd-cell[data-do], .kd-door[data-do]")
        assert len(sizes) > 5
        assert all(width >= 44 and height >= 40 for width, height in sizes)


OVER = """() => [...document.querySelectorAll(".kd-cell")].flatMap((cell) => {
  const box = cell.getBoundingClientRect();
  return [...cell.querySelectorAll(".tl, .n1, .n2")].map((n) => n.getBoundingClientRect())
    .filter((r) => r.left < box.left - 1 || r.right > box.right + 1).map((r) => [r.left, r.right]);
})"""


@pytest.mark.parametrize("players", ["2", "4", "5"])
def test_tiles_and_numbers_stay_in_their_places_at_every_width(
    show: Callable[..., Shown], players: str
) -> None:
    screen = PlayKingsDogs(folder=None, seed=5)
    shown = show(screen, **LAPTOP)
    for press in (
        f"[data-do=players][data-n='{players}']",
        "[data-do=pace][data-id=quick]",
        "[data-do=start]",
    ):
        shown.page.click(press)
    shown.page.wait_for_selector("main.play")
    for width in (360, 500, 700, 761, 848, 899, 920, 1010, 1179, 1200, 1239, 1260, 1600):
        shown.page.set_viewport_size({"width": width, "height": 800})
        assert shown.page.evaluate(OVER) == [], width
