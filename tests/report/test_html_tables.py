"""Tables of a page: exact entries, cuts that are said, labels that stay text."""

from __future__ import annotations

import re
from fractions import Fraction as F

import rropt as rr
from rropt.report.html_tables import (
    arrangements,
    channel_table,
    design_table,
    header,
    simple_table,
)


def test_entries_are_exact_and_labels_are_text() -> None:
    table = rr.Channel.from_rows([["3/4", "1/3"], ["1/4", "2/3"]], truths=["<no>", "yes"])
    text = channel_table(table)
    found = [F(x) for x in re.findall(r'data-exact="([^"]*)"', text)]
    assert found == [F(3, 4), F(1, 3), F(1, 4), F(2, 3)]
    assert "&lt;no&gt;" in text and "<no>" not in text
    assert "<mfrac><mn>3</mn><mn>4</mn></mfrac>" in text and "0.750000" in text


def test_long_fractions_are_decimals_and_ones_are_plain() -> None:
    long = F(10**13 + 1, 3 * 10**13)
    text = channel_table(rr.Channel.from_rows([[1, long], [0, 1 - long]]))
    assert "<mfrac>" not in text and text.count("data-exact") == 4
    assert f'data-exact="{long}"' in text


def test_a_wide_table_says_that_it_is_cut() -> None:
    wide = rr.Channel.from_rows([[F(1, 70)] * 20] * 70)
    text = channel_table(wide)
    assert "Cut: 70 reports, 20 truths." in text
    assert text.count("data-exact") == 64 * 16
    assert "Cut" not in channel_table(rr.Channel.from_rows([[F(1, 64)] * 16] * 64))


def test_orbits_are_counted() -> None:
    assert "<li>1 times 3, 99 times 1</li>" in arrangements([[[("3", 1), ("1", 99)]]])
    design = rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(1000))
    assert "1 times 3, 999 times 1" in design_table(design)


def test_heads_are_escaped_and_cells_are_html_already() -> None:
    text = simple_table(["a<b"], [["<b>x</b>"]])
    assert "a&lt;b" in text and "<td><b>x</b></td>" in text


def test_a_mean_under_a_matrix_has_a_table_without_the_windows_of_one_number() -> None:
    design = rr.optimal(rr.Privacy([[1, 3], [2, 1]]), rr.Mean([0, 1]))
    assert "likelier from truth" not in design_table(design) and "<table" in design_table(design)
    single = rr.optimal(rr.LocalDP(1), rr.Mean([0, 1]))
    assert "likelier from truth" in design_table(single)


def test_what_is_said_below_a_heading_is_text_and_nothing_is_no_paragraph() -> None:
    assert header("a < b", "", "c & d") == ("<header><h1>a &lt; b</h1><p>c &amp; d</p></header>")
