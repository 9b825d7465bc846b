"""How an entry of a column is read: as a label, as nothing that was answered, or as neither.

Every verb reads by these rules. An entry is first sought among the labels, then among the words
for a missing answer, so that a label that is called NA is one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypedDict

from rropt.channel.instructions import numbers_for
from rropt.exact import InputError, iterates, labels_in_words, one_of
from rropt.exact.labelled import label_of, written

if TYPE_CHECKING:
    from rropt.channel import Channel

NOT_ANSWERED = ("", "NA", "<NA>", "N/A", "#N/A", "NaN", "nan", "null", "NULL")
"""What R, pandas, spreadsheets and databases write for a missing value. "None", "-" and "." are not
among them: they are answers more often than not, and `na` may name them."""

UNFIT = -1
"""In the place of an entry that is neither a label nor missing."""

LEAVES_OUT = '(missing="drop", or --missing drop, leaves them out)'


Words = str | Iterable[str | float]
"""Words for a missing answer; "NA,-9" are two."""

Codes = str | Mapping[str, str] | Mapping[int, str]
"""{what the data say: label}, or "0=no,1=yes"."""


class ReadingOptions(TypedDict, total=False):
    """What a job takes about the entries of the columns that it reads."""

    missing: str
    na: Words | None
    codes: Codes | None


@dataclass(frozen=True)
class EntryRules:
    """What is done with missing answers, how they are written, and what else stands for a label."""

    missing: str = "refuse"
    na: frozenset[str] = frozenset(NOT_ANSWERED)
    codes: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        missing: Stated = "refuse",
        na: Words | None = None,
        codes: Codes | None = None,
    ) -> EntryRules:
        """The rules that a user states; those that are stated already stay.

        `na` are the words for a missing answer, in place of those that are known, but for blanks;
        `codes` are {what the data say: label}. Both may be texts: "NA,-9", "0=no,1=yes".

        >>> rules = EntryRules.of("drop", "-9,refused", "0=no,1=yes")
        >>> rules.is_missing(-9.0), rules.is_missing("NA"), rules.places(["no", "yes"])["1"]
        (True, False, 1)
        """
        if isinstance(missing, EntryRules):
            return missing
        words = NOT_ANSWERED if na is None else ("", *_words(na))
        # So programs write a whole number in a column with gaps.
        floats = (f"{word}.0" for word in words if word.removeprefix("-").isdecimal())
        return cls(missing, frozenset((*words, *floats)), _codes(codes))

    def require(self, choices: Sequence[str]) -> None:
        """What is done with missing answers is one of these words."""
        one_of(self.missing, choices, "missing")

    def for_reports(self, channel: Channel) -> EntryRules:
        """The same for its reports; those called as their truths may stand as their numbers.

        >>> from rropt.channel import Channel
        >>> said = Channel.identity(2).relabel(["no", "yes"], ["no", "yes"])
        >>> EntryRules().for_reports(said).places(said.reports)
        {'0': 0, '1': 1, 'no': 0, 'yes': 1}
        """
        return self if self.codes else replace(self, codes=numbers_for(channel))

    @property
    def counting(self) -> EntryRules:
        """Rows that are kept without an answer are not counted among the answers."""
        return replace(self, missing="refuse" if self.missing == "refuse" else "drop")

    @property
    def numbers(self) -> list[float]:
        """The words for a missing answer that are numbers, such as -9."""
        return numbers_of(self.na)

    def words_beside(self, labels: Iterable[str]) -> list[str]:
        """The words for a missing answer that are no labels."""
        return sorted(self.na - set(labels))

    def is_missing(self, value: Any) -> bool:
        """Whether an entry says that nothing was answered.

        >>> [EntryRules().is_missing(value) for value in (None, float("nan"), " ", "NA", "None", 0)]
        [True, True, True, True, False, False]
        """
        if isinstance(value, str):
            return value.strip() in self.na
        return is_null(value) or label_of(value, self.na) is not None

    def read(self, value: Any, places: Mapping[str, int]) -> int | None:
        """Where its label stands; None for a missing answer, `UNFIT` for what is neither.

        >>> rules, places = EntryRules(), {"no": 0, "NA": 1}
        >>> [rules.read(value, places) for value in ("no", "NA", "NaN", "maybe")]
        [0, 1, None, -1]
        """
        label = label_of(value, places)
        if label is not None:
            return places[label]
        return None if self.is_missing(value) else UNFIT

    def read_all(self, values: Iterable[Any], places: Mapping[str, int]) -> list[int | None]:
        """The same of many entries; a list and its like fit no label."""
        given = list(values)
        if set(map(type, given)) in ({int}, {str}):
            places_of = {value: self.read(value, places) for value in set(given)}
            return list(map(places_of.__getitem__, given))
        known: dict[tuple[type, Any], int | None] = {}
        found: list[int | None] = []
        for value in given:
            key = type(value), value
            if not has_hash(key):
                found.append(UNFIT)
                continue
            if key not in known:
                known[key] = self.read(value, places)
            found.append(known[key])
        return found

    def places(self, labels: Sequence[str]) -> dict[str, int]:
        """Where each label stands, and each code of one.

        A code that is called as another label means what is stated of it: then data are codes only.

        >>> EntryRules.of(codes="1=0,2=1").places(["0", "1"])
        {'1': 0, '2': 1}
        """
        found = {label: place for place, label in enumerate(labels)}
        coded = {code: found[label] for code, label in self.codes.items() if label in found}
        if self.codes and not coded:
            raise InputError(
                f"codes must stand for the labels {labels_in_words(labels)}, got others"
            )
        renamed = any(found.get(code, place) != place for code, place in coded.items())
        return coded if renamed else coded | found


Stated = str | EntryRules
"""What a user says of missing answers, or all rules."""


def is_null(value: Any) -> bool:
    """Whether a value is None, a nan, or the missing value of a data frame library."""
    return value is None or type(value).__name__ in ("NAType", "NaTType") or value != value


def has_hash(value: Any) -> bool:
    """Whether a value can be a label: a list and its like are none."""
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _words(given: Any) -> list[str]:
    if isinstance(given, str):
        return [word.strip() for word in given.split(",")]
    if not iterates(given) or isinstance(given, (bytes, Mapping)):
        raise InputError('na must be words for a missing answer, such as "NA,-9"')
    return [str(word).strip() for word in given]


def _codes(given: Any) -> dict[str, str]:
    if given is None:
        return {}
    if isinstance(given, Mapping):
        return {written(code).strip(): str(label).strip() for code, label in given.items()}
    pairs = [pair.partition("=") for pair in str(given).split(",")]
    if not isinstance(given, str) or not all(equals for _, equals, _ in pairs):
        raise InputError('codes must be {in the data: label}, or a text such as "0=no,1=yes"')
    return {code.strip(): label.strip() for code, _, label in pairs}


def coded_hint(labels: Sequence[str], unknown: Iterable[Any]) -> str:
    """The option that helps where all unknown entries are whole numbers beside two labels.

    It does not depend on which: they are people's answers, and may be those of one.

    >>> coded_hint(["no", "yes"], ["0", 1])[:44]
    ': they are numbers, which codes="0=no,1=yes"'
    """
    if len(labels) != 2 or not all(map(_is_whole, unknown)):
        return ""
    # Labels that are numbers themselves are met as codes from 1 on.
    first = int(not {"0", "1"}.isdisjoint(labels))
    pair = f"{first}={labels[0]},{first + 1}={labels[1]}"
    return (
        f': they are numbers, which codes="{pair}" (--codes {pair}) explains, if that is what they '
        "mean"
    )


def numbers_of(words: Iterable[str]) -> list[float]:
    """The words that are finite numbers.

    >>> numbers_of(["NA", "-9", "nan", "1.5"])
    [-9.0, 1.5]
    """
    found = []
    for word in words:
        with suppress(ValueError):
            found.append(float(word))
    return sorted(number for number in found if math.isfinite(number))


def _is_whole(entry: Any) -> bool:
    """Whether an entry is a whole number, a text of its digits, or a yes or no of Python."""
    digits = written(entry).strip().removesuffix("" if isinstance(entry, str) else ".0")
    return isinstance(entry, bool) or digits.isdecimal()
