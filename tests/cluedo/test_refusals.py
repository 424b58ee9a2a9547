"""What the rules of Cluedo say to an action that they refuse."""

import pytest

from engine.cluedo import rules
from engine.cluedo.table import Accuse, EndTurn, Enter, MoveTo, Roll, Shortcut, Show, Suggest
from engine.core import IllegalAction, redact
from tests.cluedo.tables import (
    DINING,
    LESTRADE_ROPE,
    LOUNGE,
    SOLUTION,
    STUDY,
    Table,
    asked,
    entered,
    rolled,
    table,
    unrefuted,
)

SUMMONED = (True, False, False, False)
ROOMS = {"board": "rooms_only"}
ANYWHERE = {"accuse_anywhere": True}
REFUSALS = {
    "walking before rolling": (table(), MoveTo((2, 16)), "Roll first, then move."),
    "entering before rolling": (table(), Enter(STUDY, (4, 6)), "Roll first, then move."),
    "a shortcut from a square": (table(), Shortcut(), "No shortcut starts where you stand."),
    "waiting though one can walk": (table(), EndTurn(), "You can still move."),
    "suggesting on a square": (table(), LESTRADE_ROPE, "You can only suggest in a location."),
    "suggesting without leaving": (
        table(at={"irene": STUDY}),
        LESTRADE_ROPE,
        "You have been here since your last turn. Leave first, then come back to suggest.",
    ),
    "accusing on a square": (
        table(),
        Accuse(*SOLUTION),
        "You can only accuse while you stand in a location.",
    ),
    "accusing elsewhere": (
        table(at={"irene": STUDY}),
        Accuse(*SOLUTION),
        "You can only accuse here, in pool.",
    ),
    "showing when nobody asked": (table(), Show("rope"), "That cannot be done now."),
    "rolling without dice": (table(options=ROOMS), Roll(), "Choose another location to go to."),
    "staying with rooms only": (
        table(at={"irene": STUDY}, options=ROOMS),
        Enter(STUDY),
        "Choose another location to go to.",
    ),
    "out of reach": (rolled(table(), 7), MoveTo((7, 7)), "This roll does not take you there."),
    "a location out of reach": (
        rolled(table(), 7),
        Enter(LOUNGE, (6, 17)),
        "This roll does not take you there.",
    ),
    "a second roll": (rolled(table(), 7), Roll(), "You have rolled. Now move your token."),
    "not walking": (rolled(table(), 7), EndTurn(), "You have rolled. Now move your token."),
    "entering and saying nothing": (
        entered(table(), STUDY),
        EndTurn(),
        "Whoever enters a location must suggest or accuse there.",
    ),
    "walking on": (entered(table(), STUDY), Roll(), "You have moved. Now suggest or accuse."),
    "a weapon as suspect": (
        entered(table(), STUDY),
        Suggest("rope", "lestrade"),
        "Name a suspect and a weapon of this game.",
    ),
    "no card of this edition": (
        table(at={"irene": STUDY}, summoned=SUMMONED),
        Suggest("mustard", "rope"),
        "Name a suspect and a weapon of this game.",
    ),
    "accusing nobody of the edition": (
        entered(table(), STUDY),
        Accuse("mustard", "rope", STUDY),
        "Name a suspect, a weapon and a location of this game.",
    ),
    "accusing in no location of the edition": (
        table(options=ANYWHERE),
        Accuse("irene", "rope", "cellar"),
        "Name a suspect, a weapon and a location of this game.",
    ),
    "a card that was not named": (
        asked().state,
        Show("dagger"),
        "Show one of the named cards that you hold.",
    ),
    "a named card of somebody else": (
        asked().state,
        Show("lestrade"),
        "Show one of the named cards that you hold.",
    ),
    "not showing": (asked().state, EndTurn(), "Show one of the named cards that you hold."),
    "a second suggestion": (
        unrefuted().state,
        LESTRADE_ROPE,
        "You have suggested. Now end your turn or accuse.",
    ),
}


@pytest.mark.parametrize(("state", "action", "sentence"), REFUSALS.values(), ids=REFUSALS)
def test_a_refusal_says_what_is_wrong_or_what_to_do(state, action, sentence):
    match = Table(state)
    with pytest.raises(IllegalAction) as refused:
        match.step(action)
    assert str(refused.value.reason) == sentence
    assert refused.value.value == action
    assert match.log == []


def test_after_the_end_nothing_can_be_done():
    match = Table(table(at={"irene": DINING})).play(Accuse(*SOLUTION))
    with pytest.raises(IllegalAction, match="The game is over"):
        match.step(Roll())


@pytest.mark.parametrize("state", [case[0] for case in REFUSALS.values()], ids=REFUSALS)
def test_what_is_legal_is_never_refused(state):
    view = redact(state, rules.decider(state))
    assert all(rules.refusal(view, action) is None for action in rules.legal(view))
