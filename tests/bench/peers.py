"""Other libraries doing the same job, where they are installed (extra `peers`).

Most of them draw one answer per call from a floating-point generator; opendp's bit vector is drawn
in one call, from a secure generator as ours is. What is drawn must have the shares of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from math import exp, log, sqrt

import numpy as np

from .measure import Absent, Result, Task, in_turn
from .orders import compared, random_channel

N = 10**4
CATEGORIES = 64
SIGMAS = 6.0
"""How far the share of true answers may be from its probability, in standard errors."""

LOOSE = 0.02
"""How far dp_accounting's bound may be above delta, as a part of it: it is one hundredth."""

Sampler = Callable[[list[int]], list[int]]
Comparison = tuple[str, Task, str, Task]


def peers() -> Iterator[Result | Absent]:
    """Each library in turn, or why it is not there."""
    for name, comparison in LIBRARIES.items():
        try:
            tasks = comparison()
        except ImportError as error:
            yield Absent(name, str(error).splitlines()[0])
            continue
        for what, mine, baseline, theirs in tasks:
            ours, other = in_turn(mine, theirs, 3)
            yield Result("peers", what, ours, f"{name}: {baseline}", other)


def drawn(categories: int, baseline: str, theirs: Sampler) -> Comparison:
    """As many answers by our table of k-ary response and by another sampler."""
    from rropt.data.sampler import randomize
    from rropt.survey.planning.survey_power import k_randomized_response

    channel = k_randomized_response(categories, _epsilon(categories))
    truths = np.random.default_rng(0).integers(0, categories, N)
    listed = truths.tolist()
    kept = exp(_epsilon(categories)) / (exp(_epsilon(categories)) + categories - 1)
    for found in (randomize(channel, truths), theirs(listed)):
        must_be_drawn_with(kept, truths, np.asarray(found))
    what = f"sampling, {N:,} " + ("binary" if categories == 2 else f"of {categories} categories")
    return what, lambda: randomize(channel, truths), baseline, lambda: theirs(listed)


def must_be_drawn_with(kept: float, truths: np.ndarray, reports: np.ndarray) -> None:
    """As many reports are true as the table says."""
    share = float((truths == reports).mean())
    if abs(share - kept) > SIGMAS * sqrt(kept * (1 - kept) / len(truths)):
        raise ArithmeticError(f"{share} of the reports are true, not {kept}")


def _epsilon(categories: int) -> float:
    return log(3) if categories == 2 else 1.0


def diffprivlib() -> list[Comparison]:
    from .baselines.draws_by_diffprivlib import sampler

    return [drawn(2, "Binary", sampler(2, log(3)))]


def opendp() -> list[Comparison]:
    from .baselines.draws_by_opendp import bits, sampler

    return [
        drawn(2, "randomized_response", sampler(2, _epsilon(2))),
        drawn(2, "randomized_response_bitvec", bits(N, _epsilon(2))),
        drawn(CATEGORIES, "randomized_response", sampler(CATEGORIES, _epsilon(CATEGORIES))),
    ]


def pure_ldp() -> list[Comparison]:
    from .baselines.draws_by_pure_ldp import sampler

    return [drawn(k, "DEClient", sampler(k, _epsilon(k))) for k in (2, CATEGORIES)]


def multi_freq_ldpy() -> list[Comparison]:
    from .baselines.draws_by_multi_freq_ldpy import sampler

    return [drawn(k, "GRR_Client", sampler(k, _epsilon(k))) for k in (2, CATEGORIES)]


def qif() -> list[Comparison]:
    """The order both ways with its witness, in rationals."""
    from .baselines.order_by_qif import order

    found: list[Comparison] = []
    for size in (4, 8, 16):
        P = random_channel(size, 1)
        for answer, A in (("yes", random_channel(size, 2) @ P), ("no", random_channel(size, 3))):
            what = f"Blackwell, {size} x {size}, answer {answer}"
            mine = compared(A, P)
            theirs = lambda A=A, P=P: order(P, A)  # noqa: E731
            if (mine() == "better", False) != theirs():
                raise ArithmeticError(f"{what}: {mine()!r}, but qif says {theirs()}")
            found.append((what, mine, "rational, both ways, witness", theirs))
    return found


def dp_accounting() -> list[Comparison]:
    """Delta at gamma 2 of many reports, each with gamma 11/10: theirs is a bound from above."""
    from rropt.measures import composed_delta
    from rropt.survey.planning.survey_power import k_randomized_response

    from .baselines.delta_by_dp_accounting import composed_delta as by_dp_accounting

    found: list[Comparison] = []
    for k, reports in product((2, 16), (10, 1000)):
        table = k_randomized_response(k, "ln(11/10)")
        mine = partial(composed_delta, [(table, reports)], 2)
        theirs = partial(by_dp_accounting, k, 1.1, reports, 2)
        what = f"delta of {reports:,} reports of {k} categories"
        low, other = float(mine()[0]), theirs()
        if not low <= other <= low * (1 + LOOSE):
            raise ArithmeticError(f"{what}: {low}, but dp_accounting says {other}")
        found.append((what, mine, "from above", theirs))
    return found


LIBRARIES: dict[str, Callable[[], list[Comparison]]] = {
    "diffprivlib": diffprivlib,
    "opendp": opendp,
    "pure-ldp": pure_ldp,
    "multi-freq-ldpy": multi_freq_ldpy,
    "qif": qif,
    "dp-accounting": dp_accounting,
}
