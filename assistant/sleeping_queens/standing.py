"""Who is ahead: kings still to be rescued, and in how many turns that can be done at best.

Nobody can be faster by what it draws itself: every card drawn and every book held brings one queen or one
companion at most (by an instant, or by the equation that it completes), and dragons wake all queens. What
another player's witch may give away is left out.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from assistant.sleeping_queens import kernel
from assistant.sleeping_queens.holding import PLUS_MINUS_ONE, Holding, Scene, holding
from engine.core import Message, Named, Seat, plural
from engine.sleeping_queens import cards as c
from engine.sleeping_queens.table import Phase, State

_DRAWN = (Phase.ACTIONS, Phase.PICK, Phase.DISCARD)
_DRAW_MORE = "draw_one_more"


@dataclass(frozen=True, slots=True)
class Standing:
    """How a seat stands: kings still `needed`, own `turns` at least until it can win, the running one too."""

    seat: Seat
    kings: int
    needed: int
    turns: int
    worth: float

    @property
    def sentence(self) -> Message:
        """The standing as a sentence."""
        what = {"player": Named("seat", self.seat), "kings": self.kings, "needed": self.needed}
        if not self.needed:
            return Message("{player} has won with {kings} kings.", what)
        return plural(
            "{player}: kings {kings}, still needed {needed}; {n} turn at least.",
            "{player}: kings {kings}, still needed {needed}; {n} turns at least.",
            self.turns,
            what,
        )


def standings(view: State) -> tuple[Standing, ...]:
    """Return how everybody stands, who is ahead first: fewest turns, then most kings, then the best cards."""
    scene = Scene(view)
    found = []
    for seat in range(view.seats):
        has = holding(view, seat)
        needed = max(0, scene.needed - has.kings)
        turns = _turns(view, seat, has, needed)
        found.append(Standing(seat, has.kings, needed, turns, scene.worth(has, view.knights[seat])))
    return tuple(sorted(found, key=lambda one: (one.turns, -one.kings, -one.worth)))


def ahead(view: State) -> Message:
    """Return who is ahead, as a sentence."""
    best = standings(view)[0]
    return Message("{player} is ahead.", {"player": Named("seat", best.seat)})


def _turns(view: State, seat: Seat, has: Holding, needed: int) -> int:
    """Return in how many own turns a seat can win at best; the running one counts."""
    if not needed:
        return 0
    most = max(int(face) for face in view.box.die if face != c.DRAGON)
    most += _DRAW_MORE in view.knights
    missing = _missing(has, needed) - has.books
    missing -= kernel.at_once(kernel.mask(has.numbers), _clever(view))
    if seat == view.active and view.phase in _DRAWN:
        over = view.phase is Phase.DISCARD
        return 1 + max(int(over), -(-max(0, missing) // most))
    return max(1, -(-missing // most))


def _clever(view: State) -> bool:
    """Tell whether a knight of plus and minus one is in the game: he may come to anybody."""
    return PLUS_MINUS_ONE in view.knights


def _missing(has: Holding, needed: int) -> int:
    """Return how many queens and companions must still come, the best ones, to free so many kings."""
    queens, friends = Counter(has.awake + has.asleep), Counter(has.friends)
    couples = (queens & friends).total()
    wild = min(friends[c.WILD], queens.total() - couples)
    couples += wild
    left = queens.total() + friends.total() - 2 * couples
    open_couples = max(0, needed - couples)
    halves = min(open_couples, left)
    return halves + 2 * (open_couples - halves)
