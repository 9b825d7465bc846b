"""The door of the checker: what is refused, how it answers, what it is made of."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rropt.checker
from rropt.checker import FORMAT, MAX_BYTES, check
from rropt.checker.__main__ import main
from rropt.checker.decide import KINDS
from rropt.checker.statement import down, up
from rropt.checker.verdict import STATUS

PACKAGE = Path(rropt.checker.__file__).parent
GOOD = {
    "format": FORMAT,
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
    "cover": {"proof": "extremes"},
}
TEXT = json.dumps(GOOD)


def sources():
    return sorted(PACKAGE.glob("*.py"))


@pytest.mark.parametrize("path", sources(), ids=lambda path: path.name)
def test_the_checker_imports_the_standard_library_and_its_own_pages_only(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            assert all(name.name.split(".")[0] in sys.stdlib_module_names for name in node.names)
        if isinstance(node, ast.ImportFrom):
            own = node.level == 1 and (PACKAGE / f"{node.module}.py").is_file()
            assert own or node.module.split(".")[0] in sys.stdlib_module_names


def test_the_checker_reads_no_float():
    """No float literal, no call of float."""
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
    "a float in a string": TEXT.replace('"1/4"', '"0.25"'),
    "a float deep inside": TEXT.replace('"trace"', '[[["1", 1.5]]]'),
    "a float in a field that nobody reads": TEXT[:-1] + ', "remark": 0.1}',
    "a word in a field that nobody reads": TEXT[:-1] + ', "remark": "fine"}',
    "a backslash": TEXT.replace('"trace"', r'"tr\u0061ce"'),
    "a backslash in a key": TEXT.replace('"gap"', r'"g\u0061p"'),
    "a backslash before a slash": TEXT.replace('"1/4"', r'"1\/4"'),
    "a zero denominator": TEXT.replace('"1/4"', '"1/0"', 1),
    "a negative denominator": TEXT.replace('"1/4"', '"-1/-4"', 1),
    "no lowest terms": TEXT.replace('"1/4"', '"2/8"', 1),
    "a whole number as a fraction": TEXT.replace('"3"', '"3/1"', 1),
    "a leading zero": TEXT.replace('"3"', '"03"', 1),
    "a minus zero": TEXT.replace('"delta": "0"', '"delta": "-0"'),
    "a plus": TEXT.replace('"3"', '"+3"', 1),
    "a space in a number": TEXT.replace('"3"', '" 3"', 1),
    "a line end in a number": TEXT.replace('"3"', '"3\\n"', 1),
    "digits of another script": TEXT.replace('"3"', '"\u0663"', 1),
    "a full-width slash": TEXT.replace('"1/4"', '"1\uff0f4"', 1),
    "a byte order mark": "\ufeff" + TEXT,
    "null for a number": TEXT.replace('"3/2"', "null", 1),
    "true for a count": TEXT.replace('"truths": 2', '"truths": true'),
    "true for a number": TEXT.replace('"delta": "0"', '"delta": true'),
    "a record for the level": TEXT.replace('"prices"', '["prices"]', 1),
    "a kind that is a method": TEXT.replace('"prices"', '"check"', 1),
    "not UTF-8": b"\xff" + TEXT.encode(),
    "UTF-16": TEXT.encode("utf-16"),
    "two documents": TEXT + TEXT,
    "deep lists": "[" * 100_000,
    "deep records": '{"a":' * 100_000,
    "deep inside": TEXT.replace('"0"', "[" * 40 + "]" * 40),
    "deep lists inside": TEXT.replace('"0"', "[" * 50_000 + "]" * 50_000),
    "deep records inside": TEXT.replace('"0"', '{"a":' * 50_000 + "1" + "}" * 50_000),
    "a lone surrogate": TEXT.replace('"trace"', r'"\ud800"'),
    "a key that is a surrogate": TEXT.replace('"truths"', r'"\ud800"'),
    "another format": TEXT.replace("certificate/2", "certificate/3"),
    "another kind": TEXT.replace('"prices", "privacy"', '"pricey", "privacy"'),
    "a long file": TEXT + " " * MAX_BYTES,
    "a long number": TEXT.replace('"3/2"', '"' + "3" * 5000 + '"'),
    "a long denominator": TEXT.replace('"3/2"', '"1/' + "3" * 5000 + '"'),
    "four million digits": TEXT.replace('"3/2"', '"' + "3" * (MAX_BYTES - 1000) + '"'),
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


@pytest.mark.parametrize("name", GOOD)
@pytest.mark.parametrize(
    "value",
    [None, True, 0, -1, 10**9, "", "word", [], {}, [[]], [{}], [None], "1e5", [["1"]], {"a": []}],
    ids=repr,
)
def test_no_part_may_be_of_another_type(name, value):
    """`[]` and `{}` are alike to the checker, and the gap of the certificate is 0."""
    found = check({**GOOD, name: value})
    assert found.verdict in ("malformed", "refuted") or (name, value) == ("gap", 0)
    without = {part: GOOD[part] for part in GOOD if part != name}
    assert check(without).verdict == "malformed"


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"prices"}))
def test_fields_of_another_kind_are_malformed(kind):
    assert check({**GOOD, "kind": kind}).verdict == "malformed"


def test_enumerations_that_are_too_large_are_refused_at_once():
    k = 30
    data = {**GOOD, "truths": k, "utility": {"name": "mutual-information", "prior": [f"1/{k}"] * k}}
    data |= {"patterns": [["1"] * k], "weights": ["1"]}
    data["prices"] = [f"{k + n}/{k}" for n in range(k)]  # equal truths would be one class
    assert check(data).verdict == "malformed"
    stairs = {**data, "privacy": {"gamma": "3", "delta": "1/2"}, "pair_prices": []}
    assert check(stairs).verdict == "malformed"


def test_denominators_without_end_are_refused():
    """Four hundred long coprime denominators would need a common one of a million digits."""
    rows = [["1", f"{10**3000 + i}/{10**3001 + 7 * i + 1}"] for i in range(400)]
    data = {**GOOD, "patterns": rows, "weights": ["1"] * 400}
    assert check(data).verdict == "malformed"
    assert "common denominator" in check(data).reason


def one_row(k, **parts):
    """The useless table of k truths, with prices of 1."""
    head = {**GOOD, "truths": k, "patterns": [["1"] * k], "weights": ["1"], "prices": ["1"] * k}
    return {**head, "value": "1", "bound": str(k), "gap": str(k - 1), **parts}


LONG = str(10**4200 + 1)
APPROXIMATE = {"gamma": "3", "delta": "1/2"}
RUNS = {"truths": [100_000], "patterns": [[[["1", 1]] * 100_000]], "prices": ["1"]}
TALL = 10**300


def tangents_of_long_numbers():
    """The useless table of six truths, and ten tangents of three hundred digits at staircases."""
    prior = [f"{TALL // 6}/{TALL}"] * 5
    prior.append(str(1 - sum(map(Fraction, prior))))
    place = {"prior": prior, "weight": "1/10", "offset": "0", "estimators": [["1"]]}
    tangents = [{**place, "tangents": [[str(TALL + i)] * 6]} for i in range(10)]
    head = {"format": FORMAT, "kind": "gradient", "privacy": APPROXIMATE, "scenarios": tangents}
    goal = {"name": "c-optimal", "contrasts": [["1"] * 6], "over": "average"}
    rows = {"patterns": [["1"] * 6], "weights": ["1"], "prices": [str(TALL**3)] * 6}
    return {**head, "objective": goal, **rows, "value": "0", "bound": "-1", "gap": "1"}


HOSTILE = {
    "tangents of long numbers at nine thousand staircases": tangents_of_long_numbers(),
    "twenty prices of four thousand digits": one_row(
        20, prices=[LONG] * 20, utility={"name": "mutual-information", "prior": ["1/20"] * 20}
    ),
    "twenty-five truths": one_row(
        25, utility={"name": "mutual-information", "prior": ["1/25"] * 25}
    ),
    "classes of no truths": {
        **one_row(65),
        "truths": [0] * 25 + [1] * 40,
        "patterns": [[[]] * 25 + ["1"] * 40],
        "utility": {"name": "mutual-information", "prior": ["0"] * 25 + ["1/40"] * 40},
    },
    "a hundred thousand runs": {**one_row(1), **RUNS, "privacy": APPROXIMATE},
    "a pair price a hundred thousand times": one_row(
        6, privacy=APPROXIMATE, pair_prices=[[0, 1, "0"]] * 100_000
    ),
    "staircases of two thousand truths": one_row(2000, privacy=APPROXIMATE),
    "staircases of a million truths": one_row(
        1, truths=[10**6], prices=["-1"], privacy=APPROXIMATE
    ),
    "powers of a long gamma": one_row(
        6, privacy={"gamma": LONG, "delta": "1/2"}, prices=[LONG] * 6
    ),
    "a million truths with mutual information": one_row(
        1, truths=[10**9], utility={"name": "mutual-information", "prior": [f"1/{10**9}"]}
    ),
    "eight thousand actions and a hundred thousand rows": GOOD
    | {
        "utility": {"name": "gain", "prior": ["1/2"] * 2, "gain": [["1", "0"]] * 8000},
        "patterns": [["1", "1"]] * 100_000,
        "weights": ["1"] * 100_000,
    },
    "many actions at nine thousand staircases": one_row(
        6,
        privacy=APPROXIMATE,
        utility={"name": "gain", "prior": ["1/6"] * 6, "gain": [["1"] * 6] * 1000},
    ),
    "a list of four million zeros": GOOD | {"patterns": [0] * 1_300_000},
    "five hundred thousand short denominators": GOOD
    | {"weights": [f"1/{d}" for d in range(2, 300_000)]},
}


SOFT_PAIRS = [[a, b, "0"] for a in range(2) for b in range(2) if a != b]
UNSHARED = [["1", f"1/{10**15 + 2 * i + 1}"] for i in range(4000)]
LOGS = [["1", str(Fraction(i + 1, 20011))] for i in range(20_000)]
GENERIC = [[str(Fraction(10**6 + 131 * a + 977 * b, 10**6)) for b in range(12)] for a in range(12)]
for a, row in enumerate(GENERIC):
    row[a] = "1"
WIDE = {"format": FORMAT, "kind": "polynomial", "variables": [f"x{i}" for i in range(64)]}
WIDE |= {"constraints": [], "equalities": [], "multiplier": [], "terms": [], "equality_terms": []}
ROW = ["1", [(7 * j) % 3 for j in range(64)]]
WIDE["claim"] = {"polynomial": [ROW] * 7000, "strict": False}
HOSTILE |= {
    "a string times a count": one_row(1, weights=[300_000_000], patterns=[["aaaaa"]]),
    "four thousand unshared denominators": one_row(2, patterns=UNSHARED, weights=["1"] * 4000),
    "twenty thousand rows of logarithms": one_row(
        2,
        utility={"name": "mutual-information", "prior": ["1/2", "1/2"]},
        patterns=LOGS,
        weights=["1/20000"] * 20_000,
    ),
    "a polynomial of a million exponents": WIDE,
    "twelve truths of a matrix": one_row(12, privacy={"gamma": GENERIC, "delta": "0"}),
    "forty truths of a matrix with deltas": one_row(
        40, privacy={"gamma": [["1"] * 40] * 40, "delta": "1/2"}
    ),
    "runs of digits": {**GOOD, "prices": ["/".join(["1" * 4300] * 390)]},
}


def test_a_price_of_a_pair_without_a_delta_is_named():
    found = check({**GOOD, "pair_prices": SOFT_PAIRS})
    assert (found.verdict, found.reason) == ("malformed", "a price of a pair without a delta")


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_sizes_are_refused_within_seconds(name):
    """Five seconds are promised; without its guard each of these takes hours."""
    text, began = json.dumps(HOSTILE[name]), time.perf_counter()
    assert len(text) <= MAX_BYTES
    assert check(text).verdict in ("malformed", "refuted")
    assert time.perf_counter() - began < 10


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
    """gamma_lo is within 10^-1300 of e: logarithms of 512 bits cannot tell that it is below."""
    low = Fraction(euler(1300) - 1, 10**1300)
    useless = {"patterns": [["1", "1"]], "weights": ["1"], "value": "1", "gap": "1/2"}
    return {**GOOD, **useless, "privacy": {"epsilon": "1", "gamma": [str(low), "3"], "delta": "0"}}


def test_an_undecided_comparison():
    assert check(too_close()).verdict == "undecided"
    assert check({**too_close(), "gap": "1/3"}).verdict == "refuted"


def test_a_comparison_on_the_edge_is_decided_where_logarithms_are_exact():
    """ln 1 = 0: the useless table has the value 0."""
    flat = {**GOOD, "utility": {"name": "mutual-information", "prior": ["1/2", "1/2"]}}
    flat |= {"patterns": [["1", "1"]], "weights": ["1"], "value": "0", "prices": ["1", "1"]}
    assert check({**flat, "bound": "2", "gap": "2"}).verdict == "verified"


def test_a_number_is_rounded_to_the_side_that_is_named():
    """2 - 10^-14 is not 2 on the way down, and is 2 on the way up."""
    short = 2 - Fraction(1, 10**14)
    assert (down(short), up(short)) == ("1.99999999999 (rounded down)", "2 (rounded up)")
    assert up(Fraction(10**13, 3)) == "3.33333333334e12 (rounded up)"
    assert down(-Fraction(1, 3 * 10**13)) == "-3.33333333334e-14 (rounded down)"
    assert up(Fraction(3, 4)) == down(Fraction(3, 4)) == "3/4"


def test_a_certificate_of_format_1_says_how_it_is_made_again():
    reason = check({**GOOD, "format": "rropt-certificate/1"}).reason
    assert reason.startswith("this is a certificate of format 1: make it again with rropt design")


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
@given(st.dictionaries(st.sampled_from([*GOOD]), ANY_JSON), st.sampled_from(sorted(KINDS)))
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


def archive(folder):
    """The zipapp in a folder of its own."""
    path = folder / "rropt-check.pyz"
    assert main(["--zipapp", str(path)]) == 0
    return [sys.executable, "-I", "-S", path.name]


def ran(words, folder):
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("verdict", STATUS)
def test_the_zipapp_alone_in_an_empty_folder(tmp_path, verdict):
    data = {
        "verified": GOOD,
        "refuted": {**GOOD, "gap": "1"},
        "undecided": too_close(),
        "malformed": {**GOOD, "truths": "two"},
    }[verdict]
    (tmp_path / "c.json").write_text(json.dumps(data))
    command = archive(tmp_path)
    run = ran([*command, "c.json"], tmp_path)
    assert (run.returncode, run.stderr) == (STATUS[verdict], "")
    assert run.stdout == f"{check(data)}\n" and run.stdout.startswith(verdict)
    run = ran([*command, "c.json", "--json"], tmp_path)
    assert json.loads(run.stdout).keys() == {"verdict", "statement", "reason"}
    assert run.returncode == STATUS[verdict]


def test_equal_files_make_equal_archives(tmp_path):
    main(["--zipapp", str(tmp_path / "a.pyz")])
    main(["--zipapp", str(tmp_path / "b.pyz")])
    assert (tmp_path / "a.pyz").read_bytes() == (tmp_path / "b.pyz").read_bytes()


def test_the_certificate_in_a_document_is_checked_alone(tmp_path, capsys):
    path = tmp_path / "d.json"
    path.write_text(json.dumps({"objective": "whatever is said", "certificate": GOOD}, indent=1))
    assert main([str(path)]) == 0
    assert capsys.readouterr().out.endswith("nothing else in the file was checked)\n")
    path.write_text(f'{{"certificate": {TEXT}, "certificate": {TEXT}}}')
    assert main([str(path)]) == 3
    path.write_text(f'{{"certificate": {TEXT[:-1]}, "gap": "0"}}}}')
    assert main([str(path)]) == 3


def test_a_missing_file_is_one_line(tmp_path, capsys):
    assert main([str(tmp_path / "nothing.json")]) == 3
    assert main([str(tmp_path / "na\u00efve.json")]) == 3
    assert main([]) == 3
    assert main([str(tmp_path)]) == 3
    out = capsys.readouterr().out
    assert out.isascii() and out.count("\n") == 4 and "cannot be read" in out
