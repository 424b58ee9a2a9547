"""The companion of a game whose rules go on by themselves: what is noted is folded, one touch is an entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from assistant import words
from assistant.record import Entry, Record, records
from assistant.ui import players
from assistant.ui.companion import Companion
from assistant.ui.opening import TableRule
from assistant.ui.play import YOU
from assistant.ui.players import SetUp
from assistant.ui.screen import NOT_NOW, Touch
from assistant.ui.shelf import Reading
from engine import games, log
from engine.core import Event, Message, SaidError, Seat, Setup
from engine.log import LogError

NO_GAME = Message("This saved game is of another game.")
SHOWS_ALL = Message("This file shows everything: save the game as one player saw it.")


class Recorded(Companion[SetUp, Entry, int]):
    """Base of such companions. A form is the position of the entry that a touch gives or corrects.

    `table_rules` are the switches of the set-up. A file of this screen is the saved game of the seat; the
    entries that cannot be there are kept in its header.
    """

    table_rules: ClassVar[Mapping[str, TableRule]] = {}
    steps = players.STEPS
    changeable = ("players",)
    tables: list[Record[Any]]
    _of: tuple[Setup, Seat | None] | None

    # -- what a game brings

    def laid(self, setup: Setup, seat: Seat | None) -> Record[Any]:
        """Return the table before the first entry."""
        raise NotImplementedError

    def sentence(self, event: Event, before: Record[Any]) -> Message | None:
        """Return what an event that was noted says, `before` being the table before it."""
        raise NotImplementedError

    # -- the table

    @property
    def players(self) -> tuple[str, ...]:
        """What the players are called."""
        return self.set_up.players(words.say(YOU, self.language))

    @property
    def record(self) -> Record[Any]:
        """The table at the moment shown: before the entry that is corrected, else now."""
        at = self.correcting.at if self.correcting else len(self.tables) - 1
        return self.tables[min(at, len(self.tables) - 1)]

    def changed(self) -> None:
        """Fold again what has changed."""
        setup, seat = self.set_up.setup(words.say(YOU)), self.set_up.seat
        if self._of != (setup, seat):
            self._of, self.tables = (setup, seat), [self.laid(setup, seat)]
        self.tables = records(self.tables[0], self.entries, self.tables)

    def take_notes(self, table: Mapping[str, Any]) -> None:
        """Begin with no table; a game adds what else it saves."""
        self._of, self.tables = None, []

    def logged(self) -> dict[str, Any]:
        """Return what the list of entries is given: a sentence for each, and which cannot be there."""
        notes = self.tables[-1].notes
        return {
            "told": [self._told(n) for n in range(len(notes))],
            "clashing": [n for n, note in enumerate(notes) if note.trouble],
        }

    def _told(self, n: int) -> Message:
        note, before = self.tables[-1].notes[n], self.tables[n]
        try:
            said = [said for event in note.entry if (said := self.sentence(event, before))]
        except (LookupError, TypeError, AttributeError):
            said = []
        first = said[0] if said else Message("An entry that does not fit.")
        if note.trouble is None:
            return first
        return Message("{entry} It cannot be so: {reason}", {"entry": first, "reason": note.trouble})

    # -- the form

    def blank(self, at: int, kind: str) -> int:
        """Return the position of a new entry."""
        return at

    def filled(self, at: int) -> int:
        """Return the position of an entry."""
        return at

    def typed(self, form: int, touch: Touch) -> int:
        """Refuse whatever is no entry."""
        raise SaidError(NOT_NOW)

    def made(self, form: int) -> tuple[Entry, ...]:
        """Refuse to make an entry of nothing."""
        raise SaidError(NOT_NOW)

    # -- reading and writing

    def fresh(self) -> SetUp:
        """Return the set-up as it is offered for a new table."""
        return SetUp(self.game, self.table_rules)

    def read(self, text: str) -> Reading:
        """Return the table in a text: one of this screen, or a game that a seat saw; raises LogError."""
        saved = log.parse(text)
        if saved.setup.game != self.game:
            raise LogError(1, NO_GAME)
        if saved.viewer == "all":
            raise LogError(1, SHOWS_ALL)
        you = frozenset(words.say(YOU, language) for language in words.LANGUAGES)
        set_up = players.of_setup(saved.setup, saved.viewer, self.table_rules, you)
        kept = saved.table.get("entries")
        try:
            entries = tuple(self._decoded(value, len(saved.setup.seats)) for value in kept or ())
        except (SaidError, ValueError, TypeError, LookupError):
            entries = ()
        if not entries:
            entries = self._noted(saved.setup, saved.viewer, saved.events)
        return Reading((set_up, entries), saved.table, len(entries))

    def _noted(self, setup: Setup, seat: Seat | None, seen: Sequence[Event]) -> tuple[Entry, ...]:
        """Return the events of a log that do not come by themselves."""
        table, entries, at = self.laid(setup, seat), list[Entry](), 0
        for event in seen:
            if at < len(table.log) and table.log[at] == event:
                at += 1
            elif type(event) in table.game.events:
                entries.append((event,))
                table = table.tell((event,))
                at += at < len(table.log)
        return tuple(entries)

    def written(self, set_up: SetUp, entries: tuple[Entry, ...], table: Mapping[str, Any]) -> str:
        """Return the saved game of the seat, all entries in its header."""
        setup = set_up.setup(words.say(YOU))
        folded = self._of == (setup, set_up.seat) and entries == self.entries
        seen = (self.tables if folded else records(self.laid(setup, set_up.seat), entries))[-1].log
        kept = {**table, "entries": [self.encode(entry) for entry in entries]}
        return log.dump(log.Saved(setup, set_up.seat, seen, table=kept))

    def encode(self, entry: Entry) -> Any:
        """Return an entry as JSON values."""
        return [log.encode(event) for event in entry]

    def decode(self, value: Any) -> Entry:
        """Return the entry of JSON values; raises ValueError or TypeError."""
        return self._decoded(value, games.load(self.game).seats[-1])

    def _decoded(self, value: Any, seats: int) -> Entry:
        return tuple(log.decode(event, games.load(self.game), seats) for event in value)
