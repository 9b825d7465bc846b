"""Who holds an opinion on minarets, and who admits it? Heck and Moshagen's example (2018).

Radukic and Musch (2014) asked 1256 people by the stochastic lie detector: whoever holds the opinion
says yes if honest (with probability t) and no if not; whoever does not is told by chance what to
say. Heck and Moshagen (2018) print pi = 0.870695 and t = 0.635806, and for a logistic regression on
age, political orientation from -5 (left) to 5 (right) and their product, t constant, the
coefficients and a log-likelihood of -821.084.

The counts in minarets.csv are those of the data set `minarets` of their R package RRreg.

Run: python examples/published/minarets.py
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas

import rropt as rr

# %% The data: how many of each age and orientation said yes and no in each of two conditions
counts = pandas.read_csv(Path(__file__).with_name("minarets.csv"))
data = counts.loc[counts.index.repeat(counts["people"])].reset_index(drop=True)
EVERYBODY = {"age": 23.669957, "orientation": -0.492906}
"""Their means, of the 365 people too whom the survey asked directly."""
for name, mean in EVERYBODY.items():
    data[name] -= mean

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

# %% Who holds it? The printed model; its search stopped at the third digit
fit = rr.regress("answer ~ age * orientation", data, TABLES, **LIE_DETECTOR)
print(f"log-likelihood {fit.llf:.3f}  (printed: -821.084)")
PRINTED = {
    "Intercept": (1.89659, 0.38104),
    "age": (0.01364, 0.06071),
    "orientation": (0.62442, 0.15681),
    "age:orientation": (-0.02039, 0.01168),
}
for name, (value, error) in PRINTED.items():
    found = f"{fit.params[name]:8.5f} +- {fit.bse[name]:.5f}"
    print(f"{name:15} {found}  (printed: {value:8.5f} +- {error:.5f})")
print(f"t {share(-fit.params['lying: Intercept']):.5f}  (printed: 0.65170)")

# %% Does honesty depend on orientation?
honest = rr.regress("answer ~ orientation", data, TABLES, lying="orientation", **LIE_DETECTOR)
print(honest.test("lying: orientation"))
