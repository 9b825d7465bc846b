"""Why a table is best, in three sentences."""

from __future__ import annotations

import pytest

import rropt as rr
from rropt.report.reasons import reasons

PRIOR = ["1/2", "1/4", "1/4"]


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
        (rr.OneSided([1], 1), rr.Variance("1/4"), "In 1 of its 2 reports", "below 0.6239825302"),
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
