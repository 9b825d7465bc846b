"""The objectives, as functions on likelihood patterns.

Every classical utility is `U = sum_r w_r u(r)` with u positively homogeneous and convex; a new one
is one class here or in a sibling file, with its value on a pattern and its name in certificates.

| objective | u(r) |
|---|---|
| Variance(prior) | Fisher information (r1 - r0)^2 / ((1 - pi) r0 + pi r1); variance 1 / (n U) |
| Trace(k), Guess(q) | max_j r_j, max_j q_j r_j |
| Gain(G, q), Loss(L, q) | max_a sum_j q_j G[a, j] r_j, with G = -L |
| MutualInformation(q) | sum_j q_j r_j log(r_j / q.r) |
| FDivergence(f, (a, b)) | r_b f(r_a / r_b) |
| Custom(u, k) | the user's own |
"""

from rropt.utility.base import Utility
from rropt.utility.custom import Custom
from rropt.utility.guessing import Gain, Guess, Loss, Trace
from rropt.utility.information import FDivergence, MutualInformation, Variance, Warner

__all__ = [
    "Custom",
    "FDivergence",
    "Gain",
    "Guess",
    "Loss",
    "MutualInformation",
    "Trace",
    "Utility",
    "Variance",
    "Warner",
]
