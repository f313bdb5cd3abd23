"""Tests that this machine cannot run say so: no test is skipped in silence.

A plugin of pytest too: with scripts/ on the path, `pytest -p skips` reports every test that it skips."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


def skipped(test: str, reason: str) -> None:
    """Reports a skipped test: a line on standard error, and one in the file that `SPARIGLIO_SKIPS` names."""
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
        # A test that is expected to fail counts as skipped in pytest.
        if report.skipped and not hasattr(report, "wasxfail"):
            told = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
            skipped(report.nodeid, told.removeprefix("Skipped: "))


def pytest_configure(config: pytest.Config) -> None:
    # Workers of pytest-xdist hand their reports to the process that started them.
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Reporter())
