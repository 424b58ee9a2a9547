"""The rules of Cluedo as pure functions (RULES.md CL-R1 to R14 with CL-G1 to G24)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from engine.chance import Chance
from engine.cluedo import cards, changes
from engine.cluedo import table as t
from engine.cluedo.board import Board, Reach, board_of
from engine.cluedo.table import OPTIONS, Phase, Spot, State
from engine.core import Action, Demand, Event, Message, Named, Result, SaidError, Seat, Setup, settings

name = "cluedo"
rules = 1
seats = range(2, 7)
options = OPTIONS
evolve = changes.evolve
events: tuple[type[Event], ...] = (
    t.WeaponsPlaced,
    t.EnvelopeFilled,
    t.HandDealt,
    t.TurnBegan,
    t.Rolled,
    t.Moved,
    t.Entered,
    t.Suggested,
    t.Passed,
    t.MustShow,
    t.Shown,
    t.Accused,
    t.EnvelopeSeen,
    t.MovedIn,
    t.TurnEnded,
    t.SolutionRevealed,
    t.GameEnded,
    t.CardSeen,
    t.CardTurnedUp,
    t.HandSizeSet,
)
DEFAULT_EDITION = "sherlock"
NO_SUCH_CARDS = Message("Name a suspect and a weapon of this game.")


def start(setup: Setup) -> State:
    """Return the table before the deal; raises SaidError for a wrong set-up (CL-R2, CL-G5)."""
    chosen = settings(OPTIONS, seats, setup)
    number = len(setup.seats)
    if number < chosen["min_players"]:
        raise SaidError(Message("At least {least} must play.", {"least": chosen["min_players"]}))
    if chosen["first_seat"] not in ("token", *range(number)):
        raise SaidError(Message("Whoever begins must be one of the players."))
    edition = cards.load(setup.edition or DEFAULT_EDITION)
    if chosen["board"] == "classic":
        board_of(edition)
    played = tuple(chosen["tokens"]) or edition.tokens[:number]
    if len(played) != number or len(set(played) & set(edition.tokens)) != number:
        raise SaidError(Message("Every player needs a token of their own."))
    return State(
        options=chosen,
        edition=setup.edition or DEFAULT_EDITION,
        seats=number,
        played=played,
        tokens=edition.starts,
        weapons={},
        hand_sizes=(0,) * number,
        failed=(False,) * number,
        summoned=(False,) * number,
        hands=(None,) * number,
    )


def first_seat(view: State) -> Seat:
    """Return who begins: whoever plays the token that is to begin, or the next one in token order.

    The option `first_seat` may name another seat (CL-R5, CL-G4).
    """
    if view.options["first_seat"] != "token":
        return int(view.options["first_seat"])
    edition = cards.load(view.edition)
    start = edition.tokens.index(edition.first)
    order = edition.tokens[start:] + edition.tokens[:start]
    return min(range(view.seats), key=lambda seat: order.index(view.played[seat]))


def decider(view: State) -> Seat | None:
    """Return the seat that must choose now, None when nobody has to."""
    if view.phase in (Phase.START, Phase.MOVE, Phase.ENTERED, Phase.AFTER):
        return view.active
    return view.asked if view.phase is Phase.SHOW else None


def legal(view: State) -> tuple[Action, ...]:
    """Return everything the deciding seat may do, from its own view; accusations stand last."""
    match view.phase:
        case Phase.START:
            return _at_start(view)
        case Phase.MOVE:
            moves = reach(view)
            walks = (t.MoveTo(square) for square in moves.squares)
            return (*walks, *(t.Enter(entry.location, entry.door) for entry in moves.entries))
        case Phase.ENTERED:
            leave = (t.EndTurn(),) if view.options["suggestion_optional"] else ()
            return (*leave, *_suggestions(view.edition), *accusations(view))
        case Phase.SHOW:
            return tuple(t.Show(card) for card in showable(view))
        case Phase.AFTER:
            return (t.EndTurn(), *accusations(view))
    return ()


def _at_start(view: State) -> tuple[Action, ...]:
    moves: list[Action] = []
    if _rooms_only(view):
        moves += (t.Enter(place) for place in cards.load(view.edition).locations if place != view.location)
    else:
        moves.append(t.Roll())
    if shortcut(view) is not None:
        moves.append(t.Shortcut())
    elif not _can_walk(view):
        moves.append(t.EndTurn())
    if may_stay(view):
        moves += _suggestions(view.edition)
    return (*moves, *accusations(view))


def _can_walk(view: State) -> bool:
    """Tell whether the active seat can leave its spot on foot, whatever it rolls (CL-G8)."""
    if _rooms_only(view):
        return cards.load(view.edition).locations != (view.location,)
    return bool(_board(view).reach(view.spot, others(view), 1))


def may_stay(view: State) -> bool:
    """Tell whether the active seat was summoned here and may suggest without moving (CL-R11)."""
    return view.summoned[view.active] and view.location is not None


def shortcut(view: State) -> str | None:
    """Return where the shortcut of the active seat's location leads, None without one (CL-R8)."""
    if view.location is None or _rooms_only(view):
        return None
    return _board(view).shortcut(view.location)


def reach(view: State) -> Reach:
    """Return where the active seat's roll can end (CL-R6, CL-R7, CL-R9, CL-G6)."""
    assert view.roll is not None
    early = view.options["allow_early_stop"]
    return _board(view).reach(view.spot, others(view), view.roll, allow_early_stop=early)


def _rooms_only(view: State) -> bool:
    return bool(view.options["board"] == "rooms_only")


def _board(view: State) -> Board:
    return board_of(cards.load(view.edition))


def others(view: State) -> tuple[Spot, ...]:
    """Return where all tokens but the active seat's stand."""
    own_token = view.played[view.active]
    return tuple(spot for token, spot in view.tokens.items() if token != own_token)


def showable(view: State) -> tuple[str, ...]:
    """Return the named cards that the asked seat holds, in the order they were named (CL-R12)."""
    assert view.suggestion is not None
    assert view.asked is not None
    hand = view.hands[view.asked]
    return tuple(card for card in view.suggestion if hand is not None and card in hand)


@cache
def _suggestions(edition: str) -> tuple[Action, ...]:
    deck = cards.load(edition)
    return tuple(t.Suggest(suspect, weapon) for suspect in deck.suspects for weapon in deck.weapons)


def accusations(view: State) -> tuple[Action, ...]:
    """Return the accusations open to the active seat where it stands (CL-R14, CL-G10, CL-G11)."""
    if view.options["accuse_anywhere"]:
        return _accusations(view.edition, cards.load(view.edition).locations)
    return () if view.location is None else _accusations(view.edition, (view.location,))


@cache
def _accusations(edition: str, locations: tuple[str, ...]) -> tuple[Action, ...]:
    deck = cards.load(edition)
    return tuple(t.Accuse(s, w, place) for place in locations for s in deck.suspects for w in deck.weapons)


def refusal(view: State, action: Action) -> Message | None:
    """Return why the deciding seat may not do this, None when it may."""
    if _allowed(view, action):
        return None
    match view.phase:
        case Phase.START:
            return _refused_at_start(view, action)
        case Phase.MOVE if isinstance(action, t.MoveTo | t.Enter):
            return Message("This roll does not take you there.")
        case Phase.MOVE:
            return Message("You have rolled. Now move your token.")
        case Phase.ENTERED | Phase.AFTER if isinstance(action, t.Accuse):
            return _refused_accusation(view, action)
        case Phase.ENTERED if isinstance(action, t.Suggest):
            return NO_SUCH_CARDS
        case Phase.ENTERED if isinstance(action, t.EndTurn):
            return Message("Whoever enters a location must suggest or accuse there.")
        case Phase.ENTERED:
            return Message("You have moved. Now suggest or accuse.")
        case Phase.SHOW:
            return Message("Show one of the named cards that you hold.")
        case Phase.AFTER:
            return Message("You have suggested. Now end your turn or accuse.")
    return Message("That cannot be done now.")


def _refused_at_start(view: State, action: Action) -> Message:
    match action:
        case t.Accuse():
            return _refused_accusation(view, action)
        case t.Suggest() if may_stay(view):
            return NO_SUCH_CARDS
        case t.Suggest() if view.location is not None:
            return Message("You have been here since your last turn. Leave first, then come back to suggest.")
        case t.Suggest():
            return Message("You can only suggest in a location.")
        case t.Shortcut():
            return Message("No shortcut starts where you stand.")
        case t.EndTurn():
            return Message("You can still move.")
        case t.MoveTo() | t.Enter() | t.Roll() if _rooms_only(view):
            return Message("Choose another location to go to.")
        case t.MoveTo() | t.Enter():
            return Message("Roll first, then move.")
    return Message("That cannot be done now.")


def _refused_accusation(view: State, action: t.Accuse) -> Message:
    if view.options["accuse_anywhere"] or action.location == view.location:
        return Message("Name a suspect, a weapon and a location of this game.")
    if view.location is None:
        return Message("You can only accuse while you stand in a location.")
    return Message("You can only accuse here, in {location}.", {"location": Named("card", view.location)})


def _allowed(view: State, action: Action) -> bool:
    """Tell whether `action` is among `legal(view)`, without listing the long ones."""
    match action:
        case t.Suggest():
            here = view.phase is Phase.ENTERED or (view.phase is Phase.START and may_stay(view))
            return here and action in _suggestions(view.edition)
        case t.Accuse():
            return view.phase in (Phase.START, Phase.ENTERED, Phase.AFTER) and action in accusations(view)
    return action in legal(view)


def reveal(state: State, cause: Action | Demand, chance: Chance) -> tuple[Event, ...]:
    """Return what an action or a demand brings to the table; the only reader of hidden cards."""
    match cause:
        case t.Deal():
            return _deal(state, chance)
        case t.Answer(seat):
            hand = state.hands[seat]
            assert hand is not None
            assert state.suggestion is not None
            return (t.Passed(seat) if hand.isdisjoint(state.suggestion) else t.MustShow(seat),)
        case t.LookInEnvelope(seat):
            return (t.EnvelopeSeen(seat, state.envelope == state.accusation, state.envelope),)
        case t.OpenEnvelope():
            assert state.envelope is not None
            return (t.SolutionRevealed(state.envelope),)
        case Action():
            return (_said(state, cause, chance),)
    raise TypeError(f"not an action or demand of Cluedo: {cause!r}")


def _said(state: State, action: Action, chance: Chance) -> Event:
    """Return the event that an action is."""
    by = state.active
    match action:
        case t.Roll():
            dice = chance.stream("dice")
            number = cards.load(state.edition).dice
            return t.Rolled(by, tuple(dice.randint(1, 6) for _ in range(number)))
        case t.Shortcut():
            place = shortcut(state)
            assert place is not None
            return t.Entered(by, place, None)
        case t.MoveTo(square):
            return t.Moved(by, square)
        case t.Enter(location, door):
            return t.Entered(by, location, door)
        case t.Suggest(suspect, weapon):
            assert state.location is not None
            return t.Suggested(by, suspect, weapon, state.location)
        case t.Show(card):
            assert state.asked is not None
            return t.Shown(state.asked, by, card)
        case t.Accuse(suspect, weapon, location):
            return t.Accused(by, suspect, weapon, location)
        case t.EndTurn():
            return t.TurnEnded(by)
    raise TypeError(f"not an action of Cluedo: {action!r}")


def _deal(state: State, chance: Chance) -> tuple[Event, ...]:
    """Lay out weapons, envelope and hands, one card at a time from the first seat on (CL-G7, CL-G23)."""
    deck, deal = cards.load(state.edition), chance.stream("deal")
    places: list[str] = []
    while len(places) < len(deck.weapons):
        places += deal.sample(deck.locations, min(len(deck.locations), len(deck.weapons) - len(places)))
    solution = (deal.choice(deck.suspects), deal.choice(deck.weapons), deal.choice(deck.locations))
    rest = [card for card in deck.cards if card not in solution]
    deal.shuffle(rest)
    hands = [frozenset(rest[seat :: state.seats]) for seat in range(state.seats)]
    dealt = (t.HandDealt(seat, len(hand), hand) for seat, hand in enumerate(hands))
    return (t.WeaponsPlaced(tuple(places)), t.EnvelopeFilled(solution), *dealt)


def follow(view: State) -> Event | Demand | None:
    """Return the next thing that the rules make of what all can see; None when a seat must choose."""
    match view.phase:
        case Phase.DEAL:
            return t.TurnBegan(first_seat(view)) if _dealt(view) else t.Deal()
        case Phase.MOVE:
            return None if reach(view) else t.TurnEnded(view.active)
        case Phase.REFUTE:
            assert view.asked is not None
            return t.Answer(view.asked)
        case Phase.ACCUSED:
            return t.LookInEnvelope(view.active)
        case Phase.TURN_OVER:
            return _unblock(view) or _next_turn(view)
        case Phase.SOLVED:
            return _end(view, "solved", view.active)
    return None


def _dealt(view: State) -> bool:
    everywhere = sum(view.hand_sizes) + len(view.turned_up) + len(cards.CATEGORIES)
    return everywhere == len(cards.load(view.edition).cards)


def _next_turn(view: State) -> Event | Demand:
    left = [seat for seat in _to_the_left(view, view.active) if not view.failed[seat]]
    if not left:
        return _end(view, "all_failed", None)
    if len(left) == 1 and view.options["last_standing_wins"]:
        return _end(view, "last_standing", left[0])
    if view.turn >= view.options["max_turns"]:
        return _end(view, "cap", None)
    return t.TurnBegan(left[0])


def _end(view: State, reason: str, winner: Seat | None) -> Event | Demand:
    return t.OpenEnvelope() if view.solution is None else t.GameEnded(reason, winner)


def _to_the_left(view: State, seat: Seat) -> Iterable[Seat]:
    return ((seat + step) % view.seats for step in range(1, view.seats + 1))


def _unblock(view: State) -> Event | None:
    """Move a failed accuser's token off a door square, into the room behind it (CL-R14, CL-G12)."""
    if not view.failed[view.active] or isinstance(view.spot, str) or _rooms_only(view):
        return None
    location = _board(view).behind(view.spot)
    return None if location is None else t.MovedIn(view.active, location)


def result(state: State) -> Result | None:
    """Return how the game ended, None while it goes on; without a winner all share the first rank."""
    if state.end is None:
        return None
    if state.winner is None:
        return Result((), (1,) * state.seats, state.end)
    ranks = tuple(1 if seat == state.winner else 2 for seat in range(state.seats))
    return Result((state.winner,), ranks, state.end)
