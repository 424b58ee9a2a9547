"""The smallest sets of cards that make an equation: a quick answer to "is there any, and how many at once?"

A hand makes an equation exactly if it holds one of these sets. There are few, and a hand is compared
with them as a whole number whose bits say "one 5 at least", "two 5s at least" and so on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from engine.sleeping_queens.cards import NUMBERS
from engine.sleeping_queens.equations import sample

_MOST_COPIES = 4
_GREATEST = 11
_ALL = (1 << _MOST_COPIES) - 1
_SHIFTS = tuple(_MOST_COPIES * number for number in NUMBERS)
_ONE = sum(1 << shift for shift in _SHIFTS)
_TWO = sum(2 << shift for shift in _SHIFTS)


def mask(numbers: Iterable[int]) -> int:
    """Return a hand of numbers as a whole number; more than four of one number count as four."""
    bits = 0
    for number in numbers:
        bits = added(bits, number, 1)
    return bits


def added(bits: int, number: int, copies: int) -> int:
    """Return the mask of a hand with so many more cards of a number."""
    shift = _MOST_COPIES * number
    there = bits >> shift & _ALL
    return bits | (((there + 1 << copies) - 1) & _ALL) << shift


def taken(bits: int, number: int) -> int:
    """Return the mask of a hand with one card less of a number."""
    shift = _MOST_COPIES * number
    there = bits >> shift & _ALL
    return bits & ~(_ALL << shift) | there >> 1 << shift


@cache
def smallest(plus_minus_one: bool = False) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return every set of cards that makes an equation and of which no part does, as mask and cards."""
    sets = {cards for values in _values() for cards in _printed(values, plus_minus_one)}
    found: list[tuple[int, tuple[int, ...]]] = []
    for cards in sorted(sets, key=lambda cards: (len(cards), cards)):
        bits = mask(cards)
        if not any(part & ~bits == 0 for part, _ in found) and sample(cards, plus_minus_one):
            found.append((bits, cards))
    return tuple(found)


@cache
def _masks(plus_minus_one: bool) -> tuple[int, ...]:
    return tuple(bits for bits, _ in smallest(plus_minus_one))


@lru_cache(maxsize=65536)
def makes(hand: int, plus_minus_one: bool = False, books: int = 0, discarded: int = 0) -> bool:
    """Tell whether some cards of a hand, given as its `mask`, make an equation.

    Each book brings one of the numbers out of the discard pile, which is a mask as well.
    """
    gone = ~hand
    for part in _masks(plus_minus_one):
        if not part & gone:
            return True
    if not books:
        return False
    for part in _masks(plus_minus_one):
        missing = part & gone
        if missing.bit_count() <= books and _lie(missing, discarded):
            return True
    return False


def pairs(hand: int, books: int = 0, discarded: int = 0) -> bool:
    """Tell whether two cards of a hand are equal, with hand and books as in `makes`."""
    if hand & _TWO:
        return True
    if not books:
        return False
    lying = hand & discarded & _ONE
    return bool(lying) or (books > 1 and bool(discarded & _TWO))


def _lie(missing: int, discarded: int) -> bool:
    """Tell whether the cards that are missing lie in the discard pile."""
    for shift in _SHIFTS:
        wanted = missing >> shift & _ALL
        if wanted and wanted.bit_count() > (discarded >> shift & _ALL).bit_count():
            return False
    return True


@lru_cache(maxsize=65536)
def at_once(hand: int, plus_minus_one: bool = False, books: int = 0, discarded: int = 0) -> int:
    """Return how many equations a hand makes one after the other, no card used twice; as in `makes`."""
    most = (hand.bit_count() + books) // 3
    if most <= 1 or not makes(hand, plus_minus_one, books, discarded):
        return int(most == 1 and makes(hand, plus_minus_one, books, discarded))
    best = 1
    for part, cards in smallest(plus_minus_one):
        if not part & ~hand:
            left = hand
            for number in cards:
                left = taken(left, number)
            best = max(best, 1 + at_once(left, plus_minus_one))
            if best == most:
                return most
    for number in _lying(discarded) if books else ():
        more, rest = added(hand, number, 1), taken(discarded, number)
        best = max(best, at_once(more, plus_minus_one, books - 1, rest))
        if best == most:
            break
    return best


@lru_cache(maxsize=65536)
def beside_pair(hand: int, plus_minus_one: bool = False, books: int = 0, discarded: int = 0) -> int:
    """Return how many equations a hand makes beside a pair that is put away; -1 without a pair."""
    if not pairs(hand, books, discarded):
        return -1
    best, most = 0, (hand.bit_count() + books - 2) // 3
    for number in NUMBERS if most else ():
        if hand >> _MOST_COPIES * number & 2:
            left = taken(taken(hand, number), number)
            best = max(best, at_once(left, plus_minus_one, books, discarded))
    for number in _lying(discarded) if books and best < most else ():
        more, rest = added(hand, number, 1), taken(discarded, number)
        best = max(best, beside_pair(more, plus_minus_one, books - 1, rest))
    return best


def _lying(discarded: int) -> Iterator[int]:
    return (number for number in NUMBERS if discarded >> _MOST_COPIES * number & 1)


def without(numbers: tuple[int, ...], gone: Iterable[int]) -> tuple[int, ...]:
    """Return the numbers less some of them, sorted; raises ValueError if one is not there."""
    left = sorted(numbers)
    for number in gone:
        left.remove(number)
    return tuple(left)


def _values() -> Iterator[tuple[int, ...]]:
    """Yield the values of every equation that may be smallest: operands, then the result."""
    for result in range(1, _GREATEST + 1):
        yield from ((*operands, result) for operands in _sums(result, result) if len(operands) >= 2)
        yield from ((*operands, result) for operands in _products(result, result))
        yield (0, result, result)


def _sums(total: int, greatest: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to write a number as a sum of numbers, the greatest first."""
    if total == 0:
        yield ()
    for number in range(1, min(total, greatest) + 1):
        yield from ((number, *rest) for rest in _sums(total - number, number))


def _products(total: int, greatest: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write a number as a product of two numbers or more, with at most one 1."""
    yield (total, 1)
    for number in range(2, min(total - 1, greatest) + 1):
        if total % number == 0:
            yield from (
                (number, *(factor for factor in rest if factor > 1))
                for rest in _products(total // number, number)
                if max(rest) <= number
            )


def _printed(values: tuple[int, ...], plus_minus_one: bool) -> Iterator[tuple[int, ...]]:
    """Yield the cards that can stand for the values, with the knight one of them next to its value."""
    sets = [values]
    if plus_minus_one:
        sets += [
            (*values[:place], card, *values[place + 1 :])
            for place, value in enumerate(values)
            for card in (value - 1, value + 1)
        ]
    for cards in sets:
        if all(card in NUMBERS for card in cards) and max(Counter(cards).values()) <= _MOST_COPIES:
            yield tuple(sorted(cards))
