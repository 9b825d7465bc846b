"""Regression: who does it?

The answers were randomized; does the chance of a yes grow with x? And can the device be chosen for
that question in the first place?
"""

# %% The best device for a coefficient
import numpy as np

import rropt as rr
from rropt.data.simulation import simulate_not_private

model = rr.Logit(alpha="-1", beta="1")
goal = rr.ForModel(model, points=[0, 1], weights=["1/2", "1/2"], coefficients=[1])
design = rr.optimal(rr.LocalDP(2), goal, truths=["no", "yes"])
print(design.channel)

# %% A made-up survey, seeded for this page
# A real one is randomized by `design.randomize`, which no seed repeats.
rng = np.random.default_rng(7)
x = rng.integers(0, 2, 4000)
truth = rng.random(4000) < 1 / (1 + np.exp(1.0 - x))
reports = simulate_not_private(design.channel, truth, seed=7)

# %% The fit, through the table
data = {"report": [int(report) for report in reports], "x": x.astype(float)}
fit = rr.regress("report ~ x", data, design)
print(fit.summary())
picture = fit

# %% What it means
# The likelihood is that of the reports, so the coefficients are those of the hidden answers, and
# their errors hold the noise of the device. A fit to the reports themselves would be pulled to 0.

# %% What to cite
print(rr.cite("blair-imai-zhou"))
