"""A design in LaTeX: entries, values, enclosures."""

from __future__ import annotations

import math
from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.report.latex import design_latex, entry, matrix, number


@pytest.mark.parametrize(
    "value, written",
    [
        (F(1, 3), r"\frac{1}{3}"),
        (F(-2), "-2"),
        (F(1, 10**11 + 3), r"\frac{1}{100000000003}"),
        (F(10**12, 3 * 10**12 + 1), "0.333333"),
    ],
)
def test_entries(value: F, written: str) -> None:
    assert entry(value) == written


def test_numbers_are_exact_enclosed_or_infinite() -> None:
    assert number(F(15, 7)) == r"\frac{15}{7}"
    assert number((F(1, 3), F(1, 2))) == r"\in [0.3333333333, 0.5]"
    assert number(math.inf) == r"\infty"


def test_rows_stand_below_each_other() -> None:
    table = rr.Channel.from_rows([[1, "1/2"], [0, "1/2"]])
    assert matrix(table) == r"\begin{pmatrix}1 & \frac{1}{2} \\ 0 & \frac{1}{2}\end{pmatrix}"


def test_a_design_has_its_form_and_a_table_of_orbits_none_written() -> None:
    text = design_latex(rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(1000)))
    assert "pmatrix" not in text and r"\text{closed form }" in text
    assert text.startswith("$\\displaystyle") and text.endswith("$")
    own = design_latex(rr.optimal(rr.LocalDP("ln(3)"), rr.Custom(lambda r: max(r), 2)))
    assert "closed form" not in own and r"\text{bound } \frac{3}{2}" in own
