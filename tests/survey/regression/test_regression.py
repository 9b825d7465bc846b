"""A fit, with what a statistician asks of it."""

from __future__ import annotations

import numpy as np
import pandas
import pytest
from scipy.stats import chi2, f, norm, t

import rropt as rr
from rropt.exact import InputError
from rropt.survey.regression import calibration, regress
from rropt.survey.regression.calibration import Calibration, cluster_effects, design_effects
from rropt.survey.regression.restricted import ratio_of
from tests.survey.regression.survey_data import (
    THREE,
    WARNER,
    rows_of,
    simulated,
)


@pytest.mark.everything
@pytest.mark.parametrize("separated", ["y ~ x", "y ~ g"])
def test_separation_is_said_and_not_printed_as_a_huge_number(separated):
    frame = pandas.DataFrame(
        {"y": [0, 0, 0, 1, 1, 1, 0, 0], "x": [1, 2, 3, 5, 6, 7, 3, 4], "g": [0] * 6 + [1] * 2}
    )
    fit = regress(separated, frame, rr.Channel.identity(2))
    assert fit.on_boundary
    assert "separation" in fit.summary()
    name = separated[-1]
    assert fit.params[name] == (np.inf if name == "x" else -np.inf)
    assert np.isnan(fit.bse[name])
    low, high = fit.interval(name)
    assert (low, high)[name == "x"] == fit.params[name]
    assert fit.to_json()["coefficients"][name] is None
    if name == "g":  # the rows of g = 0 are half and half: their coefficient is finite
        assert fit.params["Intercept"] == pytest.approx(0, abs=1e-9)
        assert fit.bse["Intercept"] == pytest.approx(np.sqrt(4 / 6))


def test_an_error_that_rounding_takes_below_zero_is_zero():
    """Five people in two strata: of the first category nobody's outcome moves."""
    frame = pandas.DataFrame(
        {
            "age": [16.1, 37.7, 36.3, 34.8, 38.5],
            "rep": list("cbaca"),
            "stratum": [2, 1, 2, 1, 2],
            "g": list("uvvuu"),
        }
    )
    design = rr.optimal(rr.LocalDP(2), rr.AOptimal(["1/2", "1/3", "1/6"]), truths=list("abc"))
    fit = regress("age ~ rep + g", frame, design, randomized="rep", strata="stratum")
    low, high = fit.interval("Intercept", method="wald")
    assert (fit.bse["Intercept"], low, high) == pytest.approx((0, 38.5, 38.5), abs=1e-5)
    assert all(fit.bse[name] >= 0 for name in fit.names[:4])


def test_fewer_yes_than_the_table_gives_by_chance_is_a_boundary():
    fit = regress("y ~ 1", {"y": [0] * 80 + [1] * 20}, WARNER.tolist())
    assert fit.params["Intercept"] == -np.inf
    # at prevalence zero it is 0.75^80 0.25^20: twice its log falls by 3.8415 at the end
    low, high = fit.interval("Intercept", method="profile")
    share = 1 / (1 + np.exp(-high))
    there = 80 * np.log(0.75 - 0.5 * share) + 20 * np.log(0.25 + 0.5 * share)
    assert low == -np.inf
    assert 2 * (80 * np.log(0.75) + 20 * np.log(0.25) - there) == pytest.approx(
        3.841458821, abs=1e-4
    )


@pytest.fixture(scope="module")
def fit():
    return regress(
        "report ~ x", simulated(WARNER, [[-0.5, 0.8]], 400, seed=5).frame, WARNER.tolist()
    )


def test_criteria_from_the_likelihood(fit) -> None:
    assert fit.aic == pytest.approx(4 - 2 * fit.llf)
    assert fit.bic == pytest.approx(2 * np.log(400) - 2 * fit.llf)
    survey = simulated(WARNER, [[-0.5, 0.8]], 400, seed=5)
    theta = np.array(list(fit.params))
    assert fit.llf == pytest.approx(-survey.negative(theta))
    assert fit.converged and not fit.on_boundary


def test_wald_intervals_are_symmetric_and_of_their_level(fit) -> None:
    low, high = fit.interval("x", "0.9", "wald")
    assert (low + high) / 2 == pytest.approx(fit.params["x"])
    assert high - low == pytest.approx(2 * 1.6448536269514722 * fit.bse["x"])
    wide = fit.interval("x", "0.99", "wald")
    assert wide.low < low and high < wide.high


@pytest.mark.parametrize(
    "ask, words",
    [
        (lambda fit: fit.interval("z"), "name must be one of Intercept, x, got 'z'"),
        (lambda fit: fit.interval("x", "1"), "level must lie strictly between 0 and 1"),
        (
            lambda fit: fit.interval("x", method="exact"),
            "method must be profile, calibrated or wald",
        ),
        (lambda fit: fit.test("z"), "name must be one of"),
        (lambda fit: fit.test("x", method="exact"), "one of calibrated, lr, wald, score"),
        (lambda fit: fit.test([]), "names must be of coefficients, each once, got \\[\\]"),
        (lambda fit: fit.test(["x", "x"], [0, 1]), "each once, got \\['x', 'x'\\]"),
        (lambda fit: fit.test("x", [0, 1]), "value must be one, or one for each of 1 coeff"),
        (lambda fit: fit.test("x", float("nan")), "value must be finite, got nan"),
    ],
)
def test_refusals(fit, ask, words: str) -> None:
    with pytest.raises(InputError, match=words):
        ask(fit)


def test_a_hypothesis_may_be_stated_exactly(fit) -> None:
    assert fit.test("x", "1/5") == fit.test("x", 0.2)
    assert fit.test(["x", "Intercept"], ["1/5", 1]) == fit.test(["Intercept", "x"], [1, 0.2])


def test_a_covariate_stands_for_its_coefficients_of_all_categories() -> None:
    frame = simulated(THREE, [[-0.2, 0.5], [0.1, -0.4]], 600, seed=2).frame
    several = regress("report ~ x", frame, rows_of(THREE))
    both = [name for name in several.names if name.startswith("x[")]
    assert len(both) == 2
    joint = several.test("x")
    assert joint.p_value == pytest.approx(several.test(both).p_value)
    assert repr(several).startswith("Regression(report ~ x, n = 600, loglik ")


@pytest.mark.everything
def test_few_reports_are_tested_as_their_intervals_are_found() -> None:
    """Chi-square finds a slope that has no effect in 50 reports; it is as large once in twelve."""
    frame = simulated(WARNER, [[-0.5, 0.0]], 50, seed=47).frame
    few = regress("report ~ x", frame, WARNER.tolist())
    found, chi_square = few.test("x"), few.test("x", method="lr")
    assert found.method == "likelihood ratio, 999 drawn surveys"
    assert found.statistic == chi_square.statistic
    assert chi_square.p_value < 0.05 < found.p_value == few.pvalues["x"]
    assert 0 in few.interval("x")


@pytest.mark.everything
@pytest.mark.parametrize("seed", range(4))
def test_a_test_and_an_interval_by_one_law_answer_alike(seed: int) -> None:
    """At both ends of the interval of another level the p-value crosses its risk."""
    fit = regress(
        "report ~ x", simulated(WARNER, [[-0.5, 0.8]], 150, seed=seed).frame, WARNER.tolist()
    )
    low, high = fit.interval("x", "0.8", method="calibrated")
    for end, inwards in ((low, 1), (high, -1)):
        if np.isfinite(end):
            inside = fit.test("x", end + 1e-3 * inwards, method="calibrated")
            outside = fit.test("x", end - 1e-3 * inwards, method="calibrated")
            assert outside.p_value < 0.2 < inside.p_value


def test_a_p_value_that_disagrees_with_its_interval_is_told() -> None:
    """The profile interval leaves out zero, and 0.31 is less than 1.96 standard errors of 0.161."""
    frame = simulated(WARNER, [[-0.5, 0.25]], 800, seed=17).frame
    disagreeing = regress("report ~ x", frame, WARNER.tolist())
    assert 0 not in disagreeing.interval("x") and disagreeing.pvalues["x"] > 0.05
    told = (
        "x: the interval leaves out 0 though p = 0.054 is of the standard error alone; of the "
        f"likelihood, as the interval, it is {disagreeing.test('x').p_value:.2g}"
    )
    assert told in disagreeing.summary().splitlines() and told in disagreeing._repr_html_()
    assert "though" not in disagreeing.summary("0.99")
    assert "though" not in disagreeing.summary("0.9")


def test_many_reports_are_tested_by_chi_square(fit) -> None:
    assert fit.test("x") == fit.test("x", method="lr")


@pytest.mark.everything
@pytest.mark.parametrize(("rows", "several"), [(50, True), (1000, False)])
def test_another_maximum_that_is_nearly_as_high_is_said(rows: int, several: bool) -> None:
    frame = simulated(THREE, [[-0.3, 0.6], [-0.5, -0.4]], rows, seed=24).frame
    fit = regress("report ~ x", frame, rows_of(THREE))
    assert any(fit.llf - 1.92 < value for value, _ in fit.fitted.lower) == several
    assert any("another maximum" in note for note in fit.notes) == several


def test_weights_are_tested_by_the_sandwich() -> None:
    frame = simulated(WARNER, [[-0.5, 0.8]], 600, seed=5).frame.assign(w=[1.0, 2.0] * 300)
    weighted = regress("report ~ x", frame, WARNER.tolist(), weights="w")
    assert weighted.test("x") == weighted.test("x", method="wald")
    assert weighted.pvalues["x"] == pytest.approx(weighted.test("x").p_value)


def test_intervals_of_sandwich_errors_are_walds_where_reports_tell_much() -> None:
    frame = simulated(WARNER, [[-0.5, 0.8]], 600, seed=5).frame.assign(w=[1.0, 2.0] * 300)
    robust = regress("report ~ x", frame, WARNER.tolist(), weights="w")
    assert robust.interval_method == "wald"
    low, high = robust.interval("x", method="profile")
    assert robust.test("x", low, method="lr").p_value == pytest.approx(0.05, abs=1e-6)
    assert robust.test("x", high, method="lr").p_value == pytest.approx(0.05, abs=1e-6)
    assert "design effect" in robust.test("x", low, method="lr").method


SAMPLED = [{"errors": "sandwich"}, {"weights": "w"}, {"clusters": "c"}]


@pytest.mark.parametrize("how", SAMPLED)
def test_an_infinite_coefficient_has_an_interval_of_its_likelihood(how) -> None:
    """Forty-eight of 60 reports are yes, of which the table has 45 at most."""
    frame = pandas.DataFrame({"report": [0] * 12 + [1] * 48})
    frame["w"] = [1.0, 2.0, 3.0] * 20
    frame["c"] = np.arange(60) % 15
    fit = regress("report ~ 1", frame, WARNER.tolist(), **how)
    assert fit.params["Intercept"] == np.inf and np.isnan(fit.bse["Intercept"])
    low, high = fit.interval("Intercept", method="profile")
    assert high == np.inf and np.isfinite(low)
    assert fit.test("Intercept", low, method="lr").p_value == pytest.approx(0.05, abs=1e-6)
    assert np.isnan(fit.test("Intercept", method="wald").p_value)
    # By hand: twice what the likelihood falls by, of records that count as they are weighted.
    counted = frame["w"] / 2 if "weights" in how else pandas.Series(np.ones(60))
    yes = counted[frame["report"] == 1].sum()

    def ratio(value: float) -> float:
        chance = 1 / 4 + 1 / 2 / (1 + np.exp(-value))
        alone = [yes * np.log(each) + (60 - yes) * np.log(1 - each) for each in (3 / 4, chance)]
        return 2 * float(alone[0] - alone[1])

    (effect,) = design_effects(fit.fitted, [(0,)])
    assert ratio(low) == pytest.approx(effect * t.ppf(0.975, fit.freedom) ** 2, rel=1e-5)
    drawn = fit.interval("Intercept")
    assert drawn.high == np.inf and drawn.method == fit.interval_method == "calibrated"
    assert fit.test("Intercept", drawn.low).p_value == pytest.approx(0.05, abs=0.03)
    assert fit.pvalues["Intercept"] == fit.test("Intercept").p_value


def test_the_chance_of_clustered_rows_is_that_of_a_smaller_ratio(monkeypatch) -> None:
    """Pairs that tell the same: of a ratio over its effect, then of Student's t by a chance."""
    frame = pandas.DataFrame({"report": [0, 0] * 12 + [1, 1] * 18, "c": np.arange(60) // 2})
    paired = regress("report ~ 1", frame, WARNER.tolist(), clusters="c")
    (effect,) = cluster_effects(paired.fitted, [(0,)])
    assert effect == pytest.approx(2 * 59 / 58)
    found = paired.test("Intercept", method="calibrated")
    expected = ratio_of(paired.fitted, {0: 0.0}) / effect
    assert found.statistic == pytest.approx(expected) and found.method.endswith(", F")
    assert found.p_value >= 2 * t.sf(np.sqrt(expected), 29) - 1e-9
    monkeypatch.setattr(calibration, "drawn_chances", lambda *_: np.array([0.02]))
    monkeypatch.setattr(Calibration, "_uneven", True)
    again = regress("report ~ 1", frame, WARNER.tolist(), clusters="c")
    far = again.test("Intercept", -5.0, method="calibrated")
    assert far.p_value == pytest.approx(2 * t.sf(norm.isf(0.01), 29), rel=1e-6)


@pytest.mark.parametrize("how", SAMPLED)
def test_infinite_coefficients_are_tested_together_by_their_likelihood(how) -> None:
    """Of two groups of 30 reports the second has more of yes than the table can give."""
    frame = pandas.DataFrame({"report": [0, 1] * 15 + [0] * 4 + [1] * 26})
    frame["g"] = [0] * 30 + [1] * 30
    frame["w"] = [1.0, 2.0, 3.0] * 20
    frame["c"] = np.arange(60) % 15
    fit = regress("report ~ g", frame, WARNER.tolist(), **how)
    assert fit.params["g"] == np.inf and np.isfinite(fit.params["Intercept"])
    assert np.isnan(fit.test(["Intercept", "g"], method="wald").p_value)
    # By hand: both are zero where all reports are as likely.
    counted = frame["w"] / 2 if "weights" in how else pandas.Series(np.ones(60))
    ratio = 0.0
    for group in (0, 1):
        own = frame["g"] == group
        told = [counted[own & (frame["report"] == report)].sum() for report in (0, 1)]
        best = min(told[1] / sum(told), 3 / 4)
        ratio += 2 * (told[0] * np.log(2 * (1 - best)) + told[1] * np.log(2 * best))
    (effect,) = design_effects(fit.fitted, [(0, 1)])
    found = fit.test(["Intercept", "g"], method="lr")
    assert found.statistic == pytest.approx(ratio / effect, rel=1e-5)
    if np.isinf(fit.freedom):
        assert found.p_value == pytest.approx(chi2.sf(ratio / effect, 2), rel=1e-4)
    else:  # Hotelling's, of 14 degrees of freedom
        assert found.p_value == pytest.approx(f.sf(ratio / effect * 13 / 28, 2, 13), rel=1e-4)
    drawn = fit.test(["Intercept", "g"])
    (of_clusters,) = cluster_effects(fit.fitted, [(0, 1)])
    assert "drawn surveys" in drawn.method
    assert drawn.statistic == pytest.approx(ratio / of_clusters, rel=1e-5)


def test_clusters_that_are_alike_tell_nothing_of_several_coefficients() -> None:
    """All have the same sums but those of one group: the joint test ended in a traceback."""
    frame = pandas.DataFrame({"report": [0, 1] * 30, "g": [0] * 30 + [1] * 30})
    frame["c"] = np.arange(60) % 15
    tied = regress("report ~ g", frame, WARNER.tolist(), clusters="c")
    assert np.isnan(tied.test(["Intercept", "g"], method="wald").p_value)
    one = regress("report ~ g", frame.assign(c=np.arange(60) // 2 % 15), WARNER.tolist(),
                  clusters="c")  # fmt: skip
    assert np.isnan(one.test(["Intercept", "g"], method="wald").p_value)
    apart = regress("report ~ g", frame.assign(c=np.arange(60) % 14), WARNER.tolist(), clusters="c")
    assert 0 < apart.test(["Intercept", "g"], 1).p_value < 1


def test_a_coefficient_that_is_not_identified_has_the_end_that_is_known() -> None:
    labels = (["no", "yes"], ["a", "b", "c"])
    table = rr.Channel.from_rows([["3/4", "1/4", "1/4"], ["1/4", "3/4", "3/4"]], *labels)
    frame = pandas.DataFrame({"report": ["no", "yes", "no", "yes", "no"] * 20})
    fit = regress("report ~ 1", frame, table, errors="sandwich")
    assert np.isnan(fit.params).all() and np.isnan(fit.pvalues).all()
    # Of b and c together the odds are known, and either may have all of them.
    both = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], labels[0], ["a", "b or c"])
    together = regress("report ~ 1", frame, both).interval("Intercept", method="profile")
    for low, high in fit.conf_int().to_numpy():
        assert low == -np.inf and high > together.high - 1e-4
    exact = regress("report ~ 1", frame, table).interval("Intercept[b]", method="profile")
    assert exact.low == -np.inf and exact.high == pytest.approx(together.high, abs=1e-4)


def test_results_are_those_that_users_of_statsmodels_know():
    """Names, labels and numbers of an ordinary logit, for direct answers."""
    statsmodels = pytest.importorskip("statsmodels.formula.api")
    frame = simulated(np.eye(2), [[-0.5, 0.6]], 500, seed=2).frame
    fit = regress("truth ~ x", frame, np.eye(2).tolist())
    other = statsmodels.logit("truth ~ x", frame).fit(disp=0, tol=1e-14)
    for mine, theirs in ((fit.params, other.params), (fit.bse, other.bse)):
        assert list(mine.index) == list(theirs.index)
        assert mine.to_numpy() == pytest.approx(theirs.to_numpy(), rel=1e-7)
    assert fit.pvalues.to_numpy() == pytest.approx(other.pvalues.to_numpy(), rel=1e-6)
    assert fit.cov_params().to_numpy() == pytest.approx(other.cov_params().to_numpy(), rel=1e-6)
    assert (fit.llf, fit.nobs) == (pytest.approx(other.llf), other.nobs)
    wald = fit.conf_int("0.9", method="wald")
    assert wald.to_numpy() == pytest.approx(other.conf_int(0.1).to_numpy(), rel=1e-6)
    assert tuple(fit.conf_int().loc["x", ["lower", "upper"]]) == tuple(fit.interval("x"))
