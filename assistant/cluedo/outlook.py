"""What a suggestion is expected to bring, exactly: who answers with what, and how much that tells.

Information is what the answer and a card of the envelope tell of one another (mutual information), in bits:
how much less there is to know about it afterwards, on average. The answer that is yet to come needs a
policy under every model: whoever can show several cards picks one of them at random.

Glossary
  answer    who shows and what, seat by seat; empty if nobody can. An onlooker sees who, but not what
  bits      about the suspect, the weapon and the location in the envelope, one number each
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import log2, sqrt
from typing import Any

from assistant.cluedo import facts as f
from assistant.cluedo.deck import PUBLIC, Deck
from assistant.cluedo.knowledge import Knowledge
from assistant.forecast import Forecast, Tally
from assistant.knowledge import LOGIC, Model
from assistant.position import Place
from engine.cluedo.table import Triple
from engine.core import Seat

Answer = tuple[tuple[Seat, str | None], ...]
Bits = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the suggestion of `cards` is expected to bring the asker under `model`.

    `bits` are expected about each category, `answers` how likely each answer is; `sure` is the chance to
    know the whole envelope afterwards, `spread` the standard deviation over the answers of what each tells
    (relative entropy of what is then thought to what was, which averages to `total`).

    Three more are worked out for the best suggestions only, where it fits the time: `triple`, the bits about
    the three cards of the envelope together; `guess`, the chance that the likeliest triple is right
    afterwards; `public`, the bits per category that an onlooker without a hand is to learn.
    """

    cards: Triple
    model: Model
    bits: Bits
    answers: Mapping[Answer, Fraction] = field(repr=False)
    sure: Fraction
    spread: float
    triple: float | None = None
    guess: Fraction | None = None
    public: Bits | None = None

    @property
    def total(self) -> float:
        """The bits of the three categories added: what suggestions are ranked by."""
        return sum(self.bits)

    @property
    def nobody(self) -> Fraction:
        """How likely it is that nobody can show a card."""
        return self.answers.get((), Fraction(0))

    @property
    def answered(self) -> Mapping[Seat, Fraction]:
        """How likely each seat is to show a card; never 0."""
        by_seat: dict[Seat, Fraction] = {}
        for answer, chance in self.answers.items():
            for seat in {seat for seat, _ in answer}:
                by_seat[seat] = by_seat.get(seat, Fraction(0)) + chance
        return by_seat

    def shown(self, card: str) -> Fraction:
        """Return how likely it is that this card is shown."""
        return sum(
            (chance for answer, chance in self.answers.items() if any(card == c for _, c in answer)),
            Fraction(0),
        )


@dataclass(frozen=True, slots=True)
class Together:
    """What a suggestion brings about all three cards of the envelope: `bits`, and `guess` as in Outlook."""

    bits: float
    guess: Fraction


Outlooks = Generator[None, None, Outlook]
"""An outlook in the making: each `next` does a small piece of the work."""


class Survey:
    """Outlooks on suggestions that `asker` may make, from one knowledge; they share their work.

    With `every_holder` everybody who holds a named card shows one, else only the first to the asker's
    left. Suggestions that share a location follow one another best in the order of `sorted`. Raises
    Contradiction if no deal fits the knowledge.
    """

    def __init__(
        self, knowledge: Knowledge, asker: Seat, model: Model = LOGIC, *, every_holder: bool = False
    ) -> None:
        self._posterior = knowledge.posterior(model)
        self._deck, self._model = knowledge.deck, model
        self._order = tuple((asker + step) % knowledge.seats for step in range(1, knowledge.seats))
        self._every_holder = every_holder
        self._unseen = knowledge.observer != asker
        self._forecast = Forecast(self._posterior, self._deck.slots)
        self._known: dict[Any, Outlook] = {}
        self._jointly: Forecast | None = None

    @property
    def work(self) -> int:
        """The effort so far, as in Forecast."""
        return self._forecast.work + (self._jointly.work if self._jointly else 0)

    def sorted(self, suggestions: Iterable[Triple]) -> list[Triple]:
        """Return suggestions in the order that shares most work."""
        return sorted(
            suggestions, key=lambda cards: (self._deck.cards.index(cards[2]), self._forecast.route(cards))
        )

    def outlook(self, cards: Triple) -> Outlooks:
        """Return, piece by piece, what a suggestion is expected to bring.

        The asker sees the card shown; if the knowledge is not the asker's own, only who shows is counted.
        """
        key = tuple(map(self._forecast.alike, cards))
        like = self._known.get(key)
        if like is None:
            packed = yield from self._packed(self._forecast, cards)
            like = self._outlook(cards, {answer: self._forecast.tally(p) for answer, p in packed.items()})
            self._known[key] = like
        return _named(like, cards)

    def together(self, cards: Triple) -> Generator[None, None, Together]:
        """Return, piece by piece, what a suggestion is expected to bring about the three cards together."""
        if self._jointly is None:
            self._jointly = Forecast(self._posterior, self._deck.slots, jointly=True)
        packed = yield from self._packed(self._jointly, cards)
        tallies = [self._jointly.tally(p) for p in packed.values()]
        whole = sum(tally.weight for tally in tallies)
        best = sum(max(tally.cards[0].values()) for tally in tallies)
        gains = _gains([(tally.weight, tally.cards[0]) for tally in tallies])
        bits = _mean([tally.weight / whole for tally in tallies], gains)
        return Together(bits, Fraction(best, whole))

    def _packed(self, forecast: Forecast, cards: Triple) -> Generator[None, None, dict[Answer, int]]:
        """Return the packed weight of every answer, six times too large."""
        spread = yield from forecast.spread(cards)
        packed: dict[Answer, int] = {}
        for places, weight in spread.items():
            for said, sixths in answers(places, self._order, self._every_holder):
                answer = tuple((seat, None if self._unseen else cards[number]) for seat, number in said)
                packed[answer] = packed.get(answer, 0) + weight * sixths
        return packed

    def _outlook(self, cards: Triple, tallies: Mapping[Answer, Tally]) -> Outlook:
        whole = sum(tally.weight for tally in tallies.values())
        gains = [
            _gains([(tally.weight, tally.cards[i]) for tally in tallies.values()])
            for i in range(len(self._forecast.open))
        ]
        weights = [tally.weight / whole for tally in tallies.values()]
        told = {slot: _mean(weights, gain) for slot, gain in zip(self._forecast.open, gains, strict=True)}
        suspect, weapon, location = (told.get(slot, 0.0) for slot in self._deck.slots)
        all_told = [sum(gain) for gain in zip(*gains, strict=True)] or [0.0] * len(weights)
        mean = _mean(weights, all_told)
        spread = sqrt(_mean(weights, [(gain - mean) ** 2 for gain in all_told]))
        sure = sum(tally.weight for tally in tallies.values() if all(len(held) == 1 for held in tally.cards))
        chances = {answer: Fraction(tally.weight, whole) for answer, tally in tallies.items()}
        return Outlook(
            cards, self._model, (suspect, weapon, location), chances, Fraction(sure, whole), spread
        )


def _named(like: Outlook, cards: Triple) -> Outlook:
    """The outlook of `cards` from that of cards that are like them."""
    if like.cards == cards:
        return like
    called = dict(zip(like.cards, cards, strict=True))
    answers = {
        tuple((seat, card and called[card]) for seat, card in answer): chance
        for answer, chance in like.answers.items()
    }
    return replace(like, cards=cards, answers=answers)


@cache
def answers(
    places: tuple[Place, ...], order: tuple[Seat, ...], every_holder: bool
) -> tuple[tuple[tuple[tuple[Seat, int], ...], int], ...]:
    """Return what may be shown when the named cards lie in `places`: answers, and how likely in sixths.

    An answer names seats, asked in `order`, and the number of the card that each shows.
    """
    held = [(seat, [i for i, place in enumerate(places) if place == seat]) for seat in order]
    showing = [(seat, numbers) for seat, numbers in held if numbers]
    if not every_holder:
        showing = showing[:1]
    picks = list(product(*([(seat, number) for number in numbers] for seat, numbers in showing)))
    return tuple((pick, 6 // len(picks)) for pick in picks)


def _gains(parts: Sequence[tuple[int, Mapping[Any, int]]]) -> list[float]:
    """What each answer tells about a card, in bits, from its weight and that of the cards under it."""
    whole = sum(weight for weight, _ in parts)
    before: dict[Any, int] = {}
    for _, held in parts:
        for card, share in held.items():
            before[card] = before.get(card, 0) + share
    gains = []
    for weight, held in parts:
        shares = ((share / weight, before[card] / whole) for card, share in held.items())
        gains.append(max(0.0, sum(now * log2(now / was) for now, was in shares)))
    return gains


def _mean(weights: Sequence[float], values: Sequence[float]) -> float:
    return sum(weight * value for weight, value in zip(weights, values, strict=True))


def in_public(knowledge: Knowledge) -> Knowledge:
    """Return what an onlooker without a hand knows of what `knowledge` knows: only what all could hear."""
    onlooker = Knowledge(knowledge.deck, knowledge.seats, None, knowledge.entry, knowledge.open)
    return onlooker.suppose(*(fact for fact in knowledge.facts if _heard(fact)))


def _heard(fact: f.Fact) -> bool:
    match fact:
        case f.Size() | f.OneOf() | f.NotAll():
            return True
        case f.Lacks(_, _, entry):
            return entry is not None
        case f.Holds(place, _, _):
            return place == PUBLIC
    return False


def suggestions(deck: Deck, location: str) -> tuple[Triple, ...]:
    """Return every suggestion that can be made in a location, in sheet order."""
    return tuple((suspect, weapon, location) for suspect in deck.suspects for weapon in deck.weapons)
