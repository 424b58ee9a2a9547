"""Bots sitting at a match: each is told what its seat sees and asked when its seat decides."""

from __future__ import annotations

from collections.abc import Mapping

from engine.bots import Bot, MakeBot
from engine.core import Action, Result, Seat
from engine.match import Match


class Company:
    """The bots at a match, by seat; seats without a bot are played by somebody else."""

    def __init__(self, match: Match, makers: Mapping[Seat, MakeBot], budget: float = 1.0) -> None:
        self.match = match
        self.bots: dict[Seat, Bot] = {
            seat: make(match.game, match.setup, seat, budget) for seat, make in makers.items()
        }
        self._told = dict.fromkeys(self.bots, 0)

    def choice(self) -> Action | None:
        """Return what the deciding bot wants to do; None when no bot is to decide."""
        seat = self.match.decider
        if seat is None or seat not in self.bots:
            return None
        bot, seen = self.bots[seat], self.match.seen(seat)
        for event in seen[self._told[seat] :]:
            bot.notice(event)
        self._told[seat] = len(seen)
        return bot.choose(self.match.view(seat), self.match.chance.stream(f"seat {seat}"))

    def step(self) -> bool:
        """Let the deciding bot act once; False when no bot is to decide."""
        action = self.choice()
        if action is None:
            return False
        self.match.step(action)
        return True


def play(match: Match, makers: Mapping[Seat, MakeBot], budget: float = 1.0) -> Result:
    """Play a match to its end with a bot in every seat and return the result."""
    company = Company(match, makers, budget)
    while company.step():
        pass
    result = match.result
    assert result is not None, "a seat without a bot cannot be played to the end"
    return result
