"""How many cards a turn draws, and which knight its player then has: die, second roll, dragon, extra card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.core import Seat
from engine.sleeping_queens import moves
from engine.sleeping_queens.cards import DRAGON
from engine.sleeping_queens.table import Phase, State

Outcome = tuple[int, str]
"""How many cards are drawn, and the knight that their player has then."""

REROLL, DRAW_MORE = "reroll_one", "draw_one_more"


def outcomes(view: State, seat: Seat, reroll: bool = True) -> Mapping[Outcome, Fraction]:
    """Return how likely each outcome of this turn's roll is, or of the next turn's if it is rolled already.

    A 1 is rolled again whenever it may be (unless `reroll` is False for the 1 that lies there), and the
    extra card is drawn. The next turn is as if it came now: whoever moves knights before it is left out.
    """
    knight = view.knights[seat]
    if view.active == seat and view.instant is None:
        if view.phase is Phase.DRAW and view.to_draw:
            return {(view.to_draw, knight): Fraction(1)}
        if view.phase is Phase.ROLLED and view.face not in (None, DRAGON):
            assert view.face is not None
            if not (reroll and moves.may_reroll(view)):
                return {(_number(view.face, knight), knight): Fraction(1)}
            return _turn(view, seat, first=_roll(view, knight, view.rerolls + 1))
    return _turn(view, seat)


@dataclass(frozen=True, slots=True)
class _Roll:
    """How a roll ends, all its second rolls done: `dragon`, or this many cards."""

    dragon: Fraction
    cards: Mapping[int, Fraction]


def _turn(view: State, seat: Seat, first: _Roll | None = None) -> Mapping[Outcome, Fraction]:
    """Return the outcomes of rolling until a number shows; each dragon brings the right neighbour's knight.

    After as many dragons as there are seats the knights are where they were, so the rounds make a
    geometric series.
    """
    order = [view.knights[(seat - step) % view.seats] for step in range(view.seats)]
    rolls = [_roll(view, knight) for knight in order]
    again = bool(view.options["dragon_reroll"])
    if first is None and again:
        return _sorted(_rounds(rolls, order))
    first = first or rolls[0]
    found = [((number, order[0]), chance) for number, chance in first.cards.items()]
    if again:
        later = _rounds([*rolls[1:], rolls[0]], [*order[1:], order[0]])
        found += [(outcome, first.dragon * chance) for outcome, chance in later]
    else:
        found.append(((0, order[1]), first.dragon))
    return _sorted(found)


def with_dragons(view: State, seat: Seat, most: int) -> Mapping[tuple[int, str, int], Fraction]:
    """Return the outcomes of a turn that begins now, each with how many dragons came before.

    As many as `most` and more are counted as `most`.
    """
    order = [view.knights[(seat - step) % view.seats] for step in range(view.seats)]
    rolls = [_roll(view, knight) for knight in order]
    found: dict[tuple[int, str, int], Fraction] = {}
    if not view.options["dragon_reroll"]:
        found = {(number, order[0], 0): chance for number, chance in rolls[0].cards.items()}
        if rolls[0].dragon:
            found[0, order[1], min(1, most)] = rolls[0].dragon
        return found
    reached = Fraction(1)
    for dragons in range(most):
        place = dragons % view.seats
        for number, chance in rolls[place].cards.items():
            found[number, order[place], dragons] = reached * chance
        reached *= rolls[place].dragon
    start = most % view.seats
    for (number, knight), chance in _rounds(
        [*rolls[start:], *rolls[:start]], [*order[start:], *order[:start]]
    ):
        key = (number, knight, most)
        found[key] = found.get(key, Fraction(0)) + reached * chance
    return found


def _rounds(rolls: Sequence[_Roll], order: Sequence[str]) -> list[tuple[Outcome, Fraction]]:
    """Return the outcomes of rolling until a number shows, beginning with the first knight of `order`."""
    found, reached = [], Fraction(1)
    for roll, knight in zip(rolls, order, strict=True):
        found += [((number, knight), reached * chance) for number, chance in roll.cards.items()]
        reached *= roll.dragon
    return [(outcome, chance / (1 - reached)) for outcome, chance in found]


def _sorted(found: Iterable[tuple[Outcome, Fraction]]) -> Mapping[Outcome, Fraction]:
    summed: dict[Outcome, Fraction] = {}
    for outcome, chance in found:
        summed[outcome] = summed.get(outcome, Fraction(0)) + chance
    return {outcome: chance for outcome, chance in sorted(summed.items()) if chance}


def _roll(view: State, knight: str, rerolls: int = 0) -> _Roll:
    """Return how a roll ends that has been made again `rerolls` times before."""
    once = {face: Fraction(n, len(view.box.die)) for face, n in Counter(view.box.die).items()}
    one = once.get("1", Fraction(0))
    others = {face: chance for face, chance in once.items() if face != "1"}
    limit = view.options["reroll_limit"]
    faces = once
    if knight == REROLL and any(face != DRAGON for face in others):
        if limit == "none":
            faces = {face: chance / (1 - one) for face, chance in others.items()}
        else:
            for _ in range(limit - rerolls):
                faces = {face: others.get(face, Fraction(0)) + one * chance for face, chance in faces.items()}
    cards = {_number(face, knight): chance for face, chance in faces.items() if face != DRAGON}
    return _Roll(faces.get(DRAGON, Fraction(0)), cards)


def _number(face: str, knight: str) -> int:
    return int(face) + (knight == DRAW_MORE)
