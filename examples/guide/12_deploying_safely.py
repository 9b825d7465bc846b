"""Deploying safely: randomness, files, repeated reports

The table is best on paper. What can still break the promise?
"""

# %% Rounding
# `denominator` makes every entry a multiple of 1/N, and privacy holds exactly after rounding.
import tempfile
from pathlib import Path

import rropt as rr

card = {"outputs": 2, "denominator": 1000, "truths": ["no", "yes"]}
design = rr.optimal(rr.LocalDP(1), rr.Variance("1/10"), **card)
print(design.channel)
print(rr.LocalDP(1).satisfied_by(design.channel))

# %% Randomness
# Drawn by integers from the operating system; no seed, so that nobody can draw it again.
print(len(design.randomize(["no", "yes", "no"])))

# %% One file from plan to estimate
with tempfile.TemporaryDirectory() as folder:
    design.save(Path(folder) / "study.json")
    print(rr.load(Path(folder) / "study.json").check().verdict)

# %% Repeated reports
# Two fresh reports of the same person are twice the epsilon: keep the first, and send that again.
once = design.channel.parity()
print(once <= rr.LocalDP(1).gamma.hi < once**2)
revealed = rr.measures(design)
picture = revealed

# %% What it means
# A saved design names its labels and its question, and is verified when it is loaded. Send the
# report, never the answer; keep no log of answers beside reports; and count everything that the
# same person is asked in one budget.

# %% What to cite
print(rr.cite("dwork-roth"))
print(rr.cite("dong-roth-su"))
