"""The extreme rays of matrices, against the specification and counts of theorems."""

from __future__ import annotations

import json
from random import Random

import pytest

from rropt.checker.extreme_rays import rays
from rropt.checker.parse import parse_certificate
from rropt.checker.plain.plain_privacy import extreme_rows
from rropt.checker.privacy import read_privacy
from rropt.checker.verdict import Malformed, Size
from tests.certificates import F, everywhere, write


def random_matrix(rng, k, some_oo=True):
    """Levels, not closed, sometimes without an entry."""

    def entry(a, b):
        if a == b:
            return F(1)
        return "oo" if some_oo and rng.random() < 0.2 else F(rng.randrange(4, 17), 4)

    return [[entry(a, b) for b in range(k)] for a in range(k)]


def random_deltas(rng, levels):
    k = range(len(levels))
    return [
        [F(rng.randrange(0, 3), 20) if a != b and levels[a][b] != "oo" else F(0) for b in k]
        for a in k
    ]


def as_set(rows):
    return {tuple(F(x) / max(row) for x in row) for row in rows}


def grown(privacy, k):
    text = json.dumps({"format": "rropt-certificate/2", "privacy": write(privacy)})
    data, size = parse_certificate(text)
    return rays(read_privacy(data["privacy"], k, Size(1, 64)), size)


def uniform(k, g):
    return [[F(1) if a == b else g for b in range(k)] for a in range(k)]


def path(k, g):
    return [[g ** abs(a - b) for b in range(k)] for a in range(k)]


@pytest.mark.everything
@pytest.mark.parametrize("k", [2, 3, 4, 6, 8])
def test_counts_of_one_number_and_of_a_path(k):
    """2^k - 2 patterns (with k = 2: 2), and 2^(k - 1)."""
    assert len(grown({"gamma": uniform(k, F(3)), "delta": F(0)}, k)) == 2**k - 2
    assert len(grown({"gamma": path(k, F(2)), "delta": F(0)}, k)) == 2 ** (k - 1)


@pytest.mark.everything
def test_generic_metrics_reach_the_central_binomial_coefficients():
    """6, 20, 70, 252, 924, 3432 for k = 3, ..., 8, in seconds."""
    rng = Random(3)
    for k, most in ((3, 6), (4, 20), (5, 70), (8, 3432)):
        rows = [[F(rng.randrange(105, 110), 100) for _ in range(k)] for _ in range(k)]
        rows = [[x + F(rng.randrange(10**6), 10**9) for x in row] for row in rows]
        levels = [[row[b] if a != b else F(1) for b in range(k)] for a, row in enumerate(rows)]
        assert len(grown({"gamma": levels, "delta": F(0)}, k)) == most


def test_a_level_that_two_others_imply_adds_no_rays_and_one_just_below_them_does():
    """On a path of four truths 2^3; a bound of its own between its ends cuts corners off."""
    levels = path(4, F(2))
    assert len(grown({"gamma": levels, "delta": F(0)}, 4)) == 8
    levels[0][3] = F(8) + 1
    assert len(grown({"gamma": levels, "delta": F(0)}, 4)) == 8
    levels[0][3] = F(8) - F(1, 10**6)
    cut = write({"gamma": levels, "delta": F(0)})
    assert len(grown(cut, 4)) == 10
    assert as_set(grown(cut, 4)) == as_set(extreme_rows(cut, 4))


def test_levels_of_one_and_a_circle_of_them_keep_their_ties():
    """Of pairs with the level 1 each would follow from others, and none would be left."""
    alike = uniform(4, F(1))
    assert as_set(grown({"gamma": alike, "delta": F(0)}, 4)) == {(1, 1, 1, 1)}


@pytest.mark.everything
def test_fourteen_truths_on_a_path_are_looked_at_and_fifteen_are_not():
    assert len(grown({"gamma": path(14, F(2)), "delta": F(0)}, 14)) == 2**13
    with pytest.raises(Malformed, match="too many extreme patterns"):
        grown({"gamma": path(15, F(2)), "delta": F(0)}, 15)


@pytest.mark.everything
@pytest.mark.parametrize("seed", range(40))
def test_rays_are_those_of_all_trees(seed):
    rng = Random(seed)
    k = rng.choice([2, 3, 4])
    levels = random_matrix(rng, k)
    deltas = random_deltas(rng, levels) if seed % 2 else F(0)
    privacy = write({"gamma": levels, "delta": deltas})
    assert as_set(grown(privacy, k)) == as_set(extreme_rows(privacy, k))


def test_one_number_as_a_matrix_is_the_same():
    """{1, g}^k, and the staircases but for those of one level on several truths: no rays."""
    for delta, count in ((F(0), 6), (F(1, 10), 25 - 4)):
        privacy = {"gamma": uniform(3, F(3)), "delta": everywhere(3, delta)}
        assert len(grown(privacy, 3)) == count
