"""What is the best yes/no card at epsilon 1/2, delta 1/10, and what do two answers cost?

Run: python examples/best_card.py
"""

# %% State the privacy level and the goal
import rropt as rr

privacy = rr.LocalDP(epsilon="1/2", delta="1/10")
goal = rr.Variance(prior="1/4")

# %% The best card, proved: no private yes/no card has a smaller variance
card = rr.optimal(privacy, goal, outputs=2)
print(card.channel)
print(f"n variance {float(card.bound):.6f}")
print(card.certificate.check())

# %% With any number of reports: four answers, and far fewer respondents
free = rr.optimal(privacy, goal)
print(free.channel)
print(f"n variance {float(free.bound):.6f}")
print(f"two answers need {float(card.restriction.ratio):.3f} times the respondents")

# %% Which card is best depends on the prevalence: at g(epsilon, delta) = pi it changes
for prevalence in ("1/100", "1/10", "6/25", "1/4", "1/2"):
    best = rr.optimal(privacy, rr.Variance(prevalence), outputs=2, crosscheck=False)
    p00, p11 = (float(best.channel[i, i]) for i in (0, 1))
    print(f"prevalence {prevalence:>5}: p00 = {p00:.4f}, p11 = {p11:.4f}")
