"""One cell: the design that its parameters ask for, as a row of the store."""

from __future__ import annotations

import json
import platform
import time
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import metadata
from threading import Lock
from typing import Any

from rropt import __version__
from rropt.exact import InputError
from rropt.sweep.spec import privacy_of
from rropt.utility.named import make

LIBRARIES = ("numpy", "scipy", "highspy", "python-flint")

ONE_AT_A_TIME = Lock()
"""The working precision of ball arithmetic belongs to the process, not to a thread."""

Outcome = tuple[int, dict[str, Any]]


def solve_group(cells: Sequence[tuple[int, Mapping[str, str]]]) -> list[Outcome]:
    """The outcomes of the cells of one task."""
    return [(number, solve(parameters)) for number, parameters in cells]


def solve(parameters: Mapping[str, str]) -> dict[str, Any]:
    """What was found, or why nothing was.

    >>> found = solve({"objective": "trace", "categories": "2", "gamma": "3"})
    >>> found["status"], found["value"], found["channel"]
    ('done', '3/2', '[["3/4","1/4"],["1/4","3/4"]]')
    >>> solve({"objective": "trace", "categories": "3", "gamma": "3", "outputs": "2"})["value"]
    '3/2'
    """
    with ONE_AT_A_TIME:
        start = time.perf_counter()
        try:
            found = {"status": "done", **_row(_design(parameters))}
        except InputError as error:
            found = failure(str(error))
        # Whatever one cell raises is the outcome of that cell: the others go on.
        except Exception as error:
            found = failure(f"{type(error).__name__}: {error}")
        return {**found, "seconds": time.perf_counter() - start, "versions": versions()}


def failure(reason: str) -> dict[str, Any]:
    """The outcome of a cell without a design."""
    return {"status": "failed", "reason": " ".join(reason.split())}


def _design(parameters: Mapping[str, str]) -> Any:
    from rropt.certified import optimal

    denominator = parameters.get("denominator", "none")
    return optimal(
        privacy_of(parameters),
        make(parameters["objective"], parameters),
        parameters.get("outputs", "any"),
        None if denominator == "none" else denominator,
        crosscheck=parameters.get("crosscheck") == "true",
    )


def _row(design: Any) -> dict[str, Any]:
    """What the store keeps of a design."""
    from rropt.design.answer import show_value

    return {
        "value": _written(show_value(design.value)),
        "bound": _written(show_value(design.bound)),
        "gap": design.gap.to_json(),
        "channel": None if design.table is None else _json(design.table.to_json()["channel"]),
        "certificate": design.certificate.to_json(),
        "notes": "; ".join(design.notes) or None,
        "routes": None if design.routes is None else _json(design.routes.to_json()),
    }


def _written(value: Any) -> str:
    """A number as it is, an enclosure as a JSON list of two."""
    return value if isinstance(value, str) else _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


@cache
def versions() -> str:
    """The versions of everything that takes part, as JSON."""
    found = {"rropt": __version__, "python": platform.python_version()}
    return json.dumps(found | {name: metadata.version(name) for name in LIBRARIES})
