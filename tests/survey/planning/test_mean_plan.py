"""Plans with designs for a mean of numbers."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import rropt as rr
from rropt.cli import main
from rropt.survey.planning import MeanOfNumbers

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
