"""Reading table notes, and telling what is wrong with a line that is no well-formed entry."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from assistant.cluedo.deck import ENVELOPE, PUBLIC, Deck
from assistant.cluedo.notes import Entry, Notes
from engine.cluedo import table as t
from engine.cluedo.cards import MOST_CARDS
from engine.cluedo.table import Triple
from engine.core import Event, Message, Seat
from engine.log import LogError

VERSION = 1
PLAYERS = range(2, 7)
LONGEST_NAME = 40
CATEGORIES = ("suspect", "weapon", "room")

_NO_LETTERS = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
_JOINERS = "\u200c\u200d"
_DAMAGED = Message("This line is damaged or cut off.")
_NOT_AN_ENTRY = Message("This line is not an entry of the notes.")
_NEWER = Message("These notes were written by a newer version of Sleuthbook. Update, then open them again.")


def read(text: str, *, adding_up: bool = True) -> Notes:
    """Return the notes in `text`.

    Raises LogError, with the line, for what is not well-formed: notes that cannot be true are, and only
    counting tells. Notes in the making need not be `adding_up` to the deck, see `wrong_sum`.
    """
    lines = [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    objects = [_Line(n, _json(n, line)) for n, line in lines if not line.lstrip().startswith("#")]
    if not objects:
        raise LogError(1, Message("This file is empty."))
    header, *rest = objects
    notes = _header(header)
    entries: list[Entry] = []
    for line in rest:
        number = line.whole("n", 1)
        if entries and number <= entries[-1].number:
            raise line.error(
                Message(
                    "The entries must be numbered upwards; {number} comes after {before}.",
                    {"number": str(number), "before": str(entries[-1].number)},
                )
            )
        entries.append(Entry(number, _events(notes, line), line.number))
    notes = replace(notes, entries=tuple(entries))
    if adding_up and (wrong := wrong_sum(notes)):
        entry, reason = wrong
        raise LogError(next((e.line for e in entries if e.number == entry), header.number), reason)
    return notes


def read_entry(notes: Notes, values: object) -> tuple[Event, ...]:
    """Return the events of one entry from the keys of its line; raises LogError."""
    if not isinstance(values, dict):
        raise LogError(1, _NOT_AN_ENTRY)
    return _events(notes, _Line(1, _normal(values)))


class _Line:
    """One JSON object with its line number, and typed access to its keys."""

    __slots__ = ("number", "values")

    def __init__(self, number: int, values: Mapping[str, Any]) -> None:
        self.number, self.values = number, values

    def error(self, reason: Message) -> LogError:
        return LogError(self.number, reason)

    def bad(self, key: str) -> LogError:
        if key in self.values:
            return self.error(Message("“{key}” is not what it should be.", {"key": key}))
        return self.error(Message("“{key}” is missing.", {"key": key}))

    def text(self, key: str) -> str:
        value = self.values.get(key)
        if not isinstance(value, str):
            raise self.bad(key)
        return value

    def whole(self, key: str, least: int) -> int:
        value = self.values.get(key)
        if type(value) is not int or value < least:
            raise self.bad(key)
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.values.get(key)
        if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
            raise self.bad(key)
        return tuple(value)

    def objects(self, key: str) -> list[_Line]:
        value = self.values.get(key)
        if not isinstance(value, list) or not all(isinstance(part, dict) for part in value):
            raise self.bad(key)
        return [_Line(self.number, part) for part in value]

    def flag(self, key: str, default: bool | None = None) -> bool:
        value = self.values.get(key, default)
        if not isinstance(value, bool):
            raise self.bad(key)
        return value


def _json(n: int, line: str) -> Mapping[str, Any]:
    try:
        values = _normal(json.loads(line))
    except (ValueError, RecursionError):
        raise LogError(n, _DAMAGED) from None
    if not isinstance(values, dict):
        raise LogError(n, _NOT_AN_ENTRY)
    return values


def _normal(value: Any) -> Any:
    """Return JSON values with every text in NFC, so that a name is the same however it was typed."""
    if isinstance(value, str):
        return unicodedata.normalize("NFC", value)
    if isinstance(value, dict):
        return {key: _normal(part) for key, part in value.items()}
    return [_normal(part) for part in value] if isinstance(value, list) else value


def _header(line: _Line) -> Notes:
    if line.values.get("type") != "header":
        raise line.error(Message("Table notes begin with a line of type “header”."))
    version = line.values.get("format", VERSION)
    if type(version) is not int:
        raise line.bad("format")
    if version > VERSION:
        raise line.error(_NEWER)
    deck = _deck(line)
    players = line.objects("players")
    names = tuple(_plain(line, player.text("name")) for player in players)
    wrong = wrong_names(names)
    if wrong:
        raise line.error(wrong)
    observer = None if line.values.get("observer", "") is None else line.text("observer")
    if observer is not None and observer not in names:
        raise _unknown_player(line, observer)
    hand = _cards(line, deck, "own_hand")
    public = _cards(line, deck, "public_cards") if "public_cards" in line.values else ()
    if observer is None and hand:
        raise line.error(Message("An onlooker has no hand: “own_hand” must be empty."))
    for card in public:
        if card in hand:
            raise line.error(Message("{card} cannot be in the own hand and lie open too.", {"card": card}))
    if any(set(cards) <= {*hand, *public} for cards in deck.categories):
        raise line.error(Message("No card of one category is left for the envelope."))
    return Notes(
        deck=deck,
        players=names,
        hand_sizes=tuple(player.whole("hand_size", 0) for player in players),
        observer=None if observer is None else names.index(observer),
        own_hand=frozenset(hand),
        public=public,
        entries=(),
    )


def _deck(line: _Line) -> Deck:
    kinds = line.values.get("deck")
    if not isinstance(kinds, dict):
        raise line.bad("deck")
    cards = _Line(line.number, kinds)
    deck = Deck(*(cards.texts(category) for category in CATEGORIES))
    for category, ids in zip(CATEGORIES, deck.categories, strict=True):
        if not ids:
            raise cards.bad(category)
    for card in deck.cards:
        _plain(line, card)
        if deck.cards.count(card) > 1:
            raise line.error(Message("The card {card} stands twice.", {"card": card}))
    if len(deck.cards) > MOST_CARDS:
        raise line.error(
            Message(
                "A deck has at most {most} cards, not {number}.",
                {"most": MOST_CARDS, "number": len(deck.cards)},
            )
        )
    return deck


def _plain(line: _Line, name: str) -> str:
    """Return a name that is safe to show anywhere: one line of text, no markup."""
    odd = any(
        (unicodedata.category(letter) in _NO_LETTERS and letter not in _JOINERS) or letter in "<>"
        for letter in name
    )
    if not name.strip() or len(name) > LONGEST_NAME or odd:
        shown = "".join(letter for letter in name if letter.isprintable())[:LONGEST_NAME]
        raise line.error(
            Message(
                "“{name}” is no name: it must be up to {most} letters of plain text, without < and >.",
                {"name": shown, "most": LONGEST_NAME},
            )
        )
    return name


def wrong_names(names: tuple[str, ...]) -> Message | None:
    """Return why answers cannot use the names of these players; None if they can."""
    if len(names) not in PLAYERS:
        return Message(
            "This game is for {least} to {most} players, not {number}.",
            {"least": PLAYERS[0], "most": PLAYERS[-1], "number": len(names)},
        )
    for name in names:
        if name in (ENVELOPE, PUBLIC):
            return Message("A player cannot be called {name}.", {"name": name})
        if names.count(name) > 1:
            return Message("Two players are called {name}.", {"name": name})
    return None


def wrong_sum(notes: Notes) -> tuple[int | None, Message] | None:
    """Return why hands, open cards and envelope do not make up the deck, with all that was corrected later.

    With the reason comes the number of the entry that corrected last, None for the header.
    """
    sizes, at = list(notes.hand_sizes), None
    turned_up = set(notes.public)
    for entry in notes.entries:
        match entry.events[0]:
            case t.HandSizeSet(seat, size):
                sizes[seat], at = size, entry.number
            case t.CardTurnedUp(card):
                turned_up.add(card)
    dealt = len(notes.deck.cards) - len(notes.deck.slots)
    if not len(notes.public) <= dealt - sum(sizes) <= len(turned_up):
        return at, Message(
            "The hands and the cards that lie open are {number} cards together, but {dealt} were dealt.",
            {"number": sum(sizes) + len(notes.public), "dealt": dealt},
        )
    if notes.observer is not None and sizes[notes.observer] != len(notes.own_hand):
        return at, Message(
            "The own hand has {number} cards, but its hand size is {size}.",
            {"number": len(notes.own_hand), "size": sizes[notes.observer]},
        )
    return None


def _unknown_player(line: _Line, name: str) -> LogError:
    return line.error(Message("Nobody at this table is called {name}.", {"name": name}))


def _seat(notes: Notes, line: _Line, key: str) -> Seat:
    name = line.text(key)
    if name not in notes.players:
        raise _unknown_player(line, name)
    return notes.players.index(name)


def _cards(line: _Line, deck: Deck, key: str) -> tuple[str, ...]:
    cards = line.texts(key)
    for card in cards:
        if card not in deck:
            raise line.error(Message("The deck has no card {card}.", {"card": card}))
        if cards.count(card) > 1:
            raise line.error(Message("The card {card} stands twice.", {"card": card}))
    return cards


def _triple(notes: Notes, line: _Line, key: str) -> Triple:
    triple = notes.deck.triple(_cards(line, notes.deck, key))
    if triple is None:
        raise line.error(Message("“{key}” must name a suspect, a weapon and a location.", {"key": key}))
    return triple


def _card(notes: Notes, line: _Line) -> str | None:
    if line.values.get("card") is None:
        return None
    card = line.text("card")
    if card not in notes.deck:
        raise line.error(Message("The deck has no card {card}.", {"card": card}))
    return card


def _events(notes: Notes, line: _Line) -> tuple[Event, ...]:
    kind = line.text("type")
    if kind not in _KINDS:
        raise line.error(Message("Notes know no entry of type “{type}”.", {"type": kind[:LONGEST_NAME]}))
    return tuple(_KINDS[kind](notes, line))


def _suggestion(notes: Notes, line: _Line) -> Iterable[Event]:
    by, cards = _seat(notes, line, "by"), _triple(notes, line, "cards")
    answers = _answers(notes, line)
    _in_order(notes, line, by, [seat for seat, _, _ in answers])
    complete = len(answers) == len(notes.players) - 1 or (answers and answers[-1][1])
    if not complete and not line.flag("open", False):
        raise _skipped(notes, line, (by + len(answers) + 1) % len(notes.players))
    yield t.Suggested(by, *cards)
    for seat, shows, card in answers:
        if not shows:
            yield t.Passed(seat)
            continue
        if card is not None and card not in cards:
            raise line.error(Message("{card} was shown but not named.", {"card": card}))
        yield t.MustShow(seat)
        yield t.Shown(seat, by, card)


Answer = tuple[Seat, bool, str | None]


def _answers(notes: Notes, line: _Line) -> list[Answer]:
    if "answers" in line.values:
        answers = [
            (_seat(notes, answer, "player"), answer.flag("shown"), _card(notes, answer))
            for answer in line.objects("answers")
        ]
    else:
        answers = [(_known(notes, line, name), False, None) for name in line.texts("passed")]
        if line.values.get("shown_by", "") is not None:
            answers.append((_seat(notes, line, "shown_by"), True, _card(notes, line)))
        elif _card(notes, line) is not None:
            raise line.error(Message("A card was shown, but “shown_by” says by nobody."))
    for seat, shows, card in answers:
        if card is not None and not shows:
            raise line.error(
                Message("{player} passed and cannot have shown a card.", {"player": notes.players[seat]})
            )
    return answers


def _known(notes: Notes, line: _Line, name: str) -> Seat:
    return _seat(notes, _Line(line.number, {"player": name}), "player")


def _in_order(notes: Notes, line: _Line, by: Seat, seats: list[Seat]) -> None:
    for number, seat in enumerate(seats):
        name = notes.players[seat]
        expected = (by + number + 1) % len(notes.players)
        if seat == by:
            raise line.error(Message("{player} made the suggestion and cannot answer it.", {"player": name}))
        if seat in seats[:number]:
            raise line.error(Message("{player} answers twice.", {"player": name}))
        if seat != expected:
            raise _skipped(notes, line, expected)


def _skipped(notes: Notes, line: _Line, seat: Seat) -> LogError:
    name = notes.players[seat]
    return line.error(Message("It was {player}’s turn to answer, who is left out.", {"player": name}))


def _accusation(notes: Notes, line: _Line) -> Iterable[Event]:
    by = _seat(notes, line, "by")
    yield t.Accused(by, *_triple(notes, line, "cards"))
    if "correct" not in line.values and line.flag("open", False):
        return
    correct = line.flag("correct")
    seen = _triple(notes, line, "envelope") if line.values.get("envelope") is not None else None
    yield t.EnvelopeSeen(by, correct, seen)


def _reveal(notes: Notes, line: _Line) -> Iterable[Event]:
    place, card = line.text("player"), _card(notes, line)
    if card is None:
        raise line.bad("card")
    if place == PUBLIC:
        yield t.CardTurnedUp(card)
    else:
        holder = None if place == ENVELOPE else _known(notes, line, place)
        yield t.CardSeen(notes.observer or 0, holder, card)


def _hand_size(notes: Notes, line: _Line) -> Iterable[Event]:
    yield t.HandSizeSet(_seat(notes, line, "player"), line.whole("size", 0))


_KINDS: Mapping[str, Callable[[Notes, _Line], Iterable[Event]]] = {
    "suggestion": _suggestion,
    "accusation": _accusation,
    "reveal": _reveal,
    "hand_size": _hand_size,
}
