"""How strong the bots are: who plays, what is written down, and that nobody else knows what a bound knows."""

from __future__ import annotations

from assistant import games as assistants
from engine import games
from engine.arena import Block, Contest, Report, play_block
from engine.chance import Chance
from engine.match import Match
from tools import strength, strength_cluedo

BLOCK = Block({"bound": 3.0, "sheet": 0.0}, ("solved",) * 3, 90, 1.0)


def contest(seats: str = "bound,sheet,sheet", seed: int = 0) -> Contest:
    bots = dict.fromkeys(seats.split(","), games.bots("cluedo")["sheet"])
    return Contest("cluedo", tuple(seats.split(",")), bots, seed, "", {}, 0.05)


def report(blocks: int) -> Report:
    return Report(contest(), (BLOCK,) * blocks)


def test_the_bound_knows_the_envelope_of_the_deal_that_the_arena_plays():
    for number in range(3):
        block = strength._block(contest(seed=5), number)
        assert block.endings == ("solved",) * 3
        assert block.wins["bound"] >= 2


def test_the_deal_is_the_same_in_every_rotation():
    envelopes = set()
    for seated in contest("bound,sheet,sheet").rotations:
        match = Match(games.load("cluedo"), strength._setup("cluedo", len(seated), {}), Chance("5/1"))
        envelopes.add(match.state.envelope)
    assert len(envelopes) == 1


def test_no_game_has_a_bot_that_knows_what_is_hidden():
    for name, bounds in strength.BOUNDS.items():
        made = bounds(Match(games.load(name), strength._setup(name, 3, {}), Chance(1)))
        assert not made.keys() & assistants.bots(name).keys()


def test_a_contest_without_a_bound_is_the_arenas():
    plain = contest("sheet,random,random")
    ours, theirs = strength._block(plain, 2), play_block(plain, 2)
    assert (ours.wins, ours.endings, ours.decisions) == (theirs.wins, theirs.endings, theirs.decisions)


def test_every_contest_names_bots_that_there_are():
    for name, entries in strength.CONTESTS.items():
        there = {*assistants.bots(name), *strength._unmade(name)}
        assert {bot for entry in entries for bot in entry.seats.split(",")} <= there


def test_a_section_says_what_was_measured_and_what_stopped_it():
    text = strength.section("cluedo", [report(8)], 2.5, "2026-01-31")
    assert "2026-01-31, seed 0, 0.05 s for a decision, at most 2.5 minutes" in text
    assert "| 3 | bound | 100.0% |" in text
    assert text.rstrip().endswith("| 24 | separation |")


def test_a_contest_that_was_not_looked_at_was_stopped_by_the_clock():
    assert strength.section("cluedo", [report(9)], 1, "").rstrip().endswith("| 27 | time |")


def test_a_section_takes_the_place_of_its_game_and_leaves_the_others():
    page = strength.with_section("", "## Cluedo\n\nformer\n")
    page = strength.with_section(page, "## Other\n\nkept\n")
    page = strength.with_section(page, "## Cluedo\n\nnew\n")
    assert page.startswith("# How strong")
    assert page.count("## Cluedo") == 1
    assert "former" not in page
    assert page.index("new") < page.index("kept")
    assert strength.with_section(page, "## Cluedo\n\nnew\n") == page


def test_the_bound_walks_to_the_solution_alone():
    solution = ("sherlock", "wrench", "tower")
    (make,) = strength_cluedo.bounds(_Dealt(solution)).values()
    bot = make(games.load("cluedo"), strength._setup("cluedo", 3, {}), 0)
    assert [bot.open(category) for category in ("suspect", "weapon", "location")] == [(c,) for c in solution]


class _Dealt:
    """As much of a match as a bound looks at."""

    def __init__(self, solution):
        self.state = self
        self.envelope = solution
