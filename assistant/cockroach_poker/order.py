"""Whether an event can have happened now, by the rules and by what one seat has seen; if not, why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from assistant.cockroach_poker.deal import PILE, ZERO, Place
from assistant.cockroach_poker.sight import Sight
from engine.cockroach_poker import cards, rules
from engine.cockroach_poker import table as t
from engine.cockroach_poker.table import Phase, State
from engine.core import Action, Event, Message, Named, Seat

_NEXT = Message("This does not come next by the rules.")


def objection(sight: Sight, event: Event) -> Message | None:
    """Return why an event cannot come next in the observer's log; None if it can."""
    return _order(sight.view, event) or _unheard_of(sight.view, event) or _unseen(sight, event)


def _order(view: State, event: Event) -> Message | None:
    """Return what is wrong with an event by what the rules have come next."""
    thing = rules.follow(view)
    match thing, event:
        case (t.DrawStarter(), t.StarterChosen()) | (t.TurnTop(), t.TopTurned()):
            return None
        case (t.TurnOver(), t.CardRevealed()):
            return None
        case (t.Deal(), t.HandDealt() | t.PileFormed()):
            return _dealing(view, event)
        case (t.AskMeans(payer), t.PaymentDue(seat) | t.CannotPay(seat)) if payer == seat:
            return None
        case (Event(), _) if thing == event:
            return None
        case (None, _):
            return _chosen(view, event)
    return _NEXT


def _dealing(view: State, event: Event) -> Message | None:
    """Return what is wrong with a hand or the pile while cards are dealt, seat by seat (CP-R2, CP-R3)."""
    hands, pile = cards.load(view.edition).sizes(view.seats, view.starter)
    dealt = sum(size > 0 for size in view.hand_sizes)
    size: int | None = None
    match event:
        case t.HandDealt(seat, size, _) if seat != dealt or seat >= view.seats:
            return _NEXT
        case t.HandDealt(seat, size, hand):
            number = hands[seat]
            if hand is not None and len(hand) != number:
                size = len(hand)
        case t.PileFormed(size, _):
            if dealt < view.seats:
                return _NEXT
            number = pile
    if size == number:
        return None
    return Message("There must be {number} cards here, not {size}.", {"number": number, "size": size})


def _chosen(view: State, event: Event) -> Message | None:
    """Return what is wrong with what somebody chose to do."""
    by = _who(event)
    decider = rules.decider(view)
    if decider is None:
        return Message("The game is over.")
    if by is None:
        return _NEXT
    if by != decider:
        turn = {"player": Named("seat", decider), "other": Named("seat", by)}
        return Message("It is the turn of {player}, not of {other}.", turn)
    match view.phase, event:
        case (Phase.PLAY, t.Offered(_, to, claim, _)):
            if to == by:
                return Message("Push the card to another player.")
            return _claim(view, claim)
        case (Phase.FORWARD, t.PassedOn(_, to, claim)):
            return _met(view, to) or _claim(view, claim)
        case (Phase.RECEIVE, t.Guessed()):
            return None
        case (Phase.RECEIVE, t.Peeked()):
            return rules.refusal(view, t.PassOn())
        case (Phase.PAY, t.Paid()):
            return _payment(view, event)
    return _NEXT


def _who(event: Event) -> Seat | None:
    match event:
        case t.Offered(by) | t.Peeked(by) | t.PassedOn(by) | t.Guessed(by) | t.Paid(by):
            return by
    return None


def _claim(view: State, claim: str) -> Message | None:
    if claim in cards.load(view.edition).claims:
        return None
    return Message("Claim one of the animals, or royal.")


def _met(view: State, to: Seat) -> Message | None:
    """Return why the card cannot be passed to a player: everybody who met it has seen it (CP-R7)."""
    if to in view.unseen_by:
        return None
    return Message("{player} has seen this card already.", {"player": Named("seat", to)})


def _payment(view: State, event: t.Paid) -> Message | None:
    """Return what is wrong with a payment (CP-R11, CP-G5 to G7)."""
    paid, claim = event.cards, view.claim
    assert claim is not None
    if cards.SPECIALS.intersection(paid):
        return Message("A special card is never laid.")
    if view.hands[event.seat] is not None:
        action: Action = t.PayMatching(paid[0]) if event.matching and len(paid) == 1 else t.PayOthers(paid)
        return rules.refusal(view, action)
    fitting = [cards.fits(card, claim) for card in paid]
    if event.matching and (len(paid) != 1 or not fitting[0]):
        slots = {"card": Named("card", paid[0] if paid else ""), "claim": Named("claim", claim)}
        return Message("That card does not fit the claim {claim}: {card}.", slots)
    if not event.matching and (any(fitting) or len(paid) not in (1, 2) or list(paid) != sorted(paid)):
        return Message("Pay with one card that fits the claim, or with two that do not.")
    return None


def _unheard_of(view: State, event: Event) -> Message | None:
    """Return that a card is in no deck."""
    counts = cards.load(view.edition).counts
    for card in _shown(event):
        if card not in counts:
            return Message("There is no such card: {card}.", {"card": card})
    return None


def _shown(event: Event) -> tuple[str, ...]:
    """Return the cards that an event shows to the observer."""
    match event:
        case t.HandDealt(_, _, tuple(cards_)) | t.Paid(_, tuple(cards_)):
            return cards_
        case t.TopTurned(card) | t.CardRevealed(card):
            return (card,)
        case t.Offered(_, _, _, str(card)) | t.Peeked(_, str(card)):
            return (card,)
    return ()


def _unseen(sight: Sight, event: Event) -> Message | None:
    """Return why the cards that an event shows cannot have lain where it says."""
    view = sight.view
    match event:
        case t.HandDealt(_, _, tuple(hand)):
            return _lacking(sight, hand)
        case t.TopTurned(card):
            return _lies(sight, PILE, (card,))
        case t.Offered(by, _, _, card):
            return _offered(sight, by, card)
        case t.Peeked(by, card):
            if by == sight.observer and card is None:
                return Message("Say which card you looked at.")
            return _revealed(sight, card)
        case t.CardRevealed(card):
            return _revealed(sight, card)
        case t.Paid(seat, paid, matching) if view.hands[seat] is None:
            return _lies(sight, seat, paid) or (None if matching else _rest(sight, seat, paid))
        case t.CannotPay(seat) if view.hands[seat] is None:
            return None if _bare(sight, seat) else Message("This hand cannot be specials only.")
        case t.PaymentDue(seat) if view.hands[seat] is None:
            return (
                Message("This hand is specials only: nothing can be paid.")
                if _bare(sight, seat) == 1
                else None
            )
        case t.CannotPay(seat) | t.PaymentDue(seat):
            return None if _means(view, seat) == isinstance(event, t.PaymentDue) else _NEXT
    return None


def _offered(sight: Sight, by: Seat, card: str | None) -> Message | None:
    hand = sight.view.hands[by]
    if hand is None:
        return _revealed(sight, card)
    if card is None:
        return Message("Say which card you push.")
    if card not in hand:
        return Message("You do not hold that card: {card}.", {"card": Named("card", card)})
    return None


def _revealed(sight: Sight, card: str | None) -> Message | None:
    """Return why this cannot be the card on its way."""
    view = sight.view
    if card is None:
        return None
    if view.card is not None:
        if card == view.card:
            return None
        return Message("The card on its way is another one: {card}.", {"card": Named("card", view.card)})
    starter = view.givers[0] if view.givers else view.starter
    return _lies(sight, starter, (card,))


def _lacking(sight: Sight, these: Collection[str]) -> Message | None:
    """Return that there are not so many of a card in the deck."""
    pool, held = sight.pool(), Counter(card for cards_ in sight.held for card in cards_)
    for card, number in Counter(these).items():
        if number > pool[card] + held[card]:
            of = cards.load(sight.view.edition).counts[card]
            slots = {"number": of, "card": Named("card", card)}
            return Message("The deck has no more of this card, all {number} are known: {card}.", slots)
    return None


def _lies(sight: Sight, place: Place, these: tuple[str, ...]) -> Message | None:
    """Return why these cannot all lie in a place."""
    if lacking := _lacking(sight, these):
        return lacking
    for _, deal in sight.deals():
        for card in these:
            try:
                deal = deal.without(place, card)
            except ValueError:
                break
        else:
            return None
    return Message("This card cannot have been there: {card}.", {"card": Named("card", these[0])})


def _rest(sight: Sight, seat: Seat, paid: tuple[str, ...]) -> Message | None:
    """Return why a player may not pay with a single card that does not fit: he holds another (CP-G7)."""
    if len(paid) == 2:
        return None
    for _, deal in sight.deals():
        if any(True for _ in deal.without(seat, paid[0]).filled(seat, cards.SPECIALS)):
            return None
    return Message("Pay with one card that fits the claim, or with two that do not.")


def _bare(sight: Sight, seat: Seat) -> object:
    """Return how likely a hand is specials only."""
    deals = sight.deals()
    return sum((w * chance for w, deal in deals for chance, _ in deal.filled(seat, cards.SPECIALS)), ZERO)


def _means(view: State, seat: Seat) -> bool:
    return bool(rules.payments(view.hands[seat] or (), view.claim or ""))
