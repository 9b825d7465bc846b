"""Linear equations that a hypothesis demands of all groups."""

from __future__ import annotations

from fractions import Fraction

import pytest
from scipy.stats import chi2

from rropt.estimating import Equations, likelihood_estimate, nested_test, ratio_test
from rropt.estimating.equations import added_rank
from rropt.exact import InputError
from tests.estimating.test_ratio_tests import KRR


def test_nested_hypotheses():
    """That the second and third truths are equally frequent, with and without knowing the first."""
    answer = likelihood_estimate(KRR, [4000, 3100, 2900])
    equal = Equations([[0, 1, -1]], [0])
    first = Equations([[1, 0, 0]], [Fraction(3, 5)])
    alone = nested_test(answer.model, equal)
    assert alone.statistic == pytest.approx(
        ratio_test(answer.contrast([0, 1, -1]), 0).statistic, rel=1e-4
    )
    assert nested_test(answer.model, equal, wider=first).statistic >= 0
    both = nested_test(answer.model, equal.joined(first))
    step = nested_test(answer.model, first).statistic
    assert both.statistic == pytest.approx(
        step + nested_test(answer.model, equal, first).statistic, abs=1e-6
    )
    with pytest.raises(InputError, match="restrict"):
        nested_test(answer.model, equal, wider=equal)
    with pytest.raises(InputError, match="hold for some"):
        nested_test(answer.model, Equations([[1, 0, 0]], [2]))


def test_an_excluded_truth_is_a_nested_hypothesis():
    """pi_3 = 0: the reports of the two others alone; half of the chance at zero, by drawing."""
    answer = likelihood_estimate(KRR, [400, 340, 260])
    found = nested_test(answer.model, Equations([[0, 0, 1]], [0]))
    assert found.statistic == pytest.approx(ratio_test(answer.of(2), 0).statistic, abs=1e-4)
    assert found.p_value == pytest.approx(chi2.sf(found.statistic, 1) / 2, abs=0.03)


def test_the_likeliest_point_of_an_equation_by_its_profile() -> None:
    """pi_2 = pi_3: reports 2 and 3 are merged, 4000 and 6000: (0.4 - 0.25) / 0.25 = 0.6."""
    model = likelihood_estimate(KRR, [4000, 3100, 2900]).model
    find = Equations([[0, 1, -1]], [0]).maximiser(model)
    (point,) = find(model.observed[None] / model.total)
    assert point == pytest.approx([0.6, 0.2, 0.2], abs=1e-4)


def test_without_equations_it_is_the_maximum() -> None:
    model = likelihood_estimate(KRR, [4000, 3100, 2900]).model
    (point,) = Equations([], []).maximiser(model)(model.observed[None] / model.total)
    assert point == pytest.approx(model.maximum, abs=1e-5)


def test_equations_that_follow_add_no_rank() -> None:
    model = likelihood_estimate(KRR, [4000, 3100, 2900]).model
    first = Equations([[1, 0, 0]], [Fraction(3, 5)])
    rest = Equations([[0, 1, 1]], [Fraction(2, 5)])
    nothing = Equations([], [])
    assert added_rank(model, nothing, first) == 1
    assert added_rank(model, first, first.joined(rest)) == 0
    assert added_rank(model, first, first.joined(Equations([[0, 1, 0]], [0]))) == 1
