"""The house itself: who may import whom, how long a file may be, and what must not stand in one."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

HOUSE = Path(__file__).parents[1]
PROJECT = tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))["project"]
TRACKED = [
    HOUSE / name
    for name in subprocess.check_output(["git", "ls-files", "-z"], cwd=HOUSE, text=True).split("\0")
    if (HOUSE / name).is_file()
]
MODULES = [path for path in TRACKED if path.suffix == ".py"]
NOTEBOOKS = [path for path in TRACKED if path.suffix == ".ipynb"]


def short(path: Path) -> str:
    return path.relative_to(HOUSE).as_posix()


def imports(source: str) -> Iterator[str]:
    """The full names that a piece of Python imports, wherever in it the import stands."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module, "imports name their module in full"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def within(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(package + ".") for package in packages)


def of(package: str) -> list[Any]:
    """The modules of a package, as parameters with readable names."""
    found = [path for path in MODULES if short(path).startswith(package + "/")]
    return [pytest.param(path, id=short(path)) for path in found]


def foreign(path: Path) -> list[str]:
    """What a module imports that is not of the standard library."""
    names = imports(path.read_text("utf-8"))
    return [name for name in names if name.partition(".")[0] not in sys.stdlib_module_names]


def cells(path: Path, kind: str) -> list[dict[str, Any]]:
    return [c for c in json.loads(path.read_text("utf-8"))["cells"] if c["cell_type"] == kind]


@pytest.mark.parametrize("path", of("engine"))
def test_the_engine_needs_the_standard_library_only(path):
    assert [name for name in foreign(path) if not within(name, "engine")] == []


@pytest.mark.parametrize("path", of("assistant"))
def test_the_assistant_stands_on_the_engine_and_few_packages(path):
    allowed = ["engine", "assistant", "constraint", "jinja2", "markupsafe", "polib"]
    if short(path).startswith("assistant/ui/"):
        allowed += ["anywidget", "ipywidgets", "IPython", "traitlets"]
    assert [name for name in foreign(path) if not within(name, *allowed)] == []


@pytest.mark.parametrize("path", [p for p in of("assistant") if not p.id.startswith("assistant/ui/")])
def test_the_assistant_knows_no_screen(path):
    assert [name for name in foreign(path) if within(name, "assistant.ui")] == []


@pytest.mark.parametrize(
    "path", [p for p in of("assistant") if not p.id.startswith(("assistant/ui/", "assistant/arena.py"))]
)
def test_the_assistant_never_meets_a_match(path):
    assert [
        name for name in foreign(path) if within(name, "engine.match", "engine.play", "engine.arena")
    ] == []


@pytest.mark.parametrize("path", of("engine"))
def test_a_game_knows_no_other_game(path):
    games = {f"engine.{p.parent.name}" for p in MODULES if p.match("engine/*/rules.py")}
    own = f"engine.{path.parent.name}"
    assert [name for name in foreign(path) if within(name, *games - {own})] == []


@pytest.mark.parametrize("path", [*of("engine"), *of("assistant")])
def test_nothing_needs_threads_or_processes(path):
    banned = ("threading", "multiprocessing", "concurrent", "subprocess")
    assert [name for name in imports(path.read_text("utf-8")) if within(name, *banned)] == []


@pytest.mark.parametrize("path", [p for p in NOTEBOOKS if p.name.startswith(("play_", "table_"))], ids=short)
def test_a_notebook_to_play_in_only_opens_a_screen(path):
    code = "\n".join("".join(cell["source"]) for cell in cells(path, "code"))
    assert [name for name in imports(code) if not within(name, "assistant.ui")] == []


@pytest.mark.parametrize("path", [p for p in NOTEBOOKS if p.name.startswith(("play_", "table_"))], ids=short)
def test_a_notebook_to_play_in_has_one_start_cell_that_hides_its_source(path):
    (start,) = cells(path, "code")
    assert start["metadata"]["jupyter"]["source_hidden"]
    assert start["metadata"]["editable"] is False
    assert start["metadata"]["deletable"] is False


@pytest.mark.parametrize("path", NOTEBOOKS, ids=short)
def test_a_notebook_is_stored_without_outputs(path):
    notebook = json.loads(path.read_text("utf-8"))
    assert "widgets" not in notebook["metadata"]
    for cell in cells(path, "code"):
        assert cell["outputs"] == []
        assert cell["execution_count"] is None


@pytest.mark.parametrize("path", NOTEBOOKS, ids=short)
def test_every_notebook_is_run_by_the_tests(path):
    assert path.parent == HOUSE / "notebooks"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=short)
def test_links_in_a_notebook_lead_somewhere(path):
    text = "\n".join("".join(cell["source"]) for cell in cells(path, "markdown"))
    links = re.findall(r"\]\(([^)\s]+)\)|(?:href|src)=\"([^\"]+)\"", text)
    nearby = [link for pair in links for link in pair if link and not re.match(r"https?:|data:|#", link)]
    assert [link for link in nearby if not (path.parent / link).is_file()] == []


def test_files_stay_readable():
    def most(path: Path) -> int:
        if path.suffix == ".js":
            return 300
        return 620 if short(path).startswith("tests/") else 550  # a rule sheet's tests stay in one file

    lengths = {path: path.read_text("utf-8").count("\n") for path in TRACKED if path.suffix in {".py", ".js"}}
    assert {short(path): length for path, length in lengths.items() if length > most(path)} == {}


def test_the_screen_has_one_script_and_no_script_per_game():
    scripts = [short(path) for path in TRACKED if path.suffix in {".js", ".mjs", ".ts"}]
    assert scripts == ["assistant/ui/stage.js"]


def test_no_file_names_a_registry_or_a_place_on_one_machine():
    told = re.compile(r"pypi\.[o]rg|python[h]osted|registry\.[n]pmjs|deb\.[d]ebian|/wor[k]/|/roo[t]/")
    found = {}
    for path in TRACKED:
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue
        if told.search(text):
            found[short(path)] = told.findall(text)
    assert found == {}


def test_the_lock_fits_what_the_project_asks_for():
    lines = (HOUSE / "constraints.txt").read_text("utf-8").splitlines()
    pins = dict(line.split("==") for line in lines if not line.startswith("#"))
    versions = {canonicalize_name(name): version for name, version in pins.items()}
    extras = PROJECT["optional-dependencies"].values()
    asked = [
        Requirement(text) for text in [*PROJECT["dependencies"], *(one for extra in extras for one in extra)]
    ]
    unmet = [str(a) for a in asked if not a.specifier.contains(versions.get(canonicalize_name(a.name), "0"))]
    assert unmet == []
