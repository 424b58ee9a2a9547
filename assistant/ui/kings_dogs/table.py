"""The companion for a real table of King's Dogs: one touch per door, answer and tile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, cast

from assistant import words
from assistant.kings_dogs import noting
from assistant.kings_dogs.knowledge import Knowledge
from assistant.kings_dogs.naming import naming
from assistant.kings_dogs.story import tell
from assistant.record import Entry, Record
from assistant.ui import companion, recorded
from assistant.ui.kings_dogs import taps
from assistant.ui.kings_dogs.opening import Opening
from assistant.ui.kings_dogs.reading import Reading, Sight
from assistant.ui.kings_dogs.taps import Waiting
from assistant.ui.play import YOU
from assistant.ui.screen import Touch
from engine.core import Event, Message, Named, Seat, Setup
from engine.kings_dogs import table as t


class TableKingsDogs(Reading, recorded.Recorded):
    """The screen of `notebooks/table_kings_dogs.ipynb`."""

    game = "kings_dogs"
    look = "dogs"
    title = Message("Sleuthbook: King’s Dogs at your table")
    pages = ("help", "how", "about", "why", "ends")
    views = ("sheet", "enter", "log", "chances", "more")
    settings: ClassVar = {**companion.Companion.settings, **Reading.settings}
    table_rules = Opening.TABLE_RULES

    def laid(self, setup: Setup, seat: Seat | None) -> Record[Knowledge]:
        """Return the table before the first entry."""
        return noting.table(setup, seat)

    def sentence(self, event: Event, before: Record[Any]) -> Message | None:
        """Return what an event that was noted says."""
        me = self.set_up.seat
        match event:
            case t.TilesSet(seat, position):
                who = {"player": Named("seat", seat)}
                if seat != me:
                    return Message("{player} sets up the tiles.", who)
                if position is None:
                    return Message("You set up your tiles.")
                return Message("You set up your tiles: the dog is at {position}.", {"position": position})
        return tell(event, me, before.known.view.leader)

    def changed(self) -> None:
        """Fold again what has changed, and forget what was asked of the table before."""
        super().changed()
        self.forget()

    def take_notes(self, table: Mapping[str, Any]) -> None:
        """Begin with the numbers and the advice that a saved table was left with."""
        super().take_notes(table)
        self.take_kept(table)
        self.forget()

    def notes(self) -> dict[str, Any]:
        """Return which numbers are shown, and whether advice is, to be saved with the table."""
        return self.kept()

    # -- what is seen

    def names(self) -> words.Names:
        """What players are called."""
        return naming(self.players)

    def _sight(self) -> tuple[Sight, Waiting]:
        """Return what is looked at, and what the table waits for; only you are told what you may do."""
        record, me = self.record, self.set_up.seat
        expected = taps.waiting(record)
        known = cast("Knowledge", record.known)
        options = expected.options if me is not None and expected.seat == me else ()
        return Sight(self.set_up.setup(words.say(YOU)), known, record.log, options), expected

    def drawn(self, speech: Mapping[str, Any]) -> dict[str, Any]:
        """Return the board, what can be touched now, and the list of entries."""
        sight, expected = self._sight()
        return {
            "now": expected,
            "view": sight.known.view,
            "seat": self.set_up.seat,
            **self.read_out(sight, expected.options),
            **self.logged(),
        }

    def page_of_set_up(self, speech: Mapping[str, Any]) -> dict[str, Any]:
        """Return the players and the table rules that can be chosen."""
        return {"players": self.players, "table_rules": self.table_rules}

    def explained(self, page: str, speech: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return what the pages show; None for a "Why?" of nothing."""
        if page not in ("why", "ends"):
            return {"rules_on": self.table_rules.values()}
        return None if self.ledger is None else self.explained_number(page, self._sight()[0])

    # -- what is touched

    def at_once(self, touch: Touch) -> tuple[Entry, ...]:
        """Return the entry that a touch stands for; raises SaidError for what cannot be now."""
        return ((taps.event(touch, self.record),),) if touch.do in taps.TAPS else ()

    def looked(self, touch: Touch) -> bool:
        """Take in a touch that asks about a number, or goes to the entry that a step of its reason names."""
        if touch.do == "look" and touch.args.get("at", "").isdigit():
            entry = self.tables[-1].entry_at(int(touch.args["at"]))
            self.view, self.page, self.picked = "log", "", max(0, entry - 1)
            return True
        return self.asks(touch, cast("Knowledge", self.record.known))
