"""Several groups by one likelihood: differences and strata."""

from __future__ import annotations

import numpy as np
import pytest

from rropt.estimating import likelihood_estimate, likelihood_strata
from rropt.estimating.likelihood_groups import likelihood_difference, weighted_sum
from rropt.exact import InputError
from tests.estimating.test_ratio_tests import WARNER


@pytest.mark.everything
def test_strata_add_up():
    strata = [likelihood_estimate(WARNER, c) for c in ([400, 600], [700, 300], [500, 500])]
    shares = ["1/2", "3/10", "1/5"]
    combined = likelihood_strata(strata, shares, [0, 1])
    weights = np.array([0.5, 0.3, 0.2])
    assert combined.value == pytest.approx(weights @ [s.value[1] for s in strata])
    assert combined.stderr**2 == pytest.approx(weights**2 @ [s.stderr[1] ** 2 for s in strata])
    ends = combined.interval()
    assert (ends.high - ends.low) / 2 == pytest.approx(1.96 * combined.stderr, rel=0.02)
    with pytest.raises(InputError, match="sum to one"):
        likelihood_strata(strata, ["1/2", "1/2", "1/2"], [0, 1])
    with pytest.raises(InputError, match="3, one a group"):
        likelihood_strata(strata, ["1/2", "1/2"], [0, 1])


def test_a_difference_is_a_sum_with_opposite_weights() -> None:
    first, second = (likelihood_estimate(WARNER, c) for c in ([500, 500], [600, 400]))
    found = likelihood_difference(first, second, [0, 1])
    assert found.value == pytest.approx(0.2)
    assert weighted_sum([first, second], [1, -1], [0, 1]).interval() == found.interval()
    turned = likelihood_difference(second, first, [0, 1]).interval()
    ends = found.interval()
    assert (-turned.high, -turned.low) == pytest.approx((ends.low, ends.high), abs=1e-9)


def test_weights_that_ask_for_nothing_are_refused() -> None:
    one = likelihood_estimate(WARNER, [500, 500])
    with pytest.raises(InputError, match="not all be zero"):
        weighted_sum([one], [0], [0, 1])
    with pytest.raises(InputError, match="must be 2, one a group, got 1"):
        weighted_sum([one, one], [1], [0, 1])
