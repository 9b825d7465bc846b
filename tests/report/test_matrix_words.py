"""Levels in words and as squares: each bound is said once, the strongest is the darkest."""

from __future__ import annotations

import math
import re

import pytest

import rropt as rr
from rropt.design.problem import Problem, resolved
from rropt.privacy import Privacy
from rropt.report.matrix_words import level_sentences, matrix_picture

ABC = ["a", "b", "c"]


def levels_of(criterion, k: int = 3):
    return resolved(Problem(criterion, rr.Guess([f"1/{k}"] * k))).levels


def test_bounds_are_said_by_their_pairs() -> None:
    said = level_sentences(Privacy([[1, 3, 3], [2, 1, 4], [4, 2, 1]]).levels, ABC)
    assert said == (
        "any report is at most 2 times as likely for 2 ordered pairs of truths",
        "any report is at most 3 times as likely under a as under any other",
        "any report is at most 4 times as likely for 2 ordered pairs of truths",
    )


def test_a_delta_and_what_is_not_bound_are_said() -> None:
    privacy = Privacy([[1, 3], ["oo", 1]], [[0, "1/10"], [0, 0]])
    assert level_sentences(privacy.levels, ["no", "yes"]) == (
        "any report is at most 3 times as likely under no as under yes, but for a mass of 1/10",
        "no bound the other way",
    )
    three = level_sentences(Privacy([[1, 2, "oo"], ["oo", 1, "oo"], ["oo", "oo", 1]]).levels, ABC)
    assert three[-1] == "no bound for other pairs"


def test_many_levels_are_counted() -> None:
    rows = [[1 if a == b else 200 + 10 * a + b for b in range(3)] for a in range(3)]
    assert len(level_sentences(Privacy(rows).levels, ABC)) == 6
    rows = [[1 if a == b else 200 + 10 * a + b for b in range(4)] for a in range(4)]
    assert level_sentences(Privacy(rows).levels, "abcd") == (
        "12 pairs of truths are bound, at 12 levels",
    )


def test_orders_and_zero_concentration_are_divergences() -> None:
    said = level_sentences(levels_of(rr.RenyiDP(2, "1/2"), 2), ["no", "yes"])
    assert said == (
        "the Renyi divergence of order 2 of no from yes is at most 1/2",
        "the Renyi divergence of order 2 of yes from no is at most 1/2",
    )
    (one,) = level_sentences(levels_of(rr.ZeroConcentratedDP("1/8"), 2), ["no", "yes"])
    assert one.endswith("of one truth from another is at most 1/8 a")


def test_the_strongest_bound_is_the_darkest_and_no_bound_is_white() -> None:
    drawn = matrix_picture(Privacy([[1, 2, 4], [8, 1, 8], ["oo", "oo", 1]]).levels, ABC)
    shades = [float(x) for x in re.findall(r'fill-opacity="([^"]*)"', drawn)]
    words = re.findall(r'text-anchor="middle">([^<]*)<', drawn)
    numbers = [word for word in words if word not in ABC]
    assert numbers == ["2", "4", "8", "8", "oo", "oo"]
    by_level = sorted(
        zip((math.inf if n == "oo" else float(n) for n in numbers), shades, strict=True)
    )
    assert by_level[0][1] == 0.35 and by_level[-1] == (math.inf, 0.0)
    for level, shade in by_level[:-2]:
        assert shade == pytest.approx(0.35 * math.log(2) / math.log(level), abs=1e-3)


def test_large_matrices_and_conditions_are_not_drawn() -> None:
    rows = [[1 if a == b else 2 for b in range(17)] for a in range(17)]
    assert matrix_picture(Privacy(rows).levels, [str(n) for n in range(17)]) == ""
    assert matrix_picture(levels_of(rr.RenyiDP(2, "1/2"), 2), ["no", "yes"]) == ""
    labelled = matrix_picture(Privacy([[1, 2], [2, 1]]).levels, ["<x>", "y"])
    assert "<x>" not in labelled and "&lt;x&gt;" in labelled
