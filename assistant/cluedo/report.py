"""What is known, written down: for programs as JSON values, for people as a table in a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from assistant.cluedo import story
from assistant.cluedo.deck import ENVELOPE, PUBLIC, Place
from assistant.cluedo.knowledge import Knowledge
from assistant.cluedo.naming import naming
from assistant.cluedo.notes import Entry, Notes
from assistant.knowledge import CHOICE, Contradiction, Model
from assistant.words import Names, percent, say, t
from engine.cluedo import cards as editions
from engine.cluedo import table
from engine.core import Message, Named, plural

GUESSES = 3
_CELL = 4
_GAP = 2
_RED, _GREEN, _BOLD, _DIM, _PLAIN = "\x1b[31m", "\x1b[32m", "\x1b[1m", "\x1b[2m", "\x1b[0m"


def as_json(notes: Notes, known: Knowledge, model: Model) -> dict[str, Any]:
    """Return the answer of the command line: fractions as "p/q", places by name, no zero cells."""
    clash = known.contradiction()
    if clash:
        return {"consistent": False, "conflict": list(clash.conflict), "repairs": list(clash.repairs)}
    return {
        "consistent": True,
        "deals": known.deals,
        "model": model,
        "cells": {
            card: {notes.name(place): str(chance) for place, chance in places.items()}
            for card, places in known.cells(model).items()
        },
        "envelope": [{"cards": list(cards), "p": str(chance)} for cards, chance in known.envelope(model)],
    }


def names_of(notes: Notes) -> Names:
    """Return what cards and seats are called: as in the edition that has these cards, if any does."""
    for edition in map(editions.load, editions.available()):
        if set(edition.cards) == set(notes.deck.cards):
            return naming(edition, notes.players)

    def names(kind: str, which: str | int, language: str) -> str:
        if kind == "card":
            return str(which)
        if kind == "seat":
            return notes.players[int(which)]
        raise KeyError(kind)

    return names


class Report:
    """The table for people: at most `width` columns, with escape codes for colour if `colour` is set."""

    def __init__(self, notes: Notes, language: str, width: int = 80, colour: bool = False) -> None:
        self.notes, self.language, self.width, self.colour = notes, language, width, colour
        self.names = names_of(notes)

    def text(self, known: Knowledge, model: Model) -> str:
        """Return the whole report, a contradiction included."""
        clash = known.contradiction()
        lines = self._clash(clash) if clash else self._known(known, model)
        return "".join(f"{line.rstrip()}\n" for line in lines)

    def _known(self, known: Knowledge, model: Model) -> Iterator[str]:
        yield from self._head(known, model)
        yield ""
        yield from self._table(known, model)
        yield ""
        yield from self._guesses(known, model)

    def _head(self, known: Knowledge, model: Model) -> Iterator[str]:
        if self.notes.observer is None:
            whose = plural(
                "An onlooker’s notes after {n} entry", "An onlooker’s notes after {n} entries", known.entry
            )
        else:
            whose = plural(
                "{player}’s notes after {n} entry",
                "{player}’s notes after {n} entries",
                known.entry,
                {"player": Named("seat", self.notes.observer)},
            )
        if model == CHOICE:
            how = Message("Model “choice”: whoever could show several cards picked one at random.")
        else:
            how = Message("Model “logic”: every deal that fits counts the same.")
        for message in (whose, plural("{n} deal fits.", "{n} deals fit.", known.deals), how):
            yield from self._wrapped(self._say(message))

    def _table(self, known: Knowledge, model: Model) -> Iterator[str]:
        places, cells = known.places, known.cells(model)
        heads = [self._place(place) for place in places]
        first = max(_width(self._card(card)) for card in self.notes.deck.cards)
        widths = self._columns(first, [_width(head) for head in heads])
        if widths is None:
            yield from self._list(cells)
            return
        yield " " * first + "".join(
            " " * _GAP + _centred(head, width) for head, width in zip(heads, widths, strict=True)
        )
        titles = (
            Message("Suspects"),
            Message("Weapons"),
            Message("Locations"),
        )
        for title, cards in zip(titles, self.notes.deck.categories, strict=True):
            yield self._paint(self._say(title), _BOLD)
            for card in cards:
                row = [
                    " " * _GAP + self._cell(cells[card].get(place, Fraction(0)), width)
                    for place, width in zip(places, widths, strict=True)
                ]
                yield _padded(self._card(card), first) + "".join(row)

    def _columns(self, first: int, wanted: list[int]) -> list[int] | None:
        """Return how wide each column is; None if not even narrow ones fit."""
        room = self.width - first - _GAP * len(wanted)
        widths = [max(_CELL, width) for width in wanted]
        while sum(widths) > room and max(widths) > _CELL:
            widths[widths.index(max(widths))] -= 1
        return widths if sum(widths) <= room else None

    def _list(self, cells: Mapping[str, Mapping[Place, Fraction]]) -> Iterator[str]:
        """Say for each card in a line of its own where it may be, likeliest first."""
        for card, places in cells.items():
            ranked = sorted(places.items(), key=lambda item: -item[1])
            where = ", ".join(
                self._place(place) + ("" if chance == 1 else f" {percent(chance)}%")
                for place, chance in ranked
            )
            yield from self._wrapped(f"{self._card(card)}: {where}", indent="  ")

    def _cell(self, chance: Fraction, width: int) -> str:
        if chance == 1:
            return self._paint(_centred("✓", width), _GREEN)
        if not chance:
            return self._paint(_centred("✗", width), _DIM)
        return _centred(f"{percent(chance)}%", width)

    def _guesses(self, known: Knowledge, model: Model) -> Iterator[str]:
        ranked = known.envelope(model)
        solution, chance = ranked[0]
        if chance == 1:
            held = Message("The envelope holds {cards}.", {"cards": _cards(solution)})
            yield from self._wrapped(self._say(held), style=_GREEN)
            return
        yield from self._wrapped(self._say(Message("The envelope most likely holds")), style=_BOLD)
        for cards, p in ranked[:GUESSES]:
            listed = ", ".join(map(self._card, cards))
            yield from self._wrapped(f"{percent(p) + '%':>5}  {listed}", indent=" " * 7)
        others = len(ranked) - GUESSES
        if others > 0:
            more = plural("or one other combination.", "or one of {n} other combinations.", others)
            yield from self._wrapped(self._say(more), style=_DIM)

    def _clash(self, clash: Contradiction) -> Iterator[str]:
        yield from self._wrapped(self._say(clash.reason), style=_RED)
        entries = {entry.number: entry for entry in self.notes.entries}
        for n in clash.conflict:
            said = " ".join(map(self._say, said_in(entries[n], self.notes.observer)))
            yield from self._wrapped(f"{n:>5}  {said}", indent=" " * 7)
        if clash.repairs:
            mend = plural(
                "Without entry {entries} the rest can be true.",
                "Without any one of the entries {entries} the rest can be true.",
                len(clash.repairs),
                {"entries": tuple(map(str, clash.repairs))},
            )
        else:
            mend = Message("More than one entry must be wrong: leaving out a single one is not enough.")
        yield from self._wrapped(self._say(mend))

    def _say(self, message: Message) -> str:
        return say(message, self.language, self.names)

    def _card(self, card: str) -> str:
        return self.names("card", card, self.language)

    def _place(self, place: Place) -> str:
        if place == ENVELOPE:
            return t("Envelope", self.language)
        return t("Open", self.language) if place == PUBLIC else self.notes.name(place)

    def _paint(self, text: str, style: str) -> str:
        return f"{style}{text}{_PLAIN}" if self.colour else text

    def _wrapped(self, text: str, indent: str = "", style: str = "") -> Iterator[str]:
        """Return the text in lines that fit, all but the first of them indented."""
        line, *words = text.split(" ")
        lines = []
        for word in words:
            if line.strip() and _width(line) + 1 + _width(word) > self.width:
                lines.append(line)
                line = indent + word
            else:
                line = f"{line} {word}"
        for full in [*lines, line]:
            yield self._paint(full, style) if style else full


def said_in(entry: Entry, observer: int | None) -> Iterator[Message]:
    """Return the sentences that an entry says to its observer."""
    for event in entry.events:
        match event:
            case table.CardSeen(_, None, card):
                yield Message("{card} is in the envelope.", {"card": Named("card", card or "")})
            case table.CardSeen(_, holder, card):
                where = {"card": Named("card", card or ""), "player": Named("seat", holder or 0)}
                yield Message("{player} has {card}.", where)
            case table.CardTurnedUp(card):
                yield Message("{card} lies open.", {"card": Named("card", card)})
            case table.HandSizeSet(seat, size):
                yield plural(
                    "{player} has {n} card.", "{player} has {n} cards.", size, {"player": Named("seat", seat)}
                )
            case _ if (message := story.tell(event, observer)) is not None:
                yield message


def _cards(cards: tuple[str, ...]) -> tuple[Named, ...]:
    return tuple(Named("card", card) for card in cards)


def _width(text: str) -> int:
    """Return how many columns a terminal needs for a text."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def _cut(text: str, width: int) -> str:
    if _width(text) <= width:
        return text
    while _width(text) > width - 1:
        text = text[:-1]
    return text + "…"


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _width(text))


def _centred(text: str, width: int) -> str:
    text = _cut(text, width)
    space = width - _width(text)
    return " " * ((space + 1) // 2) + text + " " * (space // 2)
