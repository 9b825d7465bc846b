"""Formulas of objectives: well-formed MathML that names what is optimised."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import rropt as rr
from rropt.report.formulas import (
    balance_formula,
    matrix_formula,
    objective_formula,
    privacy_formula,
)

pytestmark = pytest.mark.quick

HALVES = "1/2,1/2"


def words(formula: str) -> str:
    """The signs in the order in which they are written."""
    return "".join(ElementTree.fromstring(f"<math>{formula}</math>").itertext())


@pytest.mark.parametrize(
    "objective, said",
    [
        (rr.Trace(3), "max∑rwrmaxjrj"),
        (rr.Guess(HALVES), "max∑rwrmaxjqjrj"),
        (rr.Variance("1/4"), "minVar=1n∑rwr(r1-r0)2(1-π)r0+πr1"),
        (rr.FDivergence("hellinger"), "max∑rwrrbf(rarb)"),
        (rr.MutualInformation(HALVES), "max∑rwr∑jqjrjlogrjq·r"),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_linear_objectives_are_sums_over_reports(objective, said: str) -> None:
    assert words(objective_formula(objective)) == said


@pytest.mark.parametrize(
    "objective, first",
    [
        (rr.AOptimal(HALVES), "mintrCov,"),
        (rr.COptimal(HALVES, [1, 0]), "minc′Covc,"),
        (rr.DOptimal(HALVES), "minlogdetCov,"),
        (rr.EOptimal(HALVES), "minλmax(Cov),"),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_criteria_are_of_the_covariance(objective, first: str) -> None:
    said = words(objective_formula(objective))
    assert said.startswith(first) and said.endswith("Cov=(∑rwrrr′π·r)-1-ππ′")


def test_what_has_no_formula_has_none() -> None:
    for objective in (
        rr.Custom(lambda r: max(r), 2),
        rr.Mean([0, 1]),
        rr.VarianceOverInterval("1/10", "1/4"),
        rr.ForModel(rr.Logit("-1", "1/2"), [0, 1], ["1/2", "1/2"], coefficients=[1]),
    ):
        assert objective_formula(objective) == ""


def test_privacy_and_balance() -> None:
    assert words(privacy_formula(0)) == "maxjrj≤γminjrj"
    assert words(privacy_formula("1/10")) == "∑rwr[ra-γrb]+≤δ"
    assert words(matrix_formula()) == "ra≤gabrb"
    assert words(balance_formula()) == "∑rwrr=1"
