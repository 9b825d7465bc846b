"""Section 4.3, the loss that a level of privacy forces: Theorem 4.9 and its corollary."""

from __future__ import annotations

import sympy as sp

from ..claims import Section, definition, states
from ..goals import check, crosscheck, holds, identity, sentence
from .losses import losses
from .model import F, a, base
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


@section("thm-4.9/c")
def thm_c():
    return states(
        sentence("privacy_costs"),
        *sharp()[1:],
        check(lambda: base(F(9, 10)) < F(9 + 1, (3 - 1) ** 2), "it fails for n = 1, k = 2, r = 9"),
        scope="1 <= k <= n, privacy against all inputs that differ in at most k bits, alpha > 0, "
        "a != 1/2 (c of lemma 4.5); for k > n the bound fails",
    )


@section("thm-4.9/L")
def thm_l():
    return states(
        sentence("privacy_costs_loss"),
        *losses()[1:],
        scope="pi^T pi < 1, 1 <= k <= n, alpha > 0",
    )


@section("cor-2")
def cor_2():
    return states(
        sentence("bisymmetric_is_best_for_one_bit"),
        *losses()[1:],
        scope="against every randomizer of one bit with the same alpha > 0 (the table "
        "with r(a) = e^alpha), 0 < pi < 1",
    )


@section("rel/warner-n1")
def warner_n1():
    return definition("the result of another paper; for the variance it is cor-2")
