"""Blackwell comparison beside the float feasibility program."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from .measure import Bar, Result, Task, alone, in_turn


def comparison() -> Iterator[Result]:
    """A = C P with a witness in rationals, for a garbled and for a foreign channel."""
    for size in (4, 8, 16):
        P = random_channel(size, 1)
        A = random_channel(size, 2) @ P
        for what, left in (("yes", A), ("no", random_channel(size, 3))):
            task = compared(left, P)
            mine, theirs = in_turn(task, feasibility(left, P), 3)
            title = f"Blackwell, {size} x {size}, answer {what}"
            yield Result("order", title, mine, "scipy HiGHS, both ways, in floats", theirs)


def compared(A: Any, P: Any) -> Task:
    from rropt.order import compare

    return lambda: compare(A, P).relation


def random_channel(size: int, seed: int) -> Any:
    """Whole-number weights from 1 to 9 over their column sums."""
    from fractions import Fraction

    from rropt.channel import Channel

    rng = Random(seed)
    columns = [[rng.randint(1, 9) for _ in range(size)] for _ in range(size)]
    shares = [[Fraction(x, sum(column)) for x in column] for column in columns]
    return Channel.from_rows([list(row) for row in zip(*shares, strict=True)])


def feasibility(A: Any, P: Any) -> Task:
    """Is there C >= 0 with C P = A and columns that add up to one, and the reverse?"""
    a, p = A.to_numpy(), P.to_numpy()
    return lambda: (_garbled(a, p), _garbled(p, a))


def _garbled(a: Any, p: Any) -> bool:
    import numpy as np
    from scipy.optimize import linprog
    from scipy.sparse import csr_array, kron, vstack

    n, m = len(a), len(p)
    same = kron(csr_array(np.eye(n)), csr_array(p.T))
    sums = kron(csr_array(np.ones((1, n))), csr_array(np.eye(m)))
    right = np.concatenate([a.ravel(), np.ones(m)])
    found = linprog(
        np.zeros(n * m),
        A_eq=vstack([same, sums]),
        b_eq=right,
        method="highs",
        options={"presolve": False},
    )
    return bool(found.success)


def sizes() -> Iterator[Result]:
    """Larger comparisons: one on its own, and a hundred truths beside the faster of two methods."""
    from .baselines.order_by_highspy import is_garbled

    P = random_channel(32, 1)
    A = random_channel(32, 2) @ P
    yield Result("orders", "Blackwell, 32 x 32, answer yes", alone(compared(A, P), 1))
    P = random_channel(100, 1)
    for what, left, method in (
        ("yes", random_channel(100, 2) @ P, "ipm"),
        ("no", random_channel(100, 3), "simplex"),
    ):
        a, p = left.to_numpy(), P.to_numpy()
        theirs = lambda a=a, p=p, by=method: (is_garbled(a, p, by), is_garbled(p, a, by))  # noqa: E731
        relation = "better" if what == "yes" else "incomparable"
        if (compared(left, P)(), theirs()) != (relation, (what == "yes", False)):
            raise ArithmeticError(f"100 x 100: not {relation} by both programs")
        mine, other = in_turn(compared(left, P), theirs, 2)
        title = f"Blackwell, 100 x 100, answer {what}"
        name = {"ipm": "interior points", "simplex": "simplex"}[method]
        baseline = f"HiGHS {name}, both ways, in floats"
        yield Result("orders", title, mine, baseline, other, Bar("faster", 1))
