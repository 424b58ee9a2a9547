"""From a tap to the redrawn sheet, in Chromium with a local kernel: six players, solving included.

    python -m tests.benchmarks.bench_screen [--taps 200]

Opens the Cluedo screen through Voilà, plays into the middle of a game of six, and taps 200 times in a
row: bots' moves (each is counted anew), the person's own moves, rows of the sheet. A tap is over when
the browser has drawn the answer. Prints the distribution, the last quarter against the first, and how
many elements the page has grown by. Milliseconds.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import Page, sync_playwright

from tests.browser.conftest import FLAGS, LAPTOP, voila_in

NOTEBOOK = 'from assistant.ui import show\n\nshow("play_cluedo", seed=5, folder=None)'
PLAY = [
    ".now [data-do=next]",
    ".now [data-do=show]",
    ".now [data-do=enter]",
    ".now [data-do=walk]",
    ".now [data-do=roll]",
    ".now [data-do=shortcut]",
    ".now [data-do=end]",
]
TAP = """async (selector) => {
  const root = document.querySelector(".sleuth"), before = root.dataset.seq, start = performance.now();
  document.querySelector(selector).dispatchEvent(new MouseEvent("click", { bubbles: true }));
  while (root.dataset.seq === before) await new Promise((next) => setTimeout(next, 0));
  await new Promise((drawn) => requestAnimationFrame(drawn));
  return performance.now() - start;
}"""


def tap(page: Page, selector: str) -> float:
    """Press something and return the milliseconds until its answer is drawn."""
    return float(page.evaluate(TAP, selector))


def play(page: Page) -> float | None:
    """Make the next step of the game; None when it is over."""
    kind = page.get_attribute("main.play", "data-kind")
    if kind == "over":
        return None
    if kind == "ask":
        for category in ("suspect", "weapon"):
            cards = page.locator(f"[data-category={category}]")
            cards.nth(page.evaluate("Math.floor(Math.random() * 6)")).click()
            page.wait_for_selector(f"[data-category={category}][aria-checked=true]")
        return tap(page, ".buttons .primary")
    return tap(page, next(one for one in PLAY if page.locator(one).count()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--taps", type=int, default=200)
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as home,
        voila_in(Path(home)) as front,
        sync_playwright() as driver,
    ):
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        page = browser.new_context(**LAPTOP).new_page()
        front.open(page, front.put("bench.ipynb", NOTEBOOK), "main.opening")
        tap(page, "[data-do=players][data-n='6']")
        tap(page, "[data-do=pace][data-id=step]")
        tap(page, "[data-do=start]")
        for _ in range(60):
            play(page)
        size = page.evaluate("document.querySelectorAll('.sleuth *').length")
        steps, rows = [], []
        while len(steps) + len(rows) < options.taps:
            taken = play(page)
            if taken is None:
                tap(page, ".now [data-do=leave]")
                tap(page, "[data-do=start]")
                continue
            steps.append(taken)
            if len(steps) % 4 == 0:
                rows += [tap(page, "[data-do=row][data-card=rope]") for _ in range(2)]
        grown = page.evaluate("document.querySelectorAll('.sleuth *').length") - size
        browser.close()
    for name, times in (("steps of the game", steps), ("a row opened or closed", rows)):
        p95, most = quantiles(times, n=20)[-1], max(times)
        print(f"{name:24} n={len(times):3}  median {median(times):6.1f}  p95 {p95:6.1f}  max {most:6.1f} ms")
    quarter = len(steps) // 4
    ratio = median(steps[-quarter:]) / median(steps[:quarter])
    print(f"last quarter / first quarter, medians: {ratio:.2f}")
    print(f"elements on the page: {size} at first, grown by {grown}")


if __name__ == "__main__":
    main()
