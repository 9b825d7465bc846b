"""My utility is not in the list: can its optimum be certified all the same?

Run: python examples/own_utility.py
"""

# %% Any positively homogeneous convex function of a likelihood pattern will do
import rropt as rr

privacy = rr.LocalDP("ln(3)")


def regret_free_bets(r):
    """Two bets on an ordered scale of four: low against high, and middle against the ends."""
    return max(r[0] + r[1], r[2] + r[3]) + max(r[1] + r[2], r[0] + r[3]) / 2


# %% Solve, and let the independent checker read the certificate
design = rr.optimal(privacy, rr.Custom(regret_free_bets, 4, "two bets"))
print(f"optimum {design.value} with {design.channel.shape[0]} reports")
print(design.certificate.check())

# %% A gain matrix needs no function: actions in rows, truths in columns
pay = [[3, 0, 0, 0], [1, 1, 0, 0], [0, 0, 1, 1], [0, 0, 0, 3]]
gain = rr.optimal(privacy, rr.Gain(pay, ["1/4"] * 4))
print(f"expected gain {gain.value}, proved bound {gain.bound}")

# %% What is not convex is refused at the door
try:
    rr.Custom(lambda r: min(r), 3, "least likelihood")
except rr.InputError as error:
    print(f"refused: {error}")
