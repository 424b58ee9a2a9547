"""What one seat, or an onlooker, knows: a fold over what it saw happen.

Under `logic` the unseen cards lie in the hidden places in any way that fits, each way counting the same,
and a hidden card on its way is any card of the hand it came from. Under `choice` what was claimed of it is
evidence as well, by the model of `habits`. Both say the same of what is certain.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from assistant.cockroach_poker.deal import ONE, ZERO, Deal, Place
from assistant.cockroach_poker.habits import Heard, Manners, likelihood
from assistant.cockroach_poker.order import objection
from assistant.cockroach_poker.sight import Sight, Weighed
from assistant.knowledge import CHOICE, LOGIC, Impossible, Model
from engine.cockroach_poker import cards, rules
from engine.cockroach_poker import table as t
from engine.cockroach_poker.cards import Deck
from engine.cockroach_poker.table import Phase, State
from engine.core import Demand, Event, Message, Seat, Setup, Undone, redact


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What `sight` tells of where the cards are, and `manners`, seat by seat, of how everybody plays.

    `log` are the events told. `claimed` are the entries of the claims about the card on its way.
    """

    sight: Sight
    manners: tuple[Manners, ...]
    log: tuple[Event, ...] = ()
    claimed: tuple[int, ...] = ()

    @property
    def view(self) -> State:
        """The table as the observer sees it."""
        return self.sight.view

    @property
    def observer(self) -> Seat | None:
        """Whose knowledge it is; None: an onlooker's."""
        return self.sight.observer

    @property
    def deck(self) -> Deck:
        """The cards of this game."""
        return cards.load(self.view.edition)

    def tell(self, event: Event) -> Knowledge:
        """Return what is known after an event of the observer's redacted log.

        Raises Impossible for what cannot have happened now.
        """
        log = (*self.log, event)
        if isinstance(event, Undone):
            return replace(self, log=log)
        reason = objection(self.sight, event)
        if reason is not None:
            raise Impossible(reason)
        try:
            sight = self.sight.after(event)
        except (ValueError, KeyError):
            raise Impossible(Message("This does not come next by the rules.")) from None
        return Knowledge(sight, self._learned(event), log, self._claimed(event, len(log)))

    def tell_all(self, events: Iterable[Event]) -> Knowledge:
        """Return what is known after several events; raises Impossible."""
        knowledge = self
        for event in events:
            knowledge = knowledge.tell(event)
        return knowledge

    def with_honesty(self, honesty: Mapping[Seat, Fraction | None]) -> Knowledge:
        """Return the knowledge with some players' honesty set by hand, None: learned again.

        Raises SaidError for a value that is not above 0 and below 1.
        """
        manners = [m.set_to(honesty[s]) if s in honesty else m for s, m in enumerate(self.manners)]
        return replace(self, manners=tuple(manners))

    def seen_by_others(self) -> Knowledge:
        """Return what everybody can know who watches and sees nobody's hand."""
        return replace(self, sight=self.sight.public())

    def card(self, model: Model = LOGIC) -> Mapping[str, Fraction]:
        """Return how likely the card on its way is which, without zeros; nothing if none is on its way."""
        view = self.view
        if view.phase not in (Phase.RECEIVE, Phase.FORWARD, Phase.GUESSED):
            return {}
        if view.card is not None:
            return {view.card: ONE}
        chances: dict[str, Fraction] = {}
        for weight, deal in self.sight.deals():
            for card, chance in deal.drawn(view.givers[0]).items():
                chances[card] = chances.get(card, ZERO) + weight * chance
        if model == CHOICE:
            chances = {card: chance * self._evidence(card) for card, chance in chances.items()}
        whole = sum(chances.values(), ZERO)
        return {card: chance / whole for card, chance in chances.items() if chance}

    def truths(self, model: Model = LOGIC) -> Mapping[str, Fraction]:
        """Return how likely each claim is true of the card on its way; nothing if none is on its way."""
        card = self.card(model)
        if not card:
            return {}
        return {claim: _true(card, claim) for claim in self.deck.claims}

    def truth(self, model: Model = LOGIC) -> Fraction:
        """Return how likely the last claim is true: 1 certainly, 0 certainly a lie; raises Impossible."""
        card = self.card(model)
        if not card or self.view.claim is None:
            raise Impossible(Message("No card is on its way."))
        return _true(card, self.view.claim)

    def number(self, place: Place, kind: Collection[str], model: Model = LOGIC) -> tuple[Fraction, ...]:
        """Return how likely a hand, or `PILE` below its open card, holds 0, 1, 2 ... of these cards.

        A hand without the card that is on its way.
        """
        hand = self.view.hands[place] if isinstance(place, int) else None
        if hand is not None:
            of = sum(card in kind for card in hand)
            return tuple(ONE if n == of else ZERO for n in range(len(hand) + 1))
        return self._numbers(place, kind, self.deals(model))

    def holds(self, place: Place, these: Mapping[str, int], model: Model = LOGIC) -> Fraction:
        """Return how likely a hidden hand, or `PILE`, is exactly these cards, counted by card."""
        return sum((weight * deal.holds(place, these) for weight, deal in self.deals(model)), ZERO)

    def species(self, place: Place, model: Model = LOGIC) -> Mapping[str, tuple[Fraction, ...]]:
        """Return for every species, with its royal, `royal`, `joker` and `blank` what `number` says."""
        if isinstance(place, int) and self.view.hands[place] is not None:
            return {kind: self.number(place, of) for kind, of in kinds(self.deck).items()}
        deals = self.deals(model)
        return {kind: self._numbers(place, of, deals) for kind, of in kinds(self.deck).items()}

    def _numbers(self, place: Place, kind: Collection[str], deals: Weighed) -> tuple[Fraction, ...]:
        alike: dict[tuple[tuple[int, Fraction], ...], Fraction] = {}
        for weight, deal in deals:
            chances = tuple(deal.number(place, kind).items())
            alike[chances] = alike.get(chances, ZERO) + weight
        total = [ZERO] * (deals[0][1].size(place) + 1)
        for chances, weight in alike.items():
            for number, chance in chances:
                total[number] += weight * chance
        return tuple(total)

    def deals(self, model: Model = LOGIC) -> Weighed:
        """Return what may lie where, with weights, the card on its way apart."""
        if not self.sight.moving:
            return self.sight.deals()
        before = self.sight.deals()
        cards_ = self.card(model).items()
        return tuple(pair for card, chance in cards_ for pair in self._if(card, chance, before))

    def if_card(self, card: str) -> Weighed:
        """Return what may lie where if this is the card on its way."""
        return tuple(self._if(card, ONE, self.sight.deals())) if self.sight.moving else self.sight.deals()

    def _if(self, card: str, chance: Fraction, before: Weighed) -> Iterator[tuple[Fraction, Deal]]:
        """Give what may lie where if this card is on its way, with weights that make up a chance."""
        starter = self.view.givers[0]
        weighed = [(w * deal.drawn(starter).get(card, ZERO), deal) for w, deal in before]
        whole = sum((weight for weight, _ in weighed), ZERO)
        for weight, deal in weighed:
            if weight:
                yield chance * weight / whole, deal.without(starter, card)

    def _evidence(self, card: str) -> Fraction:
        """Return how likely everybody who gave the card would have claimed what he did, were it this one."""
        view, chance = self.view, ONE
        for place, (giver, claim) in enumerate(zip(view.givers, view.claims, strict=True)):
            honesty = self.manners[giver].honesty(passed=place > 0).mean
            chance *= likelihood(self.deck, card, honesty)[claim]
        return chance

    def _claimed(self, event: Event, entry: int) -> tuple[int, ...]:
        match event:
            case t.Offered():
                return (entry,)
            case t.PassedOn():
                return (*self.claimed, entry)
            case t.RoundBegan():
                return ()
        return self.claimed

    def _learned(self, event: Event) -> tuple[Manners, ...]:
        """Return what all have seen of everybody's ways after an event."""
        view, manners = self.view, list(self.manners)
        match event:
            case t.CardRevealed(card):
                told = zip(self.claimed, view.givers, view.claims, strict=True)
                for place, (entry, giver, claim) in enumerate(told):
                    heard = Heard(entry, claim, card, place > 0, cards.true(card, claim))
                    manners[giver] = manners[giver].after(heard, self.deck)
            case t.Guessed(by, true):
                own = manners[by]
                hands_on = own.hands_on.after(False) if view.unseen_by else own.hands_on
                manners[by] = replace(own, believes=own.believes.after(true), hands_on=hands_on)
            case t.Peeked(by):
                manners[by] = replace(manners[by], hands_on=manners[by].hands_on.after(True))
        return tuple(manners)


def kinds(deck: Deck) -> Mapping[str, tuple[str, ...]]:
    """Return the cards of each species, its royal among them, of all royals, and each special."""
    found = {of: tuple(c for c in deck.counts if cards.species(c) == of) for of in deck.species}
    found[cards.ROYAL] = tuple(card for card in deck.counts if cards.is_royal(card))
    return found | {card: (card,) for card in deck.counts if card in cards.SPECIALS}


def begin(setup: Setup, observer: Seat | None, events: Iterable[Event] = ()) -> Knowledge:
    """Return the knowledge of a seat after its redacted log; raises Impossible, SaidError for the set-up."""
    none: tuple[str, ...] = ()
    sight = Sight(redact(rules.start(setup), observer), observer, (none,) * len(setup.seats))
    return Knowledge(sight, (Manners(),) * len(setup.seats)).tell_all(events)


def _true(card: Mapping[str, Fraction], claim: str) -> Fraction:
    return sum((chance for of, chance in card.items() if cards.true(of, claim)), ZERO)


def settled(known: Knowledge, demand: Demand | None) -> Event | None:
    """Return what happens by itself at a physical table, since the observer sees it coming.

    Others are dealt hands and the pile is formed; a card that the observer gave is turned over; whether
    the observer can pay shows in the own hand. All else must be noted (None).
    """
    view = known.view
    match demand:
        case t.Deal():
            hands, pile = known.deck.sizes(view.seats, view.starter)
            seat = sum(size > 0 for size in view.hand_sizes)
            if seat == view.seats:
                return t.PileFormed(pile)
            return None if seat == known.observer else t.HandDealt(seat, hands[seat])
        case t.TurnOver() if view.card is not None:
            return t.CardRevealed(view.card)
        case t.AskMeans(seat) if seat == known.observer:
            able = rules.payments(view.hands[seat] or (), view.claim or "")
            return t.PaymentDue(seat) if able else t.CannotPay(seat)
    return None
