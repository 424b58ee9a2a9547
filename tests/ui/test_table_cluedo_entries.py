"""The entries of a table of Cluedo: corrected as often as wanted, and never lost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from assistant.ui.cluedo.table import TableCluedo
from assistant.ui.cluedo.table_form import form_of
from assistant.ui.screen import Copy, Download, Keep
from engine.cluedo import cards
from engine.core import SaidError
from tests.ui.table_of_cluedo import by_command, laid, note, on_the_screen, tap, with_entries
from tests.ui.taps import touches


@pytest.fixture
def screen() -> TableCluedo:
    return laid()


@pytest.fixture
def noted() -> TableCluedo:
    return with_entries()


# -- the entries are the truth


def dealt(rng: Random, screen: TableCluedo) -> dict[str, object]:
    """Where each card lies in some deal that fits the set-up: a seat, or the envelope."""
    drawn: dict[str, object] = dict(screen.known.draw(rng))
    return drawn


def random_edit(screen: TableCluedo, deal: dict[str, object], rng: Random) -> None:
    """Change the entries once, by touches: add, insert, correct, delete, move, undo or redo."""
    n = len(screen.entries)
    kind = rng.choice(["new"] * 5 + ["insert", "entry", "entry", "delete", "move", "undo", "redo"])
    with suppress(SaidError):
        match kind:
            case "delete":
                tap(screen, "delete", n=rng.randrange(n or 1))
            case "move":
                tap(screen, "move", n=rng.randrange(n or 1), to=rng.randrange(n or 1))
            case "undo" | "redo":
                tap(screen, kind)
            case _:
                tap(screen, kind, n=rng.randrange(n or 1))
                fill(screen, deal if rng.random() < 0.95 else dealt(rng, laid()), rng)
                tap(screen, "record")


def fill(screen: TableCluedo, deal: dict[str, object], rng: Random) -> None:
    """Type something in that is true of the deal."""
    edition = screen.edition
    named = [rng.choice(edition.of(category)) for category in ("suspect", "weapon", "location")]
    kind = rng.choice(["suggestion"] * 6 + ["accusation", "seen"])
    tap(screen, "kind", kind)
    if kind == "seen":
        card = rng.choice([card for card in edition.cards if deal[card] != 0])
        tap(screen, "holder", id=deal[card])
        tap(screen, "one", card=card)
        return
    by = rng.randrange(4)
    tap(screen, "by", n=by)
    for card in named:
        tap(screen, "choose", card=card)
    if kind == "suggestion":
        order = screen.here.after(by)
        held = {seat: [card for card in named if deal[card] == seat] for seat in order}
        shower = next((seat for seat in order if held[seat]), -1)
        tap(screen, "showed", n=shower)
        if 0 in (by, shower) and shower != -1:
            tap(screen, "which", n=shower, card=rng.choice(held[shower]))


@pytest.mark.parametrize("seed", range(4))
def test_after_fifty_random_edits_all_is_as_if_typed_anew_and_as_if_read_from_the_file(
    seed: int, tmp_path: Path
) -> None:
    """200 edits in all: the same facts, deals, contradiction and sentences by three ways."""
    rng, screen = Random(seed), laid(folder=tmp_path)
    deal = dealt(rng, screen)
    for _ in range(50):
        random_edit(screen, deal, rng)
    anew = laid()
    for events in screen.entries:
        tap(anew, "new")
        anew.draft = form_of(events, anew.here, anew.sizes(len(anew.entries)))
        tap(anew, "record")
    again = TableCluedo(folder=tmp_path)
    tap(again, "resume", id=0)
    for other in (anew, again):
        assert other.entries == screen.entries
        assert other.known.facts == screen.known.facts
        assert other.known.deals == screen.known.deals
        assert clash_of(other) == clash_of(screen)
    assert again.ledger == screen.ledger
    tap(screen, "view", id="log")
    tap(again, "view", id="log")
    screen.draft = screen.picked = None
    assert again.render() == screen.render()


def clash_of(screen: TableCluedo) -> tuple[object, ...] | None:
    clash = screen.known.contradiction()
    return (clash.conflict, clash.repairs) if clash else None


def test_undo_and_redo_survive_a_reload(noted: TableCluedo, tmp_path: Path) -> None:
    screen = laid(folder=tmp_path)
    note(screen, ("hudson", "candlestick", "flat"), 3, "flat")
    note(screen, ("mycroft", "wrench", "pool"), 3)
    tap(screen, "delete", n=0)
    tap(screen, "undo")
    again = TableCluedo(folder=tmp_path)
    tap(again, "resume", id=0)
    tap(again, "redo")
    assert len(again.entries) == 1
    for _ in range(3):
        tap(again, "undo")
    assert again.entries == ()
    with pytest.raises(SaidError):
        tap(again, "undo")


def test_entries_that_clash_are_named_and_each_can_be_opened(noted: TableCluedo) -> None:
    tap(noted, "new")
    for card in ("mycroft", "rope", "tower"):
        tap(noted, "choose", card=card)
    tap(noted, "by", n=0)
    tap(noted, "showed", n=3)
    tap(noted, "which", n=3, card="tower")
    assert "see #1" in noted.render()
    tap(noted, "record")
    markup = noted.render()
    assert "These entries cannot all be true." in markup
    assert [touch.args["n"] for touch in touches(markup) if touch.do == "entry"] == ["0", "4"]
    tap(noted, "entry", n=4)
    tap(noted, "showed", n=-1)
    assert noted.form is not None
    tap(noted, "showed", n=2)
    tap(noted, "which", n=2, card="tower")
    tap(noted, "record")
    assert "cannot all be true" not in noted.render()


def test_an_entry_is_put_in_where_it_was_forgotten(noted: TableCluedo) -> None:
    tap(noted, "insert", n=1)
    for card in ("mycroft", "wrench", "lab"):
        tap(noted, "choose", card=card)
    tap(noted, "showed", n=2)
    tap(noted, "record")
    assert [events[0].by for events in noted.entries] == [0, 1, 1, 2, 3]  # type: ignore[attr-defined]


def test_a_name_can_be_corrected_later_and_the_number_of_players_cannot(noted: TableCluedo) -> None:
    tap(noted, "set_up", id="players")
    tap(noted, "name", "Lan", n=2)
    with pytest.raises(SaidError):
        tap(noted, "players", n=6)
    with pytest.raises(SaidError):
        tap(noted, "watch")
    tap(noted, "on")
    assert noted.players == ("You", "An", "Lan", "Chi")
    assert "Lan showed Tower of London." in (tap(noted, "view", id="log"), noted.render())[1]


def test_an_entry_from_before_a_table_rule_is_corrected_without_answers_that_nobody_gave(
    noted: TableCluedo,
) -> None:
    """Where everybody answers from now on, the seats after the one who showed had not been asked before."""
    before = noted.entries[1]
    tap(noted, "set_up", id="players")
    tap(noted, "rule", id="everyone_answers")
    tap(noted, "on")
    tap(noted, "entry", n=1)
    tap(noted, "record")
    assert noted.entries[1] == before


def test_a_suggestion_that_was_not_answered_to_the_end_is_told_as_such(noted: TableCluedo) -> None:
    (saved,) = tap(noted, "save")
    *lines, _ = saved.text.splitlines()
    entry = {"n": 4, "type": "suggestion", "by": "Chi", "cards": ["sherlock", "revolver", "221b"]}
    lines.append(json.dumps({**entry, "passed": ["You"], "shown_by": None, "card": None, "open": True}))
    tap(noted, "open", "\n".join(lines))
    tap(noted, "view", id="log")
    assert "Not everybody has answered." in noted.render()


def test_own_cards_and_hands_can_be_corrected_later(noted: TableCluedo) -> None:
    tap(noted, "set_up", id="own")
    tap(noted, "take", card="rope")
    tap(noted, "take", card="kitchen")
    tap(noted, "on")
    assert noted.known.knows("kitchen", 0)
    assert noted.known.knows("rope", 0) is False
    tap(noted, "set_up", id="hands")
    with pytest.raises(SaidError):
        tap(noted, "players", n=6)
    tap(noted, "size", n=0, by=1)
    tap(noted, "back")
    assert noted.set_up.sizes == (5, 5, 4, 4)


# -- nothing is lost


def test_after_every_entry_the_table_is_in_the_file_and_given_to_the_browser(tmp_path: Path) -> None:
    screen = laid(folder=tmp_path)
    tap(screen, "new")
    for card in ("hudson", "candlestick", "flat"):
        tap(screen, "choose", card=card)
    tap(screen, "showed", n=3)
    tap(screen, "which", n=3, card="flat")
    (kept,) = tap(screen, "record")
    assert isinstance(kept, Keep)
    path = tmp_path / "table_cluedo.jsonl"
    assert kept.text == path.read_text("utf-8")
    assert by_command(path, screen.players) == on_the_screen(screen)


def test_the_table_of_a_dead_kernel_is_offered_with_its_time_and_its_entries(tmp_path: Path) -> None:
    screen = laid(folder=tmp_path)
    note(screen, ("hudson", "candlestick", "flat"), 3, "flat")
    again = TableCluedo(folder=tmp_path)
    assert "One entry." in again.render()
    assert "Saved on" in again.render()
    tap(again, "resume", id=0)
    assert again.entries == screen.entries
    assert again.set_up.own == screen.set_up.own


def test_what_the_browser_kept_is_offered_where_no_file_is(noted: TableCluedo) -> None:
    (kept,) = tap(noted, "delete", n=3)
    again = TableCluedo(folder=None)
    again.recalled({"table_cluedo": kept.text})
    tap(again, "resume", id=0)
    assert again.entries == noted.entries


def test_a_table_goes_to_another_device_as_a_file_and_as_a_short_text(noted: TableCluedo) -> None:
    (saved,), (copied,) = tap(noted, "save"), tap(noted, "copy")
    assert isinstance(saved, Download)
    assert isinstance(copied, Copy)
    assert "\n" not in copied.text
    assert len(copied.text) < len(saved.text) / 2
    for do, text in (("open", saved.text), ("paste", f" {copied.text[:40]}\n{copied.text[40:]} ")):
        other = TableCluedo(folder=None)
        tap(other, do, text)
        assert other.entries == noted.entries
        assert on_the_screen(other) == on_the_screen(noted)


def test_a_text_that_is_cut_off_takes_the_place_of_nothing(noted: TableCluedo) -> None:
    (copied,) = tap(noted, "copy")
    before = noted.render()
    for text in (copied.text[:-9], "", "sleuthbook:", "hello", '{"type": "header"}'):
        with pytest.raises(SaidError):
            tap(noted, "paste", text)
        assert noted.render() == before


def test_a_new_table_keeps_the_one_that_was_waiting(tmp_path: Path) -> None:
    first = laid(folder=tmp_path)
    note(first, ("hudson", "candlestick", "flat"), 3, "flat")
    second = laid(folder=tmp_path)
    note(second, ("hudson", "candlestick", "flat"), -1)
    again = TableCluedo(folder=tmp_path)
    assert [kept.saved[1] for kept in again.offered] == [second.entries, first.entries]


def test_names_of_cards_are_kept_as_an_edition_for_the_next_table(tmp_path: Path) -> None:
    screen = TableCluedo(folder=tmp_path)
    tap(screen, "start")
    tap(screen, "new_names", language="en")
    tap(screen, "on")
    tap(screen, "title", "Nhà của Mai")
    tap(screen, "card_name", "Cái chảo", category="weapon", n=0)
    tap(screen, "card_name", "Rope", category="weapon", n=1)
    tap(screen, "card_name", "", category="weapon", n=2)
    with pytest.raises(SaidError, match="must not be empty"):
        tap(screen, "on")
    tap(screen, "card_name", "Súng", category="weapon", n=2)
    for _ in range(3):
        tap(screen, "on")
    for card in screen.edition.cards[: screen.set_up.sizes[0]]:
        tap(screen, "take", card=card)
    tap(screen, "on")
    assert screen.ledger is not None
    (file,) = (tmp_path / "editions").iterdir()
    assert cards.parse(file.read_text("utf-8")).name("cai_chao") == "Cái chảo"
    again = TableCluedo(folder=tmp_path)
    assert [cards.load(text).title for text in again.set_up.editions] == ["Nhà của Mai"]
    tap(again, "resume", id=0)
    assert again.edition.name("cai_chao", "vi") == "Cái chảo"
    alone = TableCluedo(folder=None)
    alone.set_up = screen.set_up
    assert [type(effect) for effect in alone.begun()] == [Download]


ODD = (None, 1, -1, "x", [], {}, [1], True, "rope", ["rope"], [[1, 0, [{}]]], "sherlock", ["You"])


def places_in(value: object, way: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    """The ways to everything that stands in JSON values."""
    inside = value.items() if isinstance(value, dict) else enumerate(value if isinstance(value, list) else ())
    for key, part in inside:
        yield (*way, key)
        yield from places_in(part, (*way, key))


def test_a_file_with_anything_in_the_wrong_place_is_opened_or_refused_with_a_sentence(
    noted: TableCluedo,
) -> None:
    (saved,) = tap(noted, "save")
    lines = [json.loads(line) for line in saved.text.splitlines()]
    rng = Random(2)
    for *way, last in places_in(lines):
        if way:
            changed = json.loads(json.dumps(lines))
            part = changed
            for key in way:
                part = part[key]
            part[last] = rng.choice(ODD)
            screen = TableCluedo(folder=None)
            with suppress(SaidError):
                tap(screen, "open", "\n".join(map(json.dumps, changed)))
            assert screen.render()
