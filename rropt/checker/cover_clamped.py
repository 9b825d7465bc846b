"""Coverage under one number g with a delta: a row is clamped until it is private.

Let y.r >= u(r) at every row with r_a <= g r_b for all truths a and b. A row is made one of these by
raising its low entries, or by cutting its high ones, for which prices of pairs pay.

Theorem (cut). If y_a + z_ab >= u(e_a) for every two truths a and b, e_a the row with 1 at a and 0
elsewhere, then every row pays at least u(r).

Proof. Let b have the least entry of r, and s_a = [r_a - g r_b]+. The row v = r - sum s_a e_a has no
entry above g r_b, and none below r_b. A convex and homogeneous u is at most what it is at parts:

    u(r) <= u(v) + sum s_a u(e_a) <= y.v + sum s_a (y_a + z_ab) = y.r + sum z_ab [r_a - g r_b]+,

and other pairs only pay more.

Theorem (raised). The same holds if g z_ab >= y_b + D_b for every two truths a and b, where

    u(r) <= u(r + s e_b) + s D_b,   s >= 0,   wherever r + s e_b has at truth b 1/g of its largest
                                              entry.

Proof. Let a have the largest entry of r, and s_b = [r_a / g - r_b]+. The row v = r + sum s_b e_b
has no entry below r_a / g, and none above r_a. One truth raised after the other,

    u(r) <= u(v) + sum s_b D_b <= y.v + sum s_b D_b = y.r + sum s_b (y_b + D_b)
         <= y.r + sum s_b g z_ab = y.r + sum z_ab [r_a - g r_b]+.

What u loses. It is convex: the most for each unit from r_b = 0. Let s = 1, so that no entry of r is
above g, and T = q.r.

Mutual information loses (T + q_b) ln(T + q_b) - T ln T. That rises with T, which is at most
g (1 - q_b), as if r had g at all other truths.

Squares, u(r) = sum s_v (v.r)^2 / (q.r). With w_c = v_c / q_c, scaled by the roots of s, r has the
mean w = sum p_c w_c, p_c = q_c r_c / T, and loses

    q_b (T / (T + q_b) |w - w_b|^2 - |w_b|^2).

Let G_cd be the products of w_c - w_b and w_d - w_b, m at least those of two other truths, and H_c =
max(G_cc, m) - m. As sum p_c = 1, |w - w_b|^2 <= m + sum p_c^2 H_c. Here p_c is at most 1 and, with
t = T / g, at most q_c / t: for one of the truths c

    |w - w_b|^2 <= m + min(1, q_c / t) H_c.

Up to t = q_c that leaves a product which rises with t, and from there on g (m t + q_c H_c) /
(g t + q_b), which rises or falls: it is largest at t = q_c, or where t is all of the other q.
Nor is |w - w_b|^2 above sum p_c G_cc, and with x_c = r_c / g the product above sum g q_c x_c G_cc /
(g sum q_c x_c + q_b): that is largest where x is 1 at some truths with the largest G_cc, else 0.

Staircases ask for less, but there are as many of them as orders of the truths.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from operator import mul
from typing import Any

from .charge import Charge, Cover
from .cleared import cleared, cleared_rows, dot
from .costs_of_rows import MAX_RAY_LOGARITHMS, allow_worths
from .coverage import read_cover
from .fields import Ends, record
from .logarithm import few_logarithms
from .pages import named
from .privacy import one_number
from .private_table import plain_row
from .verdict import Doubts, Size, need, well_formed

MAX_CLAMPED_SQUARES = 1 << 37
"""Products of three numbers of a file."""

UNPAID = "the prices do not cover what is clamped"


def read_clamped(value: dict[str, Any], charge: Charge, utility: Any, size: Size) -> Cover:
    """The field `cover` with the proof `clamped`; its field `private` is one without the delta."""
    given = record(value, "proof entries private")
    is_cut = named(given["entries"], ["cut", "raised"]) == "cut"
    level = one_number(charge.privacy)
    well_formed(not level.is_pure, "without a delta there is nothing to clamp")
    well_formed(max(charge.sizes) == 1, "entries of classes are not clamped")
    without = Charge(replace(level, delta=Fraction(0)), charge.sizes, charge.prices)
    covers = read_cover(given["private"], without, utility, size)
    k, gamma = len(charge.prices), level.high
    alone = [plain_row([int(a == b) for b in range(k)]) for a in range(k)]
    well_formed(is_cut or utility.family in FALLS, "what a raised entry loses is not known")
    well_formed(not is_cut or utility.knows(alone), "the value at a truth alone is not given")
    steps = k * utility.steps + k**3 * utility.quotients
    size.allow(steps * size.bits, MAX_CLAMPED_SQUARES)
    allow_worths(size, k, utility)
    if utility.logarithms:
        few_logarithms(3 * k, MAX_RAY_LOGARITHMS)

    def verify(doubts: Doubts) -> None:
        covers(doubts)
        ends = [*map(utility.ends, alone)] if is_cut else FALLS[utility.family](utility, gamma)
        y = charge.prices
        for a, b in permutations(range(k), 2):
            z = charge.price_of((a, b))
            paid = y[a] + z if is_cut else gamma * z - y[b]
            low, high = ends[a if is_cut else b]
            doubts.not_negative(paid - high, paid - low, UNPAID)

    return verify


def _of_squares(utility: Any, gamma: Fraction) -> list[Ends]:
    """Part by part, which may be too much; in whole numbers, but for the few that are left."""
    falls = [Fraction(0)] * len(utility.parts[0][0])
    for mean, vectors, scales in utility.parts:
        shares, whole = cleared(mean)
        forms, unit = cleared_rows(vectors)
        sizes, below = cleared(scales)
        columns = list(zip(*forms, strict=True))
        unseen = [column for q, column in zip(shares, columns, strict=True) if not q]
        need(not any(map(any, unseen)), "the utility is infinite")
        heavy = [list(map(mul, sizes, column)) for column in columns]
        products = [[dot(x, y) for y in columns] for x in heavy]
        for b, q in enumerate(shares):
            if q:
                falls[b] += whole * _fall(b, shares, products, gamma) / (q * unit**2 * below)
    return [(fall, fall) for fall in falls]


def _fall(b: int, shares: list[int], products: list[list[int]], gamma: Fraction) -> Fraction:
    """F - |w_b|^2 in units of 1 / q_b^2, by the products of v_c and v_d."""
    q, whole = shares[b], products[b][b]
    others = [c for c, x in enumerate(shares) if x and c != b]
    beside = [q * x for x in products[b]]
    m, at = 0, 1  # the largest product of two others, in units of 1 / q_b^2
    sizes = []
    for i, c in enumerate(others):
        for d in others[: i + 1]:
            own = q * q * products[c][d] - beside[c] * shares[d] - beside[d] * shares[c]
            own += whole * shares[c] * shares[d]
            below = shares[c] * shares[d]
            if c == d:
                sizes.append((Fraction(own, below), c))
            elif i == 1 or own * at > m * below:
                m, at = own, below
    largest = Fraction(m, at)
    rest = sum(shares) - q
    most = Fraction(0)
    for size, c in sizes:
        top = shares[c] * (max(size, largest) - largest)
        for t in (shares[c], rest):
            most = max(most, gamma * (largest * t + top) / (gamma * t + q))
    far = upper = lower = Fraction(0)
    for size, c in sorted(sizes, reverse=True):
        upper += gamma * shares[c] * size
        lower += gamma * shares[c]
        far = max(far, upper / (lower + q))
    return min(most, far) - whole


def _of_information(utility: Any, gamma: Fraction) -> list[Ends]:
    """u at 0, less u at 1, where all other truths have g."""
    high, low = gamma.as_integer_ratio()
    falls = []
    for b in range(len(utility.prior)):
        others = [high * (a != b) for a in range(len(utility.prior))]
        least, most = utility.ends(plain_row(others))
        others[b] = low
        after = utility.ends(plain_row(others))
        falls.append(((least - after[1]) / low, (most - after[0]) / low))
    return falls


FALLS: Mapping[str, Callable[[Any, Fraction], list[Ends]]] = {
    "ratios": _of_squares,
    "mutual information": _of_information,
}
"""D of every truth, by the family of u."""
