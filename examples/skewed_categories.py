"""Which table for four unequal categories, and what if the guess of their shares is wrong?

Run: python examples/skewed_categories.py
"""

# %% The shares that are expected, and three ways to measure the uncertainty of the estimate
import rropt as rr

expected = ["0.7", "0.2", "0.06", "0.04"]
privacy = rr.LocalDP("ln(3)")
goals = {
    "A": rr.AOptimal(expected),
    "D": rr.DOptimal(expected),
    "E": rr.EOptimal(expected),
}

# %% One certified design each, beside k-ary randomized response
classical = rr.optimal(privacy, rr.Trace(categories=4)).channel
for name, goal in goals.items():
    design = rr.optimal(privacy, goal, crosscheck=False)
    print(
        f"{name}-optimal: {float(design.bound):.5f} with {design.channel.shape[0]} reports, "
        f"k-ary randomized response {float(goal.worth(classical)):.5f}"
    )

# %% A robust design: the best for the worst of three distributions
others = [expected, ["0.25"] * 4, ["0.4", "0.3", "0.2", "0.1"]]
robust = rr.optimal(privacy, rr.Minimax(others), crosscheck=False)
single = rr.optimal(privacy, goals["A"], crosscheck=False)
print(robust.certificate.check())
for prior in others:
    goal = rr.AOptimal(prior)
    print(
        f"truth {','.join(prior)}: robust {float(goal.worth(robust.channel)):.4f}, "
        f"designed for {','.join(expected)} {float(goal.worth(single.channel)):.4f}"
    )
