"""Cluedo against bots: the board, the sheet, and what can be done now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, cast

from assistant import words
from assistant.cluedo.deck import ENVELOPE, Deck, Place
from assistant.cluedo.knowledge import Knowledge
from assistant.cluedo.naming import naming
from assistant.cluedo.story import story
from assistant.cluedo.why import why
from assistant.knowledge import LOGIC, MODELS, Model
from assistant.story import Told
from assistant.ui import play
from assistant.ui.cluedo import board, now, sheet
from assistant.ui.cluedo.now import Moment
from assistant.ui.cluedo.opening import Opening
from assistant.ui.screen import Touch, said
from assistant.ui.sitting import Sitting
from engine.cluedo import cards, rules
from engine.cluedo import table as t
from engine.cluedo.cards import CATEGORIES, Edition
from engine.core import Action, Event, Message, Seat

HELP_LEVELS = ("numbers", "certain", "none")


class PlayCluedo(play.Play):
    """The screen of `notebooks/play_cluedo.ipynb`."""

    game = "cluedo"
    look = "cluedo"
    title = Message("Sleuthbook: Cluedo")
    pages = ("how", "about", "why")
    settings: ClassVar = {"model": MODELS, "help": HELP_LEVELS}
    tabs: ClassVar = {"board": Message("Board"), "sheet": Message("Sheet"), "story": Message("Story")}
    Choices = Opening
    opening: Opening
    model: Model = LOGIC
    help: str = "numbers"

    def settle(self) -> None:
        """Forget what belonged to the last moment of the game: a draft, a look back."""
        super().settle()
        self.asking = ""
        self.draft: dict[str, str] = {}

    def take_notes(self, table: Mapping[str, Any]) -> None:
        """Begin with the marks of a saved game, no row opened."""
        self.marks = _marks(table.get("marks"))
        self.row = ""
        self.place: Place = ENVELOPE

    def notes(self) -> dict[str, Any]:
        """Return the person's own marks, to be saved with the game."""
        return {"marks": self.marks}

    # -- what is seen

    @property
    def edition(self) -> Edition:
        """The edition on the table, or the one chosen for it."""
        chosen = self.sitting.match.setup.edition if self.sitting else self.opening.edition
        return cards.load(chosen or rules.DEFAULT_EDITION)

    def names(self) -> words.Names:
        """What cards and players are called."""
        return naming(self.edition, self.players)

    def nothing_known(self, sitting: Sitting) -> Knowledge:
        """Return what the seat knows before the first card is dealt."""
        return Knowledge(Deck.of(self.edition), len(sitting.match.setup.seats), sitting.seat)

    def told(self, seen: Sequence[Event], seat: Seat) -> tuple[Told, ...]:
        """Return the story of a seat's log, oldest first."""
        return story(seen, seat)

    def first_page(self, speech: Mapping[str, Any]) -> dict[str, Any]:
        """Return the editions to choose from."""
        return {
            "edition": self.edition,
            "editions": [cards.load(name) for name in cards.available()],
        }

    def explained(self, page: str, speech: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return what the rules' pages and "Why?" show; None for a "Why?" of no card."""
        edition, sitting = self.edition, self.sitting
        if page != "why":
            return {"edition": edition, "assumed": cards.assumptions(edition)}
        if sitting is None or not self.row:
            return None
        known = cast("Knowledge", self.known)
        return {
            "edition": edition,
            "why": why(known, self.row, self.place),
            "told": {entry.entry: entry for entry in story(sitting.seen, sitting.seat)},
            "chance": known.probability(self.row, self.place, self.model),
        }

    def moment(self, sitting: Sitting, at: int, live: bool) -> Moment:
        """Return what can be done now."""
        view, known = sitting.view(at), self.known_at(at)
        return now.moment(view, sitting.seat, known, live=live, asking=self.asking, draft=self.draft)

    def drawn(self, sitting: Sitting, at: int, moment: Moment, speech: Mapping[str, Any]) -> dict[str, Any]:
        """Return the board, the sheet, the dice, and what the end shows."""
        seen, known = sitting.seen, cast("Knowledge", self.known_at(at))
        look = sheet.Look(self.model, self.help, self.marks, self.row, self.place)

        def chance(card: str) -> Fraction:
            return known.probability(card, ENVELOPE, self.model)

        return {
            "edition": self.edition,
            "board": board.draw(
                sitting.view(at),
                speech,
                moves=moment.moves,
                seat=sitting.seat,
                way=board.last_way(seen[:at], sitting.match.setup),
                enter=moment.enter,
            ),
            "sheet": sheet.draw(known, self.edition, speech, self.players, look),
            "dice": next((e.dice for e in reversed(seen[:at]) if isinstance(e, t.Rolled)), ()),
            "chance": chance if self.help == "numbers" else None,
            **(self._known_since(sitting) if moment.kind == "over" else {}),
        }

    def _known_since(self, sitting: Sitting) -> dict[str, Any]:
        """Return after which event, and which entry, the envelope could have been known while closed."""
        for at, event in enumerate(sitting.seen):
            known = cast("Knowledge", self.known_at(at))
            if known.solution() is not None:
                return {"sure_since": at, "sure_at": known.entry}
            if _opens(event):
                break
        return {"sure_since": None, "sure_at": None}

    # -- what is done

    def looked(self, sitting: Sitting, touch: Touch) -> bool:
        """Take in a touch on the sheet or on the form for a suggestion."""
        args, known = touch.args, cast("Knowledge", self.known)
        match touch.do:
            case "row" if args.get("card") in known.deck.cards:
                self.row = "" if self.row == args["card"] else args["card"]
                self.place = sheet.likeliest(known, self.row, self.model) if self.row else ENVELOPE
            case "place" if args.get("place") in (places := {str(p): p for p in known.places}):
                self.place = places[args["place"]]
            case "mark" if self.row:
                self._mark(f"{self.row}/{self.place}")
            case "why" if self.row:
                self.page = "why"
            case "ask":
                self.asking = args.get("id", "")
            case "draft" if args.get("category") in CATEGORIES:
                self.draft[args["category"]] = said(touch, "card")
            case _:
                return False
        return True

    def action(self, sitting: Sitting, touch: Touch) -> Action:
        """Return the action that a touch stands for."""
        return now.action(touch, sitting.view(), self.draft)

    def _mark(self, key: str) -> None:
        """Turn a mark of one's own: none, has, has not, none again."""
        following = {"": "has", "has": "not", "not": ""}[self.marks.get(key, "")]
        if following:
            self.marks[key] = following
        else:
            self.marks.pop(key, None)


def _opens(event: Event) -> bool:
    return isinstance(event, t.SolutionRevealed) or (isinstance(event, t.EnvelopeSeen) and event.correct)


def _marks(kept: object) -> dict[str, str]:
    """Return the marks in what a file holds for them, leaving out what is none."""
    entries = kept.items() if isinstance(kept, dict) else ()
    return {key: mark for key, mark in entries if isinstance(mark, str) and mark in ("has", "not")}
