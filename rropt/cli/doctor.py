"""What is installed, what each extra would add, and whether a design can be made and checked here.

Exit status: 0 if a design was made and its certificate verified, 1 if it was not.

examples:
  rropt doctor
"""

from __future__ import annotations

import argparse
import platform
import sys
from importlib import metadata
from itertools import chain
from typing import Any

from rropt.cli.common import DONE, REFUTED, VerbResult, wrapped
from rropt.extras import EXTRAS, install_line

LIBRARIES = (
    *("numpy", "scipy", "sympy", "cvxpy", "clarabel", "highspy", "python-flint", "narwhals"),
    "threadpoolctl",
)
"""What every installation has, by the names of their distributions."""

WITH_SOLVERS = {"cvxpy": "cvxpy-base"}
"""What may stand in the place of a distribution: the same library without its solvers."""


OPTIONS = ()


def run(args: argparse.Namespace) -> VerbResult:
    """Look at what is there, and try one design."""
    found = _verdict()
    data = {
        "rropt": metadata.version("rropt"),
        "python": platform.python_version(),
        "executable": sys.executable,
        "libraries": {name: _version(name) for name in LIBRARIES},
        "extras": {name: _extra(name) for name in EXTRAS},
        "design": found,
    }
    return VerbResult(data, _said(data), DONE if found == "verified" else REFUTED)


def _version(name: str) -> str | None:
    found = (metadata.distributions(name=each) for each in (name, WITH_SOLVERS.get(name, name)))
    return next((one.version for one in chain.from_iterable(found)), None)


def _extra(name: str) -> dict[str, Any]:
    extra = EXTRAS[name]
    told: dict[str, Any] = {"installed": not extra.missing, "adds": extra.adds}
    return told if told["installed"] else told | {"install": install_line(name)}


def _verdict() -> str:
    """The checker's word on a design that is made now; what prevented it, if something did."""
    try:
        from rropt.certified import optimal
        from rropt.privacy import LocalDP
        from rropt.utility import Variance

        return optimal(LocalDP("1/2"), Variance("1/4")).certificate.check().verdict
    except Exception as error:  # whatever a broken library raises is the answer
        return f"failed: {type(error).__name__}: {error}"


def _said(data: dict[str, Any]) -> str:
    absent = [name for name, version in data["libraries"].items() if version is None]
    versions = ", ".join(f"{name} {version}" for name, version in data["libraries"].items())
    lines = [
        f"a design was made here, and its certificate is {data['design']}"
        if data["design"] == "verified"
        else f"no design can be made here: {data['design']}",
        f"rropt {data['rropt']}, Python {data['python']}",
        wrapped(versions if not absent else f"not installed: {', '.join(absent)}"),
        "",
    ]
    for name, extra in data["extras"].items():
        state = "installed" if extra["installed"] else "absent"
        lines.append(f"{name:<8} {state:<9}  {extra['adds']}")
        lines += [f"         to add it: {extra['install']}"] if "install" in extra else []
    return "\n".join(lines)
