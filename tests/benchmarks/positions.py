"""Seeded Cluedo tables, and what a seat or an onlooker knows after every event.

Players suggest uniformly random triples in turn and whoever must show picks at random among what fits. In
every fourth game two players make a failed accusation on the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from assistant.position import Card, Choice, Clause, Place, Position

SIZES = {"suspect": 6, "weapon": 6, "room": 9}
SLOTS = tuple(("envelope", category) for category in SIZES)
SUGGESTIONS = {3: 40, 4: 47, 5: 53, 6: 60}
Triple = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """`by` named `cards`; those in `passed` hold none of them and `shower`, if any, showed `shown`."""

    by: int
    cards: Triple
    passed: tuple[int, ...]
    shower: int | None
    shown: str | None


@dataclass(frozen=True, slots=True)
class Table:
    """One deal with what happened after it: suggestions, and accusations as bare triples."""

    hands: tuple[frozenset[str], ...]
    events: tuple[Suggestion | Triple, ...]


def deck(sizes: dict[str, int] = SIZES) -> dict[str, list[str]]:
    """The cards by category, such as `room7`."""
    return {category: [f"{category}{i}" for i in range(size)] for category, size in sizes.items()}


def table(players: int, seed: int, sizes: dict[str, int] = SIZES) -> Table:
    """The game of this seed; every fourth seed brings two failed accusations, by other seats than 0."""
    rng = Random(f"{players} {seed}")
    cards = deck(sizes)
    envelope = tuple(rng.choice(kind) for kind in cards.values())
    rest = [card for kind in cards.values() for card in kind if card not in envelope]
    rng.shuffle(rest)
    hands = tuple(frozenset(rest[seat::players]) for seat in range(players))
    length = SUGGESTIONS[players]
    accusers = rng.sample(range(1, players), 2) if seed % 4 == 0 else []
    accusations = {rng.randrange(length // 6, length): seat for seat in accusers}
    out: set[int] = set()
    events: list[Suggestion | Triple] = []
    by = -1
    for turn in range(length):
        by = next(seat % players for seat in range(by + 1, by + 1 + players) if seat % players not in out)
        events.append(_suggest(by, _triple(cards, rng), hands, rng))
        if turn in accusations:
            out.add(accusations[turn])
            events.append(next(t for t in iter(lambda: _triple(cards, rng), None) if t != envelope))
    return Table(hands, tuple(events))


def positions(game: Table, seat: int | None, sizes: dict[str, int] = SIZES) -> Iterator[Position]:
    """What `seat` (None: an onlooker without a hand) knows before the first event and after each one."""
    cards = deck(sizes)
    capacity: dict[Place, int] = {player: len(hand) for player, hand in enumerate(game.hands)}
    capacity |= dict.fromkeys(SLOTS, 1)
    slot = {card: ("envelope", category) for category, kind in cards.items() for card in kind}
    domain: dict[Card, frozenset[Place]] = {
        card: frozenset({*range(len(game.hands)), place}) - {seat} for card, place in slot.items()
    }
    if seat is not None:
        domain |= dict.fromkeys(game.hands[seat], frozenset({seat}))
    clauses: list[Clause] = []
    choices: list[Choice] = []
    yield Position(capacity, dict(domain))
    for event in game.events:
        if isinstance(event, Suggestion):
            _hear(event, seat, domain, clauses, choices)
        else:
            clauses.append(Clause({card: frozenset(capacity) - {slot[card]} for card in event}))
        yield Position(capacity, dict(domain), tuple(clauses), tuple(choices))


def _hear(
    said: Suggestion,
    seat: int | None,
    domain: dict[Card, frozenset[Place]],
    clauses: list[Clause],
    choices: list[Choice],
) -> None:
    for player in said.passed:
        for card in said.cards:
            domain[card] -= {player}
    if said.shower is None or said.shower == seat:
        return
    if said.by == seat and said.shown is not None:
        domain[said.shown] = frozenset({said.shower})
        choices.append(Choice(said.shower, frozenset(said.cards) - {said.shown}))
    else:
        clauses.append(Clause(dict.fromkeys(said.cards, frozenset({said.shower}))))


def _suggest(by: int, cards: Triple, hands: tuple[frozenset[str], ...], rng: Random) -> Suggestion:
    passed: list[int] = []
    for step in range(1, len(hands)):
        seat = (by + step) % len(hands)
        if fitting := sorted(hands[seat].intersection(cards)):
            return Suggestion(by, cards, tuple(passed), seat, rng.choice(fitting))
        passed.append(seat)
    return Suggestion(by, cards, tuple(passed), None, None)


def _triple(cards: dict[str, list[str]], rng: Random) -> Triple:
    return tuple(rng.choice(kind) for kind in cards.values())
