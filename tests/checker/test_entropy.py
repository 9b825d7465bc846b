"""Entropies at rows of whole numbers, by hand."""

from __future__ import annotations

import math
from fractions import Fraction as F

import pytest

from rropt.checker.entropy import Entropy
from rropt.checker.private_table import plain_row
from rropt.checker.utilities import read_utility
from rropt.checker.verdict import Malformed, Refuted


def test_entropies_are_enclosed():
    """Mutual information of (3, 1) at equal priors: (3/2) ln(3/2) + (1/2) ln(1/2)."""
    half = [F(1, 2)] * 2
    low, high = Entropy(half, half).ends(plain_row([3, 1]))
    assert low < high < low + F(1, 10**100)
    assert float(low) == pytest.approx(1.5 * math.log(1.5) + 0.5 * math.log(0.5), rel=1e-14)
    assert Entropy(half, half).ends(plain_row([2, 2])) == (0, 0)
    assert Entropy(half, half).ends(plain_row([0, 0])) == (0, 0)
    other = Entropy([F(1), F(0)], [F(0), F(1)])
    assert float(other.ends(plain_row([3, 2]))[1]) == pytest.approx(3 * math.log(1.5), rel=1e-14)
    with pytest.raises(Refuted, match="infinite"):
        other.ends(plain_row([3, 0]))


def test_the_entropy_of_a_table_is_enclosed():
    """Of a flat row, of zeros, and of truths that one form does not see."""
    rows = ([3, 1, 1], [1, 3, 3], [2, 2, 2], [0, 0, 0], [5, 0, 2])
    for prior, mean in (
        ([F(1, 7), F(2, 7), F(4, 7)], [F(1, 7), F(2, 7), F(4, 7)]),
        ([F(0), F(1, 3), F(2, 3)], [F(1, 2), F(0), F(1, 2)]),
    ):
        low, high = Entropy(prior, mean).of_table(map(plain_row, rows))
        expected = 0.0
        for row in rows:
            below = sum(float(m) * x for m, x in zip(mean, row, strict=True))
            pairs = [(float(a), x) for a, x in zip(prior, row, strict=True) if a and x]
            expected += sum(a * x * math.log(x / below) for a, x in pairs)
        assert low < high < low + F(1, 10**100)
        assert float(low) == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize(
    ("name", "prior", "mean"),
    [
        ("kullback-leibler", [0, 1], [1, 0]),
        ("reverse-kullback-leibler", [1, 0], [0, 1]),
        ("jensen-shannon", [F(1, 2), F(1, 2)], [F(1, 2), F(1, 2)]),
    ],
)
def test_which_entropy_a_divergence_is(name, prior, mean):
    found, words = read_utility({"name": name, "pair": [1, 0]}, [1, 1])
    assert found == Entropy(prior, mean)
    assert found.family == ("mutual information" if prior == mean else "")
    assert words.endswith("of truths 1 and 0")
    with pytest.raises(Malformed):
        read_utility({"name": name, "pair": [1, 1]}, [1, 1])
