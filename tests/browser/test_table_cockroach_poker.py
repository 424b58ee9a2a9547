"""Cockroach Poker at a real table, noted in Voilà on a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from assistant.ui.cockroach_poker.table import TableCockroachPoker
from tests.browser.conftest import LAPTOP, PHONE, Shown
from tests.browser.opened import opened
from tests.browser.test_play_cockroach_poker import Table, told

pytestmark = pytest.mark.browser

HAND = ("bat", "bat", "cockroach", "fly", "fly-royal", "joker", "rat", "scorpion", "stinkbug", "toad", "toad")


@pytest.fixture(scope="module")
def table(voila: Any, chromium: Any) -> Iterator[Table]:
    context = chromium.new_context(**PHONE)
    with opened(Table, voila, context, "table_cockroach_poker", first="[data-do=start]") as page:
        yield page


def test_1_the_table_is_set_up(table: Table) -> None:
    for selector in ("[data-do=start]", "[data-do=players][data-n='5']", "[data-do=on]"):
        table.press(selector)
    table.press("[data-do=begins][data-seat='1']")
    for card in HAND:
        table.press(f"[data-do=more][data-id={card}]")
    table.press("[data-do=dealt]")
    table.press("[data-do=turned][data-id=rat]")
    assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_2_an_offer_takes_at_most_five_taps_and_its_odds_are_those_of_the_command_line(table: Table) -> None:
    taps = (
        "[data-do=draft][data-part=to][data-id='0']",
        "[data-do=draft][data-part=claim][data-id=rat]",
        "[data-do=give]",
    )
    for selector in taps:
        table.press(selector)
    assert len(taps) <= 5
    assert set(table.numbers()) == {"logic", "choice"}
    assert table.numbers() == told(table.file)


def test_3_a_killed_kernel_and_a_reload_lose_nothing(table: Table) -> None:
    numbers = table.numbers()
    table.front.kill_kernels()
    table.front.open(table.page, table.notebook, "[data-do=resume]")
    table.press("[data-do=resume]")
    assert table.numbers() == numbers
    assert "Traceback" not in table.page.content()


@pytest.mark.parametrize("language", ["en", "vi"])
@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_nothing_scrolls_sideways(show: Callable[..., Shown], language: str, size: dict[str, Any]) -> None:
    shown = show(TableCockroachPoker(language, folder=None), **size)
    for selector in ("[data-do=start]", "[data-do=on]", "[data-do=begins][data-seat='1']"):
        shown.page.click(selector)
        shown.page.wait_for_timeout(150)
        assert shown.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), selector
    expect(shown.page.locator("[data-do=more]").first).to_be_visible()
