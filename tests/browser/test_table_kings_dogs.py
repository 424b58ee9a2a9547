"""King's Dogs at a real table: the companion in Voilà on a phone and in JupyterLab on a laptop."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from assistant.ui.kings_dogs.table import TableKingsDogs
from tests.browser.conftest import LAPTOP, PHONE, Shown
from tests.browser.opened import Opened, opened
from tests.browser.test_play_kings_dogs import CUT, told

pytestmark = pytest.mark.browser

SHOWN = """() => [...document.querySelectorAll(".kd-row:not(.me) .kd-cell [data-p]")].map(n =>
    [n.closest(".kd-row").ariaLabel, n.closest("button").dataset.key.slice(-1), n.dataset.p])"""


class Table(Opened):
    """A real table of King's Dogs on a page."""

    def numbers(self) -> dict[str, dict[str, list[str]]]:
        """The numbers beside the tiles of the others: player, position, the fractions of both models."""
        found: dict[str, dict[str, list[str]]] = {}
        for name, position, chances in self.page.evaluate(SHOWN):
            found.setdefault(name, {})[position] = chances.split()
        return found


@pytest.fixture(scope="module", params=["voila-phone", "jupyterlab-laptop"])
def table(request: pytest.FixtureRequest, chromium: Any) -> Iterator[Table]:
    name, _, size = request.param.partition("-")
    front = request.getfixturevalue(name)
    context = chromium.new_context(**(PHONE if size == "phone" else LAPTOP))
    with opened(Table, front, context, "table_kings_dogs", first="main.companion-first") as page:
        yield page


def test_1_a_table_is_laid_and_a_round_noted_touch_by_touch(table: Table) -> None:
    table.press("[data-do=start]")
    table.press("[data-do=players][data-n='3']")
    table.press("[data-do=on]")
    table.press("[data-do=lead][data-seat='1']")
    table.press("[data-do=place][data-position='3']")
    table.press("[data-do=door][data-door='2']")
    table.press(".kd-taps [data-do=agree]")
    table.press(".kd-taps [data-do=agree]")
    table.press("[data-do=turned][data-dog=no]")
    table.press("[data-do=turned][data-dog=yes]")
    assert table.numbers() == told(table.file)


def test_2_an_entry_is_corrected_and_what_cannot_be_so_is_told(table: Table) -> None:
    table.press("[data-do=view][data-id=log]")
    table.press(".log [data-do=pick][data-n='2']")
    table.press("[data-do=entry][data-n='2']")
    table.press(".kd-taps [data-do=door][data-door='4']")
    expect(table.page.locator(".clash")).to_be_visible()
    table.press("[data-do=undo]")
    expect(table.page.locator(".clash")).to_have_count(0)


def test_3_the_other_language_and_the_cover(table: Table) -> None:
    if table.page.locator(".to-sheet").is_visible():
        table.press(".to-sheet")
    table.press("[data-do=language][data-id=vi]")
    expect(table.page.locator(".kd-legend")).to_contain_text("đếm")
    table.press("[data-do=language][data-id=en]")
    table.press("[data-do=cover]")
    assert "tile-" not in table.page.locator(".stage-body").inner_html()
    table.press("[data-do=uncover]")


def test_4_a_killed_kernel_and_a_reload_lose_nothing(table: Table) -> None:
    numbers = table.numbers()
    events = table.file.read_text("utf-8").splitlines()[1:]
    table.front.kill_kernels()
    table.front.open(table.page, table.notebook, "main.companion-first")
    table.press("[data-do=resume]")
    assert table.numbers() == numbers
    assert table.file.read_text("utf-8").splitlines()[1:] == events
    table.press("[data-do=door][data-door='5']")
    assert table.numbers() == told(table.file)
    assert "Traceback" not in table.page.content()


@pytest.mark.parametrize("language", ["en", "vi"])
@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_nothing_is_cut_or_scrolls_sideways(
    show: Callable[..., Shown], language: str, size: dict[str, Any]
) -> None:
    screen = TableKingsDogs(language, folder=None)
    shown = show(screen, **size)
    for press in ("[data-do=start]", "[data-do=players][data-n='5']", "[data-do=on]"):
        shown.page.click(press)
    for press in ("[data-do=lead][data-seat='1']", "[data-do=place][data-position='3']", "[data-door='2']"):
        shown.page.click(press)
    shown.page.wait_for_selector(".kd-answer-rows")
    for view in screen.views:
        screen.view = view
        shown.redraw()
        assert shown.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), view
        assert shown.page.evaluate(CUT) == [], view
