"""What is loaded at a start, and what Binder is told."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

HOUSE = Path(__file__).parents[1]
README = (HOUSE / "README.md").read_text("utf-8")
PURE = sorted(
    ".".join(path.relative_to(HOUSE).with_suffix("").parts).removesuffix(".__init__")
    for package in ("engine", "assistant")
    for path in (HOUSE / package).rglob("*.py")
    if "ui" not in path.parts and path.name != "__main__.py"
)


def python(code: str) -> str:
    """Run code in a fresh interpreter and return what it printed."""
    return subprocess.run(
        [sys.executable, "-c", code], cwd=HOUSE, text=True, stdout=subprocess.PIPE, check=True, timeout=120
    ).stdout


def test_importing_the_assistant_loads_no_template_engine_no_solver_and_no_widgets():
    loaded = set(python("import sys, assistant; print(*sys.modules)").split())
    assert loaded.isdisjoint({"jinja2", "constraint", "polib", "anywidget", "ipywidgets", "IPython"})


def test_everything_below_the_screen_imports_without_jupyter():
    absent = ("anywidget", "ipywidgets", "IPython", "traitlets", "ipykernel")
    python(
        f"import sys, importlib; sys.modules.update(dict.fromkeys({absent}))\n"
        f"for name in {PURE}: importlib.import_module(name)"
    )


def badge() -> str:
    """The address that the README's Binder badge leads to."""
    (address,) = re.findall(r"https://mybinder\.org/v2/\S+", README)
    return address


def test_the_owner_and_the_repository_stand_in_one_place():
    owner_and_repository = "/".join(urlsplit(badge()).path.split("/")[3:5])
    files = subprocess.check_output(["git", "ls-files", "-z"], cwd=HOUSE, text=True).split("\0")
    texts = [(HOUSE / name).read_bytes() for name in files if (HOUSE / name).is_file()]
    assert sum(text.count(owner_and_repository.encode()) for text in texts) == 1


def test_the_badge_opens_a_notebook_of_the_released_version():
    address = urlsplit(badge())
    version = tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert re.fullmatch(r"/v2/gh/[\w-]+/[\w-]+/" + re.escape(f"v{version}"), address.path)
    (opened,) = parse_qs(address.query)["urlpath"]
    assert (HOUSE / opened.removeprefix("lab/tree/")).is_file()


def test_binder_installs_the_project_as_a_player_does():
    lines = (HOUSE / "binder/requirements.txt").read_text("utf-8").split("\n")
    assert lines == ["-c ../constraints.txt", ".[app]", ""]


def test_binder_has_the_python_that_the_lock_was_made_with():
    assert (HOUSE / "binder/runtime.txt").read_text("utf-8") == "python-3.11\n"


@pytest.mark.parametrize("command", ["make play", "make test", "python3-venv"])
def test_the_readme_says_how_to_start(command):
    assert command in README
