"""Tests that this machine cannot run are reported: no test is skipped in silence.

Also a pytest plugin: if tools/ is on the path, `pytest -p skips` reports every skipped test.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


def skipped(test: str, reason: str) -> None:
    """Reports a skipped test: a line on standard error, and one in the file of `SPARIGLIO_SKIPS`, if it is set."""
    print(f"skipped: {test}: {reason}", file=sys.stderr, flush=True)
    if path := os.environ.get("SPARIGLIO_SKIPS"):
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(f"{test}: {reason}\n")


class _Reporter:
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.note(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self.note(report)

    def note(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        # pytest also counts a test as skipped if it is expected to fail.
        if report.skipped and not hasattr(report, "wasxfail"):
            told = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
            skipped(report.nodeid, told.removeprefix("Skipped: "))


def pytest_configure(config: pytest.Config) -> None:
    # Workers of pytest-xdist pass their reports to the main process.
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Reporter())
