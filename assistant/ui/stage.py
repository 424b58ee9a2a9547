"""Stage: the one widget that draws a screen in the browser and tells it what was touched.

Markup, touches and saved games travel as messages and never as traits, because a notebook stores the
traits of its widgets. `stage.js` is the other end of this conversation:

    from the page   ready                          a page opened: draw
                    whole                          a drawing builds on what is not here: draw all of it
                    touch   do args value seq tag once
                    next    seq                    the pause that drawing `seq` asked for is over
                    recalled entries               what storage kept
                    failed  what                   "keep", "copy" or "large": the browser refused
                    ping                           are you there?
    to the page     draw    markup seq after notice name language [symbols] [base]
                    pong    working                I am here (and at work on a touch)
                    recall  prefix
                    keep key text, download name text, copy text, awake on

`seq` numbers the drawings; `after` is the tag of the touch that a drawing answers. Of several touches
marked `once` on the same drawing the first counts and the others are dropped; a pause that ran out makes
them too late only if the screen kept something new, as after a bot's move, not for one more piece of advice.

What a template puts between `<!--part NAME-->` and `<!--/part-->`, as all that an element holds, travels
only when it has changed: else `<!--same-->` stands there, and `base` is the drawing that the page must
have. A page that has another asks for the whole.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from importlib.resources import files
from typing import Any

import anywidget
import traitlets

from assistant.ui.markup import symbols
from assistant.ui.screen import Effect, Keep, Screen, Touch
from engine.core import Message, SaidError

log = logging.getLogger(__name__)

LOST = Message(
    "The connection to Python is lost. Your game is saved up to the last move. Run the start cell again."
)
TROUBLE = Message("Something went wrong with this step. Nothing is lost: try again, or do something else.")
REFUSED = {
    "keep": Message("This browser does not keep the game. Save it as a file before you close the page."),
    "copy": Message("This browser does not allow copying from here."),
    "large": Message("This file is too large to be a saved game."),
}
PART = re.compile(r"<!--part ([\w.-]+)-->(.*?)<!--/part-->", re.DOTALL)
STYLES = (
    "stage.css",
    "styles/play.css",
    "styles/cluedo_board.css",
    "styles/cluedo_sheet.css",
    "styles/companion.css",
    "styles/cluedo_table.css",
    "styles/kings_dogs.css",
    "styles/cockroach_poker.css",
)


def _own(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


class Stage(anywidget.AnyWidget):
    """Shows `screen` wherever the widget is displayed, and redraws it after every touch.

    Whatever goes wrong inside the screen, a person sees a sentence and the last good drawing; the
    error itself goes to this module's logger.
    """

    _esm = _own("stage.js")
    _css = "".join(map(_own, STYLES))
    lost = traitlets.Unicode().tag(sync=True)

    def __init__(self, screen: Screen) -> None:
        super().__init__(lost=screen.say(LOST))
        self._screen = screen
        self._seq = 0
        self._moved = 0  # the drawing that the last step in the game led to
        self._markup = ""
        self._symbols: str | None = None
        self._parts: dict[str, str] = {}  # as they were drawn last, by name
        self._drawn: int | None = None  # the last drawing that was sent
        self.on_msg(self._hear)

    def redraw(self) -> None:
        """Draw the screen again, after it was changed by something other than a touch."""
        self._seq += 1
        self._draw()

    def _hear(self, _widget: object, content: Any, _buffers: object) -> None:
        try:
            match content:
                case {"type": "ping"}:
                    self.send({"type": "pong"})
                case {"type": "ready"}:
                    self._open()
                case {"type": "whole"}:
                    self._draw_whole()
                case {"type": "touch", "do": str(do), "seq": int(seq), "tag": str(tag)}:
                    once = content.get("once") is True
                    if not once or seq >= self._moved:
                        touch = Touch(do, _texts(content.get("args")), _text(content.get("value")))
                        self._tell(touch, tag, moves=once)
                case {"type": "next", "seq": seq} if seq == self._seq:
                    self._tell(Touch("next"), moves=True)
                case {"type": "recalled"}:
                    self._answer(lambda: self._screen.recalled(_texts(content.get("entries"))))
                case {"type": "failed", "what": str(what)} if what in REFUSED:
                    self._draw(notice=self._screen.say(REFUSED[what]))
        except Exception:
            log.exception("message of type %r", content.get("type") if isinstance(content, dict) else None)

    def _open(self) -> None:
        self._symbols = None
        self._draw_whole()
        if self._screen.recalls:
            self.send({"type": "recall", "prefix": self._screen.recalls})

    def _draw_whole(self) -> None:
        self._drawn, self._parts = None, {}
        self._draw()

    def _tell(self, touch: Touch, tag: str = "", *, moves: bool) -> None:
        self.send({"type": "pong", "working": True})
        effects = self._answer(lambda: self._screen.touch(touch), tag)
        if moves and (touch.do != "next" or any(isinstance(effect, Keep) for effect in effects)):
            self._moved = self._seq

    def _answer(self, step: Callable[[], Iterable[Effect] | None], tag: str = "") -> tuple[Effect, ...]:
        notice, effects = "", tuple[Effect, ...]()
        try:
            effects = tuple(step() or ())
        except SaidError as error:
            notice = self._screen.say(error.reason)
        except Exception:
            log.exception("touch")
            notice = self._screen.say(TROUBLE)
        self._seq += 1
        self._draw(tag, notice)
        for effect in effects:
            self.send({"type": type(effect).__name__.lower(), **asdict(effect)})
        return effects

    def _draw(self, after: str = "", notice: str = "") -> None:
        try:
            self._markup = str(self._screen.render())
            self.lost = self._screen.say(LOST)
        except Exception:
            log.exception("render")
            notice = notice or self._screen.say(TROUBLE)
        drawing: dict[str, Any] = {
            "type": "draw",
            "markup": self._changed_parts(),
            "seq": self._seq,
            "after": after,
            "notice": notice,
            "name": self._screen.name,
            "language": self._screen.language,
        }
        if self._drawn is not None:
            drawing["base"] = self._drawn
        self._drawn = self._seq
        if self._symbols != self._screen.symbols:
            self._symbols = self._screen.symbols
            drawing["symbols"] = symbols(self._symbols) if self._symbols else ""
        self.send(drawing)

    def _changed_parts(self) -> str:
        """Return the last markup without the parts that were drawn the same before."""
        before, self._parts = self._parts, {}

        def part(found: re.Match[str]) -> str:
            name, inner = found.groups()
            self._parts[name] = inner
            return "<!--same-->" if before.get(name) == inner else inner

        return PART.sub(part, self._markup)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _texts(value: object) -> Mapping[str, str]:
    entries = value.items() if isinstance(value, dict) else ()
    return {key: text for key, text in entries if isinstance(key, str) and isinstance(text, str)}
