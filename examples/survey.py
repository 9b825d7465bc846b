"""A whole survey: choose a design, plan it, deploy it, count, estimate, and check the intervals.

A million people, one in five with the sensitive attribute.
Run: python examples/survey.py (it reads tables with DuckDB and polars: pip install '.[frames]')
"""

from __future__ import annotations

import tempfile
from fractions import Fraction
from math import sqrt
from pathlib import Path

import duckdb
import numpy as np
import polars

import rropt as rr
from rropt.data import count_reports
from rropt.data.sampler import randomize, simulate_not_private
from rropt.survey import (
    goodness_of_fit,
    interval,
    likelihood_estimate,
    unbiased_estimate,
)
from rropt.survey.planning import Plan, Proportion, plan

PREVALENCE = "1/5"
POPULATION = 1_000_000
REPETITIONS = 2_000
SAMPLE = 2_000
LEVEL = "0.95"


def main() -> None:
    """The survey from end to end."""
    channel = choose_a_design()
    planned = make_a_plan(channel)
    with tempfile.TemporaryDirectory() as folder:
        reports = Path(folder) / "reports.parquet"
        share = deploy(channel, reports)
        counts = count(channel, reports)
    analyse(channel, counts, share, planned)
    measure_coverage(channel)


def choose_a_design() -> rr.Channel:
    """The least variance at epsilon 1 with two answers, over the denominator 2^32."""
    design = rr.optimal(
        rr.LocalDP(epsilon=1), rr.Variance(prior=PREVALENCE), outputs=2, denominator=2**32
    )
    print(f"design: {design.certificate.check()}")
    channel = design.channel.relabel(reports=["no", "yes"], truths=["no", "yes"])
    print(channel)
    return channel


def make_a_plan(channel: rr.Channel) -> Plan:
    """How many reports a margin of one point needs, and what the million will give."""
    needed = plan(Proportion(PREVALENCE), channel=channel, margin="0.01", level=LEVEL)
    reached = plan(Proportion(PREVALENCE), channel=channel, n=POPULATION, level=LEVEL)
    print(f"plan: a margin of 0.01 needs {needed.n:,} reports")
    print(f"plan: {POPULATION:,} reports give a standard error of {reached.stderr:.6f}")
    return reached


def deploy(channel: rr.Channel, path: Path) -> float:
    """Randomize a simulated population by operating-system randomness and store the reports."""
    population = np.random.default_rng(2026).random(POPULATION) < float(Fraction(PREVALENCE))
    reports = np.array(channel.reports)[randomize(channel, population)]
    polars.DataFrame({"person": np.arange(POPULATION), "report": reports}).write_parquet(path)
    return float(population.mean())


def count(channel: rr.Channel, path: Path) -> tuple[int, ...]:
    """Count where the data lives: DuckDB runs the group-by on the file."""
    counts = count_reports(channel, duckdb.read_parquet(str(path)), "report")
    print(f"counts: {dict(zip(channel.reports, counts, strict=True))}")
    return counts


def analyse(channel: rr.Channel, counts: tuple[int, ...], share: float, planned: Plan) -> None:
    """Estimate, compare with the truth of this population and with the plan."""
    answer = likelihood_estimate(channel, counts)
    yes, best = answer.of(1), answer.maximum
    print(f"estimate: {yes.value:.6f} (this population: {share:.6f})")
    print(f"standard error: {yes.stderr:.6f}, planned {planned.stderr:.6f}")
    ends = yes.interval(LEVEL)
    print(f"  {ends.method}: [{ends.low:.6f}, {ends.high:.6f}]")
    linear = unbiased_estimate(channel, counts).of(1)
    for method in ("wald", "wilson", "clopper_pearson", "chebyshev", "guaranteed"):
        ends = interval(linear, LEVEL, method)
        print(f"  linear, {method:<16} [{ends.low:.6f}, {ends.high:.6f}]")
    print(f"log-likelihood below the largest by at most {float(best.gap):.1g}")
    print(f"is it {PREVALENCE}? p = {yes.test(PREVALENCE).p_value:.3f}")
    print(f"do the reports fit the design? p = {goodness_of_fit(channel, counts).p_value:.3f}")


def measure_coverage(channel: rr.Channel) -> None:
    """How often the intervals hold the true prevalence, over repeated surveys."""
    truth = float(Fraction(PREVALENCE))
    methods = ("likelihood", "wald", "wilson", "clopper_pearson", "guaranteed")
    held = dict.fromkeys(methods, 0)
    rng = np.random.default_rng(7)
    for repetition in range(REPETITIONS):
        sample = rng.random(SAMPLE) < truth
        reports = simulate_not_private(channel, sample, seed=repetition)
        counts = count_reports(channel, reports)
        held["likelihood"] += truth in likelihood_estimate(channel, counts).of(1).interval(LEVEL)
        linear = unbiased_estimate(channel, counts).of(1)
        for method in methods[1:]:
            held[method] += truth in interval(linear, LEVEL, method)
    print(f"coverage of {LEVEL} intervals, {REPETITIONS:,} surveys of {SAMPLE:,} people:")
    for method in methods:
        print(f"  {method:<16} {coverage_line(held[method])}")


def coverage_line(held: int) -> str:
    """The coverage beside twice its Monte-Carlo standard error."""
    nominal, found = float(LEVEL), held / REPETITIONS
    error = 2 * sqrt(nominal * (1 - nominal) / REPETITIONS)
    verdict = "within" if abs(found - nominal) <= error else "outside"
    if found > nominal + error:
        verdict = "conservative, above"
    return f"{found:.4f}  {verdict} {nominal} +- {error:.4f}"


if __name__ == "__main__":
    main()
