"""The real roots of a polynomial with whole coefficients, each in a ball."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from rropt.exact.precision import working_precision

if TYPE_CHECKING:
    from flint import arb


@lru_cache(maxsize=512)
def real_roots(coefficients: tuple[int, ...], bits: int) -> list[arb]:
    """Enclosures of the real roots of a square-free polynomial, from left to right; the constant
    is the first coefficient.

    >>> [root.str(5, radius=False) for root in real_roots((-2, 0, 1), 64)]
    ['-1.4142', '1.4142']
    """
    from flint import arb, fmpz_poly

    with working_precision(bits):
        found: Any = fmpz_poly(list(coefficients)).complex_roots()
    # flint makes the imaginary part of a real root zero.
    roots = [root.real for root, _ in found if root.imag == 0]
    return sorted(roots, key=arb.mid)
