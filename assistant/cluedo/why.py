"""Why a cell of the sheet says what it says: the few things heard that force it, or how many deals do."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from assistant import explain
from assistant.cluedo import facts as f
from assistant.cluedo.deck import ENVELOPE, PUBLIC, Place
from assistant.cluedo.knowledge import Knowledge
from assistant.count import count
from engine.core import Message, Named


@dataclass(frozen=True, slots=True)
class Step:
    """Something heard that the argument needs: its entry, what it says, and the cards it speaks of.

    `crossed` are those of the cards that it, or the own hand, rules out.
    """

    entry: int | None
    message: Message
    cards: tuple[str, ...]
    crossed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Why:
    """Why `card` is, or is not, or may be in `place`.

    `certain` is True or False where the notes force it, None where it is open. Of the `steps` none can
    be left out: without any of them a deal would fit that says otherwise. No steps: the own hand and
    the hand sizes alone force it. `since` is the entry after which it was certain. Where it is open,
    `here` of `deals` deals that fit have it so (under `logic`).
    """

    card: str
    place: Place
    certain: bool | None
    steps: tuple[Step, ...] = ()
    since: int | None = None
    here: int = 0
    deals: int = 0


def why(knowledge: Knowledge, card: str, place: Place) -> Why:
    """Return the reasons of one cell; raises Contradiction where no deal fits."""
    certain = knowledge.knows(card, place)
    if certain is None:
        share = knowledge.probability(card, place)
        return Why(card, place, None, here=int(share * knowledge.deals), deals=knowledge.deals)
    given = [fact for fact in knowledge.facts if fact.entry is None or isinstance(fact, f.Size)]
    heard = [fact for fact in knowledge.facts if fact not in given and not isinstance(fact, f.Picked)]

    def otherwise_possible(chosen: Collection[int]) -> bool:
        told = (*given, *(heard[number] for number in chosen))
        position = f.position(knowledge.deck, knowledge.seats, told)
        slot = knowledge.deck.slot(card) if place == ENVELOPE else place
        there = frozenset({slot})
        left = position.domain[card] - there if certain else position.domain[card] & there
        other = replace(position, domain={**position.domain, card: left})
        return bool(left) and count(other).deals > 0

    needed = explain.conflict(range(len(heard)), otherwise_possible)
    own = frozenset(
        card for fact in given if isinstance(fact, f.Holds) and fact.entry is None for card in fact.cards
    )
    steps = tuple(_step(heard[number], own) for number in needed)
    since = max((step.entry for step in steps if step.entry is not None), default=None)
    return Why(card, place, certain, steps, since)


def _step(fact: f.Fact, own: frozenset[str]) -> Step:
    match fact:
        case f.Lacks(seat, cards):
            slots = _slots(seat, cards)
            return Step(
                fact.entry, Message("{player} holds none of these: {cards}.", slots), cards, frozenset(cards)
            )
        case f.OneOf(seat, cards):
            slots = _slots(seat, cards)
            mine = own & frozenset(cards)
            return Step(fact.entry, Message("{player} showed one of these: {cards}.", slots), cards, mine)
        case f.NotAll(cards):
            slots = _slots(None, cards)
            return Step(fact.entry, Message("Not all three are in the envelope: {cards}.", slots), cards)
        case f.Holds(place, cards):
            return Step(fact.entry, _held(place, cards), cards)
    raise TypeError(f"says nothing about cards: {fact!r}")


def _held(place: Place, cards: tuple[str, ...]) -> Message:
    if place == ENVELOPE:
        return Message("The envelope holds {cards}.", _slots(None, cards))
    if place == PUBLIC:
        return Message("These lie face up: {cards}.", _slots(None, cards))
    return Message("You know that {player} has {cards}.", _slots(place, cards))


def _slots(seat: object, cards: tuple[str, ...]) -> Mapping[str, object]:
    player = {"player": Named("seat", seat)} if isinstance(seat, int) else {}
    return {"cards": tuple(Named("card", card) for card in cards), **player}
