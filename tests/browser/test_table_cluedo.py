"""The companion for a real table of Cluedo, used in Voilà as a person uses it: on a phone and on a tablet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from assistant.cluedo import reader
from assistant.cluedo.notes import Entry, Notes
from assistant.ui.cluedo.table import TableCluedo
from assistant.ui.companion import IDLE
from assistant.ui.screen import Touch
from engine.cluedo import table as t
from tests.browser.conftest import PHONE, Shown
from tests.browser.opened import DRAWN, Opened, opened, sheet_of, sheet_told

pytestmark = pytest.mark.browser

GAME = Path(__file__).parents[1] / "data" / "cluedo" / "09_6p_late.jsonl"
TABLET = {"viewport": {"width": 768, "height": 1024}, "has_touch": True}
LOST = ".sleuth .stage-notice.lost"
CUT = """() => [...document.querySelectorAll(".stage-body :is(button, .nm > span, h1, h2, p, .chip span)")]
  .filter((n) => n.checkVisibility() && getComputedStyle(n).display !== "inline")
  .filter((n) => n.clientWidth > 1 && getComputedStyle(n).textOverflow !== "ellipsis")
  .filter((n) => n.scrollWidth > n.clientWidth + 1)
  .map((n) => n.outerHTML.slice(0, 120))"""
ENTRY = ".stage-body :is(.enter, .bar, .setup, .log-tools) [data-do]:not(.lang)"
SMALL = """(entry) => [...document.querySelectorAll(entry)]
  .filter((n) => n.checkVisibility()).map((n) => [n.outerHTML.slice(0, 90), n.getBoundingClientRect()])
  .filter(([, r]) => r.height < 43.5 || r.width < 43.5).map(([html, r]) => html + r.width + "x" + r.height)"""


@dataclass
class Table(Opened):
    """A page with the companion on it, the file it keeps, and the taps that were made."""

    taps: int = 0

    def tap(self, do: str, **args: object) -> None:
        """Tap what can be seen and stands for this, and wait for the drawing that answers."""
        self.press(f"[data-do={do}]" + "".join(f"[data-{name}='{arg}']" for name, arg in args.items()))
        self.taps += 1

    def numbers(self) -> dict[tuple[str, str], str]:
        """The exact numbers of the sheet on the screen."""
        return sheet_of(self.page)

    def counted(self, do: Callable[[], None]) -> int:
        """How many taps something takes."""
        before = self.taps
        do()
        return self.taps - before


def told(file: Path) -> dict[tuple[str, str], str]:
    """What the command line says of the file that the companion keeps."""
    return sheet_told(file, reader.read(file.read_text("utf-8")).players)


@pytest.fixture(scope="module", params=["phone", "tablet"])
def table(request: pytest.FixtureRequest, chromium: Any, voila: Any) -> Iterator[Table]:
    context = chromium.new_context(**(PHONE if request.param == "phone" else TABLET))
    with opened(Table, voila, context, "table_cluedo") as page:
        yield page


def fits(table: Table) -> None:
    """Nothing scrolls sideways, nothing is cut, and what is touched while typing is big enough."""
    assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert table.page.evaluate(CUT) == []
    assert table.page.evaluate(SMALL, ENTRY) == []


def fits_one_screen(table: Table) -> None:
    """The whole form can be seen without scrolling."""
    fits(table)
    assert table.page.evaluate(
        "document.querySelector('.enter').getBoundingClientRect().bottom <= innerHeight"
    )


# Each test goes on where the one before ended.


def test_1_a_table_for_four_is_set_up_in_less_than_25_taps(table: Table) -> None:
    def set_up() -> None:
        table.tap("start")
        fits(table)
        table.tap("on")
        table.tap("players", n=4)
        fits(table)
        table.tap("on")
        table.tap("dealt", n=2)
        fits(table)
        table.tap("on")
        for card in ("irene", "rope", "lab", "watson"):
            table.tap("take", card=card)
        fits(table)
        table.tap("on")

    assert table.counted(set_up) < 25
    expect(table.page.locator(".sheet")).to_be_visible()
    assert table.numbers() == told(table.file)
    fits(table)


def test_2_an_own_suggestion_takes_seven_taps_and_anothers_six(table: Table) -> None:
    def own() -> None:
        table.tap("new")
        for card in ("mycroft", "wrench", "tower"):
            table.tap("choose", card=card)
        table.tap("showed", n=2)
        fits_one_screen(table)
        table.tap("which", n=2, card="tower")
        table.tap("record")

    def anothers() -> None:
        table.tap("new")
        for card in ("hudson", "candlestick", "flat"):
            table.tap("choose", card=card)
        fits(table)
        table.tap("showed", n=3)
        table.tap("record")

    assert table.counted(own) <= 7
    assert table.numbers() == told(table.file)
    assert table.counted(anothers) <= 6
    assert table.numbers() == told(table.file)


def test_3_i_am_asked_and_see_what_each_of_my_cards_would_tell(table: Table) -> None:
    def asked() -> None:
        table.tap("new")
        for card in ("irene", "rope", "lab"):
            table.tap("choose", card=card)
        expect(table.page.locator(".which-card .tag")).to_be_visible()
        fits_one_screen(table)
        table.tap("which", card="rope")
        table.tap("record")

    assert table.counted(asked) <= 6
    assert table.numbers() == told(table.file)


def test_4_a_half_typed_entry_survives_a_look_at_the_sheet(table: Table) -> None:
    table.tap("new")
    table.tap("choose", card="sherlock")
    table.tap("view", id="sheet")
    table.tap("row", card="sherlock")
    table.tap("row", card="sherlock")
    table.tap("new")
    expect(table.page.locator(".picks [data-card=sherlock]")).to_have_attribute("aria-checked", "true")
    table.tap("clear")
    table.tap("view", id="sheet")


def test_5_entries_that_clash_are_shown_and_one_is_corrected(table: Table) -> None:
    table.tap("new")
    table.tap("by", n=0)
    for card in ("mycroft", "wrench", "tower"):
        table.tap("choose", card=card)
    table.tap("showed", n=1)
    table.tap("which", n=1, card="tower")
    table.tap("record")
    expect(table.page.locator(".clash")).to_contain_text("#1")
    fits(table)
    table.tap("entry", n=3)
    table.tap("showed", n=2)
    table.tap("which", n=2, card="tower")
    table.tap("record")
    assert not table.page.locator(".clash").all_inner_texts()
    table.tap("undo")
    expect(table.page.locator(".clash")).to_be_visible()
    table.tap("undo")
    table.tap("view", id="sheet")
    assert table.numbers() == told(table.file)


def test_6_advice_comes_after_what_is_certain(table: Table) -> None:
    table.tap("view", id="advice")
    expect(table.page.locator(".sure")).to_be_visible()
    table.tap("reach", card="flat")
    expect(table.page.locator(".best-questions li")).to_have_count(5, timeout=DRAWN)
    fits(table)
    table.tap("view", id="log")
    fits(table)
    table.tap("view", id="more")
    fits(table)
    table.tap("view", id="sheet")


def test_7_the_cover_hides_every_card_and_comes_by_itself(table: Table) -> None:
    assert table.page.get_attribute("main", "data-idle") == "30000"
    table.tap("cover")
    text = table.page.locator(".stage-body").inner_html()
    assert not [name for name in ("Rope", "Lestrade", "Baskerville", "deals fit") if name in text]
    table.tap("uncover")


def test_8_a_killed_kernel_is_noticed_and_the_table_goes_on_after_a_reload(table: Table) -> None:
    entries = table.file.read_text("utf-8").splitlines()[1:]
    numbers = table.numbers()
    table.front.kill_kernels()
    expect(table.page.locator(LOST)).to_be_visible(timeout=5000)
    table.front.open(table.page, table.notebook, "main.opening")
    expect(table.page.locator(".offer").first).to_contain_text(f"{len(entries)} entries")
    table.tap("resume", id=0)
    assert table.numbers() == numbers
    assert table.file.read_text("utf-8").splitlines()[1:] == entries
    table.tap("view", id="log")
    table.tap("undo")
    table.tap("redo")
    assert table.file.read_text("utf-8").splitlines()[1:] == entries


def test_9_the_same_in_vietnamese(table: Table) -> None:
    table.tap("view", id="sheet")
    table.tap("language", id="vi")
    expect(table.page.locator(".sheet")).to_contain_text("Dây thừng")
    fits(table)
    table.tap("new")
    for card in ("irene", "rope", "lab"):
        table.tap("choose", card=card)
    fits_one_screen(table)
    for view in ("sheet", "advice", "log", "more", "sheet"):
        table.tap("view", id=view)
        fits(table)
    assert "Traceback" not in table.page.content()


# One whole game for six, typed in on a phone.


def seat(notes: Notes, theirs: int) -> int:
    """The observer sits first, as the pages want it."""
    return (theirs - (notes.observer or 0)) % len(notes.players)


def set_up(table: Table, notes: Notes) -> None:
    mine = notes.observer or 0
    table.tap("start")
    table.tap("new_names")
    table.tap("on")
    for category, ids in zip(("suspect", "weapon", "location"), notes.deck.categories, strict=True):
        for n, card in enumerate(ids):
            table.fill(f"[data-category={category}][data-n='{n}']", card)
    table.tap("on")
    table.tap("players", n=len(notes.players))
    for n, name in enumerate(notes.players[mine:] + notes.players[:mine]):
        table.fill(f"[data-input=name][data-n='{n}']", name)
    table.tap("on")
    table.tap("on")
    for card in sorted(notes.own_hand):
        table.tap("take", card=card.lower())
    table.tap("on")


def type_in(table: Table, notes: Notes, entry: Entry) -> None:
    first = entry.events[0]
    assert isinstance(first, t.Suggested | t.Accused)
    if isinstance(first, t.Accused):
        table.tap("view", id="more")
        table.tap("new", kind="accusation")
    else:
        table.tap("new")
    by = seat(notes, first.by)
    if table.page.get_attribute(f"[data-do=by][data-n='{by}']", "aria-checked") != "true":
        table.tap("by", n=by)
    for card in (first.suspect, first.weapon, first.location):
        table.tap("choose", card=card.lower())
    if isinstance(first, t.Suggested):
        shown = [event for event in entry.events if isinstance(event, t.Shown)]
        if shown and shown[0].card is not None:
            if shown[0].by != notes.observer:
                table.tap("showed", n=seat(notes, shown[0].by))
            table.tap("which", n=seat(notes, shown[0].by), card=shown[0].card.lower())
        else:
            table.tap("showed", n=seat(notes, shown[0].by) if shown else -1)
    table.tap("record")


def test_a_whole_game_for_six_is_typed_in_with_the_right_numbers_at_every_entry(
    chromium: Any, voila: Any
) -> None:
    notes = reader.read(GAME.read_text("utf-8"))
    with opened(Table, voila, chromium.new_context(**PHONE), "table_cluedo") as table:
        set_up(table, notes)
        for entry in notes.entries:
            type_in(table, notes, entry)
            assert table.numbers() == told(table.file)
        assert [len(e.events) for e in reader.read(table.file.read_text("utf-8")).entries] == [
            len(e.events) for e in notes.entries
        ]


# Without a server.


def test_a_table_kept_by_the_browser_alone_is_offered_again(show: Callable[..., Shown]) -> None:
    screen = TableCluedo(folder=None)
    for do, args in [("start", {}), ("on", {}), ("on", {}), ("on", {})]:
        screen.touch(Touch(do, args))
    for card in ("irene", "rope", "lab", "watson", "dagger"):
        screen.touch(Touch("take", {"card": card}))
    first = show(screen, **PHONE)
    first.page.click("[data-do=on]")
    first.page.wait_for_selector("main.companion")
    first.settle()
    again = TableCluedo(folder=None)
    first.stage._screen = again
    first.page.reload()
    first.page.wait_for_selector(".offer")
    first.page.click("[data-do=resume]")
    first.page.wait_for_selector("main.companion")
    assert again.set_up.own == screen.set_up.own


def test_the_screen_covers_itself_when_nothing_is_touched(
    show: Callable[..., Shown], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(IDLE, "30", 400)
    screen = TableCluedo(folder=None)
    for do in ("start", "on", "watch", "on", "on"):
        screen.touch(Touch(do))
    shown = show(screen)
    shown.page.wait_for_selector("main.cover")
    assert screen.covered


RANDOM_TAPS = """async ([taps, seed]) => {
  let state = seed;
  const random = (n) => (state = (state * 1103515245 + 12345) % 2147483648) % n;
  const root = document.querySelector(".sleuth"), body = root.querySelector(".stage-body");
  for (let done = 0; done < taps; done++) {
    const all = [...body.querySelectorAll("[data-do]:not(:disabled, form, [data-do=save])")];
    if (!all.length) throw Error("nothing to touch after " + done + " taps");
    const before = root.dataset.seq;
    all[random(all.length)].dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    const patience = performance.now() + 250;
    while (root.dataset.seq === before && performance.now() < patience)
      await new Promise((next) => setTimeout(next, 2));
  }
  return taps;
}"""


def test_two_hundred_taps_in_any_order_show_no_traceback(chromium: Any, voila: Any) -> None:
    with opened(Table, voila, chromium.new_context(**PHONE), "table_cluedo") as table:
        assert table.page.evaluate(RANDOM_TAPS, [200, 7]) == 200
        assert "Traceback" not in table.page.content()
        assert not table.page.locator(LOST).is_visible()
