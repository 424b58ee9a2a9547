"""The board and where a roll leads, against the numbers of the rules and against plain enumeration."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cluedo.board import board_of
from engine.cluedo.cards import EditionError, load

BOARD = board_of(load("classic_uk"))  # its locations have the names of the slots
SQUARES = frozenset(BOARD.squares)
ROOMS = (
    "study",
    "hall",
    "lounge",
    "dining_room",
    "kitchen",
    "ballroom",
    "conservatory",
    "billiard_room",
    "library",
)
STARTS = ((0, 16), (7, 23), (24, 14), (24, 9), (18, 0), (5, 0))

PIPS_BETWEEN_ROOMS = """
     -    4   17   17   28   17   20   15    7
     4    -    8    8   19   13   20   15    7
    17    8    -    4   19   15   27   22   14
    17    8    4    -   11    7   19   14   14
    28   19   19   11    -    7   20   17   23
    17   13   15    7    7    -    4    6   12
    20   20   27   19   20    4    -    7   14
    15   15   22   14   17    6    7    -    4
     7    7   14   14   23   12   14    4    -
"""


def beside(square):
    row, column = square
    return {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}


def every_way(start, blocked, pips):
    """Walk every legal way; return the squares by the pips spent there, and the fewest pips per door."""
    stops = {}
    doors = {}
    blocked = {place for place in blocked if not isinstance(place, str)} - {start}

    def walk(square, visited, spent):
        if square != start:
            stops.setdefault(spent, set()).add(square)
        location = BOARD.behind(square)
        if spent < pips and location not in {None, start}:
            key = (location, square)
            doors[key] = min(doors.get(key, pips), spent + 1)
        if spent < pips:
            for following in beside(square) & SQUARES - blocked - visited:
                walk(following, visited | {following}, spent + 1)

    if isinstance(start, str):
        for door in BOARD.rooms[start].doors:
            if door.square not in blocked:
                walk(door.square, {door.square}, 1)
    else:
        walk(start, {start}, 0)
    return stops, doors


@st.composite
def questions(draw):
    """A start, the places of up to five other tokens (more often near by than not), and a roll."""
    start = draw(st.sampled_from(BOARD.squares + ROOMS))
    squares = [start] if not isinstance(start, str) else [door.square for door in BOARD.rooms[start].doors]
    near = [s for s in BOARD.squares if min(abs(s[0] - r) + abs(s[1] - c) for r, c in squares) <= 4]
    anywhere = st.sampled_from(near) | st.sampled_from(near) | st.sampled_from(BOARD.squares + ROOMS)
    return start, draw(st.lists(anywhere, max_size=5)), draw(st.integers(1, 12))


def test_the_board_has_188_squares_in_one_piece_and_17_doors():
    found, edge = set(), {(0, 16)}
    while edge:
        found |= edge
        edge = {following for square in edge for following in beside(square)} & SQUARES - found
    assert len(BOARD.squares) == len(found) == 188
    doors = [door.square for room in BOARD.rooms.values() for door in room.doors]
    assert len(doors) == len(set(doors)) == 17
    assert set(doors) <= SQUARES


def test_start_squares_lie_on_the_corridor_in_token_order():
    assert tuple(load("sherlock").starts.items()) == (
        ("irene", (0, 16)),
        ("lestrade", (7, 23)),
        ("hudson", (24, 14)),
        ("watson", (24, 9)),
        ("mycroft", (18, 0)),
        ("sherlock", (5, 0)),
    )
    assert set(STARTS) <= SQUARES


def test_every_door_opens_from_the_corridor_into_its_room():
    for room in BOARD.rooms.values():
        top, left, bottom, right = room.box
        for door in room.doors:
            row, column = (a + b for a, b in zip(door.square, door.inward, strict=True))
            assert (row, column) not in SQUARES
            assert top <= row <= bottom
            assert left <= column <= right


def test_shortest_moves_between_rooms_on_the_empty_board():
    for room, line in zip(ROOMS, PIPS_BETWEEN_ROOMS.split("\n")[1:], strict=False):
        expected = {
            there: int(pips) for there, pips in zip(ROOMS, line.split(), strict=True) if there != room
        }
        assert BOARD.distances(room) == expected


@pytest.mark.parametrize(
    ("square", "nearest"),
    [
        ((0, 16), {"lounge": 8, "dining_room": 10, "hall": 12}),
        ((7, 23), {"lounge": 8, "dining_room": 8, "hall": 12}),
        ((24, 14), {"ballroom": 8, "kitchen": 13}),
        ((24, 9), {"ballroom": 8, "conservatory": 10}),
        ((18, 0), {"conservatory": 7, "ballroom": 9, "billiard_room": 10}),
        ((5, 0), {"study": 8, "hall": 10, "library": 11}),
    ],
)
def test_nearest_rooms_from_the_start_squares(square, nearest):
    distances = BOARD.distances(square)
    by_distance = sorted(distances, key=distances.get)[: len(nearest)]
    assert {room: distances[room] for room in by_distance} == nearest


def test_distance_goes_around_tokens_and_is_none_where_no_way_is():
    assert BOARD.distance("study", "hall") == 4
    assert BOARD.distance("study", "hall", [(4, 7)]) == 6
    assert BOARD.distance("lounge", "hall", [(6, 17)]) is None


def test_r8_shortcuts_join_opposite_corners():
    links = {room: BOARD.shortcut(room) for room in ROOMS if BOARD.shortcut(room)}
    assert links == {
        "study": "kitchen",
        "kitchen": "study",
        "lounge": "conservatory",
        "conservatory": "lounge",
    }


def test_t2_the_start_square_with_a_7():
    reach = BOARD.reach((0, 16), (), 7)
    assert reach.entries == ()
    assert reach.squares == ((2, 15), (3, 16), (4, 15), (5, 16), (6, 15), (6, 17), (7, 16))


@pytest.mark.parametrize(
    ("pips", "rooms"),
    [(8, {"lounge"}), (11, {"lounge", "dining_room"}), (12, {"lounge", "dining_room", "hall"})],
)
def test_t3_rooms_in_reach_of_the_start_square(pips, rooms):
    assert set(BOARD.reach((0, 16), (), pips).locations) == rooms


def test_t4_out_of_the_study_with_a_2():
    reach = BOARD.reach("study", (), 2)
    assert reach.squares == ((4, 5), (4, 7), (5, 6))
    assert reach.entries == ()


def test_t4_out_of_the_study_with_a_4():
    reach = BOARD.reach("study", (), 4)
    assert [(entry.location, entry.steps) for entry in reach.entries] == [("hall", 4)]
    assert set(reach.squares) == {
        (2, 7), (3, 8), (4, 3), (4, 5), (4, 7), (5, 4), (5, 6), (5, 8), (6, 7)
    }  # fmt: skip


@pytest.mark.parametrize("pips", range(1, 13))
def test_t5_a_token_before_the_only_door_closes_it_but_not_the_shortcut(pips):
    assert not BOARD.reach("lounge", [(6, 17)], pips)
    assert BOARD.shortcut("lounge") == "conservatory"


@pytest.mark.parametrize("pips", range(1, 13))
def test_t5_a_token_before_the_only_door_keeps_others_out(pips):
    assert "lounge" not in BOARD.reach((6, 18), [(6, 17)], pips).locations


def test_t6_a_token_shut_in_on_its_start_square_stays():
    reach = BOARD.reach((0, 16), [(1, 16)], 5)
    assert not reach
    assert reach.steps == 0


def test_t7_out_of_the_ballroom_with_a_7_and_not_back_through_another_door():
    reach = BOARD.reach("ballroom", (), 7)
    assert set(reach.locations) == {"conservatory", "billiard_room", "dining_room", "kitchen"}


@pytest.mark.parametrize("pips", range(1, 13))
@pytest.mark.parametrize("room", ROOMS)
def test_r9_no_room_is_left_and_entered_again(room, pips):
    assert room not in BOARD.reach(room, (), pips).locations


def test_r7_surplus_pips_are_lost_at_a_door():
    assert BOARD.reach((6, 17), (), 12).locations["lounge"] == (6, 17)
    assert BOARD.path((6, 17), "lounge", (), 12) == ()


def test_locations_names_the_door_that_takes_the_fewest_pips():
    reach = BOARD.reach((7, 9), (), 12)
    assert [(e.door, e.steps) for e in reach.entries if e.location == "hall"] == [
        ((4, 8), 5), ((7, 11), 3), ((7, 12), 4)
    ]  # fmt: skip
    assert reach.locations["hall"] == (7, 11)
    assert BOARD.path((7, 9), "hall", (), 12, door=(7, 12)) == ((7, 10), (7, 11), (7, 12))


def test_g6_the_longest_way_counts_where_no_way_spends_the_whole_roll():
    reach = BOARD.reach((0, 16), [(2, 15), (2, 16)], 5)
    assert (reach.squares, reach.steps) == (((1, 15),), 2)
    assert BOARD.path((0, 16), (1, 15), [(2, 15), (2, 16)], 5) == ((1, 16), (1, 15))


def test_g6_a_room_can_be_entered_where_the_whole_roll_cannot_be_spent():
    reach = BOARD.reach((6, 19), [(6, 20), (7, 19), (7, 18), (7, 17), (6, 16)], 9)
    assert reach.locations == {"lounge": (6, 17)}
    assert (reach.squares, reach.steps) == (((6, 17),), 2)


def test_g6_an_early_stop_is_an_option():
    reach = BOARD.reach((0, 16), (), 2, allow_early_stop=True)
    assert reach.squares == ((1, 15), (1, 16), (2, 16))
    assert BOARD.path((0, 16), (1, 16), (), 2, allow_early_stop=True) == ((1, 16),)


def test_g12_a_door_square_knows_its_room():
    assert BOARD.behind((7, 12)) == "hall"
    assert BOARD.behind((7, 13)) is None


def test_g24_tokens_inside_rooms_block_nothing():
    tokens = ["study", "hall", "hall"]
    assert BOARD.reach("study", tokens, 9) == BOARD.reach("study", (), 9)


def test_the_own_square_among_the_blocked_does_not_matter():
    assert BOARD.reach((4, 7), [(4, 7), (5, 7)], 6) is BOARD.reach((4, 7), [(5, 7)], 6)


def test_equal_questions_share_one_answer():
    assert BOARD.reach((0, 16), [(24, 9)], 7) is BOARD.reach((0, 16), ["lounge", (24, 14)], 7)


@given(questions())
@settings(max_examples=200, deadline=None)
def test_reach_equals_the_enumeration_of_every_way(question):
    start, blocked, pips = question
    stops, doors = every_way(*question)
    longest = max(stops, default=0)
    reach = BOARD.reach(start, blocked, pips)
    assert reach.squares == tuple(sorted(stops.get(longest, ())))
    assert reach.steps == longest
    assert {(entry.location, entry.door): entry.steps for entry in reach.entries} == doors


@given(questions())
@settings(max_examples=100, deadline=None)
def test_early_stop_reaches_the_end_of_every_way(question):
    start, blocked, pips = question
    stops, doors = every_way(*question)
    reach = BOARD.reach(start, blocked, pips, allow_early_stop=True)
    assert reach.squares == tuple(sorted(set().union(*stops.values())))
    assert {(entry.location, entry.door): entry.steps for entry in reach.entries} == doors


@given(questions(), st.booleans())
@settings(max_examples=100, deadline=None)
def test_paths_are_legal_ways_to_everything_in_reach(question, early):
    start, blocked, pips = question
    reach = BOARD.reach(start, blocked, pips, allow_early_stop=early)
    for target in (*reach.squares, *reach.locations):
        way = BOARD.path(start, target, blocked, pips, allow_early_stop=early)
        begin = (start, *way)
        if isinstance(start, str):
            assert BOARD.behind(way[0]) == start
            begin = way
        assert all(there in beside(here) for here, there in pairwise(begin))
        assert len(set(begin)) == len(begin)
        assert not set(way) & set(blocked)
        assert set(way) <= SQUARES
        if isinstance(target, str):
            assert BOARD.behind(begin[-1]) == target
            assert len(way) + 1 == min(e.steps for e in reach.entries if e.location == target)
        else:
            assert way[-1] == target
            assert len(way) <= reach.steps if early else len(way) == reach.steps


def test_path_refuses_what_is_out_of_reach():
    with pytest.raises(ValueError, match="no way"):
        BOARD.path((0, 16), "hall", (), 11)
    with pytest.raises(ValueError, match="no way"):
        BOARD.path((0, 16), (2, 16), (), 7)


def test_the_sherlock_board_is_the_classic_one_under_other_names():
    edition = load("sherlock")
    board = board_of(edition)
    assert tuple(board.rooms) == edition.locations
    assert board.shortcut("pool") == "flat"
    assert set(board.reach("lab", (), 7).locations) == {"battersea", "dartmoor", "tower", "flat"}


def test_an_edition_that_fits_no_board_says_so():
    cards = {"suspects": 6, "weapons": 6, "locations": 10}
    entries = (
        f'[[{key}]]\nid = "{key}{i}"\nname = "{key} {i}"' for key, n in cards.items() for i in range(n)
    )
    text = "\n".join(['id = "big"', 'title = "Big"', *entries])
    with pytest.raises(EditionError, match="Big has no board; it can be played with the option rooms_only"):
        board_of(load(text))
