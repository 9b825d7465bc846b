"""Default intervals and planned promises in simulated surveys of random tables.

A seed draws a table (revealing or not, of 2, 3 or 5 truths), a prevalence from 0 to 1/2 and 50 to
100,000 reports, and asks how often the default interval holds the prevalence. `held` must be at
least 0.93 and, away from the ends of the simplex, at most 0.975 (the level of one side), up to
three standard errors of the simulation; coarse outcomes may hold more than that.
"""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from scipy.stats import binom, chi2

from rropt.channel import Channel
from rropt.survey import likelihood_estimate
from rropt.survey.planning import Proportion, plan

LEAST, DENOMINATOR = 0.93, 10_000
SURVEYS = {2: 400, 3: 150, 5: 100}
SIMULATED = 200_000


def random_table(rng, truths):
    """Columns around k-ary response, half of the tables with reports that reveal a truth."""
    base = rng.dirichlet(np.ones(truths), truths).T * 0.4 + np.eye(truths) * 0.6
    if rng.random() < 0.5:
        return whole_channel(base)
    part = rng.uniform(0.1, 0.8)
    return whole_channel(np.concatenate([part * np.eye(truths), (1 - part) * base]))


def whole_channel(table):
    """The table over one denominator."""
    counts = np.floor(table * DENOMINATOR).astype(int)
    counts[-1] += DENOMINATOR - counts.sum(axis=0)
    return Channel.from_rows([[f"{x}/{DENOMINATOR}" for x in row] for row in counts.tolist()])


def held_share(channel, truth, n, surveys, rng):
    """How often the default interval of the last truth holds it."""
    counts = rng.multinomial(n, channel.to_numpy() @ truth, surveys)
    found: dict[bytes, bool] = {}
    held = 0
    for numbers in counts:
        key = numbers.tobytes()
        if key not in found:
            ends = likelihood_estimate(channel, numbers).of(len(truth) - 1).interval()
            found[key] = ends.low - 1e-9 <= truth[-1] <= ends.high + 1e-9
        held += found[key]
    return held / surveys


def any_interval(seed):
    """One random survey design, simulated."""
    rng = np.random.default_rng(seed)
    truths = int(rng.choice([2, 2, 3, 5]))
    channel = random_table(rng, truths)
    share = float(rng.choice([0, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5]))
    n = round(50 * 2000 ** rng.random())
    rest = rng.dirichlet(np.full(truths - 1, 2.0)) * (1 - share)
    surveys = SURVEYS[truths]
    held = held_share(channel, np.append(rest, share), n, surveys, rng)
    error = 3 * sqrt(LEAST * (1 - LEAST) / surveys)
    assert held >= LEAST - error, (channel.rows, share, n, held)


@pytest.mark.everything
@pytest.mark.parametrize("seed", [0, 1, 4, 5])
def test_some_intervals(seed):
    any_interval(seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6, 200))
def test_many_intervals(seed):
    any_interval(seed)


def two_report_power(channel, planned, null, n):
    """How often 200,000 surveys reject by the chi-square likelihood ratio."""
    low, high = (float(x) for x in channel.rows[1])
    under = low + (high - low) * null
    hits = np.random.default_rng(n).binomial(n, low + (high - low) * planned, SIMULATED)
    best = np.clip(hits / n, low, high)
    drops = 2 * (binom.logpmf(hits, n, best) - binom.logpmf(hits, n, under))
    return float((drops >= chi2.isf(0.05, 1)).mean())


@pytest.mark.everything
@pytest.mark.parametrize(
    ("rows", "planned", "null", "power"),
    [
        ([["1", "1/5"], ["0", "4/5"]], 0.05, 0.01, "0.8"),
        ([["3/4", "1/4"], ["1/4", "3/4"]], 0.25, 0.2, "0.9"),
        ([["11/12", "1/6"], ["1/12", "5/6"]], 0.1, 0.05, "0.8"),
    ],
)
def test_planned_powers_are_kept_within_two_points(rows, planned, null, power):
    channel = Channel.from_rows(rows)
    answer = plan(Proportion(str(planned), str(null)), channel=channel, power=power)
    found = two_report_power(channel, planned, null, answer.n)
    assert found == pytest.approx(answer.power, abs=0.004)
    assert found == pytest.approx(float(power), abs=0.02)


@pytest.mark.parametrize(("share", "margin"), [(0.2, "0.02"), (0.1, "0.03"), (0.5, "0.05")])
def test_planned_margins_are_held_within_two_points(share, margin):
    """|estimate - truth| <= margin in 0.95 of 200,000 surveys: Warner's estimate is a count's."""
    channel = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    n = plan(Proportion(str(share)), channel=channel, margin=margin).n
    hits = np.random.default_rng(n).binomial(n, 0.25 + share / 2, SIMULATED)
    value = np.clip((hits / n - 0.25) * 2, 0, 1)
    assert (np.abs(value - share) <= float(margin)).mean() == pytest.approx(0.95, abs=0.02)
