"""The screen on which Cockroach Poker is played against bots, tried without a browser."""

from __future__ import annotations

import re
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from assistant.knowledge import CHOICE, LOGIC
from assistant.ui.cockroach_poker.play import PlayCockroachPoker
from assistant.ui.screen import Download, Touch
from engine import log
from engine.cockroach_poker import rules
from engine.cockroach_poker import table as t
from engine.core import SaidError
from tests.ui.taps import any_touch, touches


@pytest.fixture
def screen() -> PlayCockroachPoker:
    return PlayCockroachPoker(folder=None, seed=1)


def tap(screen: PlayCockroachPoker, do: str, value: str | None = None, **args: str) -> list[object]:
    return list(screen.touch(Touch(do, args, value)) or ())


def begin(screen: PlayCockroachPoker, players: int = 4) -> PlayCockroachPoker:
    tap(screen, "players", n=str(players))
    tap(screen, "pace", id="quick")
    tap(screen, "start")
    return screen


def kind(screen: PlayCockroachPoker) -> str:
    assert screen.sitting is not None
    return str(screen.moment(screen.sitting, screen.moment_shown, True).kind)


def decide(screen: PlayCockroachPoker, rng: Random) -> None:
    """Do something by touches only."""
    offered = [one for one in touches(screen.render()) if one.do in ("guess", "pass_on", "pay", "draft")]
    match kind(screen):
        case "give":
            for part in ("card", "to", "claim"):
                of_part = [one for one in offered if one.args.get("part") == part]
                if of_part:
                    screen.touch(rng.choice(of_part))
            tap(screen, "give")
        case _:
            screen.touch(rng.choice(offered))


def come_to(screen: PlayCockroachPoker, wanted: str) -> PlayCockroachPoker:
    """Play until the person is asked for this; new games if need be."""
    for seed in range(80):
        screen.seed, screen.sitting = seed, None
        begin(screen)
        rng = Random(seed)
        while kind(screen) != "over":
            if kind(screen) == wanted:
                return screen
            decide(screen, rng)
    raise AssertionError(f"no game came to {wanted}")


@pytest.mark.parametrize("seed", range(3))
def test_taps_in_any_order_never_fail(seed: int) -> None:
    rng, screen = Random(seed), PlayCockroachPoker(folder=None, seed=seed)
    for _ in range(150):
        with suppress(SaidError):
            screen.touch(any_touch(screen.render(), rng))
    assert screen.render()


@pytest.mark.parametrize("players", [2, 6])
def test_a_game_is_played_to_its_end_by_touches(players: int) -> None:
    screen = begin(PlayCockroachPoker(folder=None, seed=5), players)
    rng = Random(5)
    while kind(screen) != "over":
        decide(screen, rng)
    assert screen.sitting is not None
    assert screen.sitting.match.result is not None
    assert {"leave", "look"} <= {touch.do for touch in touches(screen.render())}


@pytest.mark.parametrize("wanted", ["give", "answer", "pay"])
def test_every_legal_action_can_be_touched(screen: PlayCockroachPoker, wanted: str) -> None:
    come_to(screen, wanted)
    assert screen.sitting is not None
    legal = rules.legal(screen.sitting.view())
    offered = touches(screen.render())
    if wanted == "give":
        choices = [
            {one.args["id"] for one in offered if one.args.get("part") == p} for p in ("card", "to", "claim")
        ]
        named = [(a.card, str(a.to), a.claim) for a in legal if isinstance(a, t.Play)]
        named = named or [("", str(a.to), a.claim) for a in legal if isinstance(a, t.Forward)]
        cards = choices[0] or {""}
        assert {(c, to, claim) for c in cards for to in choices[1] for claim in choices[2]} == set(named)
    else:
        assert len([one for one in offered if one.do in ("guess", "pass_on", "pay")]) == len(legal)


def test_the_chance_that_a_claim_is_true_is_the_one_that_is_known(screen: PlayCockroachPoker) -> None:
    come_to(screen, "answer")
    shown = dict(re.findall(r'data-p="([\d/]+)" data-model="(\w+)"', screen.render()))
    assert {model: Fraction(p) for p, model in shown.items()} == {
        model: screen.known.truth(model) for model in (LOGIC, CHOICE)
    } or screen.known.truth(LOGIC) == screen.known.truth(CHOICE)


def test_honesty_set_by_hand_changes_choice_and_not_logic(screen: PlayCockroachPoker) -> None:
    come_to(screen, "answer")
    view = screen.known.view
    before = {model: screen.judged(screen.moment_shown).truth(model) for model in (LOGIC, CHOICE)}
    tap(screen, "honesty", "5", seat=str(view.giver))
    low = screen.judged(screen.moment_shown)
    tap(screen, "honesty", "95", seat=str(view.giver))
    high = screen.judged(screen.moment_shown)
    assert low.truth(LOGIC) == high.truth(LOGIC) == before[LOGIC]
    assert low.truth(CHOICE) < high.truth(CHOICE) or before[LOGIC] in (0, 1)
    tap(screen, "learned", seat=str(view.giver))
    assert screen.judged(screen.moment_shown).truth(CHOICE) == before[CHOICE]


def test_advice_can_be_taken_over_into_the_form(screen: PlayCockroachPoker) -> None:
    come_to(screen, "give")
    tap(screen, "advice", id="on")
    tap(screen, "advised", n="0")
    assert screen.sitting is not None
    before = len(screen.sitting.seen)
    tap(screen, "give")
    assert len(screen.sitting.seen) > before


def test_a_covered_screen_holds_nothing_of_the_game(screen: PlayCockroachPoker) -> None:
    come_to(screen, "answer")
    tap(screen, "cover")
    covered = screen.render()
    assert {touch.do for touch in touches(covered)} == {"uncover"}
    assert "an-" not in covered


def test_no_hidden_card_is_drawn(screen: PlayCockroachPoker) -> None:
    """What is drawn for two games that look the same to the seat is the same: see the conformance tests."""
    come_to(screen, "answer")
    assert screen.sitting is not None
    own = set(screen.sitting.view().hands[screen.sitting.seat] or ())
    hand = re.search(r'class="cp-cards">(.*?)</ul>', screen.render(), re.DOTALL)
    assert hand is not None
    assert set(re.findall(r'data-key="hand-([\w-]+)"', hand[1])) == own


def test_a_game_goes_on_from_its_file(tmp_path: Path) -> None:
    screen = PlayCockroachPoker(folder=tmp_path, seed=1)
    come_to(screen, "answer")
    tap(screen, "honesty", "30", seat=str(screen.known.view.giver))
    tap(screen, "guess", id="true")
    assert screen.sitting is not None
    assert not screen.sitting.over
    other = PlayCockroachPoker(folder=tmp_path)
    tap(other, "resume", id="0")
    assert other.sitting is not None
    assert list(other.sitting.seen) == list(screen.sitting.seen)
    assert other.honesty == screen.honesty


def test_the_saved_game_is_what_the_seat_saw(screen: PlayCockroachPoker) -> None:
    come_to(screen, "answer")
    (effect,) = tap(screen, "save")
    assert isinstance(effect, Download)
    assert screen.sitting is not None
    assert list(log.parse(effect.text).events) == list(screen.sitting.seen)


@pytest.mark.parametrize("wanted", ["give", "answer", "pay", "over"])
def test_nothing_is_left_in_english(screen: PlayCockroachPoker, wanted: str) -> None:
    screen.language = "vi"
    come_to(screen, wanted) if wanted != "over" else come_to_the_end(screen)
    tap(screen, "advice", id="on")
    for page in ("", "how", "about", "why"):
        tap(screen, "page", id=page)
        text = re.sub(r"<[^>]+>", " ", screen.render())
        english = re.findall(r"\b(?:the|and|you|card|claim|chance|says?|with|player)\b", text, re.IGNORECASE)
        assert not english, (page, english)


def come_to_the_end(screen: PlayCockroachPoker) -> None:
    begin(screen)
    rng = Random(2)
    while kind(screen) != "over":
        decide(screen, rng)
