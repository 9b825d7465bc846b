"""What verbs cost besides designs: a family of questions for each, asked anew in every round.

Where an answer is remembered each question differs a little from the one before. There is no other
program to compare with: none decides these questions.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from typing import Any

from .measure import Task
from .orders import random_channel
from .sizes import Sweep


def admitted(entries: int) -> Task:
    """A random table at its own level."""
    import rropt as rr

    table = random_channel(int(entries**0.5), 1)
    return lambda: rr.admissible(table, table.parity())


def bounded(stretches: int) -> Task:
    """B(h) of stairs above the diagonal."""
    import rropt as rr

    steps = [
        f"({1 - Fraction(stretches - i, 2 * stretches)}, p < {Fraction(i, stretches)})"
        for i in range(1, stretches)
    ]
    h = f"Piecewise({', '.join(steps)}, (1, True))"
    return lambda: rr.strict_bound(h)


def proved(degree: int) -> Task:
    """g^n - 1 >= c n (g - 1) for g >= 1, with another c < 1 each time."""
    from rropt.proofs.conjecture import prove
    from rropt.proofs.goals import holds, reals

    g, parts = reals("g"), count(degree)

    def task() -> Any:
        n = next(parts) + 1
        return prove(holds((n + 1) * (g**degree - 1) >= n * degree * (g - 1), g >= 1))

    return task


def derived(truths: int) -> Task:
    """The best guess for a falling prior, another each time, along gamma."""
    import rropt as rr

    parts = count(1)

    def task() -> Any:
        masses = [Fraction(next(parts) + truths, j + 1) for j in range(truths)]
        return rr.derive(rr.Guess([mass / sum(masses) for mass in masses]))

    return task


def figured(truths: int) -> Task:
    """What devices reveal, at every level of the trade-off."""
    from rropt.figures import figure

    return lambda: figure("tradeoff").data(truths=truths)


def factual(categories: int) -> Task:
    """A k-ary device with all its facts, at another level each time."""
    import rropt as rr
    from rropt.devices.device_facts import device_facts
    from rropt.devices.populations import population

    parts = count(categories)
    prior = [Fraction(1, categories)] * categories

    def task() -> Any:
        device = rr.device("k_ary", categories=categories, gamma=3 + Fraction(1, next(parts)))
        return device_facts(device, prior, 1000, population(None, 1000))

    return task


SIZES = [4, 8, 16, 32, 64]

VERBS = (
    Sweep(
        "rropt admissible",
        "entries of a mechanism",
        [4**e for e in range(2, 7)],
        admitted,
        "1: each is read",
    ),
    Sweep(
        "rropt bound",
        "stretches of h",
        SIZES,
        bounded,
        "1: each is read",
    ),
    Sweep("rropt prove", "degree of an inequality", SIZES, proved, "0: one power is read"),
    Sweep(
        "rropt derive, guess",
        "truths of a formula",
        SIZES,
        derived,
        "1: each is read",
    ),
    Sweep("rropt figure tradeoff", "truths of a figure", SIZES, figured, "0: one number"),
    Sweep("rropt device k_ary", "categories of a device", SIZES, factual, "0: one number"),
)
