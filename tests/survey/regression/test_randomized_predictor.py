"""Fits with a randomized predictor against least squares, an optimiser, and simulations."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pandas
import pytest
from scipy.optimize import minimize
from scipy.stats import norm

import rropt as rr
from rropt.exact import InputError
from rropt.survey.regression import newton, regress
from rropt.survey.regression.links import LogitLink
from rropt.survey.regression.outcome_likelihood import OutcomeLikelihood, Tables
from rropt.survey.regression.randomized_predictor import PredictorLikelihood
from tests.survey.regression.survey_data import THREE, WARNER, at, scores, simulated, wages

CARD = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], truths=["no", "yes"])


def test_with_the_identity_table_it_is_least_squares():
    statsmodels = pytest.importorskip("statsmodels.formula.api")
    frame = wages(400, 1)
    fit = regress("wage ~ truth + x", frame, rr.Channel.identity(2), randomized="truth")
    other = statsmodels.ols("wage ~ truth + x", frame).fit()
    for mine, theirs in (("Intercept", "Intercept"), ("truth[T.1]", "truth"), ("x", "x")):
        assert fit.params[mine] == pytest.approx(other.params[theirs], abs=1e-8)
    sigma = np.sqrt(other.ssr / len(frame))
    assert fit.params["log sigma"] == pytest.approx(np.log(sigma), abs=1e-8)


def test_coefficients_are_recovered_through_the_table():
    frame = wages(20000, 2)
    fit = regress("wage ~ report + x", frame, CARD, randomized="report")
    wanted = {"Intercept": 2, "report[T.yes]": 1.5, "x": 0.5, "log sigma": 0}
    wanted |= {"prevalence: Intercept": -0.5, "prevalence: x": 0.6}
    for name, value in wanted.items():
        assert abs(fit.params[name] - value) < 4 * fit.bse[name]
    naive = np.linalg.lstsq(
        np.column_stack([np.ones(20000), frame["report"], frame["x"]]), frame["wage"], rcond=None
    )[0]
    assert naive[1] < 1  # what ignoring the randomization would say


def test_a_binary_outcome_with_three_truths_against_an_optimiser():
    survey = simulated(THREE, [[-0.5, 0.5], [-1, 0.2]], 3000, seed=5)
    random = np.random.default_rng(6)
    chance = 1 / (1 + np.exp(-(np.array([-1, 0.5, 1])[survey.truths])))
    ill = (random.random(3000) < chance).astype(int)
    frame = survey.frame.assign(ill=ill)
    fit = regress("ill ~ report", frame, THREE.tolist(), randomized="report", family="binary")
    rows = THREE[frame["report"]]

    def negative(theta):
        eta = theta[0] + np.array([0, theta[1], theta[2]])
        given = np.where(ill[:, None] == 1, 1 / (1 + np.exp(-eta)), 1 / (1 + np.exp(eta)))
        shares = np.exp([0, theta[3], theta[4]])
        return -np.log((rows * given * shares / shares.sum()).sum(axis=1)).sum()

    other = minimize(negative, np.zeros(5), method="BFGS", options={"gtol": 1e-7})
    assert fit.llf == pytest.approx(-other.fun, abs=1e-6)
    assert list(fit.params) == pytest.approx(other.x, abs=1e-4)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"formula": "wage ~ x"}, "must have 'report' on its right side"),
        ({"family": "poisson"}, "family must be one of"),
        ({"family": "binary"}, "0 and 1"),
        ({"noncompliance": "no"}, "must be left out"),
        ({"errors": "expected"}, "observed or sandwich"),
    ],
)
def test_bad_input_is_refused(changes, message):
    frame = pandas.DataFrame(
        {"wage": [1.0, 2.5, 3.0, 4.2], "report": [0, 1, 1, 0], "x": [1, 2, 2, 5]}
    )
    arguments = {"formula": "wage ~ report + x", "data": frame, "design": CARD, **changes}
    with pytest.raises(InputError, match=message):
        regress(randomized="report", **arguments).bse  # noqa: B018


CARD = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], truths=["no", "yes"])


def test_score_and_hessian_are_those_of_finite_differences():
    for family, outcome in (("normal", "wage"), ("binary", "high")):
        frame = wages(60, 3)
        frame = frame.assign(high=(frame["wage"] > 2.5).astype(int))
        formula = f"{outcome} ~ report * x"
        fit = regress(formula, frame, CARD, randomized="report", family=family, prevalence="1")
        likelihood = fit.fitted.likelihood
        theta = np.linspace(-0.4, 0.5, likelihood.size)
        here = at(likelihood, theta)
        for place, move in enumerate(1e-5 * np.eye(len(theta))):
            above, below = at(likelihood, theta + move), at(likelihood, theta - move)
            slope = (above.value - below.value) / 2e-5
            assert here.gradient[place] == pytest.approx(slope, abs=1e-5)
            bend = (above.gradient - below.gradient) / 2e-5
            assert here.hessian[place] == pytest.approx(bend, abs=1e-4)


def likelihood(**changes) -> PredictorLikelihood:
    """Four rows, two truths, no covariates; outcomes of a yes/no question."""
    ones = np.ones((4, 1))
    weights = np.array([1.0, 2.0, 1.0, 3.0])
    itself = Tables((np.eye(2),), np.zeros(8, int))
    matrices = np.vstack([np.hstack([ones, 0 * ones]), np.hstack([ones, ones])])
    reports = np.array([1, 0, 1, 0, 1, 0, 1, 0])
    parts = {
        "model": OutcomeLikelihood(matrices, reports, np.tile(weights, 2), itself, LogitLink()),
        "prevalence": ones,
        "tables": (Tables((WARNER,), np.zeros(4, int)),),
        "reports": (np.array([0, 0, 1, 1]),),
        "weights": weights,
    }
    return PredictorLikelihood(**(parts | changes))


def test_the_mixture_by_hand() -> None:
    """beta = (0, ln 3), prevalence 1/3: shares 1/2 and 3/4 of yes."""
    theta = np.array([0.0, np.log(3), -np.log(2)])
    yes = {0: 0.75 * 2 / 3 * 0.5 + 0.25 / 3 * 0.75, 1: 0.25 * 2 / 3 * 0.5 + 0.75 / 3 * 0.75}
    no = {0: 0.75 * 2 / 3 * 0.5 + 0.25 / 3 * 0.25, 1: 0.25 * 2 / 3 * 0.5 + 0.75 / 3 * 0.25}
    expected = np.log(yes[0]) + 2 * np.log(no[0]) + np.log(yes[1]) + 3 * np.log(no[1])
    assert at(likelihood(), theta).value == pytest.approx(expected)


def test_a_row_that_cannot_be_has_no_likelihood() -> None:
    table = np.array([[1.0, 0], [0, 1], [0, 0]])
    told = likelihood(
        tables=(Tables((table,), np.zeros(4, int)),), reports=(np.array([0, 0, 1, 2]),)
    )
    assert at(told, np.zeros(3)).value == -np.inf


def test_an_outcome_that_one_truth_excludes_counts_by_the_other() -> None:
    """With beta = (0, 800) a "no" of the second truth has the chance e^-800, no double."""
    theta = np.array([0.0, 800.0, -np.log(2)])
    yes = {0: 0.75 * 2 / 3 * 0.5 + 0.25 / 3, 1: 0.25 * 2 / 3 * 0.5 + 0.75 / 3}
    no = {0: 0.75 * 2 / 3 * 0.5, 1: 0.25 * 2 / 3 * 0.5}
    expected = np.log(yes[0]) + 2 * np.log(no[0]) + np.log(yes[1]) + 3 * np.log(no[1])
    found = at(likelihood(), theta)
    assert found.value == pytest.approx(expected)
    assert found.gradient[1] == 0
    assert np.isfinite(found.hessian).all() and found.gradient[0] != 0
    assert at(likelihood(), np.array([800.0, 0.0, 0.0])).value == -np.inf


@pytest.mark.everything
def test_a_side_on_which_the_likelihood_stays_high_is_infinite() -> None:
    """Where the reports do not tell the truths apart, nor what the truth does to the outcome."""
    even = rr.Channel.from_rows([["501/1000", "499/1000"], ["499/1000", "501/1000"]])
    random = np.random.default_rng(5)
    frame = {"told": random.integers(0, 2, 40), "y": random.integers(0, 2, 40)}
    fit = regress("y ~ told", frame, even, randomized="told", family="binary", prevalence="1")
    assert [*fit.interval("told[T.1]", method="profile")] == [-math.inf, math.inf]


def only(surveys: PredictorLikelihood, survey: int) -> PredictorLikelihood:
    """One of several surveys as one alone."""
    model = replace(surveys.model, reports=surveys.model.reports[survey])
    reports = tuple(column[survey] for column in surveys.reports)
    return replace(surveys, model=model, reports=reports)


@pytest.mark.parametrize("unit", [1e-6, 1e5])
def test_a_normal_outcome_may_have_any_unit(unit):
    """Wages with a spread of 30,000 had infinite coefficients: a step of 10 moved no likelihood."""
    frame = wages(200, 1)
    fit = regress("wage ~ report + x", frame, WARNER.tolist(), randomized="report")
    scaled = frame.assign(wage=frame.wage * unit)
    other = regress("wage ~ report + x", scaled, WARNER.tolist(), randomized="report")
    near, far = (found.params.to_numpy()[:3] for found in (fit, other))
    assert far / unit == pytest.approx(near, rel=1e-9)
    assert other.llf + 200 * np.log(unit) == pytest.approx(fit.llf)


def test_a_normal_outcome_without_residuals_is_refused():
    """It was followed for minutes to a log sigma of -5, as the likelihood has no maximum."""
    data = pandas.DataFrame({"smokes": ["0", "1"] * 20, "wage": 3.0})
    with pytest.raises(InputError, match="'wage' must vary for a normal outcome"):
        regress("wage ~ smokes", data, FORM, randomized="smokes")


def test_a_number_for_each_truth_has_no_largest_likelihood():
    """Two truths and two wages: sigma falls without end. Three wages have residuals."""
    frame = pandas.DataFrame({"rep": [0, 1] * 20, "wage": [1.0, 2, 2, 1] * 10})
    with pytest.raises(InputError, match="must vary among respondents of one truth"):
        regress("wage ~ rep", frame, CARD, randomized="rep")
    frame.loc[0, "wage"] = 1.25
    assert math.isfinite(regress("wage ~ rep", frame, CARD, randomized="rep").params["log sigma"])


@pytest.mark.parametrize("family", ["normal", "binary", None])
def test_surveys_together_are_what_each_is_alone(family) -> None:
    """Numbers, open answers, reports: in another order, at other points."""
    frame = wages(30, 3)
    if family != "normal":
        frame = frame.assign(wage=(frame["wage"] > 2.5).astype(int))
    randomized = ["report"] if family else ["report", "wage"]
    formula = "wage ~ report + x"
    one = regress(formula, frame, CARD, randomized=randomized, family=family).fitted.likelihood
    random = np.random.default_rng(4)
    theta = np.linspace(-0.4, 0.5, one.size)
    drawn = one.drawn([(theta, random)], 3)
    thetas = theta + random.uniform(-0.05, 0.05, (2, one.size))
    which = np.array([2, 0])
    found, rows = drawn.at(thetas, which), drawn.scores(thetas, which)
    weights = random.uniform(0.5, 2, (3, one.count))
    weighted = replace(one, weights=weights).at(thetas, which)
    for place, survey in enumerate(which):
        counted = at(replace(one, weights=weights[survey]), thetas[place])
        assert weighted.value[place] == pytest.approx(counted.value, rel=1e-12)
        assert weighted.gradient[place] == pytest.approx(counted.gradient, rel=1e-9, abs=1e-12)
        assert weighted.hessian[place] == pytest.approx(counted.hessian, rel=1e-9, abs=1e-12)
        each = only(drawn, survey)
        alone, among = at(each, thetas[place]), found[place]
        assert rows[place] == pytest.approx(scores(each, thetas[place]), rel=1e-9, abs=1e-12)
        assert among.value == pytest.approx(alone.value, rel=1e-12)
        assert among.gradient == pytest.approx(alone.gradient, rel=1e-9, abs=1e-12)
        assert among.hessian == pytest.approx(alone.hessian, rel=1e-9, abs=1e-12)


def test_several_points_are_what_each_is_alone_whatever_fits_in_a_cache(monkeypatch) -> None:
    one = likelihood()
    thetas = np.array([[0.0, 1.0, -0.5], [0.3, -0.2, 0.1]])
    together = one.at(thetas)
    monkeypatch.setattr(newton, "NUMBERS_AT_ONCE", 7)
    apart = one.at(thetas)
    for found in (together, apart):
        for place, theta in enumerate(thetas):
            alone, among = at(one, theta), found[place]
            assert among.value == pytest.approx(alone.value, rel=1e-12)
            assert among.hessian == pytest.approx(alone.hessian, rel=1e-9)


def test_a_survey_that_cannot_be_leaves_the_others() -> None:
    """One report of the first survey is impossible, of the second none is."""
    table = np.array([[1.0, 0], [0, 1], [0, 0]])
    told = (Tables((table,), np.zeros(4, int)),)
    lost_and_kept = np.array([[0, 0, 1, 2], [0, 0, 1, 1]])
    theta = np.array([0.0, np.log(3), -np.log(2)])
    both = likelihood(tables=told, reports=(lost_and_kept,))
    found = both.at(np.stack([theta, theta]), np.arange(2))
    shares = [2 / 3 * 0.5, 2 / 3 * 0.5, 1 / 3 * 0.75, 1 / 3 * 0.25]
    expected = np.log(shares) @ np.array([1.0, 2.0, 1.0, 3.0])
    assert found.value.tolist() == [-np.inf, pytest.approx(expected)]
    assert not found.gradient[0].any() and not found.hessian[0].any()


def test_how_far_a_direction_moves_and_what_is_not_known() -> None:
    some = likelihood()
    assert some.size == 3 and some.model.size == 2
    assert some.reach(np.array([1.0, 2.0, -5.0])) == 5.0
    assert some.reach(np.array([1.0, 2.0, 0.0])) == 3.0
    with pytest.raises(InputError, match="observed or sandwich"):
        some.expected_information(np.zeros(3))


FORM = rr.Channel.from_rows([["4/5", "1/10"], ["1/5", "9/10"]], ["no", "yes"], ["no", "yes"])


def two_answers(rows: int, seed: int) -> pandas.DataFrame:
    """Smokes and drinks go together; each is reported by its own table, health depends on both."""
    random = np.random.default_rng(seed)
    x = random.normal(size=rows)
    drinks = random.random(rows) < 1 / (1 + np.exp(0.4 - 0.5 * x))
    smokes = random.random(rows) < np.where(drinks, 0.6, 0.25)
    told = {
        "smokes": np.where(random.random(rows) < 0.75, smokes, ~smokes),
        "drinks": np.where(random.random(rows) < np.where(drinks, 0.9, 0.8), drinks, ~drinks),
    }
    health = 1 - 0.8 * smokes + 0.5 * drinks + 0.3 * x + random.normal(size=rows)
    frame = pandas.DataFrame({name: np.where(said, "yes", "no") for name, said in told.items()})
    return frame.assign(x=x, health=health, ill=(health < 0.5).astype(int))


def told_of(frame: pandas.DataFrame) -> np.ndarray:
    """The chance of both reports under no-no, no-yes, yes-no, yes-yes of smokes and drinks."""
    card = np.array([[0.75, 0.25], [0.25, 0.75]])[(frame["smokes"] == "yes").astype(int)]
    form = np.array([[0.8, 0.1], [0.2, 0.9]])[(frame["drinks"] == "yes").astype(int)]
    return np.column_stack([card[:, i] * form[:, j] for i in (0, 1) for j in (0, 1)])


SMOKES, DRINKS = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])


def optimum(negative, size):
    return minimize(negative, np.zeros(size), method="BFGS", options={"gtol": 1e-6})


def test_two_randomized_predictors_against_an_optimiser():
    frame = two_answers(600, 8)
    designs = {"smokes": CARD.relabel(["no", "yes"]), "drinks": FORM}
    fit = regress("health ~ smokes + drinks + x", frame, designs, randomized=["smokes", "drinks"])
    told, x, y = told_of(frame), frame["x"].to_numpy(), frame["health"].to_numpy()

    def negative(theta):
        mean = theta[0] + theta[1] * SMOKES + theta[2] * DRINKS + theta[3] * x[:, None]
        density = np.exp(-0.5 * ((y[:, None] - mean) / np.exp(theta[4])) ** 2 - theta[4])
        eta = np.column_stack([0 * x, *(theta[5 + 2 * b] + theta[6 + 2 * b] * x for b in range(3))])
        shares = np.exp(eta) / np.exp(eta).sum(axis=1, keepdims=True)
        rows = (told * density * shares).sum(axis=1)
        return len(y) * 0.5 * np.log(2 * np.pi) - np.log(rows).sum()

    other = optimum(negative, 11)
    assert fit.llf == pytest.approx(-other.fun, abs=1e-6)
    assert list(fit.params) == pytest.approx(other.x, abs=1e-3)
    assert fit.names[5:7] == ("prevalence: Intercept[no, yes]", "prevalence: x[no, yes]")
    assert abs(fit.params["smokes[T.yes]"] + 0.8) < 4 * fit.bse["smokes[T.yes]"]


def test_a_randomized_outcome_beside_a_randomized_predictor_against_an_optimiser():
    frame = two_answers(2000, 9)
    designs = {"smokes": CARD.relabel(["no", "yes"]), "drinks": FORM}
    fit = regress("smokes ~ drinks + x", frame, designs, randomized=["smokes", "drinks"])
    told, x = told_of(frame), frame["x"].to_numpy()

    def negative(theta):
        eta = theta[0] + theta[1] * DRINKS + theta[2] * x[:, None]
        smokes = np.where(SMOKES, 1, -1) * eta
        drinks = np.where(DRINKS, 1, -1) * (theta[3] + theta[4] * x)[:, None]
        rows = told / (1 + np.exp(-smokes)) / (1 + np.exp(-drinks))
        return -np.log(rows.sum(axis=1)).sum()

    other = optimum(negative, 5)
    assert fit.llf == pytest.approx(-other.fun, abs=1e-6)
    assert list(fit.params) == pytest.approx(other.x, abs=1e-3)
    assert fit.names == ("Intercept", "drinks[T.yes]", "x", *fit.names[3:])
    wanted = np.log(0.6 / 0.4 * 0.75 / 0.25)
    assert abs(fit.params["drinks[T.yes]"] - wanted) < 4 * fit.bse["drinks[T.yes]"]


def test_answers_given_openly_are_the_limit_of_tables_that_tell_everything():
    """The logit of smokes on drinks with both known is that of the two by two counts."""
    frame = two_answers(500, 10)
    itself = rr.Channel.identity(2).relabel(["no", "yes"], ["no", "yes"])
    fit = regress("smokes ~ drinks", frame, itself, randomized=["drinks", "smokes"])
    counts = pandas.crosstab(frame["drinks"], frame["smokes"])
    odds = np.log(counts["yes"] / counts["no"])
    assert fit.params["Intercept"] == pytest.approx(odds["no"], abs=1e-9)
    assert fit.params["drinks[T.yes]"] == pytest.approx(odds["yes"] - odds["no"], abs=1e-9)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"design": {"smokes": CARD}}, "one for each column, got none for 'drinks'"),
        ({"randomized": ["smokes"], "formula": "smokes ~ x"}, "must name a predictor"),
        ({"randomized": ["smokes", "smokes"]}, "each once"),
        ({"randomized": []}, "name some columns"),
        ({"randomized": [["yes", "no"]]}, "got a list$"),
        ({"formula": "smokes ~ drinks", "family": "binary"}, "family must be left out"),
    ],
)
def test_several_columns_that_are_none_are_refused(changes, message):
    arguments = {"formula": "health ~ smokes + drinks", "randomized": ["smokes", "drinks"]}
    with pytest.raises(InputError, match=message):
        regress(**({"data": two_answers(20, 1), "design": FORM} | arguments | changes))


def _few_of_two_predictors(seed):
    """Forty rows, two traits through Warner's device, and a normal outcome."""
    random = np.random.default_rng(seed)
    first, second = random.integers(0, 2, (2, 40))
    x = random.normal(size=40)
    wage = 0.3 + 0.8 * first - 0.6 * second + 0.5 * x + random.normal(size=40)
    told = ((random.random(40) < WARNER[1, truth]).astype(int) for truth in (first, second))
    return dict(zip(("wage", "x", "a", "b"), (wage, x, *told), strict=True))


@pytest.mark.everything
@pytest.mark.parametrize(
    ("seed", "known", "lower"), [(3, -113.9947, 1.2), (4, -108.9521, 0.3), (6, -111.7741, 1.4)]
)
def test_few_rows_are_cut_as_an_optimiser_seldom_does(seed, known, lower):
    """`known` is the best of 15 random starts of scipy's BFGS; from zero it ends as low."""
    survey = _few_of_two_predictors(seed)
    fit = regress("wage ~ a + b + x", survey, CARD, randomized=["a", "b"], prevalence="1")
    truths = [(a, b) for a in (0, 1) for b in (0, 1)]

    def negative(theta):
        chance = np.exp(np.append(0, theta[5:]))
        rows = 0.0
        for (a, b), share in zip(truths, chance / chance.sum(), strict=True):
            told = WARNER[survey["a"], a] * WARNER[survey["b"], b]
            mean = theta[0] + theta[1] * a + theta[2] * b + theta[3] * survey["x"]
            rows = rows + share * told * norm.pdf(survey["wage"], mean, np.exp(theta[4]))
        return -np.log(rows).sum()

    plain = -minimize(negative, np.zeros(8), method="BFGS").fun
    reached = -negative(fit.fitted.theta)
    assert fit.llf == pytest.approx(reached, abs=1e-8)
    assert reached >= known - 1e-3 and reached > plain + lower


@pytest.mark.filterwarnings("error")
def test_an_outcome_that_everybody_has_is_told_by_the_intercept() -> None:
    """Nothing is left to tell along the outcome or along x: only the reports' own likelihood."""
    frame = wages(60, 2).assign(wage=1)
    fit = regress("wage ~ report + x", frame, CARD, randomized="report", family="binary")
    alone = regress("report ~ x", frame, CARD)
    assert fit.params["Intercept"] == math.inf and fit.params.iloc[1:3].isna().all()
    assert np.isfinite(fit.bse.iloc[3:]).all()
    assert fit.llf == pytest.approx(alone.llf, abs=1e-6)


@pytest.mark.parametrize("missing", [float("nan"), "NA"])
def test_terms_of_the_prevalence_are_read_as_those_of_the_formula(missing) -> None:
    """A missing one was no finite number, and with a word for it each age was a category."""
    frame = wages(200, 1).rename(columns={"x": "age"})
    known = frame.assign(age=frame["age"].astype(object))
    known.loc[3, "age"] = missing
    asked = {"randomized": "report", "prevalence": "age"}
    fit = regress("wage ~ report", known, CARD, missing="drop", **asked)
    rest = regress("wage ~ report", frame.drop(index=3), CARD, **asked)
    assert fit.nobs == 199 and fit.params.to_dict() == pytest.approx(rest.params.to_dict())
    with pytest.raises(InputError, match=r"column 'age'.* got 1 of 200 missing"):
        regress("wage ~ report", known, CARD, **asked)
