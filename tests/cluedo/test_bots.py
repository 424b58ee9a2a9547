"""The bots of Cluedo: what each notes, asks, shows and risks."""

from collections import Counter
from random import Random

import pytest

from engine.chance import Chance
from engine.cluedo import bots, cards, rules
from engine.cluedo import table as t
from engine.cluedo.bots import BOTS
from engine.cluedo.sheet import Sheet
from engine.cluedo.table import Accuse, EndTurn, Enter, MoveTo, Roll, Show, Suggest
from engine.core import redact
from engine.match import Match
from engine.play import play
from tests.cluedo.tables import (
    BALLROOM,
    BILLIARD,
    CONSERVATORY,
    DINING,
    HALL,
    KITCHEN,
    LIBRARY,
    LOUNGE,
    SOLUTION,
    STUDY,
    A,
    B,
    C,
    D,
    asked,
    entered,
    legal,
    rolled,
    setup,
    table,
    unrefuted,
)

EDITION = cards.load("sherlock")
SUSPECTS, WEAPONS, LOCATIONS = map(frozenset, (EDITION.suspects, EDITION.weapons, EDITION.locations))


def bot(name, *events, seat=A, seats=4, **options):
    """Return a bot that was told what happened."""
    made = BOTS[name](rules, setup(seats, **options), seat)
    for event in events:
        made.notice(event)
    return made


def hand(*held, seat=A):
    return t.HandDealt(seat, len(held), frozenset(held))


def shown(*shown_cards, by=B, to=A):
    return [t.Shown(by, to, card) for card in shown_cards]


def choices(made, state, times=1, seed=1):
    """Return how often the bot chose what."""
    rng, view = Random(seed), redact(state, rules.decider(state))
    return Counter(made.choose(view, rng) for _ in range(times))


def everything_but(*left):
    return [card for card in EDITION.cards if card not in left]


def sure(location=DINING):
    """Return what leaves one triple only."""
    return [hand("irene"), *shown(*everything_but("sherlock", "wrench", location, "irene"))]


def test_bots_are_named_from_weak_to_strong():
    assert list(BOTS) == ["random", "seen_only", "sheet"]


# random


def test_random_accuses_once_in_fifty_times_where_it_may():
    chosen = choices(bot("random"), entered(table(), STUDY), times=10_000)
    accusations = sum(number for action, number in chosen.items() if isinstance(action, Accuse))
    assert 150 < accusations < 250


def test_random_does_anything_else_as_often():
    chosen = choices(bot("random"), entered(table(), STUDY), times=10_000)
    suggestions = [number for action, number in chosen.items() if isinstance(action, Suggest)]
    assert len(suggestions) == 36
    assert all(200 < number < 350 for number in suggestions)


def test_random_moves_and_shows_by_the_rules():
    state = rolled(table(), 7)
    assert set(choices(bot("random"), state, times=200)) == legal(state)
    assert set(choices(bot("random"), asked().state, times=50)) == {Show("rope"), Show(BALLROOM)}


# What they note


@pytest.mark.parametrize("name", ["seen_only", "sheet"])
def test_own_cards_and_cards_shown_are_crossed_off(name):
    made = bot(name, hand("irene", "rope"), *shown("watson", STUDY))
    assert set(made.open("suspect")) == SUSPECTS - {"irene", "watson"}
    assert set(made.open("weapon")) == WEAPONS - {"rope"}
    assert set(made.open("location")) == LOCATIONS - {STUDY}


NOBODY_HAS_THE_ROPE = [
    hand("irene", "dagger", STUDY),
    t.Suggested(A, "irene", "rope", STUDY),
    t.Passed(B),
    t.Passed(C),
    t.Passed(D),
]


def test_seen_only_draws_no_conclusion_from_passes():
    assert set(bot("seen_only", *NOBODY_HAS_THE_ROPE).open("weapon")) == WEAPONS - {"dagger"}


def test_sheet_concludes_that_what_nobody_has_is_in_the_envelope():
    assert bot("sheet", *NOBODY_HAS_THE_ROPE).open("weapon") == ("rope",)


def test_seen_only_learns_nothing_from_what_others_show_one_another():
    made = bot("seen_only", hand("irene"), t.Suggested(B, "irene", "rope", STUDY), t.Shown(C, B, None))
    assert set(made.open("weapon")) == WEAPONS


def sheet(*events, seats=3, size=6):
    made = Sheet(EDITION, seats)
    for seat in range(seats):
        made.note(t.HandDealt(seat, size, None))
    for event in events:
        made.note(event)
    return made


def test_sheet_finds_the_one_card_that_can_have_been_shown():
    noted = sheet(
        hand("irene", "dagger", "candlestick", "revolver", "piping", STUDY),
        *(t.Suggested(A, "watson", "rope", STUDY), t.Passed(C)),
        *(t.Suggested(B, "watson", "rope", HALL), t.Shown(C, B, None)),
    )
    assert noted.holds(C, HALL)


def test_sheet_knows_that_a_full_hand_holds_nothing_else():
    mine = hand("irene", "dagger", "candlestick", STUDY, HALL, LOUNGE)
    pass_on_rope = [t.Suggested(A, "irene", "rope", STUDY), t.Passed(C)]
    assert set(sheet(mine, *pass_on_rope).open("weapon")) > {"rope"}
    all_of_b = shown("watson", "hudson", "wrench", DINING, BALLROOM, CONSERVATORY)
    assert sheet(mine, *all_of_b, *pass_on_rope).open("weapon") == ("rope",)


def test_sheet_knows_a_hand_when_no_more_cards_are_left_for_it_than_it_has():
    noted = sheet(
        hand("irene", "dagger", "candlestick", STUDY, HALL, LOUNGE),
        *(t.Suggested(C, "lestrade", "rope", DINING), t.Passed(B)),
        *(t.Suggested(C, "hudson", "wrench", KITCHEN), t.Passed(B)),
        *(t.Suggested(C, "watson", "revolver", BALLROOM), t.Passed(B)),
    )
    assert {card for card in EDITION.cards if noted.holds(B, card)} == {
        *("sherlock", "mycroft", "piping"),
        *(CONSERVATORY, BILLIARD, LIBRARY),
    }


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_what_a_sheet_says_is_true(seats):
    for seed in range(3):
        match = Match(rules, setup(seats, board="rooms_only", max_turns=40), Chance(seed))
        play(match, dict.fromkeys(range(seats), BOTS["sheet"]))
        for seat in range(seats):
            noted = Sheet(EDITION, seats)
            for event in match.seen(seat):
                noted.note(event)
            for category, card in zip(cards.CATEGORIES, match.state.envelope, strict=True):
                assert card in noted.open(category)
            for other, held in enumerate(match.state.hands):
                assert {card for card in EDITION.cards if noted.holds(other, card)} <= held


# What they ask


@pytest.mark.parametrize("name", ["seen_only", "sheet"])
def test_detectives_ask_about_what_is_open(name):
    made = bot(name, hand("irene", "rope"), *shown("watson", "dagger"))
    asked_about = choices(made, entered(table(), STUDY), times=300)
    assert {a.suspect for a in asked_about} == SUSPECTS - {"irene", "watson"}
    assert {a.weapon for a in asked_about} == WEAPONS - {"rope", "dagger"}


@pytest.mark.parametrize("name", ["seen_only", "sheet"])
def test_detectives_name_their_own_card_where_a_category_is_settled(name):
    made = bot(name, hand("irene", "rope"), *shown(*(SUSPECTS - {"irene", "sherlock"})))
    assert {a.suspect for a in choices(made, entered(table(), STUDY), times=50)} == {"irene"}


def test_detectives_name_the_settled_card_itself_where_they_hold_none_of_the_category():
    made = bot("seen_only", hand("rope"), *shown(*(SUSPECTS - {"sherlock"})))
    assert {a.suspect for a in choices(made, entered(table(), STUDY), times=50)} == {"sherlock"}


def test_detectives_who_were_summoned_ask_there_when_the_location_is_open():
    state = table(at={"irene": STUDY}, summoned=(True, False, False, False))
    (chosen,) = choices(bot("sheet", hand("irene")), state)
    assert isinstance(chosen, Suggest)


def test_detectives_who_were_summoned_to_a_known_location_go_away():
    state = table(at={"irene": HALL}, summoned=(True, False, False, False))
    assert set(choices(bot("sheet", hand(HALL)), state, times=20)) == {Roll()}


# Where they go


def test_detectives_enter_an_open_location_in_reach():
    assert set(choices(bot("sheet", hand("irene")), rolled(table(), 8), times=20)) == {Enter(LOUNGE, (6, 17))}


def test_detectives_walk_towards_the_nearest_open_location_rather_than_into_a_known_one():
    made = bot("seen_only", hand(LOUNGE))
    (chosen,) = choices(made, rolled(table(), 9), times=20)
    assert chosen == MoveTo((8, 17))  # before the Dining Room, ten pips from the start


def test_detectives_take_a_shortcut_to_what_they_want():
    others = everything_but(CONSERVATORY, *SUSPECTS, *WEAPONS)
    made = bot("seen_only", hand("irene"), *shown(*others))
    assert set(choices(made, table(at={"irene": LOUNGE}), times=20)) == {t.Shortcut()}


def test_detectives_go_anywhere_where_the_board_has_rooms_only():
    made = bot("seen_only", hand(LOUNGE, STUDY), board="rooms_only")
    entries = choices(made, table(options={"board": "rooms_only"}), times=300)
    assert {action.location for action in entries} == LOCATIONS - {LOUNGE, STUDY}


# When they accuse


@pytest.mark.parametrize("name", ["seen_only", "sheet"])
def test_detectives_who_are_sure_accuse_on_the_spot(name):
    assert set(choices(bot(name, *sure()), table(at={"irene": DINING}))) == {Accuse(*SOLUTION)}


@pytest.mark.parametrize("name", ["seen_only", "sheet"])
def test_detectives_who_are_sure_go_where_it_happened(name):
    assert set(choices(bot(name, *sure(LOUNGE)), rolled(table(), 11), times=20)) == {Enter(LOUNGE, (6, 17))}


def test_detectives_who_are_sure_but_elsewhere_ask_as_they_must():
    chosen = choices(bot("sheet", *sure()), entered(table(), STUDY))
    assert all(isinstance(action, Suggest) for action in chosen)


def test_detectives_who_are_sure_accuse_from_anywhere_where_that_is_allowed():
    made = bot("sheet", *sure(), accuse_anywhere=True)
    assert set(choices(made, table(options={"accuse_anywhere": True}))) == {Accuse(*SOLUTION)}


def test_detectives_who_are_not_sure_end_the_turn_when_nobody_refutes():
    assert set(choices(bot("seen_only", hand("irene")), unrefuted().state)) == {EndTurn()}


# What they show


def test_a_detective_shows_a_card_again_that_the_asker_has_seen():
    made = bot("sheet", hand("rope", BALLROOM, "dagger", seat=C), t.Shown(C, A, "rope"), seat=C)
    assert set(choices(made, asked().state, times=20)) == {Show("rope")}


def test_a_detective_does_not_care_what_others_have_seen():
    made = bot("sheet", hand("rope", BALLROOM, "dagger", seat=C), t.Shown(C, B, "rope"), seat=C)
    assert set(choices(made, asked().state, times=50)) == {Show("rope"), Show(BALLROOM)}


def test_the_policy_of_showing_is_exchangeable():
    class Open(bots.SheetBot):
        show = staticmethod(bots.show_any)

    made = Open(rules, setup(4), C)
    made.notice(t.Shown(C, A, "rope"))
    assert set(choices(made, asked().state, times=50)) == {Show("rope"), Show(BALLROOM)}


def test_show_any_shows_each_card_as_often():
    rng = Random(1)
    number = Counter(bots.show_any(("rope", "dagger"), frozenset({"rope"}), rng) for _ in range(1000))
    assert 440 < number["rope"] < 560
