"""Coverage by pairs, alone and beside cells: against every pattern of {1, g}^k, and near misses."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction as F
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pytest

import rropt as rr
from rropt.checker import check
from rropt.checker.plain import proves
from tests.certificates import write
from tests.checker.test_cover_cells import MILLIONTH, Problem, expanded, random_products
from tests.gradients import dot, is_semidefinite

Data = dict[str, Any]


def left_at(given: Problem, y: list[F], *high: int) -> F:
    """(y.r)(q.r) - r'Xr where these truths are at g."""
    row = [given.g if j in high else F(1) for j in range(len(given.q))]
    return given.rest(expanded(given.sizes, y), row)


def least_of_pairs(given: Problem, y: list[F], among: list[int]) -> F:
    """The least of what pairs must leave, truth by truth."""
    owner = [c for c, n in enumerate(given.sizes) for _ in range(n)]
    alone = [left_at(given, y, j) for j in range(len(owner))]
    left = [left_at(given, y), *(x for x, c in zip(alone, owner, strict=True) if c in among)]
    for i, j in combinations(range(len(owner)), 2):
        if owner[i] in among or owner[j] in among:
            left.append(left_at(given, y, i, j) - alone[i] - alone[j])
    return min(left)


def k_ary(shares: list[F], g: F, sizes: list[int] | None = None) -> Data:
    """k-ary response as a certificate without a gap, with the formulas of its page: prices leave
    nothing of rows with one truth at g."""
    sizes = sizes or [1] * len(shares)
    k, rise = sum(sizes), g - 1
    own = [(k + rise) * (1 + rise * q) / rise**2 for q in shares]
    means = [[-(1 + rise * (p + q)) / rise**2 for q in shares] for p in shares]
    for c, x in enumerate(own):
        means[c][c] += x / sizes[c]
    own = [x if n > 1 else F(0) for x, n in zip(own, sizes, strict=True)]
    lists = [[q] * n for q, n in zip(shares, sizes, strict=True)]
    zeros = [F(0)] * len(sizes)
    given = Problem(sizes, shares, lists, g, own, means, zeros, zeros, [])
    # f_i = 0: linear in the sum of all prices and in each of them.
    worth = [-left_at(given, zeros, sum(sizes[:c])) for c in range(len(sizes))]
    paid = [x / (1 + rise * q) for x, q in zip(worth, shares, strict=True)]
    whole = dot(map(F, sizes), paid) / (k + rise)
    data = given.certificate([(x - whole) / rise for x in paid])
    return data | {"cover": {"proof": "pairs"}}


SIXTHS = [F(1, 6), F(2, 6), F(3, 6)]
FIFTEENTHS = [F(n, 15) for n in range(1, 6)]


def is_best(sizes: list[int], shares: list[F], g: F) -> bool:
    """2 (s - 1)(t - 1) + 2 (s^2 + t^2) / N >= 1 + |s|^2 / N^2 for the two least s and t."""
    every = sorted(1 + (g - 1) * q for n, q in zip(sizes, shares, strict=True) for _ in range(n))
    s, t, N = *every[:2], sum(every)
    return 2 * (s - 1) * (t - 1) + 2 * (s * s + t * t) / N >= 1 + dot(every, every) / N**2


@pytest.mark.parametrize(
    ("sizes", "shares"),
    [([1] * 5, FIFTEENTHS), ([2, 3], [F(1, 10), F(4, 15)]), ([4], [F(1, 4)])],
    ids=str,
)
def test_k_ary_response_is_best_from_a_level_on(sizes: list[int], shares: list[F]) -> None:
    low, high = F(1), F(20)
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (low, middle) if is_best(sizes, shares, middle) else (middle, high)
    for g, wanted in ((high, "verified"), (low, "refuted")):
        found = k_ary(shares, g, sizes)
        assert found["gap"] == "0"
        assert check(found).verdict == wanted and proves(found) is (wanted == "verified")


def beside(seed: str, sizes: list[int], among: list[int], **parts: Any) -> Problem:
    """Random forms; the truths of some classes by pairs, and two cells of the others."""
    rng = Random(f"pairs {sizes} {among} {seed}")
    g, m = F(rng.choice([8, 10, 12])), len(sizes)
    raw = [F(rng.randrange(2, 5)) for _ in sizes]
    prior = [x / dot(raw, map(F, sizes)) for x in raw]
    lists = [[x] * n for n, x in zip(sizes, prior, strict=True)]
    own = [F(rng.randrange(1, 5), 4) if n > 1 else F(0) for n in sizes]
    means = [[F(0)] * m for _ in sizes]
    for c in range(m):
        for d in range(c):
            means[c][d] = means[d][c] = F(rng.randrange(-2, 1), 8)
        means[c][c] = F(rng.randrange(4, 9), 4)
    slopes = [F(rng.randrange(-4, 5), 4) for _ in sizes]
    others = [c for c in range(m) if c not in among]
    top = 1 + (g - 1) * sum(sizes[c] * prior[c] for c in others)
    ends = []
    for s in (F(1), (1 + top) / 2, top):
        point = [F(1) if c in among else F(rng.randrange(0, 9), 4) for c in range(m)]
        ends.append([s, F(rng.randrange(-8, 9), 2), point])
    products = random_products(rng, m) if parts.get("products") else None
    diagonal = [F(rng.randrange(-3, 3)) if c in among else F(1, 4) for c in range(m)]
    found = Problem(sizes, prior, lists, g, own, means, diagonal, slopes, ends, products=products)
    found.pairs = among
    owner = [c for c, n in enumerate(sizes) for _ in range(n)]
    free = [j for j, c in enumerate(owner) if c not in among]
    while not is_semidefinite([[found.form()[i][j] for j in free] for i in free]):
        for c in others:
            found.diagonal[c] += 1
    if parts.get("several"):
        found.several = [F(rng.randrange(0, 5), 4) for _ in ends]
    return found


def least_prices(given: Problem) -> list[F]:
    """Shares of what pairs and cells need, at most 10^-9 of it more."""
    return least_of(given, lambda y: min(given.least(y), least_of_pairs(given, y, given.pairs)))


def least_of(given: Problem, left: Callable[[list[F]], F]) -> list[F]:
    """Prices in proportion to the prior: what they pay rises with them, at two truths at g by more
    than at one and the other."""

    def prices(total: F) -> list[F]:
        return [total * q for q in given.prior]

    low, high = F(0), F(1)
    while left(prices(high)) < 0:
        low, high = high, 2 * high
        assert high < 1 << 20
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (low, middle) if left(prices(middle)) >= 0 else (middle, high)
    return prices(high)


WAYS = [([1, 2], [0]), ([2, 1], [1]), ([1, 1, 2], [0, 1]), ([2, 2], [0]), ([1, 1, 1], [1])]


@pytest.mark.parametrize(("sizes", "among"), WAYS, ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_what_pairs_beside_cells_prove_is_so_at_every_pattern(sizes, among, seed) -> None:
    given = beside(str(seed), sizes, among, products=seed % 2, several=seed > 1)
    prices = least_prices(given)
    assert given.is_covered(prices)
    data = given.certificate(prices)
    assert check(data).verdict == "verified", check(data)
    assert proves(data)
    cheaper = given.certificate([y * (1 - MILLIONTH) for y in prices])
    assert check(cheaper).verdict == "refuted" and not proves(cheaper)


@pytest.mark.parametrize("seed", range(6))
def test_what_pairs_alone_prove_is_so_at_every_pattern(seed: int) -> None:
    """Entries beside the diagonal of X that are negative leave pairs much."""
    given = beside(f"alone {seed}", [1, 2, 1], [0, 1, 2][: 1 + seed % 2])
    prices = least_of(given, lambda y: least_of_pairs(given, y, [0, 1, 2]))
    assert given.is_covered(prices)
    data = given.certificate(prices) | {"cover": {"proof": "pairs"}}
    assert check(data).verdict == "verified" and proves(data)
    cheaper = [y * (1 - MILLIONTH) for y in prices]
    less = given.certificate(cheaper) | {"cover": {"proof": "pairs"}}
    assert check(less).verdict == "refuted" and not proves(less)


@cache
def samples() -> dict[str, Data]:
    """Right ones."""
    found = {"k-ary": k_ary(SIXTHS, F(5)), "classes": k_ary([F(1, 6), F(2, 6)], F(6), [2, 2])}
    for seed, (sizes, among) in enumerate(WAYS):
        given = beside(f"sample {seed}", sizes, among, products=seed % 2, several=seed > 1)
        found[f"beside {sizes}"] = given.certificate(least_prices(given))
    short = found["beside [1, 2]"]
    found["rounded"] = short | {"cover": short["cover"] | {"rounded": "down"}}
    return found


@pytest.mark.parametrize("name", samples())
def test_right_ones_are_verified(name: str) -> None:
    found = check(samples()[name])
    assert found.verdict == "verified", found
    assert proves(samples()[name])


def changed(name: str, **parts: Any) -> Data:
    data = samples()[name]
    return data | {"cover": data["cover"] | write(parts)}


@cache
def near_misses() -> dict[str, Data]:
    """Each is wrong in one place."""
    sample = samples()["k-ary"]
    y = list(map(F, sample["prices"]))
    shifted = [y[0] + MILLIONTH, y[1] - MILLIONTH, y[2]]
    ends = samples()["beside [1, 2]"]["cover"]["ends"]
    further = [*ends[:-1], ["3", *ends[-1][1:]]]
    shorter = [*ends[:-1], [str(F(ends[-1][0]) - MILLIONTH), *ends[-1][1:]]]
    return {
        "a level at which two of five truths are better": k_ary(FIFTEENTHS, F(2)),
        "prices of one truth more and one less": sample | {"prices": write(shifted)},
        "pairs of another class": changed("beside [1, 1, 2]", pairs=[0]),
        "all ends to a larger s": changed("beside [1, 2]", ends=further),
        "all ends to a smaller s": changed("beside [1, 2]", ends=shorter),
        "no pairs": changed("beside [1, 2]", pairs=[]),
    }


@pytest.mark.parametrize("name", near_misses())
def test_near_misses_are_refuted(name: str) -> None:
    assert check(near_misses()[name]).verdict == "refuted"
    assert not proves(near_misses()[name])


MALFORMED = {
    "pairs of all": {"pairs": [0, 1]},
    "a class twice": {"pairs": [0, 0]},
    "no such class": {"pairs": [2]},
    "a part of a class": {"pairs": ["1/2"]},
    "pairs in a text": {"pairs": "0"},
    "a point that is not one": {"pairs": [1]},
}


@cache
def malformed(what: str) -> Data:
    return changed("beside [1, 2]", **MALFORMED[what])


@pytest.mark.parametrize("what", MALFORMED)
def test_what_is_malformed(what: str) -> None:
    assert check(malformed(what)).verdict == "malformed"


def test_an_unknown_key_beside_pairs_is_malformed() -> None:
    assert check(changed("k-ary", ends=[])).verdict == "malformed"


def test_other_utilities_have_no_pairs() -> None:
    data = rr.optimal(rr.LocalDP.from_gamma(3), rr.Trace(3)).certificate.data
    assert check(data | {"cover": {"proof": "pairs"}}).verdict == "malformed"
