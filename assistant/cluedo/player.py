"""The bot that plays the assistant's advice.

advised    asks what tells most, walks to where most can be asked, accuses when sure or nearly beaten,
           and shows what tells the asker least
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping
from fractions import Fraction
from random import Random
from typing import TypeVar

from assistant.cluedo.advice import CLOSER, Accusing, Study, accusing
from assistant.cluedo.deck import Deck
from assistant.cluedo.glance import TURN, Glance, worth
from assistant.cluedo.knowledge import begin
from assistant.cluedo.outlook import Outlook, Survey
from assistant.cluedo.showing import showings
from assistant.knowledge import CHOICE
from engine.bots import MakeBot
from engine.cluedo import rules
from engine.cluedo import table as t
from engine.cluedo.board import board_of
from engine.cluedo.cards import load
from engine.cluedo.table import Phase, State, Triple
from engine.core import Action, Event, Game, Seat, Setup

T = TypeVar("T")
QUICK = 0.05
"""Up to this budget, in seconds, a bot keeps to WORK states and to what marginals say."""
WORK = 4_000
BEATEN = {2: 0.1, 3: 0.15, 4: 0.2, 5: 0.25, 6: 0.3}
"""How likely somebody else is taken to be first, by the number of seats; with more time, deals are drawn."""
LIKELY = 0.34
"""No accusation is thought of while no triple can be likelier."""


class AdvisedBot:
    """Plays the assistant's advice on what its seat knows; with a budget up to QUICK it weighs less."""

    def __init__(self, game: Game, setup: Setup, seat: Seat, budget: float = 1.0) -> None:
        self.seat, self.quick = seat, budget <= QUICK
        self.edition = load(setup.edition or rules.DEFAULT_EDITION)
        self.events: list[Event] = []
        self.knowledge = begin(Deck.of(self.edition), len(setup.seats), seat)

    def notice(self, event: Event) -> None:
        self.events.append(event)
        self.knowledge = self.knowledge.tell(event)

    def choose(self, view: State, rng: Random) -> Action:
        if view.phase is Phase.SHOW:
            return t.Show(self._shown(view, rng))
        actions = rules.legal(view)
        if len(actions) == 1:
            return actions[0]
        glance = Glance.of(self.knowledge, self.seat)
        likeliest = self._likeliest(glance)
        if likeliest is not None:
            accusation = t.Accuse(*likeliest[0])
            if accusation in actions and self._accuses(view, glance, likeliest[1], rng):
                return accusation
        if view.phase is Phase.ENTERED:
            return self._asked(view, glance)
        moves = [action for action in actions if not isinstance(action, t.Accuse | t.Suggest)]
        values = self._values(view, glance, likeliest)
        if view.phase is Phase.START and rules.may_stay(view):
            here = values.get(view.location or "", 0.0)
            if not moves or here >= max(self._worth(view, move, values) for move in moves):
                return self._asked(view, glance)
        return max(moves, key=lambda move: self._worth(view, move, values))

    def _likeliest(self, glance: Glance) -> tuple[Triple, Fraction] | None:
        """Return the likeliest triple and its chance, None while it cannot be LIKELY."""
        most = min(max(glance.hidden[card] for card in cards) for cards in self.knowledge.deck.categories)
        return self.knowledge.envelope(CHOICE)[0] if most >= LIKELY else None

    def _accuses(self, view: State, glance: Glance, chance: Fraction, rng: Random) -> bool:
        """Tell whether accusing now is better than asking once more, unless somebody else is first."""
        staying = 1 - BEATEN[view.seats]
        if chance == 1:
            return True
        if not self.quick:
            here = (view.location or self.knowledge.deck.locations[0],)
            study = Study(self.knowledge, self.seat, here, heard=False)
            found: Accusing = finished(accusing(study, self.events, rng))
            return found.accuse
        survey = Survey(self.knowledge, self.seat, CHOICE)
        ranked = glance.ranked(view.location or self.knowledge.deck.locations[0])
        later = max(finished(survey.together(cards)).guess for cards in ranked[:CLOSER])
        return chance >= staying * later

    def _values(
        self, view: State, glance: Glance, likeliest: tuple[Triple, Fraction] | None
    ) -> Mapping[str, float]:
        """Return what it is worth to be in each location: what can be asked there, and accusing there."""
        if likeliest is not None and likeliest[1] >= 1 - BEATEN[view.seats]:
            return {likeliest[0][2]: 1.0}
        suspects, weapons, locations = self.knowledge.deck.categories
        others = max(map(glance.hidden.__getitem__, suspects)) * max(map(glance.hidden.__getitem__, weapons))
        return {place: glance.best(place) + others * glance.hidden[place] for place in locations}

    def _worth(self, view: State, move: Action, values: Mapping[str, float]) -> float:
        """Return what a move is worth, in values of locations."""
        match move:
            case t.Enter(location):
                return values.get(location, 0.0)
            case t.Shortcut():
                return values.get(rules.shortcut(view) or "", 0.0)
            case t.Roll():
                return worth(values, board_of(self.edition).distances(view.spot), self.edition.dice)
            case t.MoveTo(square):
                return TURN * worth(values, board_of(self.edition).distances(square), self.edition.dice)
        return 0.0

    def _asked(self, view: State, glance: Glance) -> Action:
        """Return the suggestion that tells most where the token stands."""
        here = view.location
        assert here is not None
        if not self.quick:
            study = Study(self.knowledge, self.seat, (here,), closer=0).run()
            return t.Suggest(*study.outlooks[0].cards[:2])
        ranked = glance.ranked(here)
        survey = Survey(self.knowledge, self.seat, CHOICE)
        best, most = ranked[0], 0.0
        for cards in ranked:
            outlook = self._within(survey, cards)
            if outlook is None:
                break
            if outlook.total > most + 1e-9:
                best, most = cards, outlook.total
        return t.Suggest(*best[:2])

    def _within(self, survey: Survey, cards: Triple) -> Outlook | None:
        """Return the outlook on a suggestion, None where that takes more than the work that is left."""
        work = survey.outlook(cards)
        while survey.work < WORK:
            try:
                next(work)
            except StopIteration as end:
                found: Outlook = end.value
                return found
        return None

    def _shown(self, view: State, rng: Random) -> str:
        """Return the card to show: one he has seen, else what tells least, or in haste what most saw."""
        assert view.asked is not None
        fitting, asker = rules.showable(view), view.active
        if len(fitting) == 1:
            return fitting[0]
        if seen := [card for card in fitting if card in self.knowledge.shown_to(asker)]:
            return rng.choice(seen)
        if not self.quick:
            return showings(self.knowledge, asker)[0].card
        times = Counter(shown.card for shown in self.knowledge.shown)
        most = max(times[card] for card in fitting)
        return rng.choice([card for card in fitting if times[card] == most])


def finished(work: Generator[None, None, T]) -> T:
    """Do all of a work that is done in pieces, and return its answer."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            answer: T = end.value
            return answer


ADVISED: Mapping[str, MakeBot] = {"advised": AdvisedBot}
