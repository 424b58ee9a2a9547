"""A game against bots on one screen: choose, play, look back, go on tomorrow."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, ClassVar

from assistant import words
from assistant.story import Told
from assistant.ui.game_screen import GameScreen
from assistant.ui.opening import PACE_NAMES, PACES, Opening
from assistant.ui.screen import Download, Effect, Keep, Touch, number
from assistant.ui.shelf import Shelf
from assistant.ui.sitting import NO_GAME, Sitting
from engine import log
from engine.core import Action, Event, Message, SaidError, Seat

YOU = Message("You")


@dataclass(frozen=True, slots=True)
class _Watching:
    """The moment while what happened unfolds."""

    kind: str = "watch"


WATCH = _Watching()


class Play(GameScreen):
    """Base of the screens on which one person plays against bots.

    `folder` is where games are kept as files (None: only in the browser), `seed` repeats deal and dice.
    `tabs` are the parts of the table that a phone shows one at a time, `Choices` is the game's Opening. In
    a game that `unfolds`, what one decision brings about is shown sentence by sentence.
    What is drawn comes from `sitting.seen`, `sitting.view` and `known`, all of one seat.
    """

    Choices: ClassVar[type[Opening]]
    tabs: ClassVar[Mapping[str, Message]]
    unfolds: ClassVar[bool] = False

    def __init__(
        self,
        language: str = words.DEFAULT,
        folder: Path | None = Path("saves"),
        seed: int | str | None = None,
    ) -> None:
        super().__init__(language)
        self.symbols = self.game
        self.recalls = f"play_{self.game}"
        self.shelf = Shelf(self.recalls, folder)
        self.seed = seed
        self.opening = self.Choices()
        self.sitting: Sitting | None = None
        self.offered = self.shelf.offers()
        self.pace = self.opening.pace
        self.tab = next(iter(self.tabs))
        self._known: list[Any] = []
        self.take_notes({})
        self.settle()

    # -- what a game brings

    def nothing_known(self, sitting: Sitting) -> Any:
        """Return what the seat knows before the first event: a Knowledge with `tell`."""
        raise NotImplementedError

    def told(self, seen: Sequence[Event], seat: Seat) -> tuple[Told, ...]:
        """Return the story of a seat's log, oldest first."""
        raise NotImplementedError

    def moment(self, sitting: Sitting, at: int, live: bool) -> Any:
        """Return what can be done now: an object with `kind`, which is past, wait, over or the game's own.

        While more unfolds, `kind` is watch whatever this says.
        """
        raise NotImplementedError

    def drawn(self, sitting: Sitting, at: int, moment: Any, speech: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the game's `play.html` is given besides what `play.html` of all games asks for."""
        raise NotImplementedError

    def first_page(self, speech: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the game's `opening.html` is given besides what that of all games asks for."""
        return {}

    def looked(self, sitting: Sitting, touch: Touch) -> bool:
        """Take in a touch that changes only what is looked at or drafted; False for any other."""
        return False

    def action(self, sitting: Sitting, touch: Touch) -> Action:
        """Return the action that a touch stands for; raises SaidError for one that stands for none."""
        raise NotImplementedError

    def settle(self) -> None:
        """Forget what belonged to the last moment of the game: a draft, a look back."""
        self.at: int | None = None
        self.reached: int | None = None

    def notes(self) -> dict[str, Any]:
        """Return what else is saved with the game: the person's own marks."""
        return {}

    def take_notes(self, table: Mapping[str, Any]) -> None:
        """Take over from a saved game (or from {}) what `notes` gave; the file may hold anything there."""

    # -- what is seen

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names in turn order; who gave no name is "You", in the language of the screen."""
        you = words.say(YOU, self.language)
        if self.sitting is None:
            return self.opening.seated(you)
        unnamed = {words.say(YOU, language) for language in words.LANGUAGES}
        return tuple(you if name in unnamed else name for name in self.sitting.match.setup.seats)

    def table(self, speech: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
        """Return the first page or the running game, drawn from the seat's own view."""
        sitting = self.sitting
        if sitting is None:
            return "opening.html", {"setup": self.opening.setup(self.say(YOU)), **self.first_page(speech)}
        at, told = self.moment_shown, self.told(sitting.seen, sitting.seat)
        now = WATCH if self._unfolding else self.moment(sitting, at, self.at is None)
        view = sitting.view(at)
        return "play.html", {
            "view": view,
            "seat": sitting.seat,
            "now": now,
            "told": [entry for entry in told if entry.at <= at],
            "moments": [entry.at for entry in told],
            "length": len(sitting.seen),
            "decider": sitting.match.game.decider(view),
            "pause": self._pause(sitting),
            "can_undo": sitting.can_undo,
            "undone": sitting.match.times_undone,
            **self.drawn(sitting, at, now, speech),
        }

    @property
    def moment_shown(self) -> int:
        """How many events have happened at the moment on the screen."""
        assert self.sitting is not None
        if self.at is not None:
            return self.at
        return len(self.sitting.seen) if self.reached is None else self.reached

    @property
    def _unfolding(self) -> bool:
        return self.at is None and self.reached is not None

    @property
    def known(self) -> Any:
        """What can be known at the moment on the screen."""
        return self.known_at(self.moment_shown)

    def known_at(self, at: int) -> Any:
        """Return what the seat can know after the first `at` events that it saw."""
        assert self.sitting is not None
        seen, known = self.sitting.seen, self._known
        if not known:
            known.append(self.nothing_known(self.sitting))
        while len(known) <= len(seen):
            known.append(known[-1].tell(seen[len(known) - 1]))
        return known[at]

    def _pause(self, sitting: Sitting) -> int | None:
        """Return after how many milliseconds it goes on by itself; None where it waits for the person."""
        waiting = self.at is None and not sitting.mine and not sitting.over
        return PACES.get(self.pace) if waiting or self._unfolding else None

    # -- what is done

    def touched(self, touch: Touch) -> Iterable[Effect]:
        """Take in a touch on the first page or in the game."""
        if touch.do == "tab":
            self.tab = touch.args["id"] if touch.args.get("id") in self.tabs else self.tab
        elif self.sitting is not None:
            return self._in_game(self.sitting, touch)
        elif touch.do == "start":
            return self._begin()
        elif touch.do == "resume":
            return self._resume(touch.args.get("id", ""))
        elif touch.do == "open":
            return self._continue(log.parse(touch.value or ""))
        else:
            self.opening = self.opening.touched(touch)
            self.pace = self.opening.pace
        return ()

    def _in_game(self, sitting: Sitting, touch: Touch) -> Iterable[Effect]:
        match touch.do:
            case "next" if self.reached is not None:
                self._unfold(sitting, self.reached)
            case "next":
                length = len(sitting.seen)
                sitting.let_bot_act()
                return self._moved(sitting, length)
            case "undo":
                self.sitting = sitting.undone()
                self._known.clear()
                return self._moved(self.sitting)
            case "save":
                return (Download(f"{self.game}.jsonl", self._text(sitting)),)
            case "leave":
                self.shelf.found(self._text(sitting))
                self.offered, self.sitting = self.shelf.offers(), None
            case "pace":
                self.pace = touch.args["id"] if touch.args.get("id") in PACE_NAMES else self.pace
            case "look":
                at = number(touch, "at")
                self.at = at if 0 <= at < len(sitting.seen) else None
                self.page = ""
            case "mark":
                self.looked(sitting, touch)
                return self._keep(sitting)
            case _ if not self.looked(sitting, touch):
                length = len(sitting.seen)
                sitting.act(self.action(sitting, touch))
                return self._moved(sitting, length)
        return ()

    def _moved(self, sitting: Sitting, shown: int | None = None) -> Iterable[Effect]:
        """Go on after a move: forget drafts, let quick bots play, keep the game.

        What has happened since the first `shown` events may unfold.
        """
        self.settle()
        while self.pace == "quick" and sitting.let_bot_act():
            pass
        if self.unfolds and shown is not None and self.pace != "quick":
            self._unfold(sitting, shown)
        return self._keep(sitting)

    def _unfold(self, sitting: Sitting, shown: int) -> None:
        """Go on to the next sentence of the story after the first `shown` events, or to the end."""
        later = [told.at for told in self.told(sitting.seen, sitting.seat) if told.at > shown]
        self.reached = later[0] if len(later) > 1 else None

    def _begin(self) -> Iterable[Effect]:
        seed = secrets.token_hex(8) if self.seed is None else self.seed
        setup = self.opening.setup(self.say(YOU))
        return self._sit(Sitting.begin(setup, self.opening.seat, self.opening.strengths, seed), {})

    def _sit(self, sitting: Sitting, table: Mapping[str, Any]) -> Iterable[Effect]:
        self.sitting = sitting
        self._known.clear()
        self.take_notes(table)
        return (*self._aside(sitting), *self._moved(sitting))

    # -- keeping the game

    def _text(self, sitting: Sitting) -> str:
        saved = datetime.now().astimezone().isoformat(timespec="milliseconds")
        return sitting.saved({"saved": saved, "pace": self.pace, **self.notes()})

    def _keep(self, sitting: Sitting) -> Iterable[Effect]:
        text = self._text(sitting)
        self.shelf.put(text)
        return (Keep(self.recalls, text),)

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
                return (Keep(f"{self.recalls}.before", waiting.text),)
        return ()

    def _continue(self, saved: log.Saved) -> Iterable[Effect]:
        """Go on with a saved game, having drawn it once: a damaged one takes the place of none."""
        if saved.setup.game != self.game:
            raise SaidError(NO_GAME)
        try:
            sitting = Sitting.resumed(saved, secrets.token_hex(8))
            trial = type(self)(self.language, folder=None)
            trial.sitting = sitting
            trial.take_notes(saved.table)
            trial.render()
        except (LookupError, TypeError, ValueError, ArithmeticError, AssertionError, AttributeError):
            raise SaidError(NO_GAME) from None
        pace = saved.table.get("pace")
        self.pace = pace if isinstance(pace, str) and pace in PACE_NAMES else self.pace
        return self._sit(sitting, saved.table)
