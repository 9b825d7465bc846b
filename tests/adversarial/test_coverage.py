"""The coverage of default intervals: of two truths by enumeration, of two groups likewise.

A seed is a table and a number of reports from 20 to 100,000; prevalences are spaced evenly in log
from 1/(4n) to 1/2. The interval of every count that matters is computed, and the chances of those
that hold the prevalence are added up. It must be at least 0.93, and at most 0.975 where some run of
counts has a chance between the two; with fewer than HULL reports values that are accepted have
gaps, which an interval fills.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from scipy.stats import binom

from rropt.channel import Channel
from rropt.survey import difference, likelihood_estimate
from rropt.survey.calibrated_limits import compatible
from rropt.survey.ratio_hypothesis import value_held

TABLES = {
    "direct": (("1", "0"), ("0", "1")),
    "warner": (("3/4", "1/4"), ("1/4", "3/4")),
    "weak warner": (("3/5", "2/5"), ("2/5", "3/5")),
    "strong warner": (("999/1000", "1/1000"), ("1/1000", "999/1000")),
    "forced": (("11/12", "1/6"), ("1/12", "5/6")),
    "revealing": (("1", "1/5"), ("0", "4/5")),
    "hardly revealing": (("1", "9/10"), ("0", "1/10")),
    "mangat": (("1/2", "0"), ("1/2", "1")),
    "rare reports": (("999/1000", "1/2"), ("1/1000", "1/2")),
    "sensitive test": (("99/100", "1/10"), ("1/100", "9/10")),
    "kuk": (("4/5", "1/5"), ("1/5", "4/5")),
    "skewed": (("9/10", "3/5"), ("1/10", "2/5")),
}
SIZES = (20, 50, 100, 301, 500, 1500, 3000, 10_000, 100_000)
PREVALENCES = 40
LEAST, MOST, HULL = 0.93, 0.975, 200
WITHIN = 1e-4
"""A limit is found to this part of its distance from the estimate."""

ALWAYS, NEVER = 1.0, 14.0
"""Drops of the likelihood at which a value is in every interval of 0.95, and in none."""

RARE_PAIR = 2e-4
"""Pairs of counts that are rarer count as left out."""

CUTOFF, RISK = 3.841458820694124, 0.05


@cache
def ends(name: str, reports: int, hits: int) -> tuple[float, float]:
    """The default interval of the second truth, widened by what it is found to."""
    channel = Channel.from_rows([list(row) for row in TABLES[name]])
    share = likelihood_estimate(channel, [reports - hits, hits]).of(1)
    low, high = share.interval()
    return low - WITHIN * (share.value - low), high + WITHIN * (high - share.value)


def drops(chances: np.ndarray, reports: int, chance: float) -> np.ndarray:
    """Of every count, the drop of the likelihood from its best chance in the range to this one."""
    hits = np.arange(reports + 1)
    best = np.clip(hits / reports, chances.min(), chances.max())
    top = binom.logpmf(hits, reports, best)
    return 2 * (top - binom.logpmf(hits, reports, chance))


def covered(name: str, reports: int, share: float) -> tuple[float, bool]:
    """The chance that the interval holds the share, and whether a run of counts could keep it."""
    chances = np.array([float(Fraction(x)) for x in TABLES[name][1]])
    chance = float(chances @ [1 - share, share])
    weights = binom.pmf(np.arange(reports + 1), reports, chance)
    away = drops(chances, reports, chance)
    held = weights[away < ALWAYS].sum()
    for hits in np.flatnonzero((away >= ALWAYS) & (away < NEVER) & (weights > 1e-9)):
        low, high = ends(name, reports, int(hits))
        held += weights[hits] if low <= share <= high else 0.0
    return float(held), some_run_keeps(weights)


def some_run_keeps(weights: np.ndarray) -> bool:
    """Whether counts from one to another have together a chance from LEAST to MOST."""
    sums = np.concatenate([[0.0], np.cumsum(weights)])
    last = np.searchsorted(sums, sums + LEAST)
    whole = last < len(sums)
    return bool(np.any(sums[last[whole]] - sums[whole] <= MOST))


def missed(name: str, reports: int, prevalences: int) -> list[tuple[float, float]]:
    """The prevalences whose coverage is not what is promised, with it."""
    found = []
    for share in np.geomspace(1 / (4 * reports), 0.5, prevalences).tolist():
        chance, could = covered(name, reports, share)
        if chance < LEAST or (chance > MOST + 1e-3 and could and reports >= HULL):
            found.append((share, chance))
    return found


def any_coverage(seed: int) -> None:
    """One table and one number of reports of all pairs of them."""
    name = list(TABLES)[seed % len(TABLES)]
    reports = SIZES[seed // len(TABLES) % len(SIZES)]
    assert not (found := missed(name, reports, PREVALENCES)), (name, reports, found)


@pytest.mark.everything
@pytest.mark.parametrize(
    ("name", "reports", "share"),
    [
        ("direct", 1500, 0.0013),
        ("direct", 100_000, 0.0000195),
        ("revealing", 1500, 0.0016),
        ("revealing", 3000, 0.0011),
        ("rare reports", 3000, 0.004),
        ("hardly revealing", 301, 0.03),
        ("strong warner", 3000, 0.0002),
    ],
)
def test_default_intervals_cover_rare_truths(name, reports, share):
    """Prevalences that were missed, and others near them."""
    for each in (share, 0.8 * share, 1.3 * share):
        chance, could = covered(name, reports, each)
        assert chance >= LEAST
        assert chance <= MOST + 1e-3 or not could or reports < HULL


@pytest.mark.everything
@pytest.mark.parametrize("name", TABLES)
def test_few_reports_cover_all_prevalences(name):
    for reports in (20, 50, 100):
        assert not (found := missed(name, reports, PREVALENCES)), (reports, found)


def test_a_shorter_interval_would_be_seen():
    """At two expected answers the plain profile interval leaves out that there are none."""
    channel = Channel.from_rows([list(row) for row in TABLES["direct"]])
    held = [
        0.0013 in likelihood_estimate(channel, [1500 - x, x]).of(1).interval(method="profile")
        for x in range(9)
    ]
    assert binom.pmf(np.arange(9), 1500, 0.0013) @ held < LEAST


@pytest.mark.everything
@pytest.mark.parametrize("hits", [0, 1, 3])
def test_limits_follow_the_information_and_not_the_number_of_reports(hits):
    """A rare answer among 500 or 5,000,000 reports is a Poisson count: the same limits for n p."""
    channel = Channel.from_rows([list(row) for row in TABLES["direct"]])
    sizes = (5000, 5_000_000)
    found = [likelihood_estimate(channel, [n - hits, hits]).of(1).interval() for n in sizes]
    few, many = (np.array([each.low, each.high]) * n for each, n in zip(found, sizes, strict=True))
    assert many == pytest.approx(few, rel=0.01, abs=1e-6)


def difference_covered(
    rows: tuple[tuple[str, str], ...], reports: int, shares: tuple[float, float]
) -> float:
    """The chance that a difference of two groups is accepted at its true value."""
    channel = Channel.from_rows([list(row) for row in rows])
    hits = np.arange(reports + 1)
    table = channel.to_numpy()
    first, second = (binom.pmf(hits, reports, table[1] @ [1 - p, p]) for p in shares)
    held = total = 0.0
    for x, y in np.argwhere(np.outer(first, second) > RARE_PAIR).tolist():
        groups = [likelihood_estimate(channel, [reports - n, n]) for n in (x, y)]
        contrast = difference(*groups, [0, 1])
        value = shares[0] - shares[1]
        chance = first[x] * second[y]
        total += chance
        held += chance * compatible(
            value_held(contrast.model, contrast.vector, value), CUTOFF, RISK
        )
    return held / total


@pytest.mark.everything
@pytest.mark.parametrize(
    ("name", "reports", "shares"),
    [
        ("direct", 120, (0.02, 0.02)),
        ("direct", 120, (0.002, 0.03)),
        ("revealing", 300, (0.01, 0.01)),
    ],
)
def test_differences_between_groups_with_few_expected_answers(name, reports, shares):
    """2.4 expected answers each: the plain profile has 0.907."""
    assert difference_covered(TABLES[name], reports, shares) >= LEAST


def any_difference(seed: int) -> None:
    """A random table and two random prevalences with 0.2 to 8 expected answers."""
    rng = np.random.default_rng(seed)
    name = ("direct", "revealing", "hardly revealing", "sensitive test")[seed % 4]
    reports = int(rng.integers(50, 400))
    shares = tuple(float(x) for x in rng.uniform(0.2, 8, 2) / reports)
    assert difference_covered(TABLES[name], reports, (shares[0], shares[1])) >= LEAST


@pytest.mark.parametrize("reports", [700, 739, 741, 5000, 10**6])
def test_nobody_of_many_has_one_limit(reports):
    """At 2.65 expected answers nobody has P = 0.0707: to leave that out would cover less than 0.93.

    At 3.7 it is 0.0247, and to take it in covers more than 0.975.
    """
    channel = Channel.from_rows([list(row) for row in TABLES["direct"]])
    limit = reports * likelihood_estimate(channel, [reports, 0]).of(1).interval().high
    assert 2.65 < limit < 3.7


@pytest.mark.everything
@pytest.mark.parametrize("truths", [3, 4])
def test_nobody_of_several_kinds_has_nearly_that_limit(truths):
    """The last truth is revealed with 4/5: of 500 reports 400 times its share is expected."""
    rows = [["1", *["1/5"] * (truths - 1)]]
    for j in range(1, truths):
        rows.append([("4/5" if i == j else "0") for i in range(truths)])
    counts = [500 - 80 * (truths - 2), *[80] * (truths - 2), 0]
    found = likelihood_estimate(Channel.from_rows(rows), counts).of(truths - 1).interval()
    assert 2.4 < 400 * found.high < 3.7
