"""A design in words.

Names of optimal mechanisms, and tables that only look like a named one.

Mechanisms for numbers in words: what a report is worth, and how it is drawn.
"""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

import rropt as rr
from rropt import LocalDP, Trace, Variance, Warner, optimal
from rropt.channel import Channel
from rropt.cli import main
from rropt.report import design_text, facts_of
from rropt.report.text import table_lines
from rropt.report.words import guarantee, name_of, name_of_table, proved_for, revelations, title_of


@pytest.mark.everything
def test_the_bound_says_what_it_is_about() -> None:
    """holohan/thm-3 is about yes/no cards: four answers do better than 2.372."""
    privacy = LocalDP("1/2", "1/10")
    said = {}
    for name, objective, outputs in (
        ("table", Variance("1/4"), None),
        ("yes/no card", Variance("1/4"), 2),
        ("Warner device", Warner("1/4"), None),
    ):
        said[name] = design_text(optimal(privacy, objective, outputs, crosscheck=False))
    for name, shown in said.items():
        assert f"(proved for every private {name})" in shown


def test_revealing_reports_are_named() -> None:
    facts = facts_of(optimal(LocalDP(1, "2/5"), Variance("1/10"), 2, crosscheck=False))
    assert "report 1 reveals truth 1 for certain (probability 2/5)" in facts.guarantee
    assert not any("at most" in line for line in facts.guarantee)


def test_a_pure_design_names_its_likelihood_ratio() -> None:
    facts = facts_of(optimal(LocalDP("ln(3)"), Trace(3), crosscheck=False))
    assert facts.guarantee[1:] == ("every likelihood ratio is at most 3",)


@pytest.mark.parametrize(
    "objective, outputs, said",
    [
        (Variance("1/4"), None, "every private table"),
        (Variance("1/4"), 2, "every private yes/no card"),
        (Warner("1/4"), None, "every private Warner device"),
        (rr.MutualInformation("1/2,1/3,1/6"), 2, "every private table with at most 2 reports"),
        (rr.Guess(["1/4"] * 4), 3, "every private table with at most 3 reports"),
        (rr.Mean(low=0, high=1), None, "every private mechanism on the interval"),
    ],
)
def test_whom_the_bound_speaks_about(objective, outputs, said: str) -> None:
    assert proved_for(optimal(LocalDP("1/2"), objective, outputs)) == said


@pytest.mark.parametrize(
    "objective, said",
    [
        (Variance("1/4"), "variance at prevalence 1/4"),
        (Warner("1/4"), "variance of Warner's device at prevalence 1/4"),
        (rr.Guess("1/2,1/4,1/4"), "probability of a right guess, prior 1/2,1/4,1/4"),
    ],
)
def test_objectives_with_their_priors(objective, said: str) -> None:
    assert objective.phrase() == said


def test_what_a_report_rules_out_and_reveals() -> None:
    table = rr.Channel.from_rows(
        [["1/2", 0, 0], ["1/2", "1/2", 0], [0, "1/2", 1]], truths=["a", "b", "c"]
    )
    assert revelations(table) == (
        'report 0 reveals truth "a" for certain (probability 1/2)',
        'report 1 rules out truth "c" (probability 1/2)',
        'report 2 rules out truth "a" (probability 1)',
    )
    assert revelations(rr.Channel.from_rows([["1/2", "1/3"], ["1/2", "2/3"]])) == ()


def test_a_table_that_breaks_its_promise_is_told() -> None:
    design = optimal(LocalDP("ln(3)"), Variance("1/4"))
    honest = guarantee(design)
    assert honest[0] == "epsilon = ln 3, decided in exact arithmetic" or "VIOLATED" not in honest[0]
    louder = rr.Channel.from_rows([["4/5", "1/5"], ["1/5", "4/5"]])
    assert "VIOLATED" in guarantee(replace(design, table=louder))[0]
    orbits = optimal(LocalDP("ln(3)"), Trace(1000))
    assert guarantee(orbits)[0].endswith(", by the certificate")


@pytest.mark.everything
def test_a_design_that_may_be_far_from_the_best_says_so_first() -> None:
    design = optimal(LocalDP("ln(3)"), Trace(3), crosscheck=False)
    assert design_text(design).splitlines()[0] == "optimal design for trace, 3 categories"
    near = replace(design, value=design.bound * Fraction(995, 1000))
    assert title_of(near).startswith("optimal design for trace")
    far = replace(design, value=design.bound / 2)
    first = design_text(far).splitlines()[0]
    assert first == "not shown optimal (gap 50 %): design for trace, 3 categories"
    nothing = replace(design, value=design.bound * 0)
    assert title_of(nothing).startswith("not shown optimal (gap 100 %): ")


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


def test_some_numbers_have_their_table_and_the_numbers_of_its_reports() -> None:
    lines = table_lines(rr.optimal(rr.LocalDP("ln(3)"), rr.Mean([0, 1])))
    assert "report \\ truth" in lines[0]
    assert "numbers of the reports" in lines[-1]
    told = [float(x) for x in lines[-1].split("reports")[1].split(",")]
    assert any(abs(x + 0.5) < 1e-6 for x in told) and any(abs(x - 1.5) < 1e-6 for x in told)


def test_an_interval_has_the_shift_and_its_windows() -> None:
    design = rr.optimal(rr.LocalDP(2), rr.Mean(low=0, high=10, points=6))
    lines = table_lines(design)
    assert "a step h = 2 apart" in lines[0] and "h (t - 1/2)" in lines[3]
    assert len(lines) == 5 + design.channel.shape[0]
    assert "draw t between 0 and 1" in design.to_html()


def test_the_cut_says_how_it_is_drawn() -> None:
    lines = table_lines(rr.optimal(rr.LocalDP(1), rr.Mean(low=0, high=10)))
    assert "draw w between lo and hi" in lines[1] and "draw t uniformly" in lines[5]


@pytest.mark.everything
def test_windows_are_told_with_the_shift_between_their_numbers() -> None:
    design = rr.optimal(rr.LocalDP(2), rr.Mean(low=0, high=10))
    lines = table_lines(design)
    assert "answer by the windows" in lines[1] and "gamma times as likely" in lines[4]
    told = [float(line.split()[0]) for line in lines[5:65]]
    assert told == sorted(told) and "more: --json has all of them" in lines[65]
    assert "random windows of an interval" in design.to_html()


def test_many_numbers_by_distance_are_windows_of_each_report() -> None:
    """But for both ends these are reports of the geometric mechanism."""
    design = optimal(rr.MetricDP.path("1/2"), rr.Mean(range(14)))
    lines = str(design).splitlines()
    (head,) = [n for n, line in enumerate(lines) if line.split()[:2] == ["number", "at"]]
    inner = [line.split() for line in lines[head + 1 : head + 30] if " .. " in line]
    said = {first: (at_most, low, high) for first, at_most, low, _, high in inner}
    share = f"{(1 - 2.718281828459045**-0.5) / (1 + 2.718281828459045**-0.5):.6f}"
    assert [said[str(j)] for j in range(1, 13)] == [
        (share, str(j - 1), str(j + 1)) for j in range(1, 13)
    ]
