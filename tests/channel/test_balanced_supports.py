"""Families of supports: balance, draws, counts and text, against all reports listed."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction as F
from random import Random

import numpy as np
import pytest
from scipy.stats import chi2

from rropt.channel.balanced_supports import BalancedSupports, SubsetSupports, read_numbers
from rropt.data.sampler import ExactDice
from tests.channel.test_implicit import each

pytestmark = pytest.mark.quick

MANY = 30_000


def drawn(family: BalancedSupports, truths: np.ndarray, seed: int) -> np.ndarray:
    """Reports by a fixed source."""
    return family.drawn(truths, ExactDice(Random(seed).randbytes))


@each
def test_the_chances_of_supports_are_counted(family: BalancedSupports) -> None:
    for own in range(family.truths):
        held = [F(0)] * family.truths
        total = F(0)
        for _, support, weight in family.listed():
            chance = weight * (family.gamma if own in support else 1)
            total += chance
            for j in support:
                held[j] += chance
        expected = [family.own if j == own else family.other for j in range(family.truths)]
        assert total == 1 and held == expected


@pytest.mark.everything
@each
def test_reports_are_drawn_as_the_table_says(family: BalancedSupports) -> None:
    """A chi-square test at one in a million."""
    listed = list(family.listed())
    assert len(listed) == family.reports
    for truth in (0, family.truths - 1):
        seen = Counter(family.written(drawn(family, np.full(MANY, truth), truth)))
        assert set(seen) <= {label for label, _, _ in listed}
        chances = [w * (family.gamma if truth in held else 1) for _, held, w in listed]
        expected = MANY * np.array([float(chance) for chance in chances])
        observed = np.array([seen[label] for label, _, _ in listed])
        drop = ((observed - expected) ** 2 / expected).sum()
        assert drop < chi2.isf(1e-6, len(listed) - 1)


@each
def test_reports_are_text_counted_and_added_up(family: BalancedSupports) -> None:
    supports = {label: held for label, held, _ in family.listed()}
    reports = drawn(family, np.arange(500) % family.truths, 3)
    texts = family.written(reports)
    again, fits = family.read(texts)
    assert fits.all() and (again == reports).all()
    worth = 1.0 + np.arange(family.truths) ** 2
    weights = np.linspace(0, 1, len(texts))
    counts, weighted = np.zeros(family.truths), np.zeros(family.truths)
    sums = []
    for text, weight in zip(texts, weights, strict=True):
        held = list(supports[text])
        counts[held] += 1
        weighted[held] += weight
        sums.append(worth[held].sum())
    assert family.counts(reports).tolist() == counts.tolist()
    assert family.counts(reports, weights) == pytest.approx(weighted)
    assert family.sums(reports, worth) == pytest.approx(np.array(sums))


@each
def test_what_is_no_report_is_told(family: BalancedSupports) -> None:
    for text in ("", "x", "-1", "9" * 30, "1 1", "2 1", "h1=99", "h-1=0", "012x", "1  2", "٣"):
        assert family.read([text])[1].tolist() == [False]


def test_large_families_cost_no_table() -> None:
    family = SubsetSupports(10**5, F(3), 30_000)
    assert family.own > family.other and family.reports.bit_length() > 10**4
    assert read_numbers(["5"], 6)[0].tolist() == [5]


def test_texts_that_name_no_set_are_counted_and_the_others_are_read() -> None:
    family = SubsetSupports(12, F(3), 2)
    odd = ["1 0", "0 0", "0 12", "0", "0 1 2", "0  1", " 0 1", "0 1 ", "a b", "", "-1 3", "٠ 1"]
    odd += ["0 99999999999999999999"]
    texts = ["0 11", *odd, "3 4", "10 11"]
    read, fits = family.read(texts)
    assert fits.tolist() == [True, *[False] * len(odd), True, True]
    assert read[[0, -2, -1]].tolist() == [[0, 11], [3, 4], [10, 11]] and not read[1:-2].any()
    assert family.read([])[0].shape == (0, 2)
