"""Cockroach Poker Royal against bots: the claim on the table, what lies before everybody, and the odds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, cast

from assistant import words
from assistant.cockroach_poker import advice
from assistant.cockroach_poker.knowledge import Knowledge, begin
from assistant.cockroach_poker.naming import naming
from assistant.cockroach_poker.story import story
from assistant.story import Told
from assistant.ui import play
from assistant.ui.cockroach_poker import board, now
from assistant.ui.cockroach_poker.now import Moment
from assistant.ui.cockroach_poker.opening import Opening
from assistant.ui.cockroach_poker.reading import Reading
from assistant.ui.screen import Touch
from assistant.ui.sitting import Sitting
from engine.cockroach_poker import cards
from engine.core import Action, Event, Message, Seat


class PlayCockroachPoker(Reading, play.Play):
    """The screen of `notebooks/play_cockroach_poker.ipynb`."""

    game = "cockroach_poker"
    look = "roach"
    title = Message("Sleuthbook: Cockroach Poker")
    pages = ("how", "about", "why")
    settings: ClassVar = Reading.settings
    tabs: ClassVar = {"board": Message("Table"), "sheet": Message("Chances"), "story": Message("Story")}
    unfolds = True
    Choices = Opening
    opening: Opening

    def settle(self) -> None:
        """Forget what belonged to the last moment of the game: a draft, a look back."""
        super().settle()
        self.parts: dict[str, str] = {}

    def take_notes(self, table: Mapping[str, Any]) -> None:
        """Begin with the honesty of others that was set by hand in a saved game."""
        self.take_honesty(table)

    # -- what is seen

    def names(self) -> words.Names:
        """What cards, claims and players are called."""
        edition = self.sitting.match.setup.edition if self.sitting else ""
        return naming(self.players, cards.load(edition or cards.DEFAULT))

    def nothing_known(self, sitting: Sitting) -> Knowledge:
        """Return what the seat knows before the first card is dealt."""
        return begin(sitting.match.setup, sitting.seat)

    def told(self, seen: Sequence[Event], seat: Seat) -> tuple[Told, ...]:
        """Return the story of a seat's log, oldest first."""
        return story(seen, seat)

    def moment(self, sitting: Sitting, at: int, live: bool) -> Moment:
        """Return what can be done now."""
        return now.moment(sitting.view(at), sitting.seat, live=live, draft=self.parts)

    def judged(self, at: int) -> Knowledge:
        """Return what is known after `at` events, with the honesty that was set by hand."""
        return self.by_hand(cast("Knowledge", self.known_at(at)))

    def drawn(self, sitting: Sitting, at: int, moment: Moment, speech: Mapping[str, Any]) -> dict[str, Any]:
        """Return the displays, the hand, how likely the claim is true, and what each action risks."""
        known = self.judged(at)
        return self.read_out(known, sitting.seat, moment)

    def explained(self, page: str, speech: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return what the rules' pages and "Why?" show; None for a "Why?" of no claim."""
        if page != "why":
            return {"symbol": board.symbol, "deck": cards.load(), "assumed": advice.ASSUMED}
        if self.sitting is None:
            return None
        known = self.judged(self.moment_shown)
        return self.claim_explained(known, self.sitting.seat, self.sitting.seen)

    # -- what is done

    def looked(self, sitting: Sitting, touch: Touch) -> bool:
        """Take in a touch on the form for giving a card, or on how honest somebody is."""
        return self.reads(touch, self.judged(self.moment_shown), sitting.seat)

    def action(self, sitting: Sitting, touch: Touch) -> Action:
        """Return the action that a touch stands for."""
        offered = now.moment(sitting.view(), sitting.seat, live=True, draft=self.parts)
        return now.action(touch, offered)
