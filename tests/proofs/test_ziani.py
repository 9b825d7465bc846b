"""The facts behind the verdicts on ziani, by enumeration and quadrature."""

from __future__ import annotations

import math
from fractions import Fraction as F
from itertools import product

import pytest
from rropt.proofs import verdicts
from scipy.integrate import quad

pytestmark = pytest.mark.quick

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


@pytest.mark.parametrize("ones", [0, 3, 7])
@pytest.mark.parametrize("flip", [F(1, 4), F(2, 5), F(9, 20)])
def test_seven_samples_are_too_few_for_a_smaller_error(ones, flip):
    """Convolution of binomials: the error exceeds sqrt(variance / 2) once in nine times."""
    n, law = 7, {}
    for i, j in product(range(ones + 1), range(n - ones + 1)):
        kept = math.comb(ones, i) * (1 - flip) ** i * flip ** (ones - i)
        flipped = math.comb(n - ones, j) * flip**j * (1 - flip) ** (n - ones - j)
        law[i + j] = law.get(i + j, F(0)) + kept * flipped
    mean = ones * (1 - flip) + (n - ones) * flip
    far = sum(w for s, w in law.items() if 2 * (s - mean) ** 2 > n * flip * (1 - flip))
    assert sum(law.values()) == 1
    assert far >= F(1, 9)


@pytest.mark.parametrize("b", [0.3, 2.0])
@pytest.mark.parametrize("place", [-1.0, 0.4])
def test_a_shifted_noise_has_the_shifted_density(b, place):
    """The mass of f + X on an interval, by quadrature, against the distribution function of X."""

    def below(z):
        return math.exp(z / b) / 2 if z < 0 else 1 - math.exp(-z / b) / 2

    low, high = place - 0.7, place + 1.1
    mass = quad(lambda s: math.exp(-abs(s - place) / b) / (2 * b), low, high, points=[place])[0]
    assert mass == pytest.approx(below(high - place) - below(low - place))


def test_every_reading_with_densities_says_that_the_noise_needs_a_scale():
    """At Delta f = 0 the density 1/(2b) exp(-|z|/b) has b = 0."""
    for line in ("", "/line-1", "/line-2", "/line-3", "/conclusion"):
        assert "Delta f" in RECORDS[f"ziani/thm-8/proof{line}"]["assuming"]


@pytest.mark.parametrize("delta", [0.01, 0.5, 1.0, 3.0])
def test_theorem_9_needs_no_upper_bound_on_delta(delta):
    """P(|Z| >= ln(1/delta)) by quadrature, b = 1; one when the threshold is not positive."""
    start = max(math.log(1 / delta), 0)
    assert quad(lambda z: math.exp(-z), start, 60)[0] <= delta + 1e-9
    assert RECORDS["ziani/thm-9"]["assuming"].endswith("delta > 0")


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


def test_the_bound_of_theorem_12_is_worse_from_two_dimensions_on():
    bounds = [math.log(d / 0.1) for d in (1, 2, 3)]
    assert bounds[0] == math.log(1 / 0.1) < bounds[1] < bounds[2]
    assert RECORDS["ziani/thm-12/dimension"]["scope"].startswith("d >= 2")


@pytest.mark.parametrize("level", [0.5, 0.9, 0.99])
def test_a_large_scale_makes_noise_beyond_any_size_likely(level):
    """P(|Z| >= z) by quadrature exceeds M from b = z / (1 - M) on, and not for a small b."""

    def far(z, b):
        return 2 * quad(lambda s: math.exp(-s / b) / (2 * b), z, 60 * b)[0]

    size = 3.0
    assert all(far(size, size / (1 - level) * k) > level for k in (1.001, 2, 10))
    assert far(size, size / 10) < level


@pytest.mark.parametrize("bit", [0, 1])
def test_a_report_has_the_variance_of_a_flip(bit):
    """Theorem 5 needs the variance of a report, p (1-p) for both bits, not that of a mean."""
    for flip in (F(0), F(1, 5), F(1, 2)):
        values = [(r[0], w) for r, w in reports((bit,), flip)]
        mean = sum(v * w for v, w in values)
        assert sum((v - mean) ** 2 * w for v, w in values) == flip * (1 - flip)
        assert mean == flip + (1 - 2 * flip) * bit


@pytest.mark.parametrize("flip", [F(1, 5), F(2, 5)])
def test_only_independent_reports_have_no_covariance(flip):
    """Two reports of zeros: with coins of their own, and with one coin for both."""

    def covariance(law):
        one, two = (sum(w * r[i] for r, w in law) for i in (0, 1))
        return sum(w * r[0] * r[1] for r, w in law) - one * two

    assert covariance(list(reports((0, 0), flip))) == 0
    assert covariance([((0, 0), 1 - flip), ((1, 1), flip)]) == flip * (1 - flip) > 0
