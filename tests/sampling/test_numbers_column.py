"""Numbers between truths are rounded at random with the right mean, exactly."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

from rropt import InputError
from rropt.channel import Channel
from rropt.sampling.numbers_column import randomize_numbers

F = Fraction
POINTS = [F(1), F(-1), F(0)]
"""In no order: the truths of a design are as they were given."""


def seeded(seed: int):
    return random.Random(seed).randbytes


def test_truths_stay_and_numbers_between_go_to_a_neighbour() -> None:
    channel = Channel.identity(3)
    drawn = randomize_numbers(channel, POINTS, [1, -1.0, "0"], True, seeded(1))
    assert drawn == ["0", "1", "2"]
    drawn = Counter(randomize_numbers(channel, POINTS, [0.3] * 4000, True, seeded(2)))
    assert set(drawn) == {"0", "2"}
    assert abs(drawn["0"] / 4000 - 0.3) < 0.03


def test_the_share_is_exact_over_all_bytes() -> None:
    """Each of the eight numbers below 8 once: 3/8 of them go up."""
    counts = Counter()
    for n in range(8):
        given = iter([bytes([n << 5])])
        first = lambda size, given=given: next(given, bytes(size))  # noqa: E731
        counts[randomize_numbers(Channel.identity(3), POINTS, ["3/8"], True, first)[0]] += 1
    assert counts == {"0": 3, "2": 5}


@pytest.mark.parametrize(("numbers", "between"), [([1.5], True), ([0.5], False), (["x"], True)])
def test_what_does_not_fit_is_counted_and_not_shown(numbers: list, between: bool) -> None:
    with pytest.raises(InputError, match="answers") as refused:
        randomize_numbers(Channel.identity(3), POINTS, numbers, between)
    assert "1.5" not in str(refused.value)
