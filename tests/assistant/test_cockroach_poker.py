"""What a seat of Cockroach Poker Royal knows, against every deal of a small deck and python-constraint."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product

import pytest

from assistant.cockroach_poker import model
from assistant.cockroach_poker.deal import PILE
from assistant.cockroach_poker.habits import Manners
from assistant.cockroach_poker.knowledge import Knowledge, begin, kinds
from assistant.cockroach_poker.sight import Sight
from assistant.knowledge import CHOICE, LOGIC, Impossible
from engine.bots import RandomBot
from engine.chance import Chance
from engine.cockroach_poker import cards, rules
from engine.cockroach_poker import table as t
from engine.cockroach_poker.table import Phase
from engine.core import Setup, redact
from engine.match import Match
from engine.play import play
from tests.assistant.cockroach_deals import CARDS, tiny, trials
from tests.cockroach_poker.tables import A, B, C, setup, table
from tests.cockroach_poker.test_invariants import SMALL


def share(counted: Mapping[object, int]) -> dict[object, Fraction]:
    whole = sum(counted.values())
    return {key: Fraction(number, whole) for key, number in counted.items() if number}


def nonzero(chances: Mapping[object, Fraction]) -> dict[object, Fraction]:
    return {key: chance for key, chance in chances.items() if chance}


# --- exact, against brute force


@pytest.mark.parametrize(
    ("seats", "seed", "seat"),
    [(2, 1, A), (2, 2, B), (2, 5, A), (3, 1, A), (3, 4, B), (3, 6, C), (3, 2, None)],
)
def test_the_card_on_its_way_hands_and_pile_are_those_of_every_deal_tried(seats, seed, seat):
    match = tiny(seats, seed, special_unpayable="free", max_rounds=6)
    known, compared = begin(match.setup, seat), 0
    for event, worlds in trials(match, seat):
        known = known.tell(event)
        if not worlds or isinstance(event, t.CardRevealed | t.RoundLost):
            continue
        if known.sight.moving:
            assert known.card() == share(Counter(CARDS[world.way or 0] for world in worlds))
        for place in known.sight.hidden:
            held = [world.pile if place == PILE else world.hands[place] for world in worlds]
            for kind in kinds(known.deck).values():
                counted = Counter(sum(CARDS[one] in kind for one in lie) for lie in held)
                assert nonzero(dict(enumerate(known.number(place, kind)))) == share(counted)
                compared += 1
    assert compared > 50


@pytest.mark.parametrize("seed", range(4))
def test_whole_hands_are_as_likely_as_among_every_deal_tried(seed):
    match = tiny(3, seed)
    known = begin(match.setup, A)
    for event, worlds in trials(match, A):
        known = known.tell(event)
        if worlds and known.view.phase in (Phase.PLAY, Phase.RECEIVE):
            counted = Counter(tuple(sorted(CARDS[one] for one in world.hands[B])) for world in worlds)
            for hand, chance in share(counted).items():
                assert known.holds(B, Counter(hand)) == chance


@pytest.mark.parametrize(("seats", "seat"), [(2, A), (3, B), (3, None)])
def test_python_constraint_finds_the_same_worlds(seats, seat):
    match = tiny(seats, 4, special_unpayable="free", max_rounds=6)
    known, compared = begin(match.setup, seat), 0
    for event in match.log:
        known = known.tell(redact(event, seat))
        if known.view.phase not in (Phase.PLAY, Phase.RECEIVE, Phase.PAY):
            continue
        found = list(model.worlds(known.sight))
        for place in known.sight.hidden:
            for kind in kinds(known.deck).values():
                counted: Counter[int] = Counter()
                for ways, world in found:
                    counted[sum(world.get((place, card), 0) for card in kind)] += ways
                assert nonzero(dict(enumerate(known.number(place, kind)))) == share(counted)
                compared += 1
        if known.sight.moving:
            on_way: Counter[str] = Counter()
            for ways, world in found:
                on_way[next(card for card in set(CARDS) if world.get((model.WAY, card)))] += ways
            assert known.card() == share(on_way)
    assert compared


def test_python_constraint_judges_the_whole_deck_too():
    match, known = game(3, 3), begin(setup(3), A)
    judged = 0
    for event in match.log:
        known = known.tell(redact(event, A))
        if known.sight.moving and not judged:
            for card in known.deck.counts:
                assert model.possible(known.sight, model.WAY, card) == (card in known.card())
                judged += 1
    assert judged


# --- certain things


def game(seats: int, seed: int, edition: str = "", **options) -> Match:
    match = Match(rules, Setup("cockroach_poker", tuple("ABCDEF"[:seats]), edition, options), Chance(seed))
    play(match, dict.fromkeys(range(seats), RandomBot))
    return match


def at(state, *events, held=(), seat=A) -> Knowledge:
    """What A knows at a table after these events; `held` are (seat, special) that all have seen."""
    sight = Sight(
        redact(state, seat), seat, tuple(tuple(c for s, c in held if s == of) for of in range(state.seats))
    )
    return Knowledge(sight, (Manners(),) * state.seats).tell_all(events)


def bats_in_sight(*own: str, **more):
    return table(2, hands={A: (*("bat",) * 8, "bat-royal", *own), B: ("fly",) * 9}, starter=B, pile=("rat",))


@pytest.mark.parametrize("by", [LOGIC, CHOICE])
def test_a_claim_of_an_animal_that_lies_all_in_sight_is_certainly_a_lie_but_for_the_joker(by):
    assert at(bats_in_sight("joker"), t.Offered(B, A, "bat")).truth(by) == 0
    assert 0 < at(bats_in_sight("blank"), t.Offered(B, A, "bat")).truth(by) < 1


@pytest.mark.parametrize("by", [LOGIC, CHOICE])
def test_a_last_card_that_all_have_seen_is_certain(by):
    state = table(3, hands={A: ("bat",), B: ("joker",), C: ("fly",)}, starter=B)
    known = at(state, t.Offered(B, A, "toad"), held=[(B, "joker")])
    assert known.card(by) == {"joker": 1}
    assert known.truths(by) == {**dict.fromkeys(known.deck.species, 1), "royal": 0}


def test_a_special_that_went_to_a_hand_is_there_or_on_its_way():
    state = table(3, hands={A: ("bat",) * 4, B: ("joker", "fly", "fly", "fly"), C: ("fly",) * 4}, starter=B)
    known = at(state, t.Offered(B, C, "toad"), held=[(B, "joker")])
    assert known.card()["joker"] == Fraction(1, 4)
    assert known.number(B, ["joker"]) == (Fraction(1, 4), Fraction(3, 4), 0, 0)
    assert known.number(C, ["joker"])[1] == 0


def test_what_i_looked_at_is_certain_until_it_is_turned_over():
    known = at(table(4, starter=B), t.Offered(B, A, "toad"), t.Peeked(A, "blank"), t.PassedOn(A, C, "rat"))
    assert known.card() == {"blank": 1}
    assert known.truth(CHOICE) == 0
    assert known.number(B, ["blank"])[1] == 0


def test_who_pays_with_one_card_that_does_not_fit_holds_nothing_but_specials():
    state = table(3, hands={A: ("bat",) * 3, B: ("fly", "joker"), C: ("fly",) * 3}, starter=B)
    events = [
        t.Offered(B, A, "toad"),
        t.Guessed(A, False),
        t.CardRevealed("blank"),
        t.RoundLost(B, False),
        t.SpecialTaken(B, "blank", "round"),
        t.PaymentDue(B),
    ]
    known = at(state, *events[:-1])
    assert known.number(B, ["joker"])[1] > 0
    known = at(state, *events)
    assert known.number(B, ["joker"])[1] == 0
    state = table(3, hands={A: ("bat",) * 3, B: ("fly", "joker", "rat"), C: ("fly",) * 3}, starter=B)
    known = at(state, *events, t.Paid(B, ("fly",), False))
    assert known.number(B, ["joker"])[1] == 1


@pytest.mark.parametrize(("seats", "edition"), [(2, ""), (3, ""), (6, ""), (3, SMALL), (4, SMALL)])
def test_the_truth_is_never_excluded_and_what_is_certain_is_true(seats, edition):
    for seed in range(4):
        match = game(seats, seed, edition, special_unpayable=("lose", "free")[seed % 2], max_rounds=30)
        knowns = [begin(match.setup, seat) for seat in (A, None)]
        state = rules.start(match.setup)
        for event in match.log:
            state = rules.evolve(state, event)
            for place, known in enumerate(knowns):
                knowns[place] = known = known.tell(redact(event, known.observer))
                if known.view.phase in (Phase.RECEIVE, Phase.FORWARD):
                    chances, read = known.card(), known.card(CHOICE)
                    assert chances[state.card] > 0
                    assert read.keys() == chances.keys()
                    assert sum(chances.values()) == sum(read.values()) == 1
                    truth = cards.true(state.card, state.claim)
                    assert known.truth() not in (0, 1) or known.truth() == truth


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_hands_and_pile_always_add_up(seats):
    match = game(seats, 7)
    known = begin(match.setup, A).tell_all(redact(event, A) for event in match.log[: 2 * len(match.log) // 3])
    assert known.view.round > 1
    for by, place in product((LOGIC, CHOICE), known.sight.hidden):
        numbers = [known.number(place, [card], by) for card in known.deck.counts]
        expected = sum(n * chance for chances in numbers for n, chance in enumerate(chances))
        assert expected == (known.view.pile_size - 1 if place == PILE else known.view.hand_sizes[place])


# --- what cannot have happened


ONCE = table(3, hands={A: ("bat", "bat", "joker"), B: ("fly",) * 3}, displays={C: ("bat",) * 3}, starter=B)


@pytest.mark.parametrize(
    ("events", "reason"),
    [
        ([t.Offered(B, A, "joker")], "Claim one of the animals, or royal."),
        ([t.Offered(B, A, "dragon")], "Claim one of the animals, or royal."),
        ([t.Offered(B, B, "bat")], "Push the card to another player."),
        ([t.Offered(C, A, "bat")], "It is the turn of 1, not of 2."),
        ([t.Offered(B, A, "bat"), t.Peeked(A)], "Say which card you looked at."),
        ([t.Offered(B, A, "bat"), t.Peeked(A, "joker")], "The deck has no more of this card"),
        ([t.Offered(B, C, "bat"), t.Peeked(C), t.PassedOn(C, B, "bat")], "1 has seen this card already."),
        ([t.Offered(B, A, "bat"), t.Guessed(A, True), t.CardRevealed("joker")], "The deck has no more"),
        ([t.Offered(B, A, "bat"), t.Guessed(A, True), t.CardRevealed("unicorn")], "There is no such card"),
        ([t.Offered(B, A, "bat"), t.Guessed(C, True)], "It is the turn of 0, not of 2."),
        ([t.RoundBegan(A)], "does not come next"),
    ],
)
def test_an_event_that_cannot_be_is_refused_with_its_reason(events, reason):
    with pytest.raises(Impossible, match=reason):
        at(ONCE, *events)


def test_a_ninth_bat_is_refused():
    with pytest.raises(Impossible, match="all 8 are known: bat"):
        at(bats_in_sight(), t.Offered(B, A, "bat"), t.Guessed(A, True), t.CardRevealed("bat"))


def test_a_card_that_i_looked_at_cannot_turn_out_another():
    seen = [t.Offered(B, A, "bat"), t.Peeked(A, "toad"), t.PassedOn(A, C, "rat"), t.Guessed(C, True)]
    with pytest.raises(Impossible, match="another one: toad"):
        at(ONCE, *seen, t.CardRevealed("rat"))


DUE = [
    t.Offered(B, A, "toad"),
    t.Guessed(A, False),
    t.CardRevealed("blank"),
    t.RoundLost(B, False),
    t.SpecialTaken(B, "blank", "round"),
    t.PaymentDue(B),
]


@pytest.mark.parametrize(
    ("paid", "matching", "reason"),
    [
        (("blank",), True, "A special card is never laid."),
        (("fly", "joker"), False, "A special card is never laid."),
        (("fly",), True, "does not fit the claim"),
        (("fly", "toad"), False, "Pay with one card that fits the claim, or with two that do not."),
        (("fly", "fly", "rat"), False, "Pay with one card that fits the claim, or with two that do not."),
        (("fly",), False, "Pay with one card that fits the claim, or with two that do not."),
    ],
)
def test_a_wrong_payment_of_somebody_else_is_refused(paid, matching, reason):
    with pytest.raises(Impossible, match=reason):
        at(table(3, hands={B: ("fly",) * 6}, starter=B), *DUE, t.Paid(B, paid, matching))


def test_an_own_card_must_be_named_and_held():
    mine = table(3, hands={A: ("bat", "fly")}, starter=A)
    with pytest.raises(Impossible, match="Say which card you push"):
        at(mine, t.Offered(A, B, "bat"))
    with pytest.raises(Impossible, match="You do not hold that card: toad"):
        at(mine, t.Offered(A, B, "bat", "toad"))


def test_what_was_refused_changes_nothing():
    known = at(ONCE)
    with pytest.raises(Impossible):
        known.tell(t.Offered(B, A, "joker"))
    assert known == at(ONCE)
