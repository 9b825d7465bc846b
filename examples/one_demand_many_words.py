"""My ethics board asks for rho1-to-rho2 privacy: which epsilon is that, and what does it forbid?

Run: python examples/one_demand_many_words.py
"""

# %% No event may move from below 10 percent to above 50 percent
import rropt as rr

demand = rr.Rho1Rho2("1/10", "1/2")
bound = rr.strict_bound(demand)
print(f"B(h) = {bound.bound}")

# %% The same demand in every language
for criterion, parameters in rr.equivalents(demand):
    print(f"{criterion}: {parameters}")

# %% A demand of one's own: the posterior may exceed the prior by a fifth at most
own = rr.strict_bound("Min(1, p + 1/5)")
print(f"posterior at most prior + 1/5: B(h) = {own.bound}, attained at p = {own.at[0]}")

# %% What every table of parity 9 forbids anyway, and that it covers what was asked
tables = rr.region(9)
low, high = tables.allowed("1/10")
print(f"from a prior of 1/10 the posterior stays between {low} and {high}")
print(f"the demand lies inside what such tables forbid: {rr.region(demand) <= tables}")

# %% The best table that satisfies it
design = rr.optimal(demand, rr.Trace(categories=4))
print(f"probability of naming the truth, summed over four truths: {design.value}")
