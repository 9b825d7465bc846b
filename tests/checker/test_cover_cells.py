"""Coverage by cells: against every pattern of {1, g}^k by brute force, and near misses."""

from __future__ import annotations

from fractions import Fraction as F
from functools import cache
from itertools import pairwise, product
from math import ceil
from random import Random
from typing import Any

import pytest

from rropt.checker import check
from rropt.checker.plain import proves
from tests.certificates import write
from tests.gradients import determinant, dot, is_semidefinite, solve, unit

Data = dict[str, Any]
MILLIONTH = F(1, 10**6)


def expanded(sizes: list[int], x: list[F]) -> list[F]:
    return [entry for n, entry in zip(sizes, x, strict=True) for _ in range(n)]


def written(sizes: list[int], own: list[F], means: list[list[F]]) -> list[list[F]]:
    """The matrix of a form: mean entries, and own (I - 11'/n) in the block of a class."""
    owner = [c for c, n in enumerate(sizes) for _ in range(n)]
    found = []
    for i, c in enumerate(owner):
        row = [means[c][d] for d in owner]
        for j, d in enumerate(owner):
            if c == d:
                row[j] += own[c] * ((i == j) - F(1, sizes[c]))
        found.append(row)
    return found


def squared(V: list[list[F]]) -> list[list[F]]:
    return [[dot(row, column) for column in V] for row in V]


class Problem:
    """X = V V or V, the prior of prices, shares that it majorises, and the evidence but prices; all
    written out for truths."""

    def __init__(
        self,
        sizes,
        prior,
        lists,
        g,
        own,
        means,
        diagonal,
        slopes,
        ends,
        name="a-optimal",
        products=None,
        counts=(),
        several=(),
        few=2,
    ):
        self.sizes, self.lists, self.g, self.name = sizes, lists, g, name
        self.own, self.means = own, means
        self.diagonal, self.slopes, self.ends = diagonal, slopes, ends
        self.products, self.counts, self.several, self.few = products, counts, several, few
        self.pairs = []
        self.q = [x for row in lists for x in row]
        self.prior, self.v = prior, expanded(sizes, prior)
        V = written(sizes, own, means)
        self.X = squared(V) if name == "a-optimal" else V
        self.V = V
        owner = [c for c, n in enumerate(sizes) for _ in range(n)]
        none = [[F(0)] * len(sizes)] * len(sizes)
        self.N = [[(products or none)[c][d] for d in owner] for c in owner]
        self.sets = [(w, [F(c in classes) for c in owner]) for w, classes in counts]

    def form(self) -> list[list[F]]:
        """P."""
        D, e = expanded(self.sizes, self.diagonal), expanded(self.sizes, self.slopes)
        k = len(self.q)
        found = []
        for i in range(k):
            cross = [(self.v[i] * e[j] + e[i] * self.v[j]) / 2 for j in range(k)]
            row = [D[i] * (i == j) - self.X[i][j] - self.N[i][j] for j in range(k)]
            row = [x - sum(w * a[i] * a[j] for w, a in self.sets) for j, x in enumerate(row)]
            found.append([x - y for x, y in zip(row, cross, strict=True)])
        return found

    def least(self, y: list[F]) -> F:
        """The least of phi, and of phi less a quarter of the bends beside it."""
        D, e = expanded(self.sizes, self.diagonal), expanded(self.sizes, self.slopes)
        y, P = expanded(self.sizes, y), self.form()
        owner = [c for c, n in enumerate(self.sizes) for _ in range(n)]
        free = [c not in self.pairs for c in owner]
        left = []
        several = self.several or [F(0)] * len(self.ends)
        for (s, mu, point, *given), nu in zip(self.ends, several, strict=True):
            turns = [tau for every in given for tau in every]
            u = expanded(self.sizes, point)
            Pu = [dot(row, u) for row in P]
            phi = mu * s + self.g * sum(D) - sum(map(sum, self.N)) - dot(u, Pu)
            phi += nu * (len(u) + self.few * (self.g - 1))
            places = [
                sum(a) + (self.g - 1) * tau for (_, a), tau in zip(self.sets, turns, strict=True)
            ]
            for (w, _), v, tau in zip(self.sets, places, turns, strict=True):
                nearest = min((tau - m) ** 2 for m in range(-9, 20))
                phi += w * ((self.g - 1) ** 2 * nearest - v * v)
            for j, image in enumerate(Pu):
                h = s * (y[j] + e[j]) - (self.g + 1) * D[j] + 2 * image - mu * self.v[j]
                h += 2 * sum(self.N[j]) - nu
                h += 2 * sum(w * v * a[j] for (w, a), v in zip(self.sets, places, strict=True))
                phi += h if owner[j] in self.pairs else min(h, self.g * h)
            left.append(phi)
        room = list(left)
        for i, ((a, mu, u, *_), (b, nu, w, *_)) in enumerate(pairwise(self.ends)):
            apart = expanded(self.sizes, [x - z for x, z in zip(w, u, strict=True)])
            bend = (nu - mu) * (b - a) - dot(apart, [dot(row, apart) for row in P])
            room += [left[i] - bend / 4, left[i + 1] - bend / 4]
        few = [r for r in self.patterns() if r.count(self.g) < self.few] if any(several) else []
        few = [r for r in few if all(x == 1 or far for x, far in zip(r, free, strict=True))]
        return min(room + [self.rest(y, r) for r in few])

    def prices(self) -> list[F]:
        """Equal ones, at most 10^-9 of them above what the cells need."""
        low, high = F(0), F(1)
        while self.least([high] * len(self.sizes)) < 0:
            low, high = high, 2 * high
        for _ in range(40):
            middle = (low + high) / 2
            covers = self.least([middle] * len(self.sizes)) >= 0
            low, high = (low, middle) if covers else (middle, high)
        return [high] * len(self.sizes)

    def patterns(self):
        return product((F(1), self.g), repeat=len(self.q))

    def is_covered(self, y: list[F]) -> bool:
        prices = expanded(self.sizes, y)
        return min(self.rest(prices, r) for r in self.patterns()) >= 0

    def rest(self, prices: list[F], r: Any) -> F:
        """(y.r)(q.r) - r'Xr, y truth by truth."""
        return dot(prices, r) * dot(self.v, r) - dot(r, [dot(row, r) for row in self.X])

    def certificate(self, y: list[F]) -> Data:
        """One truth of a class at g, the others at 1; the value at the mean shares, rounded up."""
        k, m = len(self.q), len(self.sizes)
        means = [sum(row) / len(row) for row in self.lists]
        if self.q != self.v:
            means = [F(ceil(x * 2**256), 2**256) for x in means]
        patterns = [
            [[[self.g, 1], [F(1), n - 1]] if c == d and n > 1 else self.g if c == d else F(1)
             for d, n in enumerate(self.sizes)]
            for c in range(m)
        ]  # fmt: skip
        paid = dot(map(F, self.sizes), y)
        J = self.information(expanded(self.sizes, means))
        square = dot(self.q, self.q)
        if self.name == "a-optimal":
            value = sum(solve(J, column)[j] for j, column in enumerate(unit(k))) - square
            bound = 2 * sum(row[i] for i, row in enumerate(self.V)) - square - paid
        else:
            value, bound = k / determinant(J), k * (k / paid) ** k * determinant(self.V)
        data = {
            "format": "rropt-certificate/2",
            "kind": "symmetric",
            "privacy": {"gamma": self.g, "delta": "0"},
            "truths": self.sizes,
            "objective": {"name": self.name},
            "prior": self.prior,
            "patterns": patterns,
            "weights": [F(n) / (k + self.g - 1) for n in self.sizes],
            "tangents": {"own": self.own, "means": self.means},
            "prices": y,
            "value": value,
            "bound": bound,
            "gap": value - bound,
            "cover": {
                "proof": "cells",
                "diagonal": self.diagonal,
                "slopes": self.slopes,
                "ends": self.ends,
            },
        }
        if self.products:
            data["cover"]["products"] = self.products
        if self.counts:
            data["cover"]["counts"] = self.counts
        if self.several:
            data["cover"]["several"] = self.several
        if self.few != 2:
            data["cover"]["few"] = self.few
        if self.pairs:
            data["cover"]["pairs"] = self.pairs
        if self.q != self.v:
            data["shares"] = self.lists
        return write(data)

    def information(self, q: list[F]) -> list[list[F]]:
        """sum r r' / (q.r) of the table: k rows, one truth at g each."""
        k = len(q)
        found = [[F(0)] * k for _ in range(k)]
        for j in range(k):
            row = [(self.g if i == j else F(1)) / (k + self.g - 1) for i in range(k)]
            for a, b in product(range(k), repeat=2):
                found[a][b] += row[a] * row[b] / dot(q, row)
        return found


def mixed(rng: Random, sizes: list[int], prior: list[F]) -> list[list[F]]:
    """A mean of rearrangements of the prior, which are majorised by it."""
    v = expanded(sizes, prior)
    parts = [rng.sample(v, len(v)) for _ in range(3)]
    mean = [(2 * v[j] + sum(part[j] for part in parts)) / 5 for j in range(len(v))]
    found, start = [], 0
    for n in sizes:
        found.append(mean[start : start + n])
        start += n
    return found


def problem(rng: Random, sizes: list[int], uneven: bool = True, **parts: Any) -> Problem:
    """Random forms; a diagonal that leaves P >= 0, by a hair if it can."""
    g = parts.get("g", F(rng.choice([1, 2, 3]) * 2 + 1, rng.choice([1, 2])))
    raw = [F(rng.randrange(0, 6)) for _ in sizes]
    raw[0] += 1
    total = dot(raw, [F(n) for n in sizes])
    prior = [x / total for x in raw]
    even = [[x] * n for n, x in zip(sizes, prior, strict=True)]
    lists = mixed(rng, sizes, prior) if uneven else even
    m = len(sizes)
    own = [F(rng.randrange(1, 5), 4) if n > 1 else F(0) for n in sizes]
    means = [[F(0)] * m for _ in sizes]
    for c in range(m):
        for d in range(c):
            means[c][d] = means[d][c] = F(rng.randrange(-2, 3), 8)
        means[c][c] = F(rng.randrange(4, 9), 4)
    slopes = parts.get("slopes", [F(rng.randrange(-4, 5), 4) for _ in sizes])
    places = [1 + (g - 1) * i / 3 for i in (F(0), F(1), F(2), F(3))][:: rng.choice([1, 3])]
    ends = []
    for place in places:
        point = [F(rng.randrange(-4, 9), 4) for _ in sizes]
        ends.append([place, F(rng.randrange(-8, 9), 2), point])
    name, shift = parts.get("name", "a-optimal"), F(1, 4)
    fixed = sizes, prior, lists, g, own, means
    rest = slopes, ends, name, parts.get("products"), parts.get("counts", ())
    found = Problem(*fixed, [shift] * m, *rest)
    for end in ends if found.counts else ():
        end.append([F(rng.randrange(0, 9), 4) for _ in found.counts])
    while not is_semidefinite(found.form()):
        shift += 1
        found = Problem(*fixed, [shift] * m, *rest)
    if parts.get("several"):
        found.several = [F(rng.randrange(0, 9), 4) for _ in ends]
        found.few = parts.get("few", 2)
    return found


def random_products(rng: Random, m: int) -> list[list[F]]:
    """A symmetric matrix without negative entries."""
    found = [[F(rng.randrange(0, 4), 8) for _ in range(m)] for _ in range(m)]
    return [[found[min(c, d)][max(c, d)] for d in range(m)] for c in range(m)]


def random_counts(rng: Random, m: int) -> list[Any]:
    """Weights of two sets of classes, which may meet."""
    return [[F(rng.randrange(0, 5), 4), rng.sample(range(m), rng.randint(1, m))] for _ in range(2)]


SIZES = [[2], [3], [1, 1], [2, 1], [1, 2], [1, 1, 1], [4], [2, 2], [3, 2], [2, 1, 2]]


@pytest.mark.everything
@pytest.mark.parametrize("sizes", SIZES, ids=str)
@pytest.mark.parametrize("seed", range(6))
def test_what_cells_prove_is_so_at_every_pattern(sizes: list[int], seed: int) -> None:
    """Prices that just make phi >= 0 cover all of {1, g}^k; a little less is refuted."""
    rng = Random(f"cells {sizes} {seed}")
    products = random_products(rng, len(sizes)) if seed else None
    name = ["a-optimal", "d-optimal"][seed % 2]
    counts = random_counts(rng, len(sizes)) if seed > 1 else ()
    parts = {"products": products, "counts": counts, "several": seed > 2, "few": max(2, seed - 1)}
    given = problem(rng, sizes, uneven=seed > 0, name=name, **parts)
    prices = given.prices()
    assert given.is_covered(prices)
    found = check(given.certificate(prices))
    assert found.verdict == "verified", found
    cheaper = [y * (1 - MILLIONTH) for y in prices]
    assert check(given.certificate(cheaper)).verdict == "refuted"


def bent() -> Problem:
    """Two truths, X = I, D = 2, g = 3, y = 6, u = 0: at s = 1 all h are 6 - 8 = -2 and phi is
    12 - 12 = 0, so no bend is allowed; a mu at the other end makes one of 2 mu."""
    ends = [[F(1), F(0), [F(0)]], [F(3), F(0), [F(0)]]]
    return Problem([2], [F(1, 2)], [[F(1, 2)] * 2], F(3), [F(1)], [[F(1, 2)]], [F(2)], [F(0)], ends)


def counted(turns: list[F], price: F = F(33, 25), weight: F = F(11, 25)) -> Data:
    """Three truths of equal shares, X = I and g = 3. Of a row with m truths at g and the sum S =
    3 + 2 m prices 3 w each cover if w S^2 - 4 S + 9 >= 0: at S = 5 w = 11/25 does, of all S in
    [3, 9] only 4/9. P = 0, and h = 0 at all ends; phi at S = 5 is zero where tau is 1/2 or 3/2.
    """
    ends = []
    for s, tau in zip((F(1), F(5, 3), F(5, 3), F(3)), turns, strict=True):
        ends.append([s, 6 * weight * (3 + 2 * tau) - 12, [F(0)], [tau]])
    third, slopes = [F(1, 3)], [-3 * weight]
    fixed = [3], third, [third * 3], F(3), [F(1)], [third], [F(1)], slopes, ends
    return Problem(*fixed, counts=[[weight, [0]]]).certificate([price])


def of_several(nu: F, price: F = F(33, 25)) -> Data:
    """Three truths as in `counted`, without counts: of whole numbers m only m = 1 needs the price
    33/25, and of all S in [7, 9] less than 6/5. P = 0, h = 0, and phi = p S^2 / 3 - 4 S + 9 +
    nu (7 - S) at S = 3, 7 and 9, with nu at the first: 4 phi are 3.84 + 16 nu and 10.24 where the
    bend is 7.04 + 4 nu.
    """
    prices = [nu, F(0), F(0)]
    places = F(1), F(7, 3), F(3)
    pairs = zip(places, prices, strict=True)
    ends = [[s, 3 * (s * price - 4 - paid), [F(0)]] for s, paid in pairs]
    third = [F(1, 3)]
    fixed = [3], third, [third * 3], F(3), [F(1)], [third], [F(1)], [F(0)], ends
    return Problem(*fixed, several=prices).certificate([price])


def of_few(nu: F, few: int = 3, price: F = F(33, 25)) -> Data:
    """The same with one cell, where only m = 3 is not looked at by itself: with nu at the first end
    4 phi are 12 p - 12 + 8 f nu and 108 (p - 1), the bend is 12 p + 6 nu."""
    ends = [[s, 3 * (s * price - 4 - paid), [F(0)]] for s, paid in ((F(1), nu), (F(3), F(0)))]
    third = [F(1, 3)]
    fixed = [3], third, [third * 3], F(3), [F(1)], [third], [F(1)], [F(0)], ends
    return Problem(*fixed, several=[nu, F(0)], few=few).certificate([price])


HALVES = [F(1, 2), F(1, 2), F(3, 2), F(3, 2)]


def steps(left: int) -> Data:
    """One class of two truths, X = I and q = 1/2: P, with so many halves of 2^-256 as its mean
    entry, is rounded down, which takes what is over a multiple and one more."""
    half = F(left, 2**257)
    ends = [[F(1), F(0), [F(0)]], [F(3), F(0), [F(0)]]]
    parts = [2], [F(1, 2)], [[F(1, 2)] * 2], F(3), [F(1)], [[F(1, 2)]], [1 + 2 * half], [F(0)]
    data = Problem(*parts, ends).certificate([F(99)])
    return data | {"cover": data["cover"] | {"rounded": "down"}}


@cache
def samples() -> dict[str, Data]:
    """Right ones, at the edges of what is allowed."""
    two = problem(Random("two"), [2], g=F(3))
    three = problem(Random("three"), [2, 1], g=F(3))
    zeros = Problem(
        [1, 3], [F(1), F(0)], [[F(1)], [F(0)] * 3], F(2), [F(0), F(1, 2)],
        [[F(1), F(0)], [F(0), F(1)]],
        [F(20), F(20)], [F(1), F(-1)], [[F(s), F(0), [F(0), F(0)]] for s in (1, 2)],
    )  # fmt: skip
    found = {
        "two": two,
        "three": three,
        "even": problem(Random("even"), [2, 1], uneven=False, g=F(5, 2)),
        "no slopes": problem(Random("no slopes"), [3], slopes=[F(0)], g=F(2)),
        "determinant": problem(Random("determinant"), [1, 2], name="d-optimal", g=F(3)),
        "products": problem(
            Random("products"), [2, 1], g=F(3), products=[[F(1, 4), F(1)], [F(1), F(0)]]
        ),
        "random counts": problem(
            Random("counts"), [2, 1], g=F(3), counts=[[F(1, 2), [0, 1]], [F(1), [0]]]
        ),
        "zeros": zeros,
        "bent": bent(),
    }
    made = {name: given.certificate(given.prices()) for name, given in found.items()}
    short = made["three"]["cover"] | {"rounded": "down"}
    made["rounded"] = made["three"] | {"cover": short}
    made["steps"] = steps(2)
    made["counts"] = counted(HALVES)
    made["several"] = of_several(F(1, 2))
    made["few"] = of_few(F(2, 3))
    made["fewer"] = of_few(F(6, 5), few=2)
    made["blocks"] = problem(Random("blocks"), [2], uneven=False, g=F(3)).certificate([F(99)])
    made["blocks"] |= {"blocks": {"group": [2], "base": [["1", [1]]]}}
    apart = {"own": ["1", "0"], "means": [["0", "0"], ["0", "0"]]}
    goal = {"objective": {"name": "e-optimal"}, "directions": apart}
    ends = {"value": "1000", "bound": "-1000", "gap": "2000", "prices": ["99", "99"]}
    made["largest"] = made["even"] | goal | ends
    made["largest"]["cover"] = made["even"]["cover"] | {
        "ends": [[s, "0", ["0", "0"]] for s in ("1", "5/2")]
    }
    return made


@pytest.mark.parametrize("name", samples())
def test_right_ones_are_verified(name: str) -> None:
    found = check(samples()[name])
    assert found.verdict == "verified", found
    assert proves(samples()[name])


def changed(name: str, **parts: Any) -> Data:
    """The sample with other entries of its cover or of itself."""
    data = samples()[name]
    fields = "diagonal", "slopes", "products", "counts", "several", "few", "ends"
    cover = {key: parts.pop(key) for key in fields if key in parts}
    return data | write(parts) | {"cover": data["cover"] | write(cover)}


def partly() -> Data:
    """The first share is above all of the prior's by the least that can be, and with it right."""
    sample = samples()["three"]
    top = max(map(F, sample["prior"]))
    every = [F(x) for row in sample["shares"] for x in row]
    more = top + F(1, 10**40) - every[0]
    every[0] += more
    every[every.index(max(every[1:]))] -= more
    return sample | write({"shares": [every[:2], every[2:]]})


def without_products() -> Data:
    """Prices that cover with products, and P >= 0 without them, but no phi."""
    data = samples()["products"]
    return data | {"cover": {key: x for key, x in data["cover"].items() if key != "products"}}


def without_counts() -> Data:
    """The same of counts: there are other rows of real numbers."""
    data = samples()["counts"]
    cover = {key: x for key, x in data["cover"].items() if key != "counts"}
    return data | {"cover": cover | {"ends": [end[:3] for end in cover["ends"]]}}


def without_several() -> Data:
    """The same of the price of several: rows between those of whole numbers are not covered."""
    data = samples()["several"]
    return data | {"cover": {key: x for key, x in data["cover"].items() if key != "several"}}


@cache
def near_misses() -> dict[str, Data]:
    """Each is wrong in one place."""
    ends = samples()["no slopes"]["cover"]["ends"]
    three = samples()["three"]["cover"]["ends"]
    short = [[str(F(three[-1][0]) - MILLIONTH), *three[-1][1:]]]
    long = [[str(F(three[-1][0]) + 1), *three[-1][1:]]]
    late = [[str(1 + MILLIONTH), *three[0][1:]]]
    bent = samples()["bent"]
    steeper = str(F(bent["cover"]["ends"][1][1]) + MILLIONTH)
    sample = samples()["three"]
    less = F(sample["tangents"]["own"][0]) ** 2 - MILLIONTH
    prices = [str(1000 * F(y)) for y in sample["prices"]]
    gap = F(sample["gap"])
    less_than_means = F(1, 2**300)
    below = F(sample["value"]) - less_than_means
    even = samples()["no slopes"]
    singular = even | {"cover": even["cover"] | {"rounded": "down"}}
    return {
        "no first end": changed("three", ends=late + three[1:]),
        "no last end": changed("three", ends=[*three[:-1], *short]),
        "above the level": changed("three", ends=three[:-1] + long),
        "back again": changed("no slopes", ends=[ends[0], *ends[::-1], ends[-1]]),
        "from below one": changed("three", ends=[["1/2", *three[0][1:]], *three]),
        "a multiplier": changed("no slopes", ends=[[c[0], "1000", c[2]] for c in ends]),
        "a point": changed("bent", ends=[[s, "0", ["1000"]] for s in ("1", "3")]),
        "a bend": changed("bent", ends=[bent["cover"]["ends"][0], ["3", steeper, ["0"]]]),
        "no diagonal": changed("three", diagonal=["0", "0"], prices=prices),
        "too little on differences": changed("three", diagonal=[less, F(1000)]),
        "no products": without_products(),
        "no counts": without_counts(),
        "numbers that are not halves": counted([F(2, 5), F(2, 5), *HALVES[2:]]),
        "whole numbers": counted([F(1)] * 4),
        "a number of one more": counted([*HALVES[2:]] * 2),
        "a price below that of one truth": counted(HALVES, F(33, 25) - MILLIONTH),
        "a weight that leaves P below zero": counted(HALVES, weight=F(11, 25))
        | {"cover": samples()["counts"]["cover"] | {"counts": [["12/25", [0]]]}},
        "no price of several": without_several(),
        "a price of one truth at g below what it needs": of_several(F(1, 2), F(33, 25) - MILLIONTH),
        "too low a price of several": of_several(F(4, 15) - MILLIONTH),
        "too high a price of several": of_several(F(4, 5) + MILLIONTH),
        "a lower price of three": of_few(F(2, 3) - MILLIONTH),
        "a price of two that would do of three": of_few(F(6, 5) - MILLIONTH, few=2),
        "one truth at g, of three": of_few(F(2, 3), price=F(33, 25) - MILLIONTH),
        "less than a step": steps(1),
        "singular where it is rounded": singular,
        "a larger product": changed("products", products=[["1/4", "99"], ["99", "0"]]),
        "a partial sum": partly(),
        "means": sample | {"prior": write([sum(map(F, x)) / len(x) for x in sample["shares"]])},
        "bound": changed("three", bound=F(sample["bound"]) + MILLIONTH, gap=gap - MILLIONTH),
        "value": changed("three", value=F(sample["value"]) - MILLIONTH, gap=gap - MILLIONTH),
        "gap": changed("three", gap=gap + MILLIONTH),
        "means that are not rounded up": changed("three", value=below, gap=gap - less_than_means),
    }


@pytest.mark.parametrize("name", near_misses())
def test_near_misses_are_refuted(name: str) -> None:
    assert check(near_misses()[name]).verdict == "refuted"
    assert not proves(near_misses()[name])


@pytest.mark.parametrize("slopes", [[F(0), F(0)], [F(1, 2), F(-1, 3)]])
@pytest.mark.parametrize("uneven", [True, False])
def test_a_form_is_semidefinite_or_not_by_a_hair(slopes: list[F], uneven: bool) -> None:
    """The least diagonal, by bisection on the matrix written out; prices cover all."""
    given = problem(Random("hair"), [2, 1], uneven, slopes=slopes, g=F(3))
    low, high = F(0), given.diagonal[0]
    for _ in range(60):
        middle = (low + high) / 2
        given.diagonal = [middle] * 2
        good = is_semidefinite(given.form())
        low, high = (low, middle) if good else (middle, high)
    for shift, wanted in ((high, "verified"), (low, "refuted")):
        given.diagonal = [shift] * 2
        assert check(given.certificate([F(1000)] * 2)).verdict == wanted


@pytest.mark.parametrize("seed", range(4))
def test_the_value_is_no_less_than_that_of_the_table_at_the_shares(seed: int) -> None:
    """tr Cov, and the product of the other eigenvalues, at q itself."""
    given = problem(Random(f"value {seed}"), [3, 2], g=F(3))
    J, k = given.information(given.q), len(given.q)
    exact = sum(solve(J, column)[j] for j, column in enumerate(unit(k))) - dot(given.q, given.q)
    data = given.certificate(given.prices())
    assert F(data["bound"]) <= exact <= F(data["value"])
    given.name = "d-optimal"
    assert k / determinant(J) <= F(given.certificate([F(1)] * 2)["value"])


COUNTED = [[s, "0", ["0", "0"], ["1/2"]] for s in ("1", "3")]

MALFORMED = {
    "another total": {"shares": [["1/2", "1/3"], ["1/5"]]},
    "a negative share": {"shares": [["2", "-1"], ["0"]]},
    "a share less": {"shares": [["1/2"], ["1/2"]]},
    "a class less": {"shares": [["1/2", "1/2"]]},
    "no shares": {"shares": None},
    "one end": {"ends": [["3", "0", ["0", "0"]]]},
    "a longer point": {"ends": [["1", "0", ["0", "0", "0"]], ["3", "0", ["0", "0", "0"]]]},
    "an end of two": {"ends": [["1", "0"], ["3", "0"]]},
    "a diagonal of one": {"diagonal": ["1"]},
    "slopes of one": {"slopes": ["1"]},
    "products of one": {"products": ["1"]},
    "products that are not symmetric": {"products": [["0", "1"], ["0", "0"]]},
    "a negative product": {"products": [["0", "-1"], ["-1", "0"]]},
    "no number of a count": {"counts": [["1", [0]]]},
    "a number and no count": {"ends": [[s, "0", ["0", "0"], []] for s in ("1", "3")]},
    "a count of no class": {"counts": [["1", [2]]], "ends": COUNTED},
    "a class that is counted twice": {"counts": [["1", [0, 0]]], "ends": COUNTED},
    "a count of part of a class": {"counts": [["1", ["1/2"]]], "ends": COUNTED},
    "a negative weight of a count": {"counts": [["-1", [0]]], "ends": COUNTED},
    "a price of several at one end": {"several": ["0"]},
    "a negative price of several": {"several": ["0", "-1"]},
    "no list of prices of several": {"several": "0"},
    "too few": {"few": 1},
    "too many": {"few": 33},
    "few in a text": {"few": "3"},
    "a delta": {"privacy": {"gamma": "3", "delta": "1/10"}},
    "an unknown key": {"": "0"},
    "blocks": {"blocks": [[{"group": [2], "base": [["1", [1]]]}, "all"], ["all", "all"]]},
}


def malformed(what: str) -> Data:
    parts = dict(MALFORMED[what])
    cover = {"cover": parts.pop("cover")} if "cover" in parts else {}
    return changed("three", **parts) | cover


@pytest.mark.parametrize("what", MALFORMED)
def test_what_is_malformed(what: str) -> None:
    assert check(malformed(what)).verdict == "malformed"


def test_an_unknown_key_in_the_cover_is_malformed() -> None:
    data = samples()["three"]
    assert check(data | {"cover": data["cover"] | {"": "0"}}).verdict == "malformed"


def test_a_largest_eigenvalue_has_no_shares() -> None:
    data = samples()["largest"]
    prior = data["prior"]
    shares = [[prior[0]] * 2, [prior[1]]]
    assert check(data).verdict == "verified"
    assert check(data | {"shares": shares}).verdict == "malformed"


def test_other_utilities_have_no_cells() -> None:
    cover = samples()["two"]["cover"]
    guess = {"name": "trace"}
    head = {"format": "rropt-certificate/2", "kind": "prices", "truths": 2, "utility": guess}
    table = {"patterns": [["1", "1"]], "weights": ["1"], "prices": ["1", "1"], "cover": cover}
    ends = {"value": "1", "bound": "2", "gap": "1", "privacy": {"gamma": "3", "delta": "0"}}
    assert check({**head, **table, **ends}).verdict == "malformed"


def test_the_sentence_names_all_shares() -> None:
    every = ", ".join(x for row in samples()["three"]["shares"] for x in row)
    assert f"at prior ({every}) below" in check(samples()["three"]).statement


def test_extremes_cover_at_the_prior_as_well() -> None:
    """The same prices, checked type by type."""
    assert check(samples()["three"] | {"cover": {"proof": "extremes"}}).verdict == "verified"
