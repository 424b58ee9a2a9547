"""Cluedo against bots, played in the three front ends as a person plays it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from assistant.ui.cluedo.play import PlayCluedo
from engine import log
from tests.browser.conftest import LAPTOP, PHONE, Shown
from tests.browser.opened import Opened, opened, sheet_of, sheet_told

pytestmark = pytest.mark.browser

LOST = ".sleuth .stage-notice.lost"


class Table(Opened):
    """A table of Cluedo on a page."""

    @property
    def kind(self) -> str:
        """What the person is offered at this moment."""
        return str(self.page.get_attribute("main.play", "data-kind"))

    def sheet(self) -> None:
        """Turn to the sheet, where the screen is too narrow to show it beside the board."""
        if self.page.locator(".tabs").is_visible():
            self.press("[data-do=tab][data-id=sheet]")

    def numbers(self) -> dict[tuple[str, str], str]:
        """The exact numbers of the sheet on the screen."""
        return sheet_of(self.page)


def told(file: Path, model: str = "logic") -> dict[tuple[str, str], str]:
    """What the command line says of the same game."""
    seats = log.parse(file.read_text("utf-8")).setup.seats
    return sheet_told(file, seats, "--model", model)


@pytest.fixture(scope="module", params=["voila-phone", "voila-laptop", "jupyterlab", "notebook7"])
def table(request: pytest.FixtureRequest, chromium: Any) -> Iterator[Table]:
    name, _, size = request.param.partition("-")
    front = request.getfixturevalue(name)
    context = chromium.new_context(**(PHONE if size == "phone" else LAPTOP))
    with opened(Table, front, context, "play_cluedo", seed=11) as page:
        yield page


def step(table: Table) -> None:
    """Do one thing, whatever is offered: the first way in, the first card, straight on."""
    match table.kind:
        case "ask":
            for category in ("suspect", "weapon"):
                if not table.page.locator(f"[data-category={category}][aria-checked=true]").count():
                    table.press(f"[data-category={category}]")
            table.press(".buttons .primary")
        case "move":
            table.press(".now [data-do=enter], .now [data-do=walk]")
        case "start":
            table.press(".now [data-do=roll], .now [data-do=shortcut], .now [data-do=end]")
        case "show":
            table.press(".now [data-do=show]")
        case "after":
            table.press(".now [data-do=end]")
        case "wait" if table.page.locator(".now [data-do=next]").count():
            table.press(".now [data-do=next]")
        case "wait":
            table.page.wait_for_timeout(100)


def play_until(table: Table, kind: str, most: int = 120) -> None:
    for _ in range(most):
        if table.kind == kind:
            return
        step(table)
    pytest.fail(f"never came to {kind}")


def test_1_the_first_page_shows_everything_without_sideways_scroll(table: Table) -> None:
    page = table.page
    expect(page.locator("[data-do=start]")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    table.press("[data-do=players][data-n='4']")
    table.press("[data-do=pace][data-id=step]")


def test_2_roll_move_suggest_and_the_sheet_changes(table: Table) -> None:
    table.press("[data-do=start]")
    table.sheet()
    before = table.numbers()
    assert before == told(table.file)
    play_until(table, "ask")
    step(table)
    play_until(table, "start")
    assert table.numbers() != before
    assert table.numbers() == told(table.file)


def test_3_a_card_is_shown_when_somebody_asks(table: Table) -> None:
    play_until(table, "show")
    expect(table.page.locator(".now .playing-card").first).to_be_visible()
    step(table)
    assert table.numbers() == told(table.file)


def test_4_the_other_model_and_the_other_language(table: Table) -> None:
    table.press("[data-do=model][data-id=choice]")
    assert table.numbers() == told(table.file, "choice")
    table.press("[data-do=model][data-id=logic]")
    table.press("[data-do=language][data-id=vi]")
    expect(table.page.locator(".sheet")).to_contain_text("Dây thừng")
    table.press("[data-do=language][data-id=en]")


def test_5_the_cover_hides_every_card(table: Table) -> None:
    table.press("[data-do=cover]")
    expect(table.page.locator(".cover")).to_be_visible()
    text = table.page.locator(".stage-body").inner_html()
    assert not [name for name in ("Rope", "Lestrade", "Baskerville", "deals fit") if name in text]
    table.press("[data-do=uncover]")
    expect(table.page.locator(".sheet")).to_be_visible()


def test_6_a_move_is_taken_back_and_marked(table: Table) -> None:
    play_until(table, "start")
    if table.page.locator(".tabs").is_visible():
        table.press("[data-do=tab][data-id=story]")
    table.press("[data-do=undo]")
    expect(table.page.locator(".playline .tag.warn")).to_be_visible()
    table.sheet()
    assert table.numbers() == told(table.file)


def test_7_a_killed_kernel_is_noticed_and_the_game_goes_on_after_a_reload(table: Table) -> None:
    entries = table.file.read_text("utf-8").splitlines()[1:]
    numbers = table.numbers()
    table.front.kill_kernels()
    expect(table.page.locator(LOST)).to_be_visible(timeout=5000)
    table.front.open(table.page, table.notebook, "main.opening")
    expect(table.page.locator(".offer")).to_be_visible()
    table.press("[data-do=resume]")
    table.sheet()
    assert table.numbers() == numbers
    assert table.file.read_text("utf-8").splitlines()[1:] == entries


def test_8_the_game_is_finished_and_the_envelope_opened(table: Table) -> None:
    page = table.page
    for _ in range(60):
        if page.locator(".now [data-do=ask][data-id=accuse]").count() or table.kind == "over":
            break
        step(table)
    if table.kind != "over":
        table.press(".now [data-do=ask][data-id=accuse]")
        for category in ("suspect", "weapon"):
            table.press(f"[data-category={category}]")
        table.press(".buttons .primary")
        if page.locator(".pace").count():
            table.press(".pace [data-id=quick]")
        play_until(table, "over", 200)
    expect(page.locator(".now .playing-card")).to_have_count(3)
    assert page.locator(".now .verdict").inner_text()


def test_no_traceback_was_ever_on_the_page(table: Table) -> None:
    assert "Traceback" not in table.page.content()


RANDOM_TAPS = """async ([taps, seed]) => {
  let state = seed;
  const random = (n) => (state = (state * 1103515245 + 12345) % 2147483648) % n;
  const root = document.querySelector(".sleuth"), body = root.querySelector(".stage-body");
  let done = 0;
  for (; done < taps; done++) {
    const all = [...body.querySelectorAll("[data-do]:not(:disabled, form), select[data-input]")]
      .filter((n) => n.dataset.do !== "save");
    if (!all.length) throw Error("nothing to touch after " + done + " taps");
    const one = all[random(all.length)], before = root.dataset.seq;
    if (one.nodeName === "SELECT") {
      one.selectedIndex = random(one.options.length);
      one.dispatchEvent(new Event("change", { bubbles: true }));
    } else one.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    const patience = performance.now() + 250;   // a tap that was dropped gets no answer
    while (root.dataset.seq === before && performance.now() < patience)
      await new Promise((next) => setTimeout(next, 2));
  }
  return done;
}"""


@pytest.mark.parametrize("name", ["voila", "jupyterlab", "notebook7"])
def test_two_thousand_taps_in_any_order_show_no_traceback(
    name: str, request: pytest.FixtureRequest, context: Callable[..., BrowserContext]
) -> None:
    front = request.getfixturevalue(name)
    with opened(Table, front, context(), "play_cluedo", seed=11) as table:
        page = table.page
        assert sum(page.evaluate(RANDOM_TAPS, [250, seed]) for seed in range(8)) == 2000
        assert "Traceback" not in page.content()
        assert not page.locator(LOST).is_visible()
        assert page.locator(".stage-body > *").count() == 1


def test_a_game_kept_by_the_browser_alone_is_offered_again(show: Callable[..., Shown]) -> None:
    first = show(PlayCluedo(folder=None, seed=3), **LAPTOP)
    first.page.click("[data-do=start]")
    first.page.wait_for_selector("main.play")
    first.settle()
    again = PlayCluedo(folder=None)
    first.stage._screen = again
    first.page.reload()
    first.page.wait_for_selector(".offer")
    first.page.click("[data-do=resume]")
    first.page.wait_for_selector("main.play")
    assert again.sitting is not None


@pytest.mark.parametrize("language", ["en", "vi"])
@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize("players", ["2", "6"])
def test_nothing_is_cut_or_scrolls_sideways(
    show: Callable[..., Shown], language: str, size: dict[str, Any], players: str
) -> None:
    screen = PlayCluedo(language, folder=None, seed=5)
    shown = show(screen, **size)
    shown.page.click(f"[data-do=players][data-n='{players}']")
    shown.page.click("[data-do=start]")
    shown.page.wait_for_selector("main.play")
    for tab in ("board", "sheet", "story"):
        screen.tab = tab
        screen.row = "rope" if tab == "sheet" else ""
        shown.redraw()
        assert shown.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), tab
        assert shown.page.evaluate(CUT) == [], tab


CUT = """() => [...document.querySelectorAll(".stage-body :is(button, .nm > span, h1, h2, p, .chip span)")]
  .filter((n) => n.checkVisibility() && getComputedStyle(n).display !== "inline")
  .filter((n) => n.scrollWidth > n.clientWidth + 1)
  .map((n) => n.outerHTML.slice(0, 120))"""
SIZES = """(selector) => [...document.querySelectorAll(selector)].map((n) => n.getBoundingClientRect())
  .map((r) => [r.width, r.height])"""


def test_every_target_of_the_large_row_is_big_enough_for_a_finger(show: Callable[..., Shown]) -> None:
    screen = PlayCluedo(folder=None, seed=5)
    shown = show(screen, **PHONE)
    shown.page.click("[data-do=players][data-n='6']")
    shown.page.click("[data-do=start]")
    shown.page.wait_for_selector("main.play")
    screen.tab, screen.row = "sheet", "rope"
    shown.redraw()
    sizes = shown.page.evaluate(SIZES, ".lens button")
    assert len(sizes) >= 7
    assert all(width >= 44 and height >= 44 for width, height in sizes)
    cells = shown.page.evaluate(SIZES, ".sheet .row > .c")
    assert all(width >= 24 and height >= 24 for width, height in cells)
