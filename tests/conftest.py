"""Settings that every test shares: reproducible property tests, and the option for long ones."""

from __future__ import annotations

import gc
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import HealthCheck, settings

from rropt.checker import Verdict, decide
from rropt.checker.verdict import Refuted
from rropt.one_thread import one_thread
from tests.plain_comparison import compare

# Two processes of tests with two threads each wait for each other: the designs of
# test_eigenvalue_end took eleven times the processor time.
one_thread()

settings.register_profile(
    "reproducible",
    derandomize=True,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("reproducible")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is listed stays: looking for garbage among it took a fourth of the time of listing."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


class ExamplesWhereThereAre:
    """Examples are looked for in files that have some: for all files it took a tenth of listing."""

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(
        self, file_path: Path
    ) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        found = yield
        if file_path.suffix != ".py" or b">>>" in file_path.read_bytes():
            return found
        return [each for each in found if not isinstance(each, DoctestModule)]


@pytest.fixture(scope="session", autouse=True)
def plain_beside_the_checker() -> Iterator[None]:
    """Every small certificate that a test has checked is decided by the specification as well."""
    original = decide._checked
    compared: set[bytes] = set()

    def checked(source: str | bytes) -> Verdict:
        try:
            verdict = original(source)
        except Refuted:
            compare(source, "refuted", compared)
            raise
        compare(source, verdict.verdict, compared)
        return verdict

    decide._checked = checked
    yield
    decide._checked = original


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run the tests marked long")


TESTPATHS = pytest.Config.ArgsSource.TESTPATHS

MARKS = (
    "quick: one file or more of every room, a minute in all: -m quick",
    "everything: what is left out of the usual run, so that it takes four minutes: -m everything",
    "long: takes minutes; run with --long",
)


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(ExamplesWhereThereAre())
    for mark in MARKS:
        config.addinivalue_line("markers", mark)
    if config.getoption("markexpr") == "quick" and config.args_source is TESTPATHS:
        config.args = ["tests"]  # examples in docstrings are run with everything else


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """For `-m quick` only the files that say that they are quick are read."""
    if config.getoption("markexpr") != "quick" or collection_path.suffix != ".py":
        return None
    return "pytestmark = pytest.mark.quick" not in collection_path.read_text() or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--long"):
        return
    for item in items:
        if "long" in item.keywords:
            item.add_marker(pytest.mark.skip(reason="takes minutes; run with --long"))
