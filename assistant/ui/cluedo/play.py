"""Cluedo against bots on one screen: choose, play, look back, go on tomorrow."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

from assistant import words
from assistant.cluedo.deck import ENVELOPE, Deck, Place
from assistant.cluedo.knowledge import Knowledge
from assistant.cluedo.naming import naming
from assistant.cluedo.story import story
from assistant.cluedo.why import why
from assistant.knowledge import LOGIC, MODELS, Model
from assistant.ui import markup
from assistant.ui.cluedo import board, now, opening, sheet
from assistant.ui.cluedo.opening import Opening
from assistant.ui.screen import Download, Effect, Keep, Screen, Touch
from assistant.ui.shelf import Shelf
from assistant.ui.sitting import NO_GAME, Sitting
from engine import log
from engine.cluedo import cards, rules
from engine.cluedo import table as t
from engine.cluedo.cards import CATEGORIES, Edition
from engine.core import Event, Message, SaidError

HELP_LEVELS = ("numbers", "certain", "none")
TABS = ("board", "sheet", "story")
SETTINGS = {"model": MODELS, "help": HELP_LEVELS, "tab": TABS, "language": tuple(words.LANGUAGES)}
YOU = Message("You")
NOW, BEFORE = "play_cluedo", "play_cluedo.before"


class PlayCluedo(Screen):
    """The screen of `notebooks/play_cluedo.ipynb`.

    `folder` is where games are kept as files (None: only in the browser), `seed` repeats deal and dice.
    """

    symbols = "cluedo"
    recalls = "play_cluedo"

    def __init__(
        self,
        language: str = words.DEFAULT,
        folder: Path | None = Path("saves"),
        seed: int | str | None = None,
    ) -> None:
        self.language = language
        self.seed = seed
        self.shelf = Shelf("play_cluedo", folder)
        self.opening = Opening()
        self.sitting: Sitting | None = None
        self.offered = self.shelf.offers()
        self.page = "table"
        self.covered = False
        self.tab, self.help = "board", "numbers"
        self.model: Model = LOGIC
        self.marks: dict[str, str] = {}
        self.row = ""
        self.place: Place = ENVELOPE
        self._knowledge: list[Knowledge] = []
        self.pace = self.opening.pace
        self._settle()

    def _settle(self) -> None:
        """Forget what belonged to the last moment of the game: a draft, a look back."""
        self.at: int | None = None
        self.asking = ""
        self.draft: dict[str, str] = {}

    # -- what is seen

    @property
    def name(self) -> str:  # type: ignore[override]
        """What the screen is called; says nothing about the game."""
        return self.say(Message("Sleuthbook: Cluedo"))

    def say(self, message: Message) -> str:
        """The sentence of `message`, with the names of this game's cards and players."""
        return words.say(message, self.language, self._names())

    def _names(self) -> words.Names:
        return naming(self._edition, self.players)

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names in turn order; who gave no name is "You", in the language of the screen."""
        you = words.say(YOU, self.language)
        if self.sitting is None:
            return self.opening.setup(you).seats
        unnamed = {words.say(YOU, language) for language in words.LANGUAGES}
        return tuple(you if name in unnamed else name for name in self.sitting.match.setup.seats)

    def render(self) -> str:
        """The whole screen; covered, it holds nothing of the game."""
        speech = words.for_templates(self.language, self._names())
        common = {"screen": self, "languages_all": words.LANGUAGES, "choices": opening, **speech}
        if self.covered:
            return markup.render("cluedo/cover.html", **common)
        common["edition"] = self._edition
        if self.page in ("how", "about"):
            return markup.render(
                f"cluedo/{self.page}.html", assumed=cards.assumptions(self._edition), **common
            )
        if self.sitting is None:
            editions = [cards.load(name) for name in cards.available()]
            setup = self.opening.setup(self.say(YOU))
            return markup.render("cluedo/opening.html", editions=editions, setup=setup, **common)
        if self.page == "why" and self.row:
            reasons = why(self._known_now, self.row, self.place)
            told = {entry.entry: entry for entry in story(self.sitting.seen, self.sitting.seat)}
            chance = self._known_now.probability(self.row, self.place, self.model)
            return markup.render("cluedo/why.html", why=reasons, told=told, chance=chance, **common)
        return markup.render("cluedo/play.html", **common, **self._table(self.sitting, speech))

    @property
    def _edition(self) -> Edition:
        chosen = self.sitting.match.setup.edition if self.sitting else self.opening.edition
        return cards.load(chosen or rules.DEFAULT_EDITION)

    def _table(self, sitting: Sitting, speech: Mapping[str, Any]) -> dict[str, Any]:
        """What the template of the running game is given: all of it from the seat's own view."""
        seen = sitting.seen
        at = len(seen) if self.at is None else self.at
        view, knowledge, told = sitting.view(at), self.knowledge(at), story(seen, sitting.seat)
        offered = now.moment(
            view, sitting.seat, knowledge, live=self.at is None, asking=self.asking, draft=self.draft
        )
        look = sheet.Look(self.model, self.help, self.marks, self.row, self.place)
        drawn = sheet.draw(knowledge, self._edition, speech, self.players, look)
        drawing = board.draw(
            view,
            speech,
            moves=offered.moves,
            seat=sitting.seat,
            way=board.last_way(seen[:at], sitting.match.setup),
            enter=offered.enter,
        )
        return {
            "view": view,
            "seat": sitting.seat,
            "now": offered,
            "board": drawing,
            "sheet": drawn,
            "told": [entry for entry in told if entry.at <= at],
            "moments": [entry.at for entry in told],
            "length": len(seen),
            "dice": next((e.dice for e in reversed(seen[:at]) if isinstance(e, t.Rolled)), ()),
            "chance": self._chance(knowledge) if self.help == "numbers" else None,
            "decider": rules.decider(view),
            "pause": self._pause(sitting),
            "can_undo": sitting.can_undo,
            "undone": sitting.match.times_undone,
            **(self._known_since() if offered.kind == "over" else {}),
        }

    def _chance(self, knowledge: Knowledge) -> Callable[[str], Fraction]:
        return lambda card: knowledge.probability(card, ENVELOPE, self.model)

    def _known_since(self) -> dict[str, Any]:
        """Return after which event, and which entry, the envelope could have been known while closed."""
        assert self.sitting is not None
        for at, knowledge in enumerate(self._knowledge):
            if at and _opens(self.sitting.seen[at - 1]):
                break
            if knowledge.solution() is not None:
                return {"sure_since": at, "sure_at": knowledge.entry}
        return {"sure_since": None, "sure_at": None}

    def knowledge(self, at: int) -> Knowledge:
        """Return what the seat can know after the first `at` events that it saw."""
        assert self.sitting is not None
        seen, known = self.sitting.seen, self._knowledge
        if not known:
            known.append(
                Knowledge(Deck.of(self._edition), len(self.sitting.match.setup.seats), self.sitting.seat)
            )
        while len(known) <= len(seen):
            known.append(known[-1].tell(seen[len(known) - 1]))
        return known[at]

    @property
    def _known_now(self) -> Knowledge:
        """What can be known at the moment on the screen."""
        assert self.sitting is not None
        return self.knowledge(len(self.sitting.seen) if self.at is None else self.at)

    def _pause(self, sitting: Sitting) -> int | None:
        """Return after how many milliseconds the next bot acts by itself; None when nobody does."""
        waiting = self.at is None and not sitting.mine and not sitting.over
        return opening.PACES.get(self.pace) if waiting else None

    # -- what is done

    def touch(self, touch: Touch) -> Iterable[Effect]:
        """Take in one touch; see the templates of `cluedo/` for what there is to touch."""
        args = touch.args
        match touch.do:
            case "cover":
                self.covered = True
            case "uncover":
                self.covered = False
            case "language" | "model" | "help" | "tab":
                value = args.get("id", touch.value or "")
                if value in SETTINGS[touch.do]:
                    setattr(self, touch.do, value)
            case "page":
                self.page = args["id"] if args.get("id") in ("how", "about") else "table"
            case _ if self.sitting is not None:
                return self._in_game(self.sitting, touch)
            case "start":
                return self._begin()
            case "resume":
                return self._resume(touch.args.get("id", ""))
            case "open":
                return self._open(touch.value or "")
            case _:
                self.opening = self.opening.touched(touch)
                self.pace = self.opening.pace
        return ()

    def _in_game(self, sitting: Sitting, touch: Touch) -> Iterable[Effect]:
        match touch.do:
            case "next":
                sitting.let_bot_act()
                return self._moved(sitting)
            case "undo":
                self.sitting = sitting.undone()
                self._knowledge.clear()
                return self._moved(self.sitting)
            case "save":
                return (Download("cluedo.jsonl", self._text(sitting)),)
            case "leave":
                self.shelf.found(self._text(sitting))
                self.offered, self.sitting = self.shelf.offers(), None
            case "mark" if self.row:
                self._mark(f"{self.row}/{self.place}")
                return self._keep(sitting)
            case _ if not self._looked(sitting, touch):
                sitting.act(now.action(touch, sitting.view(), self.draft))
                return self._moved(sitting)
        return ()

    def _looked(self, sitting: Sitting, touch: Touch) -> bool:
        """Take in a touch that changes only what is looked at or drafted; False for any other."""
        args = touch.args
        match touch.do:
            case "pace" if args.get("id") in opening.PACE_NAMES:
                self.pace = args["id"]
            case "row" if args.get("card") in self._known_now.deck.cards:
                self.row = "" if self.row == args["card"] else args["card"]
                self.place = sheet.likeliest(self._known_now, self.row, self.model) if self.row else ENVELOPE
            case "place" if args.get("place") in (places := {str(p): p for p in self._known_now.places}):
                self.place = places[args["place"]]
            case "why" if self.row:
                self.page = "why"
            case "look":
                at = now.number(touch, "at")
                self.at = at if 0 <= at < len(sitting.seen) else None
                self.page = "table"
            case "ask":
                self.asking = args.get("id", "")
            case "draft" if args.get("category") in CATEGORIES:
                self.draft[args["category"]] = now.said(touch, "card")
            case _:
                return False
        return True

    def _moved(self, sitting: Sitting) -> Iterable[Effect]:
        """Go on after a move: forget drafts, let quick bots play, keep the game."""
        self._settle()
        while self.pace == "quick" and sitting.let_bot_act():
            pass
        return self._keep(sitting)

    def _begin(self) -> Iterable[Effect]:
        seed = secrets.token_hex(8) if self.seed is None else self.seed
        setup = self.opening.setup(self.say(YOU))
        return self._sit(Sitting.begin(setup, self.opening.seat, self.opening.strengths, seed), {})

    def _sit(self, sitting: Sitting, marks: Mapping[str, str]) -> Iterable[Effect]:
        self.sitting, self.marks, self.row = sitting, dict(marks), ""
        self._knowledge.clear()
        return (*self._aside(sitting), *self._moved(sitting))

    def _mark(self, key: str) -> None:
        """Turn a mark of one's own: none, has, has not, none again."""
        following = {"": "has", "has": "not", "not": ""}[self.marks.get(key, "")]
        if following:
            self.marks[key] = following
        else:
            self.marks.pop(key, None)

    # -- keeping the game

    def _text(self, sitting: Sitting) -> str:
        saved = datetime.now().astimezone().isoformat(timespec="milliseconds")
        return sitting.saved({"saved": saved, "marks": self.marks, "pace": self.pace})

    def _keep(self, sitting: Sitting) -> Iterable[Effect]:
        text = self._text(sitting)
        self.shelf.put(text)
        return (Keep(NOW, text),)

    def recalled(self, kept: Mapping[str, str]) -> None:
        """Offer what the browser has kept, where it is newer than the file."""
        for text in kept.values():
            self.shelf.found(text)
        self.offered = self.shelf.offers()

    def _resume(self, which: str) -> Iterable[Effect]:
        if which not in {str(number) for number in range(len(self.offered))}:
            raise SaidError(Message("That game is no longer there."))
        return self._continue(self.offered[int(which)].saved)

    def _aside(self, sitting: Sitting) -> Iterable[Effect]:
        """Keep the game that was waiting as the one before, unless it is the one that goes on."""
        for waiting in self.offered[:1]:
            if waiting.saved.events != tuple(sitting.seen):
                self.shelf.put_before(waiting.text)
                return (Keep(BEFORE, waiting.text),)
        return ()

    def _open(self, text: str) -> Iterable[Effect]:
        return self._continue(log.parse(text))

    def _continue(self, saved: log.Saved) -> Iterable[Effect]:
        """Go on with a saved game, having drawn it once: a damaged one takes the place of none."""
        if saved.setup.game != rules.name:
            raise SaidError(NO_GAME)
        pace, marks = str(saved.table.get("pace")), _marks(saved.table.get("marks"))
        try:
            sitting = Sitting.resumed(saved, secrets.token_hex(8))
            trial = PlayCluedo(self.language, folder=None)
            trial.sitting, trial.marks = sitting, marks
            trial.render()
        except (LookupError, TypeError, ValueError, ArithmeticError, AssertionError, AttributeError):
            raise SaidError(NO_GAME) from None
        self.pace = pace if pace in opening.PACE_NAMES else self.pace
        return self._sit(sitting, marks)


def _opens(event: Event) -> bool:
    return isinstance(event, t.SolutionRevealed) or (isinstance(event, t.EnvelopeSeen) and event.correct)


def _marks(kept: object) -> dict[str, str]:
    """Return the marks in what a file holds for them, leaving out what is none."""
    entries = kept.items() if isinstance(kept, dict) else ()
    return {key: mark for key, mark in entries if isinstance(mark, str) and mark in ("has", "not")}
