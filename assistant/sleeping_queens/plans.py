"""The rest of a turn as a plan: which equation, wake the queens or keep the pair, what to put away.

Every order of useful actions is followed, each companion that may come with its chance; of two plans the
one after which the holding is worth more (`holding.Worth`) is better.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from assistant.sleeping_queens import kernel
from assistant.sleeping_queens.holding import PLUS_MINUS_ONE, Holding, Scene, holding, less
from assistant.sleeping_queens.order import hidden_companions
from engine.core import Action
from engine.sleeping_queens import cards as c
from engine.sleeping_queens import equations
from engine.sleeping_queens import table as t
from engine.sleeping_queens.table import State

_MOST_EQUATIONS = 10


@dataclass(frozen=True, slots=True)
class Moment:
    """A turn somewhere in its actions: `has` is what its player has, `rescued` whether a king was freed.

    `down` and `up` are how many of each companion, in the order of the box, lie in the ring face down
    and face up; `found` is the mask of the numbers in the discard pile; `picking`: a companion is due.
    """

    has: Holding
    down: tuple[int, ...]
    up: tuple[int, ...]
    found: int
    rescued: bool = False
    picking: bool = False


@dataclass(frozen=True, slots=True)
class End:
    """How a turn may end: with this chance, this holding, a king freed or not; `found` as in Moment."""

    chance: Fraction
    has: Holding
    rescued: bool
    moment: Moment


class Planner:
    """Looks through the rest of one turn of the active seat."""

    def __init__(self, view: State, scene: Scene | None = None) -> None:
        self.view, self.scene = view, scene or Scene(view)
        self.kinds = tuple(view.box.companions)
        self.knight, self.limit = view.knight, view.limit(view.active)
        self.clever = self.knight == PLUS_MINUS_ONE
        self._best: dict[Moment, tuple[float, Action]] = {}
        self._kept: dict[Holding, tuple[float, tuple[str, ...]]] = {}

    def now(self) -> Moment:
        """Return the moment of the table."""
        view = self.view
        lie = [view.ring[place] for place in view.face_up]
        hidden = hidden_companions(view)
        return Moment(
            holding(view, view.active),
            tuple(hidden[friend] for friend in self.kinds),
            tuple(lie.count(friend) for friend in self.kinds),
            kernel.mask(c.numbers(view.discard)),
            picking=view.phase is t.Phase.PICK,
        )

    def value(self, moment: Moment) -> float:
        """Return what the best rest of the turn is worth."""
        return self.best(moment)[0]

    def best(self, moment: Moment) -> tuple[float, Action]:
        """Return what the best rest of the turn is worth, and the action that begins it."""
        if moment not in self._best:
            options = [(self.after(moment, action), action) for action in self._actions(moment)]
            self._best[moment] = max(options, key=lambda option: option[0])
        return self._best[moment]

    def after(self, moment: Moment, action: Action) -> float:
        """Return what the turn is worth after an action, on average over the companions that may come."""
        if isinstance(action, t.EndActions):
            return self.kept(moment.has)[0]
        return sum(float(chance) * self.value(then) for chance, then in self.then(moment, action))

    def kept(self, has: Holding) -> tuple[float, tuple[str, ...]]:
        """Return what a holding is worth once the turn has ended, and the cards to put away for that."""
        if has not in self._kept:
            if has.size <= self.limit:
                self._kept[has] = self.scene.worth(has, self.knight), ()
            else:
                options = [(self.scene.worth(left, self.knight), card, left) for card, left in has.discards()]
                _, card, left = max(options, key=lambda option: option[0])
                value, more = self.kept(left)
                self._kept[has] = value, (card, *more)
        return self._kept[has]

    def ends(self, moment: Moment, action: Action | None = None) -> tuple[End, ...]:
        """Return how the turn may end if this action begins the rest of it, the best one if None."""
        return tuple(self._ends(Fraction(1), moment, action))

    def _ends(self, chance: Fraction, moment: Moment, action: Action | None) -> Iterator[End]:
        action = action or self.best(moment)[1]
        if isinstance(action, t.EndActions):
            has = moment.has
            for card in self.kept(has)[1]:
                has = dict(has.discards())[card]
            yield End(chance, has, moment.rescued, moment)
            return
        for share, then in self.then(moment, action):
            yield from self._ends(chance * share, then, None)

    def line(self, moment: Moment, action: Action | None = None) -> tuple[Action, ...]:
        """Return the actions of a plan up to the first companion that comes, or the end of the turn."""
        found: list[Action] = []
        while True:
            action = action or self.best(moment)[1]
            found.append(action)
            if isinstance(action, t.EndActions | t.TakeCompanion | t.Summon):
                return tuple(found)
            ((_, moment),) = self.then(moment, action)
            action = None

    def then(self, moment: Moment, action: Action) -> tuple[tuple[Fraction, Moment], ...]:
        """Return the moments that an action leads to, with their chances."""
        has = moment.has
        match action:
            case t.TakeCompanion():
                return tuple(self._picks(moment))
            case t.Summon(numbers):
                left = replace(has, numbers=kernel.without(has.numbers, numbers))
                found = _with(moment.found, numbers)
                return tuple(self._picks(replace(moment, has=left, found=found)))
            case t.WakeAll(number):
                numbers = kernel.without(has.numbers, (number, number))
                up = tuple(sorted(has.awake + has.asleep))
                left = replace(has, numbers=numbers, awake=up, asleep=())
                return ((Fraction(1), replace(moment, has=left, found=_with(moment.found, (number,) * 2))),)
            case t.UseBook(number):
                left = replace(has, numbers=tuple(sorted((*has.numbers, number))), books=has.books - 1)
                return ((Fraction(1), replace(moment, has=left, found=kernel.taken(moment.found, number))),)
            case t.Rescue(symbol, friend):
                left = replace(
                    has, awake=less(has.awake, symbol), friends=less(has.friends, friend), kings=has.kings + 1
                )
                lying = list(moment.up)
                lying[self.kinds.index(friend)] += 1
                return ((Fraction(1), replace(moment, has=left, up=tuple(lying), rescued=True)),)
        raise TypeError(f"not an action of a plan: {action!r}")

    def _picks(self, moment: Moment) -> Iterator[tuple[Fraction, Moment]]:
        """Yield the moments after a companion is taken; those face up are shuffled first if none is down."""
        down, up = moment.down, moment.up
        if not any(down):
            down, up = up, tuple(0 for _ in up)
        total = sum(down)
        for place, number in enumerate(down):
            if number:
                left = (*down[:place], number - 1, *down[place + 1 :])
                friends = tuple(sorted((*moment.has.friends, self.kinds[place])))
                has = replace(moment.has, friends=friends)
                then = replace(moment, has=has, down=left, up=up, picking=False)
                yield Fraction(number, total), then

    def _actions(self, moment: Moment) -> Iterator[Action]:
        """Yield the actions worth a thought: a king that can be freed is freed at once."""
        has = moment.has
        if moment.picking:
            yield t.TakeCompanion(0)
            return
        if has.kings < self.scene.needed and (rescues := tuple(_rescues(has))):
            yield from rescues
            return
        yield t.EndActions()
        if has.kings >= self.scene.needed:
            return
        if any(moment.down) or any(moment.up):
            yield from self._summons(has)
        if has.asleep:
            for number in dict.fromkeys(has.numbers):
                if has.numbers.count(number) >= 2:
                    yield t.WakeAll(number)
        if has.books:
            yield from self._books(moment)

    def _summons(self, has: Holding) -> Iterator[t.Summon]:
        """Yield the equations after which the numbers left are worth most."""
        found = equations.find(has.numbers, self.clever)
        sets = [equation.cards for equation in found]
        if len(sets) > _MOST_EQUATIONS:
            sleepers = bool(has.asleep)
            sets.sort(
                key=lambda cards: (
                    -self.scene.numbers(kernel.without(has.numbers, cards), self.clever, sleepers)
                )
            )
        yield from map(t.Summon, sets[:_MOST_EQUATIONS])

    def _books(self, moment: Moment) -> Iterator[t.UseBook]:
        """Yield the numbers that make one more equation, or a pair to wake queens with."""
        has = moment.has
        hand = kernel.mask(has.numbers)
        before = kernel.at_once(hand, self.clever)
        for number in c.NUMBERS:
            if moment.found >> 4 * number & 1:
                more = kernel.at_once(kernel.added(hand, number, 1), self.clever) > before
                if more or (has.asleep and number in has.numbers):
                    yield t.UseBook(number)


def _rescues(has: Holding) -> Iterator[t.Rescue]:
    """Yield a rescue with a companion of the queen's symbol, else those with the wild one."""
    for symbol in has.awake:
        if symbol in has.friends:
            yield t.Rescue(symbol, symbol)
            return
    if c.WILD in has.friends:
        yield from (t.Rescue(symbol, c.WILD) for symbol in dict.fromkeys(has.awake))


def _with(found: int, numbers: tuple[int, ...]) -> int:
    for number in numbers:
        found = kernel.added(found, number, 1)
    return found
