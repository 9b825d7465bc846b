"""Programs of decisions folded along a group, beside the whole programs and sums by hand."""

from __future__ import annotations

from fractions import Fraction as F
from random import Random

import pytest

import rropt as rr
from rropt.design.engine import reduced_actions
from rropt.design.engine.action_optimum import solve_actions
from rropt.design.engine.reduced_actions import AlikeTruths, FoldedActions, _generated, _reflections
from rropt.privacy import MetricDP, Privacy
from rropt.privacy.levels import Levels


def distances(rows: int, columns: int, prior: list[F]) -> list[list[F]]:
    """Least squared distance of places on a grid, as gains."""
    places = [(a, b) for a in range(rows) for b in range(columns)]
    return [
        [-q * ((a - c) ** 2 + (b - d) ** 2) for q, (c, d) in zip(prior, places, strict=True)]
        for a, b in places
    ]


def grid(rows: int, columns: int, epsilon: str = "1") -> Levels:
    levels: Levels = MetricDP.grid(rows, columns, epsilon).on(rows * columns).levels
    return levels


@pytest.fixture
def all_sizes(monkeypatch):
    monkeypatch.setattr(reduced_actions, "LEAST_ENTRIES", 0)


@pytest.mark.parametrize(
    "rows, columns, group, orbits", [(3, 3, 8, 3), (4, 4, 8, 3), (2, 3, 4, 2), (1, 5, 2, 3)]
)
def test_orbits_of_a_grid_are_counted_by_hand(all_sizes, rows, columns, group, orbits) -> None:
    k = rows * columns
    found = FoldedActions.of(distances(rows, columns, [F(1, k)] * k), grid(rows, columns))
    assert len(found.group) == group
    assert len(found.first) == orbits == len(set(found.class_of))


@pytest.mark.parametrize("rows, columns, epsilon", [(3, 3, "1"), (2, 4, "1/2"), (1, 6, "ln(2)")])
def test_the_folded_optimum_is_that_of_the_whole(monkeypatch, rows, columns, epsilon) -> None:
    k = rows * columns
    actions = distances(rows, columns, [F(1, k)] * k)
    levels = grid(rows, columns, epsilon)
    whole = solve_actions(actions, levels)
    monkeypatch.setattr(reduced_actions, "LEAST_ENTRIES", 0)
    half = solve_actions(actions, levels)
    assert abs(sum(half.prices) - sum(whole.prices)) < F(1, 10**15)
    assert [sum(column) for column in zip(*half.rows, strict=True)] == [1] * k
    assert all(
        row[a] <= levels.lo[a][b] * row[b] for row in half.rows for a in range(k) for b in range(k)
    )


def test_a_share_that_is_moved_leaves_no_reflection(all_sizes) -> None:
    prior = [F(1, 9)] * 9
    prior[0] -= F(1, 1000)
    prior[1] += F(1, 1000)
    actions = distances(3, 3, prior)
    found = FoldedActions.of(actions, grid(3, 3))
    assert found.first == [tuple(action) for action in actions]
    assert found.class_of == list(range(9))


def test_a_level_that_is_moved_leaves_fewer_reflections(all_sizes) -> None:
    levels = grid(2, 3)
    actions = distances(2, 3, [F(1, 6)] * 6)
    assert len(FoldedActions.of(actions, levels).group) == 4
    hi = [list(row) for row in levels.hi]
    hi[0][1] *= 2
    moved = Levels(levels.lo, tuple(map(tuple, hi)), levels.deltas)
    assert len(FoldedActions.of(actions, moved).group) == 1


def test_small_tables_are_not_folded() -> None:
    actions = distances(3, 3, [F(1, 9)] * 9)
    assert len(FoldedActions.of(actions, grid(3, 3)).group) == 1


def test_a_group_that_is_too_large_is_not_written_out():
    cube = list(_reflections((2,) * 7))
    assert _generated(cube, 128) == [tuple(range(128))]
    assert len(_generated(list(_reflections((2,) * 5)), 32)) == 2**5 * 120


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
def test_shifts_leave_as_much_as_the_whole_program(monkeypatch, criterion, gain):
    levels = criterion.on(6).levels
    near = [[-F(d, 6) for d in row] for row in ring(6)]
    actions = guess(6) if gain == "guess" else near
    if gain == "distance" and isinstance(criterion, rr.Blocks):
        actions = [[F(int(a // 2 == b // 2), 6) for b in range(6)] for a in (0, 2, 4)]
    assert len(FoldedActions.of(actions, levels).group) == 6
    found = solve_actions(actions, levels)
    monkeypatch.setattr(reduced_actions, "MOST_ESSENTIAL", 0)
    assert len(FoldedActions.of(actions, levels).group) == 1
    whole = solve_actions(actions, levels)
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


def test_what_is_not_invariant_has_no_shifts():
    levels = rr.MetricDP(ring(5), "ln(2)").on(5).levels
    assert len(FoldedActions.of(guess(5), levels).group) == 5
    skewed = [[(1 + F(int(a == 0), 100)) * x for x in row] for a, row in enumerate(guess(5))]
    deltas = [[1 if a == b else 3 for b in range(5)] for a in range(5)]
    for actions, privacy in (
        (skewed, levels),
        (guess(5), rr.MetricDP.path("ln(2)").on(5).levels),
        ([*guess(5), guess(5)[0]], levels),
        (guess(5), rr.Privacy(deltas, "1/10").levels),
    ):
        assert len(FoldedActions.of(actions, privacy).group) == 1


pytestmark = pytest.mark.quick

CHAIN = Privacy([[1, 1, 9, 4], [9, 1, 1, 4], [9, 9, 1, 4], [4, 4, 4, 1]]).levels


def _alike(levels):
    return AlikeTruths.of(
        levels.truths, levels.bound_forms(0), levels.bound_forms(1), levels.singles
    )


def test_a_chain_of_bounds_of_one_is_a_class() -> None:
    found = _alike(CHAIN)
    assert found.class_of == (0, 0, 0, 1) and found.classes == 2
    assert found.merged_actions([[F(1), F(2), F(3), F(4)]]) == [[F(6), F(4)]]
    assert found.spread((F(5), F(7))) == (5, 5, 5, 7)
    forms = {form.terms for form in found.merged_forms(CHAIN.bound_forms(0))}
    assert forms == {((0, F(1)), (1, F(-4))), ((1, F(1)), (0, F(-4)))}


def test_without_such_bounds_nothing_is_merged() -> None:
    levels = Privacy([[1, 2], [3, 1]]).levels
    found = _alike(levels)
    assert found.class_of == (0, 1) and not found.trees
    assert found.merged_forms(levels.bound_forms(0)) == levels.bound_forms(0)


def test_a_bound_of_one_with_a_delta_merges_nothing() -> None:
    assert _alike(Privacy([[1, 1], [3, 1]], [[0, "1/10"], [0, 0]]).levels).classes == 2


@pytest.mark.parametrize("seed", range(8))
def test_lifted_prices_cover_and_add_up_to_those_of_the_classes(seed: int) -> None:
    """y_j + f out - g f in >= c_j for each action, and sum y = the largest sums of the classes."""
    rng = Random(seed)
    actions = [[F(rng.randint(-9, 9)) for _ in range(4)] for _ in range(3)]
    found = _alike(CHAIN)
    multipliers, prices = found.lifted(actions, [{}, {}, {}], CHAIN.bound_forms(1))
    forms = {form.name: dict(form.terms) for form in CHAIN.bound_forms(1)}
    for action, f in zip(actions, multipliers, strict=True):
        assert all(x >= 0 for x in f.values())
        for j in range(4):
            paid = sum(x * forms[name].get(j, 0) for name, x in f.items())
            assert prices[j] + paid >= action[j]
    merged = found.merged_actions(actions)
    assert sum(prices) == sum(max(row[c] for row in merged) for c in range(2))
