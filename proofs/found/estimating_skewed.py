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

WEIGHT = R**2 * (m + 1) / (3 * m - R**2)
RARE = (m + 1) / 2
GAMMA = sp.together(WEIGHT + m - 1)
STEP = sp.factor(GAMMA - 1)
SHARE = sp.factor((WEIGHT - 1) / STEP)
SHARES = (SHARE, (1 - SHARE) / 2, (1 - SHARE) / 2)

LEFT = 2 * RARE / (1 + R)
"""What is left of the weights of the rare truths' own reports."""

SIZE = GAMMA + 2
WEIGHTS = ((SIZE - LEFT) / (GAMMA + 1) / SIZE, LEFT / SIZE, LEFT / SIZE, (1 - LEFT) / (GAMMA + 1))
ROWS = ((GAMMA, 1, 1), (1, GAMMA, 1), (1, 1, GAMMA), (1, GAMMA, GAMMA))

THIRD = sp.Rational(1, 3)
COMMON = tuple(
    (SHARE - THIRD + moved) / 2
    for moved in (
        m * (1 + R) / (STEP * R),
        -WEIGHT * m * (1 + R) / (2 * RARE * STEP * R),
        -WEIGHT * (1 + R) / (STEP * R),
    )
)
"""What a report adds to a third for the common truth: its own, a rare one's, that of both."""

BETWEEN = SIZE * (1 + R) / (4 * RARE * STEP)
"""And between the rare truths."""

ESTIMATES = tuple(
    (THIRD + 2 * along, THIRD - along + across, THIRD - along - across)
    for along, across in (
        (COMMON[0], 0),
        (COMMON[1], BETWEEN),
        (COMMON[1], -BETWEEN),
        (COMMON[2], 0),
    )
)
VALUE = SIZE * (1 + R) ** 2 / (2 * STEP**2)


def squared(vector):
    return sum(entry**2 for entry in vector)


def mass(row):
    return sum(share * entry for share, entry in zip(SHARES, row, strict=True))


def distance(one, other):
    return squared(x - y for x, y in zip(ESTIMATES[one], ESTIMATES[other], strict=True))


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


def response_less_moved():
    """What k-ary response costs, less how far the estimates of its reports are moved."""
    usual = [[(SIZE * int(u == j) - 1) / STEP for u in range(3)] for j in range(3)]
    away = sum(
        mass(ROWS[j]) * squared(x - y for x, y in zip(ESTIMATES[j], usual[j], strict=True))
        for j in range(3)
    )
    return ((GAMMA + 1) ** 2 + 2) / STEP**2 - away / SIZE


@section("shares/three/beyond")
def beyond():
    """The table, its estimates and their cost; they pay for every report of two truths, with
    equality for that of the rare ones."""
    table = list(zip(WEIGHTS, ROWS, strict=True))
    cost = sum(w * mass(row) * squared(e) for (w, row), e in zip(table, ESTIMATES, strict=True))
    common = mass(ROWS[0]) * mass(ROWS[1]) * distance(0, 1)
    rare = mass(ROWS[1]) * mass(ROWS[2]) * distance(1, 2)
    return states(
        sentence("estimates_that_pay"),
        holds(STEP > 0, *BEYOND, label="the level"),
        holds(SHARE > (GAMMA + 3) / (GAMMA + 5), *BEYOND, label="beyond the curve"),
        identity(mass(ROWS[0]), WEIGHT, *BEYOND, label="the common truth's report"),
        identity(R**2, 3 * WEIGHT * m / SIZE, *BEYOND, label="the root"),
        holds(sp.And(LEFT > 0, LEFT < 1), *BEYOND, label="weights"),
        *(identity(sum(w * row[j] for w, row in table), sp.Integer(1), *BEYOND) for j in range(2)),
        *unbiased(),
        identity(cost - squared(SHARES), VALUE, *BEYOND, label="the sum of variances"),
        identity(response_less_moved() - squared(SHARES), VALUE, *BEYOND, label="the bound"),
        identity((GAMMA + 1) * rare, 2 * common, *BEYOND, label="the two rare truths"),
        holds((GAMMA + 1) * common > common + rare, *BEYOND, label="the common and a rare one"),
        scope="three truths, shares q, r, r with q > (g + 3) / (g + 5) (two parameters), g > 1; "
        "every number of reports",
    )
