"""What both screens of Cockroach Poker Royal read out: how likely a claim is, risks, advice, honesty."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from assistant.cockroach_poker import advice, why
from assistant.cockroach_poker.knowledge import Knowledge
from assistant.cockroach_poker.risk import Risk, risks, safe
from assistant.cockroach_poker.story import story
from assistant.knowledge import CHOICE, MODELS, Model
from assistant.ui.cockroach_poker import board, now
from assistant.ui.cockroach_poker.now import Moment
from assistant.ui.numbers import Numbers
from assistant.ui.screen import NOT_NOW, Touch, number, said
from engine.cockroach_poker import table as t
from engine.cockroach_poker.table import Phase
from engine.core import Action, Event, Message, Named, SaidError, Seat

BEST = 5
ON_ITS_WAY = (Phase.RECEIVE, Phase.FORWARD, Phase.GUESSED)


class Reading(Numbers):
    """The part of a screen that shows numbers, and how honest others are."""

    parts: dict[str, str]
    honesty: dict[Seat, Fraction]

    def take_honesty(self, table: Mapping[str, Any]) -> None:
        """Begin with the honesty of others that was set by hand in a saved game."""
        kept = table.get("honesty")
        entries = kept.items() if isinstance(kept, dict) else ()
        self.honesty = {
            int(seat): Fraction(per_cent, 100)
            for seat, per_cent in entries
            if str(seat).isdecimal() and type(per_cent) is int and 0 < per_cent < 100
        }

    def notes(self) -> dict[str, Any]:
        """Return the honesty set by hand, in per cent by seat."""
        return {"honesty": {str(seat): int(value * 100) for seat, value in self.honesty.items()}}

    def by_hand(self, known: Knowledge) -> Knowledge:
        """Return what is known, with the honesty that was set by hand."""
        hand = {seat: value for seat, value in self.honesty.items() if seat < len(known.manners)}
        return known.with_honesty(hand) if hand else known

    def read_out(self, known: Knowledge, seat: Seat | None, moment: Moment) -> dict[str, Any]:
        """Return what the templates of the board, the answers and the chances are given."""
        view = known.view
        hidden = view.phase in ON_ITS_WAY and view.card is None
        answers = self._answers(known) if moment.kind == "answer" else {}
        return {
            "rows": board.rows(view, seat or 0),
            "hand": () if seat is None else board.hand(view, seat),
            "symbol": board.symbol,
            "truth": {m: known.truth(m) for m in self.models} if hidden else {},
            "claimed": view.phase in ON_ITS_WAY or view.revealed is not None,
            "answers": answers,
            "sure": {_key(action) for action in safe(known)} if answers else (),
            "ranked": self._ranked(known) if moment.kind in ("give", "pay") else (),
            "best": self._best(known) if answers and self.advice == "on" else None,
            "payments": [paid_with(paid) for paid in moment.payments] if moment.kind == "pay" else (),
            "manners": {s: m for s, m in enumerate(known.manners) if s != seat},
            "honesty": self.honesty,
            "most": known.deck.of_a_kind(view.seats),
            "assumed": advice.ASSUMED,
        }

    def _answers(self, known: Knowledge) -> Mapping[str, Mapping[Model, Risk]]:
        """Return by answer (true, false, pass) what it risks under the models shown."""
        found: dict[str, dict[Model, Risk]] = {}
        for model in self.models:
            for risk in risks(known, model):
                found.setdefault(_key(risk.action), {})[model] = risk
        return found

    def _best(self, known: Knowledge) -> Mapping[str, Any]:
        """Return by model the best answer, with its reasons."""
        tops = {model: advice.advise(known, model)[0] for model in self.models or (CHOICE,)}
        return {model: (_key(top.action), top.reasons) for model, top in tops.items()}

    def _ranked(self, known: Knowledge) -> tuple[Any, ...]:
        if self.advice != "on":
            return ()
        model = (self.models or (CHOICE,))[-1]
        return tuple((found, titled(found.action)) for found in advice.advise(known, model)[:BEST])

    def claim_explained(
        self, known: Knowledge, seat: Seat | None, seen: Sequence[Event]
    ) -> dict[str, Any] | None:
        """Return what "Why?" shows of the claim on the table; None where none is to be judged."""
        view = known.view
        if view.phase not in ON_ITS_WAY or view.card is not None:
            return None
        return {
            "view": view,
            "symbol": board.symbol,
            "card": {model: known.card(model) for model in MODELS},
            "truth": {model: known.truth(model) for model in MODELS},
            "steps": {model: why.claim(known, model) for model in MODELS},
            "numbered": {told.at: told.entry for told in story(seen, seat)},
            "assumed": advice.ASSUMED,
        }

    # -- what is touched

    def reads(self, touch: Touch, known: Knowledge, seat: Seat | None) -> bool:
        """Take in a touch on the form for giving a card, or on how honest somebody is."""
        match touch.do:
            case "draft" if touch.args.get("part") in now.PARTS:
                self.parts[touch.args["part"]] = said(touch, "id")
            case "advised":
                self._take(known, number(touch, "n"))
            case "honesty" | "learned":
                self._honest(touch, len(known.manners), seat)
            case "why":
                self.page = "why"
            case _:
                return False
        return True

    def _take(self, known: Knowledge, place: int) -> None:
        """Fill in the form with a piece of advice."""
        match [found.action for found, _ in self._ranked(known)][place : place + 1]:
            case [t.Play(card, to, claim)]:
                self.parts = {"card": card, "to": str(to), "claim": claim}
            case [t.Forward(to, claim)]:
                self.parts = {"to": str(to), "claim": claim}
            case _:
                raise SaidError(NOT_NOW)

    def _honest(self, touch: Touch, seats: int, mine: Seat | None) -> None:
        """Set how honest somebody is, in per cent, or go back to what was learned."""
        seat = number(touch, "seat")
        if seat not in range(seats) or seat == mine:
            raise SaidError(NOT_NOW)
        if touch.do == "learned":
            self.honesty.pop(seat, None)
        elif (value := touch.value or "").isdecimal() and 0 < int(value) < 100:
            self.honesty[seat] = Fraction(int(value), 100)


def paid_with(action: Action) -> tuple[str, ...]:
    """Return the cards that a payment lays."""
    match action:
        case t.PayMatching(card):
            return (card,)
        case t.PayOthers(paid):
            return paid
    return ()


def titled(action: Action) -> Message:
    """Return what an action is called in a list."""
    match action:
        case t.Play(card, to, claim):
            slots = {"card": Named("card", card), "player": Named("seat", to), "claim": Named("claim", claim)}
            return Message("{card} to {player}, saying “{claim}”", slots)
        case t.Forward(to, claim):
            slots = {"player": Named("seat", to), "claim": Named("claim", claim)}
            return Message("to {player}, saying “{claim}”", slots)
        case t.PayMatching() | t.PayOthers():
            return Message("Pay with {cards}", {"cards": tuple(Named("card", c) for c in paid_with(action))})
    return Message("Pass on")


def _key(action: Action) -> str:
    match action:
        case t.Guess(true):
            return "true" if true else "false"
    return "pass"
