"""The screen on which King's Dogs is played against bots, tried without a browser."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from assistant.kings_dogs.advice import prospects
from assistant.kings_dogs.knowledge import Knowledge
from assistant.knowledge import CHOICE, LOGIC
from assistant.ui.kings_dogs.play import PlayKingsDogs
from assistant.ui.screen import Download, Keep, Touch
from engine import log
from engine.core import SaidError
from engine.kings_dogs import rules
from engine.kings_dogs.table import DOORS, Phase
from tests.ui.taps import any_touch, touches

ACTIONS = {"door", "agree", "raise", "reject", "accuse", "turn", "place", "decline"}


@pytest.fixture
def screen() -> PlayKingsDogs:
    return PlayKingsDogs(folder=None, seed=1)


def tap(screen: PlayKingsDogs, do: str, value: str | None = None, **args: str) -> list[object]:
    return list(screen.touch(Touch(do, args, value)) or ())


def begin(screen: PlayKingsDogs, players: int = 4, pace: str = "quick") -> PlayKingsDogs:
    tap(screen, "players", n=str(players))
    tap(screen, "pace", id=pace)
    tap(screen, "start")
    return screen


def come_to(screen: PlayKingsDogs, phase: Phase, rounds: int = 1) -> PlayKingsDogs:
    """Play until the person decides in this phase, not before so many rounds; new games if need be."""
    for seed in range(60):
        screen.seed = seed
        begin(screen)
        rng = Random(seed)
        sitting = screen.sitting
        while sitting is not None and not sitting.over:
            view = sitting.view()
            if view.phase is phase and view.round >= rounds:
                return screen
            touch = rng.choice(
                [one for one in every_action(screen) if one.do != "accuse" or phase == "reward"]
            )
            screen.touch(touch)
        screen.sitting = None
    raise AssertionError(f"never came to {phase}")


def every_action(screen: PlayKingsDogs) -> list[Touch]:
    """Return every action that can be touched now, those behind a list of answers too."""
    found = []
    for asking in ("", "raise", "reject", "accuse"):
        tap(screen, "ask", id=asking)
        found += [touch for touch in touches(screen.render()) if touch.do in ACTIONS]
    return found


def known(screen: PlayKingsDogs) -> Knowledge:
    found = screen.known
    assert isinstance(found, Knowledge)
    return found


@pytest.mark.parametrize("seed", range(3))
def test_taps_in_any_order_never_fail(seed: int) -> None:
    rng = Random(seed)
    screen = PlayKingsDogs(folder=None, seed=seed)
    for _ in range(150):
        touch = any_touch(screen.render(), rng)
        with suppress(SaidError):
            screen.touch(touch)


@pytest.mark.parametrize("rules_on", [(), ("placement", "score_timing", "reward_optional")])
def test_a_whole_game_is_played_to_its_end_by_touching_what_is_offered(rules_on: tuple[str, ...]) -> None:
    screen, rng = PlayKingsDogs(folder=None, seed=4), Random(4)
    for rule in rules_on:
        tap(screen, "rule", id=rule)
    begin(screen, 3)
    assert screen.sitting is not None
    for _ in range(400):
        if screen.sitting.over:
            break
        offered = [one for one in touches(screen.render()) if one.do in {*ACTIONS, "next", "ask"}]
        screen.touch(rng.choice(offered))
    assert screen.sitting.over
    markup = screen.render()
    assert 'data-kind="over"' in markup
    assert "You win the game!" in markup or "The game is won by" in markup


def test_every_legal_action_can_be_touched_and_nothing_else(screen: PlayKingsDogs) -> None:
    for phase in (Phase.OPEN, Phase.RESPOND):
        come_to(screen, phase)
        assert screen.sitting is not None
        offered = {screen.action(screen.sitting, touch) for touch in every_action(screen)}
        assert offered == set(rules.legal(screen.sitting.view()))
        screen.sitting = None


def test_the_numbers_of_every_tile_are_those_of_the_assistant(screen: PlayKingsDogs) -> None:
    come_to(screen, Phase.RESPOND, rounds=3)
    assert screen.sitting is not None
    cells = re.findall(r'data-key="cell-(\d)-(\d)".*?</button>', screen.render())
    shown = re.findall(r'data-key="cell-(\d)-(\d)"[^>]*>(?:(?!</button>).)*data-p="([^"]*)"', screen.render())
    assert len(cells) == 5 * known(screen).view.seats
    asked = {screen.sitting.seat: known(screen).seen_by_others()}
    for seat, position, chances in shown:
        source = asked.get(int(seat), known(screen))
        expected = [source.positions(int(seat), model)[int(position)] for model in (LOGIC, CHOICE)]
        assert [Fraction(chance) for chance in chances.split()] == expected


def test_one_touch_on_a_number_tells_which_tiles_and_answers_it_comes_from(screen: PlayKingsDogs) -> None:
    come_to(screen, Phase.RESPOND, rounds=2)
    why = next(touch for touch in touches(screen.render()) if touch.do == "why")
    screen.touch(why)
    markup = screen.render()
    assert "Model “logic”" in markup
    assert "Model “choice”" in markup
    assert 'data-do="look"' in markup


def test_a_found_dog_is_explained_by_those_who_are_searched_before(screen: PlayKingsDogs) -> None:
    come_to(screen, Phase.RESPOND)
    view = known(screen).view
    last = (view.leader - 1) % view.seats
    tap(screen, "why", seat=str(last), doors="12", leader=str(view.leader))
    markup = screen.render()
    assert markup.count("must not be found") == 2 * (view.seats - 1)


def test_a_search_of_any_doors_can_be_asked_about(screen: PlayKingsDogs) -> None:
    come_to(screen, Phase.OPEN)
    tap(screen, "what_if", door="2")
    tap(screen, "what_if", door="5")
    view = known(screen).view
    expected = known(screen).search({2, 5}, view.leader, LOGIC)
    line = re.search(r'data-key="line-nobody".*?data-p="([^"]*)"', screen.render())
    assert line is not None
    assert Fraction(line.group(1).split()[0]) == expected.found(None)


def test_advice_comes_only_when_it_is_asked_for(screen: PlayKingsDogs) -> None:
    come_to(screen, Phase.RESPOND)
    assert "<em>best</em>" not in screen.render()
    tap(screen, "advice", id="on")
    markup = screen.render()
    ranked = prospects(known(screen))
    assert "<em>best</em>" in markup
    assert len(re.findall(r'data-key="rank-', markup)) == len(ranked) == len(rules.legal(known(screen).view))


def test_with_no_numbers_wanted_none_are_drawn(screen: PlayKingsDogs) -> None:
    come_to(screen, Phase.RESPOND)
    tap(screen, "numbers", value="none")
    markup = screen.render()
    assert "data-p=" not in markup
    assert 'data-do="why"' not in markup
    tap(screen, "numbers", value="logic")
    assert 'class="n1"' in screen.render()
    assert 'class="n2"' not in screen.render()


def test_a_search_unfolds_sentence_by_sentence(screen: PlayKingsDogs) -> None:
    come_to(screen, Phase.OPEN)
    tap(screen, "pace", id="step")
    assert screen.sitting is not None
    tap(screen, "door", door="1")
    while screen.reached is None and not screen.sitting.mine:
        tap(screen, "next")
    lengths = []
    while screen.reached is not None:
        lengths.append(screen.reached)
        assert 'data-kind="watch"' in screen.render()
        tap(screen, "next")
    assert lengths == sorted(set(lengths))


def test_a_covered_screen_holds_nothing_of_the_game(screen: PlayKingsDogs) -> None:
    come_to(screen, Phase.RESPOND)
    tap(screen, "cover")
    markup = screen.render()
    assert {touch.do for touch in touches(markup)} == {"uncover"}
    assert "tile-" not in markup
    assert "door-" not in markup


def test_the_own_dog_is_drawn_and_no_other(screen: PlayKingsDogs) -> None:
    come_to(screen, Phase.OPEN)
    assert screen.sitting is not None
    board = screen.render().split('<section class="sheetbox"')[0]
    assert board.count("#tile-dog") == 1
    match = screen.sitting.match
    dogs = tuple(
        dog if seat == screen.sitting.seat else 1 + (dog or 0) % 5
        for seat, dog in enumerate(match.state.dogs)
    )
    before = screen.render()
    match.state = replace(match.state, dogs=dogs)
    assert screen.render() == before


def test_a_game_goes_on_from_its_file(tmp_path: Path) -> None:
    first = begin(PlayKingsDogs(folder=tmp_path, seed=7))
    tap(first, "advice", id="on")
    tap(first, "numbers", value="logic")
    screen_touch = every_action(first)[0]
    first.touch(screen_touch)
    assert first.sitting is not None
    again = PlayKingsDogs(folder=tmp_path)
    tap(again, "resume", id="0")
    assert again.sitting is not None
    assert again.sitting.match.log == first.sitting.match.log
    assert (again.numbers, again.advice) == ("logic", "on")


def test_what_is_kept_shows_no_dog_of_others_in_plain(screen: PlayKingsDogs) -> None:
    come_to(screen, Phase.RESPOND, rounds=3)
    (saved,) = tap(screen, "save")
    assert isinstance(saved, Download)
    header, *events = [json.loads(line) for line in saved.text.splitlines()]
    header.pop("sealed")
    seat = screen.sitting.seat  # type: ignore[union-attr]
    for event in events:
        if event["event"] == "TilesSet":
            assert ("position" in event) == (event["seat"] == seat)


def test_the_browser_is_given_the_game_after_every_move(screen: PlayKingsDogs) -> None:
    come_to(screen, Phase.OPEN)
    (kept,) = tap(screen, "door", door="3")
    assert isinstance(kept, Keep)
    assert kept.text is not None
    assert log.parse(kept.text).events == tuple(screen.sitting.seen)  # type: ignore[union-attr]


def test_taking_back_leads_to_the_last_own_decision(screen: PlayKingsDogs) -> None:
    come_to(screen, Phase.OPEN)
    tap(screen, "door", door="3")
    tap(screen, "undo")
    assert screen.sitting is not None
    assert screen.sitting.view().phase is Phase.OPEN
    assert "taken back once" in screen.render()


def test_looking_back_shows_what_could_be_known_then(screen: PlayKingsDogs) -> None:
    come_to(screen, Phase.RESPOND, rounds=3)
    now = screen.render()
    tap(screen, "look", at="7")
    then = screen.render()
    assert then != now
    assert 'data-kind="past"' in then
    assert {touch.do for touch in touches(then)}.isdisjoint(ACTIONS)
    tap(screen, "look", at="100000")
    assert screen.render() == now


@pytest.mark.parametrize(
    ("do", "args"),
    [
        ("door", {}),
        ("door", {"door": "x"}),
        ("door", {"door": "9"}),
        ("reject", {"doors": "12a"}),
        ("reject", {"doors": ""}),
        ("raise", {"door": "0"}),
        ("accuse", {"position": "6"}),
        ("why", {"seat": "77", "doors": "1"}),
        ("why", {"seat": "1", "doors": "678"}),
        ("what_if", {"door": "8"}),
        ("place", {"position": "1"}),
        ("nonsense", {}),
    ],
)
def test_a_touch_that_stands_for_nothing_is_refused_with_a_sentence(
    screen: PlayKingsDogs, do: str, args: dict[str, str]
) -> None:
    come_to(screen, Phase.RESPOND)
    before = screen.render()
    with pytest.raises(SaidError):
        tap(screen, do, **args)
    assert screen.render() == before


def test_four_open_doors_cannot_be_rejected(screen: PlayKingsDogs) -> None:
    """KD-R10, KD-T3."""
    come_to(screen, Phase.RESPOND)
    assert screen.sitting is not None
    match = screen.sitting.match
    open_ = frozenset(sorted(DOORS)[:4])
    match.state = replace(match.state, open=open_)
    screen.sitting.match._seen[screen.sitting.seat].view = replace(screen.sitting.view(), open=open_)
    with pytest.raises(SaidError, match="three or more doors"):
        tap(screen, "reject", doors="5")


ENGLISH = re.compile(r"\b(the|your|you|door|dog|with|and|agree|tile|round|chip)\b", re.IGNORECASE)


@pytest.mark.parametrize("page", ["", "how", "about", "why", "ends"])
def test_nothing_is_left_in_english(screen: PlayKingsDogs, page: str) -> None:
    come_to(screen, Phase.RESPOND, rounds=2)
    tap(screen, "language", id="vi")
    tap(screen, "advice", id="on")
    match page:
        case "why":
            tap(screen, "why", seat="1", doors="2")
        case "ends":
            tap(screen, "ends", id="agree")
        case _:
            tap(screen, "page", id=page)
    markup = re.sub(r"<svg.*?</svg>", "", screen.render(), flags=re.DOTALL)
    said = re.sub(r"<[^>]*>", " ", markup) + " ".join(re.findall(r'(?:aria-label|title)="([^"]*)"', markup))
    assert ENGLISH.findall(said) == []


def test_a_damaged_file_is_kept_and_a_new_game_can_begin(tmp_path: Path) -> None:
    path = tmp_path / "play_kings_dogs.jsonl"
    path.write_text('{"format": 1, "game": "ki', encoding="utf-8")
    screen = begin(PlayKingsDogs(folder=tmp_path, seed=1))
    assert "could not be read" in screen.render()
    kept = [file for file in tmp_path.iterdir() if file != path]
    assert [file.read_text(encoding="utf-8") for file in kept] == ['{"format": 1, "game": "ki']
