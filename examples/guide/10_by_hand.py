"""Reading and checking a certificate by hand

Somebody sends a file that claims a best mechanism. How can it be believed without trusting a
solver?
"""

# %% A claim
from fractions import Fraction
from itertools import product

import rropt as rr

design = rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(3))
claim = design.certificate.data
gamma = Fraction(claim["privacy"]["gamma"])
prices = [Fraction(price) for price in claim["prices"]]
print(claim["value"], claim["prices"])
picture = design

# %% Its table is private, and adds up
weights = [Fraction(weight) for weight in claim["weights"]]
patterns = [[Fraction(entry) for entry in pattern] for pattern in claim["patterns"]]
columns = [sum(w * r[j] for w, r in zip(weights, patterns, strict=True)) for j in range(3)]
print(columns == [1, 1, 1], all(max(r) <= gamma * min(r) for r in patterns))

# %% No report is worth more than its prices
# y.r >= u(r) for every extreme pattern r, so no mechanism of this privacy has more than the sum of
# the prices.
extremes = list(product([Fraction(1), gamma], repeat=3))
charges = [sum(y * x for y, x in zip(prices, r, strict=True)) for r in extremes]
print(all(charge >= max(r) for charge, r in zip(charges, extremes, strict=True)), sum(prices))

# %% A forged claim
print(rr.check({**claim, "bound": "17/10"}))

# %% What it means
# The prices are the proof. Multiply by the weights and add: the worth of any mechanism of this
# privacy is at most what its reports are charged, and those charges add up to the sum of the
# prices.
# `rropt check FILE` does the same for every kind of claim, with the standard library alone.

# %% What to cite
print(rr.cite("kairouz"))
print(rr.cite())
