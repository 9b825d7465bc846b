"""The subjects of the benchmark, and one run of them as a record."""

from __future__ import annotations

import datetime
import os
import platform
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from . import (
    criteria,
    data,
    designs,
    growth,
    large,
    limits,
    many_categories,
    orders,
    peers,
    reports,
    setting_up,
    startup,
    strongest,
    sweeps,
)
from .lacking import is_of
from .measure import Absent, Result
from .sizes import Growth

KEPT = Path(__file__).parent / "results.json"
"""The committed run, from which the table in the README is made."""

SUBJECTS: dict[str, Callable[[], Iterator[Any]]] = {
    "setup": setting_up.setup,
    "startup": startup.startup,
    "marginal": reports.marginal,
    "strongest": strongest.strongest,
    "large": large.large,
    "linear": designs.linear,
    "trace": designs.trace,
    "curved": designs.curved,
    "check": designs.checking,
    "checks": designs.totals,
    "sampling": reports.sampling,
    "estimation": reports.estimation,
    "files": data.files,
    "fits": data.fits,
    "order": orders.comparison,
    "orders": orders.sizes,
    "criteria": criteria.criteria,
    "sweep": sweeps.sweeping,
    "peers": peers.peers,
    "many": many_categories.many_categories,
    "growth": growth.growth,
    "limits": limits.limits,
}

PACKAGES = ("rropt", "numpy", "scipy", "cvxpy", "cvxpy-base", "clarabel", "highspy", "python-flint")
PEERS = (
    "polars",
    "statsmodels",
    "diffprivlib",
    "opendp",
    "pure-ldp",
    "multi-freq-ldpy",
    "qif",
    "dp-accounting",
)


def everything(names: Iterable[str]) -> dict[str, Any]:
    """Run the subjects, printing each line as it is found."""
    results: list[dict[str, Any]] = []
    growths: list[dict[str, Any]] = []
    ends: list[dict[str, Any]] = []
    absent: dict[str, str] = {}
    print("processor time, one thread for all sides; ratios of the best of rounds in turn\n")
    for name in names:
        for found in SUBJECTS[name]():
            print(found.line(), flush=True)
            if isinstance(found, Result):
                results.append(found.to_json() | {"on": measured_on(found.baseline)})
            elif isinstance(found, Absent):
                absent[found.library] = found.reason
            elif isinstance(found, Growth):
                growths.append(vars(found))
            else:
                ends.append(vars(found))
    kept = {"results": results, "growth": growths, "limits": ends, "absent": absent}
    return {"machine": machine()} | kept


def updated(kept: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    """A run with the subjects of a later one in the place of its own; the machine is the last.

    Rows beside a library that the later run has not found stay, with its version: they say where
    they are from.
    """
    again = {row["subject"] for row in found["results"]}
    results = [
        row
        for row in kept["results"]
        if row["subject"] not in again or is_of(row["baseline"], found["absent"])
    ]
    parts = {name: found[name] or kept[name] for name in kept if name != "results"}
    versions = kept["machine"]["versions"] | found["machine"]["versions"]
    parts["machine"] = found["machine"] | {"versions": versions}
    compared = [row["baseline"] for row in found["results"]]
    missing = kept["absent"] | found["absent"]
    parts["absent"] = {
        name: why
        for name, why in missing.items()
        if not any(is_of(baseline, [name]) for baseline in compared)
    }
    parts["limits"] = limits_of(kept.get("limits", []), parts.get("limits", []))
    return {"results": results + found["results"]} | parts


def limits_of(kept: list[dict[str, Any]], found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Of each method the later limit, if it answered at all: a library may not be there again.

    >>> limits_of([{"what": "qif", "truths": 64}], [{"what": "qif", "truths": 0}])
    [{'what': 'qif', 'truths': 64}]
    """
    before = {limit["what"]: limit for limit in kept}
    return [one if one["truths"] else before.get(one["what"], one) for one in found]


def measured_on(baseline: str) -> str:
    """When and where a row is measured, and with which version of another library.

    >>> measured_on("opendp: randomized_response").startswith(machine()["date"])
    True
    """
    here = machine()
    versions = here["versions"].items()
    used = [f", {name} {number}" for name, number in versions if is_of(baseline, [name])]
    return f"{here['date']}, {here['processor']}, Python {here['python']}{''.join(used)}"


def machine() -> dict[str, Any]:
    """Where and when: processor, cores, system, versions, date."""
    return {
        "date": datetime.date.today().isoformat(),
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "versions": {name: found for name in PACKAGES + PEERS if (found := installed(name))},
        "threads": 1,
    }


def processor() -> str:
    """The model name, where the system says it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


def installed(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
