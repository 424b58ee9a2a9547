"""What the assistant and the screens make of a game, as text, for the test of secrecy."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core import Event, Seat, Setup
from engine.match import Match


def cluedo_knowledge(setup: Setup, seat: Seat, events: Sequence[Event]) -> str:
    """Return what the assistant knows from a seat's log, under both models, and one suggestion's outlook."""
    from assistant.cluedo.deck import Deck
    from assistant.cluedo.knowledge import begin
    from assistant.cluedo.outlook import Survey, suggestions
    from assistant.knowledge import MODELS
    from engine.cluedo import cards
    from tests.oracle.test_forecast import finished

    deck = Deck.of(cards.load(setup.edition))
    known = begin(deck, len(setup.seats), seat, events)
    outlook = finished(Survey(known, seat).outlook(suggestions(deck, deck.locations[0])[0]))
    return f"{known.deals} {[known.cells(model) for model in MODELS]} {known.solution()} {outlook}"


def kings_dogs_knowledge(setup: Setup, seat: Seat, events: Sequence[Event]) -> str:
    """Return everything that the assistant knows from a seat's log, under both models, and its advice."""
    from assistant.kings_dogs.advice import prospects
    from assistant.kings_dogs.knowledge import begin
    from assistant.knowledge import MODELS

    known = begin(setup, seat, events)
    where = [[known.positions(other, model) for model in MODELS] for other in range(len(setup.seats))]
    return f"{where} {known.beliefs} {prospects(known)}"


def sleeping_queens_knowledge(setup: Setup, seat: Seat, events: Sequence[Event]) -> str:
    """Return what the assistant knows of pile and ring from a seat's log, its chances and its advice."""
    from assistant.sleeping_queens import advice, dice, standing
    from assistant.sleeping_queens.knowledge import begin

    known = begin(setup, seat, events)
    draw = dice.outcomes(known.view, seat)
    return f"{known.pile} {known.slots} {draw} {advice.advise(known)} {standing.standings(known.view)}"


def cockroach_poker_knowledge(setup: Setup, seat: Seat, events: Sequence[Event]) -> str:
    """Return where a seat's log says that cards are, under both models, everybody's ways, and advice."""
    from assistant.cockroach_poker.fall import Falls
    from assistant.cockroach_poker.knowledge import begin
    from assistant.cockroach_poker.risk import Panel
    from assistant.knowledge import CHOICE, MODELS

    known = begin(setup, seat, events)
    where = [known.species(place, CHOICE) for place in known.sight.hidden]
    ranked = Panel(known, CHOICE, Falls(known, depth=1)).ranked()
    return f"{where} {[known.card(model) for model in MODELS]} {known.manners} {ranked}"


def cluedo_screen(match: Match, seat: Seat) -> str:
    """Return the page that is drawn for the person on `seat`."""
    from assistant.ui.cluedo.play import PlayCluedo
    from assistant.ui.sitting import Sitting

    screen = PlayCluedo(folder=None, seed=0)
    others = (other for other in range(len(match.setup.seats)) if other != seat)
    screen.sitting = Sitting(match, seat, dict.fromkeys(others, "random"))
    return screen.render()


def kings_dogs_screen(match: Match, seat: Seat) -> str:
    """Return the page that is drawn for the person on `seat`, with no advice: that is among what is said."""
    from assistant.ui.kings_dogs.play import PlayKingsDogs
    from assistant.ui.sitting import Sitting

    screen = PlayKingsDogs(folder=None, seed=0)
    others = (other for other in range(len(match.setup.seats)) if other != seat)
    screen.sitting = Sitting(match, seat, dict.fromkeys(others, "random"))
    return screen.render()


def cockroach_poker_screen(match: Match, seat: Seat) -> str:
    """Return the page that is drawn for the person on `seat`, with no advice: that is among what is said."""
    from assistant.ui.cockroach_poker.play import PlayCockroachPoker
    from assistant.ui.sitting import Sitting

    screen = PlayCockroachPoker(folder=None, seed=0)
    others = (other for other in range(len(match.setup.seats)) if other != seat)
    screen.sitting = Sitting(match, seat, dict.fromkeys(others, "random"))
    return screen.render()
