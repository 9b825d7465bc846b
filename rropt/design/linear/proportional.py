"""Mutual information where patterns tie: prices in proportion to the prior.

With r = 1 + (gamma - 1) x and s = q.x the mass of the high truths, u(r) is a function h(s) of the
mass alone, and prices y = t q charge t (1 + (gamma - 1) s). So no table is worth more than

    t = max over the masses s of  h(s) / (1 + (gamma - 1) s),

and a table is worth it where patterns of one best mass s have a mixture in which each truth is high
with the same chance, which is then s. Priors with equal truths or with small whole weights have
thousands of patterns of the same mass; other priors have hardly two.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rropt import lp
from rropt.design.problem import Optimum, Problem
from rropt.exact import over_common_denominator
from rropt.exact.convert import dot
from rropt.patterns.extreme import MOST_TRUTHS_PURE, Pattern
from rropt.utility import MutualInformation
from rropt.utility.base import subset_sums
from rropt.utility.information import entropy_gap

if TYPE_CHECKING:
    import numpy as np

MOST_MASSES = 4096
"""With more different masses than these, few patterns have the same."""

MOST_TOTAL = 2**53
"""Whole numbers up to this are doubles: the tied patterns are found without rounding."""

MOST_ROUNDS = 20


def solve_proportional(problem: Problem) -> Optimum | None:
    """The optimum where some best mass can be balanced; None where it cannot, or is not sought.

    >>> from rropt import LocalDP, MutualInformation
    >>> level, tied = LocalDP.from_gamma(3), MutualInformation(["1/3", "1/3", "1/6", "1/6"])
    >>> solve_proportional(Problem(level, tied)).weights
    (Fraction(1, 5), Fraction(1, 5), Fraction(1, 5))
    >>> solve_proportional(Problem(level, MutualInformation(["3/4", "1/4"])))
    """
    utility, gamma = problem.objective, problem.gamma
    if not isinstance(utility, MutualInformation) or utility.truths > MOST_TRUTHS_PURE:
        return None
    counts, total = over_common_denominator(utility.prior)
    if total > MOST_TOTAL:
        return None
    sums = different_sums(counts)
    masses = sums[(sums > 0) & (sums < total)]
    if not len(masses):
        return None
    mass = _best_mass(masses, total, gamma.hi)
    mixture = balanced(tied_sets(counts, mass), Fraction(mass, total))
    if mixture is None:
        return None
    scale = 1 + (gamma.lo - 1) * Fraction(mass, total)
    patterns = tuple(_pattern(high, gamma.lo) for high in mixture)
    weights = tuple(chance / scale for chance in mixture.values())
    return Optimum(patterns, weights, _prices(utility, next(iter(mixture)), gamma.hi))


def different_sums(counts: tuple[int, ...]) -> np.ndarray:
    """The different subset sums, smallest first; none where they are too many.

    >>> different_sums((2, 1, 1)).tolist()
    [0, 1, 2, 3, 4]
    """
    import numpy as np

    sums = np.zeros(1, dtype=np.int64)
    for count in counts:
        both = np.concatenate([sums, sums + count])
        both.sort(kind="stable")  # two ordered halves are merged
        sums = both[np.concatenate([[True], both[1:] != both[:-1]])]
        if len(sums) > MOST_MASSES:
            return sums[:0]
    return sums


def _best_mass(masses: np.ndarray, total: int, gamma: Fraction) -> int:
    """Where h(s) / (1 + (gamma - 1) s) is largest, as far as doubles can tell."""
    share = masses / total
    return int(masses[(entropy_gap(share, gamma) / (1 + float(gamma - 1) * share)).argmax()])


def tied_sets(counts: tuple[int, ...], mass: int) -> np.ndarray:
    """The high sets of this mass, as rows of zeros and ones.

    >>> tied_sets((2, 1, 1), 2).tolist()
    [[1, 0, 0], [0, 1, 1]]
    """
    import numpy as np

    tied = np.flatnonzero(subset_sums(np.array(counts, float)) == mass)
    return (tied[:, None] >> np.arange(len(counts))) & 1


def balanced(sets: np.ndarray, share: Fraction) -> dict[tuple[int, ...], Fraction] | None:
    """Chances of the sets with which each truth is high with chance `share`, if there are any.

    A ray that shows that some of the sets do not suffice asks for those on its other side.
    """
    import numpy as np

    truths = sets.shape[1]
    if not sets.any(axis=0).all() or sets.all(axis=0).any():
        return None  # a truth is never high, or always
    chosen = np.unique(np.linspace(0, len(sets) - 1, 6 * truths).astype(int))
    for _ in range(MOST_ROUNDS):
        some = sets[chosen].tolist()
        found = lp.feasible(list(zip(*some, strict=True)), [share] * truths)
        if found.is_optimal:
            pairs = zip(map(tuple, some), found.x, strict=True)
            return {high: chance for high, chance in pairs if chance}
        side = sets @ np.array([float(y) for y in found.dual_eq])
        far = np.argsort(side, kind="stable")[: 2 * truths]
        more = np.union1d(chosen, far[side[far] < 0])
        if len(more) == len(chosen):
            return None
        chosen = more
    return None


def _pattern(high: tuple[int, ...], gamma: Fraction) -> Pattern:
    return tuple(gamma if flag else Fraction(1) for flag in high)


def _prices(
    utility: MutualInformation, high: tuple[int, ...], gamma: Fraction
) -> tuple[Fraction, ...]:
    """t q, with t from above at one of the tied patterns."""
    r = _pattern(high, gamma)
    seen = dot(utility.prior, r)
    level = utility.bounds(r)[1] / seen
    return tuple(level * q for q in utility.prior)
