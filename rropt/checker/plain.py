"""The rational kinds as a specification: enumerate, add fractions, compare.

Nothing here is clever, has a budget, or shares a line with the checker: it is for small examples,
and the tests hold the checker to it. `proves(data)` says whether the statement of a certificate is
proved by its prices, vertices, tables or identity, whatever its `cover` says; None where logarithms
or roots, classes of truths or an epsilon are involved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from math import prod
from typing import Any

Row = Sequence[Fraction]
ZERO = Fraction(0)
Levels = list[list[Fraction | None]]
IRRATIONAL = {"mutual-information", "hellinger", "kullback-leibler", "jensen-shannon"}
IRRATIONAL |= {"reverse-kullback-leibler"}


def proves(data: dict[str, Any]) -> bool | None:
    """Whether a certificate of the right form proves what it says."""
    classes = isinstance(data.get("truths"), list)
    name = data.get("utility", {}).get("name")
    if classes or name in IRRATIONAL or "epsilon" in data.get("privacy", {}):
        return None
    return KINDS[data["kind"]](data)


def number(text: str) -> Fraction:
    """A rational."""
    return Fraction(text)


def vector(texts: Sequence[str]) -> list[Fraction]:
    """A list of rationals."""
    return [Fraction(text) for text in texts]


def dot(x: Row, y: Row) -> Fraction:
    """x.y"""
    return sum((a * b for a, b in zip(x, y, strict=True)), Fraction(0))


# Privacy


def levels_of(privacy: dict[str, Any], k: int, name: str) -> Levels:
    """The matrix of levels; None where there is none. `name` is gamma or above."""
    given = privacy.get(name, privacy["gamma"])
    if isinstance(given, str):
        return [[Fraction(given) if a != b else Fraction(1) for b in range(k)] for a in range(k)]
    return [[None if level == "oo" else Fraction(level) for level in row] for row in given]


def deltas_of(privacy: dict[str, Any], levels: Levels) -> list[list[Fraction]]:
    """delta for every pair, zero where there is no level."""
    given, k = privacy["delta"], range(len(levels))
    if not isinstance(given, str):
        return [vector(row) for row in given]
    return [
        [Fraction(given) if a != b and levels[a][b] is not None else Fraction(0) for b in k]
        for a in k
    ]


def is_table(rows: Sequence[Row]) -> bool:
    """No negative entry, and columns that add up to one."""
    positive = all(x >= 0 for row in rows for x in row)
    return positive and all(sum(column) == 1 for column in zip(*rows, strict=True))


def is_private(rows: Sequence[Row], levels: Levels, deltas: Sequence[Row]) -> bool:
    """sum_i max(0, P(i|a) - g_ab P(i|b)) <= delta_ab."""
    for a, b in permutations(range(len(levels)), 2):
        level = levels[a][b]
        if level is not None:
            told = sum(max(Fraction(0), row[a] - level * row[b]) for row in rows)
            if told > deltas[a][b]:
                return False
    return True


def extreme_rows(levels: Levels, deltas: Sequence[Row]) -> Iterator[list[Fraction]]:
    """Every row tied together on its support by pairs r_a = g_ab r_b that obeys the hard pairs."""
    k = len(levels)
    for size in range(1, k + 1):
        for support in combinations(range(k), size):
            for tree in trees(support):
                for row in tied(tree, support, levels):
                    if obeys(row, levels, deltas):
                        yield row


def trees(support: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """Every way to tie each truth but the first to one that is tied already."""
    first, *others = support
    for order in permutations(others):
        sequence = [first, *order]
        for parents in product(*(range(n) for n in range(1, len(sequence)))):
            yield [(sequence[p], sequence[n]) for n, p in enumerate(parents, start=1)]


def tied(
    tree: list[tuple[int, int]], support: Sequence[int], levels: Levels
) -> Iterator[list[Fraction]]:
    """The rows whose ties are those of the tree, each in one of its two directions."""
    for directions in product((True, False), repeat=len(tree)):
        row = [Fraction(0)] * len(levels)
        row[support[0]] = Fraction(1)
        known = True
        for (parent, child), is_above in zip(tree, directions, strict=True):
            level = levels[child][parent] if is_above else levels[parent][child]
            if level is None:
                known = False
            elif is_above:
                row[child] = level * row[parent]
            else:
                row[child] = row[parent] / level
        if known:
            yield row


def obeys(row: Row, levels: Levels, deltas: Sequence[Row]) -> bool:
    """r_a <= g_ab r_b for every pair without a delta."""
    for a, b in permutations(range(len(levels)), 2):
        level = levels[a][b]
        if level is not None and deltas[a][b] == 0 and row[a] > level * row[b]:
            return False
    return True


# Prices


def utility_of(stated: dict[str, Any], k: int) -> Callable[[Row], Fraction]:
    """u(r), straight from the table of FORMAT.md; an infinite one raises ZeroDivisionError."""
    name, prior = stated["name"], vector(stated.get("prior", []))
    a, b = stated.get("pair", (0, 0))
    if name == "trace":
        return max
    if name == "probability-of-a-right-guess":
        return lambda r: max(q * x for q, x in zip(prior, r, strict=True))
    if name == "gain":
        actions = [[q * x for q, x in zip(prior, vector(g), strict=True)] for g in stated["gain"]]
        return lambda r: max(dot(action, r) for action in actions)
    if name == "fisher-information":
        return lambda r: ratio(r[1] - r[0], dot(prior, r))
    if name == "total-variation":
        return lambda r: abs(r[a] - r[b]) / 2
    if name == "chi-square":
        return lambda r: ratio(r[a] - r[b], r[b])
    if name == "le-cam":
        return lambda r: ratio(r[a] - r[b], r[a] + r[b])
    values = {direction(vector(r)): number(u) / max(vector(r)) for r, u in stated["values"]}
    return lambda r: max(r) * values[direction(r)] if any(r) else Fraction(0)


def ratio(x: Fraction, y: Fraction) -> Fraction:
    """x^2 / y, 0 for 0 / 0."""
    return x * x / y if x else Fraction(0)


def direction(row: Row) -> tuple[Fraction, ...]:
    """The row with largest entry one."""
    return tuple(x / max(row) for x in row)


def covered(
    data: dict[str, Any], u: Callable[[Row], Fraction], levels: Levels, deltas: Sequence[Row]
) -> bool:
    """y.r + sum z [r_a - g r_b]+ >= u(r) at every extreme row."""
    prices = vector(data["prices"])
    for row in extreme_rows(levels, deltas):
        charge = dot(prices, row)
        for a, b, z in data.get("pair_prices", []):
            level = levels[a][b]
            if level is not None:
                charge += number(z) * max(Fraction(0), row[a] - level * row[b])
        if charge < u(row):
            return False
    return True


def most(data: dict[str, Any], deltas: Sequence[Row]) -> Fraction:
    """sum y + sum delta z."""
    pairs = sum(deltas[a][b] * number(z) for a, b, z in data.get("pair_prices", []))
    return sum(vector(data["prices"])) + pairs


def table_of(data: dict[str, Any]) -> list[list[Fraction]]:
    """Weights times patterns."""
    pairs = zip(data["weights"], data["patterns"], strict=True)
    return [[number(w) * x for x in vector(pattern)] for w, pattern in pairs]


def is_universal(data: dict[str, Any], rows: Sequence[Row], levels: Levels) -> bool:
    """Where it is claimed: every row is (g01, 1) or (1, g10) times a number."""
    if not data.get("universal"):
        return True
    (_, first), (second, _) = levels
    for x, y in rows:
        low = y == 0 if first is None else x == first * y
        high = x == 0 if second is None else y == second * x
        if not (low or high):
            return False
    return True


def problem_of(data: dict[str, Any], k: int) -> tuple[Levels, Levels, list[list[Fraction]]]:
    """The levels of the table, those of the bound, and the deltas."""
    low = levels_of(data["privacy"], k, "gamma")
    return low, levels_of(data["privacy"], k, "above"), deltas_of(data["privacy"], low)


def prices(data: dict[str, Any]) -> bool:
    """No private table has a utility above the bound, and this one has its value."""
    rows, k = table_of(data), data["truths"]
    low, high, deltas = problem_of(data, k)
    u = utility_of(data["utility"], k)
    if not (rows and is_table(rows) and is_private(rows, low, deltas)):
        return False
    try:
        value = sum((u(row) for row in rows), Fraction(0))
        reached = covered(data, u, high, deltas)
    except ZeroDivisionError:
        return False
    stated = data["value"]
    ends = vector(stated) if isinstance(stated, list) else [number(stated)] * 2
    bound = number(data["bound"])
    sums = bound == most(data, deltas) and number(data["gap"]) == bound - ends[0]
    return reached and sums and ends[0] <= value <= ends[1] and is_universal(data, rows, low)


# Gradient


def gradient(data: dict[str, Any]) -> bool:
    """No private table has a variance below the bound, and this one has at most its value."""
    rows, k = table_of(data), len(data["prices"])
    low, high, deltas = problem_of(data, k)
    if not (rows and is_table(rows) and is_private(rows, low, deltas)):
        return False
    goal = data["objective"]
    units = [[Fraction(i == j) for j in range(k)] for i in range(k)]
    contrasts = [vector(c) for c in goal["contrasts"]] if "contrasts" in goal else units
    contrasts = [vector(goal["values"])] if "values" in goal else contrasts
    seen = units if goal["name"] == "e-optimal" else contrasts
    scales = vector(goal["scales"]) if "scales" in goal else [Fraction(1)] * len(contrasts)
    grouped = goal.get("over") in ("group", "worst-group", "numbers")
    places = [Place(place, rows, contrasts, grouped) for place in data["scenarios"]]

    def u(r: Row) -> Fraction:
        total = Fraction(0)
        for at in places:
            for s, v in zip(scales, at.tangents, strict=True):
                total += at.weight * s * ratio(dot(v, r), dot(at.prior, r))
        return total

    try:
        reached = covered(data, u, high, deltas)
    except ZeroDivisionError:
        return False
    value, bound = number(data["value"]), number(data["bound"])
    unbiased = all(at.is_unbiased(rows, seen) for at in places)
    if not (reached and unbiased and number(data["gap"]) == value - bound):
        return False
    does, proved = OBJECTIVES[goal["name"]](goal, places, rows, most(data, deltas), value)
    return does and bound <= proved and is_universal(data, rows, low)


class Place:
    """A prior with its estimators and tangents."""

    def __init__(
        self, given: dict[str, Any], rows: list[list[Fraction]], contrasts: Any, grouped: bool
    ) -> None:
        self.contrasts = contrasts
        self.prior, self.weight = vector(given["prior"]), number(given["weight"])
        self.offset = number(given["offset"])
        self.estimators = [vector(x) for x in given["estimators"]]
        self.tangents = [vector(v) for v in given["tangents"]]
        self.masses = [dot(self.prior, row) for row in rows]
        squares = [[x * x for x in estimator] for estimator in self.estimators]
        self.moments = [dot(square, self.masses) for square in squares]
        gains = sum(2 * dot(c, v) for c, v in zip(contrasts, self.tangents, strict=True))
        means = [dot(c, self.prior) for c in contrasts]
        corner = sum((mean**2 for mean in means), Fraction(0))
        if grouped:
            corner = sum((q * c[j] ** 2 for j, q in enumerate(self.prior) for c in contrasts), ZERO)
        self.own = sum(self.moments) - corner - self.offset
        self.proved = gains - corner - self.offset

    def is_unbiased(self, rows: list[list[Fraction]], seen: list[list[Fraction]]) -> bool:
        """sum_i x_i P(i|j) = c_j."""
        for c, x in zip(seen, self.estimators, strict=True):
            if [dot(x, column) for column in zip(*rows, strict=True)] != c:
                return False
        return True


def variances(goal: Any, places: list[Place], rows: Any, paid: Fraction, value: Fraction) -> Any:
    """The average, the largest, or the worst of an interval of prevalences."""
    proved = sum(at.weight * at.proved for at in places) - paid
    if "interval" in goal:
        low, high = vector(goal["interval"])
        squares = [x * x for x in places[0].estimators[0]]
        a, b = (dot(squares, column) for column in zip(*rows, strict=True))
        worst = min(max((b - a) / 2, low), high)
        return value >= a + (b - a) * worst - worst**2, proved
    if goal.get("over") in ("worst-group", "worst-population", "numbers"):
        return worst_case(goal["over"], places[0], rows, value), proved
    if goal.get("over") == "minimax":
        return value >= max(at.own for at in places), proved
    return value >= sum(at.weight * at.own for at in places), proved


def worst_case(over: str, at: Place, rows: Any, value: Fraction) -> bool:
    """Every truth, or every number between two neighbours, has at most this variance."""
    columns = [[row[j] for row in rows] for j in range(len(at.prior))]
    m = [sum((dot([y * y for y in x], column) for x in at.estimators), ZERO) for column in columns]
    if over == "worst-group":
        return all(value >= m[j] - sum(c[j] ** 2 for c in at.contrasts) for j in range(len(m)))
    if over == "worst-population":
        means = [dot(c, at.prior) for c in at.contrasts]
        pairs = list(zip(means, at.contrasts, strict=True))
        return all(
            value >= m[j] + sum(s * s - 2 * s * c[j] for s, c in pairs) for j in range(len(m))
        )
    (c,) = at.contrasts
    largest = []
    for j in range(len(m) - 1):
        slope = (m[j + 1] - m[j]) / (c[j + 1] - c[j])
        ends = [c[j], c[j + 1], min(max(slope / 2, c[j]), c[j + 1])]
        largest += [m[j] + slope * (z - c[j]) - z * z for z in ends]
    return value >= max(largest)


def eigenvalue(goal: Any, places: list[Place], rows: Any, paid: Fraction, value: Fraction) -> Any:
    """value I - Cov - sum f f' is diagonally dominant."""
    (at,) = places
    k, roots = range(len(at.prior)), [vector(f) for f in goal["roots"]]
    dominant = True
    for i in k:
        row = []
        for j in k:
            products = [x * y for x, y in zip(at.estimators[i], at.estimators[j], strict=True)]
            covariance = dot(products, at.masses) - at.prior[i] * at.prior[j]
            row.append(value * (i == j) - covariance - sum(f[i] * f[j] for f in roots))
        dominant = dominant and 2 * row[i] >= sum(map(abs, row))
    squares = sum(x * x for d in goal["contrasts"] for x in vector(d))
    return dominant, (at.proved - paid) / squares


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
    mean = dot(s, at.moments) / k
    return value >= k * mean**k / below, k * (k / paid) ** k * above


OBJECTIVES: dict[str, Callable] = {
    "a-optimal": variances,
    "c-optimal": variances,
    "mean": variances,
    "variance": variances,
    "e-optimal": eigenvalue,
    "d-optimal": determinant,
}


def model(data: dict[str, Any]) -> bool:
    """No private table makes the coefficients known better than bound, this one does value."""
    rows, k = table_of(data), len(data["prices"])
    low, high, deltas = problem_of(data, k)
    if not (rows and is_table(rows) and is_private(rows, low, deltas)):
        return False
    contrasts = [vector(c) for c in data["contrasts"]]
    tangents = [vector(v) for v in data["tangents"]]
    points = [ModelPoint(*given) for given in data["points"]]

    def u(r: Row) -> Fraction:
        total = Fraction(0)
        for at in points:
            for v in tangents:
                along = [dot(row, v) for row in at.derivatives]
                total += at.weight * ratio(dot(along, r), dot(at.shares, r))
        return total

    try:
        reached = covered(data, u, high, deltas)
    except ZeroDivisionError:
        return False
    spent = Fraction(0)
    for c, estimator in zip(contrasts, data["estimators"], strict=True):
        told = [Fraction(0)] * len(c)
        for at, z in zip(points, map(vector, estimator), strict=True):
            for x, row in zip(z, rows, strict=True):
                spent += at.weight * x * x * dot(at.shares, row)
                for q in range(len(c)):
                    told[q] += at.weight * x * dot([d[q] for d in at.derivatives], row)
        if told != c:
            return False
    value, bound = number(data["value"]), number(data["bound"])
    gains = sum(2 * dot(c, v) for c, v in zip(contrasts, tangents, strict=True))
    honest = value >= spent and bound <= gains - most(data, deltas)
    return reached and honest and number(data["gap"]) == value - bound


class ModelPoint:
    """A weight, the probabilities of the truths, and their derivatives."""

    def __init__(self, weight: str, shares: list[str], derivatives: list[list[str]]) -> None:
        self.weight = number(weight)
        self.shares = vector(shares)
        self.derivatives = [vector(row) for row in derivatives]


# The other kinds


def vertices(data: dict[str, Any]) -> bool:
    """The variance is least at one of all vertices of the region of (u, v)."""
    rows, q = [vector(row) for row in data["table"]], number(data["prior"])
    low, high, deltas = problem_of(data, 2)
    (p00, _), (_, p11) = rows
    if not (is_table(rows) and is_private(rows, low, deltas) and p00 + p11 > 1):
        return False
    lines = [(Fraction(1), Fraction(0), Fraction(0)), (Fraction(0), Fraction(1), Fraction(0))]
    d01, d10 = deltas[0][1], deltas[1][0]
    if high[0][1] is not None:
        lines.append((d01, high[0][1] - 1 + d01, 1 - d01))
    if high[1][0] is not None:
        lines.append((high[1][0] - 1 + d10, d10, 1 - d10))
    warner = data["device"] == "warner"
    points = {(z / (x + y), z / (x + y)) for x, y, z in lines if x + y}
    if not warner:
        points = set().union(*(meeting(*pair) for pair in combinations(lines, 2)))
    cards = {}
    for u, v in points:
        if all(x * u + y * v >= z for x, y, z in lines):
            cards[(1 + v) / (1 + u + v), (1 + u) / (1 + u + v)] = (u + q) * (v + 1 - q)
    stated = [tuple(vector(card)) for card in data["vertices"]]
    values = dict(zip(stated, vector(data["values"]), strict=True))
    s, yes = p00 + p11 - 1, 1 - p00 + q * (p00 + p11 - 1)
    value, bound = number(data["value"]), number(data["bound"])
    right = values == cards and len(stated) == len(cards) and bound == min(values.values())
    right = right and value == yes * (1 - yes) / s**2 and number(data["gap"]) == value - bound
    return right and (not warner or p00 == p11) and is_universal(data, rows, low)


def meeting(left: Row, right: Row) -> set[tuple[Fraction, Fraction]]:
    """The point on two lines x u + y v = z, if there is one."""
    (a, b, e), (c, d, f) = left, right
    det = a * d - b * c
    return {((e * d - f * b) / det, (a * f - c * e) / det)} if det else set()


def garbling(data: dict[str, Any]) -> bool:
    """A = C P."""
    A, P, C = ([vector(row) for row in data[name]] for name in "APC")
    columns = list(zip(*P, strict=True))
    made = [[dot(row, column) for column in columns] for row in C]
    return is_table(A) and is_table(P) and is_table(C) and made == A


def separation(data: dict[str, Any]) -> bool:
    """A is worth more than P under the gain."""
    A, P, gain = ([vector(row) for row in data[name]] for name in ("A", "P", "gain"))
    worth = [sum(max(dot(action, row) for action in gain) for row in table) for table in (A, P)]
    stated = vector([data["A_value"], data["P_value"]])
    return is_table(A) and is_table(P) and worth == stated and worth[0] > worth[1]


Polynomial = dict[tuple[int, ...], Fraction]


def polynomial(data: dict[str, Any]) -> bool:
    """The two sides of the identity are the same polynomial, and the signs are right."""
    constraints = [read(h["polynomial"]) for h in data["constraints"]]
    strict = [h["strict"] for h in data["constraints"]]
    one = {(0,) * len(data["variables"]): Fraction(1)}

    def power(exponents: list[int]) -> Polynomial:
        result = one
        for h, e in zip(constraints, exponents, strict=True):
            for _ in range(e):
                result = times(result, h)
        return result

    def positive(exponents: list[int]) -> bool:
        return all(s or not e for s, e in zip(strict, exponents, strict=True))

    difference = times(read(data["claim"]["polynomial"]), power(data["multiplier"]))
    above = False
    for term in data["terms"]:
        root = one if term["square"] is None else read(term["square"])
        c = number(term["coefficient"])
        square = times(power(term["factors"]), times(root, root))
        difference = plus(difference, {m: -c * x for m, x in square.items()})
        above = above or (term["square"] is None and c > 0 and positive(term["factors"]))
    for i, p in data["equality_terms"]:
        product_ = times(read(p), read(data["equalities"][i]))
        difference = plus(difference, {m: -x for m, x in product_.items()})
    same = not any(difference.values())
    return same and positive(data["multiplier"]) and (above or not data["claim"]["strict"])


def read(terms: list[Any]) -> Polynomial:
    """{exponents: coefficient}."""
    found: Polynomial = {}
    for c, exponents in terms:
        found = plus(found, {tuple(exponents): number(c)})
    return found


def plus(left: Polynomial, right: Polynomial) -> Polynomial:
    """The sum."""
    return {m: left.get(m, Fraction(0)) + right.get(m, Fraction(0)) for m in {*left, *right}}


def times(left: Polynomial, right: Polynomial) -> Polynomial:
    """The product."""
    found: Polynomial = {}
    for m, c in left.items():
        for n, d in right.items():
            found = plus(found, {tuple(a + b for a, b in zip(m, n, strict=True)): c * d})
    return found


KINDS: dict[str, Callable[[dict[str, Any]], bool]] = {
    "prices": prices,
    "gradient": gradient,
    "model": model,
    "vertices": vertices,
    "garbling": garbling,
    "separation": separation,
    "polynomial": polynomial,
}
