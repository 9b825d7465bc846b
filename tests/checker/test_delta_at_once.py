"""Contrasts under one number with a delta, decided at once."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.checker import check
from rropt.checker.delta_at_once import MAX_TRUTHS, PaymentOfPairs
from rropt.checker.fields import Rationals
from rropt.checker.levels import OneNumber
from rropt.checker.plain_table import entries
from rropt.checker.privacy_words import Words
from rropt.checker.staircases import staircases
from rropt.checker.verdict import Refuted
from tests.certificates import changed
from tests.checker.test_gradient_at_once import SKEWED, SLOPE, at_once, by_longer_pages, design

PRIVACY = rr.LocalDP.from_gamma(2, "1/10")
SAMPLES = {
    "shares": design(rr.AOptimal(SKEWED), PRIVACY),
    "enclosed": design(rr.AOptimal(SKEWED), rr.LocalDP(1, "1/10")),
    "coefficient": design(SLOPE, PRIVACY),
    "two": design(rr.COptimal(["1/4", "3/4"], ["1", "-1"]), PRIVACY),
}
BEST = SAMPLES["shares"]


def payment(truths, gamma=F(3), pairs=None):
    level = OneNumber(gamma, gamma, F(1, 10), Words("", ""))
    return PaymentOfPairs(level, Rationals([F(1)] * truths), pairs or {})


def scaled(row):
    """With 1 for the largest entry."""
    return tuple(F(x, max(row)) for x in row)


@pytest.mark.parametrize(("truths", "gamma"), [(2, F(3)), (3, F(5, 2)), (4, F(2))])
def test_the_rows_are_the_staircases(truths, gamma):
    rows = [scaled(row) for row in payment(truths, gamma).rows]
    listed = [scaled(entries(row)) for row in staircases([1] * truths, gamma)]
    assert sorted(rows) == sorted(listed)


def test_a_row_pays_for_what_it_tells_apart_and_a_table_at_most_delta():
    """1 + 7 + 2 (7 - 3) and 2 + 2/10."""
    paid = payment(2, pairs={(1, 0): F(2)})
    assert paid.of([1, 7]) == 16 and paid.of([7, 1]) == 8 and paid.total == F(11, 5)


@pytest.mark.parametrize("name", SAMPLES)
def test_the_sentence_is_that_of_the_longer_pages(name):
    data = SAMPLES[name]
    assert at_once(data) == check(data).statement == by_longer_pages(data)
    assert "delta = 1/10) private mechanism" in at_once(data)


def with_gap(data, **changes):
    """The gap follows the bound."""
    return changed(data, gap=F(data["value"]) - changes["bound"], **changes)


PAIRS = [[a, b, F(z)] for a, b, z in BEST["pair_prices"]]
TINY = F(1, 10**9)


@pytest.mark.parametrize("step", [-1000, -1, 1, 1000])
def test_drawn_prices_of_pairs_are_decided_as_by_the_longer_pages(step):
    """They pay less, or more; the bound follows."""
    pairs = [[a, b, z * (1 + step * TINY)] for a, b, z in PAIRS]
    more = sum(z for _, _, z in PAIRS) * step * TINY / 10
    data = with_gap(BEST, pair_prices=pairs, bound=F(BEST["bound"]) - more)
    try:
        expected = by_longer_pages(data)
    except Refuted:
        expected = None
    assert at_once(data) == expected
    assert bool(expected) == (step > 0)


NEAR_MISSES = {
    "a better bound": {"bound": F(BEST["bound"]) + F(1, 100)},
    "a smaller delta": {"privacy": {"gamma": "2", "delta": "99/1000"}},
    "a negative price": {"pair_prices": [[0, 1, F(-1)]]},
    "a pair of one truth": {"pair_prices": [*PAIRS, [0, 0, F(1)]]},
    "a pair twice": {"pair_prices": [*PAIRS, PAIRS[0]]},
    "no prices of pairs": {"pair_prices": []},
    "a form": {"cover": {"proof": "form"}},
    "a line": {"cover": {"proof": "line"}},
}


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_what_is_false_is_not_said_and_refused(name):
    data = with_gap(BEST, **({"bound": F(BEST["bound"])} | NEAR_MISSES[name]))
    assert at_once(data) is None
    assert check(data).verdict in ("refuted", "malformed")


def test_a_truth_without_a_share_makes_the_utility_infinite():
    """The row of this truth alone has q.r = 0, and a tangent sees it."""
    (at,) = BEST["scenarios"]
    data = changed(BEST, scenarios=[at | {"prior": ["1/2", "1/2", "0"]}])
    assert at_once(data) is None and check(data).verdict == "refuted"


@pytest.mark.everything
def test_more_truths_are_left_to_the_longer_pages():
    data = design(rr.AOptimal("uniform", categories=MAX_TRUTHS + 1), PRIVACY)
    assert data["kind"] != "gradient" or at_once(data) is None
    assert check(data).verdict == "verified"
