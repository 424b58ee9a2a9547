"""Table notes: what a person writes down at a table of Cluedo, one JSON object a line.

    {"type": "header", "players": [{"name": "Ana", "hand_size": 6}, …], "observer": "Ana", "own_hand": […],
     "deck": {"suspect": […], "weapon": […], "room": […]}, "public_cards": []}
    {"n": 1, "type": "suggestion", "by": "Bob", "cards": [suspect, weapon, room],
     "passed": ["Chi"], "shown_by": "Ana", "card": "rope"}
    {"n": 2, "type": "accusation", "by": "Bob", "cards": […], "correct": false}
    {"n": 3, "type": "reveal", "player": "Chi", "card": "lab"}
    {"n": 4, "type": "hand_size", "player": "Chi", "size": 5}

`observer` is null in the notes of an onlooker, `card` wherever the observer did not see it. A suggestion
may bring `"answers": [{"player", "shown", "card"}]` instead, where every holder shows; `"open": true`
marks one that not everybody has answered yet. The player of a reveal may be `public` (a card turned up) or
`envelope`; the latter may also stand in the own accusation, as `"envelope": [suspect, weapon, room]`.
Entry numbers rise; empty lines and lines that begin with # are skipped.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from assistant.cluedo.deck import ENVELOPE, PUBLIC, Deck, Place
from assistant.cluedo.knowledge import Knowledge
from engine.cluedo import table as t
from engine.cluedo.table import Triple
from engine.core import Event, Seat


@dataclass(frozen=True, slots=True)
class Entry:
    """One numbered entry with the events it stands for; `line` is where it was read, 0 if it was not."""

    number: int
    events: tuple[Event, ...]
    line: int = 0


@dataclass(frozen=True, slots=True)
class Notes:
    """The notes of `observer` (a seat, or None for an onlooker), as read or made from a game.

    `hand_sizes` are those of the header, `public` the cards that lay open from the beginning.
    """

    deck: Deck
    players: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    observer: Seat | None
    own_hand: frozenset[str]
    public: tuple[str, ...]
    entries: tuple[Entry, ...]

    def events(self, after: int | None = None) -> Iterator[tuple[int | None, Event]]:
        """Return the deal and the entries numbered up to `after` as one seat's redacted log.

        Each event comes with the number of its entry, None for the deal.
        """
        for seat, size in enumerate(self.hand_sizes):
            yield None, t.HandDealt(seat, size, self.own_hand if seat == self.observer else None)
        for card in self.public:
            yield None, t.CardTurnedUp(card)
        for entry in self.entries:
            if after is None or entry.number <= after:
                for event in entry.events:
                    yield entry.number, event

    def knowledge(self, after: int | None = None) -> Knowledge:
        """Return what the observer knows after the entries numbered up to `after`."""
        known = Knowledge(self.deck, len(self.players), self.observer)
        for number, event in self.events(after):
            known = known.tell(event, number)
        return known

    def name(self, place: Place) -> str:
        """Return what the notes call a place: a player's name, `public` or `envelope`."""
        return self.players[place] if isinstance(place, int) else place


def noted(deck: Deck, players: tuple[str, ...], observer: Seat | None, events: Iterable[Event]) -> Notes:
    """Return the notes that a seat, or an onlooker, would have written: from its redacted log of a game.

    Their entries have the numbers by which `Knowledge` counts, and what is known from them is the same.
    """
    sizes, hand, public = [0] * len(players), frozenset[str](), list[str]()
    entries: list[list[Event]] = []
    for event in events:
        match event:
            case t.HandDealt(seat, size, cards):
                sizes[seat] = size
                hand = hand if cards is None else cards
            case t.CardTurnedUp(card) if not entries:
                public.append(card)
            case t.HandSizeSet(seat, size) if not entries:
                sizes[seat] = size
            case t.SolutionRevealed(cards) if not _solved(entries):
                entries += [[t.CardSeen(observer or 0, None, card)] for card in cards]
            case t.CardSeen(_, _, None):
                pass
            case t.Suggested() | t.Accused() | t.CardSeen() | t.CardTurnedUp() | t.HandSizeSet():
                entries.append([event])
            case t.Passed() | t.MustShow() | t.Shown() | t.EnvelopeSeen() if entries:
                entries[-1].append(event)
    numbered = tuple(Entry(number, tuple(said)) for number, said in enumerate(entries, 1))
    return Notes(deck, players, tuple(sizes), observer, hand, tuple(public), numbered)


def _solved(entries: list[list[Event]]) -> bool:
    return bool(entries) and isinstance(last := entries[-1][-1], t.EnvelopeSeen) and last.correct


def dump(notes: Notes, more: Mapping[str, Any] | None = None) -> str:
    """Return the text of notes; `more` is what a screen keeps in their header."""
    header = {
        "type": "header",
        "players": [
            {"name": name, "hand_size": size}
            for name, size in zip(notes.players, notes.hand_sizes, strict=True)
        ],
        "observer": None if notes.observer is None else notes.players[notes.observer],
        "own_hand": [card for card in notes.deck.cards if card in notes.own_hand],
        "deck": {
            "suspect": notes.deck.suspects,
            "weapon": notes.deck.weapons,
            "room": notes.deck.locations,
        },
        "public_cards": notes.public,
        **(more or {}),
    }
    lines = (header, *({"n": entry.number, **entry_values(notes, entry.events)} for entry in notes.entries))
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def entry_values(notes: Notes, events: tuple[Event, ...]) -> dict[str, Any]:
    """Return the events of one entry as the keys of its line, the number left out."""
    first, *rest = events
    match first:
        case t.Suggested(by):
            return {
                "type": "suggestion",
                "by": notes.players[by],
                "cards": _triple(first),
                **_answers(notes, by, rest),
            }
        case t.Accused(by):
            accusation: dict[str, Any] = {
                "type": "accusation",
                "by": notes.players[by],
                "cards": _triple(first),
            }
            if not rest:
                accusation["open"] = True
            for seen in rest:
                if isinstance(seen, t.EnvelopeSeen):
                    accusation["correct"] = seen.correct
                    if seen.cards is not None and not seen.correct:
                        accusation["envelope"] = seen.cards
            return accusation
        case t.CardSeen(_, holder, card):
            return {
                "type": "reveal",
                "player": ENVELOPE if holder is None else notes.players[holder],
                "card": card,
            }
        case t.CardTurnedUp(card):
            return {"type": "reveal", "player": PUBLIC, "card": card}
        case t.HandSizeSet(seat, size):
            return {"type": "hand_size", "player": notes.players[seat], "size": size}
    raise TypeError(f"no entry begins with {first!r}")


def _triple(event: t.Suggested | t.Accused) -> Triple:
    return event.suspect, event.weapon, event.location


def _answers(notes: Notes, by: Seat, events: list[Event]) -> dict[str, Any]:
    """Return how the keys of a suggestion say who passed and who showed."""
    shown = {event.by: event.card for event in events if isinstance(event, t.Shown)}
    answers = [
        (event.by, isinstance(event, t.MustShow))
        for event in events
        if isinstance(event, t.Passed | t.MustShow)
    ]
    showers = [seat for seat, shows in answers if shows]
    everybody = len(answers) == len(notes.players) - 1
    if len(showers) <= 1 and (not showers or answers[-1][1]) and (showers or everybody):
        return {
            "passed": [notes.players[seat] for seat, shows in answers if not shows],
            "shown_by": notes.players[showers[0]] if showers else None,
            "card": shown.get(showers[0]) if showers else None,
        }
    said = [
        {"player": notes.players[seat], "shown": shows, "card": shown.get(seat)} for seat, shows in answers
    ]
    return {"answers": said} if everybody else {"answers": said, "open": True}
