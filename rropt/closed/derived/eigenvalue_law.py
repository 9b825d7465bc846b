"""The largest eigenvalue at the worst truth of a group, for every number k of truths.

**Two eigenvalues.** Averaging a table and its numbers over all orders of the truths makes no
largest eigenvalue larger, so that the table draws a size j, then one of the j-subsets S with odds
gamma for those that hold the truth, and reports c_j (1_S - j/k) + 1/k, unbiased. Its covariance
at a truth is L1(j) toward that truth and L2(j) across it, a mixture of sizes has the means, and

    least max(L1, L2) = max over 0 <= theta <= 1 of min_j (1 - theta) L1(j) + theta L2(j).

**Who is best.** V mixes m and m + 1 so that both eigenvalues are equal. With the theta for which m
and m + 1 weigh the same, another size j weighs more by a positive multiple of (j - m)(j - m - 1),
which is not negative for whole numbers j. Of an even number of truths half of them alone are best
at small gamma, where theta = 1: L2 is least there, for it is convex over j (k - j) and both
neighbours weigh more. An odd number has its middle, theta = 0.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from rropt.closed.derived.subset_laws import ProofStep, SubsetLaw, m, subset_law
from rropt.closed.symbols import gamma, k
from rropt.utility.worst_eigenvalue import WorstEigenvalue

j = sp.Symbol("j")
a, n, s, t = sp.symbols("a n s t", positive=True)

# In t > 0 the sign of an expression is seen in its coefficients.
LEVEL = {gamma: 1 + t}
WEIGHT = m * (m + 1) * gamma + (k - m) * (k - m - 1)
VALUE = 2 * gamma * k * (m * gamma + k - m - 1) / ((gamma - 1) ** 2 * WEIGHT)
THETA = gamma * k * (k - 2) * (k - 1 - 2 * m) / ((gamma - 1) * (k - 1) * WEIGHT)

ENOUGH = m * (m + 1) * gamma - (k - m - 1) * (k - m - 2)
"""Not negative where m has a weight beside m + 1."""

SHARE = m * (k - m) * ENOUGH / ((k - 1) * WEIGHT)
"""Of the m-subsets; those of m + 1 have the rest."""

HALF = (k - 1) * (gamma + 1) ** 2 / (k * (gamma - 1) ** 2)
PAST_HALF = (k - 1) * (k - 2) * gamma**2 + 4 * gamma - (k - 1) * (k + 2)
"""Of an even k: not negative where m = k/2 - 1 is as good as half of the truths."""


def toward(size: sp.Expr) -> sp.Expr:
    """L1, toward the truth itself."""
    return (k - 1) * gamma * k / (size * (k - size) * (gamma - 1) ** 2)


def across(size: sp.Expr) -> sp.Expr:
    """L2, across it."""
    odds = (gamma * size + k - size) * (gamma * (size - 1) + k - 1 - size)
    return (k - 1) * odds / ((k - 2) * size * (k - size) * (gamma - 1) ** 2)


@dataclass(frozen=True)
class EigenvalueLaw(SubsetLaw):
    """The value at m and m + 1 together, or at half of the truths."""

    def at(self, truths: int, size: int) -> sp.Expr:
        value = HALF if 2 * size == truths > 2 else self.value
        return sp.factor(value.subs({k: truths, m: size}))

    def enough_at(self, truths: int, size: int) -> sp.Expr | None:
        if 2 * size + 2 == truths:
            return PAST_HALF.subs(k, truths)
        return super().enough_at(truths, size)

    def table(self, truths: int, size: int) -> list[tuple[int, sp.Expr]]:
        if 2 * size + 1 >= truths:
            return [(size, sp.Integer(1))]
        share = SHARE.subs({k: truths, m: size})
        return [(size, sp.factor(share)), (size + 1, sp.factor(1 - share))]


def eigenvalue_law() -> EigenvalueLaw:
    """The law with its proof.

    >>> law = eigenvalue_law()
    >>> law.at(4, 1), law.at(4, 2), all(step.holds for step in law.steps[:4])
    (4*gamma*(gamma + 2)/((gamma - 1)**2*(gamma + 3)), 3*(gamma + 1)**2/(4*(gamma - 1)**2), True)
    """
    switch = (k - m - 1) * (k - m - 2) / (m * (m + 1))
    steps = (*_of_one_size(), *_of_two_sizes(), *_of_half(), *_of_few(), *_of_switches())
    return EigenvalueLaw(VALUE, ENOUGH, switch, steps, "", RULE)


RULE = (
    "m is the least size that is as good as m + 1: where 2*m + 1 >= k, or else",
    f"  {ENOUGH} >= 0",
    f"  but for 2*m + 2 = k {PAST_HALF} >= 0",
    "m + 1 gives way to m at one gamma, the larger the smaller m is",
    f"with probability {SHARE} (of m = (k - 1)/2 with 1) one of the m-subsets is drawn, else one",
    "of the (m + 1)-subsets, gamma times as likely if it holds the truth",
    f"for k > 2 and m = k/2 the value is {HALF}, and half of the truths is drawn alone",
)


def _of_one_size() -> tuple[ProofStep, ...]:
    """With p the chance that the subset holds the truth."""
    p = gamma * j / (gamma * j + k - j)
    unbiased = (p - j / k) * k / (k - 1)
    own = p * (1 - j / k) ** 2 + (1 - p) * (j / k) ** 2
    others = p * (j - 1) * (k - j) + (1 - p) * j * (k - 1 - j)
    first = k / (k - 1) * own / unbiased**2 - (k - 1) / k
    second = others / ((k - 1) * (k - 2)) / unbiased**2
    return (
        ProofStep("j-subsets have the eigenvalue L1(j) toward their truth", zero=first - toward(j)),
        ProofStep("j-subsets have the eigenvalue L2(j) across it", zero=second - across(j)),
    )


def _of_two_sizes() -> tuple[ProofStep, ...]:
    """Of k = 2 m + 1 + n truths, where gamma is past the switch of m."""
    weighed = (1 - THETA) * toward(j) + THETA * across(j) - VALUE
    more = gamma * (gamma + 1) * k * (k - 1) / (j * (k - j) * (gamma - 1) ** 2 * WEIGHT)
    # m = 1 + a and k = 2 m + 3 + n are all cases: coefficients of one sign decide at 0 too.
    large = {k: 2 * m + 3 + n}
    past = (m + 2 + n) * (m + 1 + n) / (m * (m + 1)) + s
    first = SHARE * toward(m) + (1 - SHARE) * toward(m + 1)
    second = SHARE * across(m) + (1 - SHARE) * across(m + 1)
    before = m * (m - 1) * gamma - (k - m) * (k - m - 1)
    rest = -(m + 1) * (k - m - 1) * before / ((k - 1) * WEIGHT)
    return (
        ProofStep(
            "(1 - theta) L1(j) + theta L2(j) is V and a positive multiple of (j - m)(j - m - 1)",
            zero=weighed - more * (j - m) * (j - m - 1),
        ),
        ProofStep("theta >= 0", least=THETA.subs(k, 2 * m + 1 + n).subs(LEVEL).subs(m, 1 + a)),
        ProofStep(
            "theta <= 1 where m is as good as m + 1 and 2 m + 2 < k",
            least=(1 - THETA).subs(large).subs(gamma, past).subs(m, 1 + a),
        ),
        ProofStep("the mixture of m and m + 1 has V toward the truth", zero=first - VALUE),
        ProofStep("and across it", zero=second - VALUE),
        ProofStep(
            "the share of m + 1 is not negative where m - 1 is not enough", zero=1 - SHARE - rest
        ),
    )


def _of_half() -> tuple[ProofStep, ...]:
    """Of an even number of truths, 4 + n."""
    few = k / 2 - 1
    lower, upper = (across(k / 2 + side) - HALF for side in (-1, 1))
    turned = 4 * (k - 1) / (k * (gamma - 1) ** 2 * (k - 2) ** 2 * (k + 2))
    convex = 2 * (k - 1) / (k - 2) + 2 * HALF
    return (
        ProofStep("half of the truths have the value across", zero=across(k / 2) - HALF),
        ProofStep("and less toward the truth", zero=HALF - toward(k / 2) - (k - 1) / k),
        ProofStep(
            "one truth less has more while m = k/2 - 1 is not enough",
            zero=lower + turned * PAST_HALF,
        ),
        ProofStep("one truth more has more", least=upper.subs(k, 4 + n).subs(LEVEL)),
        ProofStep(
            "what sizes have across, less the value, is convex over j (k - j)",
            zero=sp.diff((across(j) - HALF) * j * (k - j), j, 2) - convex,
        ),
        ProofStep(
            "theta <= 1 where m = k/2 - 1 is enough",
            zero=((1 - THETA) * (gamma - 1) * (k - 1) * WEIGHT).subs(m, few) - k / 4 * PAST_HALF,
        ),
    )


def _of_few() -> tuple[ProofStep, ...]:
    """The middle of an odd number, and two truths."""
    middle = (k - 1) / 2
    before = m * (m - 1) * gamma - (k - m) * (k - m - 1)
    apart = -before * (k - 1) / ((k - 2) * m * (k - m) * (gamma - 1))
    alone = toward(m) - VALUE
    return (
        ProofStep("m = (k - 1)/2 alone has V toward the truth", zero=alone.subs(m, middle)),
        ProofStep(
            "and less across it where m - 1 is not enough", zero=toward(m) - across(m) - apart
        ),
        ProofStep("two truths have V", zero=alone.subs({m: 1, k: 2})),
    )


def _of_switches() -> tuple[ProofStep, ...]:
    even = {k: 2 * m + 2}
    own = (k - m) * (k - m - 1) / (m * (m - 1))
    following = (k - m - 1) * (k - m - 2) / (m * (m + 1))
    return (
        ProofStep(
            "smaller sets are for larger gamma",
            least=(own - following).subs(k, 2 * m + 2 + n).subs(m, 2 + a),
        ),
        ProofStep(
            "half of the truths gives way before",
            least=PAST_HALF.subs(gamma, own).subs(even).subs(m, 2 + a),
        ),
    )


def law_of(objective: object) -> SubsetLaw | None:
    """The law of an objective that all permutations of the truths leave unchanged, if it has one.

    >>> law_of(WorstEigenvalue(3, "group")).largest(3)
    1
    """
    if isinstance(objective, WorstEigenvalue):
        return eigenvalue_law()
    return subset_law(objective)
