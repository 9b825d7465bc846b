"""Every design is compared with the literature where that has its optimum."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

import rropt as rr
from rropt.closed.agreement import Disagreement, agree_with_literature
from rropt.design.solve import solve

LEVELS = [rr.LocalDP("ln(3)"), rr.LocalDP("1/2"), rr.LocalDP("ln(5/2)", "1/10")]
KNOWN = [
    (rr.Variance("1/4"), None),
    (rr.Variance("1/20"), 2),
    (rr.Warner("1/4"), None),
    (rr.Trace(4), None),
    (rr.FDivergence("total-variation", (0, 2), 3), None),
]


@pytest.mark.parametrize("level", LEVELS)
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


def test_a_guess_is_compared_for_any_prior_and_a_deployed_table_too():
    assert agree_with_literature(solve(LEVELS[0], rr.Guess(["1/2", "3/10", "1/5"])))
    assert agree_with_literature(solve(LEVELS[1], rr.Trace(3), denominator=52))


def test_where_nothing_is_known_nothing_is_compared():
    assert (
        agree_with_literature(solve(LEVELS[0], rr.MutualInformation(["1/2", "1/3", "1/6"]))) == ()
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
            replace(solve(LEVELS[0], rr.Trace(3)), problem=rr.Problem(LEVELS[0], Twice(3)))
        )
        == ()
    )


def test_optimal_refuses_to_answer_where_they_disagree(monkeypatch):
    from rropt.closed.recalled import published

    wrong = tuple(replace(form, text=f"{form.text} + 1/10**6") for form in published.FORMS)
    monkeypatch.setattr(published, "FORMS", wrong)
    with pytest.raises(Disagreement, match="chai-nayak"):
        rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(3))
