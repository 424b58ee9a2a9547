"""What leaves the lower layers as a Message, said as a whole sentence in a language.

The catalogues are `locale/*.po`, keyed by the English sentence; they are read on first use. Text in
a slot is not escaped: a template's autoescape does that. `for_templates` gives a template its words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from engine.core import Message, Named

LANGUAGES: Mapping[str, str] = {"en": "English", "vi": "Tiếng Việt"}
DEFAULT = "en"

Names = Callable[[str, str | int, str], str]
"""Return the name of a `Named` thing: (kind, id, language) -> text; KeyError for a kind it does not know."""

_POINTS = {"en": (",", "."), "vi": (".", ",")}
_GAMES: Mapping[str, Message] = {
    "cluedo": Message("Cluedo"),
    "kings_dogs": Message("King’s Dogs"),
    "cockroach_poker": Message("Cockroach Poker Royal"),
    "sleeping_queens": Message("Sleeping Queens 2"),
}


def say(message: Message, language: str = DEFAULT, names: Names | None = None) -> str:
    """Return a message as a whole sentence, in NFC.

    Numbers get the language's points, a Fraction becomes a percentage, a tuple a list ("a, b and c").
    A thing that `names` does not know, and a slot without a value, show as they are.
    """
    sentence = translator(language).sentence(message)
    shown = _Slots({slot: _show(value, language, names) for slot, value in message.slots.items()})
    if sentence.startswith("{"):
        slot = sentence[1 : sentence.find("}")]
        if isinstance(thing := message.slots.get(slot), Named) and thing.kind != "seat":
            shown[slot] = shown[slot][:1].upper() + shown[slot][1:]
    text = _fill(sentence, shown)
    return type(text)(unicodedata.normalize("NFC", text))


def t(key: str, /, language: str = DEFAULT, **slots: Any) -> str:
    """Return the English sentence `key` in a language, its slots filled as those of a Message."""
    return say(Message(key, slots), language)


def for_templates(language: str, names: Names | None = None) -> dict[str, Any]:
    """Return what a template speaks with, all bound to one language.

    `t("… {slot} …", slot=…)`, `tn("one …", "{n} …", n, slot=…)`, `say(message)`, `name(kind, id)`,
    `percent(fraction)`, `number(value)` and `language`. A slot of markup stays markup.
    """

    def tell(key: str, /, **slots: Any) -> str:
        return say(Message(key, slots), language, names)

    def tell_number(one: str, many: str, n: int, /, **slots: Any) -> str:
        return say(Message(one, {"n": n, **slots}, many), language, names)

    return {
        "language": language,
        "t": tell,
        "tn": tell_number,
        "say": lambda message: say(message, language, names),
        "name": lambda kind, which: _name(Named(kind, which), language, names),
        "percent": percent,
        "number": lambda value: number(value, language),
    }


def percent(fraction: Fraction | float) -> str:
    """Return a probability as whole per cent without the sign.

    "0" and "100" are kept for what is certain; what would round to them is "<1" or ">99".
    """
    whole = int(fraction * 100 + Fraction(1, 2))
    if whole == 0 and fraction:
        return "<1"
    return ">99" if whole == 100 and fraction != 1 else str(whole)


def number(value: float, language: str = DEFAULT) -> str:
    """Return a number with the language's points, and at most two decimals: 4,255.5 or 4.255,5."""
    thousands, point = _POINTS[language]
    text = f"{value:,}" if isinstance(value, int) else f"{value:,.2f}".rstrip("0").removesuffix(".")
    return text.translate(str.maketrans(",.", thousands + point))


def best(wanted: str) -> str:
    """Return the language of LANGUAGES that fits best what a browser or a shell asks for.

    `wanted` is an Accept-Language header ("vi-VN,en;q=0.8") or a locale ("vi_VN.UTF-8").
    """
    asked = re.findall(r"([a-z]+)[\w.@-]*(?:\s*;\s*q=(\d(?:\.\d+)?))?", wanted.lower())
    ranked = sorted(asked, key=lambda tag_and_weight: -float(tag_and_weight[1] or 1))
    return next((tag for tag, _ in ranked if tag in LANGUAGES), DEFAULT)


@dataclass(frozen=True, slots=True)
class Translator:
    """One language's sentences by their English key (plural forms in order), and its plural rule."""

    sentences: Mapping[str, tuple[str, ...]]
    form: Callable[[int], int]

    def sentence(self, message: Message) -> str:
        """Return the translated sentence with its slots still open; the English one where none exists."""
        n = message.slots.get("n")
        forms = self.sentences.get(message.key)
        if message.many and isinstance(n, int):
            return forms[self.form(n)] if forms else (message.key if n == 1 else message.many)
        return forms[0] if forms else message.key


@cache
def translator(language: str) -> Translator:
    """Return the catalogue of a language, read once; KeyError for one that is not in LANGUAGES."""
    # A program's start need not wait for these.
    from gettext import c2py  # noqa: PLC0415
    from importlib.resources import files  # noqa: PLC0415

    import polib  # noqa: PLC0415

    if language not in LANGUAGES:
        raise KeyError(language)
    catalogue = polib.pofile(files("assistant").joinpath(f"locale/{language}.po").read_text("utf-8"))
    rule = catalogue.metadata["Plural-Forms"].partition("plural=")[2].rstrip("; ")
    forms = {entry.msgid: tuple(entry.msgstr_plural.values()) or (entry.msgstr,) for entry in catalogue}
    return Translator({key: said for key, said in forms.items() if all(said)}, c2py(rule))


class _Slots(dict[str, str]):
    def __missing__(self, slot: str) -> str:
        return f"{{{slot}}}"


def _fill(sentence: str, shown: _Slots) -> str:
    if any(hasattr(value, "__html__") for value in shown.values()):
        from markupsafe import escape  # noqa: PLC0415 - text alone needs no markup

        sentence = escape(sentence)
    return sentence.format_map(shown)


def _show(value: object, language: str, names: Names | None) -> str:
    match value:
        case Message():
            return say(value, language, names)
        case Named():
            return _name(value, language, names)
        case tuple():
            return _list([_show(item, language, names) for item in value], language)
        case Fraction():
            return f"{percent(value)}%"
        case int() | float():
            return number(value, language)
        case str():
            return value
    return str(value)


def _name(thing: Named, language: str, names: Names | None) -> str:
    if names is not None:
        try:
            return names(thing.kind, thing.id, language)
        except KeyError:
            pass
    common = _common(thing)
    return say(common, language) if common else str(thing.id)


def _common(thing: Named) -> Message | None:
    match thing:
        case Named("door", door):
            return Message("door {number}", {"number": door})
        case Named("seat", int(seat)):
            return Message("Player {number}", {"number": seat + 1})
        case Named("game", str(game)):
            return _GAMES.get(game)
    return None


def _list(items: list[str], language: str) -> str:
    if len(items) < 2:
        return "".join(items)
    *others, last = items
    before, *more = others
    for item in more:
        before = t("{before}, {next}", language, before=before, next=item)
    return t("{before} and {last}", language, before=before, last=last)
