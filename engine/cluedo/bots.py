"""Rule-of-thumb bots for Cluedo; they see a view and their seat's events, and nothing else.

random     accuses with chance 1/50 where it may, else does anything else that is legal
seen_only  notes only the cards shown to it, asks about the others, accuses when three are left
sheet      marks by propagation, asks about what is open, accuses when sure
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from engine.bots import MakeBot
from engine.cluedo import cards, rules
from engine.cluedo import table as t
from engine.cluedo.board import board_of
from engine.cluedo.cards import CATEGORIES
from engine.cluedo.sheet import Sheet
from engine.cluedo.table import Phase, Spot, State
from engine.core import Action, Event, Game, Seat, Setup

ShowPolicy = Callable[[Sequence[str], frozenset[str], Random], str]


def show_any(fitting: Sequence[str], seen: frozenset[str], rng: Random) -> str:
    """Show any fitting card, each as likely as the other."""
    return rng.choice(fitting)


def show_again(fitting: Sequence[str], seen: frozenset[str], rng: Random) -> str:
    """Show a card that the asker has seen before, where there is one."""
    return rng.choice([card for card in fitting if card in seen] or fitting)


class RandomBot:
    """Accuses with chance 1/50 where it may, otherwise anything else that is legal."""

    ACCUSES = 1 / 50

    def __init__(self, game: Game, setup: Setup, seat: Seat, budget: float = 1.0) -> None:
        pass

    def notice(self, event: Event) -> None:
        pass

    def choose(self, view: State, rng: Random) -> Action:
        actions = rules.legal(view)
        may_accuse = isinstance(actions[-1], t.Accuse)
        accuse = may_accuse and (isinstance(actions[0], t.Accuse) or rng.random() < self.ACCUSES)
        while True:
            action = rng.choice(actions)
            if isinstance(action, t.Accuse) == accuse:
                return action


class _Detective:
    """Walks to open locations, asks about open cards, accuses when one triple is left."""

    show: ShowPolicy = staticmethod(show_again)

    def __init__(self, game: Game, setup: Setup, seat: Seat, budget: float = 1.0) -> None:
        self.seat = seat
        self.edition = cards.load(setup.edition or rules.DEFAULT_EDITION)
        self.hand: frozenset[str] = frozenset()
        self.shown: dict[Seat, frozenset[str]] = dict.fromkeys(range(len(setup.seats)), frozenset())

    def notice(self, event: Event) -> None:
        if isinstance(event, t.HandDealt) and event.cards is not None:
            self.hand = event.cards
        if isinstance(event, t.Shown) and event.by == self.seat and event.card is not None:
            self.shown[event.to] |= {event.card}

    def open(self, category: str) -> tuple[str, ...]:
        """Return the cards of a category that may be in the envelope."""
        raise NotImplementedError

    def choose(self, view: State, rng: Random) -> Action:
        if view.phase is Phase.SHOW:
            assert view.asked is not None
            return t.Show(self.show(rules.showable(view), self.shown[view.active], rng))
        left = {category: self.open(category) for category in CATEGORIES}
        actions = rules.legal(view)
        if all(len(names) == 1 for names in left.values()):
            accusation = t.Accuse(left["suspect"][0], left["weapon"][0], left["location"][0])
            if accusation in actions:
                return accusation
            moves = [action for action in actions if not isinstance(action, t.Accuse | t.Suggest)]
            return self._move(view, moves, left["location"], rng) if moves else self._ask(left, rng)
        stay = view.phase is Phase.START and rules.may_stay(view) and view.location in left["location"]
        if view.phase is Phase.ENTERED or stay:
            return self._ask(left, rng)
        moves = [action for action in actions if not isinstance(action, t.Accuse | t.Suggest)]
        return self._move(view, moves, left["location"], rng)

    def _ask(self, left: Mapping[str, Sequence[str]], rng: Random) -> Action:
        return t.Suggest(self._about("suspect", left, rng), self._about("weapon", left, rng))

    def _about(self, category: str, left: Mapping[str, Sequence[str]], rng: Random) -> str:
        """Name an open card; where the category is settled, one that nobody else can show."""
        if len(left[category]) > 1:
            return rng.choice(left[category])
        own = [card for card in self.edition.of(category) if card in self.hand]
        return rng.choice(own or left[category])

    def _move(self, view: State, moves: Sequence[Action], wanted: Sequence[str], rng: Random) -> Action:
        """Go to a wanted location, else towards the nearest; where nothing is nearer, anywhere."""
        ways = [(self._far(view, move, wanted), move) for move in moves]
        nearest = min(far for far, _ in ways)
        return rng.choice([move for far, move in ways if far == nearest])

    def _far(self, view: State, move: Action, wanted: Sequence[str]) -> int:
        """Return how many pips away from the nearest wanted location a move leaves the token."""
        match move:
            case t.Enter(location):
                spot: Spot = location
            case t.Shortcut():
                spot = rules.shortcut(view) or view.spot
            case t.MoveTo(square):
                spot = square
            case _:
                spot = view.spot
        if spot in wanted:
            return 0
        if view.options["board"] == "rooms_only":
            return 1
        steps = board_of(self.edition).distances(spot)
        return min((steps[place] for place in wanted if place in steps), default=99)


class SeenOnlyBot(_Detective):
    """Crosses off its own cards and those shown to it, and draws no conclusions."""

    def __init__(self, game: Game, setup: Setup, seat: Seat, budget: float = 1.0) -> None:
        super().__init__(game, setup, seat, budget)
        self.seen: frozenset[str] = frozenset()

    def notice(self, event: Event) -> None:
        super().notice(event)
        if isinstance(event, t.Shown) and event.to == self.seat and event.card is not None:
            self.seen |= {event.card}

    def open(self, category: str) -> tuple[str, ...]:
        return tuple(c for c in self.edition.of(category) if c not in self.seen and c not in self.hand)


class SheetBot(_Detective):
    """Keeps a sheet with a column for everybody and marks what follows step by step."""

    def __init__(self, game: Game, setup: Setup, seat: Seat, budget: float = 1.0) -> None:
        super().__init__(game, setup, seat, budget)
        self.sheet = Sheet(self.edition, len(setup.seats))

    def notice(self, event: Event) -> None:
        super().notice(event)
        self.sheet.note(event)

    def open(self, category: str) -> tuple[str, ...]:
        return self.sheet.open(category)


BOTS: Mapping[str, MakeBot] = {"random": RandomBot, "seen_only": SeenOnlyBot, "sheet": SheetBot}
