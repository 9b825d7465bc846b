"""The house, read from its source: floors, no circle, no name twice.

Every import counts, those inside functions too, and so does the name of a module in a table of
names that are imported on first use; only those for type checkers do not, by which a display says
what it displays. What is imported from the root is its version, and nothing else.
"""

from __future__ import annotations

import ast
import importlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parent.parent / "rropt"
NEIGHBOURS = ("proofs", "examples")
"""Folders beside the house whose files use it."""

FLOORS = (
    ("exact", "checker", "first_use", "needed_arguments", "whole_files", "elapsed", "one_thread"),
    ("bibliography", "extras"),
    ("channel", "patterns", "lp", "certificate", "verdict_words"),
    ("utility", "strict", "data"),
    ("measures",),
    ("privacy",),
    ("design", "order"),
    ("closed", "devices"),
    ("crosscheck", "survey", "figures"),
    ("report",),
    ("verbs",),
    ("inspections",),
    ("certified", "saved_design", "redrawn", "file_verdict", "mechanism_file", "shuffled_design"),
    ("sweep",),
    ("cli",),
    ("__init__", "__main__"),
)
"""From the ground up: a room imports what is below it, or beside it on its own floor."""

STANDARD_ONLY = ("checker",)
"""Rooms that import nothing but the standard library and themselves."""

Graph = Mapping[str, set[str]]


def modules() -> dict[str, Path]:
    """The file of every module of the package, by its dotted name."""
    found = {}
    for path in HOUSE.rglob("*.py"):
        parts = path.relative_to(HOUSE.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


NAMED = re.compile(r"""["'](rropt\.|\.[a-z_][\w.]*["'])""")
"""A module in a table of names; where no text has one, expressions are not looked at."""


def imported(source: str, names: Iterable[str], package: str = "") -> Iterator[str]:
    """The modules that a file of a package names in an import or in a table of homes.

    >>> list(imported("def f():\\n    from .a import b", {"rropt.a", "rropt.a.b"}, "rropt"))
    ['rropt.a.b']
    """
    known = set(names)
    above = package.split(".")
    for node in looked_at(source):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            beside = above[: len(above) - node.level + 1] if node.level else []
            module = ".".join([*beside, *([node.module] if node.module else [])])
            yield from from_module(module, node, known)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            name = package + node.value if node.value.startswith(".") else node.value
            if name in known and name != "rropt":
                yield name


def from_module(module: str, node: ast.ImportFrom, known: set[str]) -> Iterator[str]:
    """What one import takes from a module: modules below it, or what it defines."""
    for alias in node.names if module in known else ():
        below = f"{module}.{alias.name}"
        if (module, alias.name) != ("rropt", "__version__"):
            yield below if below in known else module


def looked_at(source: str) -> Iterator[ast.AST]:
    """The nodes of a file, but for what stands under `if TYPE_CHECKING:`."""
    kinds = ast.AST if NAMED.search(source) else (ast.stmt, ast.excepthandler, ast.match_case)
    left: list[ast.AST] = [ast.parse(source)]
    while left:
        node = left.pop()
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
            continue
        yield node
        for value in vars(node).values():
            inside = value if isinstance(value, list) else [value]
            left += [child for child in inside if isinstance(child, kinds)]


@cache
def graph() -> dict[str, set[str]]:
    """Which module imports which."""
    known, arrows = modules(), {}
    for name, path in known.items():
        arrows[name] = named_in(path, known) - {name}
    return arrows


def named_in(path: Path, known: Iterable[str]) -> set[str]:
    """The modules of the package that a file imports."""
    package = ".".join(path.parent.relative_to(HOUSE.parent).parts)
    return set(imported(path.read_text(encoding="utf-8"), known, package))


@cache
def used_beside() -> dict[str, set[str]]:
    """Which modules of the package the files beside it import, by their paths."""
    paths = [path for folder in NEIGHBOURS for path in (HOUSE.parent / folder).rglob("*.py")]
    known = modules()
    return {path.relative_to(HOUSE.parent).as_posix(): named_in(path, known) for path in paths}


def room(module: str) -> str:
    """The folder or file directly under rropt/."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def rooms(arrows: Graph) -> dict[str, set[str]]:
    """Which room imports which other."""
    found: dict[str, set[str]] = defaultdict(set)
    for module, others in arrows.items():
        found[room(module)] |= {room(other) for other in others} - {room(module)}
    return dict(found)


def circle(arrows: Graph) -> list[str]:
    """Some circle of arrows, or nothing.

    >>> circle({"a": {"b"}, "b": {"c"}, "c": {"b"}})
    ['b', 'c', 'b']
    """
    done: set[str] = set()

    def walk(name: str, path: list[str]) -> list[str]:
        if name in path:
            return [*path[path.index(name) :], name]
        if name in done:
            return []
        for other in sorted(arrows.get(name, ())):
            found = walk(other, [*path, name])
            if found:
                return found
        done.add(name)
        return []

    return next((found for name in sorted(arrows) if (found := walk(name, []))), [])


def upward(arrows: Graph) -> list[tuple[str, str]]:
    """Arrows between rooms that point to a higher floor."""
    floor = {name: height for height, names in enumerate(FLOORS) for name in names}
    return [
        (name, other)
        for name, others in rooms(arrows).items()
        for other in others
        if floor[other] > floor[name]
    ]


@pytest.mark.everything
def test_every_room_has_a_floor():
    assert set(rooms(graph())) <= {name for names in FLOORS for name in names}


def test_no_arrow_points_up():
    assert upward(graph()) == []


def test_rooms_have_no_circle():
    assert circle(rooms(graph())) == []


def test_modules_have_no_circle():
    assert circle(graph()) == []


@pytest.mark.parametrize("name", STANDARD_ONLY)
def test_a_room_for_those_who_trust_nothing_else_stands_alone(name):
    assert rooms(graph()).get(name, set()) == set()


def behind_the_door(arrows: Graph) -> list[tuple[str, str]]:
    """Arrows from elsewhere to a page of the checker: who designs would judge himself by it."""
    found = []
    for module, others in arrows.items():
        if room(module) != "checker":
            found += [(module, other) for other in others if other.startswith("rropt.checker.")]
    return sorted(found)


def test_the_checker_is_entered_by_its_door_alone():
    """Whether a certificate is verified, how large it may be, its hash: see its first page."""
    assert behind_the_door(graph()) == []
    door = importlib.import_module("rropt.checker")
    users = [name for name, others in graph().items() if "rropt.checker" in others]
    assert len(users) > 5 and all(hasattr(door, name) for name in door.__all__)
    inside = {"rropt.design.solve": {"rropt.checker.charge"}, "rropt.cli.check": {"rropt.checker"}}
    assert behind_the_door(inside) == [("rropt.design.solve", "rropt.checker.charge")]


def test_proofs_and_examples_use_the_door_as_well():
    """A theorem that is written from pages of the checker would repeat what these misread."""
    assert behind_the_door(used_beside()) == []
    users = [path for path, others in used_beside().items() if "rropt.checker" in others]
    assert "proofs/conjecture.py" in users and "examples/trust_nobody.py" in users
    beyond = {"proofs/kernel/a.py": {"rropt.checker.kind_prices"}}
    assert behind_the_door(beyond) == [("proofs/kernel/a.py", "rropt.checker.kind_prices")]


FORBIDDEN_TO_ROUTES = {"design", "patterns", "order", "lp", "closed", "certificate", "checker"}
"""What the numeric and the symbolic route share with the certified one is the question only."""


@pytest.mark.parametrize("route", ["numeric", "symbolic"])
def test_a_route_of_its_own_shares_only_the_question(route):
    own = [name for name in graph() if name.startswith(f"rropt.crosscheck.{route}.")]
    assert len(own) >= 3
    used = {room(other) for name in own for other in graph()[name]}
    assert used & FORBIDDEN_TO_ROUTES == set() and "utility" in used


def test_the_routes_of_programs_share_nothing_with_each_other():
    arrows = graph()
    for route, other in (("numeric", "symbolic"), ("symbolic", "numeric")):
        own = [name for name in arrows if name.startswith(f"rropt.crosscheck.{route}.")]
        used = {name for each in own for name in arrows[each]}
        assert not [name for name in used if name.startswith(f"rropt.crosscheck.{other}")]


def test_a_circle_and_an_upward_arrow_would_be_seen():
    arrows = dict(graph())
    arrows["rropt.design.solve"] = arrows["rropt.design.solve"] | {"rropt.report.text"}
    assert ("design", "report") in upward(arrows)
    assert circle(arrows) != [] and circle(rooms(arrows)) != []


def test_an_import_inside_a_function_and_a_home_in_a_table_count():
    known = {"rropt", "rropt.cli", "rropt.cli.design"}
    inside = "def f():\n    if True:\n        import rropt.cli.design"
    table = 'HOME = {"design": "rropt.cli.design"}'
    for source in (inside, table, "from rropt.cli import design"):
        assert list(imported(source, known)) == ["rropt.cli.design"]
    for source in ("from rropt import __version__", f"if TYPE_CHECKING:\n    {inside[-23:]}"):
        assert list(imported(source, known)) == []


def test_relative_imports_count():
    """The checker has no others; a circle in it is seen."""
    arrows = dict(graph())
    inside = {name for name in arrows if room(name) == "checker"}
    assert sum(len(arrows[name] & inside) for name in inside) > 100
    known = {"rropt.checker", "rropt.checker.verdict", "rropt.checker.plain.plain_kinds"}
    for source, package in (
        ("from ..verdict import need", "rropt.checker.plain"),
        ("def f():\n    from . import verdict", "rropt.checker"),
        ('PAGES = {"doubt": ".verdict"}', "rropt.checker"),
    ):
        assert list(imported(source, known, package)) == ["rropt.checker.verdict"]
    (user,) = {name for name in arrows["rropt.checker.kinds"] if name.endswith("kind_prices")}
    source = "from .kinds import verdict_on"
    arrows[user] = arrows[user] | set(imported(source, arrows, "rropt.checker"))
    assert circle(arrows) != []


def test_no_two_classes_share_a_name():
    """Those of one file alone, with an underscore, count as well."""
    found: Counter[str] = Counter()
    for module, path in modules().items():
        if room(module) in STANDARD_ONLY:
            continue  # read alone, it calls things as the rooms do that it judges
        classes = re.findall(r"^\s*class (\w+)[(:]", path.read_text(encoding="utf-8"), re.MULTILINE)
        found.update(name.lstrip("_") for name in classes)
    assert {name for name, times in found.items() if times > 1} == set()


def test_no_two_files_share_a_name():
    """Verbs of the command line are called as the rooms that they open."""
    alone = {"cli", *STANDARD_ONLY}
    paths = [path for path in HOUSE.rglob("*.py") if path.parent.name not in alone]
    found = Counter(path.stem for path in paths if not path.stem.startswith("__"))
    assert {name for name, times in found.items() if times > 1} == set()
