"""The screen on which Cluedo is played against bots, tried without a browser."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from random import Random

import pytest

from assistant.ui.cluedo.play import PlayCluedo
from assistant.ui.screen import Download, Keep, Touch
from assistant.ui.shelf import Shelf
from engine import log
from engine.cluedo import rules
from engine.cluedo import table as t
from engine.core import SaidError
from tests.ui.taps import any_touch, touches


@pytest.fixture
def screen() -> PlayCluedo:
    return PlayCluedo(folder=None, seed=1)


def tap(screen: PlayCluedo, do: str, **args: str) -> list[object]:
    return list(screen.touch(Touch(do, args)) or ())


def begin(screen: PlayCluedo, players: int = 4) -> PlayCluedo:
    tap(screen, "players", n=str(players))
    tap(screen, "start")
    return screen


def to_my_decision(screen: PlayCluedo) -> None:
    assert screen.sitting is not None
    while not screen.sitting.mine and not screen.sitting.over:
        tap(screen, "next")


def play_on(screen: PlayCluedo, decisions: int, rng: Random) -> None:
    """Let the person do anything but accuse, so many times."""
    assert screen.sitting is not None
    for _ in range(decisions):
        to_my_decision(screen)
        if screen.sitting.over:
            return
        legal = rules.legal(screen.sitting.view())
        screen.sitting.act(rng.choice([a for a in legal if not isinstance(a, t.Accuse)] or list(legal)))


@pytest.mark.parametrize("seed", range(3))
def test_taps_in_any_order_never_fail(seed: int) -> None:
    rng = Random(seed)
    screen = PlayCluedo(folder=None, seed=seed)
    for _ in range(250):
        touch = any_touch(screen.render(), rng)
        with suppress(SaidError):
            screen.touch(touch)


def test_a_whole_game_is_played_to_its_end_by_touching_what_is_offered(screen: PlayCluedo) -> None:
    begin(screen, 3)
    assert screen.sitting is not None
    rng = Random(4)
    play = {"roll", "shortcut", "enter", "walk", "draft", "suggest", "show", "end", "next"}
    for _ in range(1500):
        if screen.sitting.over:
            break
        offered = [touch for touch in touches(screen.render()) if touch.do in play]
        tap_one = rng.choice(offered)
        screen.touch(tap_one)
    assert screen.sitting.over
    markup = screen.render()
    assert 'data-kind="over"' in markup
    assert "solved the case" in markup or "Nobody solved" in markup


def test_a_covered_screen_holds_nothing_of_the_game(screen: PlayCluedo) -> None:
    begin(screen)
    play_on(screen, 6, Random(1))
    tap(screen, "cover")
    markup = screen.render()
    assert {touch.do for touch in touches(markup)} == {"uncover"}
    for name in screen.edition.names["en"].values():
        assert name not in markup


def test_the_markup_is_the_same_for_every_deal_that_looks_the_same_from_the_seat() -> None:
    screen = begin(PlayCluedo(folder=None, seed=3), 3)
    play_on(screen, 5, Random(2))
    to_my_decision(screen)
    assert screen.sitting is not None
    match, seat = screen.sitting.match, screen.sitting.seat
    before = screen.render()
    left, right = (other for other in range(3) if other != seat)
    hands = match.state.hands
    match.state = replace(
        match.state,
        hands=tuple(hands[{left: right, right: left}.get(other, other)] for other in range(3)),
        envelope=("lestrade", "rope", "lab"),
    )
    assert screen.render() == before


def test_a_game_goes_on_from_its_file_with_marks_and_pace(tmp_path: Path) -> None:
    first = begin(PlayCluedo(folder=tmp_path, seed=7))
    play_on(first, 4, Random(3))
    tap(first, "pace", id="step")
    tap(first, "row", card="rope")
    tap(first, "mark")
    assert first.sitting is not None
    again = PlayCluedo(folder=tmp_path)
    assert again.offered
    tap(again, "resume", id="0")
    assert again.sitting is not None
    assert again.sitting.match.log == first.sitting.match.log
    assert (again.marks, again.pace) == (first.marks, "step")
    play_on(again, 3, Random(3))


def test_the_browser_is_given_the_game_after_every_move(screen: PlayCluedo) -> None:
    begin(screen)
    to_my_decision(screen)
    effects = tap(screen, "roll")
    (kept,) = effects
    assert isinstance(kept, Keep)
    assert kept.text is not None
    assert log.parse(kept.text).events == tuple(screen.sitting.seen)  # type: ignore[union-attr]


def test_what_the_browser_keeps_shows_no_card_of_others_in_plain(screen: PlayCluedo) -> None:
    begin(screen, 3)
    play_on(screen, 8, Random(5))
    (saved,) = tap(screen, "save")
    assert isinstance(saved, Download)
    lines = [json.loads(line) for line in saved.text.splitlines()]
    lines[0].pop("sealed")
    seat = screen.sitting.seat  # type: ignore[union-attr]
    for event in lines[1:]:
        if event["event"] == "HandDealt":
            assert ("cards" in event) == (event["seat"] == seat)
        if event["event"] == "Shown":
            assert ("card" in event) == (seat in (event["by"], event["to"]))
        assert event["event"] != "EnvelopeFilled" or "cards" not in event


def test_taking_back_leads_to_the_last_own_decision_and_is_marked(screen: PlayCluedo) -> None:
    begin(screen)
    to_my_decision(screen)
    tap(screen, "roll")
    tap(screen, "undo")
    assert screen.sitting is not None
    assert screen.sitting.view().phase is t.Phase.START
    assert screen.sitting.match.times_undone == 1
    assert "taken back once" in screen.render()


def test_taking_back_again_goes_further_back(screen: PlayCluedo) -> None:
    begin(screen)
    play_on(screen, 6, Random(8))
    to_my_decision(screen)
    assert screen.sitting is not None
    lengths = []
    for _ in range(3):
        tap(screen, "undo")
        lengths.append(len(screen.sitting.seen))
    assert lengths == sorted(lengths, reverse=True)
    assert len(set(lengths)) == 3


def test_looking_back_shows_what_could_be_known_then(screen: PlayCluedo) -> None:
    begin(screen)
    play_on(screen, 8, Random(2))
    now = screen.render()
    tap(screen, "look", at="5")
    then = screen.render()
    assert then != now
    assert 'data-kind="past"' in then
    assert {touch.do for touch in touches(then)}.isdisjoint({"roll", "suggest", "accuse", "show"})
    tap(screen, "look", at="100000")
    assert screen.render() == now


def test_language_changes_in_the_middle_of_a_game(screen: PlayCluedo) -> None:
    begin(screen)
    play_on(screen, 3, Random(2))
    tap(screen, "language", id="vi")
    markup = screen.render()
    assert "Dây thừng" in markup
    assert "Rope" not in markup


def test_a_damaged_file_is_kept_and_a_new_game_can_begin(tmp_path: Path) -> None:
    path = tmp_path / "play_cluedo.jsonl"
    path.write_text('{"format": 1, "game": "cl', encoding="utf-8")
    screen = begin(PlayCluedo(folder=tmp_path, seed=1))
    assert "could not be read" in screen.render()
    kept = [file for file in tmp_path.iterdir() if file != path]
    assert [file.read_text(encoding="utf-8") for file in kept] == ['{"format": 1, "game": "cl']


def test_a_full_disk_is_said_once_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, text: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(log, "write", full)
    screen = begin(PlayCluedo(folder=tmp_path, seed=1))
    to_my_decision(screen)
    tap(screen, "roll")
    assert "The disk does not take the game" in screen.render()


@pytest.mark.parametrize("text", ["", "nonsense", "{}", '{"format": 99, "game": "cluedo"}'])
def test_a_file_that_is_no_game_is_refused_with_a_sentence(screen: PlayCluedo, text: str) -> None:
    with pytest.raises(SaidError):
        screen.touch(Touch("open", {"file": "x.jsonl"}, text))
    assert screen.sitting is None


def test_names_are_shown_and_never_taken_as_markup(screen: PlayCluedo) -> None:
    screen.touch(Touch("name", {}, "<i>Mai</i>"))
    begin(screen)
    assert "<i>Mai" not in screen.render()
    assert "&lt;i&gt;Mai" in screen.render()


def test_the_shelf_offers_the_later_of_two_games(tmp_path: Path, screen: PlayCluedo) -> None:
    begin(screen)
    (saved,) = tap(screen, "save")
    assert isinstance(saved, Download)
    header, rest = saved.text.split("\n", 1)
    older = json.dumps({**json.loads(header), "table": {"saved": "2020-01-01T10:00:00+00:00"}})
    shelf = Shelf("x", tmp_path)
    shelf.found(saved.text)
    shelf.found(f"{older}\n{rest}")
    years = [kept.at.year for kept in shelf.offers() if kept.at is not None]
    assert years == [datetime.now().year, 2020]


def test_a_new_game_leaves_the_one_that_waited_to_be_gone_on_with(tmp_path: Path) -> None:
    first = begin(PlayCluedo(folder=tmp_path, seed=7))
    play_on(first, 4, Random(3))
    assert first.sitting is not None
    tap(first, "pace", id="step")
    tap(first, "row", card="rope")
    tap(first, "mark")
    second = PlayCluedo(folder=tmp_path, seed=8)
    kept = [effect.key for effect in tap(second, "start") if isinstance(effect, Keep)]
    assert kept == ["play_cluedo.before", "play_cluedo"]
    third = PlayCluedo(folder=tmp_path)
    assert len(third.offered) == 2
    tap(third, "resume", id="1")
    assert third.sitting is not None
    assert third.sitting.match.log == first.sitting.match.log


def test_a_game_that_is_over_is_not_offered(tmp_path: Path) -> None:
    screen = begin(PlayCluedo(folder=tmp_path, seed=7), 3)
    assert screen.sitting is not None
    play_on(screen, 200, Random(1))
    while not screen.sitting.over:
        tap(screen, "next")
    tap(screen, "leave")
    assert screen.offered == ()


def test_a_game_saved_without_an_edition_is_the_default_one(screen: PlayCluedo) -> None:
    begin(screen)
    assert screen.sitting is not None
    screen.sitting.match.setup = replace(screen.sitting.match.setup, edition="")
    assert "Baskerville" in screen.render()


def test_advice_is_weighed_while_the_person_decides_and_moves_nobody(screen: PlayCluedo) -> None:
    begin(screen)
    to_my_decision(screen)
    assert screen.sitting is not None
    before = len(screen.sitting.seen)
    tap(screen, "advise")
    assert Touch("next") in touches(screen.render())
    for _ in range(200):
        if Touch("next") not in touches(screen.render()):
            break
        tap(screen, "next")
    assert screen.counsel is not None
    assert screen.counsel.done
    assert len(screen.sitting.seen) == before
    assert "Accuse or wait?" in screen.render()
    tap(screen, "roll")
    assert screen.counsel is None


def test_where_a_question_is_asked_the_advice_is_about_that_location() -> None:
    screen = begin(PlayCluedo(folder=None, seed=2))
    rng = Random(3)
    for _ in range(200):
        to_my_decision(screen)
        assert screen.sitting is not None
        view = screen.sitting.view()
        if view.phase is t.Phase.ENTERED:
            break
        legal = [a for a in rules.legal(view) if not isinstance(a, t.Accuse | t.EndTurn)]
        screen.sitting.act(rng.choice([a for a in legal if isinstance(a, t.Enter)] or legal))
        screen.settle()
    tap(screen, "advise")
    tap(screen, "next")
    assert screen.counsel is not None
    assert {outlook.cards[2] for outlook, _ in screen.counsel.best} == {view.location}
    best = screen.counsel.best[0][0].cards
    tap(screen, "take_up", n="0")
    tap(screen, "suggest")
    assert t.Suggested(screen.sitting.seat, *best) in screen.sitting.seen
