"""Curved objectives over several priors: what they state, and what is refused."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rropt.exact import InputError
from rropt.exact.entries import identity
from rropt.utility.at_prior import AOptimal
from rropt.utility.curved import (
    Average,
    Minimax,
    VarianceOverInterval,
    contrast_vector,
)

EVEN, SKEW = ["1/2", "1/2"], ["9/10", "1/10"]


def test_the_criterion_is_a_trace_or_a_square() -> None:
    assert Average([(1, EVEN)]).criterion() == identity(2) == ((1, 0), (0, 1))
    assert Minimax([EVEN], contrast=[2, -1]).criterion() == ((4, -2), (-2, 1))


def test_scenarios_carry_weights_and_offsets() -> None:
    average = Average([("1/4", EVEN), ("3/4", SKEW)])
    assert [(s.weight, s.offset) for s in average.scenarios] == [
        (Fraction(1, 4), 0),
        (Fraction(3, 4), 0),
    ]
    regret = Minimax([EVEN, SKEW], offsets=["1/3", 2])
    assert [s.offset for s in regret.scenarios] == [Fraction(1, 3), 2]
    assert sum(s.weight for s in regret.scenarios) == 1


def test_statements_name_criterion_contrast_and_reading() -> None:
    assert Average([(1, EVEN)]).statement() == {"name": "a-optimal", "over": "average"}
    assert Minimax([EVEN], contrast=[0, 1]).statement() == {
        "name": "c-optimal",
        "contrasts": [["0", "1"]],
        "over": "minimax",
    }
    assert VarianceOverInterval("1/20", "1/2").statement() == {
        "name": "variance",
        "contrasts": [["0", "1"]],
        "interval": ["1/20", "1/2"],
    }
    assert Minimax([EVEN]).label == "largest trace of the covariance over priors"
    assert Average([(1, EVEN)], [0, 1]).label == "average variance of a contrast over priors"


def test_an_interval_remembers_where_it_looked_and_is_still_itself() -> None:
    whole = VarianceOverInterval("1/4", "1/2")
    closer = whole.with_prevalence(Fraction(1, 3))
    assert [s.prior for s in whole.scenarios] == [
        (Fraction(3, 4), Fraction(1, 4)),
        (Fraction(1, 2), Fraction(1, 2)),
    ]
    assert closer.seen == (Fraction(1, 4), Fraction(1, 2), Fraction(1, 3))
    assert closer == whole and sum(s.weight for s in closer.scenarios) == 1
    assert len(VarianceOverInterval("1/4", "1/4").scenarios) == 1


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: Average([("1/2", EVEN), ("1/3", SKEW)]), "positive and sum to one"),
        (lambda: Average([("-1/2", EVEN), ("3/2", SKEW)]), "positive and sum to one"),
        (lambda: Average([]), "positive and sum to one"),
        (lambda: Minimax([]), "one or more distributions on the same categories"),
        (lambda: Minimax([EVEN, ["1/3"] * 3]), "on the same categories"),
        (lambda: Minimax([EVEN, [0, 1]]), r"priors\[1\]\[0\] must be positive, got 0"),
        (lambda: Average([("1/2", EVEN), ("1/2", "1")]), r"priors\[1\]\[0\] must be positive"),
        (lambda: Minimax([EVEN], offsets=[1, 2]), "one entry for each prior, got 2"),
        (lambda: VarianceOverInterval("1/2", "1/4"), "0 < low <= high < 1"),
        (lambda: VarianceOverInterval(0, "1/4"), "0 < low <= high < 1"),
        (lambda: AOptimal([1]), "at least 2 entries, got 1"),
        (lambda: AOptimal([0, 1]), "prior"),
        (lambda: contrast_vector([1, 2, 3], 2), "contrast must have 2 entries, got 3"),
        (lambda: contrast_vector([3, 3], 2), "must not be constant"),
    ],
)
def test_refused_in_one_sentence(build, words: str) -> None:
    with pytest.raises(InputError, match=words):
        build()
