"""A design comes back from its file with its labels, tied to its certificate."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rropt as rr
from rropt.cli import main
from rropt.file_verdict import file_verdict
from rropt.saved_design import loaded

PRIOR = ["1/2", "1/3", "1/6"]
LN3 = rr.LocalDP("ln(3)")
LOGIT = rr.Logit(["-1/2", "-1"], ["1", "1/2"])
OTHER = rr.Logit(["-1", "-1"], ["1", "0"])
DESIGNS: dict[str, tuple[Any, ...]] = {
    "four answers": (rr.LocalDP("1/2", "1/10"), rr.Variance("1/4")),
    "card": (rr.LocalDP("1/2", "1/10"), rr.Variance("1/4"), 2),
    "warner": (LN3, rr.Warner("1/4")),
    "useless": (rr.LocalDP(0), rr.Variance("1/4")),
    "useless card": (rr.LocalDP(0), rr.Variance("1/2"), 2),
    "trace": (LN3, rr.Trace(4)),
    "orbits": (LN3, rr.Trace(1000)),
    "guess": (rr.LocalDP(1), rr.Guess(PRIOR)),
    "two classes": (LN3, rr.Guess(["1/4", "1/8", "1/8", "1/8", "1/8", "1/8", "1/8"])),
    "gain": (LN3, rr.Gain([[1, 0, 0], [0, 1, 1]], PRIOR)),
    "information": (rr.LocalDP(1), rr.MutualInformation(PRIOR)),
    "two reports": (LN3, rr.FDivergence("total-variation", (0, 2), 3), 2),
    "le-cam": (LN3, rr.FDivergence("le-cam", (1, 0), 3)),
    "a-optimal": (rr.LocalDP("1/2", "1/10"), rr.AOptimal(PRIOR)),
    "c-optimal": (LN3, rr.COptimal(PRIOR, [1, -1, 0])),
    "d-optimal": (LN3, rr.DOptimal(PRIOR)),
    "e-optimal": (LN3, rr.EOptimal(PRIOR)),
    "average": (LN3, rr.Average([("1/4", PRIOR), ("3/4", ["1/3", "1/3", "1/3"])])),
    "minimax": (LN3, rr.Minimax([["1/2", "1/2"], ["9/10", "1/10"]])),
    "interval": (LN3, rr.VarianceOverInterval("1/20", "1/2")),
    "matrix": (rr.Privacy([["1", "3"], ["3/2", "1"]]), rr.Guess(["1/2", "1/2"])),
    "metric": (rr.MetricDP([[0, 1, 2], [1, 0, 1], [2, 1, 0]], "1/2"), rr.Guess(PRIOR)),
    "loss": (LN3, rr.Loss([[0, 2, 1], [1, 0, 3]], PRIOR)),
    "mean": (LN3, rr.Mean([0, 1, 3])),
    "mean of a group": (LN3, rr.Mean([0, 1, 3], prior=PRIOR)),
    "mean of a population": (LN3, rr.Mean([0, 1, 3], worst="population")),
    "numbers": (LN3, rr.Mean(low=-1, high="1/2", points=4)),
    "worst contrast": (LN3, rr.WorstCase([1, -1, 0], "group")),
    "worst shares": (LN3, rr.WorstCase(truths=3)),
    "worst proportion": (LN3, rr.WorstProportion("group")),
    "worst eigenvalue": (LN3, rr.EOptimal("worst", truths=3, respondents="group")),
    "worst determinant": (LN3, rr.DOptimal("worst", truths=3)),
    "a density": (LN3, rr.Mean(low=-1, high=1, points=4, prior=["1/4", "3/4"])),
    "model": (LN3, rr.ForModel(LOGIT, [0, 1], ["1/4", "3/4"], coefficients=[3])),
    "probit": (LN3, rr.ForModel(rr.Probit("-1", "1/2"), [0, 1, 2], target="A")),
    "determinant": (LN3, rr.ForModel(LOGIT, [0, 1], target="D")),
    "models": (
        LN3,
        rr.ForModel(
            [("1/4", LOGIT), ("3/4", OTHER)],
            [0, 1],
            coefficients=[1, 3],
            target="A",
            over="average",
        ),
    ),
    "worst model": (LN3, rr.ForModel([LOGIT, OTHER], [0, 1], coefficients=[1], over="minimax")),
    "one-sided": (rr.OneSided([1], "1/2"), rr.Variance("1/4")),
    "high-low of numbers": (rr.HighLow([1, 2], 1), rr.Mean([3, 1, 2])),
    "concentrated": (rr.ZeroConcentratedDP(1), rr.Guess(["1/3", "2/3"])),
    "concentrated, one prior": (rr.ZeroConcentratedDP(1), rr.AOptimal(["1/3", "2/3"])),
    "concentrated, a worst case": (rr.ZeroConcentratedDP(1), rr.WorstProportion()),
}


LOST = ("notes", "optima")
"""Neither is read: optima are found again where patterns and prices were left by the solver."""


def saved(name: str, folder: Path, **labels: Any) -> tuple[rr.Design, Path]:
    design = rr.optimal(*DESIGNS[name], **labels)
    path = folder / "study.json"
    design.save(path)
    return design, path


@pytest.mark.everything
@pytest.mark.parametrize("name", DESIGNS)
def test_a_design_comes_back_as_it_was(name: str, tmp_path: Path) -> None:
    design, path = saved(name, tmp_path)
    found = rr.load(path)
    assert found == design
    assert found.problem == design.problem
    assert (found.value, found.bound, found.gap) == (design.value, design.bound, design.gap)
    assert (found.table, found.orbits) == (design.table, design.orbits)
    assert found.certificate == design.certificate
    assert found.check().verdict == "verified"
    assert str(found.closed_form) == str(design.closed_form)
    # How a table was found is told by the solver alone.
    told = {*design.notes} - {*design.remarks}
    assert told == {*found.notes}
    again = {name: said for name, said in found.to_json().items() if name not in LOST}
    assert again == {name: said for name, said in design.to_json().items() if name not in LOST}


def test_a_useless_card_comes_back_at_the_prior_of_its_certificate(tmp_path: Path) -> None:
    """Its variance is infinite at every prior; what is certified is said of 1/2."""
    path = tmp_path / "study.json"
    rr.optimal(rr.LocalDP(0), rr.Variance("1/4"), 2).save(path)
    assert rr.load(path).problem.objective == rr.Variance("1/2")


def test_labels_and_the_question_stay(tmp_path: Path) -> None:
    labels = {"truths": ["never", "sometimes", "daily"], "reports": ["red", "green", "blue"]}
    design, path = saved("a-optimal", tmp_path)
    reports = [f"card {i}" for i in range(design.channel.shape[0])]
    labels["reports"] = reports
    _, path = saved("a-optimal", tmp_path, **labels, question="How often do you smoke?")
    found = rr.load(path)
    assert found.channel.truths == tuple(labels["truths"])
    assert found.channel.reports == tuple(reports)
    assert found.question == "How often do you smoke?"
    found.save(path)
    assert rr.load(path).question == found.question
    assert set(found.randomize(["daily"] * 50)) <= set(reports)


@pytest.mark.parametrize(
    ("name", "field", "other"),
    [
        ("trace", "objective", "guess"),
        ("trace", "gamma", "4"),
        ("trace", "delta", "1/100"),
        ("trace", "value", "3"),
        ("trace", "bound", "3"),
        ("trace", "gap", "1/100"),
        ("trace", "outputs", 3),
        ("trace", "support", []),
        ("card", "outputs", "3"),
        ("card", "outputs", "any"),
        ("four answers", "outputs", 2),
        ("warner", "objective", "variance"),
    ],
)
def test_a_field_that_the_certificate_does_not_say_is_refused(
    name: str, field: str, other: Any, tmp_path: Path
) -> None:
    _, path = saved(name, tmp_path)
    document = json.loads(path.read_text())
    path.write_text(json.dumps(document | {field: other}))
    with pytest.raises(rr.InputError, match=f"another .*{field}|{field}"):
        rr.load(path)


def test_the_table_and_the_certificate_are_tied(tmp_path: Path) -> None:
    _, path = saved("trace", tmp_path)
    document = json.loads(path.read_text())
    rows = document["channel"]
    swapped = [[row[1], row[0], *row[2:]] for row in rows[:1]] + rows[1:]
    path.write_text(json.dumps(document | {"channel": swapped}))
    with pytest.raises(rr.InputError):
        rr.load(path)
    document["certificate"]["bound"] = "19/10"
    path.write_text(json.dumps(document))
    with pytest.raises(rr.InputError, match="a certificate that is refuted"):
        rr.load(path)


@pytest.mark.parametrize("content", ["", "[]", "{}", "not JSON", '{"certificate": {}}'])
def test_what_is_no_saved_design_is_refused_in_one_sentence(content: str, tmp_path: Path) -> None:
    path = tmp_path / "study.json"
    path.write_text(content)
    with pytest.raises(rr.InputError, match=r"^file "):
        rr.load(path)
    with pytest.raises(rr.InputError, match="file must be readable"):
        rr.load(tmp_path / "nothing.json")


def test_a_certificate_alone_and_a_goal_that_it_does_not_state(tmp_path: Path) -> None:
    path = tmp_path / "study.json"
    rr.optimal(LN3, rr.Trace(2)).certificate.save(path)
    with pytest.raises(rr.InputError, match="file must hold a saved design"):
        rr.load(path)
    rr.optimal(LN3, rr.Custom(max, 2)).save(path)
    with pytest.raises(rr.InputError, match="states in full, got a utility-on-the-word"):
        rr.load(path)


@pytest.mark.everything
@pytest.mark.parametrize(
    ("place", "change"),
    [
        (("model", "alpha", 0), "-1"),
        (("model", "points", 1, 0), "2"),
        (("model", "weights"), ["1/2", "1/2"]),
        (("model", "coefficients", 0), 1),
        (("model", "link"), "cauchit"),
        (("model", "target"), "D"),
        (("model",), None),
    ],
)
def test_another_model_than_the_certified_one_is_refused(
    place: Any, change: Any, tmp_path: Path
) -> None:
    _, path = saved("model", tmp_path)
    document = json.loads(path.read_text())
    at = document
    for step in place[:-1]:
        at = at[step]
    at[place[-1]] = change
    path.write_text(json.dumps(document))
    with pytest.raises(rr.InputError, match=r"model|coefficients"):
        rr.load(path)


def test_a_gain_is_not_taken_for_a_loss(tmp_path: Path) -> None:
    _, path = saved("gain", tmp_path)
    path.write_text(path.read_text().replace('"objective": "gain"', '"objective": "loss"'))
    with pytest.raises(rr.InputError, match="another value"):
        rr.load(path)


def test_the_command_line_writes_labels_that_every_verb_reads(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "study.json"
    words = ["variance", "--epsilon", "1", "--prior", "1/4", "--truths", "no,yes"]
    words += ["--reports", "red,black", "--question", "Do you smoke?", "--json", "-o", str(path)]
    assert main(["design", *words]) == 0
    found = rr.load(path)
    assert (found.channel.truths, found.channel.reports) == (("no", "yes"), ("red", "black"))
    assert found.question == "Do you smoke?"
    data = tmp_path / "answers.csv"
    data.write_text("answer\n" + "red\n" * 30 + "black\n" * 20)
    asked = ["estimate", "--design", str(path), str(data), "--column", "answer", "--json"]
    assert main(asked) == 0
    assert '"yes"' in capsys.readouterr().out
    data.write_text("answer\n" + "secret\n" * 30)
    assert main(asked) == 3
    said = capsys.readouterr().err
    assert "red" in said and "secret" not in said
    with pytest.raises(rr.InputError, match="among 'red', 'black', got 1 that do not fit"):
        found.estimate({"secret": 3, "red": 4})


@pytest.mark.everything
def test_broken_criteria_in_a_file_are_refused_in_one_line() -> None:
    """Two hundred files with some part of the criterion or of the labels replaced by junk."""
    rng = Random("criteria")
    junk: list[object] = [None, 7, "", [], {}, ["1"], [["1"]], "oo", "-1", True, [0, 1, 2, 3]]
    designs = [
        rr.optimal(rr.OneSided(["b"], "1/2"), rr.Guess(["1/2", "1/2"]), truths=["a", "b"]),
        rr.optimal(rr.MetricDP.points([[0], [1], [3]], 1), rr.Trace(3)),
        rr.optimal(rr.Blocks([[0, 1], [2]], "oo", 1), rr.Trace(3)),
    ]
    documents = [json.dumps(design.to_json()) for design in designs]
    for _ in range(200):
        document = json.loads(rng.choice(documents))
        field = rng.choice(["criterion", "criterion", "truths"])
        key = rng.choice(list(document["criterion"])) if field == "criterion" else 0
        document[field][key] = rng.choice(junk)
        try:
            loaded(json.dumps(document).encode())
        except rr.InputError as reason:
            assert len(str(reason).splitlines()) == 1


def test_a_file_without_its_table_is_refused() -> None:
    """A table is left out where its truths are in classes, and of a cut."""
    designs = [
        rr.optimal(rr.LocalDP(1), rr.Trace(3)),
        rr.optimal(rr.LocalDP(1), rr.AOptimal(["1/2", "1/2"])),
        rr.optimal(rr.LocalDP(1), rr.Guess(["1/2", "1/4", "1/4"]), outputs=2),
    ]
    for design in designs:
        document = design.to_json() | {"channel": None}
        with pytest.raises(rr.InputError, match="another table"):
            loaded(json.dumps(document).encode())


OTHER_LEVELS: list[tuple[Any, Any, dict[str, Any]]] = [
    (rr.MetricDP.path("1/2"), rr.Guess(PRIOR), {"epsilon": "1/4"}),
    (rr.MetricDP.path("1/2"), rr.Guess(PRIOR), {"distances_squared": [["0", "1"], ["1", "0"]]}),
    (rr.MetricDP.path("1/2"), rr.Guess(PRIOR), {"above": [["1", "1"], ["1", "1"]]}),
    (rr.OneSided([1], 1), rr.AOptimal("uniform", categories=300), {"protected": [0]}),
    (rr.UtilityOptimized([1], 1), rr.Guess(PRIOR), {"singles": [2]}),
    (rr.PointwiseMaximalLeakage("1/2", PRIOR), rr.Guess(PRIOR), {"epsilon": "1/10"}),
    (rr.RenyiDP(2, 1), rr.Guess(["1/2", "1/2"]), {"conditions": []}),
    (rr.RenyiDP(2, 1), rr.Guess(["1/2", "1/2"]), {"conditions": 7}),
    (rr.ZeroConcentratedDP("1/2"), rr.Guess(["1/2", "1/2"]), {"concentrated": {"rho": "1/9"}}),
    (rr.ZeroConcentratedDP("1/2"), rr.Guess(["1/2", "1/2"]), {"concentrated": None}),
]


@pytest.mark.parametrize(("privacy", "objective", "other"), OTHER_LEVELS)
def test_every_part_of_a_level_is_that_of_the_certificate(
    privacy: Any, objective: Any, other: dict[str, Any]
) -> None:
    document = json.loads(json.dumps(rr.optimal(privacy, objective).to_json()))
    assert other.keys() <= document.keys()
    assert loaded(json.dumps(document).encode()).check().verdict == "verified"
    with pytest.raises(rr.InputError, match="another privacy"):
        loaded(json.dumps(document | other).encode())
    verdict = file_verdict(json.dumps(document | other).encode()).verdict
    assert verdict.verdict == "refuted"


@pytest.mark.parametrize(
    "objective", [rr.Mean(low=0, high=1), rr.AOptimal("uniform", categories=1000)]
)
def test_mechanisms_without_a_table_have_as_many_reports_and_no_table(objective: Any) -> None:
    document = rr.optimal(rr.LocalDP(1), objective).to_json()
    for other in ({"outputs": 2}, {"channel": [["1/2", "1/2"], ["1/2", "1/2"]]}, {"channel": "x"}):
        assert file_verdict(json.dumps(document | other).encode()).verdict.verdict == "refuted"
    orbits = rr.optimal(rr.LocalDP(1), rr.Trace(1000)).to_json()
    assert loaded(json.dumps(orbits | {"outputs": 1000}).encode()).problem.outputs == 1000
    with pytest.raises(rr.InputError, match="another outputs"):
        loaded(json.dumps(orbits | {"outputs": 999}).encode())
