"""Utility-optimised privacy: harmless truths may also be reported as such."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rropt.exact import Gamma, Number, gamma_from_epsilon
from rropt.privacy.criteria import Criterion
from rropt.privacy.levels import Levels, Matrix
from rropt.privacy.matrices import MatrixCriterion, Privacy
from rropt.privacy.named_truths import listed_truths, truth_named


@dataclass(frozen=True, init=False, repr=False)
class UtilityOptimized(MatrixCriterion):
    """Reports are of two sorts: protected ones, and ones that a single harmless truth can give.

    P(i | a) <= e^epsilon P(i | b) for all a, b and every protected report i; any other report has
    P(i | a) > 0 for one truth a only, which is not sensitive (utility-optimized LDP: Murakami and
    Kawamoto, USENIX Security 2019).

    >>> UtilityOptimized(["yes"], "ln(3)").on(2, ["no", "yes"]).levels.singles
    (0,)
    """

    gamma: Gamma = field(compare=False)
    delta: Fraction = field(compare=False)
    sensitive: tuple[Any, ...]
    level: Gamma

    def __init__(self, sensitive: Any, epsilon: Number) -> None:
        object.__setattr__(self, "sensitive", tuple(listed_truths(sensitive, "sensitive")))
        object.__setattr__(self, "level", gamma_from_epsilon(epsilon))

    def on(self, truths: int, labels: Sequence[str] | None = None) -> Criterion:
        chosen = {truth_named(name, truths, labels) for name in self.sensitive}
        singles = tuple(j for j in range(truths) if j not in chosen)
        k = range(truths)
        lo = _everywhere(self.level.lo, truths)
        hi = _everywhere(self.level.hi, truths)
        zero = ((Fraction(0),) * truths,) * truths
        squares = tuple(tuple(Fraction(int(a != b)) for b in k) for a in k)
        named = lo != hi
        levels = Levels(
            lo,
            hi,
            zero,
            self.level.epsilon if named else None,
            squares if named else None,
            singles,
        )
        return Privacy.of(levels, self.describe()).on(truths)

    def describe(self) -> str:
        names = ", ".join(map(str, self.sensitive))
        return f"utility-optimised: {names} sensitive, {self.level.describe()}"


def _everywhere(g: Fraction, truths: int) -> Matrix:
    """The level for all pairs."""
    k = range(truths)
    return tuple(tuple(Fraction(1) if a == b else g for b in k) for a in k)
