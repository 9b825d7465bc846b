"""Sweeps: many certified designs in one resumable store, on one machine or on a cluster.

`run_sweep` solves every cell of a spec that its store does not hold yet, `read_sweep` is the tidy
table of a store, `check_store` has the independent checker look at every certificate.

| module | subject |
|---|---|
| values, objectives, spec | what is swept: parameters, ranges, the product of all |
| owner, database, store | one SQLite file that survives kills, full disks and other processes |
| cells, pool, run | solving on any executor |
| frame, export, plot, recheck | what comes of it |
"""

from rropt.sweep.frame import Frame, certificates, read_sweep
from rropt.sweep.run import Sweep, run_sweep
from rropt.sweep.spec import Spec, read_spec, spec_of

__all__ = [
    "Frame",
    "Spec",
    "Sweep",
    "certificates",
    "read_spec",
    "read_sweep",
    "run_sweep",
    "spec_of",
]
