"""What randomizing costs, against closed forms and simulation."""

from __future__ import annotations

from itertools import pairwise
from math import exp, isclose, log

import pytest

from tests.figures.computed import data


def test_more_randomized_answers_are_worth_as_many_direct_ones() -> None:
    """vinterbo/fig-1a/text: the spread of 9750 randomized is about that of 1000 direct answers."""
    found = data("vinterbo-1a")

    def spread(name: str) -> float:
        pairs = [zip(e, found["prior"], strict=True) for e in found["estimates"][name]]
        return sum((x - p) ** 2 for pair in pairs for x, p in pair)

    assert 0.7 < spread("π̂(9750)") / spread("π*(1000)") < 1.4
    assert spread("π̂(1000)") > 5 * spread("π*(1000)")


def test_the_loss_of_two_bits_at_one_half_is_the_printed_one() -> None:
    assert isclose(exp(data("vinterbo-1b")["log_loss"]["0.5"][1]), 9.75)


def test_the_loss_grows_with_the_bits() -> None:
    for values in data("vinterbo-1b")["log_loss"].values():
        assert all(a < b for a, b in pairwise(values))


@pytest.mark.everything
def test_the_approximate_loss_becomes_good() -> None:
    for rows in data("vinterbo-1c")["ratio"].values():
        assert max(abs(ratio - 1) for ratio in rows[-1]) < 1e-3


def test_unrelated_questions_are_better_below_two_thirds() -> None:
    """vinterbo/warner/ratio."""
    found = data("vinterbo-2a")
    assert all((r < 1) == (p < 2 / 3) for p, r in zip(found["p"], found["ratio"], strict=True))


def test_the_noise_factor_by_privacy_is_the_closed_form() -> None:
    """vinterbo/warner/same-alpha: (e^(2 alpha) + 1) / (e^alpha - 1)^2."""
    found = data("vinterbo-2b")
    for alpha, c in zip(found["alpha"], found["c"], strict=True):
        assert isclose(c, (exp(2 * alpha) + 1) / (exp(alpha) - 1) ** 2, rel_tol=1e-9)


def test_the_loss_is_the_logarithm_of_the_exact_one() -> None:
    """vinterbo/thm-4.6/loss at p = 1/2, n = 12: c = 5/2, s = 2 / 4097."""
    s = 2 / 4097
    assert isclose(data("vinterbo-1b")["log_loss"]["0.5"][-1], log((2.5**12 - s) / (1 - s)))
