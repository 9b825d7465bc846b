"""Reports from a symmetric table that is kept as an orbit and never written out.

A table of one likely truth against all others has two entries: report j of truth j with
probability a w / k, and each other report with b w / k, for the runs ((a, 1), (b, k - 1)) of total
weight w. So a report is the truth or, with what is left, one of the k - 1 others, all alike; for a
million categories that is two exact draws, and no table.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from rropt.exact import InputError
from rropt.sampling import Sampler, _truth_indices

Runs = Sequence[tuple[Fraction, int]]


def randomize_orbit(
    runs: Runs, weight: Fraction, truths: Any, source: Any = os.urandom
) -> np.ndarray:
    """One report index for each truth index, with exactly the probabilities of the orbit.

    >>> runs = ((Fraction(3), 1), (Fraction(1), 999_999))
    >>> weight = Fraction(10**6, 10**6 + 2)
    >>> answers = np.array([7, 7, 999_999])
    >>> reports = randomize_orbit(runs, weight, answers)
    >>> reports.shape, int(reports.max()) < 10**6
    ((3,), True)
    """
    k = sum(count for _, count in runs)
    kept = _kept(runs, weight, k)
    answers = _truth_indices(truths, k).astype(np.int64)
    coin = Sampler.from_columns(
        [[kept.numerator, kept.denominator - kept.numerator]], kept.denominator
    )
    moved = np.flatnonzero(coin(np.zeros(answers.shape, np.uint8), source))
    reports = answers.copy()
    reports[moved] = (answers[moved] + 1 + _below(k - 1, len(moved), source)) % k
    return reports


def _kept(runs: Runs, weight: Fraction, k: int) -> Fraction:
    """The probability that the truth is told."""
    counts = [count for _, count in runs]
    if len(runs) != 2 or counts[0] != 1 or k < 2:
        raise InputError(f"an orbit must be one truth against all others, got runs of {counts}")
    (told, _), (other, others) = runs
    if (told + others * other) * weight != k:
        raise InputError("the columns of the orbit must add up to one")
    return told * weight / k


def _below(limit: int, size: int, source: Any) -> np.ndarray:
    """Uniform whole numbers below the limit: 64-bit words, those past the last multiple redrawn."""
    usable = 2**64 - 2**64 % limit
    found = np.zeros(size, np.uint64)
    open_ = np.arange(size)
    while len(open_):
        words = np.frombuffer(source(8 * len(open_)), np.uint64)
        good = words <= np.uint64(usable - 1)
        found[open_[good]] = words[good] % np.uint64(limit)
        open_ = open_[~good]
    return found.astype(np.int64)
