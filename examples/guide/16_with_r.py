"""With R: the counts from there, the estimate and its covariance back.

Your data are in R, with the weights of a survey. What goes from R to rropt, what comes back, and
what does R need to do the rest by itself?
"""

# %% The mechanism as a matrix of R
# Rows are reports, columns are truths. Paste what is printed into R, or save it as a file and
# `source` it; `P` is what the respondents' device does.
import csv
import io

import numpy as np

import rropt as rr

design = rr.optimal(rr.LocalDP(1), rr.Variance("1/10"), truths="no,yes", reports="no,yes")


def as_r(channel: rr.Channel) -> str:
    """The table as a matrix of R, to all digits of a double."""
    entries = ", ".join(repr(float(entry)) for row in channel.rows for entry in row)
    reports = ", ".join(f'"{label}"' for label in channel.reports)
    truths = ", ".join(f'"{label}"' for label in channel.truths)
    labels = f"dimnames = list(report = c({reports}), truth = c({truths}))"
    return f"P <- matrix(c({entries}), byrow = TRUE,\n  nrow = {len(channel.rows)}, {labels})"


print(as_r(design.channel))

# %% Counts from R, the estimate and its covariance back as CSV
# In R `table(frame$smokes)` has the counts. One line of R asks for the estimate and reads it:
#
# `fit <- jsonlite::fromJSON(system2("rropt", c("estimate", "--counts", "2934,1380", "--design",
# "study.json", "--json"), stdout = TRUE))`; then `fit$estimate` and `fit$covariance`.
#
# From Python the same goes out as CSV, which `read.csv(file, row.names = 1)` reads.
estimate = design.estimate({"no": 2934, "yes": 1380})
print(estimate.to_frame().to_csv(float_format="%.6f"))
print(estimate.cov_params().to_csv(float_format="%.8f"))

# %% The weights of a survey
# R's `survey` knows how people were drawn, and nothing of the device. Its weighted shares of the
# reports and their covariance go through the inverse of the table:
#
# `drawn <- svydesign(ids = ~town, strata = ~region, weights = ~w, data = frame)`,
# `m <- svymean(~factor(smokes, levels = rownames(P)), drawn)`, `A <- solve(P)`;
# then `A %*% coef(m)` are the shares of the truths, and `A %*% vcov(m) %*% t(A)` is their
# covariance. rropt does the same with columns of weights, strata and clusters.
random = np.random.default_rng(16)
frame = {
    "smokes": random.choice(["no", "yes"], 2000, p=[0.68, 0.32]).tolist(),
    "w": random.choice(["1", "2"], 2000).tolist(),
}
weighted = rr.estimate(design, frame["smokes"], weights=frame["w"])
weights = np.array(frame["w"], dtype=float)
shares = [weights @ (np.array(frame["smokes"]) == label) / weights.sum() for label in ("no", "yes")]
table = np.array([[float(entry) for entry in row] for row in design.channel.rows])
print(weighted)
print("by the inverse of the table:", np.linalg.solve(table, shares).round(4))
picture = weighted.plot()

# %% What it means
# R keeps the data, and rropt the design: what passes between them are counts, a table of chances,
# and a covariance. A regression through the device is `rropt regress`, whose `--json` R reads in
# the same way; glm() on the reports would understate every coefficient.
written = io.StringIO(estimate.cov_params().to_csv())
print([row[0] for row in csv.reader(written)][1:])

# %% What to cite
print(rr.cite("blair-imai-zhou"))
