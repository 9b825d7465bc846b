"""What the histogram of many reports hides of one person at least: by the blanket of a table, and
by the law of a count.

**The privacy blanket** (Balle, Bell, Gascon and Nissim, CRYPTO 2019, arXiv:1903.02837, lemma 5.3.)
Let m_i be the least chance of report i over the truths that the others may have. Each of them gives
report i with the probability m_i whatever the truth; all other reports may be known. What is left
is a histogram of independent reports and one more, whose ratio of likelihoods is a mean, so that
for n people

    delta <= sum over i with m_i = 0 of max(0, P_ia - gamma P_ib) + E max(0, Y_1 + ... + Y_n) / n

with independent Y that are (P_ia - gamma P_ib) / m_i with the probability m_i, else 0. Where all
others have one truth this is an equality.

max(0, .) is convex, so the mean grows when a value of Y is split into two with its mean kept. All
values are split to L + 1 equally spaced points from the least to the largest; sums of these are
whole numbers. What the law of the sum is missing counts with the largest sum.

**A count.** X others say 1, and so does the person with the chance high (truth a) or low (truth b).
With

    A = 1 - high - gamma (1 - low) <= 0,   B = high - gamma low,   f the law of X,

delta = sum of the positive h(s) = A f(s) + B f(s - 1). f is log-concave, as X is a sum of
independent answers, so f(s - 1) / f(s) does not fall and h changes its sign once, from - to +.
Where h(t - 2) <= 0 <= h(t), delta is the positive part of h(t - 1) and

    sum over s >= t of h(s) = B f(t - 1) - (gamma - 1) P(X >= t).

Where all that is left lies beyond what a law keeps, h(t) has no sign, and B P(X >= t - 1), which
is never less, will do.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations

from .cleared import cleared
from .lattice_laws import Law, PairSum, binomial_law, point_law, power_law, sum_law
from .verdict import Size, need, well_formed

ZERO = Fraction(0)
Rows = Sequence[Sequence[Fraction]]
Chances = Sequence[tuple[Fraction, Fraction]]
Groups = Sequence[tuple[int, Fraction]]
"""How many others say 1 with which chance."""

MAX_LAW_WIDTH = 1 << 20
"""Points of the law of one report."""


def delta_by_blanket(
    table: Rows,
    others: Sequence[int],
    people: int,
    gamma: Fraction,
    grid: tuple[int, int],
    size: Size,
) -> Fraction:
    """From above, for the worst pair of truths, where the others have some of these truths.

    `grid` has the number L of steps and the bits of masses.
    """
    least = [min((row[j] for j in others), default=ZERO) for row in table]
    found: dict[tuple[tuple[Fraction, Fraction], ...], Fraction] = {}
    for a, b in permutations(range(len(table[0])), 2):
        excesses = [row[a] - gamma * row[b] for row in table]
        pair = tuple(sorted(zip(excesses, least, strict=True)))
        if pair not in found:  # many pairs of a symmetric table are alike
            found[pair] = _delta_of_pair(pair, people, grid, size)
    return max(found.values(), default=ZERO)


def _delta_of_pair(pair: Chances, people: int, grid: tuple[int, int], size: Size) -> Fraction:
    steps, bits = grid
    seen = sum((max(ZERO, excess) for excess, mass in pair if not mass), ZERO)
    values = [(excess / mass, mass) for excess, mass in pair if mass]
    rest = 1 - sum((mass for _, mass in values), ZERO)
    if rest > 0:
        values.append((ZERO, rest))
    low, high = min(values)[0], max(values)[0]
    if high <= 0 or low == high:  # no sum is positive, or Y is a constant
        return seen + max(ZERO, high)
    step = (high - low) / steps
    law = power_law(law_of(_split(values, low, step), bits), people, size)
    return seen + (_positive_mean(law, people * low, step) / people + law.missing * high) / (
        1 << bits
    )


def _split(values: Chances, low: Fraction, step: Fraction) -> Iterator[tuple[int, Fraction]]:
    """The points low + i step beside each value, with its mean kept."""
    for value, mass in values:
        place = (value - low) / step
        below = place.numerator // place.denominator
        yield below, mass * (below + 1 - place)
        yield below + 1, mass * (place - below)


def _positive_mean(law: Law, start: Fraction, step: Fraction) -> Fraction:
    """sum of masses times max(0, start + i step), in whole numbers over one denominator."""
    below = start.denominator * step.denominator
    origin = start.numerator * step.denominator
    stride = step.numerator * start.denominator
    total = 0
    for i, mass in enumerate(law.masses, law.first):
        total += mass * max(0, origin + i * stride)
    return Fraction(total, below)


def law_of(masses: Iterable[tuple[int, Fraction]], bits: int) -> Law:
    """The law with these masses at whole numbers, each rounded down."""
    found: dict[int, Fraction] = {}
    for place, mass in masses:
        if mass:
            found[place] = found.get(place, ZERO) + mass
    first, last = min(found), max(found)
    well_formed(last - first < MAX_LAW_WIDTH, "whole numbers too far apart")
    kept = [found.get(place, ZERO) for place in range(first, last + 1)]
    return Law(first, [(x.numerator << bits) // x.denominator for x in kept], bits)


def delta_of_counts(
    groups: Groups,
    ends: tuple[Fraction, Fraction],
    gamma: Fraction,
    turns: Sequence[int],
    bits: int,
    size: Size,
) -> Fraction:
    """From above, for both orders of two truths with these chances of report 1.

    `turns` are the t of both, that of the second with the reports exchanged.
    """
    low, high = ends
    laws = [binomial_law(number, chance, bits, size) for number, chance in groups]
    while len(laws) > 2:
        laws = [sum_law(laws[0], laws[1], size), *laws[2:]]
    laws = [*laws, point_law(0, bits), point_law(0, bits)][:2]
    people = sum(number for number, _ in groups)
    straight = PairSum(laws[0], laws[1])
    exchanged = PairSum(laws[0].reversed(people), laws[1].reversed(0))
    first = _delta(straight, (low, high), gamma, turns[0])
    return max(first, _delta(exchanged, (1 - high, 1 - low), gamma, turns[1]))


def _delta(x: PairSum, ends: tuple[Fraction, Fraction], gamma: Fraction, turn: int) -> Fraction:
    """From above, for the truth with the chance high against that with the chance low."""
    low, high = ends
    parts = high - gamma * low, 1 - high - gamma * (1 - low), gamma - 1
    (rise, fall, more), unit = cleared(parts)
    if rise <= 0:  # then h is never positive, as the other term is not
        return ZERO
    f = [x.at(turn - i) for i in range(4)]
    # fall < 0 < rise: h(s) is greatest for the least f(s) and the largest f(s - 1).
    need(fall * f[2] + rise * (f[3] + x.missing) <= 0, "h turns positive before")
    doubtful = max(0, fall * f[1] + rise * (f[2] + x.missing))
    above = rise * (x.from_on(turn - 1) + x.missing)
    if fall * (f[0] + x.missing) + rise * f[1] >= 0:
        above = min(above, rise * (f[1] + x.missing) - more * x.from_on(turn))
    return Fraction(doubtful + above, unit << x.left.bits)
