"""Which of the fitting cards to show: what each would tell the asker about the envelope.

The asker is taken to know what everybody heard and what the observer has shown to him; his own hand is left
out, as nobody else can know it. What a card tells is the relative entropy, in bits, of what he would then
think about each category to what he thinks now: never below 0, and 0 for what he knows already.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import log2

from assistant.cluedo import facts as f
from assistant.cluedo.deck import ENVELOPE
from assistant.cluedo.knowledge import Knowledge
from assistant.cluedo.outlook import in_public
from assistant.knowledge import LOGIC, Model
from engine.core import Message, Named, Seat


@dataclass(frozen=True, slots=True)
class Showing:
    """A card that may be shown to `to`: whether he has `seen` it from the observer before, and what it tells.

    `bits` are about suspect, weapon and location together, `reason` says them in a sentence.
    """

    card: str
    to: Seat
    seen: bool
    bits: float

    @property
    def reason(self) -> Message:
        """What speaks for or against the card."""
        slots = {"player": Named("seat", self.to), "card": Named("card", self.card), "bits": self.bits}
        if self.seen:
            return Message("{player} has seen {card} from you before.", slots)
        if not self.bits:
            return Message("{card} tells {player} nothing new about the envelope.", slots)
        return Message("{card} would tell {player} {bits} bits about the envelope.", slots)


def showings(
    knowledge: Knowledge, asker: Seat, cards: tuple[str, ...] | None = None, model: Model = LOGIC
) -> tuple[Showing, ...]:
    """Return what the observer may show of `cards` (left out: those of the open suggestion), best first.

    That is what tells the asker least; of equal ones, what he has seen before, then in the order of `cards`.
    Raises Contradiction where no deal fits.
    """
    named = cards if cards is not None else knowledge.open or ()
    me = knowledge.observer
    fitting = [card for card in named if me is not None and knowledge.knows(card, me)]
    if me is None or not fitting:
        return ()
    heard = f.OneOf(me, named, None)
    before = as_known_to(knowledge, asker).suppose(heard)
    known, seen = _beliefs(before, model), knowledge.shown_to(asker)
    found = []
    for card in fitting:
        others = tuple(other for other in named if other != card)
        after = before.suppose(f.Holds(me, (card,), None), f.Picked(me, others, None))
        found.append(Showing(card, asker, card in seen, _divergence(_beliefs(after, model), known)))
    return tuple(sorted(found, key=lambda showing: (showing.bits, not showing.seen)))


def as_known_to(knowledge: Knowledge, seat: Seat) -> Knowledge:
    """Return what is public, with what the observer has shown to `seat`: a lower bound of what he knows."""
    me = knowledge.observer
    named = {
        fact.entry: fact.cards for fact in knowledge.facts if isinstance(fact, f.OneOf) and fact.seat == me
    }
    known = in_public(knowledge)
    for shown in knowledge.shown:
        if me is not None and shown.to == seat:
            others = tuple(card for card in named.get(shown.entry, ()) if card != shown.card)
            known = known.suppose(f.Holds(me, (shown.card,), shown.entry), f.Picked(me, others, shown.entry))
    return known


def _beliefs(known: Knowledge, model: Model) -> list[Mapping[str, Fraction]]:
    """How likely each card of a category is in the envelope, category by category."""
    return [
        {card: chance for card in cards if (chance := known.probability(card, ENVELOPE, model))}
        for cards in known.deck.categories
    ]


def _divergence(after: list[Mapping[str, Fraction]], before: list[Mapping[str, Fraction]]) -> float:
    return sum(
        (
            float(chance) * log2(chance / was[card])
            for now, was in zip(after, before, strict=True)
            for card, chance in now.items()
        ),
        0.0,
    )
