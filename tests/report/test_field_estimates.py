"""From reports back to shares, against the definitions."""

from __future__ import annotations

import math
import re
from fractions import Fraction as F

import numpy as np
import pytest

import rropt as rr
from rropt.report.field_estimates import estimates
from rropt.report.field_use import field_table
from rropt.report.html import page
from tests.field_designs import NAMES, design


@pytest.mark.everything
@pytest.mark.parametrize("name", NAMES)
def test_the_scores_that_are_shown_are_unbiased_whatever_the_shares(name: str) -> None:
    """Their means under each truth are one for it and zero for the others, to four digits."""
    table = field_table(design(name))
    assert table is not None
    truths = len(table.truths)
    shown = estimates(table, (F(1, truths),) * truths)
    body = re.search(r"score for.*?<tbody>(.*?)</tbody>", shown).group(1)  # type: ignore[union-attr]
    rows = [re.findall(r"<td>([^<]*)</td>", line) for line in body.split("</tr>")[:-1]]
    assert len(rows) == len(table.reports)
    for j in range(truths):
        for truth in range(truths):
            pairs = zip(rows, table.rows, strict=True)
            mean = sum(float(cells[j]) * float(row[truth]) for cells, row in pairs)
            assert mean == pytest.approx(int(j == truth), abs=3e-4)


def test_sample_sizes_are_those_of_the_variance() -> None:
    """1.96^2 V / margin^2 with Warner's V = 15/16 at gamma 3 and the prevalence 1/4."""
    text = page(design("warner"))
    for margin, n in (("1", "36,014"), ("2", "9,004"), ("3", "4,002"), ("5", "1,441")):
        needed = 1.959963985**2 * 15 / 16 / (float(margin) / 100) ** 2
        assert math.ceil(needed) == int(n.replace(",", ""))
        assert f"<td>{n}</td>" in text
    assert "<td>-0.5</td>" in text and "<td>1.5</td>" in text and "<mn>0.250</mn>" in text


def test_sample_sizes_of_three_truths_hold_for_all_shares_at_once() -> None:
    """k-ary response: the estimates are (r_j - q) / (p - q) of the reported shares r; of normal
    draws with their covariance 95 % have no deviation above that many standard errors."""
    table = rr.Channel.from_rows([["3/5" if i == j else "1/5" for j in range(3)] for i in range(3)])
    planned = (F(1, 2), F(1, 3), F(1, 6))
    told = re.findall(r"<td>([\d,]+)</td>", estimates(table, planned))[1]
    reported = np.array([0.2 + float(share) * 0.4 for share in planned])
    covariance = (np.diag(reported) - np.outer(reported, reported)) / 0.16
    random = np.random.default_rng(1)
    draws = random.multivariate_normal(np.zeros(3), covariance, 400_000)
    errors = np.sqrt(np.diag(covariance))
    many = np.quantile(np.abs(draws / errors).max(axis=1), 0.95)
    needed = (many * errors.max() / 0.02) ** 2
    assert int(told.replace(",", "")) == pytest.approx(needed, rel=0.01)


def test_a_table_that_tells_two_truths_not_apart_has_no_scores() -> None:
    table = rr.Channel.from_rows([["3/4", "3/4", "1/4"], ["1/4", "1/4", "3/4"]])
    assert estimates(table, (F(1, 3),) * 3) == ""


def test_the_worked_example_gives_the_planned_shares() -> None:
    """A thousand expected reports: each share to within what the rounding of counts moves."""
    table = field_table(design("three"))
    assert table is not None
    shown = estimates(table, (F(1, 2), F(1, 3), F(1, 6)))
    assert "<mn>0.16" in shown.split("The share of")[1]
    others = re.findall(r"(0\.\d{3}) for <b>", shown)
    assert [float(x) for x in others] == pytest.approx([1 / 2, 1 / 3], abs=2e-3)


def test_a_mean_has_its_numbers() -> None:
    text = page(rr.optimal(rr.LocalDP("ln(3)"), rr.Mean([0, 1])))
    assert "From reports to the mean" in text and "-0.5 for <b>" in text and "1.5 for <b>" in text
