"""Many people: what does a histogram of everybody's reports say about one of them?

A survey office publishes how many people reported yes and how many no, and no report with a name.
Each report alone may tell with odds of three; the histogram of ten thousand tells far less. How
much less, for this table, whatever the others answered?
"""

# %% One report, and the histogram of ten thousand
# Both ends are proved: no test beats the upper one, and a test that is named reaches the lower one.
import rropt as rr
from rropt.figures import figure

warner = [["3/4", "1/4"], ["1/4", "3/4"]]
many = rr.shuffled(warner, 10_000, delta="1e-6")
print(many)

# %% More people hide each other better
# A hundred times as many people leave about a tenth of epsilon.
people = (100, 1_000, 10_000, 100_000)
upper = [float(rr.shuffled(warner, n, delta="1e-6").epsilon.hi) for n in people]
for n, most in zip(people, upper, strict=True):
    print(f"{n:>7} people: epsilon below {most:.4f}")

# %% What the shuffler is worth
# Beside the central geometric mechanism, which sees every true answer and adds noise to the count.
worth = figure("shuffled")
found = worth.data()
picture = worth.drawing(found)
for row in found["rows"]:
    print(f"{row['people']:>7} people: {row['efficiency']:.0%} of the curator's efficiency")

# %% How many people
# A margin of two points for a trait of a fifth of the people, under a central promise of 1/2.
# `rropt design variance --prior 1/10 --epsilon 1/2 --shuffled 10000 --at-delta 1e-6` finds the best
# mechanism for such a promise, at the epsilon of the single report that keeps it.
plan = rr.plan_shuffled(rr.Proportion("1/5"), delta="1e-6", epsilon="1/2", margin="0.02")
print(plan.summary())

# %% Month after month
# Everybody answers again, with a fresh report each month, and twelve histograms are published.
# Both ends are enclosed in ball arithmetic; no checker repeats them.
print(rr.shuffled_rounds([(warner, 10_000, 12)], delta="1e-6"))

# %% What it means
# Who sees only the histogram must trust the shuffler, who passes reports on without names: he, and
# whoever sees a report with its name, learns as much as one report tells. Others are assumed to
# answer as designed, whatever their truths. Those who do not are a coalition: m people who tell
# their own reports leave a histogram of n - m for everybody else, exactly.
for m in (0, 1_000, 5_000):
    left = rr.shuffled(warner, 10_000 - m, delta="1e-6")
    print(f"{m} people tell: epsilon below {float(left.epsilon.hi):.4f}")
print(many.certificate.check())

# %% What to cite
print(rr.cite("balle-2019"))
