"""What every test shares: a terminal's width, the profile of Hypothesis, an option that refuses skips."""

import os
from collections.abc import Generator

import pytest
from hypothesis import settings

os.environ["COLUMNS"] = "100"  # what is printed for people is the same in every terminal and in none

settings.register_profile("here", deadline=None)
settings.load_profile("ci" if "CI" in os.environ else "here")  # Hypothesis' own "ci" repeats exactly


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--no-skips", action="store_true", help="a skipped test fails")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if item.config.getoption("no_skips") and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome, report.longrepr = "failed", f"skipped, which --no-skips refuses: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    if collector.config.getoption("no_skips") and report.skipped:
        report.outcome, report.longrepr = "failed", f"skipped, which --no-skips refuses: {report.longrepr}"
    return report
