"""The page of the table: rows in a CSV file, means over seeds in Markdown, and the picture."""

import csv
import statistics
from collections import defaultdict
from dataclasses import asdict, dataclass
from pathlib import Path

import picture
from cell import METHODS, Row
from scipy import stats

TEXT = """![Exploitability against decisions]({picture})

Exploitability in points per hand, the mean over {seeds} seeds with its 95 % interval, and seconds of processor time of
learning, the median.

"""


@dataclass(frozen=True)
class Mean:
    """The cells of a method, a game and a budget over all seeds."""

    decisions: float
    exploitability: float
    reach: float | None
    """Half of the 95 % interval of the mean, by Student's distribution; `None` for a method without chance."""
    seconds: float
    """Processor time of learning, the median: the first cell of a process also loads libraries."""

    def __str__(self) -> str:
        digits = 4 if self.exploitability < 0.1 else 3
        text = f"{self.exploitability:.{digits}f}"
        if self.reach is not None:
            text += f" ±{self.reach:.{digits}f}"
        return f"{text} ({self.seconds:.1f} s)"


Means = dict[str, dict[str, dict[int, Mean]]]
"""By game, method and budget."""


def write(rows: list[Row], folder: Path) -> Path:
    """Writes `methods.csv`, `methods.svg` and the page `methods.md`. Returns the path of the page."""
    with (folder / "methods.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, asdict(rows[0]))
        writer.writeheader()
        writer.writerows(map(asdict, rows))
    table = means(rows)
    picture.draw(table, folder / "methods.svg")
    text = TEXT.format(picture="methods.svg", seeds=len({row.seed for row in rows}))
    page = folder / "methods.md"
    page.write_text(text + "\n".join(tables(table)), encoding="utf-8")
    return page


def means(rows: list[Row]) -> Means:
    """The means over seeds."""
    groups = defaultdict(list)
    for row in rows:
        groups[row.game, row.method, row.budget].append(row)
    table: Means = defaultdict(lambda: defaultdict(dict))
    for (game, method, budget), group in groups.items():
        points = [row.exploitability for row in group]
        reach = None
        if len(group) > 1:
            reach = stats.t.ppf(0.975, len(group) - 1) * statistics.stdev(points) / len(group) ** 0.5
        table[game][method][budget] = Mean(
            statistics.mean(row.decisions for row in group),
            statistics.mean(points),
            reach,
            statistics.median(row.processor_seconds for row in group),
        )
    return table


def tables(table: Means) -> list[str]:
    """A table for each game: a row for each method, a column for each budget."""
    lines = []
    for game, methods in table.items():
        budgets = sorted({budget for cells in methods.values() for budget in cells})
        lines += [
            f"| `{game}` | " + " | ".join(f"{budget:,} decisions" for budget in budgets) + " |",
            "|---|" + "---:|" * len(budgets),
        ]
        for method in METHODS:
            if method in methods:
                cells = [str(methods[method].get(budget, "")) for budget in budgets]
                lines.append(f"| {method} | " + " | ".join(cells) + " |")
        lines.append("")
    return lines
