"""A thousand categories, equal shares or not

Nobody writes a table with a thousand columns, and nobody needs to: a mechanism is what can be drawn
and added up. Which of a thousand places, products or web sites is it, and what if some are larger?
"""

# %% The best mechanism is a promise, not a table
# At equal shares the best report names a set of categories; no table is ever written.
from fractions import Fraction

import numpy as np

import rropt as rr

k = 1000
design = rr.optimal(rr.LocalDP(1), rr.AOptimal("uniform", categories=k))
print(f"{design.remarks[0]}; value {float(design.value):.6g}, gap {float(design.gap):.1g}")

# %% The same in small
# Of nine categories the lines of a plane do: 12 reports in place of 84, each three categories.
plane = rr.optimal(rr.LocalDP("ln(2)"), rr.AOptimal("uniform", categories=9))
print(plane.remarks[0])
picture = plane

# %% Draw and estimate
# A report is the list of the categories in its set; the estimate knows every share and its error.
truths = np.random.default_rng(1).integers(0, 50, 2000)
found = design.estimate(design.randomize(truths))
label, share, error = found.top(1)[0]
print(f"{found.n} reports, {len(found.truths)} shares, each within {error:.2f} or so")

# %% What if nobody knows the shares?
# Equal shares are the worst: at any others the same mechanism errs no more, and no mechanism errs
# less at its worst shares. The certificate says so in place of a prior.
worst = rr.optimal(rr.LocalDP(1), rr.AOptimal("worst", k))
print(worst.value == design.value, worst.notes[-1])

# %% What if the shares are not equal?
# Shares like 1, 1/2, 1/3, ... are far from equal. The mechanism for equal shares is not the best
# there, but what it can lose has a formula, with proof, at any number of categories.
whole = sum(Fraction(1, j) for j in range(1, k + 1))
shares = [1 / (j * whole) for j in range(1, k + 1)]
for epsilon in ("1/6", "1/2", "1"):
    loss = rr.equal_shares_loss(rr.LocalDP(epsilon), shares)
    least = float(loss.least_share("1/100"))
    print(f"epsilon {epsilon}: at most {float(loss.loss):.2%}; 1 % from shares of {least:.2g} on")

# %% A few large categories among many
# Where the shares are of few sizes, the best mechanism is found and certified: how many large and
# how many small categories a report names. (200 large and 800 small ones take seconds as well.)
few = rr.optimal(rr.LocalDP(1), rr.AOptimal(["1/20"] * 10 + ["1/60"] * 30))
for orbit in few.orbits:
    large, small = ([n for value, n in runs if value > 1] for runs in orbit.classes)
    print(f"{sum(large)} of 10 large and {sum(small)} of 30 small categories")
print("the largest share is of", few.estimate(few.randomize([3] * 5000)).top(1)[0][0])

# %% Shares that fall, from the question to the estimate
# Of a hundred web sites the first has twice the visits of the second, three times those of the
# third. Sites with nearly equal shares are put in classes; how far the mechanism is from the best
# one there is, at the shares themselves, is certified.
whole = sum(Fraction(1, j) for j in range(1, 101))
visits = [1 / (j * whole) for j in range(1, 101)]
zipf = rr.optimal(rr.LocalDP(1), rr.AOptimal(visits))
print(zipf.remarks[0])
equal = rr.equal_shares_loss(rr.LocalDP(1), visits)
print(f"within {float(zipf.gap / zipf.bound.lo):.2%} of the best")
print(f"the mechanism for equal shares is proved to be within {float(equal.loss):.1%}")
people = np.random.default_rng(2).choice(100, 5000, p=[float(v) for v in visits])
reports = zipf.randomize(people)
found = zipf.estimate(reports)
label, share, error = found.top(1)[0]
print(f"site {label} has {share:.2f} of the visits, give or take {error:.2f}")

# %% One report in a million may tell the truth
# With a delta a mechanism tells the truth with this chance, and else reports as the best private
# one does. That no other does much better is proved.
rare = rr.optimal(rr.LocalDP(1, "1/1000000"), rr.AOptimal([f"{j}/36" for j in range(8, 0, -1)]))
print(f"eight different shares: value {float(rare.value):.6g}, proved to {float(rare.gap):.1g}")

# %% What it means
# At any number of categories there is a certified best mechanism for equal shares and for shares of
# few sizes, a nearly best one for shares that fall, and a proved loss for all others. What people
# report is short, and the shares of all categories come with their errors, whatever they are.

# %% What to cite
print(rr.cite("ye-barg"))
print(rr.cite("park-nam-lee"))
