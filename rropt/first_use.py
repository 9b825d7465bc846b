"""Names of a package that are imported on first use."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any


def names_of(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a package whose names are at home in other modules.

    >>> names_of("shapes", {"Fraction": "fractions"})("Fraction")
    <class 'fractions.Fraction'>
    """

    def find(name: str) -> Any:
        if name not in homes:
            said = f"module {package!r} has no attribute {name!r}"
            raise AttributeError(said, name=name, obj=sys.modules.get(package))
        return getattr(import_module(homes[name]), name)

    return find


def naming_arguments(package: str, find: Callable[[str], Any]) -> Callable[[str], Any]:
    """The same `__getattr__`, whose classes and functions say in words which argument is wrong.

    What is found is kept: a function is the same object whenever it is asked for.

    >>> naming_arguments("shapes", names_of("shapes", {"pi": "math"}))("pi") > 3
    True
    """

    @cache
    def found(name: str) -> Any:
        thing = find(name)
        from rropt.needed_arguments import naming  # now that `rropt.exact` is in use

        return naming(thing, package, name)

    return found


def rooms_too(package: str, find: Callable[[str], Any]) -> Callable[[str], Any]:
    """The same `__getattr__`, to which the rooms of the package are names as well.

    Otherwise `rropt.report` would be a name after somebody has imported it, and none before.

    >>> rooms_too("email", names_of("email", {}))("mime").__name__
    'email.mime'
    """

    def found(name: str) -> Any:
        try:
            return find(name)
        except AttributeError:
            if name.startswith("_") or find_spec(f"{package}.{name}") is None:
                raise
        return import_module(f"{package}.{name}")

    return found


def keep_names(package: str) -> None:
    """Public names of a package stay what they are when a folder of the same name is imported.

    Importing `rropt.crosscheck.all_routes` would bind the folder to `rropt.crosscheck`, which is a
    function; whoever wants the folder says `from rropt.crosscheck import all_routes`.
    """
    sys.modules[package].__class__ = _Face


class _Face(ModuleType):
    def __setattr__(self, name: str, value: Any) -> None:
        if not (isinstance(value, ModuleType) and name in self.__all__):
            super().__setattr__(name, value)
