"""The truncated geometric table against clamped noise, term by term."""

from fractions import Fraction as F
from itertools import pairwise

import pytest

from rropt.devices.truncated import truncated_geometric
from rropt.exact import InputError


@pytest.mark.parametrize("top", [1, 2, 5])
def test_truncated_geometric_is_clamped_noise(top):
    a, far = F(1, 3), 80
    channel = truncated_geometric(top, alpha=a).channel
    for x in range(top + 1):
        clamped = [F(0)] * (top + 1)
        for z in range(-far, far + 1):
            clamped[min(max(x + z, 0), top)] += (1 - a) / (1 + a) * a ** abs(z)
        for y in range(top + 1):
            assert 0 <= channel.rows[y][x] - clamped[y] < a ** (far - top)


def test_privacy_between_neighbours_and_between_any_two_counts():
    device = truncated_geometric(4, gamma=2)
    for row in device.channel.rows:
        assert max(max(x / y, y / x) for x, y in pairwise(row)) <= 2
    assert device.parity == 16


def test_estimator_is_unbiased_for_the_count():
    device = truncated_geometric(3, gamma=3)
    for x in range(4):
        column = device.channel.columns[x]
        assert sum(p * e for p, e in zip(column, device.estimator[0], strict=True)) == x


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: truncated_geometric(0, gamma=2), "top must be a whole number of at least 1"),
        (lambda: truncated_geometric(65, gamma=2), "top must be at most 64"),
        (lambda: truncated_geometric(2, alpha=0), "strictly between 0 and 1"),
        (lambda: truncated_geometric(2), "exactly one of epsilon and gamma"),
        (lambda: truncated_geometric(2, 1, alpha="1/2"), "exactly one of alpha"),
    ],
)
def test_bad_ranges_are_refused(make, said):
    with pytest.raises(InputError) as caught:
        make()
    assert said in str(caught.value)
