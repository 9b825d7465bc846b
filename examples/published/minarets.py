"""Who holds an opinion on minarets, and who admits it? Heck and Moshagen's example (2018).

Radukic and Musch (2014) asked 1256 people by the stochastic lie detector: whoever holds the opinion
says yes if honest (with probability t) and no if not; whoever does not is told by chance what to
say. Heck and Moshagen (2018) print pi = 0.870695 and t = 0.635806, and for a logistic regression on
age, political orientation and their product, t constant, a log-likelihood of -821.084.

The counts below are those of the data set `minarets` of their R package RRreg, by orientation from
-5 (left) to 5 (right). The ages are in the package only: with a CSV file of it (columns age,
leftRight, condition, rrt) as its argument the script fits that model too.

Run: python examples/published/minarets.py [minarets.csv]
"""

from __future__ import annotations

import sys

import numpy as np
import pandas

import rropt as rr

# %% The data: how many said yes and no in each of two conditions, by orientation
COUNTS = {
    (1, "yes"): [3, 11, 39, 57, 47, 124, 41, 29, 15, 3, 4],
    (1, "no"): [2, 6, 18, 36, 24, 63, 17, 16, 6, 3, 0],
    (2, "yes"): [3, 12, 30, 49, 43, 138, 49, 46, 18, 3, 7],
    (2, "no"): [5, 11, 37, 73, 39, 81, 31, 9, 7, 0, 1],
}
people = [
    {"condition": condition, "answer": answer, "orientation": orientation}
    for (condition, answer), counts in COUNTS.items()
    for orientation, count in zip(range(-5, 6), counts, strict=True)
    for _ in range(count)
]
data = pandas.DataFrame(people)

# %% The tables: who does not hold it says no in two cases of twelve, or in ten
LABELS = {"reports": ["no", "yes"], "truths": ["no", "yes"]}
TABLES = {
    1: rr.Channel.from_rows([["1/6", "0"], ["5/6", "1"]], **LABELS),
    2: rr.Channel.from_rows([["5/6", "0"], ["1/6", "1"]], **LABELS),
}
LIE_DETECTOR = {"design_column": "condition", "noncompliance": "no", "liars": "yes"}


def share(logit: float) -> float:
    """A probability from its logit."""
    return float(1 / (1 + np.exp(-logit)))


# %% How many hold it, and how many of them say so?
fit = rr.regress("answer ~ 1", data, TABLES, **LIE_DETECTOR)
print(f"n = {fit.nobs}")
print(f"pi = {share(fit.params['Intercept']):.6f}  (printed: 0.870695)")
print(f"t  = {share(-fit.params['lying: Intercept']):.6f}  (printed: 0.635806)")

# %% Who holds it? The more to the right, the more
right = rr.regress("answer ~ orientation", data, TABLES, **LIE_DETECTOR)
print(right.summary())

# %% Does honesty depend on orientation?
honest = rr.regress("answer ~ orientation", data, TABLES, lying="orientation", **LIE_DETECTOR)
print(honest.test("lying: orientation"))

# %% The printed model, where the file is there
if len(sys.argv) > 1 and sys.argv[1].endswith(".csv"):
    ages = pandas.read_csv(sys.argv[1])
    ages["answer"] = np.where(ages["rrt"] == 1, "yes", "no")
    printed = rr.regress("answer ~ age * leftRight", ages, TABLES, **LIE_DETECTOR)
    print(f"log-likelihood {printed.llf:.3f}  (printed: -821.084)")
