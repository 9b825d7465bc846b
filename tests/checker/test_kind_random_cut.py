"""Kind random-cut: the integrals of its page by quadrature, and near misses."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt import LocalDP, Mean, optimal
from rropt.checker import check

NEAR_MISSES = {
    "a smaller value": lambda d: d | {"value": str(F(d["value"]) * F(999999, 10**6))},
    "a larger bound": lambda d: d | {"bound": str(F(d["bound"]) * F(1000001, 10**6))},
    "another interval": lambda d: d | {"high": "2"},
    "chances above one": lambda d: d | {"lengths": [str(F(x) * F(99, 100)) for x in d["lengths"]]},
    "prices that do not cover": lambda d: d | {"price_lengths": ["1", "3"]},
    "cuts outside": lambda d: d | {"lengths": ["1", "4"]},
    "a variance above the value near the ends": lambda d: d | {"lengths": ["9/10", "19/10"]},
}


@pytest.mark.parametrize("epsilon", ["1/2", 1])
@pytest.mark.parametrize("miss", NEAR_MISSES)
def test_near_misses_are_refused(epsilon, miss):
    design = optimal(LocalDP(epsilon), Mean(low=-1, high=1))
    changed = NEAR_MISSES[miss](design.certificate.data)
    changed["gap"] = str(F(changed["value"]) - F(changed["bound"]))
    assert check(changed).verdict == "refuted"


@pytest.mark.parametrize(
    "change",
    [
        {"lengths": ["0", "1"]},
        {"lengths": ["2", "1"]},
        {"lengths": ["1"]},
        {"low": "1"},
        {"privacy": {"gamma": "1", "delta": "0"}},
        {"privacy": {"gamma": "3", "delta": "1/10"}},
        {"extra": "1"},
    ],
)
def test_what_is_no_certificate_of_this_kind(change):
    design = optimal(LocalDP("ln(3)"), Mean(low=-1, high=1))
    assert check(design.certificate.data | change).verdict == "malformed"
