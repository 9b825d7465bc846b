"""Other libraries doing the same job, where they are installed (extra `peers`).

Most of them draw one answer per call from a floating-point generator; opendp's bit vector is drawn
in one call, from a secure generator as ours is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import log
from typing import Any

import numpy as np

from .measure import Absent, Result, Task, in_turn
from .orders import compared, random_channel
from .reports import warner

N = 10**4
CATEGORIES = 64


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


Comparison = tuple[str, Task, str, Task]


def binary() -> tuple[str, np.ndarray, Task]:
    """What is compared, the truths, and our way: epsilon is ln 3."""
    from rropt.sampling import randomize

    channel, truths = warner(), np.random.default_rng(0).integers(0, 2, N)
    return f"sampling, {N:,} binary", truths, lambda: randomize(channel, truths)


def categorical() -> tuple[str, list[int], Task]:
    """As many answers of 64 categories at epsilon 1."""
    from rropt.planning.accuracy import k_randomized_response
    from rropt.sampling import randomize

    truths = np.random.default_rng(0).integers(0, CATEGORIES, N)
    channel = k_randomized_response(CATEGORIES, 1)
    what = f"sampling, {N:,} of {CATEGORIES} categories"
    return what, truths.tolist(), lambda: randomize(channel, truths)


def diffprivlib() -> list[Comparison]:
    from diffprivlib.mechanisms import Binary

    what, truths, mine = binary()
    mechanism, words = Binary(epsilon=log(3), value0="0", value1="1"), [str(x) for x in truths]
    return [(what, mine, "Binary", lambda: [mechanism.randomise(x) for x in words])]


def opendp() -> list[Comparison]:
    import opendp.prelude as dp

    dp.enable_features("contrib")
    what, truths, mine = binary()
    one, flags = dp.m.make_randomized_response_bool(prob=0.75), truths.astype(bool).tolist()
    domain, packed = dp.bitvector_domain(max_weight=N), np.packbits(truths.astype(np.uint8))
    vector = dp.m.make_randomized_response_bitvec(domain, dp.discrete_distance(), f=0.5)
    many, answers, ours = categorical()
    prob = float(np.e / (np.e + CATEGORIES - 1))
    category = dp.m.make_randomized_response(categories=list(range(CATEGORIES)), prob=prob)
    return [
        (what, mine, "randomized_response_bool", lambda: [one(x) for x in flags]),
        (what, mine, "randomized_response_bitvec", lambda: vector(packed)),
        (many, ours, "randomized_response", lambda: [category(x) for x in answers]),
    ]


def pure_ldp() -> list[Comparison]:
    from pure_ldp.frequency_oracles import DEClient

    what, truths, mine = binary()
    two, flags = DEClient(log(3), 2), (truths + 1).tolist()
    many, answers, ours = categorical()
    client, items = DEClient(1.0, CATEGORIES), [x + 1 for x in answers]
    return [
        (what, mine, "DEClient", lambda: [two.privatise(x) for x in flags]),
        (many, ours, "DEClient", lambda: [client.privatise(x) for x in items]),
    ]


def multi_freq_ldpy() -> list[Comparison]:
    """The client is compiled by numba: called once before it is timed."""
    from multi_freq_ldpy.pure_frequency_oracles.GRR import GRR_Client

    what, truths, mine = binary()
    flags = truths.tolist()
    many, answers, ours = categorical()
    GRR_Client(0, 2, 1.0)
    return [
        (what, mine, "GRR_Client", lambda: [GRR_Client(x, 2, log(3)) for x in flags]),
        (many, ours, "GRR_Client", lambda: [GRR_Client(x, CATEGORIES, 1.0) for x in answers]),
    ]


def qif() -> list[Comparison]:
    """The order both ways with its witness, in rationals."""
    import qif as library

    witness = library.refinement.refined_by_witness

    def both(P: Any, A: Any) -> Task:
        finer, coarser = (np.array([list(c) for c in Q.columns], dtype=object) for Q in (P, A))
        return lambda: (witness(finer, coarser), witness(coarser, finer))

    found: list[Comparison] = []
    for size in (4, 8, 16):
        P = random_channel(size, 1)
        for answer, A in (("yes", random_channel(size, 2) @ P), ("no", random_channel(size, 3))):
            what = f"Blackwell, {size} x {size}, answer {answer}"
            found.append((what, compared(A, P), "rational, both ways, witness", both(P, A)))
    return found


LIBRARIES: dict[str, Callable[[], list[Comparison]]] = {
    "diffprivlib": diffprivlib,
    "opendp": opendp,
    "pure-ldp": pure_ldp,
    "multi-freq-ldpy": multi_freq_ldpy,
    "qif": qif,
}
