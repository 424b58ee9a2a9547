"""Drawings of the cards of any edition: its own symbols, and plain ones with an initial for the rest.

Templates call it as `picture(edition, card, width)`.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from markupsafe import Markup

from assistant.ui import markup
from engine.cluedo.cards import Edition

SYMBOLS = "cluedo"
TOKEN_COLOURS = ("sus-irene", "sus-lestrade", "sus-hudson", "sus-watson", "sus-mycroft", "sus-sherlock")
PLAIN = {
    "suspect": Markup('<circle cx="32" cy="32" r="30" style="fill:var(--{colour})"/>'),
    "weapon": Markup(
        '<path d="M26 10h22c4 0 6 2 6 6v32c0 4-2 6-6 6H26L10 38V26z" style="fill:var(--art-cream)"/>'
        '<circle cx="19" cy="32" r="3"/>'
    ),
    "location": Markup(
        '<path d="M8 58h80"/><path d="M20 58V28c0-28 56-28 56 0v30z" style="fill:var(--art-tan)"/>'
        '<path d="M48 58V8"/><circle cx="48" cy="31" r="15" style="fill:var(--art-cream)"/>'
    ),
}
"""A disc in the suspect's colour, an evidence tag, a double door."""
LETTER = {"suspect": (32, 43, 32), "weapon": (38, 41, 25), "location": (48, 38, 20)}
"""Where the initial stands on each: middle, foot and size."""


@cache
def look() -> dict[str, Any]:
    """Return how the board is drawn, see `board_look.toml`."""
    return tomllib.loads(files(__package__).joinpath("board_look.toml").read_text("utf-8"))


@cache
def _drawn() -> frozenset[str]:
    return frozenset(re.findall(r'<symbol id="([^"]+)"', markup.symbols(SYMBOLS)))


def symbol(edition: Edition, card: str) -> str | None:
    """Return the id of the symbol that shows a card, None if nobody has drawn it yet."""
    wanted = edition.symbols[card]
    return wanted if wanted in _drawn() else None


def colour(edition: Edition, suspect: str) -> str:
    """Return the custom property, without its dashes, that holds the colour of a suspect's token."""
    own = f"sus-{suspect}"
    if own in TOKEN_COLOURS:
        return own
    turn = TOKEN_COLOURS[edition.tokens.index(suspect) % len(TOKEN_COLOURS)]
    return str(look()["colours"].get(suspect, turn))


@lru_cache(maxsize=64)
def initials(edition: Edition, language: str) -> dict[str, str]:
    """Return one letter for each card, or more where two cards of a category begin alike.

    A title is passed over where the id says which word is the name: Mrs Hudson (`hudson`) is an H.
    """
    found: dict[str, str] = {}
    for category in ("suspect", "weapon", "location"):
        names = {card: _telling(card, edition.short_name(card, language)) for card in edition.of(category)}
        for card, name in names.items():
            others = [other.casefold() for key, other in names.items() if key != card]
            alike = (n for n in (1, 2) if not any(o.startswith(name[:n].casefold()) for o in others))
            length = next(alike, 0)
            found[card] = (
                name[:1].upper() + name[1:length] if length else str(edition.of(category).index(card) + 1)
            )
    return found


def _telling(card: str, name: str) -> str:
    words = name.split()
    return next((word for word in words if word.casefold().startswith(card.casefold()[:4])), words[0])


def picture(edition: Edition, card: str, width: int, language: str = "en") -> Markup:
    """Return a card's drawing, `width` px wide; a location is two thirds as high, the others are square."""
    category = edition.category(card)
    height = width * 2 // 3 if category == "location" else width
    box = "0 0 96 64" if category == "location" else "0 0 64 64"
    known = symbol(edition, card)
    inside = Markup('<use href="#{}"/>').format(known) if known else _plain(edition, card, category, language)
    return Markup(
        '<svg class="art pic{}" width="{}" height="{}" viewBox="{}" aria-hidden="true">{}</svg>'
    ).format("" if known else " plain", width, height, box, inside)


def _plain(edition: Edition, card: str, category: str, language: str) -> Markup:
    shade = colour(edition, card) if category == "suspect" else ""
    initial = initials(edition, language)[card]
    x, y, size = LETTER[category]
    if len(initial) > 1:
        y, size = y - size // 8, size * 3 // 4
    letter = Markup('<text class="initial {}" x="{}" y="{}" font-size="{}">{}</text>')
    return PLAIN[category].format(colour=shade) + letter.format(category, x, y, size, initial)


markup.environment.globals["picture"] = picture
