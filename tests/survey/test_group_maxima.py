"""The likeliest distributions of many outcomes: closed forms against the interior point."""

from __future__ import annotations

import numpy as np
import pytest

from rropt.survey.group_maxima import group_maxima
from rropt.survey.simplex_search import interior_maximum
from tests.survey.test_simplex_search import KRR, WIDE

THREE = np.array([[0.5, 0.25, 0.25], [0.25, 0.5, 0.25], [0.25, 0.25, 0.5]])


def test_two_truths_by_their_score_are_the_same():
    counts = np.random.default_rng(4).multinomial(20, [0.4, 0.3, 0.2, 0.1], 200)
    rows = WIDE.to_numpy()
    one = interior_maximum(rows, counts / 20, np.ones((1, 2)), np.full((200, 2), 0.5)).points
    assert group_maxima(rows, counts / 20, 20.0) == pytest.approx(one, abs=1e-7)


@pytest.mark.parametrize("rows", [THREE, KRR.to_numpy(), np.vstack([THREE / 2, THREE / 2])])
def test_distributions_by_what_gives_the_shares_are_the_same(rows: np.ndarray) -> None:
    """Of eight reports half of the unbiased estimates leave the simplex."""
    height, width = rows.shape
    counts = np.random.default_rng(1).multinomial(8, np.full(height, 1 / height), 100)
    start = np.full((100, width), 1 / width)
    one = interior_maximum(rows, counts / 8, np.ones((1, width)), start).points
    assert group_maxima(rows, counts / 8, 8.0) @ rows.T == pytest.approx(one @ rows.T, abs=1e-5)


def test_what_was_never_seen_may_be_any() -> None:
    """On a face whose reports were not seen no distribution is likelier, and one truth is all."""
    nothing = np.zeros((1, 2))
    found = group_maxima(np.array([[0.7, 0.3], [0.3, 0.7]]), nothing, 5.0)
    assert found.sum() == pytest.approx(1) and (found >= 0).all()
    assert group_maxima(np.array([[0.5], [0.5]]), nothing, 5.0).tolist() == [[1.0]]
