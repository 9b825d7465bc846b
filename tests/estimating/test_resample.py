"""Bootstrap intervals: seeded, and close to what they resample."""

from __future__ import annotations

import pytest

from rropt.channel import Channel
from rropt.estimating import bootstrap, interval
from rropt.estimating import unbiased_estimate as unbiased
from rropt.exact import InputError
from tests.estimating.test_intervals import TALL


def test_bootstrap_is_seeded_and_close_to_wald():
    answer = unbiased(TALL, [300, 200, 300, 150])
    first = bootstrap(answer, [0, 1], seed=3)
    assert first == bootstrap(answer, [0, 1], seed=3)
    assert first != bootstrap(answer, [0, 1], seed=4)
    wald = interval(answer.of(1), method="wald")
    assert first.low == pytest.approx(wald.low, abs=0.1 * wald.width)
    assert first.high == pytest.approx(wald.high, abs=0.1 * wald.width)
    basic = bootstrap(answer, [0, 1], seed=3, method="basic")
    assert basic.low == pytest.approx(2 * answer.value[1] - first.high)


def test_without_noise_nothing_varies() -> None:
    """All reports alike: every resample is the sample."""
    answer = unbiased(Channel.identity(2), [0, 50])
    found = bootstrap(answer, [0, 1])
    assert (found.low, found.high) == (1.0, 1.0)


def test_a_percentile_is_that_of_the_binomial_distribution() -> None:
    """100 coins: 40 to 60 heads, in 95 of 100 resamples."""
    answer = unbiased(Channel.identity(2), [50, 50])
    found = bootstrap(answer, [0, 1], repetitions=20_000)
    assert (found.low, found.high) == pytest.approx((0.4, 0.6), abs=0.011)
    assert found.low in {n / 100 for n in range(101)}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"method": "bca"}, "'percentile' or 'basic'"),
        ({"repetitions": 0}, "repetitions must be"),
        ({"seed": None}, "seed must be"),
        ({"level": 1}, "level"),
    ],
)
def test_what_is_no_bootstrap(changes, words) -> None:
    answer = unbiased(Channel.identity(2), [50, 50])
    with pytest.raises(InputError, match=words):
        bootstrap(answer, [0, 1], **changes)
