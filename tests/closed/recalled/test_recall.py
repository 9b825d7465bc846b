"""design.closed_form: the expression is the certified value, and nothing else is returned.

Every design is compared with the literature where that has its optimum.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp

import rropt as rr
from rropt.closed.formula import Formula
from rropt.closed.recalled.published import FORMS, form_of
from rropt.closed.recalled.recall import Disagreement, agree_with_literature, agrees
from rropt.design.solve import solve
from tests.recalled_forms import fits, form_design, value_of_form

gamma, delta, pi, k = sp.symbols("gamma delta pi k")
LEVELS = [("ln(3)", 0), ("1/2", 0), ("ln(5/2)", "1/10"), ("1", "1/5")]


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


@pytest.mark.everything
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("objective, options", OBJECTIVES)
def test_the_form_is_the_certified_value(level, objective, options):
    design = form_design(level, objective, **options)
    form = design.closed_form
    assert form is not None
    assert fits(design, form)


SKEW = ["1/2", "1/3", "1/6"]


def test_exact_where_gamma_is_rational():
    design = form_design(("ln(3)", "1/10"), rr.Variance("1/20"), outputs=2)
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
        design = form_design(level, rr.Variance(prior), outputs=2)
        assert value_of_form(design, design.closed_form) == pytest.approx(printed, abs=5e-4)


def test_near_miss_forms_are_refused():
    design = form_design(("ln(3)", 0), rr.Trace(4))
    right = str(design.closed_form)
    assert agrees(Formula(right), design)
    assert not agrees(Formula(f"{right} + 1/10**30"), design)
    enclosed = form_design(("1", 0), rr.Trace(4))
    assert agrees(Formula(right), enclosed)
    assert not agrees(Formula(f"{right} + 1/10**15"), enclosed)


def test_no_form_for_a_rounded_table_or_a_useless_one():
    assert form_design(("ln(5)", 0), rr.Trace(3), denominator=52).closed_form is None
    assert form_design(("1", 0), rr.Trace(3), denominator=52).closed_form is None
    assert form_design((0, 0), rr.Warner("1/3")).closed_form is None
    custom = rr.Custom(lambda r: max(r) - min(r), 3)
    assert form_design(("ln(3)", 0), custom).closed_form is None


@pytest.mark.parametrize("form", [f for f in FORMS if f.of is not None])
def test_conditions_matter(form):
    """Each form that is recalled names the paper, and each id is one form."""
    assert form_of(form.id) is form
    assert form.latex


def test_a_users_own_utility_has_no_form_and_no_error():
    class Twice(rr.Trace):
        """A subclass with its own name; what is registered for Trace serves it."""

    class Own(type(rr.Custom(lambda r: max(r), 2))):  # type: ignore[misc]
        """A user's class that nothing is registered for."""

    assert form_design(("ln(3)", 0), Twice(3)).closed_form == gamma * k / (gamma + k - 1)
    own = Own(lambda r: max(r) - min(r), 3)
    assert form_design(("ln(3)", 0), own).closed_form is None


AGREED_LEVELS = [rr.LocalDP("ln(3)"), rr.LocalDP("1/2"), rr.LocalDP("ln(5/2)", "1/10")]
KNOWN = [
    (rr.Variance("1/4"), None),
    (rr.Variance("1/20"), 2),
    (rr.Warner("1/4"), None),
    (rr.Trace(4), None),
    (rr.FDivergence("total-variation", (0, 2), 3), None),
]


@pytest.mark.parametrize("level", AGREED_LEVELS)
@pytest.mark.parametrize("objective, outputs", KNOWN)
def test_the_certificate_agrees_and_one_moved_a_little_does_not(level, objective, outputs):
    answer = solve(level, objective, outputs)
    assert agree_with_literature(answer)
    gap = max(answer.gap, Fraction(1, 10**12))
    for shift in (-3 * gap, 3 * gap):
        moved = replace(
            answer, value=_moved(answer.value, shift), bound=_moved(answer.bound, shift)
        )
        with pytest.raises(Disagreement, match="and the certificate disagree about"):
            agree_with_literature(moved)


def _moved(value, shift):
    return value + shift


def test_a_deployed_table_is_compared_too():
    assert agree_with_literature(solve(AGREED_LEVELS[1], rr.Trace(3), denominator=52))


def test_where_nothing_is_known_nothing_is_compared():
    assert (
        agree_with_literature(solve(AGREED_LEVELS[0], rr.MutualInformation(["1/2", "1/3", "1/6"])))
        == ()
    )
    assert agree_with_literature(solve(rr.LocalDP(0), rr.Warner("1/3"))) == ()


def test_an_objective_of_a_user_is_not_the_one_of_the_literature():
    class Twice(rr.Trace):
        """The same name, another utility."""

        def bounds(self, pattern):
            lo, hi = super().bounds(pattern)
            return 2 * lo, 2 * hi

    assert (
        agree_with_literature(
            replace(
                solve(AGREED_LEVELS[0], rr.Trace(3)), problem=rr.Problem(AGREED_LEVELS[0], Twice(3))
            )
        )
        == ()
    )


def test_optimal_refuses_to_answer_where_they_disagree(monkeypatch):
    from rropt.closed.recalled import published

    wrong = tuple(replace(form, text=f"{form.text} + 1/10**6") for form in published.FORMS)
    monkeypatch.setattr(published, "FORMS", wrong)
    with pytest.raises(Disagreement, match="chai-nayak"):
        rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(3))
