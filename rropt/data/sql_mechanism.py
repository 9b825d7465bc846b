"""A mechanism in a database: a function that draws its reports, and the query that estimates.

The query gives every report the scores of the unbiased linear estimator L (L P = I, least variance
at the prior), so the mean of a truth's scores is its estimated share, and the variance of that mean
is their sample variance over n. Scores are exact up to the rounding of a double.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.channel import Channel
from rropt.data.sampler import randomize_labels
from rropt.exact import InputError, Table


@dataclass(frozen=True)
class SqlMechanism:
    """`query` estimates the shares from a column of reports; it prints as the query."""

    channel: Channel
    query: str

    def __str__(self) -> str:
        return self.query

    def register(self, connection: Any, name: str = "randomize") -> None:
        """Give a DuckDB connection the function NAME(answer), which draws a report exactly.

        Every row has a draw of its own from the operating system's randomness; NULL stays NULL.
        """
        import pyarrow

        def drawn(answers: Any) -> Any:
            return pyarrow.array(randomize_labels(self.channel, answers.to_pylist()))

        text = "VARCHAR"
        connection.create_function(name, drawn, [text], text, type="arrow", side_effects=True)


def sql_mechanism(channel: Channel, scores: Table, column: str, table: str) -> SqlMechanism:
    """The mechanism with the query on a column of reports; `scores` has a row for each truth.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> print(sql_mechanism(warner, [["3/2", "-1/2"], ["-1/2", "3/2"]], "smokes", "r").query)
    SELECT count(s0) AS n, count(*) - count(s0) AS unknown,
      avg(s0) AS "0", sqrt(var_samp(s0) / count(s0)) AS "0 stderr",
      avg(s1) AS "1", sqrt(var_samp(s1) / count(s1)) AS "1 stderr"
    FROM (SELECT
      CASE CAST("smokes" AS VARCHAR) WHEN '0' THEN 1.5e0 WHEN '1' THEN -0.5e0 END AS s0,
      CASE CAST("smokes" AS VARCHAR) WHEN '0' THEN -0.5e0 WHEN '1' THEN 1.5e0 END AS s1
      FROM "r") AS scored
    """
    for name, value in (("column", column), ("table", table)):
        if not isinstance(value, str) or not value:
            raise InputError(f"{name} must be a name, got {value!r}")
    places = range(len(channel.truths))
    estimates = [_estimate(i, truth) for i, truth in enumerate(channel.truths)]
    cases = [_case(i, column, channel.reports, scores[i]) for i in places]
    lines = [
        "SELECT count(s0) AS n, count(*) - count(s0) AS unknown,",
        ",\n".join(estimates),
        "FROM (SELECT",
        ",\n".join(cases),
        f"  FROM {_name(table)}) AS scored",
    ]
    return SqlMechanism(channel, "\n".join(lines))


def _estimate(place: int, truth: str) -> str:
    s = f"s{place}"
    spread = f"sqrt(var_samp({s}) / count({s}))"
    return f"  avg({s}) AS {_name(truth)}, {spread} AS {_name(truth + ' stderr')}"


def _case(place: int, column: str, reports: Sequence[str], scores: Sequence[Any]) -> str:
    pairs = zip(reports, scores, strict=True)
    whens = " ".join(f"WHEN {_text(report)} THEN {_score(score)}" for report, score in pairs)
    return f"  CASE CAST({_name(column)} AS VARCHAR) {whens} END AS s{place}"


def _score(score: Any) -> str:
    """With an exponent: without one it is a decimal, whose sums overflow at a million rows."""
    written = repr(float(Fraction(score)))
    return written if "e" in written else f"{written}e0"


def _name(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _text(label: str) -> str:
    return "'" + label.replace("'", "''") + "'"
