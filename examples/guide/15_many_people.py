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
picture = worth.drawing(worth.data())

# %% What it means
# Who sees only the histogram must trust the shuffler: whoever passes the reports on without names.
# A coalition of m people who tell their own reports leaves a histogram of n - m for everybody else.
# If the promise is about the published histogram, `rropt design variance --prior 1/10 --epsilon 1/2
# --shuffled 10000 --at-delta 1e-6` finds the epsilon of the single report and the best mechanism
# there.
print(many.certificate.check())

# %% What to cite
print(rr.cite("balle-2019"))
