"""Where drawn surveys are asked for, and that intervals cover by them."""

from __future__ import annotations

import numpy as np
import pandas
import pytest
from scipy.stats import norm

import rropt as rr
from rropt import regress
from rropt.survey.regression import calibration as module
from rropt.survey.regression import starts
from rropt.survey.regression.calibration import (
    Calibration,
    calibrated_ends,
    cluster_effects,
    design_effects,
    log_odds_error,
    unevenness,
)
from rropt.survey.regression.drawn_surveys import (
    SomeSurveys,
    drawn_chances,
    plausible,
)
from rropt.survey.regression.restricted import profile_end, ratio_of
from tests.survey.regression.survey_data import THREE, WARNER, rows_of, simulated, top, wages

CARD = rr.Channel.from_rows(rows_of(WARNER), truths=["no", "yes"])

CASES = [
    (-2.5, 301, "calibrated"),
    (-2.5, 400, "calibrated"),
    (0.0, 301, "profile"),
    (-2.5, 20_000, "profile"),
    (-7.0, 20_000, "calibrated"),
]


@pytest.mark.everything
def test_many_direct_answers_have_the_quantile_of_chi_square():
    """Of 299 draws about fifteen are as large as 3.84: more than 27 once in 500."""
    frame = simulated(np.eye(2), [[-0.5, 0.8]], 2000, seed=1).frame
    fit = regress("report ~ x", frame, np.eye(2).tolist())
    assert not Calibration(fit.fitted).wanted and fit.interval_method == "profile"
    end = profile_end(fit.fitted, 1, 3.841459, 1.0)
    (chance,) = drawn_chances(fit.fitted, [{1: end}], np.ones(1), 0.05)
    assert 0.01 <= chance <= 0.09


@pytest.mark.everything
def test_few_reports_have_wider_intervals_and_say_so():
    survey = simulated(WARNER, [[-0.5, 1.0]], 120, seed=1)
    fit = regress("report ~ x", survey.frame, rows_of(WARNER))
    low, high = fit.interval("x")
    inner = fit.interval("x", method="profile")
    assert low < inner.low < inner.high < high
    assert tuple(fit.interval("x", method="calibrated")) == (low, high)
    assert fit.to_json()["interval_method"] == "calibrated"
    assert "calibrated by surveys that are drawn from the model" in " ".join(fit.notes)


@pytest.mark.parametrize(("intercept", "reports", "method"), CASES)
def test_information_decides_and_not_the_number_of_reports(intercept, reports, method):
    """A rare trait of 400 reports says less than a frequent one of 301."""
    survey = simulated(WARNER, [[intercept, 0.0]], reports, seed=3)
    fit = regress("report ~ x", survey.frame, rows_of(WARNER))
    assert fit.interval_method == method


def test_few_rows_for_many_coefficients_are_said_and_not_drawn():
    """Two coefficients have ten rows at least: nine are too few for intervals, five for tests."""
    frame = simulated(WARNER, [[0.0, 0.0]], 10, seed=1).frame
    methods = []
    for rows in (5, 9, 10):
        fit = regress("report ~ x", frame.head(rows), rows_of(WARNER))
        methods.append((fit.interval_method, "drawn" in fit.test("x").method))
        assert ("may be too narrow" in " ".join(fit.notes)) == (rows < 10)
    assert methods == [("profile", False), ("profile", True), ("calibrated", True)]


@pytest.mark.everything
def test_nobody_of_a_hundred_has_the_bound_of_three_in_n():
    """The chance of no report of the revealing kind is 1/20 at the end, 1 - 0.05^(1/n) of them."""
    table = rr.Channel.from_rows([["1", "1/5"], ["0", "4/5"]], ["0", "1"])
    fit = regress("report ~ 1", pandas.DataFrame({"report": [0] * 100}), table)
    low, high = fit.interval("Intercept")
    share = 0.8 / (1 + np.exp(-high))
    assert low == -np.inf and fit.interval_method == "calibrated"
    assert 0.02 < (1 - share) ** 100 < 0.09
    assert (1 - 0.8 / (1 + np.exp(-fit.interval("Intercept", method="profile").high))) ** 100 > 0.13


@pytest.mark.parametrize("how", [{"errors": "sandwich"}, {"weights": "w"}, {"clusters": "c"}])
@pytest.mark.parametrize(("intercept", "reports", "method"), CASES[1:4])
def test_information_decides_of_sandwich_errors_too(how, intercept, reports, method):
    frame = simulated(WARNER, [[intercept, 0.0]], reports, seed=3).frame
    frame["w"], frame["c"] = 1.0 + np.arange(reports) % 2, np.arange(reports) // 5
    fit = regress("report ~ x", frame, rows_of(WARNER), **how)
    assert fit.interval_method == ("calibrated" if method == "calibrated" else "wald")
    assert ("drawn" in fit.test("x").method) == (method == "calibrated")
    assert any("tell little" in note for note in fit.notes) == (method == "calibrated")


def test_pairs_of_people_who_tell_the_same_are_half_as_many():
    """By the formula of V, with c pairs: 4 c / (c - 1) of c squares for 2 c / (2 c - 1) of 2 c."""
    frame = simulated(WARNER, [[-0.5, 0.8]], 60, seed=5).frame
    twice = pandas.concat([frame, frame]).assign(pair=np.tile(np.arange(60), 2))
    fit = regress("report ~ x", twice, WARNER.tolist(), clusters="pair")
    each_and_both = [(0,), (1,), (0, 1)]
    assert cluster_effects(fit.fitted, each_and_both) == pytest.approx([119 / 59] * 3)
    shuffled = twice.assign(pair=np.random.default_rng(1).permutation(120) % 60)
    alone = regress("report ~ x", shuffled, WARNER.tolist(), clusters="pair")
    assert max(cluster_effects(alone.fitted, each_and_both)) < 1.5


def test_the_ratio_of_a_survey_with_weights_is_as_much_larger_as_kishs_effect():
    """Of weights that tell nothing of the reports it is their mean square over their mean."""
    frame = pandas.DataFrame({"report": [0, 1] * 300, "w": [1.0] * 300 + [3.0] * 300})
    weighted = regress("report ~ 1", frame, rr.Channel.identity(2), weights="w")
    assert design_effects(weighted.fitted, [(0,)]) == pytest.approx([1.25])
    (drawn,) = Calibration(weighted.fitted, "sandwich").quantiles([0], np.ones(1), 0.95)
    assert drawn / 3.841459 == pytest.approx(1.25, rel=0.12)


def test_clusters_of_reports_that_are_alike_have_no_effect_and_weights_have_theirs():
    """Scores of nobody vary, but for rounding: intervals began at -32, or ended in a traceback."""
    frame = pandas.DataFrame({"report": [0] * 60, "c": np.arange(60) // 5, "w": [1.0, 3.0] * 30})
    for how, effect in (({"clusters": "c"}, 1.0), ({"weights": "w", "clusters": "c"}, 1.25)):
        fit = regress("report ~ 1", frame, rows_of(WARNER), **how)
        assert design_effects(fit.fitted, [(0,)]) == pytest.approx([effect])
        low, high = fit.interval("Intercept")
        assert low == -np.inf and -3 < high < 0


@pytest.mark.parametrize(("rows", "method"), [(120, "calibrated"), (4000, "profile")])
def test_few_reports_about_a_predictor_are_calibrated(rows, method):
    fit = regress("wage ~ report + x", wages(rows, 5, 0.5), CARD, randomized="report")
    assert fit.interval_method == method


@pytest.mark.everything
def test_a_covariate_without_effect_beside_two_predictors_is_rejected_as_it_should_be():
    """In 40 to 60 rows chi-square rejects it in 0.15 to 0.33, its standard error in 0.36 to 0.63:
    of twelve surveys more than three by one in twenty are two in a thousand."""
    rejected, by_error = 0, 0
    for seed in range(12):
        random = np.random.default_rng(seed)
        held = random.random((2, 50)) < 0.4
        told = np.where(random.random((2, 50)) < 0.75, held, ~held).astype(int)
        y = held[0] + held[1] / 2 + random.normal(size=50)
        frame = {"y": y, "a": told[0], "b": told[1], "x": random.normal(size=50)}
        fit = regress("y ~ a + b + x", frame, CARD, randomized=["a", "b"])
        rejected += fit.test("x").p_value < 0.05
        by_error += fit.test("x", method="wald").p_value < 0.05
    assert rejected <= 3 < by_error


def test_intervals_that_are_asked_for_together_are_those_of_each() -> None:
    said = [1] * 2 + [0] * 18 + [0, 1] * 20
    frame = pandas.DataFrame({"report": said, "small": [1] * 20 + [0] * 40})
    together, alone = (regress("report ~ small", frame, np.eye(2).tolist()) for _ in range(2))
    each = [tuple(alone.interval(name)) for name in alone.names]
    assert together.all_limits("0.95") == pytest.approx(np.array(each), rel=1e-12)
    tests = [alone.test(name).p_value for name in alone.names]
    assert together.pvalues.tolist() == pytest.approx(tests, rel=1e-12)


def test_where_the_drawn_surveys_are_the_observed_one_an_end_is_what_they_are_drawn_from(
    monkeypatch,
):
    """Their quantile is the observed ratio at that value, by one start from a lower maximum than
    the fit's: were the fit's ratio compared with it, the value would be left out.
    """
    monkeypatch.setattr(starts, "PARTITIONS", 80)
    monkeypatch.setattr(module, "UNEVEN", 1.0)
    frame = simulated(THREE, [[-0.5, 1], [-1, 0.5]], 30, seed=2).frame
    fit = regress("report ~ x", frame, rows_of(THREE))
    likelihood = fit.fitted.likelihood
    (truth,) = plausible(fit.fitted, [{}])
    same = SomeSurveys(likelihood, np.tile(truth, (5, 1)), np.zeros(5, int))
    monkeypatch.setattr(module, "drawn_surveys", lambda *_: [same])
    assert top(likelihood, truth).evaluation.value < fit.llf - 1
    low, high = fit.interval(fit.names[0], "1/2", method="calibrated")
    assert low == -np.inf and high == pytest.approx(truth[0], abs=1e-4)


@pytest.mark.everything
def test_drawn_quantiles_of_a_predictor_are_near_those_of_chi_square():
    fit = regress("wage ~ report + x", wages(301, 6, 0.5), CARD, randomized="report")
    low, high = fit.interval("report[T.yes]", method="calibrated")
    inner = fit.interval("report[T.yes]", method="profile")
    (chance,) = drawn_chances(fit.fitted, [{1: inner.low}], np.ones(1), 0.05)
    assert 0.01 <= chance <= 0.2
    assert low <= inner.low < inner.high <= high


TOP = 1.959964
"""Of a normal variable: 0.95 is between it and its opposite."""


def ends_by_chances(monkeypatch, chances):
    """By the chance at a root of the ratio: where the end is in roots, and how many were asked."""
    fit = regress(
        "report ~ x", simulated(WARNER, [[-0.5, 0.8]], 500, seed=3).frame, WARNER.tolist()
    )
    away = (profile_end(fit.fitted, 1, TOP**2, 1.0) - fit.params["x"]) / TOP
    roots = []

    def drawn(_, asked, *__):
        roots.extend((fixed[1] - fit.params["x"]) / away for fixed in asked)
        return np.array([chances(root) for root in roots[-len(asked) :]])

    monkeypatch.setattr(module, "drawn_chances", drawn)
    (end,) = calibrated_ends(fit.fitted, [(1, 1.0)], np.ones(1), 0.95)
    return (end - fit.params["x"]) / away, len(roots)


@pytest.mark.parametrize("spread", [0.9, 1.2, 1.9, 2.1])
def test_an_end_moves_out_to_where_surveys_drawn_there_begin_to_reject(monkeypatch, spread):
    """Of a normal root with this spread; it is never moved inwards, nor further than two roots."""
    found, asked = ends_by_chances(monkeypatch, lambda root: 2 * norm.sf(root / spread))
    end = TOP * max(spread, 1) if spread < 2 else np.inf
    assert found == pytest.approx(end, abs=1e-4)
    # Once more where rounding leaves it a little short.
    assert asked <= 3


def test_an_end_is_between_what_is_accepted_and_what_is_rejected(monkeypatch):
    """Where the chance falls at once, and where steps are least; nowhere if it never falls."""
    for falls, reach in ((2.3, 1.04), (2.0, 1.04), (3.5, 1.6)):
        end, _ = ends_by_chances(monkeypatch, lambda root, at=falls: 0.2 if root < at else 0.001)
        assert TOP < end < TOP + reach
    nearly = ends_by_chances(monkeypatch, lambda root: 0.0505 if root < 2.1 else 0.02)
    assert TOP < nearly[0] < TOP + 0.25 and nearly[1] == 2
    assert ends_by_chances(monkeypatch, lambda root: 1.0) == (np.inf, 2)
    assert ends_by_chances(monkeypatch, lambda root: 0.0501) == (np.inf, 9)


def test_the_error_of_log_odds_is_that_of_the_delta_method():
    """Of a share p by n direct answers 1 / sqrt(n p (1 - p)), whatever the link."""
    frame = simulated(np.eye(2), [[-1.0, 0.0]], 200, seed=2).frame
    share = (frame["report"].astype(str) == "1").mean()
    for link in ("logit", "probit", "linear"):
        fit = regress("report ~ 1", frame, np.eye(2).tolist(), link=link)
        expected = 1 / np.sqrt(200 * share * (1 - share))
        assert log_odds_error(fit.fitted) == pytest.approx(expected, rel=1e-4)


def test_the_error_of_log_odds_of_very_many_rows_is_that_of_some():
    """Of a logit the mean over all rows of x' V x."""
    frame = simulated(WARNER, [[-0.5, 0.8]], 30_000, seed=2).frame
    fit = regress("report ~ x", frame, rows_of(WARNER)).fitted
    rows = np.column_stack([np.ones(30_000), frame["x"]])
    expected = np.sqrt(np.einsum("np,pq,nq->n", rows, fit.covariance("observed"), rows).mean())
    assert log_odds_error(fit) == pytest.approx(expected, rel=0.01)


def test_the_error_of_a_trait_beside_correlated_counts_is_that_of_differences():
    """The correlation of items is the same for everybody: its coefficient has no covariates."""
    random = np.random.default_rng(1)
    x, group = random.normal(size=800), np.arange(800) % 2
    others = random.binomial(4, random.beta(1.5, 1.5, 800))
    told = others + group * (random.random(800) < 0.4)
    frame = pandas.DataFrame({"report": told, "x": x, "group": group})
    counted = rr.ItemCount(4, counts="beta-binomial")
    fit = regress("report ~ x", frame, counted, design_column="group").fitted

    def log_odds(theta):
        likelihood = fit.likelihood
        shares = likelihood.link.probabilities(likelihood.eta(theta)).T
        return np.log(shares[:, 1:] / shares[:, :1])

    moves = 1e-6 * np.eye(len(fit.theta))
    slopes = [(log_odds(fit.theta + m) - log_odds(fit.theta - m)) / 2e-6 for m in moves]
    covariance = fit.covariance("observed")
    variances = np.einsum("pnb,pq,qnb->nb", slopes, covariance, slopes)
    expected = np.sqrt(variances.mean(axis=0).max())
    assert log_odds_error(fit) == pytest.approx(expected, rel=1e-4)


def test_few_reports_of_a_rare_kind_are_uneven_though_the_error_is_small():
    """Of 20 and 200 open answers two and a hundred say yes: Lyapunov's ratio by hand."""
    said = [1] * 2 + [0] * 18 + [0, 1] * 100
    frame = pandas.DataFrame({"report": said, "small": [1] * 20 + [0] * 200})
    fit = regress("report ~ small", frame, np.eye(2).tolist())
    squares = 1 / 2 + 1 / 18 + 4 / 200
    cubes = 1 / 2**2 + 1 / 18**2 + 2 / 100**2
    assert unevenness(fit.fitted) == pytest.approx(cubes / squares**1.5, rel=1e-6)
    assert log_odds_error(fit.fitted) < 0.5 and fit.interval_method == "calibrated"


TOO_FEW = "drawn surveys, of which too few tell a smaller one"


@pytest.mark.everything
def test_ends_at_levels_that_no_draws_tell_are_finite_and_farther_out():
    """Beyond 0.99 the ratio at an end grows as the squared normal quantile does."""
    survey = simulated(np.eye(2), [[-0.5, 2.5]], 90, seed=3)
    fit = regress("report ~ x", survey.frame, np.eye(2).tolist())
    assert unevenness(fit.fitted) > module.UNEVEN and fit.interval_method == "calibrated"
    before = fit.interval("x", "0.9")
    ratios = {}
    for level in ("0.95", "0.99", "0.995", "0.999", "0.9999", "0.999999"):
        low, high = fit.interval("x", level)
        assert np.isfinite([low, high]).all()
        assert low < before.low < before.high < high
        before = fit.interval("x", level)
        ratios[level] = ratio_of(fit.fitted, {1: high})
    # No p-value is below 1 in 300, and a table says why its interval leaves out zero all the same.
    assert fit.pvalues["x"] == pytest.approx(1 / 300) and fit.interval("x", "0.999").low > 0
    (said,) = [note for note in fit.notes_at("0.999") if note.startswith("x: ")]
    assert said.endswith("leaves out 0 though p = 0.0033 is of " + TOO_FEW)
    assert not any(TOO_FEW in note for note in fit.notes_at("0.99"))
    for level in ("0.995", "0.9999", "0.999999"):
        larger = (norm.isf((1 - float(level)) / 2) / norm.isf(0.005)) ** 2
        assert ratios[level] == pytest.approx(larger * ratios["0.99"], rel=1e-5)
