"""The mechanism in a database: reports with the exact chances, and a query that estimates."""

from collections.abc import Iterator
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

import rropt as rr
from rropt.data.sql_mechanism import sql_mechanism


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
