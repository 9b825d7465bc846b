"""Sweeps: many certified designs in one resumable store, on one machine or on a cluster.

`run_sweep` solves every cell of a spec that its store does not hold yet, `read_sweep` is the tidy
table of a store, and `rropt check` has the independent checker look at every certificate in one.
Names are imported on first use: a worker process needs few of them and starts the sooner.

| module | subject |
|---|---|
| values, spec | what is swept: parameters, ranges, the product of all |
| owner, database, store | one SQLite file that survives kills, full disks and other processes |
| cells, workers, run | solving on any executor |
| frame, plot, recheck | what comes of it |
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt.first_use import names_of

if TYPE_CHECKING:
    from rropt.sweep.frame import Frame, certificates, export_sweep, read_sweep
    from rropt.sweep.plot import plot_sweep
    from rropt.sweep.run import Sweep, run_sweep, sweep
    from rropt.sweep.spec import Spec, read_spec, spec_of

_HOME = {
    "Frame": "frame",
    "Spec": "spec",
    "Sweep": "run",
    "certificates": "frame",
    "export_sweep": "frame",
    "plot_sweep": "plot",
    "read_spec": "spec",
    "read_sweep": "frame",
    "run_sweep": "run",
    "spec_of": "spec",
    "sweep": "run",
}

__all__ = [
    "Frame",
    "Spec",
    "Sweep",
    "certificates",
    "export_sweep",
    "plot_sweep",
    "read_spec",
    "read_sweep",
    "run_sweep",
    "spec_of",
    "sweep",
]


if not TYPE_CHECKING:  # so that a type checker refuses an unknown name
    __getattr__ = names_of(__name__, {name: f"{__name__}.{home}" for name, home in _HOME.items()})
