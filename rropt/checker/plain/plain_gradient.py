"""Kind `gradient`: a variance, its tangents, the prices that cover their utility, and a table."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations, pairwise
from math import prod
from typing import Any

from .plain_matrices import Square, added, along, is_semidefinite, minor, trace, unit_matrix
from .plain_prices import covered, most, table_of
from .plain_privacy import (
    ZERO,
    Row,
    determinant,
    dot,
    is_private,
    is_table,
    is_universal,
    number,
    ratio,
    vector,
    written_levels,
)


def gradient(data: dict[str, Any]) -> bool:
    """No private table has a variance below the bound, and this one has at most its value."""
    rows, k = table_of(data), len(data["prices"])
    data = data | {"privacy": written_levels(data["privacy"], list(range(k)))}
    if not (rows and is_table(rows) and is_private(rows, data["privacy"])):
        return False
    goal = data["objective"]
    if goal.get("over") in ("numbers", "density") and not is_grid(goal, data):
        return False
    places = [Place(given, goal, unit_matrix(k)) for given in data["scenarios"]]
    try:
        reached = covered(data, partial(utility, goal, places))
    except ZeroDivisionError:
        return False
    value, bound = number(data["value"]), number(data["bound"])
    unbiased = all(at.is_unbiased(rows) for at in places)
    if not (reached and unbiased and number(data["gap"]) == value - bound):
        return False
    judged = worst_eigenvalue if "directions" in goal else OBJECTIVES[goal["name"]]
    does, proved = judged(goal, places, rows, most(data), value)
    return does and bound <= proved and is_universal(data, rows)


class Place:
    """Points with shares, probabilities of truths and derivatives; estimators and tangents.

    A prior is one point, whose derivatives are a unit matrix.
    """

    def __init__(self, given: dict[str, Any], goal: dict[str, Any], units: Square) -> None:
        self.weight = number(given["weight"])
        self.tangents = list(map(vector, given["tangents"]))
        self.less = ZERO
        if "points" in given:
            self.points = [Point(*point) for point in given["points"]]
            self.contrasts = self.seen = list(map(vector, given["contrasts"]))
            self.estimators = [list(map(vector, each)) for each in given["estimators"]]
            return
        self.points = [Point("1", given["prior"], units)]
        self.contrasts = contrasts_of(goal, units)
        self.seen = units if goal["name"] == "e-optimal" else self.contrasts
        self.estimators = [[vector(x)] for x in given["estimators"]]
        self.is_grouped = goal.get("over") in ("group", "worst-group", "numbers", "density")
        self.less = number(given["offset"]) + dot(self.prior, self.less_at_truths())

    @property
    def prior(self) -> Row:
        """Of the only point."""
        return self.points[0].shares

    @property
    def numbers(self) -> list[Row]:
        """The estimators at the only point."""
        return [x for (x,) in self.estimators]

    def less_at_truths(self) -> Row:
        """What second moments are less: the squares c_j^2 in a group, whose reports alone are
        random; of people who are drawn the tangent of (c.q)^2 at the prior.
        """
        means = [dot(c, self.prior) for c in self.contrasts]
        found = []
        for column in zip(*self.contrasts, strict=True):
            pairs = zip(column, means, strict=True)
            found.append(sum(x * x if self.is_grouped else 2 * s * x - s * s for x, s in pairs))
        return found

    def utility(self, r: Row, scales: Any) -> Fraction:
        """sum weight scale w ((D v).r)^2 / (p.r)"""
        sizes = vector(scales) if scales else [Fraction(1)] * len(self.tangents)
        total = ZERO
        for at in self.points:
            for s, v in zip(sizes, self.tangents, strict=True):
                told = dot(along(at.derivatives, v), r)
                total += self.weight * s * at.weight * ratio(told, dot(at.shares, r))
        return total

    def is_unbiased(self, rows: Sequence[Row]) -> bool:
        """sum w z D'r = c for every vector that is seen."""
        columns = list(zip(*rows, strict=True))
        for c, estimator in zip(self.seen, self.estimators, strict=True):
            told = [ZERO] * len(c)
            for at, z in zip(self.points, estimator, strict=True):
                slopes = along(list(zip(*at.derivatives, strict=True)), along(columns, z))
                told = [t + at.weight * slope for t, slope in zip(told, slopes, strict=True)]
            if told != c:
                return False
        return True

    def moments(self, rows: Sequence[Row]) -> list[Fraction]:
        """sum w z^2 (p.r) of each estimator."""
        found = []
        for estimator in self.estimators:
            total = ZERO
            for at, z in zip(self.points, estimator, strict=True):
                for x, row in zip(z, rows, strict=True):
                    total += at.weight * x * x * dot(at.shares, row)
            found.append(total)
        return found

    def moments_at_truths(self, rows: Sequence[Row], scales: Any = ()) -> list[Fraction]:
        """sum of scale (1) * x^2 over the reports of each truth and the estimators."""
        squares = [[y * y for y in x] for x in self.numbers]
        sizes = vector(scales) if scales else [Fraction(1)] * len(squares)
        return [dot(sizes, along(squares, column)) for column in zip(*rows, strict=True)]

    def variances_at_truths(self, rows: Sequence[Row]) -> list[Fraction]:
        """In a group; of people who are drawn these are at least theirs, whatever their shares."""
        pairs = zip(self.moments_at_truths(rows), self.less_at_truths(), strict=True)
        return [moment - less for moment, less in pairs]

    def own(self, rows: Sequence[Row]) -> Fraction:
        """What its estimators do."""
        return sum(self.moments(rows), ZERO) - self.less

    @property
    def proved(self) -> Fraction:
        """What its tangents prove, before the prices."""
        pairs = zip(self.contrasts, self.tangents, strict=True)
        return 2 * sum((dot(c, v) for c, v in pairs), ZERO) - self.less


def utility(goal: dict[str, Any], places: list[Place], r: Row) -> Fraction:
    """Of the tangents at all places, or of directions at the only one."""
    if "directions" in goal:
        return matrix_ratio(goal, places[0].tangents, r)
    return sum((at.utility(r, goal.get("scales")) for at in places), ZERO)


def contrasts_of(goal: dict[str, Any], units: Square) -> Square:
    """What the value adds up over: the values of the truths, contrasts, or every share."""
    if "values" in goal:
        return [vector(goal["values"])]
    return list(map(vector, goal["contrasts"])) if "contrasts" in goal else units


class Point:
    """A share, the probabilities of the truths, and their derivatives."""

    def __init__(self, weight: str, shares: list[str], derivatives: Any) -> None:
        self.weight = number(weight)
        self.shares = vector(shares)
        self.derivatives = [vector(row) for row in derivatives]


def variances(goal: Any, places: list[Place], rows: Any, paid: Fraction, value: Fraction) -> Any:
    """The average, the largest, or the worst of an interval of prevalences."""
    proved = sum(at.weight * at.proved for at in places) - paid
    if "interval" in goal:
        low, high = vector(goal["interval"])
        a, b = places[0].moments_at_truths(rows)
        worst = min(max((b - a) / 2, low), high)  # where the parabola is highest
        return value >= a + (b - a) * worst - worst**2, proved
    if goal.get("over") == "density":
        return density(goal, places[0], rows, paid, value)
    if goal.get("over") in ("worst-group", "worst-population", "numbers"):
        # The numbers between truths add what the shifts do.
        spread = shift_spread(goal) if goal["over"] == "numbers" else ZERO
        return value >= max(places[0].variances_at_truths(rows)) + spread, proved
    if goal.get("over") == "minimax":
        return value >= max(at.own(rows) for at in places), proved
    return value >= sum(at.weight * at.own(rows) for at in places), proved


def is_grid(goal: Any, data: dict[str, Any]) -> bool:
    """Equal steps, a whole number of shifts, and one number as the level."""
    c, shifts = vector(goal["values"]), number(goal["shifts"])
    steps = {high - low for low, high in pairwise(c)}
    single = isinstance(data["privacy"].get("gamma"), str)
    whole = shifts >= 1 and shifts.denominator == 1 and (len(c) > 2 or goal["over"] == "numbers")
    return len(steps) == 1 and min(steps) > 0 and whole and single


def shift_spread(goal: Any) -> Fraction:
    """h^2 (1/12 + 1/(6 N^2))."""
    c, shifts = vector(goal["values"]), number(goal["shifts"])
    return (c[1] - c[0]) ** 2 * (Fraction(1, 12) + 1 / (6 * shifts**2))


def density(goal: Any, at: Place, rows: Any, paid: Fraction, value: Fraction) -> Any:
    """The hats of the points for the value, those of the inner points for the bound."""
    masses, means, square = shares_of_density(goal)
    c = vector(goal["values"])
    own = dot(masses, at.variances_at_truths(rows))
    last = len(c) - 1
    folded = [ZERO] * len(c)
    sums = [ZERO] * len(c)
    for j, (mass, mean) in enumerate(zip(masses, means, strict=True)):
        k = min(max(j, 1), last - 1)  # an end joins its neighbour
        folded[k] += mass
        sums[k] += mass * mean
    places = [s / q if q else x for s, q, x in zip(sums, folded, c, strict=True)]
    proved = 2 * dot(places, at.tangents[0]) - square - paid
    return at.prior == folded and value >= own + shift_spread(goal), proved


def shares_of_density(goal: Any) -> tuple[Row, Row, Fraction]:
    """Masses and means of the shares of the truths, and the mean square, by antiderivatives."""
    c = vector(goal["values"])
    bins = vector(goal["shares"])
    h = c[1] - c[0]
    width = (c[-1] - c[0]) / len(bins)
    square = ZERO
    masses = [ZERO] * len(c)
    totals = [ZERO] * len(c)
    for i, mass in enumerate(bins):
        a = c[0] + i * width
        b = a + width
        square += mass / width * (b**3 - a**3) / 3
        for j, x in enumerate(c):
            for sign in (1, -1):  # H(z) = 1 + sign (z - x)/h from x - h to x, then from x to x + h
                low = max(a, x - h if sign == 1 else x)
                high = min(b, x if sign == 1 else x + h)
                if low < high:
                    whole, total = under_line(1 - sign * x / h, sign / h, low, high)
                    masses[j] += mass / width * whole
                    totals[j] += mass / width * total
    means = [t / m if m else x for t, m, x in zip(totals, masses, c, strict=True)]
    return masses, means, square


def under_line(p: Fraction, q: Fraction, low: Fraction, high: Fraction) -> Row:
    """The integrals of p + q z and of z times that from one end to the other."""
    squares = (high**2 - low**2) / 2
    return p * (high - low) + q * squares, p * squares + q * (high**3 - low**3) / 3


def eigenvalue(goal: Any, places: list[Place], rows: Any, paid: Fraction, value: Fraction) -> Any:
    """value I - Cov - sum f f' is diagonally dominant."""
    (at,) = places
    roots = list(map(vector, goal["roots"]))
    masses = along(rows, at.prior)
    dominant = True
    for i, estimator in enumerate(at.numbers):
        weighted = [x * mass for x, mass in zip(estimator, masses, strict=True)]
        row = [at.prior[i] * share for share in at.prior]
        row = [x - moment for x, moment in zip(row, along(at.numbers, weighted), strict=True)]
        row[i] += value
        for f in roots:
            row = [x - f[i] * y for x, y in zip(row, f, strict=True)]
        dominant = dominant and 2 * row[i] >= sum(map(abs, row))  # Gershgorin
    squares = sum(dot(d, d) for d in map(vector, goal["contrasts"]))
    return dominant, (at.proved - paid) / squares


def worst_eigenvalue(
    goal: Any, places: list[Place], rows: Any, paid: Fraction, value: Fraction
) -> Any:
    """value I - M_j + e_j e_j' is semidefinite at every truth: no principal minor is negative."""
    (at,) = places
    semidefinite = True
    for j, column in enumerate(zip(*rows, strict=True)):
        rest = []
        for a, x in enumerate(at.numbers):
            weighted = [n * p for n, p in zip(x, column, strict=True)]
            row = [-moment for moment in along(at.numbers, weighted)]
            row[a] += value + (a == j)
            rest.append(row)
        semidefinite = semidefinite and is_semidefinite(rest)
    corner = total = ZERO
    for j, given in enumerate(goal["directions"]):
        for d in map(vector, given):
            corner += d[j] ** 2
            total += dot(d, d)
    return semidefinite, (2 * trace(at.tangents) - corner - paid) / total


def matrix_ratio(goal: Any, slopes: Sequence[Row], r: Row) -> Fraction:
    """(P r)'D^- P r by Cramer's rule, on rows and columns of D with the largest minor not zero."""
    b = along(slopes, r)
    truths = range(len(r))
    D = [[ZERO] * len(r) for _ in truths]
    for x, given in zip(r, goal["directions"], strict=True):
        for d in map(vector, given):
            D = added(D, [[x * y * z for z in d] for y in d])
    border = len(r)
    bordered = [[*row, x] for row, x in zip(D, b, strict=True)] + [[*b, ZERO]]
    for size in reversed(truths):
        for chosen in combinations(truths, size + 1):
            below = determinant(minor(D, chosen, chosen))
            if below:
                beside = (*chosen, border)
                for i in set(truths) - set(chosen):  # b is in the range of D
                    if determinant(minor(bordered, (*chosen, i), beside)):
                        raise ZeroDivisionError
                return -determinant(minor(bordered, beside, beside)) / below
    if any(b):
        raise ZeroDivisionError
    return ZERO


def volume(goal: Any, places: list[Place], rows: Any, paid: Fraction, value: Fraction) -> Any:
    """k (sum s m / k)^k / det W and k (k / paid)^k det X."""
    (at,) = places
    s = vector(goal["scales"])
    c = at.contrasts
    k = len(s)
    triangular = all(c[i][i] and at.tangents[i][i] for i in range(k)) and paid > 0
    for i, j in combinations(range(k), 2):
        triangular = triangular and not c[i][j] and not at.tangents[j][i]
    if not triangular:
        return False, Fraction(0)
    below = prod(x * c[i][i] ** 2 for i, x in enumerate(s))
    above = prod(x * at.tangents[i][i] ** 2 for i, x in enumerate(s))
    moments = [dot(s, at.moments(rows))]
    if "over" in goal:
        moments = at.moments_at_truths(rows, goal["scales"])
    mean = max(moments) / k
    return value >= k * mean**k / below, k * (k / paid) ** k * above


OBJECTIVES: dict[str, Callable] = {
    "a-optimal": variances,
    "c-optimal": variances,
    "mean": variances,
    "variance": variances,
    "e-optimal": eigenvalue,
    "d-optimal": volume,
    "coefficients": variances,
}
