"""The exact linear program against enumeration of bases, and where floats are blind."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from flint import fmpq, fmpq_mat
from hypothesis import given
from hypothesis import strategies as st

import rropt.lp as lp
from rropt.exact import InputError

small = st.integers(-3, 3)
TINY = Fraction(1, 10**30)


def basic_points(A, b):
    """Every basic feasible point of A x = b, x >= 0 (A of full row rank), by brute force."""
    rows, size = len(A), len(A[0])
    for chosen in combinations(range(size), rows):
        matrix = fmpq_mat(rows, rows, [fmpq(A[i][j]) for i in range(rows) for j in chosen])
        if matrix.det() == 0:
            continue
        values = matrix.solve(fmpq_mat(rows, 1, [fmpq(x) for x in b])).entries()
        if all(v >= 0 for v in values):
            x = [Fraction(0)] * size
            for j, v in zip(chosen, values, strict=True):
                x[j] = Fraction(int(v.p), int(v.q))
            yield x


def dot(xs, ys):
    return sum((Fraction(x) * y for x, y in zip(xs, ys, strict=True)), Fraction(0))


@st.composite
def programs(draw):
    rows, size = draw(st.integers(1, 3)), draw(st.integers(3, 6))
    A = [draw(st.lists(small, min_size=size, max_size=size)) for _ in range(rows)]
    b = draw(st.lists(small, min_size=rows, max_size=rows))
    c = draw(st.lists(small, min_size=size, max_size=size))
    # a bounded region: the sum of the variables is at most 5
    return c, A, b


@pytest.mark.everything
@given(programs())
def test_inequalities_agree_with_enumeration(program):
    c, A, b = program
    bounded, right = [*A, [1] * len(c)], [*b, 5]
    identity = [[int(i == j) for j in range(len(bounded))] for i in range(len(bounded))]
    standard = [[*row, *unit] for row, unit in zip(bounded, identity, strict=True)]
    points = [x[: len(c)] for x in basic_points(standard, right)]
    answer = lp.minimize(c, A_ub=bounded, b_ub=right)
    if points:
        assert answer.status == "optimal"
        assert answer.value == min(dot(c, x) for x in points)
    else:
        assert answer.status == "infeasible"


@pytest.mark.everything
@given(programs())
def test_equalities_satisfy_the_optimality_conditions_by_name(program):
    c, A, b = program
    answer = lp.maximize(c, A_eq=A, b_eq=b, A_ub=[[1] * len(c)], b_ub=[5])
    if answer.status == "infeasible":
        y, (z,) = answer.dual_eq, answer.dual_ub
        assert z >= 0
        assert all(dot(column, y) + z >= 0 for column in zip(*A, strict=True))
        assert dot(b, y) + 5 * z < 0
        return
    x, y, (z,) = answer.x, answer.dual_eq, answer.dual_ub
    assert all(v >= 0 for v in x) and [dot(row, x) for row in A] == b and sum(x) <= 5
    assert z >= 0
    assert all(dot(a, y) + z >= cost for a, cost in zip(zip(*A, strict=True), c, strict=True))
    assert dot(b, y) + 5 * z == dot(c, x) == answer.value


@pytest.mark.everything
@given(programs())
def test_any_start_gives_the_same_value(program):
    """The exact simplex alone (all logical, or absurd columns) agrees with the float basis."""
    c, A, b = program
    args = {"A_eq": A, "b_eq": b, "A_ub": [[1] * len(c)], "b_ub": [5]}
    with_floats = lp.minimize(c, **args)
    for start in ((), tuple(range(len(c)))):
        alone = lp.minimize(c, **args, start=start)
        assert (alone.status, alone.value) == (with_floats.status, with_floats.value)


@pytest.mark.parametrize("gap", [Fraction(1, 10**12), TINY, Fraction(1, 10**100)])
def test_differences_that_floats_cannot_see_are_decided(gap):
    cheaper = lp.minimize([1, 1 - gap, 1 + gap], [[1, 1, 1]], [1])
    assert cheaper.x == (0, 1, 0) and cheaper.value == 1 - gap
    assert lp.feasible([[1, 1], [1, 1 + gap]], [1, 1 + gap]).x == (0, 1)
    assert lp.feasible([[1, 1], [1, 1 + gap]], [1, 1 + 2 * gap]).status == "infeasible"


def test_an_unbounded_program_gives_point_and_direction():
    answer = lp.maximize([1, 1], A_ub=[[1, -1]], b_ub=[2])
    assert answer.status == "unbounded" and answer.value is None
    assert sum(answer.ray) > 0 and answer.ray[0] <= answer.ray[1]
    assert answer.x[0] - answer.x[1] <= 2


def test_redundant_and_contradictory_rows():
    assert lp.feasible([[1, 2], [2, 4], [0, 0]], [3, 6, 0]).is_optimal
    assert lp.feasible([[1, 2], [2, 4]], [3, 7]).status == "infeasible"
    assert lp.feasible([[0, 0]], [1]).status == "infeasible"


def test_a_degenerate_program_that_cycles_under_the_textbook_rule():
    """Beale's example, started from the slacks."""
    A = [["1/4", -60, "-1/25", 9], ["1/2", -90, "-1/50", 3], [0, 0, 1, 0]]
    answer = lp.minimize(["-3/4", 150, "-1/50", 6], A_ub=A, b_ub=[0, 0, 1], start=())
    assert answer.value == Fraction(-1, 20)


def test_permuting_and_scaling_the_data_scales_the_answer():
    c, A, b = [3, 1, 2], [[1, 1, 0], [0, 1, 1]], ["1/3", "1/2"]
    first = lp.minimize(c, A, b)
    flipped = lp.minimize(c[::-1], [row[::-1] for row in A], b)
    scaled = lp.minimize(c, [[7 * a for a in row] for row in A], [Fraction(x) * 7 for x in b])
    assert first.value == flipped.value == scaled.value
    assert scaled.dual_eq == tuple(y / 7 for y in first.dual_eq)


def test_a_wrong_answer_does_not_pass_the_verification(monkeypatch):
    from dataclasses import replace

    honest = lp._in_given_rows
    monkeypatch.setattr(
        lp, "_in_given_rows", lambda *a: replace(honest(*a), value=Fraction(2), x=(Fraction(2),))
    )
    with pytest.raises(ArithmeticError):
        lp.minimize([1], [[1]], [1])


@pytest.mark.parametrize(
    "arguments, words",
    [
        ({"c": [1], "A_eq": [[1, 2]], "b_eq": [1]}, "one column per cost"),
        ({"c": [1], "A_eq": [[1]], "b_eq": []}, "one row per right side"),
        ({"c": [0.5], "A_eq": [[1]], "b_eq": [1]}, "float"),
    ],
)
def test_bad_programs_are_refused_in_one_sentence(arguments, words):
    with pytest.raises(InputError, match=words):
        lp.minimize(**arguments)


@pytest.mark.everything
@given(programs(), st.lists(small, min_size=18, max_size=18), st.sampled_from([12, 30]))
def test_hairs_on_coefficients_are_decided_as_by_the_exact_simplex_alone(program, hairs, digits):
    """Doubles see none of them; the answer does not depend on where they end."""
    c, A, b = program
    k = len(c)
    hair = [[Fraction(n, 10**digits) for n in hairs[i * k : i * k + k]] for i in range(len(A))]
    hairy = [[a + h for a, h in zip(*rows, strict=True)] for rows in zip(A, hair, strict=True)]
    bounded = {"A_eq": hairy, "b_eq": b, "A_ub": [[1] * k], "b_ub": [5]}
    found, alone = lp.minimize(c, **bounded), lp.minimize(c, **bounded, start=())
    assert (found.status, found.value) == (alone.status, alone.value)
