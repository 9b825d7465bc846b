"""A third checker, of kinds `prices` and `gradient`, written from rropt/checker/FORMAT.md alone.

    python examples/third_checker.py certificate.json

prints `verified` or what failed. Multipliers and trees are read; with other proofs of coverage
prices are shown to cover every extreme pattern, 2^k of them for one number: for few truths. It says
where it knows no classes, clamped rows, conditions, divergences, intervals or models; no limits.
"""

import json
import re
import sys
from fractions import Fraction as F
from math import prod

RATIONAL = re.compile("-?(0|[1-9][0-9]*)(/[1-9][0-9]*)?")
SHARED = "format kind privacy patterns weights prices pair_prices value bound gap cover universal"
FIELDS = {"prices": {"truths", "utility"}, "gradient": {"objective", "scenarios"}}
OVER = ("", "average", "minimax", "group", "worst-group", "worst-population")
OBJECTIVES = dict.fromkeys(("a-optimal", "c-optimal", "mean", "variance"), OVER)
OBJECTIVES |= {"e-optimal": ("",), "d-optimal": ("", "worst-population")}


def need(condition, reason):
    if not condition:
        raise ValueError(reason)


def number(text):
    need(isinstance(text, str) and RATIONAL.fullmatch(text) and str(F(text)) == text, "no rational")
    return F(text)


def numbers(texts, length):
    need(isinstance(texts, list) and len(texts) == length, "a list of another length")
    return [number(text) for text in texts]


def once(pairs):
    need(len(dict(pairs)) == len(pairs), "a key stands twice")
    return dict(pairs)


def ln(x):
    """Below and above ln x = e ln 2 + 2 artanh((m - 1)/(m + 1)), in units of 2^-520."""
    exponent = x.numerator.bit_length() - x.denominator.bit_length()
    m = x / F(2) ** exponent
    found = 2 * artanh((m - 1) / (m + 1)) + 2 * exponent * artanh(F(1, 3))
    return (F(0), F(0)) if x == 1 else (F(found - 2**30, 2**520), F(found + 2**30, 2**520))


def artanh(y):
    power = int(y * 2**520)
    square, total = power**2 >> 520, 0
    for odd in range(1, 341, 2):
        total += power // odd
        power = power * square >> 520
    return total


def level_matrix(value, k):
    if isinstance(value, str):
        return [[F(1) if a == b else number(value) for b in range(k)] for a in range(k)]
    need(len(value) == k and all(len(row) == k for row in value), "another number of truths")
    return [[None if x == "oo" else number(x) for x in row] for row in value]


def levels(privacy, k):
    """Those of the table and of the bound, deltas, and if it is a number alone (section 3)."""
    gamma, above, epsilon = (privacy.get(name) for name in ("gamma", "above", "epsilon"))
    need(privacy.keys() <= {"gamma", "above", "epsilon", "delta"}, "an unknown privacy")
    if epsilon is not None:
        low, above = numbers(gamma, 2)
        need(ln(low)[1] <= number(epsilon) <= ln(above)[0], "no enclosure of e^epsilon")
        gamma, above = map(str, (low, above))
    low, high = level_matrix(gamma, k), level_matrix(gamma if above is None else above, k)
    delta = privacy["delta"]
    deltas = [numbers(delta[a] if isinstance(delta, list) else [delta] * k, k) for a in range(k)]
    for a, row in enumerate(high):
        for b, g in enumerate(row):
            need((g is None) == (low[a][b] is None) and 0 <= deltas[a][b] <= 1, "no levels")
            need(g is None or 1 <= low[a][b] <= g, "no levels")
            deltas[a][b] *= a != b and g is not None
    return low, high, deltas, isinstance(gamma, str) and delta == "0"


def pairs_of(levels):
    k = range(len(levels))
    return [(a, b) for a in k for b in k if a != b and levels[a][b] is not None]


def columns(rows):
    return list(zip(*rows, strict=True))


def excess(row, a, b, g):
    return max(F(0), row[a] - g * row[b])


def dot(x, y):
    return sum(a * b for a, b in zip(x, y, strict=True))


class Actions(list):  # u(r) = max x.r; as every utility here, an enclosure
    def __call__(self, r):
        worth = max(dot(x, r) for x in self)
        return worth, worth


class Ratios(list):  # u(r) = sum s (v.r)^2 / (q.r) over (q, v, s)
    def __call__(self, r):
        worth = F(0)
        for q, v, s in self:
            top, bottom = s * dot(v, r) ** 2, dot(q, r)
            worth += top / bottom if top else 0
        return worth, worth


class Information(list):  # u(r) = sum q_j r_j ln(r_j / q.r), the list is the prior q
    def __call__(self, r):
        mean, low, high = dot(self, r), F(0), F(0)
        for q, x in zip(self, r, strict=True):
            ends = ln(x / mean) if q * x else (F(0), F(0))
            low += q * x * ends[0]
            high += q * x * ends[1]
        return low, high


def distribution(texts, k):
    q = numbers(texts, k)
    need(min(q) >= 0 and sum(q) == 1, "no distribution")
    return q


def unit_vectors(k):
    return [[F(i == j) for j in range(k)] for i in range(k)]


def read_utility(given, k):
    name, one = given["name"], unit_vectors(k)
    if name == "trace":
        return Actions(one)
    need("prior" in given, "a utility that is unknown to this example")
    q = distribution(given["prior"], k)
    if name == "fisher-information":
        return Ratios([(q, [F(-1), F(1)], F(1))])
    if name == "mutual-information":
        return Information(q)
    if name == "probability-of-a-right-guess":
        return Actions([[q[i] * x for x in one[i]] for i in range(k)])
    need(name == "gain", "a utility that is unknown to this example")
    gain = [numbers(row, k) for row in given["gain"]]
    return Actions([[p * x for p, x in zip(q, row, strict=True)] for row in gain])


def check_actions(cover, actions, y, z, high, deltas):
    for x, entries in zip(actions, cover["multipliers"], strict=True):
        slack = [a - b for a, b in zip(y, x, strict=True)]
        f = {(a, b): number(text) for a, b, text in entries}
        need(len(f) == len(entries) and all(pair in pairs_of(high) for pair in f), "no multipliers")
        for (a, b), amount in f.items():
            most = z.get((a, b), 0) if deltas[a][b] else amount
            need(0 <= amount <= most, "a multiplier is negative, or above the price of its pair")
            slack[a] += amount
            slack[b] -= high[a][b] * amount
        need(min(slack) >= 0, "an action is not covered")


def check_tree(cover, q, y, g):
    """A leaf is a tangent s to T ln T, or two beside a cut; a path fixes truths (section 4)."""
    paths, n = [{}], cover.get("counts", [0] * len(q))
    for token in cover["tree"]:
        path = paths.pop()
        if type(token) is int:
            need(0 <= token < len(q) and token not in path, "no branch on this truth")
            paths += [path | {token: True}, path | {token: False}]
            continue
        a, *sides = token if type(token) is list else (0, token, "0")
        sides = [(1, a, *sides[:2]), (-1, a + 1, *sides[2:])][: len(sides) // 2]
        for sign, edge, s, f in sides:
            slope = sign * F(int(number(f) * 2**512), 2**512)
            need(number(s) > 0 <= number(f), "a tangent is not positive, or an f negative")
            need(least(number(s), path, q, y, g, slope, n) >= slope * edge, "a leaf is not covered")
    need(not paths, "the tree has not ended")


def least(s, path, q, y, g, slope, n):
    low, high = (1, 1) if g == 1 else [g * x / (g - 1) for x in ln(g)]
    h = [price - share * (high - 1 - ln(s)[0]) for price, share in zip(y, q, strict=True)]
    ends = [(x, g * x + slope * count) for x, count in zip(h, n, strict=True)]
    return low - s + sum(e[path[j]] if j in path else min(e) for j, e in enumerate(ends))


def rays(high, deltas):
    """All rays that grow, a truth at a time, along r_a = g_ab r_b: {1, g}^k for one number."""
    k, hard = len(high), [(a, b) for a, b in pairs_of(high) if not deltas[a][b]]
    for first in range(k):
        layer = {tuple(F(j == first) for j in range(k))}
        while layer:
            yield from (r for r in layer if not any(r[a] and not r[b] for a, b in hard))
            layer = {larger for r in layer for larger in grown(r, first, high, hard)}


def grown(r, first, high, hard):
    for c in range(first + 1, len(r)):
        ties = [high[c][b] * x for b, x in enumerate(r) if x and high[c][b] is not None]
        ties += [x / high[b][c] for b, x in enumerate(r) if x and high[b][c] is not None]
        for value in ties if not r[c] else []:
            larger = (*r[:c], value, *r[c + 1 :])
            inside = [(a, b) for a, b in hard if larger[a] and larger[b]]
            if all(larger[a] <= high[a][b] * larger[b] for a, b in inside):
                yield larger


PROOFS = {"actions": Actions, "line": Ratios, "form": Ratios, "tree": Information, "extremes": list}


class Priced:  # what both kinds share: a private table, and prices (sections 3 and 4)
    def __init__(self, data):
        self.k = k = len(data["prices"])
        need(data.keys() <= {*SHARED.split()} | FIELDS[data["kind"]], "an unknown field")
        low, self.high, self.deltas, self.pure = levels(data["privacy"], k)
        weights = numbers(data["weights"], len(data["patterns"]))
        rows = zip(weights, data["patterns"], strict=True)
        self.table = table = [[w * x for x in numbers(p, k)] for w, p in rows]
        need(min(map(min, table)) >= 0, "a negative entry")
        need(all(sum(column) == 1 for column in columns(table)), "columns add up to one")
        full = []
        for a, b in pairs_of(low):
            told = sum(excess(row, a, b, low[a][b]) for row in table)
            need(told <= self.deltas[a][b], "two truths are told apart")
            full += [(a, b)] if told == self.deltas[a][b] else []
        if "universal" in data:
            on_level = [0 in r or any(r[a] == low[a][b] * r[b] for a, b in full) for r in table]
            need(data["universal"] is True and k == 2 and all(on_level), "a row inside the levels")
        self.y, self.cover = numbers(data["prices"], k), data["cover"]
        self.z = {(a, b): number(price) for a, b, price in data.get("pair_prices", [])}
        need(len(self.z) == len(data.get("pair_prices", [])), "a pair stands twice")
        for (a, b), price in self.z.items():
            need(self.deltas[a][b] and price >= 0, "no price of a pair")
        self.bound, self.gap = number(data["bound"]), number(data["gap"])
        self.paid = sum(self.y) + sum(self.deltas[a][b] * x for (a, b), x in self.z.items())

    def check_cover(self, u):
        proof = self.cover["proof"]
        need(isinstance(u, PROOFS.get(proof, ())), "a proof of another utility, or an unknown one")
        lists = "multipliers" in self.cover
        need(self.pure or lists or proof == "extremes", "the level is no number without a delta")
        if lists:
            check_actions(self.cover, u, self.y, self.z, self.high, self.deltas)
        elif proof == "tree":
            check_tree(self.cover, u, self.y, self.high[0][-1])
        else:
            for r in rays(self.high, self.deltas):
                told = [x * excess(r, a, b, self.high[a][b]) for (a, b), x in self.z.items()]
                need(dot(self.y, r) + sum(told) >= u(r)[1], "an extreme pattern is not covered")


def check_prices(data):
    at = Priced(data)
    need(data["truths"] in (at.k, [1] * at.k), "classes are unknown to this example")
    u = read_utility(data["utility"], at.k)
    at.check_cover(u)
    value = data["value"]
    least, most = numbers(value, 2) if isinstance(value, list) else [number(value)] * 2
    ends = [sum(ends) for ends in columns([u(row) for row in at.table])]
    need(least <= ends[0] and ends[1] <= most, "the table has another value")
    need(at.bound == at.paid, "bound is not what the prices add up to")
    need(at.gap == at.bound - least, "gap is not bound - value")


def column_sums(x, table):
    return [dot(x, column) for column in columns(table)]


class Scenario:  # a prior with estimators and tangents (section 5)
    def __init__(self, given, seen, contrasts, grouped, at):
        self.q, self.w = distribution(given["prior"], at.k), number(given["weight"])
        self.offset = number(given["offset"])
        self.x = [numbers(x, len(at.table)) for x in given["estimators"]]
        self.v = [numbers(v, at.k) for v in given["tangents"]]
        for c, x in zip(seen, self.x, strict=True):
            need(column_sums(x, at.table) == c, "an estimator is biased")
        need(self.w >= 0, "a negative weight")
        self.seconds = [column_sums([y * y for y in x], at.table) for x in self.x]
        squares = [dot(self.q, [x * x for x in c]) for c in contrasts]
        corner = sum(squares if grouped else [dot(c, self.q) ** 2 for c in contrasts])
        self.own = sum(dot(self.q, seconds) for seconds in self.seconds) - corner - self.offset
        self.proved = 2 * sum(map(dot, contrasts, self.v)) - corner - self.offset


def check_gradient(data):
    at = Priced(data)
    k, goal, one = at.k, data["objective"], unit_vectors(at.k)
    name, over = goal["name"], goal.get("over", "")
    need(over in OBJECTIVES.get(name, ()) and "interval" not in goal, "an unknown objective")
    if name in ("a-optimal", "mean"):
        contrasts = one if name == "a-optimal" else [numbers(goal["values"], k)]
    else:
        contrasts = [numbers(c, k) for c in goal["contrasts"]]
    need(name != "c-optimal" or len(contrasts) == 1, "one contrast")
    need(name != "variance" or contrasts == [[0, 1]], "the share of truth 1 of two")
    scales = numbers(goal["scales"], k) if name == "d-optimal" else [F(1)] * len(contrasts)
    seen = one if name == "e-optimal" else contrasts
    places = [Scenario(x, seen, contrasts, "group" in over, at) for x in data["scenarios"]]
    need(sum(place.w for place in places) == 1, "weights do not add up to one")
    alone = len(places) == 1 and not places[0].offset
    need(alone or over in ("average", "minimax"), "several priors, or an offset: no average")
    parts = []
    for place in places:
        parts += [(place.q, v, place.w * s) for v, s in zip(place.v, scales, strict=True)]
    at.check_cover(Ratios(parts))
    value, (first, *_) = number(data["value"]), places
    need(at.gap == value - at.bound, "gap is not value - bound")
    if name == "d-optimal":
        check_determinant(value, contrasts, scales, first, over, at)
        return
    own = [place.own for place in places]
    proved = sum(place.w * place.proved for place in places) - at.paid
    if name == "e-optimal":
        proved /= sum(dot(d, d) for d in contrasts)
        check_eigenvalue(value, goal["roots"], first, at)
        own = [value]
    elif over.startswith("worst"):
        own = [worst_truth(contrasts, first, over)]
    elif over == "average":
        own = [dot([place.w for place in places], own)]
    need(at.bound <= proved, "the prices do not prove the bound")
    need(value >= max(own), "the table has a larger value")


def worst_truth(contrasts, at, over):
    """The largest second moment of a truth, less what the objective says."""
    found = []
    for j, moment in enumerate(map(sum, columns(at.seconds))):
        for c in contrasts:
            s = dot(c, at.q)
            moment += s * s - 2 * s * c[j] if over == "worst-population" else -(c[j] ** 2)
        found.append(moment)
    return max(found)


def check_eigenvalue(value, roots, place, at):
    """value I - Cov - sum f f' has dominant diagonal entries."""
    roots, masses = [numbers(f, at.k) for f in roots], [dot(place.q, row) for row in at.table]
    for i in range(at.k):
        row = []
        for j in range(at.k):
            triples = zip(masses, place.x[i], place.x[j], strict=True)
            covariance = sum(map(prod, triples)) - place.q[i] * place.q[j]
            row.append(value * (i == j) - covariance - sum(f[i] * f[j] for f in roots))
        need(2 * row[i] >= sum(map(abs, row)), "an eigenvalue may be larger")


def check_determinant(value, contrasts, scales, place, over, at):
    need(len(contrasts) == at.k and min(scales) > 0 and at.paid > 0, "no determinant")
    for i, (c, v) in enumerate(zip(contrasts, place.v, strict=True)):
        need(c[i] and v[i] and not any(c[i + 1 :]) and not any(v[:i]), "not triangular")
    moments = column_sums(scales, place.seconds)
    total = max(moments) if over else dot(place.q, moments)
    least = at.k * (total / at.k) ** at.k / volume(scales, contrasts)
    need(value >= least, "the table has a larger value")
    proved = at.k * (at.k / at.paid) ** at.k * volume(scales, place.v)
    need(at.bound <= proved, "the prices do not prove the bound")


def volume(scales, vectors):
    return prod(scales) * prod(x[i] ** 2 for i, x in enumerate(vectors))


CHECKS = {"prices": check_prices, "gradient": check_gradient}


def verdict(text):
    try:
        data = json.loads(text, object_pairs_hook=once, parse_float=number)
        need(data["format"] == "rropt-certificate/2", "another format")
        need(data["kind"] in CHECKS, "a kind that is unknown to this example")
        CHECKS[data["kind"]](data)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as reason:
        return f"not verified: {reason!r}"
    return "verified"


def main(arguments):
    """Exit status: 0 verified, 1 not verified, 3 nothing to read."""
    try:
        (path,) = arguments
        with open(path, encoding="ascii") as file:
            found = verdict(file.read())
    except (OSError, ValueError):
        print("usage: python examples/third_checker.py certificate.json (ASCII)", file=sys.stderr)
        return 3
    print(found)
    return 0 if found == "verified" else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
