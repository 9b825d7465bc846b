"""One formula for every k, against certified designs for some k.

A formula for every k in words.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

import rropt as rr
from rropt.design.answer import ends
from rropt.exact import InputError

ALIKE = {
    "information": rr.MutualInformation,
    "A": rr.AOptimal,
    "D": rr.DOptimal,
    "E": rr.EOptimal,
}


def _equal(k):
    return [Fraction(1, k)] * k


@pytest.mark.everything
def test_every_law_is_proved():
    for kind in ALIKE.values():
        assert rr.derive_for_every_k(kind(_equal(3))).proved
    for objective in (rr.Trace(2), rr.Guess(["1/2", "1/3", "1/6"])):
        assert rr.derive_for_every_k(rr.Problem(rr.LocalDP(1), objective)).proved


@pytest.mark.everything
@pytest.mark.parametrize("kind", ALIKE.values(), ids=ALIKE)
def test_the_formula_is_the_certified_optimum(kind):
    """Between the value of the certified table and its bound, up to the gap of the certificate."""
    law = rr.derive_for_every_k(kind(_equal(2)))
    for k, g in ((2, "3"), (4, "3/2"), (5, "2"), (6, "9/2")):
        design = rr.optimal(rr.LocalDP.from_gamma(g), kind(_equal(k)))
        found = [*ends(design.value), *ends(design.bound)]
        lo, hi = ends(law.value_at(gamma=g, k=k))
        assert min(found) <= hi and lo <= max(found)


@pytest.mark.parametrize(
    "ask, message",
    [
        (lambda: rr.derive_for_every_k(rr.AOptimal(["1/2", "1/4", "1/4"])), "equal masses"),
        (lambda: rr.derive_for_every_k(rr.Variance("1/4")), "objective must be trace, guess"),
        (lambda: rr.derive_for_every_k(rr.Trace(2)).switch(5, 1), "only subsets of one size"),
        (lambda: rr.derive_for_every_k(rr.AOptimal(_equal(2))).switch(5, 2), "m must be below"),
        (lambda: rr.derive_for_every_k(rr.Guess(_equal(2))).value_at(3), "prior must be given"),
        (lambda: rr.derive_for_every_k(rr.Trace(2)).value_at(1, k=3), "gamma must be above 1"),
        (lambda: rr.derive_for_every_k(rr.AOptimal(_equal(2))).value_at(3, 3, "1/9"), "delta"),
    ],
)
def test_refusals(ask, message):
    with pytest.raises(InputError, match=message):
        ask()


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
    text = str(law)
    assert "for every k: proved" in text and "NO" not in text
    assert f"{len(law.steps)} steps decided by algebra" in text
    assert "that is gamma >= sqrt(" in text


def test_a_guess_says_where_its_size_is_best_and_a_trace_has_no_size() -> None:
    guess = str(rr.derive_for_every_k(rr.Guess("1/2,1/2")))
    assert "Q_m is the mass of the m likeliest truths" in guess and "(for m > 1)" in guess
    trace = str(rr.derive_for_every_k(rr.Trace(2)))
    assert "Q_m" not in trace and "gamma times as likely as each other" in trace


@pytest.mark.parametrize("delta", [-1, "-1/10", "11/10", 2])
def test_a_delta_that_is_none_has_no_value(delta) -> None:
    with pytest.raises(InputError, match="delta must lie between 0 and 1"):
        rr.derive_for_every_k(rr.Trace(2)).value_at(2, k=3, delta=delta)
    with pytest.raises(InputError, match="delta must lie between 0 and 1"):
        rr.derive_for_every_k(rr.Guess("1/2,1/2")).value_at(2, delta=delta, prior=["1/2", "1/2"])


def test_a_billion_truths_have_a_best_size_too() -> None:
    """The sizes are searched by halves: at gamma = 2 a third of all truths is A-optimal."""
    k = 10**9
    law = rr.derive_for_every_k(rr.AOptimal(_equal(3)))
    assert law.best_size(k, 2) == k // 3
