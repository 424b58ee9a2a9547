"""Every deal of a small deck of Cockroach Poker Royal tried one by one, cards told apart: the slow oracle.

A trial knows nothing of the assistant: it takes a seat's log, keeps the deals in which every event could
have happened, and follows each card through them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations

from engine.bots import RandomBot
from engine.chance import Chance
from engine.cockroach_poker import cards, rules
from engine.cockroach_poker import table as t
from engine.core import Event, Seat, Setup, redact
from engine.match import Match
from engine.play import play

TINY = """
id = "tiny"
title = "Two animals"
of_a_kind = 3
of_a_kind_for_two = 4
pile = 2
pile_for_two = 2
jokers = 1
blanks = 1
species = [
  { id = "bat", name = "bat", animals = 3, royals = 1 },
  { id = "fly", name = "fly", animals = 2, royals = 0 },
]
"""
DECK = cards.load(TINY)
CARDS = DECK.cards


@dataclass(frozen=True)
class World:
    """Where each card is, by its place in CARDS: hands, the pile from the top, the card on its way."""

    hands: tuple[frozenset[int], ...]
    pile: tuple[int, ...]
    way: int | None = None
    top: int | None = None


def tiny(seats: int, seed: int, **options: object) -> Match:
    """Play a random game with the tiny deck."""
    setup = Setup("cockroach_poker", tuple("ABC"[:seats]), TINY, {"starter": 0, **options})
    match = Match(rules, setup, Chance(seed))
    play(match, dict.fromkeys(range(seats), RandomBot))
    return match


def trials(match: Match, seat: Seat | None) -> Iterator[tuple[Event, list[World]]]:
    """Give every event of the log as a seat saw it, with the worlds in which all could happen up to it."""
    worlds: list[World] = []
    claim = ""
    for event in match.log:
        seen = redact(event, seat)
        if isinstance(seen, t.PileFormed):
            worlds = list(_deals(match, seat))
        elif worlds:
            worlds = [after for world in worlds for after in _after(world, seen, claim)]
        if isinstance(seen, t.Offered | t.PassedOn):
            claim = seen.claim
        yield seen, worlds


def _deals(match: Match, seat: Seat | None) -> Iterator[World]:
    sizes, _ = DECK.sizes(match.state.seats, 0)
    own = [e.cards for e in match.log if isinstance(e, t.HandDealt) and e.seat == seat]

    def hands(left: frozenset[int], sizes: Sequence[int]) -> Iterator[tuple[frozenset[int], ...]]:
        if not sizes:
            yield ()
            return
        for hand in combinations(sorted(left), sizes[0]):
            for others in hands(left - set(hand), sizes[1:]):
                yield (frozenset(hand), *others)

    for dealt in hands(frozenset(range(len(CARDS))), sizes):
        if own and kinds(dealt[seat or 0]) != Counter(own[0]):
            continue
        rest = set(range(len(CARDS))).difference(*dealt)
        for pile in permutations(sorted(rest)):
            yield World(dealt, pile)


def _after(world: World, event: Event, claim: str) -> Iterator[World]:
    if isinstance(event, t.SpecialTaken | t.Paid | t.PaymentDue | t.CannotPay):
        yield from _debt(world, event, claim)
        return
    match event:
        case t.TopTurned(card):
            if CARDS[world.pile[0]] == card:
                yield replace(world, pile=world.pile[1:], top=world.pile[0])
        case t.Offered(by, _, _, card):
            for one in world.hands[by]:
                if card in (None, CARDS[one]):
                    yield replace(world, hands=_hands(world, by, world.hands[by] - {one}), way=one)
        case t.Peeked(_, str(card)) | t.CardRevealed(card):
            if CARDS[world.way or 0] == card:
                yield world
        case t.CardLaid(_, _, "round"):
            yield replace(world, way=None)
        case _:
            yield world


def _debt(world: World, event: Event, claim: str) -> Iterator[World]:
    match event:
        case t.SpecialTaken(seat, _, source):
            one = world.way if source == "round" else world.top
            hands = _hands(world, seat, world.hands[seat] | {one or 0})
            yield replace(world, hands=hands, way=None if source == "round" else world.way)
        case t.Paid(seat, paid, matching):
            action = t.PayMatching(paid[0]) if matching else t.PayOthers(paid)
            hand = world.hands[seat]
            if action in rules.payments(tuple(CARDS[one] for one in hand), claim):
                for given in combinations(sorted(hand), len(paid)):
                    if kinds(frozenset(given)) == Counter(paid):
                        yield replace(world, hands=_hands(world, seat, hand - set(given)))
        case t.PaymentDue(seat) | t.CannotPay(seat):
            can = bool(rules.payments(tuple(CARDS[one] for one in world.hands[seat]), claim))
            if can == isinstance(event, t.PaymentDue):
                yield world


def _hands(world: World, seat: Seat, hand: frozenset[int]) -> tuple[frozenset[int], ...]:
    return (*world.hands[:seat], hand, *world.hands[seat + 1 :])


def kinds(hand: frozenset[int]) -> Counter[str]:
    """Return the cards that are held, equal ones not told apart."""
    return Counter(CARDS[one] for one in hand)
