"""Where the best mechanism changes

Along which curves, over the level and the shares, does the best mechanism become another one: with
more answers to choose from, or no longer k-ary response?
"""

# %% A guess: how many answers to offer
# With shares in a ratio 1 : t : t^2 and so on the rarest answer is not worth its report. The best
# guess offers the m commonest answers, of share q together, for which it is right with the largest
# chance, p = gamma q / (gamma + m - 1), whatever the number of answers is, and a delta is spent on
# a lottery of the truth.
from fractions import Fraction

import rropt as rr
from rropt.figures import figure

shares = ["8/15", "4/15", "2/15", "1/15"]
for gamma in ("ln(2)", "ln(4)", "ln(12)"):
    design = rr.optimal(rr.LocalDP(gamma), rr.Guess(shares))
    offered = sum(any(row) for row in design.channel.rows)
    print(f"epsilon {gamma}: {offered} answers, right with probability {design.value}")

# %% The map
# Left: numbers of answers of certified optima, and the curves between them. Middle and right: of
# three shares one must have q > (gamma + 3) / (gamma + 5) before k-ary response can be improved.
phases = figure("phases")
picture = phases.drawing(phases.data(gamma="3"))

# %% On both sides of a curve
# At gamma = 3 the curve is at q = 3/4: below it k-ary response has the least sum of variances that
# any table can have, above it another table has less.
usual = rr.device("k_ary", categories=3, epsilon="ln(3)")
for common in (Fraction(7, 10), Fraction(9, 10)):
    objective = rr.AOptimal([common, (1 - common) / 2, (1 - common) / 2])
    best = float(rr.optimal(rr.LocalDP("ln(3)"), objective).bound)
    times = float(objective.worth(usual.channel)) / best
    print(f"q = {common}: k-ary response needs {times:.4f} times")

# %% Formulas of your own problem
# `derive` finds such curves for the problem that you have, and proves them. Three scores with
# unequal gaps, for the worst group: two yes/no questions by a coin up to gamma = 3, then a middle
# answer joins, up to gamma = 3 (1 + s) / s for the scores -1, s and 1.
scores = rr.Problem(rr.LocalDP("ln(3)"), rr.Mean([-1, "1/3", 1]))
answer = rr.derive(scores, gamma=(1, 12))
for piece in answer.pieces:
    print(piece.value, "where", piece.region)
print("proved" if answer.proved else "not proved")

# %% What it means
# For a handful of answers of comparable shares the usual device is the best one, and now you know
# where that ends. Beyond the curve a report may name two of the rarer answers.

# %% What to cite
print(rr.cite("kairouz"))
print(rr.cite("ye-barg"))
