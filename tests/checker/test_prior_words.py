"""How a distribution is written in a sentence."""

from __future__ import annotations

from fractions import Fraction

from rropt.checker.prior_words import at_prior


def test_a_prior_names_the_size_of_a_class_once():
    assert at_prior([Fraction(1, 2), Fraction(1, 6)], [1, 3]) == " at prior (1/2, 3 x 1/6)"
    assert at_prior([Fraction(1, 120)] * 60, [2] * 60).startswith(" at prior SHA-256 ")
