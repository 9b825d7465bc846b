"""The checker: does this certificate prove what it claims?  Standard library only, and no float.

    python check.py FILE [--json]      exit 0 verified, 1 refuted, 2 undecided, 3 malformed

Nothing in a certificate is trusted but the statement of the problem: all else is recomputed in
exact rational arithmetic.  A kind is a function, its arguments are the fields: `prices` is here (no
private table has a utility above the bound), the others are a page each beside this one.
"""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass
from decimal import ROUND_DOWN, Context, Decimal
from fractions import Fraction
from functools import lru_cache, partial
from importlib import import_module
from itertools import islice, product
from math import floor, lcm, prod

FORMAT = "rropt-certificate/1"
STATUS = {"verified": 0, "refuted": 1, "undecided": 2, "malformed": 3}
MAX_BYTES, MAX_BITS, MAX_PATTERNS, MAX_WORK = 1 << 22, 1 << 16, 1 << 14, 1 << 22
HOME = {"gradient": "gradient", "vertices": "vertices", "polynomial": "polynomial"}
HOME |= {"garbling": "order", "separation": "order"}
SYMMETRIC = "trace", "probability-of-a-right-guess", "mutual-information"
ERROR = Fraction(1, 1 << 472)  # of a logarithm


@dataclass
class Verdict(Exception):
    """What was found: the sentence proved, or the first thing that failed."""

    verdict: str
    statement: str = ""
    reason: str = ""

    @property
    def status(self) -> int:
        return STATUS[self.verdict]

    def __str__(self) -> str:
        return f"{self.verdict}: {self.statement or self.reason}"


def check(source: dict | str | bytes) -> Verdict:
    """The verdict on a certificate, given as JSON text, as bytes or as the parsed dictionary."""
    try:
        raw = source if isinstance(source, (str, bytes)) else json.dumps(source)
        need(len(raw) <= MAX_BYTES, f"more than {MAX_BYTES} bytes", "malformed")
        text, bottom = raw if isinstance(raw, str) else raw.decode(), 1
        need(not re.search(r"\\|[0-9]{4301}", text), "a backslash or a long number", "malformed")
        for digits in set(re.findall(r'/([1-9][0-9]*)"', text)):
            bottom = lcm(bottom, int(digits))
            long = bottom.bit_length() > min(MAX_BITS, (1 << 33) // len(text))
            need(not long, "the common denominator is too long", "malformed")
        data = json.loads(text, object_pairs_hook=exact, parse_float=refuse, parse_constant=refuse)
        need(dict(data).get("format") == FORMAT, f"format must be {FORMAT}", "malformed")
        _, kind = data.pop("format"), data.pop("kind")
        decide = prices if kind == "prices" else beside(HOME[kind], kind)
        return Verdict("verified", decide(**data))
    except Verdict as verdict:
        return verdict
    except Exception as why:
        return Verdict("malformed", "", ascii(f"not of the form of a kind: {why}")[1:-1][:160])


def need(condition, reason: str, verdict: str = "refuted") -> None:
    if not condition:
        raise Verdict(verdict, "", reason)


def refuse(text: str) -> None:
    need(False, f"{text[:20]} is a float: exact numbers are strings", "malformed")


def exact(value):
    """Strings such as "3/4" as numbers; true and false as words, lest they be taken for numbers."""
    if isinstance(value, list) and value and isinstance(value[0], tuple):
        need(len(dict(value)) == len(value), "a key occurs twice", "malformed")
        return {key: exact(entry) for key, entry in value}
    if isinstance(value, list):
        return [exact(entry) for entry in value]
    if not isinstance(value, str) or not re.fullmatch("-?[0-9]+(/[0-9]+)?", value):
        return str(value) if isinstance(value, bool) else value
    need(str(x := Fraction(value)) == value, f"{value[:20]} is not in lowest terms", "malformed")
    return x


def show(x: Fraction) -> str:
    """The number, or the first digits of it: never rounded up."""
    if max(abs(x.numerator), x.denominator) < 10**12:
        return str(x)
    return f"{Context(12, ROUND_DOWN).divide(Decimal(x.numerator), Decimal(x.denominator)):g}..."


def dot(x, y):
    return sum(a * b for a, b in zip(x, y, strict=True))


def clear(rows):
    """A matrix as integers over one denominator."""
    bottom = lcm(*(x.denominator for row in rows for x in row))
    return [[x.numerator * (bottom // x.denominator) for x in row] for row in rows], bottom


@lru_cache(1 << 14)
def log(x: Fraction) -> Fraction:
    """ln x = 2 artanh((m - 1)/(m + 1)) + 2 e artanh(1/3), x = 2^e m, 1/2 < m < 2, within ERROR.

    artanh y = y + y^3/3 + ..., of which bits/3 terms are taken, each to within 3 units of 2^-bits.
    """
    n, d = x.as_integer_ratio()
    e, total, bits = n.bit_length() - d.bit_length(), 0, 512
    n, d = n << max(0, -e), d << max(0, e)
    for factor, top, bottom in ((2, n - d, n + d), (2 * e, 1, 3)):
        power = (top << bits) // bottom
        square = power * power >> bits
        for odd in range(1, 2 * bits // 3 + 2, 2):
            total += factor * (power // odd)
            power = power * square >> bits
    return Fraction(total, 1 << bits)


def above(x, weight, reason: str) -> None:
    """A number is not negative that differs from x by the errors of logarithms of this weight."""
    need(x >= (e := weight and weight * ERROR), reason, "refuted" if x + e < 0 else "undecided")


class Table:
    """The rows r >= 0 of a table, one a report, that add up to one; its privacy, and prices.

    Truths that a problem does not tell apart form a class.  A row that differs inside a class
    stands for all its rearrangements, equally weighted: a list of (class, value, how many truths).

    For delta = 0 the private rows are the mixtures of patterns in {1, g}^k.  Otherwise the planes
    r_a = g r_b cut the orthant into cones, each spanned by staircases (1, 1/g, 1/g^2, ... on the
    levels of a support, 0 elsewhere).  The charge y.r + sum z_ab [r_a - g r_b]+ is linear on each
    cone and a utility u is convex, so charge >= u at the extreme patterns carries over to all rows,
    and no private table has a utility above sum y + delta sum z.
    """

    def __init__(self, truths, patterns, weights):
        self.sizes = truths if isinstance(truths, list) else [1] * min(truths, MAX_BYTES)
        self.rows: list = []
        sums = [0] * len(self.sizes)
        for weight, pattern in zip(weights, patterns, strict=True):
            self.rows.append([])
            for c, (entry, size) in enumerate(zip(pattern, self.sizes, strict=True)):
                runs = entry if isinstance(entry, list) else [[entry, size]]
                need(sum(n for _, n in runs) == size > 0, "a pattern has not one value a truth")
                for v, n in runs:
                    need(type(n) is type(size) is int and n > 0 <= weight * v, "a negative entry")
                    self.rows[-1].append((c, weight * v, n))
                    sums[c] += weight * v * n
        need(self.rows and sums == self.sizes, "a column of the table does not add up to 1")

    def private(self, gamma, delta, epsilon=None):
        """The level in words; the table is private for g_lo <= e^epsilon, bounds hold for g_hi."""
        (low, high), self.delta = (gamma, gamma) if epsilon is None else gamma, delta
        need(1 <= low <= high and 0 <= delta <= 1, "gamma or delta is out of range", "malformed")
        self.g, work = Fraction(high), sum(len(row) ** 2 for row in self.rows) if delta else 0
        work *= 1 + Fraction(low).denominator.bit_length() // 256
        need(work <= MAX_WORK >> 4, "too many truths for delta > 0", "malformed")
        words = f"epsilon = ln {show(low)}" if epsilon is None else f"epsilon = {show(epsilon)}"
        if epsilon is not None:
            above(epsilon - log(low), 1, "gamma exceeds e^epsilon")
            above(log(self.g) - epsilon, 1, "gamma is below e^epsilon")
        for values in () if delta else ([v for _, v, _ in row] for row in self.rows):
            need(max(values) <= low * min(values), "a pattern is not private")
        pairs = list(product(range(len(self.sizes)), repeat=2)) if delta else []
        told = zip(*(excess(row, pairs, low, 1) for row in self.rows), strict=True)
        for (a, b), apart in zip(pairs, told, strict=True):
            need(sum(apart) <= delta * self.pairs(a, b), f"truths {a}, {b} are told apart")
        return f"({words}, delta = {show(delta)})" if delta else words

    def pairs(self, a, b):
        return self.sizes[a] * (self.sizes[b] - (a == b))

    def staircases(self, sizes, top):
        """The extreme patterns: some truths have the largest value, the others come below."""
        n, d = self.g.as_integer_ratio()
        for high in product(*(range(size + 1) for size in sizes)):
            if any(high):
                left = [size - m for size, m in zip(sizes, high, strict=True)]
                head = [(c, top, m) for c, m in enumerate(high) if m]
                yield head + [(c, 0, m) for c, m in enumerate(left) if m]
                yield from (head + tail for tail in self.staircases(left, top * d // n))

    def spread(self, *forms):
        """The values of linear forms at all patterns in {1, g}^k as integers, and their unit.
        The first are the prices; where the other forms are zero a truth has its cheapest entry."""
        (rows, bottom), (n, d) = clear(forms), self.g.as_integer_ratio()
        columns = zip(self.sizes, *rows, strict=True)
        seen = [size * any(entries) for size, _, *entries in columns]
        bits = 256 + (n * max(bottom, *(abs(x) for row in rows for x in row))).bit_length()
        size = prod([s + 1 for s in seen if s][:25]) * (w := len(rows) * bits) * (1 + (w >> 17))
        need(size < 1 << 31, "too many extreme patterns, or too long numbers", "malformed")
        lists = [[d * dot(row, seen)] for row in rows]
        idle = zip(self.sizes, seen, rows[0], strict=True)
        lists[0][0] += sum((size - s) * min(d * p, n * p) for size, s, p in idle)
        for c, s in enumerate(seen):
            for j, row in enumerate(rows):
                steps = [(n - d) * row[c] * i for i in range(s + 1)]
                twin = j > 1 and row == rows[j - 1]
                lists[j] = lists[j - 1] if twin else [v + x for x in steps for v in lists[j]]
        return zip(*lists, strict=True), d * bottom

    def cover(self, utility, y, z):
        """sum y + delta sum z, once the charge is u(r) or more at all extreme patterns."""
        need(all(price >= 0 for _, _, price in z), "a pair price is negative")
        need(len({(a, b) for a, b, _ in z}) == len(z) * bool(self.delta), "pair twice", "malformed")
        need(len(self.rows) * utility.size <= MAX_WORK, "there are too many actions", "malformed")
        for slack, weight in self.stepped(utility, y, z) if self.delta else utility.slacks(self, y):
            above(slack, weight, "the prices do not cover an extreme pattern")
        return dot(self.sizes, y) + self.delta * sum(p * self.pairs(a, b) for a, b, p in z)

    def stepped(self, utility, y, z):
        """charge - u(r) at the staircases; of one winner and many alike the others are 0 or 1/g."""
        k, (n, d) = sum(self.sizes), self.g.as_integer_ratio()
        (flat,), unit = clear([[*y, *(price for _, _, price in z)]])
        y, charges = flat[: len(y)], flat[len(y) :]
        rows, pairs = [[(0, n, 1), (0, low, k - 1)] for low in (0, d)], [(a, b) for a, b, _ in z]
        if self.sizes != [k] or not utility.actions or y[0] < 0:
            few = k < MAX_PATTERNS.bit_length() and k * n.bit_length() < 1 << 13
            need(few, "too many truths for delta > 0, or too long numbers", "malformed")
            rows = list(islice(self.staircases(self.sizes, n**k), MAX_PATTERNS + 1))
        bits = 256 + (utility.unit * n ** min(k, 99) * max(map(abs, flat))).bit_length()
        work = len(rows) * (w := (len(flat) + utility.size) * bits) * (1 + (w >> 20))
        need(len(rows) <= MAX_PATTERNS and work < 1 << 31, "too many staircases", "malformed")
        for row in rows:
            charge = d * along(y, row) + dot(charges, excess(row, pairs, n, d))
            u, weight = utility.worth(row)
            yield Fraction(charge, d * unit) - u, weight


def along(form, row):
    return sum(form[c] * v * n for c, v, n in row)


def excess(row, pairs, top, bottom):
    """sum of [d r_i - n r_j]+ over the truths i of class a and j of class b, for each pair."""
    runs: dict = {}
    for c, v, n in row if pairs else ():
        runs.setdefault(c, []).append((v, n))
    return [
        sum(n * m * max(0, bottom * v - top * u) for v, n in runs[a] for u, m in runs[b])
        for a, b in pairs
    ]


class Utility:
    """A convex u(r): the largest of the actions sum_c x_c (largest entry of class c), information
    sum_j q_j r_j ln(r_j / m.r), or a function of linear forms: a ratio, the weight of errors."""

    def __init__(self, actions=(), logs=(), forms=(), function=lambda values: (0, 1, 0)):
        self.actions, self.logs, self.forms, self.function = actions, logs, forms, function
        self.whole, self.unit = clear(forms)
        need(bool(actions) + len(logs) + bool(forms) == 1, "not a utility of one sort", "malformed")
        self.size = sum(map(len, (*actions, *self.forms)))

    def worth(self, row):
        """u(r), and the weight of its errors."""
        top = {c: v for c, v, _ in sorted(row)}
        worths = [sum(x * top[c] for c, x in action.items()) for action in self.actions]
        u, below, weight = self.function([along(form, row) for form in self.whole])
        u = Fraction(u, below * self.unit)
        for prior, m in self.logs:
            mean = along(m, row)
            for w, v in ((prior[c] * v * n, v) for c, v, n in row if prior[c] * v):
                need(mean, "the utility is infinite")
                u, weight = u + w * log(Fraction(v) / mean), weight + w * (v != mean)
        return u + max(worths, default=0), weight

    def slacks(self, table, y):
        """y.r - u(r) on {1, g}^k, or what is less; each action by itself."""
        least = [min(p, table.g * p) for p in y]
        start = dot(table.sizes, least)
        for action in self.actions:
            net = [(c, y[c] - x) for c, x in action.items()]
            yield start + sum(min(p, table.g * p) - least[c] for c, p in net), 0
        for cost, *values in table.spread(y, *self.forms)[0] if self.forms else ():
            u, below, weight = self.function(values)
            yield cost * below - u, below * weight
        for prior, m in self.logs:
            yield from self.informed(table, *table.spread(y, prior, m))

    def informed(self, table, values, unit):
        """y.r - c (q.r - 1) + q.r ln m.r with c = g ln g / (g - 1): that is r_j ln r_j on {1, g}.
        First by ln t >= ln s + 1 - s/t, s near t = m.r, in units of 2^-bits."""
        g, flat = table.g, table.g - 1 < Fraction(1, 1 << 120)
        c, bits = (0, 0) if flat else (g / (g - 1) * log(g), 64 + 2 * int(1 / (g - 1)).bit_length())
        start, cut = unit * (floor(c * 2**bits) - 1), max(0, int((g - 1) * unit).bit_length() - 10)
        slope = lru_cache(None)(lambda s: floor((log(Fraction(s, unit)) + 1 - c) * 2**bits) - 1)

        def doubtful(value):
            p, q, t = value
            s = (t - unit >> cut << cut) + unit
            last = -s << bits if q == t else (-q * s << bits) // t
            return flat or (p << bits) + start + q * slope(s) + last < 0

        cheapest = {(q, t): p for p, q, t in sorted(filter(doubtful, values), reverse=True)}
        for i, ((q, t), p) in enumerate(cheapest.items()):
            need(i < MAX_PATTERNS, "too many patterns are nearly tight", "undecided")
            p, q, t = Fraction(p, unit), Fraction(q, unit), Fraction(t, unit)
            high = g * (q - 1) / (g - 1) if g > 1 else 0
            weight = abs(q - high) * (t > 1) if t == g else high + q * (t != 1)
            yield p - high * log(g) + q * log(t), weight


def squares(*parts):
    """The utility sum of weight (form . r)^2 / (m . r) over parts (m, forms, their weights)."""
    heavy, bottom = clear([weights for _, _, weights in parts])

    def ratio(values):
        values, top, below = iter(values), 0, 1
        for weights in heavy:
            mean, more = next(values), sum(w * next(values) ** 2 for w in weights)
            need(mean or not more, "the utility is infinite")
            top, below = top * (mean or 1) + more * below, below * (mean or 1)
        return top, below * bottom, 0

    return Utility(forms=[form for m, forms, _ in parts for form in (m, *forms)], function=ratio)


def named(sizes, name, prior=None, gain=None, **fields):
    """The utility of this name, and what to call it."""
    fair = prior is None or (min(prior) >= 0 and dot(prior, sizes) == 1)
    weighed = name in (*SYMMETRIC[1:], "gain", "fisher-information")
    own = weighed == (prior is not None) and (name == "gain") == (gain is not None)
    need(fair and own, "prior or gain does not belong here, or is no distribution", "malformed")
    need(max(sizes) == 1 or name in SYMMETRIC, "this utility tells all truths apart", "malformed")
    if not weighed and name != "trace":
        return beside("divergences", "divergence")(len(sizes), name, **fields)
    need(not fields, "a field does not belong to this utility", "malformed")
    words = name.replace("-", " ") + (at(prior, sizes) if prior else "")
    if name == "trace":
        return Utility([{c: 1} for c, _ in enumerate(sizes)]), words
    if name == "probability-of-a-right-guess":
        return Utility([{c: q} for c, q in enumerate(prior)]), words
    if name == "mutual-information":
        return Utility(logs=[(prior, prior)]), words
    if name == "fisher-information":
        need(len(sizes) == 2, "a proportion is that of truth 1 of two", "malformed")
        return squares((prior, [[-1, 1]], [1])), words
    actions = [[q * x for q, x in zip(prior, action, strict=True)] for action in gain]
    return Utility([dict(enumerate(action)) for action in actions]), f"stated {words}"


def at(prior, sizes):
    each = [f"{n} x {show(q)}" if n > 1 else show(q) for q, n in zip(prior, sizes, strict=True)]
    return f" at prior ({', '.join(each)})" if len(prior) < 7 else " at the prior given"


def prices(privacy, truths, utility, patterns, weights, prices, value, bound, gap, pair_prices=()):
    """No private table has a utility above the bound."""
    table = Table(truths, patterns, weights)
    level, (goal, words) = table.private(**privacy), named(table.sizes, **utility)
    need(bound == table.cover(goal, prices, pair_prices), "bound is not what the prices add up to")
    u, weight = (sum(part) for part in zip(*map(goal.worth, table.rows), strict=True))
    low, high = value if isinstance(value, list) else (value, value)
    above(min(u - low, high - u), weight, "the table has another value")
    need(gap == bound - low, "gap is not bound - value")
    claim = f"{level} private mechanism on {sum(table.sizes)} truths has a {words} above"
    return concluded(claim, bound, gap)


def concluded(claim, bound, gap):
    reach = f"comes within {show(gap)} of it" if gap else "reaches it"
    return f"no {claim} {show(bound)}, and this table {reach}"


def beside(file, name):
    """A function from a file beside this one, which is handed the tools of this one."""
    path = file
    try:
        module = import_module(f".{path}" if __package__ else path, __package__)
    except ImportError:
        need(False, f"this needs {file}.py beside core.py", "undecided")
    return partial(getattr(module, name), sys.modules[__name__])


def main(arguments: list[str]) -> int:
    """The command line of the checker on its own."""
    try:
        (path,) = (word for word in arguments if word != "--json")
        with open(path, "rb") as file:
            verdict = check(file.read(MAX_BYTES + 1))
    except (OSError, ValueError) as error:
        verdict = Verdict("malformed", "", f"FILE [--json] cannot be read: {str(error)!a}")
    print(json.dumps(vars(verdict)) if "--json" in arguments else verdict)
    return verdict.status


if __name__ == "__main__":
    sys.path.insert(0, re.sub(r"[^/\\]*$", "", __file__) or ".")  # also with python -I
    sys.exit(main(sys.argv[1:]))
