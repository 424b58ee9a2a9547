"""How a person reads the note sheet: the model, the help, the row looked at, marks by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from markupsafe import Markup

from assistant.cluedo.deck import ENVELOPE, Place
from assistant.cluedo.knowledge import Knowledge
from assistant.knowledge import LOGIC, MODELS, Model
from assistant.ui.cluedo import sheet
from assistant.ui.screen import Touch
from engine.cluedo.cards import Edition

HELP_LEVELS = ("numbers", "certain", "none")


class Reading:
    """What every screen with a note sheet of Cluedo keeps about it; a part of a GameScreen."""

    sheet_settings: ClassVar = {"model": MODELS, "help": HELP_LEVELS}
    page: str
    model: Model = LOGIC
    help: str = "numbers"
    row: str = ""
    place: Place = ENVELOPE

    def take_marks(self, table: Mapping[str, Any]) -> None:
        """Begin with the marks of a saved game, leaving out what is none, and with no row opened."""
        kept = table.get("marks")
        entries = kept.items() if isinstance(kept, dict) else ()
        self.marks: dict[str, str] = {
            key: mark for key, mark in entries if isinstance(mark, str) and mark in ("has", "not")
        }
        self.row, self.place = "", ENVELOPE

    def sheet_of(
        self, known: Knowledge, edition: Edition, speech: Mapping[str, Any], players: Sequence[str]
    ) -> Markup:
        """Return the sheet of what is known, as it is looked at."""
        look = sheet.Look(self.model, self.help, self.marks, self.row, self.place)
        return sheet.draw(known, edition, speech, players, look)

    def sheet_touched(self, touch: Touch, known: Knowledge) -> bool:
        """Take in a touch on the sheet; False for any other."""
        args = touch.args
        match touch.do:
            case "row" if args.get("card") in known.deck.cards:
                self.row = "" if self.row == args["card"] else args["card"]
                self.place = sheet.likeliest(known, self.row, self.model) if self.row else ENVELOPE
            case "place" if self.row and args.get("place") in (places := {str(p): p for p in known.places}):
                self.place = places[args["place"]]
            case "mark" if self.row:
                self._mark(f"{self.row}/{self.place}")
            case "why" if self.row:
                self.page = "why"
            case _:
                return False
        return True

    def _mark(self, key: str) -> None:
        """Turn a mark of one's own: none, has, has not, none again."""
        following = {"": "has", "has": "not", "not": ""}[self.marks.get(key, "")]
        if following:
            self.marks[key] = following
        else:
            self.marks.pop(key, None)
