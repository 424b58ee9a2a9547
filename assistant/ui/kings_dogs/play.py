"""King's Dogs against bots: doors, tiles, where every dog can be, and what can be done now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, cast

from assistant import words
from assistant.kings_dogs.advice import DEPTH, Prospect, prospects
from assistant.kings_dogs.knowledge import Knowledge, begin
from assistant.kings_dogs.naming import naming
from assistant.kings_dogs.story import story
from assistant.kings_dogs.why import Log, Why, learned, why, why_found
from assistant.knowledge import CHOICE, LOGIC, Model
from assistant.story import Told
from assistant.ui import play
from assistant.ui.kings_dogs import board, now, odds
from assistant.ui.kings_dogs.now import Moment, Option
from assistant.ui.kings_dogs.opening import Opening
from assistant.ui.screen import Touch, number, said
from assistant.ui.sitting import Sitting
from engine.core import Action, Event, Message, Named, Seat, redact
from engine.kings_dogs import rules
from engine.kings_dogs import table as t
from engine.kings_dogs.table import DOORS

NUMBERS: Mapping[str, tuple[Model, ...]] = {"both": (LOGIC, CHOICE), "logic": (LOGIC,), "none": ()}


@dataclass(frozen=True, slots=True)
class Asked:
    """A number to be explained: how likely the dog of `seat` is behind `doors`; of a search that begins
    with `leader`, how likely it is found.
    """

    seat: Seat
    doors: frozenset[int]
    leader: Seat | None = None


class PlayKingsDogs(play.Play):
    """The screen of `notebooks/play_kings_dogs.ipynb`."""

    game = "kings_dogs"
    look = "dogs"
    title = Message("Sleuthbook: King’s Dogs")
    pages = ("how", "about", "why", "ends")
    settings: ClassVar = {"numbers": tuple(NUMBERS), "advice": ("on", "off")}
    tabs: ClassVar = {"board": Message("Doors"), "sheet": Message("Chances"), "story": Message("Story")}
    unfolds = True
    Choices = Opening
    opening: Opening
    numbers: str = "both"
    advice: str = "off"

    def settle(self) -> None:
        """Forget what belonged to the last moment of the game: an answer half chosen, a look back."""
        super().settle()
        self.asking = ""
        self.doors: frozenset[int] | None = None
        self.asked: Asked | None = None
        self.option = ""
        self._ranked: tuple[Knowledge, tuple[Prospect, ...]] | None = None

    def take_notes(self, table: Mapping[str, Any]) -> None:
        """Show the numbers and the advice that a saved game was left with."""
        if isinstance(numbers := table.get("numbers"), str) and numbers in NUMBERS:
            self.numbers = numbers
        if table.get("advice") in ("on", "off"):
            self.advice = table["advice"]

    def notes(self) -> dict[str, Any]:
        """Return which numbers are shown, and whether advice is, to be saved with the game."""
        return {"numbers": self.numbers, "advice": self.advice}

    # -- what is seen

    @property
    def models(self) -> tuple[Model, ...]:
        """The models whose numbers are shown."""
        return NUMBERS[self.numbers]

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
        known, seat = cast("Knowledge", self.known_at(at)), sitting.seat
        nothing_to_do = moment.kind in ("past", "wait", "watch", "over")
        options = () if nothing_to_do else moment.options
        listed = () if nothing_to_do else moment.listed
        ranked = self._advice(known) if self.advice == "on" and options else ()
        by_action = {option.action: option for option in options}
        return {
            "rows": board.rows(known, self.models, _touching(known, listed)),
            "status": board.status(known.view, seat),
            "doors": sorted(DOORS),
            "lit": {int(o.args["door"]): o.kind for o in listed if "door" in o.args},
            "odds": {option.key: odds.of(known, option, self.models) for option in listed},
            "prospects": {by_action[found.action].key: found for found in ranked},
            "titles": {option.key: odds.titled(option, known) for option in options},
            "hits": known.positions(known.view.leader, CHOICE) if ranked else {},
            "search": self._search(known),
            "learned": self._learned(known),
            "depth": DEPTH,
            **(_end(known) if moment.kind == "over" else {}),
        }

    def _learned(self, known: Knowledge) -> list[Message]:
        """Return what the answers of the others tell of their habits, where `choice` is shown."""
        if CHOICE not in self.models:
            return []
        others = (seat for seat in known.hiding if seat != known.observer)
        return [learned(known.beliefs[seat], seat) for seat in others]

    def _advice(self, known: Knowledge) -> tuple[Prospect, ...]:
        if self._ranked is None or self._ranked[0] is not known:
            self._ranked = known, prospects(known)
        return self._ranked[1]

    def _asked_doors(self, known: Knowledge) -> frozenset[int]:
        return known.view.open if self.doors is None else self.doors

    def _search(self, known: Knowledge) -> dict[str, Any] | None:
        """Return what the panel of a search shows; None while none can be asked about."""
        if not odds.can_search(known):
            return None
        doors, leader = self._asked_doors(known), known.view.leader
        return {
            "doors": doors,
            "leader": leader,
            "order": odds.order(known, leader),
            "odds": odds.search(known, doors, leader, self.models),
        }

    # -- pages that explain

    def explained(self, page: str, speech: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return what the rules' pages and the two kinds of "Why?" show; None for a "Why?" of nothing."""
        if page in ("how", "about"):
            return {"rules_on": self.opening.TABLE_RULES.values()}
        if self.sitting is None:
            return None
        known = cast("Knowledge", self.known)
        return self._why(self.sitting, known) if page == "why" else self._ends(self.sitting, known)

    def _why(self, sitting: Sitting, known: Knowledge) -> dict[str, Any] | None:
        asked, mine = self.asked, self.asked is not None and self.asked.seat == sitting.seat
        if asked is None or not self.models:
            return None
        seen = sitting.seen[: self.moment_shown]
        events = [redact(event, None) for event in seen] if mine and asked.leader is None else seen
        observer = None if mine and asked.leader is None else sitting.seat
        log = Log(sitting.match.setup, observer, tuple(events))
        whys: dict[Model, tuple[Why, ...]] = {
            model: (why(log, asked.seat, asked.doors, model),)
            if asked.leader is None
            else why_found(log, asked.seat, asked.doors, asked.leader, model)
            for model in self.models
        }
        rounds = [1]
        for event in seen:
            rounds.append(rounds[-1] + isinstance(event, t.RoundEnded))
        found = (
            odds.search(known, asked.doors, asked.leader, self.models) if asked.leader is not None else None
        )
        return {
            "asked": asked,
            "doors_named": odds.named(asked.doors),
            "whys": whys,
            "mine": mine,
            "rounds": rounds,
            "found": found.found(asked.seat) if found else None,
        }

    def _ends(self, sitting: Sitting, known: Knowledge) -> dict[str, Any] | None:
        options = {option.key: option for option in self._options(sitting)}
        if self.option in options:
            option = options[self.option]
            ranked = {found.action: found for found in self._advice(known)} if self.advice == "on" else {}
            return {
                "title": odds.titled(option, known),
                "found": odds.of(known, option, self.models),
                "prospect": ranked.get(option.action),
                "accusing": option.kind == "accuse",
                "depth": DEPTH,
            }
        doors, leader = self._asked_doors(known), known.view.leader
        if self.option != "search" or not odds.can_search(known) or not doors:
            return None
        slots = {"doors": odds.named(doors), "player": Named("seat", leader)}
        return {
            "title": Message("A search of {doors}, beginning with {player}.", slots),
            "found": odds.search(known, doors, leader, self.models),
            "prospect": None,
            "accusing": False,
            "depth": DEPTH,
        }

    def _options(self, sitting: Sitting) -> tuple[Option, ...]:
        if self.at is not None or self.reached is not None:
            return ()
        return now.moment(sitting.view(), sitting.seat, live=True, asking="").options

    # -- what is done

    def looked(self, sitting: Sitting, touch: Touch) -> bool:
        """Take in a touch that asks for a list of answers, a number's reason, or a search of other doors."""
        match touch.do:
            case "ask":
                self.asking = touch.args.get("id", "")
            case "why":
                leader = number(touch, "leader") if "leader" in touch.args else None
                seats = range(len(sitting.match.setup.seats))
                if number(touch, "seat") not in seats or leader not in (None, *seats):
                    return False
                self.asked = Asked(number(touch, "seat"), now.doors(said(touch, "doors")), leader)
                self.page = "why"
            case "ends":
                self.option, self.page = said(touch, "id"), "ends"
            case "what_if" if number(touch, "door") in DOORS:
                self.doors = self._asked_doors(self.known) ^ {number(touch, "door")}
            case _:
                return False
        return True

    def action(self, sitting: Sitting, touch: Touch) -> Action:
        """Return the action that a touch stands for."""
        return now.action(touch)


def _touching(known: Knowledge, listed: Sequence[Option]) -> dict[tuple[Seat, int], str]:
    """Return which tiles can be touched to take one of the options listed, each with what it does."""
    whose = {"accuse": known.view.leader, "turn": known.observer, "place": known.observer}
    return {
        (seat, option.position): option.kind
        for option in listed
        if option.position is not None and (seat := whose[option.kind]) is not None
    }


def _end(known: Knowledge) -> dict[str, Any]:
    """Return how the game ended."""
    result = rules.result(known.view)
    assert result is not None
    ranking = sorted((rank, seat) for seat, rank in enumerate(result.ranks))
    winners = tuple(Named("seat", seat) for seat in result.winners)
    return {"result": result, "ranking": ranking, "winners": winners}
