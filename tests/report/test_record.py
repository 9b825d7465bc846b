"""The JSON of a design: its keys are a contract, its numbers strings.

A design in LaTeX: entries, values, enclosures.
"""

from __future__ import annotations

import json
import math
from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.report.record import design_latex, entry, matrix, number, record, support_json

CONTRACT = {
    "objective", "gamma", "delta", "outputs", "channel", "value", "bound", "gap", "closed_form",
    "support", "certificate", "optima",
}  # fmt: skip


@pytest.mark.parametrize(
    "privacy, objective, outputs",
    [
        (rr.LocalDP("ln(3)"), rr.Trace(3), None),
        (rr.LocalDP("1/2", "1/10"), rr.Variance("1/4"), 2),
        (rr.LocalDP(0), rr.Variance("1/4"), None),
        (rr.LocalDP("ln(3)"), rr.Trace(1000), None),
        (rr.MetricDP.path("1/2"), rr.Guess("1/2,1/4,1/4"), None),
    ],
)
def test_the_keys_are_there_and_no_number_is_a_float(privacy, objective, outputs) -> None:
    found = record(rr.optimal(privacy, objective, outputs))
    assert found.keys() >= CONTRACT
    assert json.loads(json.dumps(found)) == found

    def refuse(text: str) -> None:
        raise AssertionError(f"a float: {text}")

    json.loads(json.dumps(found), parse_float=refuse)


def test_infinity_enclosures_and_orbits_have_their_writing() -> None:
    assert record(rr.optimal(rr.LocalDP(0), rr.Variance("1/4")))["value"] == "oo"
    enclosed = record(rr.optimal(rr.LocalDP("1/2"), rr.MutualInformation("1/2,1/2")))
    assert len(enclosed["gamma"]) == len(enclosed["value"]) == 2
    orbits = record(rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(1000)))
    assert orbits["channel"] is None and "truths" not in orbits
    assert orbits["support"] == [{"runs": [["3", 1], ["1", 999]], "weight": "1000/1002"}] or F(
        orbits["support"][0]["weight"]
    ) == F(1000, 1002)


def test_a_card_says_what_it_costs_and_its_denominator() -> None:
    card = rr.optimal(rr.LocalDP.from_gamma(3, "1/10"), rr.Variance("1/4"), 2, 52)
    found = record(card)
    assert found["denominator"] == "52" and found["outputs"] == 2
    cost = found["restriction"]
    assert F(cost["ratio"]) == F(found["value"]) / F(cost["proved"]) > 1


def test_the_support_adds_up_to_the_table() -> None:
    design = rr.optimal(rr.LocalDP.from_gamma(3, "1/10"), rr.Variance("1/4"))
    total = [F(0)] * 2
    for part in support_json(design):
        entries = [F(x) for x in part["pattern"]]
        assert min(x for x in entries if x) == 1
        total = [t + F(part["weight"]) * x for t, x in zip(total, entries, strict=True)]
    assert total == [1, 1]


def test_levels_and_the_criterion_stand_as_they_were_asked() -> None:
    found = record(rr.optimal(rr.MetricDP.path("ln(2)"), rr.Guess("1/2,1/4,1/4")))
    assert found["gamma"] == [["1", "2", "4"], ["2", "1", "2"], ["4", "2", "1"]]
    assert found["criterion"] is not None and found["routes"] is None


@pytest.mark.parametrize(
    "value, written",
    [
        (F(1, 3), r"\frac{1}{3}"),
        (F(-2), "-2"),
        (F(1, 10**11 + 3), r"\frac{1}{100000000003}"),
        (F(10**12, 3 * 10**12 + 1), "0.333333"),
    ],
)
def test_entries(value: F, written: str) -> None:
    assert entry(value) == written


def test_numbers_are_exact_enclosed_or_infinite() -> None:
    assert number(F(15, 7)) == r"\frac{15}{7}"
    assert number((F(1, 3), F(1, 2))) == r"\in [0.3333333333, 0.5]"
    assert number(math.inf) == r"\infty"
    # An entry of a table has six places, which are none of a small value.
    assert number(F(1, 3 * 10**12 + 1)) == "3.333333333e-13"


def test_rows_stand_below_each_other() -> None:
    table = rr.Channel.from_rows([[1, "1/2"], [0, "1/2"]])
    assert matrix(table) == r"\begin{pmatrix}1 & \frac{1}{2} \\ 0 & \frac{1}{2}\end{pmatrix}"


def test_a_design_has_its_form_and_a_table_of_orbits_none_written() -> None:
    text = design_latex(rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(1000)))
    assert "pmatrix" not in text and r"\text{closed form }" in text
    assert text.startswith("$\\displaystyle") and text.endswith("$")
    own = design_latex(rr.optimal(rr.LocalDP("ln(3)"), rr.Custom(lambda r: max(r), 2)))
    assert "closed form" not in own and r"\text{bound } \frac{3}{2}" in own
