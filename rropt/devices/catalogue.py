"""The catalogue: every device by name, found by what its function returns.

A device is a public function of a module of this package whose return annotation is `Device`,
`Noise` or `NumberMechanism`, and whose docstring ends with a line `Example: rropt device NAME
--option value ...`.
Nothing has to be registered: writing the function is enough, and the tests refuse one without an
example or a test.
"""

from __future__ import annotations

import inspect
import pkgutil
import re
import shlex
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from itertools import pairwise
from types import ModuleType
from typing import Any

from rropt.devices.bounded_numbers import NumberMechanism
from rropt.devices.model import Device
from rropt.devices.noise import Noise
from rropt.exact import InputError
from rropt.exact.near import near

Made = Device | Noise | NumberMechanism
Maker = Callable[..., Made]

LONGEST_NUMBER = 100
TYPES = ("Device", "Noise", "IntegerNoise", "NumberMechanism")
BUILDING_BLOCKS = (
    "model",
    "catalogue",
    "device_facts",
    "linear_estimates",
    "support_device",
    "writing",
)
OTHER_NAMES = {
    "simmons": "unrelated_question",
    "greenberg": "unrelated_two_samples",
    "boruch": "forced_response",
    "dwork_roth": "two_coin",
    "mirrored": "mirrored_question",
    "disguised": "disguised_response",
    "two_stage": "mangat_singh",
    "polychotomous": "polychotomous_forced_response",
    "k_ary_randomized_response": "k_ary",
    "k_ary_response": "k_ary",
    "k_rr": "k_ary",
    "krr": "k_ary",
    "grr": "k_ary",
    "symmetric_unary_encoding": "symmetric_unary",
    "optimized_unary_encoding": "optimized_unary",
    "k_ary_local_hashing": "local_hashing",
    "hadamard": "hadamard_response",
    "pgr": "projective_geometry",
    "projective_geometry_response": "projective_geometry",
    "subsets": "subset_selection",
    "sue": "symmetric_unary",
    "oue": "optimized_unary",
    "blh": "binary_local_hashing",
    "olh": "local_hashing",
    "discrete_laplace": "geometric",
    "two_sided_geometric": "geometric",
    "piecewise": "piecewise_mechanism",
    "hybrid": "hybrid_mechanism",
    "harmony": "duchi",
    "sw": "square_wave",
    "1bitmean": "one_bit_mean",
}


def catalogue() -> dict[str, Maker]:
    """All devices, name to function, in alphabetical order.

    >>> "warner" in catalogue(), "laplace" in catalogue()
    (True, True)
    """
    found: dict[str, Maker] = {}
    for module in families():
        for name, value in inspect.getmembers(module, inspect.isfunction):
            is_own = value.__module__ == module.__name__ and not name.startswith("_")
            if is_own and value.__annotations__.get("return") in TYPES:
                found[name] = value
    return dict(sorted(found.items()))


def families() -> tuple[ModuleType, ...]:
    """The modules of this package that may hold devices."""
    names = [entry.name for entry in pkgutil.iter_modules(sys.modules[__package__].__path__)]
    return tuple(import_module(f"rropt.devices.{n}") for n in names if n not in BUILDING_BLOCKS)


def parameters_of(maker: Maker) -> dict[str, bool]:
    """The parameters of a device, each with whether it must be given."""
    return {
        name: parameter.default is inspect.Parameter.empty
        for name, parameter in inspect.signature(maker).parameters.items()
    }


def make(name: str, values: Mapping[str, Any]) -> Made:
    """The device of that name with these parameters; one line about what is missing or too much.

    >>> make("warner", {"p": "3/4"}).name
    'warner'
    """
    makers = catalogue()
    name = canonical(name)
    if name not in makers:
        raise InputError(
            f"unknown device {name!r}{near(name, makers) or ';'} rropt device --list names them"
        )
    known = parameters_of(makers[name])
    for given in values:
        if given not in known:
            raise InputError(f"{name} has no parameter {given!r}: it takes {_listed(known)}")
    for needed, required in known.items():
        if required and needed not in values:
            shown = " ".join(["rropt", *example(makers[name])])
            raise InputError(f"{name} needs {needed}, as in {shown}: it takes {_listed(known)}")
    _refuse_long(values)
    return makers[name](**values)


def canonical(name: str) -> str:
    """The catalogue's name of a device: underscores, lower case, and common other names.

    >>> canonical("Two-Coin"), canonical("simmons")
    ('two_coin', 'unrelated_question')
    """
    if not isinstance(name, str):
        raise InputError(f"name must be that of a device, got {name!r}")
    word = name.strip().lower().replace("-", "_").replace(" ", "_")
    return OTHER_NAMES.get(word, word)


def summary(maker: Maker) -> str:
    """The first line of a device's docstring."""
    return (inspect.getdoc(maker) or "").partition("\n")[0].strip()


def example(maker: Maker) -> list[str]:
    """The words of the docstring's example after `rropt`.

    >>> from rropt.devices.survey import warner
    >>> example(warner)
    ['device', 'warner', '--p', '3/4']
    """
    _, mark, rest = (inspect.getdoc(maker) or "").partition("Example: rropt ")
    if not mark:
        raise InputError(f"the device {maker.__name__} has no example in its docstring")
    return shlex.split(rest.partition("\n\n")[0])


def at_example(name: str) -> Made:
    """A device with the parameters of its own example.

    >>> at_example("warner").parity
    Fraction(3, 1)
    """
    maker = catalogue()[canonical(name)]
    words = example(maker)
    known = parameters_of(maker)
    options = {word[2:].replace("-", "_"): value for word, value in pairwise(words)}
    return make(name, {option: options[option] for option in known if option in options})


def _refuse_long(values: Mapping[str, Any]) -> None:
    """Numbers of thousands of digits make tables that nobody can print or wait for."""
    for name, value in values.items():
        words = re.split("[,;]", value) if isinstance(value, str) else []
        if any(len(word) > LONGEST_NUMBER for word in words):
            raise InputError(f"{name} must have numbers of at most {LONGEST_NUMBER} characters")


def _listed(known: Mapping[str, bool]) -> str:
    return ", ".join(name if required else f"[{name}]" for name, required in known.items())
