"""Who knows members of armed groups? Blair, Imai and Zhou's table 3 (2015).

In Nigeria 2,423 people threw a die: at one they said no, at six yes, else the truth (Blair 2014).
The manual of the R package rr prints the logistic regression of the truth on what a household owns,
marriage, age, education and sex. It is the maximum of the likelihood (an EM algorithm whose steps
are ordinary logistic fits); its errors are those of the outer products of the scores, where rropt's
are of the observed information. Both are printed here.

The counts in nigeria.csv are those of the data set `nigeria` of that package (R: `rr::nigeria`).

Run: python examples/published/nigeria.py
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas

import rropt as rr

# %% The data, one row a person, and the die
counts = pandas.read_csv(Path(__file__).with_name("nigeria.csv"))
data = counts.loc[counts.index.repeat(counts["people"])].reset_index(drop=True)
labels = {"reports": ["no", "yes"], "truths": ["no", "yes"]}
die = rr.Channel.from_rows([["5/6", "1/6"], ["1/6", "5/6"]], **labels)

# %% The model, and both kinds of errors
fit = rr.regress(
    "answer ~ assets + married + I(age/10) + I((age/10)**2) + education + female", data, die
)
scores = fit.fitted.scores
products = np.sqrt(np.diag(np.linalg.inv(scores.T @ scores)))
PRINTED = [
    (-0.34017, 0.50856),
    (0.07896, 0.04136),
    (-0.26743, 0.25451),
    (-0.35283, 0.26423),
    (0.04099, 0.02603),
    (-0.00691, 0.04558),
    (-0.55439, 0.16244),
]
print(f"n = {fit.nobs}, log-likelihood {fit.llf:.3f}")
for name, error, (value, said) in zip(fit.names, products, PRINTED, strict=True):
    found = f"{fit.params[name]:8.5f} +- {error:.5f}"
    print(f"{name:20} {found}  (printed: {value:8.5f} +- {said:.5f}; here +- {fit.bse[name]:.5f})")

# %% With intervals
print(fit.summary())
