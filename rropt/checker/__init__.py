"""The independent checker: does this certificate prove what it claims?

kind        proves                                     by checking, besides feasibility
prices      no private table has a utility above       prices of truths and pairs cover the patterns
            bound
gradient    no private table has a variance below      an unbiased estimator; prices of the utility
            bound                                      sum (v.r)^2 / (q.r) for vectors v
vertices    no two-answer device has a variance        a product of affine functions is least at a
            below bound                                vertex: each vertex of the region, its value
garbling    P is at least as good as A                 A = C P, the columns of C add up to one
separation  P is not at least as good as A             sum_i max_a (GA')_ai > sum_i max_a (GP')_ai
polynomial  claim >= 0 (> 0) where constraints hold    claim constraints^m = sum c square^2
                                                       constraints^f + sum p_i equality_i, expanded

Standard library only, and nothing of the rest of rropt.
"""

from rropt.checker.core import FORMAT, MAX_BYTES, Verdict, check

__all__ = ["FORMAT", "MAX_BYTES", "Verdict", "check"]
