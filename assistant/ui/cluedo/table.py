"""The companion for a real table of Cluedo: the sheet that fills itself, and the best next question."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from assistant import words
from assistant.cluedo import reader
from assistant.cluedo.deck import ENVELOPE
from assistant.cluedo.knowledge import Knowledge
from assistant.cluedo.naming import naming
from assistant.cluedo.notes import Notes, dump, entry_values
from assistant.cluedo.showing import Showing, showings
from assistant.cluedo.why import why
from assistant.knowledge import Contradiction
from assistant.ui.cluedo import table_set_up
from assistant.ui.cluedo.counsel import Counsel
from assistant.ui.cluedo.reading import Reading as SheetReading
from assistant.ui.cluedo.table_form import KINDS, Events, Form, Here, form_of, said_in
from assistant.ui.cluedo.table_set_up import STEPS, SetUp
from assistant.ui.companion import Companion
from assistant.ui.play import YOU
from assistant.ui.screen import NOT_NOW, Download, Effect, Touch, number
from assistant.ui.shelf import Reading
from engine import log
from engine.cluedo import cards
from engine.cluedo import table as t
from engine.cluedo.cards import Edition
from engine.core import Message, SaidError, Seat


class TableCluedo(SheetReading, Companion[SetUp, Events, Form]):
    """The screen of `notebooks/table_cluedo.ipynb`."""

    game = "cluedo"
    look = "cluedo"
    title = Message("Sleuthbook: Cluedo at the table")
    pages = ("help", "why")
    steps = STEPS
    views = ("sheet", "enter", "log", "advice", "more")
    changeable = ("players", "hands", "open", "own")
    settings: ClassVar = {**Companion.settings, **SheetReading.sheet_settings}

    def __init__(self, language: str = words.DEFAULT, folder: Path | None = Path("saves")) -> None:
        self.folder = folder
        super().__init__(language, folder)

    # -- the table

    def fresh(self) -> SetUp:
        """Return the set-up of a new table, with the editions that were made before."""
        return SetUp(editions=self._editions())

    def _editions(self) -> tuple[str, ...]:
        found = sorted((self.folder / "editions").glob("*.toml")) if self.folder is not None else []
        return tuple(text for path in found if (text := _edition_in(path)) is not None)

    def begun(self) -> Iterable[Effect]:
        """Keep an edition that was made for this table as a file of its own."""
        if self.set_up.naming is None:
            return ()
        name = f"{self.set_up.edition.id}.toml"
        if self.folder is not None:
            try:
                (self.folder / "editions").mkdir(parents=True, exist_ok=True)
                log.write(self.folder / "editions" / name, self.set_up.text)
            except OSError:
                pass
            else:
                return ()
        return (Download(name, self.set_up.text),)

    @property
    def edition(self) -> Edition:
        """The edition on the table, or the one being chosen."""
        return self.set_up.edition_shown

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names in turn order."""
        return self.set_up.players(words.say(YOU, self.language))

    def names(self) -> words.Names:
        """What cards and players are called."""
        return naming(self.edition, self.players)

    @property
    def here(self) -> Here:
        """The table as its forms need it."""
        s = self.set_up
        return Here(self.edition, len(s.names), s.seat, s.own if s.seat is not None else frozenset(), s.rules)

    # -- reading and writing

    def read(self, text: str) -> Reading:
        """Return the notes in a text as a table; raises LogError."""
        notes = reader.read(text, adding_up=False)
        values = next(
            json.loads(line) for line in text.split("\n") if line.strip() and line.lstrip()[0] != "#"
        )
        you = {words.say(YOU, language) for language in words.LANGUAGES}
        entries = tuple(entry.events for entry in notes.entries)
        table = values.get("table")
        kept = table if isinstance(table, dict) else {}
        return Reading((table_set_up.said_by(notes, you, values), entries), kept, len(entries))

    def written(self, set_up: SetUp, entries: tuple[Events, ...], table: Mapping[str, Any]) -> str:
        """Return the notes as text, the edition in their header."""
        rules = {"begins": set_up.begins, "rules": sorted(set_up.rules)}
        more = {"edition": set_up.text} if set_up.text else {}
        return dump(
            set_up.notes(words.say(YOU, self.language), entries), {**more, "table": {**table, **rules}}
        )

    def encode(self, entry: Events) -> Any:
        """Return an entry as the keys of its line."""
        return entry_values(self._plain_notes, entry)

    def decode(self, value: Any) -> Events:
        """Return the entry with these keys; raises ValueError."""
        return reader.read_entry(self._plain_notes, value)

    @property
    def _plain_notes(self) -> Notes:
        return self.set_up.notes(words.say(YOU, self.language), ())

    def notes(self) -> dict[str, Any]:
        """Return the person's own marks, to be saved with the table."""
        return {"marks": self.marks}

    def take_notes(self, table: Mapping[str, Any]) -> None:
        """Begin with the marks of a saved table."""
        self.take_marks(table)
        self.reach: frozenset[str] = frozenset()
        self.changed()

    # -- what is known

    def changed(self) -> None:
        """Forget what was concluded from the entries as they were."""
        self._known: Knowledge | None = None
        self._showings: dict[tuple[Seat, tuple[str, ...]], tuple[Showing, ...]] = {}
        self.counsel: Counsel | None = None
        self.row = ""

    @property
    def _notes(self) -> Notes:
        return self.set_up.notes(words.say(YOU, self.language), self.entries)

    @property
    def known(self) -> Knowledge:
        """What can be known from all entries."""
        if self._known is None:
            self._known = self._notes.knowledge()
        return self._known

    def known_with(self, form: Form) -> Knowledge:
        """Return what could be known with an entry as it is typed; raises SaidError while it is not whole."""
        at, editing = self.place_of_form
        new = form.events(self.here, self.sizes(at))
        entries = (*self.entries[:at], *new, *self.entries[at + editing :])
        return self.set_up.notes("", entries).knowledge()

    @property
    def place_of_form(self) -> tuple[int, bool]:
        """Where the entry on the form belongs, and whether it takes the place of one."""
        if self.correcting:
            return self.correcting.at, self.correcting.editing
        return len(self.entries), False

    def sizes(self, at: int) -> tuple[int, ...]:
        """Return the hands before the entry at `at`."""
        sizes = list(self.set_up.sizes)
        for events in self.entries[:at]:
            if isinstance(corrected := events[0], t.HandSizeSet):
                sizes[corrected.seat] = corrected.size
        return tuple(sizes)

    def asker(self, at: int) -> Seat:
        """Return whose turn it is before the entry at `at`: the next after the last who had one."""
        seats, out, last = len(self.set_up.names), set[Seat](), (self.set_up.begins - 1)
        for events in self.entries[:at]:
            if isinstance(events[0], t.Suggested | t.Accused):
                last = events[0].by
            out |= {event.by for event in events if isinstance(event, t.EnvelopeSeen)}
        following = [(last + step) % seats for step in range(1, seats + 1)]
        return next((seat for seat in following if seat not in out), following[0])

    def last_named(self, at: int) -> tuple[str, ...]:
        """Return the cards that were named last before the entry at `at`, none if none were."""
        for events in reversed(self.entries[:at]):
            if isinstance(first := events[0], t.Suggested | t.Accused):
                return (first.suspect, first.weapon, first.location)
        return ()

    def corrects(self, touch: Touch) -> bool:
        """Tell whether a touch leaves the number of players and the deal as they are."""
        return touch.do in ("name", "begins", "rule", "size", "take")

    # -- forms

    def blank(self, at: int, kind: str) -> Form:
        """Return an empty form, the asker set to the player whose turn it is."""
        rule = self.here.rule
        form = Form(by=self.asker(at), answered=bool(rule), rule=rule, sizes=self.sizes(at))
        return form.typed(Touch("kind", {"id": kind}), self.here) if kind in KINDS else form

    def filled(self, at: int) -> Form:
        """Return the form of the entry at `at`."""
        return form_of(self.entries[at], self.here, self.sizes(at))

    def typed(self, form: Form, touch: Touch) -> Form:
        """Return the form after a touch on it."""
        return form.typed(touch, self.here)

    def made(self, form: Form) -> tuple[Events, ...]:
        """Return the entries that a form stands for."""
        return form.events(self.here, self.sizes(self.place_of_form[0]))

    # -- what is seen

    def first_page(self, speech: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the first page shows: the cards of the usual edition."""
        return {"edition": self.edition}

    def page_of_set_up(self, speech: Mapping[str, Any]) -> dict[str, Any]:
        """Return the editions, the players, and the cards to choose from."""
        mine = [cards.load(text) for text in self.set_up.editions]
        return {
            "edition": self.edition,
            "editions": [cards.load(which) for which in cards.available()],
            "own_editions": mine,
            "players": self.players,
            "sizes_of_table": table_set_up.SIZES,
            "table_rules": table_set_up.RULES,
        }

    def explained(self, page: str, speech: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return what the pages "how this works" and "why?" show; None for a "why?" of no card."""
        if page == "help":
            return {"edition": self.edition}
        if self.ledger is None or not self.row or not self.known.consistent:
            return None
        told = {n: {"at": n - 1} for n in range(1, len(self.entries) + 1)}
        chance = self.known.probability(self.row, self.place, self.model)
        reasons = why(self.known, self.row, self.place)
        return {"edition": self.edition, "why": reasons, "told": told, "chance": chance}

    def drawn(self, speech: Mapping[str, Any]) -> dict[str, Any]:
        """Return the sheet, the entries, and the form or the advice that is open."""
        known, notes = self.known, self._notes
        clash, wrong = known.contradiction(), reader.wrong_sum(notes)
        values: dict[str, Any] = {
            "edition": self.edition,
            "here": self.here,
            "sheet": None if clash else self.sheet_of(known, self.edition, speech, self.players),
            "deals": known.deals,
            "told": [said_in(events, self.here.seats) for events in self.entries],
            "clash": clash,
            "clashing": {n - 1 for n in clash.conflict} if clash else set(),
            "wrong": wrong[1] if wrong else None,
            "turn": self.asker(len(self.entries)),
            "pause": None,
        }
        if self.view == "enter" and self.form is not None:
            values |= self._entering(self.form)
        if self.view == "advice":
            values |= self._advising(known, notes)
        return values

    def _entering(self, form: Form) -> dict[str, Any]:
        at, editing = self.place_of_form
        here, lacking = self.here, form.lacking(self.here)
        after: Knowledge | None = None
        if lacking is None:
            try:
                after = self.known_with(form)
            except SaidError as error:
                lacking = error.reason
        against = after.contradiction() if after is not None else None
        fitting, best, pause = self._fitting(form)
        return {
            "kinds": KINDS,
            "at": at,
            "editing": editing,
            "lacking": lacking,
            "passed": form.passed(here),
            "order": here.after(form.by),
            "visible": form.visible(here),
            "fitting": fitting,
            "best": best,
            "same": self.last_named(at),
            "left": after.deals if after is not None else None,
            "against": against,
            "against_entries": tuple(f"#{n}" for n in against.conflict if n != at + 1) if against else (),
            "pause": pause,
        }

    def _fitting(self, form: Form) -> tuple[Mapping[str, Showing | None], str | None, int | None]:
        """Return my cards that I can show, each with what it would tell once that is known.

        With them come the best one, and the pause after which more is known: None when all is.
        """
        me, here = self.here.me, self.here
        mine = [card for card in form.chosen if card in here.hand]
        asked = form.kind == "suggestion" and form.named and me is not None and form.by != me
        if not asked or not set(form.showers) <= {me}:
            return {}, None, None
        found = self._showings.get((form.by, form.chosen))
        told = {showing.card: showing for showing in found or ()}
        best = next(iter(told), None)
        return {card: told.get(card) for card in mine}, best, 1 if found is None and len(mine) > 1 else None

    def _advising(self, known: Knowledge, notes: Notes) -> dict[str, Any]:
        me = self.here.me
        values: dict[str, Any] = {"counsel": None, "certain": [], "guess": None}
        if not known.consistent:
            return values
        values["certain"] = [card for card in notes.deck.cards if known.knows(card, ENVELOPE)]
        values["guess"] = known.envelope(self.model)[0]
        if me is None:
            return values
        counsel = self.counsel
        if counsel is None or counsel.study.model != self.model:
            places = sorted(self.reach, key=self.edition.locations.index) or self.edition.locations
            events = [event for _, event in notes.events()]
            every = "every_holder" in self.set_up.rules
            counsel = self.counsel = Counsel(known, me, places, self.model, events, every_holder=every)
        return {**values, "counsel": counsel, "pause": None if counsel.done else 1}

    # -- what is touched

    def looked(self, touch: Touch) -> bool:
        """Take in a touch on the sheet or on the advice."""
        card = touch.args.get("card", "")
        match touch.do:
            case "next":
                self._go_on()
            case "reach" if card in self.edition.locations:
                self.reach ^= {card}
                self.counsel = None
            case "reach":
                self.reach, self.counsel = frozenset(), None
            case "take_up":
                self._take_up(touch)
            case "look":
                self.picked, self.view, self.page = number(touch, "at"), "log", ""
            case _ if self.known.consistent:
                return self.sheet_touched(touch, self.known)
            case _:
                return False
        return True

    def _take_up(self, touch: Touch) -> None:
        """Begin the entry of the question that was advised at this place of the list."""
        me, n = self.here.me, number(touch, "n")
        if me is None or self.counsel is None or n not in range(len(self.counsel.best)):
            raise SaidError(NOT_NOW)
        named = self.counsel.best[n][0].cards
        self.draft = replace(self.blank(len(self.entries), ""), by=me, chosen=named)
        self.correcting, self.view = None, "enter"

    def _go_on(self) -> None:
        """Do the next piece of what is being worked out for the part that is open."""
        form = self.form
        if self.view == "advice" and self.counsel is not None:
            self.counsel.step()
        elif self.view == "enter" and form is not None and self._fitting(form)[2]:
            known, found = self._notes.knowledge(self.place_of_form[0]), tuple[Showing, ...]()
            with suppress(Contradiction):
                found = showings(known, form.by, (form.chosen[0], form.chosen[1], form.chosen[2]), self.model)
            self._showings[form.by, form.chosen] = found


def _edition_in(path: Path) -> str | None:
    try:
        text = path.read_text("utf-8")
        cards.load(text)
    except (OSError, UnicodeDecodeError, SaidError):
        return None
    return text
