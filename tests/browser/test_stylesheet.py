"""The one stylesheet in Chromium: whose theme it follows, and that it changes nothing around a Stage."""

from __future__ import annotations

import pytest

from tests.browser.test_stage import Slate

pytestmark = pytest.mark.browser


def test_the_stylesheet_changes_nothing_outside(show):
    shown = show(Slate("<p>x</p>"))
    changed = shown.page.evaluate(
        """() => {
          document.body.insertAdjacentHTML('beforeend', `
            <div id=out data-theme=dark data-game=dogs><h1>T</h1><p>p</p><a href=#>a</a>
            <button class="btn chip">b</button><div class="panel bar note tag sheet">d</div></div>`);
          const all = [document.documentElement, document.body, ...document.querySelectorAll('#out, #out *')];
          const of_itself = (key) => !/height|block-size|origin/.test(key);
          const look = () => all.map((e) => {
            const style = getComputedStyle(e);
            return [...style].filter(of_itself).map((key) => key + style[key]).join();
          });
          const before = look();
          document.querySelector('link').remove();
          return before.filter((was, i) => was !== look()[i]).length;
        }"""
    )
    assert changed == 0


@pytest.mark.parametrize(
    ("page_theme", "own_theme", "system", "dark"),
    [
        (None, None, "light", False),
        (None, None, "dark", True),
        ("true", None, "dark", False),
        ("false", None, "light", True),
        ("true", "dark", "light", True),
        ("false", "light", "dark", False),
    ],
)
def test_the_theme_is_the_screen_s_then_jupyter_s_then_the_system_s(
    show, page_theme, own_theme, system, dark
):
    shown = show(Slate(f"<div {f'data-theme={own_theme}' if own_theme else ''}>x</div>"), color_scheme=system)
    if page_theme:
        shown.page.evaluate("t => { document.body.dataset.jpThemeLight = t }", page_theme)
    ink = shown.page.locator(".sleuth").evaluate("e => getComputedStyle(e).color")
    assert ink == ("rgb(236, 231, 219)" if dark else "rgb(31, 36, 48)")
