"""What other programs leave to do, beside which times are compared."""

from __future__ import annotations

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
}
"""By how the name of the baseline begins; what is not here does all that ours does."""


def lacking(baseline: str) -> str:
    """What it lacks; nothing where it is a part of ours, or another way to the same.

    >>> lacking("qif"), lacking("qif: rational, both ways, witness"), lacking("1 worker")
    ('exactness, certificate', 'certificate', '')
    """
    return next((words for name, words in LACKS.items() if baseline.startswith(name)), "")
