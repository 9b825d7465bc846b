"""Section 4.3, the loss that a level of privacy forces: Theorem 4.9 and its corollary."""

from __future__ import annotations

import sympy as sp

from ..claims import Section, definition, states
from ..goals import by, check, crosscheck, holds, identity, reals
from . import schemas
from .losses import AT_LEAST, SHARED, losses
from .model import F, a, base, c, loss, s
from .privacy import BRANCH, INNER, R, branches, ratio, sharp

section = Section("vinterbo")


def same_ratio():
    """Pairs of parameters with equal r."""
    return [(x, y) for x in INNER for y in (x, 1 - x) if ratio(x) == ratio(y)]


def one_branch():
    """On each side of 1/2 the level determines a, and a = R / (1 + R) or 1 / (1 + R); equal
    levels on different sides add up to one."""
    y, half = sp.Symbol("a_2"), sp.S.Half
    up, down = (a >= half, a < 1, y >= half, y < 1), (a > 0, a <= half, y > 0, y <= half)
    return [
        holds(sp.Eq(a, y), *up, sp.Eq(a / (1 - a), y / (1 - y)), degree=3),
        holds(sp.Eq(a, y), *down, sp.Eq((1 - a) / a, (1 - y) / y), degree=3),
        holds(sp.Eq(a + y, 1), *up[:2], *down[2:], sp.Eq(a / (1 - a), (1 - y) / y), degree=3),
        identity(R / (1 + R) / (1 - R / (1 + R)), R, R >= 1),
        identity(1 / (1 + R) / (1 - 1 / (1 + R)), 1 / R, R >= 1),
        holds(sp.And(half <= R / (1 + R), R / (1 + R) < 1), R >= 1),
    ]


def inverse_level(*more):
    single = crosscheck(
        same_ratio, lambda q: q[0] == q[1], "r(a) = r(a') only for a = a'", names="a a'"
    )
    return states(single, *more, assuming=BRANCH, under=[*one_branch(), *more])


@section("priv/phi-alpha")
def phi_alpha():
    return inverse_level()


def level_cost():
    """((r^2 + 1) / (r - 1)^2), on either branch."""
    cost = (R**2 + 1) / (R - 1) ** 2
    return [identity(base(R / (1 + R)), cost, R > 1), identity(base(1 / (1 + R)), cost, R > 1)]


@section("priv/c-composition")
def c_composition():
    return inverse_level(*level_cost())


@section("priv/shape-independence")
def shape_independence():
    """c and L depend on a through r(a) alone."""

    def same(q):
        return base(q[0]) == base(q[1])

    return states(
        *level_cost(),
        *branches(),
        *losses(),
        crosscheck(lambda: [q for q in same_ratio() if q[0] != F(1, 2)], same, "equal c"),
        scope="alpha > 0 (a != 1/2), on both branches of r^-1",
    )


def costly():
    """r <= R implies ((r^2+1)/(r-1)^2)^n >= ((R^2+1)/(R-1)^2)^n."""
    r, x, y = reals("r x y")
    return [
        *level_cost(),
        *sharp(),
        by(
            "power-order",
            holds(r * x > R * y, r > R, x >= y, y > 0, R > 0),
            x=r,
            y=R,
            n=sp.Symbol("k", integer=True),
        ),
        holds(
            (r**2 + 1) / (r - 1) ** 2 >= (R**2 + 1) / (R - 1) ** 2,
            r > 1,
            r <= R,
            degree=5,
            multiply=True,
        ),
        schemas.monotone(),
    ]


@section("thm-4.9/c")
def thm_c():
    return states(
        *costly(),
        check(lambda: base(F(9, 10)) < F(9 + 1, (3 - 1) ** 2), "it fails for n = 1, k = 2, r = 9"),
        scope="1 <= k <= n, privacy against all inputs that differ in at most k bits, alpha > 0, "
        "a != 1/2 (c of lemma 4.5); for k > n the bound fails",
    )


@section("thm-4.9/L")
def thm_l():
    least = reals("c_alpha")
    return states(
        *costly(),
        *losses(),
        holds(loss(c, s) >= loss(least, s), c >= least, *AT_LEAST, *SHARED, multiply=True),
        scope="pi^T pi < 1, 1 <= k <= n, alpha > 0",
    )


PI, X0, X1 = reals("pi x_0 x_1")
RARE = (PI > 0, PI < 1)
CONE = (X1 <= R * X0, X0 <= R * X1, X0 > 0, X1 > 0)


def pattern(x0, x1):
    """Fisher information of a report with the likelihoods x_0, x_1."""
    return (x1 - x0) ** 2 / ((1 - PI) * x0 + PI * x1)


def prices():
    """The linear function that is the information on the two extreme patterns."""
    up, down = pattern(1, R), pattern(R, 1)
    return (R * down - up) / (R**2 - 1), (R * up - down) / (R**2 - 1)


def optimal():
    """1 / Var = sum over the reports of the information; prices bound it, Warner attains it."""
    y0, y1 = prices()
    p, q = reals("p00 p11")
    total, one = p + q - 1, PI * q + (1 - PI) * (1 - p)
    gap = (y0 + y1) / (R - 1) ** 2 * (R * X0 - X1) * (R * X1 - X0) / ((1 - PI) * X0 + PI * X1)
    level = R / (1 + R)
    share = PI**2 + (1 - PI) ** 2
    return [
        by(
            "sum-keeps-bound",
            identity(y0 * X0 + y1 * X1 - pattern(X0, X1), gap, *CONE, *RARE, R > 1),
            holds(y0 + y1 > 0, *RARE, R > 1, degree=5),
            holds((R * X0 - X1) * (R * X1 - X0) >= 0, *CONE, R > 1),
            x="the information of a row",
            y="y_0 x_0 + y_1 x_1",
        ),
        identity(
            total**2 / (one * (1 - one)), pattern(p, 1 - q) + pattern(1 - p, q), one > 0, one < 1
        ),
        identity(pattern(level, 1 - level) + pattern(1 - level, level), y0 + y1, *RARE, R > 1),
        identity(base(level) - share, 2 / (y0 + y1), *RARE, R > 1),
        identity(1 - share, 2 * PI * (1 - PI)),
    ]


@section("cor-2")
def cor_2():
    return states(
        *optimal(),
        *losses(),
        scope="against every randomizer of one bit with the same alpha > 0 (the table "
        "with r(a) = e^alpha), 0 < pi < 1",
    )


@section("rel/warner-n1")
def warner_n1():
    return definition("the result of another paper; for the variance it is cor-2")
