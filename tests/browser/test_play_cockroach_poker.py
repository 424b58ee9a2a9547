"""Cockroach Poker against bots, played in Voilà on a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from assistant.ui.cockroach_poker.play import PlayCockroachPoker
from tests.browser.conftest import LAPTOP, PHONE, Shown
from tests.browser.opened import Opened, answer, opened

pytestmark = pytest.mark.browser


class Table(Opened):
    """A table of Cockroach Poker on a page."""

    def kind(self) -> str:
        return str(self.page.get_attribute("main.play", "data-kind"))

    def to_an_answer(self) -> None:
        """Let the others play, and give or pay what is to be given, until a claim is to be judged."""
        while (kind := self.kind()) != "answer":
            assert kind != "over"
            if kind in ("wait", "watch"):
                self.press(".now [data-do=next]")
            elif kind == "pay":
                self.press(".now [data-do=pay]")
            else:
                for part in ("card", "to", "claim"):
                    open_ = f"[data-part={part}]:not([aria-checked=true])"
                    if self.page.locator(f"[data-part={part}][aria-checked=true]").count() == 0:
                        self.press(open_)
                self.press(".now [data-do=give]")

    def numbers(self) -> dict[str, str]:
        """How likely the claim is true by the screen: the fraction of each model."""
        return dict(
            self.page.evaluate(
                "() => [...document.querySelectorAll('.cp-truth [data-p]')]"
                ".map(n => [n.dataset.model, n.dataset.p])"
            )
        )


def told(file: Path) -> dict[str, str]:
    """How likely the claim is true by the command line, under both models."""
    models = ("logic", "choice")
    return {model: answer("cockroach_poker", file, "--model", model)["true"] for model in models}


@pytest.fixture(scope="module")
def table(voila: Any, chromium: Any) -> Iterator[Table]:
    with opened(Table, voila, chromium.new_context(**PHONE), "play_cockroach_poker", seed=11) as page:
        yield page


def test_1_a_claim_is_judged_with_the_numbers_of_the_command_line(table: Table) -> None:
    table.press("[data-do=pace][data-id=step]")
    table.press("[data-do=start]")
    table.to_an_answer()
    assert set(table.numbers()) == {"logic", "choice"}
    assert table.numbers() == told(table.file)


def test_2_after_some_rounds_still(table: Table) -> None:
    for _ in range(2):
        table.press(".now [data-do=guess][data-id=false]")
        table.to_an_answer()
        assert table.numbers() == told(table.file)


def test_3_one_touch_says_why(table: Table) -> None:
    table.press("[data-do=why]")
    expect(table.page.locator("main.why .cp-model")).to_have_count(2)
    table.press("[data-do=page][data-id='']")


def test_4_the_other_language_and_the_cover(table: Table) -> None:
    table.press("[data-do=language][data-id=vi]")
    expect(table.page.locator(".cp-truth")).to_contain_text("đếm")
    table.press("[data-do=language][data-id=en]")
    table.press("[data-do=cover]")
    assert "an-" not in table.page.locator(".stage-body").inner_html()
    table.press("[data-do=uncover]")


def test_5_a_killed_kernel_and_a_reload_lose_nothing(table: Table) -> None:
    entries, numbers = table.file.read_text("utf-8").splitlines()[1:], table.numbers()
    table.front.kill_kernels()
    table.front.open(table.page, table.notebook, "main.opening")
    table.press("[data-do=resume]")
    assert table.numbers() == numbers
    assert table.file.read_text("utf-8").splitlines()[1:] == entries
    assert "Traceback" not in table.page.content()


@pytest.mark.parametrize("language", ["en", "vi"])
@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_nothing_scrolls_sideways(show: Callable[..., Shown], language: str, size: dict[str, Any]) -> None:
    screen = PlayCockroachPoker(language, folder=None, seed=5)
    shown = show(screen, **size)
    shown.page.click("[data-do=players][data-n='6']")
    shown.page.click("[data-do=pace][data-id=quick]")
    shown.page.click("[data-do=start]")
    shown.page.wait_for_selector("main.play")
    screen.advice = "on"
    for place in ("board", "sheet", "story", "how", "about"):
        screen.page = place if place in ("how", "about") else ""
        screen.tab = place if place in screen.tabs else "board"
        shown.redraw()
        assert shown.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), place
