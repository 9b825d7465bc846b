"""Sampling from a table that is kept as an orbit."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from rropt import InputError, LocalDP, Trace, optimal
from rropt.sampling.orbits import _below, _kept, randomize_orbit

SMALL = ((Fraction(3), 1), (Fraction(1), 3))


def test_the_probabilities_are_those_of_the_written_table() -> None:
    design = optimal(LocalDP("ln(3)"), Trace(30), crosscheck=False)
    (orbit,) = design.orbits
    kept = _kept(orbit.runs, orbit.weight, 30)
    assert {max(row) for row in design.channel.rows} == {kept}
    assert {min(row) for row in design.channel.rows} == {(1 - kept) / 29}


def test_every_byte_of_the_coin_counts() -> None:
    """Half of the 256 first bytes keep the truth at probability 1/2; zero words move it by one."""
    for byte in range(256):
        reports = randomize_orbit(
            SMALL, Fraction(2, 3), [2], lambda n, b=byte: bytes([b]) if n == 1 else bytes(n)
        )
        assert int(reports[0]) == (2 if byte < 128 else 3)


def test_words_past_the_last_multiple_are_drawn_again() -> None:
    limit = 2**62 + 1
    words = [2**64 - 1, limit - 1, 5]
    stream = iter(np.array(words, np.uint64))
    got = [int(_below(limit, 1, lambda n: next(stream).tobytes())[0]) for _ in range(2)]
    assert got == [limit - 1, 5]


def test_a_million_categories() -> None:
    design = optimal(LocalDP("ln(3)"), Trace(10**6), crosscheck=False)
    (orbit,) = design.orbits
    reports = randomize_orbit(orbit.runs, orbit.weight, np.arange(10**5))
    assert reports.min() >= 0 and reports.max() < 10**6
    assert (reports == np.arange(10**5)).mean() < 0.01


def test_others_are_equally_frequent() -> None:
    source = np.random.default_rng(0).bytes
    reports = randomize_orbit(SMALL, Fraction(2, 3), np.zeros(60_000, int), source)
    counts = Counter(reports.tolist())
    assert counts[0] == pytest.approx(30_000, rel=0.02)
    assert all(counts[j] == pytest.approx(10_000, rel=0.03) for j in (1, 2, 3))


@pytest.mark.parametrize(
    ("runs", "weight"),
    [
        (((Fraction(3), 2), (Fraction(1), 2)), Fraction(1, 2)),
        (((Fraction(3), 1), (Fraction(1), 3)), Fraction(1, 2)),
    ],
)
def test_other_orbits_are_refused(runs: object, weight: Fraction) -> None:
    with pytest.raises(InputError):
        randomize_orbit(runs, weight, [0])  # type: ignore[arg-type]


def test_unknown_truths_are_refused() -> None:
    with pytest.raises(InputError, match="between 0 and 3"):
        randomize_orbit(SMALL, Fraction(2, 3), [4])
