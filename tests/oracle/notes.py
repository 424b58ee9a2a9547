"""A tiny reader of Cluedo table notes, independent of the assistant's own."""

import json
from pathlib import Path
from typing import Any

from assistant.position import Card, Choice, Clause, Place, Position


def position(notes: Path, after: int, *, choices: bool) -> Position:
    """What the suggestions numbered up to `after` tell, with or without how cards were chosen to be shown."""
    header, *entries = (json.loads(line) for line in notes.read_text(encoding="utf-8").splitlines())
    capacity: dict[Place, int] = {player["name"]: player["hand_size"] for player in header["players"]}
    names = frozenset(capacity)
    public = header.get("public_cards", [])
    capacity |= {"public": len(public)} | {("envelope", category): 1 for category in header["deck"]}
    observer = header["observer"]
    domain: dict[Card, frozenset[Place]] = {
        card: (names - {observer}) | {("envelope", category)}
        for category, cards in header["deck"].items()
        for card in cards
    }
    domain |= dict.fromkeys(header["own_hand"], frozenset({observer}))
    domain |= dict.fromkeys(public, frozenset({"public"}))
    clauses: list[Clause] = []
    chosen: list[Choice] = []
    for entry in entries:
        if entry["n"] <= after:
            _hear(entry, observer, domain, clauses, chosen)
    return Position(capacity, domain, tuple(clauses), tuple(chosen) if choices else ())


def _hear(
    entry: dict[str, Any],
    observer: str,
    domain: dict[Card, frozenset[Place]],
    clauses: list[Clause],
    chosen: list[Choice],
) -> None:
    cards, shower, card = entry["cards"], entry["shown_by"], entry["card"]
    for named in cards:
        domain[named] -= set(entry["passed"])
    if card is not None:
        domain[card] &= {shower}
        if shower != observer:
            chosen.append(Choice(shower, frozenset(cards) - {card}))
    elif shower is not None:
        clauses.append(Clause(dict.fromkeys(cards, frozenset({shower}))))
