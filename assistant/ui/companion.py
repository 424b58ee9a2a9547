"""A screen to follow a game at a real table: set up, write down, correct anything, never lose it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from assistant import words
from assistant.ui import parcel
from assistant.ui.game_screen import GameScreen
from assistant.ui.ledger import Ledger, restored
from assistant.ui.screen import NOT_NOW, Awake, Copy, Download, Effect, Keep, Touch, number
from assistant.ui.shelf import Reading, Shelf
from engine.core import Message, SaidError
from engine.log import LogError

E = TypeVar("E")
F = TypeVar("F")
IDLE = {"30": 30_000, "60": 60_000, "300": 300_000, "never": 0}
"""After how many milliseconds without a touch the screen covers itself, 0 for never."""
NO_TABLE = Message("This does not hold notes of a table that can go on.")


class SetUp(Protocol):
    """What is said about a table before its first entry: a frozen object with a page per step."""

    @property
    def steps(self) -> Collection[str]:
        """The pages that are asked, in order."""

    def touched(self, touch: Touch, step: str) -> Self:
        """Return the choices after a touch on the page of a step; raises SaidError for one that cannot be."""

    def lacking(self, step: str) -> Message | None:
        """Return why this page cannot be left yet; None if it can."""


S = TypeVar("S", bound=SetUp)


@dataclass(frozen=True)
class Correcting(Generic[F]):
    """A form that is open on the entry at `at` (`editing`), or for another one before it."""

    form: F
    at: int
    editing: bool


class Companion(GameScreen, Generic[S, E, F]):
    """Base of the screens with which somebody keeps the notes of a game at a real table.

    `S` is the game's SetUp, `E` an entry of the notes, `F` the form on which an entry is typed; all of them
    are frozen. `folder` is where tables are kept as files (None: only in the browser). `steps` are the
    titles of the set-up pages, `views` the parts of the table that a phone shows one at a time: "sheet",
    "log", "enter" (the form) and "more" are those of every game. `changeable` are the set-up pages that can
    be opened again once there are entries.
    """

    steps: ClassVar[Mapping[str, Message]]
    views: ClassVar[Collection[str]] = ("sheet", "enter", "log", "more")
    changeable: ClassVar[Collection[str]] = ()
    pages: ClassVar[tuple[str, ...]] = ("help",)
    settings: ClassVar[Mapping[str, Collection[str]]] = {"idle": IDLE}
    idle: str = "30"
    ledger: Ledger[E] | None
    picked: int | None
    draft: F | None
    correcting: Correcting[F] | None
    _untouched: F | None

    def __init__(self, language: str = words.DEFAULT, folder: Path | None = Path("saves")) -> None:
        super().__init__(language)
        self.symbols = self.game
        self.recalls = f"table_{self.game}"
        self.shelf = Shelf(self.recalls, folder, self.read)
        self.offered = self.shelf.offers()
        self.set_up: S = self.fresh()
        self.was_set_up: S | None = None
        self.step = ""
        self.ledger = None
        self.take_notes({})
        self._close()

    # -- what a game brings

    def fresh(self) -> S:
        """Return the set-up as it is offered for a new table."""
        raise NotImplementedError

    def read(self, text: str) -> Reading:
        """Return the table in a text, `saved` being (set-up, entries); raises LogError."""
        raise NotImplementedError

    def written(self, set_up: S, entries: tuple[E, ...], table: Mapping[str, Any]) -> str:
        """Return the text that `read` reads, `table` in its header; {} leaves that out."""
        raise NotImplementedError

    def encode(self, entry: E) -> Any:
        """Return an entry as JSON values."""
        raise NotImplementedError

    def decode(self, value: Any) -> E:
        """Return the entry of JSON values; raises ValueError, TypeError or LookupError."""
        raise NotImplementedError

    def corrects(self, touch: Touch) -> bool:
        """Tell whether a touch on a `changeable` page may change the set-up of a table that has entries."""
        return True

    def blank(self, at: int, kind: str) -> F:
        """Return an empty form for an entry before the one at `at`; `kind` is what the touch "new" said."""
        raise NotImplementedError

    def filled(self, at: int) -> F:
        """Return the form of the entry at `at`."""
        raise NotImplementedError

    def typed(self, form: F, touch: Touch) -> F:
        """Return the form after a touch on it; raises SaidError for a touch that fits nothing."""
        raise NotImplementedError

    def made(self, form: F) -> tuple[E, ...]:
        """Return the entries that a form stands for; raises SaidError for one that is not complete."""
        raise NotImplementedError

    def drawn(self, speech: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the game's `table.html` is given."""
        raise NotImplementedError

    def page_of_set_up(self, speech: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the game's `set_up.html` is given besides `set_up` and `step`."""
        return {}

    def first_page(self, speech: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the game's `first.html` is given."""
        return {}

    def looked(self, touch: Touch) -> bool:
        """Take in a touch that changes only what is looked at; False for any other."""
        return False

    def at_once(self, touch: Touch) -> tuple[E, ...]:
        """Return the entries that one touch stands for by itself, with no form; none for any other touch.

        Raises SaidError for what cannot be written down now.
        """
        return ()

    def changed(self) -> None:
        """Take in that entries or set-up have changed."""

    def begun(self) -> Iterable[Effect]:
        """Return what else is to be done when a new table is laid."""
        return ()

    def notes(self) -> dict[str, Any]:
        """Return what else is saved with the table: own marks, say."""
        return {}

    def take_notes(self, table: Mapping[str, Any]) -> None:
        """Take over from a saved table (or from {}) what `notes` gave; it may hold anything there."""

    # -- what is seen

    @property
    def entries(self) -> tuple[E, ...]:
        """The entries as they stand, none before a table is set up."""
        return self.ledger.entries if self.ledger else ()

    @property
    def idle_time(self) -> int:
        """After how many milliseconds without a touch the screen covers itself; 0 for never."""
        return IDLE[self.idle]

    def table(self, speech: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
        """Return the first page, a page of the set-up, or the table."""
        if self.step:
            steps = [step for step in self.set_up.steps if self.ledger is None or step in self.changeable]
            values = {"set_up": self.set_up, "step": self.step, "steps_asked": steps, "ledger": self.ledger}
            lacking = self.set_up.lacking(self.step)
            return "set_up.html", {**values, "lacking": lacking, **self.page_of_set_up(speech)}
        if self.ledger is None:
            return "first.html", self.first_page(speech)
        values = {"ledger": self.ledger, "entries": self.entries, "form": self.form}
        return "table.html", {**values, **self.drawn(speech)}

    # -- what is done

    def touched(self, touch: Touch) -> Iterable[Effect]:
        """Take in a touch on the first page, on a page of the set-up, or at the table."""
        if touch.do in ("open", "paste"):
            return self._opened(touch.value or touch.args.get("text", ""))
        if self.step:
            return self._setting_up(touch)
        if self.ledger is not None:
            return self._at_table(self.ledger, touch)
        if touch.do == "start":
            self.set_up, self.step = self.fresh(), next(iter(self.fresh().steps))
        elif touch.do == "resume":
            return self._resume(touch.args.get("id", ""))
        return ()

    # -- setting up

    def _setting_up(self, touch: Touch) -> Iterable[Effect]:
        steps = [step for step in self.set_up.steps if self.ledger is None or step in self.changeable]
        here = steps.index(self.step) if self.step in steps else 0
        match touch.do:
            case "back" if here and self.ledger is None:
                self.step = steps[here - 1]
            case "back":
                self.set_up, self.was_set_up = self.was_set_up or self.set_up, None
                self.step = ""
            case "on":
                lacking = self.set_up.lacking(self.step)
                if lacking:
                    raise SaidError(lacking)
                following = steps[here + 1 :] if self.ledger is None else []
                self.step = following[0] if following else ""
                if not following:
                    return self._laid()
            case _ if self.ledger is None or self.corrects(touch):
                self.set_up = self.set_up.touched(touch, self.step)
            case _:
                raise SaidError(NOT_NOW)
        return ()

    def _laid(self) -> Iterable[Effect]:
        """Go to the table that was set up, or back to the one whose set-up was corrected."""
        self.was_set_up = None
        if self.ledger is not None:
            self.changed()
            return self._keep()
        self.take_notes({})
        return (*self._sit(self.set_up, Ledger()), *self.begun())

    # -- at the table

    @property
    def form(self) -> F | None:
        """The form that is open: of the entry being corrected, else of the new one."""
        return self.correcting.form if self.correcting else self.draft

    def _at_table(self, ledger: Ledger[E], touch: Touch) -> Iterable[Effect]:
        value = touch.args.get("id", "")
        match touch.do:
            case "view" if value in self.views:
                self.view = value
                if value == "enter" and self.form is None:
                    self._begin("")
            case "set_up" if value in self.changeable and value in self.set_up.steps:
                self.was_set_up, self.step = self.set_up, value
            case "save" | "copy" | "leave":
                return self._handed_over(touch.do)
            case "new" | "insert" | "entry" | "clear":
                self._opening(touch)
            case "pick":
                at = _position(self.entries, touch, "n")
                self.picked = None if self.picked == at else at
            case "undo" | "redo" | "delete" | "move":
                self.ledger = _changed(ledger, touch)
                self.correcting = None
                self.picked = number(touch, "to") if touch.do == "move" else None
                return self._written()
            case "record" if self.form is not None:
                return self._record(ledger, self.made(self.form))
            case _:
                return self._typing(ledger, touch)
        return ()

    def _typing(self, ledger: Ledger[E], touch: Touch) -> Iterable[Effect]:
        """Take in a touch of the game's own: an entry at once, a look, or something on the form."""
        if entries := self.at_once(touch):
            return self._record(ledger, entries)
        if self.looked(touch):
            return self._keep() if touch.do == "mark" else ()
        if self.correcting is not None:
            self.correcting = replace(self.correcting, form=self.typed(self.correcting.form, touch))
        elif self.draft is not None:
            self.draft = self.typed(self.draft, touch)
        else:
            raise SaidError(NOT_NOW)
        return ()

    def _handed_over(self, how: str) -> Iterable[Effect]:
        match how:
            case "save":
                return (Download(f"{self.recalls}.jsonl", self._text()),)
            case "copy":
                return (Copy(parcel.pack(self.written(self.set_up, self.entries, {}))),)
        return self._leave()

    def _opening(self, touch: Touch) -> None:
        """Open the form: for a new entry, before another one, or on an entry to correct it."""
        kind = touch.args.get("kind", "")
        if touch.do == "new" or (touch.do == "clear" and self.correcting is None):
            self.correcting = None
            if kind or self.draft is None or touch.do == "clear":
                self._begin(kind)
        else:
            was = self.correcting if touch.do == "clear" else None
            at = was.at if was else _position(self.entries, touch, "n")
            editing = was.editing if was else touch.do == "entry"
            self.correcting = Correcting(self.filled(at) if editing else self.blank(at, kind), at, editing)
        self.view = "enter"

    def _begin(self, kind: str) -> None:
        self.draft = self._untouched = self.blank(len(self.entries), kind)

    def _record(self, ledger: Ledger[E], entries: tuple[E, ...]) -> Iterable[Effect]:
        if self.correcting is None:
            self.ledger, self.draft, self.view = ledger.add(*entries), None, "sheet"
        else:
            change = ledger.replace if self.correcting.editing else ledger.insert
            self.picked = self.correcting.at
            self.ledger, self.correcting = change(self.correcting.at, *entries), None
            self.view = "log"
        return self._written()

    def _written(self) -> Iterable[Effect]:
        """Go on after a change of the entries; a new entry that is half typed stays."""
        if self.draft == self._untouched:
            self.draft = None
        if self.view == "enter" and self.form is None:
            self.view = "sheet"
        self.changed()
        return self._keep()

    def _close(self) -> None:
        self.draft = self._untouched = self.correcting = self.picked = None
        self.view = "sheet"

    def _sit(self, set_up: S, ledger: Ledger[E]) -> Iterable[Effect]:
        self.set_up, self.ledger, self.step, self.page = set_up, ledger, "", ""
        self._close()
        self.changed()
        return (*self._before(), *self._keep(), Awake(True))

    def _leave(self) -> Iterable[Effect]:
        self.shelf.found(self._text())
        self.ledger = None
        self._close()
        self.set_up, self.offered = self.fresh(), self.shelf.offers()
        return (Awake(False),)

    # -- keeping the table

    def _text(self) -> str:
        assert self.ledger is not None
        saved = datetime.now().astimezone().isoformat(timespec="milliseconds")
        history = self.ledger.history(self.encode)
        table = {"saved": saved, "idle": self.idle, "history": history, **self.notes()}
        return self.written(self.set_up, self.ledger.entries, table)

    def _keep(self) -> Iterable[Effect]:
        text = self._text()
        self.shelf.put(text)
        return (Keep(self.recalls, text),)

    def recalled(self, kept: Mapping[str, str]) -> Iterable[Effect]:
        """Offer what the browser has kept, where it is newer than the file."""
        for text in kept.values():
            self.shelf.found(text)
        self.offered = self.shelf.offers()
        return (Awake(True),) if self.ledger is not None else ()

    def _before(self) -> Iterable[Effect]:
        """Keep the table that was waiting as the one before, unless it is the one that goes on."""
        for waiting in self.offered[:1]:
            if waiting.saved[0] != self.set_up or waiting.saved[1] != self.entries:
                self.shelf.put_before(waiting.text)
                return (Keep(f"{self.recalls}.before", waiting.text),)
        return ()

    def _resume(self, which: str) -> Iterable[Effect]:
        if which not in {str(number) for number in range(len(self.offered))}:
            raise SaidError(Message("That game is no longer there."))
        return self._opened(self.offered[int(which)].text)

    def _opened(self, text: str) -> Iterable[Effect]:
        """Go on with a table from a file or a pasted text; a damaged one takes the place of none."""
        reading = self.read(parcel.unpack(text))
        set_up, entries = reading.saved
        ledger = restored(entries, reading.table.get("history"), self.decode)
        try:
            trial = type(self)(self.language, folder=None)
            trial.take_notes(reading.table)
            tuple(trial._sit(set_up, ledger))
            trial.render()
        except LogError:
            raise
        except (LookupError, TypeError, ValueError, ArithmeticError, AssertionError, AttributeError):
            raise SaidError(NO_TABLE) from None
        if self.ledger is not None:
            self._leave()
        self.take_notes(reading.table)
        idle = reading.table.get("idle")
        self.idle = idle if isinstance(idle, str) and idle in IDLE else self.idle
        return self._sit(set_up, ledger)


def _position(entries: tuple[object, ...], touch: Touch, arg: str) -> int:
    at = number(touch, arg)
    if at not in range(len(entries)):
        raise SaidError(NOT_NOW)
    return at


def _changed(ledger: Ledger[E], touch: Touch) -> Ledger[E]:
    """Return the ledger after a touch on it; raises SaidError for what cannot be done to it."""
    match touch.do:
        case "undo" if ledger.can_undo:
            return ledger.undo()
        case "redo" if ledger.can_redo:
            return ledger.redo()
        case "delete":
            return ledger.delete(_position(ledger.entries, touch, "n"))
        case "move":
            return ledger.move(_position(ledger.entries, touch, "n"), _position(ledger.entries, touch, "to"))
    raise SaidError(NOT_NOW)
