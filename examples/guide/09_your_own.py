"""Your own objective, device, and theorem

What I need is in no list. Does the proof still come with the answer?
"""

# %% An objective is a function of a report's likelihoods
# Convex, and homogeneous: u(t r) = t u(r).
import sympy as sp

import rropt as rr


def two_bets(r):
    """Low against high, and middle against the ends."""
    return max(r[0] + r[1], r[2] + r[3]) + max(r[1] + r[2], r[0] + r[3]) / 2


design = rr.optimal(rr.LocalDP("ln(3)"), rr.Custom(two_bets, 4, "two bets"))
print(design.certificate.check())
picture = design

# %% What is not convex is refused
try:
    rr.Custom(lambda r: min(r), 3, "least likelihood")
except rr.InputError as error:
    print(error)

# %% A device is a table
mine = rr.Channel.from_rows([["7/10", "1/5"], ["3/10", "4/5"]])
print(rr.admissible(mine, rr.LocalDP("ln(4)")).admissible)

# %% A theorem is a relation
x = sp.Symbol("x")
print(rr.prove(x**2 >= x, x >= 0))

# %% Its proof, for another system
product = rr.prove("x*y <= 1", "x >= 0", "x <= 1", "y >= 0", "y <= 1")
print(product.why())
print(product.export("lean"))

# %% What it means
# The certificate says what rests on your word: that the function is what you wrote. A wrong
# conjecture comes back with a counterexample and with a hypothesis that would save it.

# %% What to cite
print(rr.cite())
