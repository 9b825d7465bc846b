"""One door to both estimates."""

from __future__ import annotations

import pytest

from rropt.channel import Channel
from rropt.estimating import estimate
from rropt.exact import InputError

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])


def test_inside_the_simplex_both_are_one_and_outside_only_one_is_clipped() -> None:
    """600 of 1000: (0.6 - 0.25) / 0.5 = 0.7; 800 of 1000: 1.1, or 1."""
    for counts, linear, likely in (([600, 400], 0.7, 0.7), ([800, 200], 1.1, 1.0)):
        found = {m: estimate(WARNER, counts, method=m) for m in ("linear", "likelihood")}
        assert found["linear"].value[0] == pytest.approx(linear)
        assert found["likelihood"].value[0] == pytest.approx(likely)
        assert [each.method for each in found.values()] == ["linear", "likelihood"]


def test_the_prior_matters_where_there_are_more_reports_than_truths() -> None:
    tall = Channel.from_rows([["1/2", "1/8"], ["1/4", "1/4"], ["1/8", "1/2"], ["1/8", "1/8"]])
    counts = [500, 100, 300, 100]
    skewed = estimate(tall, counts, ["9/10", "1/10"], "linear")
    even = estimate(tall, counts, method="linear")
    assert abs(skewed.value[1] - even.value[1]) > 1e-3


def test_another_method_is_refused() -> None:
    with pytest.raises(InputError, match="one of likelihood, linear, got 'moments'"):
        estimate(WARNER, [1, 1], method="moments")
