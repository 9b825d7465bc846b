"""The level of the pages `..._at_once` where e^epsilon is not rational: the table obeys a number
that is not above it, a bound holds for one that is not below it.
"""

from fractions import Fraction
from typing import Any

from .cleared import Rational
from .logarithm import log_ends
from .statement import item


def ends_of(privacy: dict[str, Any]) -> tuple[Rational, Rational, str, str] | None:
    """Where 1 <= low and ln low <= epsilon <= ln high: both, and the words of the bound and of the
    table.
    """
    gamma: Any = privacy["gamma"]
    epsilon: Any = privacy["epsilon"]
    if type(gamma) is not list or len(gamma) != 2 or {*map(type, (*gamma, epsilon))} != {Rational}:
        return None
    low, middle, high = (
        Fraction(x.numerator, x.denominator) for x in (gamma[0], epsilon, gamma[1])
    )
    # The inner ends: what is in doubt is left to the pages of the kind.
    if low < 1 or high <= 0 or not log_ends(low)[1] <= middle <= log_ends(high)[0]:
        return None
    words = f"epsilon = {item(epsilon)}", f"epsilon = ln {item(gamma[0])}"
    return gamma[0], gamma[1], *words
