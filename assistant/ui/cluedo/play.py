"""Cluedo against bots: the board, the sheet, and what can be done now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, cast

from assistant import words
from assistant.cluedo.deck import ENVELOPE, Deck
from assistant.cluedo.knowledge import Knowledge
from assistant.cluedo.naming import naming
from assistant.cluedo.story import story
from assistant.cluedo.why import why
from assistant.story import Told
from assistant.ui import play
from assistant.ui.cluedo import board, now
from assistant.ui.cluedo.counsel import Counsel
from assistant.ui.cluedo.now import Moment
from assistant.ui.cluedo.opening import Opening
from assistant.ui.cluedo.reading import Reading
from assistant.ui.screen import Effect, Touch, number, said
from assistant.ui.sitting import Sitting
from engine.cluedo import cards, rules
from engine.cluedo import table as t
from engine.cluedo.cards import CATEGORIES, Edition
from engine.core import Action, Event, Message, Seat

ADVISED = ("start", "ask")
"""The moments at which advice can be asked for."""


class PlayCluedo(Reading, play.Play):
    """The screen of `notebooks/play_cluedo.ipynb`."""

    game = "cluedo"
    look = "cluedo"
    title = Message("Sleuthbook: Cluedo")
    pages = ("how", "about", "why")
    settings: ClassVar = Reading.sheet_settings
    tabs: ClassVar = {"board": Message("Board"), "sheet": Message("Sheet"), "story": Message("Story")}
    Choices = Opening
    opening: Opening

    def settle(self) -> None:
        """Forget what belonged to the last moment of the game: a draft, a look back."""
        super().settle()
        self.asking = ""
        self.draft: dict[str, str] = {}
        self.counsel: Counsel | None = None

    def take_notes(self, table: Mapping[str, Any]) -> None:
        """Begin with the marks of a saved game, no row opened."""
        self.take_marks(table)

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
            "sheet": self.sheet_of(known, self.edition, speech, self.players),
            "dice": next((e.dice for e in reversed(seen[:at]) if isinstance(e, t.Rolled)), ()),
            "counsel": self.counsel if moment.kind in ADVISED and not moment.accusing else None,
            "advised": ADVISED,
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
        """Take in a touch on the sheet, on the form for a suggestion, or for advice."""
        args = touch.args
        match touch.do:
            case "ask":
                self.asking = args.get("id", "")
            case "draft" if args.get("category") in CATEGORIES:
                self.draft[args["category"]] = said(touch, "card")
            case "advise":
                self._advise(sitting)
            case "take_up" if self.counsel and number(touch, "n") in range(len(self.counsel.best)):
                suspect, weapon, _ = self.counsel.best[number(touch, "n")][0].cards
                self.draft |= {"suspect": suspect, "weapon": weapon}
            case _:
                return self.sheet_touched(touch, cast("Knowledge", self.known))
        return True

    def _advise(self, sitting: Sitting) -> None:
        """Begin to weigh what can be asked here, or anywhere before the move."""
        offered = self.moment(sitting, len(sitting.seen), self.at is None)
        if offered.kind in ADVISED:
            known, places = (
                cast("Knowledge", self.known),
                offered.form.get("location", self.edition.locations),
            )
            self.counsel = Counsel(known, sitting.seat, places, self.model, sitting.seen)

    def touched(self, touch: Touch) -> Iterable[Effect]:
        """Take in a touch; the pause between two pieces of advice is no bot’s turn."""
        if touch.do == "next" and self.counsel is not None and not self.counsel.done:
            self.counsel.step()
            return ()
        return super().touched(touch)

    def action(self, sitting: Sitting, touch: Touch) -> Action:
        """Return the action that a touch stands for."""
        return now.action(touch, sitting.view(), self.draft)


def _opens(event: Event) -> bool:
    return isinstance(event, t.SolutionRevealed) or (isinstance(event, t.EnvelopeSeen) and event.correct)
