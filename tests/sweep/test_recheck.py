"""Checking a store: every certificate, that it answers its row, and that the row shows it."""

import json
import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest

from rropt import LocalDP, minimax_regret, optimal, run_sweep
from rropt.file_verdict import verdict_on
from rropt.sweep.recheck import check_store, question_differs
from rropt.sweep.spec import spec_of
from rropt.sweep.store import Store
from rropt.utility.named import OBJECTIVES, make

CONTENT = {
    "epsilon": ["1/2", "ln(3)"],
    "objective": [
        {"name": "variance", "prior": ["1/4", "1/3"], "outputs": [2, "any"], "delta": [0, "1/10"]},
        {"name": "warner", "prior": "1/4"},
        {"name": "trace", "categories": 3, "denominator": ["none", 52]},
        {"name": "guess", "prior": ["1/2,1/3,1/6"]},
        {"name": "gain", "prior": [["1/4", "3/4"]], "gain": "2,0;0,1"},
        {"name": "gain", "prior": [["1/4", "3/4"]], "loss": ["0,2;1,0", "0,1;1,0"]},
        {"name": "mutual-information", "prior": "zipf", "categories": 3},
        {"name": "f-divergence", "divergence": "le-cam", "categories": 3, "pair": [[1, 2]]},
        {"name": "a-optimal", "prior": "1/4,3/4"},
        {"name": "d-optimal", "prior": "1/4,3/4"},
        {"name": "e-optimal", "prior": "1/4,3/4"},
        {"name": "c-optimal", "prior": "1/4,3/4", "contrast": [0, 1]},
        {"name": "a-optimal", "priors": "1/4,3/4;1/2,1/2"},
        {"name": "a-optimal", "priors": "1/4,3/4;1/2,1/2", "weights": "1/3,2/3"},
    ],
}

UNIFORM = {"prior": "1/4,1/4,1/4,1/4", "categories": "4"}


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    path = tmp_path_factory.mktemp("store") / "sweep.db"
    with ThreadPoolExecutor(1) as threads:
        swept = run_sweep(path, CONTENT, executor=threads)
    assert swept.done == swept.cells == spec_of(CONTENT).size, swept.reasons
    return path


@pytest.fixture
def path(original, tmp_path):
    return shutil.copy(original, tmp_path / "sweep.db")


def change(path, query, *values):
    connection = sqlite3.connect(path)
    with connection:
        assert connection.execute(query, values).rowcount > 0
    connection.close()


def verdict(path):
    return check_store(path, verdict_on).verdict


def test_every_objective_is_in_this_store():
    """A mean is not swept: a store has no column for its values."""
    assert {entry["name"] for entry in CONTENT["objective"]} == set(OBJECTIVES) - {"mean"}


@pytest.mark.everything
def test_a_store_is_verified(original):
    found = check_store(original, verdict_on)
    cells = spec_of(CONTENT).size
    assert found.counts == {"verified": cells} and not found.wrong
    assert str(found.verdict) == f"verified: all {cells} certificates of {original}"


@pytest.mark.everything
def test_equal_shares_are_verified_and_another_eigenvalue_is_not(tmp_path):
    """The certificate of d-optimality says which mean of eigenvalues it states."""
    names = ("a-optimal", "d-optimal", "e-optimal")
    asked = [{"name": name, "prior": "uniform", "categories": 4} for name in names]
    with ThreadPoolExecutor(1) as threads:
        run_sweep(tmp_path / "equal.db", {"epsilon": 1, "objective": asked}, executor=threads)
    assert verdict(tmp_path / "equal.db").verdict == "verified"
    change(
        tmp_path / "equal.db",
        "UPDATE cells SET objective = 'e-optimal' WHERE objective = 'd-optimal'",
    )
    assert verdict(tmp_path / "equal.db").verdict != "verified"


def test_cards_at_the_ends_of_privacy_are_verified(tmp_path):
    """At epsilon 0 every card has infinite variance, whatever the prevalence: one certificate."""
    shared = {"prior": [0, "1/4", 1], "denominator": ["none", 52], "delta": [0, 1]}
    content = {
        "epsilon": [0, 300],
        "objective": [
            {"name": "variance", "outputs": 2, **shared},
            {"name": "warner", **shared},
        ],
    }
    path = tmp_path / "ends.db"
    with ThreadPoolExecutor(1) as threads:
        swept = run_sweep(path, content, executor=threads)
    assert swept.done == swept.cells == 48, swept.reasons
    found = check_store(path, verdict_on)
    assert found.counts == {"verified": 48}, found.wrong
    with Store.read(path) as store:
        useless = "epsilon = '0' AND delta = '0'"
        assert {row["value"] for row in store.rows(where=useless)} == {"oo"}
    change(path, f"UPDATE cells SET objective = 'trace', categories = 2 WHERE {useless}")
    assert check_store(path, verdict_on).counts["refuted"] == 12


def test_no_information_is_only_that_of_a_bound_of_zero():
    level = {"epsilon": "ln(3)", "delta": "0", "outputs": "any", "denominator": "none"}
    asked = {"objective": "variance", "prior": "1/4", **level}
    other = optimal(LocalDP("ln(3)"), make("variance", {"prior": "1/2"}), crosscheck=False)
    assert question_differs(asked, other.certificate.data) == "objective"


def test_a_regret_is_no_worst_case():
    """The same priors, each less the best value there."""
    priors = ["1/4,3/4", "1/2,1/2"]
    level = {"epsilon": "ln(3)", "delta": "0", "outputs": "any", "denominator": "none"}
    asked = {"objective": "a-optimal", "priors": ";".join(priors), **level}
    other = minimax_regret(LocalDP("ln(3)"), priors)
    assert question_differs(asked, other.certificate.data) == "objective"
    same = optimal(LocalDP("ln(3)"), make("a-optimal", asked))
    assert question_differs(asked, same.certificate.data) is None


@pytest.mark.parametrize("name", ["trace", "guess", "mutual-information"])
def test_truths_that_are_not_told_apart_are_one_class(name):
    """The certificate writes the prior of a class once; the row has it for every truth."""
    level = {"epsilon": "ln(3)", "delta": "0", "outputs": "any", "denominator": "none"}
    asked = {"objective": name, **level}
    many, fewer = (
        {**asked, "prior": ",".join([f"1/{k}"] * k), "categories": str(k)} for k in (60, 59)
    )
    certificate = optimal(LocalDP("ln(3)"), make(name, many), crosscheck=False).certificate
    assert certificate.data["truths"] == (60 if name == "guess" else [60])
    assert question_differs(many, certificate.data) is None
    assert question_differs(fewer, certificate.data) == "objective"


@pytest.mark.everything
@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("UPDATE cells SET value = '1/7' WHERE cell = 0", "the value shown is not the one"),
        ("UPDATE cells SET bound = '1/7' WHERE cell = 0", "the bound shown is not the one"),
        ("UPDATE cells SET gap = '1/7' WHERE cell = 0", "the gap shown is not the one"),
        ("UPDATE cells SET gap = '1/0' WHERE cell = 0", "the gap shown is not the one"),
        ('UPDATE cells SET channel = \'[["1","1"]]\' WHERE cell = 0', "the table shown"),
        ("UPDATE cells SET prior = '1/5' WHERE objective = 'variance'", "another objective"),
        ("UPDATE cells SET prior = '1/5' WHERE objective = 'warner'", "another objective"),
        ("UPDATE cells SET objective = 'warner' WHERE cell = 0", "another objective"),
        ("UPDATE cells SET prior = '1/2,1/4,1/4' WHERE objective = 'guess'", "another objective"),
        ("UPDATE cells SET gain = '1,0;0,1' WHERE objective = 'gain'", "another objective"),
        ("UPDATE cells SET loss = '0,3;1,0' WHERE loss = '0,2;1,0'", "another objective"),
        ("UPDATE cells SET pair = '0,2' WHERE objective = 'f-divergence'", "another objective"),
        ("UPDATE cells SET categories = 4 WHERE objective = 'f-divergence'", "another objective"),
        ("UPDATE cells SET prior = '1/2,1/2' WHERE objective = 'd-optimal'", "another objective"),
        ("UPDATE cells SET contrast = '0,2' WHERE objective = 'c-optimal'", "another objective"),
        ("UPDATE cells SET objective = 'd-optimal' WHERE objective = 'e-optimal'", "another obj"),
        (
            "UPDATE cells SET priors = '1/4,3/4;1/3,2/3' WHERE priors IS NOT NULL",
            "another objective",
        ),
        (
            "UPDATE cells SET weights = '1/2,1/2' WHERE weights IS NOT NULL",
            "another objective",
        ),
        ("UPDATE cells SET weights = NULL WHERE weights IS NOT NULL", "another objective"),
        ("UPDATE cells SET weights = '1/3,2/3' WHERE priors IS NOT NULL", "another objective"),
        ("UPDATE cells SET epsilon = '1/3' WHERE epsilon = '1/2'", "another privacy level"),
        ("UPDATE cells SET epsilon = 'ln(2)' WHERE epsilon = 'ln(3)'", "another privacy level"),
        ("UPDATE cells SET epsilon = 'ln(3)' WHERE epsilon = '1/2'", "another privacy level"),
        ("UPDATE cells SET delta = '1/9' WHERE delta = '1/10'", "another privacy level"),
        (
            "UPDATE cells SET outputs = '2' WHERE objective = 'mutual-information'",
            "another number of outputs",
        ),
        # Two answers have a variance of 2.37 at best where four have 1.33: no bound on any number.
        ("UPDATE cells SET outputs = 'any' WHERE outputs = '2'", "another number of outputs"),
        ("UPDATE cells SET outputs = '9' WHERE outputs = '2'", "another number of outputs"),
        ("UPDATE cells SET denominator = '51' WHERE denominator = '52'", "another denominator"),
        # Without its table a row asks for as many reports as before.
        (
            "UPDATE cells SET outputs = '2', channel = NULL WHERE objective = 'mutual-information'",
            "another number of outputs",
        ),
        (
            "UPDATE cells SET denominator = '51', channel = 'null' WHERE denominator = '52'",
            "another denominator",
        ),
    ],
)
def test_a_changed_row_is_refuted(path, query, reason):
    change(path, query)
    found = verdict(path)
    assert (found.verdict, found.status) == ("refuted", 1)
    assert reason in found.reason


LEVELS = [
    {
        "epsilon": [1, "ln(3)"],
        "metric": ["none", "path", [[0, 1, 2], [1, 0, 2], [2, 2, 0]]],
        "objective": ["guess", "a-optimal"],
        "prior": [["1/2", "3/10", "1/5"]],
    },
    {
        "epsilon": ["1/2", "ln(3)"],
        "objective": [
            {"name": "variance", "protect": ["none", 1], "prior": "1/4"},
            {"name": "guess", "sensitive": [[1, 2]], "prior": [["1/2", "3/10", "1/5"]]},
        ],
    },
    {
        "privacy": ["1,3;3/2,1", "1,oo;2,1"],
        "delta": [0, "1/50"],
        "objective": {"name": "variance", "outputs": [2, "any"]},
        "prior": "1/3",
        "denominator": ["none", 100],
    },
]


@pytest.fixture(scope="module")
def matrices(tmp_path_factory):
    """Stores of matrices of levels."""
    found = []
    for n, content in enumerate(LEVELS):
        path = tmp_path_factory.mktemp("levels") / f"{n}.db"
        with ThreadPoolExecutor(1) as threads:
            swept = run_sweep(path, content, executor=threads)
        assert swept.done == swept.cells == spec_of(content).size, swept.reasons
        found.append(path)
    return found


@pytest.mark.everything
def test_stores_of_matrices_of_levels_are_verified(matrices):
    for path, content in zip(matrices, LEVELS, strict=True):
        assert check_store(path, verdict_on).counts == {"verified": spec_of(content).size}


@pytest.mark.everything
@pytest.mark.parametrize(
    "store, query",
    [
        (0, "UPDATE cells SET metric = 'none' WHERE metric = 'path'"),
        (0, "UPDATE cells SET metric = 'path' WHERE metric = 'none'"),
        (0, "UPDATE cells SET metric = '0,1,2;1,0,1;2,1,0' WHERE metric LIKE '0%'"),
        (0, "UPDATE cells SET epsilon = '2' WHERE epsilon = '1' AND metric = 'path'"),
        (1, "UPDATE cells SET protect = '0' WHERE protect = '1'"),
        (1, "UPDATE cells SET sensitive = '1' WHERE sensitive = '1,2'"),
        (1, "UPDATE cells SET epsilon = '1/3' WHERE sensitive = '1,2' AND epsilon = '1/2'"),
        (2, "UPDATE cells SET privacy = '1,3;8/5,1' WHERE privacy = '1,3;3/2,1'"),
        (2, "UPDATE cells SET delta = '1/51' WHERE delta = '1/50'"),
    ],
)
def test_another_matrix_than_the_row_asks_is_refuted(matrices, tmp_path, store, query):
    path = shutil.copy(matrices[store], tmp_path / "sweep.db")
    change(path, query)
    found = verdict(path)
    assert found.verdict == "refuted" and "another privacy level" in found.reason


@pytest.mark.everything
def test_a_changed_certificate_is_named_by_its_cell(path):
    with Store.read(path) as store:
        row = next(store.rows(where="objective = 'trace'"))
    data = json.loads(row["certificate"])
    data["bound"] = "1/7"
    change(path, "UPDATE cells SET certificate = ? WHERE cell = ?", json.dumps(data), row["cell"])
    found = check_store(path, verdict_on)
    assert [key for key, _ in found.wrong] == [row["key"]]
    assert row["key"] in found.verdict.reason and found.verdict.reason.startswith("1 of ")


@pytest.mark.parametrize("content", ["{", "[]", None, "[" * 100_000])
def test_what_is_no_certificate_is_malformed(path, content):
    change(path, "UPDATE cells SET certificate = ? WHERE cell = 3", content)
    assert verdict(path).status == 3


@pytest.mark.parametrize("name", ["value", "bound", "gap"])
def test_a_row_that_shows_nothing_is_malformed(path, name):
    change(path, f"UPDATE cells SET {name} = NULL WHERE cell = 3")
    assert verdict(path).verdict == "malformed"


@pytest.mark.everything
@pytest.mark.parametrize(
    "query",
    [
        "UPDATE cells SET objective = 'a design' WHERE cell = 3",
        "UPDATE cells SET objective = 'c-optimal' WHERE cell = 3",
        "UPDATE cells SET denominator = '1/0' WHERE cell = 3",
        "UPDATE cells SET epsilon = 'x' WHERE cell = 3",
        "UPDATE cells SET prior = NULL WHERE cell = 3",
    ],
)
def test_a_row_that_asks_nothing_is_malformed(path, query):
    change(path, query)
    found = verdict(path)
    assert (found.verdict, found.status) == ("malformed", 3)
    assert found.reason.endswith("the row does not ask for a design")


@pytest.mark.everything
@pytest.mark.parametrize(
    ("query", "status", "reason"),
    [
        ("UPDATE sweep SET content = '{}' WHERE name = 'spec'", 3, "does not hold the spec"),
        ("UPDATE sweep SET content = '[[' WHERE name = 'spec'", 3, "does not hold the spec"),
        ("DELETE FROM sweep WHERE name = 'spec'", 3, "does not hold the spec"),
        (
            "UPDATE sweep SET content = replace(content, '1/4,3/4', '3/4,1/4')",
            1,
            "are not those of its spec",
        ),
        ("DELETE FROM cells WHERE cell = 3", 1, "are not those of its spec"),
        ("DELETE FROM cells WHERE cell > 20", 1, "are not those of its spec"),
        ("UPDATE cells SET key = 'another' WHERE cell = 3", 1, "are not those of its spec"),
    ],
)
def test_cells_of_another_spec_are_noticed(path, query, status, reason):
    """Each certificate answers its own row; the rows are not what the store says it asks."""
    change(path, query)
    found = check_store(path, verdict_on)
    assert not found.wrong
    assert found.verdict.status == status and reason in found.verdict.reason


def test_a_store_without_certificates_is_undecided(tmp_path):
    path = tmp_path / "sweep.db"
    Store.open(path, spec_of(CONTENT)).close()
    assert verdict(path).verdict == "undecided"


def test_cells_without_certificates_are_counted(path):
    change(path, "UPDATE cells SET status = 'pending' WHERE cell < 3")
    assert str(verdict(path)).endswith("; 3 cells have none")


@pytest.mark.parametrize("name", ["a-optimal", "d-optimal"])
def test_worst_shares_of_truths_that_are_alike_are_those_of_so_many_truths(name):
    """Their certificate has equal shares, which are the worst, and says over what."""
    level = {"epsilon": "ln(3)", "delta": "0", "outputs": "any", "denominator": "none"}
    asked = {"objective": name, "prior": "worst", **level}
    worst, fewer, equal = (
        {**asked, **other} for other in ({"categories": "4"}, {"categories": "3"}, UNIFORM)
    )
    data = optimal(LocalDP("ln(3)"), make(name, worst), crosscheck=False).certificate.data
    assert data["kind"] == "symmetric" and data["prior"] == ["1/4"]
    assert question_differs(worst, data) is None
    assert question_differs(fewer, data) == question_differs(equal, data) == "objective"
    at_equal = optimal(LocalDP("ln(3)"), make(name, equal), crosscheck=False).certificate.data
    assert question_differs(worst, at_equal) == "objective"
