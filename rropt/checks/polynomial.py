"""Kind polynomial: an inequality of polynomials by an identity, expanded exactly.

A polynomial is ({monomial: integer}, denominator); a monomial is one integer, 16 bits an exponent.
"""

from __future__ import annotations

import re
from fractions import Fraction

from .reading import MAX_WORK, common, fields, listed, natural, need, number, show

MAX_DEGREE = 200  # of a monomial; this keeps the exponents of all products below 2^16


def polynomial(body) -> str:
    names, given, equalities, claim, multiplier, terms, ideal = fields(
        body, "variables constraints equalities claim multiplier terms equality_terms"
    )
    word = re.compile(r"[A-Za-z_][A-Za-z_0-9]{0,30}")
    ok = all(isinstance(v, str) and word.fullmatch(v) for v in listed(names, "variables"))
    need(
        ok and len(set(names)) == len(names) <= 64, "variables must be distinct names", "malformed"
    )
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
    return (
        f"{written(goal, names)} {'>' if strictly else '>='} 0 for all real {', '.join(names)}"
        + (" with " if where else "")
        + ", ".join(where)
    )


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
    for (monomial, _), top in zip(pieces, tops, strict=True):
        poly[monomial] = poly.get(monomial, 0) + top
    return poly, bottom


class Products:
    """Products of the constraints, each computed once, within a budget of work."""

    def __init__(self, held):
        self.held, self.work, self.known = held, 0, {(0,) * len(held): ({0: 1}, 1)}

    def power(self, powers):
        if powers not in self.known:
            i = max(i for i, e in enumerate(powers) if e)
            rest = (*powers[:i], powers[i] - 1, *powers[i + 1 :])
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
    for scale, (_, poly) in zip(scales, pieces, strict=True):
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
