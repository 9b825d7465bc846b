"""A sensitive yes/no question, from plan to report

About one person in ten has done it; nobody will say so to an interviewer. Which device, how many
respondents, and what do their answers say?
"""

# %% The best mechanism
# Nobody's answer may be more than e^epsilon times as likely under one truth as under the other.
import rropt as rr

design = rr.optimal(
    rr.LocalDP(1), rr.Variance("1/10"), truths=["no", "yes"], question="Have you ever ...?"
)
print(design.channel)
print(design.certificate.check().verdict)

# %% How many respondents
# The value is the variance of the estimate times the number of respondents.
print(f"value {float(design.value):.4f}")
print(f"{design.plan(margin='0.03').n:,} respondents for a margin of 3 points")

# %% The answers come in
# `design.randomize` draws each report; here 1380 of 4314 reports were yes.
estimate = design.estimate({"no": 2934, "yes": 1380})
print(estimate)
ends = rr.interval(design, {"no": 2934, "yes": 1380})
print(f"{ends.low:.4f} to {ends.high:.4f} at 95%, by {ends.method}")
picture = design

# %% What it means
# With two truths every mechanism of this privacy is this one with its reports randomized again, so
# it is best for every purpose at once. Any device with the same chances serves as well: choose the
# one that people understand.
# The interval is honest about the noise of the device; it assumes that people follow it.

# %% What to cite
print(rr.cite("warner"))
print(rr.cite("holohan"))
print(rr.cite())
