"""A third checker, of kind `prices`, written from rropt/checker/FORMAT.md alone.

    python examples/third_checker.py certificate.json

prints `verified` or what failed: traces, guesses, gains and Fisher information on few truths, by
the proofs `actions`, `line` and `extremes`. What a first reader may leave out it leaves out:
classes, logarithmic utilities, conditions, limits, and the difference of malformed and refuted.
"""

import json
import re
import sys
from fractions import Fraction as F

RATIONAL = re.compile("-?(0|[1-9][0-9]*)(/[1-9][0-9]*)?")

FIELDS = {"format", "kind", "privacy", "truths", "utility", "patterns", "weights", "prices"}
FIELDS |= {"pair_prices", "value", "bound", "gap", "cover", "universal"}


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
    """A level, or a matrix of levels; None for oo."""
    if isinstance(value, str):
        return [[F(1) if a == b else number(value) for b in range(k)] for a in range(k)]
    need(len(value) == k and all(len(row) == k for row in value), "another number of truths")
    return [[None if x == "oo" else number(x) for x in row] for row in value]


def levels(privacy, k):
    """The levels of the table and of the bound, and the deltas (section 3)."""
    gamma, above, epsilon = (privacy.get(name) for name in ("gamma", "above", "epsilon"))
    need("distances_squared" not in privacy, "this example knows no distances")
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
    return low, high, deltas


def pairs_of(levels):
    k = range(len(levels))
    return [(a, b) for a in k for b in k if a != b and levels[a][b] is not None]


def excess(row, a, b, g):
    return max(F(0), row[a] - g * row[b])


def dot(x, y):
    return sum(a * b for a, b in zip(x, y, strict=True))


def read_utility(given, k):
    """u of a row, and its actions if it is the largest of some (section 4)."""
    name = given["name"]
    q = [F(1)] * k if name == "trace" else numbers(given["prior"], k)
    need(name == "trace" or (min(q) >= 0 and sum(q) == 1), "no prior")
    if name == "fisher-information":
        return lambda r: (r[1] - r[0]) ** 2 / dot(q, r) if r[0] != r[1] else F(0), None
    need(name in ("trace", "probability-of-a-right-guess", "gain"), "an unknown utility")
    if name == "gain":
        actions = [
            [p * x for p, x in zip(q, numbers(row, k), strict=True)] for row in given["gain"]
        ]
    else:
        actions = [[q[i] * (i == j) for j in range(k)] for i in range(k)]
    return lambda r: max(dot(x, r) for x in actions), actions


def check_actions(cover, actions, y, z, high, deltas):
    if "multipliers" not in cover:
        need(not any(map(any, deltas)), "multipliers are missing")
        g = max(map(max, high))
        for x in actions:
            least = sum(min(c, g * c) for c in (a - b for a, b in zip(y, x, strict=True)))
            need(least >= 0, "an action is not covered")
        return
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


def rays(high, deltas):
    """All rays that grow, a truth at a time, along the planes r_a = g_ab r_b."""
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


def check_prices(data):
    k = len(data["prices"])
    need(data.keys() <= FIELDS and data["truths"] in (k, [1] * k), "unknown to this example")
    low, high, deltas = levels(data["privacy"], k)
    weights = numbers(data["weights"], len(data["patterns"]))
    table = [[w * x for x in numbers(p, k)] for w, p in zip(weights, data["patterns"], strict=True)]
    need(min(map(min, table)) >= 0, "a negative entry")
    need(all(sum(column) == 1 for column in zip(*table, strict=True)), "columns add up to one")
    full = []
    for a, b in pairs_of(low):
        told = sum(excess(row, a, b, low[a][b]) for row in table)
        need(told <= deltas[a][b], "two truths are told apart")
        full += [(a, b)] if told == deltas[a][b] else []
    need(data.get("universal", False) in (False, True), "no truth value")
    if data.get("universal"):
        on_level = [0 in r or any(r[a] == low[a][b] * r[b] for a, b in full) for r in table]
        need(k == 2 and all(on_level), "a row lies inside the levels")
    y = numbers(data["prices"], k)
    z = {(a, b): number(price) for a, b, price in data.get("pair_prices", [])}
    need(all(deltas[a][b] and price >= 0 for (a, b), price in z.items()), "no prices of pairs")
    u, actions = read_utility(data["utility"], k)
    if data["cover"]["proof"] == "actions":
        check_actions(data["cover"], actions, y, z, high, deltas)
    else:  # a line is a short way to see that the extreme rays are covered
        for r in rays(high, deltas):
            soft = sum(price * excess(r, a, b, high[a][b]) for (a, b), price in z.items())
            need(dot(y, r) + soft >= u(r), "an extreme ray is not covered")
    value, bound = number(data["value"]), number(data["bound"])
    need(value == sum(map(u, table)), "the table has another value")
    paid = sum(y) + sum(deltas[a][b] * price for (a, b), price in z.items())
    need(bound == paid, "bound is not what the prices add up to")
    need(number(data["gap"]) == bound - value, "gap is not bound - value")


def verdict(text):
    """`verified`, or what failed."""
    try:
        data = json.loads(text, object_pairs_hook=once, parse_float=number)
        need(data["format"] == "rropt-certificate/2" and data["kind"] == "prices", "another kind")
        check_prices(data)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as reason:
        return f"not verified: {reason!r}"
    return "verified"


if __name__ == "__main__":
    with open(sys.argv[1], encoding="ascii") as file:
        print(verdict(file.read()))
