"""A game as a page to read: what happened, what each seat could do, how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

from engine import games
from engine.chance import Chance
from engine.core import Event, Setup, secrets
from engine.match import Match
from engine.play import Company
from tests.conformance.games import ENTRIES, Golden

HERE = Path(__file__).parent


def path(game: str, name: str) -> Path:
    """Return where the transcript of a golden game is kept."""
    return HERE / game / f"{name}.txt"


def transcript(golden: Golden) -> str:
    """Return a golden game, played anew, as text."""
    return "\n".join(_lines(golden)) + "\n"


def write_all() -> Iterator[Path]:
    """Play every golden game and write it down."""
    for game, entry in ENTRIES.items():
        for name, golden in entry.goldens.items():
            path(game, name).parent.mkdir(exist_ok=True)
            path(game, name).write_text(transcript(golden), encoding="utf-8")
            yield path(game, name)


def _lines(golden: Golden) -> Iterator[str]:
    setup = golden.setup
    match = Match(games.load(setup.game), setup, Chance(golden.seed))
    makers = games.bots(setup.game)
    company = Company(match, {seat: makers[bot] for seat, bot in enumerate(golden.bots)})
    yield f"{setup.game}, rules {match.game.rules}, seed {golden.seed}"
    yield f"edition: {setup.edition or '-'}"
    yield f"options: {', '.join(f'{k} = {v}' for k, v in setup.options.items()) or '-'}"
    for seat, (name, bot) in enumerate(zip(setup.seats, golden.bots, strict=True)):
        yield f"seat {seat}: {name} ({bot})"
    yield ""
    told, choices = 0, [[] for _ in setup.seats]
    while True:
        for number, event in enumerate(match.log[told:], told + 1):
            yield f"{number:4} {_event(event, setup)}"
        told, seat = len(match.log), match.decider
        if seat is None:
            break
        number = len(match.legal())
        choices[seat].append(number)
        yield f"     {setup.seats[seat]} chooses 1 of {number}"
        company.step()
    yield ""
    for name, numbers in zip(setup.seats, choices, strict=True):
        yield f"{name} chose {len(numbers)} times, among {sum(numbers)} actions in all"
    result = match.result
    winners = ", ".join(setup.seats[seat] for seat in result.winners) or "nobody"
    yield f"ended: {result.reason}; won: {winners}; ranks: {', '.join(map(str, result.ranks))}"


def _event(event: Event, setup: Setup) -> str:
    hidden = secrets(type(event))
    parts = [type(event).__name__]
    for field in fields(event):
        value = getattr(event, field.name)
        viewers = ""
        if field.name in hidden:
            seen_by = [getattr(event, viewer) for viewer in hidden[field.name]]
            viewers = f" (seen by {', '.join(setup.seats[seat] for seat in seen_by) or 'nobody'})"
        parts.append(f"{field.name}={_value(value)}{viewers}")
    return " ".join(parts)


def _value(value: Any) -> str:
    if isinstance(value, frozenset):
        return "{" + ", ".join(map(str, sorted(value))) + "}"
    if isinstance(value, tuple):
        return "(" + ", ".join(map(_value, value)) + ")"
    return str(value)
