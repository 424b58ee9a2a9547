"""What the README's Binder badge opens, under an address such as a hub gives."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Error, Page, expect

HOUSE = Path(__file__).parents[2]
START = 60_000  # ms until JupyterLab stands at the latest

pytestmark = pytest.mark.browser


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[str]:
    """The address of a JupyterLab as it runs on a hub: the repository's notebooks under /user/x/."""
    shutil.copytree(HOUSE / "notebooks", tmp_path / "repository/notebooks")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "jupyterlab", "--allow-root", "--no-browser", f"--port={port}"]
    command += ["--ServerApp.base_url=/user/x/", f"--ServerApp.root_dir={tmp_path / 'repository'}"]
    command += ["--IdentityProvider.token=", "--ServerApp.port_retries=0"]
    env = os.environ | {"HOME": str(tmp_path), "JUPYTERLAB_SETTINGS_DIR": str(tmp_path / "settings")}
    with (tmp_path / "log").open("wb") as log:
        server = subprocess.Popen(command, env=env, stdout=log, stderr=log)
    yield f"http://127.0.0.1:{port}/user/x/"
    server.kill()  # its kernel ends by itself when it sees that the server is gone
    server.wait()


def test_the_badge_opens_the_first_page_under_a_base_address(hub: str, page: Page) -> None:
    (badge,) = re.findall(r"https://mybinder\.org/v2/\S+", (HOUSE / "README.md").read_text("utf-8"))
    (path,) = parse_qs(urlsplit(badge).query)["urlpath"]
    for _ in range(START // 500):
        try:
            page.goto(hub + path, wait_until="domcontentloaded")
            break
        except Error:  # the server is not up yet
            page.wait_for_timeout(500)
    first = page.locator(".jp-Notebook .jp-MarkdownOutput").first
    expect(first).to_contain_text("Sleuthbook", timeout=START)
    assert page.url.startswith(hub + "lab/tree/notebooks/start_here.ipynb")
