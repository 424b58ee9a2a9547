"""The rules of Sleeping Queens 2 as pure functions (RULES.md SQ-R1 to R23 with SQ-G1 to G28).

Taking a companion is a step of its own after the equation, for those in the middle may first have to be
shuffled (SQ-R17). Both shuffles wait until a card or companion is needed and none is there.
"""

from __future__ import annotations

from engine.chance import Chance
from engine.core import Action, Demand, Event, Message, Result, SaidError, Seat, Setup, settings
from engine.sleeping_queens import cards as c
from engine.sleeping_queens import changes, equations, moves, refusals
from engine.sleeping_queens import events as e
from engine.sleeping_queens import table as t
from engine.sleeping_queens.table import EMPTY, OPTIONS, Phase, State

name = "sleeping_queens"
rules = 1
seats = range(2, 6)
options = OPTIONS
evolve = changes.evolve
legal = moves.legal
events: tuple[type[Event], ...] = (
    e.PileShuffled,
    e.FirstTurnedUp,
    e.CompanionsLaid,
    e.KnightsGiven,
    e.TurnBegan,
    e.Rolled,
    e.RollKept,
    e.KnightsMoved,
    e.QueenWoken,
    e.DrawDue,
    e.CardsDrawn,
    e.InstantPlayed,
    e.NothingHappened,
    e.CompanionTaken,
    e.Stolen,
    e.QueenTaken,
    e.KnightsSwapped,
    e.CardsSwapped,
    e.CompanionsSwapped,
    e.SwapDeclined,
    e.WindBlew,
    e.CardsPlaced,
    e.Summoned,
    e.AllWoken,
    e.BookUsed,
    e.Rescued,
    e.ActionsEnded,
    e.Discarded,
    e.GameEnded,
)


def start(setup: Setup) -> State:
    """Return the table before anything is laid out; raises SaidError for a wrong set-up (SQ-R5)."""
    chosen = settings(OPTIONS, seats, setup)
    number = len(setup.seats)
    if chosen["first_player"] not in ("random", *range(number)):
        raise SaidError(Message("Whoever begins must be one of the players."))
    box = c.load(setup.edition, chosen["queens"], chosen["companions"], chosen["die_faces"])
    return State(
        options=chosen,
        box=box,
        seats=number,
        realms=((),) * number,
        companions=((),) * number,
        kings=(0,) * number,
    )


def decider(view: State) -> Seat | None:
    """Return the seat that must choose now, which is always the active one; None when nobody has to."""
    return None if view.phase in (Phase.START, Phase.OVER) else view.active


def refusal(view: State, action: Action) -> Message | None:
    """Return why the deciding seat may not do this, None when it may."""
    return None if action in legal(view) else refusals.reason(view, action)


def reveal(state: State, cause: Action | Demand, chance: Chance) -> tuple[Event, ...]:
    """Return what an action or a demand brings to the table; the only reader of pile and face-down cards."""
    if isinstance(cause, Demand):
        return (_turned_up(state, cause, chance),)
    return (_done(state, cause, chance),)


def _turned_up(state: State, demand: Demand, chance: Chance) -> Event:
    match demand:
        case t.ShufflePile():
            deck = [card for card, number in state.box.deck.items() for _ in range(number)]
            pile = deck if state.phase is Phase.START else [*(state.pile or ()), *state.discard]
            chance.stream("deal").shuffle(pile)
            return e.PileShuffled(len(pile), tuple(pile))
        case t.TurnUpFirst():
            assert state.pile is not None
            return e.FirstTurnedUp(state.pile[0])
        case t.LayCompanions(slots):
            everyone = [friend for friend, number in state.box.companions.items() for _ in range(number)]
            friends = [state.ring[place] for place in slots] if state.ring else everyone
            chance.stream("companions").shuffle(friends)
            return e.CompanionsLaid(slots, tuple(friends))
        case t.GiveKnights():
            knights = [k.id for k in state.box.knights.values() if k.least_players <= state.seats]
            return e.KnightsGiven(tuple(chance.stream("knights").sample(knights, state.seats)))
        case t.DrawFirstPlayer():
            return e.TurnBegan(chance.stream("first").randrange(state.seats))
        case t.RollDie(seat):
            return _roll(state, seat, chance)
        case t.Draw(seat, number):
            assert state.pile is not None
            return e.CardsDrawn(seat, state.pile[:number])
    raise TypeError(f"not a demand of Sleeping Queens 2: {demand!r}")


def _roll(state: State, seat: Seat, chance: Chance) -> Event:
    return e.Rolled(seat, chance.stream("dice").choice(state.box.die))


def _done(state: State, action: Action, chance: Chance) -> Event:
    match action:
        case t.Roll() | t.Reroll():
            return _roll(state, state.active, chance)
        case t.TakeCompanion(slot):
            companion = state.under and state.under[slot]
            assert companion
            return e.CompanionTaken(state.active, slot, companion)
    event = plain(state, action)
    if event is None:
        raise TypeError(f"not an action of Sleeping Queens 2: {action!r}")
    return event


def plain(view: State, action: Action) -> Event | None:
    """Return the event that a legal action is; None where the die or a face-down companion decides."""
    by = view.active
    match action:
        case t.KeepRoll():
            return e.RollKept(by)
        case t.DrawNumber(number):
            return e.DrawDue(by, number)
        case t.WakeOne(symbol):
            return e.QueenWoken(by, symbol)
        case t.WakeNone():
            return e.QueenWoken(by, None)
        case t.EndActions():
            return e.ActionsEnded(by)
        case t.Discard(card):
            return e.Discarded(by, card)
    return _instant(by, action) or _acted(view, action)


def _instant(by: Seat, action: Action) -> Event | None:
    match action:
        case t.PlayInstant(card):
            return e.InstantPlayed(by, card)
        case t.Steal(seat, card):
            return e.Stolen(by, seat, card)
        case t.TakeQueen(symbol):
            return e.QueenTaken(by, symbol)
        case t.SwapKnights(one, other):
            return e.KnightsSwapped(by, one, other)
        case t.SwapCards(own, seat, theirs):
            return e.CardsSwapped(by, own, seat, theirs)
        case t.SwapCompanions(own, seat, theirs):
            return e.CompanionsSwapped(by, own, seat, theirs)
        case t.DeclineSwap():
            return e.SwapDeclined(by)
    return None


def _acted(view: State, action: Action) -> Event | None:
    by = view.active
    match action:
        case t.Summon(numbers):
            equation = equations.sample(numbers, moves.plus_minus_one(view))
            return e.Summoned(by, numbers, str(equation))
        case t.WakeAll(number):
            return e.AllWoken(by, number)
        case t.UseBook(number):
            return e.BookUsed(by, number)
        case t.Rescue(symbol, companion):
            return e.Rescued(by, symbol, companion, view.ring.index(EMPTY))
    return None


def follow(view: State) -> Event | Demand | None:
    """Return the next thing that the rules make of what all can see; None when a seat must choose."""
    match view.phase:
        case Phase.START:
            return _set_up(view)
        case Phase.ROLLED:
            return _rolled(view)
        case Phase.DRAW:
            return _draw(view)
        case Phase.GNOME:
            return _gnome(view)
        case Phase.WITCH:
            return None if moves.can_swap(view) else e.NothingHappened(view.active)
        case Phase.WILLOW:
            return e.WindBlew(_hit(view))
        case Phase.PICK:
            return None if view.face_down else t.LayCompanions(view.face_up)
        case Phase.ACTIONS if view.kings[view.active] >= view.box.kings_to_win[view.seats]:
            return e.GameEnded("rescued", view.active)
        case Phase.DISCARD if len(view.realm) <= view.limit(view.active):
            if view.turn >= view.options["max_turns"]:
                return e.GameEnded("cap", None)
            return e.TurnBegan((view.active + 1) % view.seats)
    return None


def _set_up(view: State) -> Event | Demand:
    if not view.pile_size or (view.discard and view.discard[0] in c.INSTANTS):
        return t.ShufflePile()
    if not view.discard:
        return t.TurnUpFirst()
    if not view.ring:
        return t.LayCompanions(tuple(range(sum(view.box.companions.values()))))
    if not view.knights:
        return t.GiveKnights()
    first = view.options["first_player"]
    return t.DrawFirstPlayer() if first == "random" else e.TurnBegan(first)


def _rolled(view: State) -> Event | None:
    if view.face == c.DRAGON:
        return _knights_move(view)
    if moves.may_reroll(view) or moves.may_draw_more(view):
        return None
    assert view.face is not None
    return e.DrawDue(view.active, int(view.face) + (view.knight == "draw_one_more"))


def _knights_move(view: State) -> Event:
    """Every knight goes to the player on the left, who is the next one clockwise (SQ-R8)."""
    return e.KnightsMoved((view.knights[-1], *view.knights[:-1]))


def _draw(view: State) -> Event | Demand | None:
    if view.to_draw and view.pile_size:
        return t.Draw(view.active, min(view.to_draw, view.pile_size))
    if view.to_draw and view.discard:
        return t.ShufflePile()
    if any(card in c.INSTANTS for card in view.drawn):
        return None
    return e.CardsPlaced(view.active, view.drawn)


def _gnome(view: State) -> Event | Demand | None:
    if view.face is None:
        return t.RollDie(view.active)
    if moves.may_reroll(view):
        return None
    if view.face == "1" and not view.face_down and view.face_up:
        return t.LayCompanions(view.face_up)
    if view.face == c.DRAGON and view.options["gnome_dragon_moves_knights"] and not view.moved:
        return _knights_move(view)
    return None if moves.gnome(view) else e.NothingHappened(view.active)


def _hit(view: State) -> Seat | None:
    """Return whom the willow meets, from the active seat round to the left (SQ-R12, SQ-G13, SQ-G14)."""
    for step in range(view.seats):
        seat = (view.active + step) % view.seats
        open_to_it = view.knights[seat] != "white"
        if open_to_it and any(c.is_queen(card) and not c.is_asleep(card) for card in view.realms[seat]):
            return seat
    return None


def result(state: State) -> Result | None:
    """Return how the game ended (SQ-R23), None while it goes on.

    Whoever did not win is ranked by kings rescued; a game ended by the cap has ranks and no winner.
    """
    if state.end is None:
        return None
    standings = [(seat != state.winner, -kings) for seat, kings in enumerate(state.kings)]
    ranks = tuple(1 + sum(other < mine for other in standings) for mine in standings)
    return Result(() if state.winner is None else (state.winner,), ranks, state.end)
