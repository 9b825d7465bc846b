"""Whole columns for a fit: a file as a frame of pandas, missing entries, numbers that are text.

Frames go out as those of the library whose frames came in.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rropt.data.data_file import DataFile
from rropt.data.entry_rules import EntryRules
from rropt.data.file_counts import require_readable, unreadable
from rropt.data.respondents import Mask, ReadColumn
from rropt.exact import InputError
from rropt.extras import module_of

if TYPE_CHECKING:
    import pandas
    import polars

    Frame: TypeAlias = pandas.DataFrame | polars.DataFrame

MOSTLY = 0.5
"""With more numbers than this share a column of text is one of numbers, in which words are stray: a
column of codes such as 1, 2, 3a is rare, and C(...) says that it is one."""


NUMBERS = ("integer", "floating", "decimal", "mixed-integer-float")
"""What pandas calls columns of objects that are numbers: as categories each had a coefficient."""


MOST_CATEGORIES = 100
"""Each has a coefficient: with 150 of 20,000 rows a fit takes 1.4 s, and each interval 6."""


def file_frame(data: DataFile, rules: EntryRules, labels: Collection[str]) -> Any:
    """A file as a frame: the columns of `labels` as text, the others as numbers where they are."""
    pandas = module_of("regress", "pandas", "files must be read by pandas")
    header = [] if data.kind == "parquet" else data.header()
    # A formula may read any column; those without a name it cannot.
    require_readable(data, sorted({*header, *labels} - {""}))
    try:
        if data.kind == "parquet":
            return pandas.read_parquet(data.source())
        words = {name: [""] if name in labels else sorted(rules.na) for name in header}
        frame = pandas.read_csv(
            data.source(),
            sep=data.separator,
            keep_default_na=False,
            na_values=words,
            dtype=dict.fromkeys(labels, str),
            low_memory=False,
        )
    except (ValueError, pandas.errors.ParserError) as error:
        raise unreadable(data, error) from None
    for name in frame.columns:
        if name not in labels and is_text(frame[name]):
            found, absent = numbers_in(frame[name], rules, f"column {name!r}", data.comma)
            if not np.isnan(found[~absent]).any():
                frame[name] = found
    return frame


def is_text(series: Any) -> bool:
    """Whether a column of pandas holds text, or objects of any kind."""
    from pandas.api.types import is_object_dtype, is_string_dtype

    return bool(is_object_dtype(series.dtype) or is_string_dtype(series.dtype))


def is_time(series: Any) -> bool:
    """Whether a column of pandas holds dates, durations or periods."""
    from pandas import PeriodDtype
    from pandas.api.types import is_datetime64_any_dtype, is_timedelta64_dtype

    kind = series.dtype
    times = is_datetime64_any_dtype(kind) or is_timedelta64_dtype(kind)
    return bool(times or isinstance(kind, PeriodDtype))


def refuse_complex(series: Any, name: str) -> None:
    """Of complex numbers a model would take the real part."""
    if series.dtype.kind == "c":
        raise InputError(f"column {name!r} must hold no complex numbers")


def absent_entries(series: Any, rules: EntryRules, name: str) -> Mask:
    """Which entries of a column of pandas say that nothing was answered."""
    import pandas

    if not rules.numbers and pandas.api.types.is_numeric_dtype(series.dtype):
        return np.asarray(series.isna(), dtype=bool)
    return ReadColumn.of_series(name, series).missing(rules)


def numbers_in(
    series: Any, rules: EntryRules, name: str, comma: bool = False
) -> tuple[NDArray[np.float64], Mask]:
    """A column of text as doubles, nan where there is no number, and which entries are missing.

    >>> import pandas
    >>> column = pandas.Series(["1.5", "NA", "x"])
    >>> [found.tolist() for found in numbers_in(column, EntryRules(), "age")]
    [[1.5, nan, nan], [False, True, False]]
    """
    import pandas

    entries = ReadColumn.of_series(name, series)
    absent = entries.missing(rules)
    texts = pandas.Series([str(value).strip() for value in entries.values], dtype=object)
    if comma:
        texts = texts.str.replace(",", ".", n=1, regex=False)
    numbers = pandas.to_numeric(texts, errors="coerce").to_numpy(dtype=float, na_value=np.nan)
    found = np.append(numbers, np.nan)[entries.codes]
    found[absent] = np.nan
    return found, absent


def read_covariate(series: Any, rules: EntryRules, name: str, in_categories: bool) -> Any:
    """A column of pandas for a formula: missing entries are nan, and what is left is of one kind.

    A column that was text for the words of missing entries alone is one of numbers, as is one of
    objects that are numbers (decimals of polars, or None beside them). Of numbers with other words
    among them no reading is right: they are refused, but within C(...).
    """
    import pandas
    from pandas.api.types import infer_dtype

    refuse_complex(series, name)
    said = f"column {name!r}"
    if not is_text(series):
        return without(series, absent_entries(series, rules, said))
    found, absent = numbers_in(series, rules, said)
    numeric = int(np.isfinite(found).sum())
    stray = len(series) - int(absent.sum()) - numeric
    silent_words = absent[series.notna().to_numpy()].any()
    if not stray and numeric and (silent_words or infer_dtype(series) in NUMBERS):
        return pandas.Series(found, index=series.index)
    if stray and numeric > MOSTLY * (numeric + stray) and not in_categories:
        raise InputError(
            f"{said} must hold numbers, or words, got numbers with words in {stray} of "
            f"{len(series)} rows: na=..., or --na, names those that mean a missing answer, and "
            f"C({name}) takes all of them as categories"
        )
    return without(series, absent)


def require_few_categories(series: Any, name: str, in_categories: bool) -> None:
    """Refuse a column that would have very many coefficients, with what helps."""
    import pandas

    if not (in_categories or is_text(series) or series.dtype == "category"):
        return
    values = series.dropna().unique()
    if len(values) <= MOST_CATEGORIES:
        return
    helps = f"groups={name!r}, or --groups {name}, takes them as groups with random intercepts"
    if pandas.to_numeric(pandas.Series(values), errors="coerce").notna().all():
        helps = f"as numbers, pandas.to_numeric(data[{name!r}]) without C(...), they have one slope"
    raise InputError(
        f"column {name!r} must have at most {MOST_CATEGORIES} categories, got {len(values)}: "
        f"{helps}"
    )


def without(series: Any, absent: Mask) -> Any:
    """The column with nan in the place of missing entries; its type stays where there are none."""
    return series.mask(absent) if absent.any() else series


def as_given(frame: Any, library: str) -> Frame:
    """A pandas frame as one of the library whose frames came in."""
    if library != "polars":
        return frame
    import polars

    return polars.DataFrame(frame.to_dict("list"))


def library_of(data: Any) -> str:
    """The library of a data frame or series: polars, or pandas for all others."""
    return "polars" if type(data).__module__.split(".")[0] == "polars" else "pandas"
