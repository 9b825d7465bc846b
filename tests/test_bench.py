"""The benchmark's own words: verdicts, the kept run, the table of the README. Nothing is timed."""

from __future__ import annotations

import copy
import html
import json
import math
import re
import time
from fractions import Fraction
from importlib import import_module
from subprocess import CalledProcessError

import numpy as np
import pytest

from examples.guide.measured_speed import draw_limits, measured_speed
from rropt.channel import Channel
from rropt.cli import VERBS as VERB_NAMES
from rropt.figures.papers.bench import panels
from rropt.figures.style import MARKS
from tests.bench import compare, criteria, large, limits, readme, run
from tests.bench.__main__ import main
from tests.bench.accounts import ACCOUNTS, account
from tests.bench.baselines.column_generation import best_information
from tests.bench.baselines.direct_program import best_gain
from tests.bench.baselines.direct_program_by_scipy import best_gain as best_gain_by_scipy
from tests.bench.baselines.order_by_highspy import is_garbled
from tests.bench.growth import MANY_DIGITS, SWEEPS, end_of, guess, held_by, refused, shares_of
from tests.bench.lacking import LACKS, is_of, lacking, settings
from tests.bench.limits import LARGEST, ended
from tests.bench.machine_limits import beside_the_machine, copied, empty_loop, octets_drawn
from tests.bench.measure import Absent, Bar, Result, Time, exponent, shown, timed, times
from tests.bench.measure import best as best_of
from tests.bench.peers import LIBRARIES, must_be_drawn_with
from tests.bench.reports import warner
from tests.bench.sizes import Growth
from tests.bench.startup import peak_of
from tests.bench.verbs import VERBS

KEPT = json.loads(run.KEPT.read_text(encoding="utf-8"))


def result(bar, ours=1.0, theirs=None, figure=None):
    other = None if theirs is None else Time(theirs, theirs)
    return Result("subject", "what", Time(ours, ours), "baseline", other, bar, figure)


@pytest.mark.parametrize(
    ("passes", "fails"),
    [
        (result(Bar("faster", 20), 1, 20), result(Bar("faster", 20), 1, 19.9)),
        (result(Bar("slower", 1.25), 5, 4), result(Bar("slower", 1.25), 5.1, 4)),
        (result(Bar("seconds", 3), 2.9), result(Bar("seconds", 3), 3)),
        (result(Bar("beyond", 3), 4.9, 2), result(Bar("beyond", 3), 5, 2)),
        (result(Bar("MiB", 400), figure=399), result(Bar("MiB", 400), figure=400)),
        (result(Bar("gap", 1e-9), figure=9e-10), result(Bar("gap", 1e-9), figure=1e-9)),
    ],
)
def test_the_verdict_stands_at_the_bar(passes, fails):
    assert (passes.verdict, fails.verdict) == ("pass", "short")
    assert result(None).verdict == ""
    assert "bar" in passes.line() and passes.to_json()["bar"] == str(passes.bar)


def test_a_figure_or_a_baseline_that_is_missing_does_not_pass():
    assert result(Bar("MiB", 400)).verdict == "short"
    assert result(Bar("faster", 20)).verdict == "short"
    assert result(Bar("beyond", 20)).verdict == "short"


def test_times_as_they_are_shown():
    assert [shown(s) for s in (59.96, 0.25, 3e-5)] == ["60.0 s", "250 ms", "30.0 us"]
    assert (times(1.0), times(0.5), times(21.4)) == ("1x faster", "2x the time", "21x faster")
    assert exponent([1, 10, 100], [3, 300, 30_000]) == pytest.approx(2)
    assert Absent("library", "no such thing").line() == "library: not compared (no such thing)"


def test_what_others_lack_is_said_of_those_that_are_measured():
    beside = {row["baseline"] for row in KEPT["results"]}
    absent = {name.replace("_", "-") for name in KEPT["absent"]}
    for name in LACKS:
        measured = any(one.startswith(name) for one in beside)
        assert measured or name in absent or name in LIBRARIES, name
    assert lacking("python -c pass") == lacking("") == ""


def test_how_others_are_run_is_said_of_all_who_lack_something():
    """In the printed row and in the record, of which the page is made."""
    for name in {row["baseline"] for row in KEPT["results"]} | set(LACKS):
        assert bool(settings(name)) == bool(lacking(name)), name
    row = Result("subject", "what", Time(1, 1), "qif", Time(2, 2))
    assert row.to_json()["settings"] == settings("qif") and settings("qif") in row.line()
    assert lacking("qif") in row.line() and "with" not in result(None).line()


def test_every_bar_that_is_not_met_has_its_account_and_no_other():
    short = {row["what"] for row in KEPT["results"] if row["verdict"] == "short"}
    assert short == set(ACCOUNTS)
    assert all(bool(account(row)) == (row["verdict"] == "short") for row in KEPT["results"])


def test_every_row_says_when_and_on_what_it_was_measured():
    for row in KEPT["results"]:
        date, processor, *_ = row["on"].split(", ")
        assert re.fullmatch(r"2\d{3}-\d\d-\d\d", date) and processor
    assert run.measured_on("opendp: one").startswith(run.measured_on(""))


WITHOUT_QIF = KEPT | {"absent": {"qif": "No module named 'qif'"}}


def test_a_recorded_row_of_the_readme_names_its_day():
    (of_guess,) = (row for row in KEPT["results"] if row["what"] == "guess, k = 4")
    day, *_ = of_guess["on"].split(", ")
    theirs = shown(of_guess["theirs"]["cpu"])
    assert f"| qif: {theirs} (both on {day}) |" in readme.table(WITHOUT_QIF)
    assert "(both on" not in readme.table(KEPT | {"absent": {}})


@pytest.mark.everything
def test_the_page_of_speeds_says_why_a_bar_is_short_and_what_is_recorded(tmp_path, monkeypatch):
    """A library that is not found again keeps its rows, which say so."""
    (tmp_path / "run.json").write_text(json.dumps(WITHOUT_QIF), encoding="utf-8")
    monkeypatch.setattr("examples.guide.measured_speed.RESULTS", tmp_path / "run.json")
    page = measured_speed()
    assert all(html.escape(said) in page for said in ACCOUNTS.values())
    recorded = [row for row in KEPT["results"] if is_of(row["baseline"], ["qif"])]
    limits = [limit for limit in KEPT["limits"] if is_of(limit["what"], ["qif"])]
    assert page.count("(recorded: ") == len(recorded) + len(limits) > len(limits) > 0


def test_limits_are_drawn_one_below_the_other_with_the_mark_of_their_end():
    pytest.importorskip("matplotlib")
    limits = [
        {"what": "first", "truths": 8, "end": "k = 16: refused"},
        {"what": "second", "truths": 32, "end": "k = 64: more than 20 s"},
    ]
    (axes,) = draw_limits({"limits": limits}).axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["second", "first"]
    marks = [line for line in axes.get_lines() if len(line.get_xdata()) == 1]
    assert [(line.get_marker(), *line.get_xdata()) for line in marks] == [(">", 32), ("X", 8)]


def test_a_limit_of_the_machine_stands_beside_the_same_row():
    bars = {"little": Bar("slower", 2)}
    limits = {"much": lambda: sum(range(10**5)), "little": lambda: None}
    much, little = beside_the_machine("subject", "what", lambda: sum(range(10**4)), limits, bars, 1)
    assert (much.what, much.baseline, much.bar) == ("what", "limit: much", None)
    assert (little.baseline, little.verdict, lacking(little.baseline)) == (
        "limit: little", "short", "",
    )  # fmt: skip
    assert much.ratio > 1 > little.ratio


def test_octets_are_counted_and_copied(tmp_path):
    """A word decides eight reports of quarters; thirds leave some words open."""
    flags = np.zeros(80_000, dtype=bool)
    assert octets_drawn(warner(), flags) == 20_000
    thirds = Channel.from_rows([["2/3", "1/3"], ["1/3", "2/3"]])
    assert 20_000 < octets_drawn(thirds, flags) < 25_000
    source, target = tmp_path / "source", tmp_path / "target"
    source.write_bytes(bytes(range(256)) * 4097)
    copied(source, target)
    assert target.read_bytes() == source.read_bytes()
    things = iter(range(3))
    empty_loop(things)
    assert next(things, "none is left") == "none is left"


def test_every_exponent_stands_beside_the_least_that_is_possible():
    """The least is a number with its reason; what is counted is in the row."""
    for sweep in SWEEPS:
        assert sweep.least.split(": ")[0] in {"0", "1/2", "1"}
    found = Growth("what", "truths", [1, 16], [1.0, 2.0], 0.25, [0.0, 0.0], None, "0: one", "here")
    assert found.line().endswith("at least 0: one; ends: here") and vars(found)["least"]


def test_where_a_verb_ends_is_found_by_larger_questions():
    """A share has at most 4,000 digits; the next size has more."""
    number = next(i for i, sweep in enumerate(SWEEPS) if sweep.unit == "digits of the prior")
    assert end_of(number) == "15,360: prior[0] must have at most 4000 digits, got 15361"
    assert list(SWEEPS[number].beyond())[:2] == [4 * 3840, 16 * 3840]
    assert refused(number, 60) == ""


GROWTHS = {
    "design": "certified linear design",
    "check": "check of a linear certificate",
    "compare": "Blackwell comparison",
    "randomize": "randomized CSV file",
    "estimate": "estimation",
    "regress": "logistic regression",
    "plan": "plan of a survey",
    "measures": "what a table reveals",
    "sweep": "sweep",
}
"""Of the verbs whose rows are not called by them."""


def test_every_verb_has_a_growth():
    """But `doctor`, whose question has no size."""
    rows = [sweep.what for sweep in SWEEPS]
    for verb in set(VERB_NAMES) - {"doctor"}:
        assert any(row.startswith(GROWTHS.get(verb, f"rropt {verb}")) for row in rows), verb


@pytest.mark.parametrize("sweep", VERBS[1:3], ids=lambda sweep: sweep.what)
def test_a_question_of_a_verb_is_answered_as_it_should(sweep):
    """Stairs (1 + i/n)/2 below i/n: B(h) = (1 - p) h / (p (1 - h)) at the last, 1/3 * 7/1."""
    answer = sweep.task(4)()
    assert getattr(answer, "verdict", "proved") == "proved"
    assert getattr(answer, "bound", Fraction(7, 3)) == Fraction(7, 3)


def test_the_criteria_have_the_published_bounds():
    """Chai and Nayak's (1.6) and beta; the others by hand in the tests of B(h)."""
    made = criteria.catalogue()
    assert made["rho1-to-rho2, 1/10 to 1/2"]().bound == 9
    assert made["beta factor, 5/2"]().bound == Fraction(5, 2)
    assert made["9*p/(8*p + 1)"]().bound == 9


def test_random_shares_are_no_reflection_of_themselves():
    shares = large.random_shares(64)
    assert sum(shares) == 1 and min(shares) > 0 and shares != shares[::-1]


def test_the_linear_program_of_blackwells_order():
    """The identity garbles into all, an even coin into no other."""
    full, coin = np.eye(2), np.full((2, 2), 0.5)
    for solver in ("ipm", "simplex"):
        assert is_garbled(coin, full, solver) and not is_garbled(full, coin, solver)


def test_a_prior_has_as_many_digits_as_are_asked_for():
    for digits in MANY_DIGITS:
        prior = shares_of(digits)
        assert sum(prior) == 1 and min(prior) > 0 and len(prior) == 8
        assert digits - 5 < len(str(max(share.denominator for share in prior))) < digits + 3


def test_the_longest_prior_is_one_that_is_designed_for():
    assert guess(shares_of(MANY_DIGITS[-1])).truths == 8


def test_every_size_grows_sixteenfold_at_least():
    assert all(sweep.sizes[-1] >= 16 * sweep.sizes[0] for sweep in SWEEPS)
    assert {"truths", "reports", "designs", "cells (2^n)"} <= {sweep.unit for sweep in SWEEPS}


def test_no_two_curves_of_the_figure_look_the_same():
    drawn = panels([{"unit": sweep.unit} for sweep in SWEEPS])
    assert all(0 < len(found) <= len(MARKS) for _, found in drawn)
    assert sum(len(found) for _, found in drawn) == len(SWEEPS)


def test_the_readme_has_the_table_of_the_kept_run(capsys):
    assert main(["--check"]) == 0
    assert {"results", "growth", "machine"} <= set(KEPT)
    assert {"date", "processor", "cores", "python", "versions"} <= set(KEPT["machine"])


def test_another_run_would_be_noticed(capsys, tmp_path, monkeypatch):
    """A changed figure, another date, a README without its markers."""
    slower, later = copy.deepcopy(KEPT), copy.deepcopy(KEPT)
    shown = next(one for one in slower["results"] if one["what"] == "import rropt")
    shown["ours"]["cpu"] *= 2
    later["machine"]["date"] = "2100-01-01"
    assert readme.main(slower, write=False) == readme.main(later, write=False) == 1
    path = tmp_path / "README.md"
    path.write_text("no markers\n")
    monkeypatch.setattr(readme, "README", path)
    assert readme.main(KEPT, write=True) == 1


def test_the_table_is_written_between_its_markers(tmp_path, monkeypatch):
    path = tmp_path / "README.md"
    path.write_text(f"before\n{readme.BEGIN}\nold\n{readme.END}\nafter\n")
    monkeypatch.setattr(readme, "README", path)
    assert readme.main(KEPT, write=False) == 1
    assert readme.main(KEPT, write=True) == readme.main(KEPT, write=False) == 0
    text = path.read_text()
    assert text.startswith("before\n") and text.endswith("\nafter\n") and "old" not in text
    assert all(f"\n| {what} | " in text for what in readme.SHOWN)
    assert "HiGHS, direct program" in text and "linprog" not in text
    assert " | exactness, certificate | " in text


def test_a_subject_that_does_not_exist_is_refused(capsys):
    with pytest.raises(SystemExit):
        main(["nothing"])
    assert "no such subject: nothing" in capsys.readouterr().err


def test_the_strongest_baselines_have_the_right_answers():
    """By hand: guess of k-ary response; information of two truths from the symmetric table."""
    for best in (best_gain, best_gain_by_scipy):
        assert best([[0.5, 0], [0, 0.5]], 3.0) == pytest.approx(3 / 4)
    information = best_information(np.array([0.5, 0.5]), 3.0)
    assert information == pytest.approx(math.log(2) + 0.75 * math.log(0.75) + 0.25 * math.log(0.25))


def test_what_became_slower_is_said_with_a_status(capsys):
    """A share of the baseline's time, so that a machine of half the speed changes nothing."""
    before = [result(Bar("faster", 1), 1, 4).to_json(), result(Bar("seconds", 3), 2).to_json()]
    before[1]["baseline"] = ""
    halved = copy.deepcopy(before[:1])
    halved[0]["ours"]["cpu"] *= 2
    halved[0]["theirs"]["cpu"] *= 2
    assert compare.report(before, halved) == 0
    slower = copy.deepcopy(before)
    slower[1]["ours"]["cpu"] *= 1.3
    assert next(iter(compare.compared(before, slower))) == ("what", pytest.approx(1.3))
    assert compare.report(before, slower) == 1
    assert "slower" in capsys.readouterr().out
    assert list(compare.compared([], slower)) == []


@pytest.mark.everything
def test_where_a_method_ends():
    def task(k):
        if k > 16:
            raise ValueError("k must be at most 16\nmore words")

    found = ended("some method", task)
    assert (found.truths, found.end) == (16, "k = 32: k must be at most 16")
    assert "some method" in found.line()
    assert ended("another", lambda k: None).truths == LARGEST


@pytest.mark.everything
def test_a_size_that_takes_too_long_is_ended(monkeypatch):
    monkeypatch.setattr(limits, "PATIENCE", 1)

    def task(k):
        while k > 4:
            pass

    found = ended("a slow method", task)
    assert (found.truths, found.end) == (4, "k = 8: more than 1 s")


@pytest.mark.everything
def test_memory_is_that_of_the_task_alone():
    """Sampling of so many reports makes an array of their size and little else."""
    number = next(i for i, sweep in enumerate(SWEEPS) if sweep.what == "exact sampling")
    size = 10**5 * 4**4
    assert size / 2**20 / 2 < held_by(number, size) < 8 * size / 2**20


def test_load_and_memory_stand_beside_each_row():
    row = Result("subject", "what", Time(1.0, 1.0, 2.5))
    assert row.load >= 0 and "load" in row.to_json()
    assert f"; 2.5 MiB; load {row.load:.1f}" in row.line()
    assert row.to_json()["ours"]["mebibytes"] == 2.5
    assert "MiB" not in result(None).line()


def test_memory_is_what_a_task_holds_beyond_the_process():
    """Half of the octets and more, as the allocator may have some; where Linux says it.

    The most of three runs: meanwhile the system may take idle pages from the process.
    """
    size = 1 << 26
    held = [timed(lambda: bytearray(size)).mebibytes for _ in range(3)]
    assert None in held or 32 < max(held) < 80
    assert best_of([Time(1, 3, 5.0), Time(2, 2), Time(3, 1, 7.0)]) == Time(1, 1, 7.0)
    assert timed(lambda: None, time.perf_counter).mebibytes is None


def test_the_peak_of_a_process_is_its_own():
    bare, large = (peak_of(f"bytearray({size})") for size in (1, 1 << 26))
    assert 48 < large - bare < 80
    with pytest.raises(CalledProcessError):
        peak_of("raise SystemExit(3)")


SAMPLERS = {
    "diffprivlib": (2,),
    "opendp": (2, 5),
    "pure_ldp": (2, 5),
    "multi_freq_ldpy": (2, 5),
}


@pytest.mark.everything
@pytest.mark.parametrize("library", SAMPLERS)
def test_other_libraries_draw_from_the_same_table(library):
    """Where they are installed: with gamma 3 a share of 3 / (k + 2) stays as it is."""
    baseline = import_module(f"tests.bench.baselines.draws_by_{library}")
    for k in SAMPLERS[library]:
        truths = np.arange(4000) % k
        try:
            draw = baseline.sampler(k, math.log(3))
        except ImportError as error:
            pytest.skip(str(error))
        reports = np.array(draw(truths.tolist()))
        assert set(reports.tolist()) == set(range(k))
        must_be_drawn_with(3 / (k + 2), truths, reports)


@pytest.mark.everything
@pytest.mark.parametrize("library", ["pure_ldp", "multi_freq_ldpy"])
def test_other_libraries_find_the_shares_of_the_same_reports(library):
    """With gamma 3 on three categories p = 3/5 and q = 1/5: the parts 0.5, 0.3, 0.2 are the shares
    3/4, 1/4, 0, whatever is done with what is below zero."""
    baseline = import_module(f"tests.bench.baselines.draws_by_{library}")
    try:
        found = baseline.shares(3, math.log(3))([0] * 5 + [1] * 3 + [2] * 2)
    except ImportError as error:
        pytest.skip(str(error))
    assert found == pytest.approx([0.75, 0.25, 0])


@pytest.mark.everything
def test_dp_accounting_has_the_delta_of_two_reports():
    """By hand: both are true with 9/16, or 1/16 for the other truth; 9/16 - 3/16 at gamma 3."""
    pytest.importorskip("dp_accounting")
    from tests.bench.baselines.delta_by_dp_accounting import composed_delta

    assert composed_delta(2, 3, 2, 3) == pytest.approx(3 / 8, rel=1e-3)


def test_shares_of_another_table_are_noticed():
    truths = np.arange(4000) % 2
    with pytest.raises(ArithmeticError):
        must_be_drawn_with(3 / 4, truths, truths)


def test_polars_turns_a_quarter_of_a_column(tmp_path):
    polars = pytest.importorskip("polars")
    from tests.bench.baselines.file_by_polars import randomize_file

    truths = np.arange(4000) % 2
    polars.DataFrame({"answer": truths, "other": truths}).write_csv(tmp_path / "answers.csv")
    randomize_file(tmp_path / "answers.csv", "answer", tmp_path / "reports.csv", 0.75)
    reports = polars.read_csv(tmp_path / "reports.csv")
    must_be_drawn_with(0.75, truths, reports["answer"].to_numpy())
    assert reports["other"].to_list() == truths.tolist()


def test_a_later_run_takes_the_place_of_its_subjects():
    """But not of those beside a library that it has not found; one that it has found is there."""
    first, other, of_qif = row_of("a", "scipy"), row_of("b"), row_of("a", "qif")
    limits = [{"what": "one", "truths": 8}]
    kept = {
        "results": [first, other, of_qif],
        "limits": limits,
        "absent": {"scipy": "none"},
        "machine": {"cores": 2, "versions": {"qif": "1", "rropt": "2"}},
    }
    found = {
        "results": [row_of("a", "scipy: 2")],
        "limits": [],
        "absent": {"qif": "none"},
        "machine": {"cores": 4, "versions": {"rropt": "3"}},
    }
    again = run.updated(kept, found)
    assert again["results"] == [other, of_qif, *found["results"]]
    assert again["machine"] == {"cores": 4, "versions": {"qif": "1", "rropt": "3"}}
    assert (again["limits"], again["absent"]) == (limits, {"qif": "none"})


def row_of(subject: str, baseline: str = "") -> dict[str, str]:
    return {"subject": subject, "baseline": baseline}
