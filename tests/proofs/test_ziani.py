"""The facts behind the verdicts on ziani, by enumeration and quadrature."""

from __future__ import annotations

import math
from fractions import Fraction as F
from itertools import product

import pytest
from rropt.proofs import verdicts
from scipy.integrate import quad

RECORDS = verdicts.stored("ziani")


def reports(bits, flip):
    """Every sequence of reports with its probability."""
    for flips in product((0, 1), repeat=len(bits)):
        weight = F(1)
        for f in flips:
            weight *= flip if f else 1 - flip
        yield [b ^ f for b, f in zip(bits, flips, strict=True)], weight


@pytest.mark.parametrize("bits", [(0,), (1,), (0, 1), (1, 1, 0)])
@pytest.mark.parametrize("flip", [F(0), F(1, 5), F(2, 5)])
def test_the_printed_estimator_estimates_the_complement(bits, flip):
    mean = F(sum(bits), len(bits))
    values = [(F(sum(r), len(r)), w) for r, w in reports(bits, flip)]
    printed = sum(w * (m - (1 - flip)) / (2 * flip - 1) for m, w in values)
    right = sum(w * (m - flip) / (1 - 2 * flip) for m, w in values)
    assert (printed, right) == (1 - mean, mean)


@pytest.mark.parametrize("b", [0.3, 1.0, 4.0])
def test_moments_and_tail_of_the_laplace_law(b):
    def density(z):
        return math.exp(-abs(z) / b) / (2 * b)

    def total(f, low=0.0):
        return 2 * quad(f, low, 60 * b)[0]

    assert total(density) == pytest.approx(1)
    assert total(lambda z: z * z * density(z)) == pytest.approx(2 * b * b)
    assert total(density, 1.5) == pytest.approx(math.exp(-1.5 / b))


def test_two_noises_in_the_l1_norm_exceed_the_bound_of_theorem_12():
    """|Z1| + |Z2| has density z exp(-z) for b = 1; the tail at ln(2/delta) is above delta."""
    delta = 0.1
    tail = quad(lambda z: z * math.exp(-z), math.log(2 / delta), 60)[0]
    assert tail > delta
    assert 1 - (1 - delta / 2) ** 2 <= delta


def test_the_refuted_statements_are_exactly_these():
    wrong = {i for i, r in RECORDS.items() if r["verdict"] == "refuted"}
    assert wrong == {
        "ziani/claim-3/expectation",
        "ziani/claim-3/unbiased",
        "ziani/claim-3/proof",
        "ziani/claim-3/proof/line-2",
        "ziani/thm-5",
        "ziani/thm-5/proof/chebyshev",
        "ziani/thm-8/proof/triangle",
    }
