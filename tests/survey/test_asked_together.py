"""Several designs, questions and reports in one estimate, and people who do not comply."""

from __future__ import annotations

import numpy as np
import pandas
import pytest

import rropt as rr
from rropt.exact import InputError
from rropt.survey.asked_together import label_and_share

NO_YES = ["no", "yes"]
A = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], NO_YES, NO_YES)
B = rr.Channel.from_rows([["1/4", "3/4"], ["3/4", "1/4"]], NO_YES, NO_YES)
TELLING = rr.Channel.from_rows([["1", "1/5"], ["0", "4/5"]], NO_YES, NO_YES)


def frame(columns: str, cells: dict[str, int]) -> pandas.DataFrame:
    rows = [row.split(",") for row, count in cells.items() for _ in range(count)]
    return pandas.DataFrame(rows, columns=columns.split(","))


MAY = frame("may,june", {"no,no": 460, "no,yes": 190, "yes,no": 190, "yes,yes": 160})


def test_fresh_reports_spend_twice_and_tell_more() -> None:
    fresh = rr.estimate(A, MAY, repeated=["may", "june"])
    assert fresh.counts == (460, 380, 160) and fresh.nobs == 1000
    assert fresh.to_dict()["privacy"][""]["gamma"] == "9"
    assert "spends epsilon = 2.19722 (gamma 9)" in fresh.summary()
    assert fresh.stderr[1] < rr.estimate(A, MAY, column="may").stderr[1]


def test_memoised_reports_are_one_report() -> None:
    once = frame("may,june", {"no,no": 650, "yes,yes": 350})
    found = rr.estimate(A, once, repeated=["may", "june"], memoised=True)
    assert found.value == pytest.approx([0.8, 0.2])
    assert found.to_dict()["privacy"][""]["gamma"] == "3"
    with pytest.raises(InputError, match="got 380 of 1000 rows that differ"):
        rr.estimate(A, MAY, repeated=["may", "june"], memoised=True)


def test_a_design_takes_repeated_reports() -> None:
    design = rr.optimal(rr.LocalDP("ln(3)"), rr.Variance("1/2"), truths=NO_YES)
    whole = design.estimate(MAY, repeated=["may", "june"])
    assert whole.value == pytest.approx(rr.estimate(A, MAY, repeated=["may", "june"]).value)


def test_two_designs_tell_those_who_do_not_comply() -> None:
    """0.12 always say no, 0.2 of all are yes: reports of yes 0.32 and 0.56."""
    cells = {"a,yes": 320, "a,no": 680, "b,yes": 560, "b,no": 440}
    data = frame("version,smokes", cells)
    asked = {"column": "smokes", "design_column": "version", "noncompliance": "no"}
    found = rr.estimate({"a": A, "b": B}, data, **asked)
    assert found.value == pytest.approx([0.68, 0.2, 0.12])
    told = found.to_dict()
    assert told["compliance"]["p_value"] < 0.01
    assert told["privacy"]["b"]["gamma"] == "3" and "a whole answer by a" in found.summary()
    alike = rr.estimate({"a": A, "b": A}, data, **asked)
    assert "compliance" not in alike.to_dict() and "nobody cheats" not in alike.summary()


@pytest.mark.everything
def test_a_design_without_rows_is_told_and_tells_nothing() -> None:
    """Of a part of those who were asked: the rows are those of the other design alone."""
    data = frame("version,smokes", {"a,yes": 320, "a,no": 680})
    asked = {"column": "smokes", "design_column": "version"}
    found = rr.estimate({"a": A, "b": TELLING}, data, **asked)
    alone = rr.estimate(A, data, column="smokes")
    assert found.value == pytest.approx(alone.value) and found.llf == pytest.approx(alone.llf)
    assert found.to_dict()["unasked"] == ["b"]
    assert "no row was answered by design 'b'" in found.summary()
    # By one design those who do not comply are not told from the others.
    both = rr.estimate({"a": A, "b": B}, data, **asked, noncompliance="no")
    assert not both.identified.everything
    fit = rr.regress("smokes ~ 1", data, {"a": A, "b": TELLING}, design_column="version")
    itself = rr.regress("smokes ~ 1", data, A)
    assert fit.llf == pytest.approx(itself.llf)
    assert "no row was answered by design 'b'" in fit.notes
    assert "through the table of the reports" in fit.headline[1]
    # With a row of it neither says so.
    more = frame("version,smokes", {"a,yes": 320, "a,no": 680, "b,yes": 1})
    told = rr.estimate({"a": A, "b": TELLING}, more, **asked)
    assert "unasked" not in told.to_dict() and "no row" not in told.summary()
    fit = rr.regress("smokes ~ 1", more, {"a": A, "b": TELLING}, design_column="version")
    assert "through the 2 tables" in fit.headline[1] and "no row" not in fit.summary()


def test_a_design_without_rows_identifies_no_truth_of_a_regression() -> None:
    blind = rr.Channel.from_rows([["1/2", "1/2"], ["1/2", "1/2"]], NO_YES, NO_YES)
    data = frame("version,smokes", {"a,yes": 3, "a,no": 7})
    fit = rr.regress("smokes ~ 1", data, {"a": blind, "b": A}, design_column="version")
    assert any("rank 1 for 2 truths" in note for note in fit.notes)


def test_each_of_several_questions_is_told() -> None:
    data = frame("x,y", {"yes,yes": 20, "yes,no": 15, "no,yes": 30, "no,no": 35})
    told = rr.estimate({"x": A, "y": B}, data, column=["x", "y"]).to_dict()
    assert told["items"]["x"]["estimate"] == pytest.approx([0.8, 0.2])
    assert told["items"]["y"]["estimate"] == pytest.approx([0.5, 0.5])
    sure = rr.estimate(TELLING, data, column=["x", "y"])
    assert sure.to_dict()["privacy"][""] == {"gamma": "oo", "epsilon": None}
    assert "may reveal a truth for certain" in sure.summary()


def test_noncompliance_of_one_design_is_a_range_or_a_stated_share() -> None:
    """60% no: 0.3 yes if nobody cheats, 0.4 / 0.75 if no other no is honest."""
    found = rr.estimate(A, {"no": 600, "yes": 400}, noncompliance="no")
    told = found.to_dict()["cheating"]
    assert told["range"][1] == pytest.approx([0.3, 0.4 / 0.75], abs=1e-6)
    assert told["range"][2] == pytest.approx([0, 1 - 0.4 / 0.75], abs=1e-6)
    assert "yes: 0.30000 to 0.53333" in found.summary()
    stated = rr.estimate(A, {"no": 600, "yes": 400}, noncompliance="no=1/10")
    assert stated.value[1] == pytest.approx((0.4 / 0.9 - 0.25) * 2)
    assert "if 1/10 always say no" in stated.summary()


def test_a_stated_share_goes_with_groups_and_weights() -> None:
    """Of the honest nine in ten (1 + 2 p) / 4 say yes; an unknown share is told of all alone."""
    data = frame("told,by", {"no,a": 60, "yes,a": 40, "no,b": 50, "yes,b": 30})
    asked = {"column": "told", "noncompliance": "no=1/10"}
    found = rr.estimate(A, data, by="by", **asked)
    shares = {name: group.value[1] for name, group in found.groups.items()}
    expected = {"a": (0.4 / 0.9 - 0.25) * 2, "b": (0.375 / 0.9 - 0.25) * 2}
    assert shares == pytest.approx(expected)
    assert "if 1/10 always say no" in found.summary()
    weighted = rr.estimate(A, data.assign(w=(data["by"] == "b") * 2 + 1), weights="w", **asked)
    assert weighted.value[1] == pytest.approx(((40 + 90) / (100 + 240) / 0.9 - 0.25) * 2)
    with pytest.raises(InputError, match="by must be left out with noncompliance whose share"):
        rr.estimate(A, data, "told", by="by", noncompliance="no")


def told(table: rr.Channel, report: str, shares: np.ndarray) -> float:
    return float(table.to_numpy()[NO_YES.index(report)] @ shares)


def test_the_likelihood_is_that_of_reports_by_their_own_tables() -> None:
    """Neither the sizes of the arms nor the order of two reports is a part of it: sums over people,
    and the fit of a regression without covariates."""
    arms = frame("may,by", {"no,A": 30, "yes,A": 25, "no,B": 40, "yes,B": 12})
    found = rr.estimate({"A": A, "B": TELLING}, arms, "may", design_column="by")
    people = zip(arms["may"], arms["by"], strict=True)
    each = [told({"A": A, "B": TELLING}[by], may, found.value) for may, by in people]
    assert found.llf == pytest.approx(np.log(each).sum(), abs=1e-9)
    fit = rr.regress("may ~ 1", arms, {"A": A, "B": TELLING}, design_column="by")
    assert found.to_json()["loglik"] == pytest.approx(fit.llf, abs=1e-6)

    twice = rr.estimate(A, MAY, repeated=["may", "june"])
    orders = zip(MAY["may"], MAY["june"], strict=True)
    tables = A.to_numpy()
    both = [(tables[NO_YES.index(may)] * tables[NO_YES.index(june)]) for may, june in orders]
    assert twice.llf == pytest.approx(np.log(np.array(both) @ twice.value).sum(), abs=1e-9)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"memoised": True}, "memoised must be given with repeated"),
        ({"repeated": ["may", "june"], "column": "may"}, "column must be left out with repeated"),
        ({"repeated": ["may"]}, "repeated must name two or more columns"),
        ({"repeated": "may"}, "repeated must name two or more columns"),
        ({"repeated": ["may", "june"], "by": "may"}, "by must be left out for several"),
        ({"repeated": ["may", "june"], "noncompliance": "no"}, "noncompliance must be left out"),
        ({"column": ["may", "june"], "noncompliance": "no"}, "noncompliance must be left out"),
        ({"column": "may", "noncompliance": "never"}, "noncompliance must be one of no, yes"),
        ({"column": "may", "noncompliance": "no=1"}, "below 1"),
        ({"column": "may", "noncompliance": 3}, "noncompliance must be a report"),
        ({"column": "may", "noncompliance": "no", "by": "june"}, "by must be left out with"),
        ({"repeated": ["may", "june"], "design_column": "x"}, "design_column must be left out"),
    ],
)
def test_what_does_not_go_together_is_refused(asked, message: str) -> None:
    with pytest.raises(InputError, match=message):
        rr.estimate(A, MAY, **asked)


def test_a_report_and_the_share_that_gives_it() -> None:
    assert label_and_share("a=b=1/3") == ("a=b", "1/3") and label_and_share("a") == ("a", None)
