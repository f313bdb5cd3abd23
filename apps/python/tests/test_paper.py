"""What a paper takes from a result: rows for pandas, and a table of LaTeX."""

import pytest

import spariglio as sp


def test_a_result_becomes_a_table_of_latex() -> None:
    result = sp.arena("scopone", ["formula", "greedy", "random"], hands=40, seed=1)
    text = result.to_latex()
    assert text.count(r"\toprule") == text.count(r"\bottomrule") == 1
    assert "formula" in text and "greedy" in text and "seed 1" in text and r"\cite{spariglio}" in text


def test_a_result_becomes_a_table_of_pandas() -> None:
    pytest.importorskip("pandas")
    result = sp.arena("scopone", ["formula", "greedy"], hands=40, seed=1)
    frame = result.to_pandas()
    assert list(frame["first"]) == ["formula"] and list(frame["hands"]) == [40]
    assert {"mean", "standard_error", "low", "high", "win"} <= set(frame.columns)
