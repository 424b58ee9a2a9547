"""What a Stage carries: a Screen, the touches it is told of, and the effects it may ask for.

Nothing here needs a browser or a widget, so a screen is tried in plain Python: `touch` it and look at
what it renders.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from engine.core import Message, SaidError

NOT_NOW = Message("That cannot be done now.")


@dataclass(frozen=True, slots=True)
class Touch:
    """Something a person did, or the pause before the next step running out (`do` is then "next").

    `do` is the `data-do` of what was pressed, the `data-input` of a changed field, the `data-escape`
    that the Escape key found, or "cover". `args` are the other `data-*` of that element, and for a
    form its fields. `value` is the content of a field: text, "on" or "" for a tick box, the text of a
    chosen file (whose name is `args["file"]`); None for anything else.
    """

    do: str
    args: Mapping[str, str] = field(default_factory=dict)
    value: str | None = None


def said(touch: Touch, arg: str) -> str:
    """Return an argument of a touch; raises SaidError for a touch that lacks it."""
    if arg not in touch.args:
        raise SaidError(NOT_NOW)
    return touch.args[arg]


def number(touch: Touch, arg: str) -> int:
    """Return an argument of a touch that is a whole number; raises SaidError for any other."""
    try:
        return int(said(touch, arg))
    except ValueError:
        raise SaidError(NOT_NOW) from None


@dataclass(frozen=True, slots=True)
class Keep:
    """Write `text` into the browser's storage under `key`, or remove what lies there if it is None."""

    key: str
    text: str | None


@dataclass(frozen=True, slots=True)
class Download:
    """Hand `text` to the person as a file called `name`."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Copy:
    """Put `text` on the clipboard."""

    text: str


@dataclass(frozen=True, slots=True)
class Awake:
    """Keep the phone's display from going dark, where the browser can, until `on` is False again."""

    on: bool


Effect = Keep | Download | Copy | Awake


class Screen:
    """Base of every screen: `render` says what is to be seen, `touch` what happens next.

    `name` is read to people who cannot see the screen, `language` is the tag of the language it is in,
    `symbols` names the drawings it uses besides the signs of all games (a file of `assistant/ui/symbols`,
    without `.svg`), and `recalls` is how the keys begin that it wants back from the browser's storage.
    They may change between two drawings.
    """

    name: str = "Sleuthbook"
    language: str = "en"
    symbols: str = ""
    recalls: str = ""

    def render(self) -> str:
        """The whole screen as HTML. A covered screen renders nothing that it hides."""
        raise NotImplementedError

    def touch(self, touch: Touch) -> Iterable[Effect] | None:
        """Take in one touch and say what else is to be done; the screen is drawn again afterwards.

        Raises SaidError to show a sentence above the screen, which stays as it is.
        """
        raise NotImplementedError

    def recalled(self, kept: Mapping[str, str]) -> Iterable[Effect] | None:
        """Take in what the browser had kept under keys that begin with `recalls`; key to text.

        Comes once for every page that opens, also when nothing was kept, and only if `recalls` is set.
        """

    def say(self, message: Message) -> str:
        """The sentence of `message` in the language of the screen."""
        return str(message)
