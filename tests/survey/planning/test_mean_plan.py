"""Plans with designs for a mean of numbers, against enumerated sums and drawn reports."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from itertools import combinations_with_replacement, product
from pathlib import Path
from random import Random

import numpy as np
import pytest

import rropt as rr
from rropt.cli import main
from rropt.data.number_sampler import randomize_numbers
from rropt.survey.estimated_mean import number_sampler
from rropt.survey.planning import MeanOfNumbers
from rropt.survey.planning.mean_plan import ReportLaws, law_on_places

pytestmark = pytest.mark.quick

F = Fraction
BIT = rr.optimal(rr.LocalDP("ln(3)"), rr.Mean([0, 1]))
"""One report has the variance gamma/(gamma - 1)^2 = 3/4 around 0 and 1."""


def test_the_least_number_of_reports_for_a_standard_error() -> None:
    plan = BIT.plan(stderr="0.02")
    assert (plan.open, plan.n) == ("n", 1875)
    assert plan.stderr == pytest.approx(math.sqrt(0.75 / 1875), rel=1e-7)
    assert BIT.plan(n=1874).stderr > 0.02


def test_one_number_has_nothing_to_hold_together_with() -> None:
    with pytest.raises(rr.InputError, match="simultaneous must be left out for one number"):
        BIT.plan(margin="0.02", simultaneous=True)
    assert BIT.plan(margin="0.02", simultaneous=False).n


def test_a_margin_is_a_quantile_of_it() -> None:
    plan = BIT.plan(margin="0.02", method="normal")
    assert plan.n == math.ceil(0.75 * (1.959963984540054 / 0.02) ** 2)
    assert BIT.plan(margin="0.02", method="chebyshev").n == pytest.approx(0.75 * 20 * 2500, abs=1)
    assert BIT.plan(margin="0.02", level="0.99", method="normal").n > plan.n


@pytest.mark.parametrize("worst", ["group", "population"])
@pytest.mark.parametrize(("epsilon", "margin"), [(1, "0.1"), (4, "0.3"), (6, "0.02")])
def test_questions_agree(epsilon: int, margin: str, worst: str) -> None:
    """The number of reports that a margin needs has this margin, and one less has not."""
    bit = rr.optimal(rr.LocalDP(epsilon), rr.Mean([0, 1], worst=worst))
    found = bit.plan(margin=margin)
    asked = bit.plan(n=found.n)
    assert asked.margin == found.margin <= float(F(margin))
    assert found.n == 1 or bit.plan(n=found.n - 1).margin > float(F(margin))
    assert found.n >= bit.plan(margin=margin, method="normal").n


def test_few_reports_at_a_large_epsilon_hold_their_margin() -> None:
    """Sixty people who all have 0, at epsilon 6: 0.0025 of the reports are turned.

    The normal margin allows none of them and holds 0.86; with one it is 0.99.
    """
    bit = rr.optimal(rr.LocalDP(6), rr.Mean([0, 1]))
    turned = 1 / (1 + math.exp(6))
    apart = 1 / (1 - 2 * turned)
    one = (1 - 60 * turned) * apart / 60
    assert bit.plan(n=60, method="normal").margin < one
    found = bit.plan(n=60)
    assert found.margin > one
    assert found.method == "enumerated"


def test_the_reported_interval_counts_the_spread_of_the_numbers() -> None:
    """Half of the group has 1: the reports then have the variance 3/4 + 1/4."""
    plan = BIT.plan(n=400)
    assert plan.half_width == pytest.approx(1.959963984540054 / 20, rel=1e-7)
    table = BIT.channel
    numbers = [F(x) for x in BIT.certificate.data["scenarios"][0]["estimators"][0]]
    shares = [(row[0] + row[1]) / 2 for row in table.rows]
    mean = sum(s * x for s, x in zip(shares, numbers, strict=True))
    spread = sum(s * x * x for s, x in zip(shares, numbers, strict=True)) - mean**2
    assert float(spread) == pytest.approx(1.0, rel=1e-7)


def test_a_population_has_the_spread_in_its_value() -> None:
    whole = rr.optimal(rr.LocalDP("ln(3)"), rr.Mean([0, 1], worst="population"))
    question = MeanOfNumbers(whole)
    assert (float(question.variance(None)), question.spread) == (pytest.approx(1.0, rel=1e-7), 0)
    assert whole.plan(n=400).half_width == pytest.approx(BIT.plan(n=400).half_width, rel=1e-6)


@pytest.mark.everything
def test_drawn_groups_keep_the_margin() -> None:
    """The random cut at 1, its worst number: of 400 groups about one in twenty misses."""
    cut = rr.optimal(rr.LocalDP(1), rr.Mean(low=-1, high=1))
    n = 500
    margin = cut.plan(n=n).margin
    reports = np.array(cut.randomize([1] * (n * 400)), dtype=float).reshape(400, n)
    missed = (np.abs(reports.mean(axis=1) - 1) > margin).mean()
    assert missed < 0.12


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "study.json"
    BIT.save(path)
    assert main(["plan", "--design", str(path), "--stderr", "0.02", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["n"], found["open"], found["plan"]["power"]) == (1875, "n", None)
    assert main(["plan", "--design", str(path), "--margin", "0.02"]) == 0
    assert "half-width at most" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--margin", "0.02", "--n", "10"], "leave out n or margin"),
        ([], "n; margin, stderr or power"),
        (["--margin", "0"], "must be positive"),
        (["--power", "0.9"], "give margin or stderr, or n"),
        (["--n", "10", "--prior", "1/2"], "--prior must be left out"),
        (
            ["--n", "10", "--method", "profile"],
            "method must be one of likelihood, normal, chebyshev",
        ),
        (["--stderr", "1e-30"], "within reach"),
    ],
)
def test_what_is_refused(
    words: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "study.json"
    BIT.save(path)
    assert main(["plan", "--design", str(path), *words]) == 3
    assert said in capsys.readouterr().err


def test_a_prior_is_no_part_of_it() -> None:
    with pytest.raises(rr.InputError, match="must be left out for a mean"):
        BIT.plan("1/2", n=100)


def test_no_margin_of_a_mean_is_as_wide_as_its_numbers() -> None:
    wide = rr.optimal(rr.LocalDP("ln(3)"), rr.Mean([0, 30]))
    assert wide.plan(margin="14").n >= 1
    with pytest.raises(rr.InputError, match="margin must be below 15"):
        wide.plan(margin=15)


def two_reports(low: float, high: float, drawn: bool = False) -> ReportLaws:
    """Reports 0 and 1 on numbers that are the chances of 1 themselves."""
    chances = np.array([[1 - low, 1 - high], [low, high]])
    return ReportLaws(np.array([0.0, 1.0]), np.array([low, high]), chances, drawn)


def kept(chances: list[Fraction], counts: Fraction) -> Fraction:
    """How often a sum of independent events with these chances is so near to its expectation."""
    total = F(0)
    for events in product((0, 1), repeat=len(chances)):
        if abs(sum(events) - sum(chances)) <= counts:
            total += math.prod(p if x else 1 - p for x, p in zip(events, chances, strict=True))
    return total


@pytest.mark.parametrize("level", [F(4, 5), F(19, 20), F(99, 100)])
@pytest.mark.parametrize(("low", "high"), [(F(1, 4), F(3, 4)), (F(1, 50), F(9, 10))])
def test_of_a_fixed_group_every_outcome_is_counted(low: F, high: F, level: F) -> None:
    """The least distance that is kept for every part of five people that has the larger number."""
    n = 5
    groups = [[low] * (n - k) + [high] * k for k in range(n + 1)]
    places = sorted({abs(c - sum(group)) for group in groups for c in range(n + 1)})
    least = next(d for d in places if all(kept(group, d) >= level for group in groups))
    found = two_reports(float(low), float(high)).margin(n, float(level))
    assert found == pytest.approx(float(least) / n, rel=1e-9)
    assert found >= float(least) / n


@pytest.mark.parametrize("level", [0.8, 0.95, 0.999])
def test_of_a_population_the_worst_is_found(level: float) -> None:
    """On a grid of chances the margin is held by all, and one of 0.98 of it is not."""
    n, low, high = 9, 0.1, 0.8
    counts = two_reports(low, high, drawn=True).margin(n, level) * n
    binomials = {
        p: [math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
        for p in np.linspace(low, high, 2_001).tolist()
    }

    def least(away: float) -> float:
        return min(
            sum(x for k, x in enumerate(law) if abs(k - n * p) <= away)
            for p, law in binomials.items()
        )

    assert least(counts) >= level
    assert least(0.98 * counts) < level


REPORTS, TRUTHS = np.array([-0.31, 0.27, 1.4]), np.array([0.0, 0.3, 1.0])
CHANCES = np.linalg.solve([[1, 1, 1], REPORTS, [0, 1, 0]], [[1, 1, 1], TRUTHS, [0.2, 0.7, 0.2]])
"""Three reports that are on no common steps, unbiased of three numbers."""


def held(n: int, group: tuple[int, ...], margin: float) -> float:
    """How often the mean of the reports of these people is so near to that of their numbers."""
    total = 0.0
    for told in product(range(3), repeat=n):
        if abs(REPORTS[list(told)].sum() - TRUTHS[list(group)].sum()) <= margin * n:
            total += math.prod(CHANCES[i, j] for i, j in zip(told, group, strict=True))
    return total


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_of_three_reports_every_group_is_counted(level: float) -> None:
    """Of all groups of five, those of all three numbers too; 0.98 of the margin is not held."""
    n = 5
    margin = ReportLaws(REPORTS, TRUTHS, CHANCES).margin(n, level)
    groups = list(combinations_with_replacement(range(3), n))
    assert min(held(n, group, margin) for group in groups) >= level
    assert min(held(n, group, 0.98 * margin) for group in groups) < level


def test_the_group_of_planned_shares_alone() -> None:
    """Two fifths have the least number, one the middle one; the margin of all groups is wider."""
    shares = np.array([0.4, 0.2, 0.4])
    margin = ReportLaws(REPORTS, TRUTHS, CHANCES, shares=shares).margin(5, 0.9)
    assert held(5, (0, 0, 1, 2, 2), margin) >= 0.9
    assert held(5, (0, 0, 1, 2, 2), 0.98 * margin) < 0.9
    assert margin < ReportLaws(REPORTS, TRUTHS, CHANCES).margin(5, 0.9)


def test_sixty_people_with_one_of_three_numbers_hold_their_margin() -> None:
    """At epsilon 6 the normal margin held 0.87 where half of them have 0 and half have 2."""
    design = rr.optimal(rr.LocalDP(6), rr.Mean([0, 1, 2]))
    plan = design.plan(n=60)
    numbers = [float(F(x)) for x in design.certificate.data["scenarios"][0]["estimators"][0]]
    rng = np.random.default_rng(3)
    columns = design.channel.to_numpy().T
    sums = sum(rng.multinomial(30, columns[j], 200_000) @ numbers for j in (0, 2))
    away = abs(np.asarray(sums) / 60 - 1)
    assert (away <= design.plan(n=60, method="normal").margin).mean() < 0.88
    assert (away <= plan.margin).mean() > 0.95
    assert plan.method == "enumerated"


@pytest.mark.parametrize(("epsilon", "n"), [(2, 1_500), (6, 3_000)])
def test_parts_that_are_not_tried_are_held(epsilon: int, n: int) -> None:
    """Where there are too many groups, the counts of others reach half of one farther."""
    turned = 1 / (1 + math.exp(epsilon))
    margin = two_reports(turned, 1 - turned).margin(n, 0.95)
    rng = np.random.default_rng(7)
    for larger in rng.integers(0, n // 2, 60).tolist():
        law = np.convolve(_binomial(n - larger, turned), _binomial(larger, 1 - turned))
        expected = (n - larger) * turned + larger * (1 - turned)
        assert law[abs(np.arange(n + 1) - expected) <= margin * n].sum() >= 0.9499


def test_what_cannot_be_listed_says_nothing() -> None:
    bit = two_reports(0.25, 0.75)
    assert bit.margin(10**9, 0.95) == 0
    assert bit.margin(100, 1 - 1e-15) == 0
    assert two_reports(0.25, 0.75, drawn=True).margin(10**9, 0.95) == 0


def test_a_table_has_its_numbers_in_order() -> None:
    bit = ReportLaws.of(rr.optimal(rr.LocalDP("ln(3)"), rr.Mean([30, 0])))
    assert bit.truths.tolist() == [0, 30]
    assert bit.reports @ bit.chances == pytest.approx([0, 30], abs=1e-9)


def _binomial(n: int, chance: float) -> np.ndarray:
    logarithms = [
        math.lgamma(n + 1)
        - math.lgamma(k + 1)
        - math.lgamma(n - k + 1)
        + k * math.log(chance)
        + (n - k) * math.log1p(-chance)
        for k in range(n + 1)
    ]
    return np.exp(logarithms)


DRAWN = 20_000


@pytest.mark.parametrize("epsilon", ["1/2", "6/5", "2"])
def test_reports_have_the_chances_of_drawn_ones(epsilon: str) -> None:
    """Random cuts of both forms and windows: 2 over the root of 20,000 misses one in 1,500."""
    design = rr.optimal(rr.LocalDP(epsilon), rr.Mean(low=-1, high=3))
    reports, numbers, chances = law_on_places(design)
    assert chances.sum(axis=0) == pytest.approx(np.ones(9))
    assert numbers.tolist() == pytest.approx(np.linspace(-1, 3, 9))
    assert reports @ chances == pytest.approx(numbers, abs=0.02)
    step = reports[1] - reports[0]
    places = np.append(reports[::5] + 0.4 * step, np.inf)
    for column in (0, 3, 4):
        drawn = randomize_numbers(
            number_sampler(design), [numbers[column]] * DRAWN, Random(column).randbytes
        )
        told = np.array(drawn, float)
        by_law = np.array([chances[reports <= place, column].sum() for place in places])
        # What is parted among two places reaches one step beyond.
        by_less = np.array([chances[reports <= place - 2 * step, column].sum() for place in places])
        share = (told[:, None] <= places - step).mean(axis=0)
        assert (share <= by_law + 0.015).all() and (share >= by_less - 0.015).all()


@pytest.mark.parametrize("epsilon", ["1/2", "2"])
def test_variances_are_those_that_are_certified(epsilon: str) -> None:
    """At the ends, where they are the largest."""
    design = rr.optimal(rr.LocalDP(epsilon), rr.Mean(low=0, high=1))
    reports, numbers, chances = law_on_places(design)
    variances = ((reports[:, None] - numbers) ** 2 * chances).sum(axis=0)
    assert variances[[0, -1]] == pytest.approx([float(design.value)] * 2, rel=1e-3)
    assert variances.max() < 1.001 * float(design.value)


@pytest.mark.everything
def test_five_people_at_the_ends_hold_their_margin() -> None:
    """At epsilon 4 the normal margin held 0.89 where half of them have each end."""
    design = rr.optimal(rr.LocalDP(4), rr.Mean(low=0, high=1))
    plan, normal = design.plan(n=5), design.plan(n=5, method="normal")
    numbers = np.tile([0.0, 0.0, 1.0, 1.0, 1.0], 8_000)
    drawn = randomize_numbers(number_sampler(design), numbers, Random(5).randbytes)
    away = abs(np.array(drawn, float).reshape(-1, 5).mean(axis=1) - 0.6)
    assert (away <= normal.margin).mean() < 0.9
    assert 0.945 < (away <= plan.margin).mean() < 0.96
    assert plan.method == "enumerated"
    assert design.plan(margin=plan.margin * 1.0001).n == 5
