"""B(h), and what privacy criteria mean

An ethics board says: nothing that was thought improbable may become probable. Which epsilon is
that?
"""

# %% From below 10 percent never above 50 percent
import rropt as rr
from rropt.figures import figure

demand = rr.Rho1Rho2("1/10", "1/2")
print(f"B(h) = {rr.strict_bound(demand).bound}")

# %% The same demand in every language
for criterion, parameters in rr.equivalents(demand):
    print(f"{criterion}: {parameters}")

# %% A demand of your own
# The chance of anything may grow by a fifth at most.
own = rr.strict_bound("Min(1, p + 1/5)")
print(f"B(h) = {own.bound}, attained at p = {own.at[0]}")

# %% What tables of parity 9 allow
print(rr.region(9).allowed("1/10"))
regions = figure("breach-regions")
picture = regions.drawing(regions.data())

# %% What it means
# A table P keeps every posterior at most at h(prior) exactly if eta(P) <= B(h), where eta(P) is the
# largest ratio of two entries of a row. So every such criterion is one number, and epsilon = ln 9
# here: the best mechanism for it is the best one for that epsilon.

# %% What to cite
print(rr.cite("chai-nayak"))
