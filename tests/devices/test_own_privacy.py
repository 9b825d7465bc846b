"""Devices at their own smallest matrix, beside variances from their definitions.

Devices without a finite level, compared across their whole profile.
"""

from __future__ import annotations

import json
import shlex
from fractions import Fraction as F
from math import inf

import pytest

import rropt as rr
from rropt.cli import main
from rropt.devices.catalogue import at_example
from rropt.devices.device_facts import device_facts
from rropt.devices.optimum import optimum_in_matrix, optimum_in_profile, own_matrix
from rropt.devices.populations import WITH_REPLACEMENT
from rropt.devices.survey import forced_response, mangat, warner
from rropt.measures.tradeoff import of_columns
from tests.measures.tables import is_nowhere_below


def test_one_number_is_no_matrix():
    assert own_matrix(warner("3/4")) is None and optimum_in_matrix(warner("3/4"), "1/4") is None
    assert device_facts(warner("3/4"), "1/4", 1, WITH_REPLACEMENT)["own_matrix"] is None


@pytest.mark.parametrize("yes, no", [("1/3", 0), ("1/3", "1/6"), ("1/10", "1/2")])
@pytest.mark.parametrize("prior", ["1/4", "1/20"])
def test_forced_response_is_the_best_there_is_for_its_own_matrix(yes, no, prior):
    """Two truths and two reports: a table with both bounds tight is best (design page, 2)."""
    device = forced_response(yes, no)
    found = optimum_in_matrix(device, prior)
    share, truth = F(prior), 1 - F(yes) - F(no)
    chance = F(yes) + truth * share
    assert found.variance == found.reached == chance * (1 - chance) / truth**2
    assert own_matrix(device) == device.channel.levels()


def test_a_device_that_wastes_privacy_loses_at_its_own_matrix_too():
    """Two reports that mean the same are one; a constant third report is waste."""
    facts = device_facts(
        at_example("polychotomous_forced_response"), ["1/3"] * 3, 1, WITH_REPLACEMENT
    )
    assert F(facts["own_matrix"]["optimum"][0]) <= F(facts["variance"])
    assert len(facts["levels"]) == 3


def test_a_table_that_protects_nobody_has_no_optimum_of_its_own():
    assert own_matrix(at_example("mangat")) == ((1, inf), (F(10, 3), 1))
    assert optimum_in_matrix(forced_response("1/3", 0), 1) is None


def test_the_command_issues_the_certificate(capsys):
    assert main(["device", "forced_response", "--yes", "1/3", "--no", "0", "--prior", "1/4"]) == 0
    shown = capsys.readouterr().out
    assert "its matrix   1, oo; 3, 1" in shown and "loss         1 " in shown
    command = next(
        line for line in shown.splitlines() if line.startswith("certified") and "oo" in line
    )
    words = shlex.split(command.partition("rropt ")[2])
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["value"] == "9/16"


def test_another_matrix_has_another_optimum():
    near = rr.optimal(rr.Privacy([[1, "oo"], ["31/10", 1]]), rr.Variance("1/4"))
    assert near.value < optimum_in_matrix(forced_response("1/3", 0), "1/4").variance


def test_mangat_is_the_best_that_reveals_no_more_than_mangat():
    """Its two patterns are the extreme ones of its cone: every private table is made of it."""
    device = mangat("7/10")
    found = optimum_in_profile(device, "1/4")
    assert found is not None
    assert found.variance <= device.variance("1/4") <= found.reached * F(10**9 + 1, 10**9)


def test_a_device_with_a_finite_level_has_one():
    assert optimum_in_profile(warner("3/4"), "1/4") is None


@pytest.mark.parametrize("yes", ["1/6", "1/3"])
def test_the_optimum_obeys_the_curve(yes):
    """The trade-off function of the best table lies nowhere below that of the device."""
    device = forced_response("1/6", yes)
    design = rr.optimal(rr.NoWorseThan(device.channel), rr.Variance("1/4"))
    for a, b in ((0, 1), (1, 0)):
        best, own = (
            of_columns(t.columns[a], t.columns[b]) for t in (design.channel, device.channel)
        )
        assert is_nowhere_below(best, own)
