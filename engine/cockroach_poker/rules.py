"""The rules of Cockroach Poker Royal as pure functions (RULES.md CP-R1 to R15 with CP-G1 to G18)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import chain, combinations

from engine.chance import Chance
from engine.cockroach_poker import cards, changes
from engine.cockroach_poker import table as t
from engine.cockroach_poker.table import OPTIONS, Phase, State
from engine.core import Action, Demand, Event, Message, Named, Result, SaidError, Seat, Setup, settings

name = "cockroach_poker"
rules = 1
seats = range(2, 7)
options = OPTIONS
evolve = changes.evolve
events: tuple[type[Event], ...] = (
    t.StarterChosen,
    t.HandDealt,
    t.PileFormed,
    t.TopTurned,
    t.RoundBegan,
    t.Offered,
    t.Peeked,
    t.PassedOn,
    t.Guessed,
    t.CardRevealed,
    t.RoundLost,
    t.CardLaid,
    t.SpecialTaken,
    t.PaymentDue,
    t.CannotPay,
    t.Paid,
    t.GameEnded,
)


def start(setup: Setup) -> State:
    """Return the table before anybody begins; raises SaidError for a wrong set-up (CP-G18)."""
    chosen = settings(OPTIONS, seats, setup)
    number = len(setup.seats)
    if chosen["starter"] not in ("random", *range(number)):
        raise SaidError(Message("Whoever begins must be one of the players."))
    edition = setup.edition or cards.DEFAULT
    if min(cards.load(edition).sizes(number, 0)[0]) < 1:
        raise SaidError(Message("The deck is too small for {number} players.", {"number": number}))
    return State(
        options=chosen,
        edition=edition,
        seats=number,
        hand_sizes=(0,) * number,
        displays=((),) * number,
        hands=(None,) * number,
    )


def decider(view: State) -> Seat | None:
    """Return the seat that must choose now, None when nobody has to."""
    if view.phase in (Phase.PLAY, Phase.PAY):
        return view.starter
    return view.receiver if view.phase in (Phase.RECEIVE, Phase.FORWARD) else None


def legal(view: State) -> tuple[Action, ...]:
    """Return everything the deciding seat may do, from its own view."""
    match view.phase:
        case Phase.PLAY:
            held = sorted(set(own_hand(view)))
            each = (_plays(card, view.starter, view.seats, _claims(view)) for card in held)
            return tuple(chain.from_iterable(each))
        case Phase.RECEIVE:
            return _ANSWERS if view.unseen_by else _GUESSES
        case Phase.FORWARD:
            return _forwards(view.unseen_by, _claims(view))
        case Phase.PAY:
            return payments(own_hand(view), _last_claim(view))
    return ()


_GUESSES: tuple[Action, ...] = (t.Guess(True), t.Guess(False))
_ANSWERS: tuple[Action, ...] = (*_GUESSES, t.PassOn())


def own_hand(view: State) -> tuple[str, ...]:
    """Return the hand of the deciding seat, whose view this is."""
    seat = decider(view)
    assert seat is not None
    return view.hands[seat] or ()


def _claims(view: State) -> tuple[str, ...]:
    return cards.load(view.edition).claims


def _last_claim(view: State) -> str:
    assert view.claim is not None
    return view.claim


@lru_cache(maxsize=1024)
def _plays(card: str, starter: Seat, number: int, claims: tuple[str, ...]) -> tuple[Action, ...]:
    others = (seat for seat in range(number) if seat != starter)
    return tuple(t.Play(card, to, claim) for to in others for claim in claims)


@lru_cache(maxsize=1024)
def _forwards(unseen_by: tuple[Seat, ...], claims: tuple[str, ...]) -> tuple[Action, ...]:
    return tuple(t.Forward(to, claim) for to in unseen_by for claim in claims)


@lru_cache(maxsize=1024)
def payments(hand: tuple[str, ...], claim: str) -> tuple[Action, ...]:
    """Return the ways to pay for a special from a hand after a claim; none where nothing pays (CP-R11).

    One card that fits the claim, or two others of which none is a special or fits (CP-G6). With a single
    other card it is that one, unless something fits (CP-G7).
    """
    fitting, others = payable(hand, claim)
    if len(others) > 1:
        paid: list[tuple[str, ...]] = sorted(set(combinations(others, 2)))
    else:
        paid = [] if fitting or not others else [(others[0],)]
    return (*map(t.PayMatching, fitting), *map(t.PayOthers, paid))


def payable(hand: tuple[str, ...], claim: str) -> tuple[list[str], list[str]]:
    """Return the different cards of a hand that fit a claim, and all others that may be laid (CP-G6)."""
    fitting = sorted({card for card in hand if cards.fits(card, claim)})
    return fitting, sorted(card for card in hand if card not in cards.SPECIALS and card not in fitting)


def refusal(view: State, action: Action) -> Message | None:
    """Return why the deciding seat may not do this, None when it may."""
    match view.phase, action:
        case Phase.PLAY, t.Play():
            return _play_refused(view, action)
        case Phase.RECEIVE, t.Guess() if action in _GUESSES:
            return None
        case Phase.RECEIVE, t.PassOn():
            return _pass_refused(view)
        case Phase.FORWARD, t.Forward(to, claim):
            if to not in view.unseen_by:
                return Message("Pass the card to a player who has not seen it.")
            return _claim_refused(view, claim)
        case Phase.PAY, t.PayMatching() | t.PayOthers():
            return _payment_refused(view, action)
    return Message("That cannot be done now.")


def _play_refused(view: State, action: t.Play) -> Message | None:
    if action.card not in own_hand(view):
        return Message("You do not hold that card: {card}.", {"card": Named("card", action.card)})
    if action.to == view.starter or action.to not in range(view.seats):
        return Message("Push the card to another player.")
    return _claim_refused(view, action.claim)


def _claim_refused(view: State, claim: str) -> Message | None:
    return None if claim in _claims(view) else Message("Claim one of the animals, or royal.")


def _pass_refused(view: State) -> Message | None:
    if view.unseen_by:
        return None
    if view.seats == 2:
        return Message("With two players no card is passed on.")
    return Message("Nobody is left to pass the card to: say whether the claim is true.")


def _payment_refused(view: State, action: t.PayMatching | t.PayOthers) -> Message | None:
    hand, claim = own_hand(view), _last_claim(view)
    if action in payments(hand, claim):
        return None
    given = (action.card,) if isinstance(action, t.PayMatching) else action.cards
    if cards.SPECIALS.intersection(given):
        return Message("A special card is never laid.")
    for card in given:
        if given.count(card) > hand.count(card):
            return Message("You do not hold that card: {card}.", {"card": Named("card", card)})
    if isinstance(action, t.PayMatching):
        slots = {"card": Named("card", action.card), "claim": Named("claim", claim)}
        return Message("That card does not fit the claim {claim}: {card}.", slots)
    if any(cards.fits(card, claim) for card in given):
        return Message("Pay with one card that fits the claim, or with two that do not.")
    if len(payments(hand, claim)) == 1:
        return Message("There is one way to pay only.")
    return Message("Pay with two other cards.")


def reveal(state: State, cause: Action | Demand, chance: Chance) -> tuple[Event, ...]:
    """Return what an action or a demand brings to the table; the only reader of hidden cards."""
    match cause:
        case t.DrawStarter():
            return (t.StarterChosen(chance.stream("starter").randrange(state.seats)),)
        case t.Deal():
            return _deal(state, chance)
        case t.TurnTop():
            assert state.pile
            return (t.TopTurned(state.pile[0]),)
        case t.TurnOver():
            assert state.card is not None
            return (t.CardRevealed(state.card),)
        case t.AskMeans(payer):
            can = payments(state.hands[payer] or (), _last_claim(state))
            return (t.PaymentDue(payer) if can else t.CannotPay(payer),)
    seat = decider(state)
    assert seat is not None
    match cause:
        case t.Play(card, to, claim):
            return (t.Offered(seat, to, claim, card),)
        case t.Guess(true):
            return (t.Guessed(seat, true),)
        case t.PassOn():
            return (t.Peeked(seat, state.card),)
        case t.Forward(to, claim):
            return (t.PassedOn(seat, to, claim),)
        case t.PayMatching(card):
            return (t.Paid(seat, (card,), True),)
        case t.PayOthers(paid):
            return (t.Paid(seat, paid, False),)
    raise TypeError(f"not an action of Cockroach Poker: {cause!r}")


def _deal(state: State, chance: Chance) -> tuple[Event, ...]:
    """Shuffle and deal; what is left over of the deal lies under the penalty pile (CP-R3, CP-G1)."""
    deck = cards.load(state.edition)
    shuffled = list(deck.cards)
    chance.stream("deal").shuffle(shuffled)
    sizes, pile = deck.sizes(state.seats, state.starter)
    dealt: list[Event] = []
    for seat, size in enumerate(sizes):
        dealt.append(t.HandDealt(seat, size, tuple(sorted(shuffled[:size]))))
        del shuffled[:size]
    assert len(shuffled) == pile
    return (*dealt, t.PileFormed(pile, tuple(shuffled)))


def follow(view: State) -> Event | Demand | None:
    """Return the next thing that the rules make of what all can see; None when a seat must choose."""
    match view.phase:
        case Phase.START:
            first = view.options["starter"]
            return t.DrawStarter() if first == "random" else t.StarterChosen(first)
        case Phase.DEAL:
            return t.Deal()
        case Phase.GUESSED:
            return t.TurnOver()
        case Phase.RESOLVE:
            return _judge(view)
        case Phase.LAY:
            return _loss(view) or _lay(view) or _round(view)
    return None


def _judge(view: State) -> Event:
    """Say who gets the card: a right receiver hands it back to the last giver (CP-R6)."""
    assert view.revealed is not None
    assert view.receiver is not None
    assert view.giver is not None
    true = cards.true(view.revealed, _last_claim(view))
    return t.RoundLost(view.giver if view.guess == true else view.receiver, true)


def _loss(view: State) -> Event | None:
    """End the game on too many of a kind, looked for after every card, or an unpaid special (CP-G10)."""
    shown = Counter(map(cards.species, view.displays[view.starter]))
    most = cards.load(view.edition).of_a_kind(view.seats)
    for animal, number in shown.items():
        if number >= most:
            return t.GameEnded("species", view.starter, animal)
    if view.broke and view.options["special_unpayable"] == "lose":
        return t.GameEnded("cannot_pay", view.starter, None)
    return None


def _lay(view: State) -> Event | Demand | None:
    """Lay what lies with the loser to lay: the card of the round, cards owed for royals, payments.

    A royal takes its card of the pile at once (CP-R12, CP-G2), and the next one is turned up. A special
    among them is paid for when the rest is laid (CP-G3).
    """
    seat = view.starter
    if view.top is None and view.pile_size:
        return t.TurnTop()
    if view.revealed is not None:
        return _take(seat, view.revealed, "round")
    if view.draws and view.top is not None:
        return _take(seat, view.top, "pile")
    if view.laying:
        return t.CardLaid(seat, view.laying[0], "payment")
    return _debt(view) if view.debts else None


def _take(seat: Seat, card: str, source: str) -> Event:
    return (t.SpecialTaken if card in cards.SPECIALS else t.CardLaid)(seat, card, source)


def _debt(view: State) -> Event | Demand:
    """Ask for a payment, or say that none can be made where all can see it (CP-R11, CP-G8)."""
    size, counts = view.hand_sizes[view.starter], cards.load(view.edition).counts
    if size > sum(counts.get(special, 0) for special in cards.SPECIALS):
        return t.PaymentDue(view.starter)
    return t.CannotPay(view.starter) if size == 1 else t.AskMeans(view.starter)


def _round(view: State) -> Event:
    """Begin the next round, or end the game: the loser's hand is empty (CP-R14), or the cap is reached."""
    if view.hand_sizes[view.starter] == 0:
        return t.GameEnded("empty_hand", view.starter, None)
    if view.round >= view.options["max_rounds"]:
        return t.GameEnded("cap", None, None)
    return t.RoundBegan(view.starter)


def result(state: State) -> Result | None:
    """Return who lost: one loses, all others win (CP-R15); the cap has no winner (CP-G16)."""
    if state.end is None:
        return None
    if state.loser is None:
        return Result((), (1,) * state.seats, state.end)
    winners = tuple(seat for seat in range(state.seats) if seat != state.loser)
    ranks = tuple(state.seats if seat == state.loser else 1 for seat in range(state.seats))
    return Result(winners, ranks, state.end)
