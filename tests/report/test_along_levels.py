"""The designs on a slider: those of their levels, for the goal of the page and no other."""

from __future__ import annotations

from fractions import Fraction

import pytest

import rropt as rr
from rropt.exact import InputError
from rropt.report.along_levels import at_levels, refuse_another_goal

PRIOR = ["1/2", "1/3", "1/6"]


def test_every_position_is_the_optimum_of_its_level() -> None:
    """Warner's variance at the prevalence q: q (1 - q) + gamma / (gamma - 1)^2."""
    design = rr.optimal(rr.LocalDP("ln(3)"), rr.Variance("1/4"), truths=["no", "yes"])
    found = at_levels(design, ["ln(5)", "ln(2)", "ln(3)", "ln(2)"])
    values = [level.design.value for level in found]
    assert values == [Fraction(3, 16) + Fraction(g) / (g - 1) ** 2 for g in (2, 5)]
    assert all(level.design.certificate.check().verdict == "verified" for level in found)
    assert [level.name for level in found] == ["epsilon = ln(2)", "epsilon = ln(5)"]
    assert found[0].design.channel.truths == ("no", "yes")


def test_delta_reports_and_denominator_are_those_of_the_page() -> None:
    design = rr.optimal(rr.LocalDP(1, "1/100"), rr.Variance("1/4"), outputs=2, denominator=100)
    (other,) = at_levels(design, ["1/2"])
    problem = other.design.problem
    assert (problem.delta, problem.outputs, other.design.denominator) == (
        design.problem.delta,
        2,
        100,
    )
    assert all((100 * x).denominator == 1 for row in other.design.channel.rows for x in row)


@pytest.mark.everything
def test_a_matrix_and_a_regret_have_no_slider() -> None:
    matrix = rr.optimal(rr.MetricDP.path(1), rr.Guess(PRIOR))
    with pytest.raises(InputError, match="slider must be over one epsilon"):
        at_levels(matrix, ["1/2"])
    regret = rr.minimax_regret(rr.LocalDP(1), [PRIOR, PRIOR[::-1]])
    with pytest.raises(InputError, match="same at every level"):
        at_levels(regret, ["1/2"])


def test_another_goal_level_or_delta_is_refused() -> None:
    design = rr.optimal(rr.LocalDP(1), rr.Guess(PRIOR))
    refuse_another_goal(design, at_levels(design, ["1/2", 2]))
    others = {
        "another prior": rr.optimal(rr.LocalDP(2), rr.Guess(PRIOR[::-1])),
        "another goal": rr.optimal(rr.LocalDP(2), rr.Trace(3)),
        "fewer reports": rr.optimal(rr.LocalDP(2), rr.Guess(PRIOR), outputs=2),
        "a delta": rr.optimal(rr.LocalDP(2, "1/10"), rr.Guess(PRIOR)),
    }
    for other in others.values():
        with pytest.raises(InputError, match="goal of its page"):
            refuse_another_goal(design, at_levels(other, ["1/2"]))
    with pytest.raises(InputError, match="goal of its page"):
        refuse_another_goal(design, at_levels(design, ["1/2"]) * 2)
