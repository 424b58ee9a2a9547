"""The Cluedo board: where a token can go with a roll (CL-R6, R7, R9), how far places are apart.

A board speaks an edition's ids: `board_of(edition)` gives it. A token's place is a square (row, column)
or the id of a location. Tokens inside a location block nothing (CL-G24), so wherever a function takes
`blocked`, it takes the places of all other tokens as they are.

Glossary
  square     a corridor square, counted from row 0, the edge where the first token starts
  door       the corridor square before an entrance; stepping between it and the inside is one pip
  reach      where one roll can lead: squares to stop on, and locations to enter
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

from engine.cluedo.cards import Edition, EditionError, data_text
from engine.cluedo.walks import Grid, Square, bits
from engine.core import Message

Place = Square | str
Box = tuple[int, int, int, int]

_INWARD = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


@dataclass(frozen=True, slots=True)
class Door:
    """An entrance: the corridor `square` before it, and the step (rows, columns) from there inside."""

    square: Square
    inward: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Room:
    """A location on the board.

    `shortcut` is the location in the opposite corner, if any (CL-R8). `box` is top, left, bottom, right,
    inclusive, for drawing only.
    """

    location: str
    slot: str
    doors: tuple[Door, ...]
    box: Box
    shortcut: str | None


@dataclass(frozen=True, slots=True)
class Entry:
    """A location that a roll can reach: through which door square, and how many pips that takes."""

    location: str
    door: Square
    steps: int


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a roll can lead: `squares` in reading order, `entries` in the order of locations and doors.

    `steps` is the number of pips spent on the way to a square: the roll, or the most that is possible
    where no way is that long (CL-G6), 0 if there is no square. With `allow_early_stop` it is an
    upper limit.
    """

    squares: tuple[Square, ...]
    entries: tuple[Entry, ...]
    steps: int

    @property
    def locations(self) -> dict[str, Square]:
        """The locations that can be entered, each with the door square that takes the fewest pips."""
        nearest = sorted(self.entries, key=lambda entry: entry.steps, reverse=True)
        return {entry.location: entry.door for entry in nearest}

    def __bool__(self) -> bool:
        return bool(self.squares or self.entries)


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A board named in the ids of one edition. Equal only to itself, so it can be a cache key.

    `rooms` are in the edition's order of locations, `centre` is the box of the envelope.
    """

    rows: int
    columns: int
    squares: tuple[Square, ...]
    rooms: Mapping[str, Room]
    centre: Box
    _grid: Grid = field(repr=False)
    _door_squares: int = field(repr=False)

    def shortcut(self, location: str) -> str | None:
        """Return where the shortcut of a location leads, None if it has none (CL-R8)."""
        return self.rooms[location].shortcut

    def behind(self, square: Square) -> str | None:
        """Return the location whose door is before this square, None if there is no door (CL-G12)."""
        for room in self.rooms.values():
            if any(door.square == square for door in room.doors):
                return room.location
        return None

    def reach(
        self, start: Place, blocked: Iterable[Place], pips: int, *, allow_early_stop: bool = False
    ) -> Reach:
        """Return where a token on `start` can go with a roll of `pips` (at least 1).

        A way steps orthogonally from free square to free square and never twice on the same one, the
        start included (CL-R6). It ends on a square only when all pips are spent; it ends inside a
        location as soon as it steps through a door, and the rest is lost (CL-R7). From a location it
        leaves through any door whose square is free, and never comes back in (CL-R9).

        CL-G6: if no way to a square spends all pips, the squares at the end of the longest ways are
        offered, beside the locations that can be entered. With `allow_early_stop` a way may end on any
        square. Nothing reachable: an empty, false Reach; the token stays. A `blocked` that names the
        start itself does not matter.
        """
        return _reach(self, start, self._mask(start, blocked, pips), pips, allow_early_stop)

    def path(
        self,
        start: Place,
        target: Place,
        blocked: Iterable[Place],
        pips: int,
        *,
        door: Square | None = None,
        allow_early_stop: bool = False,
    ) -> tuple[Square, ...]:
        """Return the squares stepped on by one legal way of `reach`, in order, `start` left out.

        To a location, the way is a shortest one and ends on the door square, of `door` if it is given
        (it is empty if the token stands there). To a square it spends the `steps` of the reach; with
        `allow_early_stop` it is a shortest one. Raises ValueError if `target` is not in reach.
        """
        mask = self._mask(start, blocked, pips)
        found = _reach(self, start, mask, pips, allow_early_stop)
        free = self._grid.everything & ~mask
        if isinstance(target, str):
            entries = [e for e in found.entries if e.location == target and door in {None, e.door}]
            if entries:
                entry = min(entries, key=lambda e: e.steps)
                return self._way(start, free, entry.steps - 1, entry.door)
        elif target in found.squares:
            steps = found.steps
            if allow_early_stop:
                steps = next(n for n in range(1, pips + 1) if self._way(start, free, n, target))
            return self._way(start, free, steps, target)
        raise ValueError(f"no way from {start!r} to {target!r} with {pips} pips")

    def distances(self, start: Place, blocked: Iterable[Place] = ()) -> Mapping[str, int]:
        """Return the pips needed on foot to each other location, leaving out those that no way leads to.

        A way leads through no location, since entering ends a move (CL-R7), and takes no shortcut.
        """
        return _distances(self, start, self._mask(start, blocked))

    def distance(self, start: Place, location: str, blocked: Iterable[Place] = ()) -> int | None:
        """Return the pips needed on foot from `start` into another `location`, None if no way leads there."""
        return self.distances(start, blocked).get(location)

    def _mask(self, start: Place, blocked: Iterable[Place], pips: int | None = None) -> int:
        """Return the occupied squares that may matter within `pips`: equal questions share one answer."""
        bit = self._grid.bit
        mask = 0
        for place in blocked:
            if not isinstance(place, str) and place != start:
                mask |= bit.get(place, 0)
        if not mask or pips is None:
            return mask
        near = 0
        for square, spent in self._exits(start, 0):
            near |= self._grid.within(square, max(pips - spent, 0))
        return mask & near

    def _exits(self, start: Place, mask: int) -> Iterator[tuple[int, int]]:
        """Yield the numbers of the squares where a move can begin, with the pips spent to be there."""
        if not isinstance(start, str):
            yield self._grid.number[start], 0
            return
        for door in self.rooms[start].doors:
            if not mask & self._grid.bit[door.square]:
                yield self._grid.number[door.square], 1

    def _way(self, start: Place, free: int, steps: int, square: Square) -> tuple[Square, ...]:
        grid = self._grid
        for first, spent in self._exits(start, grid.everything & ~free):
            way = grid.way(first, free, steps - spent, grid.number[square]) if spent <= steps else None
            if way is not None:
                return tuple(grid.squares[i] for i in ((first, *way) if spent else way))
        return ()


@lru_cache(maxsize=1 << 14)
def _reach(board: Board, start: Place, mask: int, pips: int, allow_early_stop: bool) -> Reach:
    grid = board._grid
    free = grid.everything & ~mask
    exits = [
        (square, spent, grid.levels(square, free, pips - spent))
        for square, spent in board._exits(start, mask)
        if spent <= pips
    ]
    steps = pips
    if allow_early_stop:
        ends = 0
        for _, spent, rings in exits:
            for ring in rings if spent else rings[1:]:
                ends |= ring
    else:
        while not (ends := _ends(grid, exits, free, steps)) and steps > 1:
            steps -= 1
    return Reach(grid.members(ends), _entries(board, start, exits, pips), steps if ends else 0)


def _ends(grid: Grid, exits: list[tuple[int, int, list[int]]], free: int, steps: int) -> int:
    """Return the squares where a way of exactly `steps` pips can end; exits as for `_entries`."""
    ends = 0
    for square, spent, rings in exits:
        if spent <= steps:
            ends |= grid.ends(square, rings, free, steps - spent)
    return ends


def _entries(
    board: Board, start: Place, exits: list[tuple[int, int, list[int]]], pips: int
) -> tuple[Entry, ...]:
    """Return the doors at most `pips` away; an exit comes with the pips spent there and its levels."""
    grid = board._grid
    near: dict[int, int] = {}
    for _, spent, rings in exits:
        for distance, ring in enumerate(rings[: pips - spent], spent + 1):
            for square in bits(ring & board._door_squares):
                near[square] = min(distance, near.get(square, distance))
    return tuple(
        Entry(room.location, door.square, near[grid.number[door.square]])
        for room in board.rooms.values()
        if room.location != start
        for door in room.doors
        if grid.number[door.square] in near
    )


@lru_cache(maxsize=1 << 12)
def _distances(board: Board, start: Place, mask: int) -> Mapping[str, int]:
    grid, far = board._grid, len(board.squares)
    free = grid.everything & ~mask
    exits = [(square, spent, grid.levels(square, free, far)) for square, spent in board._exits(start, mask)]
    nearest: dict[str, int] = {}
    for entry in _entries(board, start, exits, far):
        nearest[entry.location] = min(entry.steps, nearest.get(entry.location, far))
    return MappingProxyType(nearest)


@lru_cache(maxsize=32)
def board_of(edition: Edition) -> Board:
    """Return the board on which an edition is played; the same object each time.

    Raises EditionError if the edition fits no board, so that it can only be played with `rooms_only`.
    """
    if edition.board is None:
        raise EditionError(
            Message(
                "{title} has no board; it can be played with the option {option}.",
                {"title": edition.title, "option": "rooms_only"},
            )
        )
    plan = tomllib.loads(data_text(f"board_{edition.board}"))
    squares = tuple((row, column) for row, text in enumerate(plan["corridor"]) for column in _columns(text))
    entries = {entry["slot"]: entry for entry in plan["rooms"]}
    lying_in = {slot: location for location, slot in edition.slots.items()}
    rooms: dict[str, Room] = {}
    for location in edition.locations:
        slot = edition.slots[location]
        entry = entries[slot]
        rooms[location] = Room(
            location=location,
            slot=slot,
            doors=tuple(Door(tuple(d["square"]), _INWARD[d["inward"]]) for d in entry["doors"]),
            box=tuple(entry["box"]),
            shortcut=lying_in.get(entry.get("shortcut", "")),
        )
    grid = Grid(squares)
    return Board(
        rows=plan["rows"],
        columns=plan["columns"],
        squares=squares,
        rooms=MappingProxyType(rooms),
        centre=tuple(plan["centre"]),
        _grid=grid,
        _door_squares=sum(grid.bit[door.square] for room in rooms.values() for door in room.doors),
    )


def _columns(text: str) -> Iterator[int]:
    """Yield the columns of a text such as `6-8, 14`."""
    for part in text.split(","):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)
