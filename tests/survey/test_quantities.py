"""A test, an interval and a plan have the same forms, and the same numbers in each."""

from __future__ import annotations

from typing import Any

import pytest

import rropt as rr
from rropt.survey.planning.least_epsilon import least_epsilon
from rropt.survey.planning.simulated_surveys import simulated_surveys
from rropt.survey.quantities import Quantities

WARNER = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
QUESTION = rr.Proportion("1/4", "1/5")


@pytest.fixture(scope="module")
def results() -> dict[str, Any]:
    """One of each kind."""
    plan = rr.plan(QUESTION, design=WARNER, n=400)
    return {
        "test": rr.test(WARNER, [600, 400], "1/5"),
        "interval": rr.interval(WARNER, [600, 400]),
        "plan": plan,
        "epsilon": least_epsilon(QUESTION, 4000, stderr="1/50"),
        "shuffled": rr.plan_shuffled(rr.Proportion("1/5"), delta="1e-6", epsilon=1, n=5000),
        "simulated": simulated_surveys(QUESTION, plan, 1000),
    }


@pytest.mark.everything
@pytest.mark.parametrize("name", ["test", "interval", "plan", "epsilon", "shuffled", "simulated"])
def test_every_form_has_the_same_numbers(name: str, results: dict[str, Any]) -> None:
    pytest.importorskip("pandas")
    found = results[name]
    assert isinstance(found, Quantities) and found.summary() == str(found)
    (row,) = found.to_frame().to_dict("records")
    assert row == found.known
    page, table = found._repr_html_(), found.to_latex()
    assert found.title in page
    for quantity, value in found.known.items():
        shown = f"{value:.6g}" if isinstance(value, float) else str(value)
        assert f"<th>{quantity}</th><td>{shown}</td>" in page
        assert rf"{quantity} & {shown} \\" in table


def test_what_is_known_of_each(results: dict[str, Any]) -> None:
    interval = results["interval"]
    low, high = interval
    known = {"low": low, "high": high, "level": 0.95, "method": "profile likelihood"}
    assert interval.known == known and interval.title == "95% interval"
    assert results["test"].known["p"] == results["test"].p_value
    assert results["plan"].known["open"] == "power" and results["plan"].known["n"] == 400
    least = results["epsilon"]
    assert least.known["epsilon"] == least.epsilon > least.known["below"] == least.below
    assert results["shuffled"].known["local epsilon"] == float(results["shuffled"].local)
    assert results["simulated"].known["surveys"] == 1000


def test_marks_of_latex_are_escaped() -> None:
    functional = rr.estimate(WARNER, [600, 400], method="linear").of(1)
    assert r"clopper\_pearson" in functional.interval(method="clopper_pearson").to_latex()
