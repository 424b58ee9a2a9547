"""The companion for a real table of Cluedo, tried without a browser: set-up, typing, what it shows."""

from __future__ import annotations

import json
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from assistant import words
from assistant.cluedo import reader
from assistant.cluedo.deck import ENVELOPE, PUBLIC, Deck
from assistant.cluedo.notes import Entry, Notes, dump
from assistant.cluedo.notes import noted as notes_of
from assistant.ui.cluedo import counsel
from assistant.ui.cluedo.table import TableCluedo
from assistant.ui.cluedo.table_set_up import SetUp
from assistant.ui.screen import Awake, Touch
from engine import games
from engine.chance import Chance
from engine.cluedo import cards
from engine.cluedo import table as t
from engine.core import SaidError, Setup
from engine.match import Match
from engine.play import Company
from tests.ui.table_of_cluedo import MINE, by_command, laid, note, on_the_screen, tap, with_entries
from tests.ui.taps import any_touch, touches

DATA = Path(__file__).parents[1] / "data" / "cluedo"
GAMES = ("01_3p_early", "05_4p_public_cards", "09_6p_late")


@pytest.fixture
def screen() -> TableCluedo:
    return laid()


@pytest.fixture
def noted() -> TableCluedo:
    return with_entries()


# -- games from their notes, typed in by touches


def set_up_like(screen: TableCluedo, notes: Notes) -> None:
    """Set the table of some notes up by touches; the observer sits first, as the pages want it."""
    names = notes.players[notes.observer or 0 :] + notes.players[: notes.observer or 0]
    sizes = notes.hand_sizes[notes.observer or 0 :] + notes.hand_sizes[: notes.observer or 0]
    tap(screen, "start")
    tap(screen, "new_names", language="en")
    tap(screen, "on")
    tap(screen, "title", "A table of ours")
    for category, ids in zip(("suspect", "weapon", "location"), notes.deck.categories, strict=True):
        for n, card in enumerate(ids):
            tap(screen, "card_name", card, category=category, n=n)
    tap(screen, "on")
    tap(screen, "players", n=len(names))
    for n, name in enumerate(names):
        tap(screen, "name", name, n=n)
    tap(screen, "on")
    for n, size in enumerate(sizes):
        while screen.set_up.sizes[n] != size:
            tap(screen, "size", n=n, by=1 if screen.set_up.sizes[n] < size else -1)
    tap(screen, "on")
    if screen.step == "open":
        for card in notes.public:
            tap(screen, "take", card=card_id(screen, card))
        tap(screen, "on")
    for card in sorted(notes.own_hand):
        tap(screen, "take", card=card_id(screen, card))
    tap(screen, "on")
    assert screen.ledger is not None


def card_id(screen: TableCluedo, name: str) -> str:
    edition = screen.edition
    return next(card for card in edition.cards if edition.name(card) == name)


def type_entry(screen: TableCluedo, notes: Notes, entry: Entry) -> None:
    """Type an entry of the notes in, touching what a person would touch."""

    def seat(theirs: int) -> int:
        return (theirs - (notes.observer or 0)) % len(notes.players)

    first = entry.events[0]
    tap(screen, "new")
    match first:
        case t.Suggested(by) | t.Accused(by):
            if isinstance(first, t.Accused):
                tap(screen, "kind", "accusation")
                right = any(isinstance(event, t.EnvelopeSeen) and event.correct for event in entry.events)
                tap(screen, "right", id="yes" if right else "no")
            if screen.form is not None and screen.form.by != seat(by):
                tap(screen, "by", n=seat(by))
            for card in (first.suspect, first.weapon, first.location):
                tap(screen, "choose", card=card_id(screen, card))
            if isinstance(first, t.Suggested):
                shown = [event for event in entry.events if isinstance(event, t.Shown)]
                tap(screen, "showed", n=seat(shown[0].by) if shown else -1)
                if shown and shown[0].card is not None:
                    tap(screen, "which", n=seat(shown[0].by), card=card_id(screen, shown[0].card))
        case t.CardSeen(_, holder, card):
            tap(screen, "kind", "seen")
            tap(screen, "holder", id=ENVELOPE if holder is None else seat(holder))
            tap(screen, "one", card=card_id(screen, card or ""))
        case _:
            pytest.fail(f"the games have no {first}")
    tap(screen, "record")


def played(seats: int, seed: int) -> Notes:
    """The notes that the first player would have made of a whole game between bots that keep a sheet."""
    setup = Setup("cluedo", ("Ana", "Bob", "Chi", "Dan", "Eve")[:seats], "sherlock")
    match = Match(games.load("cluedo"), setup, Chance(seed))
    company = Company(match, dict.fromkeys(range(seats), games.bots("cluedo")["sheet"]), 0.05)
    while company.step():
        pass
    return notes_of(Deck.of(cards.load("sherlock")), setup.seats, 0, match.seen(0))


@pytest.mark.parametrize("game", [*GAMES, "played by 3", "played by 5"])
def test_a_game_typed_in_shows_the_numbers_of_the_command_line_at_every_entry(
    game: str, tmp_path: Path
) -> None:
    path = DATA / f"{game}.jsonl"
    if game not in GAMES:
        path = tmp_path / "played.jsonl"
        path.write_text(dump(played(int(game[-1]), 1)), "utf-8")
    notes = reader.read(path.read_text("utf-8"))
    screen = TableCluedo(folder=tmp_path)
    set_up_like(screen, notes)
    renamed = {screen.edition.name(card): card for card in screen.edition.cards}
    for entry in notes.entries:
        type_entry(screen, notes, entry)
        expected = by_command(path, screen.players, "--after", str(entry.number))
        assert on_the_screen(screen) == {(renamed[card], place): p for (card, place), p in expected.items()}
    assert by_command(tmp_path / "table_cluedo.jsonl", screen.players) == on_the_screen(screen)
    assert len(screen.entries) == len(notes.entries)


def test_the_numbers_are_those_of_the_known_answers(tmp_path: Path) -> None:
    """The last checkpoint of a game whose answers were counted in two other ways."""
    notes = reader.read((DATA / "09_6p_late.jsonl").read_text("utf-8"))
    answers = json.loads((DATA / "09_6p_late.expected.json").read_text("utf-8"))
    last = next(c for c in answers["checkpoints"] if c["after"] == notes.entries[-1].number)
    screen = TableCluedo(folder=tmp_path)
    set_up_like(screen, notes)
    for entry in notes.entries:
        type_entry(screen, notes, entry)
    seats = {str(seat): name for seat, name in enumerate(screen.players)}
    shown = {
        (screen.edition.name(card), seats.get(place, place)): p
        for (card, place), p in on_the_screen(screen).items()
    }
    assert shown == {
        (card, place): Fraction(p)
        for card, places in last["uniform"]["cells"].items()
        for place, p in places.items()
    }


# -- taps are counted


def taps_of(screen: TableCluedo, todo: list[tuple[str, dict[str, object]]]) -> int:
    for do, args in todo:
        offered = [touch for touch in touches(screen.render()) if touch.do == do]
        given = {name: str(arg) for name, arg in args.items()}
        assert any(given.items() <= touch.args.items() for touch in offered), (do, args)
        tap(screen, do, **args)
    return len(todo)


def test_a_table_for_four_is_set_up_in_less_than_25_taps() -> None:
    screen = TableCluedo(folder=None)
    steps: list[tuple[str, dict[str, object]]] = [
        ("start", {}),
        ("on", {}),
        ("players", {"n": 4}),
        ("on", {}),
    ]
    steps += [("dealt", {"n": 2}), ("on", {})]
    taps = taps_of(screen, steps)
    assert screen.set_up.sizes == (4, 4, 5, 5)
    taps += taps_of(screen, [("take", {"card": card}) for card in MINE[:4]])
    taps += taps_of(screen, [("on", {})])
    assert screen.ledger is not None
    assert taps < 25


def test_another_players_suggestion_takes_six_taps(noted: TableCluedo) -> None:
    tap(noted, "new")
    tap(noted, "choose", card="irene")
    tap(noted, "showed", n=-1)
    tap(noted, "clear")
    tap(noted, "by", n=0)
    for card in ("mycroft", "rope", "lab"):
        tap(noted, "choose", card=card)
    tap(noted, "showed", n=-1)
    tap(noted, "record")
    steps: list[tuple[str, dict[str, object]]] = [("new", {})]
    steps += [("choose", {"card": card}) for card in ("hudson", "candlestick", "tower")]
    steps += [("showed", {"n": 3}), ("record", {})]
    assert taps_of(noted, steps) == 6
    assert noted.entries[-1] == (
        t.Suggested(1, "hudson", "candlestick", "tower"),
        t.Passed(2),
        t.MustShow(3),
        t.Shown(3, 1, None),
    )


def test_a_suggestion_that_i_answer_takes_six_taps_although_three_of_my_cards_fit(noted: TableCluedo) -> None:
    note(noted, ("mycroft", "rope", "lab"), -1)
    steps: list[tuple[str, dict[str, object]]] = [("new", {})]
    steps += [("choose", {"card": card}) for card in ("irene", "rope", "lab")]
    steps += [("which", {"n": 0, "card": "rope"}), ("record", {})]
    assert taps_of(noted, steps) == 6
    assert noted.entries[-1][-1] == t.Shown(0, 1, "rope")
    assert noted.entries[-1][1:3] == (t.Passed(2), t.Passed(3))


def test_an_own_suggestion_takes_seven_taps(noted: TableCluedo) -> None:
    steps: list[tuple[str, dict[str, object]]] = [("new", {})]
    steps += [("choose", {"card": card}) for card in ("mycroft", "rope", "pool")]
    steps += [("showed", {"n": 2}), ("which", {"n": 2, "card": "pool"}), ("record", {})]
    assert taps_of(noted, steps) == 7
    assert noted.entries[-1] == (
        t.Suggested(0, "mycroft", "rope", "pool"),
        t.Passed(1),
        t.MustShow(2),
        t.Shown(2, 0, "pool"),
    )


def test_the_cards_named_last_are_one_touch_away(noted: TableCluedo) -> None:
    tap(noted, "new")
    again = [touch.args["card"] for touch in touches(noted.render()) if touch.do == "choose"][:3]
    assert again == ["sherlock", "revolver", "221b"]


# -- forms


def test_a_half_typed_entry_survives_a_look_at_the_sheet_and_at_another_entry(noted: TableCluedo) -> None:
    tap(noted, "new")
    tap(noted, "choose", card="hudson")
    tap(noted, "choose", card="rope")
    tap(noted, "view", id="sheet")
    tap(noted, "row", card="rope")
    tap(noted, "entry", n=1)
    tap(noted, "record")
    assert "Go on typing" in noted.render()
    tap(noted, "new")
    assert noted.form is not None
    assert noted.form.chosen == ("hudson", "rope", "")


def test_an_entry_that_is_not_whole_is_not_written_down(noted: TableCluedo) -> None:
    tap(noted, "new")
    for card in ("hudson", "rope", "lab"):
        with pytest.raises(SaidError):
            tap(noted, "record")
        tap(noted, "choose", card=card)
    with pytest.raises(SaidError, match="Who showed"):
        tap(noted, "record")
    tap(noted, "showed", n=1)
    with pytest.raises(SaidError, match="Which card"):
        tap(noted, "record")
    assert len(noted.entries) == 4


def test_a_wrong_accusation_takes_the_accuser_out_of_turn_and_is_never_the_envelope(
    noted: TableCluedo,
) -> None:
    tap(noted, "new", kind="accusation")
    tap(noted, "by", n=0)
    for card in ("mycroft", "wrench", "pool"):
        tap(noted, "choose", card=card)
    tap(noted, "record")
    assert noted.entries[-1] == (t.Accused(0, "mycroft", "wrench", "pool"), t.EnvelopeSeen(0, False, None))
    assert [noted.asker(n) for n in (4, 5)] == [0, 1]
    assert noted.known.joint((card, ENVELOPE) for card in ("mycroft", "wrench", "pool")) == 0
    note(noted, ("hudson", "wrench", "tower"), 2)
    note(noted, ("hudson", "wrench", "tower"), 3)
    note(noted, ("hudson", "wrench", "tower"), 1)
    assert noted.asker(len(noted.entries)) == 1


def test_what_i_saw_after_my_own_wrong_accusation_is_in_the_envelope(noted: TableCluedo) -> None:
    tap(noted, "new", kind="accusation")
    tap(noted, "by", n=0)
    for card in ("mycroft", "wrench", "pool"):
        tap(noted, "choose", card=card)
    for card in ("mycroft", "wrench", "dartmoor"):
        tap(noted, "in_envelope", card=card)
    tap(noted, "record")
    assert noted.known.solution() == ("mycroft", "wrench", "dartmoor")
    assert "It is certain" in (tap(noted, "view", id="advice"), noted.render())[1]


def test_a_card_seen_a_card_turned_up_and_corrected_hands_have_a_short_form_each(noted: TableCluedo) -> None:
    tap(noted, "new", kind="seen")
    tap(noted, "holder", id=2)
    tap(noted, "one", card="mycroft")
    tap(noted, "record")
    assert noted.entries[-1] == (t.CardSeen(0, 2, "mycroft"),)
    assert noted.known.knows("mycroft", 2)
    tap(noted, "new", kind="hands")
    tap(noted, "size", n=1, by=-1)
    tap(noted, "size", n=3, by=1)
    tap(noted, "record")
    assert noted.entries[-2:] == ((t.HandSizeSet(1, 4),), (t.HandSizeSet(3, 5),))
    assert noted.known.hand_sizes == (5, 4, 4, 5)
    tap(noted, "new", kind="hands")
    tap(noted, "size", n=1, by=-1)
    tap(noted, "record")
    assert "17 cards together" in noted.render()
    tap(noted, "new", kind="up")
    tap(noted, "one", card="battersea")
    tap(noted, "record")
    assert "together" not in noted.render()
    assert noted.known.knows("battersea", PUBLIC)


def test_where_everybody_who_can_shows_each_card_shown_to_me_is_written_down() -> None:
    screen = laid(every_holder=True)
    tap(screen, "new")
    for card in ("mycroft", "wrench", "pool"):
        tap(screen, "choose", card=card)
    tap(screen, "showed", n=1)
    tap(screen, "showed", n=3)
    tap(screen, "which", n=3, card="pool")
    with pytest.raises(SaidError, match="Which card"):
        tap(screen, "record")
    tap(screen, "which", n=1, card="wrench")
    tap(screen, "record")
    assert [screen.known.knows(card, seat) for card, seat in (("wrench", 1), ("pool", 3))] == [True, True]
    assert screen.known.knows("mycroft", 2) is False


def test_where_everybody_answers_only_the_first_card_is_seen() -> None:
    screen = laid(everyone_answers=True)
    tap(screen, "new")
    for card in ("mycroft", "wrench", "pool"):
        tap(screen, "choose", card=card)
    tap(screen, "showed", n=3)
    tap(screen, "showed", n=1)
    tap(screen, "which", n=1, card="wrench")
    tap(screen, "record")
    assert screen.entries[0] == (
        t.Suggested(0, "mycroft", "wrench", "pool"),
        t.MustShow(1),
        t.Shown(1, 0, "wrench"),
        t.Passed(2),
        t.MustShow(3),
        t.Shown(3, 0, None),
    )
    assert reader.read(dump(screen._notes)).entries[0].events == screen.entries[0]


def test_asked_by_somebody_it_says_which_cards_fit_and_which_tells_least(noted: TableCluedo) -> None:
    note(noted, ("mycroft", "rope", "lab"), -1)
    tap(noted, "new")
    for card in ("irene", "rope", "dartmoor"):
        tap(noted, "choose", card=card)
    assert [touch.args["card"] for touch in touches(noted.render()) if touch.do == "which"] == [
        "irene",
        "rope",
    ]
    assert Touch("next") in touches(noted.render())
    tap(noted, "next")
    assert Touch("next") not in touches(noted.render())
    assert "bits" in noted.render()
    tap(noted, "which", n=0, card="irene")
    tap(noted, "record")
    note(noted, ("hudson", "candlestick", "flat"), 3)
    note(noted, ("sherlock", "revolver", "221b"), 1)
    note(noted, ("sherlock", "revolver", "221b"), 1, "221b")
    tap(noted, "new")
    assert noted.form is not None
    assert noted.form.by == 1
    for card in ("irene", "rope", "dartmoor"):
        tap(noted, "choose", card=card)
    tap(noted, "next")
    assert "seen before" in noted.render()


# -- the screen as a whole


def test_the_display_stays_on_while_the_table_is_open(screen: TableCluedo) -> None:
    assert tap(screen, "leave") == [Awake(False)]
    assert Awake(True) in tap(screen, "resume", id=0)
    assert list(screen.recalled({}) or ()) == [Awake(True)]


def test_the_screen_covers_itself_after_a_while_as_long_as_chosen(screen: TableCluedo) -> None:
    assert 'data-idle="30000"' in screen.render()
    tap(screen, "idle", id="300")
    assert 'data-idle="300000"' in screen.render()
    tap(screen, "idle", id="never")
    assert "data-idle" not in screen.render()


def test_a_covered_table_holds_nothing(noted: TableCluedo) -> None:
    tap(noted, "cover")
    markup = noted.render()
    assert {touch.do for touch in touches(markup)} == {"uncover"}
    assert not [name for name in noted.edition.names["en"].values() if name in markup]
    assert "data-idle" not in markup


def test_advice_shows_what_is_certain_first_and_is_weighed_in_steps(noted: TableCluedo) -> None:
    tap(noted, "view", id="advice")
    tap(noted, "reach", card="tower")
    first = noted.render()
    assert "In the envelope" in first
    assert noted.counsel is not None
    assert not noted.counsel.best
    assert Touch("next") in touches(first)
    for _ in range(500):
        if Touch("next") not in touches(noted.render()):
            break
        tap(noted, "next")
    assert noted.counsel.done
    totals = [outlook.total for outlook, _ in noted.counsel.best]
    assert len(totals) == 5
    assert totals == sorted(totals, reverse=True)
    assert {outlook.cards[2] for outlook, _ in noted.counsel.best} == {"tower"}
    assert "Accuse or wait?" in noted.render()


def test_an_onlooker_gets_a_sheet_and_no_advice() -> None:
    screen = TableCluedo(folder=None)
    tap(screen, "start")
    tap(screen, "on")
    tap(screen, "watch")
    tap(screen, "on")
    tap(screen, "on")
    assert screen.ledger is not None
    tap(screen, "view", id="advice")
    assert "An onlooker asks no questions." in screen.render()
    note(screen, ("hudson", "candlestick", "flat"), 3)
    assert ("hudson", "1") not in on_the_screen(screen)


@pytest.mark.parametrize("seed", range(2))
def test_taps_in_any_order_never_fail(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the first page, and at a table; weighing advice is cut short."""
    monkeypatch.setattr(counsel, "PIECE", 0.005)
    rng, screen = Random(seed), laid(3 + seed % 2) if seed else TableCluedo(folder=None)
    for _ in range(200):
        with suppress(SaidError):
            screen.touch(any_touch(screen.render(), rng))


def test_every_part_is_said_in_vietnamese(noted: TableCluedo) -> None:
    for view in noted.views:
        tap(noted, "language", id="en")
        tap(noted, "view", id=view)
        english = noted.render()
        tap(noted, "language", id="vi")
        assert noted.render() != english
        assert "Rope" not in noted.render()
    assert words.say(noted.title, "vi") != noted.title.key


def test_where_squares_bring_cards_to_light_their_form_is_one_touch_away() -> None:
    assert Touch("new", {"kind": "seen"}) not in touches(laid().render())
    assert Touch("new", {"kind": "seen"}) in touches(laid(event_cards=True).render())


def test_an_advised_question_is_taken_over_into_the_form(noted: TableCluedo) -> None:
    tap(noted, "view", id="advice")
    tap(noted, "reach", card="tower")
    noted.render()
    tap(noted, "next")
    assert noted.counsel is not None
    best = noted.counsel.best[1][0].cards
    assert Touch("take_up", {"n": "1"}) in touches(noted.render())
    tap(noted, "take_up", n=1)
    assert noted.form is not None
    assert (noted.form.by, noted.form.chosen) == (0, best)
    with pytest.raises(SaidError):
        tap(noted, "take_up", n=99)


def test_players_without_a_name_get_different_ones_that_stay() -> None:
    """Whoever is given a name, the others are called as before, unless that name was theirs."""
    for seats in range(2, 7):
        before = SetUp(names=("",) * seats).players("You")
        for seat in range(1, seats):
            for name in ("Lan", "An", "Khoa"):
                names = tuple(name if n == seat else "" for n in range(seats))
                after = SetUp(names=names).players("You")
                assert len(set(after)) == seats
                assert after[seat] == name
                kept = [n for n in range(seats) if n != seat and before[n] != name]
                assert [after[n] for n in kept] == [before[n] for n in kept]


def test_forged_touches_get_a_sentence_and_break_nothing() -> None:
    rng, screen = Random(5), with_entries()
    values = ("", "-1", "0", "99", "x", "²", "rope", "tower", "envelope", "suspect", "enter", "log", "own")
    does = {touch.do for view in screen.views for touch in _at(screen, view)} | {
        "look",
        "take_up",
        "size",
        "take",
    }
    for n in range(1500):
        keys = rng.sample(
            ("n", "id", "card", "place", "to", "by", "category", "at", "kind"), rng.randint(0, 6)
        )
        touch = Touch(rng.choice(sorted(does - {"leave"})), {key: rng.choice(values) for key in keys})
        with suppress(SaidError):
            screen.touch(touch)
        if n % 50 == 0:
            screen.render()


def _at(screen: TableCluedo, view: str) -> list[Touch]:
    tap(screen, "view", id=view)
    return touches(screen.render())
