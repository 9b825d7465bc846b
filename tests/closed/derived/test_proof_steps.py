"""Steps decided by algebra: what holds, and what only nearly does."""

from __future__ import annotations

import pytest
import sympy as sp

from rropt.closed.derived.proof_steps import ProofStep

x, y = sp.symbols("x y", positive=True)


@pytest.mark.parametrize(
    "step, holds",
    [
        (ProofStep("nothing"), True),
        (ProofStep("identity", zero=(x**2 - y**2) / (x - y) - x - y), True),
        (ProofStep("nearly", zero=(x**2 - y**2) / (x - y) - x - y + sp.Rational(1, 10**30)), False),
        (ProofStep("logarithms as symbols", zero=x * sp.log(y) - sp.log(y) * x), True),
        (ProofStep("another logarithm", zero=sp.log(x) - sp.log(y)), False),
        (ProofStep("a sum", least=x + y / 3), True),
        (ProofStep("a quotient of negatives", least=(-x - 1) / (-y - 2)), True),
        (ProofStep("a negative", least=-x / (y + 1)), False),
        (ProofStep("no coefficients of one sign", least=x**2 - x + 1), False),
        (ProofStep("both", zero=x - x, least=x - y), False),
        (ProofStep("a number", least=sp.Integer(-1)), False),
    ],
    ids=lambda value: value.says if isinstance(value, ProofStep) else "",
)
def test_steps(step: ProofStep, holds: bool) -> None:
    assert step.holds is holds
