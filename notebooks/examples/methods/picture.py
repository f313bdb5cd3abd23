"""The picture of the table: exploitability against decisions, with a panel for each game and a line for each method."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from matplotlib import rc_context
from matplotlib.figure import Figure

if TYPE_CHECKING:
    from page import Means

# Colours that people with any kind of colour vision can tell apart (Okabe and Ito 2008), and a mark for each.
STYLES = {
    "CFR+": ("#000000", "o"),
    "MCCFR": ("#56b4e9", "s"),
    "policy gradient": ("#d55e00", "D"),
    "PPO": ("#e69f00", "^"),
    "NFSP": ("#cc79a7", "v"),
    "R-NaD": ("#009e73", "P"),
}


def draw(table: Means, file: Path) -> None:
    """Writes an SVG picture. Bars are 95 % intervals of the mean over seeds."""
    figure = Figure(figsize=(5 * len(table), 4.2), layout="constrained")
    panels = figure.subplots(1, len(table), sharey=True, squeeze=False)
    for panel, (game, methods) in zip(panels[0], table.items(), strict=True):
        for method, (colour, mark) in STYLES.items():
            means = sorted(methods.get(method, {}).values(), key=lambda mean: mean.decisions)
            if means:
                panel.errorbar(
                    [mean.decisions for mean in means],
                    [mean.exploitability for mean in means],
                    [mean.reach or 0 for mean in means],
                    color=colour,
                    marker=mark,
                    markersize=5,
                    capsize=3,
                    label=method,
                )
        panel.set_xscale("log")
        panel.set_yscale("log", nonpositive="clip")
        panel.set(title=game, xlabel="decisions")
        panel.grid(alpha=0.3)
        panel.spines[["top", "right"]].set_visible(False)
    panels[0][0].set_ylabel("exploitability (points per hand)")
    panels[0][-1].legend(frameon=False, fontsize=9)
    with rc_context({"svg.hashsalt": "spariglio"}):
        figure.savefig(file, metadata={"Date": None})
