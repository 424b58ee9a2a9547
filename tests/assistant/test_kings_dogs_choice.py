"""What answers say about dogs (`choice`), against every dog and habit tried one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod

import pytest

from assistant.kings_dogs.belief import unknown
from assistant.kings_dogs.habits import USUAL, Conduct, Habit, Leanings, always
from assistant.kings_dogs.knowledge import Knowledge, begin
from assistant.kings_dogs.outcome import End
from assistant.kings_dogs.player import Habitual
from assistant.knowledge import CHOICE
from engine import games
from engine.chance import Chance
from engine.core import Action, Event, SaidError, Seat, Setup, redact
from engine.kings_dogs import rules
from engine.kings_dogs import table as t
from engine.kings_dogs.table import DOORS, State
from engine.match import Match
from engine.play import play
from tests.assistant.test_kings_dogs import end_of
from tests.kings_dogs.tables import A, B, C, Table, table

HALF = Fraction(1, 2)
SMALL = Conduct(
    ((Habit(Fraction(3, 4), Fraction(1, 8)), 2), (Habit(Fraction(0), HALF), 1)), Leanings(3, 2, 4, 1)
)
WEIGHTS = {t.Open: 1, t.Agree: 3, t.Raise: 2, t.Reject: 4, t.Accuse: 1}


# --- the model, written down a second time: over the real actions, one player's dog at a time


def doors_of(action: Action, view: State) -> set[int]:
    """The doors behind which a search would look if all agreed."""
    match action:
        case t.Open(door):
            return {door}
        case t.Agree():
            return set(view.open)
        case t.Raise(door):
            return {*view.open, door}
        case t.Reject(doors):
            return set(doors)
    return set()


def picked(action: Action, among: Sequence[Action]) -> Fraction:
    """The chance of an action: first its kind by weight, then any of the kind."""
    if action not in among:
        return Fraction(0)
    kinds = {type(other) for other in among}
    same = [other for other in among if type(other) is type(action)]
    return Fraction(WEIGHTS[type(action)], sum(WEIGHTS[kind] for kind in kinds)) / len(same)


def chance_of(action: Action, view: State, habit: Habit, dog: int) -> Fraction:
    legal = rules.legal(view)
    safe = [other for other in legal if dog not in doors_of(other, view)]
    risky = [other for other in legal if dog in doors_of(other, view)]
    rest = 1 - habit.protect - habit.bluff
    return (
        habit.protect * picked(action, safe)
        + habit.bluff * picked(action, risky)
        + rest * picked(action, legal)
    )


def action_of(event: Event) -> tuple[Seat, Action] | None:
    match event:
        case t.DoorOpened(by, door):
            return by, t.Open(door)
        case t.Agreed(by):
            return by, t.Agree()
        case t.Raised(by, door):
            return by, t.Raise(door)
        case t.Rejected(by, doors):
            return by, t.Reject(doors)
        case t.Accused(by, position):
            return by, t.Accuse(position)
    return None


def tried(setup: Setup, events: Sequence[Event], seat: Seat, conduct: Conduct) -> dict[int, Fraction]:
    """Where the dog of `seat` is, from trying every habit with every dog in each of its sets of tiles."""
    sets: list[list[tuple[Event, State]]] = [[]]
    state = rules.start(setup)
    for event in events:
        gathers = (isinstance(event, t.PenaltyTaken) and event.seat == seat) or (
            isinstance(event, t.Scored) and seat in event.seats
        )
        sets = [*sets, []] if gathers else [*sets[:-1], [*sets[-1], (event, state)]]
        state = rules.evolve(state, event)

    def fits(dog: int, habit: Habit, happened: list[tuple[Event, State]]) -> Fraction:
        chance = Fraction(1, 5)
        for event, view in happened:
            answer = action_of(event)
            if answer and answer[0] == seat:
                chance *= chance_of(answer[1], view, habit, dog)
            if isinstance(event, t.TileTurned) and event.seat == seat:
                chance *= (event.position == dog) == event.dog
        return chance

    tables = [
        (weight, [{dog: fits(dog, habit, happened) for dog in DOORS} for happened in sets])
        for habit, weight in conduct.habits
    ]
    found = dict.fromkeys(range(1, 6), Fraction(0))
    for weight, chances in tables:
        for dogs in product(sorted(DOORS), repeat=len(sets)):
            found[dogs[-1]] += weight * prod(likely[dog] for likely, dog in zip(chances, dogs, strict=True))
    return {dog: chance / sum(found.values()) for dog, chance in found.items()}


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_belief_is_that_of_every_habit_and_dog_tried_one_by_one(seats: int):
    setup = Setup("kings_dogs", tuple("ABCDE"[:seats]), options={"max_rounds": 8})
    compared = 0
    for seed in range(3):
        match = Match(rules, setup, Chance(seed))
        play(match, dict.fromkeys(range(seats), Habitual))
        for length in range(0, len(match.log), 7):
            events = [redact(event, None) for event in match.log[:length]]
            known = begin(setup, None, events, SMALL)
            for seat in known.hiding:
                if known.beliefs[seat].answers and sum(map(_gathers(seat), events)) < 4:
                    assert known.positions(seat, CHOICE) == tried(setup, events, seat, SMALL)
                    compared += 1
    assert compared > 20


def _gathers(seat: Seat) -> Callable[[Event], bool]:
    def gathers(event: Event) -> bool:
        found = isinstance(event, t.PenaltyTaken) and event.seat == seat
        return found or (isinstance(event, t.Scored) and seat in event.seats)

    return gathers


# --- what it comes to


def heard(*answers: Event, conduct: Conduct = USUAL, state: State | None = None) -> Knowledge:
    """What A knows after these answers at a new table of three."""
    view = redact(state or table(3), A)
    return Knowledge(view, A, (unknown(conduct),) * 3).tell_all(answers)


def test_who_opens_a_door_seldom_has_the_dog_there():
    known = heard(t.DoorOpened(A, 2), t.Agreed(B), conduct=always(Fraction(9, 10), Fraction(0)))
    where = known.positions(B, CHOICE)
    assert where[2] < Fraction(1, 20)
    assert len({where[1], where[3], where[4], where[5]}) == 1
    assert known.positions(C, CHOICE) == dict.fromkeys(range(1, 6), Fraction(1, 5))


def test_who_rejects_a_door_probably_has_the_dog_there():
    where = heard(t.DoorOpened(A, 2), t.Rejected(B, frozenset({1, 3}))).positions(B, CHOICE)
    assert where[2] > where[4] == where[5] > Fraction(1, 5) > where[1] == where[3]


def test_a_player_without_heed_tells_nothing():
    heedless = always(Fraction(0), Fraction(0))
    known = heard(t.DoorOpened(A, 2), t.Agreed(B), t.Raised(C, 4), conduct=heedless)
    assert known.positions(C, CHOICE) == known.positions(C)


def test_a_bluffer_tells_the_opposite():
    bluffer = always(Fraction(0), Fraction(9, 10))
    where = heard(t.DoorOpened(A, 2), t.Agreed(B), conduct=bluffer).positions(B, CHOICE)
    assert where[2] > HALF


def test_the_evidence_is_counted_and_starts_anew_with_the_tiles():
    answers = [t.DoorOpened(A, 2), t.Raised(B, 3), t.Agreed(C), t.Agreed(A)]
    known = heard(*answers)
    assert [belief.answers for belief in known.beliefs] == [(1, 4), (2,), (3,)]
    known = known.tell_all([t.Searched(B), t.TileTurned(B, 2, True), t.PenaltyTaken(B)])
    assert (known.beliefs[B].answers, known.beliefs[B].heard) == ((), 1)


def test_a_found_dog_teaches_the_habit_and_the_next_set_of_tiles_starts_even():
    known = heard(t.DoorOpened(A, 2), t.Raised(B, 3), t.Agreed(C), t.Agreed(A), t.Searched(B))
    careless = known.tell_all([t.TileTurned(B, 2, True), t.PenaltyTaken(B)])
    assert careless.beliefs[B].protects < known.beliefs[B].protects
    assert careless.positions(B, CHOICE) == dict.fromkeys(range(1, 6), Fraction(1, 5))


@pytest.mark.parametrize("seats", [2, 4])
def test_choice_thinks_possible_exactly_what_logic_does(seats: int):
    setup = Setup("kings_dogs", tuple("ABCD"[:seats]))
    match = Match(games.load("kings_dogs"), setup, Chance(5))
    play(match, dict.fromkeys(range(seats), games.bots("kings_dogs")["random"]))
    for observer in (A, None):
        known = begin(setup, observer)
        for event in match.log:
            known = known.tell(redact(event, observer))
            for seat in known.hiding:
                counted, read = known.positions(seat), known.positions(seat, CHOICE)
                assert {where for where in read if read[where]} == {
                    where for where in counted if counted[where]
                }
                assert sum(read.values()) == 1


def test_what_the_others_can_think_of_me_comes_from_my_answers_not_from_my_dog():
    elsewhere = [
        heard(t.DoorOpened(A, 2), state=table(3, dogs=(dog, 5, 5))).seen_by_others() for dog in (2, 5)
    ]
    assert elsewhere[0].positions(A, CHOICE) == elsewhere[1].positions(A, CHOICE)
    assert elsewhere[0].positions(A, CHOICE)[2] < Fraction(1, 5) == elsewhere[0].positions(A)[2]


@pytest.mark.parametrize("habit", [(1, 0), (HALF, HALF), (-HALF, HALF)])
def test_a_habit_that_would_make_answers_certain_evidence_is_refused(habit):
    with pytest.raises(SaidError, match="must stay below 100%"):
        always(*map(Fraction, habit))


# --- what a search or an accusation brings


def weighed(known: Knowledge, state: State, *last: Action) -> dict[End, Fraction]:
    """Every placing of the dogs played out, weighed by what is believed of each player."""
    where = [known.positions(seat, CHOICE) for seat in range(state.seats)]
    ends: dict[End, Fraction] = {}
    for dogs in product(sorted(DOORS), repeat=state.seats):
        if chance := prod(positions[dog] for positions, dog in zip(where, dogs, strict=True)):
            end = end_of(Table(replace(state, dogs=dogs)).play(*last))
            ends[end] = ends.get(end, Fraction(0)) + chance
    return ends


def test_a_search_ends_as_in_all_placings_weighed_by_belief():
    known = heard(t.DoorOpened(A, 2), t.Raised(B, 3), t.Agreed(C), state=table(3, score=(1, 1, 1)))
    end = replace(known.view, agrees=1)
    assert dict(known.search({2, 3}, B, CHOICE).ends) == weighed(known, end, t.Agree())


def test_an_accusation_ends_as_in_all_placings_weighed_by_belief():
    known = heard(t.DoorOpened(A, 2), t.Raised(B, 3), state=table(3, penalty=(0, 2, 0)))
    assert known.view.to_answer == C
    assert dict(known.accusation(4, CHOICE).ends) == weighed(known, known.view, t.Accuse(4))
