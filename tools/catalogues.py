"""Bring assistant/locale/*.po up to date with the sentences in code and templates: `make locale`.

New sentences come in (into en.po with the English itself, into the others empty, to be translated),
those that are no longer said go out, translations stay. Babel's settings are in pyproject.toml.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import polib
from babel.messages.extract import extract_from_file
from babel.util import pathmatch

ROOT = Path(__file__).parent.parent
LOCALE = ROOT / "assistant" / "locale"
KEYWORDS = {"Message": None, "plural": (1, 2), "t": None, "tn": (1, 2)}


@dataclass
class Sentence:
    """A sentence of the sources: `many` is its other form where it counts, `places` the files that say it."""

    key: str
    many: str = ""
    places: set[str] = field(default_factory=set)
    comments: list[str] = field(default_factory=list)


def extract(root: Path = ROOT) -> dict[str, Sentence]:
    """Return every sentence that the code and the templates under `root` say, by its key.

    Raises ValueError for a key that is said with two different other forms.
    """
    found: dict[str, Sentence] = {}
    for place, method in _sources(root):
        said_here = extract_from_file(
            method, root / place, KEYWORDS, ["Translators:"], {"encoding": "utf-8", "silent": "false"}
        )
        for _, said, comments, _ in said_here:
            key, many = (said, "") if isinstance(said, str) else said
            sentence = found.setdefault(key, Sentence(key, many))
            if sentence.many != many:
                raise ValueError(f"two other forms for {key!r}, one of them in {place}")
            sentence.places.add(place)
            sentence.comments += [text for text in comments if text not in sentence.comments]
    return found


def _sources(root: Path) -> Iterator[tuple[str, str]]:
    mappings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["babel"]["mappings"]
    for mapping in mappings:
        for path in sorted(path for top in ("engine", "assistant") for path in (root / top).rglob("*.*")):
            place = path.relative_to(root).as_posix()
            if path.is_file() and pathmatch(mapping["pattern"], place):
                yield place, mapping["method"]


def updated(old: polib.POFile, sentences: dict[str, Sentence], language: str) -> polib.POFile:
    """Return a catalogue of exactly `sentences`, with the translations of `old`, sorted by key."""
    new = polib.POFile(wrapwidth=100)
    new.metadata = old.metadata
    for key in sorted(sentences):
        sentence, known = sentences[key], old.find(key)
        if known and known.msgid_plural != sentence.many:
            known = None
        entry = polib.POEntry(
            msgid=key,
            occurrences=[(place, "") for place in sorted(sentence.places)],
            comment="\n".join(text.removeprefix("Translators: ") for text in sentence.comments),
            flags=["python-brace-format"] if "{" in key else [],
        )
        if sentence.many:
            entry.msgid_plural = sentence.many
            empty = {0: key, 1: sentence.many} if language == "en" else {0: ""}
            entry.msgstr_plural = (known and known.msgstr_plural) or empty
        else:
            entry.msgstr = (known and known.msgstr) or (key if language == "en" else "")
        entry.tcomment = known.tcomment if known else ""
        new.append(entry)
    return new


def main() -> str:
    """Write the catalogues anew and return what still waits for a translation, one sentence a line."""
    sentences, waiting = extract(), []
    for path in sorted(LOCALE.glob("*.po")):
        catalogue = updated(polib.pofile(str(path), wrapwidth=100), sentences, path.stem)
        catalogue.save(str(path), newline="\n")
        waiting += [f"{path.name} lacks: {entry.msgid}" for entry in catalogue.untranslated_entries()]
    return "\n".join(waiting)


if __name__ == "__main__":
    sys.exit(main() or 0)
