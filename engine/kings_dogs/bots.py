"""Rule-of-thumb bots for King's Dogs; they see a view and nothing else.

random   does anything that is legal
careful  own dog first, then own tiles, then the leader's dog
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from engine.bots import MakeBot, RandomBot
from engine.core import Action, Event, Game, Seat, Setup
from engine.kings_dogs import table as t
from engine.kings_dogs.table import Phase, State


class Careful:
    """Lets no search come to its own dog, and wants to lead where it turns up many own tiles.

    It opens, rejects or raises such doors only that its dog is not behind, those of most own tiles. It
    points at any tile of the leader where it cannot, and also where the leader has exactly one tile up:
    then a miss is not yet a point. It draws no conclusion from what others do.
    """

    def __init__(self, game: Game, setup: Setup, seat: Seat, budget: float = 1.0) -> None:
        self.game, self.seat = game, seat

    def notice(self, event: Event) -> None:
        pass

    def choose(self, view: State, rng: Random) -> Action:
        actions = self.game.legal(view)
        if view.unset or view.phase is Phase.REWARD:
            return rng.choice(actions)
        searched = {action: t.to_search(view.open, action) for action in actions}
        leads = [
            action
            for action, doors in searched.items()
            if view.dogs[self.seat] not in doors and not isinstance(action, t.Agree | t.Accuse)
        ]
        points = [action for action in actions if isinstance(action, t.Accuse)]
        if points and (not leads or len(view.face_up[view.leader]) == 1):
            return rng.choice(points)
        tiles = {action: len(searched[action] | view.face_up[self.seat]) for action in leads}
        most = max(tiles.values())
        return rng.choice([action for action in leads if tiles[action] == most])


BOTS: Mapping[str, MakeBot] = {"random": RandomBot, "careful": Careful}
