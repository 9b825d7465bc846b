"""Names that are imported on first use."""

import sys
from importlib import import_module
from types import ModuleType

import pytest

import rropt as rr
from rropt.first_use import keep_names, names_of, rooms_too


def test_a_name_is_found_at_home_and_nowhere_else():
    find = names_of("shapes", {"pi": "math"})
    assert find("pi") > 3
    with pytest.raises(AttributeError, match="module 'shapes' has no attribute 'tau'"):
        find("tau")


def test_rooms_are_names_before_anybody_imports_them():
    find = rooms_too("wsgiref", names_of("wsgiref", {}))
    sys.modules.pop("wsgiref.headers", None)
    assert find("headers") is sys.modules["wsgiref.headers"]
    for unknown in ("no_such_room", "_private"):
        with pytest.raises(AttributeError, match="has no attribute"):
            find(unknown)


def test_a_public_name_outlives_the_folder_of_its_name(monkeypatch):
    package = ModuleType("house")
    package.__all__ = ["door"]
    package.door = max
    monkeypatch.setitem(sys.modules, "house", package)
    keep_names("house")
    package.door = ModuleType("house.door")
    package.cellar = ModuleType("house.cellar")
    assert package.door is max and package.cellar.__name__ == "house.cellar"
    package.door = min
    assert package.door is min


@pytest.mark.parametrize(
    "package", ["rropt", "rropt.survey.planning", "rropt.survey.regression", "rropt.sweep"]
)
def test_every_public_name_is_at_home(package):
    """`rropt.sweep.export_sweep` was looked for in a module that had joined another."""
    room = import_module(package)
    assert all(callable(getattr(room, name)) for name in room.__all__ if name != "__version__")


def test_functions_of_the_face_stay_functions_beside_their_rooms():
    from rropt.crosscheck import all_routes
    from rropt.devices import catalogue

    assert callable(rr.crosscheck) and callable(rr.devices)
    assert all_routes.__name__ == "rropt.crosscheck.all_routes"
    assert catalogue.__name__ == "rropt.devices.catalogue"


def test_a_mistyped_name_says_what_it_is_missing_from() -> None:
    """Python's traceback then asks: did you mean 'estimate'?"""
    with pytest.raises(AttributeError) as refused:
        rr.estimat  # noqa: B018
    assert refused.value.name == "estimat" and refused.value.obj is rr
