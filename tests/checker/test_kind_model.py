"""Kind model: changed certificates are not verified."""

from __future__ import annotations

import copy
from fractions import Fraction

import pytest

import rropt as rr
from rropt.checker import check
from tests.design.engine.test_model_design import ALL_AVERAGE, THREE


@pytest.mark.parametrize(
    ("place", "change", "verdict"),
    [
        (("value",), "1", "refuted"),
        (("bound",), "500", "refuted"),
        (("guesses", 0, "tangents", 0, 1), "1", "refuted"),
        (("guesses", 0, "estimators", 0, 0, 0), "1", "refuted"),
        (("prices", 0), "-100", "refuted"),
        (("guesses", 0, "contrasts", 0, 2), "1", "refuted"),
        (("guesses", 0, "points", 0, 2, 1, 0), "1", "refuted"),
        (("guesses", 0, "points", 0, 0), "3/4", "malformed"),
        (("guesses", 0, "points", 0, 1, 0), "1", "malformed"),
        (("guesses", 0, "weight"), "1/2", "malformed"),
        (("objective",), "determinant", "malformed"),
        (("cover", "proof"), "line", "malformed"),
        (("weights", 0), "1", "refuted"),
    ],
)
def test_changed_certificates_are_not_verified(place, change, verdict):
    assert changed(rr.optimal(rr.LocalDP("1/2"), THREE), place, change) == verdict


def changed(design, place, change):
    """The verdict on its certificate with another entry; the gap follows value and bound."""
    data = copy.deepcopy(design.certificate.data)
    at = data
    for step in place[:-1]:
        at = at[step]
    assert at[place[-1]] != change
    at[place[-1]] = change
    if place[0] in ("value", "bound"):
        data["gap"] = str(abs(Fraction(data["value"]) - Fraction(data["bound"])))
    return check(data).verdict


@pytest.mark.everything
@pytest.mark.parametrize(
    ("place", "change", "verdict"),
    [
        (("value",), "-10", "refuted"),
        (("bound",), "-30", "refuted"),
        (("over",), None, "malformed"),
        (("over",), "least", "malformed"),
        (("objective",), "variance", "refuted"),
        (("prices", 0), "-100", "refuted"),
        (("prices", 0), "1/2", "refuted"),
        (("guesses", 0, "contrasts", 0, 1), "1", "refuted"),
        (("guesses", 0, "contrasts", 0, 0), "0", "refuted"),
        (("guesses", 0, "tangents", 0, 1), "1", "refuted"),
        (("guesses", 1, "tangents", 3, 3), "100", "refuted"),
        (("guesses", 1, "estimators", 2, 0, 0), "1", "refuted"),
        (("guesses", 1, "weight"), "1/3", "malformed"),
    ],
)
def test_changed_determinants_are_not_verified(place, change, verdict):
    assert changed(rr.optimal(rr.LocalDP("1/2"), ALL_AVERAGE), place, change) == verdict
