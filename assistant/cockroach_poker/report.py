"""What is known, written down: for programs as JSON values, for people as lines in a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from fractions import Fraction
from typing import Any

from assistant.cockroach_poker.advice import ASSUMED
from assistant.cockroach_poker.deal import PILE, Place
from assistant.cockroach_poker.files import Told
from assistant.cockroach_poker.habits import Manners, Share
from assistant.cockroach_poker.knowledge import Knowledge
from assistant.cockroach_poker.naming import naming
from assistant.cockroach_poker.risk import Risk, risks, safe
from assistant.cockroach_poker.why import honesty
from assistant.knowledge import Model
from assistant.words import Names, say
from engine.cockroach_poker import table as t
from engine.core import Action, Message, Named, plural

BEST = 10
"""So many ways to give a card are printed, the best ones."""


def names_of(told: Told) -> Names:
    """Return what seats and cards are called."""
    return naming(told.setup.seats, told.known.deck)


def clash_as_json(told: Told) -> dict[str, Any]:
    """Return the line that cannot be true, for programs."""
    assert told.clash is not None
    reason = say(told.clash.reason, names=names_of(told))
    return {"consistent": False, "line": told.clash.line, "reason": reason}


def as_json(told: Told, known: Knowledge, model: Model) -> dict[str, Any]:
    """Return the answer of the command line: fractions as "p/q", no zeros; risks best first."""
    players = told.setup.seats
    answer: dict[str, Any] = {"consistent": True, "model": model, "events": told.events}
    if card := known.card(model):
        answer |= {
            "claim": known.view.claim,
            "true": str(known.truth(model)),
            "card": {which: str(chance) for which, chance in card.items()},
            "claims": {claim: str(chance) for claim, chance in known.truths(model).items()},
        }
    answer["risks"] = [_risk(risk, players) for risk in risks(known, model)]
    answer["safe"] = [_action(action, players) for action in safe(known)]
    answer["hidden"] = {_place(place, players): _numbers(known, place, model) for place in known.sight.hidden}
    answer["players"] = {player: _manners(m) for player, m in zip(players, known.manners, strict=True)}
    return answer


def _risk(risk: Risk, players: Sequence[str]) -> dict[str, Any]:
    right = {} if risk.right is None else {"right": str(risk.right)}
    return {
        **_action(risk.action, players),
        **right,
        "gets": str(risk.gets),
        "loses": str(risk.loses),
        "triple": str(risk.triple),
        "wins": str(risk.wins),
        "value": str(risk.value),
        "spread": round(risk.spread, 4),
    }


def _action(action: Action, players: Sequence[str]) -> dict[str, Any]:
    given = {field.name: getattr(action, field.name) for field in fields(action)}  # type: ignore[arg-type]
    if "to" in given:
        given["to"] = players[given["to"]]
    return {"action": type(action).__name__, **given}


def _place(place: Place, players: Sequence[str]) -> str:
    return place if place == PILE else players[place]


def _numbers(known: Knowledge, place: Place, model: Model) -> dict[str, dict[str, str]]:
    """Return for each kind of card how likely a place holds how many, without zeros."""
    found = known.species(place, model)
    return {kind: {str(n): str(p) for n, p in enumerate(chances) if p} for kind, chances in found.items()}


def _manners(manners: Manners) -> dict[str, Any]:
    return {
        "offers": _share(manners.offers),
        "passes": _share(manners.passes),
        "believes": _share(manners.believes),
        "claims": [
            {"entry": h.entry, "claim": h.claim, "card": h.card, "passed": h.passed, "true": h.true}
            for h in manners.heard
        ],
    }


def _share(share: Share) -> dict[str, Any]:
    low, high = share.interval()
    return {
        "mean": str(share.mean),
        "count": share.count,
        "interval": [round(low, 4), round(high, 4)],
        "set": share.fixed is not None,
    }


def as_text(told: Told, known: Knowledge, model: Model, language: str) -> str:
    """Return the answer of the command line for people."""
    return "".join(f"{line.rstrip()}\n" for line in _lines(told, known, model, language))


def _lines(told: Told, known: Knowledge, model: Model, language: str) -> Iterator[str]:
    names = names_of(told)

    def said(message: Message) -> str:
        return say(message, language, names)

    def named(kind: str, which: str) -> str:
        return names(kind, which, language)

    n = told.events
    if known.observer is None:
        whose = plural("What an onlooker knows after {n} event", "What an onlooker knows after {n} events", n)
    else:
        whose = plural(
            "What {player} knows after {n} event",
            "What {player} knows after {n} events",
            n,
            {"player": Named("seat", known.observer)},
        )
    yield said(whose)
    yield said(ASSUMED[model])
    yield ""
    if card := known.card(model):
        yield said(Message("The card on its way"))
        yield from _table({named("card", which): chance for which, chance in card.items()})
        yield ""
        yield said(Message("Which claims would be true"))
        truths = known.truths(model)
        yield from _table({named("claim", claim): chance for claim, chance in truths.items()})
        yield ""
        yield said(_verdict(known, model))
    else:
        yield said(Message("No card is on its way."))
    for number, giver in enumerate(dict.fromkeys(known.view.givers)):
        yield said(honesty(known, giver, passed=number > 0))
    yield from _panel(known, model, said)


def _table(rows: Mapping[str, Fraction]) -> Iterator[str]:
    first = max(map(len, rows))
    for name, chance in sorted(rows.items(), key=lambda row: -row[1]):
        yield f"  {name:<{first}}  {chance!s}"


def _verdict(known: Knowledge, model: Model) -> Message:
    truth, claim = known.truth(model), Named("claim", known.view.claim or "")
    match truth:
        case 0:
            return Message("The claim is certainly a lie: {claim}", {"claim": claim})
        case 1:
            return Message("The claim is certainly true: {claim}", {"claim": claim})
    return Message("The claim {claim} is true: {chance}", {"claim": claim, "chance": str(truth)})


def _panel(known: Knowledge, model: Model, said: Callable[[Message], str]) -> Iterator[str]:
    """Give the risk panel, if it is the observer's turn."""
    found = risks(known, model)
    if not found:
        return
    heads = map(said, (_GETS, _LOSES, _TRIPLE, _WINS, _VALUE))
    rows = [("", *heads)]
    for risk in found[:BEST]:
        chances = (risk.gets, risk.loses, risk.triple, risk.wins)
        rows.append((said(label(risk.action)), *map(str, chances), f"{float(risk.value):+.2f}"))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    yield ""
    for name, *cells in rows:
        aligned = (f"{cell:>{width}}" for cell, width in zip(cells, widths[1:], strict=True))
        yield f"  {name:<{widths[0]}}  " + "  ".join(aligned)
    if sure := safe(known):
        yield said(
            Message("What cannot lose you the game at once: {actions}", {"actions": tuple(map(label, sure))})
        )


_GETS, _LOSES, _TRIPLE = Message("you get it"), Message("you lose"), Message("one short")
_WINS, _VALUE = Message("they lose"), Message("worth")


def label(action: Action) -> Message:
    """Return what an action is called."""
    match action:
        case t.Guess(True):
            return Message("say true")
        case t.Guess(False):
            return Message("say false")
        case t.PassOn():
            return Message("look and pass on")
        case t.Play(card, to, claim):
            slots = {"card": Named("card", card), "player": Named("seat", to), "claim": Named("claim", claim)}
            return Message("{card} to {player}, claiming {claim}", slots)
        case t.Forward(to, claim):
            given = {"player": Named("seat", to), "claim": Named("claim", claim)}
            return Message("to {player}, claiming {claim}", given)
        case t.PayMatching(card):
            return Message("pay with {cards}", {"cards": (Named("card", card),)})
        case t.PayOthers(paid):
            return Message("pay with {cards}", {"cards": tuple(Named("card", card) for card in paid)})
    raise TypeError(action)
