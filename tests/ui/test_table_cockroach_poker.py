"""The companion for a real table of Cockroach Poker Royal, tried without a browser."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from assistant.cockroach_poker.knowledge import Knowledge, begin
from assistant.ui.cockroach_poker.table import TableCockroachPoker
from assistant.ui.cockroach_poker.taps import TAPS
from assistant.ui.screen import Download, Touch
from engine import log
from engine.chance import Chance
from engine.cockroach_poker import rules
from engine.cockroach_poker import table as t
from engine.core import Event, SaidError
from engine.match import Match
from tests.ui.taps import any_touch, touches

HAND = ("bat", "bat", "bat", "cockroach", "fly", "fly-royal", "joker", "rat", "scorpion", "stinkbug", "toad")


def tap(screen: TableCockroachPoker, do: str, value: str | None = None, **args: str) -> list[object]:
    return list(screen.touch(Touch(do, args, value)) or ())


def laid(players: int = 3, folder: Path | None = None, *, watching: bool = False) -> TableCockroachPoker:
    screen = TableCockroachPoker(folder=folder)
    tap(screen, "start")
    tap(screen, "players", n=str(players))
    if watching:
        tap(screen, "watch")
    tap(screen, "on")
    return screen


@pytest.fixture
def screen() -> TableCockroachPoker:
    """Five players; An begins; you have touched the cards you hold, and the rat lies open on the pile."""
    screen = laid(5)
    tap(screen, "begins", seat="1")
    for card in HAND[: known(screen).deck.sizes(5, 1)[0][0]]:
        tap(screen, "more", id=card)
    tap(screen, "dealt")
    tap(screen, "turned", id="rat")
    return screen


def known(screen: TableCockroachPoker) -> Knowledge:
    found = screen.record.known
    assert isinstance(found, Knowledge)
    return found


def offer(screen: TableCockroachPoker, to: int, claim: str, card: str = "") -> int:
    """Note an offer, and return how many touches it took."""
    parts = {"card": card, "to": str(to), "claim": claim}
    chosen = [(part, value) for part, value in parts.items() if value]
    for part, value in chosen:
        tap(screen, "draft", part=part, id=value)
    tap(screen, "give")
    return len(chosen) + 1


@pytest.mark.parametrize("seed", range(3))
def test_taps_in_any_order_never_fail(seed: int) -> None:
    rng, screen = Random(seed), laid(2 + seed, watching=seed == 2)
    for _ in range(60):
        offered = any_touch(screen.render(), rng)
        with suppress(SaidError):
            screen.touch(offered)


def note(screen: TableCockroachPoker, event: Event) -> None:
    """Touch what stands for an event; nothing else of it is told."""
    match event:
        case t.StarterChosen(seat):
            tap(screen, "begins", seat=str(seat))
        case t.HandDealt(_, _, cards) if cards:
            for card in cards:
                tap(screen, "more", id=card)
            tap(screen, "dealt")
        case t.TopTurned(card) | t.CardRevealed(card):
            tap(screen, "turned", id=card)
        case t.Offered(_, to, claim, card):
            assert offer(screen, to, claim, card or "") <= 5
        case t.PassedOn(_, to, claim):
            assert offer(screen, to, claim) <= 5
        case t.Guessed(_, true):
            tap(screen, "guess", id="true" if true else "false")
        case t.Peeked(_, card):
            tap(screen, "pass_on")
            if card is not None:
                tap(screen, "peeked", id=card)
        case t.PaymentDue() | t.CannotPay():
            tap(screen, "means", id="yes" if isinstance(event, t.PaymentDue) else "no")
        case t.Paid(_, cards):
            _pay(screen, event)
        case _:
            raise AssertionError(event)


def _pay(screen: TableCockroachPoker, event: t.Paid) -> None:
    for touch in touches(screen.render()):
        if touch.do == "pay" and screen.at_once(touch) == ((event,),):
            screen.touch(touch)
            return
    for card in event.cards:
        tap(screen, "more", id=card)
    tap(screen, "paid")


@pytest.mark.parametrize(("players", "watching", "seed"), [(2, False, 1), (3, False, 2), (5, True, 3)])
def test_a_whole_game_is_noted_and_becomes_the_log_that_the_seat_saw(
    players: int, watching: bool, seed: int
) -> None:
    screen = laid(players, watching=watching)
    match, rng = Match(rules, screen.set_up.setup("You"), Chance(seed)), Random(seed)
    while match.decider is not None:
        match.step(rng.choice(match.legal()))
    seen = match.seen(screen.set_up.seat)
    while len(screen.record.log) < len(seen):
        length = len(screen.record.log)
        note(screen, seen[length])
        assert len(screen.record.log) > length, seen[length]
    assert list(screen.record.log) == seen
    assert screen.record.over
    assert screen.record.troubles == ()


def test_an_offer_of_another_takes_three_touches(screen: TableCockroachPoker) -> None:
    assert offer(screen, 2, "toad") == 3
    assert known(screen).view.givers == (1,)


def test_of_a_card_that_another_gives_nothing_is_asked(screen: TableCockroachPoker) -> None:
    assert {one.args["part"] for one in touches(screen.render()) if one.do == "draft"} == {"to", "claim"}


def test_the_card_that_you_gave_is_not_asked_when_it_is_turned_over(screen: TableCockroachPoker) -> None:
    offer(screen, 2, "toad")
    tap(screen, "guess", id="false")
    tap(screen, "turned", id="toad")
    assert known(screen).view.starter == 2
    offer(screen, 0, "bat")
    tap(screen, "guess", id="false")
    tap(screen, "turned", id="bat")
    assert known(screen).view.starter == 0
    offer(screen, 1, "fly", "bat")
    tap(screen, "guess", id="true")
    assert known(screen).view.displays[1] == ("bat",)


def test_the_chance_and_the_risks_stand_beside_a_claim_to_you(screen: TableCockroachPoker) -> None:
    offer(screen, 0, "toad")
    markup = screen.render()
    (saved,) = tap(screen, "save")
    assert isinstance(saved, Download)
    read = log.parse(saved.text)
    again = begin(read.setup, read.viewer, read.events)  # type: ignore[arg-type]
    for model in screen.models:
        assert f'data-p="{again.truth(model)}" data-model="{model}"' in markup
    assert 'data-key="reply-pass"' in markup


def test_what_you_look_at_is_asked_only_when_you_pass_it_on(screen: TableCockroachPoker) -> None:
    offer(screen, 0, "toad")
    tap(screen, "pass_on")
    assert {one.do for one in touches(screen.render())} & TAPS == {"peeked"}
    tap(screen, "peeked", id="scorpion")
    offer(screen, 3, "rat")
    assert known(screen).view.givers == (1, 0)
    assert known(screen).view.card == "scorpion"


# -- bad input


def test_a_ninth_bat_is_kept_marked_and_told(screen: TableCockroachPoker) -> None:
    for _ in range(2):
        for seat in (2, 1):
            if known(screen).view.phase.value == "play":
                giver = known(screen).view.starter
                offer(screen, 2 if giver == 1 else seat, "toad")
                tap(screen, "guess", id="true")
                tap(screen, "turned", id="bat")
    before = len(screen.record.log)
    while known(screen).view.phase.value == "play" and not screen.record.troubles:
        giver = known(screen).view.starter
        offer(screen, 3 if giver != 3 else 4, "toad")
        tap(screen, "guess", id="true")
        tap(screen, "turned", id="bat")
    assert before
    assert screen.record.troubles
    assert "It cannot be so" in screen.render()


def test_a_pass_to_someone_who_saw_the_card_is_kept_marked_and_told(screen: TableCockroachPoker) -> None:
    offer(screen, 2, "toad")
    tap(screen, "pass_on")
    offer(screen, 3, "rat")
    tap(screen, "pass_on")
    offer(screen, 4, "fly")
    passes = [n for n, entry in enumerate(screen.entries) if isinstance(entry[0], t.PassedOn)]
    tap(screen, "entry", n=str(passes[0]))
    offer(screen, 4, "rat")
    assert screen.tables[-1].troubles
    assert "It cannot be so" in screen.render()
    tap(screen, "undo")
    assert screen.tables[-1].troubles == ()


def test_a_special_that_was_paid_with_is_kept_marked_and_told(screen: TableCockroachPoker) -> None:
    offer(screen, 2, "toad")
    tap(screen, "guess", id="true")
    tap(screen, "turned", id="blank")
    assert known(screen).view.phase.value == "pay"
    tap(screen, "more", id="joker" if "joker" not in HAND[:12] else "bat")
    tap(screen, "more", id="bat")
    tap(screen, "paid")
    entries = len(screen.entries)
    assert screen.ledger is not None
    screen.ledger = screen.ledger.replace(entries - 1, (t.Paid(2, ("bat", "blank"), False),))
    screen.changed()
    assert screen.tables[-1].troubles == (entries,)
    assert "A special card is never laid." in screen.render()


@pytest.mark.parametrize("part", ["to", "claim"])
def test_what_cannot_be_claimed_or_reached_is_refused(screen: TableCockroachPoker, part: str) -> None:
    parts = {"to": "2", "claim": "toad", part: "joker"}
    for name, value in parts.items():
        tap(screen, "draft", part=name, id=value)
    with pytest.raises(SaidError, match="Choose"):
        tap(screen, "give")


def test_a_hand_of_too_few_cards_is_refused() -> None:
    screen = laid(4)
    tap(screen, "begins", seat="1")
    tap(screen, "more", id="bat")
    with pytest.raises(SaidError, match="There must be"):
        tap(screen, "dealt")


def test_entries_come_back_from_the_file(tmp_path: Path) -> None:
    first = laid(folder=tmp_path, watching=True)
    tap(first, "begins", seat="1")
    tap(first, "turned", id="rat")
    offer(first, 2, "toad")
    tap(first, "honesty", "30", seat="1")
    tap(first, "delete", n="1")
    assert first.tables[-1].troubles
    again = TableCockroachPoker(folder=tmp_path)
    tap(again, "resume", id="0")
    assert again.entries == first.entries
    tap(again, "undo")
    assert again.tables[-1].troubles == ()


def test_a_covered_table_holds_nothing_of_the_game(screen: TableCockroachPoker) -> None:
    tap(screen, "cover")
    markup = screen.render()
    assert {one.do for one in touches(markup)} == {"uncover"}
    assert "hand-" not in markup


ENGLISH = re.compile(r"\b(the|your|you|card|with|and|bat|claim|true|false|round|entry|pile)\b", re.IGNORECASE)


@pytest.mark.parametrize("view", ["sheet", "enter", "log", "chances", "more"])
@pytest.mark.parametrize("page", ["", "help", "why", "how", "about"])
def test_nothing_is_left_in_english(screen: TableCockroachPoker, view: str, page: str) -> None:
    offer(screen, 0, "toad")
    tap(screen, "language", id="vi")
    tap(screen, "view", id=view)
    tap(screen, "why") if page == "why" else tap(screen, "page", id=page)
    markup = re.sub(r"<svg.*?</svg>", "", screen.render(), flags=re.DOTALL)
    said = re.sub(r"<[^>]*>", " ", markup) + " ".join(re.findall(r'(?:aria-label|title)="([^"]*)"', markup))
    assert ENGLISH.findall(said) == []
