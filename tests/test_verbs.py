"""One flat face: every job takes a Design, a Device or a Channel, and refuses anything else."""

from __future__ import annotations

import json
import subprocess
import sys
import warnings

import numpy as np
import pytest
from scipy.stats import binom

import rropt as rr
from rropt.survey import likelihood_estimate
from rropt.survey.planning import plan as completed

DESIGN = rr.optimal(rr.LocalDP("ln(3)"), rr.Variance("1/4"))
DEVICE = rr.device("warner", p="3/4")
CHANNEL = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
TABLES = [DESIGN, DEVICE, CHANNEL]
COUNTS = [600, 400]

JOBS = {
    "randomize": lambda it: rr.randomize(it, ["0", "1"]),
    "count": lambda it: rr.count(it, ["0", "1"]),
    "estimate": lambda it: rr.estimate(it, COUNTS),
    "interval": lambda it: rr.interval(it, COUNTS),
    "test": lambda it: rr.test(it, COUNTS, "1/4"),
    "plan": lambda it: rr.plan(it, "1/5", margin="0.02"),
}


def test_weights_count_in_tests_and_those_of_all_shares_refuse_them():
    """One in ten has the weight 9: Kish's design effect n sum w^2 / (sum w)^2 is 2.78."""
    answers, weights = [0, 1, 0, 0, 1, 0, 0, 0, 1, 0] * 30, [9, *[1] * 9] * 30
    weighted = rr.test(CHANNEL, answers, "1/2", weights=weights)
    share = rr.estimate(CHANNEL, answers, weights=weights).of(1)
    assert weighted == share.test("1/2")
    assert weighted.p_value > 100 * rr.test(CHANNEL, answers, "1/2", weights=[2] * 300).p_value
    with pytest.raises(rr.InputError, match="weights"):
        rr.test(CHANNEL, answers, ["1/2", "1/2"], weights=weights)


@pytest.mark.parametrize("table", TABLES, ids=lambda it: type(it).__name__)
def test_reports_may_stand_before_the_design(table):
    labels = getattr(table, "channel", table).reports
    for reports in (COUNTS, dict(zip(labels, COUNTS, strict=True))):
        assert repr(rr.estimate(reports, table)) == repr(rr.estimate(table, COUNTS))


@pytest.mark.parametrize("table", TABLES, ids=lambda it: type(it).__name__)
@pytest.mark.parametrize("job", JOBS.values(), ids=JOBS)
def test_every_job_takes_every_kind_of_table(job, table):
    table = rr.Channel.from_rows(table.channel.rows) if table is DEVICE else table
    assert job(table) is not None


@pytest.mark.parametrize(
    "rows", [[["3/4", "1/4"], ["1/4", "3/4"]], np.array([[0.75, 0.25], [0.25, 0.75]])]
)
def test_a_table_may_be_its_rows(rows):
    assert rr.estimate(rows, COUNTS).value.tolist() == rr.estimate(CHANNEL, COUNTS).value.tolist()
    assert rr.plan(rows, "1/5", margin="0.02") == rr.plan(CHANNEL, "1/5", margin="0.02")
    assert rr.region(rows) == rr.region(CHANNEL) == rr.region(DESIGN)
    assert rr.linear_estimator(rows, ["1/2", "1/2"]) == rr.linear_estimator(DEVICE, ["1/2", "1/2"])
    with pytest.raises(rr.InputError, match="add up to"):
        rr.count([[1, 0], [1, 1]], ["0"])


@pytest.mark.parametrize(
    "call",
    [
        lambda: rr.crosscheck("zzz"),
        lambda: rr.region(None),
        lambda: rr.linear_estimator(0.2, ["1/2", "1/2"]),
        lambda: rr.compare(0.2, CHANNEL),
        lambda: rr.threshold(CHANNEL, 0.2),
        lambda: rr.frontier(0.2),
        lambda: rr.explain(0.2),
        lambda: rr.check(0.2),
        lambda: rr.derive(0.2),
        lambda: rr.equivalents(0.2),
    ],
)
def test_no_name_of_the_flat_face_ends_in_a_traceback(call):
    with pytest.raises(rr.InputError) as refused:
        call()
    assert "\n" not in str(refused.value) and len(str(refused.value)) < 200


@pytest.mark.parametrize("job", JOBS.values(), ids=JOBS)
@pytest.mark.parametrize("other", [0.2, None, [1, 2], "warner", rr.LocalDP(1)])
def test_anything_else_is_refused_in_one_sentence(job, other):
    with pytest.raises(rr.InputError) as refused:
        job(other)
    said = str(refused.value)
    assert said.startswith("design must be a Design, a Device, a Channel or its rows, got ")
    assert "\n" not in said and len(said) < 150


def test_the_jobs_are_those_of_their_rooms():
    known = likelihood_estimate(CHANNEL, COUNTS)
    assert rr.estimate(DESIGN, COUNTS).value.tolist() == known.value.tolist()
    assert rr.interval(DESIGN, COUNTS) == known.of(1).interval()
    assert rr.interval(DESIGN, COUNTS, truth="0") == known.of(0).interval()
    assert rr.test(DESIGN, COUNTS, "1/5").p_value == known.of(1).test("1/5").p_value
    assert rr.test(DESIGN, COUNTS, ["4/5", "1/5"]).p_value == rr.test(DESIGN, COUNTS, "1/5").p_value
    direct = [0] * 12 + [1] * 8
    linear = rr.test(rr.Channel.identity(2), direct, "1/5", method="linear")
    assert linear.p_value == pytest.approx(2 * binom.sf(7, 20, 0.2))
    question = rr.Proportion("1/4")
    assert rr.plan(DESIGN, margin="0.02").n == completed(question, channel=CHANNEL, margin="0.02").n
    assert DESIGN.plan(margin="0.02").n == rr.plan(question, design=CHANNEL, margin="0.02").n


@pytest.mark.parametrize(
    "reports",
    [
        COUNTS,
        (600, 400),
        {"0": 600, "1": 400},
        {0: 600, 1: 400},
        ["1"] * 400 + ["0"] * 600,
        [1] * 400 + [0] * 600,
    ],
)
def test_reports_are_counts_or_rows(reports):
    found = rr.estimate(CHANNEL, reports)
    assert found.counts == (600, 400)


def test_two_labels_are_rows_and_two_numbers_are_counts():
    assert rr.estimate(CHANNEL, ["0", "1"]).counts == (1, 1)
    assert rr.estimate(CHANNEL, [3, 1]).counts == (3, 1)


def test_what_does_not_fit_is_said():
    three = rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(3))
    number = rr.optimal(rr.LocalDP(3), rr.Mean(low=0, high=10, points=3))
    for wrong, rule in [
        (lambda: rr.interval(number, [1.5, 2.5]), "are of shares, but the reports of this design"),
        (lambda: rr.test(number, [1.5, 2.5], "1/2"), "mean, has .interval.. and .test.value."),
        (lambda: rr.interval(three, [1, 2, 3]), "truth must be given where there are 3"),
        (lambda: rr.interval(three, [1, 2, 3], truth="x"), "truth must be a label or a number"),
        (lambda: rr.estimate(three, {"9": 1}), "reports must be among"),
        (lambda: rr.estimate(three, [1, 2, 3], mising="drop"), "no parameter mising, did you"),
        (lambda: rr.test(CHANNEL, [3, 1], [1, 0], truth=1), "truth and alternative must be left"),
        (lambda: rr.test(CHANNEL, [3, 1], 2), "value must lie between 0 and 1, got 2"),
        (lambda: rr.test(CHANNEL, [3, 1], [2, -1]), "value.1. must be non-negative"),
        (lambda: rr.test(CHANNEL, [3, 1], 0, contrast=[1, -1]), "contrast must be left out here"),
        (lambda: rr.plan(three, margin="0.02"), "prior must be given"),
        (lambda: rr.plan(three, "1/4", margin="0.02"), "prior must have 3 entries"),
        (lambda: rr.randomize(three, "0"), "answers must be a column of labels"),
        (lambda: rr.explain(CHANNEL), "design must be a Design"),
        (lambda: rr.check(3), "evidence must be a Design, a Certificate"),
        (lambda: rr.check("no-such-file.json"), "evidence must be a readable file"),
        (lambda: rr.device("no-such-device"), "unknown device"),
    ]:
        with pytest.raises(rr.InputError, match=rule):
            wrong()


@pytest.mark.everything
def test_what_is_saved_is_what_the_command_line_reads(tmp_path):
    path = tmp_path / "design.json"
    DESIGN.save(path)
    assert json.loads(path.read_text()) == json.loads(json.dumps(DESIGN.to_json()))
    words = ["estimate", "--design", str(path), "--counts", "600,400", "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "rropt", *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["counts"] == [600, 400]


@pytest.mark.everything
def test_names_neither_appear_nor_vanish_with_what_was_imported():
    code = (
        "import rropt as rr; names = ('report', 'closed', 'devices', 'nonsense');"
        "before = [hasattr(rr, n) for n in names];"
        "str(rr.optimal(rr.LocalDP('ln(3)'), rr.Trace(2))); rr.device('warner', p='3/4');"
        "import rropt.crosscheck.all_routes, rropt.devices.survey, rropt.survey;"
        "after = [hasattr(rr, n) for n in names];"
        "print(before == after, *map(callable, (rr.devices, rr.crosscheck, rr.estimate)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True"] * 4


def test_answers_are_a_column_and_not_a_frame():
    """Whose entries would be the names of its columns."""
    frame = pytest.importorskip("polars").DataFrame({"0": ["0", "1"]})
    with pytest.raises(rr.InputError, match="answers must be a column of labels"):
        rr.randomize(CHANNEL, frame)
    assert len(rr.randomize(CHANNEL, frame["0"])) == 2
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for refused in (rr.randomize, rr.estimate):
            with pytest.raises(rr.InputError):
                refused(CHANNEL, frame.lazy())


def test_a_label_may_be_called_as_an_attribute_of_frames():
    pandas = pytest.importorskip("pandas")
    named = rr.Channel.identity(2).relabel(["columns", "rows"], ["columns", "rows"])
    assert rr.estimate(named, pandas.Series({"columns": 3, "rows": 1})).counts == (3, 1)


@pytest.mark.parametrize("answer", ["positive", b"positive", 1707.25])
def test_one_answer_in_place_of_a_column_is_not_repeated(answer):
    with pytest.raises(rr.InputError, match="answers must be a column of labels") as refused:
        rr.randomize(CHANNEL, answer)
    assert "positive" not in str(refused.value) and "1707" not in str(refused.value)
