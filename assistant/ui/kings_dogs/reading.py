"""What both screens of King's Dogs read out: chances, advice, what a search would bring, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from assistant.kings_dogs.advice import DEPTH, Prospect, prospects
from assistant.kings_dogs.knowledge import Knowledge
from assistant.kings_dogs.why import Log, Why, learned, why, why_found
from assistant.knowledge import CHOICE, Model
from assistant.ui.kings_dogs import board, now, odds
from assistant.ui.kings_dogs.now import Option
from assistant.ui.numbers import NUMBERS, Numbers
from assistant.ui.screen import Touch, number, said
from engine.core import Event, Message, Named, Seat, Setup, redact
from engine.kings_dogs import rules
from engine.kings_dogs import table as t
from engine.kings_dogs.table import DOORS


@dataclass(frozen=True, slots=True)
class Asked:
    """A number to be explained: how likely the dog of `seat` is behind `doors`; of a search that begins
    with `leader`, how likely it is found.
    """

    seat: Seat
    doors: frozenset[int]
    leader: Seat | None = None


@dataclass(frozen=True, slots=True)
class Sight:
    """What is looked at: what the seat knows at a moment, the log that led there, and what it may do now."""

    setup: Setup
    known: Knowledge
    seen: Sequence[Event]
    options: tuple[Option, ...] = ()


class Reading(Numbers):
    """The part of a screen that shows numbers, and what is asked about them."""

    def forget(self) -> None:
        """Forget what was asked at the last moment of the game."""
        self.asking = ""
        self.doors: frozenset[int] | None = None
        self.asked: Asked | None = None
        self.option = ""
        self._ranked: tuple[Knowledge, tuple[Prospect, ...]] | None = None

    def kept(self) -> dict[str, Any]:
        """Return which numbers are shown, and whether advice is, to be saved with the game."""
        return {"numbers": self.numbers, "advice": self.advice}

    def take_kept(self, table: Mapping[str, Any]) -> None:
        """Show the numbers and the advice that a saved game was left with; it may hold anything there."""
        if isinstance(numbers := table.get("numbers"), str) and numbers in NUMBERS:
            self.numbers = numbers
        if table.get("advice") in ("on", "off"):
            self.advice = table["advice"]

    def read_out(self, sight: Sight, listed: Sequence[Option]) -> dict[str, Any]:
        """Return what the templates of the board, the answers and the chances are given.

        `listed` are the options that the next touch can take.
        """
        known, options = sight.known, sight.options
        ranked = self._advice(known) if self.advice == "on" and options else ()
        by_action = {option.action: option for option in options}
        over = rules.result(known.view) is not None
        return {
            "rows": board.rows(known, self.models, _touching(known, listed)),
            "status": board.status(known.view, known.observer),
            "doors": sorted(DOORS),
            "lit": {int(o.args["door"]): o.kind for o in listed if "door" in o.args},
            "odds": {option.key: odds.of(known, option, self.models) for option in listed},
            "prospects": {by_action[found.action].key: found for found in ranked},
            "titles": {option.key: odds.titled(option, known) for option in options},
            "hits": known.positions(known.view.leader, CHOICE) if ranked else {},
            "search": self._search(known),
            "learned": self._learned(known),
            "depth": DEPTH,
            **(_end(known) if over else {}),
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

    def explained_number(self, page: str, sight: Sight) -> dict[str, Any] | None:
        """Return what the two kinds of "Why?" show; None for a "Why?" of nothing."""
        return self._why(sight) if page == "why" else self._ends(sight)

    def _why(self, sight: Sight) -> dict[str, Any] | None:
        asked, me = self.asked, sight.known.observer
        if asked is None or not self.models:
            return None
        outside = asked.seat == me and asked.leader is None
        events = [redact(event, None) for event in sight.seen] if outside else sight.seen
        log = Log(sight.setup, None if outside else me, tuple(events))
        whys: dict[Model, tuple[Why, ...]] = {
            model: (why(log, asked.seat, asked.doors, model),)
            if asked.leader is None
            else why_found(log, asked.seat, asked.doors, asked.leader, model)
            for model in self.models
        }
        rounds = [1]
        for event in sight.seen:
            rounds.append(rounds[-1] + isinstance(event, t.RoundEnded))
        found = None
        if asked.leader is not None:
            found = odds.search(sight.known, asked.doors, asked.leader, self.models)
        return {
            "asked": asked,
            "doors_named": odds.named(asked.doors),
            "whys": whys,
            "mine": asked.seat == me,
            "rounds": rounds,
            "found": found.found(asked.seat) if found else None,
        }

    def _ends(self, sight: Sight) -> dict[str, Any] | None:
        known, options = sight.known, {option.key: option for option in sight.options}
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

    # -- what is touched

    def asks(self, touch: Touch, known: Knowledge) -> bool:
        """Take in a touch that asks for a list of answers, a number's reason, or a search of other doors."""
        match touch.do:
            case "ask":
                self.asking = touch.args.get("id", "")
            case "why":
                leader = number(touch, "leader") if "leader" in touch.args else None
                seats = range(known.view.seats)
                if number(touch, "seat") not in seats or leader not in (None, *seats):
                    return False
                self.asked = Asked(number(touch, "seat"), now.doors(said(touch, "doors")), leader)
                self.page = "why"
            case "ends":
                self.option, self.page = said(touch, "id"), "ends"
            case "what_if" if number(touch, "door") in DOORS:
                self.doors = self._asked_doors(known) ^ {number(touch, "door")}
            case _:
                return False
        return True


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
