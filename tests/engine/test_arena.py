"""The arena: fair seats, honest intervals, exact repetition, and which bots of Cluedo are stronger."""

import json
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

from engine import arena, games
from engine.arena import Block, Contest, Report, main, play_block, run
from engine.bots import RandomBot
from engine.cluedo import table as t
from engine.core import Result, SaidError

NO_WATSON = (
    "There is no bot called watson. There are random, seen_only, sheet, or your own as package.module:Class."
)


def contest(seats, game="cluedo", bots=None, seed=1, **options):
    bots = bots or games.bots(game)
    return Contest(game, tuple(seats.split(",")), bots, seed, "", options, budget=1.0)


def block(wins, games=3):
    return Block(wins, ("solved",) * games, decisions=10, seconds=1.0)


class Rememberer(RandomBot):
    """Plays at random and leaves behind on which seat it got which hand."""

    hands: dict[str, set[tuple[int, frozenset[str]]]]
    name: str

    def __init__(self, game, setup, seat, budget=1.0):
        super().__init__(game, setup, seat, budget)
        self.hands.setdefault(self.name, set())

    def notice(self, event):
        if isinstance(event, t.HandDealt) and event.cards is not None:
            self.hands[self.name].add((event.seat, event.cards))


def rememberers(names, hands):
    return {name: type(name, (Rememberer,), {"name": name, "hands": hands}) for name in names}


def test_in_a_block_every_bot_plays_every_hand_of_one_deal():
    hands = {}
    played = play_block(contest("p,q,r", bots=rememberers("pqr", hands), board="rooms_only"), 0)
    assert len(played.endings) == 3
    assert hands["p"] == hands["q"] == hands["r"]
    assert sorted(seat for seat, _ in hands["p"]) == [0, 1, 2]


def test_another_block_is_another_deal():
    first, second = {}, {}
    play_block(contest("p,q", bots=rememberers("pq", first), board="rooms_only"), 0)
    play_block(contest("p,q", bots=rememberers("pq", second), board="rooms_only"), 1)
    assert first != second


def test_rotations_that_seat_everybody_the_same_are_played_once():
    assert contest("sheet,random,sheet,random").rotations == (
        ("sheet", "random", "sheet", "random"),
        ("random", "sheet", "random", "sheet"),
    )


def test_a_rate_is_wins_per_game_and_seat_with_equal_names_pooled():
    report = Report(
        contest("sheet,random,random"),
        (block({"sheet": 2, "random": 1}), block({"sheet": 1, "random": 2})),
    )
    assert report.rate("sheet").mean == pytest.approx(3 / 6)
    assert report.rate("random").mean == pytest.approx(3 / 12)
    assert report.difference("sheet", "random").mean == pytest.approx(1 / 4)


def width(estimate):
    return estimate.high - estimate.low


def test_a_difference_is_taken_within_blocks_where_a_good_deal_helps_both():
    blocks = [block({"sheet": 1 + good, "random": good}) for good in (0, 1) * 20]
    report = Report(contest("sheet,random,seen_only"), (*blocks, block({"sheet": 2, "random": 0})))
    difference = report.difference("sheet", "random")
    assert difference.low < 1 / 3 < difference.high
    assert width(difference) < width(report.rate("sheet")) / 2


def test_all_consecutive_bots_must_differ_to_be_separated():
    always = block({"sheet": 3, "seen_only": 0, "random": 0})
    report = Report(contest("sheet,seen_only,random"), (always,) * 60)
    assert report.difference("sheet", "seen_only").excludes(0)
    assert not report.difference("seen_only", "random").excludes(0)
    assert not report.separated()


def ended_at_once(result):
    """Return a game that is over before it begins."""
    return SimpleNamespace(
        start=lambda setup: result,
        decider=lambda state: None,
        follow=lambda state: None,
        result=lambda state: state,
    )


def test_a_shared_victory_counts_in_parts(monkeypatch):
    shared = Result((0, 1), (1, 1, 3), "points")
    monkeypatch.setattr(arena.games, "load", lambda name: ended_at_once(shared))
    played = play_block(contest("random,random,sheet"), 0)
    assert played.wins == {"random": pytest.approx(2), "sheet": pytest.approx(1)}
    assert played.endings == ("points",) * 3


def test_where_victories_are_shared_the_table_says_how_often_each_lost(monkeypatch):
    monkeypatch.setattr(arena.games, "load", lambda name: ended_at_once(Result((0, 1), (1, 1, 3), "points")))
    report = run(contest("random,random,sheet"), 1)
    assert (report.losses("random"), report.losses("sheet")) == (2, 1)
    assert report.loss("random").mean == report.loss("sheet").mean == pytest.approx(1 / 3)
    assert "lost" in arena.as_text(report)
    assert arena.as_json(report)["bots"][0]["losses"] == 2


def test_where_one_wins_alone_losing_is_the_rest_and_not_told(monkeypatch):
    monkeypatch.setattr(arena.games, "load", lambda name: ended_at_once(Result((1,), (2, 1, 2), "solved")))
    report = run(contest("random,random,sheet"), 1)
    assert "lost" not in arena.as_text(report)
    assert "losses" not in arena.as_json(report)["bots"][0]


def test_a_game_ended_by_the_cap_is_nobodys():
    report = run(contest("random,random,random", max_turns=1), blocks=2)
    assert report.endings == {"cap": 2}
    assert report.wins("random") == report.losses("random") == 0


def plain(report):
    return {key: value for key, value in arena.as_json(report).items() if key != "decisions_per_second"}


def test_the_same_seed_gives_the_same_numbers_and_another_seed_others():
    seats = "seen_only,random,random"
    first = plain(run(contest(seats, board="rooms_only"), 2))
    assert plain(run(contest(seats, board="rooms_only"), 2)) == first
    other = plain(run(contest(seats, board="rooms_only", seed=2), 2))
    assert other["decisions"] != first["decisions"]


def test_the_numbers_do_not_hang_on_the_hash_seed():
    command = [sys.executable, "-m", "engine.arena", "cluedo", "--seats", "sheet,sheet,sheet", "--json"]
    outputs = []
    for hash_seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        done = subprocess.run(
            [*command, "--games", "2"], env=environment, capture_output=True, text=True, check=True
        )
        outputs.append({**json.loads(done.stdout), "decisions_per_second": 0})
    assert outputs[0] == outputs[1]


def test_a_run_stops_once_the_bots_are_told_apart():
    report = run(contest("sheet,random,random"), until_separated=True)
    assert len(report.blocks) in {8, 16, 32}
    assert report.separated(0.99)


def test_a_run_without_time_plays_one_block():
    assert len(run(contest("sheet,sheet", board="rooms_only"), 5, seconds=0).blocks) == 1


@pytest.mark.parametrize(
    ("seats", "board", "blocks"),
    [
        ("sheet,seen_only,seen_only", "classic", 8),
        ("sheet,sheet,seen_only,seen_only,seen_only", "classic", 6),
        ("seen_only,random,random", "rooms_only", 8),
        ("seen_only,seen_only,random,random,random", "rooms_only", 6),
    ],
)
def test_of_three_and_five_the_better_informed_bot_wins_more(seats, board, blocks):
    better, worse = dict.fromkeys(seats.split(","))
    report = run(contest(seats, seed=7, board=board), blocks)
    assert report.difference(better, worse).low > 0
    assert report.rate(better).low > 1 / len(seats.split(",")) > report.rate(worse).high


class Cheat(RandomBot):
    """Wants to end its turn, whatever the rules say."""

    def choose(self, view, rng):
        return t.EndTurn()


def test_a_bot_that_breaks_the_rules_is_named():
    with pytest.raises(SaidError) as told:
        run(contest("cheat,sheet,sheet", bots={**games.bots("cluedo"), "cheat": Cheat}), 1)
    assert str(told.value) == "cheat chose EndTurn(), which is refused: You can still move."


def test_the_table_says_who_played_and_how_sure_it_is(capsys):
    arguments = "cluedo --seats sheet,random,random --games 9 --seed 3 --option board=rooms_only"
    assert main(arguments.split()) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "cluedo, 3 players, 9 games in 3 blocks, seed 3"
    assert lines[2].split() == ["bot", "seats", "wins", "rate", "95", "%", "interval"]
    assert [line.split()[:2] for line in lines[3:5]] == [["sheet", "1"], ["random", "2"]]
    assert "sheet - random" in lines[7]
    assert lines[-1].endswith("a second of processor time")


def test_games_are_rounded_up_to_whole_blocks(capsys):
    assert main(["cluedo", "--seats", "sheet,random,random", "--games", "4", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["blocks"], report["games"]) == (2, 6)
    assert [bot["bot"] for bot in report["bots"]] == ["sheet", "random"]
    assert {"bot", "other", "difference", "low", "high"} == set(report["differences"][0])


def test_a_seat_may_be_anybodys_class(capsys):
    arguments = "kings_dogs --seats random,engine.bots:RandomBot --games 2 --json"
    assert main(arguments.split()) == 0
    assert json.loads(capsys.readouterr().out)["seats"] == ["random", "engine.bots:RandomBot"]


def test_more_bots_can_be_registered(capsys):
    arguments = ["kings_dogs", "--seats", "mine,mine", "--games", "1"]
    assert main(arguments, lambda game: {"mine": RandomBot}) == 0
    assert "mine" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("chess --seats a,b", "There is no game called chess."),
        (
            "cluedo --seats sheet,watson,sheet",
            NO_WATSON,
        ),
        ("cluedo --seats sheet", "This game is for 2 to 6 players, not 1."),
        (
            "cluedo --seats sheet,sheet,nowhere.at_all:Bot",
            "The bot nowhere.at_all:Bot cannot be loaded: No module named 'nowhere'.",
        ),
        (
            "cluedo --seats sheet,sheet,engine.bots:Nobody",
            "The bot engine.bots:Nobody cannot be loaded: module 'engine.bots' has no attribute 'Nobody'.",
        ),
        ("cluedo --seats sheet,sheet,sheet --edition gotham", "There is no edition called gotham."),
        ("cluedo --seats sheet,sheet,sheet --option dice=3", "There is no option called dice."),
        (
            "cluedo --seats sheet,sheet,sheet --option board=chess",
            "The option board cannot be chess.",
        ),
        (
            "cluedo --seats sheet,sheet,sheet --option board",
            "Argument --option: must be name=value, not 'board'",
        ),
        (
            "cluedo --seats sheet,sheet,sheet --games none",
            "Argument --games: must be a whole number from 1 on, not 'none'",
        ),
        (
            "cluedo --seats sheet,sheet,sheet --minutes -1",
            "Argument --minutes: must be a number above 0, not '-1'",
        ),
        ("cluedo", "The following arguments are required: --seats"),
    ],
)
def test_wrong_arguments_get_one_sentence(arguments, sentence, capsys):
    try:
        code = main(arguments.split())
    except SystemExit as left:
        code = left.code
    assert code == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", sentence + "\n")
