"""How numbers and problems are written in a sentence."""

from __future__ import annotations

import hashlib
import json
from fractions import Fraction
from fractions import Fraction as F

from rropt.checker import check
from rropt.checker.private_table import Words
from rropt.checker.statement import at_prior, down, item, up, with_delta
from tests.certificates import changed
from tests.checker.test_kind_prices import trace


def test_a_number_is_rounded_to_the_side_that_is_named():
    """2 - 10^-14 is not 2 on the way down, and is 2 on the way up."""
    short = 2 - Fraction(1, 10**14)
    assert (down(short), up(short)) == ("1.99999999999 (rounded down)", "2 (rounded up)")
    assert up(Fraction(10**13, 3)) == "3.33333333334e12 (rounded up)"
    assert down(-Fraction(1, 3 * 10**13)) == "-3.33333333334e-14 (rounded down)"
    assert up(Fraction(3, 4)) == down(Fraction(3, 4)) == "3/4"


def test_a_long_part_of_a_problem_is_named_by_its_hash():
    """As `sha256sum` has it of the canonical JSON."""
    prior = [Fraction(1, 100)] * 100
    text = json.dumps(["1/100"] * 100, separators=(",", ":"))
    assert item(prior) == f"SHA-256 {hashlib.sha256(text.encode()).hexdigest()}"
    assert item([[Fraction(1), "oo"], [Fraction(3, 2), Fraction(1)]]) == "((1, oo), (3/2, 1))"


def test_a_bound_is_rounded_towards_the_weaker_claim():
    data = trace(3, Fraction(3))
    above = Fraction(9, 5) + Fraction(1, 10**20)
    loose = changed(data, prices=[above / 3] * 3, bound=above, gap=above - Fraction(9, 5))
    assert "above 1.80000000001 (rounded up), and this table has at least 9/5" in str(check(loose))


def test_a_prior_names_the_size_of_a_class_once():
    assert at_prior([Fraction(1, 2), Fraction(1, 6)], [1, 3]) == " at prior (1/2, 3 x 1/6)"
    assert at_prior([Fraction(1, 120)] * 60, [2] * 60).startswith(" at prior SHA-256 ")


def test_a_delta_is_said_where_there_is_one():
    assert with_delta("epsilon = ln 3", F(0)) == "epsilon = ln 3"
    assert with_delta("epsilon = ln 3", F(1, 10)) == "(epsilon = ln 3, delta = 1/10)"


def test_a_table_has_no_words_of_its_own_unless_it_is_given_some():
    assert Words("a", "b").this_table == "this table"
