"""Names of optimal mechanisms, and tables that only look like a named one."""

import json
from fractions import Fraction
from itertools import combinations

import pytest

import rropt as rr
from rropt.channel import Channel
from rropt.cli import main
from rropt.report.optimum_name import name_of, name_of_table


def subsets(k: int, d: int, high: Fraction = Fraction(3)) -> Channel:
    """Subset selection by its definition: each set of d truths, three times as often if inside."""
    sets = list(combinations(range(k), d))
    mass = sum(high if 0 in s else Fraction(1) for s in sets)
    return Channel.from_rows([[(high if a in s else 1) / mass for a in range(k)] for s in sets])


def circle(k: int, chosen: set[int], step: int = 1) -> Channel:
    """The shifts of one set by so many places, the truths in it three times as likely."""
    mass = Fraction(3 * len(chosen) + k - len(chosen), step)
    shifts = range(0, k, step)
    rows = [[3 if (a - s) % k in chosen else 1 for a in range(k)] for s in shifts]
    return Channel.from_rows([[x / mass for x in row] for row in rows])


@pytest.mark.parametrize(
    ("table", "name"),
    [
        (subsets(2, 1), "Warner's device with p = 0.75"),
        (subsets(4, 1), "k-ary response"),
        (subsets(4, 2), "subset selection of size 2"),
        (subsets(5, 3), "subset selection of size 3"),
        (Channel.identity(3), "k-ary response"),
        (Channel.from_rows([["3/5", 0], ["2/5", 1]]), "Mangat's device with p = 0.6"),
        (Channel.from_rows([[0, "3/4"], [1, "1/4"]]), "Mangat's device with p = 0.75"),
        (Channel.from_rows([[1, 1, 1]]), "one constant report"),
        (circle(5, {0, 1}), "cyclic subset selection of size 2"),
        (circle(7, {0, 1, 3}), "cyclic subset selection of size 3"),
        (circle(6, {0, 1, 2, 3}, 2), "cyclic subset selection of size 4"),
        (circle(6, {0, 1, 2}, 3), "cyclic subset selection of size 3"),
    ],
)
def test_tables_of_the_field_have_their_names(table: Channel, name: str) -> None:
    assert name_of_table(table) == name
    assert name_of_table(Channel.from_rows(table.rows[::-1])) == name


@pytest.mark.parametrize(
    "rows",
    [
        [["1/2", "1/4"], ["1/2", "3/4"]],
        [["1/2", "1/2"], ["1/2", "1/2"]],
        [["3/5", "1/5", "1/5"], ["1/5", "3/5", "1/5"], ["1/10", "1/10", "3/10"],
         ["1/10", "1/10", "3/10"]],
        [["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/2"], ["1/4", "1/4", "1/4"]],
        [["2/3", 0, 0], ["1/3", 1, 1]],
        [["1/3", "1/3", "1/6", "1/6"], ["1/6", "1/6", "1/3", "1/3"],
         ["1/3", "1/6", "1/3", "1/6"], ["1/6", "1/3", "1/6", "1/3"]],
    ],
)  # fmt: skip
def test_near_misses_have_no_name(rows: list[list[str]]) -> None:
    assert name_of_table(Channel.from_rows(rows)) is None


def test_the_report_begins_with_the_name_and_json_has_it(capsys) -> None:
    words = ["design", "a-optimal", "--gamma", "2", "--prior", "uniform", "--categories", "9"]
    assert main(words) == 0
    assert "Affine plane of order 3." in capsys.readouterr().out.split("\n\n")[0]
    assert main(["design", "trace", "--gamma", "3", "--categories", "5", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["name"] == "k-ary response"
    assert rr.optimal(rr.LocalDP("ln(3)"), rr.Variance("1/4")).name.startswith("Warner's device")


def test_what_a_report_lets_anyone_believe_is_rounded_upward(capsys) -> None:
    assert main(["design", "variance", "--epsilon", "1", "--prior", "1/10"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    # e / (1 + e) = 0.731058...
    assert "can be at most 73.2 % sure afterwards" in said


@pytest.mark.parametrize(("k", "gamma"), [(4, 3), (9, 2), (13, 3), (21, 5)])
def test_blocks_have_the_same_name_when_they_are_read_from_a_file(k, gamma, tmp_path):
    """A file does not say it: pages of such designs were "not what rropt draws"."""
    design = rr.optimal(rr.LocalDP.from_gamma(gamma), rr.AOptimal([f"1/{k}"] * k))
    design.save(tmp_path / "d.json")
    name = name_of(rr.load(tmp_path / "d.json"))
    assert name == name_of(design) == design.blocks[0][0].name
