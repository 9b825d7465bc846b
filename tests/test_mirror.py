"""The tests mirror the tree: `rropt/a/b.py` is read from `tests/a/test_b.py`.

What has no test file of its name yet stands in `WAITING`, a list that can only become shorter.
"""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).resolve().parent
HOUSE = TESTS.parent / "rropt"

NO_BEHAVIOUR: dict[str, str] = {}
"""Files with nothing to test, and why."""

WAITING: list[str] = []
"""Files that are tested under another name, or not directly."""


def sources() -> set[str]:
    """The modules of the package, as paths without an ending: `a/b`."""
    files = (path for path in HOUSE.rglob("*.py") if path.name != "__init__.py")
    return {path.relative_to(HOUSE).with_suffix("").as_posix() for path in files}


def mirrored(source: str) -> bool:
    """Whether a module has a test file of its name.

    >>> mirrored("bibliography"), mirrored("no_such_room/no_such_file")
    (True, False)
    """
    room, _, name = source.rpartition("/")
    return (TESTS / room / f"test_{name}.py").exists()


def test_every_file_has_a_test_file_of_its_name() -> None:
    unseen = {source for source in sources() if not mirrored(source)}
    assert sorted(unseen - set(WAITING) - NO_BEHAVIOUR.keys()) == []


def test_what_waits_exists_has_no_mirror_and_stands_once() -> None:
    assert sorted(set(WAITING) - sources()) == []
    assert [source for source in WAITING if mirrored(source)] == []
    assert sorted(set(WAITING)) == WAITING


def test_what_is_left_out_exists_has_no_mirror_and_gives_a_reason() -> None:
    assert sorted(NO_BEHAVIOUR.keys() - sources()) == []
    assert [source for source in NO_BEHAVIOUR if mirrored(source)] == []
    assert not NO_BEHAVIOUR.keys() & set(WAITING)
    assert [source for source, reason in NO_BEHAVIOUR.items() if not reason.strip()] == []
