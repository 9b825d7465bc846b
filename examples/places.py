"""How far off must a place be reported? The optimum beside planar Laplace and k-ary response.

Run: python examples/places.py
"""

# %% A 3 x 3 grid of places, distances as the crow flies, epsilon = 1 for each unit of distance
from math import dist, exp

import rropt as rr

places = [(a, b) for a in range(3) for b in range(3)]
miles = [[round(dist(a, b), 6) for b in places] for a in places]
privacy = rr.MetricDP.points(places, epsilon=1)
uniform = ["1/9"] * 9

# %% The table of least expected distance, proved: no private table does better
best = rr.optimal(privacy, rr.Loss(miles, uniform))
print(f"least expected distance {float(best.value):.6f}, proved up to {float(best.gap):.0e}")
print(best.certificate.check().verdict)


# %% Planar Laplace on the grid: report b with chance proportional to e^(-d/2), private because
# the normalisations of two places differ by at most e^(d/2) too
def expected(weight):
    total = 0.0
    for a, row in zip(places, miles, strict=True):
        masses = [weight(dist(a, b)) for b in places]
        total += sum(m * d for m, d in zip(masses, row, strict=True)) / sum(masses) / 9
    return total


laplace = expected(lambda d: exp(-d / 2))
k_ary = expected(lambda d: exp(1.0) if d == 0 else 1.0)
print(f"planar Laplace {laplace:.4f}, k-ary response at the nearest distance {k_ary:.4f}")
print(f"the optimum walks {100 * (1 - float(best.value) / laplace):.0f} % less than planar Laplace")
