"""Kind `gradient`: a variance, its tangents, the prices that cover their utility, and a table."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from math import prod
from typing import Any

from .plain_prices import covered, most, table_of
from .plain_privacy import (
    ZERO,
    Row,
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
    units = [[Fraction(i == j) for j in range(k)] for i in range(k)]
    contrasts = [vector(c) for c in goal["contrasts"]] if "contrasts" in goal else units
    contrasts = [vector(goal["values"])] if "values" in goal else contrasts
    seen = units if goal["name"] == "e-optimal" else contrasts
    if goal.get("over") in ("numbers", "density") and not is_grid(goal, data):
        return False
    grouped = goal.get("over") in ("group", "worst-group", "numbers", "density")
    places = [Place(given, units, contrasts, seen, grouped) for given in data["scenarios"]]

    def u(r: Row) -> Fraction:
        if "directions" in goal:
            return matrix_ratio(goal, places[0].tangents, r)
        return sum((at.utility(r, goal.get("scales")) for at in places), ZERO)

    try:
        reached = covered(data, u)
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

    def __init__(
        self, given: dict[str, Any], units: Any, contrasts: Any, seen: Any, grouped: bool
    ) -> None:
        self.weight = number(given["weight"])
        self.tangents = [vector(v) for v in given["tangents"]]
        if "points" in given:
            self.points = [Point(*point) for point in given["points"]]
            self.contrasts = self.seen = [vector(c) for c in given["contrasts"]]
            self.estimators = [[vector(z) for z in each] for each in given["estimators"]]
            self.less = ZERO
            return
        self.points = [Point("1", given["prior"], units)]
        self.contrasts, self.seen = contrasts, seen
        self.estimators = [[vector(x)] for x in given["estimators"]]
        self.less = number(given["offset"])
        for c in contrasts:
            # In a group the reports alone are random; of people drawn the truths are, too.
            squares = dot(self.prior, [x * x for x in c])
            self.less += squares if grouped else dot(c, self.prior) ** 2

    @property
    def prior(self) -> Row:
        """Of the only point."""
        return self.points[0].shares

    @property
    def numbers(self) -> list[Row]:
        """The estimators at the only point."""
        return [x for (x,) in self.estimators]

    def utility(self, r: Row, scales: Any) -> Fraction:
        """sum weight scale w ((D v).r)^2 / (p.r)"""
        sizes = vector(scales) if scales else [Fraction(1)] * len(self.tangents)
        total = ZERO
        for at in self.points:
            for s, v in zip(sizes, self.tangents, strict=True):
                along = [dot(row, v) for row in at.derivatives]
                total += self.weight * s * at.weight * ratio(dot(along, r), dot(at.shares, r))
        return total

    def is_unbiased(self, rows: Sequence[Row]) -> bool:
        """sum w z D'r = c for every vector that is seen."""
        for c, estimator in zip(self.seen, self.estimators, strict=True):
            told = [ZERO] * len(c)
            for at, z in zip(self.points, estimator, strict=True):
                for x, row in zip(z, rows, strict=True):
                    for n in range(len(c)):
                        told[n] += at.weight * x * dot([d[n] for d in at.derivatives], row)
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

    def own(self, rows: Sequence[Row]) -> Fraction:
        """What its estimators do."""
        return sum(self.moments(rows), ZERO) - self.less

    @property
    def proved(self) -> Fraction:
        """What its tangents prove, before the prices."""
        pairs = zip(self.contrasts, self.tangents, strict=True)
        return 2 * sum((dot(c, v) for c, v in pairs), ZERO) - self.less


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
        squares = [x * x for x in places[0].numbers[0]]
        a, b = (dot(squares, column) for column in zip(*rows, strict=True))
        worst = min(max((b - a) / 2, low), high)  # where the parabola is highest
        return value >= a + (b - a) * worst - worst**2, proved
    if goal.get("over") == "density":
        return density(goal, places[0], rows, paid, value)
    if goal.get("over") in ("worst-group", "worst-population", "numbers"):
        spread = shift_spread(goal) if goal["over"] == "numbers" else ZERO
        return worst_case(goal["over"], places[0], rows, value, spread), proved
    if goal.get("over") == "minimax":
        return value >= max(at.own(rows) for at in places), proved
    return value >= sum(at.weight * at.own(rows) for at in places), proved


def worst_case(over: str, at: Place, rows: Any, value: Fraction, spread: Fraction) -> bool:
    """Every truth has at most this variance; the numbers between them add what the shifts do."""
    columns = [[row[j] for row in rows] for j in range(len(at.prior))]
    m = [sum((dot([y * y for y in x], column) for x in at.numbers), ZERO) for column in columns]
    if over == "worst-group":
        return all(value >= m[j] - sum(c[j] ** 2 for c in at.contrasts) for j in range(len(m)))
    if over == "worst-population":
        means = [dot(c, at.prior) for c in at.contrasts]
        pairs = list(zip(means, at.contrasts, strict=True))
        return all(
            value >= m[j] + sum(s * s - 2 * s * c[j] for s, c in pairs) for j in range(len(m))
        )
    (c,) = at.contrasts
    return all(value >= m[j] - c[j] ** 2 + spread for j in range(len(m)))


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
    c, squares = vector(goal["values"]), [x * x for x in at.numbers[0]]
    moments = [dot(squares, [row[j] for row in rows]) for j in range(len(c))]
    own = dot(masses, moments) - dot(masses, [x * x for x in c])
    totals = [mass * mean for mass, mean in zip(masses, means, strict=True)]
    inner = len(c) - 1
    folded, sums = [ZERO] * len(c), [ZERO] * len(c)
    for j in range(len(c)):
        k = min(max(j, 1), inner - 1)  # an end joins its neighbour
        folded[k] += masses[j]
        sums[k] += totals[j]
    places = [s / q if q else x for s, q, x in zip(sums, folded, c, strict=True)]
    proved = 2 * dot(places, at.tangents[0]) - square - paid
    return at.prior == folded and value >= own + shift_spread(goal), proved


def shares_of_density(goal: Any) -> tuple[Row, Row, Fraction]:
    """Masses and means of the shares of the truths, and the mean square, by antiderivatives."""
    c, bins = vector(goal["values"]), vector(goal["shares"])
    h, width = c[1] - c[0], (c[-1] - c[0]) / len(bins)
    ends = [c[0] + i * width for i in range(len(bins) + 1)]
    masses, means, square = [], [], ZERO
    for (a, b), mass in zip(pairwise(ends), bins, strict=True):
        square += mass / width * (b**3 - a**3) / 3
    for x in c:
        whole = total = ZERO
        for (a, b), mass in zip(pairwise(ends), bins, strict=True):
            for sign in (1, -1):  # H(z) = 1 + sign (z - x)/h from x - h to x, then from x to x + h
                low = max(a, x - h if sign == 1 else x)
                high = min(b, x if sign == 1 else x + h)
                if low < high:
                    p, q = 1 - sign * x / h, sign / h
                    whole += mass / width * (p * (high - low) + q * (high**2 - low**2) / 2)
                    squares = (high**2 - low**2) / 2
                    total += mass / width * (p * squares + q * (high**3 - low**3) / 3)
        masses.append(whole)
        means.append(total / whole if whole else x)
    return masses, means, square


def eigenvalue(goal: Any, places: list[Place], rows: Any, paid: Fraction, value: Fraction) -> Any:
    """value I - Cov - sum f f' is diagonally dominant."""
    (at,) = places
    k, roots = range(len(at.prior)), [vector(f) for f in goal["roots"]]
    masses = [dot(at.prior, row) for row in rows]
    dominant = True
    for i in k:
        row = []
        for j in k:
            products = [x * y for x, y in zip(at.numbers[i], at.numbers[j], strict=True)]
            covariance = dot(products, masses) - at.prior[i] * at.prior[j]
            row.append(value * (i == j) - covariance - sum(f[i] * f[j] for f in roots))
        dominant = dominant and 2 * row[i] >= sum(map(abs, row))  # Gershgorin
    squares = sum(x * x for d in goal["contrasts"] for x in vector(d))
    return dominant, (at.proved - paid) / squares


def worst_eigenvalue(
    goal: Any, places: list[Place], rows: Any, paid: Fraction, value: Fraction
) -> Any:
    """value I - M_j + e_j e_j' is semidefinite at every truth: no principal minor is negative."""
    (at,) = places
    k, semidefinite = range(len(at.prior)), True
    for j, column in enumerate(zip(*rows, strict=True)):
        rest = []
        for a, x in enumerate(at.numbers):
            weighted = [n * p for n, p in zip(x, column, strict=True)]
            row = [value * (a == b) + (a == b == j) for b in k]
            rest.append([t - dot(weighted, y) for t, y in zip(row, at.numbers, strict=True)])
        minors = [
            minor(rest, chosen) for n in range(len(rest)) for chosen in combinations(k, n + 1)
        ]
        semidefinite = semidefinite and min(minors) >= 0
    directions = [[vector(d) for d in given] for given in goal["directions"]]
    corner = sum((d[j] ** 2 for j, given in enumerate(directions) for d in given), ZERO)
    gains = 2 * sum((at.tangents[j][j] for j in k), ZERO)
    total = sum((dot(d, d) for given in directions for d in given), ZERO)
    return semidefinite, (gains - corner - paid) / total


def matrix_ratio(goal: Any, slopes: Sequence[Row], r: Row) -> Fraction:
    """(P r)'D^- P r by Cramer's rule, on rows and columns of D with the largest minor not zero."""
    b, k = [dot(line, r) for line in slopes], range(len(r))
    whole = [[ZERO] * len(r) for _ in k]
    for x, given in zip(r, goal["directions"], strict=True):
        for d in map(vector, given):
            whole = [[whole[i][j] + x * d[i] * d[j] for j in k] for i in k]
    bordered = [[*row, x] for row, x in zip(whole, b, strict=True)] + [[*b, ZERO]]
    for n in reversed(k):
        for chosen in combinations(k, n + 1):
            below = minor(whole, chosen)
            if below:
                for i in set(k) - set(chosen):  # b is in the range of D
                    if minor(bordered, (*chosen, i), (*chosen, len(r))):
                        raise ZeroDivisionError
                with_border = (*chosen, len(r))
                return -minor(bordered, with_border) / below
    if any(b):
        raise ZeroDivisionError
    return ZERO


def minor(matrix: Any, rows: Any, columns: Any = None) -> Fraction:
    """The determinant of these rows and columns, along the first row."""
    columns = rows if columns is None else columns
    if not rows:
        return Fraction(1)
    total = ZERO
    for n, j in enumerate(columns):
        rest = (*columns[:n], *columns[n + 1 :])
        total += (-1) ** n * matrix[rows[0]][j] * minor(matrix, rows[1:], rest)
    return total


def determinant(goal: Any, places: list[Place], rows: Any, paid: Fraction, value: Fraction) -> Any:
    """k (sum s m / k)^k / det W and k (k / paid)^k det X."""
    (at,) = places
    s, c = vector(goal["scales"]), [vector(x) for x in goal["contrasts"]]
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
        moments = []
        for j in range(k):
            squares = [sum(x[i] ** 2 * row[j] for i, row in enumerate(rows)) for x in at.numbers]
            moments.append(dot(s, squares))
    mean = max(moments) / k
    return value >= k * mean**k / below, k * (k / paid) ** k * above


OBJECTIVES: dict[str, Callable] = {
    "a-optimal": variances,
    "c-optimal": variances,
    "mean": variances,
    "variance": variances,
    "e-optimal": eigenvalue,
    "d-optimal": determinant,
    "coefficients": variances,
}
