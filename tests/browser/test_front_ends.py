"""The Stage in each front end: it is drawn, answers, keeps secrets, and notices a dead kernel."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PHONE

pytestmark = pytest.mark.browser

LOST = ".stage-notice.lost"

NOTEBOOK = """
import time
from assistant.ui.screen import Keep, Screen
from assistant.ui.stage import Stage

class Room(Screen):
    recalls, taps, covered = "room", 0, False

    def render(self):
        if self.covered:
            return "<p id=blank>covered</p><button id=back data-do=back>Back</button>"
        return (
            f"<p id=taps>{self.taps}</p><p id=hidden>sealed-envelope-{6 * 7}</p><input id=f data-input=note>"
            "<button id=b data-do=tap data-card=candle>Tap</button><button id=slow data-do=slow>Slow</button>"
        )

    def touch(self, touch):
        if touch.do == "slow":
            time.sleep(4.6)
        self.covered = touch.do == "cover"
        self.taps += touch.do in ("tap", "slow")
        return [Keep("room", str(self.taps))]

Stage(Room())
"""
SECRET = "sealed-envelope-42"


@dataclass
class Room:
    """One front end with NOTEBOOK open and run; the tests below use it one after the other."""

    front: Any
    page: Page
    file: Path

    @property
    def taps(self) -> int:
        return int(self.page.inner_text("#taps"))


@pytest.fixture(scope="module", params=["voila", "jupyterlab", "notebook7"])
def room(request: pytest.FixtureRequest, chromium: Browser) -> Iterator[Room]:
    front = request.getfixturevalue(request.param)
    name = front.put(f"room-{request.param}.ipynb", NOTEBOOK)
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    front.open(page, name)
    yield Room(front, page, front.folder / name)
    context.close()
    front.kill_kernels()


def test_a_front_end_reports_a_touch_and_shows_the_answer(room):
    before = room.taps
    room.page.click("#b")
    expect(room.page.locator("#taps")).to_have_text(str(before + 1))


def test_a_front_end_runs_no_command_of_its_own_for_a_key(room):
    before = room.taps
    room.page.focus("#b")
    room.page.keyboard.type("xddabmy")
    room.page.keyboard.press("Enter")
    expect(room.page.locator("#taps")).to_have_text(str(before + 1))
    room.page.focus("#f")
    room.page.keyboard.type("xdd")
    expect(room.page.locator("#f")).to_have_value("xdd")
    assert room.page.locator(".jp-CodeCell").count() == 1


def test_a_phone_gives_its_whole_width_to_the_screen_and_the_cover_key_never_scrolls_away(voila, context):
    page = context(**PHONE).new_page()
    tall = (
        "<header id=top style='position:sticky;top:0'>x</header><p style='height:2000px'></p><p id=end>y</p>"
    )
    source = "from assistant.ui.screen import Screen\nfrom assistant.ui.stage import Stage\n"
    source += f"class Tall(Screen):\n    def render(self): return {tall!r}\nStage(Tall())"
    voila.open(page, voila.put("tall.ipynb", source), "#top")
    box = page.locator(".sleuth").bounding_box()
    assert (box["x"], box["width"], page.evaluate("document.documentElement.scrollWidth")) == (0, 360, 360)
    page.locator("#end").scroll_into_view_if_needed()
    expect(page.locator("#top")).to_be_in_viewport()


def test_nothing_of_the_screen_is_left_in_file_source_storage_or_title(room):
    expect(room.page.locator("#hidden")).to_have_text(SECRET)
    page = room.page
    assert SECRET not in page.request.get(page.url).text() if room.front.by_hand else True
    assert SECRET not in page.title()
    stored = page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])")
    assert "sleuthbook:room" in stored
    assert SECRET not in stored
    if room.front.by_hand:
        page.click("li.lm-MenuBar-item:has-text('File')")
        page.click("li.lm-Menu-item:has-text('Save Notebook')")
        for _ in range(50):
            saved = room.file.read_text("utf-8")
            if "application/vnd.jupyter.widget-state+json" in json.loads(saved)["metadata"].get(
                "widgets", {}
            ):
                break
            page.wait_for_timeout(200)
        else:
            pytest.fail("the notebook was not saved with its widgets")
        assert SECRET not in saved


def test_nothing_is_behind_the_cover(room):
    room.page.focus("#b")
    room.page.keyboard.press("Escape")
    expect(room.page.locator("#blank")).to_be_visible()
    assert SECRET not in room.page.content()
    room.page.click("#back")
    expect(room.page.locator("#hidden")).to_be_visible()


def test_a_busy_kernel_is_not_taken_for_lost(room):
    before = room.taps
    room.page.evaluate(
        """() => {
          const root = document.querySelector('.sleuth');
          window.lost = 0;
          const count = new MutationObserver(() => { lost += root.hasAttribute('data-lost'); });
          count.observe(root, { attributes: true });
        }"""
    )
    room.page.click("#slow")
    expect(room.page.locator("#taps")).to_have_text(str(before + 1), timeout=10_000)
    assert room.page.evaluate("lost") == 0


def test_a_dead_kernel_is_noticed_within_five_seconds_and_the_screen_stays(room):
    before = room.taps
    room.front.kill_kernels()
    expect(room.page.locator(LOST)).to_be_in_viewport(timeout=5000)
    assert room.taps == before
    room.page.wait_for_timeout(5000)
    expect(room.page.locator(LOST)).to_be_visible()
