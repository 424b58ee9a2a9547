"""What one seat, or an onlooker, knows about the dogs: a fold over what it saw happen.

The model is `logic`: a dog stands with equal chance behind every tile that is still face down, each
player's dog independent of the others'. Dogs are the variables, face-up tiles the constraints.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from constraint import InSetConstraint, NotInSetConstraint, Problem

from assistant.kings_dogs.order import Impossible, objection
from assistant.kings_dogs.outcome import Dogs, End, Outcome, play_out
from engine.core import Event, Message, Seat, Setup, Undone, changed, redact
from engine.kings_dogs import rules
from engine.kings_dogs import table as t
from engine.kings_dogs.table import DOORS, Phase, State


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What `observer` (None: an onlooker) knows; `view` is the table as that seat sees it.

    `caught` is where the dog stood that was just found, until its owner gathers the tiles.
    """

    view: State
    observer: Seat | None
    caught: int | None = None

    def tell(self, event: Event) -> Knowledge:
        """Return what is known after an event of the observer's redacted log.

        Raises Impossible for what cannot have happened now.
        """
        if isinstance(event, Undone):
            return self
        reason = objection(self.view, event)
        if reason is not None:
            raise Impossible(reason)
        match event:
            case t.TileTurned(_, position, True):
                caught: int | None = position
            case t.PenaltyTaken():
                caught = None
            case _:
                caught = self.caught
        return replace(self, view=rules.evolve(self.view, event), caught=caught)

    def tell_all(self, events: Iterable[Event]) -> Knowledge:
        """Return what is known after several events; raises Impossible."""
        knowledge = self
        for event in events:
            knowledge = knowledge.tell(event)
        return knowledge

    @property
    def hiding(self) -> tuple[Seat, ...]:
        """The seats that have a dog to be found, in turn order."""
        view = self.view
        return tuple(seat for seat in view.living if view.penalty[seat] < t.PENALTIES_TO_LEAVE)

    def positions(self, seat: Seat) -> Mapping[int, Fraction]:
        """Return how likely the dog of `seat` stands at each position from 1 to 5.

        No position for a seat that is out. While tiles are being set up anew each has a fifth.
        """
        if seat not in self.hiding:
            return {}
        where = [dogs[seat] for dogs in self._worlds((seat,))]
        return {position: Fraction(where.count(position), len(where)) for position in sorted(DOORS)}

    def search(self, doors: Collection[int], leader: Seat) -> Outcome:
        """Return what an agreed search of `doors` brings that begins with `leader` (KD-R12 to R19).

        Raises Impossible for doors or leaders that do not exist, and while a search is going on.
        """
        opened = frozenset(doors)
        if not opened or not opened <= DOORS:
            raise Impossible(Message("The doors are numbered 1 to 5."))
        self._expect(Phase.OPEN, Phase.RESPOND)
        if leader not in self.hiding:
            raise Impossible(Message("Only a player who is still in the game can lead."))
        agreed = changed(self.view, phase=Phase.RESPOND, leader=leader, open=opened, to_answer=None)
        order = [seat % agreed.seats for seat in range(leader, leader + agreed.seats)]
        searched = [seat for seat in order if seat in self.hiding]

        def first(dogs: Dogs) -> Seat | None:
            return next((seat for seat in searched if dogs[seat] in opened), None)

        return self._outcome(agreed, self.hiding, first)

    def accusation(self, position: int) -> Outcome:
        """Return what it brings if the seat that is to answer points at the leader's `position` (KD-R14).

        A reward that may be declined is taken. Raises Impossible when nobody can accuse, or not there.
        """
        self._expect(Phase.RESPOND)
        reason = rules.refusal(self.view, t.Accuse(position))
        if reason is not None:
            raise Impossible(reason)
        accuser, leader = self.view.to_answer, self.view.leader
        assert accuser is not None
        pointed = rules.evolve(self.view, t.Accused(accuser, position))
        return self._outcome(pointed, (accuser, leader), lambda dogs: dogs[leader] == position)

    def _expect(self, *phases: Phase) -> None:
        if self.view.phase not in phases or self.view.unset or rules.decider(self.view) is None:
            raise Impossible(Message("This can be asked only while somebody has to open or to answer."))

    def _worlds(self, seats: Collection[Seat]) -> Iterator[Dogs]:
        """Give every placing of these seats' dogs that fits, all equally likely."""
        problem = Problem()
        for seat in seats:
            problem.addVariable(seat, sorted(DOORS))
            problem.addConstraint(NotInSetConstraint(self.view.face_up[seat]), (seat,))
            known = self.caught if seat == self.view.found and self.caught else self.view.dogs[seat]
            if known is not None:
                problem.addConstraint(InSetConstraint({known}), (seat,))
        yield from problem.getSolutionIter()

    def _outcome(self, state: State, seats: Collection[Seat], kind: Callable[[Dogs], object]) -> Outcome:
        """Return how `state` plays out; worlds of one `kind` end alike, so one of each is played."""
        example: dict[object, Dogs] = {}
        count: dict[object, int] = {}
        for dogs in self._worlds(seats):
            key = kind(dogs)
            example.setdefault(key, dogs)
            count[key] = count.get(key, 0) + 1
        worlds = sum(count.values())
        merged: dict[End, Fraction] = {}
        for key, dogs in example.items():
            end = play_out(state, dogs)
            merged[end] = merged.get(end, Fraction(0)) + Fraction(count[key], worlds)
        return Outcome(tuple(sorted(merged.items(), key=lambda item: -item[1])))


def begin(setup: Setup, observer: Seat | None, events: Iterable[Event] = ()) -> Knowledge:
    """Return the knowledge of a seat after its redacted log; raises Impossible, SaidError for the set-up."""
    return Knowledge(redact(rules.start(setup), observer), observer).tell_all(events)
