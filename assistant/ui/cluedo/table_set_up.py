"""What is said about a table of Cluedo before the first entry: cards, players, hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from assistant.cluedo import reader
from assistant.cluedo.deck import ENVELOPE, PUBLIC, Deck
from assistant.cluedo.editions import edition_of, own_edition
from assistant.cluedo.notes import Entry, Notes
from assistant.ui.opening import player_name
from assistant.ui.players import called
from assistant.ui.screen import NOT_NOW, Touch, number, said
from engine.cluedo import cards, rules
from engine.cluedo.cards import CATEGORIES, LONGEST_NAME, Edition
from engine.core import Event, Message, SaidError, Seat

SIZES = reader.PLAYERS
RULES: Mapping[str, Message] = {
    "every_holder": Message("Everybody who has a named card shows one"),
    "everyone_answers": Message("Everybody says whether he has one; only the first shows it"),
    "accuse_anywhere": Message("Accuse from anywhere, naming any location"),
    "event_cards": Message("Squares of the board bring cards to light"),
}
EXCLUSIVE = ("every_holder", "everyone_answers")
STEPS: Mapping[str, Message] = {
    "cards": Message("Which cards"),
    "names": Message("Names of the cards"),
    "players": Message("Who plays"),
    "hands": Message("How many cards each"),
    "open": Message("Cards that lie open"),
    "own": Message("Your own cards"),
}


@dataclass(frozen=True)
class SetUp:
    """A table of Cluedo: seats in turn order, `seat` being yours (None: you only watch).

    `which` is an edition's id or the text of its file, "" for the cards of `deck`; `editions` are the texts
    of one's own that can be chosen. `naming` are the names typed for a new edition by category, None while
    none is made. `counted` are the hands as counted by hand, None while they follow from the deal: `dealt`
    got the first card, and with `level` everybody got the same number and the rest lies open.
    """

    which: str = rules.DEFAULT_EDITION
    deck: Deck | None = None
    editions: tuple[str, ...] = ()
    naming: Mapping[str, tuple[str, ...]] | None = None
    title: str = ""
    names: tuple[str, ...] = ("",) * 4
    seat: Seat | None = 0
    begins: Seat = 0
    dealt: Seat = 0
    level: bool = False
    counted: tuple[int, ...] | None = None
    public: tuple[str, ...] = ()
    own: frozenset[str] = frozenset()
    rules: frozenset[str] = frozenset()

    # -- what follows

    @property
    def steps(self) -> tuple[str, ...]:
        """The pages that are asked, in order."""
        wanted = {
            "names": self.naming is not None,
            "open": self.left > 0,
            "own": self.seat is not None,
        }
        return tuple(step for step in STEPS if wanted.get(step, True))

    @property
    def text(self) -> str:
        """The edition's id or text; "" where there is none."""
        return self.which if self.naming is None else own_edition(self.title, self.naming)

    @property
    def edition(self) -> Edition:
        """The edition on the table; raises EditionError while its names are not right."""
        if self.naming is None and not self.which and self.deck is not None:
            return edition_of(self.deck)
        return cards.load(self.text)

    @property
    def edition_shown(self) -> Edition:
        """The edition on the table, the usual one while the names of a new one are not right."""
        try:
            return self.edition
        except SaidError:
            return cards.load()

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each seat got."""
        if self.counted is not None:
            return self.counted
        each, more = divmod(self._dealt_out, len(self.names))
        extra = {(self.dealt + i) % len(self.names) for i in range(0 if self.level else more)}
        return tuple(each + (seat in extra) for seat in range(len(self.names)))

    @property
    def _dealt_out(self) -> int:
        return len(self.edition_shown.cards) - len(CATEGORIES)

    @property
    def left(self) -> int:
        """How many cards nobody got: they lie open."""
        return self._dealt_out - sum(self.sizes)

    @property
    def extra(self) -> int:
        """How many hands have one card more, by the deal."""
        return self._dealt_out % len(self.names)

    def players(self, you: str) -> tuple[str, ...]:
        """Return the players' names, `you` where you gave none; nobody's changes with another's."""
        return called(self.names, self.seat, you)

    def notes(self, you: str, entries: tuple[tuple[Event, ...], ...]) -> Notes:
        """Return the notes of the table."""
        deck = self.deck or Deck.of(self.edition)
        numbered = tuple(Entry(n, events) for n, events in enumerate(entries, 1))
        own = frozenset() if self.seat is None else self.own
        return Notes(deck, self.players(you), self.sizes, self.seat, own, self.public, numbered)

    def lacking(self, step: str) -> Message | None:
        """Return why this page cannot be left yet; None if it can."""
        match step:
            case "names":
                try:
                    _ = self.edition
                except SaidError as error:
                    return error.reason
            case "players":
                return reader.wrong_names(self.players("\N{BULLET}"))
            case "hands" if self.left < 0 or min(self.sizes) < 1:
                return Message("There are {n} cards to deal out.", {"n": self._dealt_out})
            case "open" if len(self.public) != self.left:
                return Message("{n} of {all} are chosen.", {"n": len(self.public), "all": self.left})
            case "own" if self.seat is not None and len(self.own) != self.sizes[self.seat]:
                size = self.sizes[self.seat]
                return Message("{n} of {all} are chosen.", {"n": len(self.own), "all": size})
        return None

    # -- what is chosen

    def touched(self, touch: Touch, step: str) -> Self:
        """Return the choices after a touch on the page of a step; raises SaidError for one that cannot be."""
        match step:
            case "cards":
                return self._with_cards(touch)
            case "names":
                return self._with_names(touch)
            case "players":
                return self._with_players(touch)
            case "hands":
                return self._with_hands(touch)
        return self._with_card(touch, step)

    def _with_cards(self, touch: Touch) -> Self:
        chosen = touch.args.get("id", "")
        if touch.do == "edition" and chosen in cards.available():
            return self._dealt_anew(replace(self, which=chosen, deck=None, naming=None))
        if touch.do == "edition_file" and number(touch, "n") in range(len(self.editions)):
            text = self.editions[number(touch, "n")]
            return self._dealt_anew(replace(self, which=text, deck=None, naming=None))
        if touch.do == "new_names":
            was, language = self.edition_shown, touch.args.get("language", "en")
            names = {kind: tuple(was.name(card, language) for card in was.of(kind)) for kind in CATEGORIES}
            return self._dealt_anew(replace(self, naming=names, deck=None, title=was.titles[language]))
        raise SaidError(NOT_NOW)

    def _with_names(self, touch: Touch) -> Self:
        text = " ".join((touch.value or "").split())[:LONGEST_NAME]
        if touch.do == "title":
            return replace(self, title=text)
        kind, n = touch.args.get("category", ""), number(touch, "n")
        if touch.do != "card_name" or self.naming is None or n not in range(len(self.naming.get(kind, ()))):
            raise SaidError(NOT_NOW)
        named = list(self.naming[kind])
        named[n] = text
        return self._dealt_anew(replace(self, naming={**self.naming, kind: tuple(named)}))

    def _with_players(self, touch: Touch) -> Self:
        match touch.do:
            case "players" if number(touch, "n") in SIZES:
                n = number(touch, "n")
                names = (self.names + ("",) * n)[:n]
                seat = None if self.seat is None else min(self.seat, n - 1)
                changed = replace(self, names=names, seat=seat, begins=min(self.begins, n - 1), dealt=0)
                return self._dealt_anew(changed)
            case "name" if number(touch, "n") in range(len(self.names)):
                given = list(self.names)
                given[number(touch, "n")] = player_name(touch.value or "", (ENVELOPE, PUBLIC))
                return replace(self, names=tuple(given))
            case "watch":
                return self._dealt_anew(replace(self, seat=0 if self.seat is None else None))
            case "begins" if number(touch, "n") in range(len(self.names)):
                return replace(self, begins=number(touch, "n"))
            case "rule" if touch.args.get("id") in RULES:
                rule = touch.args["id"]
                others = frozenset(EXCLUSIVE) - {rule} if rule in EXCLUSIVE else frozenset[str]()
                return replace(self, rules=(self.rules - others) ^ {rule})
        raise SaidError(NOT_NOW)

    def _with_hands(self, touch: Touch) -> Self:
        match touch.do:
            case "dealt" if number(touch, "n") in range(len(self.names)):
                return self._dealt_anew(replace(self, dealt=number(touch, "n"), level=False))
            case "level":
                return self._dealt_anew(replace(self, level=not self.level))
            case "size" if number(touch, "n") in range(len(self.names)):
                sizes = list(self.sizes)
                sizes[number(touch, "n")] = max(0, sizes[number(touch, "n")] + number(touch, "by"))
                return replace(self, counted=tuple(sizes))
        raise SaidError(NOT_NOW)

    def _with_card(self, touch: Touch, step: str) -> Self:
        card = said(touch, "card")
        if touch.do != "take" or card not in self.edition_shown.cards:
            raise SaidError(NOT_NOW)
        if step == "own":
            return replace(self, own=self.own ^ {card}, public=tuple(c for c in self.public if c != card))
        public = tuple(c for c in (*self.public, card) if c != card or card not in self.public)
        return replace(self, public=public, own=self.own - {card})

    def _dealt_anew(self, changed: Self) -> Self:
        """Return other choices without what depends on the ones before: counted hands, chosen cards."""
        return replace(changed, counted=None, public=(), own=frozenset())


def said_by(notes: Notes, you: set[str], values: Mapping[str, object]) -> SetUp:
    """Return the set-up of notes; `values` is their header, `you` what you are called without a name."""
    edition = values.get("edition")
    table = values.get("table")
    kept = table if isinstance(table, dict) else {}
    begins = kept.get("begins")
    switched = kept.get("rules")
    mine = notes.observer
    names = ["" if seat == mine and name in you else name for seat, name in enumerate(notes.players)]
    return SetUp(
        which=edition if isinstance(edition, str) and _is_of(edition, notes.deck) else "",
        deck=notes.deck,
        names=tuple(names),
        seat=mine,
        begins=begins if isinstance(begins, int) and begins in range(len(names)) else 0,
        counted=notes.hand_sizes,
        public=notes.public,
        own=notes.own_hand,
        rules=frozenset(rule for rule in RULES if isinstance(switched, list) and rule in switched),
    )


def _is_of(edition: str, deck: Deck) -> bool:
    try:
        return Deck.of(cards.load(edition)) == deck
    except SaidError:
        return False
