"""Specs: validated as a whole before anything runs, and equal however they are written.

The level of a cell is that of the criterion that a user would write.
"""

from __future__ import annotations

import itertools
import json

import pytest

import rropt as rr
from rropt.exact import InputError
from rropt.sweep.spec import privacy_of, read_spec, spec_of
from rropt.utility.named import OBJECTIVES

pytestmark = pytest.mark.quick

SMALL = {"epsilon": [1, 2], "objective": "variance", "prior": ["1/4", "1/2", "1/3"]}

EXAMPLES = {
    "variance": {"prior": "1/4"},
    "warner": {"prior": "1/4"},
    "trace": {"categories": 3},
    "guess": {"prior": ["1/2,1/3,1/6"]},
    "gain": {"prior": "1/4,3/4", "gain": "1,0;0,1"},
    "mutual-information": {"prior": "uniform", "categories": 3},
    "f-divergence": {"divergence": "chi-square", "pair": [1, 2], "categories": 3},
    "a-optimal": {"priors": [["1/2", "1/2"], ["1/4", "3/4"]], "weights": ["1/2", "1/2"]},
    "d-optimal": {"prior": "zipf", "categories": 3},
    "e-optimal": {"prior": [["1/4", "3/4"]]},
    "c-optimal": {"prior": [["1/4", "3/4"]], "contrast": [1, -1]},
    "mean": {"values": [-1, 0, 1]},
}


def keys(content):
    return [cell.key for cell in spec_of(content).cells()]


def test_the_cells_are_the_product():
    content = SMALL | {"delta": [0, "1/10"], "outputs": [2, "any"], "denominator": ["none", 52]}
    expected = itertools.product(
        ["1/4", "1/2", "1/3"], ["2", "any"], ["none", "52"], ["0", "1/10"], ["1", "2"]
    )
    assert keys(content) == [
        f"objective=variance prior={p} outputs={m} denominator={n} delta={d} epsilon={e}"
        for p, m, n, d, e in expected
    ]
    assert spec_of(content).size == 48


def test_cells_of_one_line_differ_in_the_level_alone():
    for _, line in itertools.groupby(spec_of(SMALL).cells(), lambda cell: cell.line):
        cells = [{**cell.parameters, "epsilon": None} for cell in line]
        assert len(cells) == 2 and cells[0] == cells[1]


def test_numbers_follow_the_order():
    assert [cell.number for cell in spec_of(SMALL).cells()] == list(range(6))


@pytest.mark.parametrize("name", sorted(OBJECTIVES))
def test_every_objective_can_be_swept(name):
    assert spec_of({"gamma": 3, "objective": name, **EXAMPLES[name]}).size == 1


def test_objectives_with_parameters_of_their_own():
    content = SMALL | {
        "outputs": 2,
        "objective": ["variance", {"name": "trace", "categories": [2, 3], "outputs": "any"}],
    }
    assert spec_of(content).size == 6 + 4
    assert keys(content)[-1] == (
        "objective=trace categories=3 outputs=any denominator=none delta=0 epsilon=2"
    )


def test_named_priors_run_over_the_categories():
    content = {"gamma": 3, "objective": "guess", "prior": ["uniform", "1/4,3/4"]}
    found = keys(content | {"categories": [2, 3]})
    assert [key.split()[1] for key in found] == [
        "prior=1/2,1/2",
        "prior=1/3,1/3,1/3",
        "prior=1/4,3/4",
    ]


def test_worst_priors_and_numbers_are_axes():
    shares = {"name": "a-optimal", "categories": [2, 3], "worst": ["group", "population"]}
    grids = {"name": "mean", "interval": [[0, 1], [-1, 1]], "points": [5, 9]}
    lists = {"name": "mean", "values": [[-1, 0, 1], [0, 2]]}
    content = {"gamma": 3, "prior": "worst", "objective": ["variance", shares, grids, lists]}
    found = keys(content)
    assert len(found) == 1 + 4 + 4 + 2
    assert found[0].startswith("objective=variance prior=worst outputs=any")
    assert "prior=worst categories=3 worst=group outputs=any" in found[3]
    assert "interval=-1,1 points=9" in found[8] and "values=0,2" in found[-1]
    assert spec_of(json.loads(spec_of(content).to_json())).size == len(found)


@pytest.mark.parametrize(
    ("objective", "words"),
    [
        ({"name": "a-optimal", "prior": "worst"}, "categories must be given for the worst prior"),
        ({"name": "d-optimal", "prior": ["worst", "1/2,1/2"], "categories": 2}, "worst alone"),
        ({"name": "variance", "prior": "1/2", "worst": "group"}, "worst must be given together"),
        ({"name": "variance", "prior": "worst", "worst": "all"}, "must be group or population"),
        ({"name": "e-optimal", "prior": "worst", "categories": 3}, "must be group for e-optimal"),
        ({"name": "mean", "interval": [1, 0]}, "low must be below high"),
        ({"name": "mean", "interval": [0, 1], "points": [1]}, "points"),
    ],
)
def test_worst_cases_that_are_refused(objective, words):
    with pytest.raises(InputError, match=words):
        spec_of({"gamma": 3, "objective": [objective]})


def test_the_canonical_text_is_a_spec_of_the_same_cells():
    content = SMALL | {"objective": ["variance", {"name": "trace", "categories": [2, 3]}]}
    again = json.loads(spec_of(content).to_json())
    assert keys(again) == keys(content)
    assert spec_of(again).to_json() == spec_of(content).to_json()


def test_toml_decimals_are_exact(tmp_path):
    path = tmp_path / "spec.toml"
    path.write_text(
        'epsilon = {from = 0.1, to = 0.3, step = 0.1}\nobjective = "trace"\ncategories = 2'
    )
    assert [cell.parameters["epsilon"] for cell in read_spec(path).cells()] == [
        "1/10",
        "1/5",
        "3/10",
    ]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"epsilons": 1}, "unknown key 'epsilons', did you mean epsilon?"),
        ({"colour": 1}, "unknown key 'colour'; the keys are"),
        ({"gamma": 2}, "epsilon or gamma must be given, got both"),
        ({"epsilon": None}, "epsilon"),
        ({"objective": []}, "objective must be given"),
        ({"objective": "varance"}, "objective must be one of .* got 'varance'"),
        ({"objective": [3]}, "objective must be a name or a table"),
        ({"objective": {"prior": 1}}, "objective must be a name or a table"),
        ({"objective": {"name": "variance", "kind": 2}}, "unknown key 'kind' of the objective"),
        ({"objective": {"name": "variance", "categories": 2}}, "categories is not read by"),
        ({"objective": {"name": "variance", "epsilon": 2}}, "unknown key 'epsilon' of the obj"),
        ({"categories": 3}, "categories is read by none"),
        (
            {"objective": ["variance", "trace"]},
            "categories is needed for trace, such as",
        ),
        ({"objective": ["variance", "variance"]}, "listed twice"),
        ({"objective": ["guess"], "prior": "zipf"}, "categories must be given for the named"),
        ({"objective": "d-optimal", "prior": "1,0"}, r"objective d-optimal: prior\[1\]"),
        ({"prior": ["1/4,3/4"]}, "objective variance: prior"),
        (
            {"objective": "guess"},
            "distribution for the objective guess, written as a list",
        ),
    ],
)
def test_a_wrong_spec_is_refused_by_name(change, words):
    with pytest.raises(InputError, match=words):
        spec_of(SMALL | change)


def test_a_level_is_needed():
    with pytest.raises(InputError, match="got neither"):
        spec_of({"objective": "trace", "categories": 2})


def test_metrics_and_protected_truths_are_axes_beside_epsilon():
    spec = spec_of(
        {"epsilon": 1, "objective": "guess", "prior": [["1/2", "1/4", "1/4"]]}
        | {"metric": ["none", "path", [[0, 1, 2], [1, 0, 1], [2, 1, 0]]]}
    )
    found = [cell.parameters["metric"] for cell in spec.cells()]
    assert found == ["none", "path", "0,1,2;1,0,1;2,1,0"]
    assert spec_of(json.loads(spec.to_json())) == spec
    one = {"epsilon": 1, "objective": {"name": "trace", "categories": 3, "protect": [[0, 2]]}}
    assert [cell.parameters["protect"] for cell in spec_of(one).cells()] == ["0,2"]


def test_cells_without_a_matrix_keep_their_keys():
    """A store of an earlier version goes on where it stood."""
    (cell,) = spec_of({"epsilon": 1, "objective": "trace", "categories": 2}).cells()
    assert cell.key == "objective=trace categories=2 outputs=any denominator=none delta=0 epsilon=1"


def test_matrices_are_a_level_of_their_own():
    rows = [["1", "3"], ["3/2", "1"]]
    shared = {"objective": "variance", "prior": "1/3"}
    one, two = spec_of({"privacy": rows} | shared), spec_of({"privacy": ["1, 3; 1.5,1"]} | shared)
    assert one == two and one.level == ("privacy", ("1,3;3/2,1",))
    several = spec_of({"privacy": [rows, "1,oo;2,1"], "delta": [0, "1/9"]} | shared)
    assert several.size == 4 and spec_of(json.loads(several.to_json())) == several


@pytest.mark.parametrize(
    "change, words",
    [
        ({"metric": "ring"}, "metric must be path, grid:NxM, a matrix of distances, or none"),
        ({"metric": "grid:2x3"}, "metric must be of as many truths as the objective, 2, got 6"),
        ({"metric": "path", "protect": [1]}, "protect must not be given together with metric"),
        ({"metric": "path", "delta": "1/10"}, "delta must be 0 with metric, got 1/10"),
        ({"protect": [2]}, "truth must be a whole number below 2, got 2"),
        ({"protect": "yes"}, "protect must be a whole number"),
        ({"privacy": "1,3;3,1"}, "got both"),
        ({"privacy": "1,3;3,1", "gamma": None}, "got both"),
    ],
)
def test_levels_that_do_not_fit_are_refused_before_anything_is_solved(change, words):
    given = {"epsilon": [1, 2], "objective": "variance", "prior": "1/4"} | change
    with pytest.raises(InputError, match=words):
        spec_of({name: value for name, value in given.items() if value is not None})


@pytest.mark.parametrize(
    "matrix, words",
    [
        ("1,3", "a matrix on at least two truths"),
        ([[1, 3], [2]], "square"),
        ("1,3;1/2,1", "at least 1"),
        ("1,3,9;3,1,3;9,3,1", "a matrix on 2 truths here, got one on 3"),
        (7, "privacy must be a matrix of levels"),
    ],
)
def test_matrices_that_are_none_are_refused(matrix, words):
    with pytest.raises(InputError, match=words):
        spec_of({"privacy": matrix, "objective": "variance", "prior": "1/4"})


def test_too_many_cells_are_counted_not_made():
    axes = {
        "gamma": {"from": 1, "to": 2, "points": 10_000},
        "delta": {"from": 0, "to": 1, "points": 10_000},
        "outputs": [2, "any"],
    }
    with pytest.raises(InputError, match=r"at most 100,000,000 cells, got 200,000,000"):
        spec_of({**axes, "objective": "trace", "categories": 2})


def test_toml_from_windows_and_with_grouped_digits(tmp_path):
    path = tmp_path / "spec.toml"
    path.write_bytes(b'\xef\xbb\xbfgamma = 1_0.2_5\r\nobjective = "trace"\r\ncategories = 2\r\n')
    assert [cell.parameters["gamma"] for cell in read_spec(path).cells()] == ["41/4"]


def test_a_spec_nested_without_end_is_refused(tmp_path):
    path = tmp_path / "spec.toml"
    path.write_text(f'epsilon = 1\nobjective = "trace"\ncategories = {"[" * 5000}{"]" * 5000}\n')
    with pytest.raises(InputError, match="SPEC must be a flat TOML file"):
        read_spec(path)


@pytest.mark.parametrize("content", ["epsilon = ", "epsilon = 1\nepsilon = 2"])
def test_a_file_that_is_not_toml(tmp_path, content):
    path = tmp_path / "spec.toml"
    path.write_text(content)
    with pytest.raises(InputError, match="SPEC must be a TOML file"):
        read_spec(path)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match="SPEC must be a readable file"):
        read_spec(tmp_path / "none.toml")


def test_crosscheck_is_true_or_false_and_a_part_of_the_question():
    assert spec_of(SMALL | {"crosscheck": False}) == spec_of(SMALL)
    checked = spec_of(SMALL | {"crosscheck": True})
    assert spec_of(json.loads(checked.to_json())) == checked
    assert all(cell.parameters["crosscheck"] == "true" for cell in checked.cells())
    with pytest.raises(InputError, match="crosscheck must be true or false, got 'yes'"):
        spec_of(SMALL | {"crosscheck": "yes"})


LN2 = {"epsilon": "ln(2)"}


@pytest.mark.parametrize(
    "asked, criterion",
    [
        (LN2, rr.LocalDP("ln(2)")),
        (LN2 | {"metric": "none", "delta": "1/9"}, rr.LocalDP("ln(2)", "1/9")),
        ({"gamma": "2", "protect": "1"}, rr.OneSided([1], "ln(2)")),
        (LN2 | {"sensitive": "0,2"}, rr.UtilityOptimized([0, 2], "ln(2)")),
        (LN2 | {"metric": "path"}, rr.MetricDP.path("ln(2)")),
        (LN2 | {"metric": "0,1,3;1,0,1;3,1,0"}, rr.MetricDP.path("ln(2)")),
        (
            {"privacy": "1,2,4;2,1,2;4,2,1", "delta": "1/10"},
            rr.Privacy([[1, 2, 4], [2, 1, 2], [4, 2, 1]], "1/10"),
        ),
    ],
)
def test_the_criterion_of_a_cell(asked, criterion):
    found, wanted = privacy_of(asked).on(3), criterion.on(3)
    assert getattr(found, "levels", found) == getattr(wanted, "levels", wanted)


def test_two_kinds_are_refused():
    with pytest.raises(InputError, match="protect must not be given together with metric"):
        privacy_of(LN2 | {"metric": "path", "protect": "1"})
