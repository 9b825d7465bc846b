"""How a certificate of kind *prices* shows that its prices cover the utility (checker/FORMAT.md).

utility                                  no delta          with a delta
trace, guess, gain, total variation      actions           multipliers, or every staircase
information, chi-square, Le Cam          line              every staircase
others                                   every pattern     every staircase
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

ACTIONS = {"trace", "probability-of-a-right-guess", "gain", "total-variation"}
RATIOS = {"fisher-information", "chi-square", "le-cam"}


def cover(
    utility: Mapping[str, Any], sizes: Sequence[int], prices: Sequence[Fraction], delta: Fraction
) -> dict[str, Any]:
    """The field `cover` for a utility as a certificate states it.

    >>> cover({"name": "trace"}, [1, 1], [Fraction(3, 4)] * 2, Fraction(0))
    {'proof': 'actions'}
    """
    name = utility["name"]
    if delta:
        return _one_class(utility, sizes, prices) if len(sizes) == 1 else {"proof": "extremes"}
    if name in ACTIONS:
        return {"proof": "actions"}
    return {"proof": "line" if name in RATIOS else "extremes"}


def _one_class(
    utility: Mapping[str, Any], sizes: Sequence[int], prices: Sequence[Fraction]
) -> dict[str, Any]:
    """Where no truth differs from another, the one action needs one multiplier.

    It is that of the winner (position 1) against each of the others (position 0), which makes up
    for what the winner's own price leaves open: (k - 1) f = x - y.
    """
    if utility["name"] not in ACTIONS:
        return {"proof": "extremes"}
    worth = Fraction(1) if utility["name"] == "trace" else Fraction(utility["prior"][0])
    multiplier = (worth - prices[0]) / (sizes[0] - 1)
    known = [[1, 0, multiplier]] if multiplier > 0 else []
    return {"proof": "actions", "multipliers": [known]}
