"""What does it save to protect only the "yes" of a stigmatising question?

Run: python examples/one_sided.py
"""

# %% No report may speak for a "yes" by more than gamma = 3; nobody needs to hide a "no"
import rropt as rr

goal, answers = rr.Variance(prior="1/4"), ["no", "yes"]
one_sided = rr.optimal(rr.OneSided(["yes"], "ln(3)"), goal, outputs=2, truths=answers)
print(one_sided.channel)
print(one_sided.certificate.check())

# %% Mangat's device falls out: who has the trait says yes, the others say yes with chance 1/gamma
no, yes = one_sided.channel.columns
print(f"given yes: yes with chance {yes[1]}; given no: yes with chance {no[1]}")

# %% Warner's device protects both answers alike, and pays for it
warner = rr.optimal(rr.LocalDP("ln(3)"), goal, outputs=2, truths=answers)
print(f"n variance: protecting yes {one_sided.value}, protecting both {warner.value}")
print(f"Warner needs {float(warner.value / one_sided.value):.3f} times the respondents")

# %% Two truths without a delta: this one table is best for every other goal as well
table = rr.optimal(rr.OneSided([1], "ln(3)"), rr.MutualInformation(["3/4", "1/4"])).channel
print(
    "the same table for mutual information:", sorted(table.rows) == sorted(one_sided.channel.rows)
)
