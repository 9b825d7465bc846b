"""The precision and length of balls and series, which python-flint keeps once for a whole process.

Threads that set and restore it at the same time would leave each other's, and compute with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

_ONE_AT_A_TIME = RLock()


@contextmanager
def working_precision(bits: int, terms: int | None = None) -> Iterator[None]:
    """So many bits, and terms of a series, inside, in one thread at a time; what was found is left
    behind.

    >>> import flint
    >>> before = flint.ctx.prec
    >>> with working_precision(200):
    ...     inside = flint.ctx.prec
    >>> inside, flint.ctx.prec == before
    (200, True)
    """
    import flint

    with _ONE_AT_A_TIME, flint.ctx.workprec(bits):
        found = flint.ctx.cap
        try:
            flint.ctx.cap = found if terms is None else terms
            yield
        finally:
            flint.ctx.cap = found
