"""Divergences of two truths, against their formulas in ball arithmetic."""

from __future__ import annotations

from fractions import Fraction as F
from random import Random

import pytest

from rropt.checker import check
from rropt.checker.divergences import RootDifference, at, read
from rropt.checker.private_table import plain_row
from rropt.checker.utilities import read_utility
from rropt.checker.verdict import Malformed
from tests.certificates import changed
from tests.checker.test_cover_information import GAMMAS, HAIRS, rounded
from tests.checker.test_kind_prices import certificate
from tests.checker.test_logarithm import ball, digits


def arb_divergence(name, p, q):
    """q f(p/q) as a ball."""
    p, q = ball(p), ball(q)
    middle = (p + q) / 2
    return {
        "total-variation": lambda: abs(p - q) / 2,
        "chi-square": lambda: (p - q) ** 2 / q,
        "le-cam": lambda: (p - q) ** 2 / (p + q),
        "hellinger": lambda: (p.sqrt() - q.sqrt()) ** 2,
        "kullback-leibler": lambda: p * (p / q).log(),
        "reverse-kullback-leibler": lambda: q * (q / p).log(),
        "jensen-shannon": lambda: (p * (p / middle).log() + q * (q / middle).log()) / 2,
    }[name]()


NAMES = [
    "total-variation",
    "chi-square",
    "le-cam",
    "hellinger",
    "kullback-leibler",
    "reverse-kullback-leibler",
    "jensen-shannon",
]


@pytest.mark.everything
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("gamma", ["1 + 2^-64", "1.01", "50", "10^40 + 1/3"])
def test_every_divergence_is_what_its_formula_says(name, gamma):
    """The value of a table, enclosed ever more tightly, and prices on the edge."""
    g = GAMMAS[gamma]
    with digits(3000):
        worths = [arb_divergence(name, *r) for r in ((g, F(1)), (F(1), g))]
        value = rounded((worths[0] + worths[1]) / ball(1 + g), 2000)
        raised = rounded((worths[0] / ball(1 + g)).max(worths[1] / ball(1 + g)), 2000)
    data = certificate(
        privacy={"gamma": g, "delta": "0"},
        truths=2,
        utility={"name": name, "pair": [0, 1]},
        patterns=[[g, F(1)], [F(1), g]],
        weights=[1 / (1 + g)] * 2,
        value=[value - F(1, 10**130), value + F(1, 10**130)],
        prices=[raised + F(1, 10**130)] * 2,
        bound="0",
        gap="0",
    )
    for hair in HAIRS:
        for sign, expected in ((1, "verified"), (-1, "refuted")):
            prices = [raised + sign * hair] * 2
            low = value - hair
            bound = 2 * prices[0]
            claim = changed(
                data, prices=prices, bound=bound, value=[low, value + hair], gap=bound - low
            )
            assert check(claim).verdict == expected
        bound = 2 * raised + F(2, 10**9)
        for low, high in ((value + hair, value + 1), (value - 1, value - hair)):
            claim = changed(
                data,
                prices=[raised + F(1, 10**9)] * 2,
                bound=bound,
                value=[low, high],
                gap=bound - low,
            )
            assert check(claim).verdict == "refuted"


def test_a_form_is_zero_where_nothing_is_said():
    assert at(3, {1: F(2)}) == [0, 2, 0]


@pytest.mark.parametrize("name", NAMES)
def test_a_pair_is_of_two_truths_that_there_are(name):
    assert read({"name": name, "pair": [2, 0]}, [1] * 3)[1].endswith("of truths 2 and 0")
    for pair in ([1, 1], [0, 3], [0], [0, 1, 2], "01", None):
        with pytest.raises(Malformed):
            read({"name": name, "pair": pair}, [1] * 3)
    with pytest.raises(Malformed):
        read({"name": name, "pair": [0, 1], "prior": []}, [1] * 3)


@pytest.mark.parametrize("seed", range(10))
def test_a_root_is_within_its_error(seed):
    """Hellinger: p + q - 2 sqrt(pq) is between the ends, which are one where the root is exact."""
    rng = Random(seed)
    for _ in range(50):
        bits = rng.choice([2, 10, 100, 1000])
        p, q = (rng.getrandbits(bits) for _ in range(2))
        low, high = RootDifference(0, 1, 2).ends(plain_row([p, q]))
        root, more = p + q - high, p + q - low
        assert root >= 0 and root**2 <= 4 * p * q <= more**2
        assert more - root == (F(1, 2**512) if root**2 != 4 * p * q else 0)
    assert RootDifference(0, 1, 2).ends(plain_row([3, 12])) == (3, 3)
    assert RootDifference(1, 0, 2).ends(plain_row([0, 5])) == (5, 5)


def test_it_is_read_with_its_words():
    utility, words = read_utility({"name": "hellinger", "pair": [2, 0]}, [1, 1, 1])
    assert utility == RootDifference(2, 0, 3)
    assert words == "a Hellinger divergence sum (sqrt p - sqrt q)^2 of truths 2 and 0"
    assert utility.seen == {0, 2} and utility.forms == [[0, 0, 1], [1, 0, 0]]
