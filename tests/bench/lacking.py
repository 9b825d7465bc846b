"""What other programs leave to do, beside which times are compared, and how they are run."""

from __future__ import annotations

from collections.abc import Iterable

FLOATS = "exactness, certificate"
CHANCES = "exact chances, secure randomness"

LACKS = {
    "HiGHS": FLOATS,
    "scipy": FLOATS,
    "cvxpy": FLOATS,
    "qif: rational": "certificate",
    "qif": FLOATS,
    "NumPy": CHANCES,
    "polars": f"{CHANCES}, refusal of other answers",
    "diffprivlib": "exact chances, other tables",
    "opendp": "other tables",
    "pure-ldp": f"{CHANCES}, other tables",
    "multi-freq-ldpy": f"{CHANCES}, other tables",
    "statsmodels": "randomized answers",
    "numpy.bincount": "estimate, standard error",
    "dp-accounting": "exactness: a bound from above",
}
"""By how the name of the baseline begins; what is not here does all that ours does."""


def lacking(baseline: str) -> str:
    """What it lacks; nothing where it is a part of ours, or another way to the same.

    >>> lacking("qif"), lacking("qif: rational, both ways, witness"), lacking("1 worker")
    ('exactness, certificate', 'certificate', '')
    """
    return _of(baseline, LACKS)


NO_PRESOLVE = "presolve off (faster here)"
ONE_BY_ONE = "a call an answer, it has no batch"

SETTINGS = {
    "HiGHS, column generation": "columns in batches, warm start, primal simplex",
    "HiGHS interior points": "presolve off, crossover, cold start, sparse",
    "HiGHS simplex": "presolve off, dual simplex, cold start, sparse",
    "HiGHS": f"{NO_PRESOLVE}, dual simplex, cold start, one batch of columns",
    "scipy": f"{NO_PRESOLVE}, dual simplex, cold start, sparse",
    "cvxpy": "posed anew, presolve on, no warm start (interior points)",
    "qif: rational": "one call a direction, arithmetic in rationals",
    "qif": f"{NO_PRESOLVE}, solver AUTO, cold start",
    "NumPy": "one batch, PCG64, doubles",
    "polars": "lazy scan, streaming sink",
    "diffprivlib": ONE_BY_ONE,
    "opendp: randomized_response_bitvec": "one batch",
    "opendp": ONE_BY_ONE,
    "pure-ldp": f"{ONE_BY_ONE}; reports are added up in one",
    "multi-freq-ldpy": f"compiled before, {ONE_BY_ONE}; reports are added up in one",
    "statsmodels": "Newton from zero, its own tolerance, table built in the call",
    "numpy.bincount": "one batch",
    "dp-accounting": "its own lattice of 1e-4, all reports composed at once",
}
"""By how the name of the baseline begins, the first that fits."""


def settings(baseline: str) -> str:
    """How it is run: presolve, start and batches; nothing where it is a part of ours.

    >>> settings("qif")
    'presolve off (faster here), solver AUTO, cold start'
    >>> settings("HiGHS, column generation"), settings("1 worker")
    ('columns in batches, warm start, primal simplex', '')
    """
    return _of(baseline, SETTINGS)


def is_of(baseline: str, libraries: Iterable[str]) -> bool:
    """Whether a baseline is one of these libraries, by which its name begins.

    >>> is_of("qif: rational, both ways, witness", ["qif"]), is_of("1 worker", ["qif"])
    (True, False)
    """
    return any(baseline.startswith(name) for name in libraries)


def _of(baseline: str, words: dict[str, str]) -> str:
    return next((said for name, said in words.items() if baseline.startswith(name)), "")
