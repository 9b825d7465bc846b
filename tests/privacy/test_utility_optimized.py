"""Utility-optimised privacy: harmless truths may be told alone."""

from __future__ import annotations

import math

import pytest

import rropt as rr
from tests.privacy.test_conditions import PRIOR, middle


def test_all_truths_sensitive_is_local_privacy():
    criterion = rr.UtilityOptimized([0, 1, 2], "ln(3)").on(3)
    assert isinstance(criterion, rr.LocalDP) and criterion.gamma.exact == 3


def test_information_with_harmless_truths_is_that_of_its_table():
    """The table of the guess is best here too: 1/2 and 1/4 told alone, H2 of the rest."""
    design = rr.optimal(rr.UtilityOptimized([0], "ln(3)"), rr.MutualInformation(PRIOR))
    assert middle(design.value) == pytest.approx(math.log(3) / 2, rel=1e-12)


def test_a_report_of_one_harmless_truth_is_free_and_one_of_two_is_not() -> None:
    criterion = rr.UtilityOptimized(["yes"], "ln(3)").on(2, ["no", "yes"])
    told = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    alone = rr.Channel.from_rows([["2/3", 0], ["1/3", 1]])
    sensitive = rr.Channel.from_rows([[1, "1/3"], [0, "2/3"]])
    assert criterion.satisfied_by(told) and criterion.satisfied_by(alone)
    assert not criterion.satisfied_by(sensitive)
    beyond = rr.Channel.from_rows([["7/10", 0], ["3/10", 1]])
    assert not criterion.satisfied_by(beyond)


def test_an_irrational_level_is_enclosed_for_every_pair() -> None:
    levels = rr.UtilityOptimized([0], "1/2").on(3).levels
    assert levels.singles == (1, 2) and levels.lo[0][1] < levels.hi[0][1]
    assert levels.distances_squared == ((0, 1, 1), (1, 0, 1), (1, 1, 0))
    assert rr.UtilityOptimized([0], "ln(3)").on(3).levels.epsilon is None
