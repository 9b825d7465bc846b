"""Every method: the public lists of claims, and what each step must not do."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp
from rropt.proofs.conjecture import prove
from rropt.proofs.functions import cases, expanded, floors
from rropt.proofs.goals import holds
from rropt.proofs.ledger import Ledger, Unproved
from rropt.proofs.slopes import Interval, at_least_zero, interval_of
from rropt.proofs.text import read
from rropt.proofs.whole import listed, loosened, remainders_show, tightened

import rropt as rr
from tests.proofs.claims_list import FALSE, TRUE, parted

x, y = sp.symbols("x y")
n, m = sp.symbols("n m", integer=True)
ALL = {"proved": TRUE, "refuted": FALSE}
EVERY = 9  # every ninth claim here, all of them with --long
LEAST = 110  # of 120 a side; more are listed


def listed_claims(verdict):
    return [claim for own in ALL[verdict].values() for claim in own]


def decided(claim):
    conclusion, given = parted(claim)
    return prove(conclusion, *given, integers=["n", "m", "k"]).verdict


def test_there_are_fourteen_shapes_of_claims_on_both_sides():
    assert TRUE.keys() == FALSE.keys() and len(TRUE) == 14
    assert all(len(listed_claims(verdict)) >= 120 for verdict in ALL)


@pytest.mark.everything
@pytest.mark.parametrize("claim", listed_claims("proved")[::EVERY])
def test_a_true_claim_is_proved(claim):
    assert decided(claim) == "proved"


@pytest.mark.everything
@pytest.mark.parametrize("claim", listed_claims("refuted")[::EVERY])
def test_a_false_claim_is_refuted(claim):
    assert decided(claim) == "refuted"


@pytest.mark.long
@pytest.mark.parametrize("verdict", ALL)
def test_nearly_all_are_decided_and_none_wrongly(verdict):
    found = [decided(claim) for claim in listed_claims(verdict)]
    other = "refuted" if verdict == "proved" else "proved"
    assert found.count(verdict) >= LEAST and other not in found


@pytest.mark.everything
@pytest.mark.parametrize(
    ("claim", "given"),
    [
        (sp.log(x) <= x - sp.Rational(1001, 1000), [x > 0]),
        (sp.exp(x) >= 1 + x + x**2 / 2, []),
        (sp.Abs(x) + sp.Abs(y) > sp.Abs(x + y), []),
        (sp.Max(x, y) > sp.Min(x, y), []),
        (sp.floor(x) < x, []),
        (n**2 > n, []),
        (sp.Ne(sp.Mod(n**2, 4, evaluate=False), 1), []),
        (sp.Ne(2 * n, 3 * m + 1), []),
        (n**2 < 100, [n >= -10, n <= 10]),
        (sp.exp(x + y) >= sp.exp(x) + sp.exp(y), []),
        (sp.log(x) - sp.log(y) <= (x - y) / x, [x > 0, y > 0]),
        (sp.log(x) >= 0, [x > 0, x < sp.Rational(999, 1000)]),
    ],
)
def test_no_method_proves_a_near_miss(claim, given):
    """Without the attack, which would refute it first."""
    with pytest.raises(Unproved):
        holds(claim, *given, by="any").prove(Ledger())


def test_the_cases_of_a_function_cover_everything():
    for f in (sp.Abs(x), sp.sign(x), sp.Max(x, y, 1), sp.Min(x, 2 * y)):
        parts = cases([f > y])
        for a in (-2, 0, 1, Fraction(1, 3)):
            for b in (-1, 0, Fraction(1, 3), 5):
                place = {x: sp.Rational(a), y: sp.Rational(b)}
                met = [value.subs(place) for given, _, value in parts if given.subs(place) == True]  # noqa: E712
                assert met and set(met) == {f.subs(place)}


def test_a_floor_is_an_integer_next_to_its_number():
    (statement,), known = floors([sp.floor(x + 1) >= sp.ceiling(y)])
    assert len(statement.free_symbols) == 2 and all(s.is_integer for s in statement.free_symbols)
    assert len(known) == 4


@pytest.mark.everything
def test_a_logarithm_is_opened_only_where_its_factors_are_positive():
    claim = sp.log(x * y) >= 0
    assert expanded(claim, {x}) == claim
    assert expanded(claim, {x, y}).lhs == sp.log(x) + sp.log(y)
    assert prove("log(x*y) == log(x) + log(y)", "x*y > 0").verdict != "proved"


def test_whole_numbers_have_gaps_and_others_none():
    assert tightened([2 * n > 5, x > 5]) == [2 * n - 6 >= 0, x > 5]
    assert loosened(n >= 3) == sp.StrictGreaterThan(n - 2, 0) and loosened(n > 3) == (n > 3)
    assert tightened([n > sp.Rational(1, 2)]) == [2 * n - 2 >= 0]
    assert loosened(x >= 3) == (x >= 3) and loosened(x * n >= 3) == (x * n >= 3)


def test_remainders_are_those_of_integer_polynomials():
    assert not remainders_show(sp.Ne(2 * x, 2 * n + 1), [])
    assert not remainders_show(sp.Ne(n / 2, m + sp.Rational(1, 4)), [])
    assert remainders_show(sp.Ne(4 * n, 4 * m + 2), [])


def test_the_values_between_two_bounds():
    assert listed([n], [n > -1, n < 3]) == (n, [0, 1, 2])
    assert listed([n], [n >= sp.Rational(1, 2), 2 * n <= 5]) == (n, [1, 2])
    assert listed([n], [n >= 0]) is None and listed([x], [x >= 0, x <= 1]) is None


def test_the_bounds_of_a_variable():
    inside, low, high = interval_of(x, [x > 0, x >= 0, 2 * x <= 6, x < 4, y > 1])
    assert (inside, low, high) == (Interval(x, Fraction(0), Fraction(3)), False, True)


def test_a_derivative_that_does_not_exist_shows_nothing():
    def nothing(conclusion, given):
        raise Unproved("not asked")

    with pytest.raises(Unproved):
        at_least_zero(-sp.log(x), Interval(x, Fraction(0), None), nothing)


def test_a_claim_is_decided_within_its_time():
    hard = "x**8*y**2 + x**2*y**8 + z**10 - 3*x**4*y**3*z**3*x >= 0"
    found = prove(hard, "x >= 0", "y >= 0", "z >= 0", seconds=0.2)
    assert found.verdict != "proved" and (
        found.verdict == "refuted" or "within 0.2 s" in str(found)
    )
    with pytest.raises(rr.InputError, match="seconds must be positive"):
        prove("x > 0", seconds=0)
    assert read("n % 2 == 0", ["n"]).lhs.func is sp.Mod
