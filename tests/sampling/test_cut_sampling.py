"""Reports by a random cut: their law from a counted source, and their mean."""

from __future__ import annotations

import random
from fractions import Fraction as F

import numpy as np
import pytest

from rropt import LocalDP, Mean, optimal
from rropt.exact import InputError
from rropt.jobs import number_sampler
from rropt.sampling.cut_sampling import draw_cuts
from rropt.sampling.numbers_column import randomize_numbers


def seeded(seed):
    return random.Random(seed).randbytes


@pytest.mark.parametrize("epsilon", ["1/2", "6/5"])
@pytest.mark.parametrize("number", [-1, "-9/10", 0, "1/2"])
def test_mean_and_variance_of_many_reports(epsilon, number):
    """Six standard errors of the mean; the variance is at most the certified one."""
    design = optimal(LocalDP(epsilon), Mean(low=-1, high=1))
    n = 20_000
    reports = randomize_numbers(
        number_sampler(design), [float(F(number))] * n, seeded(f"{epsilon} {number}")
    )
    found = design.estimate(reports)
    value = float(design.value)
    assert abs(float(found.value) - float(F(number))) < 6 * (value / n) ** 0.5
    assert found.stderr**2 * n < 1.1 * value


def test_the_odds_of_a_true_answer_are_gamma():
    """Two numbers on two sides of every cut: their reports have ratios gamma and 1/gamma."""
    design = optimal(LocalDP("ln(3)"), Mean(low=0, high=1))
    cut = number_sampler(design)
    n = 40_000
    above = np.array(randomize_numbers(cut, [1] * n, seeded(1)), dtype=float)
    below = np.array(randomize_numbers(cut, [0] * n, seeded(2)), dtype=float)
    high = (above > 0.5 + 0.5).mean() / (below > 0.5 + 0.5).mean()
    assert high == pytest.approx(3, rel=0.08)


def test_cuts_do_not_depend_on_the_numbers_and_have_the_certified_chances():
    design = optimal(LocalDP("6/5"), Mean(low=-1, high=1))
    cuts = draw_cuts(number_sampler(design), 40_000, seeded(3))
    low, high = (float(F(x)) for x in design.certificate.data["lengths"])
    c, gamma = (high - low) / 2, float(design.problem.gamma)
    assert cuts.three.mean() == pytest.approx(
        (gamma + 2) * (1 - c) ** 2 / low / high / (gamma - 1), abs=0.01
    )
    assert (np.abs(cuts.upper) <= 1).all()


def test_numbers_outside_are_counted_and_not_shown():
    design = optimal(LocalDP(1), Mean(low=0, high=1))
    with pytest.raises(InputError, match=r"from 0 to 1, got 2 of 3 that do not fit"):
        design.randomize([0.5, 7, -3])
    with pytest.raises(InputError, match="must hold numbers, got 1 of 3 that are none"):
        design.estimate([1, 2, "secret"])
