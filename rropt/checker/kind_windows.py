"""Kind windows: unbiased reports on all numbers of an interval, by windows of equally spaced ones.

In units in which the numbers are -1 to 1 let x_j = -1 + j h, j = 0, ..., n - 1, h = 2/(n - 1).

**The mechanism.** A report of the weight w and the number v is a window first, ..., last: on x_j it
has the chance w g inside and w outside. Each has its mirror image, n - 1 - last, ..., n - 1 - first
with w and -v. With T_j, M_j and S_j the sums over reports of their chances, of those times v and of
those times v^2, a card tells what is left: 1 with the chance (s_j + b_j)/2 and -1 with
(s_j - b_j)/2, s_j = 1 - T_j and b_j = x_j - M_j. So all chances add up to one and the mean is x_j;
the card is private if its first chances are positive and none is more than g times another (the
second ones are the same from right to left), and the variance at x_j is S_j + s_j - x_j^2.

A number between x_j and x_j+1 is moved to one of them, as often as it is near; with one of N random
shifts of the whole grid, which are undone in the report, this adds h^2 (1/12 + 1/(6 N^2)) to the
variance at most (FORMAT.md, section 5, numbers).

**The bound.** As in kind random-cut, with shares q_j of the x_j alone: if the charges q_j v^2 -
2 p_j v + y_j of a row in {1, g}^n add up to nothing negative for any v (`cover_line`), some x_j has
a variance of at least the sum of 2 x_j p_j - y_j - q_j x_j^2, over the sum of the q_j.

In Coq: `prices_below` (UnbiasedReports.v), `rounding_at_random` (GridsOfNumbers.v),
`windows_and_card` (NumberWindows.v).
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate
from typing import Any, NamedTuple

from .cleared import cleared, cleared_rows
from .cover_line import allow_roots, verify_line
from .fields import count, index, listed, rational, rationals, record
from .on_interval import FIELDS, read_on_interval, spread_of_shifts
from .statement import item
from .verdict import Doubts, Size, need, well_formed

STEPS_OF_WINDOW = 16
"""A window and its mirror image change three sums at two places each."""


class Windows(NamedTuple):
    """On 2 half + 1 numbers, each with its mirror image: first and last place, weight and number in
    whole units.
    """

    half: int
    listed: list[tuple[int, int, int, int]]
    weight_unit: Fraction
    number_unit: Fraction


def sums_of(windows: Windows, gamma: Fraction, power: int) -> list[Fraction]:
    """T_j, M_j or S_j for the power 0, 1 or 2."""
    end = 2 * windows.half
    changes = [0] * (end + 2)
    whole = 0
    for first, last, weight, number in windows.listed:
        amount, mirrored = (weight * x**power for x in (number, -number))
        for start, stop, part in ((first, last, amount), (end - last, end - first, mirrored)):
            whole += part  # outside as inside; g - 1 times as much is added inside
            changes[start] += part
            changes[stop + 1] -= part
    more, unit = gamma - 1, windows.weight_unit * windows.number_unit**power
    top, bottom = unit.numerator, unit.denominator * more.denominator
    apart = whole * more.denominator
    inside = accumulate(changes[:-1])
    return [Fraction(top * (apart + more.numerator * part), bottom) for part in inside]


def worst_variance(windows: Windows, gamma: Fraction) -> Fraction:
    """At an x_j, where no weight is negative and the card that is left is private."""
    need(all(weight >= 0 for _, _, weight, _ in windows.listed), "a weight is negative")
    half = windows.half
    numbers = [Fraction(i, half) for i in range(-half, half + 1)]
    masses, means, moments = (sums_of(windows, gamma, power) for power in range(3))
    left = [1 - mass for mass in masses]
    chances = [s + x - mean for s, x, mean in zip(left, numbers, means, strict=True)]
    need(min(chances) > 0, "the chances of the windows exceed 1")
    need(max(chances) <= gamma * min(chances), "what the windows leave is not private")
    return max(s + moment - x * x for s, x, moment in zip(left, numbers, moments, strict=True))


def worth(forms: list[list[int]], gamma: Fraction) -> Fraction:
    """The bound that y, p and q prove, of the numbers x = i / half from the middle on, which those
    below mirror, if they cover every row in {1, g}^n.
    """
    below = [[y, -p, q] for y, p, q in reversed(forms[1:])]
    verify_line(gamma, below + forms)
    half = len(forms) - 1
    paid = shares = 0
    for i, (y, p, q) in enumerate(forms):
        times = 2 if i else 1  # with its mirror image
        paid += times * ((2 * p * i - y * half) * half - q * i * i)
        shares += times * q
    return Fraction(paid, half * half * shares)


def read_windows(data: dict[str, Any], size: Size) -> Callable[[Doubts], str]:
    """The fields of a certificate of this kind, and what is to be checked of them."""
    record(data, f"{FIELDS} unit shifts windows masses slopes constants")
    claim = read_on_interval(data, size)
    half = len(listed(data["masses"])) - 1
    well_formed(half >= 1, "fewer than three numbers")
    allow_roots(2 * half + 1, size)
    unit = rational(data["unit"])
    well_formed(unit > 0, "a unit that is not positive")
    shifts = count(data["shifts"])
    windows = _read_listed(data["windows"], half, unit, size)
    forms = _read_prices(data, half)

    def prove(doubts: Doubts) -> str:
        spread = spread_of_shifts(Fraction(1, half), Fraction(shifts))
        spent = worst_variance(windows, claim.privacy.low) + spread
        proved = worth(forms, claim.privacy.high)
        claim.verify(spent, (proved, proved), doubts)
        listing = f"the windows {item(data['windows'])} of {2 * half + 1} numbers"
        units = f"weights and numbers in units of {item(unit)}"
        return claim.sentence(f"{listing}, {units}, after one of {shifts} shifts,", "have")

    return prove


def _read_listed(value: Any, half: int, unit: Fraction, size: Size) -> Windows:
    entries = [listed(entry, 4) for entry in listed(value)]
    size.allow(STEPS_OF_WINDOW * len(entries))
    weights, of_weights = cleared(rationals([entry[2] for entry in entries]))
    numbers, of_numbers = cleared(rationals([entry[3] for entry in entries]))
    found = []
    for entry, weight, number in zip(entries, weights, numbers, strict=True):
        last = index(entry[1], 2 * half + 1)
        found.append((index(entry[0], last + 1), last, weight, number))
    return Windows(half, found, unit / of_weights, unit / of_numbers)


def _read_prices(data: dict[str, Any], half: int) -> list[list[int]]:
    columns = [rationals(data[name], half + 1) for name in ("constants", "slopes", "masses")]
    (constants, slopes, shares), _ = cleared_rows(columns)
    well_formed(min(shares) >= 0 and max(shares) > 0, "shares that are negative, or none")
    well_formed(slopes[0] == 0, "a slope in the middle")
    return [list(form) for form in zip(constants, slopes, shares, strict=True)]
