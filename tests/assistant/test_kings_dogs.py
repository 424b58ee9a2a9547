"""What can be known in King's Dogs, against games played out with every possible placing of the dogs."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from assistant.__main__ import main
from assistant.kings_dogs.belief import unknown
from assistant.kings_dogs.habits import USUAL
from assistant.kings_dogs.knowledge import Knowledge, begin
from assistant.kings_dogs.outcome import End, Outcome
from assistant.knowledge import CHOICE, Impossible
from engine import games, log
from engine.chance import Chance
from engine.core import Seat, Setup, Undone, redact
from engine.kings_dogs import table as t
from engine.kings_dogs.table import DOORS, Phase, State
from engine.log import Saved
from engine.match import Match
from engine.play import play
from tests.kings_dogs.tables import A, B, C, Table, answering, table, up

EXAMPLE = Path(__file__).parents[1] / "data" / "kings_dogs" / "example.jsonl"
FIFTH, THIRD = Fraction(1, 5), Fraction(1, 3)

Capture = pytest.CaptureFixture[str]


def knows(state: State, observer: Seat | None = A) -> Knowledge:
    """What a seat that sees this table knows."""
    return Knowledge(redact(state, observer), observer, (unknown(USUAL),) * state.seats)


def behind(**chances: Fraction | int) -> dict[int, Fraction]:
    """A chance for each of the five positions, those not named 0: behind(p1=..., p3=...)."""
    return {position: Fraction(chances.get(f"p{position}", 0)) for position in range(1, 6)}


# --- where a dog can be


def test_kd_t16_two_tiles_up_leave_a_third_each():
    known = knows(table(2, face_up=up({2, 4}, set())), observer=B)
    assert known.positions(A) == behind(p1=THIRD, p3=THIRD, p5=THIRD)


def test_kd_t16_a_reshuffle_makes_it_a_fifth_each():
    state = answering(table(2, face_up=up({2, 4}, set())), {5}, B, leader=A)
    known = knows(state, observer=B).tell_all([t.Accused(B, 5), t.TileTurned(A, 5, True)])
    assert known.positions(A) == behind(p5=1)
    known = known.tell(t.PenaltyTaken(A))
    assert known.positions(A) == dict.fromkeys(range(1, 6), FIFTH)
    assert known.tell(t.TilesSet(A)).positions(A) == dict.fromkeys(range(1, 6), FIFTH)


def test_kd_t16_the_own_reshuffle_changes_nothing_about_others():
    state = answering(table(2, face_up=up({2}, {1, 3})), {5}, B, leader=A)
    known = knows(state).tell_all([t.Accused(B, 5), t.TileTurned(A, 5, True), t.PenaltyTaken(A)])
    known = known.tell(t.TilesSet(A, 4))
    assert known.positions(A) == behind(p4=1)
    assert known.positions(B) == behind(p2=THIRD, p4=THIRD, p5=THIRD)


def test_an_onlooker_knows_no_dog():
    assert knows(table(2), observer=None).positions(A) == dict.fromkeys(range(1, 6), FIFTH)


def test_who_is_out_has_no_dog():
    known = knows(table(3, alive=(True, False, True), penalty=(0, 3, 0), left=(B,)))
    assert (known.positions(B), known.hiding) == ({}, (A, C))


@pytest.mark.parametrize("seats", range(2, 6))
@pytest.mark.parametrize("options", [{}, {"placement": "choose", "score_timing": "immediate"}], ids=str)
def test_a_whole_game_is_believed_and_its_dogs_are_never_excluded(seats: int, options: dict[str, Any]):
    setup = Setup("kings_dogs", tuple("ABCDE"[:seats]), options=options)
    match = Match(games.load("kings_dogs"), setup, Chance(seats))
    play(match, dict.fromkeys(range(seats), games.bots("kings_dogs")["random"]))
    assert match.result
    for observer in (0, None):
        known, state = begin(setup, observer), match.game.start(setup)
        for event in match.log:
            known, state = known.tell(redact(event, observer)), match.game.evolve(state, event)
            assert known.view == redact(state, observer)
            for seat in known.hiding:
                if state.dogs[seat] is not None:
                    assert known.positions(seat)[state.dogs[seat]] > 0


def test_an_undo_leaves_what_is_known_as_it_is():
    known = knows(table(2))
    assert known.tell(Undone(A, 1)) == replace(known, entries=1)


# --- what cannot have happened


SEARCHED = replace(answering(table(3), {2}, B), phase=Phase.SEARCH, to_answer=None, searched=B)


@pytest.mark.parametrize(
    ("state", "event", "reason"),
    [
        (SEARCHED, t.TileTurned(B, 6, False), "Every player has five tiles, numbered 1 to 5."),
        (
            replace(SEARCHED, face_up=up(set(), {2}, set())),
            t.TileTurned(B, 2, True),
            "Tile 2 of 1 lies face up already.",
        ),
        (
            replace(SEARCHED, found=B),
            t.TileTurned(C, 2, True),
            "A dog has been found already, so nothing more is turned up.",
        ),
        (
            replace(SEARCHED, open=DOORS, face_up=up(set(), {1, 3, 4, 5}, set())),
            t.TileTurned(B, 2, False),
            "Tile 2 of 1 must be the dog.",
        ),
        (replace(SEARCHED, searched=A), t.TileTurned(A, 2, True), "The dog of 0 does not stand at 2."),
        (SEARCHED, t.TileTurned(B, 3, False), "This does not come next by the rules."),
        (SEARCHED, t.TileTurned(C, 2, False), "This does not come next by the rules."),
        (answering(table(3), {2}, B), t.Agreed(C), "It is the turn of 1, not of 2."),
        (
            answering(table(3), {1, 2, 3, 4}, B),
            t.Rejected(B, frozenset({5})),
            "With three or more doors open nobody may reject.",
        ),
        (answering(table(3), {2}, B), t.Raised(B, 2), "2 is open already."),
        (table(3), t.DoorOpened(A, 6), "That cannot be done now."),
        (table(3, unset=frozenset({B})), t.TilesSet(B, 7), "Every player has five tiles, numbered 1 to 5."),
        (table(3, phase=Phase.OVER, end="points"), t.DoorOpened(A, 1), "The game is over."),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_is_refused_with_a_sentence_and_nothing_is_lost(state, event, reason):
    known = knows(state)
    before = (known.view, known.positions(B))
    with pytest.raises(Impossible) as refused:
        known.tell(event)
    assert str(refused.value) == reason
    assert (known.view, known.positions(B)) == before


# --- what a search or an accusation brings


def worlds(state: State, observer: Seat | None) -> list[State]:
    """The table with every placing of the dogs that the observer cannot exclude."""
    where = [
        (state.dogs[seat],)
        if seat == observer
        else sorted(DOORS - state.face_up[seat])
        if state.alive[seat]
        else (None,)
        for seat in range(state.seats)
    ]
    return [replace(state, dogs=dogs) for dogs in product(*where)]


def end_of(match: Table) -> End:
    """How a table ended, read from what happened; the accuser's reward is the last X on offer."""
    if match.state.phase is Phase.REWARD:
        match.step([action for action in match.legal() if isinstance(action, t.TurnOwnX)][-1])
    found = [event.seat for event in match.happened if isinstance(event, t.TileTurned) and event.dog]
    scored = [seat for event in match.happened if isinstance(event, t.Scored) for seat in event.seats]
    out = [event.seat for event in match.happened if isinstance(event, t.Eliminated)]
    winners = match.result.winners if match.result else ()
    return End(*(found or [None]), tuple(sorted(scored)), *(out or [None]), winners)


def tally(ends: list[End]) -> dict[End, Fraction]:
    return {end: Fraction(n, len(ends)) for end, n in Counter(ends).items()}


def drawn_table(rng: Random, seats: int) -> State:
    """Some table before a round, at least two of its players still in the game."""
    out = rng.sample(range(seats), rng.randrange(seats - 1))
    alive = tuple(seat not in out for seat in range(seats))
    dogs = tuple(rng.choice(sorted(DOORS)) if living else None for living in alive)
    return table(
        seats,
        {"score_timing": rng.choice(("end_of_search", "immediate"))},
        alive=alive,
        left=tuple(out),
        dogs=dogs,
        face_up=tuple(
            frozenset(rng.sample(sorted(DOORS - {dog}), rng.randrange(3))) if dog else frozenset()
            for dog in dogs
        ),
        score=tuple(rng.randrange(2) for _ in alive),
        penalty=tuple(rng.randrange(3) if living else 3 for living in alive),
        leader=rng.choice([seat for seat, living in enumerate(alive) if living]),
    )


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(4))
def test_a_search_ends_as_often_as_in_games_played_out_with_every_placing(seats: int, seed: int):
    rng = Random(f"{seats} {seed}")
    state = drawn_table(rng, seats)
    doors = frozenset(rng.sample(sorted(DOORS), rng.randint(1, 5)))
    last = next(seat for seat in state.living if state.next_alive(seat) == state.leader)
    agreed = len(state.living) - 2
    ends = []
    for world in worlds(state, state.leader):
        match = Table(answering(world, set(doors), last, agreed, state.leader))
        ends.append(end_of(match.play(t.Agree())))
    assert dict(knows(state, state.leader).search(doors, state.leader).ends) == tally(ends)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(3))
def test_an_accusation_ends_as_often_as_in_games_played_out_with_every_placing(seats: int, seed: int):
    rng = Random(f"accuse {seats} {seed}")
    drawn = drawn_table(rng, seats)
    accuser = drawn.next_alive(drawn.leader)
    state = answering(drawn, {3}, accuser, leader=drawn.leader)
    position = rng.choice(sorted(DOORS - state.face_up[state.leader]))
    ends = [end_of(Table(world).play(t.Accuse(position))) for world in worlds(state, accuser)]
    assert dict(knows(state, accuser).accusation(position).ends) == tally(ends)


def test_kd_r12_who_comes_first_is_found_first():
    found = knows(table(3, dogs=(1, 5, 5)), observer=A).search({1, 2}, leader=B)
    assert [found.found(seat) for seat in (B, C, A)] == [Fraction(2, 5), Fraction(6, 25), Fraction(9, 25)]
    assert found.found(None) == 0


def test_kd_r15_with_two_tiles_up_an_x_scores_and_may_win():
    state = table(2, dogs=(5, 5), face_up=up({1, 2}, set()), score=(1, 0))
    found = knows(state).search({3}, leader=A)
    assert (found.scores(A), found.wins(A), found.won, found.eliminated(A)) == (1, 1, 1, 0)
    assert (found.scores(B), found.wins(B)) == (0, 0)


def test_kd_t13_the_last_penalty_of_one_of_two_ends_the_game():
    state = answering(table(2, penalty=(2, 0)), {2}, B)
    found = knows(state, observer=B).accusation(5)
    assert found == Outcome(((End(), Fraction(4, 5)), (End(A, (), A, (B,)), FIFTH)))


@pytest.mark.parametrize(
    ("ask", "reason"),
    [
        (lambda known: known.search({6}, A), "The doors are numbered 1 to 5."),
        (lambda known: known.search((), A), "The doors are numbered 1 to 5."),
        (lambda known: known.search({1}, 7), "Only a player who is still in the game can lead."),
        (
            lambda known: known.accusation(1),
            "This can be asked only while somebody has to open or to answer.",
        ),
    ],
)
def test_what_cannot_be_asked_is_refused(ask: Any, reason: str):
    with pytest.raises(Impossible) as refused:
        ask(knows(table(3)))
    assert str(refused.value) == reason


# --- the command line


def run(capsys: Capture, *arguments: object) -> tuple[int, str, str]:
    code = main(("kings_dogs", *map(str, arguments)))
    return code, *capsys.readouterr()


def test_the_command_line_says_where_the_dogs_can_be(capsys: Capture):
    code, out, _ = run(capsys, EXAMPLE)
    rows = [line.split() for line in out.splitlines()[3:]]
    assert code == 0
    assert rows == [
        ["1", "2", "3", "4", "5"],
        ["Ann", "0", "1", "0", "0", "0"],
        ["Bình", "0", "1/4", "1/4", "1/4", "1/4"],
        ["Cho", "1/3", "0", "1/3", "0", "1/3"],
    ]


def test_the_command_line_says_what_a_search_brings(capsys: Capture):
    code, out, _ = run(capsys, EXAMPLE, "--search", "1,3", "--json")
    search = json.loads(out)["search"]
    assert (code, search["leader"], search["nobody_found"]) == (0, "Ann", "1/4")
    assert {end["found"]: end["p"] for end in search["ends"]} == {"Cho": "1/2", "Bình": "1/4", None: "1/4"}
    assert search["players"]["Cho"]["scores"] == "1/4"


def test_the_command_line_speaks_vietnamese(capsys: Capture):
    _, out, _ = run(capsys, EXAMPLE, "--search", "1", "--lang", "vi")
    assert "Chó của Cho bị tìm thấy." in out


def test_a_line_that_cannot_be_true_exits_with_1_and_names_it(tmp_path: Path, capsys: Capture):
    told = EXAMPLE.read_text("utf-8") + '{"event": "DoorOpened", "by": 1, "door": 3}\n'
    wrong, line = tmp_path / "wrong.jsonl", told.count("\n")
    wrong.write_text(told, "utf-8")
    reason = "It is the turn of Ann, not of Bình."
    assert run(capsys, wrong) == (1, "", f"{wrong}:{line}: {reason}\n")
    code, out, _ = run(capsys, wrong, "--json")
    assert (code, json.loads(out)) == (1, {"consistent": False, "line": line, "reason": reason})


def test_a_game_that_shows_all_dogs_exits_with_2(tmp_path: Path, capsys: Capture):
    match = Match(games.load("kings_dogs"), Setup("kings_dogs", ("An", "Bo")), Chance(1))
    whole = tmp_path / "whole.jsonl"
    whole.write_text(log.dump(Saved(match.setup, "all", tuple(match.log))), "utf-8")
    reason = "This file shows all dogs: save the game as one player saw it."
    assert run(capsys, whole) == (2, "", f"{whole}:1: {reason}\n")


def test_a_search_asked_for_in_the_middle_of_one_exits_with_2(tmp_path: Path, capsys: Capture):
    searching = tmp_path / "searching.jsonl"
    searching.write_text(EXAMPLE.read_text("utf-8").split("# Bình flips")[0], "utf-8")
    reason = "This can be asked only while somebody has to open or to answer."
    assert run(capsys, searching, "--search", "1") == (2, "", f"{searching}:25: {reason}\n")


def test_a_dog_that_was_just_found_is_shown_where_it_stands(tmp_path: Path, capsys: Capture):
    found = tmp_path / "found.jsonl"
    found.write_text(EXAMPLE.read_text("utf-8").split("# Bình flips")[0], "utf-8")
    assert ["Bình", "0", "0", "0", "1", "0"] in [line.split() for line in run(capsys, found)[1].splitlines()]


def test_a_game_of_something_else_exits_with_2(capsys: Capture, tmp_path: Path):
    other = tmp_path / "cluedo.jsonl"
    other.write_text(log.dump(Saved(Setup("cluedo", ("An", "Bo", "Chi")), 0, ())), "utf-8")
    assert run(capsys, other) == (2, "", f"{other}:1: This saved game is not one of King’s Dogs.\n")


def test_a_cut_off_game_exits_with_2_and_one_line(capsys: Capture, tmp_path: Path):
    cut_off = tmp_path / "cut.jsonl"
    cut_off.write_text(EXAMPLE.read_text("utf-8").split('"by": 2, "door": 4')[0], "utf-8")
    code, out, err = run(capsys, cut_off)
    assert (code, out) == (2, "")
    assert err == f"{cut_off}:13: This line is damaged or cut off.\n"


def test_the_command_line_reads_answers_under_choice_exactly_as_json(capsys: Capture):
    code, out, _ = run(capsys, EXAMPLE, "--model", "choice", "--search", "1,3", "--json")
    answer, saved = json.loads(out), log.parse(EXAMPLE.read_text("utf-8"))
    known = begin(saved.setup, A, saved.events)
    assert (code, answer["model"]) == (0, "choice")
    assert {int(where): Fraction(p) for where, p in answer["positions"]["Cho"].items()} == {
        where: chance for where, chance in known.positions(C, CHOICE).items() if chance
    }
    assert Fraction(answer["search"]["nobody_found"]) == known.search({1, 3}, A, CHOICE).found(None)
    assert answer["evidence"]["Bình"]["answers_since_set_up"] == 1


def test_the_command_line_names_the_model_and_its_evidence(capsys: Capture):
    _, out, _ = run(capsys, EXAMPLE, "--model", "choice")
    assert "Model “choice”: a player looks after the own dog" in out
    assert "From 2 openings and answers Cho is expected to look after the own dog 66% of the time" in out


def test_the_command_line_takes_a_habit_that_everybody_is_said_to_have(capsys: Capture):
    _, out, _ = run(capsys, EXAMPLE, "--model", "choice", "--habit", "0,0", "--json")
    assert json.loads(out)["positions"]["Cho"] == {"1": "1/3", "3": "1/3", "5": "1/3"}


@pytest.mark.parametrize("wrong", ["1,0", "a,b", "1/2", "1/0,0"])
def test_a_habit_that_cannot_be_exits_with_2(wrong: str, capsys: Capture):
    with pytest.raises(SystemExit, match="2"):
        run(capsys, EXAMPLE, "--habit", wrong)
    assert "PROTECT" in capsys.readouterr().err
