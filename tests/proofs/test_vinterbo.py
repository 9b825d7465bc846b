"""The claims of the vinterbo paper against numpy, the bits, samples and counts by hand."""

from __future__ import annotations

import math
from decimal import Decimal, getcontext
from fractions import Fraction as F
from functools import reduce
from itertools import permutations

import numpy as np
import pytest
import sympy as sp

from proofs import verdicts
from proofs.papers import claim_of, claims
from proofs.settling import settle
from proofs.vinterbo import (
    algorithm,
    approximation,
    bitwise,
    dirichlet,
    model,
    privacy,
    running_time,
    sampling,
    transform,
)
from rropt.channel import Channel
from rropt.survey import unbiased_exact

REFUTED_IDS = """
def/varsigma def/multinomial eq/Y-CX prop-4.7/bound impl-1/call fig-1a contrib/concentration
obs-1/recursion proof-4.3/anti-diagonal proof-4.4/kron-inverse proof-4.5/final
proof-4.8/recurrence proof-4.8/closed-form
"""
UNDER_IDS = """
thm-4.1 claim/mle-hat prop-3.1/m-independence prop-3.1/error alg/step-2 priv/phi-alpha
priv/c-composition warner/ratio warner/same-alpha abs/kronecker abs/mle intro/lie-odds contrib/mle
rel/k-rr-intersection concl/exponential proof-3.1/ratio proof-3.1/chain proof-4.7/taylor
proof-4.7/expand obs-1/power
"""
QUICK = [
    "thm-4.1",
    "eq/Y-CX",
    "impl-1/call",
    "obs-1/recursion",
    "proof-4.3/anti-diagonal",
    "proof-4.4/kron-inverse",
    "proof-4.8/recurrence",
    "proof-4.8/closed-form",
    "prop-4.3/d",
    "claim/delta-4",
    "warner/same-alpha",
    "rel/k-rr-intersection",
    "priv/phi-alpha",
]


def ids():
    return [i for i in verdicts.catalogue() if i.startswith("vinterbo/")]


def test_every_id_has_exactly_one_claim():
    assert set(claims("vinterbo")) == set(ids())


def test_the_store_holds_a_decision_for_every_id():
    stored = verdicts.stored("vinterbo")
    assert set(stored) == set(ids())
    kinds = {
        kind: {name.partition("/")[2] for name, r in stored.items() if r["verdict"] == kind}
        for kind in ("refuted", "proved-under", "undecided")
    }
    assert kinds == {
        "refuted": set(REFUTED_IDS.split()),
        "undecided": set(),
        "proved-under": set(UNDER_IDS.split()),
    }


def test_what_is_refuted_is_corrected_and_what_is_short_is_completed():
    for record in verdicts.stored("vinterbo").values():
        if record["verdict"] == "refuted":
            assert record["witness"] and record["corrected"], record["id"]
        if record["verdict"] == "proved-under":
            assert record["witness"] and record["assuming"], record["id"]


@pytest.mark.everything
@pytest.mark.parametrize("name", QUICK)
def test_deciding_again_gives_the_stored_verdict(name):
    fresh = settle(claim_of(f"vinterbo/{name}"))
    stored = verdicts.stored("vinterbo")[f"vinterbo/{name}"]
    for key in ("verdict", "grade", "witness", "assuming", "corrected"):
        assert fresh[key] == stored[key]


def floats(table):
    return np.array(table, dtype=float)


@pytest.mark.parametrize("tables", list(permutations((bitwise.P, bitwise.Q, bitwise.ONE))))
def test_the_order_of_the_factors_by_numpy(tables):
    product = reduce(np.kron, map(floats, tables))
    assert np.allclose(floats(bitwise.randomizer(tables, bitwise.big_endian)), product)
    assert np.allclose(
        floats(model.randomizer(tables)), reduce(np.kron, map(floats, reversed(tables)))
    )
    assert not np.allclose(floats(model.randomizer(tables)), product)


def channel(p):
    return Channel.from_rows(model.bisymmetric(p, 1 - p))


@pytest.mark.parametrize("counts", [(3, 1, 0, 2), (0, 5, 1, 1, 2, 0, 0, 3)])
def test_step_2_and_the_program_differ_by_the_bit_order_of_rropt(counts):
    p, size = F(3, 4), (len(counts) - 1).bit_length()
    exactly = unbiased_exact(channel(p).bits(size), counts)
    assert sampling.estimate(p, counts) == algorithm.pihat(p, counts) == exactly
    rows = np.array([[1, 0]])
    assert np.bincount(rows @ np.array([2, 1]), minlength=4).tolist() == [0, 0, 1, 0]
    assert algorithm.observed([(1, 0)], (0, 1)) == (0, 1, 0, 0)


def test_unequal_bits_by_rropt():
    p, q = F(3, 4), F(9, 10)
    prior = (F(1, 10), F(2, 10), F(3, 10), F(4, 10))
    tables = [model.bisymmetric(p, 1 - p), model.bisymmetric(q, 1 - q)]
    there = channel(q).tensor(channel(p)).report_distribution(prior)
    assert model.apply(model.randomizer(tables), prior) == tuple(there)


@pytest.mark.parametrize("p, length", [(F(3, 4), 1), (F(3, 4), 3), (F(1, 10), 2)])
def test_the_level_of_all_inputs_is_the_parity_of_the_channel(p, length):
    table = model.table_of(p, length)
    level = Channel.from_rows(table).parity()
    assert level == privacy.ratio(p) ** length == privacy.strongest(table)
    assert privacy.bounded(table, level, length)
    assert not privacy.bounded(table, level * F(99, 100), length)
    assert length == 1 or privacy.bounded(table, level * F(99, 100), length - 1)


def test_the_figures_loss_by_numpy():
    table = np.kron([[0.75, 0.25], [0.25, 0.75]], [[0.75, 0.25], [0.25, 0.75]])
    prior = np.array([0.05, 0.15, 0.3, 0.5])
    back = np.linalg.inv(table)
    noisy = np.trace(back @ np.diag(table @ prior) @ back.T) - prior @ prior
    assert round(noisy / (1 - prior @ prior), 2) == 9.27 != 9.75
    assert pytest.approx(9.75) == (6.25 - 2 / 5) / (1 - 2 / 5)


def test_the_covariance_of_a_skew_table_by_simulation_of_one_report():
    """The transpose on the right factor matters: numpy's covariance of the columns of C^-1."""
    table, prior = floats(transform.WIDE), np.array([0.05, 0.15, 0.3, 0.5])
    back = np.linalg.inv(table)
    found = np.cov(back, aweights=table @ prior, ddof=0)
    exact = floats(transform.spread(transform.WIDE, sampling.PRIORS[4][0]))
    assert np.allclose(found, exact)


def dirichlet_mean(powers):
    """prod k! (K-1)! / (K-1+sum k)!."""
    size = len(powers)
    return F(
        math.prod(map(math.factorial, powers)) * math.factorial(size - 1),
        math.factorial(size - 1 + sum(powers)),
    )


@pytest.mark.parametrize("powers", [(2, 0), (4, 2, 0), (2, 2, 2, 0), (0, 6, 1)])
def test_integrals_over_the_simplex_by_factorials(powers):
    assert dirichlet.integral(powers) == dirichlet_mean(powers)


@pytest.mark.parametrize("size", [2, 4, 8, 16])
def test_the_variance_of_greenwoods_statistic_by_factorials(size):
    rest = (0,) * (size - 2)
    second = size * dirichlet_mean((4, 0, *rest)) + size * (size - 1) * dirichlet_mean(
        (2, 2, *rest)
    )
    mean = size * dirichlet_mean((2, 0, *rest))
    at = {dirichlet.K: size}
    assert mean == F(*sp.fraction(dirichlet.MEAN.subs(at)))
    assert second - mean**2 == F(*sp.fraction(dirichlet.VARIANCE.subs(at)))


@pytest.mark.parametrize("n, first, last", [(3, "0.23855", "0.23856"), (4, "0.00208", "0.00209")])
def test_delta_in_decimals(n, first, last):
    getcontext().prec = 40
    size = Decimal(2**n)
    mean = 2 / (size + 1)
    spread = 4 * (size - 1) / ((size + 1) ** 2 * (size + 2) * (size + 3))
    value = (1 - mean) * spread / (1 - mean - 10 * spread.sqrt()) ** 3
    assert Decimal(first) < value < Decimal(last)
    assert sp.N(approximation.worst(n), 30) == pytest.approx(float(value))


def test_the_loss_of_sampled_distributions():
    """n = 3, large c: the mean ratio is just above one, single losses are often below."""
    drawn = np.random.default_rng(7).dirichlet(np.ones(8), 100_000)
    share = (drawn**2).sum(axis=1)
    ratio = (1 / (1 - share)) * (1 - 2 / 9)
    assert 1.003 < ratio.mean() < 1.01 < 1.2386
    assert np.mean(share < 2 / 9) > 0.5 > 1 / 25


def test_three_categories_break_the_printed_proposition():
    drawn = np.random.default_rng(7).dirichlet(np.ones(3), 50_000)
    share = (drawn**2).sum(axis=1)
    c = 2.5**3
    ratio = np.mean((c - share) / (1 - share)) / ((c - 2 / 9) / (1 - 2 / 9))
    assert ratio > 1.5 > 1.2386


@pytest.mark.parametrize("n", range(1, 6))
def test_operations_are_counted(n):
    _, done, read, wrote = running_time.counted(n)
    assert done == read == sum(4**i for i in range(1, n + 1)) == wrote - 1
    assert done <= 4 / 3 * 4**n


@pytest.mark.parametrize("length", range(1, 5))
def test_marginals_by_summing(length):
    p = F(9, 10)
    prior = tuple(F(i + 1, 2 ** (length - 1) * (2**length + 1)) for i in range(2**length))
    assert sum(prior) == 1
    there = model.apply(model.table_of(p, length), prior)
    first = sum(w for x, w in zip(model.strings(length), there, strict=True) if x[0])
    true = sum(w for x, w in zip(model.strings(length), prior, strict=True) if x[0])
    assert first == p * true + (1 - p) * (1 - true)
    assert algorithm.marginal(there, (0,), length) == (1 - first, first)


def test_the_estimate_off_the_simplex_is_not_the_best_distribution():
    """a = 3/4, one report 0: pi-hat = (3/2, -1/2); the best distribution is (1, 0)."""
    found = sampling.estimate(F(3, 4), (1, 0))
    assert found == (F(3, 2), F(-1, 2))
    best = max((F(k, 100) for k in range(101)), key=lambda p: F(3, 4) * p + F(1, 4) * (1 - p))
    assert best == 1


def test_theorem_4_9_needs_k_at_most_n():
    """n = 1, a = 9/10: alpha = log 9 for every pair of inputs; k = 2 would ask for c >= 5/2."""
    a, k = F(9, 10), 2
    cost = (a**2 + (1 - a) ** 2) / (2 * a - 1) ** 2
    assert cost == F(41, 32)
    assert math.isclose(math.exp(math.log(9) / k), 3) and cost < F(3**2 + 1, (3 - 1) ** 2)
    assert cost == F(9**2 + 1, (9 - 1) ** 2)


def test_the_printed_order_of_theorem_4_1_is_right_for_mirrored_factors_only():
    """The matrix of three bit randomizers, indexed by eta, entry by entry against numpy.kron."""
    p, q = np.array([[3, 1], [1, 3]]), np.array([[2, 1], [5, 6]])
    for factors, agrees in (((p, q, p), True), ((p, p, q), False), ((q, p, p), False)):
        own = np.empty((8, 8), dtype=int)
        for r, x in np.ndindex(8, 8):
            own[r, x] = math.prod(int(m[r >> i & 1, x >> i & 1]) for i, m in enumerate(factors))
        assert (own == reduce(np.kron, factors)).all() == agrees
    stored = verdicts.stored("vinterbo")["vinterbo/thm-4.1"]
    assert "C_(M_i) = C_(M_(n-1-i)) for all i" in stored["assuming"]


def test_levels_on_both_sides_of_one_half_are_told_apart_unless_they_mirror_each_other():
    values = [F(k, 20) for k in range(1, 20)]
    level = {a: max((1 - a) / a, a / (1 - a)) for a in values}
    for x in values:
        assert [y for y in values if level[y] == level[x]] == sorted({x, 1 - x})
    for name in ("priv/phi-alpha", "priv/c-composition"):
        stored = verdicts.stored("vinterbo")[f"vinterbo/{name}"]
        assert stored["assuming"].startswith("a_phi takes no two different values that add up to")


@pytest.mark.parametrize("a, strict", [(0.75, True), (0.25, True), (1.0, False), (0.0, False)])
def test_the_loss_is_concentrated_only_where_it_varies(a, strict):
    """n = 3: at a = 0 and a = 1 every loss is 1, and none lies strictly between equal ends."""
    drawn = np.random.default_rng(7).dirichlet(np.ones(8), 20_000)
    c = ((a**2 + (1 - a) ** 2) / (2 * a - 1) ** 2) ** 3
    mean, spread = 2 / 9, (4 * 7 / (81 * 10 * 11)) ** 0.5

    def loss(s):
        return 1 + (c - 1) / (1 - s)

    found = loss((drawn**2).sum(axis=1))
    inside = (loss(mean - 10 * spread) < found) & (found < loss(mean + 10 * spread))
    assert inside.mean() >= 0.99 if strict else not inside.any()
    record = verdicts.stored("vinterbo")["vinterbo/contrib/concentration"]
    assert "0 < a < 1 and a != 1/2" in record["corrected"]


def test_any_levels_multiply_to_at_most_the_largest_ones():
    """priv/product: the differing bits may be any j <= k of the n bits."""
    levels = sorted(map(privacy.strongest, privacy.BITS), reverse=True)
    for k in range(len(levels) + 1):
        most = math.prod(levels[:k])
        for j in range(k + 1):
            assert max(map(math.prod, permutations(levels, j))) <= most


def test_the_mean_histogram_of_the_reports_of_given_strings():
    """Four strings of two bits, one of them twice: numpy's sum over every report."""
    table, truths = floats(transform.WIDE), (0, 2, 2, 3)
    means = np.zeros(4)
    for told in np.ndindex(4, 4, 4, 4):
        chance = np.prod([table[r, x] for r, x in zip(told, truths, strict=True)])
        means += chance * np.bincount(told, minlength=4)
    assert np.allclose(means, table @ np.bincount(truths, minlength=4))
