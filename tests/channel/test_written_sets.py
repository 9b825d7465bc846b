"""Sets as text: by an independent route, digit by digit, and what is no set."""

from __future__ import annotations

import random
from fractions import Fraction as F

import numpy as np
import pytest

from rropt.channel.balanced_supports import SubsetSupports


@pytest.mark.parametrize(("truths", "size"), [(65, 30), (100, 50), (1000, 269), (2925, 1342)])
def test_bits_are_those_of_a_binary_number(truths: int, size: int) -> None:
    rng = random.Random(truths)
    chosen = [sorted(rng.sample(range(truths), size)) for _ in range(5)]
    digits = 2 * -(-truths // 8)
    wanted = [f"x{sum(1 << (4 * digits - 1 - j) for j in one):0{digits}x}" for one in chosen]
    sets = SubsetSupports(truths, F(3), size)
    assert sets.written(np.array(chosen)) == wanted
    read, fits = sets.read(wanted)
    assert read.tolist() == chosen and fits.all()


@pytest.mark.parametrize(("truths", "size"), [(64, 32), (65, 2), (100_000, 3)])
def test_few_truths_and_small_sets_are_lists(truths: int, size: int) -> None:
    (text,) = SubsetSupports(truths, F(3), size).written(np.array([range(size)]))
    assert text == " ".join(map(str, range(size)))


def test_lists_and_bits_are_read_together() -> None:
    sets, some = SubsetSupports(66, F(3), 40), list(range(3, 43))
    (bits,) = sets.written(np.array([some]))
    read, fits = sets.read([" ".join(map(str, some)), "no", bits])
    assert read[fits].tolist() == [some, some] and fits.tolist() == [True, False, True]


@pytest.mark.parametrize(
    "text",
    [
        "x" + "f" * 10 + "0" * 10,  # 40 bits, two digits too many
        "x" + "f" * 9 + "e" + "0" * 8,  # 39
        "x" + "f" * 10 + "8" + "0" * 7,  # 41
        "x" + "f" * 9 + "e" + "0" * 7 + "1",  # the last is of no truth
        "x" + "F" * 10 + "0" * 8,
        "f" * 10 + "0" * 8,
        "x" + "g" * 18,
        " ".join(map(str, range(39))),
        " ".join(map(str, [*range(39), 38])),
        " ".join(map(str, [*range(39), 66])),
    ],
)
def test_what_is_no_set_is_told(text: str) -> None:
    good = "x" + "0" * 6 + "f" * 10 + "00"
    assert SubsetSupports(66, F(3), 40).read([good, text])[1].tolist() == [True, False]


def test_both_forms_are_in_the_words() -> None:
    assert "x and 18 hexadecimal digits" in SubsetSupports(66, F(3), 40).form
    assert SubsetSupports(5, F(3), 1).form.startswith("whole numbers below 5")
