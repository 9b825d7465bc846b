"""The best guess for every number of truths."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
import sympy as sp

import rropt as rr
from rropt.closed.derived.guess_law import GuessLaw, Q, following, guess_steps, m, mass
from rropt.closed.symbols import gamma


def _equal(k):
    return [Fraction(1, k)] * k


@pytest.mark.everything
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


def test_each_step_of_the_guess_is_needed_as_it_stands():
    """A term more in an identity, or a sign turned, is refused."""
    for step in guess_steps():
        assert step.holds
        assert not type(step)(step.says, zero=step.zero + 1).holds
        if step.least != 0:
            assert not type(step)(step.says, least=-step.least).holds


def test_the_range_of_a_size_is_where_it_is_the_best_of_all() -> None:
    masses = [Fraction(4, 10), Fraction(3, 10), Fraction(2, 10), Fraction(1, 10)]
    law = GuessLaw(trace=False)
    for g in (Fraction(11, 10), Fraction(3, 2), Fraction(5, 2), Fraction(7)):
        values = [g * sum(masses[:t]) / (g + t - 1) for t in range(1, 5)]
        for t in (1, 2, 3):
            place = {Q: sum(masses[:t]), mass: masses[t - 1], following: masses[t], m: t, gamma: g}
            place = {symbol: sp.Rational(str(x)) for symbol, x in place.items()}
            begins, ends = (relation.subs(place) for relation in law.where)
            best = values[t - 1] == max(values)
            assert best == bool(ends and (t == 1 or begins))
