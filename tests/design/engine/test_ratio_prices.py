"""Prices of truths and of Renyi budgets for tangents of three truths."""

from __future__ import annotations

import json
from fractions import Fraction as F
from random import Random

import numpy as np
import pytest

import rropt as rr
from rropt.certificate import CertificateError
from rropt.checker import check
from rropt.design.engine.pool import Charges, Quotient
from rropt.design.engine.posed import pool_of
from rropt.design.engine.ratio_prices import FlatPrices
from rropt.design.problem import Problem, resolved
from tests.certificates import changed

PRIOR = ["1/2", "3/10", "1/5"]


@pytest.fixture(scope="module")
def data():
    return rr.optimal(rr.RenyiDP(3, 1), rr.AOptimal(PRIOR), crosscheck=False).certificate.data


@pytest.mark.everything
def test_prices_cover_the_tangents_at_random_rows(data):
    """sum (v.r)^2 / (q.r) is at most what a row is charged, with the powers themselves."""
    (scenario,) = data["scenarios"]
    tangents = [[float(F(x)) for x in v] for v in scenario["tangents"]]
    prices = [float(F(y)) for y in data["prices"]]
    budgets = [(data["privacy"]["conditions"][n], float(F(z))) for n, z in data["condition_prices"]]
    rng = Random(3)
    least = 1.0
    for _ in range(4000):
        row = [rng.expovariate(1) for _ in range(3)]
        mean = sum(float(F(q)) * x for q, x in zip(PRIOR, row, strict=True))
        tops = [sum(x * r for x, r in zip(v, row, strict=True)) for v in tangents]
        paid = sum(y * r for y, r in zip(prices, row, strict=True))
        for budget, z in budgets:
            paid += z * row[budget["left"]] ** 3 / row[budget["right"]] ** 2
        least = min(least, (paid - sum(t * t for t in tops) / mean) / sum(row))
    assert 0 <= least < 0.1


@pytest.mark.everything
def test_near_misses_are_refused(data):
    """Cheaper prices, a smaller budget, no cut, a tangent that prices do not cover."""
    assert check(data).verdict == "verified"
    price = F(data["prices"][0])
    bound = F(data["bound"]) + F(1, 1000)
    cheaper = {"prices": [str(price - F(1, 1000)), *data["prices"][1:]], "bound": str(bound)}
    conditions = [{**each, "budget": "99/100"} for each in data["privacy"]["conditions"]]
    other = json.loads(json.dumps(data["scenarios"]))
    other[0]["tangents"][0][0] = str(F(other[0]["tangents"][0][0]) * F(101, 100))
    for wrong in (
        cheaper | {"gap": str(F(data["value"]) - bound)},
        {"privacy": {"conditions": conditions}},
        {"cover": data["cover"] | {"cut": [0]}},
        {"scenarios": other},
    ):
        assert check(changed(data, **wrong)).verdict == "refuted"


POOL = pool_of(resolved(Problem(rr.LocalDP.from_gamma(3, "1/10"), rr.Trace(3))))
CHARGES = Charges(np.array([0.25, -0.5, 2.0]), np.full(6, 0.125))


def test_what_patterns_are_charged_is_what_the_path_charges() -> None:
    """y.r + z.e of every pattern, in plain units, is what its features are charged."""
    prices = FlatPrices.of(POOL, CHARGES, [])
    y = prices.of_truths([F(0)] * 3, 0.0)
    z = [price for _, price in prices.of_budgets().values()]
    keys, _ = POOL.start()
    at = POOL.features(keys)
    wanted = at.balance @ CHARGES.balance + at.excess @ CHARGES.excess
    for key, charge in zip(keys, wanted, strict=True):
        pattern = POOL.pattern(key)
        paid = sum(a * x for a, x in zip(y, pattern, strict=True))
        paid += sum(p * e for p, e in zip(z, POOL.spent([pattern], [F(1)]), strict=True))
        assert float(paid) / POOL.scale(key) == pytest.approx(charge, rel=1e-12)


def test_prices_are_raised_until_no_pattern_lacks_anything() -> None:
    quotient = Quotient(np.array([0.5, 0.25, 0.25]), np.diag([3.0, 0.0, 0.0]))
    free = Charges(np.zeros(3), np.zeros(6))
    prices = FlatPrices.of(POOL, free, [quotient])
    y = prices.of_truths([F(0)] * 3, 1e-12)
    raised = Charges(np.array([0.0, 0.0, float(sum(y))]), np.zeros(6))
    assert not len(POOL.worst([quotient], raised, 1e-9, 1)[0])
    assert prices.mean > 0


def test_a_refusal_at_every_share_is_the_last_one() -> None:
    """A record of no kind is malformed whatever is paid."""
    prices = FlatPrices.of(POOL, CHARGES, [])
    with pytest.raises(CertificateError, match="kind"):
        prices.issued({"kind": "no kind"}, [F(0)] * 3, lambda paid: (paid, F(0)))
