"""Regression: who does it?

The answers were randomized; does the chance of a yes grow with x? And can the device be chosen for
that question in the first place?
"""

# %% The best device for a coefficient
import numpy as np

import rropt as rr
from rropt.data.sampler import simulate_not_private

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

# %% More than one answer was randomized
# Drinkers smoke more often here, and each answer went through the design. What goes with what, and
# how does smoking depend on drinking? Truths are 0 and 1; x was asked openly.
drinks = rng.random(4000) < np.where(truth, 0.6, 0.3)
data["drinks"] = [int(report) for report in simulate_not_private(design.channel, drinks, seed=8)]
both = {"report": design, "drinks": design}
print(rr.correlations(both, data, ["report", "drinks", "x"]).summary())
print(rr.regress("report ~ drinks + x", data, both, randomized=["report", "drinks"]).summary())

# %% A list experiment, beside a certified design
# One half counts which of three harmless items are true, the other half of four: the difference of
# the means is the share of the fourth. A count of 0 or 4 reveals it. The variance of a report is
# compared with that of the best mechanism which reveals as much, at a share of 1/4.
counts = rr.ItemCount(3)
table = counts.table(["1/8", "3/8", "3/8", "1/8"])
delta = table.profile(3)
best = rr.optimal(rr.LocalDP("ln(3)", delta), rr.Variance("1/4"))
needed = float(best.value)
print(f"delta {delta} at epsilon ln(3): 3.375 by counts, {needed:.3f} by the best mechanism")

# %% What it means
# The likelihood is that of the reports, so the coefficients are those of the hidden answers, and
# their errors hold the noise of the device. A fit to the reports themselves would be pulled to 0.
# Where reports tell little, intervals and tests rest on surveys that are drawn from the model, and
# the summary says so. Of 50 answers they held the truth in 0.95 to 0.98 of the surveys of a trial,
# about a randomized predictor and about three truths too. Where the summary says that another
# maximum is nearly as high, they are no promise.

# %% What to cite
print(rr.cite("blair-imai-zhou"))
