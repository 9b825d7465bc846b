"""What a plan and an interval print: the words of `rropt plan`, six digits."""

from __future__ import annotations

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
