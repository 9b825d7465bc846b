"""A mechanism in other software: a function of a database, a measurement of OpenDP, a transformer
of scikit-learn.

In a database a function draws reports, and a query gives every report the scores of the unbiased
linear estimator L (L P = I, least variance at the prior): the mean of a truth's scores is its
estimated share, and the variance of that mean is their sample variance over n. Scores are exact up
to the rounding of a double.

OpenDP cannot see into a function that Python brings ("honest but curious"); what it is told here is
computed from the table in exact arithmetic, and rounded upward: two people with different truths
are at distance 1, and their reports differ by at most epsilon = ln gamma, with the table's own
delta at that gamma.

`ColumnTransformer([("smokes", design.to_sklearn(), ["smokes"])], remainder="passthrough")` leaves
the other columns as they are. Every call of `transform` draws anew and is one more report of the
same person: transform once, and fit what follows on the reports.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.data.sampler import randomize_labels
from rropt.exact import InputError, Table, log_bounds
from rropt.exact.labelled import is_frame


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


def opendp_measurement(channel: Channel, gamma: Fraction) -> Any:
    """The measurement from a truth's label to a report's label, private at this gamma."""
    try:
        import opendp.prelude as dp
    except ImportError:
        raise InputError("OpenDP must be installed: python -m pip install opendp") from None
    dp.enable_features("contrib", "honest-but-curious")
    epsilon = float_above(log_bounds(gamma)[1])
    delta = float_above(channel.profile(gamma))
    pure = dp.max_divergence()
    known = frozenset(channel.truths)

    def private(distance: int) -> Any:
        # The same truth has the same law of reports.
        if distance == 0:
            return (0.0, 0.0) if delta else 0.0
        return (epsilon, delta) if delta else epsilon

    return dp.m.make_user_measurement(
        input_domain=dp.user_domain("the design's truths", known.__contains__),
        input_metric=dp.discrete_distance(),
        output_measure=dp.approximate(pure) if delta else pure,
        function=lambda truth: randomize_labels(channel, [truth])[0],
        privacy_map=private,
    )


def float_above(number: Fraction) -> float:
    """The least double that is not below a number.

    >>> float_above(Fraction(1, 4)), Fraction(float_above(Fraction(1, 3))) > Fraction(1, 3)
    (0.25, True)
    """
    near = float(number)
    return near if Fraction(near) >= number else math.nextafter(near, math.inf)


Randomize = Callable[[Any], Any]


def sklearn_transformer(randomize: Randomize) -> Any:
    """The transformer of a frame or an array of one column, by what randomizes a column."""
    try:
        from sklearn.preprocessing import FunctionTransformer
    except ImportError:
        raise InputError(
            "scikit-learn must be installed: python -m pip install scikit-learn"
        ) from None
    return FunctionTransformer(
        partial(reports_in_place, randomize), feature_names_out="one-to-one", check_inverse=False
    )


def reports_in_place(randomize: Randomize, answers: Any) -> Any:
    """The same frame, array or column, with reports.

    >>> reports_in_place(lambda column: [1 - x for x in column], np.array([[0], [1]])).tolist()
    [[1], [0]]
    """
    if is_frame(answers):
        return _in_frame(randomize, answers)
    given = np.asarray(answers, dtype=object)
    if given.ndim == 1:
        return randomize(answers)
    _refuse_several(given.shape[1])
    return np.array(randomize(given[:, 0].tolist()), dtype=object).reshape(-1, 1)


def _in_frame(randomize: Randomize, frame: Any) -> Any:
    import narwhals as nw

    _refuse_several(len(frame.columns))
    known: Any = nw.from_native(frame, eager_only=True)
    reports = randomize(known[known.columns[0]].to_native())
    return known.with_columns(nw.from_native(reports, series_only=True)).to_native()


def _refuse_several(columns: int) -> None:
    if columns != 1:
        raise InputError(
            f"the transformer must be given one column, got {columns}: one design is for one "
            "question, and a ColumnTransformer takes one for each"
        )
