"""The door of the checker: what is refused, how it answers, what it is made of."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rropt.check
from rropt.check import MAX_BYTES, STATUS, check, check_file
from rropt.checks.reading import show

HOME = Path(rropt.check.__file__)
FOLDER = HOME.with_name("checks")
GOOD = {
    "format": "rropt-certificate/1",
    "kind": "prices",
    "privacy": {"gamma": "3", "delta": "0"},
    "truths": 2,
    "utility": {"name": "trace"},
    "patterns": [["3", "1"], ["1", "3"]],
    "weights": ["1/4", "1/4"],
    "value": "3/2",
    "prices": ["3/4", "3/4"],
    "bound": "3/2",
    "gap": "0",
}
TEXT = json.dumps(GOOD)


def sources():
    return [HOME, *sorted(FOLDER.glob("*.py"))]


def test_no_file_of_the_checker_exceeds_400_lines():
    sizes = {path.name: len(path.read_text().splitlines()) for path in sources()}
    assert max(sizes.values()) < 400, sizes


@pytest.mark.parametrize("path", sources(), ids=lambda path: path.name)
def test_the_checker_imports_the_standard_library_and_its_own_folder_only(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            assert all(name.name.split(".")[0] in sys.stdlib_module_names for name in node.names)
        if isinstance(node, ast.ImportFrom):
            inside = node.level == 1 and path.parent == FOLDER
            assert inside or (
                not node.level and node.module.split(".")[0] in sys.stdlib_module_names
            )


def test_the_checker_reads_no_float():
    """No float literal, no call of float, no true division by a literal float."""
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text())):
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), path
            assert not (isinstance(node, ast.Name) and node.id == "float"), path


def test_the_three_forms_of_a_source_agree():
    assert check(GOOD) == check(TEXT) == check(TEXT.encode())
    assert check(GOOD).verdict == "verified"
    assert GOOD["kind"] == "prices"  # the argument is left alone


MALFORMED = {
    "empty": "",
    "not JSON": "{",
    "an array": "[]",
    "a float": TEXT.replace('"truths": 2', '"truths": 2.0'),
    "an exponent": TEXT.replace('"truths": 2', '"truths": 2e0'),
    "NaN": TEXT.replace('"truths": 2', '"truths": NaN'),
    "infinity": TEXT.replace('"truths": 2', '"truths": -Infinity'),
    "a huge integer": TEXT.replace('"truths": 2', '"truths": ' + "2" * 5000),
    "a duplicate key": TEXT.replace('"truths": 2', '"truths": 2, "truths": 2'),
    "a duplicate key inside": TEXT.replace('"delta": "0"', '"delta": "0", "delta": "0"'),
    "not UTF-8": b"\xff" + TEXT.encode(),
    "UTF-16": TEXT.encode("utf-16"),
    "two documents": TEXT + TEXT,
    "deep lists": "[" * 100_000,
    "deep records": '{"a":' * 100_000,
    "deep inside": TEXT.replace('"0"', "[" * 40 + "]" * 40),
    "a lone surrogate": TEXT.replace('"trace"', r'"\ud800"'),
    "a key that is a surrogate": TEXT.replace('"truths"', r'"\ud800"'),
    "another format": TEXT.replace("certificate/1", "certificate/2"),
    "another kind": TEXT.replace('"prices", "privacy"', '"pricey", "privacy"'),
    "a long file": TEXT + " " * MAX_BYTES,
    "a long number": TEXT.replace('"3/2"', '"' + "3" * 4001 + '"'),
    "a long denominator": TEXT.replace('"3/2"', '"1/' + "3" * 4001 + '"'),
    "many truths": TEXT.replace('"truths": 2', '"truths": 999999999999999999'),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed(name):
    found = check(MALFORMED[name])
    assert (found.verdict, found.status) == ("malformed", 3)
    assert found.reason.isascii() and len(found.reason) < 200 and "\n" not in found.reason


def test_python_values_that_are_not_json_are_malformed():
    cyclic: dict = {}
    cyclic["self"] = cyclic
    for source in (cyclic, {"truths": {1, 2}}, {**GOOD, "truths": 2.0}, {1: 2}, None, 7):
        assert check(source).verdict == "malformed"


def test_enumerations_that_are_too_large_are_refused_at_once():
    k = 30
    data = {**GOOD, "truths": k, "utility": {"name": "mutual-information", "prior": [f"1/{k}"] * k}}
    data |= {"patterns": [["1"] * k], "weights": ["1"], "prices": ["1"] * k}
    assert check(data).verdict == "malformed"
    stairs = {**data, "privacy": {"gamma": "3", "delta": "1/2"}, "pair_prices": []}
    assert check(stairs).verdict == "malformed"


def test_denominators_without_end_are_refused():
    """Four hundred long coprime denominators would need a common one of a million digits."""
    rows = [["1", f"{10**3000 + i}/{10**3001 + 7 * i + 1}"] for i in range(400)]
    data = {**GOOD, "patterns": rows, "weights": ["1"] * 400}
    assert check(data).verdict == "malformed"


def euler(digits: int) -> int:
    """e times 10^digits, cut: the sum of 1/n! with guard digits."""
    guard = 10**20
    term = whole = 10**digits * guard
    n = 0
    while term:
        n += 1
        term //= n
        whole += term
    return whole // guard


def too_close() -> dict:
    """gamma_lo is within 10^-1300 of e: logarithms at 4096 bits cannot tell that it is below."""
    low = Fraction(euler(1300) - 1, 10**1300)
    return {**GOOD, "privacy": {"epsilon": "1", "gamma": [str(low), "3"], "delta": "0"}}


def test_an_undecided_comparison():
    assert check(too_close()).verdict == "undecided"


def test_a_comparison_on_the_edge_is_decided_where_logarithms_are_exact():
    """ln 1 = 0: the useless table has the value 0."""
    flat = {**GOOD, "utility": {"name": "mutual-information", "prior": ["1/2", "1/2"]}}
    flat |= {"patterns": [["1", "1"]], "weights": ["1"], "value": "0", "prices": ["1", "1"]}
    assert check({**flat, "bound": "2", "gap": "2"}).verdict == "verified"


def test_a_bound_is_never_shown_above_itself():
    """The digits before the dots are those of the number: 2 - 10^-14 is not 2.0000."""
    assert show(2 - Fraction(1, 10**14)) == "1.99999999999..."
    assert show(Fraction(10**13, 3)) == "3.33333333333e+12..."
    assert show(Fraction(3, 4)) == "3/4"


@settings(derandomize=True, deadline=None, max_examples=250, database=None)
@given(st.binary(max_size=200))
def test_arbitrary_bytes_never_crash_it(raw):
    assert check(raw).verdict == "malformed"


LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(["1", "1/2", "-3"]),
)
ANY_JSON = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.sampled_from([*GOOD, "name", "prior"]), inner, max_size=5),
    ),
    max_leaves=8,
)


@settings(derandomize=True, deadline=None, max_examples=250, database=None)
@given(
    st.dictionaries(st.sampled_from([*GOOD]), ANY_JSON), st.sampled_from(sorted(rropt.check.HOME))
)
def test_arbitrary_records_are_never_verified(parts, kind):
    found = check({**parts, "format": GOOD["format"], "kind": kind})
    assert found.verdict in ("malformed", "refuted")


@settings(derandomize=True, deadline=None, max_examples=250, database=None)
@given(st.sampled_from([*GOOD]), ANY_JSON)
def test_one_arbitrary_part_is_never_trusted(name, value):
    found = check({**GOOD, name: value})
    assert found.verdict in ("malformed", "refuted") or value == GOOD[name] or name == "weights"


@settings(derandomize=True, deadline=None, max_examples=400, database=None)
@given(st.integers(0, len(TEXT) - 1), st.binary(min_size=0, max_size=3))
def test_arbitrary_edits_of_the_text(place, patch):
    raw = TEXT.encode()
    edited = raw[:place] + patch + raw[place + 1 :]
    found = check(edited)
    if found.verdict == "verified":
        assert json.loads(edited) == GOOD


@pytest.mark.parametrize("verdict", STATUS)
def test_the_command_line(tmp_path, verdict):
    data = {
        "verified": GOOD,
        "refuted": {**GOOD, "gap": "1"},
        "undecided": too_close(),
        "malformed": {**GOOD, "truths": "two"},
    }[verdict]
    path = tmp_path / "c.json"
    path.write_text(json.dumps(data))
    run = subprocess.run(
        [sys.executable, "-I", str(HOME), str(path)], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stderr) == (STATUS[verdict], "")
    assert run.stdout == f"{check_file(path)}\n" and run.stdout.startswith(verdict)
    run = subprocess.run(
        [sys.executable, str(HOME), "--json", str(path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert json.loads(run.stdout).keys() == {"verdict", "statement", "reason"}
    assert run.returncode == STATUS[verdict]


def test_the_checker_runs_away_from_home(tmp_path):
    """A copy of check.py and its folder needs no rropt."""
    (tmp_path / "checks").mkdir()
    for path in sources():
        (tmp_path / path.relative_to(HOME.parent)).write_bytes(path.read_bytes())
    (tmp_path / "c.json").write_text(TEXT)
    run = subprocess.run(
        [sys.executable, "-I", "-S", str(tmp_path / "check.py"), str(tmp_path / "c.json")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")


def test_a_missing_file_is_one_line(tmp_path, capsys):
    assert rropt.check.main([str(tmp_path / "nothing.json")]) == 3
    assert rropt.check.main([]) == 3
    assert rropt.check.main([str(tmp_path)]) == 3
    assert "cannot be read" in capsys.readouterr().out
