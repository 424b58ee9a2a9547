"""What one seat, or an onlooker, knows about the dogs: a fold over what it saw happen.

Under `logic` a dog stands with equal chance behind every tile that is still face down: dogs are the
variables, face-up tiles the constraints. Under `choice` every opening and answer is evidence about the
dog of who gave it, by the model of `habits`. Under both each dog is independent of the others'.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from constraint import InSetConstraint, NotInSetConstraint, Problem

from assistant.kings_dogs.belief import Belief, told, unknown
from assistant.kings_dogs.habits import USUAL, Conduct
from assistant.kings_dogs.order import objection
from assistant.kings_dogs.outcome import Dogs, Outcome, outcome
from assistant.knowledge import CHOICE, LOGIC, Impossible, Model
from engine.core import Event, Message, Seat, Setup, Undone, changed, redact
from engine.kings_dogs import rules
from engine.kings_dogs import table as t
from engine.kings_dogs.table import DOORS, Phase, State


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What `observer` (None: an onlooker) knows; `view` is the table as that seat sees it.

    `beliefs` are what everybody's openings and answers say to those who watch, seat by seat. `caught` is
    where the dog stood that was just found, until its owner gathers the tiles. `entries` have been told.
    """

    view: State
    observer: Seat | None
    beliefs: tuple[Belief, ...]
    caught: int | None = None
    entries: int = 0

    def tell(self, event: Event) -> Knowledge:
        """Return what is known after an event of the observer's redacted log.

        Raises Impossible for what cannot have happened now.
        """
        entry = self.entries + 1
        if isinstance(event, Undone):
            return replace(self, entries=entry)
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
        beliefs = told(self.beliefs, self.view, event, entry)
        return Knowledge(rules.evolve(self.view, event), self.observer, beliefs, caught, entry)

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

    def seen_by_others(self) -> Knowledge:
        """Return what everybody can know who watches, and has no dog here to know about."""
        return replace(self, view=redact(self.view, None), observer=None)

    def positions(self, seat: Seat, model: Model = LOGIC) -> Mapping[int, Fraction]:
        """Return how likely the dog of `seat` stands at each position from 1 to 5.

        No position for a seat that is out. While tiles are being set up anew each has a fifth.
        """
        if seat not in self.hiding:
            return {}
        if model == CHOICE and self.view.dogs[seat] is None:
            return self.beliefs[seat].positions()
        where = [dogs[seat] for dogs in self._worlds((seat,))]
        return {position: Fraction(where.count(position), len(where)) for position in sorted(DOORS)}

    def search(self, doors: Collection[int], leader: Seat, model: Model = LOGIC) -> Outcome:
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

        if model == CHOICE:
            return outcome(agreed, self._first(searched, opened))

        def first(dogs: Dogs) -> Seat | None:
            return next((seat for seat in searched if dogs[seat] in opened), None)

        return outcome(agreed, _alike(self._worlds(self.hiding), first))

    def accusation(self, position: int, model: Model = LOGIC) -> Outcome:
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
        worlds = _alike(self._worlds((accuser, leader)), lambda dogs: dogs[leader] == position)
        if model == CHOICE:
            hit = self.positions(leader, CHOICE)[position]
            return outcome(
                pointed, [(hit if dogs[leader] == position else 1 - hit, dogs) for _, dogs in worlds]
            )
        return outcome(pointed, worlds)

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

    def _first(self, order: Sequence[Seat], opened: frozenset[int]) -> Iterator[tuple[Fraction, Dogs]]:
        """Give who is found first under `choice`, and that nobody is, each with a world where it is so."""
        left = Fraction(1)
        spared: dict[Seat, int] = {}
        for place, seat in enumerate(order):
            positions = {where: chance for where, chance in self.positions(seat, CHOICE).items() if chance}
            hit = sum((chance for where, chance in positions.items() if where in opened), Fraction(0))
            later = {other: min(DOORS) for other in order[place + 1 :]}
            if hit:
                yield left * hit, {**spared, seat: min(positions.keys() & opened), **later}
            if hit == 1:
                return
            left, spared = left * (1 - hit), {**spared, seat: min(positions.keys() - opened)}
        yield left, spared


def _alike(worlds: Iterable[Dogs], kind: Callable[[Dogs], object]) -> Sequence[tuple[Fraction, Dogs]]:
    """Return one world of each kind with the share of its kind: worlds of a kind end alike."""
    example: dict[object, Dogs] = {}
    count: dict[object, int] = {}
    for dogs in worlds:
        key = kind(dogs)
        example.setdefault(key, dogs)
        count[key] = count.get(key, 0) + 1
    return [(Fraction(count[key], sum(count.values())), dogs) for key, dogs in example.items()]


def begin(
    setup: Setup, observer: Seat | None, events: Iterable[Event] = (), conduct: Conduct = USUAL
) -> Knowledge:
    """Return the knowledge of a seat after its redacted log; raises Impossible, SaidError for the set-up.

    `conduct` is the model of how players choose.
    """
    beliefs = (unknown(conduct),) * len(setup.seats)
    return Knowledge(redact(rules.start(setup), observer), observer, beliefs).tell_all(events)
