"""The cells of a store as a tidy table, here or in a file: a row a cell, a column a parameter.

Plain names hold numbers to plot (`epsilon`, `value`), names with `exact_` in front what was proved
(`"ln(3)"`, `"3/4"`, an enclosure as a JSON list of two). Certificates stay in the store, where
`certificates` finds them one at a time.

A CSV or Parquet file is written row by row: memory does not grow with cells.
"""

from __future__ import annotations

import csv
import json
import math
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any, Literal, overload

from rropt.certificate import Certificate
from rropt.exact import InputError, gamma_from_epsilon, gamma_from_value, one_of
from rropt.extras import module_of
from rropt.privacy.stated import SHAPES
from rropt.sweep.database import plain_errors
from rropt.sweep.spec import DEFAULTS, LEVELS
from rropt.sweep.store import ASKED, FOUND, Store
from rropt.utility.named import make
from rropt.utility.worst_case import WORST
from rropt.whole_files import replacing, temporary, writable

NUMBERS = ("epsilon", "gamma", "delta", "prevalence", "value", "bound", "gap", "seconds")
COUNTS = ("cell", "categories")
TEXTS = (
    "objective", "prior", "outputs", "denominator", "gain", "loss", "divergence", "pair",
    "contrast", "priors", "weights", "values", "interval", "points", "worst",
    "privacy", "metric", "protect", "sensitive",
    "status", "reason", "notes", "exact_level", "exact_delta", "exact_value",
    "exact_bound", "exact_gap", "channel", "versions", "routes",
)  # fmt: skip
COLUMNS = ("cell", "objective", *NUMBERS[:4], "categories", *TEXTS[1:19], *NUMBERS[4:], *TEXTS[19:])

NOT_STATED = (*LEVELS, *SHAPES, "crosscheck", *DEFAULTS)
STATED = tuple(name for name in ASKED if name not in NOT_STATED)
"""Parameters of the objective alone."""

UNSHOWN = ("channel", "versions", "seconds")
"""Columns that a notebook leaves out."""

MOST_SHOWN = 10
MOST_LETTERS = 24

Row = dict[str, Any]


@dataclass(frozen=True, repr=False)
class Frame(Sequence[Row]):
    """Rows as dictionaries, columns by name; `to_pandas`, `to_polars` and `to_arrow` convert."""

    rows: list[Row]

    @property
    def columns(self) -> tuple[str, ...]:
        return COLUMNS

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, index: str) -> list[Any]: ...
    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> Frame: ...
    def __getitem__(self, index: int | str | slice) -> Any:
        """A column by its name, a row by its number, rows by a slice."""
        if isinstance(index, slice):
            return Frame(self.rows[index])
        if isinstance(index, int):
            return self.rows[index]
        name = one_of(index, COLUMNS, "column")
        return [row[name] for row in self.rows]

    def __repr__(self) -> str:
        return f"<rropt sweep: {len(self)} cells, columns {', '.join(COLUMNS)}>"

    def _repr_html_(self) -> str:
        """The first rows, and of the columns those that say something."""
        rows = self.rows[:MOST_SHOWN]
        said: set[str] = set()
        for row in rows:
            said.update(name for name in COLUMNS if row[name] is not None)
        names = [name for name in COLUMNS if name in said and name not in UNSHOWN]
        heads = "".join(f'<th scope="col">{name}</th>' for name in names)
        body = ""
        for row in rows:
            cells = "".join(f"<td>{_brief(row[name])}</td>" for name in names)
            body += f"<tr>{cells}</tr>"
        table = f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"
        more = f", the first {len(rows)} are shown" if len(self) > len(rows) else ""
        return f"<div>{table}<p>{len(self):,} cells{more}.</p></div>"

    def where(self, **conditions: Any) -> Frame:
        """The rows with these values."""
        for name in conditions:
            one_of(name, COLUMNS, "column")
        return Frame([row for row in self.rows if conditions.items() <= row.items()])

    def to_dict(self) -> dict[str, list[Any]]:
        """Columns by name."""
        return {name: self[name] for name in COLUMNS}

    def to_pandas(self) -> Any:
        """A pandas data frame."""
        return _convert(self, "pandas")

    def to_polars(self) -> Any:
        """A polars data frame."""
        return _convert(self, "polars")

    def to_arrow(self) -> Any:
        """An Arrow table."""
        return _convert(self, "pyarrow")


def _brief(value: Any) -> str:
    """A value for a narrow column, as HTML."""
    if value is None:
        return ""
    said = f"{value:.6g}" if isinstance(value, float) else str(value)
    return escape(said if len(said) <= MOST_LETTERS else f"{said[: MOST_LETTERS - 3]}...")


def read_sweep(path: str | Path) -> Frame:
    """The cells of a store, finished or not, in the order of the spec.

    >>> import tempfile
    >>> from rropt.sweep import run_sweep
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = f"{folder}/trace.db"
    ...     swept = run_sweep(path, jobs=1, objective="trace", categories=[2], gamma=[3])
    ...     [row["exact_value"] for row in read_sweep(path)]
    ['3/2']
    """
    return Frame(list(tidy_rows(path)))


def certificates(path: str | Path) -> Iterator[tuple[int, Certificate]]:
    """The number and the certificate of every cell that is done, one at a time."""
    with Store.read(path) as store, plain_errors(store.path):
        for row in store.rows(("cell", "certificate"), "status = 'done'"):
            yield row["cell"], Certificate(json.loads(row["certificate"]))


def tidy_rows(path: str | Path) -> Iterator[Row]:
    """The rows of the table, one at a time."""
    columns = ("cell", *ASKED, *(name for name in FOUND if name != "certificate"))
    with Store.read(path) as store, plain_errors(store.path):
        for row in store.rows(columns):
            try:
                tidy = _tidy(row)
            except (ArithmeticError, KeyError, TypeError, ValueError):
                raise InputError(
                    f"STORE must be an intact store of rropt sweep, got {path}, whose cell "
                    f"{row['cell']} holds what is no design"
                ) from None
            yield tidy


def _tidy(row: sqlite3.Row) -> Row:
    found = {name: row[name] for name in COLUMNS if name in row.keys()}  # noqa: SIM118
    exact = {f"exact_{name}": row[name] for name in ("delta", "value", "bound", "gap")}
    numbers = {name: number(row[name]) for name in ("delta", "value", "bound", "gap")}
    epsilon, gamma, said = _level(row["epsilon"], row["gamma"], row["privacy"])
    found |= {**numbers, **exact, "epsilon": epsilon, "gamma": gamma, "exact_level": said}
    found["categories"] = _truths(tuple((name, row[name]) for name in STATED))
    found["prevalence"] = _prevalence(row["prior"])
    return {name: found[name] for name in COLUMNS}


@lru_cache(1024)
def _truths(asked: tuple[tuple[str, str | None], ...]) -> int:
    options = {name: value for name, value in asked if value is not None}
    return int(make(options["objective"], options).truths)


@lru_cache(4096)
def _level(
    epsilon: str | None, gamma: str | None, privacy: str | None
) -> tuple[float | None, float | None, str]:
    """Epsilon and gamma as doubles, and the exact epsilon; of a matrix its entries alone."""
    if privacy is not None:
        return None, None, privacy
    if gamma is not None:
        value = gamma_from_value(gamma)
        logarithm = math.log(value.lo.numerator) - math.log(value.lo.denominator)
        return logarithm, float(value), f"ln({gamma})"
    value = gamma_from_epsilon(epsilon)
    lo, hi = value.epsilon_bounds()
    return float((lo + hi) / 2), float(value), str(epsilon)


def _prevalence(prior: str | None) -> float | None:
    """The prior where it is one number."""
    return None if prior in (None, WORST) or "," in str(prior) else number(prior)


def number(said: str | None) -> float | None:
    """The double nearest to an exact number, or to the middle of an enclosure.

    >>> number("3/4"), number('["1/4","3/4"]'), number("oo")
    (0.75, 0.5, inf)
    """
    if said is None:
        return None
    if said.startswith("["):
        lo, hi = map(Fraction, json.loads(said))
        return float((lo + hi) / 2)
    return math.inf if said == "oo" else _nearest(said)


def _nearest(said: str) -> float:
    """Python divides whole numbers to the nearest double, without reducing them first."""
    top, _, bottom = said.partition("/")
    try:
        return int(top) / int(bottom or 1)
    except OverflowError:
        return math.inf


def _convert(frame: Frame, library: Literal["pandas", "polars", "pyarrow"]) -> Any:
    """A native data frame whose columns have fixed types, even where all is missing."""
    import narwhals as nw

    try:
        return nw.from_dict(frame.to_dict(), _types(nw), backend=library).to_native()
    except (ImportError, ModuleNotFoundError):
        raise InputError(f"{library} must be installed for this: pip install {library}") from None


def _types(library: Any) -> dict[str, Any]:
    """The type of each column, as a library of data frames calls it."""
    numbers = dict.fromkeys(NUMBERS, library.Float64) | dict.fromkeys(COUNTS, library.Int64)
    return dict.fromkeys(COLUMNS, library.String) | numbers


FORMATS = (".csv", ".parquet")


def export_sweep(store: str | Path, target: str) -> Path:
    """Write `target`, a file name or only csv or parquet; the file, which appears when complete.

    With csv or parquet alone the file lies beside the store and has its name.
    """
    path = Path(store).with_suffix(f".{target}") if f".{target}" in FORMATS else Path(target)
    kind = path.suffix.lower()
    if kind not in FORMATS:
        raise InputError(f"--export must be csv, parquet or a file name with one, got {target}")
    if path.exists() and path.samefile(store):
        raise InputError(f"--export must be another file than the store, got {path}")
    write = _write_csv if kind == ".csv" else _write_parquet
    with writable(path, "--export"), replacing(path) as partial:
        write(store, partial)
    return path


def _write_csv(store: str | Path, path: Path) -> None:
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(tidy_rows(store))


def _write_parquet(store: str | Path, path: Path) -> None:
    """Through a CSV file, which polars turns into Parquet piece by piece."""
    polars = module_of("frames", "polars", "--export parquet needs polars")
    with temporary(path.with_name(path.name + ".csv")) as rows:
        _write_csv(store, rows)
        polars.scan_csv(rows, schema=_types(polars)).sink_parquet(path)
