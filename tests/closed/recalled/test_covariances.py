"""Forms of curved designs whose table is square."""

from __future__ import annotations

import pytest
import sympy as sp

import rropt as rr
from rropt.closed.recalled.covariances import from_square_table
from rropt.design.solve import solve
from tests.recalled_forms import fits, form_design

gamma, delta, pi, k = sp.symbols("gamma delta pi k")


SKEW = ["1/2", "1/3", "1/6"]


@pytest.mark.everything
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
    design = form_design((epsilon, 0), objective)
    form = design.closed_form
    square = design.channel.shape[0] == design.channel.shape[1]
    assert (form is not None) == square
    if square:
        assert fits(design, form)


def test_the_trace_of_k_ary_response_by_hand() -> None:
    """P = (1 + (g - 1) I) / (g + 2): for one respondent at equal masses, by its eigenvalues."""
    answer = solve(rr.LocalDP.from_gamma(9), rr.AOptimal(SKEW))
    (form,) = from_square_table(answer)
    pi = sp.Matrix([sp.Rational(x) for x in SKEW])
    P = (sp.ones(3, 3) + (gamma - 1) * sp.eye(3)) / (gamma + 2)
    cov = P.inv() * sp.diag(*(P * pi)) * P.inv().T - pi * pi.T
    assert sp.cancel(form - cov.trace()) == 0


@pytest.mark.parametrize(
    "privacy, objective",
    [
        (rr.LocalDP.from_gamma(9, "1/10"), rr.AOptimal(SKEW)),
        (rr.LocalDP.from_gamma(9), rr.EOptimal(SKEW)),
        (rr.LocalDP.from_gamma(9), rr.Minimax([SKEW])),
        (rr.LocalDP.from_gamma(9), rr.Guess(SKEW)),
        (rr.LocalDP.from_gamma(9), rr.AOptimal(["2/7"] + ["1/7"] * 5)),
    ],
)
def test_no_form_where_the_columns_do_not_fix_it(privacy, objective) -> None:
    assert list(from_square_table(solve(privacy, objective))) == []
