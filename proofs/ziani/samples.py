"""Section 1.5, continued: how many samples a small gamma costs."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

import sympy as sp

from ..claims import Section, states
from ..goals import argued, crosscheck, holds, identity, integers, reals, sentence
from .accuracy import BOUND, VARIANCE
from .estimator import estimates, right_estimate
from .response import half, p

section = Section("ziani")
a, c, y, v, m, q, S = reals("a c y v m q S")
alpha, gamma, delta = reals("alpha gamma delta")
n = integers("n")
NINTH = sp.Rational(1, 9)


@section("acc/intuition")
def intuition():
    """gamma = c / sqrt n keeps the bound of Theorem 5; a smaller gamma has a smaller epsilon."""
    return sentence("more_people_more_privacy")


def fourth_moment():
    """E(error^4) <= 3 m^2 for the variance m = v / (4 gamma^2 n), one more report at a time: a
    report has variance v = p (1-p) >= 1/6 and fourth moment v (1 - 3v) <= 3 v^2."""
    step = (v >= sp.Rational(1, 6), v <= sp.Rational(1, 4), n >= 0)
    return [
        identity(p * (1 - p) ** 4 + (1 - p) * p**4, p * (1 - p) * (1 - 3 * p * (1 - p))),
        holds(
            S + 6 * n * v * v + v * (1 - 3 * v) <= 3 * (n + 1) ** 2 * v**2,
            3 * n**2 * v**2 >= S,
            *step,
        ),
        holds((half - gamma) * (half + gamma) >= sp.Rational(1, 6), 12 * gamma**2 <= 1),
        identity(
            3 * n**2 * v**2 / (2 * gamma * n) ** 4,
            3 * (v / (4 * gamma**2 * n)) ** 2,
            gamma > 0,
            n >= 1,
        ),
        identity(
            VARIANCE.subs(p, half - gamma),
            (half - gamma) * (half + gamma) / (4 * gamma**2 * n),
            gamma > 0,
            n >= 1,
        ),
    ]


def often_far():
    """P(error^2 > m/2) >= 1/9: with y = error^2 - m/2 the indicator of y > 0 is at least
    2 c y - c^2 y^2, whose expectation for c = 2 / (9m) and E(error^4) = q <= 3 m^2 is 1/9."""
    spread = q - m**2 + m**2 / 4
    return [
        holds(2 * c * y - c**2 * y**2 <= 1, c > 0, squares=[c * y - 1]),
        holds(2 * c * y - c**2 * y**2 <= 0, c > 0, y <= 0),
        identity((2 * c * m / 2 - c**2 * spread).subs({c: 2 / (9 * m), q: 3 * m**2}), NINTH, m > 0),
        holds(2 * c * m / 2 - c**2 * spread >= 2 * c * m / 2 - 9 * c**2 * m**2 / 4, q <= 3 * m**2),
    ]


def _far(share):
    """The corrected estimator misses by more than sqrt(m/2) with at least this probability."""

    def predicate(case):
        bits, flip = case
        mean, spread = (
            F(sum(bits), len(bits)),
            flip * (1 - flip) / ((1 - 2 * flip) ** 2 * len(bits)),
        )
        law = [((e - mean) ** 2, w) for e, w in estimates(bits, flip, right_estimate)]
        fourth = sum(d * d * w for d, w in law)
        return fourth <= 3 * spread**2 and sum(w for d, w in law if 2 * d > spread) >= share

    return predicate


@section("thm-5/sample-size")
def sample_size():
    """Necessary: alpha^2 < m/2 would miss alpha with probability 1/9 > delta. Sufficient: then the
    bound of Theorem 5 is at most alpha."""
    given = (alpha > 0, gamma > 0, delta > 0, n >= 1)
    square, spread = BOUND.subs(p, half - gamma), v / (4 * gamma**2 * n)
    needed = 16 * delta * alpha**2 * gamma**2 * n
    return states(
        argued(
            "fourth moments of sums, one report at a time; monotony of the expectation",
            *fourth_moment(),
            *often_far(),
            holds(48 * alpha**2 * gamma**2 * n >= 1, *given, alpha**2 >= spread / 2, 6 * v >= 1),
        ),
        identity(square * needed, alpha**2, *given),
        holds(alpha**2 >= S, S >= 0, alpha > 0, sp.Eq(S * q, alpha**2), q >= 1),
        crosscheck(
            lambda: [
                (bits, flip)
                for size in (1, 2, 3, 6)
                for bits in product((0, 1), repeat=size)
                for flip in (F(1, 4), F(2, 5), F(9, 20))
            ],
            _far(F(1, 9)),
            "misses by sqrt(m/2) with probability at least 1/9",
            false=[_far(F(1, 2))],
        ),
        scope="b-hat as corrected, independent reports, delta < 1/9 constant, gamma^2 <= 1/12: "
        "n >= 1/(48 alpha^2 gamma^2) is necessary, n >= 1/(16 delta alpha^2 gamma^2) is sufficient",
    )
