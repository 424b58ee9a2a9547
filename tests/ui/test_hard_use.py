"""The screen of Cluedo when it is used as it should not be: forged touches, odd names, changed files."""

from __future__ import annotations

import base64
import contextlib
import json
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assistant.ui.cluedo.play import PlayCluedo
from assistant.ui.screen import Download, Touch
from engine import log
from engine.cluedo import rules
from engine.cluedo import table as t
from engine.core import Event, SaidError

Lines = list[dict[str, Any]]


def tap(screen: PlayCluedo, do: str, **args: str) -> list[object]:
    return list(screen.touch(Touch(do, args)) or ())


def begun(seed: int = 1) -> PlayCluedo:
    screen = PlayCluedo(folder=None, seed=seed)
    tap(screen, "players", n="3")
    tap(screen, "pace", id="step")
    tap(screen, "start")
    assert screen.sitting is not None
    for _ in range(12):
        if screen.sitting.mine:
            screen.sitting.act(rules.legal(screen.sitting.view())[0])
        else:
            tap(screen, "next")
    return screen


def text_of(screen: PlayCluedo) -> str:
    (saved,) = tap(screen, "save")
    assert isinstance(saved, Download)
    return saved.text


@pytest.fixture(scope="module")
def saved() -> str:
    return text_of(begun())


def rewritten(text: str, change: Callable[[Lines], object]) -> str:
    lines = [json.loads(line) for line in text.splitlines()]
    change(lines)
    return "".join(json.dumps(line) + "\n" for line in lines)


def changed(text: str, change: Callable[[Lines], object]) -> str:
    """Return a saved game with the same change made to what was seen and to what is sealed."""

    def both(lines: Lines) -> None:
        whole = log.dump(log.unseal(lines[0]["sealed"]))
        packed = zlib.compress(rewritten(whole, change).encode(), 6)[::-1]
        change(lines)
        lines[0]["sealed"] = base64.b64encode(packed).decode()

    return rewritten(text, both)


def of(lines: Lines, event: str) -> dict[str, Any]:
    return next(line for line in lines if line.get("event") == event)


def opened(text: str) -> PlayCluedo:
    screen = PlayCluedo(folder=None)
    screen.touch(Touch("open", {"file": "game.jsonl"}, text))
    return screen


JUNK: list[dict[str, str]] = [
    {},
    dict.fromkeys(("id", "n", "bot", "at", "card", "place", "category", "row", "column"), "-1"),
    dict.fromkeys(("id", "n", "bot", "at", "card", "place", "category", "location", "row"), "x"),
    {"id": "sheet", "n": "9" * 5000, "bot": "7", "at": "9" * 5000, "row": "1", "column": "1.5"},
]
BEFORE = [
    "players",
    "strength",
    "seat",
    "token",
    "edition",
    "pace",
    "rule",
    "page",
    "resume",
    "help",
    "model",
]
WITHIN = [
    "row",
    "place",
    "mark",
    "why",
    "look",
    "ask",
    "draft",
    "walk",
    "enter",
    "show",
    "pace",
    "start",
    "open",
]


@pytest.mark.parametrize("args", JUNK)
def test_a_forged_touch_before_the_game_is_passed_over_or_refused_with_a_sentence(
    args: dict[str, str],
) -> None:
    screen = PlayCluedo(folder=None, seed=1)
    before = screen.render()
    for do in BEFORE:
        with contextlib.suppress(SaidError):
            tap(screen, do, **args)
        assert screen.render() == before, do


@pytest.mark.parametrize("args", JUNK)
def test_a_forged_touch_within_the_game_is_passed_over_or_refused_with_a_sentence(
    args: dict[str, str],
) -> None:
    screen = begun()
    before = screen.render()
    for do in WITHIN:
        with contextlib.suppress(SaidError):
            tap(screen, do, **args)
        screen.asking = ""
        assert screen.render() == before, do


def test_a_late_start_does_not_throw_a_game_away() -> None:
    screen = begun()
    playing = screen.sitting
    with pytest.raises(SaidError):
        tap(screen, "start")
    assert screen.sitting is playing


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Lê \t Mai\n", "Lê Mai"),
        ("Le\u0302", "Lê"),
        ("\u202eMai\u202c", "Mai"),
        ("\u200b\u200d", ""),
        ("\ud83dMai", "Mai"),
        ("👩\u200d🔬", "👩\u200d🔬"),
        ("x" * 200, "x" * 16),
    ],
)
def test_a_name_is_one_short_line_that_leaves_the_text_around_it_alone(typed: str, name: str) -> None:
    screen = PlayCluedo(folder=None, seed=1)
    screen.touch(Touch("name", {}, typed))
    assert screen.opening.name == name


@pytest.mark.parametrize("name", ["envelope", "public"])
def test_a_name_that_the_command_line_uses_for_a_place_is_refused(name: str) -> None:
    screen = PlayCluedo(folder=None, seed=1)
    with pytest.raises(SaidError, match="cannot be called"):
        screen.touch(Touch("name", {}, name))


@pytest.mark.parametrize("marks", [[1], {"rope/envelope": 5}, {"rope/envelope": {}}, {"rope/envelope": "x"}])
def test_marks_that_are_none_are_left_out(saved: str, marks: object) -> None:
    screen = opened(rewritten(saved, lambda lines: lines[0]["table"].update(marks=marks)))
    assert screen.marks == {}


@pytest.mark.parametrize("when", ["0001-01-01T00:00:00", "9999-12-31T23:59:59", "soon", None])
def test_a_game_with_an_odd_date_is_offered(tmp_path: Path, saved: str, when: str | None) -> None:
    text = rewritten(saved, lambda lines: lines[0]["table"].update(saved=when))
    (tmp_path / "play_cluedo.jsonl").write_text(text, encoding="utf-8")
    screen = PlayCluedo(folder=tmp_path)
    assert "A game is waiting for you" in screen.render()


def _strengths(lines: Lines) -> None:
    lines[0]["table"]["strengths"] = {"1": ["sheet"], "2": "sheet"}


def _sealed_of_another_game(lines: Lines) -> None:
    lines[0]["sealed"] = json.loads(text_of(begun(2)).splitlines()[0])["sealed"]


def _sealed_without_secrets(lines: Lines) -> None:
    whole = log.unseal(lines[0]["sealed"])
    lines[0]["sealed"] = log.seal(log.Saved(whole.setup, 0, whole.events))


def _another_event(lines: Lines) -> None:
    of(lines, "WeaponsPlaced")["locations"].reverse()


@pytest.mark.parametrize(
    "change", [_strengths, _sealed_of_another_game, _sealed_without_secrets, _another_event]
)
def test_a_file_whose_parts_belong_to_different_games_is_refused(
    saved: str, change: Callable[[Lines], None]
) -> None:
    with pytest.raises(SaidError, match="does not hold a game against bots"):
        opened(rewritten(saved, change))


@pytest.mark.parametrize(
    "change",
    [
        lambda lines: of(lines, "Rolled").update(dice=[10**30, 1]),
        lambda lines: of(lines, "Rolled").update(dice=[]),
        lambda lines: of(lines, "WeaponsPlaced").update(locations=["attic"] * 6),
        lambda lines: lines.append({"event": "Moved", "by": 0, "square": [99, -1]}),
        lambda lines: lines.append({"event": "Entered", "by": 0, "location": "attic", "door": None}),
        lambda lines: lines.append(
            {"event": "Suggested", "by": 0, "suspect": "rope", "weapon": "rope", "location": "lab"}
        ),
        lambda lines: lines.append(
            {"event": "Accused", "by": 0, "suspect": "a", "weapon": "b", "location": "c"}
        ),
        lambda lines: lines.append({"event": "Shown", "by": 1, "to": 0, "card": "spoon"}),
        lambda lines: lines.append({"event": "CardTurnedUp", "card": "spoon"}),
        lambda lines: lines.append({"event": "SolutionRevealed", "cards": ["a", "b", "c"]}),
        lambda lines: lines.append({"event": "GameEnded", "reason": "solved", "winner": 0}),
    ],
)
def test_an_event_that_this_game_cannot_have_is_refused_with_its_line(
    saved: str, change: Callable[[Lines], None]
) -> None:
    with pytest.raises(log.LogError, match="does not fit the game so far"):
        log.parse(rewritten(saved, change))


def test_a_player_without_a_name_is_refused_and_the_screen_stays(saved: str) -> None:
    def nameless(lines: Lines) -> None:
        lines[0]["seats"] = ["", "\x00", "\u0301"]

    screen = PlayCluedo(folder=None)
    before = screen.render()
    with pytest.raises(SaidError):
        screen.touch(Touch("open", {}, changed(saved, nameless)))
    assert screen.render() == before


def ended(*events: Event) -> PlayCluedo:
    """Return a screen on which the last events of a game have just come in."""
    screen = begun()
    assert screen.sitting is not None
    for event in events:
        screen.sitting.match._append(event)
    return screen


def test_whoever_is_left_alone_is_not_said_to_have_solved_the_case() -> None:
    screen = begun()
    assert screen.sitting is not None
    envelope = screen.sitting.match.state.envelope
    markup = ended(t.SolutionRevealed(envelope), t.GameEnded("last_standing", 1)).render()
    assert "is left, and wins" in markup
    assert "solved the case" not in markup


def test_the_opening_of_the_envelope_is_no_note_that_told_it() -> None:
    screen = begun()
    assert screen.sitting is not None
    envelope = screen.sitting.match.state.envelope
    markup = ended(t.SolutionRevealed(envelope), t.GameEnded("all_failed", None)).render()
    assert "Nobody solved the case" in markup
    assert "Your notes were enough" not in markup
