"""Equations and chances, written down: for programs as JSON values, for people as lines in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from assistant.sleeping_queens import odds, why
from assistant.sleeping_queens.files import Told, seat_of
from assistant.sleeping_queens.naming import naming
from assistant.sleeping_queens.odds import Chances
from assistant.words import Names, percent, say
from engine.core import Message, Named, plural
from engine.sleeping_queens import cards as c
from engine.sleeping_queens.equations import Equation


def names_of(told: Told) -> Names:
    """Return what the cards, companions and seats are called."""
    return naming(told.known.view.box, told.setup.seats)


def equations_as_json(found: Sequence[Equation]) -> dict[str, Any]:
    """Return the card sets with a sample each; `changed` is what the knight does: [printed, counted]."""
    return {
        "equations": [
            {
                "cards": list(equation.cards),
                "equation": str(equation),
                "changed": equation.changed and list(equation.changed),
            }
            for equation in found
        ]
    }


def equations_as_text(found: Sequence[Equation], language: str) -> str:
    """Return one line for each card set, with a sample."""
    if not found:
        return say(Message("These cards make no such equation."), language) + "\n"
    width = max(len(_cards(equation)) for equation in found)
    return "".join(f"{_cards(e):<{width}}   {e}{_changed(e, language)}\n" for e in found)


def _cards(equation: Equation) -> str:
    return " ".join(map(str, equation.cards))


def _changed(equation: Equation, language: str) -> str:
    if equation.changed is None:
        return ""
    printed, counted = map(str, equation.changed)
    what = {"printed": printed, "counted": counted}
    return "   " + say(Message("(by the knight the {printed} counts {counted})", what), language)


def as_json(told: Told) -> dict[str, Any]:
    """Return the chances of a turn: fractions as "p/q", cards and companions by id, no companion with 0."""
    if told.clash:
        reason = say(told.clash.reason, names=names_of(told))
        return {"consistent": False, "line": told.clash.line, "reason": reason}
    known, seat = told.known, seat_of(told)
    answer: dict[str, Any] = {"consistent": True, "player": told.setup.seats[seat]}
    if known.view.knights:
        found = odds.odds(known, seat)
        answer |= {"draw": _written(found.draw), **_chances(found.chances)}
        answer["without"] = {
            card: {"equation": str(chances.equation), "pair": str(chances.pair)}
            for card, chances in found.without.items()
        }
    answer["slots"] = {str(place): _written(likely) for place, likely in known.slots.items()}
    answer["fits"] = _fits(told)
    return answer


def _chances(chances: Chances) -> dict[str, Any]:
    return {
        "equation": str(chances.equation),
        "pair": str(chances.pair),
        "queen": str(chances.queen),
        "willow": str(chances.willow),
        "cards": _written(chances.cards),
    }


def _fits(told: Told) -> dict[str, str]:
    """Return how likely the next companion goes with a queen that is awake, and with any queen."""
    queens = [card for card in odds.held(told.known.view, seat_of(told)) if c.is_queen(card)]
    awake = {c.symbol(card) for card in queens if not c.is_asleep(card)}
    fits = {"awake": told.known.fits(awake), "any": told.known.fits(set(map(c.symbol, queens)))}
    return {which: str(chance) for which, chance in fits.items() if chance is not None}


def _written(chances: Mapping[Any, Fraction]) -> dict[str, str]:
    return {str(key): str(chance) for key, chance in chances.items()}


def as_text(told: Told, language: str) -> str:
    """Return the chances of a turn for people."""
    return "".join(f"{line.rstrip()}\n" for line in _lines(told, language))


def _lines(told: Told, language: str) -> Iterator[str]:
    names, known = names_of(told), told.known

    def said(message: Message) -> str:
        return say(message, language, names)

    def card_name(card: str) -> str:
        return names("card", card, language)

    yield said(
        plural(
            "The next draw of {player}, after {n} event",
            "The next draw of {player}, after {n} events",
            told.events,
            {"player": Named("seat", seat_of(told))},
        )
    )
    if not known.view.knights:
        yield said(Message("The table is not laid yet."))
        return
    yield said(odds.POLICY)
    yield said(odds.LEFT_OUT)
    found = odds.odds(known, seat_of(told))
    yield ""
    draws = [(plural("{n} card", "{n} cards", number), chance) for number, chance in found.draw.items()]
    yield from _table((said(message), chance) for message, chance in draws)
    yield ""
    yield from _table((said(message), chance) for message, chance in _things(found.chances))
    yield ""
    yield said(Message("At least one of this card is drawn:"))
    yield from _table((card_name(card), chance) for card, chance in found.chances.cards.items())
    if found.without:
        yield ""
        yield said(Message("If this card is put away first: an equation, a pair"))
        rows = [(card_name(card), chances) for card, chances in found.without.items()]
        width = max(len(name) for name, _ in rows)
        for name, chances in rows:
            yield f"{name:<{width}}  {_percent(chances.equation)}  {_percent(chances.pair)}"
    yield ""
    yield from map(said, why.of_companions(known))


def _things(chances: Chances) -> Iterator[tuple[Message, Fraction]]:
    yield Message("at least one equation"), chances.equation
    yield Message("two equal numbers"), chances.pair
    yield Message("a queen is drawn"), chances.queen
    yield Message("a willow is drawn"), chances.willow


def _table(rows: Iterable[tuple[str, Fraction]]) -> Iterator[str]:
    table = list(rows)
    width = max(len(name) for name, _ in table)
    for name, chance in table:
        yield f"{name:<{width}}  {_percent(chance)}  {_short(chance)}"


def _percent(chance: Fraction) -> str:
    return f"{percent(chance) + ' %':>6}"


def _short(chance: Fraction) -> str:
    """Return a fraction as it is, if it is short enough to be read."""
    return str(chance) if chance.denominator < 10_000 else ""
