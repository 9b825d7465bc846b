"""Whole numbers, places and events from octets; the draws of families are in tests/channel."""

from __future__ import annotations

from fractions import Fraction as F
from random import Random

import numpy as np
import pytest

import rropt as rr
from rropt.channel.balanced_supports import SubsetSupports
from rropt.channel.implicit import ImplicitChannel
from rropt.data.implicit_draws import ExactDice, ImplicitSampler, randomize_implicit

DICE = ExactDice(Random(1).randbytes)


def test_numbers_below_a_limit_are_all_alike() -> None:
    times = np.bincount(DICE.below(7, 70_000))
    assert len(times) == 7 and abs(times - 10_000).max() < 500


def test_a_last_incomplete_range_is_drawn_again() -> None:
    """Of 2^64 octets the largest would make zero likelier."""
    octets = iter([b"\xff" * 8, (5).to_bytes(8, "little")])
    assert ExactDice(lambda count: next(octets)).below(3, 1).tolist() == [2]


def test_places_and_events_have_their_chances() -> None:
    times = np.bincount(DICE.choice((F(1, 2), F(1, 3), F(1, 6)), 60_000))
    assert times == pytest.approx(np.array([30_000, 20_000, 10_000]), rel=0.05)
    assert DICE.event(F(1, 5), 50_000).mean() == pytest.approx(0.2, abs=0.01)
    assert DICE.event(F(1, 5), 0).shape == (0,) and DICE.choice((F(1),), 2).tolist() == [0, 0]


def test_answers_are_labels_or_numbers() -> None:
    channel = ImplicitChannel(SubsetSupports(4, F(3), 2), ["a", "b", "c", "d"])
    assert len(randomize_implicit(channel, ["a", "d", "a"])) == 3
    for wrong in (7, "e", None, -1):
        with pytest.raises(rr.InputError, match="from 'a' to 'd', got 1 of 2"):
            randomize_implicit(channel, ["a", wrong])
    sampler = ImplicitSampler(channel)
    assert sampler.fits(np.array([0, 3, 4, -1])).tolist() == [True, True, False, False]
    assert sampler.rule.endswith("0 to 3") and len(sampler.reports(np.array([2]), bytes)) == 1
