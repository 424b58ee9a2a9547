"""The Python half of the Stage, spoken to as the page speaks to it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import ipywidgets
import pytest
from jinja2 import TemplateNotFound, UndefinedError

from assistant.ui import markup
from assistant.ui.screen import Awake, Copy, Download, Effect, Keep, Screen, Touch
from assistant.ui.stage import LOST, TROUBLE, Stage
from engine.core import Message, SaidError


@dataclass
class Slate(Screen):
    """A screen that shows what it was told."""

    answer: Callable[[Touch], Iterable[Effect] | None] = lambda touch: None
    told: list[Touch] = field(default_factory=list)
    kept: Mapping[str, str] | None = None

    def render(self) -> str:
        return " ".join(touch.do for touch in self.told) or "nothing"

    def touch(self, touch: Touch) -> Iterable[Effect] | None:
        self.told.append(touch)
        return self.answer(touch)

    def recalled(self, kept: Mapping[str, str]) -> None:
        self.kept = kept


class Wire:
    """A Stage and what it sent."""

    def __init__(self, screen: Screen) -> None:
        self.stage = Stage(screen)
        self.sent: list[dict[str, Any]] = []
        self.stage.send = lambda content, buffers=None: self.sent.append(content)

    def says(self, kind: str, **content: Any) -> None:
        self.stage._handle_custom_msg({"type": kind, **content}, [])

    def touches(self, do: str, **content: Any) -> None:
        self.says("touch", **({"do": do, "args": {}, "seq": self.drawn["seq"], "tag": "t"} | content))

    @property
    def drawn(self) -> dict[str, Any]:
        return [message for message in self.sent if message["type"] == "draw"][-1]


def opened(screen: Screen) -> Wire:
    wire = Wire(screen)
    wire.says("ready")
    return wire


def test_a_page_that_opens_is_drawn():
    assert opened(Slate()).drawn["markup"] == "nothing"


def test_a_touch_is_told_and_answered_by_a_drawing():
    slate = Slate()
    wire = opened(slate)
    wire.touches("mark", args={"card": "rope"}, tag="t7")
    assert slate.told == [Touch("mark", {"card": "rope"})]
    assert (wire.drawn["markup"], wire.drawn["after"]) == ("mark", "t7")


def test_the_page_hears_that_python_is_at_work_before_the_drawing():
    wire = opened(Slate())
    wire.touches("roll")
    assert [message["type"] for message in wire.sent[-2:]] == ["pong", "draw"]
    assert wire.sent[-2]["working"]


def test_a_double_tap_counts_once():
    slate = Slate()
    wire = opened(slate)
    seq = wire.drawn["seq"]
    for tag in ("a", "b"):
        wire.touches("roll", once=True, seq=seq, tag=tag)
    assert [touch.do for touch in slate.told] == ["roll"]


def test_a_field_left_for_a_button_does_not_cost_the_button_its_press():
    slate = Slate()
    wire = opened(slate)
    seq = wire.drawn["seq"]
    wire.touches("name", value="An", seq=seq)
    wire.touches("roll", once=True, seq=seq)
    assert [touch.do for touch in slate.told] == ["name", "roll"]


def test_a_pause_that_ran_out_counts_for_the_drawing_it_belongs_to_only():
    slate = Slate()
    wire = opened(slate)
    seq = wire.drawn["seq"]
    wire.says("next", seq=seq)
    wire.says("next", seq=seq)
    assert [touch.do for touch in slate.told] == ["next"]


def test_two_pages_of_one_stage_step_once():
    slate = Slate()
    wire = opened(slate)
    wire.says("ready")
    seq = wire.drawn["seq"]
    wire.touches("roll", once=True, seq=seq)
    wire.says("next", seq=seq)
    assert [touch.do for touch in slate.told] == ["roll"]


@pytest.mark.parametrize(
    ("effect", "message"),
    [
        (Keep("cluedo", "{}"), {"type": "keep", "key": "cluedo", "text": "{}"}),
        (Keep("cluedo", None), {"type": "keep", "key": "cluedo", "text": None}),
        (Download("game.jsonl", "{}"), {"type": "download", "name": "game.jsonl", "text": "{}"}),
        (Copy("#7"), {"type": "copy", "text": "#7"}),
        (Awake(True), {"type": "awake", "on": True}),
    ],
)
def test_an_effect_follows_the_drawing(effect, message):
    def answer(touch: Touch) -> Iterable[Effect]:
        yield effect

    wire = opened(Slate(answer))
    wire.touches("do")
    assert wire.sent[-2]["type"] == "draw"
    assert wire.sent[-1] == message


def test_what_storage_kept_reaches_the_screen():
    slate = Slate()
    slate.recalls = "cluedo"
    wire = opened(slate)
    assert wire.sent[-1] == {"type": "recall", "prefix": "cluedo"}
    wire.says("recalled", entries={"cluedo/1": "{}"})
    assert slate.kept == {"cluedo/1": "{}"}


def test_a_screen_that_keeps_nothing_is_not_asked_what_storage_holds():
    assert [message["type"] for message in opened(Slate()).sent] == ["draw"]


def test_a_refused_step_shows_its_reason_and_leaves_the_screen():
    def refuse(touch: Touch) -> None:
        raise SaidError(Message("You have no {card}.", {"card": "rope"}))

    wire = opened(Slate(refuse))
    wire.touches("show")
    assert wire.drawn["notice"] == "You have no rope."
    wire.says("ready")
    assert wire.drawn["notice"] == ""


def test_a_broken_step_shows_a_sentence_and_only_the_logger_hears_the_error(caplog, capsys):
    def break_down(touch: Touch) -> None:
        raise KeyError("the rope is in the envelope")

    wire = opened(Slate(break_down))
    with caplog.at_level(logging.ERROR, "assistant.ui"):
        wire.touches("show")
    assert wire.drawn["notice"] == str(TROUBLE)
    assert "the rope is in the envelope" in caplog.text
    assert "envelope" not in str(wire.sent) + "".join(capsys.readouterr())


def test_a_screen_that_cannot_be_drawn_keeps_its_last_drawing():
    slate = Slate()
    wire = opened(slate)
    slate.render = lambda: 1 / 0
    wire.touches("show")
    assert (wire.drawn["markup"], wire.drawn["notice"]) == ("nothing", str(TROUBLE))


def test_a_screen_that_cannot_be_drawn_is_drawn_again_when_it_can():
    slate = Slate()
    wire = opened(slate)
    slate.render = lambda: 1 / 0
    wire.touches("show")
    del slate.render
    wire.touches("hide")
    assert (wire.drawn["markup"], wire.drawn["notice"]) == ("show hide", "")


@pytest.mark.parametrize(
    "content",
    [None, 7, [], {}, {"type": "touch"}, {"type": "touch", "do": 3, "seq": 0, "tag": "t"}, {"type": "no"}],
)
def test_a_message_that_is_none_of_the_page_s_changes_nothing(content):
    slate = Slate()
    wire = opened(slate)
    wire.stage._handle_custom_msg(content, [])
    assert slate.told == []
    assert len(wire.sent) == 1


def test_arguments_that_are_not_text_are_left_out():
    slate = Slate()
    opened(slate).touches("mark", args={"card": "rope", "at": 3}, value=["x"])
    assert slate.told == [Touch("mark", {"card": "rope"}, None)]


def test_ping_is_answered_without_a_drawing():
    wire = opened(Slate())
    wire.says("ping")
    assert wire.sent[-1] == {"type": "pong"}
    assert len(wire.sent) == 2


def test_drawings_of_symbols_travel_once_per_page():
    slate = Slate()
    slate.symbols = "cluedo"
    wire = opened(slate)
    assert 'id="weapon-rope"' in wire.drawn["symbols"]
    wire.touches("mark")
    assert "symbols" not in wire.drawn
    wire.says("ready")
    assert "symbols" in wire.drawn


@pytest.mark.parametrize("kept", [True, False])
def test_a_pause_that_ran_out_makes_a_tap_too_late_only_if_something_new_was_kept(kept):
    slate = Slate(answer=lambda touch: [Keep("game", "moved")] if kept and touch.do == "next" else None)
    wire = opened(slate)
    seen = wire.drawn["seq"]
    wire.says("next", seq=seen)
    wire.touches("record", seq=seen, once=True)
    assert [touch.do for touch in slate.told] == (["next"] if kept else ["next", "record"])


def test_a_part_travels_only_when_it_has_changed():
    slate = Slate()
    shown = {"sheet": "rope", "story": "Chi asks"}
    slate.render = lambda: "".join(
        f"<p><!--part {name}-->{text}<!--/part--></p>" for name, text in shown.items()
    )
    wire = opened(slate)
    assert wire.drawn["markup"] == "<p>rope</p><p>Chi asks</p>"
    assert "base" not in wire.drawn
    first = wire.drawn["seq"]
    shown["story"] = "An passes"
    wire.touches("next")
    assert wire.drawn["markup"] == "<p><!--same--></p><p>An passes</p>"
    assert wire.drawn["base"] == first
    wire.says("whole")
    assert wire.drawn["markup"] == "<p>rope</p><p>An passes</p>"
    assert "base" not in wire.drawn


def test_a_part_that_was_away_for_one_drawing_travels_again():
    slate = Slate()
    with_part = "<p><!--part sheet-->rope<!--/part--></p>"
    slate.render = lambda: with_part if len(slate.told) % 2 == 0 else "covered"
    wire = opened(slate)
    wire.touches("cover")
    wire.touches("uncover")
    assert wire.drawn["markup"] == "<p>rope</p>"


def test_nothing_that_a_notebook_stores_holds_the_screen():
    slate = Slate()
    slate.render = lambda: "sealed-candle is in the envelope"
    wire = opened(slate)
    wire.touches("show", args={"card": "sealed-candle"}, value="sealed-candle")
    stored = ipywidgets.Widget.get_manager_state(widgets=[wire.stage])["state"]
    of_this_game = [
        value
        for model in stored.values()
        for key, value in model["state"].items()
        if key not in ("_esm", "_css")
    ]
    assert str(LOST) in of_this_game
    assert "sealed-candle" not in str(of_this_game)
    assert "sealed-candle" not in repr(wire.stage)


def test_the_sentence_of_a_lost_connection_follows_the_language():
    slate = Slate()
    wire = opened(slate)
    slate.say = lambda message: "Mất kết nối." if message == LOST else str(message)
    wire.touches("language")
    assert wire.stage.lost == "Mất kết nối."


def test_templates_escape_what_they_are_given(template):
    template("{{ name }}")
    assert markup.render("t.html", name="<b>An</b>") == "&lt;b&gt;An&lt;/b&gt;"


def test_templates_refuse_what_they_were_not_given(template):
    template("{{ name }}")
    with pytest.raises(UndefinedError):
        markup.render("t.html")


def test_a_template_that_is_not_there_is_named():
    with pytest.raises(TemplateNotFound, match=r"no\.html"):
        markup.render("no.html")


@pytest.fixture
def template(monkeypatch):
    def write(text: str) -> None:
        environment = markup.environment.overlay(loader=markup.FunctionLoader(lambda name: text))
        monkeypatch.setattr(markup, "environment", environment)

    return write
