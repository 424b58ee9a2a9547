"""The note sheet of Cluedo: a row for each card, a column for each player and one for the envelope."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from markupsafe import Markup

from assistant.cluedo.deck import ENVELOPE, Place
from assistant.cluedo.knowledge import Knowledge
from assistant.knowledge import Model
from assistant.ui import markup
from engine.cluedo.cards import CATEGORIES, Edition


@dataclass(frozen=True, slots=True)
class Cell:
    """Where a row and a column meet: `chance` is exact, `state` is has, not or open, `mark` one's own.

    `state` is empty where the level of help leaves the cell to the person.
    """

    place: Place
    chance: Fraction
    state: str
    mark: str


@dataclass(frozen=True, slots=True)
class Row:
    """A card with its cells in the order of the columns; `done` once it is certain where it lies."""

    card: str
    cells: tuple[Cell, ...]
    done: bool


def rows(
    knowledge: Knowledge, edition: Edition, model: Model, help_level: str, marks: Mapping[str, str]
) -> Mapping[str, tuple[Row, ...]]:
    """Return the rows of the sheet by category.

    `help_level` is `numbers`, `certain` (what is certain, the rest open without numbers) or `none` (own
    cards and own marks only); `marks` maps "card/place" to `has` or `not`.
    """
    found = knowledge.cells(model)
    places = knowledge.places

    def cell(card: str, place: Place) -> Cell:
        chance = found[card].get(place, Fraction(0))
        state = "has" if chance == 1 else "open" if chance else "not"
        if help_level == "none" and knowledge.observer not in found[card]:
            state = ""
        return Cell(place, chance, state, marks.get(f"{card}/{place}", ""))

    return {
        category: tuple(
            Row(
                card,
                cells := tuple(cell(card, place) for place in places),
                any(c.state == "has" for c in cells),
            )
            for card in edition.of(category)
        )
        for category in CATEGORIES
    }


def draw(
    knowledge: Knowledge,
    edition: Edition,
    speech: Mapping[str, Any],
    *,
    players: Sequence[str],
    model: Model,
    help_level: str,
    marks: Mapping[str, str],
    row: str,
    place: Place,
) -> Markup:
    """Return the sheet; `row` is the card whose row is opened large, "" for none, `place` chosen in it.

    Raises Contradiction where no deal fits what is known.
    """
    by_category = rows(knowledge, edition, model, help_level, marks)
    places = knowledge.places
    known = {
        place: sum(r.cells[i].state == "has" for group in by_category.values() for r in group)
        for i, place in enumerate(places)
    }
    return markup.render(
        "cluedo/sheet.html",
        edition=edition,
        rows=by_category,
        places=places,
        players=players,
        known=known,
        sizes=knowledge.hand_sizes,
        observer=knowledge.observer,
        help_level=help_level,
        numbers=help_level == "numbers",
        model=model,
        deals=knowledge.deals,
        guess=knowledge.envelope(model)[0] if help_level == "numbers" else None,
        opened=row,
        place=place,
        envelope=ENVELOPE,
        **speech,
    )


def likeliest(knowledge: Knowledge, card: str, model: Model) -> Place:
    """Return where a card most likely lies, the first of equal places in the order of columns."""
    found = knowledge.cells(model)[card]
    return max(knowledge.places, key=lambda place: found.get(place, Fraction(0)))
