"""Proposition 4.8 and its proof: counted operations."""

from __future__ import annotations

from ..claims import Section, states
from ..goals import argued, check, contradicted, crosscheck, identity, reals, sentence
from .matrices import inverses
from .model import (
    F,
    table_of,
)

section = Section("vinterbo")


def counted(length):
    """C_a(n) built by plain loops: the table, its multiplications, reads of R, and writes."""
    if length < 1:
        return ((F(1),),), 0, 0, 1
    right, done, read, wrote = counted(length - 1)
    rows = []
    for z in ((F(3, 4), F(1, 4)), (F(1, 4), F(3, 4))):
        for row in right:
            line = []
            for factor in z:
                for entry in row:
                    line.append(factor * entry)
                    done, read, wrote = done + 1, read + 1, wrote + 1
            rows.append(tuple(line))
    return tuple(rows), done, read, wrote


def linear_time():
    """T(n) = T(n-1) + 4^n operations, so T(n) <= 4/3 4^n."""

    def agrees(k):
        table, done, _, _ = counted(k)
        return table == table_of(F(3, 4), k) and done == sum(4**i for i in range(1, k + 1))

    return [
        sentence("products_are_linear"),
        crosscheck(lambda: list(range(6)), agrees, "multiplications counted, n <= 5"),
        crosscheck(
            lambda: list(range(6)),
            lambda k: sum(counted(k)[1:]) <= 5 * 4**k,
            "reads, multiplications and writes, n <= 5",
        ),
    ]


@section("prop-4.8")
def prop_4_8():
    return states(*linear_time(), scope="one step for each arithmetic operation on entries")


@section("contrib/linear-time")
def contrib_linear_time():
    return states(
        *linear_time(),
        *inverses(),
        scope="one step for each arithmetic operation on entries; a != 1/2 for the inverse",
    )


@section("proof-4.8/recurrence")
def recurrence():
    """t_f(N) = 4 N: the printed sum needs t(0) = 16 at n = 1 and t(0) = 64 at n = 2."""

    def t_f(size):
        return 4 * size

    def start(k):
        return sum(t_f(4**i) for i in range(k + 1)) - sum(t_f(4**i) for i in range(k))

    rest, more, first = reals("sum t_f t_0")
    return states(
        contradicted(
            "t_f(N) = 4 N: t(1) = t_f(1) + t(0) is the printed sum for t(0) = 16 only, "
            "t(2) = t_f(4) + t_f(1) + t(0) for t(0) = 64 only",
            check(lambda: start(1) == 16 and start(2) == 64, "the values of t(0)"),
        ),
        corrected="t(n) = t(0) + t_f(4^0) + ... + t_f(4^(n-1))",
        right=[
            identity(more + (first + rest), first + (rest + more)),
            crosscheck(
                lambda: list(range(6)),
                lambda k: counted(k)[1] == sum(t_f(4**i) for i in range(k)),
                "the multiplications are counted with t(0) = 0",
            ),
        ],
    )


def powers_of_four():
    return [
        sentence("powers_of_four"),
        crosscheck(
            lambda: list(range(12)),
            lambda k: sum(4**i for i in range(k + 1)) == F(4 ** (k + 1) - 1, 3),
            "n <= 11",
        ),
    ]


@section("proof-4.8/closed-form")
def closed_form():
    """With size = 4^n the sum to n - 1 is that of powers_of_four at size / 4."""
    k, size = reals("k size")

    def printed(k):
        return sum(4**i for i in range(k + 1)) == 1 + F(1 - 4**k, 1 - 4) == 1 + F(4**k - 1, 3)

    return states(
        crosscheck(
            lambda: [(k,) for k in range(6)],
            lambda q: printed(*q),
            "sum_(i=0)^n 4^i = 1 + (1 - 4^n) / (1 - 4)",
            names="n",
        ),
        corrected="sum_(i=0)^n 4^i = (4^(n+1) - 1) / 3; with t(0) = 4k and the sum to "
        "n - 1, t(n) = 4k (1 + (4^n - 1) / 3)",
        right=[
            *powers_of_four(),
            identity(4 * k + 4 * k * (size - 1) / 3, 4 * k * (1 + (size - 1) / 3)),
            identity((4 * (size / 4) - 1) / 3, (size - 1) / 3),
        ],
    )


@section("proof-4.8/order")
def order():
    return [
        sentence("time_is_linear"),
        *powers_of_four()[1:],
        crosscheck(
            lambda: list(range(6)),
            lambda k: len(table_of(F(3, 4), k)) ** 2 == 4**k == (2**k) ** 2,
            "4^n entries",
        ),
    ]


@section("proof-4.8/constant")
def constant():
    """One Kronecker step on N = 4^(n-1) entries: 4 N reads, 4 N multiplications, 4 N writes."""

    def step(k):
        now, before = counted(k)[1:], counted(k - 1)[1:]
        return all(i - j == 4 * 4 ** (k - 1) for i, j in zip(now, before, strict=True))

    return states(
        argued("the loops are the same for every size"),
        crosscheck(
            lambda: [1, 2, 3, 4, 5],
            step,
            "three operations for each entry written",
            false=[lambda k: counted(k)[1] - counted(k - 1)[1] == 4 ** (k - 1)],
        ),
        scope="reads of R, multiplications and writes, the four entries of Z held ready; "
        "the loops are the same for every size",
    )
