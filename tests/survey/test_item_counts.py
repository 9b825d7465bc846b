"""Item counts against likelihoods written a second time, and against a certified design."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.stats import betabinom, binom

import rropt as rr
from rropt.exact import InputError
from rropt.survey.item_counts import ItemCount
from rropt.survey.regression import regress

pandas = pytest.importorskip("pandas")


def lists(rows: int, seed: int, liars: str | None = None, items: int = 3):
    """A trait with log-odds -0.5 + 0.8 x, items that are true with log-odds 0.2 - 0.3 x."""
    random = np.random.default_rng(seed)
    x = random.normal(size=rows)
    trait = random.random(rows) < 1 / (1 + np.exp(0.5 - 0.8 * x))
    counts = random.binomial(items, 1 / (1 + np.exp(0.3 * x - 0.2)))
    shown = random.integers(0, 2, rows)
    told = counts + shown * trait
    if liars is not None:
        forced = trait & (shown == 1) & (counts == (items if liars == "ceiling" else 0))
        told -= forced & (random.random(rows) < 0.4)
    return pandas.DataFrame({"count": told, "list": shown, "x": x})


def negative(frame, theta, liars=None, items: int = 3) -> float:
    """Minus the log-likelihood of beta, psi and the logit of the liars' share."""
    told, shown, x = (frame[name].to_numpy() for name in ("count", "list", "x"))
    trait = 1 / (1 + np.exp(-(theta[0] + theta[1] * x)))
    chance = 1 / (1 + np.exp(-(theta[2] + theta[3] * x)))
    counts = binom.pmf(told, items, chance)
    fewer = binom.pmf(told - 1, items, chance)
    if liars is not None:
        share = 1 / (1 + np.exp(-theta[4]))
        safe, open_ = (items, items + 1) if liars == "ceiling" else (0, 1)
        lied = binom.pmf(safe if liars == "ceiling" else 0, items, chance) * share
        fewer = fewer + np.where(told == safe, lied, 0) - np.where(told == open_, lied, 0)
    seen = np.where(shown == 1, (1 - trait) * counts + trait * fewer, counts)
    return -float(np.log(seen).sum())


@pytest.mark.parametrize("liars", [None, "ceiling", "floor"])
def test_the_fit_is_the_optimum_of_the_likelihood_written_out(liars):
    frame = lists(3000, 4, liars)
    fit = regress("count ~ x", frame, ItemCount(3), design_column="list", liars=liars)
    size = 4 if liars is None else 5
    other = minimize(
        lambda theta: negative(frame, theta, liars), np.zeros(size), options={"gtol": 1e-6}
    )
    assert fit.llf == pytest.approx(-other.fun, abs=1e-6)
    assert list(fit.params) == pytest.approx(other.x, abs=2e-3)
    wanted = [-0.5, 0.8, 0.2, -0.3, *([np.log(0.4 / 0.6)] if liars else [])]
    assert (np.abs(fit.params - wanted) < 4 * fit.bse).all()
    assert fit.names[:4] == ("Intercept", "x", "items: Intercept", "items: x")


def test_liars_at_both_ends_have_a_share_each():
    frame = lists(4000, 8)
    told, shown = frame["count"].to_numpy(), frame["list"].to_numpy()
    lied = np.random.default_rng(8).random(4000) < 0.4
    frame["count"] = told - ((shown == 1) & lied & (told == 4))
    options = {"design_column": "list", "liars": ["floor", "ceiling"]}
    fit = regress("count ~ 1", frame, ItemCount(3), **options)

    def away(theta):
        trait, floor, ceiling = 1 / (1 + np.exp(-theta[[0, 2, 3]]))
        same = np.append(binom.pmf(range(4), 3, 1 / (1 + np.exp(-theta[1]))), 0)
        fewer = np.append(0, same[:-1])
        fewer[:2] = floor * same[0], (1 - floor) * same[0]
        fewer[3:] = same[2] + ceiling * same[3], (1 - ceiling) * same[3]
        seen = np.where(shown == 1, (1 - trait) * same[told] + trait * fewer[told], same[told])
        return -np.log(seen).sum()

    told = frame["count"].to_numpy()
    bounds = [(-6, 6)] * 4
    other = minimize(away, [0, 0, -2, -2], bounds=bounds, options={"ftol": 1e-15, "gtol": 1e-8})
    assert fit.llf == pytest.approx(-other.fun, abs=0.02)
    assert fit.llf >= -other.fun - 1e-6
    assert fit.names[2:] == ("lying at the floor: Intercept", "lying at the ceiling: Intercept")
    assert abs(fit.params.iloc[3] - np.log(0.4 / 0.6)) < 4 * fit.bse.iloc[3]


def test_counts_whose_items_go_together_are_beta_binomial():
    """People differ: the chance of their items is drawn from a beta distribution with s = 2."""
    random = np.random.default_rng(9)
    trait = random.random(3000) < 0.4
    shown = random.integers(0, 2, 3000)
    counts = random.binomial(3, random.beta(1.2, 0.8, 3000))
    frame = pandas.DataFrame({"count": counts + shown * trait, "list": shown})
    fit = regress("count ~ 1", frame, ItemCount(3, counts="beta-binomial"), design_column="list")
    told = frame["count"].to_numpy()

    def away(theta):
        trait, share, s = (
            1 / (1 + np.exp(-theta[0])),
            1 / (1 + np.exp(-theta[1])),
            np.exp(-theta[2]),
        )
        same = np.append(betabinom.pmf(range(4), 3, s * share, s * (1 - share)), 0)
        fewer = np.append(0, same[:-1])
        seen = np.where(shown == 1, (1 - trait) * same[told] + trait * fewer[told], same[told])
        return -np.log(seen).sum()

    other = minimize(away, np.zeros(3), options={"gtol": 1e-6})
    assert fit.llf == pytest.approx(-other.fun, abs=1e-6)
    assert list(fit.params) == pytest.approx(other.x, abs=2e-3)
    assert fit.names[2] == "items: logit of their correlation"
    wanted = [np.log(2 / 3), np.log(1.5), -np.log(2)]
    assert (np.abs(fit.params - wanted) < 4 * fit.bse).all()
    found = fit.predict({"list": [0]})
    assert found["probability"].iloc[1] == pytest.approx(1 / (1 + np.exp(-fit.params.iloc[0])))


def test_counts_of_any_distribution_are_those_of_the_likelihood_without_covariates():
    frame = lists(2000, 5)
    fit = regress("count ~ 1", frame, ItemCount(3, counts="any"), design_column="list")
    told, shown = frame["count"].to_numpy(), frame["list"].to_numpy()

    def away(theta):
        trait = 1 / (1 + np.exp(-theta[0]))
        counts = np.exp([0, *theta[1:]]) / np.exp([0, *theta[1:]]).sum()
        fewer, same = np.append(0, counts), np.append(counts, 0)
        seen = np.where(shown == 1, (1 - trait) * same[told] + trait * fewer[told], same[told])
        return -np.log(seen).sum()

    other = minimize(away, np.zeros(4), options={"gtol": 1e-6})
    assert fit.llf == pytest.approx(-other.fun, abs=1e-6)
    assert list(fit.params) == pytest.approx(other.x, abs=2e-3)


def test_the_difference_of_means_is_that_of_the_groups():
    frame = lists(400, 6)
    found = ItemCount(3).estimate(frame, "count", by="list")
    told = [frame["count"][frame["list"] == group] for group in (1, 0)]
    assert found.value == pytest.approx(told[0].mean() - told[1].mean())
    spread = sum(group.var(ddof=0) / len(group) for group in told)
    assert found.stderr == pytest.approx(np.sqrt(spread))
    low, high = found.interval()
    assert low < found.value < high


def test_groups_have_the_names_of_the_data():
    frame = lists(300, 7)
    named = frame.assign(list=np.where(frame["list"] == 1, "long", "short"))
    fit = regress("count ~ x", frame, ItemCount(3), design_column="list")
    same = regress("count ~ x", named, ItemCount(3, ("short", "long")), design_column="list")
    assert list(same.params) == list(fit.params)
    found = ItemCount(3, ("short", "long")).estimate(named, "count", by="list")
    assert found.value == ItemCount(3).estimate(frame, "count", by="list").value


def test_shares_and_effects_are_those_of_the_trait():
    frame = lists(2000, 8)
    fit = regress("count ~ x", frame, ItemCount(3), design_column="list")
    found = fit.predict({"x": [0.0, 1.0]})
    logits = fit.params["Intercept"] + fit.params["x"] * np.array([0.0, 1.0])
    yes = found[found["truth"] == "yes"]["probability"]
    assert list(yes) == pytest.approx(1 / (1 + np.exp(-logits)))
    assert set(fit.effects()["truth"]) == {"no", "yes"}


def test_a_certified_design_at_the_same_privacy_needs_fewer_reports():
    """At a share of 1/4, each list shown to half of the people: 3.375 against 1.3 of variance."""
    table = ItemCount(3).table(["1/8", "3/8", "3/8", "1/8"])
    assert table.profile(3) == Fraction(1, 8)
    best = rr.optimal(rr.LocalDP("ln(3)", "1/8"), rr.Variance("1/4"))
    counts = Fraction(3, 4)  # the variance of the harmless items; the trait adds 3/16 to one list
    apart = 2 * (counts + Fraction(3, 16)) + 2 * counts
    assert apart == Fraction(27, 8)
    assert float(best.value) < 0.4 * float(apart)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"design_column": None}, "design_column must name the column of the groups"),
        ({"liars": "yes"}, "liars must be ceiling or floor"),
        ({"lying": "x"}, "liars must be given with lying"),
        ({"noncompliance": "3"}, "must be left out for item counts"),
        ({"link": "probit"}, "must be left out for item counts"),
        ({"groups": "x"}, "must be left out for item counts"),
        ({"design": ItemCount(1)}, "must hold only the labels"),
    ],
)
def test_what_item_counts_do_not_take_is_refused(changes, message):
    arguments = {"design": ItemCount(3), "design_column": "list"} | changes
    with pytest.raises(InputError, match=message):
        regress("count ~ x", lists(60, 2), **arguments)


def test_a_count_that_the_control_group_cannot_have_is_refused():
    frame = lists(60, 3).assign(count=4)
    with pytest.raises(InputError, match="some report is impossible"):
        regress("count ~ 1", frame, ItemCount(3), design_column="list")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0,), "items must be from 1 to 30"),
        ((31,), "items must be from 1 to 30"),
        ((3, "ab"), "groups must be two values"),
        ((3, (1, 1)), "groups must be two values"),
        ((3, (0, 1), "poisson"), "counts must be one of binomial, beta-binomial, any"),
        ((1, (0, 1), "beta-binomial"), "items must be at least 2 for beta-binomial counts"),
    ],
)
def test_designs_that_are_none_are_refused(arguments, message):
    with pytest.raises(InputError, match=message):
        ItemCount(*arguments)


def test_data_that_are_no_item_counts_are_refused():
    frame = lists(30, 2)
    with pytest.raises(InputError, match="must hold only the labels '0', '2'"):
        ItemCount(3, (0, 2)).estimate(frame, "count", by="list")
    with pytest.raises(InputError, match="at most 3 of the control group, got 30 of 30"):
        odd = pandas.concat([frame.assign(list=1), frame.assign(list=0, count=4)])
        ItemCount(3).estimate(odd, "count", by="list")
    with pytest.raises(InputError, match="control must have 4 counts, got 1"):
        ItemCount(3).difference([1], [1, 2, 3, 4, 5])
