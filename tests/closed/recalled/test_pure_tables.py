"""Forms that an optimal table of pure privacy shows by itself."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
import sympy as sp

import rropt as rr
from rropt.closed.recalled.pure_tables import from_orbit, from_table, rows_of_pure_table
from rropt.design.solve import solve
from tests.recalled_forms import fits, form_design

gamma, delta, pi, k = sp.symbols("gamma delta pi k")


LEVELS = [("ln(3)", 0), ("1/2", 0), ("ln(5/2)", "1/10"), ("1", "1/5")]


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
    design = form_design(level, objective)
    form = design.closed_form
    assert fits(design, form)


def test_equal_priors_with_many_truths():
    """Subsets of one size: the form has two logarithms, whatever k is."""
    design = form_design(("1", 0), rr.MutualInformation(["1/12"] * 12))
    assert len(design.closed_form.atoms(sp.log)) == 2
    assert fits(design, design.closed_form)


def test_large_tables_kept_as_orbits():
    assert form_design(("ln(3)", 0), rr.Trace(100000)).closed_form == gamma * k / (gamma + k - 1)


def test_a_useless_optimum_has_a_constant_form():
    gain = rr.Gain([["5/6", "1/3", 1], ["1/6", "1/3", "1/2"]], ["1/3", "1/15", "3/5"])
    assert form_design(("1", 0), gain).closed_form == sp.Rational(9, 10)


def test_rows_that_are_not_extreme_have_no_form() -> None:
    rounded = rr.optimal(rr.LocalDP.from_gamma("5/2"), rr.Guess(SKEW), denominator=10)
    assert rows_of_pure_table(rounded) == []
    answer = solve(rr.LocalDP.from_gamma(3), rr.Trace(3))
    assert sorted(rows_of_pure_table(answer)) == sorted(
        (tuple(int(i == j) for j in range(3)), Fraction(1, 5)) for i in range(3)
    )


def test_a_form_from_a_table_holds_where_the_same_patterns_are_used() -> None:
    answer = solve(rr.LocalDP.from_gamma(9), rr.Guess(SKEW))
    (form,) = from_table(answer)
    masses = [sp.Rational(x) for x in SKEW]
    size = len(answer.channel.rows)
    assert sp.cancel(form - gamma * sum(masses[:size]) / (gamma + size - 1)) == 0


def test_an_orbit_of_one_size_is_k_times_the_ratio() -> None:
    objective = rr.MutualInformation(["1/4"] * 4)
    (form,) = from_orbit(solve(rr.LocalDP.from_gamma(2), objective))
    best = max(
        (d * 2 * math.log(2) - (2 * d + 4 - d) * math.log((2 * d + 4 - d) / 4)) / (2 * d + 4 - d)
        for d in (1, 2, 3)
    )
    assert float(form.subs(gamma, 2)) == pytest.approx(best)
    skewed = solve(rr.LocalDP.from_gamma(2), rr.MutualInformation(SKEW))
    assert list(from_orbit(skewed)) == []
