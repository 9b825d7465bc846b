"""Points of ends beside all points of a slice, which is a segment where there are two classes."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
import scipy.optimize
from scipy.optimize import OptimizeResult, linprog

from rropt.design.curved.slice_cells import (
    MOST_LISTED,
    FewHigh,
    SliceForm,
    few_that_are_listed,
    types_with_fewer,
)
from rropt.design.curved.slice_program import SliceCounts, complement


@pytest.mark.parametrize("sizes", [(1,), (2, 3), (1, 1, 1, 4), (3, 1, 2)])
@pytest.mark.parametrize("few", [2, 3, 5])
def test_every_type_with_fewer_is_listed_once(sizes, few) -> None:
    wanted = [h for h in product(*(range(n + 1) for n in sizes)) if sum(h) < few]
    assert sorted(map(tuple, types_with_fewer(sizes, few).tolist())) == sorted(wanted)


@pytest.mark.parametrize("sizes", [(1,) * 25, (4,) * 20, (100,) * 32, (7, 9)])
def test_as_many_are_listed_as_may_be(sizes) -> None:
    few = few_that_are_listed(sizes)
    assert len(types_with_fewer(sizes, few)) <= MOST_LISTED
    assert few == 12 or len(types_with_fewer(sizes, few + 1)) > MOST_LISTED


def test_types_are_worth_what_forms_say_truth_by_truth() -> None:
    """V with own 2 and 3 and random means, its diagonal 4 and 9, and prices of classes."""
    sizes, rng = (3, 4), np.random.default_rng(6)
    roots, owner = np.sqrt(sizes), np.repeat([0, 1], sizes)
    means = rng.normal(size=(2, 2))
    means = means + means.T
    own = np.array([2.0, 3.0])[owner]
    V = (means / np.outer(roots, roots))[np.ix_(owner, owner)] + np.diag(own)
    V -= np.where(owner[:, None] == owner, (own / np.array(sizes)[owner])[:, None], 0)
    few = FewHigh.of(sizes, roots, np.array([0.2, 0.1]) * roots, 9.0)
    worth = few.worth(means, np.array([4.0, 9.0]))
    spare = few.spare((2.0, np.array([0.5, -0.3]) * roots), worth)
    for (h, i), of_type, left in zip(few.types, worth, spare, strict=True):
        x = np.array([1.0] * h + [0.0] * (3 - h) + [1.0] * i + [0.0] * (4 - i))
        s = 1 + 9 * np.array([0.2, 0.1])[owner] @ x
        charge = s * (2 * s + np.array([0.5, -0.3])[owner] @ x)
        assert of_type == pytest.approx(((V @ x) ** 2).sum())
        assert left == pytest.approx((charge - of_type) / (2 * s**2))


ROOTS = np.sqrt([2.0, 4.0])
SHARES = np.array([0.2, 0.15]) * ROOTS
RISE = 2.0


FEW = FewHigh(2, np.array([[0, 0], [1, 0], [0, 1]]), ROOTS, SHARES, RISE)
NONE = FewHigh(0, FEW.types[:0], ROOTS, SHARES, RISE)


def form(
    counts: SliceCounts | None, weights: np.ndarray, worth: np.ndarray | None = None
) -> SliceForm:
    """Of types with one high truth or none that are worth so much, if that is given."""
    return SliceForm(
        roots=ROOTS,
        shares=SHARES,
        rise=RISE,
        form=np.array([[1.0, -0.3], [-0.3, 0.5]]),
        prices=(1.0, np.array([0.2, -0.2]) * ROOTS[::-1]),
        diagonal=np.array([2.0, 2.0]),
        slopes=np.array([0.1, -0.4]),
        weights=weights,
        counts=counts,
        listed=NONE if worth is None else FEW,
        worth=np.zeros(0) if worth is None else worth,
        basis=complement(ROOTS),
        rest=np.array([0, 1]),
        pairs=(np.zeros((0, 2)), np.zeros(0)),
    )


def left(given: SliceForm, t: float, u: np.ndarray) -> float:
    """What is left at u, with the squares of counts as chords between whole numbers."""
    z, s = u * ROOTS, 1 + RISE * t
    a, b = given.prices
    line = s * (b + RISE * a * SHARES) + t * given.slopes - ROOTS * given.diagonal
    found = z @ given.form @ z + line @ z
    if given.counts is not None:
        for weight, row in zip(given.weights, given.counts.forms, strict=True):
            below = np.floor(row @ z)
            found += weight * ((2 * below + 1) * (row @ z) - below * (below + 1))
    return float(found)


@pytest.mark.parametrize("counted", [False, True])
@pytest.mark.parametrize("t", [0.15, 0.5, 0.8])
def test_points_are_the_least_of_their_slices(counted: bool, t: float) -> None:
    """Beside 2,000 points of the segment; lines are about the point that is least."""
    weights = np.array([0.7, 0.4])
    counts = SliceCounts(ROOTS, np.array([1.0, 3.0]), np.array([[0.0, 0.0], [2.0, 4.0]]))
    given = form(counts, weights) if counted else form(None, np.zeros(0))
    level = 1 + RISE * t
    found = given.cells(np.array([1.0, level, 3.0]))
    firsts = np.linspace(0, 1, 2000)
    seconds = (t - firsts * 0.4) / 0.6
    inside = (seconds >= 0) & (seconds <= 1)
    every = [left(given, t, np.array(u)) for u in zip(firsts[inside], seconds[inside], strict=True)]
    assert min(every) - 5e-3 < left(given, t, found.points[1]) < min(every) + 1e-6
    assert found.points[1] @ (SHARES * ROOTS) == pytest.approx(t, abs=1e-6)
    assert found.turns.shape == (3, 2 if counted else 0)


def test_a_line_touches_where_its_multipliers_say() -> None:
    """At t = 1 all six truths are high, two of them of the first class: each set's square is
    touched within a half of its number."""
    counts = SliceCounts(ROOTS, np.array([1.0, 3.0]), np.array([[0.0, 0.0], [2.0, 4.0]]))
    found = form(counts, np.array([0.7, 0.4])).cells(np.array([1.0, 3.0]))
    assert abs(found.turns[1] - [2, 6]).max() <= 1.5
    assert (found.turns * 2**12 == np.rint(found.turns * 2**12)).all()


def test_a_price_of_many_makes_others_lower_and_few_high_truths_are_charged_enough() -> None:
    """The least a falls, and s (s a + b.x) of a type is at least what is asked of it, to 1e-6."""
    worth = np.array([0.0, 0.5, 1.2])
    levels = np.linspace(1, 3, 30)
    plain = form(None, np.zeros(0)).cells(levels)
    found = form(None, np.zeros(0), worth).cells(levels)
    assert not plain.several.any() and found.several.min() >= 0 < found.several.max()
    a, b = found.prices
    assert a < plain.prices[0]
    means = FEW.types / ROOTS
    s = 1 + RISE * means @ SHARES
    assert (s * (s * a + means @ b) >= worth - 1e-6).all()
    dear, _ = form(None, np.zeros(0), 100 * worth).cells(levels).prices
    assert dear > a


def test_where_interior_points_end_with_none_a_simplex_finds_the_prices(monkeypatch) -> None:
    levels = np.linspace(1, 3, 30)
    of_points = form(None, np.zeros(0)).cells(levels).prices[0]

    def no_points(*program, method, **options):
        found = linprog(*program, method=method, **options)
        return found if method != "highs-ipm" else OptimizeResult(found, x=None)

    monkeypatch.setattr(scipy.optimize, "linprog", no_points)
    assert form(None, np.zeros(0)).cells(levels).prices[0] == pytest.approx(of_points, rel=1e-6)
