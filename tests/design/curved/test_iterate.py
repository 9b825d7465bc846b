"""What a search has found, while it runs: charges against utilities, patterns that are missing."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

import rropt as rr
from rropt.design.curved.path import search
from rropt.design.problem import Problem

PRIOR = "1/2,3/10,1/5"


@pytest.fixture(scope="module", params=["0", "1/10"])
def found(request):
    """The second answer: the first has fewer patterns, whose prices need not cover the others."""
    answers = search(Problem(rr.LocalDP.from_gamma(3, request.param), rr.AOptimal(PRIOR)))
    return next(islice(answers, 1, None))


def test_at_the_end_no_pattern_is_worth_more_than_its_charge(found) -> None:
    short = found.utilities() - found.charges()
    assert short.max() < 1e-6 * found.utilities().max()
    used = found.take(found.in_use()).chosen
    assert short[used] == pytest.approx(np.zeros(len(used)), abs=1e-6 * found.utilities().max())


def test_known_patterns_are_never_missing(found) -> None:
    everything = np.arange(len(found.pool.rows))
    short = found.missing(everything, -1.0)[1]
    assert (short == 0).all()
    none, _ = found.missing(found.chosen, 1e9)
    assert len(none) == 0
    some, by = found.missing(np.array([], dtype=int), -1e9)
    assert list(by) == sorted(by, reverse=True) and len(some) <= 2 * len(found.pool.basis)


def test_new_patterns_join_with_a_little_weight(found) -> None:
    wider = found.wider(np.array([0, 1]), np.array([0.5, 0.0]))
    weights = wider.point.weights[-2:]
    assert (weights > 0).all() and (weights <= found.point.weights.mean()).all()
    assert weights * wider.point.spare[-2:] == pytest.approx([found.mu] * 2)
    assert wider.take(np.arange(len(found.chosen))).chosen.tolist() == found.chosen.tolist()


def test_the_heaviest_are_listed_in_their_order(found) -> None:
    heaviest = found.heaviest(2)
    weights = found.point.weights
    assert heaviest.tolist() == sorted(heaviest)
    assert min(weights[heaviest]) >= max(np.delete(weights, heaviest), default=0)
    assert found.visible()[heaviest].all()
