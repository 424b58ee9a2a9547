"""What one seat, or an onlooker, can say of where the cards lie: the table as it sees it, and a memory.

All that a view forgets is which specials went face up into a hand, and that a hand was shown to hold
nothing but specials. Everything else lies on the table.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction

from assistant.cockroach_poker.deal import ONE, PILE, ZERO, Deal, Place
from engine.cockroach_poker import cards, rules
from engine.cockroach_poker import table as t
from engine.cockroach_poker.table import Phase, State
from engine.core import Event, Seat, redact

Weighed = tuple[tuple[Fraction, Deal], ...]
"""Deals with their weights, together 1. A weight may be negative: what cannot be is taken off again."""


@dataclass(frozen=True, slots=True)
class Sight:
    """The table as `observer` (None: an onlooker) sees it, and what all have seen of the hands.

    `held` are per seat the specials that went into that hand before all and were not seen to leave it;
    of two equal ones in a hand the one that all have seen is played first. `bare` are the seats whose
    hand was shown to be specials only (CP-G7, CP-G8).
    """

    view: State
    observer: Seat | None
    held: tuple[tuple[str, ...], ...]
    bare: frozenset[Seat] = frozenset()

    def after(self, event: Event) -> Sight:
        """Return the sight after an event that can come next."""
        view = rules.evolve(self.view, event)
        match event:
            case t.CardRevealed(card):
                return replace(self, view=view, held=_less(self.held, self.view.givers[0], card))
            case t.SpecialTaken(seat, card):
                held = (*self.held[:seat], (*self.held[seat], card), *self.held[seat + 1 :])
                return replace(self, view=view, held=held)
            case t.CannotPay(seat) | t.Paid(seat, (_,), False):
                return replace(self, view=view, bare=self.bare | {seat})
        return Sight(view, self.observer, self.held, self.bare)

    def known(self, seat: Seat) -> tuple[str, ...]:
        """Return the specials that are certain to be in a hand, unless one of them is the card on its way."""
        return self._held()[seat]

    def public(self) -> Sight:
        """Return what everybody can see who watches."""
        return replace(self, view=redact(self.view, None), observer=None)

    @property
    def hidden(self) -> tuple[Place, ...]:
        """The places whose cards the observer does not see: hands in turn order, then the pile."""
        hands = (seat for seat in range(self.view.seats) if self.view.hands[seat] is None)
        return (*hands, PILE)

    @property
    def moving(self) -> bool:
        """Whether a card is on its way that the observer has not seen."""
        view = self.view
        return view.phase in (Phase.RECEIVE, Phase.FORWARD, Phase.GUESSED) and view.card is None

    def placed(self) -> Counter[str]:
        """Return the cards whose place the observer knows, counted."""
        view = self.view
        placed = Counter[str](view.laying)
        for hand, held in zip(view.hands, self._held(), strict=True):
            placed.update(held if hand is None else hand)
        for display in view.displays:
            placed.update(display)
        placed.update(card for card in (view.top, view.revealed, view.card) if card is not None)
        return placed

    def pool(self) -> dict[str, int]:
        """Return the cards that may lie in any hidden place, counted by card; zeros are kept."""
        placed = self.placed()
        return {card: n - placed[card] for card, n in cards.load(self.view.edition).counts.items()}

    def deals(self) -> Weighed:
        """Return what may lie where, a hidden card on its way still counted to the hand it came from."""
        view, held = self.view, self._held()
        known: dict[Place, tuple[str, ...]] = {}
        free: dict[Place, int] = {PILE: view.pile_size - (view.top is not None)}
        for seat, hand in enumerate(view.hands):
            if hand is None:
                known[seat] = held[seat]
                free[seat] = view.hand_sizes[seat] - len(held[seat])
        if self.moving:
            free[view.givers[0]] += 1
        weighed: Weighed = ((ONE, Deal(self.pool(), free, known)),)
        for seat in self.bare:
            if view.hands[seat] is None:
                weighed = _given(weighed, seat)
        return self._able(weighed)

    def _held(self) -> tuple[tuple[str, ...], ...]:
        """Return what is known to be in each hand now: without the card that the observer saw leave it."""
        card = self.view.card
        return self.held if card is None else _less(self.held, self.view.givers[0], card)

    def _able(self, weighed: Weighed) -> Weighed:
        """Leave out the deals in which a player who can pay could not (CP-G8)."""
        view, seat = self.view, self.view.starter
        if view.phase is not Phase.PAY or view.hands[seat] is not None:
            return weighed
        broke = [
            (weight * chance, deal)
            for weight, before in weighed
            for chance, deal in before.filled(seat, cards.SPECIALS)
        ]
        left = 1 - sum((weight for weight, _ in broke), ZERO)
        return tuple(
            [(weight / left, deal) for weight, deal in weighed]
            + [(-weight / left, deal) for weight, deal in broke]
        )


def _given(weighed: Weighed, seat: Seat) -> Weighed:
    """Return the deals in which a seat holds nothing but specials."""
    fit = [
        (weight * chance, deal)
        for weight, before in weighed
        for chance, deal in before.filled(seat, cards.SPECIALS)
    ]
    whole = sum((weight for weight, _ in fit), ZERO)
    return tuple((weight / whole, deal) for weight, deal in fit)


def _less(held: tuple[tuple[str, ...], ...], seat: Seat, card: str) -> tuple[tuple[str, ...], ...]:
    if card not in held[seat]:
        return held
    left = list(held[seat])
    left.remove(card)
    return (*held[:seat], tuple(left), *held[seat + 1 :])
