"""Places: how far off must a position be reported?

A report may place you in a part of the town, but hardly on one side of a street. Which reports lose
the fewest miles?
"""

# %% Distance is privacy
# P(i | a) <= e^(epsilon d) P(i | b) for places at a distance d.
from math import dist

import rropt as rr

places = [(a, b) for a in range(3) for b in range(2)]
privacy = rr.MetricDP.points(places, epsilon=1)
miles = [[round(dist(a, b), 6) for b in places] for a in places]

# %% The least expected distance
uniform = ["1/6"] * 6
best = rr.optimal(privacy, rr.Loss(miles, uniform))
print(f"expected distance {float(best.value):.6f}, {best.certificate.check().verdict}")
picture = best

# %% One epsilon for all pairs
# The same protection as between neighbours, but between all places.
everywhere = rr.optimal(rr.LocalDP(1), rr.Loss(miles, uniform))
print(f"one epsilon for all pairs: {float(everywhere.value):.6f}")

# %% Where people are on average
# How far east, from nine places of a larger map: the mean of a group, whoever is in it. There are
# 4,346 extreme patterns; the certificate covers them without a list, those of 25 places too.
larger = rr.MetricDP.grid(3, 3, epsilon=1)
east = rr.optimal(larger, rr.Mean([0, 1, 2] * 3))
print(f"variance of the mean east: {float(east.value):.6f}, {east.check().verdict}")

# %% What it means
# Distances in the privacy let reports stay near. The table is the best for this map and this
# prior: places where more people live pull reports towards them.

# %% What to cite
print(rr.cite())
