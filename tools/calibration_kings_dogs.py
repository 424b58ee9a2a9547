"""What is said about the dogs of King's Dogs, against where they were."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from assistant import games
from assistant.kings_dogs.habits import USUAL, Conduct
from assistant.kings_dogs.knowledge import begin
from assistant.kings_dogs.player import Habitual
from assistant.knowledge import CHOICE
from engine.bots import MakeBot
from engine.chance import Chance
from engine.core import Setup, redact
from engine.kings_dogs import rules
from engine.match import Match
from engine.play import play
from tools.calibration import Field, Said, Section

SEATS = ("A", "B", "C")


def said(makers: Sequence[MakeBot], number: int, conduct: Conduct = USUAL) -> list[Said]:
    """Play a game of these bots and return what an onlooker says of every dog at every decision.

    What the tiles alone exclude is left out: it is certain, and not said by the model.
    """
    setup = Setup("kings_dogs", SEATS[: len(makers)])
    match = Match(rules, setup, Chance(f"calibration {number}"))
    play(match, dict(enumerate(makers)))
    known, state, found = begin(setup, None, (), conduct), rules.start(setup), []
    for event in match.log:
        known, state = known.tell(redact(event, None)), rules.evolve(state, event)
        if rules.decider(state) is not None:
            for seat in known.hiding:
                chances = known.positions(seat, CHOICE)
                found += [(p, where == state.dogs[seat]) for where, p in chances.items() if p]
    return found


def _field(name: str, *bots: str, number: int, asserted: bool = False) -> Field:
    known = {**games.bots("kings_dogs"), "model": Habitual}
    return Field(name, partial(said, [known[bot] for bot in bots]), number, asserted)


SECTION = Section(
    title="King's Dogs: where is a player's dog?",
    about=(
        "The model is `choice` of `assistant/kings_dogs/habits.py`, as an onlooker applies it at every"
        " decision of three players. The bots that follow it draw a habit for each game."
    ),
    fields=(
        _field("three that follow the model", *("model",) * 3, number=600, asserted=True),
        _field("three careful", *("careful",) * 3, number=200),
        _field("three random", *("random",) * 3, number=200),
        _field("advised, careful and random", "advised", "careful", "random", number=100),
    ),
)
