"""Columns of numbers: what they are as doubles, and what is no number is counted and not shown."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from rropt import InputError
from rropt.channel import Channel
from rropt.sampling.numbers_column import ListedNumbers, number_array, randomize_numbers

F = Fraction
LISTED = ListedNumbers(Channel.identity(3), (F(1), F(-1), F(1, 10)))
"""In no order: the truths of a design are as they were given."""


def seeded(seed: int):
    return random.Random(seed).randbytes


def test_each_number_is_answered_by_its_own_column() -> None:
    assert randomize_numbers(LISTED, [1, -1.0, "0.1", "1/10", 0.1]) == ["0", "1", "2", "2", "2"]
    noisy = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    drawn = randomize_numbers(ListedNumbers(noisy, (F(5), F(2))), [2] * 4000, seeded(1))
    assert abs(Counter(drawn)["1"] / 4000 - 0.75) < 0.03


@pytest.mark.parametrize("number", [0.2, "x", None, float("nan"), True, "1e9999", []])
def test_what_does_not_fit_is_counted_and_not_shown(number: object) -> None:
    with pytest.raises(InputError) as refused:
        randomize_numbers(LISTED, [1, number])
    assert str(refused.value) == "answers must be among -1, 1/10, 1, got 1 of 2 that do not fit"


def test_arrays_of_any_kind_of_number() -> None:
    for kind in (np.int8, np.uint32, np.float32):
        assert number_array(np.array([1, 2], kind)).tolist() == [1.0, 2.0]
    assert np.isnan(number_array(np.array(["a", "1"]))).tolist() == [True, False]
