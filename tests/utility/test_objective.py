"""Every objective answers for itself; a new one is designed and shown without another edit."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import rropt as rr
from rropt.utility import Custom
from rropt.utility.objective import Objective

THIRDS = ["1/2", "1/3", "1/6"]
OBJECTIVES = [
    rr.Variance("1/4"),
    rr.Warner("1/4"),
    rr.Trace(3),
    rr.Guess(THIRDS),
    rr.Gain([[1, 0, 0], [0, 1, 1]], THIRDS),
    rr.Loss([[0, 1, 2], [1, 0, 1]], THIRDS),
    rr.MutualInformation(THIRDS),
    rr.FDivergence("hellinger", (0, 1), 3),
    rr.AOptimal(THIRDS),
    rr.COptimal(THIRDS, [1, -1, 0]),
    rr.DOptimal(THIRDS),
    rr.EOptimal(THIRDS),
    rr.Average([("1/2", THIRDS), ("1/2", ["1/3"] * 3)]),
    rr.Minimax([THIRDS, ["1/3"] * 3]),
    rr.VarianceOverInterval("1/20", "1/4"),
    rr.AOptimal("worst", truths=3),
    rr.COptimal("worst", [1, -1, 0], respondents="group"),
    rr.DOptimal("worst", truths=3),
    rr.EOptimal("worst", truths=3, respondents="group"),
    rr.Mean([0, 1, 5]),
    rr.Mean([0, 1, 5], prior=["1/2", "1/2", "0"]),
    rr.ForModel(rr.Logit("-1", "1/2"), [0, 1], ["1/2", "1/2"], coefficients=[1]),
    rr.ForModel(rr.Logit("-1", "1/2"), [0, 1], ["1/2", "1/2"], target="D"),
]


@pytest.mark.everything
@pytest.mark.parametrize("objective", OBJECTIVES, ids=lambda objective: objective.label)
def test_the_worth_of_a_design_is_its_value(objective):
    design = rr.optimal(rr.LocalDP("ln(3)"), objective)
    worth = objective.worth(design.channel)
    assert worth.lo <= worth.hi
    assert float(worth) == pytest.approx(float(np.mean(ends(design.value))), rel=1e-6)
    assert worth.hi - worth.lo <= abs(worth.hi) * Fraction(1, 10**6)
    assert objective.efficiency(float(worth), float(worth)) == pytest.approx(1.0)


def ends(value: Any) -> list[float]:
    return [float(value.lo), float(value.hi)]


@pytest.mark.everything
@pytest.mark.parametrize("objective", OBJECTIVES, ids=lambda objective: objective.label)
def test_a_garbled_table_is_no_better(objective):
    best = rr.optimal(rr.LocalDP("ln(3)"), objective).channel
    shared = Fraction(1, 10 * len(best.rows))
    rows = [[Fraction(9, 10) * p + shared for p in row] for row in best.rows]
    worse = objective.worth(rr.Channel.from_rows(rows))
    good = objective.worth(best)
    assert worse.hi >= good.lo if objective.is_minimised else worse.lo <= good.hi


@pytest.mark.everything
@pytest.mark.parametrize("objective", OBJECTIVES, ids=lambda objective: objective.label)
def test_every_objective_says_its_words(objective):
    assert isinstance(objective, Objective)
    assert objective.phrase() and objective.earns in ("utility", "information")
    assert objective.statement()["name"]
    text = " ".join(str(rr.optimal(rr.LocalDP("ln(3)"), objective)).split())
    assert text.startswith(f"optimal design for {objective.phrase()}")


@dataclass(frozen=True, init=False)
class Spread(Custom):
    """A new utility: how far apart the likelihoods of a report are."""

    name = "spread"
    earns = "spread"

    def __init__(self) -> None:
        super().__init__(lambda r: max(r) - min(r), 3, "spread of the likelihoods")

    def phrase(self) -> str:
        return "the spread of the likelihoods"


@pytest.mark.everything
def test_a_new_objective_is_one_class():
    """With two truths of three apart by gamma: (gamma - 1) / (gamma + 2), a report each."""
    design = rr.optimal(rr.LocalDP("ln(3)"), Spread())
    assert design.check().verdict == "verified"
    assert design.value == Spread().worth(design.channel)
    assert str(design).startswith("optimal design for the spread of the likelihoods")
    assert "no private report has more spread" in str(rr.explain(design))
    assert "spread" in design.to_html()
