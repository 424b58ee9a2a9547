"""Counting by dynamic programming over the cards: deals to each state, and deals from it to the end.

Glossary
  step      deal one card to one of its places, or settle a choice whose cards have all been dealt
  state     what the cards dealt so far mean for the rest, as fields of one int: the room left in every
            place, one bit per clause that is still unsatisfied, one counter per choice
  layer     the states between two steps, each with a count
  guard     the bit above a field: `state + pad` carries into one exactly where a state is hopeless, with
            more room in a place than cards to come for it, or a clause with no card to come
  forward   counts the deals that lead to a state
  backward  counts the deals that lead on from it to the end

The cards are dealt in an order in which clauses and choices, once begun, end soon: few fields are in use at
a time, and many deals share a state.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import lcm, prod
from random import Random

from assistant.reduce import OpenChoice, Reduced, Ways

Layer = dict[int, int]
Shifts = Mapping[tuple[int, int], int]  # by (card, place)


@dataclass(frozen=True, slots=True)
class Move:
    """Deal the step's card to `place`: where `state & room`, the state becomes `(state & keep) + change`.

    `needs` are the clauses that only this place can satisfy: once it is full, all of them must be.
    """

    place: int
    room: int
    keep: int
    change: int
    needs: int


@dataclass(frozen=True, slots=True)
class Deal:
    """The step that deals `card`; `pad` finds the hopeless states after it."""

    card: int
    moves: tuple[Move, ...]
    pad: int


@dataclass(frozen=True, slots=True)
class Settle:
    """The step that turns the counter of a choice, the bits `mask` at `shift`, into one of its `weights`."""

    shift: int
    mask: int
    weights: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Program:
    """The steps from the state `start` to the state 0; all counts are `scale` times too large."""

    start: int
    guard: int
    steps: tuple[Deal | Settle, ...]
    scale: int


class Steps:
    """How the open cards of `reduced` are dealt, in whatever order: from `start` to the state 0.

    `guard` and `scale` are those of a Program, `cards` the open cards as bits.
    """

    def __init__(self, reduced: Reduced) -> None:
        self._reduced = reduced
        self._choices = [choice for choice in reduced.choices if choice.others]
        self._fields = _Fields(reduced, self._choices)
        self.start, self.guard = self._fields.start, self._fields.guard
        self.scale = prod(_scale(choice) ** choice.times for choice in reduced.choices)
        self.cards = sum(1 << card for card in reduced.open_cards())

    def order(self, without: int = 0) -> list[int]:
        """A good order for the open cards, leaving out those of `without` (bits)."""
        groups = [clause.cards for clause in self._fields.clauses]
        groups += [choice.others for choice in self._choices]
        return _order(self._reduced, self.cards & ~without, [rest for g in groups if (rest := g & ~without)])

    def dealing(self, card: int, to_come: int) -> list[Deal | Settle]:
        """The steps that deal a card when those of `to_come` (bits) are dealt after it."""
        moves = _moves(card, self._reduced.domain[card], self._fields, self._choices)
        return [
            Deal(card, moves, _pad(to_come, self._fields)),
            *(
                Settle(shift, mask, _weights(choice))
                for (shift, mask), choice in zip(self._fields.counters, self._choices, strict=True)
                if choice.others >> card & 1 and not choice.others & to_come
            ),
        ]


def program(reduced: Reduced) -> Program:
    """The steps that count `reduced`."""
    steps = Steps(reduced)
    in_order: list[Deal | Settle] = []
    to_come = steps.cards
    for card in steps.order():
        to_come &= ~(1 << card)
        in_order += steps.dealing(card, to_come)
    return Program(steps.start, steps.guard, tuple(in_order), steps.scale)


@dataclass(frozen=True, slots=True)
class _Room:
    """The field `mask << shift` of a place; `candidates` are the open cards for it, `needs` as in Move."""

    shift: int
    mask: int
    candidates: int
    needs: int


@dataclass(frozen=True, slots=True)
class _Unsatisfied:
    """The field of a clause, a single `bit`, with the clause's cards as bits and its ways."""

    bit: int
    cards: int
    ways: Ways


class _Fields:
    """Where a state has its bits: counters on top, as nothing guards them."""

    def __init__(self, reduced: Reduced, choices: list[OpenChoice]) -> None:
        self.start = self.guard = self._width = 0
        open_cards = reduced.open_cards()
        self.clauses = [
            _Unsatisfied(1 << self._guarded(1, 1)[0], sum(1 << card for card in ways), ways)
            for ways in reduced.clauses
        ]
        self.rooms = [
            _Room(
                *self._guarded(room, room.bit_length()),
                sum(1 << card for card in open_cards if reduced.domain[card] >> place & 1),
                sum(clause.bit for clause in self.clauses if set(clause.ways.values()) == {1 << place}),
            )
            for place, room in enumerate(reduced.room)
        ]
        self.counters = [self._field(0, choice.others.bit_count().bit_length()) for choice in choices]

    def _guarded(self, value: int, width: int) -> tuple[int, int]:
        field = self._field(value, width)
        self.guard |= 1 << self._width
        self._width += 1
        return field

    def _field(self, value: int, width: int) -> tuple[int, int]:
        shift = self._width
        self._width += width
        self.start |= value << shift
        return shift, (1 << width) - 1


def _moves(card: int, places: int, fields: _Fields, choices: list[OpenChoice]) -> tuple[Move, ...]:
    clauses = [clause for clause in fields.clauses if clause.cards >> card & 1]
    counters = [
        (choice.place, 1 << shift)
        for (shift, _), choice in zip(fields.counters, choices, strict=True)
        if choice.others >> card & 1
    ]
    moves = []
    for place in _bits(places):
        room = fields.rooms[place]
        satisfied = sum(clause.bit for clause in clauses if clause.ways[card] >> place & 1)
        change = sum(one for chooser, one in counters if chooser == place) - (1 << room.shift)
        moves.append(Move(place, room.mask << room.shift, ~satisfied, change, room.needs))
    return tuple(moves)


def _pad(to_come: int, fields: _Fields) -> int:
    """What carries into a guard if a field holds more than the cards `to_come` can still bring to 0."""
    pad = sum(clause.bit for clause in fields.clauses if not clause.cards & to_come)
    for room in fields.rooms:
        pad |= max(0, room.mask - (room.candidates & to_come).bit_count()) << room.shift
    return pad


def _order(reduced: Reduced, left: int, groups: list[int]) -> list[int]:
    """The cards `left` (bits): next always one from the group (of cards, as bits) that has the fewest left.

    Groups that are begun come before all others. Within the group, the card that is in the most of them goes
    first, then the one with the fewest places.
    """
    order: list[int] = []
    begun: list[int] = []
    while left:
        active = begun or groups
        nearest = min(active, key=int.bit_count, default=left)
        in_groups = {card: sum(group >> card & 1 for group in active) for card in _bits(nearest)}
        card = max(in_groups, key=lambda card: (in_groups[card], -reduced.domain[card].bit_count()))
        order.append(card)
        here = 1 << card
        left &= ~here
        begun = [rest for group in begun + [g for g in groups if g & here] if (rest := group & ~here)]
        groups = [group for group in groups if not group & here]
    return order


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def _scale(choice: OpenChoice) -> int:
    """What 1 / (1 + k) is multiplied by to make it whole, for every number k of others the place may hold."""
    return lcm(*range(1 + choice.sure, 2 + choice.sure + choice.others.bit_count()))


def _weights(choice: OpenChoice) -> tuple[int, ...]:
    """The weight of the choice by the number of its open others that the place holds."""
    least, most = 1 + choice.sure, 1 + choice.sure + choice.others.bit_count()
    return tuple((_scale(choice) // count) ** choice.times for count in range(least, most + 1))


def forward(program: Program) -> list[Layer]:
    """The layers before and after each step; the last one is `{0: total}`, or empty if no deal fits."""
    layers: list[Layer] = [{program.start: 1}]
    for step in program.steps:
        layers.append(after(layers[-1], step, program.guard, {}))
    return layers


def shifted_total(program: Program, shifts: Shifts) -> int:
    """The total when every deal's count is shifted to the left by the `shifts` of its (card, place) pairs."""
    layer: Layer = {program.start: 1}
    for step in program.steps:
        layer = after(layer, step, program.guard, shifts)
    return layer.get(0, 0)


def after(layer: Layer, step: Deal | Settle, guard: int, shifts: Shifts, counted: int = 0) -> Layer:
    """The layer after a step; a deal to a (card, place) of `shifts` shifts the counts to the left.

    With `counted`, a mask for the lowest field of a count, only that field is shifted and the count stays as
    well: so a count gathers, in fields of its own, the deals of each (card, place).
    """
    return _deal(layer, step, guard, shifts, counted) if isinstance(step, Deal) else _settle(layer, step)


def _deal(layer: Layer, step: Deal, guard: int, shifts: Shifts, counted: int) -> Layer:
    after: Layer = {}
    count_of = after.get
    pad = step.pad
    for move in step.moves:
        room, keep, change, needs = move.room, move.keep, move.change, move.needs
        shift = shifts.get((step.card, move.place))
        if shift is None:
            counts = layer
        else:
            counts = {state: _shifted(count, shift, counted) for state, count in layer.items()}
        for state, count in counts.items():
            if state & room:
                key = (state & keep) + change
                if not (key + pad) & guard and (key & room or not key & needs):
                    after[key] = count_of(key, 0) + count
    return after


def _shifted(count: int, shift: int, counted: int) -> int:
    return count + ((count & counted) << shift) if counted else count << shift


def endings(
    state: int, count: int, steps: Sequence[Deal | Settle], shifts: Shifts, counted: int = 0
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every way from a state to the end: the place of each card that `steps` deal, and its count.

    `shifts` and `counted` are those of `after`.
    """
    if not steps:
        if not state:
            yield (), count
        return
    step, *rest = steps
    if isinstance(step, Settle):
        weight = step.weights[state >> step.shift & step.mask]
        yield from endings(state & ~(step.mask << step.shift), count * weight, rest, shifts, counted)
        return
    for move in step.moves:
        if state & move.room:
            shift = shifts.get((step.card, move.place))
            dealt = count if shift is None else _shifted(count, shift, counted)
            for places, all_in in endings((state & move.keep) + move.change, dealt, rest, shifts, counted):
                yield (move.place, *places), all_in


def _settle(layer: Layer, step: Settle) -> Layer:
    after: Layer = {}
    shift, mask, weights = step.shift, step.mask, step.weights
    keep = ~(mask << shift)
    for state, count in layer.items():
        key = state & keep
        after[key] = after.get(key, 0) + count * weights[state >> shift & mask]
    return after


def backward(program: Program, layers: list[Layer]) -> tuple[list[Layer], dict[int, dict[int, int]]]:
    """Two answers from the `layers` of `forward`.

    The back counts, layer by layer, of the states from which a deal fits; and for each open card the deals
    with it in each of its places, where there are any.
    """
    back: list[Layer] = [{0: 1}]
    shares: dict[int, dict[int, int]] = {}
    for step, layer in zip(reversed(program.steps), reversed(layers[:-1]), strict=True):
        if isinstance(step, Deal):
            before, shares[step.card] = _undeal(layer, step, back[-1])
        else:
            before = _unsettle(layer, step, back[-1])
        back.append(before)
    back.reverse()
    return back, shares


def _undeal(layer: Layer, step: Deal, after: Layer) -> tuple[Layer, dict[int, int]]:
    before: Layer = {}
    shares: dict[int, int] = {}
    back_of, sum_of = after.get, before.get
    for move in step.moves:
        room, keep, change = move.room, move.keep, move.change
        share = 0
        for state, count in layer.items():
            if state & room and (back := back_of((state & keep) + change)):
                before[state] = sum_of(state, 0) + back
                share += count * back
        if share:
            shares[move.place] = share
    return before, shares


def _unsettle(layer: Layer, step: Settle, after: Layer) -> Layer:
    keep = ~(step.mask << step.shift)
    return {
        state: back * step.weights[state >> step.shift & step.mask]
        for state in layer
        if (back := after.get(state & keep))
    }


def walk(program: Program, back: list[Layer], rng: Random) -> Iterator[tuple[int, int]]:
    """Card and place of one deal, drawn with the chance that its weight gives it."""
    state = program.start
    for step, (before, after) in zip(program.steps, pairwise(back), strict=True):
        if isinstance(step, Settle):
            state &= ~(step.mask << step.shift)
            continue
        ticket = rng.randrange(before[state])
        for move in step.moves:
            if state & move.room:
                reached = (state & move.keep) + move.change
                ticket -= after.get(reached, 0)
                if ticket < 0:
                    break
        state = reached
        yield step.card, move.place
