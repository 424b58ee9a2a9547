"""Everything that can be touched on a screen, read from its markup, as a person's finger would find it."""

from __future__ import annotations

from html.parser import HTMLParser
from random import Random

from assistant.ui.screen import Touch

NO_TOUCH = {"do", "once", "key", "escape", "focus", "next", "input", "max"}


class Touchables(HTMLParser):
    """Collects the touches that a markup offers: buttons, fields, and the pause before a bot's move."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.touches: list[Touch] = []
        self._select: str | None = None
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        args = {
            name.removeprefix("data-"): value
            for name, value in values.items()
            if name.startswith("data-") and name.removeprefix("data-") not in NO_TOUCH
        }
        if "data-do" in values and "disabled" not in values:
            self.touches.append(Touch(values["data-do"], args))
        if "data-next" in values:
            self.touches.append(Touch("next"))
        if tag == "select":
            self._select = values.get("data-input")
        elif tag == "option" and self._select:
            self.touches.append(Touch(self._select, {}, values.get("value", "")))
        elif values.get("data-input") and values.get("type") != "file":
            self.touches.append(Touch(values["data-input"], args, "Lê <b>"))

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = None


def touches(markup: str) -> list[Touch]:
    """Return everything that can be touched on a screen."""
    return Touchables(markup).touches


def any_touch(markup: str, rng: Random) -> Touch:
    """Return one of the touches, each as likely as the other."""
    return rng.choice(touches(markup))
