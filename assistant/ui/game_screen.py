"""What every screen of a game has: languages, the cover, and pages that explain."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, ClassVar

from assistant import words
from assistant.ui import markup
from assistant.ui.screen import Effect, Screen, Touch
from engine.core import Message


class GameScreen(Screen):
    """Base of the screens of one game: it draws templates of the folder that is called like the game.

    `game` is a name of `engine.games`, `look` the game's `data-game` in the stylesheet, `title` what the
    screen is called. `pages` are templates that a touch `page` opens in place of the table, `settings` the
    attributes that a touch of their name changes, with the values they may have.
    """

    game: ClassVar[str]
    look: ClassVar[str]
    title: ClassVar[Message]
    pages: ClassVar[tuple[str, ...]] = ("how", "about")
    settings: ClassVar[Mapping[str, Collection[str]]] = {}

    def __init__(self, language: str = words.DEFAULT) -> None:
        words.translator(language)
        self.language = language
        self.page = ""
        self.covered = False

    @property
    def name(self) -> str:  # type: ignore[override]
        """What the screen is called; says nothing about the game."""
        return self.say(self.title)

    def say(self, message: Message) -> str:
        """The sentence of `message`, with the names of this table's things and players."""
        return words.say(message, self.language, self.names())

    def names(self) -> words.Names:
        """What things and players are called at this table."""
        raise NotImplementedError

    def render(self) -> str:
        """The whole screen; covered, it holds nothing of the game."""
        speech = words.for_templates(self.language, self.names())
        common = {"screen": self, "languages_all": words.LANGUAGES, **speech}
        if self.covered:
            return markup.render("cover.html", **common)
        if self.page in self.pages and (values := self.explained(self.page, speech)) is not None:
            return markup.render(f"{self.game}/{self.page}.html", **common, **values)
        template, values = self.table(speech)
        return markup.render(f"{self.game}/{template}", **common, **values)

    def explained(self, page: str, speech: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return what the template of one of `pages` is given; None where there is nothing to explain."""
        return {}

    def table(self, speech: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
        """Return the template of the table itself and what it is given: all from a seat's own view."""
        raise NotImplementedError

    def touch(self, touch: Touch) -> Iterable[Effect]:
        """Take in one touch; see the templates for what there is to touch."""
        value = touch.args.get("id", touch.value or "")
        match touch.do:
            case "cover":
                self.covered = True
            case "uncover":
                self.covered = False
            case "language" if value in words.LANGUAGES:
                self.language = value
            case "page":
                self.page = value if value in self.pages else ""
            case setting if setting in self.settings:
                if value in self.settings[setting]:
                    setattr(self, setting, value)
            case _:
                return self.touched(touch)
        return ()

    def touched(self, touch: Touch) -> Iterable[Effect]:
        """Take in a touch of this game's own."""
        raise NotImplementedError
