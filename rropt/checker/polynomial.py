"""Kind polynomial: an inequality of polynomials by an identity, expanded exactly.

A polynomial is ({monomial: integer}, denominator); a monomial is one integer, 16 bits an exponent.
"""

import re
from fractions import Fraction
from math import lcm

MAX_DEGREE = 200  # of a monomial; this keeps the exponents of all products below 2^16


def polynomial(tools, variables, constraints, equalities, claim, multiplier, terms, equality_terms):
    """claim constraints^multiplier = sum c constraints^factors square^2 + sum p_i equality_i."""
    need, ring = tools.need, Ring(tools, variables, constraints)
    goal, strictly = ring.signed(**claim)
    need(ring.positive(multiplier), "a multiplier need not be positive")
    total, positive = ring.times(goal, ring.power(multiplier)), not strictly
    for term in terms:
        c, p, plain = ring.term(**term)
        need(c >= 0, "a term has a negative coefficient")
        positive = positive or (plain and c > 0)
        total = ring.subtract(
            total, ({m: c.numerator * x for m, x in p[0].items()}, p[1] * c.denominator)
        )
    zero = [ring.expand(p) for p in equalities]
    for i, p in equality_terms:
        need(type(i) is int and i >= 0, "no equality has this index", "malformed")
        total = ring.subtract(total, ring.times(ring.expand(p), zero[i]))
    need(not any(total[0].values()), "the two sides of the identity differ")
    need(positive, "no term of the identity is strictly positive")
    where = [ring.written(p) + (" > 0" if strict else " >= 0") for p, strict in ring.held]
    where += [ring.written(p) + " = 0" for p in zero]
    said = f"{ring.written(goal)} {'>' if strictly else '>='} 0 for all real {', '.join(variables)}"
    return said + (" with " if where else "") + ", ".join(where)


class Ring:
    """Polynomials in these variables, and products of the constraints within a budget of work."""

    def __init__(self, tools, variables, constraints):
        self.tools, self.variables, self.work = tools, variables, 0
        names = all(re.fullmatch("[A-Za-z_][A-Za-z_0-9]{0,30}", name) for name in variables)
        names = names and len(set(variables)) == len(variables) <= 64
        tools.need(names, "variables must be distinct names", "malformed")
        self.held = [self.signed(**constraint) for constraint in constraints]
        self.known = {(0,) * len(self.held): ({0: 1}, 1)}

    def signed(self, polynomial, strict):
        self.tools.need(strict in ("True", "False"), "strict must be true or false", "malformed")
        return self.expand(polynomial), strict == "True"

    def term(self, coefficient, factors, square):
        """Its coefficient, its polynomial, and whether that is positive with the constraints."""
        if square is None:
            return coefficient, self.power(factors), self.positive(factors)
        root = self.expand(square)
        return coefficient, self.times(self.power(factors), self.times(root, root)), False

    def positive(self, powers):
        return all(strict or not e for (_, strict), e in zip(self.held, powers, strict=True))

    def exponents(self, powers, number):
        fits = len(powers) == number and all(type(e) is int and e >= 0 for e in powers)
        self.tools.need(fits and sum(powers) <= MAX_DEGREE, "exponents do not fit", "malformed")
        return tuple(powers)

    def expand(self, terms):
        bottom = lcm(*(c.denominator for c, _ in terms))
        poly: dict[int, int] = {}
        for c, powers in terms:
            powers = self.exponents(powers, len(self.variables))
            monomial = sum(e << 16 * i for i, e in enumerate(powers))
            poly[monomial] = poly.get(monomial, 0) + c.numerator * (bottom // c.denominator)
        return poly, bottom

    def power(self, powers):
        """The product of the constraints to these powers, each computed once."""
        powers = self.exponents(powers, len(self.held))
        if powers not in self.known:
            i = max(i for i, e in enumerate(powers) if e)
            rest = (*powers[:i], powers[i] - 1, *powers[i + 1 :])
            self.known[powers] = self.times(self.power(rest), self.held[i][0])
        return self.known[powers]

    def times(self, left, right):
        (a, over), (b, below) = left, right
        product: dict[int, int] = {}
        self.spend((1 + len(a)) * (1 + len(b)), left, right)
        for m, c in a.items():
            for n, d in b.items():
                product[m + n] = product.get(m + n, 0) + c * d
        return product, over * below

    def subtract(self, left, right):
        (a, over), (b, below) = left, right
        self.spend(1 + len(a) + len(b), left, right)
        bottom = lcm(over, below)
        total = {m: c * (bottom // over) for m, c in a.items()}
        for m, c in b.items():
            total[m] = total.get(m, 0) - c * (bottom // below)
        return total, bottom

    def spend(self, steps, *polynomials):
        bits = sum(bottom.bit_length() for _, bottom in polynomials)
        bits += sum(
            max((abs(c).bit_length() for c in p.values()), default=0) for p, _ in polynomials
        )
        self.work += steps * (1 + bits // 512) * (1 + len(self.variables) // 16)
        self.tools.need(bits <= 1 << 18, "the numbers are too long to expand", "malformed")
        self.tools.need(self.work <= self.tools.MAX_WORK, "too large to expand", "malformed")

    def written(self, polynomial):
        """A polynomial as text; a long one by the number of its terms."""
        poly, bottom = polynomial
        terms = []
        for monomial, c in sorted(poly.items(), reverse=True):
            powers = [(name, monomial >> 16 * i & 0xFFFF) for i, name in enumerate(self.variables)]
            factors = [name if e == 1 else f"{name}^{e}" for name, e in powers if e]
            lead = self.tools.show(Fraction(c, bottom))
            terms.append("*".join(([] if lead == "1" and factors else [lead]) + factors))
        text = " + ".join(terms).replace("+ -", "- ").replace("-1*", "-") or "0"
        return text if len(text) <= 400 else f"(the claimed polynomial of {len(terms)} terms)"
