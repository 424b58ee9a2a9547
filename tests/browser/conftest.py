"""Chromium, the three front ends that show a notebook, and a page that shows a Stage without any of them.

`chromium` and the servers start when the first test asks for them and serve the whole session.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat
import psutil
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, sync_playwright

from assistant.ui.screen import Screen
from assistant.ui.stage import Stage

PROJECT = Path(__file__).parents[2]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SETTINGS = {  # no news; and a notebook that stores as much as it can, so that a leak would show
    "@jupyterlab/apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "@jupyter-widgets/jupyterlab-manager/plugin": {"saveState": True},
}
PLACES = {  # where a server keeps its own things, so that nothing of the machine's user counts
    "HOME": ".",
    "IPYTHONDIR": "ipython",
    "JUPYTER_CONFIG_DIR": "config",
    "JUPYTER_DATA_DIR": "data",
    "JUPYTER_RUNTIME_DIR": "run",
    "JUPYTERLAB_SETTINGS_DIR": "settings",
}
START = 60_000  # ms until a notebook has run at the latest

LAPTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The system's Chromium; a machine without one fails these tests instead of skipping them."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    assert path, "the browser tests need Chromium: install Debian's chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def context(chromium: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """`context(**PHONE)` opens a fresh browser profile: own storage, own size; closed after the test."""
    opened: list[BrowserContext] = []

    def open_one(**options: Any) -> BrowserContext:
        opened.append(chromium.new_context(**(LAPTOP | options)))
        return opened[-1]

    yield open_one
    for one in opened:
        one.close()


@pytest.fixture
def page(context: Callable[..., BrowserContext]) -> Page:
    """An empty page of 1280 x 800."""
    return context().new_page()


@dataclass(frozen=True)
class FrontEnd:
    """A running server that shows the notebooks of `folder`; `address` has a place for the file's name."""

    address: str
    folder: Path
    process: subprocess.Popen[bytes]
    by_hand: bool

    def put(self, name: str, source: str) -> str:
        """Write a notebook with one code cell and return its name."""
        notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
        notebook.metadata["kernelspec"] = {
            "name": "python3",
            "display_name": "Python 3",
            "language": "python",
        }
        nbformat.write(notebook, self.folder / name)
        return name

    def open(self, page: Page, name: str, wait_for: str = ".sleuth .stage-body > *") -> None:
        """Open a notebook of `folder`, run it as a person does, and wait for its screen."""
        page.goto(self.address.format(name), wait_until="domcontentloaded")
        if self.by_hand:
            _run_all(page)
        page.wait_for_selector(wait_for, timeout=START)

    def kernels(self) -> list[psutil.Process]:
        """The Python processes that run notebooks for this server."""
        children = psutil.Process(self.process.pid).children(recursive=True)
        return [child for child in children if _is_kernel(child)]

    def kill_kernels(self) -> None:
        """End them as a crash does: at once and without a word."""
        for kernel in self.kernels():
            kernel.kill()


def _is_kernel(process: psutil.Process) -> bool:
    try:
        return "ipykernel_launcher" in " ".join(process.cmdline())
    except psutil.Error:  # it has ended meanwhile
        return False


def _run_all(page: Page) -> None:
    """Run > Run All Cells, again until it takes: before its kernel is there the menu does nothing."""
    page.wait_for_selector(".jp-Notebook-ExecutionIndicator[data-status=idle]", timeout=START)
    started = page.locator(".jp-InputPrompt", has_text=re.compile(r"\[(\*|\d+)\]"))
    for _ in range(20):
        page.click("li.lm-MenuBar-item:has-text('Run')")
        page.click("li.lm-Menu-item:has-text('Run All Cells')")
        page.wait_for_timeout(1000)
        if page.locator(".jp-Dialog-button.jp-mod-accept").count():
            page.click(".jp-Dialog-button.jp-mod-accept")
            page.wait_for_timeout(1000)
        if started.count():
            return


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _serve(home: Path, command: list[str], alive: str) -> tuple[subprocess.Popen[bytes], str, Path]:
    """Start a server in an own home directory and wait until it answers; gives its address and folder."""
    folder = home / "notebooks"
    folder.mkdir()
    for plugin, values in SETTINGS.items():
        path = home / "settings" / f"{plugin}.jupyterlab-settings"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(values), "utf-8")
    env = os.environ | {name: str(home / place) for name, place in PLACES.items()}
    env["PYTHONPATH"] = str(PROJECT)
    port = _free_port()
    with (home / "server.log").open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", *(part.format(port=port, folder=folder) for part in command)],
            cwd=folder,
            env=env,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    base = f"http://127.0.0.1:{port}"
    deadline = time.monotonic() + 60
    while not _answers(base + alive):
        if process.poll() is not None or time.monotonic() > deadline:
            _stop(process)
            pytest.fail(f"the server did not start:\n{(home / 'server.log').read_text('utf-8')[-2000:]}")
        time.sleep(0.2)
    return process, base, folder


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2):
            return True
    except (urllib.error.URLError, OSError):
        return False


def _stop(server: subprocess.Popen[bytes]) -> None:
    """End a server and its kernels; asked politely it takes ten seconds."""
    family = psutil.Process(server.pid).children(recursive=True)
    server.kill()
    server.wait()
    for one in family:
        if one.is_running():
            one.kill()


@pytest.fixture(scope="session")
def jupyter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[subprocess.Popen[bytes], str, Path]]:
    """One Jupyter server; JupyterLab and Notebook 7 are two pages of it."""
    command = [
        "jupyterlab",
        "--allow-root",
        "--no-browser",
        "--ip=127.0.0.1",
        "--port={port}",
        "--ServerApp.port_retries=0",
        "--ServerApp.root_dir={folder}",
        "--IdentityProvider.token=",
        "--ServerApp.password=",
        "--LabApp.news_url=None",
        "--MappingKernelManager.cull_idle_timeout=600",
    ]
    server = _serve(tmp_path_factory.mktemp("jupyter"), command, "/api")
    yield server
    _stop(server[0])


@pytest.fixture(scope="session")
def jupyterlab(jupyter: tuple[subprocess.Popen[bytes], str, Path]) -> FrontEnd:
    """JupyterLab."""
    process, base, folder = jupyter
    return FrontEnd(base + "/lab/workspaces/auto-x/tree/{}?reset", folder, process, by_hand=True)


@pytest.fixture(scope="session")
def notebook7(jupyter: tuple[subprocess.Popen[bytes], str, Path]) -> FrontEnd:
    """Notebook 7."""
    process, base, folder = jupyter
    return FrontEnd(base + "/notebooks/{}", folder, process, by_hand=True)


@pytest.fixture(scope="session")
def voila(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FrontEnd]:
    """Voilà."""
    with voila_in(tmp_path_factory.mktemp("voila")) as front:
        yield front


@contextmanager
def voila_in(home: Path) -> Iterator[FrontEnd]:
    """A Voilà server with `home` as its own directory, for as long as the context lasts."""
    command = [
        "voila",
        "--no-browser",
        "--Voila.ip=127.0.0.1",
        "--port={port}",
        "--Voila.root_dir={folder}",
        "--MappingKernelManager.cull_idle_timeout=600",
        "{folder}",
    ]
    process, base, folder = _serve(home, command, "/")
    try:
        yield FrontEnd(base + "/voila/render/{}", folder, process, by_hand=False)
    finally:
        _stop(process)


@dataclass
class Shown:
    """A Stage of this very process and the page that shows it, with `stage.js` between them as it is.

    `said` are the messages the page sent, `alive` says whether Python answers. Setting `alive` to False
    is what a dead kernel looks like from the page.
    """

    page: Page
    stage: Stage
    said: list[dict[str, Any]] = field(default_factory=list)
    alive: bool = True
    _out: list[dict[str, Any]] = field(default_factory=list)

    def hear(self, content: dict[str, Any]) -> list[dict[str, Any]]:
        """Let the stage take in a message of the page; gives what the stage sends back."""
        self.said.append(content)
        if self.alive:
            self.stage._handle_custom_msg(content, [])
        sent, self._out = self._out, []
        return sent

    def redraw(self) -> None:
        """Draw anew without a touch, as when another cell changed the screen."""
        self.stage.redraw()
        sent, self._out = self._out, []
        self.page.evaluate("messages => messages.forEach(deliver)", sent)

    def touches(self) -> list[dict[str, Any]]:
        """What was touched so far."""
        return [message for message in self.said if message["type"] == "touch"]

    def settle(self) -> None:
        """Wait until the page is answered: a message sent now comes back after all those before it."""
        self.page.evaluate("() => fromPage({ type: 'nothing' })")


HOST = """<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Host</title><link rel="stylesheet" href="stage.css"><div id="app"></div>
<script type="module">
  const listeners = new Set();
  window.deliver = (message) => listeners.forEach((listener) => listener(message, []));
  const model = {
    get: () => "Python is gone. Run the start cell again.", set() {}, save_changes() {},
    on: (name, listener) => listeners.add(listener), off: (name, listener) => listeners.delete(listener),
    send: async (content) => (await window.fromPage(content)).forEach(window.deliver),
  };
  const widget = (await import("./stage.js")).default;
  window.view = () => widget.render({ model, el: document.getElementById("app") });
  window.close_view = window.view();
</script>"""


def _serve_host(route: Route) -> None:
    name = route.request.url.rpartition("/")[2]
    kinds = {"stage.js": ("text/javascript", str(Stage._esm)), "stage.css": ("text/css", str(Stage._css))}
    kind, body = kinds.get(name, ("text/html", HOST))
    route.fulfill(body=body, content_type=kind)


def _bare_page(context: BrowserContext) -> tuple[Page, dict[str, Shown]]:
    """A page for one Stage after another; the Stage it talks to lies under "now"."""
    page, place = context.new_page(), dict[str, Shown]()

    def from_page(content: dict[str, Any]) -> list[dict[str, Any]]:
        return place["now"].hear(content)

    page.expose_function("fromPage", from_page)
    page.route("https://stage.test/**", _serve_host)
    return page, place


@pytest.fixture(scope="session")
def bare_page(chromium: Browser) -> Iterator[tuple[Page, dict[str, Shown]]]:
    """The page that `show` uses again and again: a fresh one takes longer than most tests."""
    context = chromium.new_context(**LAPTOP)
    yield _bare_page(context)
    context.close()


@pytest.fixture
def show(
    context: Callable[..., BrowserContext], bare_page: tuple[Page, dict[str, Shown]]
) -> Iterator[Callable[..., Shown]]:
    """`show(screen)` puts a screen on a bare page, which is fast; the Stage is the real one.

    With options, `show(screen, **PHONE)`, it opens a browser profile of its own.
    """

    def on_a_page(screen: Screen, **options: Any) -> Shown:
        page, place = _bare_page(context(**options)) if options else bare_page
        shown = place["now"] = Shown(page, Stage(screen))
        shown.stage.send = lambda content, buffers=None: shown._out.append(content)  # type: ignore[method-assign]
        page.goto("https://stage.test/")
        page.wait_for_selector(".sleuth .stage-body > *")
        return shown

    yield on_a_page
    if bare_page[0].url != "about:blank":
        bare_page[0].evaluate("localStorage.clear()")
        bare_page[0].goto("about:blank")
