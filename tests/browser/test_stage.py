"""The Stage in Chromium, alone on a page: what it does. Where it runs is tried in test_front_ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from assistant.ui.screen import Awake, Copy, Download, Effect, Keep, Screen, Touch
from assistant.ui.stage import REFUSED, TROUBLE

pytestmark = pytest.mark.browser

LOST = ".stage-notice.lost"


@dataclass
class Slate(Screen):
    """A screen that shows `markup`, remembers its touches and answers them with `answer`."""

    markup: str | Callable[[], str]
    answer: Callable[[Touch], Iterable[Effect] | None] = lambda touch: None
    told: list[Touch] = field(default_factory=list)
    kept: Mapping[str, str] | None = None

    def render(self) -> str:
        return self.markup() if callable(self.markup) else self.markup

    def touch(self, touch: Touch) -> Iterable[Effect] | None:
        self.told.append(touch)
        return self.answer(touch)

    def recalled(self, kept: Mapping[str, str]) -> None:
        self.kept = kept


def mark(page: Page, selector: str) -> None:
    """Put a sign on an element that a drawing does not know of: it is gone when the element is another."""
    page.evaluate("s => { document.querySelector(s).sign = true }", selector)


def is_marked(page: Page, selector: str) -> bool:
    return bool(page.evaluate("s => document.querySelector(s).sign === true", selector))


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.id || document.activeElement.className"))


# ---- drawing


def test_an_element_with_a_key_stays_itself_among_others(show):
    slate = Slate("<p data-key=a>A</p><p data-key=b>B</p><p data-key=c>C</p>")
    shown = show(slate)
    mark(shown.page, "[data-key=b]")
    slate.markup = "<h1>new</h1><p data-key=c>C</p><p data-key=b class=on>B2</p>"
    shown.redraw()
    assert is_marked(shown.page, "[data-key=b]")
    assert shown.page.inner_html(".stage-body") == (
        '<h1>new</h1><p data-key="c">C</p><p data-key="b" class="on">B2</p>'
    )


def test_every_drawing_ends_up_as_its_markup_says(show):
    shapes = [
        "<ul><li>1</li><li data-key=x>2</li></ul>tail",
        "<ul><li data-key=x>2</li><li>1</li><li>3</li></ul>",
        "text only",
        "<svg viewBox='0 0 9 9'><g data-key=t transform='translate(1 1)'><circle r='1'></circle></g></svg>",
        "<svg viewBox='0 0 9 9'><circle r='2'></circle><g data-key=t class='m'></g></svg><!-- note -->",
        "<p data-key=t>a <b>b</b> c</p>",
        "<div><p data-key=q>1</p><div data-key=q>2</div></div>",
        "",
    ]
    slate = Slate("<p>start</p>")
    shown = show(slate)
    for shape in [*shapes, *reversed(shapes), shapes[3], shapes[0], shapes[6], shapes[1]]:
        slate.markup = shape
        shown.redraw()
        parsed = "m => { const t = document.createElement('template'); t.innerHTML = m; return t.innerHTML }"
        assert shown.page.inner_html(".stage-body") == shown.page.evaluate(parsed, shape)


def test_a_screen_left_alone_covers_itself(show):
    slate = Slate("<main data-idle=1200><button data-do=mark>+</button></main>")
    shown = show(slate)
    shown.page.wait_for_timeout(700)
    shown.page.click("button")
    shown.page.wait_for_timeout(700)
    assert [touch.do for touch in slate.told] == ["mark"]
    shown.page.wait_for_timeout(1200)
    assert [touch.do for touch in slate.told] == ["mark", "cover"]


def test_svg_added_later_is_drawn_as_svg(show):
    slate = Slate("<svg width=40 height=40 id=s></svg>")
    shown = show(slate)
    slate.markup = "<svg width=40 height=40 id=s><rect id=r width=20 height=30></rect></svg>"
    shown.redraw()
    assert shown.page.locator("#r").bounding_box()["width"] == 20


def test_focus_stays_on_an_element_that_moves(show):
    slate = Slate("<button id=a>A</button><button id=b>B</button><button id=c>C</button>")
    shown = show(slate)
    shown.page.focus("#b")
    for order in ("cba", "bca", "acb"):
        slate.markup = "".join(f"<button id={name}>{name}</button>" for name in order)
        shown.redraw()
        assert focused(shown.page) == "b"


def test_focus_goes_to_the_place_the_screen_names_when_its_element_is_gone(show):
    slate = Slate("<button id=roll data-do=roll>Roll</button>")
    slate.answer = lambda touch: setattr(slate, "markup", "<h2 id=now tabindex=-1 data-focus>Move</h2>")
    shown = show(slate)
    shown.page.click("#roll")
    expect(shown.page.locator("#now")).to_be_focused()


def test_focus_stays_in_the_stage_when_its_element_is_gone(show):
    slate = Slate("<button id=roll data-do=roll>Roll</button>")
    slate.answer = lambda touch: setattr(slate, "markup", "<p>done</p>")
    shown = show(slate)
    shown.page.click("#roll")
    shown.page.wait_for_selector("text=done")
    assert focused(shown.page) == "sleuth"


def test_a_drawing_takes_no_focus_from_the_page_around(show):
    slate = Slate("<p>one</p>")
    shown = show(slate)
    shown.page.evaluate("document.body.insertAdjacentHTML('beforeend', '<input id=outside>')")
    shown.page.focus("#outside")
    slate.markup = "<input id=inside data-focus>"
    shown.redraw()
    assert focused(shown.page) == "outside"


def test_scrolling_stays_where_it_was(show):
    def long(n: int) -> str:
        lines = "".join(f"<p data-key=l{i} style='height:30px'>{i}</p>" for i in range(n, n + 60))
        return (
            f"<div id=log style='height:120px;overflow:auto'>{lines}</div><div style='height:3000px'></div>"
        )

    slate = Slate(long(0))
    shown = show(slate)
    shown.page.evaluate("document.querySelector('#log').scrollTop = 600; window.scrollTo(0, 700)")
    for _ in range(5):
        slate.markup = long(0) + "<p>more</p>"
        shown.redraw()
    assert shown.page.evaluate("[document.querySelector('#log').scrollTop, window.scrollY]") == [600, 700]


def test_a_transition_runs_on_over_a_drawing(show):
    style = "style='position:absolute;transition:transform 20s linear;transform:translateX({}px)'"
    slate = Slate(f"<div data-key=pawn id=pawn {style.format(0)}>x</div>")
    shown = show(slate)
    slate.markup = f"<p>new</p><div data-key=pawn id=pawn {style.format(1000)}>x</div>"
    shown.redraw()
    slate.markup = f"<p>newer</p><p>still</p><div data-key=pawn id=pawn {style.format(1000)}>x</div>"
    shown.redraw()
    assert shown.page.evaluate("document.querySelector('#pawn').getAnimations().length") == 1


def test_what_a_person_opened_stays_open(show):
    slate = Slate("<details id=d><summary>Why</summary>Because.</details>")
    shown = show(slate)
    shown.page.click("summary")
    slate.markup = "<details id=d><summary>Why</summary>Because of #7.</details>"
    shown.redraw()
    assert shown.page.locator("#d").evaluate("d => d.open")


def test_two_hundred_drawings_leave_nothing_behind(show):
    slate = Slate("<p>0</p>")
    shown = show(slate)
    counter = shown.page.context.new_cdp_session(shown.page)

    def counts() -> tuple[int, int]:
        counter.send("HeapProfiler.collectGarbage")
        now = counter.send("Memory.getDOMCounters")
        return now["nodes"], now["jsEventListeners"]

    def cycle(times: int) -> None:
        for n in range(times):
            cells = "".join(
                f"<button data-do=c data-key=c{i}>{i * n}</button>" for i in range(n % 7, 40 + n % 7)
            )
            slate.markup = (
                f"<div data-roving data-next=60000>{cells}</div><input data-input=t value={n}><p>{n % 5}</p>"
            )
            shown.redraw()

    cycle(20)
    nodes, listeners = counts()
    cycle(200)
    later_nodes, later_listeners = counts()
    assert later_listeners <= listeners
    assert later_nodes <= nodes + 20


def test_a_closed_view_stops_talking(show):
    shown = show(Slate("<p data-next=100>x</p>"))
    shown.page.evaluate("close_view()")
    shown.page.wait_for_timeout(200)
    before = len(shown.said)
    shown.page.wait_for_timeout(2500)
    assert len(shown.said) == before


# ---- fields


FIELD = "<input id=f data-input=note value='{}'><textarea id=t data-input=long>{}</textarea><p>{}</p>"


def test_a_field_being_edited_keeps_text_and_caret(show):
    slate = Slate(FIELD.format("", "", 0))
    shown = show(slate)
    shown.page.focus("#f")
    shown.page.keyboard.type("Doctor Watson")
    shown.page.evaluate("document.querySelector('#f').setSelectionRange(3, 6)")
    for n in range(3):
        slate.markup = FIELD.format("other", "", n)
        shown.redraw()
    state = shown.page.evaluate("(f => [f.value, f.selectionStart, f.selectionEnd])(document.activeElement)")
    assert state == ["Doctor Watson", 3, 6]


@pytest.mark.parametrize("selector", ["#f", "#t"])
def test_an_unfinished_vietnamese_word_survives_drawings(show, selector):
    slate = Slate(FIELD.format("", "", 0))
    shown = show(slate)
    shown.page.focus(selector)
    keyboard = shown.page.context.new_cdp_session(shown.page)
    for n, unfinished in enumerate(["t", "ti", "tiê", "tiên", "tiêng"]):
        keyboard.send("Input.imeSetComposition", {"text": unfinished, "selectionStart": n, "selectionEnd": n})
        slate.markup = f"<h2>{n}</h2>" + FIELD.format("other", "other", n)
        shown.redraw()
        assert shown.page.input_value(selector) == unfinished
    assert shown.touches() == []
    keyboard.send("Input.insertText", {"text": "tiếng "})
    shown.page.wait_for_timeout(400)
    shown.redraw()
    assert shown.page.input_value(selector) == "tiếng "
    assert [touch.value for touch in slate.told] == ["tiếng "]


def test_a_field_that_nobody_edits_follows_the_screen(show):
    slate = Slate(FIELD.format("a", "b", 0))
    shown = show(slate)
    shown.page.fill("#f", "mine")
    shown.page.fill("#t", "mine")
    shown.page.evaluate("document.activeElement.blur()")
    slate.markup = FIELD.format("theirs", "theirs too", 1)
    shown.redraw()
    assert (shown.page.input_value("#f"), shown.page.input_value("#t")) == ("theirs", "theirs too")


def test_typing_is_reported_once_it_pauses(show):
    slate = Slate("<input id=f data-input=note data-seat=an>")
    shown = show(slate)
    shown.page.focus("#f")
    shown.page.keyboard.type("rope?")
    shown.page.wait_for_timeout(500)
    assert slate.told == [Touch("note", {"seat": "an"}, "rope?")]


def test_controls_report_their_value_and_obey_the_screen(show):
    form = (
        "<input type=checkbox id=c data-input=tick {}><input type=range id=r data-input=pace max=9 value={}>"
        "<select id=s data-input=seat>{}</select>"
        "<input type=radio name=m id=m1 value=logic data-input=model {}>"
        "<input type=radio name=m id=m2 value=choice data-input=model {}>"
    )
    options = "<option value=an {}>An</option><option value=chi {}>Chi</option>"
    slate = Slate(form.format("", 3, options.format("selected", ""), "checked", ""))
    shown = show(slate)
    shown.page.click("#c")
    shown.page.select_option("#s", "chi")
    shown.page.click("#m2")
    shown.page.focus("#r")
    shown.page.keyboard.press("ArrowRight")
    shown.page.wait_for_timeout(500)
    assert [(touch.do, touch.value) for touch in slate.told] == [
        ("tick", "on"),
        ("seat", "chi"),
        ("model", "choice"),
        ("pace", "4"),
    ]
    shown.page.evaluate("document.activeElement.blur()")
    slate.markup = form.format("checked", 8, options.format("", "selected"), "", "checked")
    shown.redraw()
    slate.markup = form.format("", 3, options.format("selected", ""), "checked", "")
    shown.redraw()
    values = shown.page.evaluate("[c.checked, r.value, s.value, m1.checked, m2.checked]")
    assert values == [False, "3", "an", True, False]


def test_a_form_is_one_touch_with_its_fields(show):
    fields = "<input name=who id=w><input name=card value=rope>"
    slate = Slate(f"<form data-do=add data-game=cluedo>{fields}<button>+</button></form>")
    shown = show(slate)
    shown.page.fill("#w", "Chi")
    shown.page.press("#w", "Enter")
    shown.settle()
    assert slate.told == [Touch("add", {"game": "cluedo", "who": "Chi", "card": "rope"})]


def test_a_file_is_read_in_the_browser(show, tmp_path):
    saved = tmp_path / "ván cờ.jsonl"
    saved.write_text('{"format": 1}\nBình\n', "utf-8")
    slate = Slate("<input type=file id=f data-input=open data-slot=1>")
    shown = show(slate)
    for _ in range(2):
        shown.page.set_input_files("#f", saved)
        shown.page.wait_for_timeout(150)
    expected = Touch("open", {"slot": "1", "file": "ván cờ.jsonl"}, '{"format": 1}\nBình\n')
    assert slate.told == [expected, expected]


def test_a_file_that_is_too_large_gets_a_sentence(show, tmp_path):
    (tmp_path / "large").write_bytes(b"x" * 101)
    slate = Slate("<input type=file id=f data-input=open data-max=100>")
    shown = show(slate)
    shown.page.set_input_files("#f", tmp_path / "large")
    expect(shown.page.locator(".stage-notice:not(.lost)")).to_have_text(str(REFUSED["large"]))
    assert slate.told == []


# ---- touches and keys


GRID = (
    "<div data-roving role=grid style='display:grid;grid-template-columns:repeat(3,60px)'>"
    + "".join(f"<button id=c{n} data-do=cell data-n={n}>{n}</button>" for n in range(9))
    + "</div><button id=after data-do=after>after</button>"
)


def test_a_press_reports_what_and_with_what(show):
    slate = Slate("<button data-do=mark data-card=rope data-owner-seat=an><b id=b>Rope</b></button>")
    shown = show(slate)
    shown.page.click("#b")
    shown.settle()
    assert slate.told == [Touch("mark", {"card": "rope", "ownerSeat": "an"})]


def test_what_is_disabled_reports_nothing(show):
    slate = Slate("<button disabled data-do=a>A</button><button aria-disabled=true data-do=b>B</button>")
    shown = show(slate)
    shown.page.evaluate("document.querySelectorAll('button').forEach(b => b.click())")
    shown.settle()
    assert slate.told == []


def test_a_double_tap_on_a_step_of_the_game_counts_once(show):
    slate = Slate("<button id=roll data-do=roll data-once>Roll</button><button id=m data-do=m>Mark</button>")
    shown = show(slate)
    shown.page.evaluate("roll.click(); roll.click(); m.click(); m.click()")
    shown.settle()
    assert [touch.do for touch in slate.told] == ["roll", "m", "m"]


def test_a_press_right_after_typing_is_not_lost(show):
    slate = Slate("<input id=f data-input=name><button id=go data-do=go data-once>Go</button>")
    shown = show(slate)
    shown.page.focus("#f")
    shown.page.keyboard.type("An")
    shown.page.click("#go")
    shown.settle()
    assert [(touch.do, touch.value) for touch in slate.told] == [("name", "An"), ("go", None)]


def test_arrows_move_in_a_grid_that_is_one_tab_stop(show):
    slate = Slate(GRID)
    shown = show(slate)
    page = shown.page
    page.keyboard.press("Tab")
    visited = [focused(page)]
    for key in ["ArrowRight", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowUp", "End", "Home"]:
        page.keyboard.press(key)
        visited.append(focused(page))
    assert visited == ["c0", "c1", "c4", "c7", "c7", "c6", "c3", "c8", "c0"]
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    assert focused(page) == "after"
    shown.redraw()
    page.keyboard.press("Shift+Tab")
    assert focused(page) == "c3"


def test_enter_and_space_press_drawn_things_too(show):
    slate = Slate(
        "<svg width=90 height=40 data-roving>"
        "<g id=a role=button data-do=go data-to=a><rect width=30 height=30 /></g>"
        "<g id=b role=button data-do=go data-to=b><rect x=40 width=30 height=30 /></g></svg>"
    )
    shown = show(slate)
    shown.page.keyboard.press("Tab")
    shown.page.keyboard.press("Enter")
    shown.page.keyboard.press("ArrowRight")
    shown.page.keyboard.press("Space")
    shown.settle()
    assert slate.told == [Touch("go", {"to": "a"}), Touch("go", {"to": "b"})]


def test_no_key_reaches_the_page_around(show):
    slate = Slate("<button id=b data-do=b>B</button><input id=f>")
    shown = show(slate)
    shown.page.evaluate(
        "window.heard = []; for (const k of ['keydown', 'keyup', 'keypress'])"
        " document.body.addEventListener(k, e => heard.push(e.key))"
    )
    for selector in ("#b", "#f"):
        shown.page.focus(selector)
        for key in ["x", "d", "d", "Enter", "ArrowDown", "Escape"]:
            shown.page.keyboard.press(key)
    assert shown.page.evaluate("heard") == []


def test_escape_closes_what_is_open_and_then_covers(show):
    slate = Slate("<div data-escape=close data-sheet=row>open</div>")
    slate.answer = lambda touch: setattr(slate, "markup", "<p>plain</p>")
    shown = show(slate)
    shown.page.keyboard.press("Escape")
    shown.page.wait_for_selector("text=plain")
    shown.page.keyboard.press("Escape")
    shown.settle()
    assert slate.told == [Touch("close", {"sheet": "row"}), Touch("cover")]


@pytest.mark.parametrize("how", ["key", "button"])
def test_the_cover_falls_before_python_answers(show, how):
    slate = Slate("<p id=secret>rope</p><button id=cover data-do=cover>Cover</button>")
    slate.answer = lambda touch: setattr(slate, "markup", "<p id=blank>covered</p>")
    shown = show(slate)
    shown.alive = False
    shown.page.keyboard.press("Escape") if how == "key" else shown.page.click("#cover")
    expect(shown.page.locator("#secret")).to_be_hidden()
    shown.redraw()
    expect(shown.page.locator("#secret")).to_be_hidden()
    shown.alive = True
    shown.page.evaluate("m => fromPage(m).then(all => all.forEach(deliver))", shown.touches()[-1])
    expect(shown.page.locator("#blank")).to_be_visible()
    assert "rope" not in shown.page.inner_html("#app")


# ---- pace


def test_the_next_step_comes_after_its_pause(show):
    slate = Slate("<p id=p data-next=300>0</p>")
    slate.answer = lambda touch: setattr(slate, "markup", f"<p id=p>{touch.do}</p>")
    shown = show(slate)
    expect(shown.page.locator("#p")).to_have_text("next")
    shown.page.wait_for_timeout(500)
    assert slate.told == [Touch("next")]


def test_a_newer_drawing_ends_the_pause_of_an_older_one(show):
    slate = Slate("<p data-next=400>0</p>")
    shown = show(slate)
    slate.markup = "<p>no pause</p>"
    shown.redraw()
    shown.page.wait_for_timeout(700)
    assert slate.told == []


# ---- what the browser does for the screen


def test_storage_keeps_and_gives_back_what_a_screen_names(show):
    slate = Slate("<button id=b data-do=save>Save</button>")
    slate.recalls = "cluedo/"
    effects = [
        Keep("cluedo/1", "ván 1"),
        Keep("cluedo/2", "ván 2"),
        Keep("dogs/1", "no"),
        Keep("cluedo/2", None),
    ]
    slate.answer = lambda touch: effects
    shown = show(slate)
    shown.page.click("#b")
    shown.settle()
    shown.page.evaluate("localStorage.setItem('cluedo/foreign', 'not ours')")
    shown.page.reload()
    shown.page.wait_for_selector("#b")
    shown.settle()
    assert slate.kept == {"cluedo/1": "ván 1"}


def test_a_browser_that_keeps_nothing_gets_a_sentence_once(show):
    slate = Slate("<button id=b data-do=save>Save</button>", answer=lambda touch: [Keep("k", "x")])
    shown = show(slate)
    shown.page.evaluate(
        "void (Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') })"
    )
    notice = shown.page.locator(".stage-notice:not(.lost)")
    shown.page.click("#b")
    expect(notice).to_have_text(str(REFUSED["keep"]))
    shown.page.click("#b")
    expect(notice).to_be_hidden()


def test_a_game_is_handed_over_as_a_file(show):
    slate = Slate(
        "<button id=b data-do=save>Save</button>", answer=lambda touch: [Download("ván.jsonl", "Bình\n")]
    )
    shown = show(slate)
    with shown.page.expect_download() as waiting:
        shown.page.click("#b")
    assert waiting.value.suggested_filename == "ván.jsonl"
    assert Path(waiting.value.path()).read_text("utf-8") == "Bình\n"


def test_text_is_copied(show):
    slate = Slate("<button id=b data-do=copy>Copy</button>", answer=lambda touch: [Copy("code 7")])
    shown = show(slate, permissions=["clipboard-read", "clipboard-write"])
    shown.page.click("#b")
    shown.settle()
    shown.page.wait_for_timeout(100)
    assert shown.page.evaluate("navigator.clipboard.readText()") == "code 7"


def test_the_display_is_kept_awake_until_it_is_let_go(show):
    on = {"a": True, "b": False}
    slate = Slate("<button id=a data-do=a>A</button><button id=b data-do=b>B</button>")
    slate.answer = lambda touch: [Awake(on[touch.do])]
    shown = show(slate)
    shown.page.evaluate(
        """window.locks = [];
        void (navigator.wakeLock.request = async () => {
          locks.push({ released: false, async release() { this.released = true } });
          return locks.at(-1);
        })"""
    )
    shown.page.click("#a")
    shown.settle()
    assert shown.page.evaluate("locks.map(l => l.released)") == [False]
    shown.page.click("#b")
    shown.settle()
    assert shown.page.evaluate("locks.map(l => l.released)") == [True]


def test_a_broken_step_shows_a_sentence_over_the_last_drawing(show):
    slate = Slate("<p id=p>good</p><button id=b data-do=b>B</button>", answer=lambda touch: 1 / 0)
    shown = show(slate)
    shown.page.click("#b")
    expect(shown.page.locator(".stage-notice:not(.lost)")).to_have_text(str(TROUBLE))
    expect(shown.page.locator("#p")).to_be_visible()


# ---- is Python there?


def test_a_silent_python_is_noticed_within_five_seconds_and_welcomed_back(show):
    slate = Slate("<p id=p>one</p>")
    shown = show(slate)
    shown.alive = False
    expect(shown.page.locator(LOST)).to_be_visible(timeout=5000)
    slate.markup = "<p id=p>two</p>"
    shown.alive = True
    expect(shown.page.locator(LOST)).to_be_hidden(timeout=3000)
    expect(shown.page.locator("#p")).to_have_text("two")


def test_a_stage_taken_out_of_the_page_is_drawn_and_warns_when_it_is_put_back(show):
    slate = Slate("<p id=p>one</p>", answer=lambda touch: 1 / 0)
    shown = show(slate)
    shown.page.evaluate("window.root = document.querySelector('.sleuth'); root.remove()")
    slate.markup = "<p id=p>two</p>"
    shown.redraw()
    shown.alive = False
    shown.page.wait_for_timeout(4600)
    shown.page.evaluate("document.querySelector('#app').append(root)")
    expect(shown.page.locator("#p")).to_have_text("two")
    expect(shown.page.locator(LOST)).to_be_visible(timeout=1500)


def test_python_at_work_is_not_taken_for_lost(show):
    shown = show(Slate("<p>one</p>"))
    shown.page.evaluate("deliver({ type: 'pong', working: true })")
    shown.alive = False
    shown.page.wait_for_timeout(6000)
    expect(shown.page.locator(LOST)).to_be_hidden()
