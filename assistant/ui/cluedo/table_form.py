"""One entry of the notes of a table of Cluedo, half typed or whole, and the events that it stands for."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Self

from assistant.cluedo.deck import ENVELOPE, PUBLIC, Place
from assistant.ui.cluedo.table_set_up import EXCLUSIVE
from assistant.ui.screen import NOT_NOW, Touch, number, said
from engine.cluedo import table as t
from engine.cluedo.cards import CATEGORIES, Edition
from engine.core import Event, Message, Named, SaidError, Seat, plural

Events = tuple[Event, ...]
KINDS: Mapping[str, Message] = {
    "suggestion": Message("Suggestion"),
    "accusation": Message("Accusation"),
    "seen": Message("I saw a card"),
    "up": Message("A card lies open"),
    "hands": Message("Number of cards"),
}
NOBODY = -1
NONE = ("", "", "")


@dataclass(frozen=True, slots=True)
class Here:
    """The table that a form belongs to: its cards, seats, you (None: an onlooker), your hand, its rules."""

    edition: Edition
    seats: int
    me: Seat | None
    hand: frozenset[str]
    rules: Collection[str]

    @property
    def rule(self) -> str:
        """Who answers a suggestion: a rule of EXCLUSIVE, "" for up to the first who shows."""
        return next((rule for rule in EXCLUSIVE if rule in self.rules), "")

    def after(self, by: Seat) -> tuple[Seat, ...]:
        """Return the other seats in the order in which they answer `by`."""
        return tuple((by + step) % self.seats for step in range(1, self.seats))


@dataclass(frozen=True)
class Form:
    """What has been typed of an entry so far.

    `kind` is one of KINDS, `by` who asks or accuses, `chosen` the named cards by category, "" for none yet.
    `showed` are those who showed a card, each with the card where I know it, else ""; `answered` says whether
    that question is answered. `rule` is that of `Here`. `right` is an accusation that was, `envelope` what I
    saw after my own wrong one. `card` in `place` was seen or turned up; `sizes` corrects the hands.
    """

    kind: str = "suggestion"
    by: Seat = 0
    chosen: tuple[str, ...] = NONE
    showed: tuple[tuple[Seat, str], ...] = ()
    answered: bool = False
    rule: str = ""
    right: bool = False
    envelope: tuple[str, ...] = NONE
    card: str = ""
    place: Place | None = None
    sizes: tuple[int, ...] = ()

    @property
    def named(self) -> bool:
        """Whether all three cards are named."""
        return all(self.chosen)

    @property
    def showers(self) -> tuple[Seat, ...]:
        """Who showed a card."""
        return tuple(seat for seat, _ in self.showed)

    def passed(self, here: Here) -> tuple[Seat, ...]:
        """Return who had none of the cards, in order."""
        if not self.answered:
            return ()
        order = here.after(self.by)
        if self.rule or not self.showed:
            return tuple(seat for seat in order if seat not in self.showers)
        return order[: order.index(self.showed[0][0])]

    def visible(self, here: Here) -> tuple[Seat, ...]:
        """Return whose cards I saw: all shown to me, and my own."""
        order = [seat for seat in here.after(self.by) if seat in self.showers]
        shown = order[:1] if self.rule == "everyone_answers" else order
        return tuple(seat for seat in shown if here.me in (self.by, seat))

    def card_of(self, seat: Seat) -> str:
        """Return the card that a seat showed, "" where I do not know it."""
        return dict(self.showed).get(seat, "")

    def lacking(self, here: Here) -> Message | None:
        """Return what is still to be said before this is an entry; None if nothing is."""
        match self.kind:
            case "suggestion" | "accusation" if not self.named:
                return Message("Choose a suspect, a weapon and a location.")
            case "suggestion" if not self.answered:
                return Message("Who showed a card?")
            case "suggestion" if not all(self.card_of(seat) for seat in self.visible(here)):
                return Message("Which card was shown?")
            case "accusation" if any(self.envelope) and not all(self.envelope):
                return Message("Choose all three cards of the envelope, or none.")
            case "seen" if self.place is None:
                return Message("Where is the card that you saw?")
            case "seen" | "up" if not self.card:
                return Message("Choose a card.")
        return None

    # -- typing

    def typed(self, touch: Touch, here: Here) -> Self:
        """Return the form after a touch; raises SaidError for a touch that fits nothing on it."""
        match touch.do:
            case "kind" if (touch.value or touch.args.get("id")) in KINDS:
                kind = touch.value or touch.args["id"]
                return replace(self, kind=kind, card="", place=PUBLIC if kind == "up" else None)
            case "by" if number(touch, "n") in range(here.seats):
                return replace(self, by=number(touch, "n"), showed=(), answered=bool(self.rule))
            case "choose":
                return replace(self, chosen=_chosen(self.chosen, touch, here))._fitted()
            case "in_envelope":
                return replace(self, envelope=_chosen(self.envelope, touch, here))
            case "right" if touch.args.get("id") in ("yes", "no"):
                return replace(self, right=touch.args["id"] == "yes", envelope=NONE)
            case "showed":
                return self._shown_by(number(touch, "n"), here)
            case "which":
                return self._shown_card(number(touch, "n"), said(touch, "card"), here)
            case _:
                return self._of_one_card(touch, here)

    def _of_one_card(self, touch: Touch, here: Here) -> Self:
        match touch.do:
            case "one" if touch.args.get("card") in here.edition.cards:
                return replace(self, card=touch.args["card"])
            case "holder" if touch.args.get("id") == ENVELOPE:
                return replace(self, place=ENVELOPE)
            case "holder" if number(touch, "id") in range(here.seats):
                return replace(self, place=number(touch, "id"))
            case "size" if number(touch, "n") in range(len(self.sizes)):
                sizes = list(self.sizes)
                sizes[number(touch, "n")] = max(0, sizes[number(touch, "n")] + number(touch, "by"))
                return replace(self, sizes=tuple(sizes))
        raise SaidError(NOT_NOW)

    def _shown_by(self, seat: int, here: Here) -> Self:
        if seat == NOBODY:
            return replace(self, showed=(), answered=True)
        if seat not in here.after(self.by):
            raise SaidError(NOT_NOW)
        if self.rule:
            others = tuple(one for one in self.showed if one[0] != seat)
            showed = others if seat in self.showers else (*others, (seat, ""))
            return self._presumed(replace(self, showed=showed, answered=True), here)
        return self._presumed(replace(self, showed=((seat, ""),), answered=True), here)

    def _shown_card(self, seat: int, card: str, here: Here) -> Self:
        if card not in self.chosen or seat not in here.after(self.by):
            raise SaidError(NOT_NOW)
        others = tuple(one for one in self.showed if one[0] != seat) if self.rule else ()
        return replace(self, showed=(*others, (seat, card)), answered=True)

    def _presumed(self, changed: Self, here: Here) -> Self:
        """Return the form with the card that I showed where only one of mine was named."""
        mine = [card for card in changed.chosen if card in here.hand]
        if here.me not in changed.visible(here) or len(mine) != 1:
            return changed
        showed = tuple((seat, mine[0] if seat == here.me else card) for seat, card in changed.showed)
        return replace(changed, showed=showed)

    def _fitted(self) -> Self:
        """Return the form without shown cards that are no longer named."""
        showed = tuple((seat, card if card in self.chosen else "") for seat, card in self.showed)
        return replace(self, showed=showed)

    # -- events

    def events(self, here: Here, sizes: tuple[int, ...]) -> tuple[Events, ...]:
        """Return the entries that the form stands for, `sizes` being the hands before it.

        Raises SaidError where something is lacking.
        """
        lacking = self.lacking(here)
        if lacking:
            raise SaidError(lacking)
        match self.kind:
            case "suggestion":
                return (tuple(self._suggestion(here)),)
            case "accusation":
                seen = self.envelope if all(self.envelope) else None
                seen = self.chosen if self.right else seen
                accused = t.Accused(self.by, *self.chosen)
                return ((accused, t.EnvelopeSeen(self.by, self.right, _triple(seen))),)
            case "seen":
                holder = self.place if isinstance(self.place, int) else None
                return ((t.CardSeen(here.me or 0, holder, self.card),),)
            case "up":
                return ((t.CardTurnedUp(self.card),),)
        corrected = tuple(
            (t.HandSizeSet(seat, size),) for seat, size in enumerate(self.sizes) if size != sizes[seat]
        )
        if not corrected:
            raise SaidError(Message("No number of cards was changed."))
        return corrected

    def _suggestion(self, here: Here) -> Iterator[Event]:
        yield t.Suggested(self.by, *self.chosen)
        passed, visible = self.passed(here), self.visible(here)
        for seat in here.after(self.by):
            if seat in passed:
                yield t.Passed(seat)
            elif seat in self.showers:
                yield t.MustShow(seat)
                yield t.Shown(seat, self.by, self.card_of(seat) or None if seat in visible else None)


def _chosen(now: tuple[str, ...], touch: Touch, here: Here) -> tuple[str, ...]:
    card = said(touch, "card")
    if card not in here.edition.cards:
        raise SaidError(NOT_NOW)
    at = CATEGORIES.index(here.edition.category(card))
    return tuple(card if i == at else other for i, other in enumerate(now))


def _triple(cards: tuple[str, ...] | None) -> t.Triple | None:
    return None if cards is None else (cards[0], cards[1], cards[2])


def form_of(events: Events, here: Here, sizes: tuple[int, ...]) -> Form:
    """Return the form of an entry that is there already, `sizes` being the hands before it."""
    first, *rest = events
    match first:
        case t.Suggested(by):
            cards = {event.by: event.card for event in rest if isinstance(event, t.Shown)}
            showed = tuple(
                (event.by, cards.get(event.by) or "") for event in rest if isinstance(event, t.MustShow)
            )
            passed = sum(isinstance(event, t.Passed) for event in rest)
            everybody = passed + len(showed) == here.seats - 1
            more = len(showed) > 1 or (bool(showed) and isinstance(rest[-1], t.Passed))
            return Form(
                by=by,
                chosen=(first.suspect, first.weapon, first.location),
                showed=showed,
                answered=bool(showed) or everybody,
                rule=(here.rule or ("every_holder" if more else "")) if everybody else "",
            )
        case t.Accused(by):
            seen = next((event for event in rest if isinstance(event, t.EnvelopeSeen)), None)
            right = seen is not None and seen.correct
            envelope = NONE if seen is None or right or seen.cards is None else seen.cards
            chosen = (first.suspect, first.weapon, first.location)
            return Form("accusation", by, chosen, right=right, envelope=envelope)
        case t.CardSeen(_, holder, card):
            return Form("seen", card=card or "", place=ENVELOPE if holder is None else holder)
        case t.CardTurnedUp(card):
            return Form("up", card=card, place=PUBLIC)
        case t.HandSizeSet(seat, size):
            return Form("hands", sizes=tuple(size if i == seat else n for i, n in enumerate(sizes)))
    raise TypeError(f"no entry begins with {first!r}")


def said_in(events: Events, seats: int) -> Message:
    """Return an entry at a table of so many seats in one sentence, as short as the list needs it."""
    first = events[0]
    match first:
        case t.Suggested(by):
            slots: dict[str, object] = {"player": Named("seat", by), "cards": _short(*_named(first))}
            return _answered(events, slots, seats)
        case t.Accused(by):
            slots = {"player": Named("seat", by), "cards": _short(*_named(first))}
            seen = next((event for event in events if isinstance(event, t.EnvelopeSeen)), None)
            if seen is not None and seen.correct:
                return Message("{player} accused: {cards}. That was right.", slots)
            if seen is not None and seen.cards:
                slots["seen"] = _short(*seen.cards)
                return Message("{player} accused: {cards}. Wrong; the envelope holds {seen}.", slots)
            return Message("{player} accused: {cards}. That was wrong.", slots)
        case t.CardSeen(_, None, card):
            return Message("You saw {card} in the envelope.", {"card": _short(card or "")[0]})
        case t.CardSeen(_, holder, card):
            slots = {"player": Named("seat", holder or 0), "card": _short(card or "")[0]}
            return Message("You saw {card}, a card of {player}.", slots)
        case t.CardTurnedUp(card):
            return Message("{card} lies open.", {"card": _short(card)[0]})
        case t.HandSizeSet(seat, size):
            return plural(
                "{player}: one card in hand.",
                "{player}: {n} cards in hand.",
                size,
                {"player": Named("seat", seat)},
            )
    raise TypeError(f"no entry begins with {first!r}")


def _answered(events: Events, slots: dict[str, object], seats: int) -> Message:
    shown = [event for event in events if isinstance(event, t.Shown)]
    known = [event.card for event in shown if event.card]
    showers = tuple(Named("seat", event.by) for event in shown)
    if len(showers) > 1:
        return Message("{player}: {cards}. {showers} showed a card each.", {**slots, "showers": showers})
    if showers and known:
        slots |= {"shower": showers[0], "card": _short(*known)[0]}
        return Message("{player}: {cards}. {shower} showed {card}.", slots)
    if showers:
        return Message("{player}: {cards}. {shower} showed a card.", {**slots, "shower": showers[0]})
    if len(events) < seats:
        return Message("{player}: {cards}. Not everybody has answered.", slots)
    return Message("{player}: {cards}. Nobody showed a card.", slots)


def _named(event: t.Suggested | t.Accused) -> t.Triple:
    return event.suspect, event.weapon, event.location


def _short(*cards: str) -> tuple[Named, ...]:
    return tuple(Named("short", card) for card in cards)
