"""Prices in exact numbers: they charge at least what the path charges, and not much more."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest

import rropt as rr
from rropt.certificate import CertificateError
from rropt.design.engine.flat_prices import FlatPrices
from rropt.design.engine.pool import Charges, Quotient
from rropt.design.engine.posed import pool_of
from rropt.design.problem import Problem, resolved

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
