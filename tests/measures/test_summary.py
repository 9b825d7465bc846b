"""All measures of a table at once."""

from __future__ import annotations

import json
import math
from decimal import Decimal
from fractions import Fraction

import pytest

import rropt as rr
from rropt.measures.summary import _short

WARNER = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])


def test_of_a_design_a_device_and_a_channel_the_same():
    design = rr.optimal(rr.LocalDP("ln(3)"), rr.Variance("1/4"))
    found = [rr.measures(table) for table in (design, rr.device("warner", p="3/4"), WARNER)]
    assert len({json.dumps(one.to_json()["measures"]) for one in found}) == 1
    with pytest.raises(rr.InputError, match="design must be"):
        rr.measures([1, 2])


def test_mutual_information_in_doubles():
    prior = [Fraction(3, 4), Fraction(1, 4)]
    seen = [Fraction(5, 8), Fraction(3, 8)]
    expected = sum(
        float(q * p) * math.log(p / total)
        for row, total in zip(WARNER.rows, seen, strict=True)
        for p, q in zip(row, prior, strict=True)
    )
    low, high = rr.measures(WARNER, prior).numbers["mutual information (nats)"]
    assert low <= high
    assert float(low) == pytest.approx(expected, rel=1e-12)


def test_no_measure_grows_under_a_garbling():
    merged = rr.Channel.from_rows([["9/10", "2/10"], ["1/10", "8/10"]]) @ WARNER
    prior = ["3/5", "2/5"]
    before, after = (rr.measures(table, prior).numbers for table in (WARNER, merged))
    for name in before:
        if name not in ("Bayes risk after", "chance of a right guess before"):
            top = before[name][1] if isinstance(before[name], tuple) else before[name]
            low = after[name][0] if isinstance(after[name], tuple) else after[name]
            assert low <= top, name


def test_json_text_and_notebook():
    found = rr.measures(WARNER, ["1/2", "1/2"], [[1, 0], [0, 1]])
    data = json.loads(json.dumps(found.to_json()))
    assert data["profile"][0] == {"gamma": "3", "delta": "0"}
    assert data["measures"]["expected gain after"] == "3/4"
    assert data["measures"]["zCDP rho"][0].startswith("0.5493061")
    assert "zCDP rho" in str(found) and "<table" in found._repr_html_()


def test_a_prior_that_names_one_truth():
    found = rr.measures(WARNER, [1, 0]).numbers
    assert found["mutual information (nats)"] == (0, 0)
    assert found["pointwise maximal leakage (nats)"] == (0, 0)


def test_infinity_is_written_as_oo():
    data = rr.measures(rr.Channel.identity(2)).to_json()["measures"]
    assert data["epsilon"] == data["zCDP rho"] == "oo"


@pytest.mark.everything
def test_numbers_that_no_double_holds_are_printed() -> None:
    """3^150 is about 3.7e71; the squares of a chi-square have thousands of digits."""
    found = rr.measures(WARNER, reports=150)
    printed = dict(found.lines)
    assert printed["gamma = e^epsilon"] == "3.6998849e+71"
    assert float(Decimal(printed["chi-square"]).log10()) > 50
    json.dumps(found.to_json())
    assert _short(Fraction(10**400)) == "1.0000000e+400" and _short(Fraction(4, 3)) == "4/3"
