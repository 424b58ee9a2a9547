"""What a player of King's Dogs may do now, what each action is worth, and what it gives away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from assistant.advise import Advice
from assistant.kings_dogs.foresight import ZERO, Course, Foresight
from assistant.kings_dogs.knowledge import Knowledge
from assistant.knowledge import CHOICE
from assistant.words import percent
from engine.core import Action, Message, Named, Seat
from engine.kings_dogs import rules
from engine.kings_dogs import table as t
from engine.kings_dogs.table import State, to_search

DEPTH = Message(
    "Counted until this round ends or another player raises or rejects; the others answer by the model"
    " “choice”."
)


@dataclass(frozen=True, slots=True)
class Worth:
    """How good a seat stands between two rounds, the rule of thumb that actions are ranked by.

    A seat's weight is the product of three factors: by its flipped `score` chips, its flipped `penalty`
    chips, and the number of its `tiles` face up. Its share of all weights is taken for its chance of
    winning. `leak` is what it costs when the others come to know for certain where one's dog is. The
    numbers are those that won most games of a few that were tried.
    """

    score: tuple[int, ...] = (4, 9)
    penalty: tuple[int, ...] = (10, 9, 8, 0)
    tiles: tuple[int, ...] = (8, 9, 10)
    leak: Fraction = Fraction(1, 20)

    def share(self, state: State, seat: Seat) -> Fraction:
        """Return the chance of winning that a seat is taken to have at a table."""
        result = rules.result(state)
        if result is not None:
            return Fraction(seat in result.winners, len(result.winners) or 1)
        weights = {other: self._weight(state, other) for other in state.living}
        return Fraction(weights.get(seat, 0), sum(weights.values()))

    def _weight(self, state: State, seat: Seat) -> int:
        up = len(state.face_up[seat])
        return self.score[state.score[seat]] * self.penalty[state.penalty[seat]] * self.tiles[up]


WORTH = Worth()


@dataclass(frozen=True, slots=True)
class Prospect:
    """What one action is expected to bring the seat that asks, as far as it is looked ahead.

    `score` and `penalty` are expected own chips, at most one of each in a round, so each is also the
    chance of one. `before` and `after` are how likely those who watch take the own dog to be where it
    is; the difference is what the action gives away. `value` is by how much the own share of `Worth` rises.
    """

    action: Action
    score: Fraction
    penalty: Fraction
    value: Fraction
    spread: float
    before: Fraction
    after: Fraction
    reasons: tuple[Message, ...]

    @property
    def score_spread(self) -> float:
        """The standard deviation of the score chips."""
        return sqrt(self.score * (1 - self.score))

    @property
    def penalty_spread(self) -> float:
        """The standard deviation of the penalty chips."""
        return sqrt(self.penalty * (1 - self.penalty))

    @property
    def advice(self) -> Advice:
        """The prospect as every game gives it; its value is a change of the chance to win."""
        return Advice(self.action, self.value, self.spread, self.reasons)


def prospects(known: Knowledge, worth: Worth = WORTH) -> tuple[Prospect, ...]:
    """Return what every legal action of the observer is expected to bring, best first.

    Nothing when it is not the observer's turn.
    """
    seat = known.observer
    if seat is None or rules.decider(known.view) != seat:
        return ()
    ahead = Foresight(known, seat)
    found = [_prospect(ahead, action, worth) for action in rules.legal(known.view)]
    return tuple(sorted(found, key=lambda prospect: -prospect.value))


def advise(known: Knowledge) -> tuple[Advice, ...]:
    """Return every legal action of the observer, best first."""
    return tuple(prospect.advice for prospect in prospects(known))


def _prospect(ahead: Foresight, action: Action, worth: Worth) -> Prospect:
    view, seat = ahead.view, ahead.seat
    courses = tuple(ahead.courses(action))
    before, after = _leak(ahead, action)
    now = worth.share(view, seat)
    changes = [(course.chance, worth.share(course.after, seat) - now) for course in courses]
    mean = _expected(changes)
    score = _expected((course.chance, course.after.score[seat] - view.score[seat]) for course in courses)
    penalty = _expected(
        (course.chance, course.after.penalty[seat] - view.penalty[seat]) for course in courses
    )
    return Prospect(
        action,
        score,
        penalty,
        value=mean - worth.leak * (after - before),
        spread=sqrt(sum(float(chance) * (float(change) - float(mean)) ** 2 for chance, change in changes)),
        before=before,
        after=after,
        reasons=tuple(_reasons(ahead, action, courses)),
    )


def _expected(chances: Iterable[tuple[Fraction, Fraction | int]]) -> Fraction:
    return sum((chance * value for chance, value in chances if value), ZERO)


def _leak(ahead: Foresight, action: Action) -> tuple[Fraction, Fraction]:
    """Return how likely those who watch take the own dog to be where it is, before and after an action."""
    dog = ahead.view.dogs[ahead.seat]
    if dog is None:
        return ZERO, ZERO
    return ahead.believed[dog], ahead.leak(action)[dog]


def _reasons(ahead: Foresight, action: Action, courses: Sequence[Course]) -> Iterator[Message]:
    """Give the sentences that speak for and against an action, the most telling one first."""
    match action:
        case t.Accuse(position):
            yield from _pointing(ahead, position)
        case t.TurnOwnX():
            if len(ahead.view.face_up[ahead.seat]) == t.TILES_TO_SCORE - 1:
                yield Message("That makes three tiles up: you score.")
        case t.Decline():
            yield Message("Your tiles stay as they are.")
        case t.Place():
            yield Message("Before anything is seen, every place is as good as another.")
        case _:
            yield from _leading(ahead, action, courses)
    yield from _giving_away(ahead, action)


def _pointing(ahead: Foresight, position: int) -> Iterator[Message]:
    view, leader = ahead.view, {"player": Named("seat", ahead.view.leader)}
    chance = ahead.known.positions(view.leader, CHOICE)[position]
    yield Message(
        "The dog of {player} is at {position} with a chance of {chance}.",
        leader | {"position": position, "chance": chance},
    )
    if len(view.face_up[view.leader]) == t.TILES_TO_SCORE - 1:
        yield Message("If it is not there, {player} has three tiles up and scores.", leader)
    if len(view.face_up[ahead.seat]) == t.TILES_TO_SCORE - 1:
        yield Message("If it is there, you turn up your third tile and score.")


def _leading(ahead: Foresight, action: Action, courses: Sequence[Course]) -> Iterator[Message]:
    view, seat = ahead.view, ahead.seat
    doors = to_search(view.open, action)
    if view.dogs[seat] in doors:
        yield Message("Your own dog is behind one of these doors.")
    elif len(doors | view.face_up[seat]) >= t.TILES_TO_SCORE:
        yield Message("If all agree and no dog is found before your turn, you have three tiles up and score.")
    found: dict[bool, Fraction] = {True: ZERO, False: ZERO}
    for course in courses:
        if course.end and course.end.found is not None:
            found[course.end.found == seat] += course.chance
    if found[True]:
        yield Message("Your dog is found with a chance of {chance}.", {"chance": found[True]})
    if found[False]:
        yield Message("Another dog is found with a chance of {chance}.", {"chance": found[False]})


def _giving_away(ahead: Foresight, action: Action) -> Iterator[Message]:
    """Give what those who watch learn of the own dog by an action, where they learn anything."""
    before, after = _leak(ahead, action)
    slots = {"before": before, "after": after}
    if percent(after) == percent(before):
        return
    if after > before:
        yield Message(
            "It gives something away: the others take your dog to be there with {after}, not {before}.", slots
        )
    else:
        yield Message("It misleads: the others take your dog to be there with {after}, not {before}.", slots)
