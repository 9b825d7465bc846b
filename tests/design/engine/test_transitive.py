"""One orbit for a transitive group, against sums by hand and the program over whole tables."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.design.engine.action_optimum import solve_actions
from rropt.design.engine.transitive import solve_transitive, translations


def ring(k):
    return [[min((a - b) % k, (b - a) % k) for b in range(k)] for a in range(k)]


def hypercube(n):
    return [[(a ^ b).bit_count() for b in range(2**n)] for a in range(2**n)]


def torus(m, n):
    places = [divmod(j, n) for j in range(m * n)]
    return [[ring(m)[a[0]][b[0]] + ring(n)[a[1]][b[1]] for b in places] for a in places]


def guess(k):
    return [[F(int(a == b), k) for b in range(k)] for a in range(k)]


@pytest.mark.everything
@pytest.mark.parametrize(
    "distances", [ring(2), ring(5), ring(8), ring(24), hypercube(3), hypercube(5), torus(3, 4)]
)
def test_guessing_on_a_ring_cube_or_torus_has_the_pattern_of_distances(distances):
    """r_j = 2^-d(0, j) is the steepest row there is around truth 0."""
    k = len(distances)
    design = rr.optimal(rr.MetricDP(distances, "ln(2)"), rr.Guess([F(1, k)] * k))
    assert design.value == 1 / sum(F(1, 2**d) for d in distances[0])
    assert design.gap == 0 and design.check().verdict == "verified"


@pytest.mark.parametrize(
    "criterion",
    [
        rr.Blocks([[0, 1], [2, 3], [4, 5]], "ln(4)", "ln(2)"),
        rr.Blocks([[0, 1], [2, 3], [4, 5]], "oo", "ln(2)"),
        rr.MetricDP(ring(6), "1/2"),
    ],
)
@pytest.mark.parametrize("gain", ["guess", "distance"])
def test_the_orbit_is_worth_as_much_as_the_whole_program(criterion, gain):
    levels = criterion.on(6).levels
    near = [[-F(d, 6) for d in row] for row in ring(6)]
    actions = guess(6) if gain == "guess" else near
    if gain == "distance" and isinstance(criterion, rr.Blocks):
        actions = [[F(int(a // 2 == b // 2), 6) for b in range(6)] for a in (0, 2, 4)]
    found, whole = solve_transitive(actions, levels), solve_actions(actions, levels)
    assert levels.obeyed_by(found.rows)
    assert all(sum(column) == 1 for column in zip(*found.rows, strict=True))
    worth = sum(
        sum(c * x for c, x in zip(a, r, strict=True))
        for a, r in zip(actions, found.rows, strict=True)
    )
    assert float(worth) == pytest.approx(float(sum(whole.prices)), abs=1e-8)
    assert float(sum(found.prices)) == pytest.approx(float(worth), abs=1e-12)


def test_a_loss_on_a_ring_is_certified():
    loss = [[F(d) for d in row] for row in ring(12)]
    design = rr.optimal(rr.MetricDP(ring(12), "1/2"), rr.Loss(loss, [F(1, 12)] * 12))
    assert design.check().verdict == "verified" and design.gap < F(1, 10**15)


def test_what_is_not_invariant_has_no_group():
    levels = rr.MetricDP(ring(5), "ln(2)").on(5).levels
    assert len(translations(guess(5), levels)) == 5
    skewed = [[(1 + F(int(a == 0), 100)) * x for x in row] for a, row in enumerate(guess(5))]
    assert translations(skewed, levels) is None
    assert translations(guess(5), rr.MetricDP.path("ln(2)").on(5).levels) is None
    assert translations([*guess(5), guess(5)[0]], levels) is None
    assert (
        solve_transitive(
            guess(5),
            rr.Privacy([[1 if a == b else 3 for b in range(5)] for a in range(5)], "1/10").levels,
        )
        is None
    )
