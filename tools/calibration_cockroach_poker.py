"""What is said about the card on its way in Cockroach Poker Royal, against which card it was."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from assistant import games
from assistant.cockroach_poker.knowledge import begin
from assistant.cockroach_poker.player import Habitual
from assistant.knowledge import CHOICE
from engine.bots import MakeBot
from engine.chance import Chance
from engine.cockroach_poker import cards, rules
from engine.cockroach_poker import table as t
from engine.core import Setup, redact
from engine.match import Match
from engine.play import play
from tools.calibration import Field, Said, Section


def said(makers: Sequence[MakeBot], number: int, honesty: Fraction | None = None) -> list[Said]:
    """Play a game of these bots and return what an onlooker says of every claim before it is answered.

    For each claim that might be made of the card: how likely it is true, and whether it is. With an
    `honesty`, everybody's is set to it.
    """
    setup = Setup("cockroach_poker", tuple("ABCDEF"[: len(makers)]))
    match = Match(rules, setup, Chance(f"calibration {number}"))
    play(match, dict(enumerate(makers)))
    known, state, found = begin(setup, None), rules.start(setup), []
    if honesty is not None:
        known = known.with_honesty(dict.fromkeys(range(len(makers)), honesty))
    for event in match.log:
        known, state = known.tell(redact(event, None)), rules.evolve(state, event)
        if isinstance(event, t.Offered | t.PassedOn):
            assert state.card is not None
            found += [(p, cards.true(state.card, claim)) for claim, p in known.truths(CHOICE).items()]
    return found


def _field(name: str, *bots: str, number: int, asserted: bool = False) -> Field:
    known = {**games.bots("cockroach_poker"), "model": Habitual}
    return Field(name, partial(said, [known[bot] for bot in bots]), number, asserted)


SECTION = Section(
    title="Cockroach Poker Royal: which claims are true of the card?",
    about=(
        "The model is `choice` of `assistant/cockroach_poker/habits.py`, as an onlooker applies it to every"
        " card that is pushed, for each of the eight claims. The bots that follow it draw an honesty about"
        " own cards and one about cards passed on for each game."
    ),
    fields=(
        _field("four that follow the model", *("model",) * 4, number=400, asserted=True),
        _field("four readers", *("reader",) * 4, number=150),
        _field("four random", *("random",) * 4, number=150),
        _field("advised, reader, counting and random", "advised", "reader", "counting", "random", number=60),
    ),
)
