"""A design in words."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

import rropt as rr
from rropt import (
    LocalDP,
    Trace,
    Variance,
    Warner,
    optimal,
)
from rropt.report import design_text, facts_of
from rropt.report.words import guarantee, proved_for, revelations, title_of


@pytest.mark.everything
def test_the_bound_says_what_it_is_about() -> None:
    """holohan/thm-3 is about yes/no cards: four answers do better than 2.372."""
    privacy = LocalDP("1/2", "1/10")
    said = {}
    for name, objective, outputs in (
        ("table", Variance("1/4"), None),
        ("yes/no card", Variance("1/4"), 2),
        ("Warner device", Warner("1/4"), None),
    ):
        said[name] = design_text(optimal(privacy, objective, outputs, crosscheck=False))
    for name, shown in said.items():
        assert f"(proved for every private {name})" in shown


def test_revealing_reports_are_named() -> None:
    facts = facts_of(optimal(LocalDP(1, "2/5"), Variance("1/10"), 2, crosscheck=False))
    assert "report 1 reveals truth 1 for certain (probability 2/5)" in facts.guarantee
    assert not any("at most" in line for line in facts.guarantee)


def test_a_pure_design_names_its_likelihood_ratio() -> None:
    facts = facts_of(optimal(LocalDP("ln(3)"), Trace(3), crosscheck=False))
    assert facts.guarantee[1:] == ("every likelihood ratio is at most 3",)


@pytest.mark.parametrize(
    "objective, outputs, said",
    [
        (Variance("1/4"), None, "every private table"),
        (Variance("1/4"), 2, "every private yes/no card"),
        (Warner("1/4"), None, "every private Warner device"),
        (rr.MutualInformation("1/2,1/3,1/6"), 2, "every private table with at most 2 reports"),
        (rr.Guess(["1/4"] * 4), 3, "every private table with at most 3 reports"),
        (rr.Mean(low=0, high=1), None, "every private mechanism on the interval"),
    ],
)
def test_whom_the_bound_speaks_about(objective, outputs, said: str) -> None:
    assert proved_for(optimal(LocalDP("1/2"), objective, outputs)) == said


@pytest.mark.parametrize(
    "objective, said",
    [
        (Variance("1/4"), "variance at prevalence 1/4"),
        (Warner("1/4"), "variance of Warner's device at prevalence 1/4"),
        (rr.Guess("1/2,1/4,1/4"), "probability of a right guess, prior 1/2,1/4,1/4"),
    ],
)
def test_objectives_with_their_priors(objective, said: str) -> None:
    assert objective.phrase() == said


def test_what_a_report_rules_out_and_reveals() -> None:
    table = rr.Channel.from_rows(
        [["1/2", 0, 0], ["1/2", "1/2", 0], [0, "1/2", 1]], truths=["a", "b", "c"]
    )
    assert revelations(table) == (
        'report 0 reveals truth "a" for certain (probability 1/2)',
        'report 1 rules out truth "c" (probability 1/2)',
        'report 2 rules out truth "a" (probability 1)',
    )
    assert revelations(rr.Channel.from_rows([["1/2", "1/3"], ["1/2", "2/3"]])) == ()


def test_a_table_that_breaks_its_promise_is_told() -> None:
    design = optimal(LocalDP("ln(3)"), Variance("1/4"))
    honest = guarantee(design)
    assert honest[0] == "epsilon = ln 3, decided in exact arithmetic" or "VIOLATED" not in honest[0]
    louder = rr.Channel.from_rows([["4/5", "1/5"], ["1/5", "4/5"]])
    assert "VIOLATED" in guarantee(replace(design, table=louder))[0]
    orbits = optimal(LocalDP("ln(3)"), Trace(1000))
    assert guarantee(orbits)[0].endswith(", by the certificate")


@pytest.mark.everything
def test_a_design_that_may_be_far_from_the_best_says_so_first() -> None:
    design = optimal(LocalDP("ln(3)"), Trace(3), crosscheck=False)
    assert design_text(design).splitlines()[0] == "optimal design for trace, 3 categories"
    near = replace(design, value=design.bound * Fraction(995, 1000))
    assert title_of(near).startswith("optimal design for trace")
    far = replace(design, value=design.bound / 2)
    first = design_text(far).splitlines()[0]
    assert first == "not shown optimal (gap 50 %): design for trace, 3 categories"
