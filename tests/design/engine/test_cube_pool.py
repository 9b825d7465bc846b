"""The cube in doubles beside the same in exact numbers, near one too."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest

import rropt as rr
from rropt.design.engine.pool import Charges, CubePool, Quotient, linear_values, quadratic_values
from rropt.design.problem import Problem, resolved

DELTA = resolved(Problem(rr.LocalDP.from_gamma(3, "1/10"), rr.Trace(3)))


def test_the_values_of_a_form_are_those_pattern_by_pattern() -> None:
    rng = np.random.default_rng(1)
    form, slopes = rng.normal(size=(5, 5)), rng.normal(size=5)
    form = form + form.T
    for key in range(32):
        x = np.array([key >> j & 1 for j in range(5)])
        assert quadratic_values(form)[key] == pytest.approx(x @ form @ x)
        assert linear_values(2.0, slopes)[key] == pytest.approx(2 + slopes @ x)


def test_a_cube_has_each_subset_once() -> None:
    pool = CubePool(3, F(5))
    patterns = {pool.pattern(key) for key in range(8)}
    assert patterns == set(product((F(1), F(5)), repeat=3))
    base, rise = pool.split()
    assert all(base + rise * m == x for m, x in zip(pool.parts(6), pool.pattern(6), strict=True))
    assert pool.spent([(F(1),)], [F(1)]) == [] and not len(pool.deltas)
    with pytest.raises(LookupError):
        pool.key_of(0)


def test_too_many_truths_of_several_priors_are_refused() -> None:
    pool = CubePool(21, F(3))
    one = Quotient(np.full(21, 1 / 21), np.eye(21))
    with pytest.raises(rr.InputError, match="at most 20"):
        pool.worst([one, one], Charges(np.ones(21), np.zeros(0)), 0.0, 1)
