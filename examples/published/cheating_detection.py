"""Who says no whatever is asked? Cheating detection, with the numbers of Moshagen and others.

Clark and Desharnais (1998) tell a share p_i of group i to say yes whatever is true and ask the
others for the truth. Whoever always says no is a cheater, so that l_i = pi + p_i beta of a group
say yes: pi have the trait and say so, beta do not, and gamma = 1 - pi - beta cheat. With two groups

    pi = (p_2 l_1 - p_1 l_2) / (p_2 - p_1),   beta = (l_2 - l_1) / (p_2 - p_1),

and errors follow from the binomial variances of l_1 and l_2.

Moshagen and others print 0.18 and 0.12, with errors of 0.0332 and 0.0485: taken here as pi and
gamma. The counts behind them were not found, nor p_i. With 1/4 and 3/4, which are assumed, the four
numbers leave groups of about 605 and 207 people, and the counts below are whole numbers that give
all four. What is reproduced is the procedure, and not the survey.

Run: python examples/published/cheating_detection.py
"""

from __future__ import annotations

import rropt as rr
from rropt.survey import cheating_estimate

# %% Two groups, and the formulas
(p1, yes1, n1), (p2, yes2, n2) = (0.25, 215, 605), (0.75, 146, 207)
l1, l2 = yes1 / n1, yes2 / n2
v1, v2 = l1 * (1 - l1) / n1, l2 * (1 - l2) / n2
trait = (p2 * l1 - p1 * l2) / (p2 - p1)
cheat = 1 - ((1 - p1) * l2 - (1 - p2) * l1) / (p2 - p1)
trait_error = (p2**2 * v1 + p1**2 * v2) ** 0.5 / (p2 - p1)
cheat_error = ((1 - p2) ** 2 * v1 + (1 - p1) ** 2 * v2) ** 0.5 / (p2 - p1)
print(f"the formulas: pi {trait:.2f} +- {trait_error:.4f}  (printed: 0.18 +- 0.0332)")
print(f"           gamma {cheat:.2f} +- {cheat_error:.4f}  (printed: 0.12 +- 0.0485)")

# %% The same by maximum likelihood: a cheater is one more truth, whose report is no
told = {"reports": ["no", "yes"], "truths": ["no", "yes"]}
tables = [
    rr.Channel.from_rows([["3/4", "0"], ["1/4", "1"]], **told),
    rr.Channel.from_rows([["1/4", "0"], ["3/4", "1"]], **told),
]
found = cheating_estimate(tables, [[n1 - yes1, yes1], [n2 - yes2, yes2]], ["no", "no"])
for name, number in (("pi", 1), ("gamma", 2)):
    share = found.of(number)
    low, high = share.interval()
    print(f"likelihood: {name} {share.value:.2f} +- {share.stderr:.4f}, {low:.3f} to {high:.3f}")

# %% Does nobody cheat?
print(found.of("cheater").test(0))
