"""What each missing report costs, in the text and in the JSON of a design."""

import json

import pytest

import rropt as rr
from rropt.cli import main
from rropt.report.missing_reports import missing_reports


def told(design):
    return {label: value for label, value, _ in missing_reports(design)}


def test_each_missing_report_of_a_trace_has_a_line():
    """m g / (g + m - 1) at g = 3."""
    found = told(rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(5)))
    expected = {"4 reports": 2, "three reports": 9 / 5, "two reports": 3 / 2}
    assert found == pytest.approx(expected)


def test_a_proportion_with_a_delta_has_two_lines():
    privacy, objective = rr.LocalDP("1/2", "1/10"), rr.Variance("1/4")
    three = rr.optimal(privacy, objective, outputs=3)
    assert told(rr.optimal(privacy, objective)) == {"three reports": float(three.value)}
    assert told(three) == {"three reports": float(three.value)}


def test_no_line_where_no_proof_is_known_or_nothing_is_lost():
    information = rr.optimal(rr.LocalDP("1"), rr.MutualInformation(["1/2", "1/4", "1/4"]))
    assert list(told(information)) == ["two reports"]
    assert told(rr.optimal(rr.LocalDP("1"), rr.Variance("1/4"))) == {}


@pytest.mark.everything
def test_lines_stand_in_the_text_and_in_the_json(capsys):
    words = ["design", "trace", "--categories", "4", "--epsilon", "ln(3)"]
    assert main(words) == 0
    text = capsys.readouterr().out
    assert "three reports" in text and "two reports" in text
    assert main([*words, "--json"]) == 0
    lines = json.loads(capsys.readouterr().out)["facts"]["restrictions"]
    assert [line["value"] for line in lines if line["label"] == "three reports"] == [9 / 5]
