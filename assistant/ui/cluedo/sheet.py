"""The note sheet of Cluedo: a row for each card, a column for each player and one for the envelope."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from markupsafe import Markup

from assistant import words
from assistant.cluedo.deck import ENVELOPE, PUBLIC, Place
from assistant.cluedo.knowledge import Knowledge
from assistant.knowledge import Model
from assistant.ui import markup
from engine.cluedo.cards import CATEGORIES, Edition


@dataclass(frozen=True, slots=True)
class Cell:
    """Where a row and a column meet: `chance` is exact, `state` is has, not or open, `mark` one's own.

    `state` is empty where the level of help leaves the cell to the person. `shown` is the chance in whole
    per cent as text, `says` the cell in words.
    """

    place: Place
    chance: Fraction
    state: str
    mark: str
    shown: str
    says: str


@dataclass(frozen=True, slots=True)
class Row:
    """A card with its cells in the order of the columns; `done` once it is certain where it lies."""

    card: str
    cells: tuple[Cell, ...]
    done: bool


@dataclass(frozen=True, slots=True)
class Look:
    """How the sheet is looked at.

    `help_level` is `numbers`, `certain` (what is certain, the rest open without numbers) or `none` (own
    cards and own marks only); `marks` maps "card/place" to `has` or `not`; `row` is the card whose row is
    opened large, "" for none, and `place` the column chosen in it.
    """

    model: Model
    help_level: str
    marks: Mapping[str, str]
    row: str
    place: Place


def rows(
    knowledge: Knowledge, edition: Edition, look: Look, speech: Mapping[str, Any]
) -> Mapping[str, tuple[Row, ...]]:
    """Return the rows of the sheet by category."""
    found, places, t = knowledge.cells(look.model), knowledge.places, speech["t"]
    says = {"has": t("has it"), "not": t("has it not"), "open": t("open"), "": t("not filled in")}
    marked = {"": "", "has": t("your mark: has it"), "not": t("your mark: has it not")}

    def cell(card: str, place: Place) -> Cell:
        chance = found[card].get(place, Fraction(0))
        state = "has" if chance == 1 else "open" if chance else "not"
        if look.help_level == "none" and knowledge.observer not in found[card]:
            state = ""
        shown = words.percent(chance) if state == "open" and look.help_level == "numbers" else ""
        mark = look.marks.get(f"{card}/{place}", "")
        said = t("{chance} per cent", chance=shown) if shown else says[state]
        return Cell(place, chance, state, mark, shown, f"{said}; {marked[mark]}" if mark else said)

    def row(card: str) -> Row:
        cells = tuple(cell(card, place) for place in places)
        return Row(card, cells, any(cell.state == "has" for cell in cells))

    return {category: tuple(map(row, edition.of(category))) for category in CATEGORIES}


def draw(
    knowledge: Knowledge, edition: Edition, speech: Mapping[str, Any], players: Sequence[str], look: Look
) -> Markup:
    """Return the sheet of what is known, its columns headed by the `players` in turn order.

    Raises Contradiction where no deal fits what is known.
    """
    by_category = rows(knowledge, edition, look, speech)
    places, t = knowledge.places, speech["t"]
    known = {
        place: sum(r.cells[i].state == "has" for group in by_category.values() for r in group)
        for i, place in enumerate(places)
    }
    titles = {ENVELOPE: t("envelope"), PUBLIC: t("face up")}
    return markup.render(
        "cluedo/sheet.html",
        edition=edition,
        rows=by_category,
        places=places,
        titles={place: players[place] if isinstance(place, int) else titles[place] for place in places},
        known=known,
        sizes=knowledge.hand_sizes,
        observer=knowledge.observer,
        look=look,
        numbers=look.help_level == "numbers",
        deals=knowledge.deals,
        guess=knowledge.envelope(look.model)[0] if look.help_level == "numbers" else None,
        envelope=ENVELOPE,
        **speech,
    )


def likeliest(knowledge: Knowledge, card: str, model: Model) -> Place:
    """Return where a card most likely lies, the first of equal places in the order of columns."""
    found = knowledge.cells(model)[card]
    return max(knowledge.places, key=lambda place: found.get(place, Fraction(0)))
