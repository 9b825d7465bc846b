"""Levels at the ends of what the door accepts: an answer or one line, no crash, no warning."""

from __future__ import annotations

import math
import warnings
from fractions import Fraction
from typing import Any

import pytest

import rropt as rr
from rropt.cli import main

EXTREME = ["700", "50", "ln(1000000001/1000000000)"]


@pytest.fixture(autouse=True)
def _loud() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


@pytest.mark.parametrize("epsilon", EXTREME)
@pytest.mark.parametrize(
    ("objective", "outputs"),
    [
        (rr.Variance("1/4"), None),
        (rr.Variance("1/4"), 2),
        (rr.Trace(3), None),
        (rr.MutualInformation(["1/2", "3/10", "1/5"]), None),
        (rr.FDivergence("hellinger", (0, 1), 2), None),
    ],
)
def test_every_level_has_a_certified_private_answer(
    epsilon: str, objective: Any, outputs: int | None
) -> None:
    privacy = rr.LocalDP(epsilon)
    design = rr.optimal(privacy, objective, outputs=outputs)
    assert design.certificate.check().verdict == "verified"
    assert design.channel.parity() <= privacy.gamma.hi
    assert privacy.satisfied_by(design.channel)


def test_a_route_that_gives_up_is_visible_and_takes_nothing_with_it() -> None:
    design = rr.optimal(rr.LocalDP(700), rr.Trace(3), crosscheck=True)
    assert design.routes is not None
    assert design.routes.cvxpy is None and design.routes.difference is None
    assert design.to_json()["routes"]["cvxpy"] is None


@pytest.mark.everything
@pytest.mark.parametrize("objective", ["a-optimal", "d-optimal", "e-optimal"])
def test_curved_designs_at_the_largest_epsilon(
    objective: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["design", objective, "--epsilon", "700", "--prior", "0.7,0.2,0.1"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("denominator", ["1", "2"])
def test_a_denominator_too_small_for_any_useful_table_is_refused(denominator: str) -> None:
    """Over halves every entry is 0, 1/2 or 1: at gamma = 3 only equal columns are private."""
    with pytest.raises(rr.InputError, match="denominator must be larger"):
        rr.optimal(rr.LocalDP("ln(3)"), rr.Variance("1/4"), denominator=denominator)


def test_at_gamma_one_a_denominator_changes_nothing() -> None:
    design = rr.optimal(rr.LocalDP(0), rr.Variance("1/4"), denominator=52)
    assert design.value == math.inf and design.bound == math.inf


def test_gamma_has_the_same_limit_by_every_name() -> None:
    for wrong in (lambda: rr.LocalDP(701), lambda: rr.LocalDP.from_gamma("1e400")):
        with pytest.raises(rr.InputError, match="at most"):
            wrong()


@pytest.mark.parametrize("epsilon", ["700", "1/2", "1e-9"])
def test_the_demand_of_a_level_is_its_gamma(epsilon: str) -> None:
    level = rr.LocalDP(epsilon)
    found = rr.strict_bound(level)
    assert (found.lo, found.hi, found.attained) == (level.gamma.lo, level.gamma.hi, True)


def test_an_undecided_demand_shows_both_ends() -> None:
    """B(h) = beta for beta-factor privacy; where only an enclosure is found, it holds beta."""
    beta = Fraction(10) ** 60
    found = rr.strict_bound(rr.BetaFactor(beta))
    assert found.lo <= beta <= found.hi
    if not found.is_exact:
        assert "ln B(h) = [" in found.describe()


@pytest.mark.parametrize("epsilon", ["1e-130", "ln(1" + "0" * 199 + "1/1" + "0" * 200 + ")"])
def test_a_level_that_logarithms_cannot_tell_from_zero_is_refused_in_one_line(
    epsilon: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The checker takes logarithms to 2^-472, about 10^-142."""
    command = ["design", "mutual-information", "--prior", "1/2,1/3,1/6", "--epsilon", epsilon]
    assert main(command) == 3
    (line,) = capsys.readouterr().err.splitlines()
    assert "epsilon is too close to 0 to be certified" in line
