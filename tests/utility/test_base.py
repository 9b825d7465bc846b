"""What every linear utility provides: laws, doubles, and priors at the door."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given

from rropt.exact import InputError
from rropt.utility import Custom, FDivergence, Gain, Guess, MutualInformation, Trace, Variance
from rropt.utility.base import prevalence, prior_of_two, subset_sums
from rropt.utility.information import DIVERGENCES
from tests.utility.middle import Q3, middle, pattern3, positive

UTILITIES = [
    Trace(3),
    Guess(Q3),
    Gain([[1, 0, 0], [0, 2, 1], ["1/3", "1/3", "1/3"]], Q3),
    MutualInformation(Q3),
    *(FDivergence(name, (2, 0), 3) for name in DIVERGENCES),
]


@pytest.mark.everything
@given(r=pattern3, s=pattern3, c=positive)
def test_homogeneous_and_convex(r, s, c) -> None:
    scaled = tuple(c * x for x in r)
    added = tuple(x + y for x, y in zip(r, s, strict=True))
    for utility in UTILITIES:
        lo, hi = utility.bounds(scaled)
        low, high = utility.bounds(r)
        assert lo <= c * high and c * low <= hi, utility.label
        assert utility.bounds(added)[0] <= high + utility.bounds(s)[1], utility.label


@pytest.mark.parametrize("utility", UTILITIES, ids=lambda u: u.label)
def test_doubles_agree_with_the_exact_values(utility) -> None:
    patterns = [tuple(map(Fraction, r)) for r in product((1, 3), repeat=3)]
    found = utility.floats(np.array([[float(x) for x in r] for r in patterns]))
    assert found == pytest.approx([middle(utility, r) for r in patterns], abs=1e-12)
    table = 4 * utility.on_subsets(Fraction(4))
    for index in range(8):
        r = tuple(Fraction(4 if index >> j & 1 else 1) for j in range(3))
        assert table[index] == pytest.approx(middle(utility, r), abs=1e-12)


def test_subset_sums_by_bits() -> None:
    values = [1.0, 20.0, 300.0]
    expected = [sum(v for j, v in enumerate(values) if i >> j & 1) for i in range(8)]
    assert subset_sums(np.array(values)).tolist() == expected


def test_a_prior_has_two_truths_at_least():
    assert prior_of_two(["1/4", "3/4"]) == (Fraction(1, 4), Fraction(3, 4))
    with pytest.raises(InputError, match="prior must have at least 2 entries, got 1"):
        prior_of_two([1])


def test_a_prevalence_is_one_number():
    assert prevalence("1/4") == Fraction(1, 4)
    for several in ("1/4,3/4", ["1/4", "3/4"], (1,)):
        with pytest.raises(InputError, match="prior must be one number"):
            prevalence(several)
    for same in ("1/4, 3/4", ["1/4", "3/4"], (Fraction(1, 4), Fraction(3, 4))):
        with pytest.raises(InputError, match=r"such as 1/4, got 1/4, 3/4$"):
            prevalence(same)


def test_what_treats_truths_alike_says_so():
    assert Trace(3).symmetric and Guess(["1/3"] * 3).symmetric
    assert MutualInformation(["1/2", "1/2"]).symmetric
    assert not Guess(Q3).symmetric and not FDivergence("hellinger", (0, 1), 3).symmetric


@pytest.mark.parametrize(
    "build, words",
    [
        (lambda: Trace(1), "categories must be a whole number of at least 2"),
        (lambda: Guess(["1/2", "1/3"]), "prior must sum to one"),
        (
            lambda: Gain([[1, 2]], ["1/2", "1/4", "1/4"]),
            "gain must have one column for each category",
        ),
        (lambda: FDivergence("euclid"), "divergence must be one of"),
        (lambda: FDivergence("hellinger", (0, 0)), "pair must be two different truths"),
        (lambda: FDivergence("hellinger", (0, 1, 2), 3), "pair must be two different truths"),
        (lambda: FDivergence("hellinger", 2), "pair must be a list of truths, got 2"),
        (lambda: Variance("5/4"), "prior must lie between 0 and 1"),
        (lambda: Custom(lambda r: r[0] ** 2, 2), "must be homogeneous"),
        (lambda: Custom(lambda r: min(r), 2), "must be convex"),
    ],
)
def test_refused_with_name_and_rule(build, words: str) -> None:
    with pytest.raises(InputError, match=words):
        build()
