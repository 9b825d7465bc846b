"""How many respondents does local privacy cost?

Run: python examples/price_of_privacy.py
"""

# %% One prevalence, one margin of error, many privacy levels
import rropt as rr
from rropt.survey.planning import Proportion, plan

PREVALENCE, MARGIN = "1/10", "0.02"
direct = plan(Proportion(PREVALENCE), channel=rr.Channel.identity(2), margin=MARGIN)
print(f"direct questions: {direct.n:,} respondents for a margin of {MARGIN}")

# %% Pure local privacy: the certified optimum at each epsilon
for epsilon in ("1/4", "1/2", "1", "2", "4"):
    design = rr.optimal(rr.LocalDP(epsilon), rr.Variance(PREVALENCE), crosscheck=False)
    needed = plan(Proportion(PREVALENCE), channel=design.channel, margin=MARGIN)
    print(f"epsilon {epsilon:>3}: {needed.n:>7,} respondents, {needed.n / direct.n:.1f} times")

# %% A little delta is worth many respondents, when the optimum may have four answers
for delta in ("0", "1/100", "1/20", "1/10"):
    privacy = rr.LocalDP("1/2", delta)
    design = rr.optimal(privacy, rr.Variance(PREVALENCE), crosscheck=False)
    needed = plan(Proportion(PREVALENCE), channel=design.channel, margin=MARGIN)
    print(f"epsilon 1/2, delta {delta:>5}: {needed.n:>6,} respondents")
