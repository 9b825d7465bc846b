"""n-bit responses: each bit passes its own 2 x 2 channel, and marginals come back in O(k 2^k).

Every bit is randomized independently, so the channel of k bits is the Kronecker product of theirs
(`vinterbo/thm-4.1`) and its inverse the product of the inverses. Both are applied in place, a few
bits at a time; the 2^k x 2^k matrix is never formed.

A cell of a marginal over columns (c_0, ..., c_{k-1}) is a number below 2^k whose most significant
bit is the first column,

    cell = x_0 2^(k-1) + x_1 2^(k-2) + ... + x_{k-1},

the order of the Kronecker product C_0 (x) C_1 (x) ... and of `Channel.tensor`, and of
`vinterbo/impl-1`; the map eta of `vinterbo/def/eta` takes the columns the other way round.
"""

from rropt.estimating.bits.marginal import (
    estimate_marginal,
    report_marginal,
)
from rropt.estimating.bits.spread import (
    affordable_bits,
    effective_sample_size,
    iterated_loss,
    marginal_loss,
    marginal_variances,
    noise_factors,
)

__all__ = [
    "affordable_bits",
    "effective_sample_size",
    "estimate_marginal",
    "iterated_loss",
    "marginal_loss",
    "marginal_variances",
    "noise_factors",
    "report_marginal",
]
