"""Sweeps and clusters

Sixty designs, or sixty thousand: how does the cost move with epsilon and prevalence, and what if
the machine stops half-way?
"""

# %% A sweep is kept in one file
# The same call continues where it was interrupted; `executor` or `dask` spread it over machines.
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import rropt as rr

with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as threads:
    store = Path(folder) / "variance.db"
    grid = {"epsilon": ["1/2", 1, 2], "prior": ["1/20", "1/4", "1/2"]}
    swept = rr.run_sweep(store, executor=threads, objective="variance", **grid)
    again = rr.run_sweep(store, executor=threads, objective="variance", **grid)
    frame = rr.read_sweep(store)
print(swept.done, again.done)

# %% Every cell is certified
for prior in ("1/20", "1/4", "1/2"):
    values = [float(value) for value in frame.where(prior=prior)["value"]]
    print(prior, [round(value, 3) for value in values])
picture = frame

# %% What it means
# `rropt check STORE` verifies every certificate of the store, and that it answers what its row
# asks, wherever it was computed. On a cluster the scheduler's address is all that changes.

# %% What to cite
print(rr.cite())
