"""Do the formulas of Warner (1965) come out of the likelihood?

Warner prints the estimate, pi = (p - 1) / (2 p - 1) + n_1 / ((2 p - 1) n) of n_1 yes among n, and
its variance, pi (1 - pi) / n + (1 / (16 (p - 1/2)^2) - 1/4) / n. He prints no survey: the counts
here are made up, 437 yes of 1000 by a spinner with p = 7/10.

Run: python examples/published/warner.py
"""

from __future__ import annotations

from fractions import Fraction

import rropt as rr

# %% The survey, and what Warner would have computed
p, yes, n = Fraction(7, 10), 437, 1000
estimate = (p - 1) / (2 * p - 1) + Fraction(yes, n) / (2 * p - 1)
device_part = 1 / (16 * (p - Fraction(1, 2)) ** 2) - Fraction(1, 4)
variance = (estimate * (1 - estimate) + device_part) / n
print(f"Warner's formulas:  {float(estimate):.6f} +- {float(variance) ** 0.5:.6f}")

# %% What the likelihood says
device = rr.device("warner", p=p)
found = rr.estimate(device, [n - yes, yes])
print(f"maximum likelihood: {found.params.iloc[1]:.6f} +- {found.bse.iloc[1]:.6f}")
print(found.summary())

# %% Where the formula leaves the possible and the likelihood does not
few = rr.estimate(device, [720, 280])
linear = rr.estimate(device, [720, 280], method="linear")
print(f"280 yes of 1000:    {linear.params.iloc[1]:.4f} by the formula, {few.params.iloc[1]:.4f}")
