"""A count of many reports: how much one person's report moves it, from above.

X others say 1, and so does the person with the chance high (truth a) or low (truth b). With

    A = 1 - high - gamma (1 - low) <= 0,   B = high - gamma low,   f the law of X,

delta = sum of the positive h(s) = A f(s) + B f(s - 1). f is log-concave, as X is a sum of
independent answers, so f(s - 1) / f(s) does not fall and h changes its sign once, from - to +.
Where h(t - 2) <= 0 <= h(t), delta is the positive part of h(t - 1) and

    sum over s >= t of h(s) = B f(t - 1) - (gamma - 1) P(X >= t).

Where all that is left lies beyond what a law keeps, h(t) has no sign, and B P(X >= t - 1), which
is never less, will do.
"""

from collections.abc import Sequence
from fractions import Fraction

from .lattice_laws import PairSum, binomial_law, point_law, sum_law
from .verdict import Size, need

ZERO = Fraction(0)

Groups = Sequence[tuple[int, Fraction]]
"""How many others say 1 with which chance."""


def delta_of_counts(
    groups: Groups,
    ends: tuple[Fraction, Fraction],
    gamma: Fraction,
    turns: tuple[int, int],
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
    rise = high - gamma * low
    if rise <= 0:  # then h is never positive, as the other term is not
        return ZERO
    fall = 1 - high - gamma * (1 - low)
    f = [x.at(turn - i) for i in range(4)]
    # fall < 0 < rise: h(s) is greatest for the least f(s) and the largest f(s - 1).
    need(fall * f[2] + rise * (f[3] + x.missing) <= 0, "h turns positive before")
    doubtful = max(ZERO, fall * f[1] + rise * (f[2] + x.missing))
    above = rise * (x.from_on(turn - 1) + x.missing)
    if fall * (f[0] + x.missing) + rise * f[1] >= 0:
        above = min(above, rise * (f[1] + x.missing) - (gamma - 1) * x.from_on(turn))
    return (doubtful + above) / (1 << x.left.bits)
