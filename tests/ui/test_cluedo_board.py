"""The drawn board of Cluedo: what can be touched is what is legal, and everything stands where it stands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from itertools import combinations, pairwise
from typing import Any

import pytest

from assistant import words
from assistant.cluedo.naming import naming
from assistant.ui import markup
from assistant.ui.cluedo import board, pictures
from assistant.ui.cluedo.board_plan import UNIT, outline, plan_of
from engine.chance import Chance
from engine.cluedo import cards, rules
from engine.cluedo import table as t
from engine.cluedo.board import board_of
from engine.cluedo.table import Phase, State
from engine.core import Setup, Undone, changed, redact
from engine.match import Match

SEATS = ("An", "Bình", "Chi", "Dũng", "Mai")
MANY_PLACES = "\n".join(
    [
        'id = "own"',
        'title = "Own"',
        *(f'[[suspects]]\nid = "s{n}"\nname = "Suspect {n}"' for n in range(3)),
        *(f'[[weapons]]\nid = "w{n}"\nname = "Weapon {n}"' for n in range(3)),
        *(f'[[locations]]\nid = "l{n}"\nname = "Location {n}"' for n in range(14)),
    ]
)


# --- tools


@dataclass
class Element:
    """An element of a drawing: its attributes, and the text inside it, children included."""

    tag: str
    attributes: Mapping[str, str]
    text: str = ""
    inside: list[Element] = field(default_factory=list)

    def __getitem__(self, name: str) -> str:
        return self.attributes[name]

    def get(self, name: str) -> str | None:
        return self.attributes.get(name)

    @property
    def classes(self) -> set[str]:
        return set(self.attributes.get("class", "").split())

    @property
    def style(self) -> dict[str, str]:
        return dict(re.findall(r"--([\w-]+):([^;]+)", self.attributes.get("style", "")))


class Drawing(HTMLParser):
    """The elements of a drawing, in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self._open: list[Element] = []
        self.feed(html)
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        for around in self._open:
            around.inside.append(element)
        self.elements.append(element)
        self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.text += data

    def all(self, **wanted: str) -> list[Element]:
        names = {name.replace("_", "-"): value for name, value in wanted.items()}
        return [e for e in self.elements if all(e.get(name) == value for name, value in names.items())]

    def of(self, name: str) -> list[Element]:
        return [element for element in self.elements if name in element.classes]

    @property
    def touchable(self) -> list[Element]:
        return [element for element in self.elements if "data-do" in element.attributes]

    def piece(self, card: str) -> Element:
        (found,) = [e for e in self.of("piece") if e["data-key"] in {f"pawn-{card}", f"weapon-{card}"}]
        return found


@cache
def states(edition: str = "sherlock", **options: Any) -> tuple[State, ...]:
    """The full state after every event of a game of 100 random steps, nobody accusing."""
    match = game(edition, **options)
    found = [rules.start(match.setup)]
    for event in match.log:
        found.append(rules.evolve(found[-1], event))
    return tuple(found)


@cache
def game(edition: str = "sherlock", **options: Any) -> Match:
    match = Match(rules, Setup("cluedo", SEATS, edition, options), Chance(1))
    draw = Chance(1).stream("test")
    for _ in range(100):
        match.step(draw.choice([action for action in match.legal() if not isinstance(action, t.Accuse)]))
    return match


def moments(edition: str = "sherlock", **options: Any) -> list[State]:
    """The view of the mover at ten moments when it may use its roll."""
    known = states(edition, **options)
    found = [state for state in known if state.phase is Phase.MOVE and rules.reach(state)]
    return [redact(state, state.active) for state in found[-10:]]


def speech(edition: str = "sherlock", language: str = "en", seats: tuple[str, ...] = SEATS) -> dict[str, Any]:
    return words.for_templates(language, naming(cards.load(edition), seats))


def drawn(view: State, language: str = "en", seats: tuple[str, ...] = SEATS, **more: Any) -> Drawing:
    told = {"moves": None, "seat": 0, **more}
    return Drawing(board.draw(view, speech(view.edition, language, seats), **told))


def square(element: Element) -> tuple[int, int]:
    return int(element["data-row"]), int(element["data-column"])


def point(element: Element, small: bool = False) -> tuple[float, float]:
    x, y = ("nx", "ny") if small else ("x", "y")
    return float(element.style[x]), float(element.style[y])


VIEW = game().view(0)


# --- where one can go


@pytest.mark.parametrize("options", [{}, {"allow_early_stop": True}], ids=str)
def test_exactly_the_legal_squares_are_lit_cl_r6(options):
    for view in moments(**options):
        lit = drawn(view, moves=rules.reach(view), seat=view.active).all(data_do="walk")
        assert [t.MoveTo(square(one)) for one in lit] == [
            action for action in rules.legal(view) if isinstance(action, t.MoveTo)
        ]


@pytest.mark.parametrize("edition", cards.available())
def test_exactly_the_locations_in_reach_can_be_entered_cl_r7(edition):
    for view in moments(edition):
        entered = drawn(view, moves=rules.reach(view), seat=view.active).all(data_do="enter")
        actions = [t.Enter(one["data-location"], square(one)) for one in entered]
        legal = [action for action in rules.legal(view) if isinstance(action, t.Enter)]
        assert set(actions) <= set(legal)
        assert {action.location for action in actions} == {action.location for action in legal}


def test_a_flag_says_the_fewest_steps_to_a_location_cl_r7():
    view = next(view for view in moments() if len(rules.reach(view).locations) > 1)
    moves = rules.reach(view)
    drawing = drawn(view, moves=moves, seat=view.active)
    for location in moves.locations:
        fewest = min(entry.steps for entry in moves.entries if entry.location == location)
        (door,) = drawing.all(data_location=location)
        assert door["aria-label"].endswith("one step" if fewest == 1 else f", {fewest} steps")
        assert drawing.all(data_key=f"flag-{location}")[0].text.endswith(str(fewest))


def test_what_can_be_touched_is_one_group_of_named_buttons():
    view = moments()[0]
    drawing = drawn(view, moves=rules.reach(view), seat=view.active)
    assert drawing.touchable
    for element in drawing.touchable:
        assert element["role"] == "button"
        assert element["aria-label"]
        assert "data-once" in element.attributes
    (group,) = drawing.all(data_roving="")
    assert all(element in group.inside for element in drawing.touchable)


def test_a_square_is_called_by_row_and_column_counted_from_one():
    view = next(view for view in moments() if rules.reach(view).squares)
    first = rules.reach(view).squares[0]
    for language, name in (("en", "Square, row {}, column {}"), ("vi", "Ô hàng {}, cột {}")):
        drawing = drawn(view, language, moves=rules.reach(view), seat=view.active)
        assert drawing.all(data_do="walk")[0]["aria-label"] == name.format(first[0] + 1, first[1] + 1)


def test_without_a_roll_nothing_can_be_touched():
    drawing = drawn(VIEW)
    assert drawing.touchable == []
    assert drawing.all(data_roving="") == []


def test_a_piece_lets_a_tap_through_to_the_location_that_can_be_entered():
    for view in moments():
        drawing, opened = drawn(view, moves=rules.reach(view), seat=view.active), rules.reach(view).locations
        for card, spot in {**view.tokens, **view.weapons}.items():
            assert ("under" in drawing.piece(card).classes) == (spot in opened)


# --- where everything stands


def test_a_token_on_a_square_is_drawn_in_its_middle():
    for token, spot in VIEW.tokens.items():
        if not isinstance(spot, str):
            x, y = point(drawn(VIEW).piece(token))
            assert (y // UNIT, x // UNIT) == spot
            assert (y % UNIT, x % UNIT) == (UNIT / 2, UNIT / 2)


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize(
    ("edition", "rooms_only"),
    [("sherlock", False), ("classic_uk", False), ("classic_us", True), (MANY_PLACES, True)],
    ids=["sherlock", "classic_uk", "rooms only", "own edition"],
)
def test_all_pieces_find_room_in_one_location_side_by_side(edition, language, rooms_only):
    deck = cards.load(edition)
    options = {"board": "rooms_only"} if rooms_only else {}
    start = Match(rules, Setup("cluedo", SEATS[:3], edition, options), Chance(1)).view(0)
    plan = plan_of(deck, language, rooms_only=rooms_only)
    for location in deck.locations:
        view = changed(
            start, tokens=dict.fromkeys(deck.tokens, location), weapons=dict.fromkeys(deck.weapons, location)
        )
        drawing = drawn(view, language)
        left, top, right, bottom = plan.places[location].box
        for small in (False, True):
            points = [point(drawing.piece(card), small) for card in (*deck.tokens, *deck.weapons)]
            assert all(left + 8 < x < right - 8 and top + 12 < y < bottom - 8 for x, y in points)
            apart = min(max(abs(a - c), abs(b - d)) for (a, b), (c, d) in combinations(points, 2))
            assert apart > 0.7 * UNIT


def test_the_mover_stands_on_a_plate_and_in_the_list_of_players():
    drawing = drawn(VIEW, seat=1)
    assert [e["data-key"] for e in drawing.of("mover")] == [f"pawn-{VIEW.played[VIEW.active]}"]
    assert [e.text for e in drawing.of("playing")] == [
        pictures.initials(cards.load("sherlock"), "en")[VIEW.played[VIEW.active]] + SEATS[VIEW.active]
    ]


def test_whoever_accused_wrongly_is_crossed_out_cl_r14():
    failed = changed(VIEW, failed=(False, True, False, False, False))
    assert [SEATS[1] in e.text for e in drawn(failed).of("failed")] == [True]


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_titles_and_the_list_say_who_plays_what_and_where_it_stands(language):
    view = changed(VIEW, tokens={**VIEW.tokens, "irene": "lab", "sherlock": "lab", "hudson": (4, 7)})
    deck, drawing = cards.load("sherlock"), drawn(view, language)
    titles = {
        piece["data-key"]: e.text for piece in drawing.of("piece") for e in piece.inside if e.tag == "title"
    }
    (listed,) = drawing.of("sr")
    assert [e.text for e in listed.inside] == list(titles.values())
    for token, *rest in (
        ("irene", "An", deck.name("lab", language)),
        ("sherlock", deck.name("lab", language)),
        ("hudson", "Chi", "5", "8"),
    ):
        title = titles[f"pawn-{token}"]
        assert title.startswith(deck.name(token, language))
        assert all(part in title for part in rest)
    assert len(titles) == len(deck.tokens) + len(deck.weapons)


def test_names_of_players_and_cards_are_text_and_never_markup():
    edition = MANY_PLACES.replace("Location 0", "<b>L</b> & co").replace("Suspect 0", "<i>S</i>")
    setup = Setup("cluedo", ("<script>", "&amp;"), edition, {"board": "rooms_only"})
    drawing = drawn(Match(rules, setup, Chance(1)).view(0), seats=setup.seats)
    assert {"b", "i", "script"}.isdisjoint(e.tag for e in drawing.elements)
    texts = {e.text for e in drawing.elements if e.tag == "text"}
    assert {"<b>L</b> & co", "<script>", "&amp;"} <= texts


# --- other boards


def test_without_a_board_every_location_is_a_room_to_go_to_cl_g2():
    for edition in ("classic_us", MANY_PLACES):
        match = Match(rules, Setup("cluedo", SEATS[:3], edition, {"board": "rooms_only"}), Chance(1))
        enter = [action.location for action in match.legal() if isinstance(action, t.Enter)]
        drawing = drawn(match.view(0), enter=enter)
        assert [e["data-location"] for e in drawing.touchable] == enter
        assert all(e["data-do"] == "enter" and e.get("data-row") is None for e in drawing.touchable)


def test_rooms_without_a_board_do_not_overlap_cl_g2():
    plan = plan_of(cards.load(MANY_PLACES), "en", rooms_only=True)
    boxes = [place.box for place in plan.places.values()]
    assert max(bottom for _, _, _, bottom in boxes) < plan.centre[1] < plan.centre[3] <= plan.height
    for (left, top, right, bottom), (left2, top2, right2, bottom2) in combinations(boxes, 2):
        assert right < left2 or right2 < left or bottom < top2 or bottom2 < top


@pytest.mark.parametrize("edition", cards.available())
def test_the_rooms_lie_beside_the_corridor_and_their_doors_in_the_wall(edition):
    deck = cards.load(edition)
    plan = plan_of(deck, "en", rooms_only=False)
    for location, room in board_of(deck).rooms.items():
        assert set(plan.places[location].doors) == {door.square for door in room.doors}
        left, top, right, bottom = plan.places[location].box
        for door in room.doors:
            x, y = plan.inside(location, door.square)
            assert left < x < right
            assert top < y < bottom


def test_an_outline_goes_once_around_its_squares():
    path = outline({(0, 0), (0, 1), (1, 0)}, inset=0, radius=0)
    assert re.findall(r"Q(\S+) (\S+)", path) == [
        ("0", "0"),
        ("56", "0"),
        ("56", "28"),
        ("28", "28"),
        ("28", "56"),
        ("0", "56"),
    ]


def test_every_drawing_that_is_used_exists():
    known = set(re.findall(r'id="([^"]+)"', markup.symbols("cluedo")))
    for edition in cards.available():
        uses = [e["href"] for e in drawn(game(edition).view(0)).elements if e.tag == "use"]
        assert uses
        assert {use.removeprefix("#") for use in uses} <= known


# --- nothing secret, nothing lost between two drawings


def test_the_board_of_a_seat_says_nothing_that_the_seat_may_not_know():
    match = game()
    for seat in range(len(SEATS)):
        other = changed(
            match.state,
            hands=tuple(frozenset({"rope"}) for _ in SEATS),
            envelope=("irene", "rope", "lab"),
        )
        whole = board.draw(match.state, speech(), moves=None, seat=seat)
        assert board.draw(match.view(seat), speech(), moves=None, seat=seat) == whole
        assert board.draw(other, speech(), moves=None, seat=seat) == whole


def test_keys_are_unique_and_pieces_keep_theirs_and_their_order():
    orders = set()
    for view in moments():
        drawing = drawn(view, moves=rules.reach(view), seat=view.active)
        keys = [e["data-key"] for e in drawing.elements if "data-key" in e.attributes]
        assert [key for key, times in Counter(keys).items() if times > 1] == []
        orders.add(tuple(e["data-key"] for e in drawing.of("piece")))
    assert len(orders) == 1


# --- the last move


def moves_of(**options: Any) -> list[tuple[State, State, int, Any]]:
    """Each move of a game: the state before and after it, the log's length then, and the event."""
    log, known = game(**options).log, states(**options)
    return [
        (known[n], known[n + 1], n + 1, event)
        for n, event in enumerate(log)
        if isinstance(event, (t.Moved, t.Entered))
    ]


@pytest.mark.parametrize("options", [{}, {"allow_early_stop": True}], ids=str)
def test_the_last_way_is_one_that_the_roll_allows_cl_r6(options):
    match = game(**options)
    deck = board_of(cards.load("sherlock"))
    for before, after, length, event in moves_of(**options):
        way = board.last_way(match.log[:length], match.setup)
        token = before.played[event.by]
        assert (way[0], way[-1]) == (before.tokens[token], after.tokens[token])
        squares = [spot for spot in way if not isinstance(spot, str)]
        if isinstance(event, t.Entered) and event.door is None:
            assert squares == []
            continue
        assert set(squares) <= set(deck.squares)
        assert len(set(squares)) == len(squares)
        assert all(abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in pairwise(squares))
        assert len(way) - 1 <= before.roll
        assert set(squares).isdisjoint(rules.others(before))


def test_there_is_no_last_way_once_something_else_has_happened():
    match = game()
    for length in range(len(match.log) + 1):
        last = [e for e in match.log[:length] if not isinstance(e, (t.TurnBegan, t.TurnEnded))][-1:]
        moved = bool(last) and isinstance(last[0], (t.Moved, t.Entered))
        assert bool(board.last_way(match.log[:length], match.setup)) == moved


def test_a_move_that_was_taken_back_is_not_walked_again():
    match = game()
    length = next(n for n, e in enumerate(match.log, 1) if isinstance(e, t.Moved))
    assert board.last_way([*match.log[:length], Undone(0, 1)], match.setup) == ()


def test_the_token_walks_its_way_and_ends_where_it_stands():
    match = game()
    for _, after, length, event in moves_of()[-10:]:
        way = board.last_way(match.log[:length], match.setup)
        drawing = drawn(redact(after, 0), way=way)
        (walker,) = drawing.of("striding")
        assert walker["data-key"] == f"pawn-{after.played[event.by]}"
        (css,) = [e.text for e in drawing.elements if e.tag == "style"]
        wide, small = re.findall(r"@keyframes [\w-]+\{(.*?\})\}", css)
        for frames in (wide, small):
            assert frames.startswith("0%{")
            assert frames.endswith("100%{transform:translate(0px,0px)}")
            assert frames.count("%{") == len(way)


def test_an_advised_way_is_a_dotted_line():
    assert drawn(VIEW).of("route") == []
    (line,) = drawn(VIEW, advised=((4, 6), (5, 6), (5, 7))).of("route")
    assert line["d"] == "M182 126L182 154L210 154"


# --- cards that nobody has drawn


@pytest.mark.parametrize("edition", [*cards.available(), MANY_PLACES], ids=lambda text: text[:12])
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_initials_tell_the_cards_of_a_category_apart(edition, language):
    deck = cards.load(edition)
    initials = pictures.initials(deck, language)
    for category in cards.CATEGORIES:
        found = [initials[card] for card in deck.of(category)]
        assert len(set(found)) == len(found)
        assert all(1 <= len(initial) <= 2 for initial in found)


def test_a_title_is_passed_over_for_an_initial():
    initials = pictures.initials(cards.load("sherlock"), "vi")
    assert [initials[card] for card in ("lestrade", "hudson", "irene", "watson")] == ["L", "H", "I", "W"]


def test_a_card_has_its_own_drawing_or_a_plain_one_with_its_initial():
    deck = cards.load("classic_uk")
    art = markup.environment.from_string(
        '{% from "cluedo/parts.html" import card_art %}{{ card_art(edition, card, 30) }}'
    )
    plain = {card: Drawing(art.render(edition=deck, card=card)) for card in deck.cards}
    assert [e["href"] for e in plain["spanner"].elements if e.tag == "use"] == ["#weapon-wrench"]
    for card, initial in (("peacock", "Pe"), ("plum", "Pl"), ("ballroom", "Ba")):
        assert [e.text for e in plain[card].elements if e.tag == "text"] == [initial]
        assert [e for e in plain[card].elements if e.tag == "use"] == []


@pytest.mark.parametrize("edition", cards.available())
def test_each_token_has_a_colour_of_its_own(edition):
    deck = cards.load(edition)
    assert len({pictures.colour(deck, token) for token in deck.tokens}) == len(deck.tokens)
