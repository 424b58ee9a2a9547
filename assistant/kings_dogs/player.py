"""Players of King's Dogs that know what the assistant knows."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from assistant.kings_dogs.advice import prospects
from assistant.kings_dogs.habits import ACCUSE, USUAL, Conduct, Habit, choices
from assistant.kings_dogs.knowledge import begin
from engine.bots import MakeBot
from engine.core import Action, Event, Game, Seat, Setup
from engine.kings_dogs import table as t
from engine.kings_dogs.table import Phase, State


class Advised:
    """Plays the assistant's best advice; of equally good actions any."""

    def __init__(self, game: Game, setup: Setup, seat: Seat, budget: float = 1.0) -> None:
        self.known = begin(setup, seat)

    def notice(self, event: Event) -> None:
        self.known = self.known.tell(event)

    def choose(self, view: State, rng: Random) -> Action:
        ranked = prospects(self.known)
        return rng.choice([prospect.action for prospect in ranked if prospect.value == ranked[0].value])


class Habitual:
    """Does exactly what the model of `choice` says: the habit is drawn for the game, then kept.

    It is for measuring the model, not for winning. An accusation points at any tile.
    """

    conduct: Conduct = USUAL

    def __init__(self, game: Game, setup: Setup, seat: Seat, budget: float = 1.0) -> None:
        self.game, self.seat = game, seat
        self.habit: Habit | None = None

    def notice(self, event: Event) -> None:
        pass

    def choose(self, view: State, rng: Random) -> Action:
        actions = self.game.legal(view)
        dog = view.dogs[self.seat]
        if view.phase is Phase.REWARD or dog is None:
            return rng.choice(actions)
        if self.habit is None:
            habits, weights = zip(*self.conduct.habits, strict=True)
            self.habit = rng.choices(habits, weights)[0]
        likely = choices(self.conduct.leanings, self.habit, view.open, dog)
        action = rng.choices(list(likely), [float(chance) for chance in likely.values()])[0]
        if action == ACCUSE:
            return rng.choice([other for other in actions if isinstance(other, t.Accuse)])
        return action


ADVISED: Mapping[str, MakeBot] = {"advised": Advised}
