"""What it comes to when a player gets a card: how likely he loses at once, and how much worse he stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from assistant.cockroach_poker.deal import PILE, ZERO, Deal
from assistant.cockroach_poker.knowledge import Knowledge
from assistant.cockroach_poker.laying import Ends, Ground, Laying, Moment, Shown, Worth, paid
from assistant.cockroach_poker.sight import Weighed
from engine.cockroach_poker import cards
from engine.cockroach_poker.table import Phase
from engine.core import Action, Seat

WORTH = Worth()


@dataclass(frozen=True, slots=True)
class Fall:
    """What getting a card comes to.

    `loses` is the chance to lose the game at once, `triple` that to hold all but one of a kind then where
    he did not before, `burden` what he bears on average then (0 where he has lost).
    """

    loses: Fraction
    triple: Fraction
    burden: Fraction


class Falls:
    """Works out what cards come to at one moment, for anybody, each only once.

    Of the observer's payments for specials only the least harmful are looked at: the best card that fits
    the claim, and the best others. What another player pays cannot be foreseen and is left out, but not
    whether he can pay at all. `depth` limits how many unseen cards of the pile are followed; without a
    limit the numbers are exact.
    """

    def __init__(self, known: Knowledge, worth: Worth = WORTH, depth: int = 99) -> None:
        self.known, self.view, self.deck, self.worth, self.depth = known, known.view, known.deck, worth, depth
        self.most = self.deck.of_a_kind(self.view.seats)
        self.before = tuple(map(self._shown, self.view.displays))
        self.burdens = [worth.of(shown, self.most) for shown in self.before]
        self._found: dict[tuple[Seat, str, str], Fall] = {}
        self._paid: dict[Action, Fall] = {}
        self._gains: dict[tuple[Seat, int], float] = {}
        self._deals: dict[str, Weighed] = {}

    def of(self, seat: Seat, card: str, claim: str) -> Fall:
        """Return what it comes to if a seat gets this card, the last claim about it being that one.

        A card that its starter still holds is taken to have left the hand.
        """
        owes = card in cards.SPECIALS or cards.is_royal(card)
        key = (seat, card, claim if owes and self.view.hands[seat] is not None else "")
        if key not in self._found:
            self._found[key] = self._fall(seat, card, claim)
        return self._found[key]

    def gain(self, seat: Seat, fall: Fall) -> float:
        """Return by how much the observer's chance to lose the game shrinks by another's fall or his own.

        In hundredths of a game, by the rule of thumb of `Worth`. The fall is one of these here.
        """
        if (seat, id(fall)) not in self._gains:
            self._gains[seat, id(fall)] = self._gain(seat, fall)
        return self._gains[seat, id(fall)]

    def _gain(self, seat: Seat, fall: Fall) -> float:
        me = self.known.observer
        assert me is not None
        whole, loses, burden = sum(self.burdens), float(fall.loses), float(fall.burden)
        before = self.burdens[me] / whole
        if fall.loses == 1:
            return 100 * (before - (seat == me))
        after = burden / (1 - loses)
        bears = after if seat == me else self.burdens[me]
        share = bears / (whole - self.burdens[seat] + after)
        return 100 * (before - (1 - loses) * share - loses * (seat == me))

    def paying(self, action: Action) -> Fall:
        """Return what a payment that the observer has to make now comes to."""
        if action not in self._paid:
            self._paid[action] = self._paying(action)
        return self._paid[action]

    def _paying(self, action: Action) -> Fall:
        seat = self.view.starter
        laying = self._laying(seat, self.view.claim or "", ZERO)
        ends = [
            (
                weight,
                laying.pay(self._moment(seat, self.view.hands[seat], deal, self.view.debts), paid(action)),
            )
            for weight, deal in self.known.deals()
        ]
        return self._sum(ends)

    def _fall(self, seat: Seat, card: str, claim: str) -> Fall:
        hand = self.view.hands[seat]
        if hand is not None and self.view.phase is Phase.PLAY:
            left = list(hand)
            left.remove(card)
            hand = tuple(left)
        ends = []
        if card not in self._deals:
            self._deals[card] = self.known.if_card(card)
        for weight, deal in self._deals[card]:
            broke = ZERO
            if hand is None:
                broke = sum((chance for chance, _ in deal.filled(seat, cards.SPECIALS)), ZERO)
            laying = self._laying(seat, claim, broke)
            ends.append((weight, laying.take(self._moment(seat, hand, deal), card)))
        return self._sum(ends)

    def _laying(self, seat: Seat, claim: str, broke: Fraction) -> Laying:
        lies, options = self.before[seat], self.view.options
        return Laying(Ground(self.deck, self.most, lies, claim, broke, options, self.worth, self.depth))

    def _moment(self, seat: Seat, hand: tuple[str, ...] | None, deal: Deal, debts: int = 0) -> Moment:
        size = self.view.hand_sizes[seat] if hand is None else len(hand)
        pool = tuple(deal.pool.values())
        return Moment(self.before[seat], hand, size, self.view.top, deal.free.get(PILE, 0), pool, debts=debts)

    def _sum(self, ends: Sequence[tuple[Fraction, Ends]]) -> Fall:
        return Fall(*(sum((weight * end[part] for weight, end in ends), ZERO) for part in range(3)))

    def _shown(self, display: tuple[str, ...]) -> Shown:
        number = Counter(map(cards.species, display))
        return tuple(number[of] for of in self.deck.species)
