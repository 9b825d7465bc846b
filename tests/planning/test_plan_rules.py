"""What a plan and an interval print: the words of `rropt plan`, six digits."""

from __future__ import annotations

import pytest

import rropt as rr
from rropt.cli import main

WARNER = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])


def test_a_plan_prints_what_the_command_says(tmp_path, capsys):
    design = rr.optimal(rr.LocalDP("ln(3)"), rr.Variance("1/4"))
    design.save(tmp_path / "D.json")
    assert main(["plan", "--design", str(tmp_path / "D.json"), "--margin", "0.02"]) == 0
    assert capsys.readouterr().out == f"{design.plan(margin='0.02')}\n"


def test_a_power_says_how_it_is_known():
    complete = rr.plan(rr.Proportion("1/4", "1/5"), design=WARNER, power="0.9", method="normal")
    assert "power 0.9" in str(complete) and "(in the limit)" in str(complete)


def test_an_interval_prints_its_ends_level_and_method():
    assert str(rr.interval(WARNER, [600, 400])).endswith("(0.95, profile likelihood)")


def test_every_form_of_a_plan_has_the_same_numbers():
    complete = rr.plan(WARNER, "1/5", margin="0.02")
    assert complete.summary() == str(complete)
    assert complete.to_json()["n"] == complete.to_json()["plan"]["n"] == complete.n
    pytest.importorskip("pandas")
    (row,) = complete.to_frame().to_dict("records")
    assert row["open"] == "n" and row["margin"] == complete.margin and "power" not in row
    assert f"n & {complete.n} " in complete.to_latex()
    assert f"<td>{complete.n}</td>" in complete._repr_html_()


def test_a_plan_for_a_mean_has_the_same_forms():
    pytest.importorskip("pandas")
    design = rr.optimal(rr.LocalDP("ln(3)"), rr.Mean([0, 1, 2]))
    complete = design.plan(margin="0.05")
    assert complete.to_json()["plan"]["channel"] is None
    assert complete.to_frame()["n"].tolist() == [complete.n]
    assert str(complete.n) in complete.to_latex()
