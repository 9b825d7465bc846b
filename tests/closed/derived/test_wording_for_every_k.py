"""A formula for every k in words."""

from __future__ import annotations

from fractions import Fraction

import pytest

import rropt as rr
from rropt.closed.derived.wording_for_every_k import plain_for_every_k


def _equal(k):
    return [Fraction(1, k)] * k


@pytest.mark.everything
def test_the_text_names_formula_and_steps():
    text = str(rr.derive_for_every_k(rr.MutualInformation(_equal(3))))
    assert "for every k: proved, 6 steps" in text
    assert "gamma*m*log(gamma)/(gamma*m + k - m) - log((gamma*m + k - m)/k)" in text
    guess = rr.derive_for_every_k(rr.Guess(_equal(3)))
    assert "gamma <= Q_m/q_next - m + 1" in str(guess) and r"\gamma" in guess.latex
    assert "k*(delta*(k - 1) + gamma)/(gamma + k - 1)" in str(rr.derive_for_every_k(rr.Trace(2)))


def test_a_step_that_fails_is_told() -> None:
    """The verdict is read from the steps, not from the law."""
    law = rr.derive_for_every_k(rr.AOptimal(["1/3"] * 3))
    text = plain_for_every_k(law)
    assert "for every k: proved" in text and "NO" not in text
    assert f"{len(law.steps)} steps decided by algebra" in text
    assert "that is gamma >= sqrt(" in text


def test_a_guess_says_where_its_size_is_best_and_a_trace_has_no_size() -> None:
    guess = plain_for_every_k(rr.derive_for_every_k(rr.Guess("1/2,1/2")))
    assert "Q_m is the mass of the m likeliest truths" in guess and "(for m > 1)" in guess
    trace = plain_for_every_k(rr.derive_for_every_k(rr.Trace(2)))
    assert "Q_m" not in trace and "gamma times as likely as each other" in trace
