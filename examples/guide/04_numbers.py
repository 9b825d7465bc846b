"""Numbers: the mean of hours, incomes or scores

Everybody has a number between 0 and 10 and the mean is wanted. Must the scale be cut into a few
categories first?
"""

# %% The best mechanism, without a grid
import rropt as rr

design = rr.optimal(rr.LocalDP(1), rr.Mean(low=0, high=10))
print(design)

# %% Four respondents
# Every report is an unbiased estimate of its own number, far out on purpose.
reports = design.randomize(["3.5", "4", "7", "0"])
print(len(reports), "reports")

# %% What a margin costs
# The margin is for a fixed group, whatever its numbers; what `estimate` reports also has their
# spread in it. The same by `rropt plan --design study.json --margin 0.3`.
print(design.plan(margin="0.3"))

# %% A scale with five answers
scale = rr.optimal(rr.LocalDP(1), rr.Mean([0, 1, 2, 3, 4]))
print(f"value {float(scale.bound):.4f}")
picture = scale

# %% Numbers that are not spread over the whole scale
# Half of them are known to lie below 2: the average over this density is less than the worst case.
low = rr.optimal(rr.LocalDP(1), rr.Mean(low=0, high=10, prior=["1/2", "1/8", "1/8", "1/8", "1/8"]))
print(f"value {float(low.value):.2f}, and {float(design.value):.2f} whatever the numbers are")

# %% How little it can be
# What one mechanism does and none can beat, for numbers from -1 to 1: 16.00280026 at epsilon 1/2,
# 3.990665661 at 1, 0.86546 at 2, 0.304058 at 3, 0.127092 at 4, 0.0573838 at 5, 0.0271402 at 6
# (rropt figure mean-estimation). Up to epsilon 1.393 this is a formula; beyond, windows that are
# shifted at random come within a millionth of what their certificate allows any mechanism.
least = rr.optimal(rr.LocalDP(2), rr.Mean(low=-1, high=1))
print(f"between {float(least.bound):.7f} and {float(least.value):.7f}")

# %% What it means
# The value is the variance of one report at the worst number, so the planned margin holds whatever
# the numbers are. Laplace noise of the same epsilon takes twice the respondents.

# %% What to cite
print(rr.cite("duchi"))
print(rr.cite("wang-2019"))
