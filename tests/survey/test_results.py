"""The family of results: every form has the same numbers, whoever answers."""

from __future__ import annotations

import inspect
import json
import math
import sys
from fractions import Fraction

import numpy as np
import pandas
import pytest

import rropt as rr
from rropt.channel.balanced_supports import SubsetSupports
from rropt.channel.implicit import ImplicitChannel
from rropt.data.frame_columns import as_given, library_of
from rropt.exact import InputError
from rropt.survey import difference, odds_ratio, survey_estimate
from rropt.survey.regression import regress
from rropt.survey.results import Results, all_rows, rows
from rropt.survey.support_estimate import estimate_supports
from tests.survey.regression.survey_data import WARNER, simulated

TABLE = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["no", "yes"], ["no", "yes"])
FIT = regress("report ~ x", simulated(WARNER, [[-0.5, 0.8]], 500, seed=3).frame, WARNER.tolist())
SHARES = rr.estimate(TABLE, {"no": 600, "yes": 400})
LINEAR = rr.estimate(TABLE, [600, 400], method="linear")
OTHER = rr.estimate(TABLE, [500, 500], method="linear")
SURVEY = survey_estimate(TABLE, ["no", "yes", "no", "no"] * 20, weights=[1, 2] * 40)
PAIRS = ImplicitChannel(SubsetSupports(4, Fraction(3), 2))
MANY = estimate_supports(PAIRS, ["0 1", *PAIRS.table.reports * 3] * 300)
ALL = {
    "regression": FIT,
    "many truths": MANY,
    "likelihood": SHARES,
    "linear": LINEAR,
    "survey": SURVEY,
    "share": SHARES.of(1),
    "linear share": LINEAR.of(1),
    "survey share": SURVEY.of(1),
    "mean": rr.optimal(rr.LocalDP("ln(3)"), rr.Mean([0, 1])).estimate([600, 400]),
    "difference": difference(SHARES, rr.estimate(TABLE, [500, 500]), [0, 1]),
    "linear difference": difference(LINEAR, OTHER, [0, 1]),
    "odds ratio": odds_ratio([SHARES, rr.estimate(TABLE, [500, 500])]),
    "correlation": rr.correlations(
        {"said": TABLE},
        {"said": ["no", "yes"] * 150, "age": [30, 50, 52, 34] * 75},
        ["said", "age"],
    ),
}


def _kinds(family):
    """The results that can be made: classes without abstract methods."""
    below = [kind for each in family.__subclasses__() for kind in _kinds(each)]
    return below if inspect.isabstract(family) else [family, *below]


def test_every_kind_of_result_is_asked_below():
    assert {type(result) for result in ALL.values()} == set(_kinds(Results))


@pytest.fixture(params=list(ALL))
def result(request):
    return ALL[request.param]


@pytest.mark.everything
def test_every_form_has_the_same_numbers(result):
    frame, limits = result.to_frame(), result.conf_int()
    assert list(frame.index) == list(result.params.index) == list(result.names)
    np.testing.assert_array_equal(frame[result.value_word], result.params)
    np.testing.assert_array_equal(frame["stderr"], result.bse)
    np.testing.assert_array_equal(frame[["low", "high"]], limits[["lower", "upper"]])
    assert ((limits["lower"] <= result.params) & (result.params <= limits["upper"])).all()
    np.testing.assert_allclose(np.diag(result.cov_params()), result.bse**2)
    for name, value in result.params.items():
        for shown in (result.summary(), result.to_latex(), result.plot().axes[0]):
            if isinstance(shown, str):
                assert str(name) in shown
                assert any(f"{value:{form}}" in shown for form in (".4g", ".4f", ".5f"))


def test_json_is_plain_data(result):
    data = json.loads(json.dumps(result.to_json("0.9"), allow_nan=False))
    assert result.nobs == data["n"] or result is SURVEY
    assert pytest.approx(float(data["level"] if data["level"] != "9/10" else 0.9)) == 0.9


def test_a_wider_level_has_wider_limits(result):
    wide, narrow = result.conf_int("0.99"), result.conf_int("0.8")
    assert (wide["lower"] < narrow["lower"]).all() and (wide["upper"] > narrow["upper"]).all()


def test_the_p_value_of_a_coefficient_is_that_of_its_z():
    z = FIT.params["x"] / FIT.bse["x"]
    assert FIT.pvalues["x"] == pytest.approx(math.erfc(abs(z) / math.sqrt(2)))


def test_the_p_value_of_a_share_is_that_of_its_test():
    assert SHARES.pvalues["yes"] == SHARES.of(1).test(0).p_value
    assert rr.estimate(TABLE, [740, 260]).pvalues["yes"] > 0.2


def test_two_shares_mirror_each_other():
    ends = SHARES.conf_int()
    assert ends.loc["no", "lower"] == 1 - ends.loc["yes", "upper"]


def test_the_likelihood_of_shares_is_that_of_their_reports():
    chances = TABLE.to_numpy() @ SHARES.params.to_numpy()
    assert SHARES.llf == pytest.approx([600, 400] @ np.log(chances))
    assert math.isnan(LINEAR.llf)


@pytest.mark.everything
def test_what_is_not_identified_is_nan_everywhere():
    blind = rr.Channel.from_rows([["1/2", "1/2", "0"], ["1/2", "1/2", "1"]])
    found = rr.estimate(blind, [40, 60])
    assert found.params.isna().tolist() == [True, True, False]
    assert found.conf_int()["lower"].isna().tolist() == [True, True, False]
    assert found.pvalues.isna().tolist() == [True, True, False]
    assert found.to_json()["estimate"][:2] == [None, None]
    assert found.notes and found.notes[0] in found.summary()


@pytest.mark.everything
def test_groups_are_below_the_whole():
    towns = ["town", "land"] * 50
    found = rr.estimate(TABLE, ["no", "yes", "no", "no"] * 25, by=towns)
    frame = found.to_frame()
    assert list(frame.index.names) == ["group", "name"]
    assert frame.loc[("town", "yes"), "share"] == found.groups["town"].params["yes"]
    assert len(all_rows(found, 0.95)) == 3 * len(rows(found, 0.95))
    assert "(50 reports)" in found.summary()
    of_land = found.to_json()["groups"]["land"]
    assert of_land["distribution"] == found.groups["land"].value.tolist()
    assert of_land["interval"] == list(found.groups["land"].of(1).interval())
    assert "town: yes" in found.to_latex()


@pytest.mark.everything
def test_polars_in_polars_out():
    polars = pytest.importorskip("polars")
    data = {"report": ["no", "yes", "no"] * 40, "x": [0.0, 1.0, 2.0, 3.0] * 30}
    frame = polars.DataFrame(data)
    found = rr.estimate(TABLE, frame, column="report")
    assert isinstance(found.to_frame(), polars.DataFrame)
    assert found.to_frame()["name"].to_list() == ["no", "yes"]
    assert isinstance(rr.estimate(TABLE, data["report"]).to_frame(), pandas.DataFrame)
    fit = regress("report ~ x", frame, TABLE)
    assert fit.to_frame()["name"].to_list() == list(fit.names)
    assert isinstance(fit.effects(), polars.DataFrame)
    assert isinstance(fit.predict(frame.head(2)), polars.DataFrame)
    assert isinstance(fit.predict({"x": [1.0]}), pandas.DataFrame)
    assert library_of(frame["x"]) == "polars" and as_given(frame, "pandas") is frame


def test_the_plot_has_a_point_and_a_bar_for_each_coefficient():
    pytest.importorskip("matplotlib")
    (axes,) = FIT.plot().axes
    assert len(axes.lines) == 2 * len(FIT.names) + 1
    assert [label.get_text() for label in axes.get_yticklabels()] == list(FIT.names)
    bars = axes.lines[0 : 2 * len(FIT.names) : 2]
    for name, bar in zip(FIT.names, bars, strict=True):
        assert tuple(bar.get_xdata()) == tuple(FIT.interval(name))


def test_shares_have_no_line_at_zero():
    pytest.importorskip("matplotlib")
    (axes,) = SHARES.plot("0.9").axes
    assert len(axes.lines) == 4 and "90%" in axes.get_xlabel()


@pytest.mark.everything
def test_an_infinite_coefficient_has_no_point_and_keeps_its_place():
    pytest.importorskip("matplotlib")
    separated = regress("y ~ x", {"y": [0, 0, 1, 1], "x": [1, 2, 5, 6]}, [[1, 0], [0, 1]])
    assert separated.on_boundary
    (axes,) = separated.plot("0.9").axes
    assert [label.get_text() for label in axes.get_yticklabels()] == list(separated.names)
    assert len(axes.lines) == 1
    assert "oo" in separated.summary()
    assert r"x & $\infty$ & - & [" in separated.to_latex()


def test_names_are_safe_in_html_and_latex():
    odd = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], truths=["a_b", "<i>"])
    share = rr.estimate(odd, [60, 40])
    assert r"a\_b" in share.to_latex()
    assert "<i>" not in share._repr_html_()
    hard = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], truths=[r"\x{1}", "a^b~c"])
    table = rr.estimate(hard, [60, 40]).to_latex()
    assert r"\textbackslash{}x\{1\} & " in table
    assert r"a\textasciicircum{}b\textasciitilde{}c & " in table


def test_labels_in_plots_are_no_formulas():
    """A fraction bar without an end of its braces could not be drawn."""
    money = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], truths=["$1-$2", r"$\frac{$"])
    figure = rr.estimate(money, [60, 40]).plot()
    figure.draw_without_rendering()
    shown = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert shown == list(money.truths)


def test_the_summary_reminds_of_what_is_not_protected():
    assert "covariates published beside them are not protected" in FIT.summary()


def test_without_an_extra_it_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(InputError, match=r"pip install '.*\[plot\]'"):
        FIT.plot()
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(InputError, match=r"pip install '.*\[regress\]'"):
        _ = SHARES.params
    assert "0.30000" in SHARES.summary()


@pytest.mark.parametrize("level", ["0", "1", "x"])
def test_a_level_is_between_0_and_1(level):
    with pytest.raises(InputError, match="level"):
        FIT.conf_int(level)
