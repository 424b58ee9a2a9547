"""What never changes on a drawn board of Cluedo: floor, rooms with names and doors, start squares.

A plan is made once for an edition and a language. Lengths are units of the drawing, `UNIT` to a square,
from the top left corner; a rectangle is left, top, right, bottom. "Wide" is a board on a laptop, "small"
one on a phone, where names are short and large and the rooms stand empty but for the pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import ceil
from typing import Any

from markupsafe import Markup, escape

from assistant import words
from assistant.ui.cluedo import pictures
from engine.cluedo.board import Room, board_of
from engine.cluedo.cards import Edition
from engine.cluedo.table import Spot, Square

Point = tuple[float, float]
Rect = tuple[float, float, float, float]
Placing = tuple[float, float, float]
"""Where a drawing stands: x and y of its middle, and its width."""

UNIT = 28
NAME, SMALL_NAME = 14.5, 21
LINE = 1.15
STRIP = 38
"""How high the part of a phone's floor is on which pieces stand below the drawing."""
HINT, SMALL_HINT = 11.5, 20


@dataclass(frozen=True, slots=True)
class Place:
    """A location as it is drawn: `drawn` is all that stands still in it, without the `wall` around it.

    Pieces stand on `few` while they fit beside the picture, otherwise on `many`; the same on a phone with
    `small_few` (None where there is no room for both) and `small_many`. `doors` are the points in the wall
    by the square before them, each with the step inside.
    """

    wall: str
    tint: str
    drawn: Markup
    box: Rect
    few: Rect
    many: Rect
    small_few: Rect | None
    small_many: Rect
    doors: Mapping[Square, tuple[Point, tuple[int, int]]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole board: `ground` lies below the places, `centre` is free for the envelope.

    `squares` gives the middle of every square on which a token can stand.
    """

    width: float
    height: float
    ground: Markup
    places: Mapping[str, Place]
    centre: Rect
    squares: Mapping[Square, Point]

    def inside(self, location: str, beyond: Spot) -> Point:
        """Return the point inside a location where a move to or from `beyond` passes: behind a door, or
        the middle of the floor if the move leads through none.
        """
        place = self.places[location]
        if isinstance(beyond, str) or beyond not in place.doors:
            left, top, right, bottom = place.many
            return (left + right) / 2, (top + bottom) / 2
        (x, y), (down, across) = place.doors[beyond]
        return x + across * UNIT * 0.6, y + down * UNIT * 0.6


@lru_cache(maxsize=16)
def plan_of(edition: Edition, language: str, *, rooms_only: bool) -> Plan:
    """Return the plan of an edition's board; with `rooms_only` the locations are a grid of equal rooms."""
    return _grid(edition, language) if rooms_only or edition.board is None else _board(edition, language)


# -- the board


def _board(edition: Edition, language: str) -> Plan:
    board = board_of(edition)
    corridor = set(board.squares)
    rings = (_ring(edition, token, _middle(square), language) for token, square in edition.starts.items())
    places = {location: _room(edition, room, corridor, language) for location, room in board.rooms.items()}
    top, left, bottom, right = board.centre
    return Plan(
        width=board.columns * UNIT,
        height=board.rows * UNIT,
        ground=_floor(board.squares) + Markup().join(rings),
        places=places,
        centre=_scaled((left, top, right + 1, bottom + 1)),
        squares={square: _middle(square) for square in board.squares},
    )


def _middle(square: Square) -> Point:
    row, column = square
    return (column + 0.5) * UNIT, (row + 0.5) * UNIT


def _floor(squares: Iterable[Square]) -> Markup:
    shape, last = [], (-1, -1)
    for row, column in sorted(squares):
        joins = last == (row, column - 1)
        shape.append("m28 0" if joins else f"M{column * UNIT + 1} {row * UNIT + 1}")
        shape.append("h26v26h-26z")
        last = (row, column)
    return Markup('<path class="floor" d="{}"/>').format("".join(shape))


def _ring(edition: Edition, token: str, middle: Point, language: str) -> Markup:
    """Return the ring that says where a token starts."""
    initial = pictures.initials(edition, language)[token]
    return Markup(
        '<g class="start" style="--c:var(--{})" transform="translate({:g} {:g})"><circle r="9.5"/>'
        '<text class="ini{}">{}</text></g>'
    ).format(pictures.colour(edition, token), *middle, " two" if len(initial) > 1 else "", initial)


def _room(edition: Edition, room: Room, corridor: set[Square], language: str) -> Place:
    look = pictures.look()[room.slot]
    small = {**look, **look["small"]}
    top, left, bottom, right = room.box
    cells = {(r, c) for r in range(top, bottom + 1) for c in range(left, right + 1)} - corridor
    doors = {door.square: (_on_wall(door.square, door.inward), door.inward) for door in room.doors}
    wide_name = _block(edition.name(room.location, language), look["name"], NAME)
    small_name = _block(edition.short_name(room.location, language), small["name"], SMALL_NAME)
    floor = _below(_scaled(small["many"]), small["name"], small_name, SMALL_NAME)
    small_picture, small_few = _shared(floor)
    x, y, width = look["picture"]
    more = len(wide_name) - 1  # a second line of the name pushes the picture down
    drawn = [
        *_vignettes(
            edition, room.location, (x * UNIT, y * UNIT + 7 * more, width - 20 * more), small_picture, floor
        ),
        *_text(wide_name, look["name"], NAME, "name on-wide"),
        *_text(small_name, small["name"], SMALL_NAME, "name on-small"),
        *(_door(point, inward) for point, inward in doors.values()),
    ]
    if room.shortcut:
        leads_to = edition.short_name(room.shortcut, language)
        drawn.append(
            _shortcut(words.t("to {location}", language, location=leads_to), look["shortcut"], small=False)
        )
        drawn.append(_shortcut(leads_to, small["shortcut"], small=True))
    return Place(
        wall=outline(cells),
        tint=look["tint"],
        drawn=Markup().join(drawn),
        box=_scaled((left, top, right + 1, bottom + 1)),
        few=_scaled(look["few"]),
        many=_below(_scaled(look["many"]), look["name"], wide_name, NAME),
        small_few=small_few,
        small_many=floor,
        doors=doors,
    )


def _on_wall(square: Square, inward: tuple[int, int]) -> Point:
    (x, y), (down, across) = _middle(square), inward
    return x + across * UNIT / 2, y + down * UNIT / 2


def _scaled(rect: Sequence[float]) -> Rect:
    left, top, right, bottom = (value * UNIT for value in rect)
    return left, top, right, bottom


def _below(rect: Rect, name: Sequence[float], lines: Sequence[str], size: float) -> Rect:
    """Return a floor without what the lines of a name cover of it."""
    left, top, right, bottom = rect
    return left, max(top, name[1] * UNIT + len(lines) * size * LINE + 3), right, bottom


# -- a grid of rooms, where there is no way to walk


def _grid(edition: Edition, language: str) -> Plan:
    count = len(edition.locations)
    columns = 3 if count <= 9 else 4 if count <= 16 else 5
    rows = ceil(count / columns)
    width, gap, foot = 24 * UNIT, 8, 4.2 * UNIT
    across = (width - gap * (columns - 1)) / columns
    down = min((25 * UNIT - foot) / rows - gap, 7 * UNIT)
    tints = [room["tint"] for room in pictures.look().values() if "tint" in room]
    places = {}
    for number, location in enumerate(edition.locations):
        row, column = divmod(number, columns)
        left, top = column * (across + gap), row * (down + gap)
        box = (left, top, left + across, top + down)
        places[location] = _card(edition, location, box, tints[number % len(tints)], language)
    top = rows * (down + gap) + 4
    starts = edition.starts.values()
    step = (width - 9 * UNIT) / len(starts)
    beside = {square: (step * (n + 0.5), top + 52) for n, square in enumerate(starts)}
    return Plan(
        width=width,
        height=top + foot - 4,
        ground=Markup().join(
            _ring(edition, token, beside[edition.starts[token]], language) for token in edition.tokens
        ),
        places=places,
        centre=(width - 9 * UNIT + 8, top, width, top + foot - 4),
        squares=beside,
    )


def _card(edition: Edition, location: str, box: Rect, tint: str, language: str) -> Place:
    left, top, right, bottom = box
    name = ((left + right) / 2 / UNIT, top / UNIT + 0.25, (right - left - 8) / UNIT)
    wide, small = edition.name(location, language), edition.short_name(location, language)
    wide_name, small_name = _block(wide, name, NAME), _block(small, name, SMALL_NAME)
    floor = (left + 6, top, right - 6, bottom - 5)
    under = _below(floor, name, wide_name, NAME)
    high = min((under[3] - under[1]) * 0.6, (right - left) * 0.55)
    picture = ((left + right) / 2, under[1] + 4 + high / 2, high * 1.42)
    small_floor = _below(floor, name, small_name, SMALL_NAME)
    small_picture, small_few = _shared(small_floor)
    drawn = [
        *(_vignettes(edition, location, picture, small_picture, small_floor) if high > UNIT else ()),
        *_text(wide_name, name, NAME, "name on-wide"),
        *_text(small_name, name, SMALL_NAME, "name on-small"),
    ]
    return Place(
        wall=_rounded(box),
        tint=tint,
        drawn=Markup().join(drawn),
        box=box,
        few=(left + 6, under[1] + high, right - 6, bottom - 5),
        many=under,
        small_few=small_few,
        small_many=small_floor,
    )


def _rounded(box: Rect, radius: float = 8) -> str:
    left, top, right, bottom = box
    across, down, r = right - left - 2 * radius, bottom - top - 2 * radius, f"{radius:g}"
    return (
        f"M{left + radius:g} {top:g}h{across:g}q{r} 0 {r} {r}v{down:g}q0 {r}-{r} {r}"
        f"h{-across:g}q-{r} 0-{r}-{r}v{-down:g}q0-{r} {r}-{r}z"
    )


# -- parts of a room


def outline(cells: set[Square], inset: float = 1.5, radius: float = 7) -> str:
    """Return the path around a set of squares that hang together, a little inside, with round corners."""
    corners = _corners(cells)
    pulled = []
    for before, here, after in _triples(corners):
        (across, down), (next_across, next_down) = _step(before, here), _step(here, after)
        pulled.append(
            (
                here[0] * UNIT - (down + next_down) * inset,
                here[1] * UNIT + (across + next_across) * inset,
            )
        )
    path = ""
    for before, here, after in _triples(pulled):
        (across, down), (next_across, next_down) = _step(before, here), _step(here, after)
        x, y = here
        path += f"{'L' if path else 'M'}{x - across * radius:g} {y - down * radius:g}"
        path += f"Q{x:g} {y:g} {x + next_across * radius:g} {y + next_down * radius:g}"
    return path + "z"


def _corners(cells: set[Square]) -> list[Point]:
    """Return the corners (x, y) around the squares, clockwise."""
    onward: dict[Square, Square] = {}
    for row, column in cells:
        sides = (
            ((row - 1, column), (column, row), (column + 1, row)),
            ((row, column + 1), (column + 1, row), (column + 1, row + 1)),
            ((row + 1, column), (column + 1, row + 1), (column, row + 1)),
            ((row, column - 1), (column, row + 1), (column, row)),
        )
        onward.update({begin: end for beyond, begin, end in sides if beyond not in cells})
    first = min(onward)
    loop = [first]
    while (following := onward[loop[-1]]) != first:
        loop.append(following)
    return [here for before, here, after in _triples(loop) if _step(before, here) != _step(here, after)]


def _triples(points: Sequence[Point]) -> Iterator[tuple[Point, Point, Point]]:
    for n, point in enumerate(points):
        yield points[n - 1], point, points[(n + 1) % len(points)]


def _step(a: Point, b: Point) -> tuple[int, int]:
    return (b[0] > a[0]) - (b[0] < a[0]), (b[1] > a[1]) - (b[1] < a[1])


def _door(point: Point, inward: tuple[int, int]) -> Markup:
    turn = Markup(" rotate(90)") if inward[1] else ""
    return Markup(
        '<g class="door" transform="translate({:g} {:g}){}">'
        '<rect x="-11" y="-4" width="22" height="8" rx="2"/>'
        '<path d="M0-4v8"/></g>'
    ).format(*point, turn)


RUG = Markup(
    '<g transform="scale(.85)"><path class="fringe" d="M-41-20v40M41-20v40"/>'
    '<rect x="-38" y="-22" width="76" height="44" rx="2"/>'
    '<rect class="weft" x="-32" y="-16" width="64" height="32" rx="1"/>'
    '<path class="weft" d="M-22 0 0-11 22 0 0 11zM-8 0 0-4 8 0 0 4z"/></g>'
)


def _vignettes(edition: Edition, location: str, wide: Placing, small: Rect, empty: Rect) -> list[Markup]:
    """Return a location's drawing for a wide board, and for a phone: beside pieces, and while it is empty.

    What nobody has drawn gets a rug.
    """
    known = pictures.symbol(edition, location)
    shape = Markup('<use href="#{}" x="-48" y="-32" width="96" height="64"/>').format(known) if known else RUG
    kind = "vignette" if known else "vignette rug"
    place = Markup('<g class="{} {}" style="{}">{}</g>')
    with_pieces, alone = _amid(small), _amid(empty)
    return [
        place.format(kind, "on-wide", _variables("v", wide), shape),
        place.format(kind, "on-small", _variables("v", with_pieces) + _variables("e", alone), shape),
    ]


def _amid(rect: Rect) -> Placing:
    left, top, right, bottom = rect
    return (left + right) / 2, (top + bottom) / 2, min((right - left) * 0.85, (bottom - top) * 1.4)


def _variables(name: str, placing: Placing) -> str:
    x, y, width = placing
    return f"--{name}x:{x:g};--{name}y:{y:g};--{name}:{width / 96:.3g};"


def _shared(floor: Rect) -> tuple[Rect, Rect | None]:
    """Return the parts of a phone's floor for the drawing and the pieces below it, all for both if low."""
    left, top, right, bottom = floor
    if bottom - top < STRIP + 46:
        return floor, None
    return (left, top, right, bottom - STRIP), (left, bottom - STRIP, right, bottom)


def _shortcut(text: str, where: Sequence[Any], *, small: bool) -> Markup:
    x, y, run, room = where[0] * UNIT, where[1] * UNIT, where[2], where[3] * UNIT
    kind, size, sign = ("on-small", SMALL_HINT, 20) if small else ("on-wide", HINT, 17)
    if run == "below":
        lines, free = _wrapped(text, room, size), room
        tails = [(x, y + sign / 2 + (n + 1) * size * 1.12, line) for n, line in enumerate(lines)]
    else:
        free = room - sign - 5
        tails = [(x + (sign + 5 if run == "start" else -sign - 5), y + size * 0.36, text)]
    texts = Markup().join(
        Markup('<text x="{:g}" y="{:g}" text-anchor="{}" font-size="{:g}"{}>{}</text>').format(
            left, base, "end" if run == "end" else "start", size, _squeezed(line, free, size), line
        )
        for left, base, line in tails
    )
    return Markup(
        '<g class="passage {}">'
        '<use href="#sign-passage" x="{:g}" y="{:g}" width="{sign}" height="{sign}"/>{}</g>'
    ).format(kind, x - (sign if run == "end" else 0), y - sign / 2, texts, sign=sign)


def _squeezed(text: str, room: float, size: float) -> Markup:
    """Return the attributes that make a text narrower where it needs to be."""
    if width_of(text) * size <= room:
        return Markup()
    return Markup(' textLength="{:g}" lengthAdjust="spacingAndGlyphs"').format(room)


# -- names


_NARROW, _BROAD = frozenset("iìíỉĩịjltIfr.,’'!|:;() "), frozenset("mwMWÔƠĐ@%")


def width_of(text: str) -> float:
    """Return how wide a text is at most, in sizes of its type: fonts differ, so this is for a wide one."""
    return sum(0.36 if c in _NARROW else 0.92 if c in _BROAD else 0.72 if c.isupper() else 0.58 for c in text)


def _wrapped(text: str, room: float, size: float) -> list[str]:
    """Return a name in one line if it fits, otherwise in two as alike as its words allow."""
    parts = text.split()
    if width_of(text) * size <= room or len(parts) == 1:
        return [text]
    halves = [(" ".join(parts[:n]), " ".join(parts[n:])) for n in range(1, len(parts))]
    return list(min(halves, key=lambda pair: max(map(width_of, pair))))


def _block(text: str, where: Sequence[float], size: float) -> list[str]:
    return _wrapped(text, where[2] * UNIT, size)


def _text(lines: Sequence[str], where: Sequence[float], size: float, kind: str) -> list[Markup]:
    """Return the lines of a name, smaller if even so they are too wide for their room."""
    x, top, room = (value * UNIT for value in where)
    fitting = min(size, room / max(map(width_of, lines)))
    return [
        Markup('<text class="{}" x="{:g}" y="{:g}" font-size="{:.3g}">{}</text>').format(
            kind, x, top + (n + 0.8) * size * LINE, fitting, escape(line)
        )
        for n, line in enumerate(lines)
    ]
