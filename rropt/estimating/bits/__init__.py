"""n-bit responses: each bit passes its own 2 x 2 channel, and marginals come back in O(k 2^k).

Every bit is randomized independently, so the channel of k bits is the Kronecker product of theirs
(`vinterbo/thm-4.1`) and its inverse the product of the inverses. Both are applied in place, a few
bits at a time; the 2^k x 2^k matrix is never formed.

The bit order. A cell of a marginal over columns (c_0, ..., c_{k-1}) is a number below 2^k. By
default (`most_significant="first"`) the *first* column is the most significant bit,

    cell = x_0 2^(k-1) + x_1 2^(k-2) + ... + x_{k-1},

which is the order of the Kronecker product C_0 (x) C_1 (x) ... and of `Channel.tensor`. With
`most_significant="last"` the first column is the *least* significant bit,
`cell = x_0 + 2 x_1 + ... + 2^(k-1) x_{k-1}`, the map eta of `vinterbo/def/eta`. (The paper's text
uses eta, its program `vinterbo/impl-1` the other order; every function here takes the choice.)
"""

from rropt.estimating.bits.bit_tables import Order
from rropt.estimating.bits.marginal import (
    estimate_marginal,
    histogram,
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
    "Order",
    "affordable_bits",
    "effective_sample_size",
    "estimate_marginal",
    "histogram",
    "iterated_loss",
    "marginal_loss",
    "marginal_variances",
    "noise_factors",
    "report_marginal",
]
