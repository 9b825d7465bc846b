"""`regress` against other libraries, other optimisers, and simulations with known coefficients."""

import numpy as np
import pandas
import pytest
from scipy.optimize import minimize
from scipy.special import betainc

import rropt as rr
from rropt.exact import InputError
from rropt.survey.regression import regress, starts
from tests.survey.regression.survey_data import (
    FORCED,
    FOUR,
    REVEALING,
    THREE,
    UNEVEN,
    WARNER,
    rows_of,
    simulated,
)

KINDS = {
    "warner": (WARNER, [[-1, 0.5]], 800, "report ~ x"),
    "warner, factor": (WARNER, [[-1, 0.5, 0.7]], 900, "report ~ x + z"),
    "forced": (FORCED, [[-2, 0.8]], 600, "report ~ x"),
    "revealing": (REVEALING, [[-1, 1]], 900, "report ~ x"),
    "identity": (np.eye(2), [[0.3, -0.6]], 300, "report ~ x"),
    "three": (THREE, [[-0.5, 1], [-1, 0.5]], 1500, "report ~ x"),
    "three, factor": (THREE, [[-0.5, 1, 0.2], [-1, 0.5, -0.4]], 2000, "report ~ x + z"),
    "uneven": (UNEVEN, [[0.5, -1], [0.2, 0.3]], 1200, "report ~ x"),
    "four": (FOUR, [[-0.5, 0.25], [-1, 0.5], [-1.5, 0.75]], 4000, "report ~ x"),
    "rare": (FORCED, [[-3, 0.5]], 2500, "report ~ x"),
    "steep": (WARNER, [[0, 3]], 1500, "report ~ x"),
    "constant": (WARNER, [[-0.7]], 500, "report ~ 1"),
}


@pytest.mark.everything
@pytest.mark.parametrize("kind", KINDS)
def test_fits_are_those_of_two_independent_optimisers(kind):
    table, theta, rows, formula = KINDS[kind]
    survey = simulated(table, theta, rows, seed=sum(map(ord, kind)))
    fit = regress(formula, survey.frame, rows_of(table))
    assert fit.converged
    assert np.abs(fit.fitted.maximum.evaluation.gradient).max() < 1e-8
    start = np.zeros(len(fit.names))
    for method, options in (("BFGS", {"gtol": 1e-7}), ("trust-constr", {"gtol": 1e-7})):
        other = minimize(survey.negative, start, jac=survey.slope, method=method, options=options)
        assert fit.llf >= -other.fun - 1e-9
        assert fit.llf == pytest.approx(-other.fun, abs=1e-6)
        assert list(fit.params) == pytest.approx(other.x, abs=1e-6)
    assert survey.negative(fit.fitted.theta) == pytest.approx(-fit.llf, abs=1e-9)


@pytest.mark.everything
@pytest.mark.parametrize("kind", KINDS)
def test_errors_are_those_of_a_numerical_hessian(kind):
    table, theta, rows, formula = KINDS[kind]
    survey = simulated(table, theta, rows, seed=8)
    fit = regress(formula, survey.frame, rows_of(table))
    inverse = np.linalg.inv(_numerical_hessian(survey.slope, fit.fitted.theta))
    assert list(fit.bse) == pytest.approx(np.sqrt(np.diag(inverse)), rel=1e-5)
    scores = survey.scores(fit.fitted.theta)
    middle = len(scores) * np.cov(scores.T)
    robust = np.sqrt(np.diag(inverse @ np.atleast_2d(middle) @ inverse))
    sandwich = np.sqrt(np.diag(fit.fitted.covariance("sandwich")))
    assert sandwich == pytest.approx(robust, rel=1e-4)


def _numerical_hessian(slope, place, step=1e-3):
    """Central differences of the gradient, extrapolated once."""

    def plain(h):
        return np.array([(slope(place + m) - slope(place - m)) / (2 * h) for m in h * np.eye(size)])

    size = len(place)
    return (4 * plain(step) - plain(2 * step)) / 3


def test_with_the_identity_table_it_is_an_ordinary_logit():
    statsmodels = pytest.importorskip("statsmodels.formula.api")
    frame = simulated(np.eye(2), [[-0.5, 0.6, 0.3]], 700, seed=2).frame
    fit = regress("truth ~ x + C(z)", frame, rr.Channel.identity(2))
    sampled = np.sqrt(700 / 699)
    for covariance, errors, factor in (("nonrobust", "observed", 1), ("HC0", "sandwich", sampled)):
        other = statsmodels.logit("truth ~ x + C(z)", frame).fit(
            disp=0, tol=1e-14, cov_type=covariance
        )
        assert fit.llf == pytest.approx(other.llf, abs=1e-10)
        for name, value in fit.params.items():
            assert value == pytest.approx(other.params[name], abs=1e-10)
        found = np.sqrt(np.diag(fit.fitted.covariance(errors)))
        assert found == pytest.approx(factor * other.bse[list(fit.names)].to_numpy(), rel=1e-8)
    assert fit.aic == pytest.approx(other.aic)
    assert fit.bic == pytest.approx(other.bic)


@pytest.mark.everything
def test_with_the_identity_table_it_is_an_ordinary_probit_and_multinomial_logit():
    statsmodels = pytest.importorskip("statsmodels.formula.api")
    frame = simulated(np.eye(2), [[-0.5, 0.6]], 500, seed=4).frame
    fit = regress("truth ~ x", frame, rr.Channel.identity(2), link="probit")
    other = statsmodels.probit("truth ~ x", frame).fit(disp=0, tol=1e-14)
    assert list(fit.params) == pytest.approx(list(other.params), abs=1e-9)
    frame = simulated(np.eye(3), [[-0.5, 1], [-1, 0.5]], 800, seed=5).frame
    fit = regress("truth ~ x", frame, rr.Channel.identity(3))
    other = statsmodels.mnlogit("truth ~ x", frame).fit(disp=0, tol=1e-14)
    assert list(fit.params) == pytest.approx(other.params.T.to_numpy().ravel(), abs=1e-9)
    assert list(fit.bse) == pytest.approx(other.bse.T.to_numpy().ravel(), rel=1e-7)


def test_the_linear_link_finds_a_linear_probability():
    random = np.random.default_rng(6)
    x = random.random(20000)
    truth = random.random(20000) < 0.2 + 0.5 * x
    report = np.where(random.random(20000) < 0.8, truth, ~truth).astype(int)
    fit = regress(
        "report ~ x", {"report": report, "x": x}, [["4/5", "1/5"], ["1/5", "4/5"]], link="linear"
    )
    for name, value in (("Intercept", 0.2), ("x", 0.5)):
        assert abs(fit.params[name] - value) < 4 * fit.bse[name]


def test_a_line_without_a_maximum_is_refused():
    data = {"report": [0] * 100, "x": np.linspace(0, 1, 100)}
    with pytest.raises(rr.InputError, match="link must be logit or probit for these reports"):
        regress("report ~ x", data, [["4/5", "1/5"], ["1/5", "4/5"]], link="linear")


def test_a_line_may_have_no_cheaters():
    """Of twice 50 reports 28 and 20 are 0, by 3/4 and 1/4 and by their reverse.

    Cheaters add to the sum of both shares, here below 1: without any, 58 and 42 of 100 tell 0.34.
    """
    reports = [0] * 28 + [1] * 22 + [0] * 20 + [1] * 30
    data = {"report": reports, "version": ["a"] * 50 + ["b"] * 50}
    tables = {"a": [["3/4", "1/4"], ["1/4", "3/4"]], "b": [["1/4", "3/4"], ["3/4", "1/4"]]}
    told = {"design_column": "version", "noncompliance": "0"}
    fit = regress("report ~ 1", data, tables, link="linear", **told)
    assert list(fit.params) == [pytest.approx(0.34, abs=1e-9), -np.inf]
    assert fit.llf == pytest.approx(58 * np.log(0.58) + 42 * np.log(0.42), abs=1e-4)


@pytest.mark.parametrize("group", [0, 1])
def test_item_counts_of_one_group_are_refused(group):
    data = {"count": [0, 1, 2, 1] * 10, "list": [group] * 40}
    with pytest.raises(rr.InputError, match="must hold both groups of item counts, got one"):
        regress("count ~ 1", data, rr.ItemCount(3), design_column="list")


def test_a_frequency_weight_is_a_repeated_row():
    survey = simulated(WARNER, [[-1, 0.5]], 200, seed=7)
    frame = survey.frame.assign(w=np.arange(200) % 3 + 1)
    repeated = frame.loc[frame.index.repeat(frame["w"])]
    weighted = regress("report ~ x", frame, WARNER.tolist(), weights="w")
    plain = regress("report ~ x", repeated, WARNER.tolist())
    assert list(weighted.params) == pytest.approx(list(plain.params), abs=1e-9)
    assert weighted.errors == "sandwich"
    clustered = regress(
        "report ~ x", repeated.assign(unit=repeated.index), WARNER.tolist(), clusters="unit"
    )
    assert list(weighted.bse) == pytest.approx(list(clustered.bse))


def test_several_tables_in_one_survey():
    """Rows of two tables, each by its own; the likelihood is the sum of both."""
    first = simulated(THREE, [[-0.5, 1], [-1, 0.5]], 1500, seed=11)
    second = simulated(UNEVEN, [[-0.5, 1], [-1, 0.5]], 1500, seed=12)
    frame = pandas.concat([first.frame.assign(form="A"), second.frame.assign(form="B")])
    designs = {"A": THREE.tolist(), "B": UNEVEN.tolist()}
    fit = regress("report ~ x", frame, designs, design_column="form")
    theta = fit.fitted.theta
    assert fit.llf == pytest.approx(-first.negative(theta) - second.negative(theta))
    for name, value in zip(fit.names, [-0.5, 1, -1, 0.5], strict=True):
        assert abs(fit.params[name] - value) < 4 * fit.bse[name]


def test_a_share_of_safe_answers_is_found_by_two_tables():
    random = np.random.default_rng(13)
    rows = 20000
    x = random.normal(size=rows)
    truth = (random.random(rows) < 1 / (1 + np.exp(1 - x))).astype(int)
    form = random.integers(0, 2, rows)
    tables = [WARNER, WARNER[::-1]]
    chance = np.where(form == 0, WARNER[1][truth], WARNER[0][truth])
    report = (random.random(rows) < chance).astype(int)
    report[random.random(rows) < 0.2] = 0
    frame = pandas.DataFrame({"report": report, "x": x, "form": form})
    designs = {0: tables[0].tolist(), 1: tables[1].tolist()}
    fit = regress("report ~ x", frame, designs, design_column="form", noncompliance="0")
    truths = {"Intercept": -1, "x": 1, "lying: Intercept": np.log(0.2 / 0.8)}
    for name, value in truths.items():
        assert abs(fit.params[name] - value) < 4 * fit.bse[name]
    ignoring = regress("report ~ x", frame, designs, design_column="form")
    assert abs(ignoring.params["x"] - 1) > 4 * ignoring.bse["x"]


@pytest.mark.everything
def test_intervals_cover_as_they_promise():
    """200 surveys of 400 rows: a 95% interval misses 10 times, and 21 or more once in 1,500."""
    missed = 0
    for seed in range(200):
        survey = simulated(WARNER, [[-0.5, 0.8]], 400, seed=1000 + seed)
        fit = regress("report ~ x", survey.frame, WARNER.tolist())
        low, high = fit.interval("x")
        missed += not low <= 0.8 <= high
    assert 2 <= missed <= 20


@pytest.mark.everything
def test_the_highest_of_several_maxima_is_found():
    """Three surveys of 200 whose maximum random starts found, by another gradient and optimiser."""
    random = np.random.default_rng(1)
    for seed in (2005, 2007, 2045):
        survey = simulated(THREE, [[-0.5, 1], [-1, 0.5]], 200, seed)
        fit = regress("report ~ x", survey.frame, rows_of(THREE))
        starts = [2 * random.normal(size=4) for _ in range(12)]
        found = [minimize(survey.negative, s, jac=survey.slope, method="BFGS") for s in starts]
        assert fit.llf >= max(-each.fun for each in found) - 1e-6


@pytest.mark.long
@pytest.mark.parametrize("rows", [200, 2000, 20000])
@pytest.mark.parametrize("kind", ["warner", "forced", "three", "four"])
def test_intervals_cover_for_small_and_large_surveys(kind, rows):
    """100 surveys: 95% intervals of a slope miss 5 times, and 13 or more once in 900."""
    table, theta, _, formula = KINDS[kind]
    missed = 0
    for seed in range(100):
        survey = simulated(table, theta, rows, seed=2000 + seed)
        fit = regress(formula, survey.frame, rows_of(table))
        low, high = fit.interval(fit.names[1])
        missed += not low <= theta[0][1] <= high
    assert missed <= 12


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"formula": "report"}, "formula must look like"),
        ({"formula": "report ~ nothing"}, "columns of the data, got nothing"),
        ({"formula": "report ~ x + x2"}, "independent"),
        ({"formula": "other ~ x"}, "column must be one of"),
        ({"link": "cauchit"}, "link must be one of"),
        ({"errors": "robust"}, "errors must be one of"),
        ({"weights": "w", "errors": "observed"}, "errors must be sandwich"),
        ({"missing": "keep"}, "missing must be one of refuse, drop"),
        ({"prevalence": "x"}, "randomized must be given with family or prevalence"),
        ({"family": "binary"}, "randomized must be given with family or prevalence"),
        ({"randomized": "report", "liars": "1"}, "noncompliance must be given with liars"),
        ({"design": 3}, "design must be a Design"),
        ({"design": {"A": WARNER.tolist()}}, "design_column"),
        ({"design_column": "x"}, "dictionary"),
        ({"noncompliance": "maybe"}, "noncompliance must be one of 0, 1"),
        ({"data": 5}, "data must be a data frame"),
        ({"design": np.eye(41).tolist()}, "at most 40 truths for a regression, got 41"),
    ],
)
def test_bad_input_is_refused_in_one_line(changes, message):
    frame = simulated(WARNER, [[-1, 0.5]], 50, seed=1).frame
    frame = frame.assign(w=1.0, x2=2 * frame["x"])
    arguments = {"formula": "report ~ x", "data": frame, "design": WARNER.tolist(), **changes}
    with pytest.raises(InputError, match=message) as caught:
        fit = regress(**arguments)
        assert len(fit.bse)
    assert "\n" not in str(caught.value)


def test_many_truths_are_fitted_and_say_what_their_intervals_rest_on():
    """Drawn surveys of 22 coefficients would take minutes."""
    random = np.random.default_rng(2)
    table = 0.5 * np.eye(12) + 0.5 / 12
    truth = random.integers(0, 12, 400)
    report = np.array([random.choice(12, p=table[:, j]) for j in truth])
    frame = pandas.DataFrame({"report": report, "x": random.normal(size=400)})
    fit = regress("report ~ x", frame, rows_of(table))
    assert fit.converged and fit.interval_method == "profile"
    assert any("so many coefficients" in note for note in fit.notes)


def lie_detector(rows: int, seed: int) -> pandas.DataFrame:
    """Carriers with log-odds -0.5 + x, who lie with log-odds -1 + z; others answer by Mangat's."""
    random = np.random.default_rng(seed)
    x, z = random.normal(size=rows), random.integers(0, 2, rows)
    carrier = random.random(rows) < 1 / (1 + np.exp(0.5 - x))
    lies = carrier & (random.random(rows) < 1 / (1 + np.exp(1.0 - z)))
    form = random.integers(0, 2, rows)
    says_yes = random.random(rows) < np.where(form == 0, 0.2, 0.8)
    report = np.where(carrier, ~lies, says_yes)
    return pandas.DataFrame({"report": report.astype(int), "x": x, "z": z, "form": form})


MANGAT = {0: [["4/5", "0"], ["1/5", "1"]], 1: [["1/5", "0"], ["4/5", "1"]]}


@pytest.mark.everything
def test_a_lie_detector_with_covariates_of_the_trait_and_of_lying():
    frame = lie_detector(30000, 21)
    fit = regress(
        "report ~ x", frame, MANGAT, design_column="form", noncompliance="0", liars="1", lying="z"
    )
    truths = {"Intercept": -0.5, "x": 1.0, "lying: Intercept": -1.0, "lying: z": 1.0}
    for name, value in truths.items():
        assert abs(fit.params[name] - value) < 4 * fit.bse[name]
    constant = regress(
        "report ~ x", frame, MANGAT, design_column="form", noncompliance="0", liars="1"
    )
    assert constant.names == ("Intercept", "x", "lying: Intercept")
    ratio = 2 * (fit.llf - constant.llf)
    assert fit.test("lying: z").statistic == pytest.approx(ratio, abs=1e-6)


def test_a_lie_detector_without_covariates_solves_two_equations():
    """Reports of two forms determine pi and t: pi t + (1 - pi) p is the share of yes in each."""
    frame = lie_detector(5000, 22)
    fit = regress("report ~ 1", frame, MANGAT, design_column="form", noncompliance="0", liars="1")
    first, second = frame.groupby("form")["report"].mean()
    others = (second - first) / (0.8 - 0.2)
    honest = (first - 0.2 * others) / (1 - others)
    assert 1 / (1 + np.exp(-fit.params["Intercept"])) == pytest.approx(1 - others)
    assert 1 / (1 + np.exp(fit.params["lying: Intercept"])) == pytest.approx(honest)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"liars": "1"}, "noncompliance must be given with liars or lying"),
        ({"lying": "x"}, "noncompliance must be given with liars or lying"),
        ({"noncompliance": "0", "liars": "2"}, "liars must be of 0, 1, got '2'"),
        ({"noncompliance": "0", "lying": "nothing"}, "column"),
    ],
)
def test_a_lie_detector_that_is_not_one_is_refused(options, message):
    with pytest.raises(InputError, match=message):
        regress("report ~ x", lie_detector(50, 1), MANGAT, design_column="form", **options)


ROWS = [["3/4", "1/4"], ["1/4", "3/4"]]


def drawn_records(people, seed):
    """Reports with a covariate, weights, strata, and clusters within them."""
    random = np.random.default_rng(seed)
    places = np.arange(people)
    return pandas.DataFrame(
        {
            "report": random.integers(0, 2, people),
            "z": random.integers(0, 2, people),
            "x": random.normal(size=people),
            "weight": random.integers(1, 5, people),
            "stratum": [f"s{place}" for place in places % 2],
            "cluster": [f"c{place}" for place in places % 16],
        }
    )


CLUSTERED = rr.Channel.from_rows([["9/10", "1/10"], ["1/10", "9/10"]])


def drawn_clusters(seed):
    """12 clusters of 50, shares 0.35 where x is 0 and 0.6 where it is 1 in the mean of clusters."""
    random = np.random.default_rng(seed)
    cluster = np.repeat(np.arange(12), 50)
    x = np.tile([0, 1], 300)
    moved = random.uniform(-0.25, 0.25, (12, 2))
    share = np.array([0.35, 0.6])[x] + moved[cluster, x]
    told = np.where(random.random(600) < share, 0.9, 0.1)
    report = (random.random(600) < told).astype(int)
    return pandas.DataFrame({"report": report, "x": x, "cluster": cluster})


@pytest.mark.everything
def test_few_clusters_are_covered_by_students_quantile():
    """In 400 surveys, which take a minute; the normal quantile falls short."""
    expected = np.log([0.35 / 0.65, 0.6 / 0.4])
    truth = np.array([expected[0], expected[1] - expected[0]])
    held, normal = np.zeros(2), np.zeros(2)
    for seed in range(400):
        fit = regress("report ~ x", drawn_clusters(seed), CLUSTERED, clusters="cluster")
        away = np.abs(fit.fitted.theta - truth)
        ends = [fit.interval(name) for name in fit.names]
        held += [end.low <= value <= end.high for end, value in zip(ends, truth, strict=True)]
        normal += away <= 1.959964 * fit.each_stderr
    assert (held >= 0.93 * 400).all() and (held <= 0.97 * 400).all()
    assert normal.sum() < 0.93 * 800


def test_with_clusters_everything_takes_students_t_and_f():
    """2.201 is the 95% quantile of t with 11 degrees of freedom."""
    fit = regress("report ~ x", drawn_clusters(1), CLUSTERED, clusters="cluster")
    low, high = fit.interval("x")
    assert high - low == pytest.approx(2 * 2.20098516 * fit.bse["x"])
    statistic = (fit.params["x"] / fit.bse["x"]) ** 2
    assert fit.pvalues["x"] == pytest.approx(betainc(5.5, 0.5, 11 / (11 + statistic)))
    test = fit.test("x")
    assert test.p_value == pytest.approx(fit.pvalues["x"]) and test.method == "wald, F"
    assert fit.test("x", value=high).p_value == pytest.approx(0.05)
    effect = fit.effects().query("truth == '1'").iloc[0]
    assert effect["high"] - effect["effect"] == pytest.approx(2.20098516 * effect["stderr"])
    odds = fit.predict({"x": [0]}).query("truth == '1'").iloc[0]
    half = 2.20098516 * fit.bse["Intercept"]
    assert np.log(odds["high"] / (1 - odds["high"])) == pytest.approx(
        fit.params["Intercept"] + half
    )
    assert "Student's t with 11 degrees of freedom" in fit.summary()
    assert fit.to_json()["design_degrees_of_freedom"] == 11


def test_weights_without_clusters_take_the_normal_quantile():
    fit = regress("report ~ x", drawn_records(320, 5), ROWS, weights="weight", strata="stratum")
    low, high = fit.interval("x")
    assert high - low == pytest.approx(2 * 1.95996398 * fit.bse["x"])
    assert "Student" not in fit.summary()
    assert fit.to_json()["design_degrees_of_freedom"] is None


def test_rows_of_weight_zero_are_those_outside_a_group():
    """The estimate of a group takes the others with weight zero: its error is that of the fit."""
    data = drawn_records(320, 5)
    sampled = {"strata": "stratum", "clusters": "cluster"}
    groups = rr.estimate(
        rr.Channel.from_rows(ROWS), data, column="report", by="z", weights="weight", **sampled
    ).groups
    inside = data.assign(weight=data["weight"] * data["z"])
    fit = regress("report ~ 1", inside, ROWS, link="linear", weights="weight", **sampled)
    assert fit.nobs == data["z"].sum()
    assert fit.params.tolist() == pytest.approx([groups["1"].value[1]])
    assert fit.bse.tolist() == pytest.approx([groups["1"].stderr[1]])
    odd = inside.assign(x=inside["x"].where(inside["z"] == 1, 1e6))
    slope = regress("report ~ x", odd, ROWS, weights="weight", **sampled)
    assert slope.bse.tolist() == pytest.approx(
        regress("report ~ x", inside, ROWS, weights="weight", **sampled).bse.tolist()
    )


@pytest.mark.everything
def test_a_stratum_with_one_cluster_that_counts_keeps_its_others():
    """Left out, the rows of weight zero would leave one cluster, and no variance."""
    data = drawn_records(320, 5)
    weight = (data["stratum"] == "s1") | (data["cluster"] == "c0")
    sampled = {"strata": "stratum", "clusters": "cluster"}
    zeros = data.assign(weight=weight.astype(int))
    assert regress("report ~ x", zeros, ROWS, weights="weight", **sampled).freedom == 14
    with pytest.raises(InputError, match="two clusters or records"):
        _ = regress("report ~ x", zeros[weight], ROWS, weights="weight", **sampled).bse


SIZES = {"s0": 400, "s1": 900}


@pytest.mark.parametrize(
    "sampled",
    [
        {"population": 800},
        {"weights": "weight", "population": 320},
        {"weights": "weight", "strata": "stratum", "population": SIZES},
        {"clusters": "cluster", "strata": "stratum", "population": {"s0": 12, "s1": 9}},
        {"weights": "z", "strata": "stratum", "population": SIZES},
    ],
)
def test_a_finite_population_has_the_errors_of_an_estimate_without_covariates(sampled):
    data = drawn_records(320, 5)
    share = rr.estimate(rr.Channel.from_rows(ROWS), data, column="report", **sampled)
    fit = regress("report ~ 1", data, ROWS, link="linear", **sampled)
    assert fit.bse.tolist() == pytest.approx([share.stderr[1]])
    infinite = {name: said for name, said in sampled.items() if name != "population"}
    larger = regress("report ~ 1", data, ROWS, link="linear", **infinite or {"errors": "sandwich"})
    assert fit.bse.tolist()[0] < larger.bse.tolist()[0]


def test_a_census_leaves_what_the_table_draws():
    data = drawn_records(320, 5)
    assert regress("z ~ x", data, rr.Channel.identity(2), population=320).bse.max() < 1e-12
    half = regress("z ~ x", data, rr.Channel.identity(2), population=640)
    whole = regress("z ~ x", data, rr.Channel.identity(2), errors="sandwich")
    assert half.bse.tolist() == pytest.approx((whole.bse / 2**0.5).tolist())
    assert regress("report ~ x", data, ROWS, population=320).bse.min() > 0.1


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"population": 100}, "at least its sample, 320"),
        ({"population": SIZES}, "one number where there are no strata"),
        ({"population": 900, "strata": "stratum"}, "name each stratum once: 's0', 's1'"),
        ({"population": 900, "errors": "observed"}, "errors must be sandwich"),
        ({"population": 900, "noncompliance": "0"}, "population must be left out"),
        ({"population": 900, "groups": "cluster"}, "population must be left out"),
    ],
)
def test_populations_that_cannot_be_are_refused(asked, message):
    with pytest.raises(InputError, match=message):
        regress("report ~ x", drawn_records(320, 5), ROWS, **asked)


def test_truths_that_no_table_tells_apart_are_said(monkeypatch):
    """Two reports of three truths; a second table that tells the others apart leaves no note."""
    monkeypatch.setattr(starts, "PARTITIONS", 8)
    labels = (["no", "yes"], ["a", "b", "c"])
    first = rr.Channel.from_rows([["3/4", "1/4", "1/4"], ["1/4", "3/4", "3/4"]], *labels)
    second = rr.Channel.from_rows([["1/4", "1/4", "3/4"], ["3/4", "3/4", "1/4"]], *labels)
    frame = pandas.DataFrame({"report": ["no", "yes", "no", "yes"] * 20, "by": [1, 1, 2, 2] * 20})
    (note,) = regress("report ~ 1", frame, first).words.notes
    assert note.startswith("report: the channel has rank 2 for 3 truths: identified are a and")
    assert "stays the same when b rises by 1 and c falls by 1;" in note
    assert note.endswith("told apart by the form of the model alone")
    for designs, told in (({1: first, 2: second}, True), ({1: first, 2: first}, False)):
        fit = regress("report ~ 1", frame, designs, design_column="by")
        assert (fit.words.notes == ()) == told


def test_chances_far_out_are_zero_whatever_numpy_is_told_to_do():
    """With numpy.seterr(all="raise") fits ended in an underflow."""
    apart = {"report": ["0"] * 10 + ["1"] * 10, "x": [-900.0 + 100 * i for i in range(20)]}
    with np.errstate(all="raise"):
        for link in ("logit", "probit"):
            fit = regress("report ~ x", apart, ROWS, link=link, errors="sandwich")
            assert fit.summary() and fit.to_dict() and fit.test("x")
        exact_fit = regress("report ~ x", apart, [[1, 0], [0, 1]], errors="sandwich")
        assert exact_fit.on_boundary and exact_fit.summary()
        rr.plan(rr.Proportion("1/5", "1/10"), epsilon=1, n=10**6)
