"""Random boundaries h: every enclosure of B(h) holds what mpmath sees, and is tight.

Boundary number i is made from the seed i alone. The truth is looked for without rropt: dense
sampling, golden sections and points down to 10^-30 from both ends, in mpmath. A value that is seen
is never below `lo`; where `hi` is finite, something nearly as low is seen.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

import mpmath
import pytest
import sympy

from rropt.exact import InputError
from rropt.strict.bound import bound_of
from rropt.strict.evaluate import P
from rropt.strict.expression import boundary_expression
from tests.strict.by_mpmath import least_seen

DIGITS = 90
"""Of which 40 are lost where p is within 10^-30 of an end."""
POWERS = ["1/2", "1/3", "2/3", "3/4", "1/4", "3/2", "5/3", "2"]


def root(random: Random) -> str:
    """Products of fractional powers that keep p <= h <= 1."""
    a, b = random.choice(POWERS), random.choice(POWERS)
    c = random.randint(2, 9)
    middle = random.choice(["1", f"(p+p**2)**({a})", f"(2*p-p**2)**({b})", "sqrt(1+p)", "(2-p)"])
    return f"p + (1-p)*p**({a})*(1-p)**({b})*{middle}/{2 * c}"


def smooth(random: Random) -> str:
    """erf, log and exp of powers, with a factor that is between 0 and 1."""
    a, c = random.choice(POWERS), random.randint(1, 6)
    way = random.choice(["p", "(1-p)"])
    inner = f"{way}**({a})"
    grown = [
        f"erf({c}*{inner})",
        f"log(1+{c}*{inner})/log({c + 1})",
        f"(1-exp(-{c}*{inner}))",
        f"sqrt({inner})*erf(sqrt({inner}))",
        f"{inner}*exp(1-{way})/3",
    ]
    factors = random.sample(grown, random.randint(1, 2))
    other = random.choice(["1", "p", "p**(1/3)", "sqrt(p)", "p**(2/3)"])
    return f"p + (1-p)*{other}*{'*'.join(factors)}/{random.randint(2, 5)}"


def wave(random: Random) -> str:
    k, c = random.randint(1, 7), random.randint(2, 9)
    forms = [
        f"p + (1-p)*sin({k}*p)**2/{c}",
        f"p + p*(1-p)*cos({k}*p)**2/{c}",
        f"p + p*(1-p)*(1+sin({k}*pi*p))/{2 * c}",
        "sin(pi*p/2)",
        f"1 - (1-p)*cos(p*pi/{k + 3})",
        f"p + (1-p)*sqrt(p)*(2+cos({k}/p))/{3 * c}",
    ]
    return random.choice(forms)


def nested_root(random: Random) -> str:
    a, b = random.randint(1, 5), random.randint(1, 5)
    forms = [
        f"p + (1-p)*sqrt(p + {a}*sqrt(p))/{a + b}",
        f"p + (1-p)*(sqrt(p*(2-p)) + p**(1/3))/{b + 2}",
        f"p + (1-p)*sqrt(1 + {a}*p - sqrt(1 + p))/{a + b + 1}",
        f"p + p*(1-p)*sqrt({a} + sqrt({b} + p))/{a + b + 2}",
        f"sqrt(p*sqrt(p*(2-p)))*{a}/{a + b} + p*{b}/{a + b}",
    ]
    return random.choice(forms)


def entropic(random: Random) -> str:
    a, c = random.choice(["1", "1/2", "2", "3/2"]), random.randint(1, 6)
    forms = [
        f"p - p*(1-p)*log(p)/{c}",
        f"p + (1-p)*p**({a})*log(p)**2/{c + 7}",
        f"p + p*(1-p)/{c} + p**2*(1-p)*log(p)/{3 * c}",
        "p**p",
        f"p**(p**({c}/3))",
        f"p - (1-p)*log(1-p)*p/{c + 2}",
        f"p + (1-p)*(1-p**p)/{c}",
    ]
    return random.choice(forms)


FAMILIES = [root, smooth, wave, nested_root, entropic]


def leaf(random: Random) -> str:
    return random.choice(FAMILIES)(random)


def branching(random: Random) -> str:
    a, b = leaf(random), leaf(random)
    cut = random.choice(["1/3", "2/7", "sqrt(2)/3", "1/2"])
    line = f"p + 1/{random.randint(5, 30)}"
    forms = [
        f"Min({a}, {b})",
        f"Max({a}, {b})",
        f"Min(1, Max({a}, {line}))",
        f"(({a}) + 2*Min({b}, {a}))/3",
        f"Piecewise(({a}, p < {cut}), ({b}, True))",
        f"Min(1, {line}, {a})",
        f"p + Abs(({a}) - ({b}))/2",
    ]
    return random.choice(forms)


ALL = [*FAMILIES, branching, branching]


def boundary(seed: int) -> str:
    random = Random(seed)
    return random.choice(ALL)(random)


def any_boundary(seed: int, tight: bool = True) -> None:
    """One random boundary; a h that leaves its limits may be refused, if it does."""
    h = boundary(seed)
    with mpmath.workdps(DIGITS):
        try:
            found = bound_of(h)
        except InputError:
            assert leaves_its_limits(h), h
            return
        seen = least_seen(h, 30)
        slack = mpmath.mpf(10) ** -40
        assert mpmath.mpf(found.lo.numerator) / found.lo.denominator <= seen * (1 + slack), h
        top = mpmath.mpf(found.hi.numerator) / found.hi.denominator
        reach = mpmath.mpf(10) ** (-7 if found.attained else -3)
        assert top >= seen * (1 - reach), (h, found, seen)
        assert not tight or found.hi - found.lo < found.hi / 10**12 or is_wild(h), (h, found)


def leaves_its_limits(h: str) -> bool:
    values = sympy.lambdify(P, boundary_expression(h), "mpmath")
    points = [mpmath.mpf(i) / 997 for i in range(1, 997)]
    return any(not p <= values(p) <= 1 for p in points)


def is_wild(h: str) -> bool:
    """Oscillates without end at 0."""
    return "/p)" in h


@pytest.mark.everything
@pytest.mark.parametrize("seed", range(10))
def test_random_boundaries_are_enclosed(seed: int) -> None:
    any_boundary(seed)


TERMS = [
    "(p-{b})**2",
    "Abs(p-{b})**(3/2)",
    "(exp((p-{b})**2)-1)",
    "(1-cos(p-{b}))",
    "log(1+(p-{b})**2)",
    "Abs(p-{b})",
    "erf((p-{b})**2)",
    "Max(p-{b}, 2*({b}-p))",
    "sin(p-{b})**2",
]
"""Nowhere negative, and zero at b."""

AT_ZERO = [
    "p**(1/3)",
    "p**2",
    "sqrt(p)",
    "erf(sqrt(p))",
    "(1-exp(-p))",
    "log(1+p**(2/3))",
    "sin(p)",
]
SPELLINGS = ["p*({g})/(1-p+p*({g}))", "1/(1+(1-p)/(p*({g})))", "1-(1-p)/(1-p+p*({g}))"]


def of_known_ratio(seed: int) -> tuple[str, Fraction, bool]:
    """h whose ratio is g: B(h) is the infimum of g, here a number plus terms that vanish at b."""
    random = Random(f"ratio {seed}")
    level = Fraction(random.randint(11, 60), 10)
    inside = random.random() < 0.7
    place = Fraction(random.randint(1, 12), 13)
    terms = TERMS if inside else AT_ZERO
    chosen = random.sample(terms, random.randint(1, 2))
    parts = [f"{random.randint(1, 9)}*{term.format(b=f'({place})')}/3" for term in chosen]
    g = " + ".join([str(level), *parts])
    return random.choice(SPELLINGS).format(g=g), level, inside


def any_known_ratio(seed: int) -> None:
    """The enclosure holds the infimum that is known, and says whether it is attained."""
    h, level, inside = of_known_ratio(seed)
    found = bound_of(h)
    assert found.lo <= level <= found.hi, (h, found)
    assert found.hi - found.lo < found.hi / 10**12, (h, found)
    assert found.attained in (None, inside), (h, found)


@pytest.mark.everything
@pytest.mark.parametrize("seed", range(5))
def test_boundaries_of_a_known_ratio(seed: int) -> None:
    any_known_ratio(seed)
