"""The commented example of a saved game, and what becomes of it when it says what cannot be."""

from pathlib import Path

import pytest

from engine.log import LogError, parse
from engine.match import fold
from engine.sleeping_queens import rules
from engine.sleeping_queens.table import Phase, Summon, UseBook
from tests.sleeping_queens.tables import P1, realm

EXAMPLE = Path(__file__).parents[1] / "data" / "sleeping_queens" / "example.jsonl"
TEXT = EXAMPLE.read_text(encoding="utf-8")


def test_the_example_reads_as_anns_log_and_ends_with_her_turn():
    saved = parse(TEXT)
    assert saved.viewer == P1
    assert saved.setup.seats == ("Ann", "Bình")
    view = fold(rules, saved.setup, saved.events)
    assert (view.phase, rules.decider(view), view.turn) == (Phase.ACTIONS, P1, 9)
    assert view.realms == (realm(1, 1, "book", "queen_blue"), realm(5, "queen_red"))
    assert view.companions == (("red",), ("green",))
    assert view.kings == (1, 0)
    assert view.knights == ("plus_minus_one", "reroll_one")
    assert [view.ring[place] for place in view.face_up] == ["green"]
    assert UseBook(1) in rules.legal(view)
    assert not any(isinstance(action, Summon) for action in rules.legal(view))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"cards": ["1", "10"]', '"cards": ["1", "12"]'),
        ('"cards": ["1", "10"]', '"cards": ["1", "king"]'),
        ('"cards": ["1", "10"]', '"cards": ["1"]'),
        ('"cards": ["1", "10"]', '"cards": ["1", "10", "10"]'),
        ('"by": 0, "cards": ["1", "10"]', '"by": 1, "cards": ["1", "10"]'),
        ('"cards": ["queen_green", "queen_red", "5"]', '"cards": ["queen_green_asleep", "queen_red", "5"]'),
        ('{"event": "CardsPlaced", "by": 0, "cards": ["1", "10"]}\n', ""),
        ('"number": 72', '"number": 71'),
        ('"number": 72', '"number": 72, "cards": ["1"]'),
        ('"slots": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]', '"slots": [0, 1, 2]'),
        ('"slots": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]', '"slots": [0, 1, 2, 3, 4, 5, 6, 7, 8, 8]'),
        ('"knights": ["reroll_one", "plus_minus_one"]', '"knights": ["reroll_one", "reroll_one"]'),
        ('"knights": ["reroll_one", "plus_minus_one"]', '"knights": ["reroll_one", "black"]'),
        ('"knights": ["reroll_one", "plus_minus_one"]', '"knights": ["reroll_one", "blue"]'),
        ('"knights": ["plus_minus_one", "reroll_one"]', '"knights": ["reroll_one", "plus_minus_one"]'),
        ('"face": "2"', '"face": "4"'),
        ('"number": 2}', '"number": 4}'),
        ('{"event": "DrawDue", "by": 0, "number": 2}\n', ""),
        ('"slot": 2, "companion": "red"', '"slot": 12, "companion": "red"'),
        ('"slot": 2, "companion": "red"', '"slot": -2, "companion": "red"'),
        ('"slot": 2, "companion": "red"', '"slot": 2, "companion": "gold"'),
        ('"slot": 1, "companion": "green"', '"slot": 2, "companion": "green"'),
        ('"theirs": "queen_red"', '"theirs": "queen_blue"'),
        ('"seat": 0, "theirs": "queen_red"', '"seat": 1, "theirs": "book"'),
        ('"numbers": [2, 3, 5]', '"numbers": [2, 3, 8]'),
        ('"numbers": [1, 8, 10]', '"numbers": [2, 8, 10]'),
        (
            '"symbol": "green", "companion": "green", "slot": 1',
            '"symbol": "green", "companion": "red", "slot": 1',
        ),
        (
            '"symbol": "green", "companion": "green", "slot": 1',
            '"symbol": "green", "companion": "green", "slot": 0',
        ),
        ('"one": 0, "other": 1', '"one": 0, "other": 0'),
        ('"card": "gnome"', '"card": "6"'),
        ('"card": "gnome"', '"card": "willow"'),
        ('{"event": "TurnBegan", "seat": 1}', '{"event": "TurnBegan", "seat": 0}'),
        ('{"event": "ActionsEnded", "by": 0}', '{"event": "GameEnded", "reason": "rescued", "winner": 1}'),
    ],
)
def test_what_cannot_be_is_refused_with_its_line(old, new):
    assert old in TEXT
    with pytest.raises(LogError, match="does not fit the game so far") as caught:
        parse(TEXT.replace(old, new, 1))
    assert caught.value.line > 3


def test_a_fifth_card_of_one_number_is_refused():
    end = [
        '{"event": "ActionsEnded", "by": 0}',
        '{"event": "TurnBegan", "seat": 1}',
        '{"event": "Rolled", "by": 1, "face": "3"}',
        '{"event": "DrawDue", "by": 1, "number": 3}',
        '{"event": "CardsDrawn", "by": 1, "cards": ["5", "10", "10"]}',
    ]
    assert parse("\n".join([TEXT, *end]))
    with pytest.raises(LogError, match="does not fit the game so far"):
        parse("\n".join([TEXT, *end]).replace('["5", "10", "10"]', '["5", "5", "5"]'))
