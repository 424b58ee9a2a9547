"""Why the rules refuse an action, as a sentence."""

from __future__ import annotations

from collections import Counter

from engine.core import Action, Message, Named
from engine.sleeping_queens import cards as c
from engine.sleeping_queens import equations, moves
from engine.sleeping_queens import table as t
from engine.sleeping_queens.table import Phase, State


def reason(view: State, action: Action) -> Message:
    """Return why the active seat may not do this, which is not legal."""
    match view.phase:
        case Phase.ROLL:
            return Message("Roll the die first.")
        case Phase.ROLLED:
            return _rolled(view)
        case Phase.WAKE:
            return Message("After a dragon, wake one of your sleeping queens, or none.")
        case Phase.DRAW:
            return Message("First carry out the instant cards that you drew.")
        case Phase.GNOME:
            return _rolled(view) if moves.may_reroll(view) else _gnome(view)
        case Phase.WITCH:
            return _witch(view, action)
        case Phase.PICK:
            return Message("Choose one of the companions that lie face down.")
        case Phase.ACTIONS:
            return _acting(view, action)
        case Phase.DISCARD:
            return Message(
                "You may keep {number} cards: choose one of your cards to put away.",
                {"number": view.limit(view.active)},
            )
    return Message("That cannot be done now.")


def _rolled(view: State) -> Message:
    if moves.may_reroll(view):
        return Message("You rolled a 1: keep it, or roll again.")
    return Message("Draw as many cards as you rolled, or one more.")


def _gnome(view: State) -> Message:
    match view.face:
        case "1":
            return Message("Choose one of the companions that lie face down.")
        case "2":
            return Message("Steal a card from another realm; companions and kings cannot be stolen.")
        case "3":
            return Message("Take one of the queens out of the discard pile.")
    return Message("Choose two players whose knights change places.")


def _witch(view: State, action: Action) -> Message:
    match action:
        case t.SwapCards(_, seat) | t.SwapCompanions(_, seat) if seat not in moves.others(view):
            return Message("Swap with another player.")
        case t.SwapCards(_, seat) | t.SwapCompanions(_, seat) if seat not in moves.swappable(view):
            return Message(
                "{player} has the Black Knight: no witch can swap there.", {"player": Named("seat", seat)}
            )
        case t.SwapCards():
            return Message("Swap a card of your realm for one that lies in the other realm.")
        case t.SwapCompanions():
            return Message("A companion can only be swapped for a companion of the other player.")
    return Message("Swap a card with the Switch Witch, or put her away.")


def _acting(view: State, action: Action) -> Message:
    match action:
        case t.Summon(numbers):
            return _no_summon(view, numbers)
        case t.WakeAll() if not any(map(c.is_asleep, view.realm)):
            return Message("None of your queens is asleep.")
        case t.WakeAll():
            return Message("It takes two cards of the same number to wake your queens.")
        case t.UseBook() if c.BOOK not in view.realm:
            return Message("You have no Spell Book.")
        case t.UseBook():
            return Message("That number does not lie in the discard pile.")
        case t.Rescue(symbol, companion):
            return _no_rescue(view, symbol, companion)
        case t.Discard():
            return Message("End your actions first, then put cards away.")
    return Message("That cannot be done now.")


def _no_summon(view: State, numbers: tuple[int, ...]) -> Message:
    missing = Counter(numbers) - Counter(c.numbers(view.realm))
    if missing:
        return Message("Missing in your realm: {numbers}.", {"numbers": tuple(map(str, missing.elements()))})
    if not view.face_down and not view.face_up:
        return Message("No companion is left in the middle.")
    return equations.why_not(numbers, moves.plus_minus_one(view)) or Message("That cannot be done now.")


def _no_rescue(view: State, symbol: str, companion: str) -> Message:
    if companion not in view.companions[view.active]:
        return Message("You do not have this companion.")
    if c.queen(symbol) in view.realm:
        return Message("The companion must have the symbol of the queen, or be the wild one.")
    if c.asleep(c.queen(symbol)) in view.realm:
        return Message("A sleeping queen cannot rescue a king. Wake her first.")
    return Message("You do not have such a queen.")
