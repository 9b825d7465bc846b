"""A mechanism in a database, as a measurement of OpenDP and as a transformer of scikit-learn."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import log, sqrt
from typing import Any

import numpy as np
import pytest

import rropt as rr
from rropt.data.other_software import float_above, reports_in_place, sql_mechanism


@pytest.fixture
def connection() -> Iterator[Any]:
    with pytest.importorskip("duckdb").connect() as opened:
        yield opened


@pytest.fixture
def design() -> rr.Design:
    return rr.optimal(rr.LocalDP("ln(3)"), rr.Variance("1/4"), truths=["no", "it's so"],
                      reports=["n", 'y"'])  # fmt: skip


def test_the_query_is_unbiased_and_has_its_error(design: rr.Design, connection: Any) -> None:
    connection.execute("CREATE TABLE reports (smokes VARCHAR)")
    connection.executemany("INSERT INTO reports VALUES (?)", [["n"]] * 60 + [['y"']] * 40)
    found = connection.execute(str(design.to_sql("smokes"))).fetchone()
    # Warner's device with p = 3/4: (f - 1/4) / (1/2), and the variance f (1 - f) / (1/4) / (n - 1)
    share, error = (0.4 - 0.25) / 0.5, sqrt(0.4 * 0.6 / 0.25 / 99)
    assert found[:2] == (100, 0)
    assert found[4] == pytest.approx(share) and found[5] == pytest.approx(error)
    assert found[2] == pytest.approx(1 - share) and found[3] == pytest.approx(error)


@pytest.mark.parametrize("epsilon", ["1/100", 1])
def test_a_million_rows_and_columns_of_one_report(epsilon: Any, connection: Any) -> None:
    design = rr.optimal(rr.LocalDP(epsilon), rr.Variance("1/4"))
    query = design.to_sql("s", "r").query
    connection.execute("CREATE TABLE r AS SELECT '0' AS s FROM range(1000000)")
    n, _, first, error, *_ = connection.execute(query).fetchone()
    p = float(design.channel.rows[0][0])
    assert (n, error) == (10**6, 0.0) and first == pytest.approx(p / (2 * p - 1))
    connection.execute("CREATE OR REPLACE TABLE r AS SELECT '1' AS s")
    assert connection.execute(query).fetchone()[3] is None  # of one report there is no error


def test_what_is_no_report_is_counted_and_not_guessed(design: rr.Design, connection: Any) -> None:
    connection.execute("CREATE TABLE r (s VARCHAR)")
    connection.executemany("INSERT INTO r VALUES (?)", [["n"], ['y"'], ["perhaps"], [None]])
    assert connection.execute(design.to_sql("s", "r").query).fetchone()[:2] == (2, 2)


def test_a_registered_function_draws_by_the_table(design: rr.Design, connection: Any) -> None:
    pytest.importorskip("pyarrow")
    design.to_sql("x").register(connection)
    rows = connection.execute(
        "SELECT randomize(CASE WHEN i % 2 = 0 THEN 'no' ELSE 'it''s so' END) AS r, i % 2 AS t "
        "FROM range(40000) AS numbers(i)"
    ).fetchall()
    for truth, column in enumerate(design.channel.columns):
        drawn = [r for r, t in rows if t == truth]
        chance = float(column[0])
        error = sqrt(chance * (1 - chance) / len(drawn))
        assert abs(drawn.count("n") / len(drawn) - chance) < 6 * error
    assert connection.execute("SELECT randomize(NULL)").fetchone() == (None,)


def test_the_first_drawn_report_does_not_stand_for_all(design: rr.Design, connection: Any) -> None:
    """A function without side effects would be called once for a constant."""
    pytest.importorskip("pyarrow")
    design.to_sql("x").register(connection, "flip")
    drawn = connection.execute("SELECT flip('no') FROM range(200)").fetchall()
    assert len(set(drawn)) == 2


@pytest.mark.parametrize("bad", ["", None, 3])
def test_a_column_has_a_name(bad: object) -> None:
    channel = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    scores = [[Fraction(3, 2), Fraction(-1, 2)], [Fraction(-1, 2), Fraction(3, 2)]]
    with pytest.raises(rr.InputError, match="column must be a name"):
        sql_mechanism(channel, scores, bad, "r")  # type: ignore[arg-type]


@pytest.fixture
def opendp() -> None:
    pytest.importorskip("opendp")


@pytest.mark.everything
def test_a_pure_design_has_the_map_of_its_own_table(opendp: None) -> None:
    design = rr.optimal(rr.LocalDP(1), rr.Variance("1/10"), truths=["no", "yes"])
    made = design.to_opendp()
    assert made.map(0) == 0
    assert made.map(1) == pytest.approx(1, abs=1e-9)
    assert Fraction(made.map(1)) >= Fraction(log(design.channel.parity()))
    drawn = [made("yes") for _ in range(2000)]
    share = drawn.count(design.channel.reports[1]) / 2000
    assert abs(share - float(design.channel.rows[1][1])) < 0.06


def test_a_delta_is_in_the_map(opendp: None) -> None:
    design = rr.optimal(rr.LocalDP("1/2", "1/10"), rr.Variance("1/4"))
    epsilon, delta = design.to_opendp().map(1)
    assert 0.49 < epsilon < 0.5 + 1e-9 and 0.0999 < delta < 0.1 + 1e-9


def test_an_answer_that_is_no_truth_is_refused(opendp: None) -> None:
    made = rr.optimal(rr.LocalDP(1), rr.Trace(3)).to_opendp()
    with pytest.raises(Exception, match="answers must hold only the labels"):
        made("7")


@pytest.mark.parametrize("number", [Fraction(1, 3), Fraction(1, 10), Fraction(2, 3), Fraction(5)])
def test_rounding_is_upward_and_by_less_than_a_step(number: Fraction) -> None:
    near = float_above(number)
    assert number <= Fraction(near) < number * (1 + Fraction(1, 2**51))


DESIGN = rr.optimal(rr.LocalDP(1), rr.Variance("1/10"), truths="no,yes", reports="N,Y")
MIXED = ["no", "yes"] * 3000


def test_shares_are_those_of_the_mechanism() -> None:
    """Half of the truths are yes, so half of the reports are Y: 6,000 draws, five errors."""
    reports = reports_in_place(DESIGN.randomize, np.array(MIXED).reshape(-1, 1))
    assert reports.shape == (6000, 1)
    assert abs((reports == "Y").mean() - 0.5) < 5 * 0.5 / 6000**0.5


def test_a_frame_keeps_its_kind_index_and_name() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"smokes": ["no", "yes"]}, index=[7, 9])
    found = reports_in_place(DESIGN.randomize, frame)
    assert list(found.columns) == ["smokes"] and list(found.index) == [7, 9]
    assert set(found["smokes"]) <= {"N", "Y"}
    assert list(frame["smokes"]) == ["no", "yes"]


def test_two_columns_are_refused() -> None:
    with pytest.raises(rr.InputError, match="must be given one column, got 2"):
        reports_in_place(DESIGN.randomize, np.array([["no", "yes"]]))


def test_in_a_pipeline_of_scikit_learn() -> None:
    pandas = pytest.importorskip("pandas")
    compose = pytest.importorskip("sklearn.compose")
    base = pytest.importorskip("sklearn.base")
    frame = pandas.DataFrame({"smokes": ["no", "yes"], "age": [30, 40]})
    step = ("smokes", base.clone(DESIGN.to_sklearn()), ["smokes"])
    table = compose.ColumnTransformer(
        [step], remainder="passthrough", verbose_feature_names_out=False
    )
    found = table.set_output(transform="pandas").fit_transform(frame)
    assert list(table.get_feature_names_out()) == ["smokes", "age"]
    assert list(found["age"]) == [30, 40] and set(found["smokes"]) <= {"N", "Y"}
