"""MathML: numbers as a reader wants them, and nothing that can leave its place."""

from __future__ import annotations

import math
from fractions import Fraction as F
from xml.etree import ElementTree

import pytest
import sympy as sp

from rropt.report.formulas import expression, fraction, is_short, math_element, mi, number

pytestmark = pytest.mark.quick


def words(text: str) -> str:
    return "".join(ElementTree.fromstring(f"<x>{text}</x>").itertext())


@pytest.mark.parametrize(
    "value, said",
    [
        (math.inf, "∞"),
        (F(3), "3"),
        (F(-3), "-3"),
        (F(3, 4), "34=0.75"),
        (F(-3, 4), "-34=-0.75"),
        (F(10**13, 3), "≈3.333333333e+12"),
        ((F(1, 3), F(1, 2)), "[0.3333333333,0.5]"),
        ((F(1, 3), F(1, 3) + F(1, 10**20)), "0.3333333333"),
    ],
)
def test_numbers(value, said: str) -> None:
    assert words(number(value)) == said


def test_short_is_twelve_digits_above_and_below() -> None:
    assert is_short(F(10**12 - 1, 10**12 - 2)) and not is_short(F(10**12, 3))
    assert not is_short(F(1, 10**12))


def test_markup_in_names_is_text() -> None:
    assert mi("<b>") == "<mi>&lt;b&gt;</mi>"
    assert expression("a < b") == "<mtext>a &lt; b</mtext>"
    assert words(expression(sp.Symbol("gamma") + 1)) == "γ+1"
    assert words(fraction(F(-1, 2))) == "-12"


def test_blocks_and_lines() -> None:
    assert 'display="block"' in math_element("", block=True)
    assert 'displaystyle="true"' in math_element("")
