"""The claims of the chai-nayak paper: their constructions, their tools and their verdicts."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rropt.proofs import verdicts
from rropt.proofs.chai_nayak import (
    boundary,
    breaches,
    constructions,
    matrices,
    optimum,
    schemas,
    stochastic,
    tables,
    trace,
)
from rropt.proofs.goals import decide
from rropt.proofs.papers import claim_of
from rropt.proofs.settling import settle

from rropt.channel import Channel
from rropt.order import compare

REFUTED = {
    "lem-4.2/unique",  # three rows on two truths are dependent, so D is not unique
    "thm-4.4/step-1",  # k p_ii, not (gamma - 1 + k) p_ii
    "thm-4.4/step-3",  # gamma = 2, k = 3: a = 1/2 is the solution, the display gives 1
    "lem-6.1/irreducible",  # rows (2/3, 2/3) and (1/3, 1/3) are proportional, not identical
    "lem-6.1/case-i",
}
UNDER = {
    "eq-1.2",  # a report of probability zero
    "sec1/parity-any",  # eta_0 < 1
    "sec1/parity-example",
    "sec1/bayes-bound",  # h = 1
    "sec3/pbr-parity",  # k = 2: two reports attain two posteriors, three attain more
    "sec3/precise-iff",  # gamma = 1
    "sec3/class-H",
    "sec3/bf-csip",
    "lem-4.2/construction",  # an unlucky xi makes two rows proportional
    "thm-4.4/b",  # gamma = 1
    "sec3/pbr-monotone",  # k = 2: the factors of parity 3/2 are not among those of parity 2
    "sec5/collapse-privacy",  # h = 1 demands nothing
    "eq-6.3/positive",
    "eq-6.4",
}


def by_verdict(verdict):
    records = verdicts.stored("chai-nayak")
    return {i.partition("/")[2] for i, r in records.items() if r["verdict"] == verdict}


def test_what_is_wrong_as_printed():
    assert by_verdict("refuted") == REFUTED
    assert by_verdict("proved-under") == UNDER
    assert by_verdict("undecided") == set()


@pytest.mark.everything
@pytest.mark.parametrize("name", ["lem-4.2/unique", "thm-4.4/step-3", "lem-6.1/case-i"])
def test_refutations_are_decided_again(name):
    assert settle(claim_of(f"chai-nayak/{name}"))["verdict"] == "refuted"


@pytest.mark.everything
@pytest.mark.parametrize("name", ["lem-4.1", "eq-3.7", "thm-4.1/proof", "lem-4.3/construction"])
def test_proofs_are_decided_again(name):
    record = settle(claim_of(f"chai-nayak/{name}"))
    assert record["verdict"] == "proved"
    assert record["near"] > 0


@st.composite
def positive_tables(draw, most_rows=4, most_columns=3):
    """A table with positive entries."""
    m, k = draw(st.integers(2, most_rows)), draw(st.integers(2, most_columns))
    columns = [draw(st.lists(st.integers(1, 9), min_size=m, max_size=m)) for _ in range(k)]
    return tuple(tuple(Fraction(column[i], sum(column)) for column in columns) for i in range(m))


def relation(A, P):
    return compare(Channel.from_rows(A), Channel.from_rows(P)).relation


@pytest.mark.everything
@given(positive_tables())
def test_the_linear_program_agrees_with_blackwell_order(A):
    weaker = constructions.merged((tuple(a + b for a, b in zip(*A[:2], strict=True)), *A[2:]))
    assert (tables.garbling(weaker, A) is not None) == (
        relation(weaker, A) in ("better", "equivalent")
    )
    assert (tables.garbling(A, weaker) is not None) == (
        relation(A, weaker) in ("better", "equivalent")
    )


@pytest.mark.everything
@given(positive_tables(), st.fractions(Fraction(1, 9), Fraction(8, 9), max_denominator=9))
def test_merging_undoes_a_split(A, share):
    A = constructions.merged(A)
    split = (tuple(share * x for x in A[0]), tuple((1 - share) * x for x in A[0]), *A[1:])
    assert sorted(constructions.merged(split)) == sorted(A)


@pytest.mark.everything
@given(positive_tables())
def test_a_dominating_table_meets_both_conditions(A):
    A = constructions.merged(A)
    if len(A) < 2:
        return
    gamma = Fraction(tables.parity(A)) + 1
    P = constructions.dominating(A, gamma)
    assert all(max(row) == gamma * min(row) and len(set(row)) == 2 for row in P)
    assert Channel.from_rows(P).parity() == gamma
    assert relation(A, P) == "better"


@pytest.mark.everything
@given(positive_tables())
def test_the_two_row_construction_improves(A):
    A = constructions.merged(A)
    gamma = Fraction(tables.parity(A)) + 1
    arranged = constructions.arranged(A, gamma)
    if arranged is None:
        return
    P = constructions.improved(arranged, gamma)
    assert Channel.from_rows(P).parity() <= gamma
    assert relation(arranged, P) == "better"


def test_the_unlucky_xi_leaves_the_class():
    from rropt.proofs.chai_nayak.lifting import UNLUCKY

    P = constructions.lifted(UNLUCKY, Fraction(3, 2))
    assert Channel.from_rows(P).merge_proportional().shape == (2, 2)
    assert Channel.from_rows(UNLUCKY).merge_proportional().shape == (3, 2)


@pytest.mark.everything
@given(positive_tables(most_rows=3))
def test_bayes_factors_fill_the_stated_intervals(A):
    k = len(A[0])
    found = tables.factors(A)
    for prior in tables.priors(k, 4):
        for row in A:
            for Q in tables.events(k):
                start = tables.mass(prior, Q)
                if 0 < start < 1:
                    end = tables.updated(row, prior, Q)
                    factor = end / (1 - end) * (1 - start) / start
                    assert any(lo <= factor <= hi for lo, hi in found)
    assert found[-1][1] == tables.parity(A)


def test_bayes_factors_with_zeros():
    assert tables.factors(tables.identity_table(3)) == ((0, 0), (math.inf, math.inf))
    assert tables.factors(tables.table("1/2 1/4 0; 1/2 3/4 1")) == ((0, math.inf),)


def test_two_point_priors_breach():
    warner = tables.table("3/4 1/4; 1/4 3/4")
    low, high = Fraction(1, 4), Fraction(9, 20)
    prior, Q = breaches.two_point(warner, breaches.rho_prior(warner, low, high))
    posterior = Channel.from_rows(warner).posterior(prior)
    assert sum(prior[j] for j in Q) < low
    assert max(sum(row[j] for j in Q) for row in posterior) > high


def connected(B):
    """(I + B)^(m - 1) has no zero entry, for a non-negative B."""
    m = len(B)
    power = step = [[int(i == j) or B[i][j] for j in range(m)] for i in range(m)]
    for _ in range(m):
        power = [
            [
                sum(a * c for a, c in zip(row, column, strict=True))
                for column in zip(*step, strict=True)
            ]
            for row in power
        ]
    return all(x > 0 for row in power for x in row)


def test_irreducible_means_a_positive_power():
    for B in matrices.patterns(3):
        assert matrices.irreducible(B) == connected(B) == (not matrices.reducible(B))


def test_proportional_rows_allow_another_stationary_matrix():
    half = Fraction(1, 2)
    assert stochastic.off_diagonal(((half, half), (half, half))) > 0
    assert stochastic.off_diagonal(((half, Fraction(1, 3)), (half, Fraction(2, 3)))) == 0


def test_the_gamma_diagonal_matrix():
    P = Channel.from_rows(trace.p0(4, Fraction(3)))
    assert P.parity() == 3
    assert sum(P[i, i] for i in range(4)) == trace.trace_program(4, Fraction(3)) == 2


@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("gamma", [Fraction(3, 2), Fraction(3), Fraction(10)])
def test_the_program_over_patterns_finds_the_known_largest_distance(size, gamma):
    """sum_i |p_i1 - p_ik| is at most 2 (gamma - 1)/(gamma + 1): |x - y| <= (x + y) times that/2."""
    distance = optimum.UTILITIES["distance of two truths"]
    assert optimum.pattern_program(distance, size, gamma)[0] == 2 * (gamma - 1) / (gamma + 1)
    if size > 2:
        assert optimum.pattern_program(distance, size, gamma, high=1)[0] < 2 * (gamma - 1) / (
            gamma + 1
        )


@pytest.mark.everything
@given(positive_tables(most_columns=4), st.sampled_from(sorted(optimum.UTILITIES)))
def test_no_table_beats_the_program_at_its_own_parity(A, name):
    gamma = tables.parity(A)
    if gamma > 1:
        best, P = optimum.pattern_program(optimum.UTILITIES[name], len(A[0]), gamma)
        assert optimum.utility(name, A) <= best == optimum.utility(name, P)
        assert Channel.from_rows(P).parity() <= gamma


def test_overlapping_regions_are_compared_by_their_demand():
    """Parity 9/4 lies between 2 and 7/3: private for rho = (3/10, 1/2), a breach for beta = 2."""
    warner = tables.table("9/13 4/13; 4/13 9/13")
    low, high = Fraction(3, 10), Fraction(1, 2)
    assert breaches.rho_private(warner, low, high, 12)
    assert not breaches.beta_private(warner, Fraction(2), 12)
    stronger = tables.table("12/17 5/17; 5/17 12/17")
    assert not breaches.rho_private(stronger, low, high, 12)


def test_the_sides_of_6_4_need_both_hypotheses():
    """h = 1 has B(h) = oo; the row (0, 1/4) has the ratio 0, whatever h is."""
    record = verdicts.stored("chai-nayak")["chai-nayak/eq-6.4"]
    _, void, zero = record["steps"]["goals"]
    assert void["counterexample"]["at"]["h"] == "1"
    assert "0" in zero["counterexample"]["at"]["row"]
    assert zero["counterexample"]["at"]["h"] != "1"
    assert "p_ij > 0 for all j" in record["assuming"]


def test_every_table_is_listed_once():
    listed = tables.tables(2, 3, 4, zero_rows=True)
    assert len(listed) == len(set(listed)) == 5**3
    assert all(tables.proportional(x, x) for t in listed for x in t)
    assert not any(tables.proportional(x, y) for x, y in combinations(tables.identity_table(3), 2))


def test_p0_of_one_category_is_in_no_class():
    """k = 1: P_0 = (1) has a single report and parity one; the class asks for two reports."""
    gamma, k = Fraction(2), 1
    assert [[gamma / (gamma + k - 1)]] == [[1]]
    assert verdicts.stored("chai-nayak")["chai-nayak/sec4.2/p0"]["scope"].startswith("k >= 2")


@pytest.mark.parametrize("mass", [0, 1])
def test_events_of_mass_zero_and_one_are_no_gap_in_the_proofs_of_breaches(mass):
    """Definition 1.1 asks for every event: those of mass zero and one are never a breach."""
    low, high = Fraction(1, 4), Fraction(1, 2)
    warner = tables.table("3/4 1/4; 1/4 3/4")
    for prior, Q in breaches.grid(warner, 1):
        assert tables.mass(prior, Q) in (0, 1)
        assert not breaches.upward(warner, prior, Q, low, high)
        assert not breaches.downward(warner, prior, Q, low, high)


@pytest.mark.parametrize("k", [2, 3, 4])
def test_two_patterns_are_proportional_only_if_they_are_equal(k):
    """With one value in place of two they are: the constant rows 1 and gamma."""
    gamma = Fraction(3)
    rows = [r for r in product((Fraction(1), gamma), repeat=k) if len(set(r)) == 2]
    assert not any(tables.proportional(r, s) for r, s in combinations(rows, 2))
    assert tables.proportional((gamma,) * k, (Fraction(1),) * k)


def test_one_category_has_parity_one():
    assert Channel.from_rows([["1/4"], ["3/4"]]).parity() == 1
    scope = verdicts.stored("chai-nayak")["chai-nayak/sec1/parity-any"]["scope"]
    assert scope.startswith("k >= 2")


def test_parity_one_is_the_precise_region_of_the_diagonal():
    """gamma = 1 in the corrected form: constant rows attain the prior only."""
    flat = tables.table("1/3 1/3 1/3; 2/3 2/3 2/3")
    assert Channel.from_rows(flat).parity() == 1
    assert tables.factors(flat) == ((1, 1),)
    x, g = schemas.x, schemas.g
    for goal in boundary.many_of_parity():
        assert all(h.subs({x: Fraction(1, 3), g: 1}) for h in goal.hypotheses)


@pytest.mark.everything
def test_the_bounds_of_the_star_are_those_of_a_minimum():
    """A number below both h_u and 1 - h_l(1 - a) may be below a, one that is either is not."""
    goal = claim_of("chai-nayak/sec3/star-bounds").statement().goals[0]
    untied = replace(goal, hypotheses=goal.hypotheses[:-1])
    assert decide(goal).status == "proved"
    assert decide(untied).status == "refuted"
    grid = [Fraction(i, 4) for i in range(5)]
    for a, upper, lower in product(grid, repeat=3):
        if upper >= a and lower <= 1 - a:
            assert a <= min(upper, 1 - lower) <= 1
