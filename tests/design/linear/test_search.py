"""The floating-point search: the basis where it stops is optimal, and its prices cover."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product
from math import log

import numpy as np
import pytest
from scipy.optimize import linprog

from rropt.design.linear.search import SubsetPricing, pricing_of, search
from rropt.utility import Gain, MutualInformation

SKEWED = [F(n, 36) for n in range(8, 0, -1)]
UNIFORM = [F(1, 7)] * 7
GAIN = Gain([[(7 * a + 3 * j) % 11 for j in range(6)] for a in range(5)], [F(1, 6)] * 6)


def worth(prior, row):
    """The information of a row, in doubles: sum q r ln(r / q.r)."""
    total = sum(float(q) * r for q, r in zip(prior, row, strict=True))
    return sum(float(q) * r * log(r / total) for q, r in zip(prior, row, strict=True))


def best_among(high, gains, gamma):
    """max sum w u(r) with sum w r = 1 over patterns with these high truths."""
    rows = 1 + (gamma - 1) * np.array(high, dtype=float)
    found = linprog(-np.array(gains), A_eq=rows.T, b_eq=np.ones(rows.shape[1]), method="highs")
    return -found.fun if found.status == 0 else None


@pytest.mark.parametrize("prior", [SKEWED, UNIFORM], ids=["skewed", "uniform"])
def test_the_basis_alone_is_worth_as_much_as_all_patterns(prior):
    utility = MutualInformation(prior)
    found, basis = search(pricing_of(utility, F(3)), utility, 3.0)
    assert basis <= len(prior) and len(set(found)) == len(found)
    every = [x for x in product((0, 1), repeat=len(prior)) if 0 < sum(x) < len(prior)]
    values = {x: worth(prior, [3.0 if high else 1.0 for high in x]) for x in every}
    expected = best_among(every, list(values.values()), 3)
    assert best_among(found[:basis], [values[x] for x in found[:basis]], 3) == pytest.approx(
        expected, rel=1e-9
    )


def test_decisions_keep_all_that_was_seen():
    found, basis = search(pricing_of(GAIN, F(3)), GAIN, 3.0)
    assert basis <= 6 < len(found)
    assert set(found) >= {tuple(int(i == j) for i in range(6)) for j in range(6)}


def test_the_search_of_information_begins_at_the_best_patterns_for_the_prior():
    """Of 2^13 patterns, u / q.r by its definition; a sample says where the best ones begin."""
    prior = [F(n, 91) for n in range(1, 14)]
    utility, count = MutualInformation(prior), 40
    starts = SubsetPricing(utility, F(3)).in_proportion(prior, count)
    rows = 1 + 2 * np.array(list(product((0, 1), repeat=13)))
    q = np.array(prior, dtype=float)
    seen = rows @ q
    worths = ((rows * np.log(rows)) @ q - seen * np.log(seen)) / seen
    found = 1 + 2 * starts
    mine = ((found * np.log(found)) @ q - (found @ q) * np.log(found @ q)) / (found @ q)
    assert count / 2 <= len(starts) <= count
    assert mine.min() >= np.sort(worths)[-count] - 1e-12
