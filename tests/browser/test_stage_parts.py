"""Parts of a screen that did not change do not travel; the page still shows all of it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.test_stage import Slate, is_marked, mark

pytestmark = pytest.mark.browser


def test_a_part_that_did_not_change_keeps_what_it_held(show):
    slate = Slate("<p><!--part a-->old <b>text</b><!--/part--></p><i>1</i>")
    shown = show(slate)
    mark(shown.page, "b")
    slate.markup = "<p class=on><!--part a-->old <b>text</b><!--/part--></p><i>2</i>"
    shown.redraw()
    assert shown.page.inner_html(".stage-body") == '<p class="on">old <b>text</b></p><i>2</i>'
    assert is_marked(shown.page, "b")


def test_a_part_that_comes_back_in_another_element_is_drawn_whole(show):
    slate = Slate("<p data-key=x><!--part a--><b>text</b><!--/part--></p>")
    shown = show(slate)
    slate.markup = "<div data-key=y><!--part a--><b>text</b><!--/part--></div>"
    shown.redraw()
    expect(shown.page.locator("div[data-key=y] b")).to_have_text("text")


def test_a_page_that_missed_a_drawing_is_drawn_whole(show):
    slate = Slate("<p><!--part a--><b>one</b><!--/part--></p>")
    shown = show(slate)
    shown.stage._seq += 5
    shown.stage._drawn = shown.stage._seq
    shown.stage._parts = {"a": "<b>two</b>"}
    slate.markup = "<p><!--part a--><b>two</b><!--/part--></p>"
    shown.redraw()
    expect(shown.page.locator("b")).to_have_text("two")
