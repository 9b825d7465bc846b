"""Libraries that rropt can do without, and how whoever has installed it adds one.

An extra is named in `pyproject.toml`; its line here says which libraries it holds and what they
add. A refusal for want of one ends with the command that installs it from where this rropt came:
a clone on a disk or a package index.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module, metadata
from importlib.util import find_spec
from typing import Any
from urllib.parse import unquote, urlparse

from rropt.exact import InputError


@dataclass(frozen=True)
class Extra:
    """The modules of an extra, and what they add."""

    modules: tuple[str, ...]
    adds: str

    @property
    def missing(self) -> list[str]:
        """Modules that this Python does not find."""
        return [name for name in self.modules if find_spec(name) is None]


EXTRAS: Mapping[str, Extra] = {
    "plot": Extra(("matplotlib",), "figures, and the pictures of pages"),
    "regress": Extra(("formulaic", "pandas"), "regressions with a formula"),
    "frames": Extra(("polars", "duckdb"), "Parquet files, and large CSV files in a second"),
    "excel": Extra(("openpyxl",), "Excel workbooks of answers and reports"),
    "prove": Extra(("z3", "cvc5"), "the prover, and derived formulas over two parameters"),
    "cluster": Extra(("dask", "distributed"), "sweeps on a Dask cluster"),
}


def not_installed(extra: str, needs: str) -> InputError:
    """The refusal of what needs an extra: the need in words, and the line that installs it.

    >>> str(not_installed("plot", "figures need matplotlib")).partition(":")[0]
    'figures need matplotlib, which is not installed'
    """
    return InputError(f"{needs}, which is not installed: {install_line(extra)}")


def module_of(extra: str, name: str, needs: str) -> Any:
    """A module of an extra; refused where it is not installed, with the need in words."""
    try:
        return import_module(name)
    except ImportError:
        raise not_installed(extra, needs) from None


def data_frames() -> Any:
    """pandas, by which tables with names are made."""
    return module_of("regress", "pandas", "tables by name must be made by pandas")


def empty_figure(width: float, height: float) -> Any:
    """A figure of matplotlib to be drawn in, of so many inches."""
    drawing = module_of("plot", "matplotlib.figure", "figures must be drawn by matplotlib")
    return drawing.Figure(figsize=(width, height), layout="constrained")


def install_line(extra: str) -> str:
    """The command that adds an extra to this rropt, with this Python."""
    return f"{sys.executable or 'python3'} -m pip install '{_origin()}[{extra}]'"


def _origin() -> str:
    """The directory from which rropt was installed, or its name on the index."""
    try:
        told = metadata.distribution("rropt").read_text("direct_url.json")
    except metadata.PackageNotFoundError:
        told = None
    place = urlparse(json.loads(told)["url"]) if told else None
    return unquote(place.path) if place is not None and place.scheme == "file" else "rropt"
