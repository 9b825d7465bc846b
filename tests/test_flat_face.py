"""The types of the flat face: everything has one, and nothing that comes back is `Any`.

A number that goes in is a `Number`: an int, a Fraction, a decimal or a text, read once, at the
door. What else may be anything stands in `OPEN`. Records for JSON are `dict[str, Any]`.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

import rropt as rr

RECORD = "dict[str, Any]"

OPEN = {
    **dict.fromkeys(["answers", "data", "document", "reports", "rows"], "any library's"),
    **dict.fromkeys(
        ["estimate.by", "estimate.weights", "estimate.strata", "estimate.clusters"],
        "the name of a column, or any library's column",
    ),
    "estimate.counts": "the name of a column of counts, or any library's column",
    **dict.fromkeys(["A", "P", "channel", "design", "family", "mechanism"], "a table or its owner"),
    **dict.fromkeys(["mechanisms", "source"], "a table or its owner, a criterion"),
    **dict.fromkeys(["partition", "protect", "sensitive"], "numbers or labels of truths"),
    **dict.fromkeys(["h", "h_lower", "h_upper", "claim", "given"], "text or a formula of sympy"),
    **dict.fromkeys(["function", "numeric"], "the user's own function"),
    **dict.fromkeys(["parameters", "named"], "what the named device, sweep or symbol takes"),
    **dict.fromkeys(["evidence", "spec"], "a record of JSON, or its file"),
    **dict.fromkeys(["derive.problem", "derive_for_every_k.problem"], "an objective, or its class"),
    **dict.fromkeys(["derive.gamma", "derive.delta", "derive.prior", "derive.privacy"], "symbols"),
    **dict.fromkeys(["ForModel.model", "ForModel.points"], "one or several, with their weights"),
    "cite.about": "what has a source",
    "compare.ranges": "the two ends of a parameter",
    "shuffled.known": "what is known of the others, as `rropt.measures.shuffled` takes it",
    "predictor": "read from the formula",
    "objective": "a utility, of any class",
}
"""Parameters and fields that may be `Any`, and what goes in there."""


BACK = dict.fromkeys(
    ["randomize", "Design.randomize", "simulate"],
    "a list, or a series of the library of the answers",
)
"""Functions that may give back `Any`, and what it is."""


def returned(function: Any) -> str:
    """What a function says that it returns."""
    said = inspect.unwrap(function).__annotations__.get("return", "nothing")
    return said if isinstance(said, str) else getattr(said, "__name__", str(said))


def inside(member: Any) -> Any:
    """The function behind a method, a property or a cached property."""
    for kind, name in ((property, "fget"), (cached_property, "func"), (classmethod, "__func__")):
        if isinstance(member, kind):
            return getattr(member, name)
    return member.__func__ if isinstance(member, staticmethod) else member


def functions_of(name: str, thing: Any) -> Iterator[tuple[str, Any]]:
    """A public function, or the public methods and properties of a public class."""
    if inspect.isfunction(thing):
        yield name, thing
    if not inspect.isclass(thing):
        return
    for base in thing.__mro__:
        if base.__module__.startswith("rropt"):
            for member, value in vars(base).items():
                if not member.startswith("_") and inspect.isfunction(inside(value)):
                    yield f"{name}.{member}", inside(value)


def untyped(name: str, thing: Any) -> list[str]:
    """What gives back `Any`, or does not say what it gives back."""
    found = []
    for where, function in functions_of(name, thing):
        said = returned(function).replace(RECORD, "record")
        if said == "nothing" or (re.search(r"\bAny\b", said) and where not in BACK):
            found.append(f"{where} -> {said}")
    return found


def given(name: str, thing: Any) -> Iterator[tuple[str, str]]:
    """What a function, the methods of a class and its fields say that they take."""
    for where, function in functions_of(name, thing):
        for parameter, said in inspect.unwrap(function).__annotations__.items():
            if parameter != "return":
                yield f"{where}.{parameter}", str(said)
    for base in inspect.getmro(thing) if inspect.isclass(thing) else ():
        if base.__module__.startswith("rropt"):
            taken = getattr(base.__init__, "__annotations__", {})
            for parameter, said in (taken | inspect.get_annotations(base)).items():
                yield f"{name}.{parameter}", str(said)


def loose(name: str, thing: Any) -> list[str]:
    """What takes `Any`, and does not stand in `OPEN`."""
    found = []
    for where, said in given(name, thing):
        is_open = where in OPEN or where.rpartition(".")[2] in OPEN
        if re.search(r"\bAny\b", said.replace(RECORD, "record")) and not is_open:
            found.append(f"{where}: {said}")
    return found


def test_nothing_in_the_flat_face_gives_back_any() -> None:
    assert [line for name in rr.__all__ for line in untyped(name, getattr(rr, name))] == []


def test_what_takes_any_says_why() -> None:
    assert [line for name in rr.__all__ for line in loose(name, getattr(rr, name))] == []


def test_what_is_open_is_there() -> None:
    taken = {where for name in rr.__all__ for where, _ in given(name, getattr(rr, name))}
    assert set(OPEN) <= taken | {where.rpartition(".")[2] for where in taken}


def test_type_checkers_see_every_name_where_it_is_at_home() -> None:
    """The lazy table and what stands under `if TYPE_CHECKING:` name the same things."""
    tree = ast.parse(Path(rr.__file__).read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    seen = {}
    for line in block.body:
        assert isinstance(line, ast.ImportFrom)
        seen |= {alias.asname or alias.name: line.module for alias in line.names}
    assert set(seen) == set(rr.__all__) - {"__version__"}
    for name, home in seen.items():
        at_home = getattr(import_module(str(home)), name)
        assert inspect.unwrap(at_home) is inspect.unwrap(getattr(rr, name))


def test_a_function_without_a_type_would_be_seen() -> None:
    def vague(x: int) -> Any:
        return x

    def silent(x):
        return x

    class Thing:
        __module__ = "rropt.of.a.test"

        @property
        def size(self) -> list[Any]:
            return []

    def careless(gamma: Any, rows: Any) -> int:
        return 0

    assert loose("careless", careless) == ["careless.gamma: Any"]
    assert untyped("vague", vague) == ["vague -> Any"]
    assert untyped("silent", silent) == ["silent -> nothing"]
    assert untyped("Thing", Thing) == ["Thing.size -> list[Any]"]
