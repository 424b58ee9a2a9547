"""Whether something can have happened now, by the rules and by what all have seen; if not, why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from engine.core import Action, Demand, Event, Message, Named, Seat
from engine.sleeping_queens import cards as c
from engine.sleeping_queens import events as e
from engine.sleeping_queens import rules
from engine.sleeping_queens import table as t
from engine.sleeping_queens.table import State


def unseen(view: State) -> Counter[str]:
    """Return how many of each card nobody sees: those of the draw pile."""
    seen = Counter(map(c.awake, (*view.discard, *view.drawn, *sum(view.realms, ()))))
    return Counter({card: number - seen[card] for card, number in view.box.deck.items()})


def hidden_companions(view: State) -> Counter[str]:
    """Return how many of each companion nobody sees: those face down in the ring."""
    seen = Counter((*view.ring, *sum(view.companions, ())))
    return Counter({friend: number - seen[friend] for friend, number in view.box.companions.items()})


def misfit(deck: Mapping[str, int], cards: Iterable[str]) -> Message | None:
    """Return why there cannot be all these cards; None if there can. `deck` is how many there are of each."""
    for card, number in Counter(map(c.awake, cards)).items():
        if card not in deck:
            return _no_card(card)
        if number > deck[card]:
            what = {"number": deck[card], "card": Named("card", card)}
            return Message("There are only {number} of this card: {card}.", what)
    return None


def objection(view: State, event: Event) -> Message | None:
    """Return why an event cannot come next in the log of this table; None if it can."""
    return _by_cards(view, event) or _by_rules(view, event)


def _by_cards(view: State, event: Event) -> Message | None:
    """Return what is wrong with an event by which cards, companions and kings there are."""
    match event:
        case e.CardsDrawn(_, cards):
            return _drawn(view, cards)
        case e.FirstTurnedUp(card):
            return _drawn(view, (card,))
        case e.CompanionTaken(_, _, companion):
            return _companion(view, companion) or _hidden(view, companion)
        case e.Rescued(_, symbol, companion):
            if view.kings_left <= 0:
                return Message("All {number} kings are rescued already.", {"number": view.box.kings})
            return _companion(view, companion) or _companion(view, symbol)
        case e.Rolled(_, face) if face not in view.box.die:
            return Message("The die does not show {face}.", {"face": face})
    return _named(view, event)


def _named(view: State, event: Event) -> Message | None:
    """Return what is wrong with the cards and companions that an event names."""
    match event:
        case e.CardsSwapped(_, own, _, theirs) if {own, theirs} & set(view.box.companions):
            return Message("A companion can only be swapped for a companion of the other player.")
        case e.CardsSwapped(_, own, _, theirs):
            return misfit(view.box.deck, (own,)) or misfit(view.box.deck, (theirs,))
        case e.CompanionsSwapped(_, own, _, theirs):
            return _companion(view, own) or _companion(view, theirs)
        case e.Stolen(_, _, card) | e.Discarded(_, card):
            return misfit(view.box.deck, (card,))
        case e.Summoned(_, numbers):
            return misfit(view.box.deck, map(str, numbers))
        case e.AllWoken(_, number) | e.BookUsed(_, number):
            return misfit(view.box.deck, (str(number),))
    return None


def _drawn(view: State, cards: tuple[str, ...]) -> Message | None:
    left = unseen(view)
    for card, number in Counter(cards).items():
        if card not in view.box.deck:
            return _no_card(card)
        if number > left[card]:
            what = {"number": view.box.deck[card], "card": Named("card", card)}
            return Message("There are only {number} of this card, and all are on the table: {card}.", what)
    return None


def _no_card(card: str) -> Message:
    if card.isdigit():
        return Message("There is no number card {number}: they go from 1 to 10.", {"number": card})
    return Message("There is no card called {card} in the deck.", {"card": card})


def _companion(view: State, companion: str) -> Message | None:
    if companion in view.box.companions:
        return None
    return Message("There is no companion called {companion}.", {"companion": companion})


def _hidden(view: State, companion: str) -> Message | None:
    if hidden_companions(view)[companion] > 0:
        return None
    what = {"companion": Named("companion", companion)}
    return Message("No companion of this kind lies face down: {companion}.", what)


def _by_rules(view: State, event: Event) -> Message | None:
    """Return what is wrong with an event by what the rules have come next."""
    thing = rules.follow(view)
    if isinstance(thing, Event):
        return None if thing == event else _not_next()
    if isinstance(thing, Demand):
        return None if _answers(thing, view, event) else _not_next()
    decider = rules.decider(view)
    if decider is None:
        return Message("The game is over.")
    chosen = _choice(event)
    if chosen is None:
        return _not_next()
    seat, action = chosen
    if seat != decider:
        turn = {"player": Named("seat", decider), "other": Named("seat", seat)}
        return Message("It is the turn of {player}, not of {other}.", turn)
    if isinstance(event, e.Rescued) and event.slot not in range(len(view.ring)):
        return _not_next()
    if isinstance(event, e.Rolled):
        return None if {t.Roll(), t.Reroll()} & set(rules.legal(view)) else rules.refusal(view, t.Roll())
    return rules.refusal(view, action)


def _not_next() -> Message:
    return Message("This does not come next by the rules.")


def _answers(demand: Demand, view: State, event: Event) -> bool:
    """Tell whether an event brings what the rules ask for."""
    match demand, event:
        case t.ShufflePile(), e.PileShuffled(number):
            begun = bool(view.pile_size or view.discard)
            return number == (view.pile_size + len(view.discard) if begun else sum(view.box.deck.values()))
        case t.TurnUpFirst(), e.FirstTurnedUp():
            return True
        case t.LayCompanions(slots), e.CompanionsLaid(laid):
            return slots == laid
        case t.GiveKnights(), e.KnightsGiven(knights):
            there = {knight.id for knight in view.box.knights.values() if knight.least_players <= view.seats}
            return len(set(knights)) == len(knights) == view.seats and set(knights) <= there
        case t.DrawFirstPlayer(), e.TurnBegan(seat):
            return seat in range(view.seats)
        case t.RollDie(seat), e.Rolled(by):
            return by == seat
        case t.Draw(seat, number), e.CardsDrawn(by, cards):
            return by == seat and len(cards) == number
    return False


def _choice(event: Event) -> tuple[Seat, Action] | None:
    """Return who chose what for this event to happen."""
    match event:
        case e.Rolled(by):
            return by, t.Roll()
        case e.RollKept(by):
            return by, t.KeepRoll()
        case e.DrawDue(by, number):
            return by, t.DrawNumber(number)
        case e.QueenWoken(by, symbol):
            return by, t.WakeNone() if symbol is None else t.WakeOne(symbol)
        case e.InstantPlayed(by, card):
            return by, t.PlayInstant(card)
        case e.CompanionTaken(by, slot):
            return by, t.TakeCompanion(slot)
        case e.Stolen(by, seat, card):
            return by, t.Steal(seat, card)
        case e.QueenTaken(by, symbol):
            return by, t.TakeQueen(symbol)
        case e.KnightsSwapped(by, one, other):
            return by, t.SwapKnights(one, other)
    return _acted(event)


def _acted(event: Event) -> tuple[Seat, Action] | None:
    match event:
        case e.CardsSwapped(by, own, seat, theirs):
            return by, t.SwapCards(own, seat, theirs)
        case e.CompanionsSwapped(by, own, seat, theirs):
            return by, t.SwapCompanions(own, seat, theirs)
        case e.SwapDeclined(by):
            return by, t.DeclineSwap()
        case e.Summoned(by, numbers):
            return by, t.Summon(numbers)
        case e.AllWoken(by, number):
            return by, t.WakeAll(number)
        case e.BookUsed(by, number):
            return by, t.UseBook(number)
        case e.Rescued(by, symbol, companion):
            return by, t.Rescue(symbol, companion)
        case e.ActionsEnded(by):
            return by, t.EndActions()
        case e.Discarded(by, card):
            return by, t.Discard(card)
    return None
