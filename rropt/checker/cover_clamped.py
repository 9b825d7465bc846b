"""Coverage where levels have a delta: a row is clamped until it is private.

Under one number g, let y.r >= u(r) at every row with r_a <= g r_b for all truths a and b. A row is
made one of these by cutting its high entries, and then raising its low ones, for which prices of
pairs pay.

Theorem. Let j truths of k be called *least*. Every row pays at least u(r) if

    y_a + the j smallest of all z_ab >= u(e_a)   for every truth a, where j < k,
    g z_ab >= y_b + D_b                          for every two truths a and b, where j > 1,

with e_a the row that is 1 at a and 0 elsewhere, and u(r) <= u(r + s e_b) + s D_b, s >= 0, wherever
r + s e_b has at truth b 1/g of its largest entry, and k - j + 1 others have as much at least.

Proof. Let S be j truths with the least entries, R the largest of these. Cut: v = r - sum s_a e_a
with s_a = [r_a - g R]+. Such an a is not in S, and r_a - g r_b = s_a + [v_a - g r_b]+ for all b in
S. A convex and homogeneous u is at most what it is at parts, so

    u(r) <= u(v) + sum s_a u(e_a) <= u(v) + sum s_a (y_a + sum_S z_ab).

Raised: let v have its largest entry M at a. Entries below M / g are below R: those of at most j - 1
truths of S, and k - j + 1 others have as much. With s_b = [M / g - v_b]+, w = v + sum s_b e_b is
private, and one truth raised after the other,

    u(v) <= u(w) + sum s_b D_b <= y.v + sum s_b (y_b + D_b) <= y.v + sum z_ab [v_a - g v_b]+.

Without a cut, j = k, v is r; j = 1 leaves nothing to be raised.

**Under a matrix** rows are cut alone. Let y.r >= u(r) wherever r_a <= h_ac r_c for all levels h,

    h_ac = the largest of g_ac and of all g_ab / g_cb, (c, b) a pair with a delta and b not a,

no level where one of the g_ab is none. Every row that obeys the pairs without a delta pays at least
u(r) if y_a + z_ab >= u(e_a) for every pair (a, b) with a delta (`ClampedLevels.v`).

Proof. Cut: v_a is the least of r_a and of g_ab r_b for all pairs (a, b) with a delta. Where v_c
is r_c, v_a <= g_ac v_c as it stands. Where it is g_cb r_b, b not a, v_a <= g_ab r_b, which is
v_c g_ab / g_cb; where it is g_ca r_a, v_a <= v_c. So y.v >= u(v), and as above u(r) is at most
u(v) + sum s_a u(e_a), each s_a = r_a - v_a zero or [r_a - g_ab r_b]+ for one of the pairs, which
pays for it.

What u loses. It is convex: the most for each unit from r_b = 0. Let s = 1, so that no entry of r is
above g, and T = q.r, of which k - j + 1 others have L at least, the sum of their least shares.

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
(g t + q_b), which rises or falls: it is largest at the larger of q_c and L / g, or where t is all
of the other q. Nor is |w - w_b|^2 above sum p_c G_cc, and with x_c = r_c / g the product above
sum g q_c x_c G_cc / (g sum q_c x_c + q_b): that is largest where x is 1 at some truths with the
largest G_cc, else 0.

Truths of a class are alike: what holds of one, or of two, holds of all.

Staircases ask for less, but there are as many of them as orders of the truths.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from .charge import Charge, Cover
from .class_forms import ClassRatio
from .cleared import cleared, cleared_rows, dot
from .costs_of_rows import MAX_RAY_LOGARITHMS, allow_worths
from .coverage import read_cover
from .fields import Ends, count, record
from .logarithm import few_logarithms
from .privacy import one_number
from .private_table import Row, pairs_of, rows_of_two_values
from .verdict import Doubts, Size, need, well_formed

if TYPE_CHECKING:
    from .levels_of_pairs import Matrix

MAX_CLAMPED_SQUARES = 1 << 37
"""Products of three numbers of a file."""

UNPAID = "the prices do not cover what is clamped"


def read_clamped(value: dict[str, Any], charge: Charge, utility: Any, size: Size) -> Cover:
    """The field `cover` with the proof `clamped`; its field `private` is one without the delta."""
    given = record(value, "proof least private")
    least = count(given["least"])
    if charge.privacy.rays == "growing":
        well_formed(least == 1, "under a matrix one entry is the least")
        return _under_levels(given["private"], charge, utility, size)
    level = one_number(charge.privacy)
    well_formed(not level.is_pure, "without a delta there is nothing to clamp")
    sizes, y, gamma = charge.sizes, charge.prices, level.high
    well_formed(1 <= least <= sum(sizes), "the least entries are some of the truths")
    is_cut, is_raised = least < sum(sizes), least > 1
    without = Charge(replace(level, delta=Fraction(0)), sizes, y)
    covers = read_cover(given["private"], without, utility, size)
    number = len(sizes)
    known = not is_raised or utility.family in FALLS
    well_formed(known, "what a raised entry loses is not known")
    alone = _rows_alone(sizes, utility, size, number**3 * utility.quotients, is_cut)

    def verify(doubts: Doubts) -> None:
        covers(doubts)
        if is_cut:
            for a, (low, high) in enumerate(map(utility.ends, alone)):
                paid = y[a] + _least_of(charge, a, least)
                doubts.not_negative(paid - high, paid - low, UNPAID)
        if is_raised:
            falls = FALLS[utility.family](utility, sizes, gamma, least)
            for a, b in product(range(number), repeat=2):
                if pairs_of(sizes, a, b):
                    low, high = falls[b]
                    paid = gamma * charge.price_of((a, b)) - y[b]
                    doubts.not_negative(paid - high, paid - low, UNPAID)

    return verify


def _rows_alone(
    sizes: list[int], utility: Any, size: Size, steps: int = 0, are_cut: bool = True
) -> list[Row]:
    """The row of a truth of each class alone, counted beside so many other steps."""
    number = len(sizes)
    alone = [row_at(a, 1, 0, sizes) for a in range(number)]
    well_formed(not are_cut or utility.knows(alone), "the value at a truth alone is not given")
    size.allow((number * utility.steps + steps) * size.bits, MAX_CLAMPED_SQUARES)
    allow_worths(size, number, utility)
    if utility.logarithms:
        few_logarithms(3 * number, MAX_RAY_LOGARITHMS)
    return alone


def _under_levels(value: Any, charge: Charge, utility: Any, size: Size) -> Cover:
    """What is cut of a truth is paid for by each of its pairs with a delta."""
    levels = cast("Matrix", charge.privacy)
    number = levels.truths
    size.allow(number**3)
    soft = [pair for pair, level in levels.levels.items() if level.delta]
    well_formed(soft, "without a delta there is nothing to clamp")
    without = Charge(levels.of_cut_rows(), charge.sizes, charge.prices)
    covers = read_cover(value, without, utility, size)
    alone = _rows_alone(charge.sizes, utility, size)

    def verify(doubts: Doubts) -> None:
        covers(doubts)
        worths = [*map(utility.ends, alone)]
        for a, b in soft:
            low, high = worths[a]
            paid = charge.prices[a] + charge.price_of((a, b))
            doubts.not_negative(paid - high, paid - low, UNPAID)

    return verify


def _least_of(charge: Charge, a: int, least: int) -> Fraction:
    """What a truth of class a pays for the least of its pairs, so many."""
    numbers = [n - (b == a) for b, n in enumerate(charge.sizes)]
    return least_sum([charge.price_of((a, b)) for b in range(len(numbers))], numbers, least)


def least_sum(values: Sequence[Any], numbers: Sequence[int], least: int) -> Any:
    """The sum of the least values, so many, each of which occurs a number of times.

    >>> least_sum([3, 1, 2], [5, 1, 2], 4)
    8
    """
    total: Any = 0
    for value, number in sorted(zip(values, numbers, strict=True)):
        total += min(number, least) * value
        least -= min(number, least)
    return total


def row_at(a: int, value: int, others: int, sizes: list[int]) -> Row:
    """One value at a truth of class a, and another at all others."""
    chosen = [[int(c == a)] for c in range(len(sizes))]
    (row,) = rows_of_two_values(sizes, chosen, others, value)
    return row


class Products(NamedTuple):
    """X of r'Xr / (q.r) in parts of a unit: its entry on the diagonal at a truth of each class, and
    that of two different truths of any two classes; the shares q in parts of `whole`.
    """

    shares: list[int]
    whole: int
    alone: list[int]
    beside: list[list[int]]
    unit: int


def _of_ratios(utility: Any, sizes: list[int], gamma: Fraction, least: int) -> list[Ends]:
    """Part by part, which may be too much."""
    each = [_falls(_of_part(*part), sizes, gamma, least) for part in utility.parts]
    return [(sum(falls),) * 2 for falls in zip(*each, strict=True)]


def _of_part(mean: Any, vectors: Any, scales: Any) -> Products:
    """The products of v_c and v_d."""
    forms, unit = cleared_rows(vectors)
    weights, below = cleared(scales)
    columns = list(zip(*forms, strict=True))
    heavy = [[s * x for s, x in zip(weights, column, strict=True)] for column in columns]
    beside = [[dot(x, y) for y in columns] for x in heavy]
    alone = [row[c] for c, row in enumerate(beside)]
    return Products(*cleared(mean), alone, beside, unit**2 * below)


def _of_form(utility: ClassRatio, sizes: list[int], gamma: Fraction, least: int) -> list[Ends]:
    """The one form."""
    alone, beside = utility.form.entries()
    (first, *rest), unit = cleared_rows([alone, *beside])
    products = Products(*cleared(utility.prior), first, rest, unit)
    return [(fall, fall) for fall in _falls(products, sizes, gamma, least)]


def _falls(of: Products, sizes: list[int], gamma: Fraction, least: int) -> list[Fraction]:
    """In whole numbers, but for the few that are left."""
    unseen = [(x, *row) for q, x, row in zip(of.shares, of.alone, of.beside, strict=True) if not q]
    need(not any(map(any, unseen)), "the utility is infinite")
    falls = [Fraction(0)] * len(sizes)
    for b, q in enumerate(of.shares):
        if q:
            falls[b] = of.whole * _fall(b, of, sizes, gamma, least) / (q * of.unit)
    return falls


def _fall(b: int, of: Products, sizes: list[int], gamma: Fraction, least: int) -> Fraction:
    """F - |w_b|^2 in units of 1 / q_b^2, by the products of v_c and v_d."""
    shares, q, whole = of.shares, of.shares[b], of.alone[b]
    numbers = [n - (c == b) for c, n in enumerate(sizes)]
    others = [c for c, n in enumerate(numbers) if n and shares[c]]

    def product_of(c: int, d: int, both: int) -> tuple[int, int]:
        """G of two truths of these classes, or of one: a numerator and a denominator."""
        apart = of.beside[b][c] * shares[d] + of.beside[b][d] * shares[c]
        below = shares[c] * shares[d]
        return q * (q * both - apart) + whole * below, below

    m, at = None, 1  # the largest product of two others
    for c in others:
        for d in others:
            if d < c or (d == c and numbers[c] > 1):
                found, below = product_of(c, d, of.beside[c][d])
                if m is None or found * at > m * below:
                    m, at = found, below
    largest = Fraction(m or 0, at)
    squares = [(Fraction(*product_of(c, c, of.alone[c])), c) for c in others]
    rest = sum(n * x for n, x in zip(numbers, shares, strict=True))
    held = least_sum(shares, numbers, sum(sizes) - least + 1) / gamma
    most = Fraction(0)
    for square, c in squares:
        top = shares[c] * (max(square, largest) - largest)
        for t in (max(shares[c], held), rest):
            most = max(most, gamma * (largest * t + top) / (gamma * t + q))
    far = upper = lower = Fraction(0)
    for square, c in sorted(squares, reverse=True):
        share = gamma * numbers[c] * shares[c]
        upper += share * square
        lower += share
        far = max(far, upper / (lower + q))
    return min(most, far) - whole


def _of_information(utility: Any, sizes: list[int], gamma: Fraction, least: int) -> list[Ends]:
    """u at 0, less u at 1, where all other truths have g, however many have least."""
    high, low = gamma.as_integer_ratio()
    falls = []
    for b in range(len(sizes)):
        least, most = utility.ends(row_at(b, 0, high, sizes))
        after = utility.ends(row_at(b, low, high, sizes))
        falls.append(((least - after[1]) / low, (most - after[0]) / low))
    return falls


FALLS: Mapping[str, Callable[[Any, list[int], Fraction, int], list[Ends]]] = {
    "ratios": _of_ratios,
    "form of classes": _of_form,
    "mutual information": _of_information,
}
"""D of a truth of every class, by the family of u, the sizes, g and how many truths are least."""
