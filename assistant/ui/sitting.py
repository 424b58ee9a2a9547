"""One person at a match against bots: what is seen from the seat, what is done, how it is saved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from assistant import games as players
from engine import games, log
from engine.chance import Chance
from engine.core import Action, Event, Message, SaidError, Seat, Setup, redact
from engine.match import Match, decisions, fold
from engine.play import Company

BUDGET = 1.5
"""Seconds a bot may think against a person."""
NO_GAME = Message("This file does not hold a game against bots that can go on.")


@dataclass(slots=True)
class Sitting:
    """A match with a person on `seat` and bots, named in `strengths`, on the others.

    Only `seen`, `view` and `legal` may reach a screen: they hold what the seat may know.
    """

    match: Match
    seat: Seat
    strengths: Mapping[Seat, str]
    company: Company = field(init=False)
    _asked: list[int] = field(init=False)

    def __post_init__(self) -> None:
        makers = players.bots(self.match.setup.game)
        bots = {seat: makers[name] for seat, name in self.strengths.items()}
        self.company = Company(self.match, bots, BUDGET)
        lengths = decisions(self.match.game, self.match.setup, self.seen, self.seat)
        self._asked = [length for length in lengths if length < len(self.seen)]

    @classmethod
    def begin(cls, setup: Setup, seat: Seat, strengths: Mapping[Seat, str], seed: int | str) -> Sitting:
        """Return a new game; raises SaidError for a wrong set-up."""
        return cls(Match(games.load(setup.game), setup, Chance(seed)), seat, strengths)

    @property
    def seen(self) -> Sequence[Event]:
        """The log as the seat saw it."""
        return self.match.seen(self.seat)

    def view(self, at: int | None = None) -> Any:
        """Return the state as the seat knows it, now or after the first `at` events."""
        if at is None or at >= len(self.seen):
            return self.match.view(self.seat)
        return fold(self.match.game, self.match.setup, self.seen[:at])

    @property
    def mine(self) -> bool:
        """Whether the person has to decide."""
        return self.match.decider == self.seat

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.match.decider is None

    def act(self, action: Action) -> None:
        """Do something as the person; raises SaidError when it is not the person's turn or illegal."""
        if not self.mine:
            raise SaidError(Message("Wait: somebody else is to act."))
        length = len(self.seen)
        self.match.step(action)
        self._asked.append(length)

    def let_bot_act(self) -> bool:
        """Let the bot that is to decide do so; False when the person is, or nobody."""
        return self.company.step()

    @property
    def can_undo(self) -> bool:
        """Whether there is a decision of the person to go back to."""
        return bool(self._asked)

    def undone(self) -> Sitting:
        """Return the game as it was when the person last decided something."""
        if not self._asked:
            raise SaidError(Message("There is nothing to take back yet."))
        return replace(self, match=self.match.undone(self._asked[-1], self.seat))

    def saved(self, table: Mapping[str, Any]) -> str:
        """Return the text of the saved game: what the seat saw, and the whole sealed."""
        whole = log.Saved(self.match.setup, "all", tuple(self.match.log))
        seats = {"strengths": {str(seat): name for seat, name in self.strengths.items()}, **table}
        seen = log.Saved(self.match.setup, self.seat, tuple(self.seen), log.seal(whole), seats)
        return log.dump(seen)

    @classmethod
    def resumed(cls, saved: log.Saved, seed: int | str) -> Sitting:
        """Return a saved game, ready to go on; raises SaidError for a file that holds no such game."""
        other = SaidError(NO_GAME)
        if saved.sealed is None or not isinstance(saved.viewer, int):
            raise other
        whole = log.unseal(saved.sealed)
        strengths = saved.table.get("strengths")
        makers = players.bots(saved.setup.game)
        seats = {str(seat) for seat in range(len(saved.setup.seats)) if seat != saved.viewer}
        if not isinstance(strengths, dict) or set(strengths) != seats:
            raise other
        if not all(isinstance(name, str) and name in makers for name in strengths.values()):
            raise other
        seen = tuple(redact(event, saved.viewer) for event in whole.events)
        if whole.setup != saved.setup or whole.viewer != "all" or seen != saved.events:
            raise other
        match = Match(saved.game, whole.setup, Chance(seed, len(whole.events)), whole.events)
        return cls(match, saved.viewer, {int(seat): name for seat, name in strengths.items()})
