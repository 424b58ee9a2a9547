"""The board of Cluedo as one seat sees it: who stands where, where a roll leads, who is to move.

`draw` makes the markup; the plan under it is cached, see `board_plan`. Everything that moves keeps its
`data-key`, so that a page changes from one drawing to the next by moving it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import ceil, dist
from typing import Any
from zlib import crc32

from markupsafe import Markup

from assistant import words
from assistant.ui import markup
from assistant.ui.cluedo import pictures
from assistant.ui.cluedo.board_plan import UNIT, Place, Plan, Point, Rect, plan_of, width_of
from engine.cluedo import cards, rules
from engine.cluedo.board import Reach, board_of
from engine.cluedo.cards import Edition
from engine.cluedo.table import (
    Entered,
    Moved,
    MovedIn,
    Rolled,
    Spot,
    Square,
    State,
    Suggested,
    TurnBegan,
    TurnEnded,
)
from engine.core import Event, Seat, Setup

Way = tuple[Spot, ...]
"""A move from place to place: where the token stood, the squares it walked over, where it stands now."""

Standing = tuple[float, float, float]
"""Where a piece is drawn: x, y and scale."""

CELL, SMALL_CELL = (31, 35), (36, 37)
CROWDED = 0.8
"""Pieces that would have to be smaller than this beside a picture get the whole floor."""
PACE, LONGEST = 95, 880
"""Milliseconds for a step of the walk, and for all of it."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A token or weapon; `at` is where it stands on a wide board, `small` where on a phone.

    `idle` is a token that nobody plays. `under` means that a tap goes through to the location below.
    """

    card: str
    kind: str
    title: str
    initial: str
    colour: str
    symbol: str | None
    at: Standing
    small: Standing
    mover: bool = False
    own: bool = False
    idle: bool = False
    under: bool = False

    @property
    def style(self) -> str:
        """Where it stands and which colour it has, for the stylesheet."""
        (x, y, scale), (nx, ny, ns) = self.at, self.small
        colour = f";--c:var(--{self.colour})" if self.colour else ""
        return f"--x:{x:g};--y:{y:g};--s:{scale:g};--nx:{nx:g};--ny:{ny:g};--ns:{ns:g}{colour}"


@dataclass(frozen=True, slots=True)
class Open:
    """A location that can be entered: in `steps` through `door`, or without either; `flag` says it."""

    door: Square | None = None
    steps: int = 0
    flag: Point = (0, 0)


@dataclass(frozen=True, slots=True)
class Walk:
    """The last move to be seen once more: keyframes `css` called `name` (on a phone with an s), in ms."""

    token: str
    name: str
    css: Markup
    lasts: int


@dataclass(frozen=True, slots=True)
class Player:
    """A line of the legend: who plays which token; `at` is where it stands, `small` on a phone."""

    name: str
    initial: str
    colour: str
    active: bool
    failed: bool
    own: bool
    at: Point
    small: Point
    size: float
    small_size: float


def draw(
    view: State,
    speech: Mapping[str, Any],
    *,
    moves: Reach | None,
    seat: Seat,
    way: Way = (),
    advised: Way = (),
    enter: Collection[str] = (),
) -> Markup:
    """Return the board as markup; nothing in it is more than `view` says.

    `speech` is what `words.for_templates` gives. `moves` is where the roll of `seat` leads, None when it
    has none to use; `enter` are the locations that it can go to without a roll (`rooms_only`). `way` is
    the last move, see `last_way`, which its token walks once more; `advised` a way to recommend, drawn
    dotted. What can be touched: `walk` with row and column, and `enter` with location and, where there
    is a roll, row and column of the door square.
    """
    edition = cards.load(view.edition)
    plan = plan_of(edition, speech["language"], rooms_only=view.options["board"] == "rooms_only")
    opened = _opened(plan, moves, enter)
    floors = {location: _floor(place, _lying_in(view, location)) for location, place in plan.places.items()}
    pieces = _pieces(view, plan, speech, floors=floors, opened=opened, seat=seat)
    squares = moves.squares if moves else ()
    dense = any((row, column + 1) in squares for row, column in squares)
    return markup.render(
        "cluedo/board.html",
        **speech,
        plan=plan,
        unit=UNIT,
        pieces=pieces,
        opened=opened,
        crowded={location for location, floor in floors.items() if floor.crowded},
        empty={location for location, floor in floors.items() if not floor.at},
        small_crowded={location for location, floor in floors.items() if floor.small_crowded},
        lit=Markup().join(_lit(square, speech["language"], dense=dense) for square in squares),
        legend=_legend(view, edition, plan, speech, seat),
        advised=_line(plan, advised),
        arrow=_arrow(plan, advised),
        walk=_walk(plan, way, pieces, view),
        turn=view.turn,
    )


# -- where things stand


@dataclass(frozen=True, slots=True)
class _Floor:
    """Where each piece in a location stands, and whether the picture there has to step back for them."""

    at: Mapping[str, Standing]
    small: Mapping[str, Standing]
    crowded: bool
    small_crowded: bool


def _mover(view: State) -> Seat | None:
    return view.active if view.turn and view.end is None else None


def _lying_in(view: State, location: str) -> tuple[str, ...]:
    there = (*view.tokens.items(), *view.weapons.items())
    return tuple(sorted((card for card, spot in there if spot == location), key=_order(view).index))


@lru_cache(maxsize=8)
def _orders(edition: Edition) -> tuple[str, ...]:
    return (*edition.tokens, *edition.weapons)


def _order(view: State) -> tuple[str, ...]:
    return _orders(cards.load(view.edition))


@lru_cache(maxsize=1 << 10)
def _spread(rect: Rect, number: int, cell: tuple[int, int]) -> tuple[Standing, ...]:
    """Return x, y and scale for so many pieces in a rectangle, as large as they can be."""
    left, top, right, bottom = rect
    width, height = right - left, bottom - top

    def scale(columns: int) -> float:
        return min(1.0, width / columns / cell[0], height / ceil(number / columns) / cell[1])

    columns = max(range(1, number + 1), key=lambda n: (round(scale(n), 3), n))
    rows, size = ceil(number / columns), scale(columns)
    across, down = min(width / columns, cell[0] * size * 1.15), min(height / rows, cell[1] * size * 1.1)
    middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
    found = []
    for n in range(number):
        row, column = divmod(n, columns)
        in_row = min(columns, number - row * columns)
        x = middle_x + (column - (in_row - 1) / 2) * across
        y = middle_y + (row - (rows - 1) / 2) * down
        found.append((round(x, 1), round(y, 1), round(size, 2)))
    return tuple(found)


def _floor(place: Place, there: tuple[str, ...]) -> _Floor:
    wide, crowded = _stand(place.few, place.many, len(there), CELL)
    small, small_crowded = _stand(place.small_few, place.small_many, len(there), SMALL_CELL)
    return _Floor(
        dict(zip(there, wide, strict=True)), dict(zip(there, small, strict=True)), crowded, small_crowded
    )


def _stand(
    few: Rect | None, many: Rect, number: int, cell: tuple[int, int]
) -> tuple[tuple[Standing, ...], bool]:
    """Return where so many pieces stand, and whether they need the whole floor."""
    if not number:
        return (), False
    beside = _spread(few, number, cell) if few else ()
    fits = bool(beside) and beside[0][2] >= CROWDED
    return (beside, False) if fits else (_spread(many, number, cell), True)


def _pieces(
    view: State,
    plan: Plan,
    speech: Mapping[str, Any],
    *,
    floors: Mapping[str, _Floor],
    opened: Collection[str],
    seat: Seat,
) -> list[Piece]:
    edition = cards.load(view.edition)
    initials = pictures.initials(edition, speech["language"])
    mover = _mover(view)
    pieces = []
    for card in _order(view):
        token = card in view.tokens
        spot = view.tokens[card] if token else view.weapons.get(card)
        if spot is None:
            continue
        if isinstance(spot, str):
            at, small = floors[spot].at[card], floors[spot].small[card]
        else:
            at = small = (*plan.squares[spot], 1.0)
        player = view.played.index(card) if card in view.played else None
        pieces.append(
            Piece(
                card=card,
                kind="pawn" if token else "weapon",
                title=_title(speech, card, spot, player, on_board=view.options["board"] == "classic"),
                initial=initials[card],
                colour=pictures.colour(edition, card) if token else "",
                symbol=None if token else pictures.symbol(edition, card),
                at=at,
                small=small,
                mover=player is not None and player == mover,
                own=player is not None and player == seat,
                idle=token and player is None,
                under=spot in opened,
            )
        )
    return pieces


def _title(speech: Mapping[str, Any], card: str, spot: Spot, player: Seat | None, *, on_board: bool) -> str:
    t, name = speech["t"], speech["name"]
    piece = name("card", card)
    if player is not None:
        piece = t("{suspect}, played by {player}", suspect=piece, player=name("seat", player))
    if isinstance(spot, str):
        return str(t("{piece}, in {location}", piece=piece, location=name("card", spot)))
    if not on_board:
        return str(t("{piece}, not yet in a location", piece=piece))
    row, column = spot
    return str(
        t("{piece}, in the corridor: row {row}, column {column}", piece=piece, row=row + 1, column=column + 1)
    )


def _legend(view: State, edition: Edition, plan: Plan, speech: Mapping[str, Any], seat: Seat) -> list[Player]:
    initials = pictures.initials(edition, speech["language"])
    left, top, right, bottom = plan.centre
    lying = right - left > bottom - top
    number = view.seats
    from_x, from_y, small_y = (left + 104, top + 8, top + 8) if lying else (left + 10, top + 80, top + 52)
    step = min(21.0, (bottom - 8 - from_y) / number)
    small_step = min(26.0, (bottom - 4 - small_y) / number)
    room = right - 8 - from_x
    rest, small_rest = bottom - 8 - from_y - step * number, bottom - 4 - small_y - small_step * number
    players = []
    for other in range(number):
        name = speech["name"]("seat", other)
        token = view.played[other]
        players.append(
            Player(
                name=name,
                initial=initials[token],
                colour=pictures.colour(edition, token),
                active=other == _mover(view),
                failed=view.failed[other],
                own=other == seat,
                at=(from_x + 9, from_y + rest / 2 + step * (other + 0.5)),
                small=(from_x + 11, small_y + small_rest / 2 + small_step * (other + 0.5)),
                size=min(12.5, (room - 24) / width_of(name)),
                small_size=min(20.0, (room - 28) / width_of(name)),
            )
        )
    return players


# -- where one can go


@lru_cache(maxsize=1 << 10)
def _lit(square: Square, language: str, *, dense: bool) -> Markup:
    """Return a square to walk to; `dense` when others beside it are lit, so that it cannot be larger."""
    row, column = square
    return markup.render(
        "cluedo/board_square.html",
        t=words.for_templates(language)["t"],
        row=row,
        column=column,
        x=(column + 0.5) * UNIT,
        y=(row + 0.5) * UNIT,
        dense=dense,
    )


def _opened(plan: Plan, moves: Reach | None, enter: Collection[str]) -> dict[str, Open]:
    opened = {location: Open() for location in plan.places if location in enter}
    if moves:
        for location, door in moves.locations.items():
            steps = next(e.steps for e in moves.entries if e.location == location and e.door == door)
            opened[location] = Open(door, steps, _flag(plan.places[location], door))
    return opened


def _flag(place: Place, door: Square) -> Point:
    """Return the middle of the flag at a door: over the wall, but beside the square where its dot is."""
    (x, y), (_, across) = place.doors[door]
    left, _, right, _ = place.box
    return min(max(x + across * 21, left + 29), right - 29), y


def _points(plan: Plan, way: Way) -> list[Point]:
    beyond = (*way[1:2], *way[:-1])
    return [
        plan.inside(spot, other) if isinstance(spot, str) else plan.squares[spot]
        for spot, other in zip(way, beyond, strict=True)
    ]


def _line(plan: Plan, way: Way) -> str:
    """Return the path of an advised way, "" if there is none."""
    if len(way) < 2:
        return ""
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in _points(plan, way))


def _arrow(plan: Plan, way: Way) -> str:
    """Return the path of the arrow at the end of an advised way."""
    if len(way) < 2:
        return ""
    (ax, ay), (x, y) = _points(plan, way)[-2:]
    along_x, along_y = ((x > ax) - (x < ax)) * 7, ((y > ay) - (y < ay)) * 7
    back = [(x - along_x + side * along_y, y - along_y - side * along_x) for side in (1, -1)]
    (bx, by), (cx, cy) = back
    return f"M{bx:g} {by:g}L{x:g} {y:g} {cx:g} {cy:g}"


def _walk(plan: Plan, way: Way, pieces: Sequence[Piece], view: State) -> Walk | None:
    if len(way) < 2:
        return None
    standing = [token for token, spot in view.tokens.items() if spot == way[-1]]
    token = view.played[view.active]
    if token not in standing:
        if len(standing) != 1:
            return None
        token = standing[0]
    piece = next(piece for piece in pieces if piece.card == token)
    points = _points(plan, way)
    wide, small = (_keyframes([*points[:-1], (x, y)]) for x, y, _ in (piece.at, piece.small))
    name = f"walk-{crc32((wide + small).encode()):x}"
    css = Markup(f"@keyframes {name}{{{wide}}}@keyframes {name}s{{{small}}}")
    return Walk(token, name, css, min(LONGEST, max(PACE * 4, PACE * len(way))))


def _keyframes(points: Sequence[Point]) -> str:
    """Return the frames of a walk at even speed that ends where the token stands."""
    x, y = points[-1]
    lengths = [dist(a, b) for a, b in pairwise(points)]
    whole = sum(lengths) or 1
    gone, frames = 0.0, []
    for point, length in zip(points, (*lengths, 0), strict=True):
        frames.append(
            f"{100 * gone / whole:.4g}%{{transform:translate({point[0] - x:g}px,{point[1] - y:g}px)}}"
        )
        gone += length
    return "".join(frames)


# -- the last move


def last_way(events: Sequence[Event], setup: Setup) -> Way:
    """Return the last move if nothing but the turn's end came after it, otherwise ().

    `events` are what a seat has seen. The way begins with the place where the token stood and ends with
    the one where it stands now; of several ways that the roll allowed it is the one that
    `engine.cluedo.board.Board.path` gives. A move of which no way is known is ().
    """
    at = len(events) - 1
    while at >= 0 and isinstance(events[at], (TurnBegan, TurnEnded)):
        at -= 1
    event = events[at] if at >= 0 else None
    if not isinstance(event, (Moved, Entered)):
        return ()
    edition = cards.load(setup.edition or rules.DEFAULT_EDITION)
    played = tuple(setup.options.get("tokens", ())) or edition.tokens[: len(setup.seats)]
    stood = _stood(events, at, edition, played)
    start = stood.pop(played[event.by])
    if isinstance(event, Entered) and event.door is None:
        return (start, event.location)
    rolled = events[at - 1]
    if not isinstance(rolled, Rolled):
        return ()
    door = event.door if isinstance(event, Entered) else None
    target = event.location if isinstance(event, Entered) else event.square
    early = bool(setup.options.get("allow_early_stop", False))
    try:
        squares = _path(
            edition, (start, target), tuple(stood.values()), sum(rolled.dice), door=door, early=early
        )
    except ValueError:
        return ()
    return (start, *squares, target) if isinstance(target, str) else (start, *squares)


def _stood(events: Sequence[Event], before: int, edition: Edition, played: Sequence[str]) -> dict[str, Spot]:
    """Return where each token stood before an event, reading back only as far as needed."""
    stood: dict[str, Spot] = {}
    for at in range(before - 1, -1, -1):
        match events[at]:
            case Moved(by, spot) | Entered(by, spot) | MovedIn(by, spot):
                stood.setdefault(played[by], spot)
            case Suggested(_, suspect, _, location):
                stood.setdefault(suspect, location)
        if len(stood) == len(edition.tokens):
            break
    return {token: stood.get(token, start) for token, start in edition.starts.items()}


@lru_cache(maxsize=64)
def _path(
    edition: Edition,
    ends: tuple[Spot, Spot],
    blocked: tuple[Spot, ...],
    pips: int,
    *,
    door: Square | None,
    early: bool,
) -> tuple[Square, ...]:
    return board_of(edition).path(*ends, blocked, pips, door=door, allow_early_stop=early)
