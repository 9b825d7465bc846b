"""The page of what a table reveals: all corners where they are, and long lists cut.

The table of all devices by all measures.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction
from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.measures import Measures
from rropt.report.measures_page import COLUMNS, catalogue_measures, measures_page, written_measures

WARNER = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])


def test_the_best_tests_of_warner_are_drawn_at_their_corners() -> None:
    """(0, 1), (1/4, 1/4), (1, 0) on a square whose corners are those of its frame."""
    text = measures_page(Measures(WARNER), "warner")
    lines = re.findall(r'<pol\w+ class="\w+" points="([^"]*)"', text)
    square, blind, best = (
        [tuple(map(float, p.split(","))) for p in line.split()] for line in lines
    )
    (left, bottom), (right, _), (_, top), upper_left = square
    assert blind == [upper_left, (right, bottom)] and upper_left == (left, top)
    quarter = (left + (right - left) / 4, bottom + (top - bottom) / 4)
    assert best == [upper_left, quarter, (right, bottom), (right, bottom)][: len(best)]


def test_every_measure_has_its_formula_and_its_source() -> None:
    text = measures_page(Measures(WARNER), "warner")
    found = Measures(WARNER)
    for name, number in found.lines:
        assert f"<td>{name}</td><td>{number}</td>" in text.replace("&#x27;", "'")
    assert '<th scope="col">formula</th><th scope="col">source</th>' in text


def test_names_are_text_and_many_corners_are_cut() -> None:
    assert "What &lt;b&gt; reveals" in measures_page(Measures(WARNER), "<b>")
    count = 45
    masses = [F(n, count * (count + 1) // 2) for n in range(1, count + 1)]
    ladder = rr.Channel.from_rows([[a, b] for a, b in zip(masses, masses[::-1], strict=True)])
    text = measures_page(Measures(ladder), "ladder")
    corners = len(Measures(ladder).tradeoff.corners)
    assert corners > 40 and f"and {corners - 40} corners more, in the JSON" in text


def test_the_picture_names_both_errors() -> None:
    text = measures_page(Measures(WARNER), "warner")
    assert "error where the one truth holds</text>" in text
    assert "error where the other truth holds</text>" in text
    assert "with the corners (0, 1), (0.25, 0.25), (1, 0)" in text and "<figure><svg" in text


@pytest.mark.everything
def test_every_device_has_a_line_as_wide_as_the_others() -> None:
    found = catalogue_measures()
    lines = written_measures(found).splitlines()
    assert lines[0].split()[0] == "device" and len(lines) == len(found) + 3
    assert len({len(line) for line in lines[1 : len(found) + 1]}) == 1
    assert all(set(COLUMNS) <= facts["measures"].keys() for facts in found.values())


@pytest.mark.everything
def test_warner_by_hand() -> None:
    """ln(p / (1 - p)), 2p - 1, (2p - 1)^2 / (p (1 - p)) of its example."""
    facts = catalogue_measures()["warner"]
    p = float(Fraction(facts["parameters"]["p"]))
    shown = {name: x[0] if isinstance(x, list) else x for name, x in facts["measures"].items()}
    p = max(p, 1 - p)
    assert float(Fraction(shown["epsilon"])) == pytest.approx(math.log(p / (1 - p)))
    assert float(Fraction(shown["total variation"])) == pytest.approx(2 * p - 1)
    chi = (2 * p - 1) ** 2 / (p * (1 - p))
    assert float(Fraction(shown["chi-square"])) == pytest.approx(chi)


def test_enclosures_show_their_lower_end_and_infinity_its_name() -> None:
    facts = {"measures": {name: ["1/3", "1/2"] for name in COLUMNS}}
    facts["measures"]["epsilon"] = "oo"
    row = written_measures({"some": facts}).splitlines()[1].split()
    assert row == ["some", "oo", *["0.3333"] * (len(COLUMNS) - 1)]
