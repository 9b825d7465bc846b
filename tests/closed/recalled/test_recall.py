"""design.closed_form: the expression is the certified value, and nothing else is returned."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
import sympy as sp

import rropt as rr
from rropt.closed import symbolic_utilities
from rropt.closed.formula import Formula
from rropt.closed.recalled.published import FORMS, form_of
from rropt.closed.recalled.recall import agrees, certified
from rropt.utility import information

gamma, delta, pi, k = sp.symbols("gamma delta pi k")
LEVELS = [("ln(3)", 0), ("1/2", 0), ("ln(5/2)", "1/10"), ("1", "1/5")]


def _design(level, objective, **options):
    return rr.optimal(rr.LocalDP(*level), objective, crosscheck=False, **options)


def _at(design, form):
    """The form in floats at the parameters of the design."""
    problem = design.problem
    point = {
        gamma: math.exp(problem.gamma.epsilon)
        if problem.gamma.epsilon
        else float(problem.gamma.exact),
        delta: float(problem.delta),
        k: problem.truths,
        pi: float(getattr(problem.objective, "prior", 0) or 0)
        if isinstance(problem.objective, rr.Variance)
        else 0,
    }
    return float(form.subs(point))


def _agree(design, form):
    """The form lies in the certified enclosure, up to the rounding of doubles."""
    lo, hi = certified(design.value, design.bound)
    slack = 1e-9 * (1 + abs(float(hi)))
    return float(lo) - slack <= _at(design, form) <= float(hi) + slack


TWO = ["1/3", "2/3"]
OBJECTIVES = [
    (rr.Variance("1/4"), {}),
    (rr.Variance("1/4"), {"outputs": 2}),
    (rr.Variance("1/20"), {"outputs": 2}),
    (rr.Variance("19/20"), {"outputs": 2}),
    (rr.Warner("1/4"), {}),
    (rr.Trace(2), {}),
    (rr.Trace(5), {}),
    (rr.Guess(TWO), {}),
    (rr.MutualInformation(TWO), {}),
    (rr.FDivergence("total-variation", (0, 2), 3), {}),
    (rr.FDivergence("hellinger"), {}),
    (rr.FDivergence("jensen-shannon"), {}),
    (rr.FDivergence("le-cam"), {}),
    (rr.AOptimal(TWO), {}),
    (rr.DOptimal(TWO), {}),
    (rr.EOptimal(TWO), {}),
    (rr.COptimal(TWO, [1, 0]), {}),
]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("objective, options", OBJECTIVES)
def test_the_form_is_the_certified_value(level, objective, options):
    design = _design(level, objective, **options)
    form = design.closed_form
    assert form is not None
    assert _agree(design, form)


SKEW = ["1/2", "1/3", "1/6"]


@pytest.mark.parametrize("level", LEVELS[:2])
@pytest.mark.parametrize(
    "objective",
    [
        rr.Guess(SKEW),
        rr.MutualInformation(SKEW),
        rr.MutualInformation(["1/4"] * 4),
        rr.Gain([[1, 0, 0], [0, "1/2", 1], ["1/3", "1/3", "1/3"]], ["1/2", "1/4", "1/4"]),
        rr.FDivergence("chi-square"),
        rr.FDivergence("kullback-leibler", (1, 0), 3),
        rr.AOptimal(["1/3"] * 3),
        rr.DOptimal(["1/4"] * 4),
        rr.EOptimal(["1/5"] * 5),
    ],
)
def test_forms_of_pure_privacy_from_table_or_symmetry(level, objective):
    design = _design(level, objective)
    form = design.closed_form
    assert _agree(design, form)


def test_exact_where_gamma_is_rational():
    design = _design(("ln(3)", "1/10"), rr.Variance("1/20"), outputs=2)
    point = {gamma: 3, delta: sp.Rational(1, 10), pi: sp.Rational(1, 20)}
    value = design.closed_form.subs(point)
    assert Fraction(int(value.p), int(value.q)) == design.value


def test_printed_numbers_of_holohan():
    """holohan/ex-1.1, ex-1.2: 2.372 and 0.24; ex-1.4: 15/16."""
    for level, prior, printed in [
        (("1/2", "1/10"), "1/4", 2.372),
        (("1", "2/5"), "1/10", 0.24),
        (("ln(2)", "1/4"), "1/4", 15 / 16),
    ]:
        design = _design(level, rr.Variance(prior), outputs=2)
        assert _at(design, design.closed_form) == pytest.approx(printed, abs=5e-4)


def test_near_miss_forms_are_refused():
    design = _design(("ln(3)", 0), rr.Trace(4))
    right = str(design.closed_form)
    assert agrees(Formula(right), design)
    assert not agrees(Formula(f"{right} + 1/10**30"), design)
    enclosed = _design(("1", 0), rr.Trace(4))
    assert agrees(Formula(right), enclosed)
    assert not agrees(Formula(f"{right} + 1/10**15"), enclosed)


def test_no_form_for_a_rounded_table_or_a_useless_one():
    assert _design(("ln(5)", 0), rr.Trace(3), denominator=52).closed_form is None
    assert _design(("1", 0), rr.Trace(3), denominator=52).closed_form is None
    assert _design((0, 0), rr.Warner("1/3")).closed_form is None
    custom = rr.Custom(lambda r: max(r) - min(r), 3)
    assert _design(("ln(3)", 0), custom).closed_form is None


def test_equal_priors_with_many_truths():
    """Subsets of one size: the form has two logarithms, whatever k is."""
    design = _design(("1", 0), rr.MutualInformation(["1/12"] * 12))
    assert len(design.closed_form.atoms(sp.log)) == 2
    assert _agree(design, design.closed_form)


def test_large_tables_kept_as_orbits():
    assert _design(("ln(3)", 0), rr.Trace(100000)).closed_form == gamma * k / (gamma + k - 1)


@pytest.mark.parametrize("form", [f for f in FORMS if f.of is not None])
def test_conditions_matter(form):
    """Each form that is recalled names the paper, and each id is one form."""
    assert form_of(form.id) is form
    assert form.latex


@pytest.mark.parametrize("epsilon", ["ln(3)", "1/2", "2"])
@pytest.mark.parametrize(
    "objective",
    [
        rr.AOptimal(SKEW),
        rr.DOptimal(SKEW),
        rr.AOptimal(["2/5", "3/10", "1/5", "1/10"]),
        rr.DOptimal(["3/10", "1/4", "1/5", "3/20", "1/10"]),
    ],
)
def test_curved_designs_with_a_square_table(objective, epsilon):
    design = _design((epsilon, 0), objective)
    form = design.closed_form
    square = design.channel.shape[0] == design.channel.shape[1]
    assert (form is not None) == square
    if square:
        assert _agree(design, form)


def test_a_useless_optimum_has_a_constant_form():
    gain = rr.Gain([["5/6", "1/3", 1], ["1/6", "1/3", "1/2"]], ["1/3", "1/15", "3/5"])
    assert _design(("1", 0), gain).closed_form == sp.Rational(9, 10)


def test_a_users_own_utility_has_no_form_and_no_error():
    class Twice(rr.Trace):
        """A subclass with its own name; what is registered for Trace serves it."""

    class Own(type(rr.Custom(lambda r: max(r), 2))):  # type: ignore[misc]
        """A user's class that nothing is registered for."""

    assert _design(("ln(3)", 0), Twice(3)).closed_form == gamma * k / (gamma + k - 1)
    own = Own(lambda r: max(r) - min(r), 3)
    assert _design(("ln(3)", 0), own).closed_form is None


def test_every_divergence_has_its_expression():
    """A new divergence is one entry in each of the two tables."""
    assert set(symbolic_utilities.DIVERGENCES) == set(information.DIVERGENCES)
