"""The best guess for every k, step by step: what guess_subsets.py argues, decided by algebra."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from rropt.closed.derived.proof_steps import ProofStep
from rropt.closed.symbols import delta, gamma, k

m = sp.Symbol("m")
Q, mass, following = sp.symbols("Q_m q_m q_next")

t, n, V, q, s, d = sp.symbols("t n V q s d", positive=True)
g, size = 1 + t, 1 + n
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
