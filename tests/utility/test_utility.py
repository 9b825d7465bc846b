"""The utilities on patterns, against the formulas evaluated directly in doubles."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

import rropt as rr
from rropt.exact import InputError
from rropt.utility import Custom, FDivergence, Gain, Guess, MutualInformation, Trace, Variance
from rropt.utility.base import subset_sums
from rropt.utility.information import DIVERGENCES, entropy_gap

Q3 = [Fraction(1, 2), Fraction(3, 10), Fraction(1, 5)]
UTILITIES = [
    Trace(3),
    Guess(Q3),
    Gain([[1, 0, 0], [0, 2, 1], ["1/3", "1/3", "1/3"]], Q3),
    MutualInformation(Q3),
    *(FDivergence(name, (2, 0), 3) for name in DIVERGENCES),
]
FORMULAS = {
    "total-variation": lambda t: abs(t - 1) / 2,
    "chi-square": lambda t: (t - 1) ** 2,
    "hellinger": lambda t: (math.sqrt(t) - 1) ** 2,
    "kullback-leibler": lambda t: t * math.log(t),
    "reverse-kullback-leibler": lambda t: -math.log(t),
    "jensen-shannon": lambda t: (t * math.log(2 * t / (1 + t)) + math.log(2 / (1 + t))) / 2,
    "le-cam": lambda t: (t - 1) ** 2 / (t + 1),
}
positive = st.fractions(min_value=Fraction(1, 50), max_value=50, max_denominator=60)
pattern3 = st.tuples(positive, positive, positive)


def middle(utility, pattern) -> float:
    lo, hi = utility.bounds(pattern)
    assert lo <= hi
    return float((lo + hi) / 2)


@pytest.mark.parametrize("name", sorted(DIVERGENCES))
@given(a=positive, b=positive)
def test_divergence_is_b_times_f_of_the_ratio(name: str, a: Fraction, b: Fraction) -> None:
    found = middle(FDivergence(name), (a, b))
    assert found == pytest.approx(float(b) * FORMULAS[name](float(a / b)), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("exponent", [2, 9, 16, 30])
def test_hellinger_has_all_digits_where_the_likelihoods_nearly_agree(exponent: int) -> None:
    """(sqrt(1 + e) - 1)^2 in decimals of 200 digits."""
    e = Fraction(1, 10**exponent)
    with localcontext() as context:
        context.prec = 200
        expected = Fraction(((1 + Decimal(10) ** -exponent).sqrt() - 1) ** 2)
    lo, hi = FDivergence("hellinger").bounds((1 + e, Fraction(1)))
    error = expected / 10**100
    assert lo <= expected + error
    assert expected - error <= hi
    assert hi - lo <= hi / 2**90


@given(pattern3)
def test_mutual_information_of_a_pattern(r) -> None:
    q = [float(x) for x in Q3]
    mean = sum(a * float(b) for a, b in zip(q, r, strict=True))
    expected = sum(a * float(b) * math.log(float(b) / mean) for a, b in zip(q, r, strict=True))
    assert middle(MutualInformation(Q3), r) == pytest.approx(expected, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("utility", UTILITIES, ids=lambda u: u.label)
@given(r=pattern3, s=pattern3, c=positive)
def test_homogeneous_and_convex(utility, r, s, c) -> None:
    lo, hi = utility.bounds(tuple(c * x for x in r))
    low, high = utility.bounds(r)
    assert lo <= c * high and c * low <= hi
    both = utility.bounds(tuple(x + y for x, y in zip(r, s, strict=True)))
    assert both[0] <= high + utility.bounds(s)[1]


@pytest.mark.parametrize("utility", UTILITIES, ids=lambda u: u.label)
def test_doubles_agree_with_the_exact_values(utility) -> None:
    patterns = [tuple(map(Fraction, r)) for r in product((1, 3), repeat=3)]
    found = utility.floats(np.array([[float(x) for x in r] for r in patterns]))
    assert found == pytest.approx([middle(utility, r) for r in patterns], abs=1e-12)
    table = 4 * utility.on_subsets(Fraction(4))
    for index in range(8):
        r = tuple(Fraction(4 if index >> j & 1 else 1) for j in range(3))
        assert table[index] == pytest.approx(middle(utility, r), abs=1e-12)


@given(st.fractions(min_value=Fraction(1, 10**9), max_value=Fraction(1, 20)))
def test_entropy_gap_near_one_keeps_its_digits(g: Fraction) -> None:
    share, exact = Fraction(2, 5), MutualInformation(["2/5", "3/5"])
    expected = middle(exact, (1 + g, Fraction(1)))
    found = entropy_gap(np.array([float(share)]), 1 + g)[0]
    assert found == pytest.approx(expected, rel=1e-11)


def test_variance_is_one_over_information() -> None:
    design = Variance("1/4")
    lo, hi = design.bounds((Fraction(1), Fraction(3)))
    assert lo == hi == Fraction(4) / (Fraction(3, 4) + Fraction(3, 4))
    assert design.report((Fraction(2), Fraction(4))) == (Fraction(1, 4), Fraction(1, 2))


def test_subset_sums_by_bits() -> None:
    values = [1.0, 20.0, 300.0]
    expected = [sum(v for j, v in enumerate(values) if i >> j & 1) for i in range(8)]
    assert subset_sums(np.array(values)).tolist() == expected


@pytest.mark.parametrize(
    "build, words",
    [
        (lambda: Trace(1), "categories must be a whole number of at least 2"),
        (lambda: Guess(["1/2", "1/3"]), "prior must sum to one"),
        (lambda: Gain([[1, 2]], ["1/2", "1/4", "1/4"]), "gain must have one column a category"),
        (lambda: FDivergence("euclid"), "divergence must be one of"),
        (lambda: FDivergence("hellinger", (0, 0)), "pair must be two different truths"),
        (lambda: Variance("5/4"), "prior must lie between 0 and 1"),
        (lambda: Custom(lambda r: r[0] ** 2, 2), "must be homogeneous"),
        (lambda: Custom(lambda r: min(r), 2), "must be convex"),
    ],
)
def test_refused_with_name_and_rule(build, words: str) -> None:
    with pytest.raises(InputError, match=words):
        build()


def test_a_utility_in_floats_is_told_that_rounding_is_the_cause():
    """u is homogeneous and convex, its doubles are not: sqrt(2.5^2 + 1) is rounded."""

    def length(r):
        return math.sqrt(sum(float(x) ** 2 for x in r)) * 0.1

    for function in (length, lambda r: float(max(r))):
        with pytest.raises(InputError, match="by rounding alone"):
            Custom(function, 2)


A, B = sympy.symbols("a b")


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: Custom(sympy.sqrt(A * B), [A, B]), "must be convex"),
        (lambda: Custom(A**2 + B**2, [A, B]), "must be convex|must be homogeneous"),
        (lambda: Custom(A + B, 2), "must be the list of the expression's symbols"),
        (lambda: Custom(A + B, [A]), "must be the list of the expression's symbols"),
        (lambda: Custom(sympy.gamma(A) + B, [A, B]), "must have real numbers as values"),
        (lambda: Custom(A * sympy.log(A - B), [A, B]), "must have real numbers as values"),
    ],
)
def test_expressions_that_are_no_utility(build, words: str) -> None:
    with pytest.raises(InputError, match=words):
        build()


def test_a_utility_of_sympy_is_enclosed_and_certified():
    """At (3/4, 1/4), the Hellinger divergence is 2 - sqrt 3, the lengths of two rows sqrt(5/2)."""
    level = rr.LocalDP.from_gamma(3)
    spoken = rr.optimal(level, Custom((sympy.sqrt(A) - sympy.sqrt(B)) ** 2, [A, B]))
    given = rr.optimal(level, Custom(lambda r: sympy.sqrt(r[0] ** 2 + r[1] ** 2), 2))
    for design, square in ((spoken, lambda u: (2 - u) ** 2), (given, lambda u: 6 / 5 * u**2)):
        low, high = design.value
        assert 0 < high - low < Fraction(1, 2**80) and design.gap < Fraction(1, 2**80)
        assert abs(float(square(low)) - 3) < 1e-12
        assert design.certificate.check().verdict == "verified"


def test_rational_values_of_sympy_are_exact():
    design = rr.optimal(rr.LocalDP.from_gamma(3), Custom(sympy.Max(A, B), [A, B]))
    assert (design.value, design.gap) == (Fraction(3, 2), 0)
