"""Bounds of slices against all types of patterns, one by one, and beside the convex relaxation."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest

import rropt as rr
from rropt.design.curved import class_slices as page
from rropt.design.curved.class_relaxation import Relaxation
from rropt.design.curved.class_slices import SliceMoments, Slices
from rropt.design.curved.share_classes import ShareClasses

SIZES, SHARES, GAMMA = (2, 10, 30), (0.2, 0.03, 0.01), 20.0


def test_prices_cover_every_type_and_prove_more_than_a_convex_form():
    """r'Xr of h truths of each class at gamma, for all h, X = V^2 written out; the bound is above
    that of the relaxation, and below the trace of a plain table."""
    found = Slices(SIZES, SHARES, GAMMA, 1.0).best()[0]
    n, q, y = np.array(SIZES), np.array(SHARES), found.prices
    means = found.tangents @ found.tangents / np.sqrt(np.outer(n, n))
    for high in product(*(range(m + 1) for m in SIZES)):
        x = np.array(high) / n
        r = 1 + (GAMMA - 1) * x
        top = found.diagonal @ ((GAMMA - 1) ** 2 * n * x * (1 - x)) + (n * r) @ means @ (n * r)
        assert (n * q) @ r * ((n * y) @ r) >= top * (1 - 1e-6)
    convex = Relaxation(SIZES, SHARES, GAMMA, 2).best()
    assert 1.02 * convex.trace(n) < found.trace(n) < _one_truth_named(n, q, GAMMA)


def test_classes_apart_are_covered_by_pairs_and_cost_next_to_nothing():
    """Every type, and the bound beside the best table: only of rare truths many are high."""
    n, q = np.array([1, 2, 12]), np.array([0.3, 0.2, 0.025])
    slices = Slices(tuple(n), tuple(q), GAMMA, 1.0)
    assert slices.apart == [0, 1]
    found, moments = slices.best()
    means = found.tangents @ found.tangents / np.sqrt(np.outer(n, n))
    for high in product(*(range(m + 1) for m in n)):
        x = np.array(high) / n
        r = 1 + (GAMMA - 1) * x
        top = found.diagonal @ ((GAMMA - 1) ** 2 * n * x * (1 - x)) + (n * r) @ means @ (n * r)
        assert (n * q) @ r * ((n * found.prices) @ r) >= top * (1 - 1e-9)
    for s, _, u in found.ends:
        assert s <= 1 + (GAMMA - 1) * 0.3 + 1e-9 and u[:2].tolist() == [1, 1]
    drawn = moments.drawn(100)
    assert {(1, 0, 0), (0, 1, 0)} <= set(map(tuple, drawn.tolist()))
    shares = [F(3, 10), *[F(1, 5)] * 2, *[F(1, 40)] * 12]
    best = rr.optimal(rr.LocalDP.from_gamma(20), rr.AOptimal(shares), crosscheck=False)
    value = float(best.value) + n @ q**2
    assert (1 - 1e-4) * value < found.trace(n) < value


def _one_truth_named(n, q, gamma):
    """tr J^-1 of k-ary response: J from its rows, truth by truth."""
    shares, k = np.repeat(q, n), n.sum()
    rows = (np.ones((k, k)) + (gamma - 1) * np.eye(k)) / (k + gamma - 1)
    return np.trace(np.linalg.inv(rows.T @ (rows / (rows @ shares)[:, None])))


def test_ends_go_from_one_to_the_last_slice_and_their_points_lie_in_the_slices():
    """The two truths of the first class are apart: of all others the shares are three fifths."""
    found = Slices(SIZES, SHARES, GAMMA, 1.0).best()[0]
    masses = np.array(SIZES) * np.array(SHARES)
    places = [s for s, _, _ in found.ends]
    assert places[0] == pytest.approx(1) and places[-1] == pytest.approx(1 + (GAMMA - 1) * 0.6)
    for s, _, u in found.ends:
        assert masses @ u == pytest.approx(s, rel=1e-5)
        assert u.min() >= 1 and u.max() <= GAMMA


@pytest.mark.everything
def test_cells_lose_next_to_nothing_of_what_the_semidefinite_program_proves(monkeypatch):
    """Of six classes of 1000 shares as 1/j at epsilon 2; losses are squares of widths."""
    whole = sum(F(1, j) for j in range(1, 1001))
    classes = ShareClasses.of([1 / (j * whole) for j in range(1, 1001)], 6)
    slices = Slices(classes.sizes, [float(v) for v in classes.prior], float(np.exp(2)), 0.63)
    solved, n = slices._solved()[0], np.array(classes.sizes)
    own = (n - 1) @ np.sqrt(np.maximum(solved["D"], 0))
    covariance = (2 * (np.trace(solved["V"]) + own) - solved["a"]) / (slices.gamma - 1) ** 2
    proved = covariance + n @ np.square(slices.shares)
    losses = []
    for ends in (300, 60):
        monkeypatch.setattr(page, "ENDS", ends)
        monkeypatch.setattr(page, "FEWEST_ENDS", 2 * ends)
        monkeypatch.setattr(page, "MOST_ENDS", 2 * ends)
        losses.append(1 - slices.best()[0].trace(n) / proved)
    assert 0 < losses[0] < 2e-5
    assert losses[1] > 10 * losses[0]
    monkeypatch.setattr(page, "MOST_ENDS", 900)
    assert len(slices.best()[0].ends) > 300


@pytest.mark.everything
def test_at_a_large_level_prices_lack_next_to_nothing_of_k_ary_response():
    """Of three classes of 24 truths at epsilon 10, where k-ary response is nearly the best table:
    in units of D they lacked 1.3e-2, as the tolerance of a linear program was more than a price."""
    n, q = np.array([2, 8, 14]), np.array([0.1986, 0.045, 0.0173])
    shares = q / (n @ q)
    slices = Slices(tuple(n), tuple(shares), float(np.exp(10)), 1.0)
    bound = slices.best()[0].trace(n)
    table = _one_truth_named(n, shares, slices.gamma)
    assert (1 - 1e-4) * table < bound < table


@pytest.mark.parametrize("gamma", [1 + 1e-5, 1.1])
def test_near_one_the_bound_is_that_of_halves(gamma):
    """Of differences: to first order no share matters, and each of the k - 1 directions of halves
    of k truths has the variance 4 (k - 1) / k / (gamma - 1)^2, times the square of the mean row."""
    n, k = np.array(SIZES), sum(SIZES)
    found = Slices(SIZES, SHARES, gamma, 4 / (gamma - 1) ** 2).best()[0]
    variance = found.trace(n) - n @ np.square(SHARES)
    halves = 4 * (k - 1) ** 2 / k * ((gamma + 1) / 2) ** 2 / (gamma - 1) ** 2
    assert variance == pytest.approx(halves, rel=gamma - 1 + 1e-4)
    assert variance <= halves


def test_types_are_drawn_as_the_moments_of_the_slices_say():
    """Of two slices with known means and no spread: each entry is one of the two beside the mean,
    in its proportion; without a class that has fewer truths."""
    roots = np.sqrt([4.0, 9.0])
    means = np.array([[0.5, 0.0], [3.25, 8.5]]) / roots
    listed = np.array([[4, 0]])
    every = np.array([0, 1])
    moments = SliceMoments(np.array([1.0, 1.0]), means, np.zeros((2, 2)), roots, every, listed)
    one, *others = moments.drawn(4000)
    assert one.tolist() == [4, 0]
    drawn = np.array(others)
    first = drawn[drawn[:, 1] == 0]
    assert set(first[:, 0].tolist()) == {0, 1}
    assert first[:, 0].mean() == pytest.approx(0.5, abs=0.06)
    other = drawn[drawn[:, 1] > 0]
    assert set(other[:, 0].tolist()) == {3, 4} and set(other[:, 1].tolist()) == {8, 9}
    assert other.mean(axis=0) == pytest.approx([3.25, 8.5], abs=0.06)
    assert len(first) == pytest.approx(2000, abs=160)


@pytest.mark.parametrize(
    ("sizes", "gamma", "counted"),
    [
        ((50, 50), 2.0, True),
        ((50, 50), 60.0, False),
        ((500, 500), 2.0, False),
        ((500,), 200.0, True),
    ],
)
def test_numbers_are_counted_of_few_truths_or_of_few_high_ones(sizes, gamma, counted):
    """Of few truths and few high ones lists are enough, of many and many neither helps."""
    assert Slices(sizes, [1 / sum(sizes)] * len(sizes), gamma, 1.0).are_counted is counted
