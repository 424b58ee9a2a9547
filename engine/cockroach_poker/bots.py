"""Bots for Cockroach Poker Royal; they see a view and their seat's events, and nothing else.

random     does anything that is legal
counting   counts the cards it has not seen, takes everybody to be honest half of the time, and weighs
           what each choice puts before whom
reader     the same, with everybody's honesty and trust as they have shown in this game

The last two choose target and claim before they know whether they will tell the truth, which they do at
the rate they state (`TRUTH`): nothing that others see tells a lie from a truth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TypeVar

from engine.bots import MakeBot, RandomBot
from engine.cockroach_poker import cards, odds, rules
from engine.cockroach_poker import table as t
from engine.cockroach_poker.odds import Record, Specials, claims_of
from engine.cockroach_poker.risk import Risk, expected
from engine.cockroach_poker.table import Phase, State
from engine.core import Action, Event, Game, Seat, Setup

T = TypeVar("T")


class CountingBot:
    """Counts cards and weighs outcomes; takes nobody for more or less honest than another."""

    TRUTH = 1 / 3

    def __init__(self, game: Game, setup: Setup, seat: Seat, budget: float = 1.0) -> None:
        self.seat = seat
        self.deck = cards.load(setup.edition or cards.DEFAULT)
        self.specials = Specials(len(setup.seats))

    def notice(self, event: Event) -> None:
        self.specials.notice(event)

    def honesty(self, seat: Seat, own: bool) -> float:
        """Return how often a seat tells the truth, of its own cards or of those it passes on."""
        return 1 / 2

    def trust(self, seat: Seat) -> float:
        """Return how often a seat answers that a claim is true."""
        return 1 / 2

    def choose(self, view: State, rng: Random) -> Action:
        risk = Risk(view, self.seat)
        match view.phase:
            case Phase.PLAY:
                return self._play(view, risk, rng)
            case Phase.RECEIVE:
                return self._answer(view, risk, rng)
            case Phase.FORWARD:
                return self._forward(view, risk, rng)
        return min(_shuffled(rules.legal(view), rng), key=risk.paying)

    def _answer(self, view: State, risk: Risk, rng: Random) -> Action:
        believed = odds.belief(view, self.seat, self.specials, self.honesty)
        claim, giver = view.claims[-1], view.givers[-1]

        def after(card: str, says: bool) -> float:
            right = cards.true(card, claim) == says
            return risk.after(giver if right else self.seat, card, claim)

        def passed(card: str) -> float:
            return min(self._given(risk, card, to, claim, 1 / 2) for to in view.unseen_by)

        values: list[tuple[float, Action]] = [
            (expected(believed, lambda card: after(card, True)), t.Guess(True)),
            (expected(believed, lambda card: after(card, False)), t.Guess(False)),
        ]
        if view.unseen_by:
            values.append((expected(believed, passed), t.PassOn()))
        return min(_shuffled(values, rng), key=lambda pair: pair[0])[1]

    def _given(self, risk: Risk, card: str, to: Seat, claim: str, trusts: float) -> float:
        """Return the chance to lose with a card given to somebody who takes the claim for true so often."""
        mine, theirs = risk.after(self.seat, card, claim), risk.after(to, card, claim)
        falls = 1 - trusts if cards.true(card, claim) else trusts
        return falls * theirs + (1 - falls) * mine

    def _play(self, view: State, risk: Risk, rng: Random) -> Action:
        """Choose target and claim, and a card for the truth and one for the lie, before the coin falls."""
        hand = _shuffled(sorted(set(rules.own_hand(view))), rng)
        plans: list[tuple[float, Seat, str, str, str]] = []
        for claim in _shuffled(self.deck.claims, rng):
            true = [card for card in hand if cards.true(card, claim)]
            false = [card for card in hand if card not in true]
            for to in range(view.seats):
                if true and false and to != self.seat:
                    worth, fits = self._best(risk, true, to, claim, True)
                    lying, lies = self._best(risk, false, to, claim, False)
                    plans.append((self.TRUTH * worth + (1 - self.TRUTH) * lying, to, claim, fits, lies))
        if not plans:
            return self._last(view, risk, hand, rng)
        _, to, claim, fits, lies = min(_shuffled(plans, rng), key=lambda plan: plan[0])
        return t.Play(fits if rng.random() < self.TRUTH else lies, to, claim)

    def _best(self, risk: Risk, hand: Sequence[str], to: Seat, claim: str, true: bool) -> tuple[float, str]:
        falls = 1 - self.trust(to) if true else self.trust(to)
        after = risk.after
        values = [
            falls * after(to, card, claim) + (1 - falls) * after(self.seat, card, claim) for card in hand
        ]
        least = min(values)
        return least, hand[values.index(least)]

    def _last(self, view: State, risk: Risk, hand: Sequence[str], rng: Random) -> Action:
        """Play where no claim leaves the choice between truth and lie: a hand of equal cards."""
        card = rng.choice(hand)
        to, claim = self._address(view, risk, card, [s for s in range(view.seats) if s != self.seat], rng)
        return t.Play(card, to, claim)

    def _forward(self, view: State, risk: Risk, rng: Random) -> Action:
        assert view.card is not None
        return t.Forward(*self._address(view, risk, view.card, view.unseen_by, rng))

    def _address(
        self, view: State, risk: Risk, card: str, targets: Sequence[Seat], rng: Random
    ) -> tuple[Seat, str]:
        """Choose whom to give a known card and what to say of it.

        The target is the one for the card, whatever is said. A lie names another card that would have
        gone to the same target, and names it as often as it is left: so neither target nor claim tells
        a lie from the truth.
        """
        order = _shuffled(targets, rng)

        def target(given: str, claim: str) -> Seat:
            return min(order, key=lambda seat: risk.after(seat, given, claim))

        to = target(card, self.deck.species[0])
        true, false = claims_of(self.deck, card)
        said = true if true and rng.random() < self.TRUTH else false
        if said is true:
            return to, rng.choice(said)
        unseen = odds.pool(view, self.seat, self.specials)
        named: dict[str, float] = dict.fromkeys(false, 0.0)
        for other, number in unseen.items():
            fits, _ = claims_of(self.deck, other)
            for claim in fits:
                if claim in named and target(other, claim) == to:
                    named[claim] += number / len(fits)
        weights = [*named.values()] if any(named.values()) else None
        return to, rng.choices(false, weights)[0]


class ReaderBot(CountingBot):
    """Reads everybody's honesty and trust from this game; cannot be read itself."""

    TRUTH = 1 / 2
    PRIOR = 2.0

    def __init__(self, game: Game, setup: Setup, seat: Seat, budget: float = 1.0) -> None:
        super().__init__(game, setup, seat, budget)
        self.record = Record(self.deck, len(setup.seats))

    def notice(self, event: Event) -> None:
        super().notice(event)
        self.record.notice(event)

    def honesty(self, seat: Seat, own: bool) -> float:
        return self._rate(self.record.told[seat, own])

    def trust(self, seat: Seat) -> float:
        return self._rate(self.record.trusted[seat])

    def _rate(self, seen: Sequence[int]) -> float:
        return (self.PRIOR + seen[0]) / (2 * self.PRIOR + sum(seen))


def _shuffled(things: Sequence[T], rng: Random) -> list[T]:
    return rng.sample(things, len(things))


BOTS: Mapping[str, MakeBot] = {"random": RandomBot, "counting": CountingBot, "reader": ReaderBot}
