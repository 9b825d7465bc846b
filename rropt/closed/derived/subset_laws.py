"""Problems that every permutation of the truths leaves unchanged, for every number k of truths.

One price on all truths is enough, and the optimum is k max_r u(r) / sum r over the extreme patterns
(see design/linear/symmetric.py): over the sizes m of the set of truths at level gamma. With
x = m/k and t = gamma - 1 the value of size m is a function of x and t alone, times one of k:

| objective | what is largest at the best m | m is as good as m + 1 where |
|---|---|---|
| mutual information | x g log g / (1 + x t) - log(1 + x t) | E >= 0, below |
| A-, D-, E-optimality | x (1 - x) t^2 / (1 + x t)^2 | gamma^2 >= (k-m)(k-m-1) / (m (m+1)) |

**One best size.** Each of them rises in x up to a point and falls after it, so m is best where it
is as good as m - 1 and m + 1. **One switch.** With a = m/k < b = (m + 1)/k the difference between m
and m + 1 has the sign of E, and E has no zero in gamma > 1 if a + b >= 1, else exactly one, from
below to above: its derivative is a positive factor times P = a + b - 1 + 2 a b t + a b t^2, and P
rises with t. (For A, D and E the sign is that of P itself.) So larger gamma, smaller sets.

Each proof is a list of steps in symbols that are all positive: identities, and signs seen in
coefficients. The best guess for every k is proved so too: what `guess_subsets` argues.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import sympy as sp

from rropt.closed.derived.validity import Box, is_nowhere_negative
from rropt.closed.symbolic_utilities import tidy
from rropt.closed.symbols import delta, gamma, k
from rropt.utility import MutualInformation
from rropt.utility.at_prior import AOptimal, DOptimal, EOptimal

m = sp.Symbol("m")
"""How many truths have the level gamma in a pattern."""


@dataclass(frozen=True)
class SubsetLaw:
    """The value of the orbit of the m-subsets, and when m is as good as m + 1."""

    value: sp.Expr
    enough: sp.Expr
    """At least 0 exactly where m is as good as m + 1, for 2 m + 1 < k; beyond that is always so."""

    switch: sp.Expr | None
    """The gamma at which m + 1 gives way to m, where it has a formula."""

    steps: tuple[ProofStep, ...]
    best: str = "max"
    """The optimum is the largest or the least of all values; empty where it is neither."""

    rule: tuple[str, ...] = ()
    """Which m is best, and its table, in words of its own."""

    def at(self, truths: int, size: int) -> sp.Expr:
        """The value of one size for a number of truths."""
        return tidy(self.value.subs({k: truths, m: size}))

    def enough_at(self, truths: int, size: int) -> sp.Expr | None:
        """The condition that `size` is as good as the next; None where it always is."""
        if 2 * size + 1 >= truths:
            return None
        return self.enough.subs({k: truths, m: size})

    def table(self, truths: int, size: int) -> list[tuple[int, sp.Expr]]:
        """The sizes of which all subsets are reports, with the shares of the respondents."""
        return [(size, sp.Integer(1))]

    def said(self) -> tuple[str, ...]:
        """Which m is best, and its table."""
        if self.rule:
            return self.rule
        lines = [
            "m is the least size that is as good as m + 1: where 2*m + 1 >= k, or else",
            f"  {self.enough} >= 0",
        ]
        if self.switch is not None:
            lines.append(f"  that is gamma >= {self.switch}")
        lines.append("m + 1 gives way to m at one gamma, the larger the smaller m is")
        lines.append("one report for each m-subset: gamma times as likely for the truths in it")
        return tuple(lines)

    def largest(self, truths: int) -> int:
        """The largest size that can be best."""
        return truths // 2


x, t, a, d = sp.symbols("x t a d", positive=True)
b = a + d
RISING = a + b - 1 + 2 * a * b * t + a * b * t**2
TOTAL = m * gamma + k - m


def _shrinking(says: str, zero: sp.Expr) -> tuple[ProofStep, ...]:
    return (
        ProofStep(f"the derivative in x is {says}, which falls as x grows", zero=zero),
        ProofStep("P rises with t", least=sp.diff(RISING, t)),
        ProofStep(
            "P = a b gamma^2 - (1 - a) (1 - b)",
            zero=RISING - a * b * (1 + t) ** 2 + (1 - a) * (1 - b),
        ),
    )


def _information() -> SubsetLaw:
    value = m * gamma * sp.log(gamma) / TOTAL - sp.log(TOTAL / k)
    log = sp.log(1 + t)
    curve = x * (1 + t) * log / (1 + x * t) - sp.log(1 + x * t)
    falling = (1 + t) * log - t * (1 + x * t)
    low = 1 + a * t
    high = 1 + b * t
    gap = sp.log(high) - sp.log(low) - d * (1 + t) * log / (low * high)
    steps = (
        *_shrinking(
            "a positive factor times (1 + t) log(1 + t) - t (1 + x t)",
            sp.diff(curve, x) - falling / (1 + x * t) ** 2,
        ),
        ProofStep(
            "the difference of m and m + 1 is E",
            zero=curve.subs(x, a) - curve.subs(x, b) - gap,
        ),
        ProofStep(
            "the derivative of E in t is a positive factor times P",
            zero=sp.diff(gap, t) - d * log * RISING / (low * high) ** 2,
        ),
        ProofStep("E is 0 at t = 0", zero=gap.subs(t, 0)),
    )
    after = TOTAL + gamma - 1  # TOTAL of m + 1
    enough = sp.log(after / TOTAL) - k * gamma * sp.log(gamma) / (TOTAL * after)
    return SubsetLaw(value, enough, None, steps)


def _spread(criterion: Callable[[sp.Expr, sp.Expr], sp.Expr]) -> SubsetLaw:
    """J = alpha (I - 11'/k) + 11', so all three criteria fall where alpha rises."""
    alpha = k * m * (k - m) * (gamma - 1) ** 2 / ((k - 1) * TOTAL**2)
    curve = x * (1 - x) * t**2 / (1 + x * t) ** 2
    low = 1 + a * t
    high = 1 + b * t
    steps = (
        *_shrinking(
            "a positive factor times 1 - x (2 + t)",
            sp.diff(curve, x) - t**2 * (1 - x * (2 + t)) / (1 + x * t) ** 3,
        ),
        ProofStep(
            "the difference of m and m + 1 is a positive factor times P",
            zero=curve.subs(x, a) - curve.subs(x, b) - d * t**2 * RISING / (low * high) ** 2,
        ),
    )
    enough = m * (m + 1) * gamma**2 - (k - m) * (k - m - 1)
    switch = sp.sqrt((k - m) * (k - m - 1) / (m * (m + 1)))
    return SubsetLaw(sp.factor(criterion(alpha, k), deep=True), enough, switch, steps, "min")


CRITERIA: dict[type, Callable[[sp.Expr, sp.Expr], sp.Expr]] = {
    AOptimal: lambda alpha, truths: (truths - 1) / alpha,
    DOptimal: lambda alpha, truths: -(truths - 1) * sp.log(alpha),
    EOptimal: lambda alpha, truths: 1 / alpha,
}
"""Of a covariance whose eigenvalues on the differences of shares are all 1 / alpha."""

LAWS = (MutualInformation, *CRITERIA)
"""The objectives that have a law at equal masses."""


def subset_law(objective: object) -> SubsetLaw | None:
    """The law of an objective at equal masses of the truths; None where they differ.

    >>> subset_law(AOptimal(["1/3"] * 3)).switch
    sqrt((k - m)*(k - m - 1)/(m*(m + 1)))
    """
    kind = type(objective)
    if kind not in LAWS or len(set(objective.prior)) > 1:  # type: ignore[attr-defined]
        return None
    return _spread(CRITERIA[kind]) if kind in CRITERIA else _information()


@dataclass(frozen=True)
class ProofStep:
    """A sentence, and what of it is decided by algebra.

    >>> x, y = sp.symbols("x y", positive=True)
    >>> ProofStep("a square", zero=(x + y) ** 2 - x**2 - 2 * x * y - y**2).holds
    True
    >>> ProofStep("no sign", least=x - y).holds
    False
    """

    says: str
    zero: sp.Expr = sp.S.Zero
    """Vanishes identically, with logarithms as symbols."""

    least: sp.Expr = sp.S.Zero
    """At least 0 for all positive values of its symbols: coefficients of its factors say so."""

    @property
    def holds(self) -> bool:
        """Whether both are so, decided exactly."""
        ranges = tuple((symbol, Fraction(0), None) for symbol in self.least.free_symbols)
        return _vanishes(self.zero) and is_nowhere_negative(self.least, Box(ranges))


def _vanishes(expression: sp.Expr) -> bool:
    logs = {log: sp.Dummy() for log in expression.atoms(sp.log)}
    numerator, _ = sp.fraction(sp.together(expression.xreplace(logs)))
    return bool(sp.expand(numerator) == 0)


Q, mass, following = sp.symbols("Q_m q_m q_next")

t, n, V, q, s, d = sp.symbols("t n V q s d", positive=True)
g = 1 + t
size = 1 + n
INSIDE = V * (g + size - 1) / g
"""q(A), from V = gamma q(A) / (gamma + |A| - 1)."""

PRICE = (g * q - V) / (g - 1)


def guess_steps() -> tuple[ProofStep, ...]:
    """With gamma = 1 + t, |A| = 1 + n; V the ratio of A, q the mass of a truth i, s >= 0."""
    return (
        ProofStep(
            "a truth outside A reports each of A with 1/|A|, not less than the lower level",
            least=1 / size - 1 / (g + size - 1),
        ),
        ProofStep("and not more than the upper one", least=g / (g + size - 1) - 1 / size),
        ProofStep(
            "without a truth of A with gamma q = V - s the ratio would be V + s/(gamma + |A| - 2)",
            zero=(g * INSIDE - V + s) / (g + size - 2) - V - s / (g + size - 2),
        ),
        ProofStep(
            "with a truth more, gamma q = V + s, it would be V + s/(gamma + |A|)",
            zero=(g * INSIDE + V + s) / (g + size) - V - s / (g + size),
        ),
        ProofStep("the prices add up to V", zero=(g * INSIDE - size * V) / (g - 1) - V),
        ProofStep("a guess of A is covered with equality", zero=PRICE - q + (V - PRICE) / g),
        ProofStep(
            "another guess is covered: its multipliers are y_b q/V, and V = gamma q + s",
            least=1 - g * q / (g * q + s),
        ),
        ProofStep(
            "the multipliers of all guesses add up to 1 - V",
            zero=(size * V - V) / g + 1 - INSIDE - (1 - V),
        ),
        ProofStep(
            "so the bound is the value of the table",
            zero=V + d * (1 - V) - (d + (1 - d) * V),
        ),
    )


@dataclass(frozen=True)
class GuessLaw:
    """The guess under any prior, or the trace: k times the guess at equal masses."""

    trace: bool

    @property
    def value(self) -> sp.Expr:
        """In Q_m, the mass of the m likeliest truths; of the trace in k."""
        if self.trace:
            return k * (gamma + (k - 1) * delta) / (gamma + k - 1)
        return delta + (1 - delta) * gamma * Q / (gamma + m - 1)

    @property
    def where(self) -> tuple[sp.Expr, ...]:
        """When m is the best size: between the gamma at which m, and m + 1, begin."""
        if self.trace:
            return ()
        begins = (Q - mass) / mass - m + 2
        ends = Q / following - m + 1
        return sp.Ge(gamma, begins, evaluate=False), sp.Le(gamma, ends, evaluate=False)

    @property
    def steps(self) -> tuple[ProofStep, ...]:
        """All of them hold for every k."""
        if not self.trace:
            return guess_steps()
        every = ProofStep(
            "of k = 1 + n equal masses all are in A", least=g / size - g / (g + size - 1)
        )
        total = size * (d + (1 - d) * g / (g + size - 1))
        trace = ProofStep("k guesses are the trace", zero=total - self.value.subs(_places()))
        return (*guess_steps(), every, trace)


def _places() -> dict[sp.Symbol, sp.Expr]:
    return {gamma: g, k: size, delta: d}
