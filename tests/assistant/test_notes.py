"""Table notes: what is read, what is refused with its line, and notes made from a game that was played."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from assistant.cluedo import facts as f
from assistant.cluedo import files, reader
from assistant.cluedo.deck import Deck
from assistant.cluedo.knowledge import begin
from assistant.cluedo.notes import dump, noted
from engine import games, log
from engine.chance import Chance
from engine.cluedo import cards
from engine.cluedo import table as t
from engine.core import Game, Seat, Setup
from engine.log import LogError, Saved
from engine.match import Match
from engine.play import play
from tests.assistant import worlds

DATA = Path(__file__).parents[1] / "data" / "cluedo"
GAME: Game = games.load("cluedo")
DECK = Deck.of(cards.load())
NAMES = ("An", "Bình", "Chi", "Dũng", "Mai", "Khoa")

Lines = list[dict[str, Any]]


def lines() -> Lines:
    """Return good notes: a header and one of each kind of entry, from line 1 on."""
    names = ("Ana", "Bob", "Chi")
    return [
        {
            "type": "header",
            "players": [{"name": name, "hand_size": 3} for name in names],
            "observer": "Ana",
            "own_hand": ["s1", "w1", "l1"],
            "deck": {
                category: [f"{category[0]}{i}" for i in range(1, 5)] for category in ("suspect", "weapon")
            }
            | {"room": [f"l{i}" for i in range(1, 5)]},
            "public_cards": [],
        },
        {
            "n": 1,
            "type": "suggestion",
            "by": "Ana",
            "cards": ["s2", "w2", "l1"],
            "passed": ["Bob"],
            "shown_by": "Chi",
            "card": "s2",
        },
        {"n": 2, "type": "accusation", "by": "Bob", "cards": ["s3", "w3", "l3"], "correct": False},
        {"n": 3, "type": "reveal", "player": "Chi", "card": "l2"},
        {"n": 4, "type": "hand_size", "player": "Chi", "size": 3},
    ]


def text(entries: Lines) -> str:
    return "".join(json.dumps(entry) + "\n" for entry in entries)


def test_good_notes_become_events_that_carry_their_number() -> None:
    assert list(reader.read(text(lines())).events()) == [
        (None, t.HandDealt(0, 3, frozenset({"s1", "w1", "l1"}))),
        (None, t.HandDealt(1, 3)),
        (None, t.HandDealt(2, 3)),
        (1, t.Suggested(0, "s2", "w2", "l1")),
        (1, t.Passed(1)),
        (1, t.MustShow(2)),
        (1, t.Shown(2, 0, "s2")),
        (2, t.Accused(1, "s3", "w3", "l3")),
        (2, t.EnvelopeSeen(1, False)),
        (3, t.CardSeen(0, 2, "l2")),
        (4, t.HandSizeSet(2, 3)),
    ]


def test_every_holder_may_show() -> None:
    entries = lines()
    answers = [{"player": "Bob", "shown": True, "card": "w2"}, {"player": "Chi", "shown": True, "card": "s2"}]
    entries[1] = {"n": 1, "type": "suggestion", "by": "Ana", "cards": ["s2", "w2", "l1"], "answers": answers}
    known = reader.read(text(entries)).knowledge()
    assert known.knows("w2", 1)
    assert known.knows("s2", 2)


def test_a_solution_seen_in_the_own_accusation_may_stand_in_it() -> None:
    entries = lines()
    entries[2] |= {"by": "Ana", "envelope": ["s3", "w3", "l4"]}
    assert reader.read(text(entries)).knowledge().solution() == ("s3", "w3", "l4")


def test_an_onlooker_has_no_hand() -> None:
    entries = lines()
    entries[0] |= {"observer": None, "own_hand": []}
    entries[1]["card"] = None
    notes = reader.read(text(entries))
    assert notes.observer is None
    assert notes.knowledge().knows("l2", 2)


def test_a_left_over_card_may_be_turned_up_later() -> None:
    entries = lines()
    entries[0]["players"][2]["hand_size"] = 2
    entries[3:] = [{"n": 3, "type": "reveal", "player": "public", "card": "l2"}]
    notes = reader.read(text(entries))
    assert notes.knowledge(0).possible("l2", "public")
    assert notes.knowledge().knows("l2", "public")


def test_hand_sizes_may_be_set_right_by_a_later_entry() -> None:
    entries = lines()
    entries[0]["players"][2]["hand_size"] = 4
    assert reader.read(text(entries)).knowledge().hand_sizes == (3, 3, 3)


def test_comments_and_empty_lines_are_skipped_and_gaps_in_the_numbers_allowed() -> None:
    entries = lines()
    entries[-1]["n"] = 40
    spaced = "# what we played on Sunday\n\n" + text(entries).replace("\n", "\n\n", 1)
    assert [entry.number for entry in reader.read(spaced).entries] == [1, 2, 3, 40]
    assert reader.read(spaced).entries[0].line == 5


def test_names_in_another_unicode_form_are_the_same_names() -> None:
    entries = lines()
    entries[0]["players"][1]["name"] = "Bi\u0300nh"
    entries[1]["passed"] = ["B\u00ecnh"]
    entries[2]["by"] = "B\u00ecnh"
    assert reader.read(text(entries)).players[1] == "B\u00ecnh"


def _set(line: int, **values: Any) -> Callable[[Lines], None]:
    return lambda entries: entries[line - 1].update(values)


def _drop(line: int, key: str) -> Callable[[Lines], None]:
    return lambda entries: entries[line - 1].pop(key)


def _name(name: str) -> Callable[[Lines], None]:
    return lambda entries: entries[0]["players"][1].update(name=name)


def _answers(*answers: tuple[str, bool, str | None]) -> Callable[[Lines], None]:
    said = [{"player": player, "shown": shown, "card": card} for player, shown, card in answers]
    return _set(2, answers=said)


ODD_NAME = "is no name: it must be up to 40 letters of plain text, without < and >."
BAD: dict[str, tuple[Callable[[Lines], Any], int, str]] = {
    "no header": (lambda e: e.pop(0), 1, "Table notes begin with a line of type “header”."),
    "a newer version": (
        _set(1, format=2),
        1,
        "These notes were written by a newer version of Sleuthbook. Update, then open them again.",
    ),
    "a version that is no number": (_set(1, format="new"), 1, "“format” is not what it should be."),
    "no deck": (_drop(1, "deck"), 1, "“deck” is missing."),
    "an empty category": (
        _set(1, deck={"suspect": [], "weapon": ["w"], "room": ["l"]}),
        1,
        "“suspect” is not what it should be.",
    ),
    "a card twice in the deck": (
        _set(1, deck={"suspect": ["s", "x"], "weapon": ["w", "x"], "room": ["l"]}),
        1,
        "The card x stands twice.",
    ),
    "a deck too large": (
        _set(1, deck={"suspect": [f"s{i}" for i in range(29)], "weapon": ["w"], "room": ["l"]}),
        1,
        "A deck has at most 30 cards, not 31.",
    ),
    "one player": (
        lambda e: e[0].update(players=e[0]["players"][:1]),
        1,
        "This game is for 2 to 6 players, not 1.",
    ),
    "a player called public": (_name("public"), 1, "A player cannot be called public."),
    "a player called envelope": (_name("envelope"), 1, "A player cannot be called envelope."),
    "two players of one name": (_name("Ana"), 1, "Two players are called Ana."),
    "an empty name": (_name(" "), 1, f"“ ” {ODD_NAME}"),
    "a name with markup": (_name("<b>Bob</b>"), 1, f"“<b>Bob</b>” {ODD_NAME}"),
    "a name with control characters": (_name("Bo\x1b[31mb"), 1, f"“Bo[31mb” {ODD_NAME}"),
    "a name that reverses the line": (_name("Bo\u202eb"), 1, f"“Bob” {ODD_NAME}"),
    "an observer not at the table": (_set(1, observer="Eva"), 1, "Nobody at this table is called Eva."),
    "an onlooker with a hand": (
        _set(1, observer=None),
        1,
        "An onlooker has no hand: “own_hand” must be empty.",
    ),
    "a card in the own hand that is not in the deck": (
        _set(1, own_hand=["s1", "w1", "l9"]),
        1,
        "The deck has no card l9.",
    ),
    "a card twice in the own hand": (_set(1, own_hand=["s1", "w1", "s1"]), 1, "The card s1 stands twice."),
    "an open card in the own hand": (
        _set(1, public_cards=["s1"]),
        1,
        "s1 cannot be in the own hand and lie open too.",
    ),
    "nothing left for the envelope": (
        _set(1, own_hand=["s1", "s2", "s3"], public_cards=["s4"]),
        1,
        "No card of one category is left for the envelope.",
    ),
    "hand sizes that do not add up": (
        lambda e: e[0]["players"][1].update(hand_size=4),
        5,
        "The hands and the cards that lie open are 10 cards together, but 9 were dealt.",
    ),
    "hand sizes that add up to too little": (
        lambda e: (e[0]["players"][1].update(hand_size=2), e.pop()),
        1,
        "The hands and the cards that lie open are 8 cards together, but 9 were dealt.",
    ),
    "an own hand of another size": (
        _set(1, own_hand=["s1", "w1"]),
        5,
        "The own hand has 2 cards, but its hand size is 3.",
    ),
    "a hand size below nothing": (_set(5, size=-1), 5, "“size” is not what it should be."),
    "a hand size that is no number": (_set(5, size="3"), 5, "“size” is not what it should be."),
    "an entry without a number": (_drop(3, "n"), 3, "“n” is missing."),
    "two entries of one number": (
        _set(3, n=1),
        3,
        "The entries must be numbered upwards; 1 comes after 1.",
    ),
    "an entry of another kind": (_set(3, type="song"), 3, "Notes know no entry of type “song”."),
    "an entry of no kind": (_drop(3, "type"), 3, "“type” is missing."),
    "an unknown suggester": (_set(2, by="Eva"), 2, "Nobody at this table is called Eva."),
    "an unknown card": (_set(2, cards=["s2", "w2", "x"]), 2, "The deck has no card x."),
    "two cards of one category": (
        _set(2, cards=["s2", "s3", "l1"]),
        2,
        "“cards” must name a suspect, a weapon and a location.",
    ),
    "four cards": (
        _set(2, cards=["s2", "w2", "l1", "l2"]),
        2,
        "“cards” must name a suspect, a weapon and a location.",
    ),
    "a card shown that was not named": (_set(2, card="s3"), 2, "s3 was shown but not named."),
    "a card shown by nobody": (
        _set(2, passed=["Bob", "Chi"], shown_by=None),
        2,
        "A card was shown, but “shown_by” says by nobody.",
    ),
    "a seat skipped": (_set(2, passed=[]), 2, "It was Bob’s turn to answer, who is left out."),
    "a seat skipped at the end": (
        _set(2, shown_by=None, card=None),
        2,
        "It was Chi’s turn to answer, who is left out.",
    ),
    "a player who passes twice": (_set(2, passed=["Bob", "Bob"]), 2, "Bob answers twice."),
    "a player who passes and shows": (_set(2, shown_by="Bob"), 2, "Bob answers twice."),
    "a player who answers the own suggestion": (
        _set(2, passed=["Bob", "Chi"], shown_by="Ana"),
        2,
        "Ana made the suggestion and cannot answer it.",
    ),
    "an answer of a card by who passed": (
        _answers(("Bob", False, "w2"), ("Chi", True, None)),
        2,
        "Bob passed and cannot have shown a card.",
    ),
    "an answer left out where all answer": (
        _answers(("Chi", True, None)),
        2,
        "It was Bob’s turn to answer, who is left out.",
    ),
    "an accusation without a result": (_drop(3, "correct"), 3, "“correct” is missing."),
    "a result that is no truth value": (_set(3, correct="no"), 3, "“correct” is not what it should be."),
    "a card learnt from nobody": (_set(4, player="Eva"), 4, "Nobody at this table is called Eva."),
    "no card learnt": (_set(4, card=None), 4, "“card” is not what it should be."),
}


@pytest.mark.parametrize(("spoil", "line", "sentence"), BAD.values(), ids=BAD)
def test_bad_notes_are_refused_with_the_line_and_the_reason(
    spoil: Callable[[Lines], Any], line: int, sentence: str
) -> None:
    entries = lines()
    spoil(entries)
    with pytest.raises(LogError) as refused:
        reader.read(text(entries))
    assert (refused.value.line, str(refused.value)) == (line, sentence)


@pytest.mark.parametrize(
    ("data", "line", "sentence"),
    [
        (b"", 1, "This file is empty."),
        (b"# only a comment\n", 1, "This file is empty."),
        (b"{}\n", 1, "Table notes begin with a line of type “header”."),
        (b"[1, 2]\n", 1, "This line is not an entry of the notes."),
        (b"PK\x03\x04\n", 1, "This line is damaged or cut off."),
        (b"[" * 100_000, 1, "This line is damaged or cut off."),
        (b"\xff\xfe", 1, "This line is not text in UTF-8."),
        (text(lines()).encode()[:-12], 5, "This line is damaged or cut off."),
        (text(lines()).encode() + b"\xff\n", 6, "This line is not text in UTF-8."),
        (
            b'{"format": 99, "game": "cluedo"}\n',
            1,
            "This game was saved by a newer version of Sleuthbook. Update, then open it again.",
        ),
    ],
)
def test_what_is_no_notes_at_all_is_refused(data: bytes, line: int, sentence: str) -> None:
    with pytest.raises(LogError) as refused:
        files.read(data)
    assert (refused.value.line, str(refused.value)) == (line, sentence)


@cache
def played(players: int, seed: int, bot: str = "sheet") -> Match:
    match = Match(GAME, Setup("cluedo", NAMES[:players]), Chance(seed))
    play(match, dict.fromkeys(range(players), games.bots("cluedo")[bot]))
    return match


PLAYED = [
    pytest.param(players, seed, bot, seat, id=f"{players}-{bot}-{seat}")
    for players, seed, bot in ((2, 1, "sheet"), (3, 2, "seen_only"), (4, 3, "random"), (6, 4, "sheet"))
    for seat in (None, 0, players - 1)
]


@pytest.mark.parametrize(("players", "seed", "bot", "seat"), PLAYED)
def test_notes_of_a_played_game_say_what_its_log_says(
    players: int, seed: int, bot: str, seat: Seat | None
) -> None:
    match = played(players, seed, bot)
    seen = [event for event in match.seen(seat) if not isinstance(event, t.SolutionRevealed)]
    dealt = 1 + max(n for n, event in enumerate(seen) if isinstance(event, t.HandDealt))
    for length in (*range(dealt, min(len(seen), 400), 3), len(seen)):
        notes = reader.read(dump(noted(DECK, match.setup.seats, seat, seen[:length])))
        assert notes.knowledge().facts == begin(DECK, players, seat, seen[:length]).facts


@pytest.mark.parametrize(("players", "seed", "bot", "seat"), PLAYED)
def test_the_notes_of_a_finished_game_name_the_solution(
    players: int, seed: int, bot: str, seat: Seat | None
) -> None:
    match = played(players, seed, bot)
    notes = reader.read(dump(noted(DECK, match.setup.seats, seat, match.seen(seat))))
    assert notes.knowledge().solution() == match.state.solution


@pytest.mark.parametrize("path", sorted(DATA.glob("*.jsonl")), ids=lambda path: path.stem)
def test_notes_that_are_written_and_read_again_say_the_same(path: Path) -> None:
    notes = reader.read(path.read_text(encoding="utf-8"))
    again = reader.read(dump(notes))
    assert list(again.events()) == list(notes.events())
    assert dump(again) == dump(notes)


@pytest.fixture(scope="module")
def ten_thousand() -> worlds.Table:
    """Return a table at which the deck is dealt out and far more is said than anybody needs."""
    tables = (worlds.table(Random(seed), 10_000) for seed in range(100))
    return next(table for table in tables if "public" not in table.truth.values())


def test_ten_thousand_entries_are_read_and_believed(ten_thousand: worlds.Table) -> None:
    names = NAMES[: ten_thousand.seats]
    events = [event for _, event in ten_thousand.events]
    notes = reader.read(dump(noted(ten_thousand.deck, names, ten_thousand.observer, events)))
    known = notes.knowledge()
    assert known.entry > 9_000  # what others alone have seen is no entry
    assert all(known.knows(card, place) for card, place in ten_thousand.truth.items())


def test_one_wrong_entry_among_ten_thousand_is_found(ten_thousand: worlds.Table) -> None:
    names = NAMES[: ten_thousand.seats]
    events = [event for _, event in ten_thousand.events]
    solution = next(card for card, place in ten_thousand.truth.items() if place == "envelope")
    middle = next(at for at, event in enumerate(events) if at > 9_000 and isinstance(event, t.Suggested))
    events.insert(middle, t.CardTurnedUp(solution))
    known = reader.read(dump(noted(ten_thousand.deck, names, ten_thousand.observer, events))).knowledge()
    clash = known.contradiction()
    wrong = next(fact.entry for fact in known.facts if fact == f.Holds("public", (solution,), fact.entry))
    assert clash is not None
    assert clash.repairs == (wrong,)


def test_a_saved_game_says_what_its_viewer_saw() -> None:
    match = played(3, 5)
    saved = log.dump(Saved(match.setup, 1, tuple(match.seen(1)))).encode()
    notes = files.read(saved)
    assert notes.observer == 1
    assert notes.knowledge().cells() == begin(DECK, 3, 1, match.seen(1)).cells()


def test_a_saved_game_that_shows_all_is_seen_through_the_eyes_of_one_seat() -> None:
    match = played(3, 5)
    saved = log.dump(Saved(match.setup, "all", tuple(match.log))).encode()
    assert files.read(saved, "Chi") == noted(DECK, NAMES[:3], 2, match.seen(2))
    with pytest.raises(LogError, match="Say with --seat whose eyes to look through"):
        files.read(saved)


@pytest.mark.parametrize(
    ("player", "sentence"),
    [("Eva", "Nobody at this table is called Eva."), ("An", "This file does not show what An saw.")],
)
def test_a_seat_that_a_saved_game_does_not_show_is_refused(player: str, sentence: str) -> None:
    match = played(3, 5)
    saved = log.dump(Saved(match.setup, 1, tuple(match.seen(1)))).encode()
    with pytest.raises(LogError, match=sentence):
        files.read(saved, player)


def test_the_notes_of_somebody_else_are_refused() -> None:
    assert files.read(text(lines()).encode(), "Ana").observer == 0
    with pytest.raises(LogError, match="These are not the notes of Bob"):
        files.read(text(lines()).encode(), "Bob")


def test_a_saved_game_whose_players_cannot_be_told_apart_is_refused() -> None:
    match = Match(GAME, Setup("cluedo", ("An", "An", "public")), Chance(1))
    saved = log.dump(Saved(match.setup, 1, tuple(match.seen(1)))).encode()
    with pytest.raises(LogError, match="Two players are called An"):
        files.read(saved)


def test_a_saved_game_of_another_kind_is_refused() -> None:
    setup = Setup("kings_dogs", NAMES[:3])
    saved = log.dump(Saved(setup, None, ())).encode()
    with pytest.raises(LogError, match="This saved game is not one of Cluedo"):
        files.read(saved)


def test_the_notes_of_a_seat_hold_no_other_hand() -> None:
    match = played(4, 6)
    for seat in range(4):
        notes = noted(DECK, match.setup.seats, seat, match.seen(seat))
        hands = [event for _, event in notes.events() if isinstance(event, t.HandDealt)]
        assert [hand.seat for hand in hands if hand.cards is not None] == [seat]
