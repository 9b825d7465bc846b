"""From a formula, a frame and designs to arrays."""

from __future__ import annotations

import sys

import numpy as np
import pandas
import pytest

import rropt as rr
from rropt.exact import InputError
from rropt.survey.regression import regress
from rropt.survey.regression.model_data import as_pandas, weights_of
from rropt.survey.regression.model_formula import covariates_of, split_formula
from tests.survey.regression.survey_data import (
    WARNER,
    simulated,
)

pytestmark = pytest.mark.quick


def test_no_report_is_ever_shown():
    frame = pandas.DataFrame({"report": [0, 1, "secret", None], "x": [1.0, 2.0, 3.0, 4.0]})
    with pytest.raises(InputError) as caught:
        regress("report ~ x", frame, WARNER.tolist(), missing="drop")
    assert "1 of 4" in str(caught.value)
    assert "secret" not in str(caught.value)


def test_missing_values_are_refused_or_dropped_with_a_note():
    frame = simulated(WARNER, [[-1, 0.5]], 300, seed=1).frame
    frame.loc[3, "x"] = np.nan
    with pytest.raises(InputError, match=r"column 'x'.* must have no missing values, got 1 of 300"):
        regress("report ~ x", frame, WARNER.tolist())
    fit = regress("report ~ x", frame, WARNER.tolist(), missing="drop")
    assert fit.words.rows == 299
    assert "1 row with missing values was" in fit.summary()


@pytest.mark.parametrize("role", ["weights", "clusters", "strata", "groups", "design_column"])
def test_series_beside_the_data_are_refused_in_words(role):
    """They were a ValueError of pandas."""
    frame = simulated(WARNER, [[-1, 0.5]], 60, seed=1).frame
    for column in (frame["x"], frame["x"].to_numpy(), frame["x"].tolist()):
        with pytest.raises(InputError, match=f"{role} must be the name of a column, got a"):
            regress("report ~ x", frame, WARNER.tolist(), **{role: column})


@pytest.mark.parametrize("asked", [{}, {"points": 3}])
def test_a_design_whose_reports_are_numbers_is_refused_in_words(asked):
    """They were said to hold none of the labels 0, 1, 2 and 3, or the design to have no table."""
    design = rr.optimal(rr.LocalDP(1), rr.Mean(low=0, high=9, **asked))
    data = {"y": list(design.randomize(range(9))), "x": list(range(9))}
    for ask in (
        lambda: regress("y ~ x", data, design),
        lambda: rr.correlations({"y": design}, data, ["y", "x"]),
    ):
        with pytest.raises(InputError, match="design must have labels for reports, got one for"):
            ask()


LISTS = pandas.DataFrame({"report": ["no", "yes"] * 20, "x": range(40), "lists": [[1]] * 40})


@pytest.mark.parametrize("role", ["weights", "clusters", "strata", "groups"])
def test_a_column_that_holds_lists_is_refused_in_words(role):
    with pytest.raises(InputError, match="column 'lists' must hold labels, got a list"):
        rr.regress("report ~ x", LISTS, WARNER.tolist(), **{role: "lists"})


@pytest.mark.parametrize("formula", ["lists ~ x", "report ~ lists"])
def test_a_variable_that_holds_lists_is_refused_in_words(formula):
    with pytest.raises(InputError, match="column 'lists' must hold labels, got a list"):
        rr.regress(formula, LISTS, WARNER.tolist())


@pytest.mark.everything
def test_frames_of_other_libraries_and_any_design():
    polars = pytest.importorskip("polars")
    frame = simulated(WARNER, [[-1, 0.5]], 300, seed=1).frame
    wanted = regress("report ~ x", frame, WARNER.tolist()).params.to_dict()
    others = [polars.from_pandas(frame), polars.from_pandas(frame).lazy(), dict(frame)]
    for other in others:
        assert rr.regress("report ~ x", other, WARNER.tolist()).params.to_dict() == wanted
    design = rr.optimal(rr.LocalDP.from_gamma(3), rr.Variance("1/4"))
    channels = [design, design.channel, np.array(WARNER)]
    for each in channels:
        assert regress("report ~ x", frame, each).params.to_dict() == pytest.approx(wanted)


def test_without_formulaic_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "formulaic", None)
    with pytest.raises(InputError, match=r"pip install '.*\[regress\]'"):
        regress("report ~ x", {"report": [0, 1], "x": [1, 2]}, WARNER.tolist())


@pytest.mark.parametrize(
    "formula, sides",
    [("a ~ b", ("a", "b")), ("`a b`~x+y", ("a b", "x+y")), (" r  ~ 1 ", ("r", "1"))],
)
def test_the_two_sides_of_a_formula(formula: str, sides) -> None:
    assert split_formula(formula) == sides


@pytest.mark.parametrize("formula", ["a ~ b ~ c", "~ b", "a ~", 3])
def test_what_is_no_formula(formula) -> None:
    with pytest.raises(InputError, match="formula must"):
        split_formula(formula)


TWO_WORDS = {
    1: rr.Channel.from_rows(WARNER.tolist(), ["no", "yes"], ["no", "yes"]),
    2: rr.Channel.from_rows(WARNER.tolist(), ["yes", "NA"], ["no", "yes"]),
}


def test_reports_are_read_by_the_table_of_their_row_as_those_of_estimates_are() -> None:
    """NA is a report of the second design, and nothing by the first: rows of it were refused."""
    rows = {"form": [1, 2] * 30, "r": ["no", "yes", "yes", "NA", "NA", "NA"] * 10}
    data = pandas.DataFrame(rows | {"x": range(60)})
    asked = {"design_column": "form", "missing": "drop"}
    fit = regress("r ~ x", data, TWO_WORDS, **asked)
    assert fit.nobs == rr.estimate(TWO_WORDS, data, "r", **asked).nobs == 50
    known = data.assign(r=data.r.where((data.form == 1) | (data.r == "yes"), "no"))
    known["r"] = np.where(data.form == 1, data.r, np.where(data.r == "yes", "no", "yes"))
    plain = regress("r ~ x", known, TWO_WORDS[1], missing="drop")
    assert fit.params.to_dict() == pytest.approx(plain.params.to_dict())


def test_a_refusal_names_the_labels_of_the_table_of_the_row() -> None:
    """Those of the first design were named, whichever the entry did not fit."""
    rows = {"form": [1, 2] * 30, "r": ["no", "no"] * 30, "x": range(60)}
    for ask in (
        lambda: regress("r ~ x", rows, TWO_WORDS, design_column="form"),
        lambda: rr.estimate(TWO_WORDS, pandas.DataFrame(rows), "r", design_column="form"),
    ):
        with pytest.raises(InputError, match="'r' of '2' must hold only the labels 'yes', 'NA'"):
            ask()


def test_without_a_column_of_weights_each_row_counts_once() -> None:
    frame = pandas.DataFrame({"w": [1, 0]})
    assert weights_of(frame, None).tolist() == [1, 1]
    assert weights_of(frame, "w").tolist() == [1, 0]


def test_strata_of_whole_numbers_are_named_so_in_a_column_of_floats() -> None:
    """A missing one makes floats of them, whose population was to be named '1.0'."""
    rows = {
        "r": [0, 1] * 30,
        "x": range(60),
        "s": [1.0, 1.0, 2.0, 2.0] * 14 + [1.0, 2.0, None, 1.0],
    }
    sizes = {"missing": "drop", "strata": "s", "population": {1: 300, 2: 300}}
    data = pandas.DataFrame(rows)
    assert regress("r ~ x", data, WARNER.tolist(), **sizes).nobs == 59
    assert rr.estimate(WARNER.tolist(), data, "r", **sizes).nobs == 59


def test_dependent_covariates_are_refused_whatever_their_size() -> None:
    frame = pandas.DataFrame({"x": [1e-9, 2e-9, 4e-9], "y": [1e9, 3e9, 2e9]})
    assert covariates_of("x + y", frame).names == ("Intercept", "x", "y")
    with pytest.raises(InputError, match="3 columns of rank 2: z is a combination of those before"):
        covariates_of("x + z", frame.assign(z=1e15 * frame["x"]))
    four = pandas.DataFrame({"x": [1, 2, 4, 7], "y": [1, 3, 2, 9], "z": [0, 1, 3, 6]})
    with pytest.raises(InputError, match="4 columns of rank 3: z is a combination"):
        covariates_of("x + z + y", four)


def test_more_covariates_than_rows_are_said_so() -> None:
    frame = pandas.DataFrame({"x": [1.0], "y": [2.0]})
    with pytest.raises(InputError, match="got 3 for 1 row: Intercept, x, y"):
        covariates_of("x + y", frame)


def test_covariates_that_are_nearly_dependent_are_not_refused() -> None:
    """They differ by a millionth a row; by a billionth a fit loses their differences."""
    x = np.random.default_rng(0).normal(size=40)
    frame = pandas.DataFrame({"x": x, "y": x + 1e-6 * np.arange(40)})
    assert covariates_of("x + y", frame).names == ("Intercept", "x", "y")
    with pytest.raises(InputError, match="by more than rounding"):
        covariates_of("x + y", frame.assign(y=x + 1e-9 * np.arange(40)))
    with pytest.raises(InputError, match="3 columns of rank 2"):
        covariates_of("x + y", frame.assign(y=x + 1e-18))


def test_without_pandas_the_extra_is_named(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(InputError, match=r"pip install '.*\[regress\]'"):
        regress("y ~ x", {"y": [0, 1], "x": [1, 2]}, [["3/4", "1/4"], ["1/4", "3/4"]])


@pytest.mark.parametrize("column", ["x", "y"])
def test_numbers_whose_squares_overflow_are_refused(column) -> None:
    rows = [["3/4", "1/4"], ["1/4", "3/4"]]
    data = {
        "r": [0, 1] * 20,
        "x": [float(i % 7) for i in range(40)],
        "y": [1.0, 2.0, 4.0, 3.0] * 10,
    }
    data[column] = [1e300, *data[column][1:]]
    with pytest.raises(InputError, match=r"numbers of at most 1e\+75 in size"):
        regress("y ~ r + x", data, rows, randomized="r")


@pytest.mark.parametrize("right", ["I(x -)", "x *", "I(x", "x + )", "(x", "x **"])
def test_a_formula_that_is_none_is_refused_in_one_sentence(right) -> None:
    frame = pandas.DataFrame({"r": ["0", "1"] * 9, "x": range(18)})
    with pytest.raises(InputError, match="formula must be readable") as said:
        regress(f"r ~ {right}", frame, WARNER.tolist())
    assert "\n" not in str(said.value) and "unknown>" not in str(said.value)


@pytest.mark.parametrize("right", ["I(t/3)", "t.upper()", "I(t + x)", "log(t)"])
def test_what_cannot_be_computed_of_text_names_the_column_and_no_entry(right) -> None:
    texts = ["secret", "hidden"] * 9
    frame = pandas.DataFrame({"r": ["0", "1"] * 9, "t": texts, "x": range(18)})
    with pytest.raises(InputError, match="must fit the data, where text is in 't'") as said:
        regress(f"r ~ {right}", frame, WARNER.tolist())
    assert "secret" not in str(said.value) and "hidden" not in str(said.value)


@pytest.mark.filterwarnings("error")
def test_a_term_that_is_no_number_is_named_with_its_rows() -> None:
    frame = pandas.DataFrame({"r": ["0", "0", "1", "0"] * 40, "age": [20.0, 30, 40, 50] * 40})
    fit = regress("r ~ log(age)", frame, WARNER.tolist())
    wrong = pandas.concat([frame, pandas.DataFrame({"r": ["1", "0"], "age": [-1.0, 0]})])
    for asked in (
        lambda: regress("r ~ log(age)", wrong, WARNER.tolist()),
        lambda: fit.predict(wrong),
    ):
        with pytest.raises(InputError, match=r"finite numbers, got 2 rows where log.age. is none"):
            asked()
    with pytest.raises(InputError, match="no missing values"):
        fit.predict(pandas.DataFrame({"age": [None, 30.0]}))


def test_a_covariate_that_varies_little_for_its_size_is_refused() -> None:
    """At 1e7 standard deviations from zero no step rose, and the fit said that it had converged."""
    data = simulated(WARNER, [[-0.5, 0.8]], 300, seed=5).frame
    fit = regress("report ~ x", data, WARNER.tolist())
    far = regress("report ~ x", data.assign(x=data.x + 1e5), WARNER.tolist())
    assert far.params["x"] == pytest.approx(fit.params["x"], rel=1e-6)
    assert far.bse["x"] == pytest.approx(fit.bse["x"], rel=1e-5)
    with pytest.raises(InputError, match="varies little for its size, subtract its mean"):
        regress("report ~ x", data.assign(x=data.x + 1e7), WARNER.tolist())


@pytest.mark.parametrize("scale", [1e-20, 1 / 300, 1e20])
def test_weights_have_no_unit(scale: float) -> None:
    """Of weights below 1e-10 the score stood for zero, and coefficients were infinite."""
    data = simulated(WARNER, [[-0.5, 0.8]], 300, seed=5).frame.assign(w=[1.0, 2.0, 3.0] * 100)
    fit = regress("report ~ x", data, WARNER.tolist(), weights="w")
    scaled = regress("report ~ x", data.assign(w=data.w * scale), WARNER.tolist(), weights="w")
    assert scaled.params["x"] == pytest.approx(fit.params["x"], rel=1e-9)
    assert scaled.llf == pytest.approx(fit.llf, rel=1e-12)


def test_effects_are_averaged_over_the_rows_of_the_fit() -> None:
    """A row that was left out counts for nothing, and its missing covariate is no fault."""
    frame = pandas.DataFrame(
        {"r": ["0", "1", "1", "0", "1", "0", "0"] * 60, "x": [1.0, 2, 3, 4, 5, 6] * 70}
    )
    odd = pandas.concat([frame, pandas.DataFrame({"r": ["1", "NA"], "x": [None, 900.0]})])
    whole = regress("r ~ x", frame, WARNER.tolist()).effects()
    left = regress("r ~ x", odd, WARNER.tolist(), missing="drop").effects()
    assert left["effect"].tolist() == whole["effect"].tolist()


def test_an_unknown_category_is_refused_and_not_shown() -> None:
    frame = pandas.DataFrame({"r": ["0", "1", "1", "0"] * 40, "g": ["a", "b"] * 80})
    fit = regress("r ~ g", frame, WARNER.tolist())
    with pytest.raises(InputError, match="must have no categories but those of the fit") as said:
        fit.predict(pandas.DataFrame({"g": ["secret"]}))
    assert "secret" not in str(said.value)
    with pytest.raises(InputError, match="but those of the fit or of its formula") as said:
        regress("r ~ C(g, levels=['a'])", frame.replace("b", "secret"), WARNER.tolist())
    assert "secret" not in str(said.value)


def test_categories_of_no_row_have_no_coefficient() -> None:
    """Part of a frame keeps all categories: their columns of zeros were refused as dependent."""
    frame = pandas.DataFrame({"r": ["0", "1", "1", "0", "1", "1"] * 40, "g": list("abc") * 80})
    part = frame.assign(g=frame.g.astype("category"))[frame.g != "a"]
    fit = regress("r ~ g", part, WARNER.tolist())
    words = regress("r ~ g", frame[frame.g != "a"], WARNER.tolist())
    assert fit.params.equals(words.params)
    assert list(fit.params.index) == ["Intercept", "g[T.c]"]
    absent = frame.assign(g=frame.g.where(frame.g != "a").astype("category"))
    fit = regress("r ~ g", absent, WARNER.tolist(), missing="drop")
    assert fit.params.equals(words.params)


def test_whole_numbers_of_128_bits_are_numbers_like_others() -> None:
    """Arrow has none of them."""
    polars = pytest.importorskip("polars")
    rows = {"y": [0, 1, 1], "x": [3, 2**70, 5]}
    found = as_pandas(polars.DataFrame(rows, schema_overrides={"x": polars.Int128}))
    assert found.x.tolist() == [3.0, 2.0**70, 5.0] and found.y.tolist() == [0, 1, 1]


def test_the_baseline_of_categories_of_polars_does_not_depend_on_other_frames() -> None:
    polars = pytest.importorskip("polars")
    polars.Series(["z3", "z2", "z1"], dtype=polars.Categorical)
    rows = {"r": ["0", "1", "1", "0", "1", "1"] * 40, "g": ["z1", "z2", "z3"] * 80}
    frame = polars.DataFrame(rows, schema_overrides={"g": polars.Categorical})
    fit = regress("r ~ g", frame, WARNER.tolist())
    assert list(fit.params.index) == ["Intercept", "g[T.z2]", "g[T.z3]"]
    ordered = frame.with_columns(polars.col("g").cast(polars.Enum(["z2", "z1", "z3"])))
    fit = regress("r ~ g", ordered, WARNER.tolist())
    assert list(fit.params.index) == ["Intercept", "g[T.z1]", "g[T.z3]"]


def test_the_rows_of_a_file_are_those_of_its_frame(tmp_path):
    rows = {"answer": ["0", "1"] * 40 + ["NA"], "x": range(81), "town": list("abc") * 27}
    warner = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    frame = pandas.DataFrame(rows)
    frame.to_csv(tmp_path / "rows.csv", index=False)
    asked = {"design": warner, "missing": "drop"}
    read = regress("answer ~ x + C(town)", tmp_path / "rows.csv", **asked)
    given = regress("answer ~ x + C(town)", frame, **asked)
    assert read.params.to_dict() == given.params.to_dict()
    columns = {"design": {"answer": warner}, "columns": ["answer", "x"], "missing": "drop"}
    read = rr.correlations(data=str(tmp_path / "rows.csv"), **columns)
    assert read.params.to_dict() == rr.correlations(data=frame, **columns).params.to_dict()
    with pytest.raises(InputError, match="FILE must be"):
        regress("answer ~ x", tmp_path / "none.csv", warner)


@pytest.mark.parametrize(
    ("right", "columns", "said"),
    [
        ("0", {}, "formula must have an intercept or covariates, got '0'"),
        ("t", {"t": pandas.to_timedelta([1, 2, 3, 4], "D")}, "times are in 't': days since one"),
        ("t", {"t": pandas.date_range("2020", periods=4)}, "times are in 't': days since one"),
        ("t", {"t": [1j, 1.0, 2.0, 3.0]}, "column 't' must hold no complex numbers"),
    ],
)
def test_what_is_no_covariate_is_refused_in_words(right, columns, said):
    frame = pandas.DataFrame({"report": [0, 1, 0, 1], **columns})
    with pytest.raises(InputError, match=said):
        rr.regress(f"report ~ {right}", frame, WARNER.tolist())


def test_columns_of_one_name_are_refused():
    frame = pandas.DataFrame([[0, 1.0, 2.0]] * 4, columns=["report", "x", "x"])
    with pytest.raises(InputError, match="a different name for each column"):
        rr.regress("report ~ x", frame, WARNER.tolist())


def test_labels_of_a_file_are_its_texts_as_in_estimates(tmp_path) -> None:
    """Stratum 01 was one of the name 1; what a formula reads is a number where it has them."""
    lines = [f"{i % 2},0{1 + i % 2},{i % 7},00{i % 3 + 1}" for i in range(60)]
    path = tmp_path / "rows.csv"
    path.write_text("r,s,x,c\n" + "\n".join(lines) + "\n")
    sizes = {"strata": "s", "population": {"01": 300, "02": 300}}
    assert regress("r ~ x", path, WARNER.tolist(), **sizes).nobs == 60
    assert rr.estimate(WARNER.tolist(), path, "r", **sizes).nobs == 60
    fit = regress("r ~ c", path, WARNER.tolist(), clusters="c")
    assert list(fit.params.index) == ["Intercept", "c"] and fit.freedom == 2


def test_weights_of_a_file_may_be_fractions_beside_decimal_commas(tmp_path) -> None:
    """They were no numbers in regressions."""
    path = tmp_path / "rows.csv"
    weights = ["1/2", "1,5", "2"]
    path.write_text("r;w\n" + "".join(f"{i % 2};{weights[i % 3]}\n" for i in range(60)))
    fit = regress("r ~ 1", path, WARNER.tolist(), weights="w", link="linear")
    found = rr.estimate(WARNER.tolist(), path, "r", weights="w")
    assert fit.params["Intercept"] == pytest.approx(found.value[1])
