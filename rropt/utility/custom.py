"""A user's own utility."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING, Any

from rropt.exact import InputError, exact, whole
from rropt.patterns.extreme import Pattern
from rropt.utility.base import Bounds, Utility

if TYPE_CHECKING:
    import numpy as np

SAMPLE_VALUES = (Fraction(1), Fraction(2), Fraction(5, 2), Fraction(7))


@dataclass(frozen=True, init=False)
class Custom(Utility):
    """A user's own positively homogeneous convex function of a pattern, in exact arithmetic.

    Homogeneity and convexity are checked on exact samples; beyond the samples they, and the
    values of the function, rest on the user's word, and the certificate says so.

    >>> spread = Custom(lambda r: max(r) - min(r), 3)
    >>> spread.bounds((Fraction(3), Fraction(1), Fraction(1)))[0]
    Fraction(2, 1)
    """

    function: Callable[[Pattern], Any] = field(compare=False)
    truths: int
    label: str
    name = "custom"

    def __init__(
        self, function: Callable[[Pattern], Any], categories: Any, label: str = "custom utility"
    ) -> None:
        object.__setattr__(self, "function", function)
        object.__setattr__(self, "truths", whole(categories, "categories", least=2))
        object.__setattr__(self, "label", label)
        _check_on_samples(self)

    def bounds(self, pattern: Pattern) -> Bounds:
        value = exact(self.function(pattern), self.label)
        return value, value

    def floats(self, patterns: np.ndarray) -> np.ndarray:
        import numpy as np

        rows = ([Fraction(float(entry)) for entry in row] for row in patterns)
        return np.array([float(self.bounds(tuple(row))[0]) for row in rows])

    def statement(self) -> dict[str, Any]:
        return {"name": "utility-on-the-word-of-the-user"}

    def tabulate(self, patterns: Iterable[Pattern]) -> list[tuple[Pattern, Fraction]]:
        """The values in some directions, each once, for the certificate.

        >>> Custom(max, 2).tabulate([(Fraction(3), Fraction(1)), (Fraction(6), Fraction(2))])
        [((Fraction(1, 1), Fraction(1, 3)), Fraction(1, 1))]
        """
        directions = dict.fromkeys(tuple(x / max(r) for x in r) for r in patterns)
        return [(direction, self.bounds(direction)[0]) for direction in directions]


def _check_on_samples(utility: Custom) -> None:
    """u(2 r) = 2 u(r) and u(r + s) <= u(r) + u(s) on a grid of small patterns."""
    width = min(utility.truths, 3)
    tail = (Fraction(1),) * (utility.truths - width)
    samples = [head + tail for head in product(SAMPLE_VALUES[:3], repeat=width)]
    values = {r: utility.bounds(r)[0] for r in samples}
    rounded = _rounding(utility, samples[0])
    for r, value in values.items():
        if utility.bounds(tuple(2 * x for x in r))[0] != 2 * value:
            raise InputError(
                f"{utility.label} must be homogeneous: u(2 r) != 2 u(r) at {_show(r)}{rounded}"
            )
    for r, s in combinations_with_replacement(samples, 2):
        both = tuple(x + y for x, y in zip(r, s, strict=True))
        if utility.bounds(both)[0] > values[r] + values[s]:
            raise InputError(
                f"{utility.label} must be convex: u(r + s) > u(r) + u(s) at {_show(r)}, {_show(s)}"
                f"{rounded}"
            )


def _rounding(utility: Custom, pattern: Pattern) -> str:
    """Where values are floats, what is probably wrong: entries are exact, and so must values be."""
    if not isinstance(utility.function(pattern), float):
        return ""
    return (
        "; the cause may be rounding, because the function gives floats: give it rational "
        "arithmetic, Fraction(1, 2) for 0.5"
    )


def _show(pattern: Pattern) -> str:
    return "(" + ", ".join(str(entry) for entry in pattern) + ")"
