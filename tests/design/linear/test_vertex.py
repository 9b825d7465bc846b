"""A neighbour's basis changes nothing: it is taken only where the optimum is the only one."""

from fractions import Fraction
from itertools import combinations, product

import pytest
from flint import fmpq, fmpq_mat

import rropt as rr
from rropt.design.linear import linear_design as module
from rropt.design.linear.vertex import PatternBasis, basis_of, neighbour, optimum_at
from rropt.design.problem import Problem
from rropt.patterns.extreme import evaluate, excess, extreme_patterns, ordered_pairs
from rropt.utility import FDivergence, Gain, MutualInformation, Trace, Variance

SKEWED = ("1/2", "3/10", "1/5")
OBJECTIVES = {
    "variance": Variance("1/4"),
    "information of two": MutualInformation(["1/3", "2/3"]),
    "information of three": MutualInformation(SKEWED),
    "information of four": MutualInformation(["2/5", "3/10", "1/5", "1/10"]),
    "information of six": MutualInformation(["7/24", "1/4", "1/6", "1/8", "1/12", "1/12"]),
    "hellinger": FDivergence("hellinger"),
    "total variation": FDivergence("total-variation"),
    "two of three": FDivergence("kullback-leibler", (0, 2), 3),
}
PRIORS = {2: ("1/3", "2/3"), 3: SKEWED}
LEVELS = ("1/10", "ln(3/2)", "1/2", "1", "ln(3)", "2", "ln(20)")


def said(design):
    """Everything that a store keeps."""
    return (
        design.value,
        design.bound,
        design.channel,
        design.certificate.to_json(),
        design.notes,
    )


def designed(level, delta, objective, near=None):
    return rr.optimal(rr.LocalDP(level, delta), objective, crosscheck=False, near=near)


@pytest.mark.parametrize("delta", [0, "1/20"])
@pytest.mark.parametrize("name", OBJECTIVES)
def test_a_neighbour_changes_nothing(name, delta):
    if delta and name in ("two of three", "information of six"):
        pytest.skip("infinite where a report excludes a truth, or too many staircases for a test")
    designs = [designed(level, delta, OBJECTIVES[name]) for level in LEVELS]
    for i, near in product(range(len(LEVELS)), designs[::3]):
        again = designed(LEVELS[i], delta, OBJECTIVES[name], near)
        assert said(again) == said(designs[i])


@pytest.mark.parametrize(
    ("name", "delta"), [("variance", 0), ("variance", "1/10"), ("hellinger", 0)]
)
def test_the_search_is_spared_along_a_line(name, delta, monkeypatch):
    near = designed("1/2", delta, OBJECTIVES[name])
    monkeypatch.setattr(module.routes, "solve", lambda problem: 1 / 0)
    for level in ("3/5", "ln(2)", "4/5"):
        near = designed(level, delta, OBJECTIVES[name], near)


def solved(rows, right):
    """The only solution of a square system in flint's fractions; None if it is singular."""
    matrix = fmpq_mat([[fmpq(x.numerator, x.denominator) for x in row] for row in rows])
    column = fmpq_mat([[fmpq(x.numerator, x.denominator)] for x in right])
    try:
        return [Fraction(int(x.p), int(x.q)) for x in matrix.solve(column).entries()]
    except ZeroDivisionError:
        return None


def tables(problem):
    """Every vertex of the region of weights, by brute force over all bases: (value, weights)."""
    gamma, k = problem.gamma.exact, problem.truths
    patterns = [evaluate(e, gamma) for e in extreme_patterns(k, problem.delta)]
    pairs = ordered_pairs(k) if problem.delta else []
    surplus = [excess(r, gamma) for r in patterns]
    columns = [
        [*r, *(e.get(pair, Fraction(0)) for pair in pairs)]
        for r, e in zip(patterns, surplus, strict=True)
    ]
    columns += [[Fraction(0)] * k + [Fraction(a == b) for b in pairs] for a in pairs]
    right = [Fraction(1)] * k + [problem.delta] * len(pairs)
    found = set()
    for basis in combinations(range(len(columns)), len(right)):
        x = solved(list(zip(*(columns[j] for j in basis), strict=True)), right)
        if x is not None and min(x) >= 0:
            weights = [Fraction(0)] * len(columns)
            for j, value in zip(basis, x, strict=True):
                weights[j] = value
            found.add(tuple(weights[: len(patterns)]))
    worth = [problem.objective.bounds(r)[1] for r in patterns]
    return {(sum(map(lambda u, w: u * w, worth, weights)), weights) for weights in found}


@pytest.mark.parametrize("delta", [0, "1/10", "2/5"])
@pytest.mark.parametrize("name", ["variance", "hellinger", "total variation", "information of two"])
def test_what_is_taken_is_the_only_best_vertex(name, delta):
    near = designed("ln(3)", delta, OBJECTIVES[name])
    problem = Problem(rr.LocalDP("ln(16/5)", delta), OBJECTIVES[name])
    taken = neighbour(problem, near)
    best = max(value for value, _ in tables(problem))
    winners = [weights for value, weights in tables(problem) if value == best]
    assert taken is not None and len(winners) == 1
    assert sorted(taken.weights) == sorted(w for w in winners[0] if w)


@pytest.mark.parametrize(("truths", "delta"), [(2, "1/10"), (3, 0)])
def test_ties_are_refused(truths, delta):
    """Where every action is worth the same all tables tie: no basis is taken."""
    problem = Problem(rr.LocalDP("ln(3)", delta), Gain([[1] * truths], PRIORS[truths]))
    values = [value for value, _ in tables(problem)]
    assert len(values) > 1 and set(values) == {1}
    patterns = list(extreme_patterns(truths, problem.delta))
    pairs = range(truths * (truths - 1)) if delta else range(0)
    bases = [
        PatternBasis(chosen, priced)
        for size in range(len(pairs) + 1)
        for priced in combinations(pairs, size)
        for chosen in combinations(patterns, truths + size)
    ]
    assert [basis for basis in bases if optimum_at(problem, basis)] == []


def test_a_basis_that_is_not_optimal_is_refused():
    problem = Problem(rr.LocalDP("ln(3)", "1/10"), Variance("1/4"))
    right = basis_of(rr.optimal(problem.privacy, problem.objective, crosscheck=False))
    assert optimum_at(problem, right) is not None
    patterns = list(extreme_patterns(2, problem.delta))
    others = [PatternBasis(c, right.pairs) for c in combinations(patterns, 4)]
    wrong = [basis for basis in others if set(basis.patterns) != set(right.patterns)]
    assert len(wrong) == 4
    assert [optimum_at(problem, basis) for basis in wrong] == [None] * 4
    assert optimum_at(problem, PatternBasis(right.patterns[:2])) is None


def test_without_delta_a_margin_is_asked_for(monkeypatch):
    """Where another pattern is nearly as good, doubles may prefer it: left to the search."""
    import rropt.design.linear.vertex as vertex

    problem = Problem(rr.LocalDP("ln(3)"), MutualInformation(SKEWED))
    basis = basis_of(rr.optimal(problem.privacy, problem.objective, crosscheck=False))
    found = vertex.vertex(problem, basis, Fraction(3))
    reduced = []
    for exponents in extreme_patterns(3, Fraction(0)):
        r = evaluate(exponents, Fraction(3))
        price = sum(_exact(y) * x for y, x in zip(found.prices, r, strict=True))
        reduced.append(price - problem.objective.bounds(r)[1])
    least = min(x for x in reduced if x) / max(map(_exact, found.worth))
    for margin, taken in ((least * 99 / 100, True), (least * 101 / 100, False)):
        monkeypatch.setattr(vertex, "MARGIN", margin)
        assert (optimum_at(problem, basis) is not None) == taken


def _exact(x):
    return Fraction(int(x.p), int(x.q))


def test_a_basis_is_read_from_a_table_of_extreme_patterns_alone():
    pure = rr.LocalDP("ln(3)")
    assert basis_of(designed("ln(3)", 0, Variance("1/4"))) == PatternBasis(((1, 0), (0, 1)))
    assert basis_of(rr.optimal(pure, Variance("1/4"), denominator=10)) is None
    two_reports = designed("ln(2)", 0, MutualInformation(["6/11", "3/11", "2/11"]))
    assert len(two_reports.channel.rows) == 2 and basis_of(two_reports) is None


def test_designs_of_another_question_are_no_neighbours():
    problem = Problem(rr.LocalDP("ln(3)"), Variance("1/4"))
    assert neighbour(problem, None) is None
    assert neighbour(problem, designed("ln(2)", 0, Variance("1/3"))) is None
    assert neighbour(problem, designed("ln(2)", "1/10", Variance("1/4"))) is None
    assert neighbour(problem, designed("0", 0, Variance("1/4"))) is None
    assert neighbour(problem, designed("ln(2)", 0, Variance("1/4"))) is not None
    many = Problem(rr.LocalDP("ln(3)"), Trace(3))
    assert neighbour(many, designed("ln(2)", 0, Trace(3))) is None
