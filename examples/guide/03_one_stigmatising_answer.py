"""Protecting only the stigmatising answer

A "yes" may cost a job, a "no" costs nothing. Must both answers be hidden?
"""

# %% No report may speak for a yes
# P(i | yes) <= e^epsilon P(i | no) for every report i; nothing is asked for no.
import rropt as rr

goal, answers = rr.Variance("1/4"), ["no", "yes"]
one = rr.optimal(rr.OneSided(["yes"], "ln(3)"), goal, truths=answers)
both = rr.optimal(rr.LocalDP("ln(3)"), goal, truths=answers)
print(one.channel)

# %% What it saves
print(f"value: yes protected {one.value}, both protected {both.value}")
for name, design in {"yes": one, "both": both}.items():
    print(f"{name} protected: {design.plan(margin='0.03').n:,} respondents")
picture = one.channel

# %% What it means
# This is Mangat's device: who has the trait says yes, the others say yes with chance 1/3. A report
# "no" proves that somebody has not the trait, which is the point; a report "yes" stays deniable.
# Do not use it where the absence of a "yes" is itself a secret.

# %% What to cite
print(rr.cite("mangat"))
