"""A design: an answer, its methods, and how it is displayed."""

from __future__ import annotations

import logging

import pandas
import pytest

import rropt as rr
from rropt.certified import design_of
from rropt.design.solve import solve

DESIGN = rr.optimal(rr.LocalDP("1/2", "1/10"), rr.Variance("1/4"), outputs=2)


def test_a_design_is_the_answer_of_its_solver():
    answer = solve(rr.LocalDP("1/2", "1/10"), rr.Variance("1/4"), 2)
    assert design_of(answer) == DESIGN
    assert (answer.value, answer.table) == (DESIGN.value, DESIGN.channel)


def test_the_methods_are_the_flat_functions():
    assert str(DESIGN.check()) == str(rr.check(DESIGN))
    assert DESIGN.plan(margin="0.05") == rr.plan(DESIGN, margin="0.05")
    assert DESIGN.estimate([60, 40]).value.tolist() == rr.estimate(DESIGN, [60, 40]).value.tolist()
    assert set(DESIGN.randomize([0, 1] * 20)) <= set(DESIGN.channel.reports)
    names = [row.route for row in DESIGN.crosscheck(["published"]).rows]
    assert names == ["certificate", "published"]


def test_instructions_rivals_and_a_regression_are_asked_of_the_design():
    design = rr.optimal(rr.LocalDP("ln(3)"), rr.Variance("1/2"), truths="no,yes")
    assert design.instructions == design.to_dict()["instructions"]
    assert "christofides" in [line.label for line in design.rivals]
    rows = {"smokes": ["no", "yes"] * 20, "age": list(range(40))}
    asked = ("smokes ~ age", pandas.DataFrame(rows))
    found = design.regress(*asked, link="linear")
    assert found.to_dict() == rr.regress(*asked, design, link="linear").to_dict()


def test_a_page_is_returned_and_written_whole(tmp_path):
    page = DESIGN.to_html(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text() == page == DESIGN.to_html()
    assert page.startswith("<!DOCTYPE html>")


def test_what_is_printed_gives_no_advice_about_a_command_line():
    for said in (str(DESIGN), DESIGN._repr_html_(), DESIGN._repr_latex_(), repr(DESIGN)):
        assert "--" not in said and "rropt check" not in said


def test_a_table_is_drawn_with_its_labels_and_probabilities():
    pytest.importorskip("matplotlib")
    axes = DESIGN.plot().axes[0]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["0", "1"]
    shares = [float(text.get_text()) for text in axes.texts]
    assert shares == pytest.approx([float(p) for row in DESIGN.channel.rows for p in row], abs=5e-4)


def test_regret_is_a_design_too():
    design = rr.minimax_regret(rr.LocalDP("ln(3)"), [["1/2", "1/2"], ["3/4", "1/4"]])
    assert isinstance(design, rr.Design) and design.check().status == 0


def test_labels_may_be_a_text_with_commas() -> None:
    design = rr.optimal(rr.LocalDP(1), rr.Trace(2), truths="no, yes", reports="red,black")
    assert (design.channel.truths, design.channel.reports) == (("no", "yes"), ("red", "black"))
    for wrong in ("no", 3, ["no", 3.5, "yes"]):
        with pytest.raises(rr.InputError, match="truths must be 2 different labels"):
            rr.optimal(rr.LocalDP(1), rr.Trace(2), truths=wrong)


def test_what_was_designed_is_logged_under_the_name_of_the_package(caplog):
    with caplog.at_level(logging.INFO, "rropt"):
        rr.optimal(rr.LocalDP(1), rr.Trace(2))
    assert {record.name for record in caplog.records} == {"rropt"}
    first, *checked, last = caplog.messages
    assert first == "designing: trace under epsilon = 1"
    assert any(line.startswith("checked a certificate (prices) in ") for line in checked)
    assert last.startswith("designed and certified in ") and "Design(trace" in last


def test_whether_a_report_may_reveal_is_yes_or_no():
    asked = (rr.LocalDP("1/2", "1/10"), rr.Variance("1/10"), 2)
    assert rr.optimal(*asked, revealing="no") == rr.optimal(*asked, revealing=False)
    assert rr.optimal(*asked, revealing="yes") == rr.optimal(*asked)
    for wrong in ("maybe", 3, None):
        with pytest.raises(rr.InputError, match="revealing must be yes or no"):
            rr.optimal(*asked, revealing=wrong)
