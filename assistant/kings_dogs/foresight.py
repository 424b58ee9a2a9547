"""What each of the own actions may lead to in this round, exactly, under the model of `habits`.

The others answer by what is believed of them. It is followed until the round ends or somebody else
raises or rejects: what comes after that is left out. An accuser points at each tile as often as those
who watch believe it to be the dog.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from assistant.kings_dogs.belief import Belief
from assistant.kings_dogs.habits import ACCUSE, POSITIONS, answering
from assistant.kings_dogs.knowledge import Knowledge
from assistant.kings_dogs.outcome import Dogs, End, play_out
from assistant.knowledge import CHOICE
from engine.core import Action, Seat, changed
from engine.kings_dogs import rules
from engine.kings_dogs import table as t
from engine.kings_dogs.table import DOORS, Phase, State, to_search

ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class Course:
    """One way that things may go, how likely, and the table that it leads to; `end` None: others go on."""

    chance: Fraction
    end: End | None
    after: State


@dataclass(frozen=True, slots=True)
class _Answer:
    """What one player is expected to do with some doors open: per position of the dog, and at all."""

    agree: Mapping[int, Fraction]
    agrees: Fraction
    accuses: Fraction


class Foresight:
    """Looks ahead from one moment for the seat that is to decide."""

    def __init__(self, known: Knowledge, seat: Seat) -> None:
        self.known, self.view, self.seat = known, known.view, seat
        self._answers: dict[tuple[Seat, frozenset[int]], _Answer] = {}
        self._played: dict[tuple[object, ...], tuple[End, State]] = {}
        self._tiles = {other: known.positions(other, CHOICE) for other in known.hiding}
        self._leaks: dict[Action, Mapping[int, Fraction]] = {}
        self.believed = known.beliefs[seat].positions()

    def leak(self, action: Action) -> Mapping[int, Fraction]:
        """Return where everybody will believe the own dog to be once the action is done."""
        if isinstance(action, t.Accuse):
            action = ACCUSE
        if action not in self._leaks:
            self._leaks[action] = self._belief(action).positions()
        return self._leaks[action]

    def _belief(self, action: Action) -> Belief:
        belief = self.known.beliefs[self.seat]
        match action:
            case t.TurnOwnX(position):
                return belief.without(frozenset({position}))
            case t.Decline() | t.Place():
                return belief
        return belief.after(answering(belief.conduct, self.view.open)[1][action])

    def courses(self, action: Action) -> Iterator[Course]:
        """Give every way that things may go after an action, with chances that make 1."""
        match action:
            case t.TurnOwnX(position):
                yield self._turned(position)
            case t.Decline() | t.Place():
                yield Course(ONE, None, self.view)
            case t.Accuse(position):
                leader = self.view.leader
                yield from self._pointed(ONE, self.seat, leader, self._tiles[leader][position])
            case t.Agree():
                yield from self._asked(action, self.view.leader, self.view.open)
            case _:
                yield from self._asked(action, self.seat, to_search(self.view.open, action))

    def _asked(self, action: Action, leader: Seat, doors: frozenset[int]) -> Iterator[Course]:
        """Follow the answers of those who are still to be asked, one after the other."""
        believed = self.leak(action) if leader == self.seat else self._tiles[leader]
        hit = sum((believed[where] * chance for where, chance in self._tiles[leader].items()), ZERO)
        left, on, asked = ONE, ZERO, []
        seat = self.view.next_alive(self.seat)
        while seat != leader:
            answer = self._answer(seat, doors)
            yield from self._pointed(left * answer.accuses, seat, leader, hit)
            on += left * (1 - answer.agrees - answer.accuses)
            left *= answer.agrees
            asked.append(seat)
            seat = self.view.next_alive(seat)
        if on:
            yield Course(on, None, self.view)
        yield from self._searched(left, leader, doors, asked)

    def _answer(self, seat: Seat, doors: frozenset[int]) -> _Answer:
        if (seat, doors) not in self._answers:
            belief = self.known.beliefs[seat]
            whole, likely = answering(belief.conduct, doors)
            whole *= sum(map(sum, belief.weights))

            def by_position(action: Action) -> list[int]:
                columns = zip(*belief.weights, strict=True), zip(*likely[action], strict=True)
                return [
                    sum(weight * factor for weight, factor in zip(weights, factors, strict=True))
                    for weights, factors in zip(*columns, strict=True)
                ]

            agree = by_position(t.Agree())
            self._answers[seat, doors] = _Answer(
                {where: Fraction(part, sum(agree)) for where, part in zip(POSITIONS, agree, strict=True)},
                Fraction(sum(agree), whole),
                Fraction(sum(by_position(ACCUSE)), whole),
            )
        return self._answers[seat, doors]

    def _searched(
        self, chance: Fraction, leader: Seat, doors: frozenset[int], asked: Sequence[Seat]
    ) -> Iterator[Course]:
        """Follow an agreed search to the first dog; who agreed is believed to have had a reason."""
        order = [seat % self.view.seats for seat in range(leader, leader + self.view.seats)]
        spared: dict[Seat, int] = {}
        for seat in (seat for seat in order if seat in self._tiles):
            tiles = self._answer(seat, doors).agree if seat in asked else self._tiles[seat]
            hit = sum((tiles[where] for where in doors), ZERO)
            if hit:
                inside = next(where for where in sorted(doors) if tiles[where])
                yield self._ended(chance * hit, leader, doors, {**spared, seat: inside})
            if hit == 1:
                return
            chance *= 1 - hit
            spared[seat] = next(where for where in POSITIONS if where not in doors and tiles[where])
        yield self._ended(chance, leader, doors, spared)

    def _ended(self, chance: Fraction, leader: Seat, doors: frozenset[int], dogs: Dogs) -> Course:
        key = (leader, doors, len(dogs), [*dogs.values()][-1] in doors)
        if key not in self._played:
            everywhere = {**dict.fromkeys(range(self.view.seats), min(DOORS)), **dogs}
            agreed = changed(self.view, phase=Phase.RESPOND, leader=leader, open=doors, to_answer=None)
            self._played[key] = play_out(agreed, everywhere)
        return Course(chance, *self._played[key])

    def _pointed(self, chance: Fraction, accuser: Seat, leader: Seat, hit: Fraction) -> Iterator[Course]:
        """Follow an accusation of the leader that finds the dog with the chance `hit`."""
        for found, part in ((True, hit), (False, 1 - hit)):
            if part:
                yield Course(chance * part, *self._accused(accuser, leader, found))

    def _accused(self, accuser: Seat, leader: Seat, found: bool) -> tuple[End, State]:
        key = (accuser, leader, found)
        if key not in self._played:
            hidden = sorted(DOORS - self.view.face_up[leader])
            named, other = hidden[:2]
            dogs = {leader: named if found else other}
            rewarded = self.view.dogs[accuser] or max(DOORS - self.view.face_up[accuser])
            state = changed(self.view, leader=leader, to_answer=accuser, phase=Phase.RESPOND)
            pointed = rules.evolve(state, t.Accused(accuser, named))
            self._played[key] = play_out(pointed, {**dogs, accuser: rewarded})
        return self._played[key]

    def _turned(self, position: int) -> Course:
        turned = rules.evolve(self.view, t.TileTurned(self.seat, position, False))
        return Course(ONE, *play_out(turned, {}))
