"""Curved designs with parameters, against the certified optima of the solver.

Functions of a square root, and their signs.
"""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace

import pytest
import sympy as sp

import rropt as rr
from rropt.closed.derived.curved_programs import QuadraticRoot, _supports
from rropt.closed.derived.validity import NotValid
from rropt.design.answer import ends
from rropt.exact import InputError

gamma, q, pi = sp.symbols("gamma q pi")
ANY = rr.LocalDP("ln(3)")
FAMILY = {"prior": ["1-2*q", "q", "q"], "q": (0, "1/2")}
THREE = ["1/3"] * 3


def _derive(objective, **options):
    return rr.derive(rr.Problem(ANY, objective), **options)


def _agrees(answer, objective, level, **place):
    """The formula is between the certified value and bound, up to the width of the certificate."""
    design = rr.optimal(rr.LocalDP.from_gamma(level), objective)
    found = [*ends(design.value), *ends(design.bound)]
    lo, hi = ends(answer.value_at(**place))
    return min(found) <= hi and lo <= max(found)


@pytest.mark.everything
def test_a_optimality_leaves_k_ary_response_at_one_over_gamma_plus_five():
    """Two pieces over the whole box: k-ary response, and a mixture with a square root."""
    answer = _derive(rr.AOptimal(THREE), **FAMILY)
    assert answer.proved and len(answer.pieces) == 2
    assert "q <= 1/(gamma + 5)" in str(answer) and "sqrt(" in str(answer)
    for g, share in (("3", "1/20"), ("3/2", "2/5"), ("20", "1/30")):
        masses = [1 - 2 * Fraction(share), share, share]
        assert _agrees(answer, rr.AOptimal(masses), g, gamma=g, q=share)


def test_d_optimality_never_leaves_it():
    answer = _derive(rr.DOptimal(THREE), **FAMILY)
    assert answer.proved and len(answer.pieces) == 1
    assert _agrees(answer, rr.DOptimal(["1/2", "1/4", "1/4"]), "3", gamma=3, q="1/4")


@pytest.mark.everything
def test_a_difference_of_two_shares():
    """Two reports for each of the two, or k-ary response where gamma > 2 and they are rare."""
    answer = _derive(rr.COptimal(THREE, [0, 1, -1]), **FAMILY)
    assert answer.proved and "q >= (gamma - 2)/(2*(gamma - 1))" in str(answer)
    for g, share in (("3", "1/10"), ("3", "2/5")):
        contrast = rr.COptimal([1 - 2 * Fraction(share), share, share], [0, 1, -1])
        assert _agrees(answer, contrast, g, gamma=g, q=share)


def test_one_share_is_asked_as_a_yes_no_question():
    """The truths that the contrast does not tell apart report alike: the variance of a card."""
    answer = _derive(rr.COptimal(["4/5", "3/20", "1/20"], [1, 0, 0]))
    card = gamma / (gamma - 1) ** 2 + sp.Rational(4, 25)
    assert answer.proved and [sp.cancel(v - card) for v in answer.values] == [0]


@pytest.mark.parametrize(
    ("masses", "contrast"),
    [
        (["6/13", "2/13", "5/13"], [-2, -2, -1]),
        pytest.param(
            ["2/5", "1/5", "1/5", "1/10", "1/10"], [3, 3, 3, 1, 1], marks=pytest.mark.everything
        ),
        pytest.param(["1/2", "1/4", "1/8", "1/8"], [5, 5, 2, 5], marks=pytest.mark.everything),
    ],
)
def test_a_contrast_of_two_numbers_is_that_question_whatever_its_numbers(masses, contrast):
    """The variance of a card about the truths of one number, times the square of the difference."""
    answer = _derive(rr.COptimal(masses, contrast), gamma=(2, 50))
    low, high = sorted(set(contrast))
    share = sum(sp.Rational(q) for q, c in zip(masses, contrast, strict=True) if c == high)
    card = (high - low) ** 2 * (gamma / (gamma - 1) ** 2 + share * (1 - share))
    assert answer.proved and [sp.cancel(v - card) for v in answer.values] == [0]


def test_two_truths_have_the_variance_of_a_card_twice():
    answer = _derive(rr.AOptimal(["1/2", "1/2"]), prior=(0, 1))
    card = gamma / (gamma - 1) ** 2 + pi * (1 - pi)
    assert answer.proved and [sp.cancel(v - 2 * card) for v in answer.values] == [0]


@pytest.mark.everything
def test_a_skewed_prior_on_the_line_of_gamma():
    masses = ["4/5", "3/20", "1/20"]
    answer = _derive(rr.AOptimal(masses))
    assert answer.proved and len(answer.pieces) == 2
    for g in ("3/2", "10"):
        assert _agrees(answer, rr.AOptimal(masses), g, gamma=g)


@pytest.mark.everything
def test_four_truths_on_the_line_of_the_family():
    family = {"prior": ["1-3*q", "q", "q", "q"], "q": ("1/100", "1/3"), "gamma": 3}
    answer = _derive(rr.AOptimal(["1/4"] * 4), **family)
    assert answer.proved
    for share in ("1/20", "3/10"):
        masses = [1 - 3 * Fraction(share), share, share, share]
        assert _agrees(answer, rr.AOptimal(masses), "3", q=share)


def test_what_has_no_square_root_is_left_undecided(monkeypatch):
    """Without the edges only the tables with as many orbits as truths are found."""
    monkeypatch.setattr("rropt.closed.derived.curved_programs.MOST_DEGREE", 0)
    answer = _derive(rr.AOptimal(THREE), gamma=3, **FAMILY)
    assert not answer.proved and len(answer.undecided) == 1
    symbol, lo, hi = answer.undecided[0].ranges[0]
    assert (str(symbol), lo, hi) == ("q", 0, Fraction(1, 8))
    assert "undecided: 0 < q < 1/8" in str(answer)


@pytest.mark.parametrize(
    "objective, options, message",
    [
        (rr.AOptimal(THREE), {**FAMILY, "delta": "1/9"}, "delta must be 0"),
        (rr.EOptimal(["1/2", "1/4", "1/4"]), {}, "A-, c- or D-optimal at one prior"),
        (rr.AOptimal(["1/2"] + ["1/10"] * 5), {}, "at most 5"),
        (
            rr.AOptimal(["1/4"] * 4),
            {"prior": ["1-3*q", "q", "q", "q"], "q": (0, "1/3")},
            "at most 3",
        ),
    ],
)
def test_refusals(objective, options, message):
    with pytest.raises(InputError, match=message):
        _derive(objective, **options)


@pytest.mark.everything
def test_a_singular_information_on_the_way_is_no_error():
    """Four unequal masses, at a level where k-ary response is best."""
    answer = _derive(rr.AOptimal(["2/5", "3/10", "1/5", "1/10"]), gamma=(9, 12))
    assert answer.proved and len(answer.pieces) == 1
    assert _agrees(answer, rr.AOptimal(["2/5", "3/10", "1/5", "1/10"]), "10", gamma=10)


g = sp.Symbol("g")
FIELD = sp.QQ.frac_field(g)
G = FIELD.gens[0]


def _golden(branch):
    """s^2 - s - g = 0."""
    return QuadraticRoot.of((-G, -FIELD.one, FIELD.one), FIELD, branch)


def test_the_root_solves_its_equation():
    for branch in (1, -1):
        root = _golden(branch)
        s = root.value((FIELD.zero, FIELD.one), (FIELD.one,))
        assert sp.expand(s**2 - s - g) == 0


def test_a_quotient_has_no_root_below_the_line():
    quotient = _golden(1).value((FIELD.one,), (FIELD.one, FIELD.one))
    s = (1 + sp.sqrt(1 + 4 * g)) / 2
    assert abs(sp.N((quotient - 1 / (1 + s)).subs(g, 3))) < 1e-12
    assert not sp.fraction(sp.together(quotient))[1].has(sp.sqrt(4 * g + 1))


def test_conditions_hold_exactly_where_the_function_is_positive_near_the_point():
    """s - 2 at g = 3 is positive from g = 2 on: a < 0 < b, so b^2 D >= a^2."""
    conditions = _golden(1).nonnegative((-2 * FIELD.one, FIELD.one), (FIELD.one,), {g: Fraction(3)})
    for level in (Fraction(1), Fraction(19, 10), Fraction(21, 10), Fraction(5)):
        inside = all(c.subs(g, sp.Rational(str(level))) >= 0 for c in conditions)
        assert inside == (level >= 2)


def test_a_negative_function_is_refused_at_its_point():
    with pytest.raises(NotValid):
        _golden(1).nonnegative((-4 * FIELD.one, FIELD.one), (FIELD.one,), {g: Fraction(3)})


@pytest.mark.parametrize(
    ("used", "first", "number"), [([0, 2], (0, 2), 3), ([0, 2, 3], (0, 2, 3), 4), ([1], (0, 1), 6)]
)
def test_supports_are_what_is_used_first(used, first, number):
    """Of four orbits on two rows; what is used is among or around each support."""
    orbits = SimpleNamespace(rows=[0, 1], columns=range(4))
    found = list(_supports(orbits, used))
    assert found[0] == first
    assert all(set(used) <= set(s) or set(s) <= set(used) for s in found)
