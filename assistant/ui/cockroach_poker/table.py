"""The companion for a real table of Cockroach Poker Royal: an offer in four touches, an answer in one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, cast

from assistant import words
from assistant.cockroach_poker import advice
from assistant.cockroach_poker.knowledge import Knowledge, begin, settled
from assistant.cockroach_poker.naming import naming
from assistant.cockroach_poker.story import tell
from assistant.record import Entry, Record
from assistant.record import begin as record
from assistant.ui import companion, recorded
from assistant.ui.cockroach_poker import board, taps
from assistant.ui.cockroach_poker.opening import Opening
from assistant.ui.cockroach_poker.reading import Reading
from assistant.ui.cockroach_poker.taps import Waiting
from assistant.ui.screen import Touch
from engine import games
from engine.cockroach_poker import cards
from engine.cockroach_poker import table as t
from engine.core import Event, Message, Named, Seat, Setup


class TableCockroachPoker(Reading, recorded.Recorded):
    """The screen of `notebooks/table_cockroach_poker.ipynb`."""

    game = "cockroach_poker"
    look = "roach"
    title = Message("Sleuthbook: Cockroach Poker at your table")
    pages = ("help", "how", "about", "why")
    views = ("sheet", "enter", "log", "chances", "more")
    settings: ClassVar = {**companion.Companion.settings, **Reading.settings}
    table_rules = Opening.TABLE_RULES

    def laid(self, setup: Setup, seat: Seat | None) -> Record[Knowledge]:
        """Return the table before the first entry."""
        return record(games.load(setup.game), begin(setup, seat), settled)

    def sentence(self, event: Event, before: Record[Any]) -> Message | None:
        """Return what an event that was noted says."""
        if isinstance(event, t.PaymentDue):
            return Message("{player} can pay.", {"player": Named("seat", event.seat)})
        return tell(event, self.set_up.seat)

    def changed(self) -> None:
        """Fold again what has changed, and forget what was chosen of an entry."""
        super().changed()
        self._forget()

    def _forget(self) -> None:
        self.parts: dict[str, str] = {}
        self.touched_cards: tuple[str, ...] = ()
        self._chosen_at = self.correcting.at if self.ledger and self.correcting else None

    def take_notes(self, table: Mapping[str, Any]) -> None:
        """Begin with the honesty that a saved table was left with."""
        recorded.Recorded.take_notes(self, table)
        self.take_honesty(table)
        self.parts, self.touched_cards, self._chosen_at = {}, (), None

    # -- what is seen

    def names(self) -> words.Names:
        """What cards, claims and players are called."""
        return naming(self.players, cards.load(cards.DEFAULT))

    def _known(self) -> Knowledge:
        """Return what is known at the moment shown, with the honesty that was set by hand."""
        return self.by_hand(cast("Knowledge", self.record.known))

    def _waiting(self) -> Waiting:
        if self._chosen_at != (self.correcting.at if self.correcting else None):
            self._forget()
        return taps.waiting(self.record, self.parts, self.touched_cards)

    def drawn(self, speech: Mapping[str, Any]) -> dict[str, Any]:
        """Return the board, what can be touched now, and the list of entries."""
        expected, known, seat = self._waiting(), self._known(), self.set_up.seat
        asked = expected if expected.mine else Waiting("noted")
        return {
            "now": expected,
            "asked": asked,
            "view": known.view,
            "seat": seat,
            "deck": known.deck,
            **self.read_out(known, seat, asked),
            **self.logged(),
        }

    def page_of_set_up(self, speech: Mapping[str, Any]) -> dict[str, Any]:
        """Return the players and the table rules that can be chosen."""
        return {"players": self.players, "table_rules": self.table_rules}

    def explained(self, page: str, speech: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return what the pages show; None for a "Why?" of no claim."""
        if page != "why":
            rules_on = self.table_rules.values()
            deck = cards.load()
            return {"symbol": board.symbol, "deck": deck, "assumed": advice.ASSUMED, "rules_on": rules_on}
        if self.ledger is None:
            return None
        return self.claim_explained(self._known(), self.set_up.seat, self.record.log)

    # -- what is touched

    def at_once(self, touch: Touch) -> tuple[Entry, ...]:
        """Return the entry that a touch stands for; raises SaidError for what cannot be now."""
        expected = self._waiting()
        if touch.do == "pass_on" and expected.kind == "answer" and expected.mine:
            return ()
        return ((taps.event(touch, self.record, expected),),) if touch.do in taps.TAPS else ()

    def looked(self, touch: Touch) -> bool:
        """Take in a touch on an entry that is being chosen, or on a number."""
        expected = self._waiting()
        match touch.do:
            case "more" | "less":
                self.touched_cards = taps.laid_after(touch, expected)
            case "pass_on":
                self.parts["peek"] = "yes"
            case "unpeek":
                self.parts.pop("peek", None)
            case _:
                return self.reads(touch, self._known(), self.set_up.seat)
        return True
