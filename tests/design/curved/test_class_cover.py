"""Covers of types that are not listed, beside the designs of types that are."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.checker import check
from rropt.design.curved import class_design as page
from rropt.design.curved.class_cover import ClassCover
from rropt.design.curved.class_relaxation import Relaxation
from rropt.design.problem import Problem

SHARES = [F(1, 40)] * 20 + [F(1, 20)] * 10


def test_raised_prices_are_short_and_not_below_what_is_raised_exactly():
    sizes, prior = (20, 10), [F(1, 40), F(1, 20)]
    found = Relaxation(sizes, [0.025, 0.05], 3.0, 2).best()
    cover = ClassCover.of(found, F(3), prior, sizes, 2)
    more = F(1e-8) * sum(n * y for n, y in zip(sizes, cover.prices, strict=True))
    for price, y, q in zip(cover.raised(1e-8), cover.prices, prior, strict=True):
        assert 0 <= price - (y + more * q) < F(1, 2**43) * max(cover.prices)
        assert price.denominator < 2**48
    # One of doubles may be short by chance.
    assert max(y.denominator for y in cover.prices) > 2**48


@pytest.mark.everything
@pytest.mark.parametrize("objective", [rr.AOptimal, rr.DOptimal])
def test_the_bound_is_below_the_best_table_of_all_types(objective, monkeypatch):
    problem = Problem(rr.LocalDP("ln(2)"), objective(SHARES))
    listed = page.class_design(problem)
    monkeypatch.setattr(page, "MOST_TYPES", 0)
    found = page.class_design(problem)
    cover = found.certificate.data["cover"]
    assert listed.certificate.data["cover"]["proof"] == "extremes"
    assert (cover["proof"], len(cover["ends"])) == ("cells", 2)
    assert found.bound <= listed.value.hi and listed.bound <= found.value.hi
    assert float(found.value.hi) == pytest.approx(float(listed.value.hi), rel=1e-6)
    assert float(found.bound.lo) == pytest.approx(float(listed.bound.lo), rel=1e-3)


def test_a_lower_price_is_refused(monkeypatch):
    monkeypatch.setattr(page, "MOST_TYPES", 0)
    problem = Problem(rr.LocalDP("ln(2)"), rr.AOptimal([F(1, 30)] * 12 + [F(1, 10)] * 6))
    data = page.class_design(problem).certificate.data
    assert check(dict(data)).verdict == "verified"
    prices = [F(y) for y in data["prices"]]
    low = [prices[0], prices[1] * (1 - F(1, 10**5))]
    cover = dict(data["cover"]) | {"slopes": [-y for y in low]}
    verdict = check(dict(data) | {"prices": low, "cover": cover})
    assert verdict.verdict != "verified"
