"""King's Dogs against bots: doors, tiles, where every dog can be, and what can be done now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, cast

from assistant import words
from assistant.kings_dogs.knowledge import Knowledge, begin
from assistant.kings_dogs.naming import naming
from assistant.kings_dogs.story import story
from assistant.story import Told
from assistant.ui import play
from assistant.ui.kings_dogs import now
from assistant.ui.kings_dogs.now import Moment, Option
from assistant.ui.kings_dogs.opening import Opening
from assistant.ui.kings_dogs.reading import Reading, Sight
from assistant.ui.screen import Touch
from assistant.ui.sitting import Sitting
from engine.core import Action, Event, Message, Seat


class PlayKingsDogs(Reading, play.Play):
    """The screen of `notebooks/play_kings_dogs.ipynb`."""

    game = "kings_dogs"
    look = "dogs"
    title = Message("Sleuthbook: King’s Dogs")
    pages = ("how", "about", "why", "ends")
    tabs: ClassVar = {"board": Message("Doors"), "sheet": Message("Chances"), "story": Message("Story")}
    unfolds = True
    Choices = Opening
    opening: Opening

    def settle(self) -> None:
        """Forget what belonged to the last moment of the game: an answer half chosen, a look back."""
        super().settle()
        self.forget()

    def take_notes(self, table: Mapping[str, Any]) -> None:
        """Show the numbers and the advice that a saved game was left with."""
        self.take_kept(table)

    def notes(self) -> dict[str, Any]:
        """Return which numbers are shown, and whether advice is, to be saved with the game."""
        return self.kept()

    # -- what is seen

    def names(self) -> words.Names:
        """What players are called."""
        return naming(self.players)

    def nothing_known(self, sitting: Sitting) -> Knowledge:
        """Return what the seat knows before the first leader is drawn."""
        return begin(sitting.match.setup, sitting.seat)

    def told(self, seen: Sequence[Event], seat: Seat) -> tuple[Told, ...]:
        """Return the story of a seat's log, oldest first."""
        return story(seen, seat)

    def moment(self, sitting: Sitting, at: int, live: bool) -> Moment:
        """Return what can be done now."""
        return now.moment(sitting.view(at), sitting.seat, live=live, asking=self.asking)

    def drawn(self, sitting: Sitting, at: int, moment: Moment, speech: Mapping[str, Any]) -> dict[str, Any]:
        """Return the rows of tiles, the options with their odds, advice, and what a search would bring."""
        nothing_to_do = moment.kind in ("past", "wait", "watch", "over")
        sight = self._sight(sitting, at, () if nothing_to_do else moment.options)
        return self.read_out(sight, () if nothing_to_do else moment.listed)

    def _sight(self, sitting: Sitting, at: int, options: tuple[Option, ...]) -> Sight:
        known = cast("Knowledge", self.known_at(at))
        return Sight(sitting.match.setup, known, sitting.seen[:at], options)

    def explained(self, page: str, speech: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return what the rules' pages and the two kinds of "Why?" show; None for a "Why?" of nothing."""
        if page in ("how", "about"):
            return {"rules_on": self.opening.TABLE_RULES.values()}
        sitting = self.sitting
        if sitting is None:
            return None
        live = self.at is None and self.reached is None
        options = now.moment(sitting.view(), sitting.seat, live=live, asking="").options
        return self.explained_number(page, self._sight(sitting, self.moment_shown, options))

    # -- what is done

    def looked(self, sitting: Sitting, touch: Touch) -> bool:
        """Take in a touch that asks for a list of answers, a number's reason, or a search of other doors."""
        return self.asks(touch, cast("Knowledge", self.known))

    def action(self, sitting: Sitting, touch: Touch) -> Action:
        """Return the action that a touch stands for."""
        return now.action(touch)
