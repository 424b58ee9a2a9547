"""The risk panel: what each thing that the observer may do can bring, under either model.

Guesses are exact. What comes of giving a card depends on what the next player says of it, which is a
stated guess at a person:
- `logic`: true or false, each as likely, and nobody passes it on;
- `choice`: he passes it on as often as he did before. Otherwise he sees what everybody sees, and what he
  would suffer on average by saying “true” and by saying “false”: how much heavier the card would weigh
  before him, or is missed before the giver. The two weigh with the squares of what the other would cost,
  shifted by how often he believed claims before.
A card that is passed on once more is out of the observer's hands and counts for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, sqrt

from assistant.cockroach_poker.deal import ZERO
from assistant.cockroach_poker.fall import Fall, Falls
from assistant.cockroach_poker.habits import likelihood
from assistant.cockroach_poker.knowledge import Knowledge
from assistant.knowledge import CHOICE, LOGIC, Model
from engine.cockroach_poker import cards, rules
from engine.cockroach_poker import table as t
from engine.cockroach_poker.table import Phase
from engine.core import Action, Seat

HALF = Fraction(1, 2)
SHARPNESS = 2
"""How sharply the next player tells what costs him less: 0 not at all, more and more as it rises."""


@dataclass(frozen=True, slots=True)
class Case:
    """One thing that may come of an action: `seat` gets this card, with this chance, and what then."""

    chance: Fraction
    seat: Seat
    card: str
    fall: Fall


@dataclass(frozen=True, slots=True)
class Risk:
    """What an action may bring the observer.

    `right` is the chance that a guess is right, None for other actions. `gets` is the chance to get the
    card, `loses` to lose the game at once, `triple` to hold all but one of a kind then, `wins` that
    somebody else loses at once. `value` is what is gained on average, in hundredths of a game, `spread`
    its standard deviation. `cases` are who may get what, likeliest first.
    """

    action: Action
    right: Fraction | None
    gets: Fraction
    loses: Fraction
    triple: Fraction
    wins: Fraction
    value: float
    spread: float
    cases: tuple[Case, ...]

    def of(self, seat: Seat) -> tuple[Case, ...]:
        """Return the cases in which a seat gets the card."""
        return tuple(case for case in self.cases if case.seat == seat)


@dataclass(frozen=True, slots=True)
class Answer:
    """How likely the next player says of a claim that it is true or false, or passes the card on."""

    true: Fraction
    false: Fraction
    passes: Fraction

    def loses(self, true: bool) -> Fraction:
        """Return how likely the giver gets the card back, his claim being true or not."""
        return self.true if true else self.false

    def gains(self, true: bool) -> Fraction:
        """Return how likely the next player gets the card."""
        return self.false if true else self.true


End = tuple[Fraction, tuple[Seat, str, str]]
"""With which chance which seat gets which card, and the last claim about it."""


class Panel:
    """Works out risks for the observer at one moment, under one model.

    `falls` are those of this moment, if they are there already: they serve both models.
    """

    def __init__(self, known: Knowledge, model: Model = LOGIC, falls: Falls | None = None) -> None:
        assert known.observer is not None
        self.known, self.model, self.view, self.seat = known, model, known.view, known.observer
        self.falls = falls or Falls(known)
        self.card = known.card(model)
        self._believed: Mapping[str, Mapping[str, int]] | None = None
        self._likely: dict[tuple[Seat, str, bool], tuple[float, float]] = {}
        self._answers: dict[tuple[Seat, str], Answer] = {}

    def ranked(self) -> tuple[tuple[float, Action], ...]:
        """Return what every legal action is worth, best first; nothing when it is not the observer's turn."""
        if rules.decider(self.view) != self.seat:
            return ()
        found = [(self.value(action), action) for action in rules.legal(self.view)]
        return tuple(sorted(found, key=lambda item: -item[0]))

    def risks(self) -> tuple[Risk, ...]:
        """Return the risk of every legal action, best first; nothing when it is not the observer's turn."""
        return tuple(self.risk(action) for _, action in self.ranked())

    def value(self, action: Action) -> float:
        """Return what a legal action gains on average, in hundredths of a game."""
        match action:
            case t.Guess(true):
                return sum(float(chance) * self._worth(*end) for chance, end in self._guess(true))
            case t.PassOn():
                return sum(float(chance) * self._best(card)[0] for card, chance in self.card.items())
            case t.Play(card, to, claim):
                return self._giving(card, to, claim)
            case t.Forward(to, claim):
                return sum(self._giving(card, to, claim) for card in self.card)
        return self.falls.gain(self.seat, self.falls.paying(action))

    def risk(self, action: Action) -> Risk:
        """Return the risk of one legal action."""
        match action:
            case t.Guess(true):
                right = self.known.truth(self.model)
                return self._sum(action, self._guess(true), right if true else 1 - right)
            case t.PassOn():
                ways = [(chance, card, self._best(card)[1]) for card, chance in self.card.items()]
                ends = [(chance * p, end) for chance, card, way in ways for p, end in self._ends(card, *way)]
                return self._sum(action, ends)
            case t.Play(card, to, claim):
                return self._sum(action, self._ends(card, to, claim))
            case t.Forward(to, claim):
                return self._sum(action, [end for card in self.card for end in self._ends(card, to, claim)])
        fall = self.falls.paying(action)
        return Risk(action, None, ZERO, fall.loses, fall.triple, ZERO, self.value(action), 0.0, ())

    def answer(self, to: Seat, claim: str) -> Answer:
        """Return what the next player is expected to say if the observer gives him the card."""
        if (to, claim) not in self._answers:
            self._answers[to, claim] = self._answer(to, claim)
        return self._answers[to, claim]

    def _answer(self, to: Seat, claim: str) -> Answer:
        if self.model == LOGIC:
            return Answer(HALF, HALF, ZERO)
        manners = self.known.manners[to]
        met = {*self.view.givers, self.seat, to}
        passes = manners.hands_on.mean if len(met) < self.view.seats else ZERO
        bent = manners.believes.mean
        true, false = self._stakes(to, claim)
        says_true = bent.numerator * true**SHARPNESS
        says_false = (bent.denominator - bent.numerator) * false**SHARPNESS
        says = Fraction(says_true, says_true + says_false)
        return Answer((1 - passes) * says, (1 - passes) * (1 - says), passes)

    def _stakes(self, to: Seat, claim: str) -> tuple[int, int]:
        """Return how much the next player would suffer on average by saying false, against saying true."""
        if self._believed is None:
            self._believed = believed(self.known, self.seat)
        harm = {True: 0, False: 0}
        for card, weight in self._believed[claim].items():
            harm[cards.true(card, claim)] += weight * self._harm(to, card)
        return harm[True], harm[False]

    def _harm(self, to: Seat, card: str) -> int:
        """Return what it costs a player if the card comes to him and not to the observer, at first sight."""
        falls, of = self.falls, cards.species(card)
        worth, most = falls.worth, falls.most
        if of is None:
            return worth.base
        at = falls.deck.species.index(of)
        lie = (falls.before[to][at], falls.before[self.seat][at])
        return 1 + sum(worth.one(number + 1, most) - worth.one(number, most) for number in lie)

    def _guess(self, true: bool) -> Iterator[End]:
        """Give who may get what if the observer says so."""
        view, claim = self.view, self.view.claim
        assert claim is not None
        assert view.giver is not None
        for card, chance in self.card.items():
            loser = view.giver if cards.true(card, claim) == true else self.seat
            yield chance, (loser, card, claim)

    def _ends(self, card: str, to: Seat, claim: str) -> Iterator[End]:
        """Give who may get a card that is given so."""
        answer, true = self.answer(to, claim), cards.true(card, claim)
        yield answer.loses(true), (self.seat, card, claim)
        yield answer.gains(true), (to, card, claim)

    def _giving(self, card: str, to: Seat, claim: str) -> float:
        mine, theirs = self._worth(self.seat, card, claim), self._worth(to, card, claim)
        back, stays = self._chances(to, claim, cards.true(card, claim))
        return back * mine + stays * theirs

    def _chances(self, to: Seat, claim: str, true: bool) -> tuple[float, float]:
        """Return how likely a card comes back that is given so, and how likely it stays there."""
        key = (to, claim, true)
        if key not in self._likely:
            answer = self.answer(to, claim)
            self._likely[key] = float(answer.loses(true)), float(answer.gains(true))
        return self._likely[key]

    def _best(self, card: str) -> tuple[float, tuple[Seat, str]]:
        """Return the best way to pass a card on, and what it gains."""
        ways = [(to, claim) for to in self.view.unseen_by for claim in self.known.deck.claims]
        return max((self._giving(card, *way), way) for way in ways)

    def _worth(self, seat: Seat, card: str, claim: str) -> float:
        """Return what it is worth that a seat gets a card."""
        return self.falls.gain(seat, self.falls.of(seat, card, claim))

    def _sum(self, action: Action, ends: Iterable[End], right: Fraction | None = None) -> Risk:
        cases = [
            Case(chance, seat, card, self.falls.of(seat, card, claim))
            for chance, (seat, card, claim) in ends
            if chance
        ]
        own = [case for case in cases if case.seat == self.seat]
        gains = [(float(case.chance), self.falls.gain(case.seat, case.fall)) for case in cases]
        mean = sum(chance * gain for chance, gain in gains)
        return Risk(
            action,
            right,
            gets=sum((case.chance for case in own), ZERO),
            loses=sum((case.chance * case.fall.loses for case in own), ZERO),
            triple=sum((case.chance * case.fall.triple for case in own), ZERO),
            wins=sum((case.chance * case.fall.loses for case in cases if case not in own), ZERO),
            value=mean,
            spread=sqrt(max(0.0, sum(chance * gain * gain for chance, gain in gains) - mean * mean)),
            cases=tuple(sorted(cases, key=lambda case: -case.chance)),
        )


def risks(known: Knowledge, model: Model = LOGIC) -> tuple[Risk, ...]:
    """Return the risk of every legal action of the observer, best first; nothing if it is not his turn."""
    if known.observer is None:
        return ()
    return Panel(known, model).risks()


def safe(known: Knowledge) -> tuple[Action, ...]:
    """Return the answers that certainly do not lose at once, where another one may.

    A card that is passed on may come back, so passing is among them only if no card of those that are
    possible could lose.
    """
    if known.observer is None or known.view.phase is not Phase.RECEIVE:
        return ()
    found = risks(known)
    if not any(risk.loses for risk in found):
        return ()
    return tuple(risk.action for risk in found if not risk.loses)


def believed(known: Knowledge, seat: Seat) -> Mapping[str, Mapping[str, int]]:
    """Return what everybody who watches takes the card for once this seat has made a claim, by that claim.

    Cards have weights, whole numbers with a common factor. The seat starts the round, or passes on the
    card on its way.
    """
    public = known.seen_by_others()
    starts = known.view.phase is Phase.PLAY
    card: dict[str, Fraction] = {}
    if starts:
        for weight, deal in public.sight.deals():
            for which, chance in deal.drawn(seat).items():
                card[which] = card.get(which, ZERO) + weight * chance
    else:
        card = dict(public.card(CHOICE))
    honesty = known.manners[seat].honesty(passed=not starts).mean
    likely = {which: likelihood(known.deck, which, honesty) for which in card}
    found = {}
    for claim in known.deck.claims:
        parts = {which: chance * likely[which][claim] for which, chance in card.items()}
        whole = lcm(*(part.denominator for part in parts.values()))
        found[claim] = {which: int(part * whole) for which, part in parts.items()}
    return found
