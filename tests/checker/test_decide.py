"""The door of the checker: what is refused, how it answers, what it is made of."""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rropt.checker
from rropt.checker import certificate_in, check
from rropt.checker.kinds import PAGES
from tests.certificates import GOOD, TEXT

PACKAGE = Path(rropt.checker.__file__).parent


def sources():
    return sorted(PACKAGE.glob("*.py"))


@pytest.mark.everything
@pytest.mark.parametrize("path", sources(), ids=lambda path: path.name)
def test_the_checker_imports_the_standard_library_and_its_own_pages_only(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            assert all(name.name.split(".")[0] in sys.stdlib_module_names for name in node.names)
        if isinstance(node, ast.ImportFrom):
            own = node.level == 1 and (PACKAGE / f"{node.module or '__init__'}.py").is_file()
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


@pytest.mark.parametrize("key", ["certificate", r"\u0063ertificate"])
def test_a_document_is_known_by_its_key(key):
    """As it stands or with escapes: another text need not be looked through."""
    assert certificate_in(f'{{"{key}": {TEXT}}}'.encode()) == TEXT.encode()
    assert certificate_in(TEXT.encode()) is None


@pytest.mark.everything
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


def test_a_comparison_on_the_edge_is_decided_where_logarithms_are_exact():
    """ln 1 = 0: the useless table has the value 0."""
    flat = {**GOOD, "utility": {"name": "mutual-information", "prior": ["1/2", "1/2"]}}
    flat |= {"patterns": [["1", "1"]], "weights": ["1"], "value": "0", "prices": ["1", "1"]}
    assert check({**flat, "bound": "2", "gap": "2"}).verdict == "verified"


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


@pytest.mark.everything
@settings(derandomize=True, deadline=None, max_examples=250, database=None)
@given(st.dictionaries(st.sampled_from([*GOOD]), ANY_JSON), st.sampled_from(sorted(PAGES)))
def test_arbitrary_records_are_never_verified(parts, kind):
    found = check({**parts, "format": GOOD["format"], "kind": kind})
    assert found.verdict in ("malformed", "refuted")


@pytest.mark.everything
@settings(derandomize=True, deadline=None, max_examples=250, database=None)
@given(st.sampled_from([*GOOD]), ANY_JSON)
def test_one_arbitrary_part_is_never_trusted(name, value):
    found = check({**GOOD, name: value})
    assert found.verdict in ("malformed", "refuted") or value == GOOD[name] or name == "weights"


@pytest.mark.everything
@settings(derandomize=True, deadline=None, max_examples=400, database=None)
@given(st.integers(0, len(TEXT) - 1), st.binary(min_size=0, max_size=3))
def test_arbitrary_edits_of_the_text(place, patch):
    raw = TEXT.encode()
    edited = raw[:place] + patch + raw[place + 1 :]
    found = check(edited)
    if found.verdict == "verified":
        assert json.loads(edited) == GOOD


@pytest.mark.parametrize("changes", [{"kind": "model"}, {"format": "rropt-certificate/1"}])
def test_another_kind_or_format_says_how_a_file_is_made_again(changes):
    verdict = check({**GOOD, **changes})
    assert verdict.verdict == "malformed"
    assert verdict.reason.endswith(": make it again with rropt design ... --save FILE")


@pytest.mark.parametrize("proof", ["extremes", "actions"])
@pytest.mark.parametrize("kind", [["model"], {"model": 1}, None, 1, True, "", "1/2", "trace"])
def test_a_kind_is_a_name(kind, proof):
    """On whichever page a file of kind prices would be decided."""
    data = {**GOOD, "cover": {"proof": proof}}
    assert check(data).verdict == "verified"
    assert check({**data, "kind": kind}).verdict == "malformed"
