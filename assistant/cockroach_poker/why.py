"""Why a number is what it is: what counts for it, step by step, each with the entries that made it so.

Entries are numbered from 1 in the order of the observer's log.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from fractions import Fraction

from assistant.cockroach_poker.deal import PILE, Place
from assistant.cockroach_poker.knowledge import Knowledge
from assistant.cockroach_poker.risk import Case, Risk
from assistant.knowledge import CHOICE, LOGIC, Model
from engine.cockroach_poker import cards
from engine.cockroach_poker import table as t
from engine.core import Message, Named, Seat, plural


@dataclass(frozen=True, slots=True)
class Step:
    """One sentence of an explanation, and the entries of the log that it rests on, rising."""

    message: Message
    entries: tuple[int, ...] = ()


def claim(known: Knowledge, model: Model, said: str | None = None) -> tuple[Step, ...]:
    """Return why a claim about the card on its way (None: the last one) is as likely as it is.

    Nothing when no card is on its way.
    """
    said = said or known.view.claim
    if said is None or not known.card():
        return ()
    view = known.view
    if view.card is not None:
        slots = {"card": Named("card", view.card)}
        return (Step(Message("You have seen the card: {card}.", slots), _looked(known)),)
    fitting = [card for card in known.deck.counts if cards.true(card, said)]
    steps = [*_counted(known, said, fitting), *_held(known)]
    if model == CHOICE:
        steps += [Step(*_given(known, place)) for place in range(len(view.givers))]
    chance = sum((known.card(model).get(card, Fraction(0)) for card in fitting), Fraction(0))
    return (*steps, Step(_sum(chance, model)))


def number(known: Knowledge, place: Place, kind: Collection[str], model: Model) -> tuple[Step, ...]:
    """Return why a hidden hand, or the pile, holds as many cards of a kind as it is said to."""
    pool = known.sight.pool()
    out, of = sum(pool.values()), sum(pool.get(card, 0) for card in kind)
    sight = known.sight
    slots = {"of": of, "size": sight.deals()[0][1].free.get(place, 0)}
    first = plural(
        "{n} card may lie anywhere out of your sight, {of} of these among them; {size} of them lie here.",
        "{n} cards may lie anywhere out of your sight, {of} of these among them; {size} of them lie here.",
        out,
        slots,
    )
    steps = [Step(first, _shown(known, kind)), *_held(known)]
    if model == CHOICE and sight.moving and place == known.view.givers[0]:
        steps += [Step(*_given(known, at)) for at in range(len(known.view.givers))]
    return tuple(steps)


def risk(known: Knowledge, found: Risk) -> tuple[Step, ...]:
    """Return what makes up the chance to lose at once, or else to get the card: the likeliest cases first."""
    own = [case for case in found.cases if case.seat == known.observer]
    return tuple(Step(_case(case)) for case in sorted(own, key=lambda c: -c.chance * c.fall.loses))


def honesty(known: Knowledge, seat: Seat, passed: bool) -> Message:
    """Return how honest a player is taken to be about cards passed on, or about own ones, and from what."""
    share = known.manners[seat].honesty(passed)
    slots: dict[str, object] = {"player": Named("seat", seat), "share": share.mean}
    if share.fixed is not None:
        return Message("{player} is taken to be honest {share} of the time: set by hand.", slots)
    low, high = (Fraction(round(end * 100), 100) for end in share.interval())
    slots |= {"yes": share.yes, "number": share.count, "low": low, "high": high}
    if passed:
        return Message(
            "{player} told the truth in {yes} of {number} claims about cards passed on:"
            " honest {share} of the time, probably between {low} and {high}.",
            slots,
        )
    return Message(
        "{player} told the truth in {yes} of {number} claims about own cards:"
        " honest {share} of the time, probably between {low} and {high}.",
        slots,
    )


def _counted(known: Knowledge, said: str, fitting: Collection[str]) -> Iterator[Step]:
    """Give how many cards that fit a claim are out of sight, and where the others were seen."""
    pool, view = known.sight.pool(), known.view
    out = sum(pool.values())
    slots = {"of": sum(pool[card] for card in fitting), "claim": Named("claim", said)}
    yield Step(
        plural(
            "{of} of the {n} card that may lie anywhere out of your sight fits the claim {claim}.",
            "{of} of the {n} cards that may lie anywhere out of your sight fit the claim {claim}.",
            out,
            slots,
        )
    )
    own = view.hands[known.observer] if known.observer is not None else None
    if own and (mine := sum(card in fitting for card in own)):
        yield Step(plural("You hold {n} that fits.", "You hold {n} that fit.", mine), _dealt(known))
    lie = [card for display in view.displays for card in display if card in fitting]
    if view.top is not None and view.top in fitting:
        lie.append(view.top)
    if lie:
        seen = plural("{n} that fits lies face up.", "{n} that fit lie face up.", len(lie))
        yield Step(seen, _shown(known, fitting))


def _held(known: Knowledge) -> Iterator[Step]:
    """Give the specials that all have seen go into a hand."""
    for seat in known.sight.hidden:
        if seat != PILE:
            for card in known.sight.known(seat):
                slots = {"player": Named("seat", seat), "card": Named("card", card)}
                taken = [n for n, e in enumerate(known.log, 1) if _takes(e, seat, card)]
                said = Message("All saw this card go into the hand of {player}: {card}.", slots)
                yield Step(said, tuple(taken[-1:]))


def _given(known: Knowledge, place: int) -> tuple[Message, tuple[int, ...]]:
    """Return what a giver claimed, how honest he is, and the entries that show it."""
    view, passed = known.view, place > 0
    seat = view.givers[place]
    heard = tuple(h.entry for h in known.manners[seat].heard if h.passed == passed)
    slots = {
        "player": Named("seat", seat),
        "claim": Named("claim", view.claims[place]),
        "honesty": honesty(known, seat, passed),
    }
    entries = (*heard, known.claimed[place])
    return Message("{player} knows the card and claims: {claim}. {honesty}", slots), entries


def _sum(chance: Fraction, model: Model) -> Message:
    if chance in (0, 1):
        return Message("So it is certainly true.") if chance else Message("So it is certainly a lie.")
    slots = {"chance": chance, "fraction": str(chance)}
    if model == LOGIC:
        return Message("Counted: true with {chance} ({fraction}).", slots)
    return Message("Weighed by what each giver would have claimed: true with {chance} ({fraction}).", slots)


def _case(case: Case) -> Message:
    slots = {"card": Named("card", case.card), "chance": case.chance, "loses": case.fall.loses}
    if case.fall.loses == 1:
        return Message("With {chance} you get this card, and lose: {card}.", slots)
    if case.fall.loses:
        return Message("With {chance} you get this card, and lose in {loses} of these cases: {card}.", slots)
    if case.fall.triple:
        return Message("With {chance} you get this card, and may be one short of losing: {card}.", slots)
    return Message("With {chance} you get this card: {card}.", slots)


def _dealt(known: Knowledge) -> tuple[int, ...]:
    return tuple(
        n for n, e in enumerate(known.log, 1) if isinstance(e, t.HandDealt) and e.seat == known.observer
    )


def _looked(known: Knowledge) -> tuple[int, ...]:
    """Return the entry in which the observer saw the card on its way."""
    seen = [
        n
        for n, e in enumerate(known.log, 1)
        if isinstance(e, t.Offered | t.Peeked) and e.card is not None and e.by == known.observer
    ]
    return tuple(seen[-1:])


def _shown(known: Knowledge, kind: Collection[str]) -> tuple[int, ...]:
    """Return the entries that laid or turned up a card of these."""
    return tuple(
        n for n, e in enumerate(known.log, 1) if isinstance(e, t.CardLaid | t.TopTurned) and e.card in kind
    )


def _takes(event: object, seat: Seat, card: str) -> bool:
    return isinstance(event, t.SpecialTaken) and (event.seat, event.card) == (seat, card)
