"""What to do now in Sleeping Queens 2: ranked plans for the turn, each with its chance to free a king."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from assistant.advise import Advice
from assistant.sleeping_queens import choices, odds
from assistant.sleeping_queens.holding import Scene
from assistant.sleeping_queens.knowledge import Knowledge
from assistant.sleeping_queens.plans import End, Moment, Planner
from assistant.sleeping_queens.rescue import NextTurn, Ring
from engine.core import Action, Message, Named, plural
from engine.sleeping_queens import cards as c
from engine.sleeping_queens import equations, moves, rules
from engine.sleeping_queens import table as t
from engine.sleeping_queens.table import Phase, State

MODEL = Message(
    "Plans are ranked by a rule of thumb, a king being worth 10. The chances are exact for the draw; what"
    " instants do, and what the others do until your next turn, is left out."
)
_THOUGHT_THROUGH = 3
_ONE = Fraction(1)


@dataclass(frozen=True, slots=True)
class Plan:
    """One way to go on with the turn: `actions` up to the first companion that comes, or to the end.

    `value` is in tenths of a king. `now` is the chance to free a king in this turn, `soon` in this or
    the next one; None where it was not worked out. `discards` are the cards to put away at the end if it
    does not depend on the companion, `keeps_pair` whether two equal numbers are left for sleeping queens.
    """

    actions: tuple[Action, ...]
    value: float
    now: Fraction | None = None
    soon: Fraction | None = None
    discards: tuple[str, ...] = ()
    keeps_pair: bool = False

    @property
    def sentences(self) -> tuple[Message, ...]:
        """The plan in whole sentences."""
        return tuple(self._sentences())

    def _sentences(self) -> Iterator[Message]:
        if self.now is not None and self.soon is not None:
            yield Message(
                "A king is freed in this turn with {now}, in this or the next one with {soon}.",
                {"now": self.now, "soon": self.soon},
            )
        if self.keeps_pair:
            yield Message("That keeps a pair to wake your sleeping queens with.")
        if self.discards:
            cards = tuple(Named("card", card) for card in self.discards)
            yield plural(
                "At the end put this card away: {cards}.",
                "At the end put these cards away: {cards}.",
                len(cards),
                {"cards": cards},
            )


def plans(known: Knowledge, thought: int = _THOUGHT_THROUGH) -> tuple[Plan, ...]:
    """Return every way to go on with the turn that is running, best first.

    The chances are worked out for the best `thought` of them. Nothing while no action or companion is to be
    chosen.
    """
    view = known.view
    if view.phase not in (Phase.ACTIONS, Phase.PICK):
        return ()
    planner = Planner(view, Scene(view))
    now = planner.now()
    actions = rules.legal(view)
    if view.phase is Phase.PICK:
        actions = actions[:1]
    found = sorted(
        ((planner.after(now, action), action) for action in actions), key=lambda option: -option[0]
    )
    ahead = NextTurn(view, view.active)
    return tuple(
        _plan(planner, now, action, value, ahead if place < thought else None)
        for place, (value, action) in enumerate(found)
    )


def _plan(planner: Planner, now: Moment, action: Action, value: float, ahead: NextTurn | None) -> Plan:
    line = planner.line(now, action)
    if ahead is None:
        return Plan(line, value)
    ends = planner.ends(now, action)
    freed = sum((end.chance for end in ends if end.rescued), Fraction(0))
    soon = sum((end.chance * _later(planner, end, ahead) for end in ends), Fraction(0))
    discards = {planner.kept(end.moment.has)[1] for end in ends}
    pair = any(end.has.asleep for end in ends) and all(
        len(set(end.has.numbers)) < len(end.has.numbers) for end in ends if end.has.asleep
    )
    return Plan(line, value, freed, soon, discards.pop() if len(discards) == 1 else (), pair)


def _later(planner: Planner, end: End, ahead: NextTurn) -> Fraction:
    """Return the chance that a king is freed by the end of the next turn, after this end of the turn."""
    if end.rescued:
        return _ONE
    return ahead.chance(end.has, Ring(planner.kinds, end.moment.down, end.moment.up))


def advise(known: Knowledge) -> tuple[Advice, ...]:
    """Return every legal action of the observer, best first; nothing when it is not the observer's turn.

    Values are in tenths of a king (expected cards while the die is rolled). `spread` is not worked out.
    """
    view = known.view
    if known.observer is None or rules.decider(view) != known.observer:
        return ()
    if view.phase is Phase.ACTIONS:
        return tuple(
            Advice(plan.actions[0], plan.value, None, (told(view, plan.actions[0]), *plan.sentences))
            for plan in plans(known)
        )
    found = sorted(choices.values(view).items(), key=lambda option: -option[1])
    reasons: dict[Action, tuple[Message, ...]] = {a: (told(view, a),) for a, _ in found}
    if view.phase is Phase.DISCARD:
        reasons |= _discards(known, [action for action, _ in found[:_THOUGHT_THROUGH]])
    if view.phase is Phase.PICK and found:
        first = plans(known)[0].sentences
        reasons = {action: (*said, *first) for action, said in reasons.items()}
    return tuple(Advice(action, value, None, reasons[action]) for action, value in found)


def _discards(known: Knowledge, actions: list[Action]) -> dict[Action, tuple[Message, ...]]:
    """Return what putting a card away does to the next draw, for a few of the cards."""
    view = known.view
    found = odds.odds(known, view.active, cards=[a.card for a in actions if isinstance(a, t.Discard)])
    return {
        action: (
            told(view, action),
            Message(
                "Then the next draw makes an equation with {equation}, a pair with {pair}.",
                {
                    "equation": found.without[action.card].equation,
                    "pair": found.without[action.card].pair,
                },
            ),
        )
        for action in actions
        if isinstance(action, t.Discard)
    }


def told(view: State, action: Action) -> Message:
    """Return an action of the active seat as a sentence that tells the player to do it."""
    match action:
        case t.Summon(numbers):
            equation = str(equations.sample(numbers, moves.plus_minus_one(view)))
            return Message("Make {equation} and take a companion.", {"equation": equation})
        case t.WakeAll(number):
            return Message("Put the pair of {number} away and wake your queens.", {"number": str(number)})
        case t.UseBook(number):
            return Message(
                "Use a Spell Book to take the {number} out of the discard pile.", {"number": str(number)}
            )
        case t.Rescue(symbol, companion):
            what = {"queen": _card(c.queen(symbol)), "companion": Named("companion", companion)}
            return Message("Free a king with these two: {queen}, {companion}.", what)
        case t.EndActions():
            return Message("End your actions and keep what you have.")
        case t.Discard(card):
            return Message("Put this card away: {card}.", {"card": _card(card)})
        case t.TakeCompanion():
            return Message("Take any companion that lies face down: they are all alike.")
    return _instant(action) or _die(action)


def _instant(action: Action) -> Message | None:
    match action:
        case t.PlayInstant(card):
            return Message("Carry this card out first: {card}.", {"card": _card(card)})
        case t.Steal(seat, card):
            what = {"player": Named("seat", seat), "card": _card(card)}
            return Message("Take this card from {player}: {card}.", what)
        case t.TakeQueen(symbol):
            return Message(
                "Take this queen out of the discard pile: {card}.", {"card": _card(c.queen(symbol))}
            )
        case t.SwapKnights(one, other):
            what = {"one": Named("seat", one), "other": Named("seat", other)}
            return Message("Exchange the knights of {one} and {other}.", what)
        case t.SwapCards(own, seat, theirs):
            what = {"own": _card(own), "player": Named("seat", seat), "theirs": _card(theirs)}
            return Message("Give {player} the first of these for the second: {own}, {theirs}.", what)
        case t.SwapCompanions(own, seat, theirs):
            pair = {"own": Named("companion", own), "theirs": Named("companion", theirs)}
            return Message(
                "Give {player} the first of these for the second: {own}, {theirs}.",
                {"player": Named("seat", seat), **pair},
            )
        case t.DeclineSwap():
            return Message("Put the Switch Witch away and swap nothing.")
    return None


def _die(action: Action) -> Message:
    match action:
        case t.Reroll():
            return Message("Roll again.")
        case t.KeepRoll():
            return Message("Keep the 1.")
        case t.DrawNumber(number):
            return plural("Draw {n} card.", "Draw {n} cards.", number)
        case t.WakeOne(symbol):
            return Message("Wake this queen: {card}.", {"card": _card(c.queen(symbol))})
        case t.WakeNone():
            return Message("Let all your queens sleep.")
    return Message("Roll the die.")


def _card(card: str) -> Named:
    return Named("card", card)
