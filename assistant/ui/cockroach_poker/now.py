"""What a person can do at this moment of Cockroach Poker Royal, and which action a touch stands for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from assistant.ui.screen import NOT_NOW, Touch, said
from engine.cockroach_poker import cards, rules
from engine.cockroach_poker import table as t
from engine.cockroach_poker.table import Phase, State
from engine.core import Action, Message, SaidError, Seat

PARTS = ("card", "to", "claim")


@dataclass(frozen=True, slots=True)
class Moment:
    """What is offered now. `kind` is one of: past, wait, give, answer, pay, over.

    For `give`, `form` lists what can be chosen for the card, the player and the claim, each by its text,
    `chosen` what is, and `passing` tells a card passed on from an own one. `can_pass` belongs to `answer`,
    `payments` to `pay`.
    """

    kind: str
    form: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    chosen: Mapping[str, str] = field(default_factory=dict)
    passing: bool = False
    can_pass: bool = False
    payments: tuple[t.PayMatching | t.PayOthers, ...] = ()

    @property
    def ready(self) -> bool:
        """Whether everything is chosen."""
        return set(self.form) <= set(self.chosen)


def moment(view: State, seat: Seat, *, live: bool, draft: Mapping[str, str]) -> Moment:
    """Return what the person on `seat` can do; `live` is False while an earlier moment is looked at."""
    if not live:
        return Moment("past")
    if view.phase is Phase.OVER:
        return Moment("over")
    if rules.decider(view) != seat:
        return Moment("wait")
    if view.phase is Phase.RECEIVE:
        return Moment("answer", can_pass=bool(view.unseen_by))
    if view.phase is Phase.PAY:
        paid = rules.legal(view)
        return Moment("pay", payments=tuple(a for a in paid if isinstance(a, t.PayMatching | t.PayOthers)))
    deck, passing = cards.load(view.edition), view.phase is Phase.FORWARD
    others = view.unseen_by if passing else tuple(s for s in range(view.seats) if s != seat)
    form = {} if passing else {"card": tuple(c for c in deck.counts if c in (view.hands[seat] or ()))}
    form |= {"to": tuple(map(str, others)), "claim": deck.claims}
    chosen = {part: value for part, value in draft.items() if value in form.get(part, ())}
    chosen.update({part: values[0] for part, values in form.items() if len(values) == 1})
    return Moment("give", form=form, chosen=chosen, passing=passing)


def action(touch: Touch, offered: Moment) -> Action:
    """Return the action that a touch stands for; raises SaidError for one that stands for none."""
    match touch.do, offered.kind:
        case "guess", "answer" if said(touch, "id") in ("true", "false"):
            return t.Guess(said(touch, "id") == "true")
        case "pass_on", "answer":
            return t.PassOn()
        case "give", "give":
            if not offered.ready:
                raise SaidError(Message("Choose a card, a player and what you say first."))
            to, claim = int(offered.chosen["to"]), offered.chosen["claim"]
            return t.Forward(to, claim) if offered.passing else t.Play(offered.chosen["card"], to, claim)
        case "pay", "pay" if (number := said(touch, "n")).isdecimal() and int(number) < len(offered.payments):
            return offered.payments[int(number)]
    raise SaidError(NOT_NOW)
