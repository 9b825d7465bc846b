"""Kind `polynomial`: an identity that shows a sign, expanded."""

from fractions import Fraction
from typing import Any

from .plain_privacy import number

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
        # A square may be 0: only terms without one keep a strict sign.
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
