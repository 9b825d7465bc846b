"""What respondents answered, and how they were drawn: the one reading of a survey's columns.

An entry is first sought among the labels of the table by which its row was answered, then among the
words for a missing answer. Rows without an entry that is wanted are refused or left out; what is no
label is refused with counts, and never shown. Rows may be counted where they are alike
(`counts.py`), or stand one by one in a data frame.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rropt.channel import Channel
from rropt.data.entry_rules import (
    LEAVES_OUT,
    UNFIT,
    EntryRules,
    coded_hint,
    has_hash,
    is_null,
)
from rropt.exact import InputError, labels_in_words
from rropt.exact.labelled import written

Mask = NDArray[np.bool_]
"""Of each row whether something holds."""

Places = NDArray[np.intp]
"""Of each row the place of a label; `UNFIT` is of what is no label."""

ABSENT = -2
"""In the place of a label where nothing was answered."""

LabelTables = Mapping[str, tuple[Sequence[str], EntryRules]]
"""By the name of a design the labels of its table, and how entries are read as these; one that all
rows were answered by has no name."""

LONG = 10**16
"""From here on Python writes a float with an exponent."""


def report_tables(channels: Mapping[str, Channel], rules: EntryRules) -> LabelTables:
    """Those of the reports of channels."""
    found = channels.items()
    return {name: (channel.reports, rules.for_reports(channel)) for name, channel in found}


def key_of(value: Any, name: str) -> Any:
    """The value, None for every kind of missing one; lists and the like are no labels."""
    if not has_hash(value):
        raise InputError(f"{name} must hold labels, got a {type(value).__name__}")
    return None if is_null(value) else value


@dataclass(frozen=True)
class ReadColumn:
    """What a column is called, its different entries, and which of them each row has, -1 none."""

    name: str
    values: Sequence[Any]
    codes: Places

    @classmethod
    def of(cls, name: str, entries: Iterable[Any]) -> ReadColumn:
        """
        >>> found = ReadColumn.of("answers", ["no", float("nan"), "no"])
        >>> found.values, found.codes.tolist()
        (['no', None], [0, 1, 0])
        """
        given = list(entries)
        # Entries may be many, and a call for each is slow.
        if not set(map(type, given)) <= {str, int}:
            given = [key_of(entry, name) for entry in given]
        places = {value: place for place, value in enumerate(dict.fromkeys(given))}
        codes = np.fromiter(map(places.__getitem__, given), np.intp, len(given))
        return cls(name, list(places), codes)

    @classmethod
    def of_series(cls, name: str, series: Any) -> ReadColumn:
        """A column of pandas."""
        import pandas

        try:
            codes, values = pandas.factorize(series)
        except TypeError:  # of entries that have no hash
            return cls.of(name, series)
        return cls(name, values.tolist(), codes)

    def of_rows(self, kept: Mask) -> ReadColumn:
        """That of some rows."""
        return replace(self, codes=self.codes[kept])

    def missing(self, rules: EntryRules) -> Mask:
        """Which rows have an entry that says that nothing was answered."""
        if set(map(type, self.values)) <= {int, float}:
            # Of numbers there may be as many as rows, and to read each as a label is slow.
            numbers = set(rules.numbers)
            silent = [value in numbers or value != value for value in self.values]
        else:
            silent = [rules.is_missing(value) for value in self.values]
        return np.array([*silent, True], bool)[self.codes]

    def texts(self) -> NDArray[np.object_]:
        """What each row has, as text; a whole number is written alike, whatever its type.

        >>> ReadColumn.of("towns", [2.0, "2.0", 2.5, Decimal("1.00")]).texts().tolist()
        ['2', '2.0', '2.5', '1']
        """
        return np.array([*map(_text, self.values), ""], object)[self.codes]

    def places(self, tables: LabelTables, used: Places) -> Places:
        """Of each row the place of its label in the table that it was answered by.

        >>> answers = ReadColumn.of("answers", ["yes", "NA", "maybe"])
        >>> answers.places({"": (["no", "yes"], EntryRules())}, np.zeros(3, int)).tolist()
        [1, -2, -1]
        """
        every = []
        for labels, rules in tables.values():
            read = rules.read_all(self.values, rules.places(labels))
            every.append([*(ABSENT if place is None else place for place in read), ABSENT])
        # A row that names no table is refused or left out, whatever it says.
        found: Places = np.array(every, np.intp)[np.maximum(used, 0), self.codes]
        return found

    def refuse_unfit(
        self, tables: LabelTables, used: Places, places: Places, often: Places, coded: bool = True
    ) -> None:
        """Say how many entries are no labels, and which labels there are: never the entries."""
        for number, (whose, (labels, _)) in enumerate(tables.items()):
            own = used == number
            odd = own & (places == UNFIT)
            count = int(often[odd].sum())
            if not count:
                continue
            said = f"{self.name} of {whose!r}" if len(tables) > 1 else self.name
            different = (self.values[code] for code in np.unique(self.codes[odd]))
            hint = coded_hint(labels, different) if coded else ""
            raise InputError(
                f"{said} must hold only the labels {labels_in_words(labels)}, "
                f"got {count} of {often[own].sum()} that do not fit{hint}"
            )


def _text(value: Any) -> str:
    whole = isinstance(value, (float, Decimal)) and float(value).is_integer()
    return str(int(value)) if whole and abs(value) < LONG else written(value)


@dataclass(frozen=True)
class SurveyColumns:
    """Where what is known of each respondent stands: names of columns, or columns beside the data.

    `reports` are one column, or several that each person answered, `design_column` says by which of
    several designs; `by` are groups that are estimated each, `groups` those of random intercepts.
    """

    reports: tuple[Any, ...] = ()
    by: tuple[Any, ...] = ()
    design_column: Any = None
    weights: Any = None
    strata: Any = None
    clusters: Any = None
    groups: Any = None

    @property
    def sampled(self) -> bool:
        """Whether people were drawn otherwise than one by one with equal chances."""
        return any(column is not None for column in (self.weights, self.strata, self.clusters))

    def by_role(self) -> dict[str, Any]:
        """The columns that there are, by what they are for; the reports last.

        Reports, groups and designs must be different ones.
        """
        apart = [*self.reports, *self.by, self.design_column]
        names = [column for column in apart if isinstance(column, str)]
        if len(set(names)) < len(names):
            twice = max(names, key=names.count)
            raise InputError(f"column, by and design_column must be different, got {twice!r} twice")
        alone = ("design_column", "weights", "strata", "clusters", "groups")
        chosen = _numbered("by", self.by) | {role: getattr(self, role) for role in alone}
        given = {role: column for role, column in chosen.items() if column is not None}
        return given | _numbered("reports", self.reports)

    def require_names(self) -> None:
        """Series and lists beside the data have no name by which rows are kept together."""
        for role, name in self.by_role().items():
            if not isinstance(name, str):
                kind = type(name).__name__
                raise InputError(f"{role} must be the name of a column, got a {kind}")


def _numbered(role: str, columns: Sequence[Any]) -> dict[str, Any]:
    """Several columns for the same, by their places."""
    if len(columns) == 1:
        return {role: columns[0]}
    return {f"{role}[{place}]": column for place, column in enumerate(columns)}


@dataclass(frozen=True)
class Survey:
    """The rows in which all is there that is asked about, and what they say."""

    kept: Mask
    """Which rows they are, among all that were read."""

    used: Places
    """By which table each was answered."""

    reports: tuple[Places, ...]
    """Of each column the places of the reports in that table."""

    often: Places
    """How many people each row stands for."""

    left_out: int
    """People whose rows are not complete."""

    columns: Mapping[str, ReadColumn]
    """The others, by what they are for."""

    def counts(self, height: int, which: Mask | slice = slice(None)) -> tuple[int, ...]:
        """How often each of so many reports was given, in all rows or in some."""
        (places,) = self.reports
        found = np.zeros(height, np.int64)
        np.add.at(found, places[which], self.often[which])
        return tuple(found.tolist())

    def combinations(self) -> dict[tuple[int, ...], int]:
        """How often the reports of each column occur together, by their places."""
        found: Counter[tuple[int, ...]] = Counter()
        for *places, count in zip(*self.reports, self.often, strict=True):
            found[tuple(map(int, places))] += int(count)
        return dict(sorted(found.items()))

    def texts(self, role: str) -> NDArray[np.object_] | None:
        """The entries of a column as texts; None where there is none."""
        return self.columns[role].texts() if role in self.columns else None

    @property
    def groups(self) -> list[str]:
        """The name of each row's group, without one where there are no groups."""
        by = [column.texts() for role, column in self.columns.items() if role.startswith("by")]
        return list(map(crossed_name, zip(*by, strict=True))) if by else [""] * len(self.often)


def read_survey(
    columns: Mapping[str, ReadColumn],
    tables: Sequence[LabelTables],
    rules: EntryRules,
    others: Mapping[str, Mask] | None = None,
    often: Sequence[int] | None = None,
) -> Survey:
    """Read columns by what they are for: those of reports with tables for each.

    `others` are which rows have no entry in further columns, by what these are called, and `often`
    how many people each row stands for.

    >>> answers = ReadColumn.of("answers", ["yes", "no", None, "no"])
    >>> table = {"": (["no", "yes"], EntryRules())}
    >>> read_survey({"reports": answers}, [table], EntryRules.of("drop")).counts(2)
    (2, 1)
    """
    rules.require(("refuse", "drop"))
    beside = dict(columns)
    reports = [beside.pop(role) for role in columns if role.startswith("reports")]
    nothing = np.zeros(len(reports[0].codes), np.intp)
    counted: Places = nothing + 1 if often is None else np.array(often, np.intp)
    designs = beside.pop("design_column", None)
    names = {"": (list(tables[0]), replace(rules, codes={}))}
    used = nothing if designs is None else designs.places(names, nothing)
    told = [column.places(own, used) for column, own in zip(reports, tables, strict=True)]
    silent = {column.name: column.missing(rules) for column in beside.values()}
    silent |= others or {}
    absent = np.logical_or.reduce(
        [*silent.values(), *(places == ABSENT for places in (used, *told))]
    )
    unfit = np.logical_or.reduce([places == UNFIT for places in (used, *told)])
    labelled = reports if designs is None else [designs, *reports]
    named = ", ".join([*silent, *(column.name for column in labelled)])
    missing = int(counted[absent & ~unfit].sum())
    if missing and rules.missing == "refuse":
        raise InputError(
            f"{named} must have no missing values, got {missing} of {counted.sum()} missing "
            f"{LEAVES_OUT}"
        )
    if designs is not None:
        designs.refuse_unfit(names, nothing, used, counted, coded=False)
    for column, own, places in zip(reports, tables, told, strict=True):
        column.refuse_unfit(own, used, places, counted)
    kept = ~absent
    if not counted[kept].any():
        raise InputError(f"{named} must contain at least one value, got none")
    return Survey(
        kept=kept,
        used=used[kept],
        reports=tuple(places[kept] for places in told),
        often=counted[kept],
        left_out=missing,
        columns={role: column.of_rows(kept) for role, column in beside.items()},
    )


def crossed_name(values: Sequence[str]) -> str:
    """The name of a group by its values; of several, those with a comma or quotes are quoted.

    >>> crossed_name(["north", "f"]), crossed_name(["a, b", "c"]), crossed_name(["a, b"])
    ('north, f', '"a, b", c', 'a, b')
    """
    return ", ".join(map(quoted, values)) if len(values) > 1 else "".join(values)


def quoted(label: str) -> str:
    """A label among others, as a field of a CSV file.

    >>> [quoted(label) for label in ("no", "beer, wine")]
    ['no', '"beer, wine"']
    """
    doubled = label.replace('"', '""')
    return f'"{doubled}"' if "," in label or doubled != label else label
