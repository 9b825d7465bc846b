"""The page of what a table reveals: all corners where they are, and long lists cut."""

from __future__ import annotations

import re
from fractions import Fraction as F

import rropt as rr
from rropt.measures import Measures
from rropt.report.measures_page import measures_page

WARNER = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])


def test_the_best_tests_of_warner_are_drawn_at_their_corners() -> None:
    """(0, 1), (1/4, 1/4), (1, 0) on a square of 300 from 46: the middle one at 121, 271."""
    text = measures_page(Measures(WARNER), "warner")
    lines = re.findall(r'<polyline points="([^"]*)"', text)
    drawn = {tuple(map(float, point.split(","))) for point in lines[-1].split()}
    assert (121.0, 271.0) in drawn and (346.0, 346.0) in drawn
    assert lines[0] == "46.00,46.00 346.00,346.00"


def test_every_measure_has_its_formula_and_its_source() -> None:
    text = measures_page(Measures(WARNER), "warner")
    found = Measures(WARNER)
    for name, number in found.lines:
        assert f"<td>{name}</td><td>{number}</td>" in text.replace("&#x27;", "'")
    assert "<th>formula</th><th>source</th>" in text


def test_names_are_text_and_many_corners_are_cut() -> None:
    assert "What &lt;b&gt; reveals" in measures_page(Measures(WARNER), "<b>")
    count = 45
    masses = [F(n, count * (count + 1) // 2) for n in range(1, count + 1)]
    ladder = rr.Channel.from_rows([[a, b] for a, b in zip(masses, masses[::-1], strict=True)])
    text = measures_page(Measures(ladder), "ladder")
    corners = len(Measures(ladder).tradeoff.corners)
    assert corners > 40 and f"and {corners - 40} corners more, in the JSON" in text


def test_labels_of_the_picture_are_centred_in_it() -> None:
    """The style centres text on its place: 300 from 46 has its middle at 196."""
    text = measures_page(Measures(WARNER), "warner")
    assert re.findall(r'<text x="(\d+)"', text) == ["196", "196"]
    assert "<figure><svg" in text
