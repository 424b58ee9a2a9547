"""What every game is made of: secrecy by declaration, sentences, options."""

from dataclasses import dataclass

import pytest

from engine import games
from engine.core import (
    Event,
    IllegalAction,
    Message,
    Named,
    Option,
    SaidError,
    Seat,
    Setup,
    changed,
    own,
    plural,
    redact,
    secret,
    secrets,
    settings,
)


@dataclass(frozen=True, slots=True)
class CardShown(Event):
    by: Seat
    to: Seat
    card: str | None = secret("by", "to")


@dataclass(frozen=True, slots=True)
class Whispered(Event):
    among: tuple[Seat, ...]
    word: str | None = secret("among")


@dataclass(frozen=True, slots=True)
class Buried(Event):
    card: str | None = secret()


@dataclass(frozen=True)
class Hands:
    cards: tuple[str | None, ...] = own()
    turn: int = 0


def test_a_secret_is_seen_by_the_seats_in_the_named_fields():
    shown = CardShown(by=0, to=2, card="rope")
    assert redact(shown, 0) is shown
    assert redact(shown, 2) is shown
    assert redact(shown, 1) == CardShown(0, 2)
    assert redact(shown, None) == CardShown(0, 2)


def test_a_secret_may_be_shared_by_a_tuple_of_seats():
    whispered = Whispered((0, 3), "fly")
    assert [redact(whispered, seat).word for seat in (0, 1, 3, None)] == ["fly", None, "fly", None]


def test_a_secret_of_nobody_is_hidden_from_all():
    assert [redact(Buried("rope"), seat).card for seat in (0, 1, None)] == [None] * 3


def test_an_own_entry_is_seen_by_its_seat_only():
    hands = Hands(("rope", "fly", "dagger"), 4)
    assert redact(hands, 1) == Hands((None, "fly", None), 4)
    assert redact(hands, None) == Hands((None, None, None), 4)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_what_is_redacted_once_stays_as_it_is(seat):
    for thing in (CardShown(0, 2, "rope"), Buried("rope"), Hands(("rope", "fly"))):
        assert redact(redact(thing, seat), seat) == redact(thing, seat)


def test_secrets_lists_the_declared_fields():
    assert dict(secrets(CardShown)) == {"card": ("by", "to")}
    assert dict(secrets(Hands)).keys() == {"cards"}


def test_changed_copies_and_leaves_the_original():
    hands = Hands(("rope",), 4)
    assert changed(hands, turn=5) == Hands(("rope",), 5)
    assert hands.turn == 4


def test_a_message_reads_as_its_sentence():
    message = Message("{door} is open, {cards} are not.", {"door": Named("door", 2), "cards": ("a", "b")})
    assert str(message) == "2 is open, a, b are not."


@pytest.mark.parametrize(("n", "sentence"), [(1, "1 card"), (0, "0 cards"), (2, "2 cards")])
def test_a_plural_reads_by_its_number(n, sentence):
    assert str(plural("{n} card", "{n} cards", n)) == sentence


def test_an_illegal_action_carries_reason_value_and_where():
    error = IllegalAction(Message("{n} is too many.", {"n": 6}), "roll", "move")
    assert isinstance(error, SaidError)
    assert (error.reason.slots, error.value, error.where) == ({"n": 6}, "roll", "move")
    assert "6 is too many." in str(error)
    assert "move" in str(error)


OPTIONS = {
    "pace": Option("slow", ("slow", "fast"), "X-1"),
    "turns": Option(10, range(1, 100), "X-2"),
}


def test_settings_fills_in_the_defaults():
    setup = Setup("x", ("A", "B"), options={"turns": 7})
    assert settings(OPTIONS, range(2, 5), setup) == {"pace": "slow", "turns": 7}


@pytest.mark.parametrize(
    ("seats", "options", "reason"),
    [
        ("A", {}, "2 to 4 players, not 1"),
        ("ABCDE", {}, "2 to 4 players, not 5"),
        ("AB", {"speed": 1}, "no option called speed"),
        ("AB", {"pace": "brisk"}, "pace cannot be brisk"),
        ("AB", {"turns": 0}, "turns cannot be 0"),
        ("AB", {"turns": "7"}, "turns cannot be 7"),
        ("AB", {"pace": ["slow"]}, "pace cannot be"),
    ],
)
def test_settings_refuses_what_the_game_does_not_have(seats, options, reason):
    with pytest.raises(SaidError, match=reason):
        settings(OPTIONS, range(2, 5), Setup("x", tuple(seats), options=options))


def test_an_unknown_game_is_refused_with_a_reason():
    with pytest.raises(SaidError, match="no game called chess"):
        games.load("chess")
