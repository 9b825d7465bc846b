"""What does it save to blur an ordered scale step by step rather than everywhere alike?

Run: python examples/ordered.py
"""

# %% Five answers from "never" to "always"; each step on the scale costs a factor of 3/2
import rropt as rr

scale = ["never", "rarely", "sometimes", "often", "always"]
privacy = rr.MetricDP.path("ln(3/2)")
prior = ["5/15", "4/15", "3/15", "2/15", "1/15"]

# %% The best table for the mean answer, as a contrast of the shares
mean = rr.COptimal(prior, [-2, -1, 0, 1, 2])
design = rr.optimal(privacy, mean, truths=scale)
print(design.channel)
print(f"n variance of the mean: {design.value}")
print(design.certificate.check().verdict)

# %% The same protection between all pairs, as strong as between neighbours, costs much more
everywhere = rr.optimal(rr.LocalDP("ln(3/2)"), mean)
ratio = float(everywhere.bound / design.value)
print(f"one number for all pairs needs {ratio:.2f} times the respondents")

# %% All shares at once: the trace of the covariance
shares = rr.optimal(rr.MetricDP.path("ln(2)"), rr.AOptimal(["2/5", "3/10", "1/5", "1/10"]))
print(f"A-optimal at a factor of 2 a step: {float(shares.bound):.9f}")
