"""A table of few reports: its value may be enclosed, its truths may be classes."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker import check
from tests.certificates import changed
from tests.checker.test_cases_box import BASE


@pytest.mark.parametrize(
    ("value", "verdict"),
    [
        ("31/48", "verified"),
        (["31/48", "31/48"], "verified"),
        (["30/48", "32/48"], "verified"),
        (["31/48", "30/48"], "refuted"),
        (["32/48", "33/48"], "refuted"),
        (["31/48"], "malformed"),
    ],
)
def test_a_value_may_be_enclosed(value, verdict):
    ends = value if isinstance(value, list) else [value]
    exact = [str(F(x)) for x in ends]
    gap = str(F("31/48") - F(exact[0]))
    stated = exact if isinstance(value, list) else exact[0]
    assert check(changed(BASE, value=stated, gap=gap)).verdict == verdict


def test_truths_of_a_class_stand_beside_each_other():
    """Two truths of 1/4 and one of 1/2: the last at 31/40 and one of the first."""
    utility = {"name": "probability-of-a-right-guess", "prior": ["1/4", "1/2"]}
    table = [["9/40", "9/40", "31/40"], ["31/40", "31/40", "9/40"]]
    value = F(1, 2) * F(31, 40) + F(1, 4) * F(31, 40)
    data = changed(BASE, utility=utility, table=table, truths=[2, 1], value=value, bound=value)
    assert check(data).verdict == "verified"
    assert check(changed(data, truths=[1, 2])).verdict == "malformed"
    less = value - F(1, 10**9)
    assert check(changed(data, bound=less, gap=less - value)).verdict == "refuted"


@pytest.mark.parametrize("truths", [3, [1, 1, 1], [1, 2], [3]])
def test_the_columns_are_those_of_the_truths(truths):
    sizes = truths if isinstance(truths, list) else [1] * 3
    is_same = sizes == [1, 1, 1]
    assert (check(changed(BASE, truths=truths)).verdict == "verified") == is_same


def test_more_rows_than_reports_are_refuted():
    """A row that is nothing is a report as well."""
    more = [*BASE["table"], ["0", "0", "0"]]
    assert check(changed(BASE, table=more)).reason == "the table has more reports"
