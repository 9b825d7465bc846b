"""explain: the derivation of a design in words and in LaTeX.

Why a table is best, in three sentences.
"""

from __future__ import annotations

import numpy as np
import pytest

import rropt as rr
from rropt.closed.formula import Formula
from rropt.closed.recalled.published import parameters
from rropt.report.explanation import explain, reasons, sections

DESIGNS = [
    (("ln(3)", "1/10"), rr.Variance("1/4"), {"outputs": 2}),
    (("1/2", "1/10"), rr.Variance("1/4"), {}),
    (("ln(3)", 0), rr.Guess(["1/2", "3/10", "1/5"]), {}),
    (("1", 0), rr.MutualInformation(["1/2", "1/3", "1/6"]), {}),
    (("ln(3)", 0), rr.Trace(1000), {}),
    (("1", "1/10"), rr.FDivergence("total-variation", (0, 2), 3), {}),
    (("1", 0), rr.AOptimal(["9/10", "1/20", "1/20"]), {}),
    (("0", 0), rr.Warner("1/3"), {}),
    (("0", "1/3"), rr.Variance("1/3"), {}),
    (("1", "1"), rr.Trace(3), {}),
    (("ln(3)", "1/5"), rr.Trace(3), {}),
    (("1", 0), rr.Custom(lambda r: max(r) - min(r), 3, "range"), {}),
]


def _design(level, objective, **options):
    return rr.optimal(rr.LocalDP(*level), objective, crosscheck=False, **options)


@pytest.mark.everything
@pytest.mark.parametrize("level, objective, options", DESIGNS)
def test_every_design_is_explained(level, objective, options):
    design = _design(level, objective, **options)
    text = explain(design)
    assert objective.label in text and "closed form" in text


def test_what_is_printed_of_a_guess():
    text = explain(_design(("ln(3)", 0), rr.Guess(["1/2", "3/10", "1/5"])))
    assert "4*gamma/(5*(gamma + 1)) = 3/5" in text
    assert "(1, gamma, 1), guess 1: weight 1/(gamma + 1)" in text
    assert "column 0: gamma*w2 + w1 = 1" in text
    assert "gamma >= 5/3" in text and "gamma <= 3" in text


def test_the_value_is_that_of_the_table_where_it_is_not_the_bound():
    """Mutual information of a table over 1/10, in doubles."""
    design = _design(("1", 0), rr.MutualInformation(["1/2", "1/3", "1/6"]), denominator=10)
    table = design.channel.to_numpy()
    joint = table * [1 / 2, 1 / 3, 1 / 6]
    known = np.outer(joint.sum(1), [1 / 2, 1 / 3, 1 / 6])
    said = explain(design).splitlines()[1]
    assert said.startswith("value ") and float(design.gap) > 1e-3
    assert float(said.split()[1]) == pytest.approx((joint * np.log(joint / known)).sum(), rel=1e-9)


def test_prices_add_up_to_the_certified_value():
    """Prices of truths, and delta times the prices of pairs, at the parameters: the information."""
    design = _design(("ln(3)", "1/10"), rr.Variance("1/4"))
    [prices] = [lines for heading, lines in sections(design) if heading.startswith("prices")]
    values = parameters(design.problem)
    forms = [(line[0], Formula(line.partition(" = ")[2]).exact(values)) for line in prices]
    y = [value for letter, value in forms if letter == "y"]
    z = [value for letter, value in forms if letter == "z"]
    total = sum(y) + sum(z) / 10
    assert 1 / total == design.value


def test_the_region_of_a_card_is_holohans():
    text = explain(_design(("ln(3)", "1/10"), rr.Variance("1/4"), outputs=2))
    assert "pi >= delta*(delta + gamma)" in text


PRIOR = ["1/2", "1/4", "1/4"]


def test_reports_that_are_rounded_to_the_inside_are_tight_all_the_same():
    """Those of a path of ten truths; two more, which make up for rounding, are nearly constant."""
    goal = rr.COptimal(["1/10"] * 10, range(10))
    first, *_ = reasons(rr.optimal(rr.MetricDP.path(1), goal))
    assert first.startswith("In 10 of its 12 reports privacy is tight")


def test_the_sentences_of_warners_table():
    """Prices of the information at prevalence 1/2: one unit costs (g - 1)^2 / (g + 1)^2 * 2."""
    first, second, third = reasons(rr.optimal(rr.LocalDP.from_gamma(3), rr.Variance("1/2")))
    assert first.startswith("In each of its 2 reports privacy is tight")
    assert "(0.5, 0.5)" in second and "more information than" in second
    assert third.endswith("none gets below 1, and this table reaches it.")


def test_delta_is_used_up_where_a_report_goes_beyond_the_level():
    first, second, third = reasons(rr.optimal(rr.LocalDP("1/2", "1/10"), rr.Variance("1/4")))
    assert "in 2 of them more, which uses up delta" in first
    assert "what it takes of delta" in second
    assert "none gets below 1.328784324" in third


@pytest.mark.parametrize(
    ("privacy", "goal", "first", "side"),
    [
        (rr.LocalDP.from_gamma(3), rr.Guess(PRIOR), "3 reports", "above 0.6,"),
        (rr.MetricDP.path("ln(2)"), rr.AOptimal(["2/5", "3/10", "3/10"]), "reports", "below"),
        (rr.OneSided([1], 1), rr.Variance("1/4"), "In 1 of its 2 reports", "below 0.6239825301"),
        (rr.LocalDP.from_gamma(3), rr.DOptimal(PRIOR), "3 reports", "below"),
    ],
)
def test_each_goal_has_its_side(privacy, goal, first, side):
    told = reasons(rr.optimal(privacy, goal))
    assert len(told) == 3 and first in told[0] and f"none gets {side}" in told[2]


@pytest.mark.everything
def test_they_come_first_where_a_design_is_explained_and_are_left_out_where_nothing_is_priced():
    design = rr.optimal(rr.LocalDP.from_gamma(3), rr.Guess(PRIOR))
    assert rr.explain(design).split("\n")[3] == reasons(design)[0]
    card = rr.optimal(rr.LocalDP("1/2", "1/10"), rr.Variance("1/4"), outputs=2)
    assert reasons(card) == ()
    assert "closed form" in rr.explain(card)
