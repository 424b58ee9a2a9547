"""What is known, written down: for programs as JSON values, for people as lines in a terminal."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import Any

from assistant.kings_dogs.files import Told
from assistant.kings_dogs.outcome import End, Outcome
from assistant.kings_dogs.why import SAID, learned
from assistant.knowledge import CHOICE, Model
from assistant.words import Names, percent, say
from engine.core import Message, Named, plural
from engine.kings_dogs.table import DOORS

_WIDTH = 5
_WIDEST = 9
"""Longer fractions are shown to people in per cent."""


def names_of(told: Told) -> Names:
    """Return what the seats are called."""

    def names(kind: str, which: str | int, language: str) -> str:
        if kind == "seat":
            return told.setup.seats[int(which)]
        raise KeyError(kind)

    return names


def as_json(told: Told, model: Model, doors: Collection[int] | None = None) -> dict[str, Any]:
    """Return the answer of the command line under a model: fractions as "p/q", no zero positions.

    Under `choice`, `evidence` is what the numbers rest on. With `doors`, `search` is what their search
    brings; raises Impossible where it cannot be asked.
    """
    if told.clash:
        reason = say(told.clash.reason, names=names_of(told))
        return {"consistent": False, "line": told.clash.line, "reason": reason}
    known, players = told.known, told.setup.seats
    answer: dict[str, Any] = {
        "consistent": True,
        "model": model,
        "positions": {
            players[seat]: {str(where): str(p) for where, p in known.positions(seat, model).items() if p}
            for seat in known.hiding
        },
    }
    if model == CHOICE:
        answer["evidence"] = {
            players[seat]: {
                "answers_since_set_up": len(known.beliefs[seat].answers),
                "answers": known.beliefs[seat].heard,
                "protects": str(known.beliefs[seat].protects),
                "bluffs": str(known.beliefs[seat].bluffs),
            }
            for seat in known.hiding
        }
    if doors is not None:
        leader = known.view.leader
        answer["search"] = {
            "doors": sorted(set(doors)),
            "leader": players[leader],
            **_outcome(known.search(doors, leader, model), players, known.hiding),
        }
    return answer


def _outcome(outcome: Outcome, players: tuple[str, ...], seats: tuple[int, ...]) -> dict[str, Any]:
    def name(seat: int | None) -> str | None:
        return None if seat is None else players[seat]

    return {
        "ends": [
            {
                "p": str(chance),
                "found": name(end.found),
                "scored": list(map(name, end.scored)),
                "eliminated": name(end.eliminated),
                "winners": list(map(name, end.winners)),
            }
            for end, chance in outcome.ends
        ],
        "nobody_found": str(outcome.found(None)),
        "somebody_wins": str(outcome.won),
        "players": {
            players[seat]: {
                "found": str(outcome.found(seat)),
                "scores": str(outcome.scores(seat)),
                "eliminated": str(outcome.eliminated(seat)),
                "wins": str(outcome.wins(seat)),
            }
            for seat in seats
        },
    }


def as_text(told: Told, language: str, model: Model, doors: Collection[int] | None = None) -> str:
    """Return the answer of the command line for people; raises Impossible as `as_json` does."""
    return "".join(f"{line.rstrip()}\n" for line in _lines(told, language, model, doors))


def _lines(told: Told, language: str, model: Model, doors: Collection[int] | None) -> Iterator[str]:
    names, known = names_of(told), told.known

    def said(message: Message) -> str:
        return say(message, language, names)

    if known.observer is None:
        whose = plural(
            "What an onlooker knows after {n} event", "What an onlooker knows after {n} events", told.events
        )
    else:
        whose = plural(
            "What {player} knows after {n} event",
            "What {player} knows after {n} events",
            told.events,
            {"player": Named("seat", known.observer)},
        )
    yield said(whose)
    yield said(SAID[model])
    yield ""
    first = max(map(len, told.setup.seats))
    rows = {seat: known.positions(seat, model) for seat in known.hiding}
    exact = max(len(str(chance)) for row in rows.values() for chance in row.values()) <= _WIDEST
    width = _WIDEST + 2 if model == CHOICE and exact else _WIDTH
    yield " " * first + "".join(f"{position:>{width}}" for position in sorted(DOORS))
    for seat, row in rows.items():
        cells = [str(chance) if exact else f"{percent(chance)}%" for chance in row.values()]
        yield f"{told.setup.seats[seat]:<{first}}" + "".join(f"{cell:>{width}}" for cell in cells)
    if not exact:
        yield said(Message("Rounded to whole per cent; as JSON the fractions are exact."))
    if model == CHOICE:
        yield ""
        yield from (said(learned(known.beliefs[seat], seat)) for seat in rows if seat != known.observer)
    if doors is None:
        return
    outcome = known.search(doors, known.view.leader, model)
    yield ""
    what = {"doors": tuple(map(str, sorted(set(doors)))), "player": Named("seat", known.view.leader)}
    yield said(Message("If these doors are searched, beginning with {player}: {doors}", what))
    for end, chance in outcome.ends:
        yield f"{_chance(chance):>{_WIDTH + 2}}  " + " ".join(map(said, _end(end)))
    yield said(Message("Somebody wins the game: {chance}", {"chance": _chance(outcome.won)}))
    if known.observer is not None and known.observer in known.hiding:
        yield from map(said, _own(outcome, known.observer))


def _chance(chance: Fraction) -> str:
    text = str(chance)
    return text if len(text) <= _WIDEST else f"{percent(chance)}%"


def _own(outcome: Outcome, seat: int) -> Iterator[Message]:
    who = Named("seat", seat)
    yield Message("{player} is found: {chance}", {"player": who, "chance": _chance(outcome.found(seat))})
    yield Message("{player} scores: {chance}", {"player": who, "chance": _chance(outcome.scores(seat))})


def _end(end: End) -> Iterator[Message]:
    """Return the sentences that say how a round ends."""
    if end.found is None:
        yield Message("No dog is found.")
    else:
        yield Message("The dog of {player} is found.", {"player": Named("seat", end.found)})
    if end.scored:
        yield Message("A score chip for {players}.", {"players": _seats(end.scored)})
    if end.eliminated is not None:
        yield Message("{player} is out.", {"player": Named("seat", end.eliminated)})
    if end.winners:
        yield Message("The game is won by {players}.", {"players": _seats(end.winners)})


def _seats(seats: Collection[int]) -> tuple[Named, ...]:
    return tuple(Named("seat", seat) for seat in seats)
