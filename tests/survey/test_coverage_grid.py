"""The coverage of every default interval: two, three and five truths, 50 to 100,000 reports.

Counts are drawn. Of two truths each interval holds its share or does not; of more, an interval is
what its own cutoffs accept, so that one value is decided for every survey, and some intervals are
compared with these decisions. `pytest --long -s` prints the grid in hours: a share of 50 reports of
three truths takes four seconds, of five truths minutes.
"""

from math import sqrt

import numpy as np
import pytest

from rropt.channel import Channel
from rropt.survey import likelihood_estimate
from rropt.survey.calibrated_limits import compatible
from rropt.survey.ratio_hypothesis import restricted_to, value_held
from rropt.survey.reference_drops import drops_between, maxima
from rropt.survey.sampled_likelihood import SampledLikelihood

pytestmark = pytest.mark.quick

FIVE = [[("1/2" if i == j else "1/8") for j in range(5)] for i in range(5)]
TABLES = {
    "warner": [["3/4", "1/4"], ["1/4", "3/4"]],
    "forced": [["11/12", "1/6"], ["1/12", "5/6"]],
    "revealing": [["1", "1/5"], ["0", "4/5"]],
    "three": [["3/5", "1/5", "1/5"], ["1/5", "3/5", "1/5"], ["1/5", "1/5", "3/5"]],
    "three, revealing": [["1", "1/5", "1/5"], ["0", "4/5", "0"], ["0", "0", "4/5"]],
    "five": FIVE,
    "five, revealing": [["1", *["1/2"] * 4]]
    + [["0", *("1/2" if i == j else "0" for j in range(4))] for i in range(4)],
}
SHARES = (0.0, 0.02, 0.1, 0.25, 0.5)
SIZES = (50, 500, 5000, 100_000)
DRAWN = 20_000
"""Surveys of a cell: a chance of 0.93 is told to 0.002."""

CUTOFF, RISK = 3.841458820694124, 0.05
"""The 0.95 quantile of chi-square with one degree of freedom."""

NEVER, ALWAYS = 14.0, 1.0
"""Drops beyond which no cutoff was moved in any of these tables: 1.6 to 4.1."""

COARSE = ("five, revealing", 50)
"""At 1/10 nobody reveals the last truth with chance 0.077: to leave that out would be 0.91, and
whoever takes it in excludes seven reports at the least, which 0.988 do not reach."""

COMPARED = 40
"""Intervals of a cell that are compared with the decision on its share, of the closest ones."""


def surveys(name: str, size: int, share: float) -> tuple[Channel, np.ndarray, np.ndarray]:
    """The table, the different counts that were drawn, and how often each was."""
    channel = Channel.from_rows(TABLES[name])
    truths = channel.shape[1]
    truth = np.full(truths, (1 - share) / (truths - 1))
    truth[-1] = share
    random = np.random.default_rng([size, round(1000 * share), len(name)])
    drawn = random.multinomial(size, channel.to_numpy() @ truth, DRAWN)
    found, often = np.unique(drawn, axis=0, return_counts=True)
    return channel, found, often


def last_of(channel: Channel) -> np.ndarray:
    """The contrast that is the share of the last truth."""
    return np.eye(channel.shape[1])[-1]


def held_by_interval(channel: Channel, counts: np.ndarray, share: float) -> bool:
    """Whether the default interval of the last truth holds the share."""
    return (
        share in likelihood_estimate(channel, counts.tolist()).of(-1 % channel.shape[1]).interval()
    )


def models(channel: Channel, found: np.ndarray) -> list[SampledLikelihood]:
    """The likelihood of each survey."""
    start = SampledLikelihood((channel,), (found[0],), np.full(channel.shape[1], np.nan))
    tops = maxima(start, found / found[0].sum())
    return [SampledLikelihood((channel,), (n,), top) for n, top in zip(found, tops, strict=True)]


def drops_at(surveyed: list[SampledLikelihood], share: float) -> np.ndarray:
    """For each survey, how much less likely the share is than the estimate."""
    first, found = surveyed[0], np.array([model.observed for model in surveyed])
    tops = np.array([model.maximum for model in surveyed])
    restricted = restricted_to(first, last_of(first.channels[0]), share)
    rows = first.rows.T
    return drops_between(found, tops @ rows, restricted(found / first.total) @ rows)


def held_by_cutoffs(surveyed: list[SampledLikelihood], share: float) -> np.ndarray:
    """For each survey, whether the cutoff at the share accepts it."""
    contrast = last_of(surveyed[0].channels[0])
    drops = drops_at(surveyed, share)
    held = drops <= CUTOFF
    for i in np.flatnonzero((drops > ALWAYS) & (drops < NEVER)):
        held[i] = compatible(value_held(surveyed[i], contrast, share), CUTOFF, RISK)
    return held


def coverage(name: str, size: int, share: float) -> float:
    """The part of the drawn surveys whose interval of the last truth holds it."""
    channel, found, often = surveys(name, size, share)
    if channel.shape[1] == 2:
        held = np.array([held_by_interval(channel, counts, share) for counts in found])
    else:
        held = held_by_cutoffs(models(channel, found), share)
    return float(held @ often / often.sum())


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", TABLES)
def test_default_intervals_cover(name: str, size: int) -> None:
    """0.93 to 0.97, but for 2.5 standard errors of the draws; at 0 one side alone: above 0.93."""
    measured = [coverage(name, size, share) for share in SHARES]
    print(
        f"{name:>18} n = {size:>6}",
        *(f"{share:g}: {x:.4f}" for share, x in zip(SHARES, measured, strict=True)),
    )
    noise = 2.5 * sqrt(0.07 * 0.93 / DRAWN)
    assert min(measured) >= 0.93 - noise
    if (name, size) != COARSE:
        assert max(measured[1:]) <= 0.97 + noise


@pytest.mark.long
@pytest.mark.parametrize(("name", "size", "share"), [("three", 50, 0.1), ("five", 500, 0.02)])
def test_an_interval_is_what_its_cutoffs_accept(name: str, size: int, share: float) -> None:
    """Where the decision is closest; an end is found to a hundredth of its distance."""
    channel, found, _ = surveys(name, size, share)
    surveyed = models(channel, found)
    closest = np.argsort(np.abs(drops_at(surveyed, share) - CUTOFF))[:COMPARED]
    held = held_by_cutoffs([surveyed[i] for i in closest], share)
    intervals = [held_by_interval(channel, found[i], share) for i in closest]
    assert sum(held == intervals) >= COMPARED - 2
