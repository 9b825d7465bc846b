"""Estimating all shares q, r, r of three truths where k-ary response is not best: beyond the curve.

The best table adds a report for the two rare truths. Its formulas have one root, R = sqrt(3 w m /
(g + 2)), w = 1 + (g - 1) q and m = g + 1 - w what the common truth's report and that of the two
rare ones weigh; g and q are rational in R and m.
"""

from __future__ import annotations

import sympy as sp

from ..claims import Section, states
from ..goals import holds, identity, reals, sentence

section = Section("found")

R, m = reals("R m")

BEYOND = (m >= 1, m < R, 3 * m > R**2)
"""The curve is R = m; m >= 1 says that the shares of the rare truths are not negative."""

SPAN, REST, BOTH = R**2 + m**2 - 2 * m, 3 * m - R**2, R**2 + 3 * m**2
"""Positive; all that is rational in R and m has them in its denominators."""

WEIGHT = R**2 * (m + 1) / REST
RARE = (m + 1) / 2
STEP = 3 * SPAN / REST
GAMMA = 1 + STEP
SIZE = GAMMA + 2
SHARE = (WEIGHT - 1) / STEP
SHARES = (SHARE, (1 - SHARE) / 2, (1 - SHARE) / 2)

LEFT = 2 * RARE / (1 + R)
"""What is left of the weights of the rare truths' own reports."""

WEIGHTS = ((SIZE - LEFT) / (GAMMA + 1) / SIZE, LEFT / SIZE, LEFT / SIZE, (1 - LEFT) / (GAMMA + 1))
ROWS = ((GAMMA, 1, 1), (1, GAMMA, 1), (1, 1, GAMMA), (1, GAMMA, GAMMA))
GIVEN = (
    R**3 * (R + 3 * m) * (m + 1) / (3 * m * (1 + R) * BOTH),
    REST * RARE / (3 * m * (1 + R)),
    REST * RARE / (3 * m * (1 + R)),
    m * (R - m) * REST / ((1 + R) * BOTH),
)
"""How often each report is given."""

THIRD = sp.Rational(1, 3)
COMMON = (
    (SHARE - THIRD + m * (1 + R) / (STEP * R)) / 2,
    (SHARE - THIRD - WEIGHT * m * (1 + R) / (2 * RARE * STEP * R)) / 2,
    (SHARE - THIRD - WEIGHT * (1 + R) / (STEP * R)) / 2,
)
"""What a report adds to a third for the common truth: its own, a rare one's, that of both."""

BETWEEN = SIZE * (1 + R) / (4 * RARE * STEP)
"""And between the rare truths."""

PARTS = ((COMMON[0], 0), (COMMON[1], BETWEEN), (COMMON[1], -BETWEEN), (COMMON[2], 0))
TOLD = (
    ((R**3 - R**2 * m + 2 * R * m**2 - R * m + 3 * m**2) / (6 * R * SPAN), 0),
    ((R**2 - R * m - m**2 - m) / (6 * SPAN), m * (R + 1) / (2 * SPAN)),
    ((R**2 - R * m - m**2 - m) / (6 * SPAN), -m * (R + 1) / (2 * SPAN)),
    (-(R + m) * (m + 1) / (6 * SPAN), 0),
)
"""The same parts over one denominator."""

MOVED = (
    ((m - R) * REST / (6 * R * SPAN), 0),
    (R * (R - m) / (6 * SPAN), m * (R - m) / (2 * SPAN)),
)
"""Less those of k-ary response: of the common truth's report, of a rare one's."""

VALUE = SIZE * (1 + R) ** 2 / (2 * STEP**2)


def estimate(along, across):
    return (THIRD + 2 * along, THIRD - along + across, THIRD - along - across)


ESTIMATES = tuple(estimate(*parts) for parts in PARTS)


def squared(vector):
    return sum(entry**2 for entry in vector)


def length(along, across):
    """Of an estimate with these parts, without its thirds."""
    return 6 * along**2 + 2 * across**2


def mass(row):
    return sum(share * entry for share, entry in zip(SHARES, row, strict=True))


def unbiased():
    """Which truth is told by the estimate of which share."""
    return [
        identity(
            sum(w * e[u] * row[j] for w, e, row in zip(WEIGHTS, ESTIMATES, ROWS, strict=True)),
            sp.Integer(u == j),
            *BEYOND,
            label=f"share {u + 1} of truth {j + 1}",
        )
        for u in range(3)
        for j in range(2)
    ]


def told():
    """How often each report is given, and the parts of its estimate."""
    for number, (weight, row) in enumerate(zip(WEIGHTS, ROWS, strict=True)):
        yield identity(weight * mass(row), GIVEN[number], *BEYOND, label=f"report {number + 1}")
        for part, short in zip(PARTS[number], TOLD[number], strict=True):
            if short:
                yield identity(part, short, *BEYOND, label=f"part of estimate {number + 1}")


def moved():
    """What the estimates of k-ary response lack of those of its reports here."""
    own, other = (SIZE - 1) / STEP, -1 / STEP
    usual = (((own - THIRD) / 2, 0), ((other - THIRD) / 2, (own - other) / 2))
    for number, pair in enumerate(zip(TOLD, usual, MOVED, strict=False)):
        for here, there, short in zip(*pair, strict=True):
            if short:
                yield identity(here - there, short, *BEYOND, label=f"estimate {number + 1} moved")


@section("shares/three/beyond")
def beyond():
    """The table, its estimates and their cost; they pay for every report of two truths, with
    equality for that of the rare ones: g + 1 times the common pair's is its own and a rare one's,
    (g + 1) x > x + 2 x / (g + 1)."""
    along, across, g = reals("a c g")
    cost = sum(given * length(*parts) for given, parts in zip(GIVEN, TOLD, strict=True))
    away = WEIGHT * length(*MOVED[0]) + 2 * RARE * length(*MOVED[1])
    response = ((GAMMA + 1) ** 2 + 2) / STEP**2
    common = WEIGHT * RARE * length(TOLD[0][0] - TOLD[1][0], TOLD[1][1])
    rare = RARE**2 * length(0, 2 * BETWEEN)
    return states(
        sentence("estimates_that_pay"),
        holds(sp.And(SPAN > 0, REST > 0), *BEYOND, label="the level"),
        holds(SHARE > (GAMMA + 3) / (GAMMA + 5), *BEYOND, label="beyond the curve"),
        identity(mass(ROWS[0]), WEIGHT, *BEYOND, label="the common truth's report"),
        identity(mass(ROWS[1]), RARE, *BEYOND, label="a rare truth's report"),
        identity(R**2, 3 * WEIGHT * m / SIZE, *BEYOND, label="the root"),
        holds(sp.And(LEFT > 0, LEFT < 1), *BEYOND, label="weights"),
        *(
            identity(
                sum(w * row[j] for w, row in zip(WEIGHTS, ROWS, strict=True)),
                sp.Integer(1),
                *BEYOND,
            )
            for j in range(2)
        ),
        *unbiased(),
        identity(squared(estimate(along, across)), THIRD + length(along, across)),
        *told(),
        identity(THIRD + cost - squared(SHARES), VALUE, *BEYOND, label="the sum of variances"),
        *moved(),
        identity(
            response - away / SIZE - squared(SHARES),
            VALUE,
            *BEYOND,
            label="the bound: response, less how far the estimates of its reports are moved",
        ),
        identity((GAMMA + 1) * rare, 2 * common, *BEYOND, label="the two rare truths"),
        holds(common > 0, *BEYOND, label="the common and a rare one"),
        holds((g + 1) * g > 2, g > 1, label="(g + 1) of it are more than it and 2 / (g + 1) of it"),
        scope="three truths, shares q, r, r with q > (g + 3) / (g + 5) (two parameters), g > 1; "
        "every number of reports",
    )
