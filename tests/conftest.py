"""What every test shares: the profile of Hypothesis, and how tests are spread and skips refused."""

import os
from collections.abc import Generator

import pytest
from hypothesis import settings

settings.register_profile("here", deadline=None)
settings.load_profile("ci" if "CI" in os.environ else "here")  # Hypothesis' own "ci" repeats exactly


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--no-skips", action="store_true", help="a skipped test fails")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The cells of a notebook share a kernel, so one worker runs them all."""
    for item in items:
        if item.path.suffix == ".ipynb":
            item.add_marker(pytest.mark.xdist_group(item.path.name))


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
