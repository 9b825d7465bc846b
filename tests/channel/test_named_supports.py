"""Hadamard rows, unary bits and linear hashing by their definitions."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest

from rropt.channel.named_supports import (
    READ_CELLS,
    HadamardSupports,
    HashedSupports,
    UnarySupports,
    hadamard,
)


def test_the_transform_is_the_matrix_of_sylvester() -> None:
    matrix = np.array([[1]])
    for _ in range(4):
        matrix = np.block([[matrix, matrix], [matrix, -matrix]])
    values = np.arange(16.0) ** 2
    assert hadamard(values) == pytest.approx(matrix @ values)


@pytest.mark.parametrize(("k", "g", "prime"), [(5, 2, 5), (4, 3, 7), (2, 4, 5)])
def test_two_truths_collide_as_counted(k: int, g: int, prime: int) -> None:
    functions = list(product(range(prime), repeat=2))
    family = HashedSupports(k, F(3), g, prime)
    for i in range(k):
        for j in range(i):
            alike = sum((a * i + b) % prime % g == (a * j + b) % prime % g for a, b in functions)
            chance = F(alike, prime**2)
            assert family.other == chance * family.own + (1 - chance) / (3 + g - 1)


def test_empty_supports_have_their_weight() -> None:
    for family in (
        HadamardSupports(2, F(3)),
        HadamardSupports(5, F(3)),
        UnarySupports.of(4, F(1, 2), F(1, 4)),
        HashedSupports(3, F(2), 4, 5),
    ):
        assert family.empty == sum((w for _, held, w in family.listed() if not held), F(0))
    assert HashedSupports(1000, F(2), 4, 1009).empty is None


def test_a_hundred_thousand_truths_need_no_list() -> None:
    k = 10**5
    assert HadamardSupports(k, F(3)).reports == 1 << 17
    assert HashedSupports(k, F(3), 4, 100_003).own == F(1, 2)
    assert UnarySupports.of(k, F(1, 2), F(1, 4)).gamma == 3


@pytest.mark.parametrize("k", [7, 8, 9])
def test_texts_that_are_no_bits_are_counted_and_the_others_are_read(k: int) -> None:
    family, last = UnarySupports.of(k, F(1, 2), F(1, 4)), "0" * (k - 1) + "1"
    odd = ["0" * (k - 1), "0" * (k + 1), "0" * (k - 1) + "2", "0" * (k - 1) + " ", "", "０" * k]
    read, fits = family.read(["1" * k, *odd, last])
    assert fits.tolist() == [True, *[False] * len(odd), True]
    assert family.counts(read).tolist() == [1] * (k - 1) + [2]
    assert len(family.read([])[1]) == 0


def test_what_is_no_bit_among_many_reports_leaves_out_itself_alone() -> None:
    """Reports are read in parts: two of three parts have one that does not fit."""
    k, part = 7, READ_CELLS // 7
    family, texts = UnarySupports.of(k, F(1, 2), F(1, 4)), ["1" + "0" * 6, "0" * 6 + "1"] * part
    texts[3], texts[part + 4] = "2" + "0" * 6, "1" * (k + 1)
    read, fits = family.read(texts)
    assert (
        np.flatnonzero(~fits).tolist() == [3, part + 4]
        and not read[3].any()
        and not read[part + 4].any()
    )
    held = family.counts(read).tolist()
    missing = [3 % 2, (part + 4) % 2]
    assert held == [part - missing.count(0), 0, 0, 0, 0, 0, part - missing.count(1)]


def test_bits_of_more_reports_than_an_octet_counts_are_added_up() -> None:
    family = UnarySupports.of(3, F(1, 2), F(1, 4))
    read, _ = family.read(["101"] * 300)
    assert family.counts(read).tolist() == [300, 0, 300]
