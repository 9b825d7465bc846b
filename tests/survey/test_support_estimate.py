"""Shares of many truths from reports that name some: unbiased, with the certified error.

The likeliest distribution of many truths: against scipy, and its bound against other shares.
"""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import polars
import pytest
from scipy.stats import binom, norm

import rropt as rr
from rropt.channel.balanced_supports import SubsetSupports
from rropt.channel.block_design import BlockDesign
from rropt.channel.class_supports import ClassSupports
from rropt.channel.developed_supports import DevelopedSupports
from rropt.channel.implicit import ImplicitChannel
from rropt.channel.named_supports import HadamardSupports, HashedSupports, UnarySupports
from rropt.channel.pattern_type import PatternType, SinglePattern
from rropt.channel.support_family import Supports
from rropt.data.sampler import ExactDice
from rropt.survey import estimate
from rropt.survey.support_estimate import CLOSE, SupportEstimate, estimate_supports

SURVEYS, PEOPLE = 200, 2000


@pytest.mark.everything
@pytest.mark.parametrize(("k", "gamma"), [(133, 11), (300, 40)])
def test_the_error_over_many_surveys_is_the_certified_value(k: int, gamma: int) -> None:
    """Within 5 %: the sum of k squares over 200 surveys varies by one per cent."""
    design = rr.optimal(rr.LocalDP.from_gamma(gamma), rr.AOptimal([F(1, k)] * k))
    channel = design.channel
    assert isinstance(channel, ImplicitChannel)
    assert float(channel.supports.worth) == pytest.approx(float(design.bound), rel=1e-9)
    rng, errors = np.random.default_rng(3), []
    for _ in range(SURVEYS):
        truths = rng.integers(0, k, PEOPLE)
        found = SupportEstimate(channel, channel.supports.drawn(truths, ExactDice(rng.bytes)))
        errors.append(((found.value - 1 / k) ** 2).sum())
    assert np.mean(errors) * PEOPLE == pytest.approx(float(design.bound), rel=0.05)


@pytest.mark.everything
def test_shares_are_unbiased_wherever_they_are_and_intervals_cover() -> None:
    k = 60
    channel = ImplicitChannel(SubsetSupports(k, F(9), 2))
    shares = np.arange(1, k + 1) / (k * (k + 1) / 2)
    rng, values, covered, together = np.random.default_rng(4), [], [], []
    for _ in range(SURVEYS):
        truths = rng.choice(k, PEOPLE, p=shares)
        found = SupportEstimate(channel, channel.supports.drawn(truths, ExactDice(rng.bytes)))
        values.append(found.value)
        low, high = found.intervals().T
        covered.append(((low <= shares) & (shares <= high)).mean())
        low, high = found.intervals(simultaneous=True).T
        together.append(((low <= shares) & (shares <= high)).all())
    off = (np.mean(values, axis=0) - shares) / (found.stderr / SURVEYS**0.5)
    assert np.abs(off).max() < 4.5
    assert 0.93 < np.mean(covered) < 0.97 and np.mean(together) > 0.9


def test_the_estimate_is_that_of_the_written_table_at_equal_shares() -> None:
    """L = P'/spread less a constant: the linear estimate of a balanced table."""
    design = BlockDesign.equal("Fano", [7], [[0, 1, 3]])
    channel = ImplicitChannel(DevelopedSupports(7, F(3), design))
    reports = ["0", "0", "3", "5", "6", "1", "1"]
    found = estimate_supports(channel, reports)
    table = rr.Channel.from_patterns(
        [[3 if design.minus(j, s) in design.base[0] else 1 for j in range(7)] for s in range(7)],
        ["1/13"] * 7,
    )
    counts = [reports.count(str(s)) for s in range(7)]
    linear = rr.estimate(table, dict(enumerate(counts)), prior=["1/7"] * 7, method="linear")
    assert found.value == pytest.approx(linear.value)
    assert found.value.sum() == pytest.approx(1)


def test_the_nearest_distribution_and_the_largest_shares() -> None:
    channel = ImplicitChannel(SubsetSupports(3, F(3), 1))
    found = estimate_supports(channel, ["0"] * 8 + ["1"] * 2)
    nearest = found.on_simplex()
    assert nearest.min() >= 0 and nearest.sum() == pytest.approx(1)
    rng = np.random.default_rng(5)
    others = rng.dirichlet([1, 1, 1], 2000)
    distance = ((found.value - nearest) ** 2).sum()
    assert (((found.value - others) ** 2).sum(axis=1) >= distance - 1e-12).all()
    assert found.top(1)[0][0] == "0" and "from 10 reports" in repr(found)
    with pytest.raises(rr.InputError, match="level must lie strictly between 0 and 1"):
        found.conf_int(1)


@pytest.mark.everything
def test_a_design_is_answered_by_and_estimated_from() -> None:
    design = rr.optimal(rr.LocalDP.from_gamma(3), rr.AOptimal([F(1, 500)] * 500))
    found = design.estimate(rr.simulate(design, [7] * 400 + list(range(500)), seed=1))
    assert found.n == 900 and found.top(1)[0][0] == "7"
    with pytest.raises(rr.InputError, match="must be left out"):
        design.estimate(["0"], by=["a"])
    with pytest.raises(rr.InputError, match="reports must be"):
        design.estimate(["325000"])


LARGE = [
    HadamardSupports(30, F(4)),
    UnarySupports.of(30, F(1, 2), F(1, 5)),
    HashedSupports(30, F(4), 5, 31),
    SubsetSupports(30, F(4), 6),
]


@pytest.mark.everything
@pytest.mark.parametrize("family", LARGE, ids=lambda family: family.name)
def test_combinations_and_covariances_are_those_of_many_surveys(family) -> None:
    channel, rng = ImplicitChannel(family), np.random.default_rng(6)
    shares = np.arange(1, 31) / 465
    contrast = np.where(np.arange(30) < 10, 1.0, 0.0)
    found = []
    for _ in range(400):
        truths = rng.choice(30, 1000, p=shares)
        drawn = channel.supports.drawn(truths, ExactDice(rng.bytes))
        found.append(SupportEstimate(channel, drawn))
    combined = np.array([one.combination(contrast) for one in found])
    assert combined[:, 0].std() == pytest.approx(combined[:, 1].mean(), rel=0.12)
    assert combined[:, 0].mean() == pytest.approx(shares[:10].sum(), abs=0.03)
    seen = np.cov(np.array([one.value[[3, 20]] for one in found]).T)
    said = np.mean([one.covariance_of([3, 20]) for one in found], axis=0)
    assert np.diag(said) == pytest.approx(np.diag(seen), rel=0.25)
    assert said[0, 1] == pytest.approx(seen[0, 1], abs=0.25 * seen[0, 0])
    assert np.diag(found[0].covariance_of([3, 20])) == pytest.approx(found[0].stderr[[3, 20]] ** 2)


def test_guaranteed_intervals_are_clopper_and_pearsons() -> None:
    from scipy.stats import binomtest

    channel = ImplicitChannel(SubsetSupports(3, F(3), 1))
    found = estimate_supports(channel, ["0"] * 8 + ["1"] * 2)
    for place, count in enumerate((8, 2, 0)):
        ends = binomtest(count, 10).proportion_ci(0.95, "exact")
        expected = [(x - 1 / 5) / (2 / 5) for x in (ends.low, ends.high)]
        assert found.intervals(guaranteed=True)[place] == pytest.approx(np.clip(expected, 0, 1))


@pytest.mark.parametrize("gamma", [3, 10**4])
@pytest.mark.parametrize("people", [2, 6, 30, 300])
def test_every_share_is_held_by_the_counts(people: int, gamma: int) -> None:
    """By binomial chances; Wilson's interval of 30 reports of one truth among a hundred, at 10^4,
    held a share of 1/200 in 0.86."""
    channel = ImplicitChannel(SubsetSupports(100, F(gamma), 1))
    other, spread = float(channel.supports.other), float(channel.supports.spread)
    every = [["0"] * count + ["1"] * (people - count) for count in range(people + 1)]
    low, high = np.array([estimate_supports(channel, some).intervals()[0] for some in every]).T
    held = []
    for share in (0, *np.geomspace(1e-4, 0.9, 150)):
        chances = binom.pmf(range(people + 1), people, other + spread * share)
        held.append(chances[(low <= share) & (share <= high)].sum())
    assert min(held) > 0.93


def test_a_combination_of_another_length_and_unknown_truths_are_refused() -> None:
    found = estimate_supports(ImplicitChannel(SubsetSupports(3, F(3), 1)), ["0", "1"])
    with pytest.raises(rr.InputError, match="contrast must have 3 entries, got 2"):
        found.combination([1, 2])
    with pytest.raises(rr.InputError, match="truth must be a label"):
        found.covariance_of(["x"])
    with pytest.raises(rr.InputError, match="method must be one of"):
        estimate_supports(found.channel, ["0"], "wald")


ALONE = ClassSupports(
    6,
    F(5),
    (4, 2),
    (F(1, 6),) * 2,
    (PatternType(F(1, 2), (1, 0), (None, None)), SinglePattern.of(F(1), 1, 2)),
)
"""The last two truths are not protected: each says itself alone, or nothing of itself."""

FAMILIES = [
    SubsetSupports(6, F(5), 2),
    HadamardSupports(6, F(5)),
    UnarySupports.of(6, F(3, 4), F(1, 4)),
    ALONE,
]


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_it_is_that_of_the_written_table(family: Supports) -> None:
    channel, rng = ImplicitChannel(family), np.random.default_rng(1)
    truths = rng.choice(6, 800, p=[0.5, 0.3, 0.2, 0, 0, 0])
    reports = family.drawn(truths, ExactDice(rng.bytes))
    found = SupportEstimate(channel, reports).by_likelihood()
    table = channel.table
    texts = family.written(reports)
    said = estimate_supports(channel, texts, method="likelihood")
    assert all(
        "linear" in told for told in (said.summary(), said._repr_html_(), repr(said).lower())
    )
    likeliest = estimate(table, [texts.count(label) for label in table.reports])
    counts = np.array([texts.count(label) for label in table.reports])
    seen = table.to_numpy()[counts > 0]
    logs = counts[counts > 0] @ np.log(seen @ np.array([found.value, likeliest.value]).T)
    assert 0 <= found.missed <= CLOSE and found.value.sum() == pytest.approx(1)
    assert logs[1] - logs[0] <= found.missed + 1e-9
    assert found.value == pytest.approx(np.array(likeliest.value, float), abs=0.02)


def test_a_report_of_one_truth_alone_has_a_chance_from_the_start() -> None:
    """The linear share of that truth is negative; the likeliest one is not zero."""
    reports, fits = ALONE.read(["0/0/"] * 30 + ["1//0"])
    found = SupportEstimate(ImplicitChannel(ALONE), reports).by_likelihood()
    assert fits.all() and 0 <= found.missed <= CLOSE
    assert found.value.argmax() == 0 and found.value[4] > 0 == round(found.value[5], 6)


@pytest.mark.parametrize("none", [None, "NA", " "])
def test_missing_reports_are_refused_or_left_out(none: str | None) -> None:
    channel = ImplicitChannel(SubsetSupports(3, F(3), 1))
    with pytest.raises(rr.InputError, match="got 2 missing"):
        estimate_supports(channel, ["0", none, "1", none])
    found = estimate_supports(channel, ["0", none, "1", none], missing="drop")
    assert found.value.tolist() == estimate_supports(channel, ["0", "1"]).value.tolist()


@pytest.mark.parametrize(
    ("reports", "wrong"),
    [(["0/9/", "1//0", "1/x/0"], 2), (["0/0/x", "0/9/"], 2), (["9/x/"], 1), (["x"], 1)],
)
def test_a_report_that_does_not_fit_is_counted_once(reports: list[str], wrong: int) -> None:
    """Whichever of its parts do not, and beside others with other such parts."""
    with pytest.raises(rr.InputError, match=f"got {wrong} of {len(reports)} that do not fit"):
        estimate_supports(ImplicitChannel(ALONE), reports)


def test_tables_show_the_largest_of_many_shares_and_frames_have_all() -> None:
    channel = ImplicitChannel(SubsetSupports(300, F(40), 8))
    reports = channel.supports.written(
        channel.supports.drawn(
            np.arange(3000) % 300 // 2, ExactDice(np.random.default_rng(8).bytes)
        )
    )
    found = estimate_supports(channel, polars.Series("said", reports))
    frame = found.to_frame()
    assert isinstance(frame, polars.DataFrame) and frame.height == 300
    assert frame["share"].to_numpy() == pytest.approx(found.value)
    assert frame["stderr"].to_numpy() == pytest.approx(found.bse.to_numpy())
    assert frame[["low", "high"]].to_numpy() == pytest.approx(found.intervals())
    tables = found._repr_html_().count("<tr>"), found.to_latex().count("[")
    assert tables == (11, 10) and len(found.plot().axes[0].get_yticks()) == 10
    assert found.top(1)[0][0] in found.to_latex()


def test_nobody_of_a_truth_is_tested_by_the_score_of_a_binomial_chance() -> None:
    """8, 2 and no of 10 reports of the chance 1 / 5, of which each is at most 4 / 5 above and 1 / 5
    below: p is the risk of the interval that ends at no share."""
    found = estimate_supports(ImplicitChannel(SubsetSupports(3, F(3), 1)), ["0"] * 8 + ["1"] * 2)
    chances = []
    for away, reach in ((0.6, 0.8), (0.0, 0.8), (0.2, 0.2)):
        skew = away * reach / 3
        chances.append(2 * norm.sf(((10 * away**2 + skew) / (4 / 25 + skew)) ** 0.5))
    assert found.pvalues.to_numpy() == pytest.approx(chances)
    assert found.intervals(level=1 - F(chances[0]))[0, 0] == pytest.approx(0, abs=1e-9)


def test_a_truth_that_nobody_else_reports_is_there_or_not() -> None:
    reports, _ = ALONE.read(["0/0/"] * 30 + ["1//0"])
    found = SupportEstimate(ImplicitChannel(ALONE), reports)
    assert (found.p_value(4), found.p_value(5)) == (0, 1)
    # Of none among 31, of a truth that is said with the chance 1 / 2: 31 s^2 is z^2 (2 s - s^2),
    # and (z^2 - 1) s^2 / 3 more.
    squared = 1.96**2
    end = 2 * squared / (31 + squared - (squared - 1) / 3)
    assert found.intervals()[5] == pytest.approx([0, end], rel=1e-4)


FEW = PatternType(F(11, 45), (0, 1), (None, None)), PatternType(F(1, 45), (1, 0), (None, None))
RARE = ClassSupports(24, F(67), (2, 22), (F(1, 4), F(1, 44)), FEW)
"""One truth is named: scores of the 22 are large, and few reports have them."""


@pytest.mark.parametrize(
    ("people", "normally"),
    [
        (1, 0.01),
        (10, 0.3),
        *(pytest.param(n, miss, marks=pytest.mark.everything) for n, miss in ((6, 0.2), (25, 0.6))),
    ],
)
def test_few_reports_cover_shares_of_classes(people: int, normally: float) -> None:
    """Where scores are rare their own spread is not that of the share: normal intervals miss."""
    channel, rng = ImplicitChannel(RARE), np.random.default_rng(9)
    shares = np.repeat([F(1, 4), F(1, 44)], [2, 22]).astype(float)
    held, by_spread, together = [], [], []
    for _ in range(400):
        truths = rng.choice(24, people, p=shares)
        found = SupportEstimate(channel, RARE.drawn(truths, ExactDice(rng.bytes)))
        low, high = found.intervals().T
        held.append(((low <= shares) & (shares <= high))[2:].mean())
        by_spread.append((abs(found.value - shares) <= 1.96 * found.stderr)[2:].mean())
        low, high = found.intervals(simultaneous=True).T
        together.append(((low <= shares) & (shares <= high)).all())
    assert np.mean(held) >= 0.93 and np.mean(by_spread) < normally
    assert np.mean(together) >= 0.95
    assert found.to_json(simultaneous=True)["interval_method"] == "bernstein"


def test_many_rare_shares_are_held_at_once() -> None:
    """By binomial chances of each count: of a thousand Wilson's missed 0.19 on average."""
    own, other, people, many = F(1, 2), F(1, 150), 1000, 1000
    channel = ImplicitChannel(UnarySupports.of(many, own, other))
    # Of 61 truths each count from 0 to 60 once.
    held = np.arange(many) < 61
    rows = (np.arange(people)[:, None] < np.where(held, np.arange(many), 0)).astype(int)
    found = SupportEstimate(channel, channel.supports.read(["".join(map(str, r)) for r in rows])[0])
    assert found.counts[:61].tolist() == list(range(61))
    low, high = found.intervals(simultaneous=True)[:61].T
    for share in (0, F(1, 1000), F(1, 100)):
        chances = binom.pmf(np.arange(61), people, float(other + (own - other) * share))
        missed = chances[(low > share) | (share > high)].sum() + 1 - chances.sum()
        assert many * missed <= 0.05
