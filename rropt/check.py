"""The checker: does this certificate prove what it claims?

Standard library only; nothing of rropt is imported.  Nothing in a file is trusted but the statement
of the problem: everything else is recomputed in exact rational arithmetic.

    python rropt/check.py FILE [--json]     exit 0 verified, 1 refuted, 2 undecided, 3 malformed
"""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

FORMAT = "rropt-certificate/1"
STATUS = {"verified": 0, "refuted": 1, "undecided": 2, "malformed": 3}
MAX_BYTES, MAX_DEPTH, MAX_DIGITS = 1 << 22, 16, 4000  # of a file, its nesting, one integer
MAX_BITS = 1 << 16  # of a common denominator
MAX_DEGREE, MAX_WORK = 200, 1 << 22  # of a monomial; of coefficients multiplied in one file
RATIONAL = re.compile(r"(0|-?[1-9][0-9]*)(?:/([1-9][0-9]*))?")


@dataclass(frozen=True)
class Verdict:
    """What the checker found: the sentence proved, or the first thing that failed."""

    verdict: str
    statement: str
    reason: str

    @property
    def status(self) -> int:
        return STATUS[self.verdict]

    def __str__(self) -> str:
        return f"{self.verdict}: {self.statement or self.reason}"


class Stop(Exception):
    """The first thing that failed: (verdict, reason)."""


def check(source: dict | str | bytes) -> Verdict:
    """The verdict on a certificate, given as JSON text, as bytes or as the parsed dictionary.

    >>> print(check("[]"))
    malformed: the certificate must be an object
    """
    try:
        data = parse(source)
        need(data.get("format") == FORMAT, f'"format" must be "{FORMAT}"', "malformed")
        kind = data.get("kind")
        need(isinstance(kind, str) and kind in KINDS, "unknown kind of certificate", "malformed")
        body = {name: value for name, value in data.items() if name not in ("format", "kind")}
        return Verdict("verified", KINDS[kind](body), "")
    except Stop as stop:
        return Verdict(stop.args[0], "", stop.args[1])


def check_file(path) -> Verdict:
    """The verdict on the certificate in a file (no more than MAX_BYTES of it are read)."""
    with open(path, "rb") as file:
        return check(file.read(MAX_BYTES + 1))


# ---- reading


def need(condition, reason: str, verdict: str = "refuted") -> None:
    if not condition:
        raise Stop(verdict, reason)


def parse(source) -> dict:
    """Strict JSON: no float, no duplicate key, no deep nesting, nothing large."""
    try:
        raw = source if isinstance(source, (str, bytes)) else json.dumps(source)
        need(len(raw) <= MAX_BYTES, f"more than {MAX_BYTES} bytes", "malformed")
        text = raw.decode("utf-8") if isinstance(raw, bytes) else raw
        shape, depth = re.sub(r'"(?:[^"\\]|\\.)*"|[^][{}"]', "", text), 0
        for mark in shape:
            depth += 1 if mark in "[{" else -1
            need(depth <= MAX_DEPTH, "nested too deeply", "malformed")
        data = json.loads(text, object_pairs_hook=pairs, parse_float=refuse,
                          parse_constant=refuse, parse_int=small)
    except (ValueError, TypeError, RecursionError, MemoryError) as error:
        raise Stop("malformed", f"not JSON: {str(error)[:80]}") from None
    need(isinstance(data, dict), "the certificate must be an object", "malformed")
    return data


def pairs(items) -> dict:
    found = dict(items)
    need(len(found) == len(items), "a key occurs twice", "malformed")
    return found


def refuse(text):
    raise Stop("malformed", f"{text[:20]} is a float: exact numbers are strings")


def small(text: str) -> int:
    need(len(text) <= 18, "an index or a count is too large", "malformed")
    return int(text)


def fields(record, required: str, optional: str = "") -> list:
    """The values of a record that has exactly these keys (None for an absent optional one)."""
    names, extra = required.split(), optional.split()
    need(isinstance(record, dict), f"expected a record of {required}", "malformed")
    for name in names:
        need(name in record, f'"{name}" is missing', "malformed")
    unknown = sorted(set(record) - set(names) - set(extra))
    need(not unknown, f'unknown or inapplicable key "{str(unknown[:1])[2:22]}', "malformed")
    return [record.get(name) for name in names + extra]


def listed(value, what: str, length: int | None = None) -> list:
    ok = isinstance(value, list) and len(value) == (len(value) if length is None else length)
    size = "" if length is None else f" of {length}"
    need(ok, f"{what} must be a list{size}", "malformed")
    return value


def natural(value, what: str, low: int = 0, high: int = 10**18) -> int:
    ok = type(value) is int and low <= value <= high
    need(ok, f"{what} must be an integer from {low} to {high}", "malformed")
    return value


def number(value, what: str) -> Fraction:
    """A rational written in lowest terms, such as "3/4" or "-2"."""
    match = RATIONAL.fullmatch(value) if isinstance(value, str) else None
    need(match, f'{what} must be a rational in lowest terms such as "3/4"', "malformed")
    need(max(map(len, match.groups("1"))) <= MAX_DIGITS, f"{what} has too many digits", "malformed")
    top, bottom = map(int, match.groups("1"))
    result = Fraction(top, bottom)
    lowest = result.denominator == bottom and (bottom > 1 or "/" not in value)
    need(lowest, f"{what} is not in lowest terms", "malformed")
    return result


def vector(value, what: str, length: int | None = None) -> list[Fraction]:
    return [number(entry, what) for entry in listed(value, what, length)]


def matrix(value, what: str, columns: int | None = None, rows: int | None = None) -> list:
    found = [vector(row, what, columns) for row in listed(value, what, rows)]
    need(found and found[0], f"{what} is empty", "malformed")
    need(len({len(row) for row in found}) == 1, f"{what} has rows of unequal length", "malformed")
    return found


def common(values) -> tuple[list[int], int]:
    """Integers over one common denominator."""
    values, bottom = list(values), 1
    for value in values:
        bottom = lcm(bottom, value.denominator)
        need(bottom.bit_length() <= MAX_BITS, "the common denominator is too large", "malformed")
    return [value.numerator * (bottom // value.denominator) for value in values], bottom


def integers(rows) -> tuple[list[list[int]], int]:
    """A matrix as integers over one common denominator."""
    flat, bottom = common(value for row in rows for value in row)
    width = len(rows[0])
    return [flat[i : i + width] for i in range(0, len(flat), width)], bottom


def show(value: Fraction) -> str:
    """The number itself when it is short, otherwise its first digits."""
    if max(abs(value.numerator), value.denominator) < 10**15:
        return str(value)
    digits = 0
    while abs(value) * 10**digits < 10**8 and digits < 60:
        digits += 4
    scaled = round(abs(value) * 10**digits)
    if scaled > 10**40 or not scaled:
        return "a huge number" if scaled else ("-" if value < 0 else "+") + "0.000..."
    text = f"{scaled:0{digits + 1}d}"
    cut = f"{text[:-digits]}.{text[-digits:]}" if digits else text
    return ("-" if value < 0 else "") + cut + "..."


# ---- garbling, separation: Blackwell's order


def channel(value, what: str, columns: int | None = None) -> list:
    """A column-stochastic matrix: rows are reports, each column adds up to one."""
    rows = matrix(value, what, columns)
    need(min(map(min, rows)) >= 0, f"{what} has a negative entry")
    table, bottom = integers(rows)
    need(all(sum(column) == bottom for column in zip(*table)), f"a column of {what} does not add up to 1")
    return rows


def garbling(body) -> str:
    a, p, c = fields(body, "A P C")
    a = channel(a, "A")
    p = channel(p, "P", len(a[0]))
    c = channel(c, "C", len(p))
    need(len(c) == len(a), "C must have as many rows as A", "malformed")
    (a, over), (p, below), (c, left) = integers(a), integers(p), integers(c)
    columns = list(zip(*p))
    for i, row in enumerate(c):
        product = [dot(row, column) * over for column in columns]
        need(product == [x * below * left for x in a[i]], f"row {i} of C P is not row {i} of A")
    return "A = C P: every use of A can be made of P, whatever the decision problem"


def separation(body) -> str:
    a, p, gain, claimed_a, claimed_p = fields(body, "A P gain A_value P_value")
    a = channel(a, "A")
    p = channel(p, "P", len(a[0]))
    gain = matrix(gain, "gain", len(a[0]))
    worth = []
    for name, table, claimed in (("A", a, claimed_a), ("P", p, claimed_p)):
        (rows, over), (actions, below) = integers(table), integers(gain)
        total = sum(max(dot(action, row) for action in actions) for row in rows)
        worth.append(Fraction(total, over * below))
        need(worth[-1] == number(claimed, f"{name}_value"), f"the value of {name} is another one")
    need(worth[0] > worth[1], "A does not do better than P under this gain")
    return f"A = C P for no C: under the gain given A is worth {show(worth[0])} and P {show(worth[1])}"


def dot(x, y):
    return sum(a * b for a, b in zip(x, y))


# ---- polynomial: ({monomial: integer}, denominator), a monomial is one integer of 16-bit exponents


def polynomial(body) -> str:
    names, given, equalities, claim, multiplier, terms, ideal = fields(
        body, "variables constraints equalities claim multiplier terms equality_terms")
    word = re.compile(r"[A-Za-z_][A-Za-z_0-9]{0,30}")
    ok = all(isinstance(v, str) and word.fullmatch(v) for v in listed(names, "variables"))
    need(ok and len(set(names)) == len(names) <= 64, "variables must be distinct names", "malformed")
    held = [signed(constraint, len(names)) for constraint in listed(given, "constraints")]
    zero = [expand(p, len(names)) for p in listed(equalities, "equalities")]
    goal, strictly = signed(claim, len(names))
    ring = Products([p for p, _ in held])
    powers = exponents(multiplier, len(held))
    need(all(held[i][1] for i, e in enumerate(powers) if e), "a multiplier need not be positive")
    top, bottom = ring.times(goal, ring.power(powers))
    total, positive = [(Fraction(-1, bottom), top)], False
    for term in listed(terms, "terms"):
        coefficient, factors, square = fields(term, "coefficient factors square")
        c, factors = number(coefficient, "a coefficient"), exponents(factors, len(held))
        need(c >= 0, "a term has a negative coefficient")
        product = ring.power(factors)
        if square is not None:
            root = expand(square, len(names))
            product = ring.times(product, ring.times(root, root))
        elif c > 0 and all(held[i][1] for i, e in enumerate(factors) if e):
            positive = True
        total.append((c / product[1], product[0]))
    for term in listed(ideal, "equality_terms"):
        index, cofactor = listed(term, "an equality term", 2)
        index = natural(index, "the index of an equality", 0, len(zero) - 1)
        top, bottom = ring.times(expand(cofactor, len(names)), zero[index])
        total.append((Fraction(1, bottom), top))
    need(vanishes(total), "the two sides of the identity differ")
    need(positive or not strictly, "no term of the identity is strictly positive")
    where = [written(p, names) + (" > 0" if s else " >= 0") for p, s in held]
    where += [written(p, names) + " = 0" for p in zero]
    return (f"{written(goal, names)} {'>' if strictly else '>='} 0 for all real {', '.join(names)}"
            + (" with " if where else "") + ", ".join(where))


def signed(record, variables: int) -> tuple:
    p, strict = fields(record, "polynomial strict")
    need(isinstance(strict, bool), '"strict" must be true or false', "malformed")
    return expand(p, variables), strict


def exponents(value, length: int) -> tuple[int, ...]:
    """Exponents of up to MAX_DEGREE in all: 16 bits hold those of every product."""
    found = [natural(e, "an exponent", 0, MAX_DEGREE) for e in listed(value, "exponents", length)]
    need(sum(found) <= MAX_DEGREE, "the degree is too large", "malformed")
    return tuple(found)


def expand(value, variables: int) -> tuple[dict[int, int], int]:
    pieces = []
    for term in listed(value, "a polynomial"):
        coefficient, powers = listed(term, "a term of a polynomial", 2)
        monomial = sum(e << 16 * i for i, e in enumerate(exponents(powers, variables)))
        pieces.append((monomial, number(coefficient, "a coefficient")))
    tops, bottom = common(c for _, c in pieces)
    poly: dict[int, int] = {}
    for (monomial, _), top in zip(pieces, tops):
        poly[monomial] = poly.get(monomial, 0) + top
    return poly, bottom


class Products:
    """Products of the constraints, each computed once, within a budget of work."""

    def __init__(self, held):
        self.held, self.work, self.known = held, 0, {(0,) * len(held): ({0: 1}, 1)}

    def power(self, powers):
        if powers not in self.known:
            i = max(i for i, e in enumerate(powers) if e)
            rest = powers[:i] + (powers[i] - 1,) + powers[i + 1 :]
            self.known[powers] = self.times(self.power(rest), self.held[i])
        return self.known[powers]

    def times(self, left, right):
        (a, over), (b, below) = left, right
        size = sum(max((abs(c).bit_length() for c in p.values()), default=0) for p in (a, b))
        self.work += (1 + len(a)) * (1 + len(b)) * (1 + size // 512)
        need(self.work <= MAX_WORK, "the products are too large to expand", "malformed")
        out: dict[int, int] = {}
        for m, c in a.items():
            for n, d in b.items():
                out[m + n] = out.get(m + n, 0) + c * d
        return out, over * below


def vanishes(pieces) -> bool:
    """Is this sum of (rational, integer polynomial) zero?"""
    scales, _ = common(scale for scale, _ in pieces)
    total: dict[int, int] = {}
    for scale, (_, poly) in zip(scales, pieces):
        for monomial, c in poly.items():
            total[monomial] = total.get(monomial, 0) + scale * c
    return not any(total.values())


def written(p, names) -> str:
    """A polynomial as text; a long one by the number of its terms."""
    poly, bottom = p
    terms = []
    for monomial, c in sorted(poly.items(), reverse=True):
        powers = [(name, monomial >> 16 * i & 0xFFFF) for i, name in enumerate(names)]
        factors = [name if e == 1 else f"{name}^{e}" for name, e in powers if e]
        lead = show(Fraction(c, bottom))
        terms.append("*".join(([] if lead == "1" and factors else [lead]) + factors))
    text = " + ".join(terms).replace("+ -", "- ").replace("-1*", "-") or "0"
    return text if len(text) <= 400 else f"(the claimed polynomial of {len(terms)} terms)"


KINDS = {"garbling": garbling, "separation": separation, "polynomial": polynomial}


def main(arguments: list[str]) -> int:
    plain = [a for a in arguments if a != "--json"]
    if len(plain) != 1:
        print("usage: python check.py FILE [--json]", file=sys.stderr)
        return STATUS["malformed"]
    try:
        verdict = check_file(plain[0])
    except OSError as error:
        verdict = Verdict("malformed", "", f"{plain[0]}: {error.strerror}")
    data = {name: getattr(verdict, name) for name in ("verdict", "statement", "reason")}
    print(json.dumps(data, sort_keys=True) if "--json" in arguments else verdict)
    return verdict.status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
