"""From a spreadsheet to a regression table.

A colleague sends a file from a spreadsheet program: semicolons, decimal commas, a few empty cells.
The answers in it were randomized. What is the regression table for the paper, in ten lines?
"""

# %% The file, as it comes
# Made up here, so that the page runs: 600 people, their age, their region, what they reported.
import tempfile
from pathlib import Path

import numpy as np
import pandas

import rropt as rr

random = np.random.default_rng(14)
age, region = random.normal(40, 12, 600).round(1), random.choice(["east", "west"], 600)
truth = random.random(600) < 1 / (1 + np.exp(2 - age / 25))
told = np.where(random.random(600) < 0.8, truth, ~truth)
said, written = np.where(told, "yes", "no"), np.char.replace(age.astype(str), ".", ",")
rows = [";".join(row) for row in zip(said, written, region, strict=True)]
rows[3] = "no;;east"
file = Path(tempfile.mkdtemp()) / "answers.csv"
file.write_text("\n".join(["smokes;age;region", *rows]) + "\n")

# %% Ten lines, with `import pandas` and `import rropt as rr` above them
design = rr.Channel.from_rows([["4/5", "1/5"], ["1/5", "4/5"]], ["no", "yes"], ["no", "yes"])
frame = pandas.read_csv(file, sep=";", decimal=",")
print(rr.estimate(design, frame, column="smokes").summary())
fit = rr.regress("smokes ~ age + C(region)", frame, design, missing="drop")
print(fit.summary())
fit.to_frame().to_csv(file.with_name("table.csv"))
file.with_name("table.tex").write_text(fit.to_latex())
picture = fit

# %% What it means
# The coefficients are those of the hidden answers: the likelihood goes through the table. A design
# that was saved with `design.save` is read by `rr.load`; the same from the command line is
# `rropt regress answers.csv --design D.json --formula "smokes ~ age + C(region)" --missing drop`,
# which finds semicolons and decimal commas by itself.
print(fit.to_latex())

# %% What to cite
print(rr.cite("blair-imai-zhou"))
