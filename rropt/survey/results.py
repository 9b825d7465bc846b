"""The family of results: what every estimate, difference and regression answers, and how it shows.

| name                          | what it is                                                      |
|-------------------------------|-----------------------------------------------------------------|
| `params`, `bse`, `pvalues`    | series by name: values, standard errors, tests that they are 0  |
| `cov_params()`, `conf_int()`  | frames: the covariance, and columns `lower`, `upper`            |
| `nobs`, `llf`                 | the number of reports, the log-likelihood                       |
| `summary()`, `to_frame()`     | the table as text and as a frame                                |
| `to_json()`, `to_latex()`     | the same as plain data and as LaTeX                             |
| `plot()`, in a notebook       | the same as a picture and as HTML                               |

All of them are derived from a few arrays that a result gives: names, values, covariance, limits.
"""

from __future__ import annotations

import html
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from rropt.data.frame_columns import as_given
from rropt.exact import InputError, Number, several, whole
from rropt.exact.near import near
from rropt.exact.recorded import Recorded
from rropt.extras import data_frames, empty_figure
from rropt.survey.quantiles import confidence_level, percent

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure

    from rropt.data.frame_columns import Frame

Array = np.ndarray

Row = dict[str, Any]


class Results(Recorded, ABC):
    """What a statistician asks of a fit; a subclass gives the arrays and the words."""

    value_word = "estimate"
    """What a value is called in tables."""

    is_tested = True
    """Whether tables show the test that a value is zero."""

    groups: Mapping[str, Results] = MappingProxyType({})
    """Results of groups by their names, which tables show below."""

    frames: str = "pandas"
    """The library whose data frames came in, and go out."""

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """What is estimated, in order."""

    @property
    @abstractmethod
    def headline(self) -> tuple[str, ...]:
        """Lines above the table: what was estimated, how, from how many reports."""

    @property
    @abstractmethod
    def values(self) -> Array:
        """The estimates, in the order of `names`."""

    @property
    @abstractmethod
    def covariance(self) -> Array:
        """Their estimated covariance, as an array in the order of `names`."""

    @property
    @abstractmethod
    def nobs(self) -> int:
        """Number of people who reported."""

    @property
    def llf(self) -> float:
        """The log-likelihood at the estimate; nan for an estimate that has none."""
        return math.nan

    @abstractmethod
    def all_limits(self, level: Number) -> Sequence[tuple[float, float]]:
        """The confidence intervals of all estimates, in the order of `names`."""

    @abstractmethod
    def p_value(self, place: int) -> float:
        """Of the two-sided test that one of the estimates is zero."""

    def place_of(self, truth: int | str) -> int:
        """The place of what is estimated by its name, or by a number that counts from 0."""
        known = self.names
        if truth in known:
            return known.index(str(truth))
        if isinstance(truth, str) or whole(truth, "truth") >= len(known):
            raise InputError(
                f"truth must be a label or a number below {len(known)}, got {truth!r}"
                f"{near(str(truth), known)}"
            )
        return whole(truth, "truth")

    @property
    def each_stderr(self) -> Array:
        """The standard errors of the estimates, in the order of `names`."""
        return np.sqrt(np.maximum(np.diag(self.covariance), 0))

    @property
    def shown(self) -> Sequence[int]:
        """The places of the estimates that printed tables and pictures show."""
        return range(len(self.names))

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader must know."""
        return ()

    def notes_at(self, level: Number) -> tuple[str, ...]:
        """The same of a table with intervals of this level."""
        return self.notes

    @property
    def params(self) -> pandas.Series:
        """The estimates by name."""
        return self._named(self.values)

    @property
    def bse(self) -> pandas.Series:
        """Their standard errors."""
        return self._named(self.each_stderr)

    @property
    def pvalues(self) -> pandas.Series:
        """Two-sided p-values of the hypotheses that they are zero; nan where nothing is known."""
        return self._named(np.array([self.p_value(place) for place in range(len(self.names))]))

    def cov_params(self) -> pandas.DataFrame:
        """The covariance of the estimates by their names."""
        return data_frames().DataFrame(self.covariance, index=self.names, columns=self.names)

    def conf_int(self, level: Number = "0.95") -> pandas.DataFrame:
        """Columns `lower` and `upper`, a line for each name."""
        return self._limits_frame(self.all_limits(level))

    def summary(self, level: Number = "0.95") -> str:
        """A table as statisticians expect it."""
        inside = float(confidence_level(level))
        lines = [*self.headline, "", *_table_of(self, inside)]
        for name, part in self.groups.items():
            lines += ["", f"{name}: {part.headline[0]}", *_table_of(part, inside)]
        notes = self.notes_at(level)
        return "\n".join([*lines, *(["", *notes] if notes else [])])

    def to_frame(self, level: Number = "0.95") -> Frame:
        """One row an estimate, by name; with groups by group and name, the whole as `all`.

        Polars has no index: there group and name are columns.
        """
        found: pandas.DataFrame = data_frames().DataFrame(
            all_rows(self, float(confidence_level(level)))
        )
        if self.frames == "polars":
            return as_given(found, self.frames)
        return found.set_index(["group", "name"] if self.groups else "name")

    def to_json(self, level: Number = "0.95") -> dict[str, Any]:
        """Plain data; null for what is infinite or unknown."""
        share = float(confidence_level(level))
        table = rows(self, share)
        data: dict[str, Any] = {
            "n": self.nobs,
            "level": share,
            "covariance": finite_table(self.covariance),
            "loglik": finite(self.llf),
            "notes": list(self.notes),
        }
        for column in (self.value_word, "stderr", "p"):
            if column in table[0]:
                data[column] = {row["name"]: finite(row[column]) for row in table}
        ends = {row["name"]: [finite(row["low"]), finite(row["high"])] for row in table}
        return data | {"interval": ends}

    def to_latex(self, level: Number = "0.95") -> str:
        """A tabular of estimates, standard errors and intervals."""
        inside = float(confidence_level(level))
        head = rf"{self.value_word} & value & std. error & interval \\ \hline"
        lines = [r"\begin{tabular}{lrrr}", head]
        for row in all_rows(self, inside, shown_rows):
            group = f"{row['group']}: " if "group" in row else ""
            name = (group + row["name"]).translate(LATEX_MARKS)
            shown = (self.value_word, "stderr", "low", "high")
            value, error, low, high = (_latex_number(row[column]) for column in shown)
            lines.append(rf"{name} & {value} & {error} & [{low}, {high}] \\")
        return "\n".join([*lines, r"\end{tabular}"])

    def plot(self, level: Number = "0.95") -> Figure:
        """A line an estimate, as a matplotlib figure (extra `plot`): the value as a point, its
        interval as a bar; tested ones beside 0."""
        inside = float(confidence_level(level))
        table = all_rows(self, inside, shown_rows)
        figure: Figure = empty_figure(6, 0.6 + 0.4 * len(table))
        axes = figure.subplots()
        for place, row in enumerate(table):
            value = row[self.value_word]
            ends = [row["low"], row["high"]]
            if all(map(math.isfinite, (value, *ends))):
                axes.plot(ends, [place, place], color="0.3")
                axes.plot([value], [place], "o", color="0.1")
        if self.is_tested:
            axes.axvline(0, color="0.6", linewidth=0.8)
        labels = [
            f"{row['group']}: {row['name']}" if "group" in row else row["name"] for row in table
        ]
        axes.set_yticks(range(len(labels)), labels, parse_math=False)  # "$10-$20" is no formula
        axes.invert_yaxis()
        axes.set_xlabel(f"{self.value_word}, with its {percent(inside)} interval")
        axes.set_title(self.headline[0], parse_math=False)
        return figure

    def __str__(self) -> str:
        return self.summary()

    def _repr_html_(self) -> str:
        tables = _html_table(self, self.headline, 0.95)
        for name, part in self.groups.items():
            tables += _html_table(part, (f"{name}: {part.headline[0]}",), 0.95)
        return tables + "".join(f"<p>{html.escape(note)}</p>" for note in self.notes_at("0.95"))

    def _limits_frame(self, ends: Any) -> pandas.DataFrame:
        return data_frames().DataFrame(ends, index=self.names, columns=["lower", "upper"])

    def _named(self, values: Array) -> pandas.Series:
        return data_frames().Series(values, index=self.names)


class SingleResult(Results):
    """The result for one number with `value`, `stderr` and `interval`, as a contrast has."""

    value: Any
    stderr: Any

    names: tuple[str, ...] = ("contrast",)

    @property
    def headline(self) -> tuple[str, ...]:
        return (f"A contrast of shares, from {several(self.nobs, 'report')}",)

    @property
    def values(self) -> Array:
        return np.array([float(self.value)])

    @property
    def covariance(self) -> Array:
        return np.array([[float(self.stderr) ** 2]])

    @abstractmethod
    def interval(self, level: Any = "0.95") -> Any:
        """The confidence interval, with its ends `low` and `high`."""

    @abstractmethod
    def test(self, value: Any = 0) -> Any:
        """The two-sided test that the number is equal to a value."""

    def all_limits(self, level: Number) -> list[tuple[float, float]]:
        found = self.interval(level)
        return [(found.low, found.high)]

    def p_value(self, place: int) -> float:
        return float(self.test(0).p_value)


def finite(value: float) -> float | None:
    """JSON has neither infinity nor nan: None stands for both."""
    return value if math.isfinite(value) else None


def finite_table(table: Array) -> list[list[float | None]]:
    """The same of a table."""
    return [list(map(finite, line)) for line in table.tolist()]


def rows(result: Results, level: float) -> list[Row]:
    """One dictionary an estimate: name, value, standard error, z and p where tested, interval."""
    table = zip(
        result.names, result.values, result.each_stderr, result.all_limits(repr(level)), strict=True
    )
    found = []
    for place, (name, estimate, error, ends) in enumerate(table):
        value = float(estimate)
        stderr = float(error)
        row: Row = {"name": name, result.value_word: value, "stderr": stderr}
        if result.is_tested:
            moves = math.isfinite(value) and stderr > 0
            row |= {"z": value / stderr if moves else math.nan, "p": result.p_value(place)}
        low, high = ends
        found.append(row | {"low": float(low), "high": float(high)})
    return found


def shown_rows(result: Results, level: float) -> list[Row]:
    """Those of the estimates that printed tables and pictures show."""
    table = rows(result, level)
    return [table[place] for place in result.shown]


def all_rows(
    result: Results, level: float, of: Callable[[Results, float], list[Row]] = rows
) -> list[Row]:
    """The same with the rows of its groups, each with the group's name."""
    if not result.groups:
        return of(result, level)
    found = [{"group": "all", **row} for row in of(result, level)]
    for name, part in result.groups.items():
        found += [{"group": name, **row} for row in of(part, level)]
    return found


def columns_of(result: Results) -> tuple[str, ...]:
    """The columns of numbers in a table."""
    tests = ("z", "p") if result.is_tested else ()
    return (result.value_word, "stderr", *tests, "low", "high")


DIGITS = {"z": 2, "p": 4}
"""Of a number in a printed table; five of all others."""

WIDTHS = {"z": 8, "p": 8, "design effect": 13}
"""Of a column of numbers in a printed table; ten of all others."""


def _table_of(result: Results, level: float) -> list[str]:
    return text_table(shown_rows(result, level), columns_of(result)[:-2], level)


def text_table(table: Sequence[Row], shown: Sequence[str], level: float) -> list[str]:
    """A line for each row: its name, the numbers of the columns, and its interval."""
    width = max(len(row["name"]) for row in table)
    heads = [f"{column:>{WIDTHS.get(column, 10)}}" for column in shown]
    lines = [f"{'':<{width}}  {' '.join(heads)}  {percent(level)} interval"]
    for row in table:
        cells = [
            _number(row[column], WIDTHS.get(column, 10), DIGITS.get(column, 5)) for column in shown
        ]
        span = f"[{_number(row['low'], 0, 5)}, {_number(row['high'], 0, 5)}]"
        lines.append(f"{row['name']:<{width}}  {' '.join(cells)}  {span}")
    return lines


def _html_table(result: Results, headline: Sequence[str], level: float) -> str:
    columns = columns_of(result)
    head = "".join(f"<th>{word}</th>" for word in ("", *columns))
    caption = html.escape("; ".join(line for line in headline if line))
    lines = []
    for row in shown_rows(result, level):
        cells = "".join(f"<td>{_number(row[column], 0, 4)}</td>" for column in columns)
        lines.append(f"<tr><th>{html.escape(row['name'])}</th>{cells}</tr>")
    return f"<table><caption>{caption}</caption><tr>{head}</tr>{''.join(lines)}</table>"


LATEX_MARKS = str.maketrans(
    {mark: f"\\{mark}" for mark in "_%&#${}"}
    | {
        "\\": r"\textbackslash{}",
        "^": r"\textasciicircum{}",
        "~": r"\textasciitilde{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
    }
)
"""What is a command in LaTeX, or another letter in its oldest fonts, as the text that it is."""


def _latex_number(value: float) -> str:
    """Four digits, infinity as its sign, and a dash for what is unknown."""
    return f"{value:.4g}".replace("inf", r"$\infty$").replace("nan", "-")


def _number(value: float, width: int, digits: int) -> str:
    if math.isnan(value):
        return f"{'-':>{width}}"
    if math.isinf(value):
        return f"{'oo' if value > 0 else '-oo':>{width}}"
    return f"{value:>{width}.{digits}f}"
