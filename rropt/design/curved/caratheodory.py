"""Few patterns with the same information: Caratheodory's theorem by elimination.

Of n weighted rows whose weighted sum is known, at most as many as the rank are needed: while the
rows in use are dependent, move along a dependency until a weight is zero.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

ROUNDING = 1e-10
"""Singular values below this share of the largest are dependencies."""


def kept_shares(rows: np.ndarray) -> np.ndarray:
    """Factors s >= 0, zero but on independent rows, with the same sum of s_r row_r.

    >>> import numpy as np
    >>> shares = kept_shares(np.array([[1.0], [1.0], [2.0]]))
    >>> round(float(shares @ [1, 1, 2]), 9), int((shares > 0).sum())
    (4.0, 1)
    """
    import numpy as np

    left, sizes, _ = np.linalg.svd(rows)
    free = left[:, (sizes > ROUNDING * sizes[0]).sum() :].T
    shares = np.ones(len(rows))
    while len(free):
        move, free = free[0], free[1:]
        move = move if move.max() > -move.min() else -move
        falling = move > ROUNDING
        ratios = np.full(len(move), np.inf)
        ratios[falling] = shares[falling] / move[falling]
        gone = ratios.argmin()
        shares = np.maximum(shares - ratios[gone] * move, 0.0)
        shares[gone] = 0.0
        free = free - np.outer(free[:, gone] / move[gone], move)
    return np.where(shares > ROUNDING, shares, 0.0)
