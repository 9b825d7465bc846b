"""Moves of blocks: one name for each, and truths that are some of the points."""

from __future__ import annotations

from fractions import Fraction as F
from random import Random

import numpy as np
import pytest

from rropt.channel.developed_supports import DevelopedSupports
from rropt.data.sampler import ExactDice
from tests.channel.test_implicit import FANO, PAIRS

pytestmark = pytest.mark.quick


def test_a_block_has_one_name() -> None:
    """Four moves of a pair of Z_2 x Z_2 are two blocks."""
    family = DevelopedSupports(4, F(3), PAIRS)
    reports = family.drawn(np.arange(4000) % 4, ExactDice(Random(5).randbytes))
    assert len(np.unique(reports)) == family.reports == 6


def test_truths_may_be_some_of_the_points() -> None:
    family = DevelopedSupports(3, F(3), FANO)
    assert family.own == DevelopedSupports(7, F(3), FANO).own
    empty = sum((w for _, held, w in family.listed() if not held), F(0))
    assert family.empty == empty > 0
