"""What happened in a game of King's Dogs, told as sentences from one seat."""

from __future__ import annotations

from random import Random

from assistant.kings_dogs.naming import naming
from assistant.kings_dogs.story import story
from assistant.words import say
from engine.chance import Chance
from engine.core import Event, Seat, Setup, Undone
from engine.kings_dogs import rules
from engine.kings_dogs import table as t
from engine.match import Match

NAMES = naming(("An", "Bình", "Chi"))


def told(*events: Event, viewer: Seat | None = None) -> list[str]:
    return [say(entry.message, names=NAMES) for entry in story(events, viewer)]


def test_a_round_is_told_from_its_door_to_its_penalty() -> None:
    assert told(
        t.LeaderChosen(0),
        t.DoorOpened(0, 2),
        t.Raised(1, 4),
        t.Rejected(2, frozenset({1, 3, 5})),
        t.Agreed(0),
        t.Agreed(1),
        t.Searched(2),
        t.TileTurned(2, 1, False),
        t.Searched(0),
        t.TileTurned(0, 1, True),
        t.PenaltyTaken(0),
    ) == [
        "An leads the first round.",
        "An opens door 2.",
        "Bình raises, opens door 4 too and leads.",
        "Chi rejects, opens door 1, door 3 and door 5 instead and leads.",
        "An agrees.",
        "Bình agrees.",
        "All agree, and the search begins with Chi.",
        "Chi turns up 1: an X.",
        "The dog of An is found at 1!",
        "An takes a penalty chip and sets up anew.",
    ]


def test_an_accusation_names_the_leader_of_that_moment() -> None:
    events = (t.LeaderChosen(0), t.DoorOpened(0, 2), t.Raised(1, 4), t.Accused(2, 3))
    assert told(*events)[-1] == "Chi accuses: the dog of Bình is at 3."
    assert told(*events, viewer=1)[-1] == "Chi accuses you: your dog is at 3."
    assert told(*events, viewer=2)[-1] == "You accuse: the dog of Bình is at 3."


def test_a_score_is_told_to_who_gets_it() -> None:
    assert told(t.Scored((0, 2))) == ["A score chip for An and Chi."]
    assert told(t.Scored((0, 2)), viewer=2) == ["A score chip for you and for An."]
    assert told(t.Scored((2,)), viewer=2) == ["A score chip for you!"]


def test_the_search_begins_once_also_where_somebody_scores_in_its_middle() -> None:
    """KD-G2, immediate scoring."""
    events = (t.Searched(0), t.TileTurned(0, 1, False), t.Scored((0,)), t.TilesSet(0), t.Searched(1))
    assert [text for text in told(*events) if "search begins" in text] == [
        "All agree, and the search begins with An."
    ]


def test_an_entry_is_a_round() -> None:
    events = (t.LeaderChosen(0), t.DoorOpened(0, 2), t.Agreed(1), t.RoundEnded(), t.DoorOpened(0, 3))
    assert [entry.entry for entry in story(events, None)] == [None, 1, None, 2]


def test_a_move_that_was_taken_back_is_told() -> None:
    assert told(Undone(0, 1)) == ["A move was taken back."]


def test_where_somebody_sets_up_the_dog_is_never_told() -> None:
    """KD-R4: the same sentences wherever the dogs of others stand."""
    rng = Random(2)
    match = Match(rules, Setup("kings_dogs", ("An", "Bình", "Chi")), Chance(2))
    while match.decider is not None:
        match.step(rng.choice(match.legal()))
    whole = [entry.message for entry in story(match.log, 0)]
    assert whole == [entry.message for entry in story(match.seen(0), 0)]
