"""One formula for every k, against certified designs for some k."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

import rropt as rr
from rropt.closed.derived.guess_law import guess_steps
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


def test_every_law_is_proved():
    for kind in ALIKE.values():
        assert rr.derive_for_every_k(kind(_equal(3))).proved
    for objective in (rr.Trace(2), rr.Guess(["1/2", "1/3", "1/6"])):
        assert rr.derive_for_every_k(rr.Problem(rr.LocalDP(1), objective)).proved


@pytest.mark.parametrize("kind", ALIKE.values(), ids=ALIKE)
def test_the_formula_is_the_certified_optimum(kind):
    """Between the value of the certified table and its bound, up to the gap of the certificate."""
    law = rr.derive_for_every_k(kind(_equal(2)))
    for k, g in ((2, "3"), (4, "3/2"), (5, "2"), (6, "9/2")):
        design = rr.optimal(rr.LocalDP.from_gamma(g), kind(_equal(k)))
        found = [*ends(design.value), *ends(design.bound)]
        lo, hi = ends(law.value_at(gamma=g, k=k))
        assert min(found) <= hi and lo <= max(found)


def test_guess_and_trace_with_delta():
    rng = random.Random(5)
    guess, trace = rr.derive_for_every_k(rr.Guess(_equal(2))), rr.derive_for_every_k(rr.Trace(2))
    for k in (3, 4, 6):
        weights = [rng.randint(1, 9) for _ in range(k)]
        masses = [Fraction(w, sum(weights)) for w in weights]
        g, d = Fraction(rng.randint(11, 50), 10), Fraction(rng.randint(1, 9), 20)
        privacy = rr.LocalDP.from_gamma(g, d)
        assert (
            guess.value_at(g, delta=d, prior=masses) == rr.optimal(privacy, rr.Guess(masses)).value
        )
        assert trace.value_at(g, k=k, delta=d) == rr.optimal(privacy, rr.Trace(k)).value


def test_best_sizes_and_switches():
    """holds for A-optimality: gamma = sqrt((k-m)(k-m-1)/(m(m+1))); here sqrt(42/2), sqrt(30/6)."""
    law = rr.derive_for_every_k(rr.AOptimal(_equal(3)))
    lo, hi = law.switch(k=8, m=1)
    assert lo**2 <= 21 <= hi**2 and hi - lo < Fraction(1, 10**11)
    assert [law.best_size(8, g) for g in ("6/5", "3/2", "3", "5")] == [4, 3, 2, 1]


def test_the_text_names_formula_and_steps():
    text = str(rr.derive_for_every_k(rr.MutualInformation(_equal(3))))
    assert "for every k: proved, 6 steps" in text
    assert "gamma*m*log(gamma)/(gamma*m + k - m) - log((gamma*m + k - m)/k)" in text
    guess = rr.derive_for_every_k(rr.Guess(_equal(3)))
    assert "gamma <= Q_m/q_next - m + 1" in str(guess) and r"\gamma" in guess.latex
    assert "k*(delta*(k - 1) + gamma)/(gamma + k - 1)" in str(rr.derive_for_every_k(rr.Trace(2)))


def test_each_step_of_the_guess_is_needed_as_it_stands():
    """A term more in an identity, or a sign turned, is refused."""
    for step in guess_steps():
        assert step.holds
        assert not type(step)(step.says, zero=step.zero + 1).holds
        if step.least != 0:
            assert not type(step)(step.says, least=-step.least).holds


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
