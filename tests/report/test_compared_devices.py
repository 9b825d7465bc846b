"""Classical devices at the privacy of a design.

What lines of a comparison are compared with.

What mechanisms for bounded numbers do, against sums over their values.
"""

from __future__ import annotations

import math
from fractions import Fraction
from fractions import Fraction as F
from importlib import import_module

import numpy as np
import pytest

import rropt as rr
from rropt import AOptimal, LocalDP, Mean, MetricDP, Privacy, Trace, Variance, optimal
from rropt.devices.bounded_numbers import duchi
from rropt.exact import InputError
from rropt.report import design_text, facts_of
from rropt.report.compared_devices import (
    far,
    is_degenerate,
    proved_best,
    rivals,
    tuned,
    variance_for,
)


@pytest.mark.parametrize("truths", [2, 3, 5])
@pytest.mark.parametrize("delta", ["1/10", "1/3"])
def test_with_delta_k_ary_randomized_response_uses_all_of_it(truths: int, delta: str) -> None:
    """Its excess over gamma is delta exactly: p - gamma q with p + (k - 1) q = 1."""
    gamma, leak = Fraction(3), Fraction(delta)
    found = tuned(LocalDP.from_gamma(gamma, delta), truths)
    table = found["k_ary"] if "k_ary" in found else found["warner"]
    high = (gamma + leak * (truths - 1)) / (gamma + truths - 1)
    assert max(map(max, table.rows)) == high
    assert table.profile(gamma) == leak


@pytest.mark.parametrize("delta", ["0", "1/10"])
@pytest.mark.parametrize("truths", [2, 3, 4])
def test_devices_are_tuned_within_the_privacy(delta: str, truths: int) -> None:
    privacy = LocalDP("1/2", delta)
    found = tuned(privacy, truths)
    assert len(found) >= 6
    assert all(privacy.satisfied_by(channel) for channel in found.values())


@pytest.mark.everything
@pytest.mark.parametrize("delta", ["0", "1/10"])
@pytest.mark.parametrize(("objective", "truths"), [(Variance("1/4"), 2), (Trace(4), 4)])
def test_a_device_that_cannot_be_made_takes_no_report_with_it(
    objective, truths, delta, monkeypatch
) -> None:
    def unmade(gamma, categories):
        raise InputError("kuk does not identify the proportion")

    design = optimal(LocalDP("1e-40", delta), objective, crosscheck=False)
    assert facts_of(design).rivals
    monkeypatch.setattr(import_module("rropt.devices.rivals"), "rivals", unmade)
    assert facts_of(design).rivals == ()
    assert "optimal design" in design_text(design)
    assert design.certificate.check().verdict == "verified"


def test_roots_of_devices_keep_their_digits_at_a_tiny_epsilon() -> None:
    """Warner's variance is 1 / epsilon^2; Kuk's two draws at epsilon / 2 inform half as well."""
    design = optimal(LocalDP("1e-40"), Variance("1/4"), crosscheck=False)
    rivals = {name: line for line in facts_of(design).rivals for name in line.label.split(", ")}
    assert rivals["warner"].value == pytest.approx(1e80, rel=1e-9)
    assert rivals["kuk"].value == pytest.approx(2e80, rel=1e-9)


def test_symmetric_devices_use_delta() -> None:
    """holohan/thm-4: Warner's p = (gamma + delta) / (gamma + 1)."""
    table = tuned(LocalDP("ln(3)", "1/10"), 2)["warner"]
    assert max(table.rows[0]) == (3 + Fraction(1, 10)) / 4


def test_devices_of_equal_value_share_a_line_and_the_best_comes_first() -> None:
    lines = rivals(optimal(LocalDP("ln(3)"), Variance("1/4")))
    names = [name for line in lines for name in line.label.split(", ")]
    assert len(names) == len(set(names)) and "warner" in lines[0].label
    assert [line.value for line in lines] == sorted(line.value for line in lines)
    assert lines[0].efficiency == pytest.approx(1)


def test_a_matrix_is_kept_by_devices_at_its_least_level() -> None:
    privacy = Privacy([[1, 3, 5], [2, 1, 5], [5, 5, 1]])
    found = tuned(privacy, 3)
    assert found["k_ary"].parity() == 2
    assert all(privacy.satisfied_by(channel) for channel in found.values())


def test_numbers_have_the_mechanisms_for_numbers() -> None:
    lines = rivals(optimal(LocalDP("ln(3)"), Mean([0, 1, 2])))
    assert all((line.efficiency or 0) <= 1 + 1e-9 for line in lines)
    names = [name for line in lines for name in line.label.split(", ")]
    assert len(names) >= 3 and len(set(names)) == len(names)
    assert rivals(optimal(MetricDP.path(1), Mean([0, 1, 2]))) == ()


def test_a_table_of_orbits_is_named_where_it_is_k_ary() -> None:
    (line,) = rivals(optimal(LocalDP("ln(3)"), Trace(1000)))
    assert line.label == "k_ary" and line.efficiency == pytest.approx(1)


@pytest.mark.everything
def test_devices_for_frequencies_stand_beside_a_design_of_many_truths() -> None:
    """Hadamard response at gamma = 3: p = 3/4, q = 1/2, and half of the truths in each report."""
    design = optimal(LocalDP.from_gamma(3), AOptimal("uniform", categories=300))
    lines = {line.label: line for line in rivals(design)}
    held = (299 / 2 + 3 / 4) / 300
    assert lines["hadamard_response"].value == pytest.approx(300 * held * (1 - held) * 16)
    assert all(line.value >= float(design.bound) * (1 - 1e-12) for line in lines.values())
    assert {"k_ary", "optimized_unary", "local_hashing"} <= lines.keys()
    assert "hadamard_response (own" in str(design)


def test_a_card_is_compared_with_any_number_of_reports() -> None:
    level = rr.LocalDP.from_gamma(3, "1/10")
    card = rr.optimal(level, rr.Variance("1/4"), 2)
    free = rr.optimal(level, rr.Variance("1/4"))
    assert proved_best(card) == pytest.approx(float(free.bound))
    assert proved_best(card) < float(card.bound)
    assert proved_best(free) == float(free.bound)


@pytest.mark.parametrize(
    "privacy, objective, outputs, degenerate",
    [
        (rr.LocalDP(1), rr.Variance("1/4"), None, False),
        (rr.LocalDP(0), rr.Guess("1/2,1/2"), None, True),
        (rr.LocalDP(0, "1/10"), rr.Guess("1/2,1/2"), None, False),
        (rr.LocalDP(1, 1), rr.Guess("1/2,1/2"), None, True),
        (rr.LocalDP(1), rr.Variance(0), 2, True),
        (rr.MetricDP.path(1), rr.Guess("1/2,1/2"), None, False),
    ],
)
def test_nothing_is_compared_where_nothing_or_everything_is_told(
    privacy, objective, outputs, degenerate: bool
) -> None:
    assert is_degenerate(rr.optimal(privacy, objective, outputs)) is degenerate


def test_the_far_end_of_a_value_in_doubles() -> None:
    assert far((F(1, 4), F(1, 2))) == 0.25 and far(F(3)) == 3.0
    assert far(F(10**400)) == math.inf and far(math.inf) == math.inf


ONE_BIT = duchi(gamma=3)  # +-2 with mean u: variance 4 - u^2


@pytest.mark.parametrize(
    "objective, expected",
    [
        (rr.Mean([-1, 0, 1]), 4.0),
        (rr.Mean([-1, 1]), 3.0),
        (rr.Mean([-1, 0, 1], ["1/4", "1/2", "1/4"]), 0.5 * 3 + 0.5 * 4),
        (rr.Mean([-1, 1], worst="population"), 4.0),
    ],
)
def test_one_bit_by_hand(objective, expected: float) -> None:
    assert variance_for(objective, ONE_BIT) == pytest.approx(expected)


def test_other_intervals_are_stretched() -> None:
    wide = duchi(gamma=3, low=0, high=10)
    assert variance_for(rr.Mean([0, 5, 10]), wide) == pytest.approx(25 * 4.0)


def test_an_interval_is_worth_its_worst_number_and_a_density_its_mean() -> None:
    whole = rr.Mean(low=-1, high=1)
    assert variance_for(whole, ONE_BIT) == pytest.approx(4.0)
    bins = rr.Mean(prior=["1/4", "3/4"], low=-1, high=1, points=5)
    u = np.linspace(-1, 1, 200_001)
    density = np.where(u < 0, 0.25, 0.75)
    expected = 4 - (density * u**2).mean() / density.mean()
    assert variance_for(bins, ONE_BIT) == pytest.approx(expected, rel=1e-4)
