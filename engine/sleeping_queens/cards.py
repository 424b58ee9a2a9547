"""What is in the box of Sleeping Queens 2: deck, companions, kings, knights, die, and how sure that is.

Glossary
  card       one kind of card, by id: a number `1` to `10`, `book`, `queen_red`, `gnome` ...; equal cards
             are not told apart
  asleep     a queen that lies face down in a realm is the card `queen_red_asleep`
  companion  a rescue companion, by the symbol that it goes with: `red`, `green`, `blue`, or `wild`
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from engine.core import Message, SaidError

LANGUAGES = ("en", "vi")
EDITIONS = ("rescue",)
NUMBERS = tuple(range(1, 11))
INSTANTS = ("gnome", "witch", "willow")
BOOK, WILD, DRAGON = "book", "wild", "dragon"
_QUEEN, _ASLEEP = "queen_", "_asleep"


@dataclass(frozen=True, slots=True)
class Source:
    """Where some values of the data file come from.

    `covers` are their keys, `text` says per language what was settled, `rule` is its rule number,
    `confidence` is HIGH, MED, LOW or NONE, `option` the table option that changes the values ("": none).
    """

    covers: tuple[str, ...]
    text: Mapping[str, str]
    source: str
    confidence: str
    rule: str
    option: str = ""

    @property
    def assumed(self) -> bool:
        """True if nobody was found who says so: the screen labels these values "assumed"."""
        return self.confidence in {"LOW", "NONE"}


@dataclass(frozen=True, slots=True)
class Knight:
    """A knight: name and power per language, its colour if known, and with how many players it comes in."""

    id: str
    name: Mapping[str, str]
    power: Mapping[str, str]
    colour: str | None
    least_players: int


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """What a game is played with. Equal only to itself, so it can be a cache key.

    `deck` says how many there are of each card, in the order in which realms are kept; `companions` of
    each companion. `die` lists the faces (`1`, `2`, `3`, `dragon`), `kings_to_win` is by number of
    players, `limit` without the Green Knight. `names` are by kind (`card`, `companion`, `symbol`), id
    and language.
    """

    deck: Mapping[str, int]
    companions: Mapping[str, int]
    symbols: tuple[str, ...]
    die: tuple[str, ...]
    kings: int
    kings_to_win: Mapping[int, int]
    limit: int
    knights: Mapping[str, Knight]
    names: Mapping[str, Mapping[str, Mapping[str, str]]]
    titles: Mapping[str, str]
    sources: tuple[Source, ...]

    def name(self, kind: str, which: str, language: str = "en") -> str:
        """Return what a card, companion, symbol or knight is called, in English for an unknown language.

        Numbers and faces of the die are their own names. Raises KeyError.
        """
        if kind == "card" and which.isdigit():
            return which
        names = self.knights[which].name if kind == "knight" else self.names[kind][which]
        return names.get(language, names["en"])


def is_number(card: str) -> bool:
    """Tell whether a card is a number card."""
    return card.isdigit()


def queen(symbol: str, *, asleep: bool = False) -> str:
    """Return the queen of a symbol as a card, awake unless said otherwise."""
    return f"{_QUEEN}{symbol}{_ASLEEP if asleep else ''}"


def is_queen(card: str) -> bool:
    """Tell whether a card is a queen, awake or asleep."""
    return card.startswith(_QUEEN)


def is_asleep(card: str) -> bool:
    """Tell whether a card is a sleeping queen."""
    return card.endswith(_ASLEEP)


def awake(card: str) -> str:
    """Return a queen as she is awake; any other card as it is."""
    return card.removesuffix(_ASLEEP)


def asleep(card: str) -> str:
    """Return a queen as she is asleep; any other card as it is."""
    return card if is_asleep(card) or not is_queen(card) else card + _ASLEEP


def symbol(card: str) -> str:
    """Return the symbol of a queen."""
    return awake(card).removeprefix(_QUEEN)


@cache
def order(card: str) -> tuple[int, int, str]:
    """Return the key by which the cards of a realm are kept: numbers, books, queens awake, queens asleep."""
    if is_number(card):
        return (0, int(card), card)
    return (1 + is_queen(card) + is_asleep(card), 0, card)


def numbers(cards: Iterable[str]) -> tuple[int, ...]:
    """Return the values of the number cards among `cards`, in their order."""
    return tuple(int(card) for card in cards if card.isdigit())


@cache
def load(
    edition: str = "",
    queens: tuple[int, ...] = (),
    companions: tuple[int, ...] = (),
    die: tuple[str, ...] = (),
) -> Box:
    """Return the box of an edition (the first of EDITIONS when unnamed), its assumed values changed.

    `queens` are by symbol, `companions` by symbol with the wild ones last; an empty tuple leaves what
    the data file says. The same arguments give the same object. Raises SaidError for an unknown
    edition and for other sums than there are cards.
    """
    if edition not in ("", *EDITIONS):
        raise SaidError(Message("There is no edition called {id}.", {"id": edition}))
    table = _table(edition or EDITIONS[0])
    deck, friends = dict(table["deck"]), dict(table["companions"])
    symbols = tuple(friend for friend in friends if friend != WILD)
    ladies = [queen(of) for of in symbols]
    if queens:
        total = sum(deck[lady] for lady in ladies)
        slots = {"total": total, "number": len(ladies)}
        said = Message("Share out {total} queens, among {number} symbols.", slots)
        deck |= _split(ladies, queens, total, said)
    if companions:
        total = sum(friends.values())
        slots = {"total": total, "number": len(friends)}
        said = Message("Share out {total} companions, among {number} kinds with the wild one last.", slots)
        friends |= _split(list(friends), companions, total, said)
    return Box(
        deck=MappingProxyType(deck),
        companions=MappingProxyType(friends),
        symbols=symbols,
        die=die or tuple(table["die"]),
        kings=table["kings"],
        kings_to_win=MappingProxyType({int(n): kings for n, kings in table["kings_to_win"].items()}),
        limit=table["limit"],
        knights=MappingProxyType({knight["id"]: _knight(knight) for knight in table["knights"]}),
        names=table["names"],
        titles=table["title"],
        sources=tuple(_source(source) for source in table["sources"]),
    )


def assumptions(box: Box) -> tuple[Source, ...]:
    """Return what is assumed about a box, each with the option that changes it."""
    return tuple(source for source in box.sources if source.assumed)


@cache
def _table(edition: str) -> dict[str, Any]:
    text = (files("engine.sleeping_queens") / "data" / f"{edition}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _split(kinds: list[str], counts: tuple[int, ...], total: int, said: Message) -> dict[str, int]:
    if len(counts) != len(kinds) or sum(counts) != total:
        raise SaidError(said)
    return dict(zip(kinds, counts, strict=True))


def _knight(entry: Mapping[str, Any]) -> Knight:
    return Knight(
        entry["id"], entry["name"], entry["power"], entry.get("colour"), entry.get("least_players", 2)
    )


def _source(entry: Mapping[str, Any]) -> Source:
    return Source(
        covers=tuple(entry["covers"]),
        text=entry["text"],
        source=entry["source"],
        confidence=entry["confidence"],
        rule=entry["rule"],
        option=entry.get("option", ""),
    )
