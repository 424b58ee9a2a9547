"""Both languages: what is said, and that the catalogues hold every sentence of code and templates."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import unicodedata
import zipfile
from collections.abc import Iterator
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from string import Formatter

import polib
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Environment, nodes
from markupsafe import Markup

from assistant import words
from assistant.words import LANGUAGES, best, for_templates, number, percent, say
from engine.core import Message, Named, plural
from tools.catalogues import KEYWORDS, LOCALE, ROOT, Sentence, extract, updated

SAME_IN_VIETNAMESE = {"Cluedo", "Sleuthbook: Cluedo", "Sleuthbook: Cockroach Poker", "{before}, {next}"}
"""Names and signs that are no English words."""

CARDS = {("rope", "en"): "Rope", ("rope", "vi"): "Dây thừng"}


def names(kind: str, which: str | int, language: str) -> str:
    if kind == "card":
        return CARDS[str(which), language]
    if kind == "seat":
        return ("an", "Bình")[int(which)]
    raise KeyError(kind)


def python(code: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout


@pytest.fixture(scope="module")
def sentences() -> dict[str, Sentence]:
    return extract()


@pytest.fixture(scope="module", params=LANGUAGES)
def catalogue(request: pytest.FixtureRequest) -> polib.POFile:
    return polib.pofile(str(LOCALE / f"{request.param}.po"), wrapwidth=100)


def forms(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def slots(sentence: str) -> set[str]:
    return {slot for _, slot, _, _ in Formatter().parse(sentence) if slot is not None}


# --- what is said


def test_a_sentence_is_said_in_each_language() -> None:
    message = Message("The game is over.")
    assert say(message) == "The game is over."
    assert say(message, "vi") == "Ván chơi đã kết thúc."


def test_a_named_thing_has_its_name_of_each_language_and_begins_a_sentence_with_a_capital() -> None:
    message = Message("{door} is open already.", {"door": Named("door", 3)})
    assert say(message) == "Door 3 is open already."
    assert say(message, "vi") == "Cửa 3 đã mở rồi."


def test_the_names_of_cards_and_seats_come_from_the_caller_and_a_persons_name_stays_as_written() -> None:
    message = Message("{who} – {card}", {"who": Named("seat", 0), "card": Named("card", "rope")})
    assert say(message, "vi", names) == "an – Dây thừng"


def test_a_thing_that_nobody_can_name_is_shown_by_its_id() -> None:
    message = Message(
        "{a} {b} {c}", {"a": Named("moon", 7), "b": Named("seat", 1), "c": Named("game", "chess")}
    )
    assert say(message) == "7 Player 2 chess"


@pytest.mark.parametrize(
    ("items", "english", "vietnamese"),
    [
        ((), "", ""),
        (("a",), "a", "a"),
        (("a", "b"), "a and b", "a và b"),
        (("a", "b", "c", "d"), "a, b, c and d", "a, b, c và d"),
    ],
)
def test_a_tuple_is_listed_in_the_languages_way(
    items: tuple[str, ...], english: str, vietnamese: str
) -> None:
    message = Message("{items}", {"items": items})
    assert (say(message), say(message, "vi")) == (english, vietnamese)


def test_a_message_within_a_message_is_said_in_the_same_language() -> None:
    message = Message("1: {reason}", {"reason": Message("The game is over.")})
    assert say(message, "vi") == "1: Ván chơi đã kết thúc."


def test_numbers_have_the_languages_points_and_fractions_are_per_cent() -> None:
    message = Message("{deals} {bits} {chance}", {"deals": 4255, "bits": 1.375, "chance": Fraction(2, 7)})
    assert say(message) == "4,255 1.38 29%"
    assert say(message, "vi") == "4.255 1,38 29%"


@pytest.mark.parametrize(
    ("n", "said"), [(0, "0 deals"), (1, "1 deal"), (2, "2 deals"), (1000, "1,000 deals")]
)
def test_english_has_two_forms_by_number(n: int, said: str) -> None:
    message = plural("{n} deal", "{n} deals", n)
    assert say(message) == said
    assert str(message) == said.replace(",", "")


def test_vietnamese_has_one_form(monkeypatch: pytest.MonkeyPatch) -> None:
    one = words.Translator({"{n} deal": ("{n} ván",)}, words.translator("vi").form)
    monkeypatch.setattr(words, "translator", lambda language: one)
    assert [say(plural("{n} deal", "{n} deals", n), "vi") for n in (1, 2)] == ["1 ván", "2 ván"]


def test_a_sentence_without_translation_is_said_in_english() -> None:
    assert say(Message("No catalogue has {this}.", {"this": 1}), "vi") == "No catalogue has 1."
    assert say(plural("{n} unheard of", "{n} unheard-of", 1), "vi") == "1 unheard of"


def test_a_slot_without_value_shows_its_name_instead_of_an_error() -> None:
    assert say(Message("There is no game called {name}.")) == "There is no game called {name}."


@given(st.text(), st.sampled_from(tuple(LANGUAGES)))
def test_text_in_a_slot_is_shown_as_it_is_in_nfc(text: str, language: str) -> None:
    said = say(Message("“{text}”", {"text": text}), language)
    assert said == unicodedata.normalize("NFC", f"“{text}”")


def test_markup_in_a_slot_makes_the_sentence_markup_and_escapes_everything_else() -> None:
    tell = for_templates("en")["t"]
    said = tell("{who} & {what}", who=Markup("<b>An</b>"), what="<i>")
    assert (type(said), said) == (Markup, "<b>An</b> &amp; &lt;i&gt;")


def test_a_template_speaks_one_language_with_the_names_it_was_given() -> None:
    speak = for_templates("vi", names)
    assert speak["t"]("There is no game called {name}.", name="go") == "Không có trò chơi nào tên là go."
    assert speak["tn"]("{n} unheard of", "{n} unheard-of", 2) == "2 unheard-of"
    assert speak["say"](Message("{card}", {"card": Named("card", "rope")})) == "Dây thừng"
    assert (speak["name"]("seat", 1), speak["number"](4255), speak["language"]) == ("Bình", "4.255", "vi")


@pytest.mark.parametrize(
    ("fraction", "shown"),
    [
        (Fraction(0), "0"),
        (Fraction(1, 10**9), "<1"),
        (Fraction(49, 10_000), "<1"),
        (Fraction(1, 200), "1"),
        (Fraction(1, 8), "13"),
        (Fraction(1, 2), "50"),
        (Fraction(9949, 10_000), "99"),
        (Fraction(199, 200), ">99"),
        (1 - Fraction(1, 10**9), ">99"),
        (Fraction(1), "100"),
        (0.0, "0"),
        (0.999, ">99"),
        (1.0, "100"),
    ],
)
def test_per_cent_keeps_0_and_100_for_what_is_certain(fraction: Fraction | float, shown: str) -> None:
    assert percent(fraction) == shown


def test_decimals_end_where_they_say_nothing() -> None:
    assert [number(x, "vi") for x in (0.5, 2.0, 1234.567, -3)] == ["0,5", "2", "1.234,57", "-3"]


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        ("", "en"),
        ("C", "en"),
        ("vi", "vi"),
        ("vi_VN.UTF-8", "vi"),
        ("vi-VN,vi;q=0.9,en;q=0.8", "vi"),
        ("en;q=0.7, vi;q=0.8", "vi"),
        ("fr-FR,fr;q=0.9,vi;q=0.5", "vi"),
        ("fr", "en"),
        ("*;q=0.5", "en"),
    ],
)
def test_best_picks_the_language_that_is_wanted_most(wanted: str, language: str) -> None:
    assert best(wanted) == language


def test_no_other_language_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        say(Message("The game is over."), "tlh")


def test_the_catalogues_are_read_only_when_something_is_said() -> None:
    assert python("import assistant.words, sys; print('polib' in sys.modules)") == "False\n"


def test_the_catalogues_are_read_from_within_a_zip(tmp_path: Path) -> None:
    archive = tmp_path / "sleuthbook.zip"
    with zipfile.ZipFile(archive, "w") as parts:
        for part in ("engine/__init__.py", "engine/chance.py", "engine/core.py", "assistant/words.py"):
            parts.write(ROOT / part, part)
        parts.writestr("assistant/__init__.py", "")
        parts.write(LOCALE / "vi.po", "assistant/locale/vi.po")
    code = f"import sys; sys.path.insert(0, {str(archive)!r}); from assistant import words;"
    code += "print(ascii(words.t('The game is over.', 'vi')), words.__file__, sep='\\n')"
    said, place = python(code).split("\n")[:2]
    assert said == ascii("Ván chơi đã kết thúc.")
    assert place == f"{archive}/assistant/words.py"


# --- the catalogues


def test_there_is_one_catalogue_per_language() -> None:
    assert {path.stem for path in LOCALE.glob("*.po")} == set(LANGUAGES)


def test_a_catalogue_holds_every_sentence_of_code_and_templates_and_no_other(
    catalogue: polib.POFile, sentences: dict[str, Sentence]
) -> None:
    held = {entry.msgid: entry.msgid_plural for entry in catalogue}
    assert held == {sentence.key: sentence.many for sentence in sentences.values()}, "run `make locale`"


def test_a_catalogue_is_as_make_locale_writes_it(
    catalogue: polib.POFile, sentences: dict[str, Sentence]
) -> None:
    language = catalogue.metadata["Language"]
    written = (LOCALE / f"{language}.po").read_text("utf-8")
    assert str(updated(catalogue, sentences, language)).strip() == written.strip()


def test_nothing_waits_for_a_translation(catalogue: polib.POFile) -> None:
    waiting = [entry.msgid for entry in catalogue if not all(forms(entry)) or entry.fuzzy or entry.obsolete]
    assert not waiting


def test_a_catalogue_has_as_many_forms_as_its_plural_rule(catalogue: polib.POFile) -> None:
    count = int(catalogue.metadata["Plural-Forms"].partition("nplurals=")[2].partition(";")[0])
    assert all(sorted(entry.msgstr_plural) == list(range(count)) for entry in catalogue if entry.msgid_plural)


def test_every_translation_has_the_slots_of_its_sentence(catalogue: polib.POFile) -> None:
    differing = [
        (entry.msgid, form)
        for entry in catalogue
        for form in forms(entry)
        if not slots(form) ^ slots(entry.msgid_plural or entry.msgid) <= one(form, entry)
    ]
    assert not differing


def one(form: str, entry: polib.POEntry) -> set[str]:
    """A form for one may say it in words; the last form may not."""
    return {"n"} if entry.msgid_plural and form != forms(entry)[-1] else set()


def test_every_slot_is_a_plain_name(sentences: dict[str, Sentence]) -> None:
    found = {slot for key in sentences for slot in slots(key)}
    assert {slot for slot in found if not slot.isidentifier()} == set()


def test_every_sentence_can_be_said(catalogue: polib.POFile) -> None:
    language = catalogue.metadata["Language"]
    for entry in catalogue:
        values = {slot: f"<{slot}>" for slot in slots(entry.msgid_plural or entry.msgid)}
        said = [say(Message(entry.msgid, values), language)]
        if entry.msgid_plural:
            said = [
                say(plural(entry.msgid, entry.msgid_plural, n, values | {"n": n}), language) for n in (1, 2)
            ]
            values.pop("n", None)
        assert all(value in text for value in values.values() for text in said)


def test_the_catalogues_are_in_nfc(catalogue: polib.POFile) -> None:
    assert unicodedata.is_normalized("NFC", str(catalogue))


def vietnamese() -> Iterator[tuple[str, str]]:
    for entry in polib.pofile(str(LOCALE / "vi.po")):
        for form in forms(entry):
            yield entry.msgid, form


def bare(sentence: str) -> str:
    return "".join(text for text, *_ in Formatter().parse(sentence))


def test_nothing_is_left_in_english() -> None:
    assert {key for key, form in vietnamese() if key == form} == SAME_IN_VIETNAMESE


def test_a_vietnamese_sentence_carries_vietnamese_letters() -> None:
    plain = {form for _, form in vietnamese() if form.isascii() and len(re.findall("[a-z]+", bare(form))) > 3}
    assert not plain


# --- code and templates


def test_sentences_are_found_in_code_and_templates(tmp_path: Path) -> None:
    code, template = tmp_path / "engine" / "a.py", tmp_path / "assistant" / "ui" / "templates" / "a.html"
    for path, text in (
        (code, "Message('Now {who}.', {'who': plural('{n} bot', '{n} bots', 2, {'a': 1})})"),
        (template, '<p title="{{ t("Look at {it}", it=n) }}">{{ tn("{n} card", "{n} cards", n, a=1) }}</p>'),
    ):
        path.parent.mkdir(parents=True)
        path.write_text(text, "utf-8")
    assert {sentence.key: sentence.many for sentence in extract(tmp_path).values()} == {
        "Now {who}.": "",
        "{n} bot": "{n} bots",
        "Look at {it}": "",
        "{n} card": "{n} cards",
    }


def test_a_sentence_cannot_have_two_other_forms(tmp_path: Path) -> None:
    (tmp_path / "engine").mkdir()
    (tmp_path / "engine/a.py").write_text("plural('{n} ox', '{n} oxen', 2), plural('{n} ox', '{n} oxes', 2)")
    with pytest.raises(ValueError, match="ox"):
        extract(tmp_path)


def calls(path: Path) -> Iterator[tuple[str, ast.Call]]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEYWORDS:
            yield node.func.id, node


def test_the_sentence_of_a_message_stands_where_it_is_made() -> None:
    """A name, a sum or a choice in its place is glued from pieces, or hidden from the extraction."""
    machinery = {ROOT / "engine/core.py", ROOT / "assistant/words.py"}
    paths = {path for top in ("engine", "assistant") for path in (ROOT / top).rglob("*.py")} - machinery
    hidden = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in sorted(paths)
        for function, call in calls(path)
        for text in call.args[: 2 if function in {"plural", "tn"} else 1]
        if not (isinstance(text, ast.Constant) and isinstance(text.value, str))
    ]
    assert not hidden


TEMPLATES = sorted((ROOT / "assistant/ui/templates").rglob("*.html"))


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_the_sentences_of_a_template_stand_in_its_calls(path: Path) -> None:
    tree = Environment(autoescape=True).parse(path.read_text("utf-8"))
    for call in tree.find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name in {"t", "tn"}:
            texts = call.args[: 1 + (call.node.name == "tn")]
            assert all(isinstance(text, nodes.Const) for text in texts), f"line {call.lineno}"


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_says_nothing_in_one_language_only(path: Path) -> None:
    reader = Unsaid()
    reader.feed(re.sub(r"(?s)\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", "", path.read_text("utf-8")))
    assert set(reader.found) <= {"Sleuthbook"}


class Unsaid(HTMLParser):
    """Collects what a page says to a person: text, and the attributes that are read or shown."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        if self.cdata_elem is None:
            self.found += re.findall(r"(?<![\w-])[^\W\d_]{2,}", data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in {"aria-label", "title", "alt", "placeholder", "aria-description"}:
                self.handle_data(value or "")
