"""Kind gradient: no private table has a variance below the bound.

At the prior q an unbiased estimator x of c.p, sum_i x_i r_i = c, has variance sum_i x_i^2 q.r_i -
(c.q)^2.  The best one has c'J^-1 c - (c.q)^2 with J = sum_i r_i r_i' / (q.r_i), and for every v

    c'J^-1 c >= 2 c.v - v'Jv = 2 c.v - sum_i (v.r_i)^2 / (q.r_i),

a utility of the table, for which prices hold.  So an estimator shows what this table does, and a
vector v (a tangent) with prices what no table can do; neither must be the best one to be right.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import prod

OVER = {
    "": "",
    "average": "an average over the stated priors of ",
    "minimax": "a maximum over the stated priors of ",
}


def gradient(
    tools,
    privacy,
    objective,
    scenarios,
    patterns,
    weights,
    prices,
    value,
    bound,
    gap,
    pair_prices=(),
):
    need, k = tools.need, len(patterns[0])
    work = k * k * len(patterns) * len(scenarios)
    need(work <= tools.MAX_WORK, "too many priors, reports or truths", "malformed")
    table = tools.Table(k, patterns, weights)
    level, goal = table.private(**privacy), aim(tools, k, **objective)
    places = [place(tools, table, goal, **scenario) for scenario in scenarios]
    need(sum(at.weight for at in places) == 1, "the weights of the priors do not add up to 1")
    parts = [(at.prior, at.tangents, [at.weight * s for s in goal.scales]) for at in places]
    most = table.cover(tools.squares(*parts), prices, pair_prices)
    need(goal.reached(tools, places, value), "the table has a larger value")
    need(bound <= goal.proved(places, most), "the prices do not prove the bound")
    need(gap == value - bound, "gap is not value - bound")
    words = goal.words + " (less its stated offset)" * any(at.offset for at in places)
    words += (
        tools.at(places[0].prior, table.sizes)
        if len(places) == 1 and not isinstance(goal, Interval)
        else ""
    )
    claim = f"{level} private mechanism on {k} truths has {words} below"
    return tools.concluded(claim, bound, gap)


@dataclass(frozen=True)
class Place:
    """A prior q, the numbers q.r_i, sum_i x_i^2 q.r_i of each estimator, 2 c.v of each tangent."""

    prior: list
    weight: Fraction
    offset: Fraction
    rows: list
    estimators: list
    tangents: list
    means: list
    moments: list
    gains: list
    corner: Fraction


def place(tools, table, goal, prior, weight, offset, estimators, tangents):
    dot, q, rows = tools.dot, prior, [[v for _, v, _ in row] for row in table.rows]
    tools.need(min(q) >= 0 <= weight and sum(q) == 1, "a prior is no distribution", "malformed")
    means, moments, (whole, unit) = [dot(q, row) for row in rows], [], tools.clear(rows)
    columns, ((sizes,), bottom) = list(zip(*whole, strict=True)), tools.clear([means])
    for c, x in zip(goal.seen, estimators, strict=True):
        (numbers,), below = tools.clear([x])
        made = [dot(numbers, column) for column in columns]
        tools.need(made == [v * below * unit for v in c], "an estimator is biased")
        moments.append(Fraction(dot([s * s for s in numbers], sizes), below * below * bottom))
    gains = [2 * dot(c, v) for c, v in zip(goal.contrasts, tangents, strict=True)]
    corner = sum(dot(c, q) ** 2 for c in goal.contrasts)
    return Place(q, weight, offset, rows, estimators, tangents, means, moments, gains, corner)


@dataclass(frozen=True)
class Variances:
    """The sum of the variances of the contrasts, averaged over priors or at the worst of them."""

    words: str
    contrasts: list
    over: str = ""

    @property
    def seen(self):
        return self.contrasts

    @property
    def scales(self):
        return [1] * len(self.contrasts)

    def reached(self, tools, places, value):
        alone = len(places) == 1 and not places[0].offset
        tools.need(alone or self.over, "several priors need an average or a maximum", "malformed")
        values = [sum(at.moments) - at.corner - at.offset for at in places]
        average = sum(at.weight * x for at, x in zip(places, values, strict=True))
        return value >= (max(values) if self.over == "minimax" else average)

    def proved(self, places, most):
        return sum(at.weight * (sum(at.gains) - at.corner - at.offset) for at in places) - most


@dataclass(frozen=True)
class Interval(Variances):
    """The variance of a proportion at the worst prevalence of an interval.

    That of one estimator is A + (B - A) p - p^2, a concave parabola.
    """

    ends: tuple = ()

    def reached(self, tools, places, value):
        low, high = self.ends
        inside = all(low <= at.prior[1] <= high and not at.offset for at in places)
        tools.need(0 <= low <= high <= 1 and inside, "a prior is outside the interval", "malformed")
        squares = [s * s for s in places[0].estimators[0]]
        a, b = (tools.dot(squares, column) for column in zip(*places[0].rows, strict=True))
        worst = min(max(Fraction(b - a, 2), low), high)
        return value >= a + (b - a) * worst - worst**2


@dataclass(frozen=True)
class Eigenvalue(Variances):
    """The largest eigenvalue of Cov is at least sum d'Cov d / sum d'd.

    It is at most the value when value I - Cov - sum f f' has dominant diagonal entries.
    """

    units: list | tuple = ()
    roots: list | tuple = ()

    @property
    def seen(self):
        return self.units

    def reached(self, tools, places, value):
        (at,) = places
        tools.need(not at.offset, "an eigenvalue has no offset", "malformed")
        weighted = [[s * m for s, m in zip(x, at.means, strict=True)] for x in at.estimators]
        rest = [
            [
                value * unit - tools.dot(w, x) + p * q - sum(f[i] * f[j] for f in self.roots)
                for j, (x, q, unit) in enumerate(zip(at.estimators, at.prior, units, strict=True))
            ]
            for i, (w, p, units) in enumerate(zip(weighted, at.prior, self.units, strict=True))
        ]
        return all(2 * row[i] >= sum(map(abs, row)) for i, row in enumerate(rest))

    def proved(self, places, most):
        squares = sum(x * x for d in self.contrasts for x in d)
        return super().proved(places, most) / Fraction(squares)


@dataclass(frozen=True)
class Determinant(Variances):
    """k det J^-1: by the mean of eigenvalues (tr W J^-1 / k)^k >= det W det J^-1 for W > 0.

    W = sum s c c' and X = sum s v v' of triangular c and v: det W and det X are the products of
    s c_ii^2 and of s v_ii^2.  Prices show tr X J' <= most, hence det J' <= (most / k)^k / det X.
    """

    sizes: list | tuple = ()

    @property
    def scales(self):
        return self.sizes

    def volume(self, vectors):
        return prod(s * x[i] ** 2 for i, (s, x) in enumerate(zip(self.sizes, vectors, strict=True)))

    def reached(self, tools, places, value):
        (at,), k = places, Fraction(len(self.sizes))
        ok = len(at.prior) == k and at.offset == 0
        for i, (s, c, v) in enumerate(zip(self.sizes, self.contrasts, at.tangents, strict=True)):
            ok = ok and s > 0 and c[i] and v[i] and not any(c[i + 1 :]) and not any(v[:i])
        tools.need(ok, "the contrasts or the tangents are not triangular")
        mean = tools.dot(self.sizes, at.moments) / k
        return value >= k * mean**k / self.volume(self.contrasts)

    def proved(self, places, most):
        k = Fraction(len(self.sizes))
        return k * (k / most) ** k * self.volume(places[0].tangents)


def aim(tools, k, name, **rest):
    """The objective of this name, with exactly the fields that belong to it."""
    units = [[Fraction(i == j) for j in range(k)] for i in range(k)]
    return GOALS[name](tools.need, units, **rest)


def trace(need, units, over=""):
    return Variances(f"{OVER[over]}a trace of the covariance", units, over)


def contrast(need, units, contrasts, over=""):
    need(len(contrasts) == 1, "one contrast is wanted", "malformed")
    return Variances(f"{OVER[over]}a variance of the stated contrast", contrasts, over)


def proportion(need, units, contrasts, over="", interval=()):
    need(contrasts == [[0, 1]], "a proportion is that of truth 1 of two", "malformed")
    need(not (over and interval), "an interval is over all its priors", "malformed")
    if interval == ():
        return Variances(f"{OVER[over]}a variance of the proportion", contrasts, over)
    words = "a variance of the proportion at the worst prevalence from {} to {}"
    return Interval(words.format(*interval), contrasts, ends=interval)


def eigenvalue(need, units, contrasts, roots):
    words = "a largest eigenvalue of the covariance"
    return Eigenvalue(words, contrasts, units=units, roots=roots)


def determinant(need, units, contrasts, scales):
    return Determinant(
        "a product of the non-zero eigenvalues of the covariance", contrasts, sizes=scales
    )


GOALS: dict[str, Callable] = {
    "a-optimal": trace,
    "c-optimal": contrast,
    "variance": proportion,
    "e-optimal": eigenvalue,
    "d-optimal": determinant,
}
