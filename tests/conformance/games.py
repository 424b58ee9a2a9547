"""What the conformance tests need to know about each game; a game without an entry fails them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from engine.cluedo import cards
from engine.cluedo import table as cluedo
from engine.core import Event, Seat, Setup
from engine.kings_dogs import table as dogs
from engine.match import Match
from tests.conformance import animals, queens, shown

NAMES = ("Ann", "Bình", "Cho", "Dan", "Eve", "Fay")

Exchange = Callable[[Setup, Sequence[Event], Seat, Random], list[Event]]
Says = Callable[[Setup, Seat, Sequence[Event]], str]
Screen = Callable[[Match, Seat], str]


@dataclass(frozen=True, slots=True)
class Golden:
    """A game to be kept as a transcript: who plays, and the seed that makes everything else."""

    setup: Setup
    bots: tuple[str, ...]
    seed: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One game's knobs.

    `setups` are played with the random bot, `games` times each. `exchange` returns a full log with
    something exchanged that the given seat cannot see; it may come out impossible. `conserved`
    asserts what no event may change, about a full state. `within_cap` says whether a state keeps to
    the game's own cap. `timed` are the set-ups that the speed of play is measured on. `says` are
    what an assistant makes of a seat's log, `screens` what is drawn for a seat at a match, as text.
    """

    setups: tuple[Setup, ...]
    games: int
    exchange: Exchange
    conserved: Callable[[Any], None]
    within_cap: Callable[[Any], bool]
    goldens: Mapping[str, Golden]
    timed: Mapping[str, Setup]
    says: Sequence[Says] = ()
    screens: Sequence[Screen] = ()


def _exchange_dogs(setup: Setup, events: Sequence[Event], seat: Seat, rng: Random) -> list[Event]:
    """Put another seat's dog elsewhere, once."""
    hidden = [i for i, e in enumerate(events) if isinstance(e, dogs.TilesSet) and e.seat != seat]
    exchanged = list(events)
    for i in hidden and [rng.choice(hidden)]:
        exchanged[i] = replace(events[i], position=rng.randint(1, 5))
    return exchanged


def _dogs_conserved(state: dogs.State) -> None:
    for seat in range(state.seats):
        chips = (state.score[seat], state.penalty[seat])
        assert chips <= (2, 3), "more chips flipped than there are"
        dog_found = state.found == seat
        if state.alive[seat] and state.phase is not dogs.Phase.START and not dog_found:
            in_hand = seat in state.unset
            assert (state.dogs[seat] is None) == in_hand, "one dog in every set of tiles that stands"
        assert state.dogs[seat] not in state.face_up[seat], "a tile is a dog or an X"
        assert state.face_up[seat] <= dogs.DOORS
    assert state.open <= dogs.DOORS


def _exchange_cards(setup: Setup, events: Sequence[Event], seat: Seat, rng: Random) -> list[Event]:
    """Exchange two cards between places that `seat` cannot see, and show others where these are gone."""
    kinds = cards.load(setup.edition)
    deal = [e for e in events if isinstance(e, cluedo.HandDealt | cluedo.EnvelopeFilled)]
    places = [e for e in deal if isinstance(e, cluedo.EnvelopeFilled) or e.seat != seat]
    from_place, to_place = rng.sample(places, 2)
    given = rng.choice(sorted(from_place.cards))
    fits = [c for c in sorted(to_place.cards) if kinds.category(c) == kinds.category(given)]
    free = not any(isinstance(p, cluedo.EnvelopeFilled) for p in (from_place, to_place))
    taken = rng.choice((sorted(to_place.cards) if free else fits) or [given])
    swap = {given: taken, taken: given}
    hands: dict[Seat, frozenset[str]] = {}
    envelope: tuple[str, ...] = ()
    suggestion: tuple[str, ...] = ()
    exchanged: list[Event] = []
    for event in events:
        match event:
            case cluedo.HandDealt(owner, _, hand):
                hands[owner] = frozenset(swap.get(card, card) for card in hand)
                event = replace(event, cards=hands[owner])
            case cluedo.EnvelopeFilled(triple):
                envelope = tuple(swap.get(card, card) for card in triple)
                event = replace(event, cards=envelope)
            case cluedo.EnvelopeSeen():
                event = replace(event, cards=envelope)
            case cluedo.Suggested(_, suspect, weapon, location):
                suggestion = (suspect, weapon, location)
            case cluedo.Shown(by, to, card) if card not in hands[by] and seat not in (by, to):
                held = [named for named in suggestion if named in hands[by]]
                event = replace(event, card=rng.choice(held or [card]))
        exchanged.append(event)
    return exchanged


def _cards_conserved(state: cluedo.State) -> None:
    if state.phase is cluedo.Phase.DEAL:
        return
    hands = [card for hand in state.hands for card in hand]
    everywhere = [*hands, *state.envelope, *state.turned_up]
    assert sorted(everywhere) == sorted(cards.load(state.edition).cards)
    assert state.hand_sizes == tuple(len(hand) for hand in state.hands)


def _setup(game: str, seats: int, edition: str = "", **options: object) -> Setup:
    return Setup(game, NAMES[:seats], edition, options)


_DOGS_VARIANTS = {"score_timing": "immediate", "placement": "choose", "reward_optional": True}
_POKER_VARIANTS = {"penalty_special": "hand_only", "special_unpayable": "free", "starter": 1}
_CLUEDO_VARIANTS = {
    "allow_early_stop": True,
    "suggestion_optional": True,
    "accuse_anywhere": True,
    "last_standing_wins": True,
}
_QUEENS_VARIANTS = {
    "dragon_reroll": False,
    "reroll_limit": 1,
    "reroll_on_gnome": False,
    "draw_bonus_optional": True,
    "gnome_dragon_moves_knights": True,
    "die_faces": ("1", "1", "2", "3", "dragon", "dragon"),
    "queens": (6, 4, 2),
    "companions": (2, 3, 4, 1),
}

ENTRIES = {
    "kings_dogs": Entry(
        setups=(
            _setup("kings_dogs", 2),
            _setup("kings_dogs", 3),
            _setup("kings_dogs", 5),
            _setup("kings_dogs", 4, first_leader=2, max_rounds=3),
            _setup("kings_dogs", 3, **_DOGS_VARIANTS),
            _setup("kings_dogs", 5, **_DOGS_VARIANTS),
        ),
        games=20,
        exchange=_exchange_dogs,
        conserved=_dogs_conserved,
        within_cap=lambda state: state.round <= state.options["max_rounds"],
        goldens={
            "two_players": Golden(_setup("kings_dogs", 2), ("random",) * 2, 1),
            "five_players": Golden(_setup("kings_dogs", 5), ("random",) * 5, 2),
            "every_variant": Golden(_setup("kings_dogs", 3, **_DOGS_VARIANTS), ("random",) * 3, 3),
            "careful": Golden(_setup("kings_dogs", 4), ("careful", "random") * 2, 4),
        },
        timed={f"{seats} players": _setup("kings_dogs", seats) for seats in (2, 3, 5)},
        says=(shown.kings_dogs_knowledge,),
        screens=(shown.kings_dogs_screen,),
    ),
    "cockroach_poker": Entry(
        setups=(
            _setup("cockroach_poker", 2),
            _setup("cockroach_poker", 3),
            _setup("cockroach_poker", 4, max_rounds=9),
            _setup("cockroach_poker", 5, starter=2),
            _setup("cockroach_poker", 6, special_unpayable="free", max_rounds=60),
            _setup("cockroach_poker", 4, **_POKER_VARIANTS),
        ),
        games=6,
        exchange=animals.exchange,
        conserved=animals.conserved,
        within_cap=lambda state: state.round <= state.options["max_rounds"],
        goldens={
            "two_players": Golden(_setup("cockroach_poker", 2), ("random",) * 2, 1),
            "four_players": Golden(
                _setup("cockroach_poker", 4), ("reader", "counting", "random", "counting"), 2
            ),
            "every_variant": Golden(_setup("cockroach_poker", 6, **_POKER_VARIANTS), ("random",) * 6, 3),
        },
        timed={f"{seats} players": _setup("cockroach_poker", seats) for seats in (2, 4, 6)},
        says=(shown.cockroach_poker_knowledge,),
        screens=(shown.cockroach_poker_screen,),
    ),
    "cluedo": Entry(
        setups=(
            _setup("cluedo", 3, "sherlock", max_turns=60),
            _setup("cluedo", 6, "classic_us", max_turns=60),
            _setup("cluedo", 2, "classic_uk", board="rooms_only"),
            _setup("cluedo", 5, "sherlock", board="rooms_only"),
            _setup("cluedo", 4, "sherlock", **_CLUEDO_VARIANTS),
            _setup("cluedo", 3, "sherlock", max_turns=6),
        ),
        games=4,
        exchange=_exchange_cards,
        conserved=_cards_conserved,
        within_cap=lambda state: state.turn <= state.options["max_turns"],
        goldens={
            "three_sheets": Golden(_setup("cluedo", 3, "sherlock"), ("sheet",) * 3, 1),
            "six_players": Golden(_setup("cluedo", 6, "classic_us"), ("sheet", "seen_only", "random") * 2, 2),
            "rooms_only": Golden(_setup("cluedo", 4, "sherlock", board="rooms_only"), ("seen_only",) * 4, 3),
            "every_variant": Golden(_setup("cluedo", 4, "sherlock", **_CLUEDO_VARIANTS), ("random",) * 4, 4),
        },
        timed={
            f"{board}, {seats} players": _setup("cluedo", seats, "sherlock", board=board)
            for board in ("classic", "rooms_only")
            for seats in (3, 6)
        },
        says=(shown.cluedo_knowledge,),
        screens=(shown.cluedo_screen,),
    ),
    "sleeping_queens": Entry(
        setups=(
            _setup("sleeping_queens", 2),
            _setup("sleeping_queens", 3),
            _setup("sleeping_queens", 5),
            _setup("sleeping_queens", 4, first_player=2, max_turns=12),
            _setup("sleeping_queens", 3, **_QUEENS_VARIANTS),
            _setup("sleeping_queens", 5, **_QUEENS_VARIANTS),
        ),
        games=4,
        exchange=queens.exchange,
        conserved=queens.conserved,
        within_cap=lambda state: state.turn <= state.options["max_turns"],
        goldens={
            "two_players": Golden(_setup("sleeping_queens", 2), ("greedy",) * 2, 1),
            "five_players": Golden(
                _setup("sleeping_queens", 5), ("greedy", "random", "greedy", "greedy", "random"), 2
            ),
            "every_variant": Golden(_setup("sleeping_queens", 3, **_QUEENS_VARIANTS), ("random",) * 3, 3),
        },
        timed={f"{seats} players": _setup("sleeping_queens", seats) for seats in (2, 3, 5)},
        says=(shown.sleeping_queens_knowledge,),
    ),
}
