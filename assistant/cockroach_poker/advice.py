"""What a player of Cockroach Poker Royal may do now, best first, each with the sentence that says why."""

from __future__ import annotations

from collections.abc import Collection

from assistant.advise import Advice
from assistant.cockroach_poker.knowledge import Knowledge
from assistant.cockroach_poker.risk import Risk, risks, safe
from assistant.knowledge import CHOICE, LOGIC, Model
from engine.cockroach_poker import table as t
from engine.core import Action, Message, Named

ASSUMED: dict[Model, Message] = {
    LOGIC: Message(
        "Model “logic”: all ways the unseen cards may lie count the same, and the next player tosses a coin."
    ),
    CHOICE: Message("Model “choice”: claims and answers are read by how everybody lied and believed so far."),
}
"""What the numbers of each model rest on."""

SAFE = Message("This answer cannot lose you the game at once.")


def advise(known: Knowledge, model: Model = CHOICE) -> tuple[Advice, ...]:
    """Return every legal action of the observer, best first; nothing when it is not the observer's turn.

    Values are in hundredths of a game.
    """
    sure = safe(known)
    return tuple(
        Advice(risk.action, risk.value, risk.spread, tuple(reasons(known, risk, sure)))
        for risk in risks(known, model)
    )


def reasons(known: Knowledge, risk: Risk, sure: Collection[Action]) -> list[Message]:
    """Return why an action is good or bad, the most telling sentence first; `sure` are the safe answers."""
    said = [SAFE] if risk.action in sure else []
    if risk.loses:
        said.append(Message("You lose the game at once with a chance of {chance}.", {"chance": risk.loses}))
    match risk.action:
        case t.Guess():
            said.insert(0 if risk.right in (0, 1) else len(said), _guess(risk))
        case t.PassOn():
            said.append(
                Message(
                    "You get to see the card; it comes back to you with a chance of {chance}.",
                    {"chance": risk.gets},
                )
            )
        case t.Play(_, to) | t.Forward(to):
            said += _gift(known, risk, to)
        case _:
            if not risk.loses:
                said.append(_payment(risk))
    return said


def _guess(risk: Risk) -> Message:
    match risk.right:
        case 1:
            return Message("This is certainly right: {player} gets the card.", {"player": _loser(risk)})
        case 0:
            return Message("This is certainly wrong: you get the card.")
    return Message(
        "This is right with a chance of {right}; otherwise you get the card.", {"right": risk.right}
    )


def _loser(risk: Risk) -> Named:
    return Named("seat", risk.cases[0].seat)


def _gift(known: Knowledge, risk: Risk, to: int) -> list[Message]:
    theirs = sum(case.chance for case in risk.cases if case.seat == to)
    slots = {"player": Named("seat", to), "chance": theirs, "back": risk.gets}
    said = [
        Message(
            "{player} is wrong about it and gets it with a chance of {chance}; it comes back with {back}.",
            slots,
        )
    ]
    if risk.wins:
        wins = {"player": Named("seat", to), "chance": risk.wins}
        said.insert(0, Message("{player} loses the game at once with a chance of {chance}.", wins))
    return said


def _payment(risk: Risk) -> Message:
    if risk.triple:
        return Message(
            "You may then be one card away from losing, with a chance of {chance}.", {"chance": risk.triple}
        )
    return Message("Nothing that you lay for it brings you one card away from losing.")
